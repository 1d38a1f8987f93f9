//! The words that numbers are made of.

use crate::{Language, by_language::ByLanguage, pack::Schema, word_table::WordTable};

/// What stands in `numbers.toml`.
pub(crate) const NUMBERS: Schema = Schema {
    knows: |table, key| match table {
        "cardinals" | "ordinals" | "scales" | "multiples" | "dozen_names" => key.parse::<u32>().is_ok(),
        "joined" => key == BETWEEN || key.parse::<u32>().is_ok(),
        "articles" | "lone_scales" | "round_hundreds" => key == "words",
        _ => key == "words" && Joint::of_table(table).is_some(),
    },
    is_one_table: false,
};

/// What stands between tens and a unit in one word.
const BETWEEN: &str = "between";

/// Between which parts of a number a word may stand that adds nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// "treinta y cinco".
    Tens,
    /// "a hundred and one".
    Hundreds,
    /// "two thousand and five".
    Scales,
}

impl Joint {
    fn of_table(table: &str) -> Option<Self> {
        match table {
            "joints_of_tens" => Some(Self::Tens),
            "joints_of_hundreds" => Some(Self::Hundreds),
            "joints_of_scales" => Some(Self::Scales),
            _ => None,
        }
    }
}

struct Numbers {
    /// By the first letter of its words, the second letters: most words of a text are told by them to be no number.
    starts: [u32; 26],
    cardinals: WordTable<u32>,
    ordinals: WordTable<u32>,
    /// Tens that are one word with a unit, the longest first.
    joined: Vec<(&'static str, u32)>,
    between: Vec<&'static str>,
    joints: Vec<(&'static str, Joint)>,
    /// "mil", "million".
    scales: Vec<(&'static str, u32)>,
    /// "mil", which needs no number before it.
    lone_scales: Vec<&'static str>,
    /// "hundred", "cientos".
    multiples: Vec<(&'static str, u32)>,
    /// "cien", behind which no rest stands.
    round_hundreds: Vec<&'static str>,
    /// "a (hundred)".
    articles: Vec<&'static str>,
    /// "media docena", "a couple".
    dozen_names: Vec<(&'static str, u32)>,
}

static NUMBERS_OF: ByLanguage<Numbers> = ByLanguage::new(Numbers::of);

fn numbers(language: Language) -> &'static Numbers {
    NUMBERS_OF.of(language)
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

/// What multiplies the thousands or the millions that stand before it: "mil", "million".
pub(super) fn scale(word: &str, language: Language) -> Option<u32> {
    valued(&numbers(language).scales, word)
}

/// Whether that needs no number before it: "mil".
pub(super) fn is_lone_scale(word: &str, language: Language) -> bool {
    numbers(language).lone_scales.contains(&word)
}

/// What multiplies a small number: "hundred", "(dos) cientos".
pub(super) fn multiple(word: &str, language: Language) -> Option<u32> {
    valued(&numbers(language).multiples, word)
}

/// Whether a word is a hundred to which nothing is added: "cien".
pub(super) fn is_round(word: &str, language: Language) -> bool {
    numbers(language).round_hundreds.contains(&word)
}

/// Whether a word says one before what multiplies: "a hundred".
pub(super) fn is_article(word: &str, language: Language) -> bool {
    numbers(language).articles.contains(&word)
}

/// Whether a word may stand between two parts of a number.
pub(super) fn joins(word: &str, joint: Joint, language: Language) -> bool {
    numbers(language).joints.contains(&(word, joint))
}

/// Whether a language has such words.
pub(super) fn has_joint(joint: Joint, language: Language) -> bool {
    let mut joints = numbers(language).joints.iter();
    joints.any(|(_, other)| *other == joint)
}

/// Numbers in phrases: "media docena", "a couple".
pub(super) fn dozen_names(language: Language) -> &'static [(&'static str, u32)] {
    &numbers(language).dozen_names
}

fn valued(words: &[(&'static str, u32)], word: &str) -> Option<u32> {
    words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

impl Numbers {
    fn of(language: Language) -> Self {
        let rows: Vec<_> = language.pack().numbers.rows().collect();
        let valued = |wanted: &str| -> Vec<(&'static str, u32)> {
            let of_it = rows.iter().filter(|(table, ..)| *table == wanted);
            of_it.filter_map(|(_, key, word)| Some((*word, key.parse().ok()?))).collect()
        };
        let mut joined = valued("joined");
        joined.sort_by_key(|(tens, _)| std::cmp::Reverse(tens.len()));
        let listed = |wanted: &str| -> Vec<&'static str> {
            let of_it = rows.iter().filter(|(table, ..)| *table == wanted);
            of_it.map(|(.., word)| *word).collect()
        };
        let joints = rows.iter().filter_map(|(table, _, word)| Some((*word, Joint::of_table(table)?)));
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
            joints: joints.collect(),
            scales: valued("scales"),
            lone_scales: listed("lone_scales"),
            multiples: valued("multiples"),
            round_hundreds: listed("round_hundreds"),
            articles: listed("articles"),
            dozen_names: valued("dozen_names"),
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
        let unit = self.between.iter().find_map(|between| rest.strip_prefix(between))?;
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
