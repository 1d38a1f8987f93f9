//! The words that values are made of, whatever looks for values: the readers of slots, and the plain net of answers.

use crate::by_language::ByMix;
use crate::pack::Tagged;
use std::collections::{BTreeMap, BTreeSet};

use ValueWord::{Mild, Month, Number, Part, Weekday};

use crate::word_table::WordTable;
use crate::{Language, Text, calendar, mix};

/// Words of moments that mean other things too.
static WITH_TWO_MEANINGS: Tagged = Tagged::new("net_words_with_two_meanings");

/// Words of moments that name no value in an answer.
static NO_VALUES: Tagged = Tagged::new("net_no_values");

/// Words for the first of something, which are no article.
static FIRST: Tagged = Tagged::new("net_first");

/// What a word says of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueWord {
    /// A number, or its ordinal.
    Number(i64),
    /// A day of the week, from Monday, 0.
    Weekday(u8),
    /// A month, from January, 1.
    Month(u8),
    /// A part of the day or a day near today; the bits of the values that it may repeat.
    Part(u16),
    /// Like a part, but so common in talk that alone it names no value.
    Mild(u16),
}

/// The date is today.
pub(crate) const TODAY: u16 = 1;
/// The date is tomorrow.
pub(crate) const TOMORROW: u16 = 1 << 1;
/// From midnight to 5.
pub(crate) const SMALL: u16 = 1 << 2;
/// From 6 to 11.
pub(crate) const MORNING: u16 = 1 << 3;
/// From 12 to 12:59.
pub(crate) const NOON: u16 = 1 << 4;
/// From 13 to 18.
pub(crate) const AFTERNOON: u16 = 1 << 5;
/// From 19 on.
pub(crate) const NIGHT: u16 = 1 << 6;
/// A quarter past.
pub(crate) const QUARTER: u16 = 1 << 7;
/// Half past.
pub(crate) const HALF: u16 = 1 << 8;

/// What a folded word says of a value; none for a word of no table. Digits are no word.
pub(crate) fn value_word(word: &str) -> Option<ValueWord> {
    TABLE.get(word)
}

/// The words of a text that name a number, a day, a month or a part of the day, folded, in either language: what a text
/// that says the same must name too. Digits are not among them, nor "un", "una" and "one".
pub fn named_values(text: &Text) -> BTreeSet<String> {
    let names_one = |word: &&str| match value_word(word) {
        Some(Number(number)) => number != 1 || FIRST.contains(word),
        Some(Weekday(_) | Month(_) | Part(_)) => true,
        Some(Mild(_)) | None => false,
    };
    let is_of_talk = |word: &&str| WITH_TWO_MEANINGS.contains(word);
    let named = text.words().filter(names_one).filter(|word| !is_of_talk(word));
    named.map(str::to_owned).collect()
}

/// The words of the languages that are read.
static TABLE: ByMix<WordTable<ValueWord>> = ByMix::new(|| table_of(mix::languages()));

fn table_of(languages: &[Language]) -> WordTable<ValueWord> {
    let mut words = parts();
    words.extend(PAIRS.iter().map(|word| (*word, Number(2))));
    let rows = languages.iter().flat_map(|language| language.pack().moments.rows());
    for (table, key, word) in rows {
        if let Some(value) = value_named(table, key)
            && !NO_VALUES.contains(&word)
        {
            words.entry(word).or_insert(value);
        }
    }
    WordTable::new(words)
}

/// What a word stands for that is in a table of `moments.toml` under that key.
fn value_named(table: &str, key: &str) -> Option<ValueWord> {
    match table {
        "numbers" | "ordinals" => Some(Number(key.parse().ok()?)),
        "hundreds" => Some(Number(100 * key.parse::<i64>().ok()?.max(1))),
        "months" => Some(Month(key.parse().ok()?)),
        "weekdays" | "short_weekdays" => {
            let day = calendar::WEEKDAYS.iter().position(|name| *name == key)?;
            Some(Weekday(u8::try_from(day).ok()?))
        }
        _ => None,
    }
}

/// "A couple".
static PAIRS: Tagged = Tagged::new("net_pair");

/// The parts that words name, by their bits.
static PARTS: [(u16, Tagged); 10] = [
    (TODAY, Tagged::new("net_today")),
    (TOMORROW, Tagged::new("net_tomorrow")),
    (SMALL, Tagged::new("net_small_hours")),
    (MORNING, Tagged::new("net_morning")),
    (NOON, Tagged::new("net_noon")),
    (AFTERNOON, Tagged::new("net_afternoon")),
    (NIGHT, Tagged::new("net_night")),
    (QUARTER, Tagged::new("net_quarter")),
    (HALF, Tagged::new("net_half")),
    (0, Tagged::new("net_other_day")),
];

/// The words for parts of the day and days near today: one may name several.
fn parts() -> BTreeMap<&'static str, ValueWord> {
    static MILD: Tagged = Tagged::new("net_mild");
    let mut bits: BTreeMap<&'static str, u16> = BTreeMap::new();
    for (bit, words) in &PARTS {
        for word in words.iter() {
            *bits.entry(word).or_default() |= bit;
        }
    }
    let of_word = |(word, bits)| {
        let is_mild = MILD.contains(&word);
        (word, if is_mild { Mild(bits) } else { Part(bits) })
    };
    bits.into_iter().map(of_word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_named_in_words() {
        let named: Vec<String> =
            named_values(&Text::of("Abrimos de lunes a viernes, a las OCHO; una mesa, 1 a 11."))
                .into_iter()
                .collect();
        assert_eq!(named, ["lunes", "ocho", "viernes"]);
    }

    #[test]
    fn every_word_is_found() {
        for (word, value) in [
            ("abril", Month(4)),
            ("afternoon", Part(NOON | AFTERNOON)),
            ("cien", Number(100)),
            ("couple", Number(2)),
            ("manana", Part(TOMORROW | MORNING)),
            ("mananita", Mild(MORNING)),
            ("pasado", Part(0)),
            ("second", Number(2)),
            ("sun", Weekday(6)),
            ("veintiuna", Number(21)),
        ] {
            assert_eq!(value_word(word), Some(value), "{word}");
        }
        for word in ["perrunilla", "set", "oh", "mondays", "primera"] {
            assert_eq!(value_word(word), None, "{word}");
        }
    }
}
