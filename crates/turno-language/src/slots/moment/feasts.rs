//! Feasts that people book for, by their names: "Nochebuena", "el día de las madres", "Valentine's Day".

use jiff::civil::{Date, Weekday};

use super::{Day, Line, Piece, roles};
use crate::{Language, by_language::ByLanguage, calendar::weekday_named};

/// The table of `moments.toml` with the names of feasts, under the days that they are on. Possessives are left out:
/// "mother's day" and "mothers day" are one.
pub(super) const TABLE: &str = "feast_names";

/// Which day of each year it is.
#[derive(Clone, Copy)]
pub(super) enum When {
    /// A day of a month.
    On(i8, i8),
    /// So many such weekdays into a month, from its end where negative.
    Nth(i8, Weekday, i8),
}

use When::{Nth, On};

type Feasts = Vec<(&'static str, When)>;

static FEASTS: ByLanguage<Feasts> = ByLanguage::new(feasts_of);

fn feasts_of(language: Language) -> Feasts {
    let rows = language.pack().moments.rows().filter(|(table, ..)| *table == TABLE);
    rows.filter_map(|(_, day, name)| Some((name, When::named(day)?))).collect()
}

impl Line<'_> {
    /// A feast: the next one, or the one of the year that is told.
    pub(super) fn feast(&self, at: usize) -> Option<Piece> {
        let feasts = FEASTS.of(self.tokens.language);
        let start = self.skip(at, roles::FEAST_LEADS);
        // "el día de Navidad", "el día de San Valentín"
        let named = self.after(start, roles::FEAST_DAY_OF).and_then(|named| feast_at(self, named, feasts));
        let (when, end) = named.or_else(|| feast_at(self, start, feasts))?;
        let year_at = self.skip_mark(self.skip(end, roles::OF | roles::IN), &[","]);
        let (date, end) = match self.year(year_at) {
            Some((year, end)) => (when.of_year(i16::try_from(year).ok()?)?, end),
            None => (when.next(self.today())?, end),
        };
        Some(Piece::day(at..end, Day::Feast(date)))
    }

    fn name_end(&self, at: usize, name: &str) -> Option<usize> {
        let mut end = at;
        for word in name.split(' ') {
            if self.word(end) != word {
                return None;
            }
            end += 1;
            if self.is_mark(end, &["'", "\u{2019}"]) && self.is(end + 1, roles::POSSESSIVE) {
                end += 2;
            }
        }
        Some(end)
    }
}

/// The longest name that stands at an index, and the index after it.
fn feast_at(line: &Line<'_>, at: usize, feasts: &Feasts) -> Option<(When, usize)> {
    let first = line.word(at);
    let letter = first.as_bytes().first()?;
    feasts
        .iter()
        .filter(|(name, _)| name.as_bytes().first() == Some(letter) && name.starts_with(first))
        .filter_map(|(name, when)| Some((*when, line.name_end(at, name)?)))
        .max_by_key(|(_, end)| *end)
}

impl When {
    /// A day as the files write it: `12-24`, `5-sunday-2` for the second Sunday of May, `5-monday-last`.
    pub(super) fn named(day: &str) -> Option<Self> {
        let parts: Vec<&str> = day.split('-').collect();
        let (month, when) = match parts.as_slice() {
            [month, day] => (*month, On(month.parse().ok()?, day.parse().ok()?)),
            [month, weekday, "last"] => (*month, Nth(-1, weekday_named(weekday)?, month.parse().ok()?)),
            [month, weekday, nth] => {
                let nth = nth.parse().ok()?;
                (*month, Nth(nth, weekday_named(weekday)?, month.parse().ok()?))
            }
            _ => return None,
        };
        (1..=12).contains(&month.parse::<i8>().ok()?).then_some(when)
    }

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
