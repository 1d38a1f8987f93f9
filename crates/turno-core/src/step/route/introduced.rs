//! Who says who they are before what they want: "soy Laura Gómez, busco una laptop". The name is kept for whatever asks for it,
//! and is no part of what is looked for.

use turno_graph::{Collect, IntentRole, Node};
use turno_language::{Introduction, SlotKind, split_introduction};

use crate::{
    Input, Phase,
    assistant_tool::AssistantTool,
    step::{Next, Step},
};

impl Step<'_> {
    /// Keeps the name, and goes on with the other words; who only says their name is greeted. Gives where that leads.
    pub(in crate::step) fn set_apart_introduction(&mut self) -> Option<Next> {
        let Introduction { introduction, rest } = self.introduction()?;
        self.keep_name(&introduction);
        if !rest.is_empty() {
            self.conversation.turns.put_words(rest);
            return None;
        }
        let greeting = self.intent_for(IntentRole::Greeting)?;
        Some(self.follow(greeting))
    }

    /// The same, at the question for a thing that the name would else be taken for.
    pub(in crate::step) fn set_apart_introduction_at(
        &mut self,
        name: &str,
        collect: &Collect,
        tool: &AssistantTool,
        slot: &str,
    ) -> Option<Next> {
        let is_of_name = tool.has_kind(slot, SlotKind::PersonName);
        let would_take_it = tool.has_kind(slot, SlotKind::Term) || tool.takes_any_words(slot);
        if is_of_name || !would_take_it {
            return None;
        }
        let Introduction { introduction, rest } = self.introduction()?;
        self.keep_name(&introduction);
        if !rest.is_empty() {
            self.conversation.turns.put_words(rest);
            return None;
        }
        let offered = match &self.conversation.phase {
            Phase::Collecting { offered, .. } => offered.clone(),
            Phase::Idle
            | Phase::Ended
            | Phase::Calling { .. }
            | Phase::Generating { .. }
            | Phase::Working { .. }
            | Phase::Talking { .. }
            | Phase::Confirming { .. }
            | Phase::WithPerson { .. } => Vec::new(),
        };
        self.conversation.turns.take_unread();
        Some(self.next_question(name, collect, Some(slot.to_owned()), 0, offered))
    }

    /// A model reads the words whole.
    fn introduction(&self) -> Option<Introduction> {
        let is_of_rules =
            !self.assistant.has_agent && matches!(self.conversation.turns.input(), Input::Text(_));
        let text = self.conversation.turns.utterance();
        is_of_rules
            .then(|| split_introduction(&self.apart(&text), self.language_of_words(&text, false)))
            .flatten()
    }

    fn keep_name(&mut self, introduction: &str) {
        let assistant = self.assistant;
        let collects = assistant.graph.nodes().filter_map(Node::as_collect);
        for tool in collects.filter_map(|collect| assistant.assistant_tool(&collect.tool)) {
            let mut reading = self.read(introduction, tool, None);
            reading.values.retain(|value| tool.has_kind(&value.slot, SlotKind::PersonName));
            self.take_in(reading.values);
        }
    }
}
