//! Days of a month, and the names of weekdays and months.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::number::{digits_at, number_at, ordinal_at};
use super::tokens::Tokens;
use crate::{Language, ProblemKind};

const WEEKDAYS: &[(Weekday, &[&str])] = &[
    (Weekday::Monday, &["lunes", "monday"]),
    (Weekday::Tuesday, &["martes", "tuesday"]),
    (Weekday::Wednesday, &["miercoles", "wednesday"]),
    (Weekday::Thursday, &["jueves", "thursday"]),
    (Weekday::Friday, &["viernes", "friday"]),
    (Weekday::Saturday, &["sabado", "saturday"]),
    (Weekday::Sunday, &["domingo", "sunday"]),
];

const MONTHS_ES: &[&[&str]] = &[
    &["enero", "ene"],
    &["febrero", "feb"],
    &["marzo", "mar"],
    &["abril", "abr"],
    &["mayo", "may"],
    &["junio", "jun"],
    &["julio", "jul"],
    &["agosto", "ago"],
    &["septiembre", "setiembre", "sep", "sept"],
    &["octubre", "oct"],
    &["noviembre", "nov"],
    &["diciembre", "dic"],
];

const MONTHS_EN: &[&[&str]] = &[
    &["january", "jan"],
    &["february", "feb"],
    &["march", "mar"],
    &["april", "apr"],
    &["may"],
    &["june", "jun"],
    &["july", "jul"],
    &["august", "aug"],
    &["september", "sep", "sept"],
    &["october", "oct"],
    &["november", "nov"],
    &["december", "dec"],
];

/// A day as said: the month and the year may be missing.
#[derive(Clone, Copy)]
pub(super) struct Day {
    day: u32,
    month: Option<u32>,
    year: Option<u32>,
}

impl Day {
    pub(super) fn of_month(day: u32) -> Self {
        Self {
            day,
            month: None,
            year: None,
        }
    }

    /// The next such day that is not past, or why there is none.
    pub(super) fn resolve(self, today: Date) -> Result<Date, ProblemKind> {
        let Some(month) = self.month else {
            return month_day_of(today, self.day);
        };
        if let Some(year) = self.year {
            let date = date_of(year, month, self.day).ok_or(ProblemKind::Impossible)?;
            return if date < today {
                Err(ProblemKind::Past)
            } else {
                Ok(date)
            };
        }
        // A 29 February is at most 8 years away.
        let year = u32::try_from(today.year()).unwrap_or(0);
        let years = if self.day == 29 && month == 2 { 8 } else { 1 };
        (year..=year + years)
            .filter_map(|year| date_of(year, month, self.day))
            .find(|date| *date >= today)
            .ok_or(ProblemKind::Impossible)
    }

    /// A day without a month may be the one of the next month that falls on the weekday.
    pub(super) fn on_weekday(self, today: Date, weekday: Weekday) -> Option<Date> {
        if self.month.is_some() {
            return None;
        }
        let next = month_day_of(today.last_of_month().tomorrow().ok()?, self.day).ok()?;
        (next.weekday() == weekday && month_day_of(today, self.day) != Ok(next)).then_some(next)
    }
}

/// The next day of that number, today included.
pub(super) fn month_day_of(today: Date, day: u32) -> Result<Date, ProblemKind> {
    let mut first = today.first_of_month();
    for _ in 0..3 {
        let year = u32::try_from(first.year()).unwrap_or(0);
        let month = u32::try_from(first.month()).unwrap_or(0);
        if let Some(date) = date_of(year, month, day).filter(|date| *date >= today) {
            return Ok(date);
        }
        first = first
            .checked_add(1.month())
            .map_err(|_| ProblemKind::Impossible)?;
    }
    Err(ProblemKind::Impossible)
}

fn date_of(year: u32, month: u32, day: u32) -> Option<Date> {
    Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    )
    .ok()
}

/// A weekday's name, and the index after it.
pub(super) fn weekday_at(tokens: &Tokens<'_>, at: usize) -> Option<(Weekday, usize)> {
    let word = tokens.word(at);
    let (weekday, _) = WEEKDAYS.iter().find(|(_, names)| names.contains(&word))?;
    Some((*weekday, at + 1))
}

fn month_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let months = match tokens.language {
        Language::Es => MONTHS_ES,
        Language::En => MONTHS_EN,
    };
    let word = tokens.word(at);
    let index = months.iter().position(|names| names.contains(&word))?;
    Some((u32::try_from(index).ok()? + 1, at + 1))
}

