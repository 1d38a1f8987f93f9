//! What an answer to a question of yes or no means.

use std::collections::BTreeMap;

use jiff::ZonedDateTime;
use serde_json::Value;
use turno_language::{
    Act, Asked, Assent, Firmness, SlotReading, Sums, Verdict, VerdictReading, read_verdict,
};

use crate::{
    ConfirmationId, Input, PendingConfirmation,
    assistant_tool::AssistantTool,
    choice::plain_choice,
    step::{
        Step,
        reply::buttons::{is_same, question_buttons},
    },
};

/// An answer while a question is open.
pub(in crate::step) enum Answer {
    /// Words, keys, or the question's own button.
    Verdict(VerdictReading),
    /// Another button.
    OtherButton(String),
}

impl Step<'_> {
    /// Reads the turn as an answer to a pending confirmation.
    pub(in crate::step) fn read_answer(&self, pending: &PendingConfirmation) -> Answer {
        match self.conversation.turns.input() {
            Input::Choice(id) => match own_button(&id, pending) {
                Some(verdict) => Answer::Verdict(bare(verdict)),
                None => Answer::OtherButton(id),
            },
            Input::Dtmf(keys) if self.conversation.has_keys() => Answer::Verdict(bare(key_verdict(&keys))),
            Input::Dtmf(keys) => Answer::Verdict(no_answer(self.read_pending_verdict(&keys, pending))),
            Input::Text(text) => Answer::Verdict(self.read_pending_verdict(&text, pending)),
            other @ (Input::Media(_) | Input::Location(_) | Input::Contact(_)) => {
                Answer::Verdict(self.read_pending_verdict(other.words(), pending))
            }
        }
    }

    /// Reads words as an answer to a call that is, or was, pending. What a model or a recording understood can turn a
    /// yes into a change, never anything into a yes.
    pub(in crate::step) fn read_pending_verdict(
        &self,
        text: &str,
        pending: &PendingConfirmation,
    ) -> VerdictReading {
        let Some(tool) = self.assistant.assistant_tool(&pending.tool) else {
            return bare(Verdict::Unclear);
        };
        let values: BTreeMap<String, Value> =
            pending.parameters.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let units: Vec<i64> = sums_in(&pending.text).collect();
        let sums = Sums { units: &units, currency: &self.assistant.settings.currency };
        let mut reading = self.read_verdict_beside(text, tool, &values, sums);
        if let Verdict::Change | Verdict::Unclear = reading.verdict
            && let Some(yes) = self.yes_that_repeats(text, tool, pending, sums)
        {
            reading = yes;
        }
        let understood = self
            .conversation
            .turns
            .understood_slots()
            .into_iter()
            .filter(|(slot, value)| tool.has_slot(slot) && values.get(slot) != Some(value));
        let understood: Vec<_> = understood.collect();
        if !understood.is_empty() && matches!(reading.verdict, Verdict::Yes | Verdict::No | Verdict::Change) {
            reading.verdict = Verdict::Change;
            reading.changes.values.retain(|value| !understood.iter().any(|(slot, _)| *slot == value.slot));
            reading
                .changes
                .problems
                .retain(|problem| !understood.iter().any(|(slot, _)| *slot == problem.slot));
            let values = understood.into_iter().map(|(slot, value)| turno_language::SlotValue {
                slot,
                value,
                said: text.to_owned(),
            });
            reading.changes.values.extend(values);
        }
        reading
    }

    /// "Sí, cancela la del lunes": a yes that repeats what the question named beside its parameters, which only the slots of
    /// another tool read: when the booking is. Only where it names all of that as it is.
    fn yes_that_repeats(
        &self,
        text: &str,
        tool: &AssistantTool,
        pending: &PendingConfirmation,
        sums: Sums<'_>,
    ) -> Option<VerdictReading> {
        let (settings, language) = (&self.assistant.settings, self.language());
        let today = self.now().date();
        let mut values: BTreeMap<String, Value> = pending.parameters.clone().into_iter().collect();
        let mut specs = tool.slot_specs();
        let of_booking = self.booking_tool().filter(|_| tool.spec.act == Act::Cancel);
        for spec in of_booking.map(AssistantTool::slot_specs).unwrap_or_default() {
            let value = self.conversation.collected.slots.get(spec.name);
            let (Some(value), false) = (value, tool.has_slot(spec.name)) else {
                continue;
            };
            let words = of_booking?.value_words(settings, language, spec.name, value, today);
            if !words.is_empty() && pending.text.contains(&words) {
                values.insert(spec.name.to_owned(), value.clone());
                specs.push(spec);
            }
        }
        if values.len() == pending.parameters.len() {
            return None;
        }
        let (now, act) = (self.said_now(), tool.spec.act);
        let asked = Asked { act, values: &values, sums };
        let reading = self.verdict_of_words(text, |language, words| {
            let context = self.read_context(language, &specs, &now, None, &values);
            read_verdict(words, &asked, &context)
        });
        (reading.verdict == Verdict::Yes).then_some(reading)
    }

    /// Reads words as an answer to a call of that tool with those values.
    pub(in crate::step) fn read_verdict_of(
        &self,
        text: &str,
        tool: &AssistantTool,
        values: &BTreeMap<String, Value>,
    ) -> VerdictReading {
        self.read_verdict_beside(text, tool, values, Sums::default())
    }

    /// The same, where the question named sums beside the values.
    fn read_verdict_beside(
        &self,
        text: &str,
        tool: &AssistantTool,
        values: &BTreeMap<String, Value>,
        sums: Sums<'_>,
    ) -> VerdictReading {
        let specs = tool.slot_specs();
        let asked = Asked { act: tool.spec.act, values, sums };
        let read_at = |now: &ZonedDateTime| {
            self.verdict_of_words(text, |language, words| {
                let context = self.read_context(language, &specs, now, None, values);
                read_verdict(words, &asked, &context)
            })
        };
        let mut reading = read_at(&self.said_now());
        let changes = std::mem::take(&mut reading.changes);
        reading.changes = self.as_it_counts(changes, &specs, |now| read_at(now).changes);
        reading
    }

    /// Reads the turn as an answer to a plain question.
    pub(in crate::step) fn read_plain_answer(&self) -> Answer {
        match self.conversation.turns.input() {
            Input::Choice(id) => match id.as_str() {
                "yes" => Answer::Verdict(bare(Verdict::Yes)),
                "no" => Answer::Verdict(bare(Verdict::No)),
                _ => Answer::OtherButton(id),
            },
            Input::Dtmf(keys) if self.conversation.has_keys() => Answer::Verdict(bare(key_verdict(&keys))),
            Input::Dtmf(_) => Answer::Verdict(bare(Verdict::Unclear)),
            Input::Text(text) => Answer::Verdict(self.read_plain_verdict(&text)),
            other @ (Input::Media(_) | Input::Location(_) | Input::Contact(_)) => {
                Answer::Verdict(self.read_plain_verdict(other.words()))
            }
        }
    }

    /// Reads words as a yes or a no to something that has no values.
    pub(in crate::step) fn read_plain_verdict(&self, text: &str) -> VerdictReading {
        self.read_verdict_on(Act::Other, text)
    }

    /// The same, where what is asked would do that.
    pub(in crate::step) fn read_verdict_on(&self, act: Act, text: &str) -> VerdictReading {
        let none = BTreeMap::new();
        let now = self.said_now();
        let asked = Asked { act, values: &none, sums: Sums::default() };
        self.verdict_of_words(text, |language, words| {
            read_verdict(words, &asked, &self.read_context(language, &[], &now, None, &none))
        })
    }
}

