//! What an answer changes about what was asked: values, or a note.

use serde_json::Value;
use turno_graph::{Collect, Confirm, Node};
use turno_language::{Act, SlotKind, SlotReading, Tagged, text::fold};

use crate::{
    ConfirmationOutcome, PendingConfirmation, Phase,
    assistant_tool::AssistantTool,
    step::{Next, Step},
};

/// How the slots are called that hold what a guest wishes beside all else.
const NOTE_NAMES: &[&str] = &["request", "instruction", "note", "comment"];

/// "pm", "p.m.": what an hour may end in.
static HALVES: Tagged = Tagged::new("amend_halves");

/// So many wishes of one sentence are noted.
const WISHES_MAX: usize = 3;

impl Step<'_> {
    /// A change drops the question, edits the slots, and goes back to where they are checked.
    pub(in crate::step) fn change(
        &mut self,
        confirm: &Confirm,
        changes: SlotReading,
        named_slots: &[String],
    ) -> Next {
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.tasks.aside = None;
        self.conversation.phase = Phase::Idle;
        let Some(target) = &confirm.change else {
            return self.give_up_task();
        };
        let collect =
            self.collect_node(target).filter(|collect| confirm.tool.as_ref() == Some(&collect.tool));
        let Some(collect) = collect else {
            // "No, mejor cámbiala al jueves": another tool takes over, and reads the words itself.
            self.take_in(changes.values);
            return Next::To(target.clone());
        };
        self.conversation.turns.take_unread();
        if changes.values.is_empty() && changes.problems.is_empty() {
            return self.ask_what_to_change(target, collect, named_slots);
        }
        self.take_in(changes.values);
        match changes.problems.into_iter().next() {
            Some(problem) => self.ask_about_problem(target, collect, problem, 0),
            None => self.next_question(target, collect, None, 0, Vec::new()),
        }
    }

    /// Notes a wish ("en la terraza") where the call has a slot for such and the question names it: what is booked is what
    /// was asked. False where it does not.
    pub(in crate::step) fn note(
        &mut self,
        confirm: &Confirm,
        pending: &PendingConfirmation,
        wish: &str,
    ) -> bool {
        self.note_for(&pending.tool, confirm, wish)
    }

    /// "Una mesa para dos en la terraza, es cumpleaños": what is wished for along with a booking, where its question will
    /// name it.
    pub(in crate::step) fn note_wishes_of(&mut self, text: &str, collect: &Collect, tool: &AssistantTool) {
        let graph = &self.assistant.graph;
        let mut confirms = graph.nodes().filter_map(Node::as_confirm);
        let confirm = confirms.find(|confirm| confirm.tool.as_ref() == Some(&collect.tool));
        let Some(confirm) = confirm.filter(|_| tool.spec.act == Act::Book) else {
            return;
        };
        let mut rest = text;
        for _ in 0..WISHES_MAX {
            if rest.trim().is_empty() {
                return;
            }
            let known = self.conversation.collected.slots.clone();
            let Some(wish) = self.read_verdict_of(rest, tool, &known).wish else {
                return;
            };
            // "At 8 pm on the terrace": the hour's own word is no part of it.
            self.note_for(&collect.tool, confirm, without_half(&wish));
            let Some((_, behind)) = rest.split_once(wish.as_str()) else {
                return;
            };
            rest = behind;
        }
    }

    pub(in crate::step) fn note_for(&mut self, tool: &str, confirm: &Confirm, wish: &str) -> bool {
        let Some(tool) = self.assistant.assistant_tool(tool) else {
            return false;
        };
        let slot = tool.slots().find(|slot| {
            slot.kind == SlotKind::Text
                && !slot.required
                && NOTE_NAMES.iter().any(|name| slot.name.contains(name))
        });
        let Some(slot) = slot.map(|slot| slot.name.clone()) else {
            return false;
        };
        let before = self.conversation.collected.slots.get(&slot).cloned();
        let noted = match before.as_ref().and_then(Value::as_str) {
            Some(noted) if fold(noted).contains(&fold(wish)) => noted.to_owned(),
            Some(noted) => format!("{noted}; {wish}"),
            None => wish.to_owned(),
        };
        self.conversation.collected.slots.insert(slot.clone(), Value::from(noted.clone()));
        let is_named = self.render(&confirm.say).text.contains(&noted);
        if !is_named {
            match before {
                Some(before) => self.conversation.collected.slots.insert(slot, before),
                None => self.conversation.collected.slots.remove(&slot),
            };
        }
        is_named
    }

    /// Checks again, and asks anew with what was noted.
    pub(in crate::step) fn ask_with_note(&mut self, confirm: &Confirm) -> Next {
        self.conversation.turns.take_unread();
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.tasks.aside = None;
        self.conversation.phase = Phase::Idle;
        let target = confirm.change.as_deref();
        match target.and_then(|target| Some((target, self.collect_node(target)?))) {
            Some((target, collect)) => self.next_question(target, collect, None, 0, Vec::new()),
            None => self.give_up_task(),
        }
    }
}

/// A wish without the end of an hour before it.
fn without_half(wish: &str) -> &str {
    let Some((first, rest)) = wish.split_once(' ') else {
        return wish;
    };
    let letters = first.replace('.', "");
    if HALVES.contains(&letters.as_str()) { rest } else { wish }
}
