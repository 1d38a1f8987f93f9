//! Hours as they were said, before anyone decides which half of the day is meant.

mod english;
mod spanish;

use super::mention::Mention;
use super::token::Tokens;
use crate::Language;

/// An hour as it was said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum TimeSaid {
    /// "las 8 y media de la noche".
    Clock {
        hour: u64,
        minute: u64,
        /// The part of the day, where it was said.
        part: Option<DayPart>,
        /// Said on the 24-hour clock: "20:00", "08:30", "20 horas".
        is_full: bool,
    },
    /// "en media hora": minutes from now.
    FromNow(i64),
    /// "una hora después": minutes from the time that is known.
    Shift(i64),
    /// "más tarde", "al rato".
    Vague,
}

/// A part of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayPart {
    /// Madrugada: 0 to 5.
    Dawn,
    /// 6 to 11.
    Morning,
    /// Around 12.
    Midday,
    /// 12 to 18.
    Afternoon,
    /// 19 to 23, and "las 12 de la noche".
    Night,
    /// a. m.
    Am,
    /// p. m.
    Pm,
}

impl DayPart {
    /// The hour from 0 to 23 that an hour of this part is, `None` where there is no such hour ("las 15 de la mañana").
    pub(super) fn hour(self, hour: u64) -> Option<u64> {
        let twelve = hour % 12;
        match self {
            Self::Dawn | Self::Am if hour <= 12 => Some(twelve),
            Self::Morning if hour <= 12 => Some(hour),
            Self::Midday if hour == 0 => None,
            Self::Midday if hour >= 10 => Some(hour),
            Self::Night if (1..=4).contains(&hour) => Some(hour),
            Self::Night if hour == 12 => Some(0),
            Self::Midday | Self::Afternoon | Self::Night | Self::Pm if (1..=12).contains(&hour) => Some(twelve + 12),
            Self::Afternoon | Self::Night | Self::Pm | Self::Midday if hour < 24 => Some(hour),
            Self::Dawn | Self::Am | Self::Morning | Self::Midday | Self::Afternoon | Self::Night | Self::Pm => None,
        }
    }
}

/// The hours that an utterance names, in the order said; their words are taken.
pub(super) fn mentions(tokens: &mut Tokens<'_>, language: Language, is_awaited: bool) -> Vec<Mention<TimeSaid>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let read = match (tokens.is_used(at), language) {
            (true, _) => None,
            (false, Language::Es) => spanish::read(tokens, at, is_awaited),
            (false, Language::En) => english::read(tokens, at, is_awaited),
        };
        match read {
            Some((to, said)) if to > at && tokens.is_free(at, to) => {
                found.push(Mention::new(at, to, said));
                tokens.take(at, to);
                at = to;
            }
            _ => at += 1,
        }
    }
    found
}

/// A bare hour where one is due: an answer to "at what time?", or after a correction.
pub(super) fn bare(tokens: &Tokens<'_>, at: usize, language: Language) -> Option<Mention<TimeSaid>> {
    let read = match language {
        Language::Es => spanish::bare(tokens, at),
        Language::En => english::bare(tokens, at),
    };
    read.filter(|(to, _)| tokens.is_free(at, *to)).map(|(to, said)| Mention::new(at, to, said))
}

/// The parts of the day that stand apart from an hour: "mañana en la noche, a las 8".
pub(super) fn parts(tokens: &Tokens<'_>, language: Language) -> Vec<Mention<DayPart>> {
    let phrases = match language {
        Language::Es => spanish::PARTS,
        Language::En => english::PARTS,
    };
    (0..tokens.len())
        .filter_map(|at| {
            let (length, part) = longest(tokens, at, phrases)?;
            Some(Mention::new(at, at + length, part))
        })
        .collect()
}

/// What the occasion says about the half of the day: dinner is at night.
pub(super) fn occasion(tokens: &Tokens<'_>) -> Option<DayPart> {
    (0..tokens.len()).find_map(|at| match tokens.word(at) {
        "cenar" | "cena" | "cenamos" | "dinner" | "supper" => Some(DayPart::Night),
        "desayunar" | "desayuno" | "breakfast" => Some(DayPart::Morning),
        "comer" | "comida" | "almorzar" | "lunch" => Some(DayPart::Afternoon),
        _ => None,
    })
}

fn longest(tokens: &Tokens<'_>, at: usize, phrases: &[(&str, DayPart)]) -> Option<(usize, DayPart)> {
    phrases
        .iter()
        .filter_map(|(phrase, part)| Some((tokens.phrase(at, phrase)?, *part)))
        .max_by_key(|(length, _)| *length)
}

/// "8:30", "8.30", "20h30", with seconds ignored: hour, minute and the next token.
fn written(tokens: &Tokens<'_>, at: usize) -> Option<(usize, u64, u64)> {
    let hour_text = tokens.text(at);
    if !tokens.is_digits(at) || hour_text.len() > 2 || tokens.gap(at).ends_with(['$', ':', '.', '/', '-']) {
        return None;
    }
    let minute_at = match tokens.gap(at + 1) {
        ":" | "." => at + 1,
        "" if tokens.is(at + 1, "h") && tokens.gap(at + 2).is_empty() => at + 2,
        _ => return None,
    };
    let minute_text = tokens.text(minute_at);
    if !tokens.is_digits(minute_at) || minute_text.len() != 2 {
        return None;
    }
    let has_seconds = tokens.is_digits(minute_at + 1) && tokens.gap(minute_at + 1) == ":";
    let next = minute_at + if has_seconds { 2 } else { 1 };
    if tokens.is_digits(next) && matches!(tokens.gap(next), "." | "/" | "-") && tokens.gap(minute_at) == "." {
        return None;
    }
    Some((next, hour_text.parse().ok()?, minute_text.parse().ok()?))
}

/// The minutes said right after an hour: "ocho treinta", "8 05", "ocho cero cinco".
fn minutes_beside(tokens: &Tokens<'_>, at: usize) -> Option<(usize, u64)> {
    if !tokens.is_joined(at) || tokens.gap(at).contains(['-', '/']) {
        return None;
    }
    let number = tokens.cardinal(at)?;
    let next = at + number.length;
    if number.value == 0 && !number.is_digits {
        let unit = tokens.cardinal(next).filter(|unit| unit.value < 10 && tokens.is_joined(next))?;
        return Some((next + unit.length, unit.value));
    }
    let is_minute = (number.is_digits && tokens.text(at).len() == 2) || (10..60).contains(&number.value);
    (is_minute && number.value < 60).then_some((next, number.value))
}

fn clock(hour: u64, minute: u64, part: Option<DayPart>, is_full: bool) -> TimeSaid {
    TimeSaid::Clock {
        hour,
        minute,
        part,
        is_full: is_full || hour == 0 || hour > 12,
    }
}

/// Takes minutes off an hour: "cuarto para las 9" is 8:45.
fn minutes_to(hour: u64, minutes: u64, part: Option<DayPart>) -> TimeSaid {
    let before = match hour {
        1 => 12,
        0 => 23,
        hour => hour - 1,
    };
    // The part belongs to the hour that was named: "cuarto para las 12 de la noche" is 23:45.
    match part.and_then(|part| part.hour(hour)) {
        Some(named) => clock((named + 23) % 24, 60 - minutes, None, true),
        None => clock(before, 60 - minutes, part, false),
    }
}
