//! Days and hours of something else than what is booked: "a las 2 salgo de trabajar", "mi hijo cumple el 5".

use super::moment::{End, Piece, What};
use super::tokens::Tokens;
use crate::by_language::ByMix;
use crate::pack::Tagged;
use crate::{
    grammar::{OF, OR_SO},
    word_table::WordTable,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// Whose what else happens is.
static OWN: Tagged = Tagged::new("asides_own");

/// What a piece of the same kind may be told of beside the booking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aside {
    /// Something that is celebrated, and the table may be for it.
    Feast,
    /// Another event, whose hour says nothing of the booking's.
    Event,
    /// What the business does, or was done: "cierran a las 11", "llamé el lunes".
    Business,
}

/// Verbs of what else happens, and nouns that need none.
static EVENTS: Tagged = Tagged::new("asides_events");

/// What is celebrated.
static FEASTS: Tagged = Tagged::new("asides_feasts");

/// Other events, where a verb says when they are.
static NAMED_EVENTS: Tagged = Tagged::new("asides_named_events");

/// What was done before: its day is over.
static DONE: Tagged = Tagged::new("asides_done");

/// The same, of words that without their accents are others.
static DONE_WITH_ACCENTS: Tagged = Tagged::new("asides_done_as_written");

/// What says when an event is.
static BEING: Tagged = Tagged::new("asides_being");

static CLOSING: Tagged = Tagged::new("asides_closing");

/// Words of a booking: a moment behind them is its own.
static BOOKING: Tagged = Tagged::new("asides_booking");

/// A clause begins behind one of these.
static OPENERS: Tagged = Tagged::new("asides_openers");

/// What stands right behind a moment that is of something else.
static BEHIND: Tagged = Tagged::new("asides_behind");

/// What is celebrated stands right behind its day: "el viernes es mi aniversario".
static FEAST_BEHIND: Tagged = Tagged::new("asides_feast_behind");

/// Between a moment and what says that it is of something else.
static BETWEEN: Tagged = Tagged::new("asides_between");

/// Whose doing it is, behind a moment: "a las 2 mi esposa sale".
static WHOSE: Tagged = Tagged::new("asides_whose");

/// Before the hour of an event that is named behind it: "the 9 pm show".
static SHOW_ARTICLES: Tagged = Tagged::new("asides_show_articles");

/// Verbs of celebrating, right behind the day.
static FEAST_BEGINNINGS: Tagged = Tagged::new("asides_feast_beginnings");

/// Verbs of celebrating: they need no other.
static CELEBRATING: Tagged = Tagged::new("asides_celebrating");

/// What may be a noun, too.
static NOUNS_TOO: Tagged = Tagged::new("asides_nouns_too");

/// Before that noun.
static NOUN_LEADS: Tagged = Tagged::new("asides_noun_leads");

/// To leave, and to work, in several words.
static LEAVING: Tagged = Tagged::new("asides_leaving");

/// Of some of the party: they come after the others.
static LATECOMERS: Tagged = Tagged::new("asides_latecomers");

/// Takes out the pieces that are told of something else. One that has no other of its kind beside it says no day and no hour
/// that can be taken, but for the day of what is celebrated, which is likely the booking's too.
pub(super) fn set_apart(tokens: &mut Tokens<'_>, pieces: &mut Vec<Piece>) {
    let can_be = |piece: &Piece| matches!(piece.what, What::Day(_) | What::Hour(..));
    if !pieces.iter().any(can_be) || !(0..tokens.len()).any(|at| is_telling(tokens.word(at))) {
        return;
    }
    let asides = asides_of(tokens, pieces);
    if asides.iter().all(Option::is_none) {
        return;
    }
    let mut at = 0;
    let others: Vec<bool> = (0..pieces.len())
        .map(|at| {
            let is_other = |(other, piece): (usize, &Piece)| {
                other != at
                    && asides.get(other) == Some(&None)
                    && pieces.get(at).is_some_and(|this| are_alike(this, piece))
            };
            pieces.iter().enumerate().any(is_other)
        })
        .collect();
    let mut set_apart: Vec<Range<usize>> = Vec::new();
    pieces.retain_mut(|piece| {
        let (aside, has_other) = (asides.get(at).copied().flatten(), others.get(at) == Some(&true));
        at += 1;
        match aside {
            None => true,
            Some(_) if has_other => {
                set_apart.push(piece.said.clone());
                false
            }
            Some(Aside::Event) => {
                open(piece);
                true
            }
            Some(Aside::Feast | Aside::Business) => true,
        }
    });
    for range in set_apart {
        tokens.take(range);
    }
}

