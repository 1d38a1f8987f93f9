//! What the business says of itself and tools gave, sentence by sentence: what a model says in its words is so.

use turno_language::{Tagged, Text};

use crate::{sentences::sentences, values::number_of};

/// Words that say nothing of what a sentence tells.
static SMALL: Tagged = Tagged::new("told_small");

/// Letters that a word must have to count.
const LETTERS_MIN: usize = 4;

/// The beginning of a word that tells it from others.
pub(crate) fn stem_of(word: &str) -> String {
    const LETTERS_OF_STEM: usize = 5;
    word.chars().take(LETTERS_OF_STEM).collect()
}

/// A text that is no longer is of one matter.
const BYTES_OF_ONE_MATTER: usize = 240;

/// Whether a text that was told has all these [words that count](words_that_count). Of a long one it is one of its sentences that has them.
pub(crate) fn is_told(wanted: &[String], told: &str) -> bool {
    if wanted.is_empty() {
        return false;
    }
    let has_all = |text: &str| {
        let has = words_that_count(&Text::of(text));
        wanted.iter().all(|word| has.contains(word))
    };
    told.len() <= BYTES_OF_ONE_MATTER && has_all(told) || sentences(told).any(|(line, _)| has_all(line))
}

/// The words of a text that tell it from others, by their beginnings: "le guardamos la mesa 15 minutos".
pub(crate) fn words_that_count(text: &Text) -> Vec<String> {
    let counts = text.words().filter_map(|word| {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(word.to_owned());
        }
        if let Some(number) = number_of(word) {
            return (number != 1.0).then(|| number.to_string());
        }
        (word.chars().count() >= LETTERS_MIN && !is_small(word)).then(|| stem_of(word))
    });
    counts.collect()
}

fn is_small(word: &str) -> bool {
    SMALL.contains(&word)
}

#[cfg(test)]
mod tests {
    use turno_language::Text;

    use super::{is_told, words_that_count};

    #[test]
    fn what_is_told_in_one_sentence_may_be_said_in_other_words() {
        let told = "Guardamos su mesa 15 minutos. Si va a tardar, avísenos.";
        for (said, holds) in [
            ("Guardamos su mesa 15 minutos.", true),
            ("Le guardamos la mesa quince minutos.", true),
            ("Guardamos su mesa 20 minutos.", false),
            ("Le guardamos la mesa toda la noche.", false),
            ("Guardamos su cita 15 minutos.", false),
            ("Sí.", false),
        ] {
            assert_eq!(is_told(&words_that_count(&Text::of(said)), told), holds, "{said}");
        }
    }
}
