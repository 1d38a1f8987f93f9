//! How a name is spelled: "Gómez con zeta", "ele a u erre a".

use super::code::{letter_at, named_letter_at};
use super::tokens::Tokens;
use crate::pack::Tagged;

/// What goes before the letter that a name has.
static LEADS: Tagged = Tagged::new("spelling_leads");

/// What goes before a name that is spelled.
static SPELLED_LEADS: Tagged = Tagged::new("spelling_spelled_leads");

/// What may stand before the last letter, and is none there.
static JOINTS: Tagged = Tagged::new("spelling_joints");

/// Between a letter and a word that begins with it: "S as in Sam".
static AS_IN: Tagged = Tagged::new("spelling_as_in");

/// A letter, and those that are heard where it is meant: "z s c".
static CONFUSED: Tagged = Tagged::new("letters_confused");

/// A name that only its letters give needs as many as this.
const LETTERS_MIN: usize = 3;

/// The letter that a name is said to have, and the index after it: "con zeta", "con ve chica", "with a K".
pub(super) fn spelling_at(tokens: &Tokens<'_>, at: usize) -> Option<(char, usize)> {
    let lead = tokens.phrases(at, &LEADS)?;
    let (letter, end) = named_letter_at(tokens, lead)?;
    // "con a…" may begin something else.
    tokens.ends_at(end).then_some((letter.to_ascii_lowercase(), end))
}

/// The name as its spelling wants it, and the index after the spelling.
pub(super) fn spelled_with(tokens: &Tokens<'_>, name: String, end: usize) -> (String, usize) {
    let start = tokens.skip_comma(end);
    let Some((letter, spelling_end)) = spelling_at(tokens, start) else {
        return (name, end);
    };
    (respelled(&name, letter), spelling_end)
}

/// A name as a letter that it is said to have wants it; where more than one of its own may be meant, as it was heard.
pub(super) fn respelled(name: &str, letter: char) -> String {
    let has_it = name.to_lowercase().contains(letter);
    let confused: String = CONFUSED.iter().filter_map(|letters| letters.strip_prefix(letter)).collect();
    // Plain letters only: an accented vowel is never what is confused.
    let mut places =
        name.char_indices().filter(|(_, c)| *c != ' ' && confused.contains(c.to_ascii_lowercase()));
    let only = places.next().filter(|_| places.next().is_none());
    let with_letter = only.filter(|_| !has_it).map(|(place, old)| {
        let new = if old.is_uppercase() { letter.to_ascii_uppercase() } else { letter };
        format!("{}{new}{}", &name[..place], &name[place + old.len_utf8()..])
    });
    with_letter.unwrap_or_else(|| name.to_owned())
}

/// A name that is only spelled from an index on, in lower case: "ele a u erre a", "S as in Sam, M as in Mary".
pub(super) fn spelled_from(tokens: &Tokens<'_>, start: usize) -> Option<String> {
    let mut name = String::new();
    let mut is_explained = false;
    let mut at = tokens.skip(start, &SPELLED_LEADS);
    while at < tokens.len() {
        if tokens.is_mark(at) || !name.is_empty() && tokens.is_one_of(at, &JOINTS) && at + 1 < tokens.len() {
            // "i griega" and "y" are letters, but a "y" before the last one only joins.
            if tokens.is_mark(at) || letter_at(tokens, at + 1).is_some() {
                at += 1;
                continue;
            }
        }
        let letter = letter_at(tokens, at)?.to_ascii_lowercase();
        name.push(letter);
        let named = tokens.phrases(at + 1, &AS_IN);
        let is_named =
            named.is_some_and(|word| tokens.is_word(word) && tokens.word(word).starts_with(letter));
        is_explained |= is_named;
        at = match named {
            Some(word) if is_named => word + 1,
            Some(_) | None => at + 1,
        };
    }
    (name.len() >= LETTERS_MIN || is_explained && name.len() > 1).then_some(name)
}
