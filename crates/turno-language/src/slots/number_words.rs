//! The words that numbers are made of.

use std::sync::LazyLock;

use crate::{Language, pack::Schema, word_table::WordTable};

/// What stands in `numbers.toml`.
pub(crate) const NUMBERS: Schema = Schema {
    knows: |table, key| match table {
        "cardinals" | "ordinals" => key.parse::<u32>().is_ok(),
        "joined" => key == BETWEEN || key.parse::<u32>().is_ok(),
        _ => false,
    },
    is_one_table: false,
};

/// What stands between tens and a unit in one word.
const BETWEEN: &str = "between";

struct Numbers {
    /// By the first letter of its words, the second letters: most words of a text are told by them to be no number.
    starts: [u32; 26],
    cardinals: WordTable<u32>,
    ordinals: WordTable<u32>,
    /// Tens that are one word with a unit, the longest first.
    joined: Vec<(&'static str, u32)>,
    between: Vec<&'static str>,
}

static SPANISH: LazyLock<Numbers> = LazyLock::new(|| Numbers::of(Language::Es));
static ENGLISH: LazyLock<Numbers> = LazyLock::new(|| Numbers::of(Language::En));

fn numbers(language: Language) -> &'static Numbers {
    match language {
        Language::Es => &SPANISH,
        Language::En => &ENGLISH,
    }
}

/// A word that is a number: "siete", "veintiún", "treintaicinco", "quinientas", "forty".
pub(super) fn cardinal(word: &str, language: Language) -> Option<u32> {
    let numbers = numbers(language);
    if !numbers.may_begin(word) {
        return None;
    }
    numbers.cardinals.get(word).or_else(|| numbers.joined(word))
}

/// A word that is a place in a row: "primero", "segundas", "vigésimo", "thirtieth".
pub(super) fn ordinal(word: &str, language: Language) -> Option<u32> {
    numbers(language).ordinals.get(word)
}

impl Numbers {
    fn of(language: Language) -> Self {
        let rows: Vec<_> = language.pack().numbers.rows().collect();
        let valued = |wanted: &str| -> Vec<(&'static str, u32)> {
            let of_it = rows.iter().filter(|(table, ..)| *table == wanted);
            of_it
                .filter_map(|(_, key, word)| Some((*word, key.parse().ok()?)))
                .collect()
        };
        let mut joined = valued("joined");
        joined.sort_by_key(|(tens, _)| std::cmp::Reverse(tens.len()));
        let between = rows.iter().filter(|(_, key, _)| *key == BETWEEN);
        let cardinals = valued("cardinals");
        let mut starts = [0; 26];
        for (word, _) in cardinals.iter().chain(&joined) {
            if let Some((first, second)) = first_letters(word)
                && let Some(seconds) = starts.get_mut(first)
            {
                *seconds |= 1 << second;
            }
        }
        Self {
            starts,
            cardinals: WordTable::new(cardinals),
            ordinals: WordTable::new(valued("ordinals")),
            between: between.map(|(.., word)| *word).collect(),
            joined,
        }
    }

    fn may_begin(&self, word: &str) -> bool {
        first_letters(word).is_some_and(|(first, second)| {
            let seconds = self.starts.get(first);
            seconds.is_some_and(|seconds| (seconds >> second) & 1 == 1)
        })
    }

    /// "veintidós", "cuarentaicinco", "cuarentaycinco".
    fn joined(&self, word: &str) -> Option<u32> {
        let mut tens = self.joined.iter();
        let (rest, tens) = tens.find_map(|(stem, tens)| Some((word.strip_prefix(stem)?, *tens)))?;
        let unit = self
            .between
            .iter()
            .find_map(|between| rest.strip_prefix(between))?;
        let unit = self.cardinals.get(unit).filter(|unit| (1..10).contains(unit))?;
        Some(tens + unit)
    }
}

/// The first two letters of a word, counted from `a`; none where it has not two.
fn first_letters(word: &str) -> Option<(usize, u32)> {
    let [first @ b'a'..=b'z', second @ b'a'..=b'z', ..] = word.as_bytes() else {
        return None;
    };
    Some((usize::from(first - b'a'), u32::from(second - b'a')))
}
