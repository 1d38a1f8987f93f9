//! Whole numbers, in digits and in words, up to thousands of millions.

use super::number_words::{cardinal, ordinal as ordinal_word};
use super::tokens::Tokens;
use crate::Language;

/// The whole number that begins at an index, and the index after it: digits (nine at most, "1,500" too), words
/// ("dos mil quinientos", "veintiún", "a hundred and one"), both ("203 mil"), and dozens ("media docena de",
/// "un par de", "a dozen").
pub(super) fn number_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    // "half a dozen"; "una" is no number to the readers of hours and phones.
    let may_be =
        tokens.is_one_of(at, &["un", "una", "uno", "one"]) || (at..at + 3).any(|at| tokens.may_be_number(at));
    if tokens.is_mark(at) || !may_be {
        return None;
    }
    if let Some(dozen) = dozen_at(tokens, at) {
        return Some(dozen);
    }
    let mut total: u32 = 0;
    let mut end = at;
    let mut scale_max = u32::MAX;
    loop {
        let group = group_at(tokens, end, scale_max);
        let after = group.map_or(end, |(_, group_end)| group_end);
        let scale = scale_of(tokens.language, tokens.word(after)).filter(|scale| *scale < scale_max);
        // "mil" counts alone; "millones" and "thousand" do not.
        let is_scaled = scale.is_some() && (group.is_some() || tokens.word(after) == "mil");
        match (group, scale.filter(|_| is_scaled)) {
            (group, Some(scale)) => {
                let count = group.map_or(1, |(value, _)| value);
                total = total.checked_add(count.checked_mul(scale)?)?;
                (end, scale_max) = (after + 1, scale);
                // "dos mil millones"
                if scale == 1_000 && scale_of(tokens.language, tokens.word(end)) == Some(1_000_000) {
                    (total, end, scale_max) = (total.checked_mul(1_000_000)?, end + 1, 1_000_000);
                }
                end = rest_start(tokens, end);
            }
            (Some((value, _)), None) => return Some((total.checked_add(value)?, after)),
            (None, None) => break,
        }
    }
    let is_and = tokens.language == Language::En && tokens.before(end) == "and";
    (total > 0).then_some((total, end - usize::from(is_and)))
}

/// A run of digits.
pub(super) fn digits_at(tokens: &Tokens<'_>, at: usize) -> Option<u32> {
    let text = tokens.word(at);
    let is_number = !text.is_empty() && text.len() <= 9 && is_digits(text);
    if is_number { text.parse().ok() } else { None }
}

/// Any ordinal: "tercera", "vigésimo primero", "2.º", "3ra", "twenty first", "5th".
pub(super) fn any_ordinal_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    if let Some(value) = digits_at(tokens, at) {
        let suffix_at = if tokens.word(at + 1) == "." && tokens.is_glued(at + 1) {
            at + 2
        } else {
            at + 1
        };
        let suffixes = [
            "st", "nd", "rd", "th", "ro", "ero", "er", "ra", "era", "do", "da", "to", "ta", "mo", "ma", "vo",
            "va", "no", "na", "º", "ª", "°", "o", "a",
        ];
        let has_suffix = tokens.is_glued(suffix_at) && tokens.is_one_of(suffix_at, &suffixes);
        return has_suffix.then_some((value, suffix_at + 1));
    }
    if tokens.language == Language::En {
        return english_ordinal_at(tokens, at);
    }
    let first = ordinal_word(tokens.word(at), Language::Es)?;
    let takes_unit = matches!(first, 10 | 20 | 30);
    match ordinal_word(tokens.word(at + 1), Language::Es).filter(|unit| takes_unit && *unit < 10) {
        Some(unit) => Some((first + unit, at + 2)),
        None => Some((first, at + 1)),
    }
}

fn english_ordinal_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    if let Some(value) = ordinal_word(tokens.word(at), Language::En) {
        return Some((value, at + 1));
    }
    let tens = cardinal(tokens.word(at), Language::En).filter(|tens| *tens >= 20)?;
    let unit_at = at + 1 + usize::from(tokens.word(at + 1) == "-");
    let unit = ordinal_word(tokens.word(unit_at), Language::En).filter(|unit| *unit < 10)?;
    Some((tens + unit, unit_at + 1))
}

/// "una docena de", "media docena", "dos docenas", "un par de"; "half a dozen", "a couple of", "two dozen".
fn dozen_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let named: &[(&str, u32)] = match tokens.language {
        Language::Es => &[
            ("media docena", 6),
            ("docena y media", 18),
            ("una docena y media", 18),
            ("un par", 2),
            ("una decena", 10),
            ("una veintena", 20),
            ("un centenar", 100),
        ],
        Language::En => &[
            ("half a dozen", 6),
            ("half dozen", 6),
            ("a half dozen", 6),
            ("a dozen", 12),
            ("a couple", 2),
        ],
    };
    let fixed = named
        .iter()
        .filter_map(|(words, value)| Some((tokens.phrase(at, words)?, *value)))
        .max();
    let (end, value) = match fixed {
        Some(found) => found,
        None => {
            let (count, end) = small_at(tokens, at)?;
            let is_dozen = tokens.is_one_of(end, &["docena", "docenas", "dozen", "dozens"]);
            (is_dozen.then_some(end + 1)?, count.checked_mul(12)?)
        }
    };
    let of_end = end + usize::from(tokens.is_one_of(end, &["de", "of"]));
    let is_counting = of_end > end && !tokens.ends_at(of_end);
    Some((value, if is_counting { of_end } else { end }))
}

