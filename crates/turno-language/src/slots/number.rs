//! Whole numbers, in digits and in words, up to thousands of millions.

use super::number_words::{
    Joint, cardinal, dozen_names, has_joint, is_article, is_lone_scale, is_round, joins, multiple,
    ordinal as ordinal_word, scale,
};
use super::tokens::Tokens;
use crate::{Language, grammar::OF, pack::Tagged};

/// What hangs on the figures of a place in a row: "2do", "5th".
static ORDINAL_SUFFIXES: Tagged = Tagged::new("number_ordinal_suffixes");

/// Twelve.
static DOZENS: Tagged = Tagged::new("number_dozens");

/// The whole number that begins at an index, and the index after it: digits (nine at most, "1,500" too), words
/// ("dos mil quinientos", "veintiún", "a hundred and one"), both ("203 mil"), and dozens ("media docena de",
/// "un par de", "a dozen").
pub(super) fn number_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    number_in(tokens, at, tokens.language)
}

/// The same in the words of a given language.
pub(super) fn number_in(tokens: &Tokens<'_>, at: usize, language: Language) -> Option<(u32, usize)> {
    // "half a dozen"
    if tokens.is_mark(at) || !(at..at + 3).any(|at| tokens.may_be_number(at)) {
        return None;
    }
    if let Some(dozen) = dozen_at(tokens, at, language) {
        return Some(dozen);
    }
    let mut total: u32 = 0;
    let mut end = at;
    let mut scale_max = u32::MAX;
    loop {
        let group = group_at(tokens, end, scale_max, language);
        let after = group.map_or(end, |(_, group_end)| group_end);
        let scaled = scale(tokens.word(after), language).filter(|scale| *scale < scale_max);
        // "mil" counts alone; "millones" and "thousand" do not.
        let counts = group.is_some() || is_lone_scale(tokens.word(after), language);
        match (group, scaled.filter(|_| counts)) {
            (group, Some(scale)) => {
                let count = group.map_or(1, |(value, _)| value);
                total = total.checked_add(count.checked_mul(scale)?)?;
                (end, scale_max) = (after + 1, scale);
                // "dos mil millones"
                if scale == 1_000 && self::scale(tokens.word(end), language) == Some(1_000_000) {
                    (total, end, scale_max) = (total.checked_mul(1_000_000)?, end + 1, 1_000_000);
                }
                end = rest_start(tokens, end, language);
            }
            (Some((value, _)), None) => return Some((total.checked_add(value)?, after)),
            (None, None) => break,
        }
    }
    let is_and = joins(tokens.before(end), Joint::Scales, language);
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
        let suffix_at = if tokens.word(at + 1) == "." && tokens.is_glued(at + 1) { at + 2 } else { at + 1 };
        let is_suffix = ORDINAL_SUFFIXES.contains(&tokens.word(suffix_at))
            || tokens.is_mark_of(suffix_at, &["º", "ª", "°"]);
        let has_suffix = is_suffix && tokens.is_glued(suffix_at);
        return has_suffix.then_some((value, suffix_at + 1));
    }
    let Some(first) = ordinal_word(tokens.word(at), tokens.language) else {
        return tens_and_ordinal_at(tokens, at);
    };
    let takes_unit = matches!(first, 10 | 20 | 30);
    match ordinal_word(tokens.word(at + 1), tokens.language).filter(|unit| takes_unit && *unit < 10) {
        Some(unit) => Some((first + unit, at + 2)),
        None => Some((first, at + 1)),
    }
}

/// "twenty first", in a language that puts units right behind tens.
fn tens_and_ordinal_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let language = tokens.language;
    let tens = cardinal(tokens.word(at), language).filter(|tens| *tens >= 20)?;
    if has_joint(Joint::Tens, language) {
        return None;
    }
    let unit_at = at + 1 + usize::from(tokens.word(at + 1) == "-");
    let unit = ordinal_word(tokens.word(unit_at), language).filter(|unit| *unit < 10)?;
    Some((tens + unit, unit_at + 1))
}

