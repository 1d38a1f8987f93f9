//! Hours as people say them in English.

use super::super::token::Tokens;
use super::{DayPart, TimeSaid, clock, longest, minutes_beside, minutes_to, written};

/// Parts of the day that stand on their own.
pub(super) const PARTS: &[(&str, DayPart)] = &[
    ("tonight", DayPart::Night),
    ("at night", DayPart::Night),
    ("in the night", DayPart::Night),
    ("in the evening", DayPart::Night),
    ("this evening", DayPart::Night),
    ("tomorrow evening", DayPart::Night),
    ("tomorrow night", DayPart::Night),
    ("evening", DayPart::Night),
    ("night", DayPart::Night),
    ("in the afternoon", DayPart::Afternoon),
    ("this afternoon", DayPart::Afternoon),
    ("afternoon", DayPart::Afternoon),
    ("in the morning", DayPart::Morning),
    ("this morning", DayPart::Morning),
    ("morning", DayPart::Morning),
    ("early", DayPart::Morning),
];

/// Parts of the day right after an hour.
const SUFFIXES: &[(&str, DayPart)] = &[
    ("in the morning", DayPart::Morning),
    ("this morning", DayPart::Morning),
    ("in the afternoon", DayPart::Afternoon),
    ("this afternoon", DayPart::Afternoon),
    ("in the evening", DayPart::Night),
    ("this evening", DayPart::Night),
    ("in the night", DayPart::Night),
    ("at night", DayPart::Night),
    ("am", DayPart::Am),
    ("a m", DayPart::Am),
    ("pm", DayPart::Pm),
    ("p m", DayPart::Pm),
];

const PREFIXES: &[&str] = &[
    "at", "at about", "at around", "around", "about", "by", "from", "until", "till", "after", "before", "at like", "say at",
];

const COUNTED: &[&str] = &[
    "people", "persons", "person", "guests", "adults", "kids", "children", "minutes", "minute", "hours", "hour", "days",
    "weeks", "dollars", "of us", "friends", "seats", "options", "years", "months", "st", "nd", "rd", "th", "percent",
];

/// Reads an hour that begins at that token.
pub(super) fn read(tokens: &Tokens<'_>, at: usize, is_awaited: bool) -> Option<(usize, TimeSaid)> {
    named(tokens, at)
        .or_else(|| shift(tokens, at))
        .or_else(|| from_now(tokens, at))
        .or_else(|| past_or_to(tokens, at))
        .or_else(|| announced(tokens, at))
        .or_else(|| plain(tokens, at, is_awaited))
        .or_else(|| vague(tokens, at))
}

/// A bare number of an answer: "8", "eight thirty".
pub(super) fn bare(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let (to, said) = hour(tokens, at, true)?;
    (!is_counted(tokens, to)).then_some((to, said))
}

fn named(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    if let Some(length) = tokens.phrases(at, &["noon", "midday", "at noon", "at midday"]) {
        return Some((at + length, clock(12, 0, None, true)));
    }
    tokens.phrases(at, &["midnight", "at midnight"]).map(|length| (at + length, clock(0, 0, None, true)))
}

/// "an hour later", "30 minutes earlier".
fn shift(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let (next, minutes) = duration(tokens, at)?;
    match tokens.word(next) {
        "later" | "after" => Some((next + 1, TimeSaid::Shift(minutes))),
        "earlier" | "before" | "sooner" => Some((next + 1, TimeSaid::Shift(-minutes))),
        _ => None,
    }
}

/// "in an hour", "in half an hour", "in 30 minutes", "an hour from now".
fn from_now(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    if tokens.is(at, "in") {
        let start = at + tokens.phrases(at, &["in", "in about"]).unwrap_or(1);
        return duration(tokens, start).map(|(next, minutes)| (next, TimeSaid::FromNow(minutes)));
    }
    let (next, minutes) = duration(tokens, at)?;
    let length = tokens.phrases(next, &["from now"])?;
    Some((next + length, TimeSaid::FromNow(minutes)))
}

fn duration(tokens: &Tokens<'_>, at: usize) -> Option<(usize, i64)> {
    const FIXED: &[(&str, i64)] = &[
        ("half an hour", 30),
        ("a half hour", 30),
        ("a quarter of an hour", 15),
        ("an hour and a half", 90),
        ("one hour and a half", 90),
        ("an hour", 60),
        ("a minute", 1),
        ("a couple of hours", 120),
    ];
    let fixed = FIXED.iter().filter_map(|(phrase, minutes)| Some((tokens.phrase(at, phrase)?, *minutes)));
    if let Some((length, minutes)) = fixed.max_by_key(|(length, _)| *length) {
        return Some((at + length, minutes));
    }
    let number = tokens.cardinal(at).filter(|number| number.value <= 1_000)?;
    let count = i64::try_from(number.value).ok()?;
    let next = at + number.length;
    if let Some(length) = tokens.phrases(next, &["and a half hours"]) {
        return Some((next + length, count * 60 + 30));
    }
    match tokens.word(next) {
        "hour" | "hours" | "hrs" => Some((next + 1, count * 60)),
        "minute" | "minutes" | "min" | "mins" => Some((next + 1, count)),
        _ => None,
    }
}

