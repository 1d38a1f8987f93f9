//! A telephone, a code or a mail address that comes in pieces is put together while it is asked for.

use turno_graph::Collect;
use turno_language::{PieceReading, Problem, ProblemKind, SlotKind, SlotReading, read_piece};

use crate::{
    Input, Phase,
    assistant_tool::AssistantTool,
    phrases,
    step::{Next, Step, collect::Offered},
};

impl Step<'_> {
    /// Reads what a turn adds to the value that is asked for. Where it is whole now, the reading has it. Where more is to come,
    /// the rest is asked for: gives where that leads.
    pub(in crate::step) fn put_together(
        &mut self,
        (name, collect): (&str, &Collect),
        tool: &AssistantTool,
        (slot, asked): (&str, u8),
        offered: &Offered,
        reading: &mut SlotReading,
    ) -> Option<Next> {
        if !offered.is_empty() {
            return None;
        }
        let keys = self.keys();
        let begins_anew = keys.as_ref().is_some_and(|keys| keys.begin_anew);
        let heard = if begins_anew { String::new() } else { self.conversation.collected.heard(slot) };
        let text =
            keys.as_ref().map_or_else(|| self.conversation.turns.utterance(), |keys| keys.digits.clone());
        let piece = {
            let language = self.language_of_words(&text, tool.takes_any_words(slot));
            let (specs, now) = (tool.slot_specs(), self.said_now());
            let context =
                self.read_context(language, &specs, &now, Some(slot), &self.conversation.collected.slots);
            read_piece(&heard, &self.apart(&text), reading, &context)
        };
        match piece {
            PieceReading::None => None,
            PieceReading::Whole(value) => {
                reading.values.retain(|read| read.slot != value.slot);
                reading.problems.retain(|problem| problem.slot != value.slot);
                reading.values.push(value);
                None
            }
            // "#" says that nothing more comes.
            PieceReading::Part(_) if keys.is_some_and(|keys| keys.are_all) => {
                self.conversation.collected.forget_heard();
                None
            }
            PieceReading::Part(part) => {
                self.conversation.collected.note_open(self.at, slot, true);
                if let Some(open) = &mut self.conversation.collected.open {
                    open.heard = part;
                }
                reading.problems.retain(|problem| problem.slot != slot);
                reading.values.retain(|value| value.slot != slot);
                let values = std::mem::take(&mut reading.values);
                Some(self.ask_for_the_rest(
                    (name, collect),
                    slot,
                    asked,
                    SlotReading { values, problems: Vec::new() },
                ))
            }
        }
    }

    fn ask_for_the_rest(
        &mut self,
        (name, collect): (&str, &Collect),
        slot: &str,
        asked: u8,
        beside: SlotReading,
    ) -> Next {
        if !beside.values.is_empty() {
            let asked = asked.saturating_sub(1);
            return self.take_in_answer(name, collect, slot.to_owned(), asked, &Vec::new(), beside);
        }
        self.say_phrase(phrases::and_the_rest);
        self.conversation.phase = Phase::Collecting {
            node: name.to_owned(),
            slot: Some(slot.to_owned()),
            asked,
            offered: Vec::new(),
        };
        Next::Asked
    }

    /// What is wrong with a value of which only a part came, where words followed that are none of it. None where no part came.
    pub(in crate::step) fn problem_of_part(&self, tool: &AssistantTool, slot: &str) -> Option<Problem> {
        let heard = self.conversation.collected.heard(slot);
        (!heard.is_empty() && tool.has_kind(slot, SlotKind::Phone)).then(|| Problem {
            slot: slot.to_owned(),
            said: heard,
            kind: ProblemKind::OutOfRange,
        })
    }

    /// Of the keys of a telephone `*` begins anew and `#` ends.
    fn keys(&self) -> Option<Keys> {
        let Input::Dtmf(keys) = self.conversation.turns.input() else {
            return None;
        };
        let digits = keys.rsplit('*').next().unwrap_or_default();
        Some(Keys {
            digits: digits.replace('#', ""),
            begin_anew: keys.contains('*'),
            are_all: digits.ends_with('#'),
        })
    }
}

struct Keys {
    digits: String,
    begin_anew: bool,
    are_all: bool,
}
