//! The router: which task the user wants.

mod aside;
mod by_example;
mod by_model;
mod introduced;
mod later;

use serde_json::Value;
use turno_graph::{Intent, IntentRole, Interrupts, Node, Router};
use turno_language::Tagged;
use turno_language::{Act, SlotKind, Verdict, text::fold};

use crate::{
    Input, Phase,
    moment::may_name_a_moment,
    phrases,
    step::{Next, Step, collect::pick},
};

/// Kinds of slot whose values tell what is wanted: a name or a number alone does not.
const TELLING_KINDS: &[SlotKind] =
    &[SlotKind::Date, SlotKind::Time, SlotKind::PartySize, SlotKind::Term, SlotKind::Items];

impl<'a> Step<'a> {
    /// A router that is reached by an arrow waits for the user.
    pub(in crate::step) fn enter_router(&mut self, router: &Router) -> Next {
        if let Some(say) = &router.say {
            self.say(say);
        }
        Next::Rest
    }

    /// The user says something while no task is under way.
    pub(in crate::step) fn answer_idle(&mut self) -> Next {
        let input = self.conversation.turns.current.as_ref().map(|turn| turn.turn.input.clone());
        if let Some(Input::Choice(id)) = input {
            return self.answer_idle_choice(&id);
        }
        if let Some(next) = self.answer_lapsed() {
            return next;
        }
        if let Some(intent) = self.understood_intent() {
            return self.follow(intent);
        }
        if let Some(next) = self.answer_which() {
            return next;
        }
        if let Some(next) = self.set_apart_introduction() {
            return next;
        }
        let text = self.conversation.turns.utterance();
        self.answer_by_rules(&text)
            .or_else(|| self.answer_by_example(&text))
            .or_else(|| self.ask_model_for_intent())
            .unwrap_or_else(|| self.miss())
    }

    /// Nothing is understood; a second time in a row no help text will do.
    fn miss(&mut self) -> Next {
        let lost = self.router().and_then(|router| router.lost.clone());
        let missed = &mut self.conversation.tasks.missed;
        *missed = missed.saturating_add(1);
        match lost {
            Some(lost) if *missed > 1 => {
                *missed = 0;
                self.conversation.turns.take_unread();
                Next::To(lost)
            }
            Some(_) | None => self.fall_back(),
        }
    }

    /// What the rules know of words that belong to no task under way.
    pub(in crate::step) fn answer_by_rules(&mut self, text: &str) -> Option<Next> {
        let found = self.find_intent(text);
        let told = || self.task_that_words_fill(text);
        let intent = match found {
            Some(intent) if !intent.gives_way => Some(intent),
            Some(intent) => told().or_else(|| self.surely_wanted(text)).or(Some(intent)),
            None => told(),
        };
        match intent {
            Some(intent) => Some(self.follow_first(intent)),
            None => self.answer_anything_else(text),
        }
    }

    /// "¿Algo más?": "sí", "no".
    fn answer_anything_else(&mut self, text: &str) -> Option<Next> {
        const WORDS_MAX: usize = 4;
        let mut lines = self.conversation.dialogue.lines.iter().rev();
        let (_, asked) = lines.find(|(is_user, _)| !is_user)?;
        if !asked.ends_with('?') || text.split_whitespace().count() > WORDS_MAX {
            return None;
        }
        match self.read_plain_verdict(text).verdict {
            Verdict::Yes => {
                self.say_phrase(phrases::what_else);
                Some(Next::Asked)
            }
            Verdict::No => {
                let nothing_more = self.intent_for(IntentRole::NothingMore)?;
                Some(self.follow(nothing_more))
            }
            Verdict::Change | Verdict::Wait | Verdict::Unclear => None,
        }
    }

    /// "Limpieza el lunes a las 12": the task whose slots the words fill best, where they fill two or more with a day or an
    /// hour among them, and neither ask nor refuse anything.
    pub(in crate::step) fn task_that_words_fill(&self, text: &str) -> Option<&'a Intent> {
        if !may_name_a_moment(text) || pick::is_question(&self.apart(text)) {
            return None;
        }
        let filled_by = |intent: &Intent| {
            let collect = self.collect_node(&intent.to)?;
            let tool = self.assistant.assistant_tool(&collect.tool)?;
            let reading = self.read(text, tool, None);
            let found = reading.values.iter().map(|value| &value.slot);
            let kinds: Vec<SlotKind> = found
                .chain(reading.problems.iter().map(|problem| &problem.slot))
                .filter_map(|name| Some(tool.slot(name)?.kind))
                .filter(|kind| TELLING_KINDS.contains(kind))
                .collect();
            let has_moment = kinds.iter().any(|kind| matches!(kind, SlotKind::Date | SlotKind::Time));
            let is_list = kinds.contains(&SlotKind::Items) && begins_with_count(text);
            Some(kinds.len()).filter(|count| *count > 1 && has_moment || is_list)
        };
        let mut best: Option<(usize, &'a Intent)> = None;
        for intent in self.intents().filter(|intent| intent.interrupts == Interrupts::Switch) {
            if let Some(count) = filled_by(intent)
                && best.is_none_or(|(most, _)| count > most)
            {
                best = Some((count, intent));
            }
        }
        let (_, intent) = best?;
        (self.read_plain_verdict(text).verdict != Verdict::No).then_some(intent)
    }

    fn answer_idle_choice(&mut self, id: &str) -> Next {
        if let Some(next) = self.answer_old_button(id) {
            return next;
        }
        match self.find_button(id) {
            Some(intent) => self.follow(intent),
            None => {
                self.say_phrase(phrases::old_button);
                self.fall_back()
            }
        }
    }