/// "half past eight", "quarter to nine", "ten past 8".
fn past_or_to(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let start = at + tokens.phrases(at, &["at a", "at", "a"]).unwrap_or(0);
    let (next, minutes) = match tokens.word(start) {
        "half" => (start + 1, 30),
        "quarter" => (start + 1, 15),
        _ => {
            let number = tokens.cardinal(start).filter(|number| (1..60).contains(&number.value))?;
            let next = start + number.length;
            (if tokens.is(next, "minutes") { next + 1 } else { next }, number.value)
        }
    };
    let is_fixed = tokens.any(start, &["half", "quarter"]);
    let is_past = tokens.any(next, &["past", "after"]);
    let is_to = tokens.any(next, &["to", "til", "till", "before"]) || (is_fixed && tokens.is(next, "of"));
    let number = tokens.cardinal(next + 1).filter(|hour| hour.value <= 24)?;
    let end = next + 1 + number.length;
    if !(is_past || (is_to && (1..=12).contains(&number.value) && (is_fixed || minutes % 5 == 0))) {
        return None;
    }
    let (to, part) = after_hour(tokens, end);
    let said = if is_past { clock(number.value, minutes, part, false) } else { minutes_to(number.value, minutes, part) };
    Some((to, said))
}

/// An hour after words that announce one: "at 8", "around eight thirty".
fn announced(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let start = at + tokens.phrases(at, PREFIXES)?;
    if !tokens.is_joined(start) {
        return None;
    }
    let (to, said) = hour(tokens, start, true)?;
    (!is_counted(tokens, to)).then_some((to, said))
}

/// An hour that shows itself: "8:30", "8pm", "8 o'clock", "8 in the evening".
fn plain(tokens: &Tokens<'_>, at: usize, is_awaited: bool) -> Option<(usize, TimeSaid)> {
    let start = if tokens.is(at, "for") { at + 1 } else { at };
    let is_written = written(tokens, start).is_some();
    let number = tokens.cardinal(start).filter(|number| number.value <= 99)?;
    let next = start + number.length;
    let (to, said) = hour(tokens, start, true)?;
    let TimeSaid::Clock { hour, minute, part, .. } = said else {
        return None;
    };
    let is_telling = is_written
        || part.is_some()
        || tokens.any(next, &["o'clock", "oclock", "hrs", "hours", "sharp"])
        || tokens.any(to.saturating_sub(1), &["o'clock", "oclock", "sharp"]);
    let is_dotted = is_written && tokens.gap(start + 1) == ".";
    let is_hour = (hour < 24 && minute < 60) || (is_awaited && !is_dotted) || (is_written && !is_dotted);
    let is_length = tokens.is(next, "hours") && !is_written && !(13..=24).contains(&hour);
    (is_telling && is_hour && !is_length && !is_counted(tokens, to)).then_some((to, said))
}

fn hour(tokens: &Tokens<'_>, at: usize, is_due: bool) -> Option<(usize, TimeSaid)> {
    if let Some((next, hour, minute)) = written(tokens, at) {
        let is_full = tokens.text(at).starts_with('0');
        let (to, part) = after_hour(tokens, next);
        return Some((to, clock(hour, minute, part, is_full)));
    }
    let number = tokens.cardinal(at).filter(|number| number.value <= 99)?;
    let next = at + number.length;
    let beside = minutes_beside(tokens, next).filter(|(to, _)| is_due && !is_counted(tokens, *to));
    let (next, minute) = beside.unwrap_or((next, 0));
    let (to, part) = after_hour(tokens, next);
    Some((to, clock(number.value, minute, part, false)))
}

fn after_hour(tokens: &Tokens<'_>, at: usize) -> (usize, Option<DayPart>) {
    let mut next = at;
    while tokens.any(next, &["o'clock", "oclock", "sharp", "hrs", "ish"]) {
        next += 1;
    }
    let is_near = next < tokens.len() && !tokens.gap(next).contains(['.', ';', '?', '!', '\n']);
    match longest(tokens, next, SUFFIXES).filter(|_| is_near && tokens.is_free(next, next + 1)) {
        Some((length, part)) => (next + length, Some(part)),
        None => (next, None),
    }
}

fn is_counted(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_joined(at) && tokens.phrases(at, COUNTED).is_some()
}

fn vague(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    const VAGUE: &[&str] = &[
        "later", "a bit later", "a little later", "earlier", "a bit earlier", "a little earlier", "soon", "right now", "any time",
        "anytime", "whenever", "in a bit", "in a while", "as soon as possible", "asap",
    ];
    tokens.phrases(at, VAGUE).map(|length| (at + length, TimeSaid::Vague))
}
