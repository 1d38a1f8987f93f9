//! Codes that a sentence names, and what says that one is good for something.

use turno_language::{Tagged, Text, text::fold};

use crate::{
    phrases::begins_as,
    values::{bare, codes_in, spelled_codes_in},
};

/// Codes that are said.
#[derive(Debug)]
pub(crate) struct CodesSaid {
    /// As codes look, bare.
    pub(crate) written: Vec<String>,
    /// It is said that they are good for something: a tool's own are.
    pub(crate) are_vouched_for: bool,
    /// Capitals and spelled digits that are called a code.
    pub(crate) told_of: Vec<String>,
}

impl CodesSaid {
    pub(crate) fn read(sentence: &Text, asks: bool) -> Option<Self> {
        let written: Vec<String> = codes_in(sentence.said()).map(bare).collect();
        let named = codes_told_of(sentence).into_iter().map(bare);
        let told_of: Vec<String> = named.chain(spelled_codes_in(sentence)).collect();
        (!(written.is_empty() && told_of.is_empty())).then(|| Self {
            are_vouched_for: !asks && !written.is_empty() && vouches(sentence),
            written,
            told_of,
        })
    }
}

/// "Está activa", "is for tomorrow": says that what a code is of is there.
fn vouches(sentence: &Text) -> bool {
    static REFUSED: Tagged = Tagged::new("codes_refused");
    static PHRASES: Tagged = Tagged::new("codes_phrases");
    static GOOD_STEMS: Tagged = Tagged::new("codes_good_stems");
    let is_good = |word: &str| begins_as(word, &GOOD_STEMS);
    let folded = sentence.folded();
    !sentence.words().any(|word| REFUSED.contains(&word))
        && (sentence.words().any(is_good) || PHRASES.iter().any(|phrase| folded.contains(phrase)))
}

/// "Su clave es LOBO7": capitals behind what names a code.
fn codes_told_of(sentence: &Text) -> Vec<&str> {
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
