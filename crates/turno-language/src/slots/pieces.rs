//! Values that come in pieces: a telephone in two breaths, or key by key, a code, a mail address before and after its sign.
//!
//! Only one run of what may be a part is one. What was heard is put in front of it, and the whole is read as if it had come at
//! once: what would not be taken then is not taken now.

mod mail;

pub use mail::email_in;
use serde_json::Value;

use super::{
    code,
    digits::{digits_from, digits_with_pauses, is_pause},
    found::correction_start,
    phone,
    tokens::Tokens,
};
use crate::{
    CODE_DIGITS, ProblemKind, ReadContext, SlotKind, SlotReading, SlotSpec, SlotValue, Text,
    format::{self, Form},
    grammar::NOT,
};

/// The longest text of a code that is waited for.
const CODE_CHARACTERS_MAX: usize = 60;

/// So many letters and digits stand behind a code's prefix at least.
const CODE_MIN: usize = 4;
/// Codes of earlier versions had hardly ever more.
const SHORT_CODE_MAX: usize = 5;

/// Fewer digits are a part of a telephone only where nothing else is said.
const DIGITS_MIN: usize = 3;

/// What an utterance adds to a value of which a part may have been heard before.
#[derive(Debug, Clone, PartialEq)]
pub enum PieceReading {
    /// Nothing: it is read as any other.
    None,
    /// With it the value is whole.
    Whole(SlotValue),
    /// More of it is to come. All that was heard so far, to be handed in with the next words.
    Part(String),
}

/// Reads an utterance as a piece of the value that is awaited.
///
/// - `heard`: what [`PieceReading::Part`] gave before; empty where nothing was.
/// - `reading`: what [`crate::read_slots`] makes of the utterance by itself. A value that is whole in it counts alone.
pub fn read_piece(
    heard: &str,
    text: &Text,
    reading: &SlotReading,
    context: &ReadContext<'_>,
) -> PieceReading {
    let awaited = context.awaiting.and_then(|name| context.slots.iter().find(|slot| slot.name == name));
    let Some(slot) = awaited else {
        return PieceReading::None;
    };
    let alone = reading.values.iter().find(|value| value.slot == slot.name);
    let pieces = Pieces { heard, text, slot, context };
    match slot.kind {
        SlotKind::Phone if alone.is_some() => PieceReading::None,
        SlotKind::Phone => {
            let is_attempt = |problem: &crate::Problem| {
                problem.slot == slot.name && problem.kind == ProblemKind::OutOfRange
            };
            pieces.of_phone(reading.problems.iter().any(is_attempt))
        }
        SlotKind::Code => pieces.of_code(alone.and_then(|value| value.value.as_str())),
        SlotKind::Contact => pieces.of_contact(),
        SlotKind::Date
        | SlotKind::Time
        | SlotKind::PartySize
        | SlotKind::PersonName
        | SlotKind::Term
        | SlotKind::Items
        | SlotKind::Address
        | SlotKind::Boolean
        | SlotKind::Integer
        | SlotKind::Number
        | SlotKind::Text => PieceReading::None,
    }
}

struct Pieces<'a> {
    heard: &'a str,
    text: &'a Text,
    slot: &'a SlotSpec<'a>,
    context: &'a ReadContext<'a>,
}

