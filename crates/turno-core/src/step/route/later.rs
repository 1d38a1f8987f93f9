//! Two requests in one breath: the first is followed, the other is told and taken up after it.

use turno_graph::{Intent, Interrupts, NodeKind};
use turno_language::{
    Act, SlotKind, Tagged, TwoRequests, Verdict, is_for_somebody_else, is_of_patient, joined_clauses,
    split_move, split_requests, text::fold,
};

use crate::{
    Input,
    assistant_tool::AssistantTool,
    conversation::LaterRequest,
    phrases,
    step::{Next, Step, collect::cancelling::is_of_cancelling, collect::pick},
};

/// What is followed first, by which words, what comes after it, and why.
type Split<'a> = (&'a Intent, String, LaterRequest, Why);

/// Why one thing comes after another.
#[derive(Clone, Copy)]
enum Why {
    /// Two requests were made.
    Two,
    /// One was made for several people, and each needs their own.
    PerPerson,
}

impl<'a> Step<'a> {
    /// Follows an intent, or the first of two that the words hold; then the other is told, and comes after.
    pub(in crate::step) fn follow_first(&mut self, intent: &'a Intent) -> Next {
        self.follow_first_of(intent, false)
    }

    /// Who begins a request that was kept need not name its task again: "otra para el domingo, y quiero pedir tacos".
    fn follow_first_of(&mut self, intent: &'a Intent, was_kept: bool) -> Next {
        let Some((first, request, later, why)) = self.two_requests(intent, was_kept) else {
            self.tell_which_from_when(intent);
            return self.follow(intent);
        };
        self.tell_later(later, why);
        self.conversation.turns.put_words(request);
        self.follow(first)
    }

    /// "Mueve la del viernes al domingo": the first words tell which one, and only the last are read for when to.
    fn tell_which_from_when(&mut self, intent: &Intent) {
        let node = self.assistant.graph.node(&intent.to);
        let finds = node.is_some_and(|node| matches!(node.kind, NodeKind::Tool(_)));
        if !finds || !self.is_task(intent) || !matches!(self.conversation.turns.input(), Input::Text(_)) {
            return;
        }
        let text = self.conversation.turns.utterance();
        // "Cancela la del viernes a las 8" has but one moment.
        if self.apart(&text).words().any(is_of_cancelling) {
            return;
        }
        if let Some((which, to)) = split_move(&self.apart(&text)) {
            self.conversation.turns.put_words(which);
            if let Some(turn) = &mut self.conversation.turns.current {
                turn.unread = to;
            }
        }
    }

    /// What was left for later, once nothing else is under way.
    pub(in crate::step) fn take_up_later(&mut self) -> Option<Next> {
        let later = self.conversation.tasks.later.pop_front()?;
        let router = self.router()?;
        let intent = router.intents.iter().find(|intent| intent.name == later.intent)?;
        if later.is_told {
            let words = phrases::now_the_other(self.language(), &later.text);
            self.conversation.turns.say(words.clone(), words);
        }
        self.conversation.turns.put_words(later.text);
        if let Some(turn) = &mut self.conversation.turns.current
            && later.said_at.is_some()
        {
            turn.said_at = later.said_at;
        }
        Some(self.follow_first_of(intent, true))
    }

    /// "¿Qué servicio?" "Limpieza y blanqueamiento": the first is the answer, and the other is told. Gives the answer.
    pub(in crate::step) fn set_apart_later(
        &mut self,
        text: &str,
        tool: &AssistantTool,
        slot: &str,
    ) -> Option<String> {
        if tool.spec.act != Act::Book
            || tool.takes_any_words(slot)
            || !self.conversation.tasks.later.is_empty()
        {
            return None;
        }
        let task = self.conversation.tasks.current.clone()?;
        let router = self.router()?;
        let intent = router.intents.iter().find(|intent| intent.to == task)?;
        let language = self.language_of_words(text, false);
        let two = split_requests(&self.apart(text), language, &tool.slot_specs())?;
        let why = why(&two);
        let TwoRequests { first, rest, .. } = two;
        let later = LaterRequest { intent: intent.name.clone(), text: rest, is_told: true, said_at: None };
        self.tell_later(later, why);
        self.conversation.turns.put_words(first.clone());
        self.conversation.turns.take_unread();
        Some(first)
    }

    /// "Otra limpieza para mi esposa": the name that was told is of somebody else.
    pub(in crate::step) fn forget_another_name(&mut self, intent: &Intent) {
        let collect = self.collect_node(&intent.to);
        let tool = collect.and_then(|collect| self.assistant.assistant_tool(&collect.tool));
        let Some(tool) = tool.filter(|tool| tool.spec.act == Act::Book) else {
            return;
        };
        let text = self.conversation.turns.utterance();
        let is_for_one = tool.slot_specs().iter().any(is_of_patient);
        if !is_for_one || !is_for_somebody_else(&self.apart(&text), self.language_of_words(&text, false)) {
            return;
        }
        self.conversation.collected.slots.retain(|name, _| !tool.has_kind(name, SlotKind::PersonName));
    }

