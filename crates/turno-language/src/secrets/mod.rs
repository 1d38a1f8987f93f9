//! Numbers that a caller says and that are nobody's to keep: of cards and accounts, and codes that are not to be told.
//!
//! A card's number is 13 to 19 digits that pass Luhn, an account's is a CLABE: in figures or words, in whatever groups. What
//! is a phone, a date, an hour, an amount or a code of letters and digits is none. In its place stands a mark without digits.

mod figures;
mod find;
mod numbers;
mod pieces;
mod words;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::{Language, Text, plain, slots::tokens::Tokens};

pub(crate) use words::tags;

pub use pieces::{piece_of_number, pieces_of_card};

/// A shorter text holds none.
const BYTES_MIN: usize = 7;

/// A word for a number says so many digits at most: "mil".
const DIGITS_OF_WORD_MAX: usize = 4;

/// What kind of number stood where a mark stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretKind {
    /// A code that is not to be told: a card's, or one that counts once.
    Code,
    /// The number of a bank account.
    Account,
    /// A card's number, and what was said behind it of the card.
    Card,
}

impl SecretKind {
    const ALL: [Self; 3] = [Self::Card, Self::Account, Self::Code];

    /// What stands in its place. It says what was there, for readers and models, and holds none of its digits: the last four of
    /// a card would be enough for somebody who calls a bank in another's name, and nothing here needs them.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Card => "[card number]",
            Self::Account => "[bank account]",
            Self::Code => "[secret code]",
        }
    }
}

/// The text with a mark in the place of each number that is nobody's to keep; the text itself where there is none.
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    if text.len() < BYTES_MIN {
        return Cow::Borrowed(text);
    }
    // Digits of other shapes are digits, and what is not seen parts nothing.
    let seen = plain(text);
    if !has_room_for_any(&seen) {
        return Cow::Borrowed(text);
    }
    let apart = Text::of(&seen);
    if !may_hold_any(&apart) {
        return Cow::Borrowed(text);
    }
    let tokens = Tokens::of(&apart, Language::default());
    let found = find::secrets(&tokens);
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(seen.len());
    let mut from = 0;
    for one in found {
        let at = tokens.bytes(&one.at);
        kept.push_str(&seen[from..at.start]);
        kept.push_str(one.kind.mark());
        from = at.end;
    }
    kept.push_str(&seen[from..]);
    Cow::Owned(kept)
}

/// The weightiest kind of number that stood in a text, and the text without the marks; none where there is no mark.
pub fn marked_secret(text: &str) -> Option<(SecretKind, String)> {
    if !text.contains('[') {
        return None;
    }
    let kinds = SecretKind::ALL.into_iter().filter(|kind| text.contains(kind.mark()));
    let weightiest = kinds.clone().max()?;
    let rest = kinds.fold(text.to_owned(), |text, kind| text.replace(kind.mark(), " "));
    Some((weightiest, rest.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Whether a text is long enough for such a number in figures or words. Most are not, and cost no more than this.
fn has_room_for_any(text: &str) -> bool {
    let words = text.bytes().filter(|byte| *byte == b' ').count() + 1;
    words >= 4 || figures_in(text) >= *find::CODE_DIGITS.start()
}

fn figures_in(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// Whether its digits and its words for digits are enough for one.
fn may_hold_any(text: &Text) -> bool {
    let figures = figures_in(text.said());
    if figures >= *numbers::CARD_DIGITS.start() {
        return true;
    }
    let (mut spoken, mut names_code) = (0, false);
    for word in text.words() {
        names_code |= words::PHRASES.begins_with(word);
        spoken += usize::from(Tokens::is_number_word(word));
    }
    let digits = figures + spoken * DIGITS_OF_WORD_MAX;
    digits >= *numbers::CARD_DIGITS.start() || names_code && digits >= *find::CODE_DIGITS.start()
}
