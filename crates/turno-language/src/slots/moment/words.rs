//! The words of dates and times, each looked up once.

mod english;
mod spanish;

use std::sync::LazyLock;

use jiff::civil::Weekday;

use super::super::clock::Part;
use crate::Language;

/// What a token may be in a date or a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing of the kind.
    Other,
    /// Another reader has it.
    Used,
    /// A mark: `:`, `/`, a comma.
    Mark,
    /// A run of digits.
    Digits {
        /// At most nine digits of it are read.
        value: u32,
        /// How many digits were written.
        length: u8,
    },
    /// A number word below 100: a unit, a teen or tens.
    Number(u8),
    /// "hundred", "doscientos": so many hundreds; 0 for one that multiplies.
    Hundred(u8),
    /// "mil", "thousand".
    Thousand,
    /// "first", "primero", "último" (-1).
    Ordinal(i8),
    /// "lunes", "Monday".
    Weekday(Weekday),
    /// "lun", "mon": a weekday where nothing else it could be.
    ShortWeekday(Weekday),
    /// "enero", "jan": 1 to 12.
    Month(u8),
    /// "día", "week".
    Unit(Unit),
    /// "tarde", "evening".
    Part(Part),
    /// "hoy", "tomorrow": so many days from today.
    Near(i8),
    /// "mañana": the day or the morning.
    Manana,
    /// "navidad", "christmas": of the name of a feast.
    Feast,
    /// "ahora", "now".
    Now,
    /// A word that may begin a date or a time, or stand in one, but makes none.
    Lead,
}

/// A stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Fortnight,
    Month,
    Year,
    Weekend,
}

impl Kind {
    /// Whether such a word can make a date or a time; without one there is none in an utterance.
    pub(super) fn can_tell(self) -> bool {
        !matches!(
            self,
            Self::Other | Self::Used | Self::Mark | Self::Lead | Self::Hundred(_) | Self::Thousand
        )
    }
}

type Table = Vec<(&'static str, Kind)>;

static SPANISH: LazyLock<Table> = LazyLock::new(|| sorted(spanish::words()));
static ENGLISH: LazyLock<Table> = LazyLock::new(|| sorted(english::words()));

/// What a folded word is.
pub(super) fn kind_of(word: &str, language: Language) -> Kind {
    let bytes = word.as_bytes();
    match bytes.first() {
        Some(first) if first.is_ascii_digit() => {
            return Kind::Digits {
                value: word
                    .get(..word.len().min(9))
                    .and_then(|digits| digits.parse().ok())
                    .unwrap_or(0),
                length: u8::try_from(word.len()).unwrap_or(u8::MAX),
            };
        }
        Some(first) if first.is_ascii_alphabetic() => {}
        Some(_) => return if word == "@" { Kind::Lead } else { Kind::Mark },
        None => return Kind::Used,
    }
    let table = match language {
        Language::Es => &SPANISH,
        Language::En => &ENGLISH,
    };
    match table.binary_search_by(|(name, _)| (*name).cmp(word)) {
        Ok(at) => table.get(at).map_or(Kind::Other, |(_, kind)| *kind),
        Err(_) => Kind::Other,
    }
}

fn sorted(mut table: Table) -> Table {
    table.sort_unstable_by_key(|(name, _)| *name);
    table
}

fn add<T: Copy>(table: &mut Table, words: &[(&'static str, T)], kind: impl Fn(T) -> Kind) {
    table.extend(words.iter().map(|(word, value)| (*word, kind(*value))));
}

fn add_all(table: &mut Table, words: &'static str, kind: Kind) {
    table.extend(words.split_whitespace().map(|word| (word, kind)));
}

const WEEKDAYS: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

/// Numbers from 0 on, one a word; several words of one number are joined by `/`.
fn add_counted(table: &mut Table, words: &'static str, first: u8, step: u8) {
    let mut value = first;
    for group in words.split_whitespace() {
        for word in group.split('/') {
            table.push((word, Kind::Number(value)));
        }
        value += step;
    }
}

fn add_named<T: Copy>(table: &mut Table, words: &'static str, values: &[T], kind: impl Fn(T) -> Kind) {
    for (group, value) in words.split_whitespace().zip(values) {
        for word in group.split('/') {
            table.push((word, kind(*value)));
        }
    }
}

const MONTHS: [u8; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ORDINALS: [i8; 20] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_two_things() {
        for table in [&*SPANISH, &*ENGLISH] {
            for pair in table.windows(2) {
                assert!(pair[0].0 < pair[1].0, "{} is there twice", pair[0].0);
            }
        }
    }
}
