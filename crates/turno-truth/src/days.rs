//! The days that words name.

use jiff::civil::Date;
use turno_language::{
    Tagged, calendar,
    grammar::{OF, THE},
};

use crate::{phrases::stands_at, times::is_month, values::number_of};

/// Today, or tonight.
pub(crate) static TODAY: Tagged = Tagged::new("said_today");
/// Tomorrow, and no part of the day.
pub(crate) static TOMORROW: Tagged = Tagged::new("said_tomorrow");
/// Tomorrow, or the morning.
static TOMORROW_OR_MORNING: Tagged = Tagged::new("said_tomorrow_or_morning");

/// Whether a word names today or tomorrow.
pub(crate) fn is_near(word: &str) -> bool {
    TODAY.contains(&word) || TOMORROW.contains(&word) || TOMORROW_OR_MORNING.contains(&word)
}

/// Whether a word is tomorrow: "en la mañana" is no day.
pub(crate) fn is_tomorrow(word: &str, before: &str) -> bool {
    TOMORROW.contains(&word) || TOMORROW_OR_MORNING.contains(&word) && !THE.contains(&before)
}

/// Days that are named: by the week, by the month, or from today.
#[derive(Debug, Default)]
pub(crate) struct Days {
    weekdays: Vec<usize>,
    of_month: Vec<i8>,
    /// The months that are named beside, from 1.
    months: Vec<i8>,
    from_today: Vec<Date>,
    /// "Al día siguiente": another than the one that is talked of.
    pub(crate) is_another: bool,
}

/// Another day than the one that is talked of.
static ANOTHER: Tagged = Tagged::new("said_another_day");
static BEFORE_A_DATE: Tagged = Tagged::new("said_before_a_date");
static BEHIND_AN_HOUR: Tagged = Tagged::new("said_behind_an_hour");

impl Days {
    pub(crate) fn in_words(words: &[&str], today: Date) -> Self {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let mut days = Self::default();
        for (at, said) in words.iter().enumerate() {
            let before = at.checked_sub(1).map_or("", word);
            days.weekdays.extend(weekday_of(said));
            days.from_today.extend(near_day(said, before, today));
            days.is_another |= stands_at(words, at, &ANOTHER);
            days.months.extend(calendar::month(said));
            let Some(number) = day_of_month(said) else {
                continue;
            };
            let is_dated = OF.contains(&word(at + 1)) && is_month(word(at + 2)) || is_month(before);
            let is_bare = BEFORE_A_DATE.contains(&before) || weekday_of(before).is_some();
            if is_dated || is_bare && !BEHIND_AN_HOUR.contains(&word(at + 1)) {
                days.of_month.push(number);
            }
        }
        days
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.weekdays.is_empty() && self.of_month.is_empty() && self.from_today.is_empty() && !self.is_another
    }

    /// The date that a number of a month is, from today on, and in the month that is named.
    pub(crate) fn date_from(&self, today: Date) -> Option<Date> {
        const DAYS_AHEAD: usize = 366;
        if self.of_month.is_empty() {
            return None;
        }
        let is_it =
            |date: &Date| self.fit(*date) && (self.months.is_empty() || self.months.contains(&date.month()));
        today.series(jiff::Span::new().days(1)).take(DAYS_AHEAD).find(is_it)
    }

    pub(crate) fn fit(&self, date: Date) -> bool {
        let weekday = date.weekday().to_monday_zero_offset();
        let is_of_week = self.weekdays.iter().any(|day| i8::try_from(*day) == Ok(weekday));
        let names_none = self.weekdays.is_empty() && self.from_today.is_empty();
        (names_none || is_of_week || self.from_today.contains(&date))
            && (self.of_month.is_empty() || self.of_month.contains(&date.day()))
    }
}

/// From Monday.
fn weekday_of(word: &str) -> Option<usize> {
    let weekday = calendar::weekday(word)?;
    usize::try_from(weekday.to_monday_zero_offset()).ok()
}

/// "Hoy", "mañana", "pasado mañana".
fn near_day(word: &str, before: &str, today: Date) -> Option<Date> {
    static DAY_AFTER: Tagged = Tagged::new("said_day_after");
    if TODAY.contains(&word) {
        return Some(today);
    }
    let tomorrow = today.tomorrow().ok()?;
    match is_tomorrow(word, before) {
        true if DAY_AFTER.contains(&before) => tomorrow.tomorrow().ok(),
        true => Some(tomorrow),
        false => None,
    }
}

/// "25", "1st", "primero", "veinticinco".
fn day_of_month(word: &str) -> Option<i8> {
    static FIRST: Tagged = Tagged::new("said_first_of_month");
    static ENDS: Tagged = Tagged::new("said_ends_of_days");
    if FIRST.contains(&word) {
        return Some(1);
    }
    let digits = ENDS.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let number = match digits.parse::<i8>() {
        Ok(number) => number,
        Err(_) => {
            let number = number_of(word)?;
            #[expect(clippy::cast_possible_truncation, reason = "a day of a month")]
            (number.fract() == 0.0 && (2.0..=31.0).contains(&number)).then_some(number as i8)?
        }
    };
    (1..=31).contains(&number).then_some(number)
}