    pub(in crate::step) fn fall_back(&mut self) -> Next {
        match self.router() {
            Some(router) => Next::To(router.fallback.clone()),
            None => Next::To(self.assistant.graph.start().to_owned()),
        }
    }

    /// Goes where an intent leads. A new task keeps who the user is and drops what and when the old one was about.
    pub(in crate::step) fn follow(&mut self, intent: &Intent) -> Next {
        self.conversation.tasks.missed = 0;
        let begins_task = intent.interrupts != Interrupts::Aside;
        if begins_task && self.conversation.tasks.current.as_deref() != Some(intent.to.as_str()) {
            self.conversation.confirmations.lapsed = None;
            let told = self.prefill_of(intent);
            self.forget_all_but_who();
            self.forget_another_name(intent);
            self.take_told(intent, told);
            self.conversation.tasks.current = Some(intent.to.clone());
        }
        Next::To(intent.to.clone())
    }

    /// What a new task would be filled with by what was told before it.
    fn prefill_of(&self, intent: &Intent) -> Vec<(String, Value)> {
        let collect = self.collect_node(&intent.to);
        collect.map_or_else(Vec::new, |collect| self.evaluate_all(&collect.prefill))
    }

    /// "Agéndemela", after the price of a service: what was told is forgotten with the old task, but for what the new one
    /// begins with.
    fn take_told(&mut self, intent: &Intent, told: Vec<(String, Value)>) {
        let still: Vec<String> = self
            .prefill_of(intent)
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(slot, _)| slot)
            .collect();
        let forgotten = told.into_iter().filter(|(slot, value)| !value.is_null() && !still.contains(slot));
        self.conversation.collected.slots.extend(forgotten);
    }

    pub(in crate::step) fn forget_all_but_who(&mut self) {
        let assistant = self.assistant;
        let task_tools =
            assistant.graph.nodes().filter_map(|node| assistant.assistant_tool(&node.as_collect()?.tool));
        let who: Vec<&str> = task_tools
            .flat_map(|tool| tool.slots())
            .filter(|slot| matches!(slot.kind, SlotKind::PersonName | SlotKind::Phone))
            .map(|slot| slot.name.as_str())
            .collect();
        self.conversation.collected.slots.retain(|name, _| who.contains(&name.as_str()));
    }

    /// The graph's router: the start, or the first there is.
    pub(in crate::step) fn router(&self) -> Option<&'a Router> {
        self.router_node().map(|(_, router)| router)
    }

    /// The same, with its name.
    pub(in crate::step) fn router_node(&self) -> Option<(&'a str, &'a Router)> {
        let graph = &self.assistant.graph;
        let start = graph.node(graph.start());
        let mut nodes = start.into_iter().chain(graph.nodes());
        nodes.find_map(|node| Some((node.name.as_str(), node.as_router()?)))
    }

    /// The first intent whose pattern the text matches.
    pub(in crate::step) fn find_intent(&self, text: &str) -> Option<&'a Intent> {
        let lower = text.to_lowercase();
        let folded = fold(text);
        let router = self.router()?;
        if self.are_rules_alone() {
            router.intent_for(&lower, &folded)
        } else {
            router.intent_beside_model(&lower, &folded)
        }
    }

    /// The intents that count now, in the order of the file.
    fn intents(&self) -> impl Iterator<Item = &'a Intent> {
        let are_rules_alone = self.are_rules_alone();
        let intents = self.router().into_iter().flat_map(|router| &router.intents);
        intents.filter(move |intent| are_rules_alone || !intent.without_model)
    }

    /// The intent that the graph has for what the user did not say in its words.
    pub(in crate::step) fn intent_for(&self, role: IntentRole) -> Option<&'a Intent> {
        self.intents().find(|intent| intent.role == Some(role))
    }

    /// The intent that leads to what cancels things of a category.
    pub(in crate::step) fn intent_to_cancel(&self, category: &str) -> Option<&'a Intent> {
        let cancels = |intent: &&Intent| {
            let tool = self.tool_that_does(&intent.to);
            tool.is_some_and(|tool| tool.spec.act == Act::Cancel && tool.spec.category == category)
        };
        self.intents().find(cancels)
    }

    /// Whether no model has a part in what is under way: one was asked in vain in this turn, or the rules ask for what they need.
    fn are_rules_alone(&self) -> bool {
        if self.conversation.turns.is_without_model() {
            return true;
        }
        match &self.conversation.phase {
            Phase::Collecting { .. } => true,
            Phase::Confirming { node, .. } => {
                let change = self.confirm_node(node).and_then(|confirm| confirm.change.as_ref());
                let change = change.and_then(|node| self.assistant.graph.node(node));
                change.and_then(Node::as_agent).is_none()
            }
            Phase::Idle
            | Phase::Calling { .. }
            | Phase::Generating { .. }
            | Phase::Working { .. }
            | Phase::Talking { .. }
            | Phase::WithPerson { .. }
            | Phase::Ended => false,
        }
    }

    pub(in crate::step) fn find_button(&self, id: &str) -> Option<&'a Intent> {
        self.router()?.intents.iter().find(|intent| intent.buttons.iter().any(|button| button == id))
    }

    fn understood_intent(&self) -> Option<&'a Intent> {
        let name = self.conversation.turns.current.as_ref()?.turn.understanding.as_ref()?.intent.as_ref()?;
        self.router()?.intents.iter().find(|intent| &intent.name == name)
    }
}

/// "Dos de pastor y una horchata": a list begins with how many.
fn begins_with_count(text: &str) -> bool {
    static COUNTS: Tagged = Tagged::new("route_counts");
    let folded = fold(text);
    let first = folded.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|word| COUNTS.contains(&word) || word.starts_with(|c: char| c.is_ascii_digit()))
}
