//! Which kinds of value an utterance may give, told from its words alone, so that no reader runs in vain.
//!
//! It errs on one side: a word that only looks as if it began a date costs a reading; one that is missed here would cost
//! the value. Every sentence of the readers' tests is read with and without.

use super::number_words::cardinal;
use crate::Language;
use crate::pack::Tagged;
use crate::words_of_values::{ValueWord, value_word};

/// Counts people, or puts more to them.
static COUNTING: Tagged = Tagged::new("counting");

/// What may be in an utterance, or begin at a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Hints {
    /// Digits or words for numbers.
    pub(super) has_number: bool,
    /// A word that people are counted with; numbers too.
    pub(super) has_count: bool,
}

impl Hints {
    /// What a folded word may be part of.
    pub(super) fn of(word: &str, is_quiet: bool) -> Self {
        let has_count = COUNTING.contains(&word);
        if is_quiet {
            return Self { has_count, ..Self::default() };
        }
        let has_number = word.starts_with(|c: char| c.is_ascii_digit())
            || matches!(value_word(word), Some(ValueWord::Number(_)))
            || is_number_word(word);
        Self { has_number, has_count: has_count || has_number }
    }

    /// Of an article that may be a number, "una", "one": no digit of a phone.
    pub(super) fn of_article(self) -> Self {
        Self { has_number: false, has_count: self.has_count }
    }

    /// Either of two.
    pub(super) fn or(self, other: Self) -> Self {
        Self { has_number: self.has_number || other.has_number, has_count: self.has_count || other.has_count }
    }
}

/// Words of numbers and of runs of digits, and what things are counted in.
fn is_number_word(word: &str) -> bool {
    static WORDS: Tagged = Tagged::new("number_parts");
    WORDS.contains(&word) || Language::understood().any(|language| cardinal(word, language).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(words: &[&str]) -> Hints {
        words.iter().map(|word| Hints::of(word, false)).fold(Hints::default(), Hints::or)
    }

    #[test]
    fn words_of_numbers_are_known() {
        for word in ["centenar", "zero", "treintaicinco", "quinientas", "hundred", "ninety", "docena"] {
            assert!(is_number_word(word), "{word}");
        }
    }

    #[test]
    fn words_that_count_are_told_from_others() {
        for word in ["8", "ocho", "doscientos"] {
            assert!(hints(&[word]).has_number, "{word}");
        }
        for word in ["laura", "terraza", "kitchen", "hablar"] {
            assert_eq!(hints(&[word]), Hints::default(), "{word}");
        }
        assert!(hints(&["sin", "doble"]).has_number);
        assert!(!hints(&["viernes"]).has_number);
        assert!(hints(&["yo"]).has_count && hints(&["dos"]).has_count && !hints(&["viernes"]).has_count);
    }
}
