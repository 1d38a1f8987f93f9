//! Days of a month: "el 15", "15 de enero", "March 5th".

use crate::pack::Tagged;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::words::{Kind, Unit};
use super::{Day, Line, Piece};

/// A day as told: the month and the year may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Told {
    pub(super) day: u32,
    pub(super) month: Option<u32>,
    pub(super) year: Option<u32>,
    /// The month by its distance from this one: "of next month".
    pub(super) months_ahead: Option<i64>,
}

/// What follows a lone day of the month; anything else counts things: "las 2 mesas".
static FOLLOWS: Tagged = Tagged::new("days_follows");

impl Line<'_> {
    /// A day with or without its month.
    pub(super) fn day(&self, at: usize) -> Option<Piece> {
        if let Some(piece) = self.day_that_was(at) {
            return Some(piece);
        }
        let (told, end) = self.told_day(at, false)?;
        // "July 18, Friday", "22 de mayo (martes)"
        let name_at = self.skip(end, &[",", "("]);
        if name_at > end
            && told.month.is_some()
            && let Some((weekday, name_end)) = self.weekday_name(name_at)
            && let Some(nearest) = self.which_weekday(weekday, super::weekdays::Which::Nearest)
        {
            let end = self.skip(name_end, &[")"]);
            return Some(Piece::day(
                at..end,
                told.on_weekday(self.today(), weekday, nearest),
            ));
        }
        Some(Piece::day(at..end, told.resolve(self.today())))
    }

    /// "el 3 de enero pasado", "el pasado 3 de enero", "this past January 3rd": the last such day.
    fn day_that_was(&self, at: usize) -> Option<Piece> {
        let led_at = self.skip(self.skip(at, &["el", "this", "the"]), &["pasado", "past"]);
        let is_led = led_at > at && self.is(led_at - 1, &["pasado", "past"]);
        let (told, end) = self.told_day(if is_led { led_at } else { at }, is_led)?;
        let is_followed = self.is(end, &["pasado"]) && !self.is(end + 1, &["manana"]);
        if !(is_led || is_followed) || told.month.is_none() || told.year.is_some() {
            return None;
        }
        let date = told.last_one(self.today())?;
        Some(Piece::day(at..end + usize::from(is_followed), Day::Near(date)))
    }

    /// A day that begins at an index, and the index after it. Without a month it needs its article, unless `is_led`.
    pub(super) fn told_day(&self, at: usize, is_led: bool) -> Option<(Told, usize)> {
        let (mut told, end) = self.any_day(at, is_led)?;
        // "Este 12 de mayo" is one of this year.
        if told.month.is_some() && told.year.is_none() && self.is(at, &["este", "this"]) {
            told.year = u32::try_from(self.now.year()).ok();
        }
        Some((told, end))
    }

    fn any_day(&self, at: usize, is_led: bool) -> Option<(Told, usize)> {
        let start = self.day_lead(at);
        let has_lead = is_led || start > at;
        if let Some(found) = self.numeric(start, has_lead) {
            return Some(found);
        }
        if let Some(found) = self.month_first(start) {
            return Some(found);
        }
        let is_number = matches!(
            self.kind(start),
            Kind::Digits { .. } | Kind::Number(_) | Kind::Ordinal(_)
        );
        if !is_number {
            return None;
        }
        if self.tokens.before(start) == "$" || self.is_of_people_before_month(start) {
            return None;
        }
        let (day, day_end) = self.ordinal(start).or_else(|| self.number(start))?;
        if let Some(found) = self.day_and_number(day, day_end, has_lead || start == 0) {
            return Some(found);
        }
        let of = self.skip(
            self.skip(self.skip(day_end, &["day", "dia"]), &["-", ","]),
            &["de", "del", "of", "do", "d"],
        );
        // "del mes de mayo", and not "del mes que viene".
        let stretch_at = of;
        let of = if self.is(of, &["mes"]) {
            self.skip(of + 1, &["de"])
        } else {
            of
        };
        if let Kind::Month(month) = self.kind(of)
            && day <= 99
        {
            let end = self.after_month(of);
            let (year, end) = self.year_after(end);
            return Some((
                Told {
                    day,
                    month: Some(u32::from(month)),
                    year,
                    months_ahead: None,
                },
                end,
            ));
        }
        if let Some((months_ahead, end)) = self.stretch_ahead(stretch_at, Unit::Month)
            && day <= 31
            && (has_lead || of > day_end || self.ordinal(start).is_some())
        {
            return Some((
                Told {
                    day,
                    month: None,
                    year: None,
                    months_ahead: Some(months_ahead),
                },
                end,
            ));
        }
        self.lone_day(start, day, day_end, has_lead)
    }

    /// "For (two) December 15", "para (dos) diciembre 15": people, and then a day.
    fn is_of_people_before_month(&self, at: usize) -> bool {
        let is_led = matches!(self.tokens.before(at), "for" | "of" | "para");
        let month = self.number(at).map(|(_, end)| end);
        is_led && month.is_some_and(|month| self.month_first(month).is_some())
    }

    /// "el 17 del 11", "9 de 8 de 1971": the month by its number.
    fn day_and_number(&self, day: u32, day_end: usize, has_lead: bool) -> Option<(Told, usize)> {
        if !self.is_spanish() || !self.is(day_end, &["de", "del"]) || !(1..=31).contains(&day) {
            return None;
        }
        let (month, month_end) = self
            .number(day_end + 1)
            .filter(|(month, _)| (1..=12).contains(month))?;
        let (year, end) = self.year_after(month_end);
        // "Del 12" is of December where the booking goes on; "de 2 a 4" are hours.
        let goes_on = self.word(day_end) == "del" && self.is(end, &FOLLOWS)
            || self.word(end) == "a" && self.is(end + 1, &["la", "las"]);
        let is_free = !self.is(end + 1, &super::hours::PEOPLE) && self.part_at(end).is_none();
        let is_date = year.is_some() || has_lead && (self.tokens.ends_at(end) || goes_on && is_free);
        is_date.then_some((
            Told {
                day,
                month: Some(month),
                year,
                months_ahead: None,
            },
            end,
        ))
    }

    fn day_lead(&self, at: usize) -> usize {
        let start = match self.word(at) {
            "en" if self.is_digits(at + 1) && self.word(at + 2) == "-" && self.is_digits(at + 3) => at + 1,
            "el" | "the" | "on" | "dia" | "this" | "next" | "este" | "proximo" => at + 1,
            "del" if self.is_spanish() => at + 1,
            "al" if self.is_spanish() => at + 1,
            _ => at,
        };
        let start = if start > at {
            self.skip(self.skip(start, &["the", "el", "proximo"]), &["dia"])
        } else {
            start
        };
        // "el" of "el próximo mes" leads no day.
        if matches!(
            self.kind(start),
            Kind::Digits { .. } | Kind::Number(_) | Kind::Ordinal(_) | Kind::Month(_)
        ) {
            start
        } else {
            at
        }
    }

    fn after_month(&self, month_at: usize) -> usize {
        self.skip(month_at + 1, &["."])
    }

    /// "March 5th", "mayo 5", "Dec31, 1994", "Oct/2".
    fn month_first(&self, at: usize) -> Option<(Told, usize)> {
        let Kind::Month(month) = self.kind(at) else {
            return None;
        };
        let start = self.skip(self.skip(self.after_month(at), &[",", "/", "-"]), &["the", "el"]);
        let (day, end) = self.ordinal(start).or_else(|| self.number(start))?;
        let is_hour = self.word(end) == ":" || self.is(end, &["pm", "am", "p", "hrs"]);
        if day > 31 || is_hour {
            return None;
        }
        let (year, end) = self.year_after(end);
        Some((
            Told {
                day,
                month: Some(u32::from(month)),
                year,
                months_ahead: None,
            },
            end,
        ))
    }

    /// The year after a day and its month; where none follows, the index stays.
    fn year_after(&self, at: usize) -> (Option<u32>, usize) {
        let start = self.skip(self.skip(at, &[","]), &["de", "del", "of", "in", "en"]);
        let start = if self.is(start, &["ano", "year"]) {
            start + 1
        } else {
            start
        };
        match self.year(start) {
            Some((year, end)) => (Some(year), end),
            None => (None, at),
        }
    }

    /// "el 15", "the 5th": not "el 15 por ciento", "the 2 tables".
    fn lone_day(&self, start: usize, day: u32, end: usize, has_lead: bool) -> Option<(Told, usize)> {
        let is_ordinal = self.ordinal(start).is_some();
        let is_named = self.tokens.before(start) == "dia";
        let goes_on = self.tokens.is_word(end)
            && !self.is(end, &FOLLOWS)
            && !(matches!(self.kind(end), Kind::Part(_) | Kind::Manana) && self.meridiem_at(end).is_none());
        let is_percent =
            self.is(end, &["%", ":", "/"]) || self.word(end) == "por" && self.word(end + 1) == "ciento";
        let is_number = if self.is_spanish() {
            self.is_digits(start) || day > 1 || is_named
        } else {
            is_ordinal || start > 0 && end >= self.kinds.len()
        };
        let is_glued_word = self.tokens.is_glued(end) && self.tokens.is_word(end);
        // "el segundo", "el tercero" of anything.
        let is_worded = matches!(self.kind(start), Kind::Ordinal(_)) && self.is_spanish();
        let is_day = has_lead
            && is_number
            && day <= 99
            && day > 0
            && !is_percent
            && !goes_on
            && !is_glued_word
            && !is_worded;
        is_day.then_some((
            Told {
                day,
                month: None,
                year: None,
                months_ahead: None,
            },
            end,
        ))
    }

    /// After a weekday, "15" is enough.
    pub(super) fn plain_day(&self, at: usize) -> Option<(Told, usize)> {
        let (day, end) = self.ordinal(at).or_else(|| self.number(at))?;
        let is_clock =
            self.is(end, &[":", "y", "h"]) || self.tokens.is_glued(end) && self.tokens.is_word(end);
        let is_other = self.tokens.is_word(end)
            && !self.is(end, &FOLLOWS)
            && !self.is(end, &["de"])
            && !matches!(self.kind(end), Kind::Digits { .. } | Kind::Number(_));
        let is_hour = matches!(self.kind(end), Kind::Part(_))
            || self.is(end, &["p"])
            || self.word(end) == "a" && self.is(end + 1, &[".", "m"]);
        let told = Told {
            day,
            month: None,
            year: None,
            months_ahead: None,
        };
        ((1..=31).contains(&day) && !is_clock && !is_other && !is_hour).then_some((told, end))
    }
}

