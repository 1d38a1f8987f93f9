//! Amounts: numbers with a fraction, a sign or a suffix, as they are said and written in Mexico ("1,500.50").

use crate::pack::Tagged;
use std::ops::Range;

use super::hints::Hints;
use super::number::{any_ordinal_at, is_digits, number_at};
use super::number_words::{Joint, cardinal, joins, ordinal as ordinal_word, scale};
use super::tokens::Tokens;
use crate::{Language, Text};

/// Makes a number less than nothing: "menos", "minus".
static NEGATIVE: Tagged = Tagged::new("decimal_negative");

/// Half of one more: "y medio", "and a half".
pub(super) static AND_A_HALF: Tagged = Tagged::new("decimal_and_a_half");

/// Between a whole number and its part: "punto", "point".
static POINTS: Tagged = Tagged::new("decimal_points");

/// An amount at a place.
pub(crate) struct Amount {
    pub(crate) value: f64,
    /// What else the writing may mean: "1.500" is one and a half in Mexico, and fifteen hundred elsewhere.
    pub(crate) otherwise: Option<f64>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The number that an utterance is, where it is nothing else: "dos mil quinientos", "menos 1,200,000", "uno punto
/// cinco", "tercero", "-1.2M". A dot marks the fraction and a comma the thousands, as in Mexico and the United States.
pub fn read_number(utterance: &str, language: Language) -> Option<f64> {
    let is_lone_word = utterance.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_lone_word && !may_be_of_a_number(utterance) {
        return None;
    }
    let text = Text::of(utterance);
    let tokens = Tokens::of(&text, language);
    let mut at = 0;
    // "cero cuatro" is said of what is written 04.
    while cardinal(tokens.word(at), language) == Some(0) && number_at(&tokens, at + 1).is_some() {
        at += 1;
    }
    let is_whole = |end: usize| end == tokens.len();
    let amount = amount_at(&tokens, at).filter(|amount| is_whole(amount.end));
    let ordinal = || any_ordinal_at(&tokens, at).filter(|(_, end)| is_whole(*end));
    amount.map(|amount| amount.value).or_else(|| ordinal().map(|(value, _)| f64::from(value)))
}

/// Whether a folded word may be one of those that [`read_number`] reads: true of each word of a number, and of few others.
pub fn may_be_of_a_number(word: &str) -> bool {
    static JOINS: Tagged = Tagged::new("decimal_joins");
    Hints::of(word, false).has_number
        || JOINS.contains(&word)
        || Language::understood().any(|language| ordinal_word(word, language).is_some())
}

/// The amounts that an utterance names, each with the bytes that say it.
pub(crate) fn amounts_in(text: &Text, language: Language) -> Vec<(Amount, Range<usize>)> {
    let tokens = Tokens::of(text, language);
    let mut amounts = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let amount = amount_at(&tokens, at).filter(|amount| amount.end > at);
        at = amount.as_ref().map_or(at + 1, |amount| amount.end);
        amounts.extend(amount.map(|amount| {
            let place = tokens.bytes(&(amount.start..amount.end));
            (amount, place)
        }));
    }
    amounts
}

/// The amount that begins at an index, its sign included.
pub(super) fn amount_at(tokens: &Tokens<'_>, at: usize) -> Option<Amount> {
    let is_minus_sign =
        tokens.word(at) == "-" && (at == 0 || tokens.is_glued(at + 1) && !tokens.is_glued(at));
    let is_negative = is_minus_sign || NEGATIVE.contains(&tokens.word(at));
    let start = at + usize::from(is_negative);
    let (mut value, mut otherwise, mut end) = magnitude_at(tokens, start)?;
    if let Some((factor, factor_end)) = suffix_at(tokens, end) {
        (value, otherwise, end) = (value * factor, None, factor_end);
    }
    // Products of decimal fractions carry dust: .0012 * 1e9.
    value = (value * 1e6).round() / 1e6;
    let signed = |value: f64| if is_negative { -value } else { value };
    Some(Amount { value: signed(value), otherwise: otherwise.map(signed), start: at, end })
}

fn magnitude_at(tokens: &Tokens<'_>, at: usize) -> Option<(f64, Option<f64>, usize)> {
    let (whole, end) = match (written_at(tokens, at), whole_at(tokens, at)) {
        (Some((value, otherwise, end)), _) if value.fract() != 0.0 || otherwise.is_some() => {
            return Some((value, otherwise, end));
        }
        (Some((whole, _, end)), _) => (whole, end),
        (None, Some((whole, end))) => (f64::from(whole), end),
        (None, None) if is_point(tokens, at) => (0.0, at),
        (None, None) => return None,
    };
    if is_point(tokens, end)
        && let Some((fraction, fraction_end)) = fraction_at(tokens, end + 1)
    {
        return Some((whole + fraction, None, fraction_end));
    }
    let half = tokens.phrases(end, &AND_A_HALF);
    match half {
        Some(half_end) => Some((whole + 0.5, None, half_end)),
        None if end == at => None,
        None => Some((whole, None, end)),
    }
}

