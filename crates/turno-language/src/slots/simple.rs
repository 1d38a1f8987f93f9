//! What is read only where it is awaited: yes or no, a number, any text.

use crate::pack::Tagged;
use serde_json::Value;

use super::decimal::{AND_A_HALF, Amount, amount_at};
use super::found::{Found, choose};
use super::number::any_ordinal_at;
use super::tokens::Tokens;
use crate::ProblemKind;

static AND_A_QUARTER: Tagged = Tagged::new("simple_and_a_quarter");
static AND_THREE_QUARTERS: Tagged = Tagged::new("simple_and_three_quarters");

/// What may come after what is measured: "dos kilos y cuarto".
static AND_PARTS: [(&Tagged, f64); 3] =
    [(&AND_A_HALF, 0.5), (&AND_A_QUARTER, 0.25), (&AND_THREE_QUARTERS, 0.75)];

static THREE_QUARTERS: Tagged = Tagged::new("simple_three_quarters");
static QUARTER: Tagged = Tagged::new("simple_quarter");
static HALF: Tagged = Tagged::new("simple_half");
static ONE_AND_A_HALF: Tagged = Tagged::new("simple_one_and_a_half");

/// Parts of what is measured: "medio kilo".
static PARTS: [(&Tagged, f64); 4] =
    [(&THREE_QUARTERS, 0.75), (&QUARTER, 0.25), (&HALF, 0.5), (&ONE_AND_A_HALF, 1.5)];

/// A number that beside another is an article.
static ARTICLES: Tagged = Tagged::new("simple_articles");

/// What says nothing in an answer.
static FILLERS: Tagged = Tagged::new("simple_fillers");

/// Without one of these between them, two numbers are no correction of one by the other.
static CORRECTIONS: Tagged = Tagged::new("simple_corrections");

const TEXT_CHARACTERS_MAX: usize = 500;

static YES: Tagged = Tagged::new("simple_yes");
static NO: Tagged = Tagged::new("simple_no");

/// Yes or no; none where both are said.
pub(super) fn boolean(tokens: &Tokens<'_>) -> Option<Found> {
    let first = |words: &Tagged| (0..tokens.len()).find_map(|at| Some(at..tokens.phrases(at, words)?));
    let is_question = (0..tokens.len()).any(|at| tokens.is_mark_of(at, &["?", "¿"]));
    match (first(&NO), first(&YES).filter(|_| !is_question)) {
        (Some(no), _) if no.start == 0 => Some(Found::new(no, Ok(Value::Bool(false)))),
        (None, Some(yes)) => Some(Found::new(yes, Ok(Value::Bool(true)))),
        (Some(_), _) | (None, None) => None,
    }
}

/// The last whole number; two of them as alternatives ("4 o 5") and a fraction are problems.
pub(super) fn integer(tokens: &Tokens<'_>) -> Option<Found> {
    let found = numbers(tokens, |at| {
        let amount = amount_at(tokens, at)?;
        Some(Found::new(amount.start..amount.end, whole(&amount)))
    });
    choose(tokens, &found)
}

/// The last number, with its fraction: "2.5", "dos y medio", "dos kilos y medio", "medio kilo". Several that do not correct
/// each other ("dos kilos trescientos gramos", "de 2 a 3") are a problem: which one counts is not guessed.
pub(super) fn number(tokens: &Tokens<'_>) -> Option<Found> {
    let mut found = numbers(tokens, |at| part_at(tokens, at).or_else(|| measured_at(tokens, at)));
    // "Un paquete de 2.5": an article beside a number counts nothing.
    if found.len() > 1 {
        found.retain(|one| one.said.len() > 1 || !ARTICLES.contains(&tokens.word(one.said.start)));
    }
    let is_corrected = |between: std::ops::Range<usize>| {
        let mut between = between;
        between.any(|at| tokens.is_one_of(at, &CORRECTIONS))
    };
    let apart = found
        .iter()
        .zip(found.iter().skip(1))
        .find(|(one, next)| !is_corrected(one.said.end..next.said.start));
    match apart {
        Some((one, next)) => Some(Found::new(one.said.start..next.said.end, Err(ProblemKind::Vague))),
        None => choose(tokens, &found),
    }
}

/// What is read at each place, and the ordinals that go further than that.
fn numbers(tokens: &Tokens<'_>, read: impl Fn(usize) -> Option<Found>) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let number = read(at);
        let is_ordinal = any_ordinal_at(tokens, at)
            .is_some_and(|(_, end)| number.as_ref().is_none_or(|number| end > number.said.end));
        match number.filter(|_| !is_ordinal) {
            Some(number) => {
                at = number.said.end;
                found.push(number);
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
    found
}

/// An amount, and the half that comes after what is measured: "dos kilos y medio".
fn measured_at(tokens: &Tokens<'_>, at: usize) -> Option<Found> {
    let amount = amount_at(tokens, at)?;
    let is_unit = tokens.is_word(amount.end) && amount_at(tokens, amount.end).is_none();
    let may_go_on = is_unit && amount.value.fract() == 0.0 && amount.otherwise.is_none();
    let part = AND_PARTS
        .iter()
        .filter(|_| may_go_on)
        .find_map(|(words, part)| Some((*part, tokens.phrases(amount.end + 1, words)?)));
    let (value, end) = match part {
        Some((part, end)) => (amount.value + part, end),
        None => (amount.value, amount.end),
    };
    let outcome = match amount.otherwise {
        Some(otherwise) => Err(ProblemKind::Ambiguous(vec![json_number(value), json_number(otherwise)])),
        None => Ok(json_number(value)),
    };
    Some(Found::new(amount.start..end, outcome))
}

/// "Medio", "un cuarto", "tres cuartos" of what is measured, and "kilo y medio".
fn part_at(tokens: &Tokens<'_>, at: usize) -> Option<Found> {
    let found = |(words, value): &(&Tagged, f64)| {
        Some(Found::new(at..tokens.phrases(at, words)?, Ok(json_number(*value))))
    };
    PARTS.iter().find_map(found)
}

/// Whole numbers without a fraction, so that what they are put into reads as people write them.
fn json_number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { Value::from(value as i64) } else { Value::from(value) }
}

fn whole(amount: &Amount) -> Result<Value, ProblemKind> {
    let integer = |value: f64| (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i64);
    match (integer(amount.value), amount.otherwise.and_then(integer)) {
        (_, Some(otherwise)) => Err(ProblemKind::Ambiguous(vec![Value::from(otherwise)])),
        (Some(value), None) => Ok(Value::from(value)),
        (None, None) => Err(ProblemKind::Impossible),
    }
}

/// Who does not know has not answered, folded and without marks.
static DOES_NOT_KNOW: Tagged = Tagged::new("simple_does_not_know");

/// All of the utterance; nothing where it only says that its person does not know.
pub(super) fn text(utterance: &str, tokens: &Tokens<'_>) -> Option<Found> {
    let trimmed = utterance.trim();
    let cut = trimmed.char_indices().nth(TEXT_CHARACTERS_MAX).map(|(at, _)| at);
    let kept = trimmed[..cut.unwrap_or(trimmed.len())].trim_end();
    let words: Vec<&str> = (0..tokens.len())
        .filter(|at| !tokens.is_mark(*at))
        .map(|at| tokens.word(at))
        .filter(|word| !FILLERS.contains(word))
        .collect();
    let knows = !DOES_NOT_KNOW.contains(&words.join(" ").replace('\'', "").as_str());
    (knows && !words.is_empty()).then(|| Found::new(0..tokens.len(), Ok(Value::String(kept.to_owned()))))
}
