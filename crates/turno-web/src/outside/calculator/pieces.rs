//! The pieces that sums are written in: numbers in every usual form, words, signs.

use turno_language::{Language, read_number, text::fold};

use super::expression::Flaw;

/// A piece as it is written: a number, a word, or one sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Number(String),
    Word(String),
    Sign(char),
}

/// The pieces of a text, in order.
pub(super) fn pieces_of(text: &str) -> Result<Vec<Piece>, Flaw> {
    let mut pieces = Vec::new();
    let text = text.replace('’', "'");
    let mut rest = text.trim().trim_end_matches(['?', '=', '.', ',']).trim_start_matches('¿');
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() || first == '.' {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(rest.len());
            // "8, 9": the comma is no part of the number.
            let written = rest.get(..end).unwrap_or_default().trim_end_matches(['.', ',']);
            if written.is_empty() {
                return Err(Flaw::Unknown(first.to_string()));
            }
            pieces.push(Piece::Number(number(written)?));
            written.len()
        } else if first.is_alphabetic() {
            let letters = letters_of_word(rest);
            let end = letters + base_of_logarithm(rest, letters);
            pieces.push(Piece::Word(fold(rest.get(..end).unwrap_or_default())));
            end
        } else {
            if !first.is_whitespace() {
                pieces.push(Piece::Sign(first));
            }
            first.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(pieces)
}

/// The bytes of the word that a text begins with: "what's" is one.
fn letters_of_word(text: &str) -> usize {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_joint = letter == '\'' && letters.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !letter.is_alphabetic() && !is_joint {
            return at;
        }
    }
    text.len()
}

/// How many digits after "log" are part of the name: "log10", "log2".
fn base_of_logarithm(text: &str, letters: usize) -> usize {
    let (name, after) = text.split_at_checked(letters).unwrap_or_default();
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let is_base = matches!(after.get(..digits), Some("2" | "10")) && name.eq_ignore_ascii_case("log");
    if is_base { digits } else { 0 }
}

/// A number without its thousands: `1,299.50`, `1.299,50`, `1299,50` and `.5` are read; `1,23,4` is none.
fn number(written: &str) -> Result<String, Flaw> {
    let bad = || Flaw::Unknown(written.to_owned());
    let (last_dot, last_comma) = (written.rfind('.'), written.rfind(','));
    let (thousands, fraction) = match (last_dot, last_comma) {
        (None, None) => return Ok(written.to_owned()),
        (Some(dot), Some(comma)) if dot > comma => (',', Some(dot)),
        (Some(_), Some(comma)) => ('.', Some(comma)),
        // One dot marks the fraction, as in Mexico and the United States; several mark thousands.
        (Some(dot), None) if written.matches('.').count() == 1 => (',', Some(dot)),
        (Some(_), None) => ('.', None),
        // A comma before exactly three digits marks thousands; one before others a fraction.
        (None, Some(comma)) if written.matches(',').count() == 1 && written.len() - comma != 4 => {
            ('.', Some(comma))
        }
        (None, Some(_)) => (',', None),
    };
    let (whole, fraction) = match fraction {
        Some(at) => (written.get(..at).unwrap_or_default(), written.get(at + 1..).unwrap_or_default()),
        None => (written, ""),
    };
    let groups: Vec<&str> = whole.split(thousands).collect();
    let is_grouped = groups.len() == 1
        || groups.first().is_some_and(|first| (1..=3).contains(&first.len()))
            && groups.iter().skip(1).all(|group| group.len() == 3);
    let digits = groups.concat();
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_grouped || !are_digits(&digits) || !are_digits(fraction) || digits.len() + fraction.len() > 40 {
        return Err(bad());
    }
    let whole = if digits.is_empty() { "0" } else { &digits };
    Ok(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

/// The longest number that words begin with: its digits, and how many words it is.
pub(super) fn said_number(words: &[&str], language: Language) -> Option<(String, usize)> {
    let others = || Language::understood().filter(|other| *other != language);
    (1..=words.len()).rev().find_map(|length| {
        let said = words.get(..length)?.join(" ");
        let number =
            std::iter::once(language).chain(others()).find_map(|language| read_number(&said, language))?;
        (number >= 0.0 && number.is_finite()).then(|| (number.to_string(), length))
    })
}
