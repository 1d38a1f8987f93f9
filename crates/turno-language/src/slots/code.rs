//! Confirmation codes, and the letters that are spelled.

use crate::by_language::ByMix;
use serde_json::Value;

use super::digits::{digits_from, group_at, skip_filler};
use super::found::Found;
use super::tokens::Tokens;
use crate::code_check::{CODE_DIGITS, is_whole_code};
use crate::pack::Tagged;
use crate::word_table::WordTable;

/// The prefixes that are known wherever they stand.
const PREFIXES: &[&str] = &["RES", "CIT", "PED", "VTA", "TIC"];

/// Words that may stand between the parts of a code.
static LINKS: Tagged = Tagged::new("code_links");

/// What a code of an order is called by.
static ORDERS: Tagged = Tagged::new("code_orders");

/// What a code of an appointment is called by.
static APPOINTMENTS: Tagged = Tagged::new("code_appointments");

/// What each letter is called, from A on.
static LETTERS: [Tagged; 26] = [
    Tagged::new("letter_a"),
    Tagged::new("letter_b"),
    Tagged::new("letter_c"),
    Tagged::new("letter_d"),
    Tagged::new("letter_e"),
    Tagged::new("letter_f"),
    Tagged::new("letter_g"),
    Tagged::new("letter_h"),
    Tagged::new("letter_i"),
    Tagged::new("letter_j"),
    Tagged::new("letter_k"),
    Tagged::new("letter_l"),
    Tagged::new("letter_m"),
    Tagged::new("letter_n"),
    Tagged::new("letter_o"),
    Tagged::new("letter_p"),
    Tagged::new("letter_q"),
    Tagged::new("letter_r"),
    Tagged::new("letter_s"),
    Tagged::new("letter_t"),
    Tagged::new("letter_u"),
    Tagged::new("letter_v"),
    Tagged::new("letter_w"),
    Tagged::new("letter_x"),
    Tagged::new("letter_y"),
    Tagged::new("letter_z"),
];

/// What letters are called.
struct Names {
    /// By one word.
    short: WordTable<char>,
    /// By several.
    long: Vec<(&'static str, char)>,
}

static NAMES: ByMix<Names> = ByMix::new(|| {
    let letters = ('A'..='Z').zip(&LETTERS);
    let named = letters.flat_map(|(letter, names)| names.iter().map(move |name| (*name, letter)));
    let (long, short): (Vec<_>, Vec<_>) = named.partition(|(name, _)| name.contains(' '));
    let short = WordTable::new(short);
    Names { short, long }
});

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
        } else if let Some(end) = link_end(tokens, at) {
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
    let start = link_end(tokens, end).unwrap_or(end);
    finish(tokens, at, start, &prefix, 3)
}

/// The index after what stands between the parts of a code.
fn link_end(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    match tokens.word(at) {
        "-" | "#" | "." => Some(at + 1),
        _ => tokens.phrases(at, &LINKS),
    }
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
        while tokens.is_mark_of(at, &[",", ".", "-"]) {
            at += 1;
        }
        at = skip_filler(tokens, link_end(tokens, at).unwrap_or(at));
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
        end += usize::from(tokens.is_mark_of(end, &[",", "."]));
    }
    let is_known = PREFIXES.contains(&spelled.as_str()) || (is_awaited && spelled.len() >= 2);
    is_known.then_some((spelled, end))
}

/// A letter, by a name of several words too, as a capital, and the index after it.
pub(super) fn named_letter_at(tokens: &Tokens<'_>, at: usize) -> Option<(char, usize)> {
    let long = NAMES.long.iter();
    let named = long.filter_map(|(name, letter)| Some((tokens.phrase(at, name)?, *letter))).max();
    match named {
        Some((end, letter)) => Some((letter, end)),
        None => Some((letter_at(tokens, at)?, at + 1)),
    }
}

/// A letter by itself or by its name, as a capital.
pub(super) fn letter_at(tokens: &Tokens<'_>, at: usize) -> Option<char> {
    let word = tokens.word(at);
    if word.len() == 1 && tokens.is_word(at) {
        return word.chars().next().map(|c| c.to_ascii_uppercase()).filter(char::is_ascii_uppercase);
    }
    NAMES.short.get(word)
}

fn prefix_spoken_of(tokens: &Tokens<'_>, slot: &str) -> &'static str {
    let is_of = |words: &Tagged| {
        let is_said = (0..tokens.len()).any(|at| tokens.is_one_of(at, words));
        is_said || words.iter().any(|word| slot.contains(word))
    };
    if is_of(&ORDERS) {
        "PED"
    } else if is_of(&APPOINTMENTS) {
        "CIT"
    } else {
        "RES"
    }
}