/// No day, and no hour.
fn open(piece: &mut Piece) {
    match piece.what {
        What::Hour(..) => piece.end = End::Open,
        What::Day(_) => piece.what = What::Stretch(1),
        What::DayShift(_)
        | What::Part(_)
        | What::FromNow(_)
        | What::HourShift(_)
        | What::Week(_)
        | What::Stretch(_)
        | What::EndOfDay(_)
        | What::Now
        | What::Nothing => {}
    }
}

fn are_alike(one: &Piece, other: &Piece) -> bool {
    matches!(
        (&one.what, &other.what),
        (What::Day(_), What::Day(_) | What::DayShift(_))
            | (What::Hour(..), What::Hour(..) | What::HourShift(_))
    )
}

/// Whether a word may say that a moment is of something else; most sentences have none.
fn is_telling(word: &str) -> bool {
    TELLING.get(word).is_some()
}

static TELLING: ByMix<WordTable<()>> = ByMix::new(|| {
    let lists = [&EVENTS, &FEASTS, &NAMED_EVENTS, &CLOSING, &OTHERS];
    let words: BTreeSet<&str> = lists.into_iter().flat_map(|list| list.iter()).copied().collect();
    WordTable::new(words.into_iter().map(|word| (word, ())))
});

/// Words of the phrases above.
static OTHERS: Tagged = Tagged::new("asides_others");

fn asides_of(tokens: &Tokens<'_>, pieces: &[Piece]) -> Vec<Option<Aside>> {
    let mut asides: Vec<Option<Aside>> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let aside = if matches!(piece.what, What::Day(_) | What::Hour(..)) {
            let start = at.checked_sub(1).and_then(|at| pieces.get(at)).map_or(0, |last| last.said.end);
            behind(tokens, piece, pieces.get(at + 1))
                .or_else(|| before(tokens, start, piece.said.start))
                .or_else(|| of_latecomers(tokens, start, piece))
        } else {
            None
        };
        // "El viernes a las 2 salgo": the day is of the same.
        if aside.is_some()
            && let Some(last) = at.checked_sub(1)
            && let [.., day, _] = pieces.get(..=at).unwrap_or_default()
            && day.said.end == piece.said.start
            && !are_alike(day, piece)
            && pieces.get(..last).unwrap_or_default().iter().any(|other| are_alike(day, other))
            && let Some(of_day) = asides.get_mut(last)
        {
            *of_day = aside;
        }
        asides.push(aside);
    }
    asides
}

