//! Sums of money in an answer: a number of several words is one value, and what is money repeats a sum or changes it.

use std::ops::Range;

use super::values::{Valued, is_within};
use crate::format::is_word_of_currency;
use crate::slots::decimal::amounts_in;
use crate::text::Word;
use crate::{Language, Sums, Text};

/// Marks the words that repeat a sum of the question, the currency's name with them, and money that is of no such sum: the 2
/// of "2 pesos" repeats no number of dishes.
pub(super) fn mark(
    text: &Text,
    said: &[Word<'_>],
    sums: Sums<'_>,
    language: Language,
    by_word: &mut [Valued],
) {
    if sums.units.is_empty() {
        return;
    }
    for (amount, place) in amounts_in(text, language) {
        let is_named = |value: f64| sums.units.iter().any(|units| *units as f64 == value);
        let is_asked = is_named(amount.value) || amount.otherwise.is_some_and(is_named);
        let currency = currency_at(said, &place, sums.currency);
        let is_money = currency.is_some() || text.said()[..place.start].trim_end().ends_with('$');
        if !is_asked && !is_money {
            continue;
        }
        let valued = if is_asked { Valued::Asked } else { Valued::Foreign };
        for (at, word) in said.iter().enumerate() {
            if is_within(word, &place) || Some(at) == currency {
                by_word[at] = valued;
            }
        }
    }
}

/// The index of the currency's name right behind an amount.
fn currency_at(said: &[Word<'_>], amount: &Range<usize>, currency: &str) -> Option<usize> {
    let at = said.iter().position(|word| word.letters.start >= amount.end)?;
    let word = &said[at];
    (!word.after_break && is_word_of_currency(word.text, currency)).then_some(at)
}