impl Pieces<'_> {
    fn of_phone(&self, is_attempt: bool) -> PieceReading {
        let Some(dictated) = self.dictated(is_attempt) else {
            return PieceReading::None;
        };
        if dictated.takes_back
            && let Some(phone) = self.mended()
        {
            return self.whole(Value::String(phone));
        }
        let heard = if dictated.takes_back || dictated.digits.starts_with('+') { "" } else { self.heard };
        let joined = format!("{heard}{}", dictated.digits);
        match phone::complete(&joined, self.context.country) {
            Some(phone) => self.whole(Value::String(phone)),
            None if phone::may_go_on(&joined, self.context.country) => PieceReading::Part(joined),
            None => PieceReading::None,
        }
    }

    /// The digits, where there is but one run of them, or one that takes back what stands before it.
    fn dictated(&self, is_attempt: bool) -> Option<Dictated> {
        let tokens = Tokens::of(self.text, self.context.language);
        let mut runs = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            match digits_with_pauses(&tokens, at) {
                Some((digits, end)) => {
                    runs.push((at, digits, end));
                    at = end;
                }
                None => at += 1,
            }
        }
        let (start, digits, mut end) = runs.pop()?;
        let before = runs.last().map_or(0, |(_, _, end)| *end);
        let correction = (before..start).find_map(|at| {
            let is_no = NOT.contains(&tokens.word(at));
            let end = correction_start(&tokens, at).or_else(|| is_no.then_some(at + 1))?;
            Some(at..end)
        });
        let takes_back = correction.is_some();
        if !(runs.is_empty() || takes_back) {
            return None;
        }
        while is_pause(&tokens, end) {
            end += 1;
        }
        let is_of_correction = |at: usize| correction.as_ref().is_some_and(|range| range.contains(&at));
        let is_alone = (0..tokens.len())
            .all(|at| (start..end).contains(&at) || tokens.is_mark(at) || is_of_correction(at));
        let is_enough = digits.len() >= DIGITS_MIN && is_attempt;
        let has_plus = start > 0 && tokens.word(start - 1) == "+";
        (is_alone || is_enough)
            .then(|| Dictated { digits: if has_plus { format!("+{digits}") } else { digits }, takes_back })
    }

    /// "55 1234", "no, 1243 5678": what takes back the end of what was heard, and brings the rest.
    fn mended(&self) -> Option<String> {
        let whole = Text::of(&format!("{}, {}", self.heard, self.text.said()));
        let tokens = Tokens::of(&whole, self.context.language);
        match phone::phones(&tokens, self.context.country, true).as_slice() {
            [one] => one.outcome.as_ref().ok()?.as_str().map(str::to_owned),
            _ => None,
        }
    }

    fn of_code(&self, alone: Option<&str>) -> PieceReading {
        let tokens = Tokens::of(self.text, self.context.language);
        if !code::is_piece(&tokens) {
            return PieceReading::None;
        }
        let is_whole = |code: &str| {
            let behind = code.split_once('-').map_or(code, |(_, behind)| behind);
            let count = behind.chars().filter(|c| c.is_alphanumeric()).count();
            // Of more than a short code has, all of a long one is to come.
            (CODE_MIN..=SHORT_CODE_MAX).contains(&count) || count >= CODE_DIGITS
        };
        let has_digits = self.heard.contains(|c: char| c.is_ascii_digit());
        // "RES", "4821": the letters that were heard are a part of it.
        // Digits behind digits go on with them; who begins anew says the letters again.
        let begins_anew = has_digits && digits_from(&tokens, 0, &["-"]).is_none();
        if alone.is_some_and(|code| is_whole(code) && (begins_anew || self.heard.is_empty())) {
            return PieceReading::None;
        }
        let joined = format!("{} {}", self.heard, self.text.said().trim());
        let joined = joined.trim_start();
        let whole = Text::of(joined);
        let codes = code::codes(&Tokens::of(&whole, self.context.language), self.slot.name, true);
        let codes: Vec<&str> = codes.iter().filter_map(|code| code.outcome.as_ref().ok()?.as_str()).collect();
        match codes.as_slice() {
            [code] if is_whole(code) => self.whole(Value::from(*code)),
            _ if joined.chars().count() <= CODE_CHARACTERS_MAX => PieceReading::Part(joined.to_owned()),
            _ => PieceReading::None,
        }
    }

    fn of_contact(&self) -> PieceReading {
        let is_of_phone =
            !self.heard.is_empty() && self.heard.chars().all(|c| c.is_ascii_digit() || c == '+');
        if let Some(reading) = self.of_mail(is_of_phone) {
            return reading;
        }
        let is_whole = |phones: &[super::found::Found]| phones.iter().any(|phone| phone.outcome.is_ok());
        let tokens = Tokens::of(self.text, self.context.language);
        if is_whole(&phone::phones(&tokens, self.context.country, true)) {
            return PieceReading::None;
        }
        match self.of_phone(true) {
            PieceReading::Whole(value) => {
                let phone = value.value.as_str().unwrap_or_default();
                self.whole(Value::from(format::phone(self.context.language, Form::Written, phone)))
            }
            other @ (PieceReading::None | PieceReading::Part(_)) => other,
        }
    }

    /// None where the words are of no address.
    fn of_mail(&self, is_of_phone: bool) -> Option<PieceReading> {
        let heard = if is_of_phone { "" } else { self.heard };
        let part = mail::part_of_email(self.text.said());
        let takes_back = {
            let tokens = Tokens::of(self.text, self.context.language);
            NOT.contains(&tokens.word(0))
        };
        let joined = part
            .as_ref()
            .filter(|_| !takes_back && !heard.is_empty())
            .and_then(|part| mail::joined_parts(heard, part));
        let whole = |text: &str| Some(self.whole(Value::String(email_in(text)?)));
        if let Some(joined) = joined {
            return whole(&joined).or(Some(PieceReading::Part(joined)));
        }
        whole(self.text.said()).or_else(|| part.map(PieceReading::Part))
    }

    fn whole(&self, value: Value) -> PieceReading {
        PieceReading::Whole(SlotValue {
            slot: self.slot.name.to_owned(),
            value,
            said: self.text.said().trim().to_owned(),
        })
    }
}

/// Digits of a number, with the plus before them.
struct Dictated {
    digits: String,
    /// They stand in place of what was heard.
    takes_back: bool,
}
