//! Whether a word is another one, mistyped or misheard.

use crate::by_language::ByMix;
use strsim::damerau_levenshtein;

use crate::pack::Tagged;

/// Letters from which on a word may hold a slip, a wrong letter, or two slips.
const SLIP_LENGTH_MIN: usize = 5;
const WRONG_LETTER_LENGTH_MIN: usize = 8;
const TWO_SLIPS_LENGTH_MIN: usize = 10;

/// How far two folded words are from each other, where one may stand for the other; none where they may not. What only
/// sounds alike ("resina", "recina") is no distance. Short words hold no slip, and one letter for another makes another
/// word of a short one ("Regina").
pub(super) fn slips(said: &str, meant: &str) -> Option<usize> {
    let (said, meant) = (sound(said), sound(meant));
    let length = said.chars().count().min(meant.chars().count());
    let is_other_length = said.chars().count() != meant.chars().count();
    match damerau_levenshtein(&said, &meant) {
        0 => Some(0),
        1 if length >= WRONG_LETTER_LENGTH_MIN => Some(1),
        1 if length >= SLIP_LENGTH_MIN && (is_other_length || are_swapped(&said, &meant)) => Some(1),
        2 if length >= TWO_SLIPS_LENGTH_MIN => Some(2),
        _ => None,
    }
}

/// The same letters in another order.
fn are_swapped(said: &str, meant: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(said) == sorted(meant)
}

/// Letters, and those that sound as they do: "v b", "ce se", "h".
static SOUNDS: Tagged = Tagged::new("letters_sounds");

/// What is written and what is heard for it, the longest first.
type Heard = Vec<(&'static str, &'static str)>;

/// What is heard, by the first letter that is written.
static HEARD: ByMix<[Heard; 26]> = ByMix::new(|| {
    let mut heard: [Heard; 26] = Default::default();
    for phrase in SOUNDS.iter() {
        let (written, sound) = phrase.split_once(' ').unwrap_or((phrase, ""));
        if let Some(of_letter) = letter_of(written).and_then(|letter| heard.get_mut(letter)) {
            of_letter.push((written, sound));
        }
    }
    for of_letter in &mut heard {
        of_letter.sort_by_key(|(written, _)| std::cmp::Reverse(written.len()));
    }
    heard
});

/// The first letter of a text, counted from `a`.
fn letter_of(text: &str) -> Option<usize> {
    let first = text.bytes().next()?;
    first.is_ascii_lowercase().then(|| usize::from(first - b'a'))
}

/// A word by its sound: in Mexican Spanish b and v are one, s, z and c before e and i too; h is none.
fn sound(word: &str) -> String {
    let mut sound = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        let rules = letter_of(rest).and_then(|letter| HEARD.get(letter));
        let mut rules = rules.into_iter().flatten();
        let heard = rules.find_map(|(written, heard)| Some((rest.strip_prefix(written)?, *heard)));
        let mut add = |letter: char| {
            if !sound.ends_with(letter) || !letter.is_alphabetic() {
                sound.push(letter);
            }
        };
        rest = if let Some((behind, heard)) = heard {
            heard.chars().for_each(add);
            behind
        } else {
            add(letter);
            &rest[letter.len_utf8()..]
        };
    }
    sound
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn the_longer_a_word_the_more_it_may_differ() {
        for (said, meant) in [
            ("recina", "resina"),
            ("tinet", "tinte"),
            ("jamiaca", "jamaica"),
            ("enchiladsa", "enchilada"),
            ("uevos", "huevo s"),
            ("quesadiya", "quesadilla"),
            ("guacamoel", "guacamole"),
        ] {
            assert!(slips(said, meant).is_some(), "{said} {meant}");
        }
        for (said, meant) in [
            ("regina", "resina"),
            ("pera", "perla"),
            ("flan", "plan"),
            ("cita", "cinta"),
            ("rosa", "roma"),
            ("mesa", "res"),
            ("corte", "norte"),
            ("sopas", "ropas"),
        ] {
            assert!(slips(said, meant).is_none(), "{said} {meant}");
        }
    }
}
