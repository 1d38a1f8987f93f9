//! Two bare numbers set against each other: "not eight, nine", "cinco no cuatro". The one that is refused tells of which
//! value both are.

use jiff::civil::Time;
use serde_json::Value;

use super::clock::{Clock, Moment};
use super::found::Found;
use super::number::number_at;
use super::time::Asking;
use super::tokens::Tokens;
use super::{Reader, party_size};
use crate::{SlotKind, pack::Tagged};

/// Refuses the number behind it: "not", "en vez de".
static REFUSES: Tagged = Tagged::new("contrast_refuses");

/// Leads to the number that is wanted, behind the refused one.
static BUT: Tagged = Tagged::new("contrast_but");

/// Between the number that is wanted and the refused one.
static LINKS: Tagged = Tagged::new("contrast_links");

/// Two numbers, of which one is wanted.
struct Contrast {
    /// The number that is refused.
    refused: u32,
    /// The number that is wanted.
    wanted: u32,
    said: std::ops::Range<usize>,
}

impl Contrast {
    /// The wanted number with its outcome; no other reader may use either number.
    fn found(&self, outcome: Result<Value, crate::ProblemKind>) -> Found {
        Found::new(self.said.clone(), outcome)
    }
}

impl Reader<'_> {
    /// What a number without the words of an hour may be.
    pub(super) fn asking_for_time(&self) -> Asking {
        if self.awaits(SlotKind::Time) {
            return Asking::Time;
        }
        let is_told = self.context.awaiting.is_none() && self.known_value(SlotKind::Time).is_some();
        let may_be_people = self.slot_of(SlotKind::PartySize).is_some();
        match (is_told, may_be_people) {
            (true, false) => Asking::Change,
            (true, true) => Asking::ChangeBesidePeople,
            (false, _) => Asking::Else,
        }
    }

    /// "Not eight, nine", "cinco no cuatro": where all is told, the number that is refused says which value is another.
    pub(super) fn read_contrast(&mut self) {
        if self.context.awaiting.is_some() || !self.tokens.hints.has_number {
            return;
        }
        let party = self.known_value(SlotKind::PartySize).and_then(Value::as_u64);
        let time: Option<Time> = self.known(SlotKind::Time);
        if party.is_none() && time.is_none() {
            return;
        }
        let refuses = |at| self.tokens.phrases(at, &REFUSES).is_some();
        if !(0..self.tokens.len()).any(refuses) {
            return;
        }
        let Some(contrast) = contrast(&self.tokens) else {
            return;
        };
        let is_of_party = party == Some(u64::from(contrast.refused));
        let is_of_time = time.is_some_and(|time| {
            let hour = u32::from(time.hour().unsigned_abs());
            time.minute() == 0 && contrast.refused > 0 && contrast.refused % 12 == hour % 12
        });
        match (is_of_party, is_of_time) {
            (true, false) => {
                let wanted = party_size::found(0, 0, &[contrast.wanted]).outcome;
                self.settle(SlotKind::PartySize, vec![contrast.found(wanted)]);
            }
            (false, true) => {
                let moment = Moment {
                    today: self.context.now.date(),
                    now: self.context.now.time(),
                    now_there: self.context.now,
                    date: self.known(SlotKind::Date),
                    hours: self.context.hours,
                    known: time,
                };
                let clock = Clock { hour: contrast.wanted, minute: 0, part: None, is_padded: false };
                let wanted = moment.resolve(clock);
                self.settle(SlotKind::Time, vec![contrast.found(wanted)]);
            }
            (true, true) | (false, false) => {}
        }
    }
}

/// The first pair of an utterance.
fn contrast(tokens: &Tokens<'_>) -> Option<Contrast> {
    (0..tokens.len()).find_map(|at| refused_first(tokens, at).or_else(|| wanted_first(tokens, at)))
}

/// "Not eight, nine", "no cuatro, cinco", "no cuatro sino cinco".
fn refused_first(tokens: &Tokens<'_>, at: usize) -> Option<Contrast> {
    let start = tokens.phrases(at, &REFUSES)?;
    let (refused, end) = bare(tokens, start)?;
    let next = tokens.skip(tokens.skip_comma(end), &BUT);
    let (wanted, end) = bare(tokens, next)?;
    tokens.ends_at(end).then_some(Contrast { refused, wanted, said: at..end })
}

/// "Nine, not eight", "cinco no cuatro", "nine instead of eight".
fn wanted_first(tokens: &Tokens<'_>, at: usize) -> Option<Contrast> {
    let (wanted, end) = bare(tokens, at)?;
    let next = tokens.phrases(tokens.skip_comma(end), &LINKS)?;
    let (refused, end) = bare(tokens, next)?;
    tokens.ends_at(end).then_some(Contrast { refused, wanted, said: at..end })
}

fn bare(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let is_clock = |end: usize| tokens.is_mark_of(end, &[":", "/", "%", "-"]);
    number_at(tokens, at).filter(|(_, end)| !is_clock(*end) && tokens.before(at) != "$")
}
