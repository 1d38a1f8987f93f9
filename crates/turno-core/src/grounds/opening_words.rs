//! The words that say when it is open.

use turno_language::Tagged;
use turno_language::{Span, Text};

use super::times::{is_day, times_in};

/// To open and to close.
static WORDS: Tagged = Tagged::new("opening_words");

/// Parts of a business with hours of their own.
static PARTS: Tagged = Tagged::new("opening_parts");

/// Open, closed.
static STATES: Tagged = Tagged::new("opening_states");

/// Denies that it is open.
static NOT: Tagged = Tagged::new("opening_not");

/// Is closed.
static CLOSED: Tagged = Tagged::new("opening_closed");

/// Is open.
static OPEN: Tagged = Tagged::new("opening_open");

/// Says that it is not so yet.
static SOON: Tagged = Tagged::new("opening_soon");

/// Now.
static AT_ONCE: Tagged = Tagged::new("opening_at_once");

pub(super) fn is_of_opening(word: &str) -> bool {
    word.starts_with("abri") && !word.starts_with("abrig") && !word.starts_with("abril")
        || word.starts_with("abier")
        || word.starts_with("cerra") && !word.starts_with("cerradur")
        || word.starts_with("cierr")
        || WORDS.contains(&word)
}

/// The kitchen, the terrace: parts with hours of their own.
pub(super) fn is_of_a_part(words: &[&str]) -> bool {
    words.iter().any(|word| PARTS.contains(word))
}

pub(super) fn asks_when(latest: &Text) -> bool {
    latest.words().any(|word| is_of_opening(word) || word == "hours")
}

/// "De 8 a 17.", "nine to five": all that is said.
pub(super) fn is_bare_stretch(words: &[&str]) -> bool {
    words.len() <= 8 && times_in(words).len() == 2
}

pub(super) fn is_round_the_clock(words: &[&str]) -> bool {
    words.windows(2).any(|two| {
        matches!(
            two,
            ["24", "horas" | "hours" | "7"]
                | ["veinticuatro", "horas"]
                | ["twenty", "four"]
                | ["all", "night"]
                | ["around" | "round", "the"]
        )
    })
}

/// "Estamos abiertos", "aún no abrimos", "we're closed": how it is at an hour, and not when it changes.
pub(super) fn is_of_a_state(words: &[&str]) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    has(&STATES)
        || has(&["are", "re", "is"]) && has(&["open"])
        || has(&["no"]) && has(&["abrimos", "abre", "abren"])
}

pub(super) fn has_hour(span: &Span, hour: i8) -> bool {
    let (open, close) = (span.open.hour(), span.close.hour());
    if span.close > span.open {
        open <= hour && hour < close
    } else {
        open <= hour || hour < close
    }
}

/// Whether it is said to be open on a day, or closed.
pub(super) fn is_open_at_all(words: &[&str]) -> Option<bool> {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_denied = has(&NOT);
    let is_closed = has(&CLOSED);
    let is_open = has(&OPEN);
    match (is_open, is_closed, is_denied) {
        (_, true, denied) => Some(denied),
        (true, false, denied) => Some(!denied),
        (false, false, _) => None,
    }
}

/// "Ahorita estamos abiertos", "ya cerramos": of this moment, and of no day beside today.
pub(super) fn is_of_now(words: &[&str], is_of_other_days: bool) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_soon = has(&SOON);
    let is_now = has(&AT_ONCE);
    is_now && !is_soon && !is_of_other_days && !words.iter().any(|word| is_day(word))
}