/// The sums of money that a question names, in whole units: "$1,250".
fn sums_in(text: &str) -> impl Iterator<Item = i64> {
    text.split('$').skip(1).filter_map(|behind| {
        let end = behind.find(|c: char| !(c.is_ascii_digit() || c == ',')).unwrap_or(behind.len());
        behind[..end].replace(',', "").parse().ok()
    })
}

/// The confirmation that a button names, whichever it is.
pub(in crate::step) fn named_confirmation(button: &str) -> Option<ConfirmationId> {
    let name = plain_choice(button);
    let id = name.strip_prefix("yes:").or_else(|| name.strip_prefix("no:"))?;
    Some(ConfirmationId(id.to_owned()))
}

/// What a press says to a question, where the button is its own: the id tells that it was offered with it.
pub(in crate::step) fn own_button(button: &str, pending: &PendingConfirmation) -> Option<Verdict> {
    #[cfg(feature = "planted-faults")]
    if crate::planted::is_planted(crate::planted::PlantedFault::OldButtonActs) && button.starts_with("yes:") {
        return Some(Verdict::Yes);
    }
    let (yes, no) = question_buttons(pending);
    if is_same(button, &yes) {
        Some(Verdict::Yes)
    } else if is_same(button, &no) {
        Some(Verdict::No)
    } else {
        None
    }
}

/// Takes what is no yes as one.
#[cfg(feature = "planted-faults")]
pub(in crate::step) fn misread(reading: VerdictReading) -> VerdictReading {
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
