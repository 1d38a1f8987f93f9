//! The words that a text may be dressed up with: they greet, please and join, and say nothing of the business.

use std::collections::BTreeSet;

use turno_language::{ByMix, Language, Tagged};

/// Words that are alike for that many letters are of one family: "reserva", "reservación".
const FAMILY_LETTERS: usize = 5;

/// Folded, without marks.
static WORDS: Tagged = Tagged::new("courteous");

/// Words of one language that say the same in several ways, each by how it begins.
static SAME: ByMix<Vec<Vec<&str>>> = ByMix::new(|| {
    static ALIKE: [Tagged; 5] = [
        Tagged::new("alike_open"),
        Tagged::new("alike_closed"),
        Tagged::new("alike_price"),
        Tagged::new("alike_offer"),
        Tagged::new("alike_place"),
    ];
    let of_language = |language| ALIKE.iter().map(move |words| words.of(language).to_vec());
    Language::understood().flat_map(of_language).collect()
});

/// Whether each word is one of the text's, of a family with one, or says nothing of the business.
pub(crate) fn adds_nothing(text: &[String], words: &[String]) -> bool {
    let own: BTreeSet<&str> = text.iter().map(String::as_str).collect();
    let is_alike = |word: &str| own.iter().any(|own| are_of_a_family(own, word));
    let is_synonym = |word: &str| {
        SAME.iter().any(|family| {
            let is_in = |word: &str| family.iter().any(|stem| word.starts_with(stem));
            is_in(word) && own.iter().any(|own| is_in(own))
        })
    };
    words.iter().map(String::as_str).all(|word| {
        word.chars().count() < 3
            || word.chars().any(|c| c.is_ascii_digit())
            || own.contains(word)
            || WORDS.contains(&word)
            || is_alike(word)
            || is_synonym(word)
    })
}

fn are_of_a_family(one: &str, other: &str) -> bool {
    let alike = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let shorter = one.chars().count().min(other.chars().count());
    alike >= FAMILY_LETTERS || alike >= 4 && alike == shorter
}
