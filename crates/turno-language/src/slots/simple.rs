//! What is read only where it is awaited: yes or no, an integer, any text.

use serde_json::Value;

use super::decimal::{Amount, amount_at};
use super::found::{Found, choose};
use super::number::any_ordinal_at;
use super::tokens::Tokens;
use crate::ProblemKind;

const TEXT_CHARACTERS_MAX: usize = 500;

const YES: &[&str] = &[
    "si",
    "claro",
    "correcto",
    "afirmativo",
    "por supuesto",
    "asi es",
    "ok",
    "sale",
    "yes",
    "yeah",
    "yep",
    "sure",
    "correct",
    "of course",
    "exacto",
    "por favor",
    "va",
    "okay",
    "simon",
    "please",
];
const NO: &[&str] = &[
    "no",
    "nop",
    "nel",
    "negativo",
    "para nada",
    "tampoco",
    "nope",
    "not",
    "nah",
    "ninguno",
    "ninguna",
];

/// Yes or no; none where both are said.
pub(super) fn boolean(tokens: &Tokens<'_>) -> Option<Found> {
    let first = |words: &[&str]| (0..tokens.len()).find_map(|at| Some(at..tokens.phrases(at, words)?));
    let is_question = (0..tokens.len()).any(|at| tokens.is_one_of(at, &["?", "¿"]));
    match (first(NO), first(YES).filter(|_| !is_question)) {
        (Some(no), _) if no.start == 0 => Some(Found::new(no, Ok(Value::Bool(false)))),
        (None, Some(yes)) => Some(Found::new(yes, Ok(Value::Bool(true)))),
        (Some(_), _) | (None, None) => None,
    }
}

/// The last whole number; two of them as alternatives ("4 o 5") and a fraction are problems.
pub(super) fn integer(tokens: &Tokens<'_>) -> Option<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let amount = amount_at(tokens, at);
        let is_ordinal =
            any_ordinal_at(tokens, at).is_some_and(|(_, end)| amount.as_ref().is_none_or(|a| end > a.end));
        match amount.filter(|_| !is_ordinal) {
            Some(amount) => {
                at = amount.end;
                found.push(Found::new(amount.start..amount.end, whole(&amount)));
            }
            None => match any_ordinal_at(tokens, at) {
                Some((value, end)) => {
                    found.push(Found::new(at..end, Ok(Value::from(value))));
                    at = end;
                }
                None => at += 1,
            },
        }
    }
    choose(tokens, &found)
}

fn whole(amount: &Amount) -> Result<Value, ProblemKind> {
    let integer = |value: f64| (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i64);
    match (integer(amount.value), amount.otherwise.and_then(integer)) {
        (_, Some(otherwise)) => Err(ProblemKind::Ambiguous(vec![Value::from(otherwise)])),
        (Some(value), None) => Ok(Value::from(value)),
        (None, None) => Err(ProblemKind::Impossible),
    }
}

/// All of the utterance.
pub(super) fn text(utterance: &str, tokens: &Tokens<'_>) -> Option<Found> {
    let trimmed = utterance.trim();
    let cut = trimmed.char_indices().nth(TEXT_CHARACTERS_MAX).map(|(at, _)| at);
    let kept = trimmed[..cut.unwrap_or(trimmed.len())].trim_end();
    let has_words = (0..tokens.len()).any(|at| !tokens.is_mark(at));
    has_words.then(|| Found::new(0..tokens.len(), Ok(Value::String(kept.to_owned()))))
}
