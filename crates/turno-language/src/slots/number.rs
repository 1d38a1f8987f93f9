//! Numbers, in digits and in words.

use super::tokens::Tokens;
use crate::Language;

const SPANISH: &[(&str, u32)] = &[
    ("cero", 0),
    ("un", 1),
    ("uno", 1),
    ("una", 1),
    ("dos", 2),
    ("tres", 3),
    ("cuatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("siete", 7),
    ("ocho", 8),
    ("nueve", 9),
    ("diez", 10),
    ("once", 11),
    ("doce", 12),
    ("trece", 13),
    ("catorce", 14),
    ("quince", 15),
    ("dieciseis", 16),
    ("diecisiete", 17),
    ("dieciocho", 18),
    ("diecinueve", 19),
    ("veinte", 20),
    ("veintiun", 21),
    ("veintiuno", 21),
    ("veintiuna", 21),
    ("veintidos", 22),
    ("veintitres", 23),
    ("veinticuatro", 24),
    ("veinticinco", 25),
    ("veintiseis", 26),
    ("veintisiete", 27),
    ("veintiocho", 28),
    ("veintinueve", 29),
    ("treinta", 30),
    ("cuarenta", 40),
    ("cincuenta", 50),
    ("sesenta", 60),
    ("setenta", 70),
    ("ochenta", 80),
    ("noventa", 90),
    ("cien", 100),
    ("ciento", 100),
    ("doscientos", 200),
    ("doscientas", 200),
    ("trescientos", 300),
    ("trescientas", 300),
    ("cuatrocientos", 400),
    ("cuatrocientas", 400),
    ("quinientos", 500),
    ("quinientas", 500),
    ("seiscientos", 600),
    ("seiscientas", 600),
    ("setecientos", 700),
    ("setecientas", 700),
    ("ochocientos", 800),
    ("ochocientas", 800),
    ("novecientos", 900),
    ("novecientas", 900),
];

const ENGLISH: &[(&str, u32)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// The number that begins at an index, and the index after it. Words up to 999; digits up to nine of them.
pub(super) fn number_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    if let Some(value) = digits_at(tokens, at) {
        return Some((value, at + 1));
    }
    match tokens.language {
        Language::Es => spanish_at(tokens, at),
        Language::En => english_at(tokens, at),
    }
}

/// A run of digits.
pub(super) fn digits_at(tokens: &Tokens<'_>, at: usize) -> Option<u32> {
    let text = tokens.word(at);
    let is_number = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

fn lookup(table: &[(&str, u32)], word: &str) -> Option<u32> {
    table
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, value)| *value)
}

fn spanish_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let first = lookup(SPANISH, tokens.word(at))?;
    if first >= 100 {
        let can_go_on = tokens.word(at) != "cien";
        return match tens_at(tokens, at + 1).filter(|_| can_go_on) {
            Some((rest, end)) => Some((first + rest, end)),
            None => Some((first, at + 1)),
        };
    }
    tens_at(tokens, at)
}

fn tens_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let first = lookup(SPANISH, tokens.word(at)).filter(|value| (1..100).contains(value) || *value == 0)?;
    let takes_unit = first >= 20 && first.is_multiple_of(10);
    if takes_unit && tokens.word(at + 1) == "y" {
        let unit = lookup(SPANISH, tokens.word(at + 2)).filter(|unit| (1..10).contains(unit));
        if let Some(unit) = unit {
            return Some((first + unit, at + 3));
        }
    }
    Some((first, at + 1))
}

fn english_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let (first, end) = english_tens_at(tokens, at)?;
    if first == 0 || first > 9 || tokens.word(end) != "hundred" {
        return Some((first, end));
    }
    let rest_at = if tokens.word(end + 1) == "and" {
        end + 2
    } else {
        end + 1
    };
    match english_tens_at(tokens, rest_at) {
        Some((rest, end)) => Some((first * 100 + rest, end)),
        None => Some((first * 100, end + 1)),
    }
}

fn english_tens_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let first = lookup(ENGLISH, tokens.word(at))?;
    if first >= 20 {
        let unit_at = if tokens.word(at + 1) == "-" {
            at + 2
        } else {
            at + 1
        };
        if let Some(unit) = lookup(ENGLISH, tokens.word(unit_at)).filter(|unit| (1..10).contains(unit)) {
            return Some((first + unit, unit_at + 1));
        }
    }
    Some((first, at + 1))
}
