//! What single words are worth in days and hours, in whatever language they are: for whoever goes over a text word by word.

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::civil::Weekday;

use crate::{pack, slots::weekday_named, word_table::WordTable};

static WEEKDAYS: LazyLock<WordTable<Weekday>> =
    LazyLock::new(|| WordTable::new(words_of("weekdays", weekday_named)));
static NUMBERS: LazyLock<WordTable<u32>> =
    LazyLock::new(|| WordTable::new(words_of("numbers", |key| key.parse().ok())));
static MONTHS: LazyLock<WordTable<i8>> = LazyLock::new(|| {
    let mut whole: BTreeMap<(usize, i8), &'static str> = BTreeMap::new();
    for (language, pack) in pack::all().enumerate() {
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
    let rows = pack::all().flat_map(|pack| pack.moments.rows());
    rows.filter(move |(table, ..)| *table == wanted)
        .filter_map(move |(_, key, word)| Some((word, read(key)?)))
}

/// The day of the week that a folded word names whole: "martes", "mondays".
pub fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAYS.get(word)
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
    fn words_are_known_in_each_language() {
        for (word, expected) in [
            ("lunes", Some(Weekday::Monday)),
            ("sabados", Some(Weekday::Saturday)),
            ("sundays", Some(Weekday::Sunday)),
            ("sun", None),
        ] {
            assert_eq!(weekday(word), expected, "{word}");
        }
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
        for (word, expected) in [
            ("siete", Some(7)),
            ("oh", Some(0)),
            ("twelve", Some(12)),
            ("mil", None),
        ] {
            assert_eq!(number(word), expected, "{word}");
        }
    }
}