/// "una docena de", "media docena", "dos docenas", "un par de"; "half a dozen", "a couple of", "two dozen".
fn dozen_at(tokens: &Tokens<'_>, at: usize, language: Language) -> Option<(u32, usize)> {
    let fixed = dozen_names(language)
        .iter()
        .filter_map(|(words, value)| Some((tokens.phrase(at, words)?, *value)))
        .max();
    let (end, value) = match fixed {
        Some(found) => found,
        None => {
            let (count, end) = small_at(tokens, at, language)?;
            let is_dozen = DOZENS.contains(&tokens.word(end));
            (is_dozen.then_some(end + 1)?, count.checked_mul(12)?)
        }
    };
    let of_end = end + usize::from(OF.contains(&tokens.word(end)));
    let is_counting = of_end > end && !tokens.ends_at(of_end);
    Some((value, if is_counting { of_end } else { end }))
}

fn small_at(tokens: &Tokens<'_>, at: usize, language: Language) -> Option<(u32, usize)> {
    let value = digits_at(tokens, at).or_else(|| cardinal(tokens.word(at), language))?;
    (value < 100).then_some((value, at + 1))
}

/// English says "two thousand and five".
fn rest_start(tokens: &Tokens<'_>, end: usize, language: Language) -> usize {
    let is_and = joins(tokens.word(end), Joint::Scales, language)
        && cardinal(tokens.word(end + 1), language).is_some()
        && scale(tokens.word(end + 2), language).is_none();
    end + usize::from(is_and)
}

/// What stands before a scale, or at the end: below `scale_max`.
fn group_at(tokens: &Tokens<'_>, at: usize, scale_max: u32, language: Language) -> Option<(u32, usize)> {
    if let Some(first) = digits_at(tokens, at) {
        let (value, end) = thousands_from(tokens, at, first);
        return (value < scale_max && (scale_max == u32::MAX || !tokens.is_glued(at)))
            .then_some((value, end));
    }
    hundreds_at(tokens, at, language)
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

/// Below a thousand, in words: "ciento tres", "dos cientos tres", "a hundred and one", "fifteen hundred".
fn hundreds_at(tokens: &Tokens<'_>, at: usize, language: Language) -> Option<(u32, usize)> {
    let next = tokens.word(at + 1);
    let is_article = is_article(tokens.word(at), language)
        && (multiple(next, language).is_some() || scale(next, language).is_some());
    let (hundreds, end) = match cardinal(tokens.word(at), language) {
        Some(hundreds @ 100..) => (hundreds, at + 1),
        _ => {
            let (first, end) = if is_article { (1, at + 1) } else { tens_at(tokens, at, language)? };
            let counts_hundreds = (1..100).contains(&first) && !(first > 9 && first.is_multiple_of(10));
            match multiple(tokens.word(end), language).filter(|_| counts_hundreds) {
                Some(hundred) => (first * hundred, end + 1),
                None => return Some((first, end)),
            }
        }
    };
    let can_go_on = !is_round(tokens.word(at), language);
    let rest_at = end + usize::from(joins(tokens.word(end), Joint::Hundreds, language));
    match tens_at(tokens, rest_at, language).filter(|(rest, _)| can_go_on && *rest > 0) {
        Some((rest, end)) => Some((hundreds + rest, end)),
        None => Some((hundreds, end)),
    }
}

/// Below a hundred, in words: "treinta y cinco", "thirty-five".
fn tens_at(tokens: &Tokens<'_>, at: usize, language: Language) -> Option<(u32, usize)> {
    let first = cardinal(tokens.word(at), language).filter(|value| *value < 100)?;
    if first < 20 || !first.is_multiple_of(10) {
        return Some((first, at + 1));
    }
    let (unit, unit_at) = if has_joint(Joint::Tens, language) {
        let unit = cardinal(tokens.word(at + 2), language).or_else(|| digits_at(tokens, at + 2));
        let is_joined = joins(tokens.word(at + 1), Joint::Tens, language);
        (unit.filter(|_| is_joined), at + 2)
    } else {
        let unit_at = at + 1 + usize::from(tokens.word(at + 1) == "-");
        (cardinal(tokens.word(unit_at), language), unit_at)
    };
    match unit.filter(|unit| (1..10).contains(unit)) {
        Some(unit) => Some((first + unit, unit_at + 1)),
        None => Some((first, at + 1)),
    }
}

pub(super) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
