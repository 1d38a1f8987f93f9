//! Feasts that people book for, by their names: "Nochebuena", "el día de las madres", "Valentine's Day".

use jiff::civil::{Date, Weekday};

use super::{Day, Line, Piece};

/// Which day of each year it is.
#[derive(Clone, Copy)]
enum When {
    /// A day of a month.
    On(i8, i8),
    /// So many such weekdays into a month, from its end where negative.
    Nth(i8, Weekday, i8),
}

use When::{Nth, On};

const SPANISH: &[(&str, When)] = &[
    ("vispera de navidad", On(12, 24)),
    ("nochebuena", On(12, 24)),
    ("noche buena", On(12, 24)),
    ("navidad", On(12, 25)),
    ("nochevieja", On(12, 31)),
    ("noche vieja", On(12, 31)),
    ("vispera de ano nuevo", On(12, 31)),
    ("noche de ano nuevo", On(12, 31)),
    ("ano nuevo", On(1, 1)),
    ("dia de reyes", On(1, 6)),
    ("reyes magos", On(1, 6)),
    ("san valentin", On(2, 14)),
    ("dia del amor y la amistad", On(2, 14)),
    ("dia del amor y de la amistad", On(2, 14)),
    ("dia del amor", On(2, 14)),
    ("dia de los enamorados", On(2, 14)),
    ("dia del nino", On(4, 30)),
    ("dia de los ninos", On(4, 30)),
    ("dia de las madres", On(5, 10)),
    ("dia de la madre", On(5, 10)),
    ("dia de las mamas", On(5, 10)),
    ("dia de la mama", On(5, 10)),
    ("dia de mi mama", On(5, 10)),
    ("dia del padre", Nth(3, Weekday::Sunday, 6)),
    ("dia de los padres", Nth(3, Weekday::Sunday, 6)),
    ("dia del papa", Nth(3, Weekday::Sunday, 6)),
    ("dia de la independencia", On(9, 16)),
    ("halloween", On(10, 31)),
    ("dia de muertos", On(11, 2)),
    ("dia de los muertos", On(11, 2)),
];

/// Possessives are left out: "mother's day" and "mothers day" are one.
const ENGLISH: &[(&str, When)] = &[
    ("christmas eve", On(12, 24)),
    ("xmas eve", On(12, 24)),
    ("christmas day", On(12, 25)),
    ("christmas", On(12, 25)),
    ("xmas", On(12, 25)),
    ("new year eve", On(12, 31)),
    ("new years eve", On(12, 31)),
    ("nye", On(12, 31)),
    ("new year day", On(1, 1)),
    ("new years day", On(1, 1)),
    ("valentine day", On(2, 14)),
    ("valentines day", On(2, 14)),
    ("valentines", On(2, 14)),
    ("mother day", Nth(2, Weekday::Sunday, 5)),
    ("mothers day", Nth(2, Weekday::Sunday, 5)),
    ("father day", Nth(3, Weekday::Sunday, 6)),
    ("fathers day", Nth(3, Weekday::Sunday, 6)),
    ("memorial day", Nth(-1, Weekday::Monday, 5)),
    ("independence day", On(7, 4)),
    ("labor day", Nth(1, Weekday::Monday, 9)),
    ("halloween", On(10, 31)),
    ("thanksgiving day", Nth(4, Weekday::Thursday, 11)),
    ("thanksgiving", Nth(4, Weekday::Thursday, 11)),
];

impl Line<'_> {
    /// A feast: the next one, or the one of the year that is told.
    pub(super) fn feast(&self, at: usize) -> Option<Piece> {
        let mut start = self.skip(at, &["el", "la", "en", "on", "the", "for"]);
        let feasts = if self.is_spanish() {
            // "el día de Navidad", "el día de San Valentín"
            let named = self.skip(self.skip(start, &["dia"]), &["de"]);
            if named == start + 2 && self.feast_at(named, SPANISH).is_some() {
                start = named;
            }
            SPANISH
        } else {
            ENGLISH
        };
        let (when, end) = self.feast_at(start, feasts)?;
        let year_at = self.skip(end, &["de", "del", "of", "in", ","]);
        let (date, end) = match self.year(year_at) {
            Some((year, end)) => (when.of_year(i16::try_from(year).ok()?)?, end),
            None => (when.next(self.today())?, end),
        };
        Some(Piece::day(at..end, Day::Feast(date)))
    }

    /// The longest name that stands at an index, and the index after it.
    fn feast_at(&self, at: usize, feasts: &[(&str, When)]) -> Option<(When, usize)> {
        let first = self.word(at);
        feasts
            .iter()
            .filter(|(name, _)| !first.is_empty() && name.starts_with(first))
            .filter_map(|(name, when)| Some((*when, self.name_end(at, name)?)))
            .max_by_key(|(_, end)| *end)
    }

    fn name_end(&self, at: usize, name: &str) -> Option<usize> {
        let mut end = at;
        for word in name.split(' ') {
            if self.word(end) != word {
                return None;
            }
            end += 1;
            if self.is(end, &["'", "\u{2019}"]) && self.is(end + 1, &["s"]) {
                end += 2;
            }
        }
        Some(end)
    }
}

impl When {
    fn of_year(self, year: i16) -> Option<Date> {
        match self {
            On(month, day) => Date::new(year, month, day).ok(),
            Nth(nth, weekday, month) => {
                let first = Date::new(year, month, 1).ok()?;
                first.nth_weekday_of_month(nth, weekday).ok()
            }
        }
    }

    fn next(self, today: Date) -> Option<Date> {
        let years = [today.year(), today.year().saturating_add(1)];
        let mut dates = years.into_iter().filter_map(|year| self.of_year(year));
        dates.find(|date| *date >= today)
    }
}
