//! Codes that a sentence names, and what says that one is good for something.

use turno_language::Tagged;
use turno_language::{Text, text::fold};

/// "Está activa", "is for tomorrow": says that what a code is of is there.
pub(super) fn vouches(sentence: &Text) -> bool {
    static REFUSED: Tagged = Tagged::new("codes_refused");
    static PHRASES: Tagged = Tagged::new("codes_phrases");
    let is_good = |word: &str| {
        ["activ", "vigent", "confirm", "valid", "active", "registr"]
            .iter()
            .any(|stem| word.starts_with(stem))
    };
    let folded = sentence.folded();
    !sentence.words().any(|word| REFUSED.contains(&word))
        && (sentence.words().any(is_good) || PHRASES.iter().any(|phrase| folded.contains(phrase)))
}

/// "Su clave es LOBO7": capitals behind what names a code.
pub(super) fn codes_told_of(sentence: &Text) -> Vec<&str> {
    static ABOUT: Tagged = Tagged::new("codes_about");
    const LETTERS_MIN: usize = 4;
    let mut words = sentence.words_as_said();
    let is_about = |word: &str| ABOUT.contains(&fold(word).as_str());
    if !words.any(is_about) {
        return Vec::new();
    }
    let is_code = |word: &&str| {
        word.len() >= LETTERS_MIN
            && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            && word.chars().filter(char::is_ascii_uppercase).count() >= 2
    };
    words.filter(is_code).collect()
}
