//! Confirmation codes.

use serde_json::Value;

use super::digits::{digits_from, group_at, skip_filler};
use super::found::Found;
use super::tokens::Tokens;
use crate::code_check::{CODE_DIGITS, is_whole_code};

/// The prefixes that are known wherever they stand.
const PREFIXES: &[&str] = &["RES", "CIT", "PED", "VTA", "TIC"];

/// What may stand between the parts of a code.
const LINKS: &[&str] = &["-", "guion", "dash", "guion medio", "numero", "#", "."];

const LETTERS: &[(&str, char)] = &[
    ("be", 'B'),
    ("ce", 'C'),
    ("de", 'D'),
    ("efe", 'F'),
    ("ge", 'G'),
    ("hache", 'H'),
    ("jota", 'J'),
    ("ka", 'K'),
    ("ele", 'L'),
    ("eme", 'M'),
    ("ene", 'N'),
    ("pe", 'P'),
    ("cu", 'Q'),
    ("erre", 'R'),
    ("ere", 'R'),
    ("ese", 'S'),
    ("te", 'T'),
    ("uve", 'V'),
    ("ve", 'V'),
    ("equis", 'X'),
    ("ye", 'Y'),
    ("zeta", 'Z'),
    ("ar", 'R'),
    ("ess", 'S'),
    ("see", 'C'),
    ("tee", 'T'),
    ("pee", 'P'),
    ("dee", 'D'),
    ("ee", 'E'),
];

/// The codes of an utterance, in order. Digits alone are one only where a code is awaited; their prefix is then
/// that of what is spoken of, or named by the slot.
pub(super) fn codes(tokens: &Tokens<'_>, slot: &str, is_awaited: bool) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match code_at(tokens, at, is_awaited) {
            Some(one) => {
                at = one.taken.end.max(at + 1);
                found.push(one);
            }
            None => at += 1,
        }
    }
    if found.is_empty() && is_awaited {
        let prefix = prefix_spoken_of(tokens, slot);
        found.extend((0..tokens.len()).find_map(|at| finish(tokens, at, at, prefix, 3)));
    }
    found
}

/// Whether an utterance is of letters and digits alone, as a part of a code is.
pub(super) fn is_piece(tokens: &Tokens<'_>) -> bool {
    let mut at = 0;
    let (mut letters, mut has_digits) = (0, false);
    while at < tokens.len() {
        let whole = tokens.word(at).to_uppercase();
        if PREFIXES.contains(&whole.as_str()) {
            (letters, at) = (letters + whole.len(), at + 1);
        } else if let Some((_, end)) = digits_from(tokens, at, &["-"]) {
            (has_digits, at) = (true, end);
        } else if let Some((_, end)) = named_letter_at(tokens, at) {
            (letters, at) = (letters + 1, end);
        } else if let Some(end) = tokens.phrases(at, LINKS) {
            at = end;
        } else if tokens.is_mark(at) {
            at += 1;
        } else {
            return false;
        }
    }
    has_digits || letters > 1
}

fn code_at(tokens: &Tokens<'_>, at: usize, is_awaited: bool) -> Option<Found> {
    let (prefix, end) = prefix_at(tokens, at, is_awaited)?;
    let start = tokens.skip(end, LINKS);
    finish(tokens, at, start, &prefix, 3)
}

fn finish(tokens: &Tokens<'_>, at: usize, start: usize, prefix: &str, digits_min: usize) -> Option<Found> {
    let whole = whole_code_from(tokens, start);
    let (digits, end) = whole.or_else(|| digits_from(tokens, start, &["-"]))?;
    // Of earlier codes there are shorter ones; a whole length with a wrong check digit is told as misheard.
    let is_code = (digits_min..=CODE_DIGITS).contains(&digits.len());
    is_code.then(|| Found::new(at..end, Ok(Value::String(format!("{prefix}-{digits}")))))
}

/// The digits of a whole code, in groups as people say them, and the index after them. What follows ("…, somos 2") is no part of it:
/// its check digit tells where it ends. With a wrong one, so many digits are the code only where nothing follows.
fn whole_code_from(tokens: &Tokens<'_>, start: usize) -> Option<(String, usize)> {
    let mut digits = String::new();
    let mut at = start;
    while digits.len() < CODE_DIGITS {
        let (group, end) = group_at(tokens, at)?;
        digits.push_str(&group);
        at = end;
        if digits.len() == CODE_DIGITS {
            break;
        }
        while tokens.is_one_of(at, &[",", ".", "-"]) {
            at += 1;
        }
        at = skip_filler(tokens, tokens.skip(at, LINKS));
    }
    let is_all = digits.len() == CODE_DIGITS && tokens.ends_at(at);
    (is_whole_code(&digits) || is_all).then_some((digits, at))
}

/// "RES", "r e s", "erre e ese".
fn prefix_at(tokens: &Tokens<'_>, at: usize, is_awaited: bool) -> Option<(String, usize)> {
    let whole = tokens.word(at).to_uppercase();
    let is_written = tokens.word(at + 1) == "-" && tokens.is_glued(at + 1) && tokens.original(at) == whole;
    let is_letters = (2..=4).contains(&whole.len()) && whole.bytes().all(|byte| byte.is_ascii_uppercase());
    if PREFIXES.contains(&whole.as_str()) || (is_letters && is_written) {
        return Some((whole, at + 1));
    }
    let mut spelled = String::new();
    let mut end = at;
    while spelled.len() < 4 {
        let Some((letter, letter_end)) = named_letter_at(tokens, end) else {
            break;
        };
        spelled.push(letter);
        end = letter_end;
        end += usize::from(tokens.is_one_of(end, &[",", "."]));
    }
    let is_known = PREFIXES.contains(&spelled.as_str()) || (is_awaited && spelled.len() >= 2);
    is_known.then_some((spelled, end))
}

/// A letter, by a name of several words too, and the index after it.
fn named_letter_at(tokens: &Tokens<'_>, at: usize) -> Option<(char, usize)> {
    let long: &[(&str, char)] = &[
        ("be grande", 'B'),
        ("be larga", 'B'),
        ("be chica", 'V'),
        ("ve chica", 'V'),
        ("ve corta", 'V'),
        ("doble u", 'W'),
        ("doble ve", 'W'),
        ("double u", 'W'),
        ("i griega", 'Y'),
        ("y griega", 'Y'),
        ("i latina", 'I'),
    ];
    let named = long
        .iter()
        .find_map(|(name, letter)| Some((*letter, tokens.phrase(at, name)?)));
    named.or_else(|| Some((letter_at(tokens, at)?, at + 1)))
}

/// A letter by itself or by its name, as a capital.
pub(super) fn letter_at(tokens: &Tokens<'_>, at: usize) -> Option<char> {
    let word = tokens.word(at);
    if word.len() == 1 && tokens.is_word(at) {
        return word
            .chars()
            .next()
            .map(|c| c.to_ascii_uppercase())
            .filter(char::is_ascii_uppercase);
    }
    LETTERS
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, letter)| *letter)
}

fn prefix_spoken_of(tokens: &Tokens<'_>, slot: &str) -> &'static str {
    let is_said = |words: &[&str]| (0..tokens.len()).any(|at| tokens.is_one_of(at, words));
    if is_said(&["pedido", "orden", "order"]) || slot.contains("order") || slot.contains("pedido") {
        "PED"
    } else if is_said(&["cita", "appointment"]) || slot.contains("appointment") || slot.contains("cita") {
        "CIT"
    } else {
        "RES"
    }
}