fn small_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let value = digits_at(tokens, at).or_else(|| cardinal(tokens.word(at), tokens.language))?;
    (value < 100).then_some((value, at + 1))
}

fn scale_of(language: Language, word: &str) -> Option<u32> {
    match (language, word) {
        (Language::Es, "mil") | (Language::En, "thousand" | "thousands") => Some(1_000),
        (Language::Es, "millon" | "millones") | (Language::En, "million" | "millions") => Some(1_000_000),
        (Language::Es | Language::En, _) => None,
    }
}

/// English says "two thousand and five".
fn rest_start(tokens: &Tokens<'_>, end: usize) -> usize {
    let is_and = tokens.language == Language::En
        && tokens.word(end) == "and"
        && cardinal(tokens.word(end + 1), Language::En).is_some()
        && scale_of(tokens.language, tokens.word(end + 2)).is_none();
    end + usize::from(is_and)
}

/// What stands before a scale, or at the end: below `scale_max`.
fn group_at(tokens: &Tokens<'_>, at: usize, scale_max: u32) -> Option<(u32, usize)> {
    if let Some(first) = digits_at(tokens, at) {
        let (value, end) = thousands_from(tokens, at, first);
        return (value < scale_max && (scale_max == u32::MAX || !tokens.is_glued(at)))
            .then_some((value, end));
    }
    match tokens.language {
        Language::Es => spanish_at(tokens, at),
        Language::En => english_at(tokens, at),
    }
}

/// "1,500", "1.500.000": marks between groups of three digits. Whoever means a fraction does not write three digits of
/// it where something is counted.
fn thousands_from(tokens: &Tokens<'_>, at: usize, first: u32) -> (u32, usize) {
    let single = (first, at + 1);
    let mark = tokens.word(at + 1);
    if first == 0 || tokens.word(at).len() > 3 || !matches!(mark, "," | ".") {
        return single;
    }
    let mut value = first;
    let mut end = at + 1;
    let is_next = |end: usize| {
        tokens.word(end) == mark
            && tokens.is_glued(end)
            && tokens.is_glued(end + 1)
            && is_digits(tokens.word(end + 1))
            && !tokens.word(end + 1).is_empty()
    };
    while is_next(end) {
        let (group, widened) = (tokens.word(end + 1), value.checked_mul(1_000));
        let (3, Some(widened), Ok(group)) = (group.len(), widened, group.parse::<u32>()) else {
            return single;
        };
        (value, end) = (widened.saturating_add(group), end + 2);
    }
    (value, end)
}

fn spanish_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let first = cardinal(tokens.word(at), Language::Es)?;
    // "dos cientos tres"
    let is_split = (2..10).contains(&first) && tokens.is_one_of(at + 1, &["cientos", "cientas"]);
    if first < 100 && !is_split {
        return spanish_tens_at(tokens, at);
    }
    let (hundreds, end) = if is_split {
        (first * 100, at + 2)
    } else {
        (first, at + 1)
    };
    let can_go_on = tokens.word(at) != "cien";
    match spanish_tens_at(tokens, end).filter(|(rest, _)| can_go_on && *rest > 0) {
        Some((rest, end)) => Some((hundreds + rest, end)),
        None => Some((hundreds, end)),
    }
}

fn spanish_tens_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let first = cardinal(tokens.word(at), Language::Es).filter(|value| *value < 100)?;
    let takes_unit = first >= 20 && first.is_multiple_of(10);
    if takes_unit && tokens.is_one_of(at + 1, &["y", "i"]) {
        let unit = cardinal(tokens.word(at + 2), Language::Es).or_else(|| digits_at(tokens, at + 2));
        if let Some(unit) = unit.filter(|unit| (1..10).contains(unit)) {
            return Some((first + unit, at + 3));
        }
    }
    Some((first, at + 1))
}

fn english_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let is_article =
        tokens.is_one_of(at, &["a", "an"]) && tokens.is_one_of(at + 1, &["hundred", "thousand", "million"]);
    let (first, end) = if is_article {
        (1, at + 1)
    } else {
        english_tens_at(tokens, at)?
    };
    // "fifteen hundred"
    let counts_hundreds = (1..100).contains(&first) && !(first > 9 && first.is_multiple_of(10));
    if !counts_hundreds || tokens.word(end) != "hundred" {
        return Some((first, end));
    }
    let rest_at = end + 1 + usize::from(tokens.word(end + 1) == "and");
    match english_tens_at(tokens, rest_at).filter(|(rest, _)| *rest > 0) {
        Some((rest, end)) => Some((first * 100 + rest, end)),
        None => Some((first * 100, end + 1)),
    }
}

fn english_tens_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let first = cardinal(tokens.word(at), Language::En)?;
    if first >= 20 {
        let unit_at = at + 1 + usize::from(tokens.word(at + 1) == "-");
        let unit = cardinal(tokens.word(unit_at), Language::En).filter(|unit| (1..10).contains(unit));
        if let Some(unit) = unit {
            return Some((first + unit, unit_at + 1));
        }
    }
    Some((first, at + 1))
}

pub(super) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
