//! The words that a text may be dressed up with: they greet, please and join, and say nothing of the business.

use std::collections::BTreeSet;
use turno_language::Tagged;

/// Words that are alike for that many letters are of one family: "reserva", "reservación".
const FAMILY_LETTERS: usize = 5;

/// Folded, without marks.
static WORDS: Tagged = Tagged::new("courteous");

/// Words that say one thing in two ways; the first of a family is enough of a stem for all of it.
const SAME: &[&[&str]] = &[
    &["abr", "abiert"],
    &["cierr", "cerra", "cerrad"],
    &["cuest", "costo", "costar", "precio", "vale", "sale"],
    &["tenemos", "ofrece", "manej"],
    &["ubica", "direccion", "estamos", "encontr", "encuentr"],
    &["open", "opens", "opening"],
    &["clos"],
    &["cost", "price"],
    &["locat", "address", "find"],
];

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
