//! Which kinds of value an utterance may give, told from its words alone, so that no reader runs in vain.
//!
//! It errs on one side: a word that only looks as if it began a date costs a reading; one that is missed here would cost
//! the value. Every sentence of the readers' tests is read with and without.

use crate::verdict::{ValueWord, value_word};

/// What may be in an utterance, or begin at a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hints {
    /// Digits or words for numbers.
    pub(super) has_number: bool,
    /// A word that a date or a time may be told with; numbers too.
    pub(super) has_moment: bool,
    /// A word that people are counted with; numbers too.
    pub(super) has_count: bool,
}

impl Hints {
    /// What a folded word may be part of.
    pub(super) fn of(word: &str, is_quiet: bool) -> Self {
        let has_count = matches!(
            word,
            "mi" | "mis" | "my" | "yo" | "solo" | "sola" | "just" | "only"
        );
        if is_quiet {
            return Self {
                has_count,
                ..Self::default()
            };
        }
        let value = value_word(word);
        let has_number = word.starts_with(|c: char| c.is_ascii_digit())
            || matches!(value, Some(ValueWord::Number(_)))
            || is_number_word(word);
        Self {
            has_number,
            has_moment: has_number || value.is_some() || begins_like_moment(word),
            has_count: has_count || has_number,
        }
    }

    /// Of an article that may be a number, "una", "one": an hour only behind "la" or at an end, and no digit of a phone.
    /// What follows it has hints of its own.
    pub(super) fn of_article(self, is_hour: bool) -> Self {
        Self {
            has_number: false,
            has_moment: is_hour,
            has_count: self.has_count,
        }
    }

    /// Either of two.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            has_number: self.has_number || other.has_number,
            has_moment: self.has_moment || other.has_moment,
            has_count: self.has_count || other.has_count,
        }
    }
}

/// Words that only runs of digits and quantities are said with, and the larger numbers.
fn is_number_word(word: &str) -> bool {
    const WORDS: [&str; 11] = [
        "doble", "double", "triple", "mil", "oh", "docena", "docenas", "dozen", "par", "pareja", "thousand",
    ];
    WORDS.contains(&word)
        || word.ends_with("cientos")
        || word.ends_with("cientas")
        || word.starts_with("quinient")
}

/// By its first letters: "tardecita", "mañanita", "septiembre".
fn begins_like_moment(word: &str) -> bool {
    // No stem begins another one, so only the last that is not behind the word can be its beginning.
    let behind = STEMS.partition_point(|stem| *stem <= word);
    behind
        .checked_sub(1)
        .and_then(|at| STEMS.get(at))
        .is_some_and(|stem| word.starts_with(stem))
}

/// In the order of their letters.
#[rustfmt::skip]
static STEMS: &[&str] = &[
    "abr", "aft", "ago", "ahor", "am", "ano", "ant", "any", "apr", "aug", "ayer", "bef", "cad", "chr",
    "clo", "cua", "dai", "day", "dec", "des", "dia", "dic", "dom", "dur", "eac", "ear", "eas", "ene", "eve",
    "feb", "fest", "fin", "fir", "fri", "hal", "hor", "hou", "hoy", "hr", "hs", "inm", "jan", "jue", "jul",
    "jun", "last", "lat", "lun", "mad", "man", "mar", "may", "med", "mes", "mid", "mie", "min", "mon",
    "mor", "nav", "nex", "nig", "noc", "noo", "nov", "now", "oclock", "oct", "pas", "pm", "pri", "pro",
    "pue", "pun", "qua", "qui", "rat", "sab", "sat", "sec", "sem", "sep", "sig", "som", "soo", "sun", "tar",
    "tem", "thi", "thu", "tip", "tod", "tom", "ton", "tue", "ult", "un", "vie", "vis", "wed", "wee", "whe",
    "yea", "yes",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(words: &[&str]) -> Hints {
        words
            .iter()
            .map(|word| Hints::of(word, false))
            .fold(Hints::default(), Hints::or)
    }

    #[test]
    fn no_stem_begins_another_one() {
        assert!(STEMS.is_sorted_by(|a, b| a < b));
        for pair in STEMS.windows(2) {
            assert!(!pair[1].starts_with(pair[0]), "{pair:?}");
        }
    }

    #[test]
    fn words_of_days_and_hours_are_told_from_others() {
        for word in [
            "manana",
            "viernes",
            "tardecita",
            "8",
            "ocho",
            "quincena",
            "tomorrow",
            "later",
            "doscientos",
        ] {
            assert!(hints(&[word]).has_moment, "{word}");
        }
        for word in ["laura", "terraza", "kitchen", "hablar"] {
            assert_eq!(hints(&[word]), Hints::default(), "{word}");
        }
        assert!(hints(&["sin", "doble"]).has_number);
        assert!(!hints(&["viernes"]).has_number);
        assert!(hints(&["yo"]).has_count && hints(&["dos"]).has_count && !hints(&["viernes"]).has_count);
    }
}
