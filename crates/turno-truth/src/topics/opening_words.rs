//! The words that say when it is open.

use turno_language::{Span, Tagged, Text};

use crate::{
    phrases::{begins_as, stands_in},
    times::{is_day, times_in},
};

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

pub(crate) fn is_of_opening(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("opening_stems");
    static OTHER_STEMS: Tagged = Tagged::new("opening_other_stems");
    begins_as(word, &STEMS) && !begins_as(word, &OTHER_STEMS) || WORDS.contains(&word)
}

/// The kitchen, the terrace: parts with hours of their own.
pub(crate) fn is_of_a_part(words: &[&str]) -> bool {
    words.iter().any(|word| PARTS.contains(word))
}

pub(crate) fn asks_when(latest: &Text) -> bool {
    static ASKS: Tagged = Tagged::new("opening_asks");
    latest.words().any(|word| is_of_opening(word) || ASKS.contains(&word))
}

/// "De 8 a 17.", "nine to five": all that is said.
pub(crate) fn is_bare_stretch(words: &[&str]) -> bool {
    words.len() <= 8 && times_in(words).len() == 2
}

pub(crate) fn is_round_the_clock(words: &[&str]) -> bool {
    static ALWAYS: Tagged = Tagged::new("opening_always");
    stands_in(words, &ALWAYS)
}

/// "Estamos abiertos", "aún no abrimos", "we're closed": how it is at an hour, and not when it changes.
pub(crate) fn is_of_a_state(words: &[&str]) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    static IS: Tagged = Tagged::new("opening_is");
    static IS_OPEN: Tagged = Tagged::new("opening_is_open");
    static DENIES: Tagged = Tagged::new("opening_denies");
    static OPENS: Tagged = Tagged::new("opening_opens");
    has(&STATES) || has(&IS) && has(&IS_OPEN) || has(&DENIES) && has(&OPENS)
}

pub(crate) fn has_hour(span: &Span, hour: i8) -> bool {
    let (open, close) = (span.open.hour(), span.close.hour());
    if span.close > span.open { open <= hour && hour < close } else { open <= hour || hour < close }
}

/// Whether it is said to be open on a day, or closed.
pub(crate) fn is_open_at_all(words: &[&str]) -> Option<bool> {
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
pub(crate) fn is_of_now(words: &[&str], is_of_other_days: bool) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_soon = has(&SOON);
    let is_now = has(&AT_ONCE);
    is_now && !is_soon && !is_of_other_days && !words.iter().any(|word| is_day(word))
}
