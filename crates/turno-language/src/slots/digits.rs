//! Runs of digits as people say them: "55 1234 5678", "cincuenta y cinco doce", "cinco cinco uno dos".

use super::number::number_at;
use super::tokens::Tokens;

/// The digits from an index on, and the index after them. Marks of `separators` may stand between groups.
pub(super) fn digits_from(tokens: &Tokens<'_>, at: usize, separators: &[&str]) -> Option<(String, usize)> {
    let mut digits = String::new();
    let mut end = at;
    let mut next = at;
    while let Some((group, group_end)) = group_at(tokens, next) {
        digits.push_str(&group);
        (end, next) = (group_end, group_end);
        while tokens.is_one_of(next, separators) {
            next += 1;
        }
        next = skip_filler(tokens, next);
    }
    (!digits.is_empty()).then_some((digits, end))
}

/// The index after what people say between two groups.
pub(super) fn skip_filler(tokens: &Tokens<'_>, at: usize) -> usize {
    tokens.skip(
        at,
        &[
            "este",
            "y luego",
            "luego",
            "y despues",
            "despues",
            "then",
            "and then",
            "like",
        ],
    )
}

/// One group of digits: a run of figures, a number in words, "doble tres", "dos veces tres"; and the index after it.
pub(crate) fn group_at(tokens: &Tokens<'_>, at: usize) -> Option<(String, usize)> {
    let word = tokens.word(at);
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((word.to_owned(), at + 1));
    }
    if word == "oh" {
        return Some(("0".to_owned(), at + 1));
    }
    // "dos veces tres"
    let repeated = tokens
        .phrases(at + 1, &["veces", "veces el", "veces un", "times"])
        .filter(|_| matches!(word, "dos" | "tres" | "two" | "three"));
    if let Some(start) = repeated {
        let times = if matches!(word, "dos" | "two") { 2 } else { 3 };
        let (digit, end) = number_at(tokens, start).filter(|(digit, _)| *digit < 10)?;
        return Some((digit.to_string().repeat(times), end));
    }
    // "doble tres"
    let times = match word {
        "doble" | "double" => 2,
        "triple" => 3,
        _ => 1,
    };
    if times > 1 {
        let (digit, end) = number_at(tokens, at + 1).filter(|(digit, _)| *digit < 10)?;
        return Some((digit.to_string().repeat(times), end));
    }
    // Only as part of a longer run is "un" a digit; "una" is none.
    if word == "una" {
        return None;
    }
    number_at(tokens, at).map(|(value, end)| (value.to_string(), end))
}