impl Told {
    /// The next such day that is not over; with a year, that day.
    pub(super) fn resolve(self, today: Date) -> Day {
        self.date(today).map_or(Day::Impossible, Day::On)
    }

    pub(super) fn date(self, today: Date) -> Option<Date> {
        if let Some(ahead) = self.months_ahead {
            let first = today.first_of_month().checked_add(ahead.months()).ok()?;
            return of_month(first, self.day);
        }
        let Some(month) = self.month else {
            return next_of_month(today, self.day);
        };
        if let Some(year) = self.year {
            return date_of(i16::try_from(year).ok()?, month, self.day);
        }
        // A 29 February is at most 8 years away.
        let years = if self.day == 29 && month == 2 { 8 } else { 1 };
        (today.year()..=today.year() + years)
            .filter_map(|year| date_of(year, month, self.day))
            .find(|date| *date >= today)
    }

    /// The last such day before today.
    fn last_one(self, today: Date) -> Option<Date> {
        let month = self.month?;
        (today.year() - 8..=today.year())
            .rev()
            .filter_map(|year| date_of(year, month, self.day))
            .find(|date| *date < today)
    }

    /// The day together with a weekday that was said.
    pub(super) fn on_weekday(self, today: Date, weekday: Weekday, nearest: Date) -> Day {
        let Some(date) = self.date(today) else {
            return Day::Impossible;
        };
        if date.weekday() == weekday {
            return Day::On(date);
        }
        if self.year.is_some() || self.months_ahead.is_some() {
            return Day::Disagreeing(date, nearest, None);
        }
        match self.month {
            None => {
                let both = (1..=12)
                    .filter_map(|ahead: i64| {
                        of_month(today.first_of_month().checked_add(ahead.months()).ok()?, self.day)
                    })
                    .find(|date| *date >= today && date.weekday() == weekday);
                // The day of next month is near enough to be meant; one further away is asked about.
                let next_month = today.last_of_month().tomorrow().ok();
                match both {
                    Some(both) if next_month.is_some_and(|next| both.first_of_month() == next) => {
                        Day::On(both)
                    }
                    _ => Day::Disagreeing(date, nearest, both),
                }
            }
            Some(month) => {
                let just_over = date_of(date.year() - 1, month, self.day).filter(|over| {
                    over.weekday() == weekday && (today - *over).get_days() <= 30 && *over < today
                });
                if let Some(over) = just_over {
                    return Day::On(over);
                }
                let both = date_of(date.year() + 1, month, self.day).filter(|later| {
                    later.weekday() == weekday && *later <= today.saturating_add(18.months())
                });
                Day::Disagreeing(date, nearest, both)
            }
        }
    }
}

/// The next day of that number, today included.
pub(in super::super) fn next_of_month(today: Date, day: u32) -> Option<Date> {
    (0..3_i64).find_map(|ahead| {
        let first = today.first_of_month().checked_add(ahead.months()).ok()?;
        of_month(first, day).filter(|date| *date >= today)
    })
}

fn of_month(first: Date, day: u32) -> Option<Date> {
    Date::new(first.year(), first.month(), i8::try_from(day).ok()?).ok()
}

fn date_of(year: i16, month: u32, day: u32) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}
