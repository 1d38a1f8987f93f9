//! Runs of digits as people say them: "55 1234 5678", "cincuenta y cinco doce", "cinco cinco uno dos".

use super::number::{number_at, number_in};
use super::number_words::cardinal;
use super::tokens::Tokens;
use crate::{Language, pack::Tagged};

/// What people say between two groups, and adds nothing.
static FILLERS: Tagged = Tagged::new("digits_fillers");

/// Between two groups, as a comma.
static BETWEEN: Tagged = Tagged::new("digits_between");

/// Zero, where digits are told one by one.
static ZERO: Tagged = Tagged::new("digits_zero");

/// Behind a number of times: "dos veces tres".
static TIMES: Tagged = Tagged::new("digits_times");

/// Says a digit twice.
static DOUBLE: Tagged = Tagged::new("digits_double");

/// Says a digit three times.
static TRIPLE: Tagged = Tagged::new("digits_triple");

/// A number elsewhere, and no digit.
static NO_DIGIT: Tagged = Tagged::new("digits_none");

/// The digits from an index on, and the index after them. Marks of `separators` may stand between groups.
pub(super) fn digits_from(tokens: &Tokens<'_>, at: usize, separators: &[&str]) -> Option<(String, usize)> {
    run_from(tokens, at, |at| tokens.is_mark_of(at, separators))
}

/// The same with all that may stand between groups of a number that is told in one breath or several.
pub(super) fn digits_with_pauses(tokens: &Tokens<'_>, at: usize) -> Option<(String, usize)> {
    run_from(tokens, at, |at| is_pause(tokens, at))
}

/// What may stand between two groups, and be a pause.
pub(super) fn is_pause(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_mark_of(at, &["-", ".", "(", ")", ","]) || BETWEEN.contains(&tokens.word(at))
}

fn run_from(tokens: &Tokens<'_>, at: usize, is_between: impl Fn(usize) -> bool) -> Option<(String, usize)> {
    let mut digits = String::new();
    let mut end = at;
    let mut next = at;
    while let Some((group, group_end)) = group_at(tokens, next) {
        digits.push_str(&group);
        (end, next) = (group_end, group_end);
        while is_between(next) {
            next += 1;
        }
        next = skip_filler(tokens, next);
    }
    (!digits.is_empty()).then_some((digits, end))
}

/// The index after what people say between two groups.
pub(super) fn skip_filler(tokens: &Tokens<'_>, at: usize) -> usize {
    tokens.skip(at, &FILLERS)
}

/// One group of digits: a run of figures, a number in words, "doble tres", "dos veces tres"; and the index after it.
pub(crate) fn group_at(tokens: &Tokens<'_>, at: usize) -> Option<(String, usize)> {
    group_read(tokens, at, |at| number_at(tokens, at))
}

/// The same, its number read in the language in which more words are one.
pub(crate) fn longest_group_at(tokens: &Tokens<'_>, at: usize) -> Option<(String, usize)> {
    group_read(tokens, at, |at| {
        let numbers = Language::all().filter_map(|language| number_in(tokens, at, language));
        numbers.reduce(|longest, number| if number.1 > longest.1 { number } else { longest })
    })
}

fn group_read(
    tokens: &Tokens<'_>,
    at: usize,
    number_at: impl Fn(usize) -> Option<(u32, usize)>,
) -> Option<(String, usize)> {
    let word = tokens.word(at);
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((word.to_owned(), at + 1));
    }
    if word.is_empty() || tokens.is_mark(at) {
        return None;
    }
    if ZERO.contains(&word) {
        return Some(("0".to_owned(), at + 1));
    }
    let (times, start) = times_at(tokens, at).unwrap_or((1, at));
    if times > 1 {
        let (digit, end) = number_at(start).filter(|(digit, _)| *digit < 10)?;
        return Some((digit.to_string().repeat(times), end));
    }
    // Only as part of a longer run is "un" a digit; "una" is none.
    if NO_DIGIT.contains(&word) {
        return None;
    }
    number_at(at).map(|(value, end)| (value.to_string(), end))
}

/// "doble", "dos veces": how many times the digit behind it is meant, and the index of that digit.
fn times_at(tokens: &Tokens<'_>, at: usize) -> Option<(usize, usize)> {
    if let Some(start) = tokens.phrases(at + 1, &TIMES) {
        let mut languages = Language::understood();
        let times = languages.find_map(|language| cardinal(tokens.word(at), language));
        return times
            .filter(|times| (2..=3).contains(times))
            .and_then(|times| Some((usize::try_from(times).ok()?, start)));
    }
    if DOUBLE.contains(&tokens.word(at)) {
        return Some((2, at + 1));
    }
    TRIPLE.contains(&tokens.word(at)).then_some((3, at + 1))
}
