//! What somebody cannot have, said along with something else or at a question for it: it is noted whole, and said back in
//! the question to confirm.

use turno_graph::{Collect, Node};
use turno_language::{Act, Text, split_allergy};

use crate::{
    assistant_tool::AssistantTool,
    step::{Next, Step, collect::Offered},
};

impl Step<'_> {
    /// The words of an allergy in an utterance, and the rest of it.
    pub(in crate::step) fn allergy_in(&self, text: &str) -> Option<turno_language::Allergy> {
        split_allergy(&Text::of(text), self.language_of_words(text, false))
    }

    /// Notes an allergy with an order or a booking. Gives what else was said; none where there is no allergy, or where
    /// nothing holds a note.
    pub(in crate::step) fn set_apart_allergy(
        &mut self,
        collect: &Collect,
        tool: &AssistantTool,
        text: &str,
    ) -> Option<String> {
        let takes_notes = matches!(tool.spec.act, Act::Book | Act::Order);
        let allergy = takes_notes.then(|| self.allergy_in(text)).flatten()?;
        let graph = &self.assistant.graph;
        let mut confirms = graph.nodes().filter_map(Node::as_confirm);
        let confirm = confirms.find(|confirm| confirm.tool.as_ref() == Some(&collect.tool))?;
        self.note_for(&collect.tool, confirm, &allergy.said).then_some(allergy.rest)
    }

    /// Asks on after an answer that told of an allergy and of nothing else: what was priced is looked at again with it.
    pub(in crate::step) fn ask_beside_allergy(
        &mut self,
        (name, collect): (&str, &Collect),
        (slot, asked, offered): (String, u8, &Offered),
    ) -> Next {
        match &collect.change {
            Some(change) => Next::To(change.clone()),
            None => self.next_question(name, collect, Some(slot), asked.saturating_sub(1), offered.clone()),
        }
    }
}

/// What was priced without an allergy is looked at again before it is confirmed.
pub(in crate::step) fn by_way_of_change(collect: &Collect, next: Next) -> Next {
    match (next, &collect.change) {
        (Next::To(to), Some(change)) if to == collect.to => Next::To(change.clone()),
        (next, _) => next,
    }
}
