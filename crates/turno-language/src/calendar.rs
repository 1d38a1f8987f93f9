//! What single words are worth in days and hours, in the languages that are read: for whoever goes over a text word by word.

use std::collections::BTreeMap;

use jiff::civil::Weekday;

use crate::{ByMix, pack, word_table::WordTable};

/// The days of the week as files and results name them, from Monday.
pub const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

static WEEKDAY_WORDS: ByMix<WordTable<Weekday>> =
    ByMix::new(|| WordTable::new(words_of("weekdays", weekday_named)));
static NUMBERS: ByMix<WordTable<u32>> =
    ByMix::new(|| WordTable::new(words_of("numbers", |key| key.parse().ok())));
static MONTHS: ByMix<WordTable<i8>> = ByMix::new(|| {
    let mut whole: BTreeMap<(usize, i8), &'static str> = BTreeMap::new();
    for (language, pack) in pack::read_in().enumerate() {
        for (table, key, word) in pack.moments.rows() {
            let Some(month) = key.parse().ok().filter(|_| table == "months") else {
                continue;
            };
            let name = whole.entry((language, month)).or_insert(word);
            if word.len() > name.len() {
                *name = word;
            }
        }
    }
    WordTable::new(whole.into_iter().map(|((_, month), word)| (word, month)))
});

fn words_of<V: Copy + 'static>(
    wanted: &'static str,
    read: fn(&str) -> Option<V>,
) -> impl Iterator<Item = (&'static str, V)> {
    let rows = pack::read_in().flat_map(|pack| pack.moments.rows());
    rows.filter(move |(table, ..)| *table == wanted)
        .filter_map(move |(_, key, word)| Some((word, read(key)?)))
}

/// What files and results call a day of the week: `monday`.
pub fn weekday_key(weekday: Weekday) -> &'static str {
    let at = usize::try_from(weekday.to_monday_zero_offset()).unwrap_or_default();
    WEEKDAYS.get(at).copied().unwrap_or_default()
}

/// The day of the week that files and results call so.
pub fn weekday_named(key: &str) -> Option<Weekday> {
    let at = WEEKDAYS.iter().position(|known| *known == key)?;
    Weekday::from_monday_zero_offset(i8::try_from(at).ok()?).ok()
}

/// The day of the week that a folded word names whole: "martes", "mondays".
pub fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAY_WORDS.get(word)
}

/// The month that a folded word names whole, from 1: "enero", "May". What is cut short names none.
pub fn month(word: &str) -> Option<i8> {
    MONTHS.get(word)
}

/// The number that a folded word is in days and hours, below 100: "siete", "oh".
pub fn number(word: &str) -> Option<u32> {
    NUMBERS.get(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_has_its_key() {
        for key in WEEKDAYS {
            assert_eq!(weekday_named(key).map(weekday_key), Some(key));
        }
        assert_eq!(weekday_named("lunes"), None);
    }

    #[test]
    fn words_are_known_in_the_languages_that_are_read() {
        for (word, expected) in [
            ("lunes", Some(Weekday::Monday)),
            ("sabados", Some(Weekday::Saturday)),
            ("sundays", Some(Weekday::Sunday)),
            ("sun", None),
            // A day in Portuguese, and a place in a row here.
            ("segunda", None),
        ] {
            assert_eq!(weekday(word), expected, "{word}");
        }
        let portuguese = crate::Language::named("pt").unwrap();
        let read = crate::reading_in(&[portuguese], || (weekday("segunda"), weekday("lunes")));
        assert_eq!(read, (Some(Weekday::Monday), None));
        for (word, expected) in [
            ("enero", Some(1)),
            ("may", Some(5)),
            ("mayo", Some(5)),
            ("september", Some(9)),
            ("mar", None),
            ("sep", None),
        ] {
            assert_eq!(month(word), expected, "{word}");
        }
        for (word, expected) in [("siete", Some(7)), ("oh", Some(0)), ("twelve", Some(12)), ("mil", None)] {
            assert_eq!(number(word), expected, "{word}");
        }
    }
}
