//! How a dish is wanted: "sin cebolla y con extra queso", "medium rare", "la salsa aparte".

use super::basket::Basket;
use super::common_words::is_common_word;
use super::number::number_at;
use super::requests::asks_for_something;
use super::terms::match_at;
use super::tokens::Tokens;
use crate::Vocabulary;
use crate::grammar::{AND, OR, THE};
use crate::pack::Tagged;

/// The words of one note.
const NOTE_WORDS_MAX: usize = 5;

/// The words of the part of a dish that a note is of.
const PART_WORDS_MAX: usize = 3;

/// Between a part of a dish and how it is wanted: "la tortilla (que venga) bien dorada".
static BETWEEN: Tagged = Tagged::new("item_notes_between");

/// Notes that are whole as they stand.
static WHOLE: Tagged = Tagged::new("item_notes_whole");

/// What says that something is left out.
static ABSENCE: Tagged = Tagged::new("item_notes_absence");

/// What says that something is put in, or how much of it.
static PRESENCE: Tagged = Tagged::new("item_notes_presence");

/// Where a note ends, though the words go on.
static ENDS: Tagged = Tagged::new("item_notes_ends");

/// What an order is paid with or comes with: "con tarjeta" says nothing of the dish.
static NOT_OF_THE_DISH: Tagged = Tagged::new("item_notes_not_of_the_dish");

/// What begins a note that is no courtesy where it stands alone.
static ALONE: Tagged = Tagged::new("item_notes_alone");

/// Beside the dish, and not on it.
static APART: Tagged = Tagged::new("item_notes_apart");

/// Joins a second thing that is left out.
pub(super) static NEITHER: Tagged = Tagged::new("item_notes_neither");

/// Where notes are looked for.
#[derive(Clone, Copy)]
pub(super) struct Notes<'a> {
    pub(super) tokens: &'a Tokens<'a>,
    pub(super) vocabulary: &'a Vocabulary,
    /// What was ordered before the utterance: "sin flan" takes that away.
    pub(super) before: &'a Basket,
}

