//! Words of talk that no value begins with.
//!
//! However they are put together they give no value, so an utterance of nothing else need not be read for any. Numbers, days,
//! parts of the day, names and what is vague ("later", "al rato") are never among them.

use crate::by_language::ByMix;
use crate::pack::Tagged;
use crate::word_table::WordTable;

/// Whether a folded word is one of them.
pub(crate) fn is_quiet_word(word: &str) -> bool {
    TABLE.get(word).is_some()
}

static TABLE: ByMix<WordTable<()>> = ByMix::new(|| WordTable::new(WORDS.iter().map(|word| (*word, ()))));

static WORDS: Tagged = Tagged::new("quiet");

/// All of them.
#[cfg(test)]
pub(super) fn quiet_words() -> &'static [&'static str] {
    &WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found() {
        assert!(WORDS.is_sorted_by(|a, b| a < b));
        assert!(WORDS.iter().all(|word| is_quiet_word(word)));
        for loud in ["dos", "viernes", "manana", "laura", "later", "rato", "8", "tarde"] {
            assert!(!is_quiet_word(loud), "{loud}");
        }
    }
}
