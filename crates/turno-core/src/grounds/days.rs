//! The days that words name.

use jiff::civil::Date;
use turno_language::{Language, read_number};

use super::times::{MONTHS, WEEKDAYS, is_month};

/// Days that are named: by the week, by the month, or from today.
#[derive(Debug, Default)]
pub(super) struct Days {
    weekdays: Vec<usize>,
    of_month: Vec<i8>,
    /// The months that are named beside, from 1.
    months: Vec<i8>,
    from_today: Vec<Date>,
    /// "Al día siguiente": another than the one that is talked of.
    pub(super) is_another: bool,
}

impl Days {
    pub(super) fn in_words(words: &[&str], today: Date) -> Self {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let mut days = Self::default();
        for (at, said) in words.iter().enumerate() {
            let before = at.checked_sub(1).map_or("", word);
            let weekday = WEEKDAYS.iter().find(|(name, _)| name == said);
            days.weekdays.extend(weekday.map(|(_, day)| *day));
            days.from_today.extend(match *said {
                "hoy" | "today" | "tonight" => Some(today),
                // "En la mañana" is no day.
                "manana" if before == "pasado" => today.tomorrow().and_then(Date::tomorrow).ok(),
                "manana" if before != "la" => today.tomorrow().ok(),
                "tomorrow" => today.tomorrow().ok(),
                _ => None,
            });
            days.is_another |=
                matches!(*said, "siguiente" | "following") || *said == "next" && word(at + 1) == "day";
            days.months.extend(month_of(said));
            let Some(number) = day_of_month(said) else {
                continue;
            };
            let is_dated = word(at + 1) == "de" && is_month(word(at + 2)) || is_month(before);
            let is_bare = matches!(before, "el" | "dia") || WEEKDAYS.iter().any(|(name, _)| *name == before);
            let is_hour = matches!(word(at + 1), "am" | "pm" | "a" | "p" | "de" | "in");
            if is_dated || is_bare && !is_hour {
                days.of_month.push(number);
            }
        }
        days
    }

    pub(super) fn is_empty(&self) -> bool {
        self.weekdays.is_empty() && self.of_month.is_empty() && self.from_today.is_empty() && !self.is_another
    }

    /// The date that a number of a month is, from today on, and in the month that is named.
    pub(super) fn date_from(&self, today: Date) -> Option<Date> {
        const DAYS_AHEAD: usize = 366;
        if self.of_month.is_empty() {
            return None;
        }
        let is_it =
            |date: &Date| self.fit(*date) && (self.months.is_empty() || self.months.contains(&date.month()));
        today
            .series(jiff::Span::new().days(1))
            .take(DAYS_AHEAD)
            .find(is_it)
    }

    pub(super) fn fit(&self, date: Date) -> bool {
        let weekday = date.weekday().to_monday_zero_offset();
        let is_of_week = self.weekdays.iter().any(|day| i8::try_from(*day) == Ok(weekday));
        let names_none = self.weekdays.is_empty() && self.from_today.is_empty();
        (names_none || is_of_week || self.from_today.contains(&date))
            && (self.of_month.is_empty() || self.of_month.contains(&date.day()))
    }
}

fn month_of(word: &str) -> Option<i8> {
    let at = MONTHS.iter().position(|names| names.contains(&word))?;
    i8::try_from(at + 1).ok()
}

/// "25", "1st", "primero", "veinticinco".
fn day_of_month(word: &str) -> Option<i8> {
    if matches!(word, "primero" | "first") {
        return Some(1);
    }
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .unwrap_or(word);
    let number = match digits.parse::<i8>() {
        Ok(number) => number,
        Err(_) => {
            let number = read_number(word, Language::Es)?;
            #[expect(clippy::cast_possible_truncation, reason = "a day of a month")]
            (number.fract() == 0.0 && (2.0..=31.0).contains(&number)).then_some(number as i8)?
        }
    };
    (1..=31).contains(&number).then_some(number)
}