impl Notes<'_> {
    /// All notes that stand at an index, as said, and the index after them.
    pub(super) fn at(&self, at: usize) -> (Option<String>, usize) {
        let start = self.tokens.skip_comma(at);
        let Some(mut end) = self.one(start) else {
            return (None, at);
        };
        while let Some(next) = self.one(joint_end(self.tokens, end)) {
            end = next;
        }
        (Some(self.tokens.said(&(start..end)).to_owned()), end)
    }

    /// Notes that are no courtesy where they stand alone: "sin cebolla", "con extra queso", but neither "con gusto" nor
    /// "well done".
    pub(super) fn alone_at(&self, at: usize) -> Option<(String, usize)> {
        if self.tokens.phrases(at, &ALONE).is_none() {
            self.of_a_part(self.tokens.skip(at, &PRESENCE))?;
        }
        let (note, end) = self.at(at);
        Some((note?, end))
    }

    /// The index after one note.
    fn one(&self, start: usize) -> Option<usize> {
        let tokens = self.tokens;
        if let Some(end) = tokens.phrases(start, &WHOLE) {
            // "Con todo gusto" is a courtesy.
            return (!NOT_OF_THE_DISH.contains(&tokens.word(end))).then_some(end);
        }
        if let Some(object) = tokens.phrases(start, &ABSENCE) {
            return self.object(object, true);
        }
        let Some(object) = tokens.phrases(start, &PRESENCE) else {
            return self.of_a_part(start);
        };
        self.object(object, false).or_else(|| self.of_a_part(object)).or_else(|| self.set_apart(object))
    }

    /// "La crema aparte", "(con) la tortilla bien dorada": how a part of the dish is wanted.
    fn of_a_part(&self, start: usize) -> Option<usize> {
        let tokens = self.tokens;
        let first = start + 1;
        let is_part = |at: usize| {
            let word = tokens.word(at);
            tokens.is_word(at)
                && !is_common_word(word)
                && !NOT_OF_THE_DISH.contains(&word)
                && !tokens.is_one_of(at, &ENDS)
                && number_at(tokens, at).is_none()
                && match_at(tokens, at, self.vocabulary).is_none()
        };
        if !THE.contains(&tokens.word(start)) || !is_part(first) {
            return None;
        }
        let ends = (first + 1..=first + PART_WORDS_MAX).take_while(|end| is_part(end - 1));
        ends.filter_map(|end| {
            tokens.phrases(end, &APART).or_else(|| tokens.phrases(end, &WHOLE)).or_else(|| {
                let object = tokens.phrases(end, &BETWEEN)?;
                tokens.phrases(object, &WHOLE)
            })
        })
        .next()
    }

    /// What is left out or put in: words that are neither talk nor another item.
    fn object(&self, start: usize, is_absent: bool) -> Option<usize> {
        let tokens = self.tokens;
        let first = tokens.word(start);
        if tokens.is_one_of(start, &ENDS)
            || is_common_word(first)
            || NOT_OF_THE_DISH.contains(&first)
            || asks_for_something(first)
        {
            return None;
        }
        // "Sin guacamole" leaves it out of the dish, unless one was ordered: then that one goes.
        let dish = match_at(tokens, start, self.vocabulary).map(|found| {
            let is_ordered = found.terms.iter().any(|term| {
                let term = self.vocabulary.terms().get(*term);
                term.is_some_and(|term| self.before.has(&term.id))
            });
            (found.range.end, is_ordered)
        });
        let mut end = match dish {
            Some((end, false)) if is_absent => end,
            Some(_) => return None,
            None => start,
        };
        while tokens.is_word(end) && end - start < NOTE_WORDS_MAX && !self.ends(end, start) {
            end += 1;
        }
        while let Some(next) = self.goes_on(end, is_absent) {
            end = next;
        }
        (end > start).then_some(end)
    }

    fn ends(&self, at: usize, start: usize) -> bool {
        let tokens = self.tokens;
        number_at(tokens, at).is_some()
            || match_at(tokens, at, self.vocabulary).is_some()
            || self.joins(at).is_some()
            || tokens.phrases(at, &WHOLE).is_some() && !tokens.is_one_of(at, &APART)
            || at > start && tokens.is_one_of(at, &ENDS)
            || asks_for_something(tokens.word(at))
    }

    /// "… ni cilantro", "… y cilantro": the index after one more word of the same kind.
    fn goes_on(&self, at: usize, is_absent: bool) -> Option<usize> {
        let tokens = self.tokens;
        let joint = self.joins(at)?;
        let start = at + 1;
        if tokens.phrases(start, &ABSENCE).is_some() || tokens.phrases(start, &PRESENCE).is_some() {
            return None;
        }
        let is_neither = is_absent && joint != Joint::And;
        let is_word = tokens.is_word(start)
            && !self.ends(start, at)
            && !is_common_word(tokens.word(start))
            && !tokens.is_one_of(start, &ENDS);
        let ends_there = tokens.ends_at(start + 1)
            || tokens.is_one_of(start + 1, &ENDS)
            || is_neither
            || matches!(self.joins(start + 1), Some(Joint::And | Joint::Neither));
        (is_word && ends_there).then_some(start + 1)
    }

    /// How the word at an index joins what it stands between.
    fn joins(&self, at: usize) -> Option<Joint> {
        let joints = [(Joint::And, &AND), (Joint::Or, &OR), (Joint::Neither, &NEITHER)];
        let mut joints = joints.into_iter();
        joints.find_map(|(joint, words)| self.tokens.is_one_of(at, words).then_some(joint))
    }

    /// "con la salsa aparte", "with the dressing on the side".
    fn set_apart(&self, start: usize) -> Option<usize> {
        let tokens = self.tokens;
        (start + 1..start + 5).take_while(|at| tokens.is_word(*at)).find_map(|at| tokens.phrases(at, &APART))
    }
}

/// What stands between two things of one note.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    And,
    Or,
    Neither,
}

/// The index after a comma, an "and", or both.
pub(super) fn joint_end(tokens: &Tokens<'_>, at: usize) -> usize {
    tokens.skip(tokens.skip_comma(at), &AND)
}
