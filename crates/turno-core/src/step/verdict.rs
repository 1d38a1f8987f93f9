//! What an answer to a question of yes or no means.

use std::collections::BTreeMap;

use serde_json::Value;
use turno_language::{Act, Asked, Assent, Firmness, SlotReading, Verdict, VerdictReading, read_verdict};

use super::Step;
use crate::{Channel, ConfirmationId, Input, PendingConfirmation, assistant_tool::AssistantTool};

/// An answer while a question is open.
pub(super) enum Answer {
    /// Words, keys, or the question's own button.
    Verdict(VerdictReading),
    /// Another button.
    OtherButton(String),
}

impl Step<'_> {
    /// Reads the turn as an answer to a pending confirmation.
    pub(super) fn read_answer(&self, pending: &PendingConfirmation) -> Answer {
        match self.input() {
            Input::Choice(id) => match own_button(&id, &pending.id) {
                Some(verdict) => Answer::Verdict(bare(verdict)),
                None => Answer::OtherButton(id),
            },
            Input::Dtmf(keys) if self.has_keys() => Answer::Verdict(bare(key_verdict(&keys))),
            Input::Dtmf(keys) => Answer::Verdict(no_answer(self.read_pending_verdict(&keys, pending))),
            Input::Text(text) => Answer::Verdict(self.read_pending_verdict(&text, pending)),
        }
    }

    /// Reads words as an answer to a call that is, or was, pending. What a model or a recording understood can turn a
    /// yes into a change, never anything into a yes.
    pub(super) fn read_pending_verdict(&self, text: &str, pending: &PendingConfirmation) -> VerdictReading {
        let Some(tool) = self.assistant.assistant_tool(&pending.tool) else {
            return bare(Verdict::Unclear);
        };
        let values: BTreeMap<String, Value> = pending
            .parameters
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let mut reading = self.read_verdict_of(text, tool, &values);
        let understood = self
            .understood_slots()
            .into_iter()
            .filter(|(slot, value)| tool.has_slot(slot) && values.get(slot) != Some(value));
        let understood: Vec<_> = understood.collect();
        if !understood.is_empty() && matches!(reading.verdict, Verdict::Yes | Verdict::No | Verdict::Change) {
            reading.verdict = Verdict::Change;
            reading
                .changes
                .values
                .retain(|value| !understood.iter().any(|(slot, _)| *slot == value.slot));
            reading
                .changes
                .problems
                .retain(|problem| !understood.iter().any(|(slot, _)| *slot == problem.slot));
            let values = understood
                .into_iter()
                .map(|(slot, value)| turno_language::SlotValue {
                    slot,
                    value,
                    said: text.to_owned(),
                });
            reading.changes.values.extend(values);
        }
        reading
    }

    /// Reads words as an answer to a call of that tool with those values.
    pub(super) fn read_verdict_of(
        &self,
        text: &str,
        tool: &AssistantTool,
        values: &BTreeMap<String, Value>,
    ) -> VerdictReading {
        let specs = tool.slot_specs();
        let now = self.now();
        let asked = Asked {
            act: tool.spec.act,
            values,
        };
        self.verdict_of_words(text, |language, words| {
            read_verdict(
                words,
                &asked,
                &self.read_context(language, &specs, &now, None, values),
            )
        })
    }

    /// Reads the turn as an answer to a plain question.
    pub(super) fn read_plain_answer(&self) -> Answer {
        match self.input() {
            Input::Choice(id) => match id.as_str() {
                "yes" => Answer::Verdict(bare(Verdict::Yes)),
                "no" => Answer::Verdict(bare(Verdict::No)),
                _ => Answer::OtherButton(id),
            },
            Input::Dtmf(keys) if self.has_keys() => Answer::Verdict(bare(key_verdict(&keys))),
            Input::Dtmf(_) => Answer::Verdict(bare(Verdict::Unclear)),
            Input::Text(text) => Answer::Verdict(self.read_plain_verdict(&text)),
        }
    }

    /// Reads words as a yes or a no to something that has no values.
    pub(super) fn read_plain_verdict(&self, text: &str) -> VerdictReading {
        let none = BTreeMap::new();
        let now = self.now();
        let asked = Asked {
            act: Act::Other,
            values: &none,
        };
        self.verdict_of_words(text, |language, words| {
            read_verdict(
                words,
                &asked,
                &self.read_context(language, &[], &now, None, &none),
            )
        })
    }

    /// Whether keys answer a question of yes or no: only a telephone has them, and nobody was told of them anywhere else.
    fn has_keys(&self) -> bool {
        self.conversation.key.channel == Channel::Voice
    }

    pub(super) fn input(&self) -> Input {
        self.conversation
            .turn
            .as_ref()
            .map_or_else(|| Input::Text(String::new()), |turn| turn.turn.input.clone())
    }

    pub(super) fn understood_slots(&self) -> BTreeMap<String, Value> {
        let understanding = self
            .conversation
            .turn
            .as_ref()
            .and_then(|turn| turn.turn.understanding.as_ref());
        understanding
            .map(|understanding| understanding.slots.clone())
            .unwrap_or_default()
    }
}

/// The ids of a question's buttons.
pub(super) fn button_ids(id: &ConfirmationId) -> (String, String) {
    (format!("yes:{}", id.0), format!("no:{}", id.0))
}

/// The confirmation that a button names, whichever it is.
pub(super) fn named_confirmation(button: &str) -> Option<ConfirmationId> {
    let id = button
        .strip_prefix("yes:")
        .or_else(|| button.strip_prefix("no:"))?;
    Some(ConfirmationId(id.to_owned()))
}

fn own_button(button: &str, id: &ConfirmationId) -> Option<Verdict> {
    #[cfg(feature = "planted-faults")]
    if crate::planted::is_planted(crate::planted::PlantedFault::OldButtonActs) && button.starts_with("yes:") {
        return Some(Verdict::Yes);
    }
    let (yes, no) = button_ids(id);
    if button == yes {
        Some(Verdict::Yes)
    } else if button == no {
        Some(Verdict::No)
    } else {
        None
    }
}

/// Takes what is no yes as one.
#[cfg(feature = "planted-faults")]
pub(super) fn misread(reading: VerdictReading) -> VerdictReading {
    use crate::planted::{PlantedFault, is_planted};
    let is_misread = match reading.verdict {
        Verdict::Change => is_planted(PlantedFault::ChangeIsYes),
        Verdict::Wait => is_planted(PlantedFault::WaitIsYes),
        Verdict::Yes | Verdict::No | Verdict::Unclear => false,
    };
    if is_misread { bare(Verdict::Yes) } else { reading }
}

fn key_verdict(keys: &str) -> Verdict {
    match keys.trim() {
        "1" => Verdict::Yes,
        "2" => Verdict::No,
        _ => Verdict::Unclear,
    }
}

/// Digits where keys answer nothing: a value they may be, a yes or a no never.
fn no_answer(reading: VerdictReading) -> VerdictReading {
    match reading.verdict {
        Verdict::Yes | Verdict::No => bare(Verdict::Unclear),
        Verdict::Change | Verdict::Wait | Verdict::Unclear => reading,
    }
}

fn bare(verdict: Verdict) -> VerdictReading {
    VerdictReading {
        verdict,
        changes: SlotReading::default(),
        named_slots: Vec::new(),
        question: None,
        assent: (verdict == Verdict::Yes).then_some(Assent::Word),
        firmness: (verdict == Verdict::Yes).then_some(Firmness::Names),
        wish: None,
    }
}
