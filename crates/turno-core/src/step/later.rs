//! Two requests in one breath: the first is followed, the other is told and taken up after it.

use turno_graph::{Intent, Interrupts, NodeKind};
use turno_language::{Act, Verdict};
use turno_language::{TwoRequests, joined_clauses, split_requests};

use super::{Next, Step};
use crate::{Input, conversation::LaterRequest, phrases};

impl<'a> Step<'a> {
    /// Follows an intent, or the first of two that the words hold; then the other is told, and comes after.
    pub(super) fn follow_first(&mut self, intent: &'a Intent) -> Next {
        let Some((first, request, later)) = self.two_requests(intent) else {
            return self.follow(intent);
        };
        let words = phrases::one_by_one(self.language(), &later.text);
        self.say_words(words.clone(), words);
        self.conversation.later = Some(later);
        self.put_words(request);
        self.follow(first)
    }

    /// What was left for later, once nothing else is under way.
    pub(super) fn take_up_later(&mut self) -> Option<Next> {
        let later = self.conversation.later.take()?;
        let router = self.router()?;
        let intent = router.intents.iter().find(|intent| intent.name == later.intent)?;
        let words = phrases::now_the_other(self.language(), &later.text);
        self.say_words(words.clone(), words);
        self.put_words(later.text);
        Some(self.follow_first(intent))
    }

    /// The turn goes on as if these were its words.
    fn put_words(&mut self, words: String) {
        if let Some(turn) = &mut self.conversation.turn {
            turn.turn.input = Input::Text(words.clone());
            turn.turn.understanding = None;
            turn.question = None;
            turn.unread = words;
        }
    }

    fn two_requests(&self, intent: &'a Intent) -> Option<(&'a Intent, String, LaterRequest)> {
        let turn = &self.conversation.turn.as_ref()?.turn;
        if !matches!(turn.input, Input::Text(_)) || turn.understanding.is_some() || !self.is_task(intent) {
            return None;
        }
        let text = self.utterance();
        self.two_tasks(&text)
            .or_else(|| self.twice_the_task(intent, &text))
    }

    /// "Quiero reservar y pedir tacos."
    fn two_tasks(&self, text: &str) -> Option<(&'a Intent, String, LaterRequest)> {
        joined_clauses(text).into_iter().find_map(|(before, after)| {
            let first = self.task_of(&before)?;
            let second = self.task_of(&after).filter(|second| second.to != first.to)?;
            let is_refused = self.read_plain_verdict(&before).verdict == Verdict::No;
            (!is_refused).then(|| {
                let intent = second.name.clone();
                (first, before, LaterRequest { intent, text: after })
            })
        })
    }

    /// "Una mesa para el sábado y otra para el domingo."
    fn twice_the_task(&self, intent: &'a Intent, text: &str) -> Option<(&'a Intent, String, LaterRequest)> {
        let collect = self.collect_node(&intent.to);
        let tool = collect.and_then(|collect| self.assistant.assistant_tool(&collect.tool));
        let specs = tool.map(|tool| tool.slot_specs()).unwrap_or_default();
        let language = self.language_of_words(text, false);
        let TwoRequests {
            first,
            rest,
            is_another,
        } = split_requests(text, language, &specs)?;
        // "Cancela la del lunes y hazme otra el martes": another one is a new one, whatever becomes of the first.
        let next = match collect {
            None if is_another => self.booking_task()?,
            Some(_) | None => intent,
        };
        let intent_name = next.name.clone();
        Some((
            intent,
            first,
            LaterRequest {
                intent: intent_name,
                text: rest,
            },
        ))
    }

    fn task_of(&self, words: &str) -> Option<&'a Intent> {
        self.find_intent(words).filter(|intent| self.is_task(intent))
    }

    /// The task that makes a booking.
    fn booking_task(&self) -> Option<&'a Intent> {
        let makes_booking = |intent: &&Intent| {
            let tool = self
                .collect_node(&intent.to)
                .and_then(|collect| self.assistant.tool(&collect.tool));
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