fn behind(tokens: &Tokens<'_>, piece: &Piece, next: Option<&Piece>) -> Option<Aside> {
    // "Before the 9 pm show"
    let is_of_show = matches!(piece.what, What::Hour(..))
        && SHOW_ARTICLES.contains(&tokens.before(piece.said.start))
        && NAMED_EVENTS.contains(&tokens.word(piece.said.end));
    if is_of_show {
        return Some(Aside::Event);
    }
    let start = tokens.skip(piece.said.end, &BETWEEN);
    let is_whose = WHOSE.contains(&tokens.word(start)) && tokens.is_word(start + 1);
    let start = if is_whose { start + 2 } else { start };
    // "At 3 I get off work at 2": the verb is of the next one.
    let is_of_next = next.is_some_and(|next| {
        are_alike(piece, next)
            && (start..next.said.start).all(|at| !tokens.is_mark(at) && !OPENERS.contains(&tokens.word(at)))
    });
    if is_of_next {
        return None;
    }
    if let Some(end) = tokens.phrases(start, &FEAST_BEHIND) {
        let verb = FEAST_BEGINNINGS.contains(&tokens.word(start));
        let is_feast = (end..end + 3).any(|at| FEASTS.contains(&tokens.word(at)));
        let is_event = (end..end + 2).any(|at| NAMED_EVENTS.contains(&tokens.word(at)));
        return match (verb || is_feast, is_event) {
            (true, _) => Some(Aside::Feast),
            (false, true) => Some(Aside::Event),
            (false, false) => None,
        };
    }
    let end = tokens.phrases(start, &BEHIND)?;
    // "El viernes tenemos reservación" is of a booking.
    let is_booking = (end..end + 2).any(|at| BOOKING.contains(&tokens.word(at)));
    (!is_booking).then_some(Aside::Event)
}

/// What the words of its clause before a moment say that it is of; the nearest one decides.
fn before(tokens: &Tokens<'_>, start: usize, end: usize) -> Option<Aside> {
    // "El concierto de las 9", "mi cumpleaños del 25"
    let is_of = OF.contains(&tokens.before(end));
    let begins_with_of = OF.contains(&tokens.word(end));
    let mut has_verb = is_of || begins_with_of || BEING.contains(&tokens.word(end));
    let mut at = end - usize::from(is_of);
    let nearest = at;
    while at > start {
        at -= 1;
        let word = tokens.word(at);
        if tokens.is_mark(at) && !matches!(word, "'" | "’")
            || OPENERS.contains(&word)
            || BOOKING.contains(&word)
        {
            return None;
        }
        let is_own = OWN.contains(&tokens.before(at));
        let said = tokens.original(at);
        if DONE.contains(&said) || DONE_WITH_ACCENTS.contains(&said) {
            return Some(Aside::Business);
        }
        // "Of" is said of the word right before it.
        if at + 1 < nearest && has_verb && (is_of || begins_with_of) {
            has_verb = false;
        }
        if FEASTS.contains(&word) {
            let tells = has_verb || CELEBRATING.contains(&word);
            return tells.then_some(Aside::Feast);
        }
        if EVENTS.contains(&word) {
            // "El trabajo", "al salir" say nothing of when.
            let is_noun = NOUNS_TOO.contains(&word) && (is_own || NOUN_LEADS.contains(&tokens.before(at)));
            if is_noun {
                continue;
            }
            return Some(Aside::Event);
        }
        if tokens.phrases(at, &LEAVING).is_some() {
            return Some(Aside::Event);
        }
        if CLOSING.contains(&word) {
            return Some(Aside::Business);
        }
        if NAMED_EVENTS.contains(&word)
            && (has_verb || BEING.contains(&tokens.before(at)) || is_had(tokens, at))
        {
            return Some(Aside::Event);
        }
        has_verb |= BEING.contains(&word);
    }
    None
}

/// "Dos llegan más tarde, como a las 9": when some of the party come.
fn of_latecomers(tokens: &Tokens<'_>, start: usize, piece: &Piece) -> Option<Aside> {
    let end = piece.said.start;
    let mut at = (start..end).rev().find(|at| tokens.phrases(*at, &LATECOMERS).is_some())?;
    at = tokens.phrases(at, &LATECOMERS)?;
    let is_next = (at..end).all(|at| tokens.is_mark(at) || OR_SO.contains(&tokens.word(at)));
    (matches!(piece.what, What::Hour(..)) && is_next).then_some(Aside::Event)
}

/// "Tengo una junta", "we have a show".
fn is_had(tokens: &Tokens<'_>, noun: usize) -> bool {
    noun.checked_sub(1).is_some_and(|article| BEING.contains(&tokens.before(article)))
}