    fn tell_later(&mut self, later: LaterRequest, why: Why) {
        if later.is_told {
            let words = match why {
                Why::Two => phrases::one_by_one(self.language(), &later.text),
                Why::PerPerson => phrases::one_person_each(self.language(), &later.text),
            };
            self.conversation.turns.say(words.clone(), words);
        }
        // It comes right after what it was said with, before all that waited already.
        let said_at = self.conversation.turns.current.as_ref().and_then(|turn| turn.said_at);
        self.conversation.tasks.later.push_front(LaterRequest { said_at, ..later });
    }

    fn two_requests(&self, intent: &'a Intent, was_kept: bool) -> Option<Split<'a>> {
        let turn = &self.conversation.turns.current.as_ref()?.turn;
        if !matches!(turn.input, Input::Text(_)) || turn.understanding.is_some() || !self.is_task(intent) {
            return None;
        }
        let text = self.conversation.turns.utterance();
        let twice = self.twice_the_task(intent, &text);
        let tasks = self.two_tasks(&text, was_kept.then_some(intent));
        // What comes first is followed first, and the rest waits whole.
        let first = match (twice, tasks) {
            (Some(twice), Some(tasks)) if tasks.1.len() < twice.1.len() => Some(tasks),
            (twice, tasks) => twice.or(tasks),
        };
        first.or_else(|| self.question_and_task(intent, &text))
    }

    /// "Quiero reservar y pedir tacos." What names no task is of the one that it was kept for.
    fn two_tasks(&self, text: &str, kept: Option<&'a Intent>) -> Option<Split<'a>> {
        joined_clauses(&self.apart(text)).into_iter().find_map(|(before, after)| {
            let first = self.task_of(&before).or(kept)?;
            let second = self.task_of(&after).filter(|second| second.to != first.to)?;
            let is_refused = self.read_plain_verdict(&before).verdict == Verdict::No;
            let later =
                LaterRequest { intent: second.name.clone(), text: after, is_told: true, said_at: None };
            (!is_refused).then_some((first, before, later, Why::Two))
        })
    }

    /// "Una mesa para el sábado y otra para el domingo."
    fn twice_the_task(&self, intent: &'a Intent, text: &str) -> Option<Split<'a>> {
        let collect = self.collect_node(&intent.to);
        let tool = collect.and_then(|collect| self.assistant.assistant_tool(&collect.tool));
        let specs = tool.map(AssistantTool::slot_specs).unwrap_or_default();
        let language = self.language_of_words(text, false);
        let two = split_requests(&self.apart(text), language, &specs)?;
        let why = why(&two);
        let TwoRequests { first, rest, is_another, .. } = two;
        // "Cancela la del lunes y hazme otra el martes": another one is a new one, whatever becomes of the first.
        let next = match collect {
            None if is_another => self.booking_task()?,
            Some(_) | None => intent,
        };
        let later = LaterRequest { intent: next.name.clone(), text: rest, is_told: true, said_at: None };
        Some((intent, first, later, why))
    }

    /// "Una mesa para mañana, ¿tienen estacionamiento?": the question is answered, and the task goes on from there.
    fn question_and_task(&self, intent: &'a Intent, text: &str) -> Option<Split<'a>> {
        joined_clauses(&self.apart(text)).into_iter().find_map(|(before, after)| {
            let is_question = pick::is_question(&self.apart(&after)) || asks_whether(&after);
            let question = self
                .find_intent(&after)
                .filter(|question| question.interrupts == Interrupts::Aside && is_question)?;
            let task = self.find_intent(&before).or_else(|| self.task_that_words_fill(&before));
            let later =
                LaterRequest { intent: intent.name.clone(), text: before, is_told: false, said_at: None };
            task.is_some_and(|task| task.to == intent.to).then_some((question, after, later, Why::Two))
        })
    }

    fn task_of(&self, words: &str) -> Option<&'a Intent> {
        self.find_intent(words).filter(|intent| self.is_task(intent))
    }

    /// The task that makes a booking.
    pub(in crate::step) fn booking_task(&self) -> Option<&'a Intent> {
        let makes_booking = |intent: &&Intent| {
            let collect = self.collect_node(&intent.to);
            let tool = collect.and_then(|collect| self.assistant.tool(&collect.tool));
            tool.is_some_and(|tool| tool.act == Act::Book)
        };
        self.router()?.intents.iter().find(makes_booking)
    }

    /// Whether an intent begins something that takes several turns.
    fn is_task(&self, intent: &Intent) -> bool {
        let node = self.assistant.graph.node(&intent.to);
        intent.interrupts == Interrupts::Switch
            && node.is_some_and(|node| matches!(node.kind, NodeKind::Collect(_) | NodeKind::Tool(_)))
    }
}

fn why(two: &TwoRequests) -> Why {
    if two.is_per_person { Why::PerPerson } else { Why::Two }
}

/// "…y saber si tienen estacionamiento": a question without its marks.
fn asks_whether(words: &str) -> bool {
    static OPENINGS: Tagged = Tagged::new("later_asks_whether");
    let folded = fold(words);
    OPENINGS.iter().any(|phrase| folded.contains(phrase))
}