/// "diez y seis" is one number where nothing else is looked for.
fn whole_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let (whole, end) = number_at(tokens, at)?;
    if whole != 10 || cardinal(tokens.word(at), tokens.language) != Some(10) {
        return Some((whole, end));
    }
    let is_joined = joins(tokens.word(end), Joint::Tens, tokens.language);
    let unit = cardinal(tokens.word(end + 1), tokens.language).filter(|unit| (6..10).contains(unit));
    match unit.filter(|_| is_joined) {
        Some(unit) => Some((whole + unit, end + 2)),
        None => Some((whole, end)),
    }
}

/// "1,500.50", "0.77", ".77", "1500"; a comma before other than three digits marks a fraction too.
fn written_at(tokens: &Tokens<'_>, at: usize) -> Option<(f64, Option<f64>, usize)> {
    let is_run = |at: usize| !tokens.word(at).is_empty() && is_digits(tokens.word(at));
    let goes_on = |end: usize, mark: &str| {
        tokens.word(end) == mark
            && tokens.is_glued(end + 1)
            && is_run(end + 1)
            && (end == at || tokens.is_glued(end))
    };
    if !is_run(at) && !goes_on(at, ".") {
        return None;
    }
    let mut digits = String::new();
    let mut end = at;
    if is_run(at) {
        digits.push_str(tokens.word(at));
        end = at + 1;
    }
    let can_group = (1..=3).contains(&digits.len()) && !digits.starts_with('0');
    while can_group && goes_on(end, ",") && tokens.word(end + 1).len() == 3 {
        digits.push_str(tokens.word(end + 1));
        end += 2;
    }
    let is_grouped = end > at + 1;
    let mut otherwise = None;
    if goes_on(end, ".") || (!is_grouped && goes_on(end, ",")) {
        let fraction = tokens.word(end + 1);
        if can_group && !is_grouped && tokens.word(end) == "." && fraction.len() == 3 {
            otherwise = format!("{digits}{fraction}").parse().ok();
        }
        digits = format!("{digits}.{fraction}");
        end += 2;
    }
    // "1.500.000" and what else has no reading of its own.
    if goes_on(end, ".") || goes_on(end, ",") {
        let (value, end) = number_at(tokens, at)?;
        return Some((f64::from(value), None, end)).filter(|_| !goes_on(end, ".") && !goes_on(end, ","));
    }
    if digits.len() > 15 || number_at(tokens, at).is_some_and(|(_, number_end)| number_end > end) {
        return None;
    }
    Some((digits.parse().ok()?, otherwise, end))
}

fn is_point(tokens: &Tokens<'_>, at: usize) -> bool {
    POINTS.contains(&tokens.word(at))
}

/// "cinco", "veinticinco", "cero cinco", "two five", "5".
fn fraction_at(tokens: &Tokens<'_>, at: usize) -> Option<(f64, usize)> {
    let mut digits = String::from("0.");
    let mut end = at;
    loop {
        let word = tokens.word(end);
        let is_run = !word.is_empty() && is_digits(word);
        if is_run {
            digits.push_str(word);
            end += 1;
        } else if let Some((value, value_end)) = number_at(tokens, end) {
            digits.push_str(&value.to_string());
            end = value_end;
        } else {
            break;
        }
        let is_next_digit = cardinal(tokens.word(end), tokens.language);
        if is_next_digit.is_none_or(|digit| digit > 9) || digits.len() > 9 {
            break;
        }
    }
    (end > at).then_some((digits.parse().ok()?, end))
}

/// "100k", "3M", "1.5 millones".
fn suffix_at(tokens: &Tokens<'_>, at: usize) -> Option<(f64, usize)> {
    if !is_digits(tokens.before(at)) {
        return None;
    }
    let factor = match (tokens.word(at), tokens.is_glued(at)) {
        ("k", true) => 1e3,
        ("m", true) => 1e6,
        ("g", true) => 1e9,
        (word, _) => {
            let mut languages = Language::understood();
            f64::from(languages.find_map(|language| scale(word, language))?)
        }
    };
    Some((factor, at + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "un", "una", "uno", "dos", "ciento", "cien", "doscientos", "veinte", "veintidos", "treinta", "y", "cinco", "mil", "millon", "millones", "cero",
        "punto", "coma", "con", "medio", "media", "docena", "docenas", "par", "de", "menos", "negativo", "primero", "decimo", "segunda", "a", "half",
        "dozen", "couple", "of", "one", "two", "hundred", "and", "twenty", "five", "thousand", "point", "minus", "third", "first", "12", "3ro", "4th",
        "1500", "k", "m", "tacos", "mole", "pesos", "la", "el", "mesa", "table", "orden", "son", "o", "quince", "decena", "veintena", "centenar", "zero",
    ];

    proptest! {
        #[test]
        fn each_word_of_a_number_is_known_as_one(places in prop::collection::vec(0..WORDS.len(), 1..6)) {
            let words: Vec<&str> = places.into_iter().map(|at| WORDS[at]).collect();
            let said = words.join(" ");
            for language in [Language::es(), Language::en()] {
                if read_number(&said, language).is_some() {
                    prop_assert!(words.iter().all(|word| may_be_of_a_number(word)), "{said}");
                }
            }
        }
    }
}
