//! What is read only where it is awaited: yes or no, an integer, any text.

use serde_json::Value;

use super::found::Found;
use super::number::number_at;
use super::tokens::Tokens;

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

/// The last number.
pub(super) fn integer(tokens: &Tokens<'_>) -> Option<Found> {
    let mut found = None;
    let mut at = 0;
    while at < tokens.len() {
        let Some((value, end)) = number_at(tokens, at) else {
            at += 1;
            continue;
        };
        let is_negative = tokens.is_one_of(at.wrapping_sub(1), &["menos", "minus"])
            || (tokens.is_one_of(at.wrapping_sub(1), &["-"]) && tokens.is_glued(at));
        let value = if is_negative {
            -i64::from(value)
        } else {
            i64::from(value)
        };
        let start = if is_negative { at - 1 } else { at };
        found = Some(Found::new(start..end, Ok(Value::from(value))));
        at = end;
    }
    found
}

/// All of the utterance.
pub(super) fn text(utterance: &str, tokens: &Tokens<'_>) -> Option<Found> {
    let trimmed = utterance.trim();
    let cut = trimmed.char_indices().nth(TEXT_CHARACTERS_MAX).map(|(at, _)| at);
    let kept = trimmed[..cut.unwrap_or(trimmed.len())].trim_end();
    let has_words = (0..tokens.len()).any(|at| !tokens.is_mark(at));
    has_words.then(|| Found::new(0..tokens.len(), Ok(Value::String(kept.to_owned()))))
}
