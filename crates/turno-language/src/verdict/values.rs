//! Which words of an answer are values: the ones that were asked, or others.
//!
//! The reading of slots decides where it finds something. Beneath it lies a plain net of words (numbers, weekdays,
//! months, parts of the day), so that a new value is never overlooked only because it could not be read.

use std::ops::Range;

use jiff::civil::Time;
use serde_json::Value;

use super::net;
use crate::grammar::OR;
use crate::pack::Tagged;
use crate::slots::is_quiet_word;
use crate::text::Word;
use crate::words_of_values::{ValueWord, value_word};
use crate::{Asked, Problem, ProblemKind, ReadContext, SlotKind, SlotReading, SlotValue, Text, read_slots};

/// What a word is as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Valued {
    /// Not a value.
    Not,
    /// Part of a value that was asked.
    Asked,
    /// A number, day or hour that was not asked, though no slot's reading took it.
    Foreign,
    /// Part of a value that a slot's reading took and that was not asked.
    New,
}

/// The values of an utterance seen against what was asked.
pub(super) struct Values {
    /// For each word, what it is.
    pub(super) by_word: Vec<Valued>,
    /// What was read and differs from what was asked.
    pub(super) differing: SlotReading,
    /// Something differs, though its words could not be found again: it counts wherever it stands.
    pub(super) has_unplaced: bool,
}

/// Sorts an utterance's values.
pub(super) fn values(text: &Text, said: &[Word<'_>], asked: &Asked<'_>, context: &ReadContext<'_>) -> Values {
    let utterance = text.said();
    let mut by_word = net::catch(text, said, asked, context);
    // A name or a text that is awaited would swallow "correcto"; an answer to a confirmation awaits none.
    let context = &ReadContext { awaiting: None, ..context.clone() };
    // What is only talk is not split into words once more.
    let is_talk = said.iter().all(|word| is_quiet_word(word.text))
        && !context.slots.iter().any(|slot| slot.vocabulary.is_some());
    let reading = if is_talk { SlotReading::default() } else { read_slots(text, context) };
    let mut differing = SlotReading::default();
    let mut has_unplaced = false;
    let counts = |value: &&SlotValue| !points_at(said, place_of(utterance, said, &value.said));
    for value in reading.values.iter().filter(counts) {
        let value = value.clone();
        let is_asked = is_restated(&value, asked);
        let valued = if is_asked { Valued::Asked } else { Valued::New };
        let is_placed = mark(&mut by_word, said, place_of(utterance, said, &value.said), valued);
        if !is_asked {
            has_unplaced |= !is_placed;
            differing.values.push(value);
        }
    }
    for problem in reading.problems {
        let place = place_of(utterance, said, &problem.said);
        let is_asked = offers_asked(&problem, asked, context) && !names_another_day(said, &by_word, &place);
        let valued = if is_asked { Valued::Asked } else { Valued::New };
        let is_placed = mark(&mut by_word, said, place, valued);
        if !is_asked {
            has_unplaced |= !is_placed;
            differing.problems.push(problem);
        }
    }
    Values { by_word, differing, has_unplaced }
}

/// "That's the one", "the friday one": this "one" counts nothing.
fn points_at(said: &[Word<'_>], place: Option<Range<usize>>) -> bool {
    static POINTING: Tagged = Tagged::new("values_pointing");
    let Some(place) = place else { return false };
    let Some(at) = said.iter().position(|word| word.letters.end == place.end) else {
        return false;
    };
    let from = at.checked_sub(1);
    from.is_some_and(|from| POINTING.length_at(said[from..].iter().map(|word| word.text)).is_some())
}

/// Marks the words that stand where a value was said. False where there are none.
fn mark(by_word: &mut [Valued], said: &[Word<'_>], place: Option<Range<usize>>, valued: Valued) -> bool {
    let Some(place) = place else { return false };
    let mut is_marked = false;
    for (word, by_word) in said.iter().zip(by_word) {
        if is_within(word, &place) {
            *by_word = valued;
            is_marked = true;
        }
    }
    is_marked
}

/// The bytes of an utterance in which words were said: the "4" of "14" is none.
fn place_of(utterance: &str, words: &[Word<'_>], said: &str) -> Option<Range<usize>> {
    if said.is_empty() {
        return None;
    }
    let begins_word = |(at, _): &(usize, &str)| words.iter().any(|word| word.letters.start == *at);
    let mut places = utterance.match_indices(said);
    let (start, _) = places.clone().find(begins_word).or_else(|| places.next())?;
    Some(start..start + said.len())
}

/// "El viernes 23 de febrero", where Friday, January 23 is asked: that day is offered, as the two disagree, but it is not what
/// was said.
fn names_another_day(said: &[Word<'_>], by_word: &[Valued], place: &Option<Range<usize>>) -> bool {
    let Some(place) = place else { return false };
    said.iter().zip(by_word).any(|(word, valued)| {
        *valued == Valued::Foreign
            && is_within(word, place)
            && matches!(value_word(word.text), Some(ValueWord::Month(_) | ValueWord::Weekday(_)))
    })
}

/// Whether a word stands at that place, or partly.
pub(super) fn is_within(word: &Word<'_>, place: &Range<usize>) -> bool {
    word.letters.start < place.end && place.start < word.letters.end
}

/// A list that repeats entries with their quantities is read as the known list; "y dos aguas", where two tacos and one
/// water are asked, is not, though each of its words repeats one that was asked.
fn is_restated(value: &SlotValue, asked: &Asked<'_>) -> bool {
    asked.values.get(&value.slot).is_some_and(|known| equal(known, &value.value))
}

/// An hour that may be 8 in the morning or at night is the asked one where that is among them. "A las 8 o a las 9" is
/// not, nor are people who may be of the party or beside it.
fn offers_asked(problem: &Problem, asked: &Asked<'_>, context: &ReadContext<'_>) -> bool {
    let ProblemKind::Ambiguous(offered) = &problem.kind else {
        return false;
    };
    let slot = context.slots.iter().find(|slot| slot.name == problem.slot);
    let is_of_people = slot.is_some_and(|slot| slot.kind == SlotKind::PartySize);
    let has_alternatives = Text::of(&problem.said).words().any(|word| OR.contains(&word));
    if is_of_people || has_alternatives {
        return false;
    }
    asked.values.get(&problem.slot).is_some_and(|known| offered.iter().any(|value| equal(known, value)))
}

/// Equal but for case, accents and spaces; 4 and "4" are equal, and so are "20:00" and "20:00:00".
fn equal(known: &Value, read: &Value) -> bool {
    known == read || plain(known).is_some_and(|known| Some(known) == plain(read))
}

fn plain(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    let is_clock = text.as_bytes().first().is_some_and(u8::is_ascii_digit) && text.contains(':');
    let time: Option<Time> = if is_clock { text.parse().ok() } else { None };
    Some(match time {
        Some(time) => time.to_string(),
        None => crate::text::fold(&text).split_whitespace().collect::<Vec<_>>().join(" "),
    })
}