/// A day that begins at an index, and the index after it. Without a month it needs its article, unless `is_led`.
pub(super) fn day_at(tokens: &Tokens<'_>, at: usize, is_led: bool) -> Option<(Day, usize)> {
    if let Some(found) = numeric_at(tokens, at) {
        return Some(found);
    }
    let start = tokens.skip(at, &["el", "el dia", "dia", "on the", "the", "on"]);
    if let Some(found) = numeric_at(tokens, start) {
        return Some(found);
    }
    let month_first = month_at(tokens, start).and_then(|(month, end)| {
        let day_start = tokens.skip(end, &["the", "el"]);
        let (day, end) = ordinal_at(tokens, day_start).or_else(|| number_at(tokens, day_start))?;
        Some((day, month, end))
    });
    let (day, month, end) = match month_first {
        Some(found) => found,
        None => {
            let (day, day_end) = ordinal_at(tokens, start).or_else(|| number_at(tokens, start))?;
            match month_at(tokens, tokens.skip(day_end, &["de", "of", "del mes de"])) {
                Some((month, end)) => (day, month, end),
                None => return lone_day(tokens, start, day, day_end, is_led || start > at),
            }
        }
    };
    let (year, end) = match year_at(tokens, end) {
        Some((year, end)) => (Some(year), end),
        None => (None, end),
    };
    Some((
        Day {
            day,
            month: Some(month),
            year,
        },
        end,
    ))
}

/// "el 15", "the 5th": not "el 15 por ciento", "the 2 tables".
fn lone_day(tokens: &Tokens<'_>, start: usize, day: u32, end: usize, has_lead: bool) -> Option<(Day, usize)> {
    let is_ordinal = ordinal_at(tokens, start).is_some() && tokens.language == Language::En;
    let is_digits = digits_at(tokens, start).is_some();
    let is_named = tokens.before(start) == "dia";
    let follows = [
        "a", "en", "por", "para", "y", "at", "in", "for", "como", "somos", "o", "de este", "del", "please",
        "tipo",
    ];
    let goes_on = tokens.is_word(end) && !tokens.is_one_of(end, &follows);
    let is_percent = tokens.is_one_of(end, &["%", ":", "/"]) || tokens.phrase(end, "por ciento").is_some();
    let is_this_month = tokens.phrases(end, &["de este mes", "of this month"]).is_some();
    let is_number = match tokens.language {
        Language::Es => is_digits || day > 1 || is_named,
        Language::En => is_ordinal,
    };
    let is_day = has_lead && is_number && day <= 99 && !is_percent && (!goes_on || is_this_month);
    is_day.then_some((Day::of_month(day), end))
}

/// "2026-01-15", "15/01", "15-01-2026"; in English the month comes first.
fn numeric_at(tokens: &Tokens<'_>, at: usize) -> Option<(Day, usize)> {
    let first = digits_at(tokens, at)?;
    let mark = tokens.word(at + 1);
    if !matches!(mark, "/" | "-" | ".") || !tokens.is_glued(at + 1) || !tokens.is_glued(at + 2) {
        return None;
    }
    let second = digits_at(tokens, at + 2)?;
    let third = digits_at(tokens, at + 4).filter(|_| tokens.word(at + 3) == mark && tokens.is_glued(at + 4));
    let is_iso = tokens.word(at).len() == 4;
    if is_iso {
        let day = Day {
            day: third?,
            month: Some(second),
            year: Some(first),
        };
        return Some((day, at + 5));
    }
    // "8.30" is an hour, "2-3" is a range: without a year only the slash makes a date.
    if third.is_none() && mark != "/" || tokens.word(at).len() > 2 || tokens.word(at + 2).len() > 2 {
        return None;
    }
    let (day, month) = match tokens.language {
        Language::Es => (first, second),
        Language::En => (second, first),
    };
    let year = third.map(|year| if year < 100 { year + 2000 } else { year });
    let end = if third.is_some() { at + 5 } else { at + 3 };
    Some((
        Day {
            day,
            month: Some(month),
            year,
        },
        end,
    ))
}

/// "de 2027", "del dos mil veintisiete", ", 2027".
fn year_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let start = tokens.skip_comma(tokens.skip(at, &["de", "del", "del ano", "of"]));
    if let Some(thousands) = tokens.phrases(start, &["dos mil", "two thousand"]) {
        let thousands = tokens.skip(thousands, &["and"]);
        let (rest, end) = number_at(tokens, thousands).unwrap_or((0, thousands));
        return (rest < 1000).then_some((2000 + rest, end));
    }
    let year = digits_at(tokens, start)?;
    (2000..2200).contains(&year).then_some((year, start + 1))
}
