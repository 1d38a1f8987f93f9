//! The words of dates and times, each looked up once.

use jiff::civil::Weekday;

use super::super::clock::Part;
use super::feasts::{self, When};
use crate::calendar::weekday_named;
use crate::{Language, by_language::ByLanguage, pack::Schema, word_table::WordTable};

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
    /// A word that only with others means now: "(en este) momento".
    NowWithOthers,
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
    /// "quincena".
    HalfMonth,
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

/// What stands in `moments.toml`.
pub(crate) const MOMENTS: Schema = Schema {
    knows: |table, key| match table {
        feasts::TABLE => When::named(key).is_some(),
        _ => kind_named(table, key).is_some(),
    },
    is_one_table: true,
};

static TABLES: ByLanguage<WordTable<Kind>> = ByLanguage::new(table);

fn table(language: Language) -> WordTable<Kind> {
    let rows = language.pack().moments.rows();
    WordTable::new(rows.filter_map(|(table, key, word)| Some((word, kind_named(table, key)?))))
}

/// What the words mean that stand in a table under that key.
fn kind_named(table: &str, key: &str) -> Option<Kind> {
    match table {
        "numbers" => key.parse().ok().map(Kind::Number),
        "hundreds" => key.parse().ok().map(Kind::Hundred),
        "ordinals" => key.parse().ok().map(Kind::Ordinal),
        "months" => {
            let number = key.parse().ok()?;
            (1..=12).contains(&number).then_some(Kind::Month(number))
        }
        "near" => key.parse().ok().map(Kind::Near),
        "weekdays" => weekday_named(key).map(Kind::Weekday),
        "short_weekdays" => weekday_named(key).map(Kind::ShortWeekday),
        "units" => unit_named(key).map(Kind::Unit),
        "parts" => part_named(key).map(Kind::Part),
        _ if key != "words" => None,
        "thousands" => Some(Kind::Thousand),
        "tomorrow_or_morning" => Some(Kind::Manana),
        "feasts" => Some(Kind::Feast),
        "now" => Some(Kind::Now),
        "now_with_others" => Some(Kind::NowWithOthers),
        "leads" => Some(Kind::Lead),
        _ => None,
    }
}

fn unit_named(name: &str) -> Option<Unit> {
    let named = match name {
        "second" => Unit::Second,
        "minute" => Unit::Minute,
        "hour" => Unit::Hour,
        "day" => Unit::Day,
        "week" => Unit::Week,
        "fortnight" => Unit::Fortnight,
        "half_month" => Unit::HalfMonth,
        "month" => Unit::Month,
        "year" => Unit::Year,
        "weekend" => Unit::Weekend,
        _ => return None,
    };
    Some(named)
}

fn part_named(name: &str) -> Option<Part> {
    let named = match name {
        "small" => Part::Small,
        "morning" => Part::Morning,
        "noon" => Part::Noon,
        "afternoon" => Part::Afternoon,
        "evening" => Part::Evening,
        "night" => Part::Night,
        "am" => Part::Am,
        "pm" => Part::Pm,
        _ => return None,
    };
    Some(named)
}

/// Whether a language has one word for a number below 100: "veintiuno".
pub(super) fn has_number(language: Language, number: u8) -> bool {
    let mut rows = language.pack().moments.rows();
    rows.any(|(table, key, _)| kind_named(table, key) == Some(Kind::Number(number)))
}

/// What a folded word is.
pub(super) fn kind_of(word: &str, language: Language) -> Kind {
    let bytes = word.as_bytes();
    match bytes.first() {
        Some(first) if first.is_ascii_digit() => {
            return Kind::Digits {
                value: word.get(..word.len().min(9)).and_then(|digits| digits.parse().ok()).unwrap_or(0),
                length: u8::try_from(word.len()).unwrap_or(u8::MAX),
            };
        }
        Some(first) if first.is_ascii_alphabetic() => {}
        Some(_) => return if word == "@" { Kind::Lead } else { Kind::Mark },
        None => return Kind::Used,
    }
    TABLES.of(language).get(word).unwrap_or(Kind::Other)
}
