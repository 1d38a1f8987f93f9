//! Whether a word is another one, mistyped or misheard.

use strsim::damerau_levenshtein;

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

/// A word by its sound in Mexican Spanish: b and v are one, s, z and c before e and i too; h is none.
fn sound(word: &str) -> String {
    let mut sound = String::with_capacity(word.len());
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let heard = match (letter, next) {
            ('h', _) => continue,
            ('v', _) => 'b',
            ('z', _) | ('c', Some('e' | 'i')) => 's',
            ('q', Some('u')) => {
                letters.next();
                'k'
            }
            ('c' | 'q', next) if next != Some('h') => 'k',
            ('g', Some('e' | 'i')) => 'j',
            ('l', Some('l')) => {
                letters.next();
                'y'
            }
            (letter, _) => letter,
        };
        if !sound.ends_with(heard) || !heard.is_alphabetic() {
            sound.push(heard);
        }
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
