//! What is ordered beside known things and is not on the list.

use std::ops::Range;

use super::common_words::{COURTESIES, is_common_word};
use super::found::Found;
use super::item_notes::joint_end;
use super::item_words::{SOME, SWAPPED_FOR};
use super::number::number_at;
use super::requests::asks_for_something;
use super::terms::unknown_at;
use super::tokens::Tokens;
use crate::Vocabulary;
use crate::grammar::{A, AND, FOR, TO, WITH};
use crate::pack::Tagged;
use crate::vocabulary::is_link;

/// Words that are counted beside an order and are no part of it.
static NO_DISHES: Tagged = Tagged::new("missing_items_no_dishes");

/// What may stand before an item of a list.
static LEADS: Tagged = Tagged::new("missing_items_leads");

/// Some more of something: "otras papas".
static OTHERS: Tagged = Tagged::new("missing_items_others");

/// Between a number and what it counts.
static MEASURES: Tagged = Tagged::new("missing_items_measures");

/// Asks for something, beside the verbs that always do.
static REQUESTS: Tagged = Tagged::new("missing_items_requests");

/// Words after a list that name no dish: "un flan y rápido".
static AFTER_A_LIST: Tagged = Tagged::new("missing_items_after_a_list");

/// The first thing that is wanted where an item of the list would stand and is none: "…, y una pizza", "pizza y dos flanes".
pub(super) fn missing_beside(
    tokens: &Tokens<'_>,
    vocabulary: &Vocabulary,
    taken: &[Range<usize>],
) -> Option<Found> {
    let around = Around { tokens, vocabulary, taken };
    (0..tokens.len()).find_map(|at| around.counted(at).or_else(|| around.bare(at)))
}

/// A list of items, with the places of those that are known.
struct Around<'a> {
    tokens: &'a Tokens<'a>,
    vocabulary: &'a Vocabulary,
    taken: &'a [Range<usize>],
}

impl Around<'_> {
    /// "una pizza", "unas papas", "some fries".
    fn counted(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let (_, start) = number_at(tokens, at).or_else(|| {
            let is_some = tokens.is_one_of(at, &SOME) || tokens.is_one_of(at, &OTHERS);
            is_some.then_some((1, at + 1))
        })?;
        let is_listed = self.is_listed(at) || self.is_swapped(at);
        if !is_listed || self.is_taken(at) || self.is_taken(start) {
            return None;
        }
        let start = tokens.skip(start, &MEASURES);
        self.dish_from(start)
    }

    /// "quiero pizza y un flan", "un flan y pizza": bound to a known item, or it is only talk.
    fn bare(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        if self.is_taken(at) || !self.is_dish(at) || number_at(tokens, at).is_some() {
            return None;
        }
        let after_verb = self.is_request(at.checked_sub(1)?);
        let found = self.dish_from(at)?;
        let end = found.said.end;
        let next = tokens.skip(joint_end(tokens, end), &WITH);
        let is_first = after_verb && next > end && self.begins_known(next);
        let is_and = tokens.is_one_of(at - 1, &AND);
        let is_last = is_and
            && at >= 2
            && self.is_taken(at - 2)
            && found.said.len() <= 2
            && !asks_for_something(tokens.word(at))
            && !AFTER_A_LIST.contains(&tokens.word(at))
            && (tokens.ends_at(end)
                || [&FOR, &TO, &COURTESIES].iter().any(|words| tokens.is_one_of(end, words)));
        (is_first || is_last).then_some(found)
    }

    /// Whether a known item stands at an index, its number before it.
    fn begins_known(&self, at: usize) -> bool {
        let counted = number_at(self.tokens, at).map_or(at, |(_, end)| end);
        self.is_taken(at) || self.is_taken(self.tokens.skip(counted, &A))
    }

    /// "cámbiame el flan por una pizza", "swap the steak for a pizza".
    fn is_swapped(&self, at: usize) -> bool {
        let is_known = at >= 2 && self.is_taken(at - 2);
        is_known && SWAPPED_FOR.contains(&self.tokens.before(at))
    }

    fn is_listed(&self, at: usize) -> bool {
        let before = self.tokens.before(at);
        at == 0
            || matches!(before, "," | ".")
            || LEADS.contains(&before)
            || at.checked_sub(1).is_some_and(|at| self.is_request(at))
    }

    /// "quiero", "agrégame", "order", and what hangs on them: "would like", "me das".
    fn is_request(&self, at: usize) -> bool {
        asks_for_something(self.tokens.word(at)) || self.tokens.is_one_of(at, &REQUESTS)
    }

    fn dish_from(&self, start: usize) -> Option<Found> {
        let tokens = self.tokens;
        if !self.is_dish(start) || is_link(tokens.word(start)) {
            return None;
        }
        let mut end = start + 1;
        while end < start + 5 && self.is_dish(end) {
            end += 1;
        }
        while end > start + 1 && is_link(tokens.word(end - 1)) {
            end -= 1;
        }
        Some(unknown_at(tokens, start..end, self.vocabulary))
    }

    fn is_taken(&self, at: usize) -> bool {
        self.taken.iter().any(|range| range.contains(&at))
    }

    fn is_dish(&self, at: usize) -> bool {
        let word = self.tokens.word(at);
        self.tokens.is_word(at)
            && !self.is_taken(at)
            && !is_common_word(word)
            && number_at(self.tokens, at).is_none()
            && !NO_DISHES.contains(&word)
    }
}
