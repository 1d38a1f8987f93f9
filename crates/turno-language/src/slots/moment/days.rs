//! Days of a month: "el 15", "15 de enero", "March 5th".

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::super::clock::Part;
use super::roles;
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

impl Line<'_> {
    /// A day with or without its month.
    pub(super) fn day(&self, at: usize) -> Option<Piece> {
        if let Some(piece) = self.day_that_was(at) {
            return Some(piece);
        }
        let (told, end) = self.told_day(at, false)?;
        // "July 18, Friday", "22 de mayo (martes)"
        let name_at = self.skip_mark(end, &[",", "("]);
        if name_at > end
            && told.month.is_some()
            && let Some((weekday, name_end)) = self.weekday_name(name_at)
            && let Some(nearest) = self.which_weekday(weekday, super::weekdays::Which::Nearest)
        {
            let end = self.skip_mark(name_end, &[")"]);
            return Some(Piece::day(at..end, told.on_weekday(self.today(), weekday, nearest)));
        }
        Some(Piece::day(at..end, told.resolve(self.today())))
    }

    /// "el 3 de enero pasado", "el pasado 3 de enero", "this past January 3rd": the last such day.
    fn day_that_was(&self, at: usize) -> Option<Piece> {
        let lead_at = self.skip(at, roles::DAY_THE | roles::THIS);
        let led_at = self.skip(lead_at, roles::PAST);
        let is_led = led_at > lead_at;
        let (told, end) = self.told_day(if is_led { led_at } else { at }, is_led)?;
        let behind = self.past_behind(end);
        if !(is_led || behind.is_some()) || told.month.is_none() || told.year.is_some() {
            return None;
        }
        let date = told.last_one(self.today())?;
        Some(Piece::day(at..behind.unwrap_or(end), Day::Near(date)))
    }

    /// A day that begins at an index, and the index after it. Without a month it needs its article, unless `is_led`.
    pub(super) fn told_day(&self, at: usize, is_led: bool) -> Option<(Told, usize)> {
        let (mut told, end) = self.any_day(at, is_led)?;
        // "Este 12 de mayo" is one of this year.
        if told.month.is_some() && told.year.is_none() && self.is(at, roles::THIS) {
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
        let is_number = matches!(self.kind(start), Kind::Digits { .. } | Kind::Number(_) | Kind::Ordinal(_));
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
        let noun_end = self.skip(day_end, roles::DAY_NOUN);
        let of = self.skip(self.skip_mark(noun_end, &["-", ","]), roles::MONTH_OF);
        // "del mes de mayo", and not "del mes que viene".
        let stretch_at = of;
        let of = if self.kind(of) == Kind::Unit(Unit::Month) { self.skip(of + 1, roles::OF) } else { of };
        if let Kind::Month(month) = self.kind(of)
            && day <= 99
        {
            let end = self.after_month(of);
            let (year, end) = self.year_after(end);
            return Some((Told { day, month: Some(u32::from(month)), year, months_ahead: None }, end));
        }
        if let Some((months_ahead, end)) = self.stretch_ahead(stretch_at, Unit::Month)
            && day <= 31
            && (has_lead || of > day_end || self.ordinal(start).is_some())
        {
            return Some((Told { day, month: None, year: None, months_ahead: Some(months_ahead) }, end));
        }
        self.lone_day(start, day, day_end, has_lead)
    }

    /// "For (two) December 15", "para (dos) diciembre 15": people, and then a day.
    fn is_of_people_before_month(&self, at: usize) -> bool {
        let is_led = self.was(at, roles::COUNT_LEADS);
        let month = self.number(at).map(|(_, end)| end);
        is_led && month.is_some_and(|month| self.month_first(month).is_some())
    }

    /// "el 17 del 11", "9 de 8 de 1971": the month by its number.
    fn day_and_number(&self, day: u32, day_end: usize, has_lead: bool) -> Option<(Told, usize)> {
        if !self.is(day_end, roles::MONTH_NUMBER_OF) || !(1..=31).contains(&day) {
            return None;
        }
        let (month, month_end) = self.number(day_end + 1).filter(|(month, _)| (1..=12).contains(month))?;
        let (year, end) = self.year_after(month_end);
        // "Del 12" is of December where the booking goes on; "de 2 a 4" are hours.
        let goes_on = self.is(day_end, roles::OF_THE) && self.is(end, roles::FOLLOWS)
            || self.is(end, roles::AT) && self.is(end + 1, roles::HOUR_THE | roles::HOUR_THE_ONE);
        let is_free = !self.is(end + 1, roles::PEOPLE) && self.part_at(end).is_none();
        let is_date = year.is_some() || has_lead && (self.tokens.ends_at(end) || goes_on && is_free);
        is_date.then_some((Told { day, month: Some(month), year, months_ahead: None }, end))
    }

    fn day_lead(&self, at: usize) -> usize {
        let in_numbers = self
            .after(at, roles::DAYS_IN)
            .filter(|at| self.is_digits(*at) && self.word(at + 1) == "-" && self.is_digits(at + 2));
        let Some(start) = in_numbers.or_else(|| self.after(at, roles::DAY_LEADS)) else {
            return at;
        };
        let start = self.skip(self.skip(start, roles::DAY_THE | roles::COMING), roles::DAY_NUMBER);
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
        self.skip_mark(month_at + 1, &["."])
    }

    /// "March 5th", "mayo 5", "Dec31, 1994", "Oct/2".
    fn month_first(&self, at: usize) -> Option<(Told, usize)> {
        let Kind::Month(month) = self.kind(at) else {
            return None;
        };
        let start = self.skip(self.skip_mark(self.after_month(at), &[",", "/", "-"]), roles::DAY_THE);
        let (day, end) = self.ordinal(start).or_else(|| self.number(start))?;
        let is_hour = self.is_mark(end, &[":", "p"])
            || matches!(self.kind(end), Kind::Part(Part::Am | Part::Pm) | Kind::Unit(Unit::Hour));
        if day > 31 || is_hour {
            return None;
        }
        let (year, end) = self.year_after(end);
        Some((Told { day, month: Some(u32::from(month)), year, months_ahead: None }, end))
    }

    /// The year after a day and its month; where none follows, the index stays.
    fn year_after(&self, at: usize) -> (Option<u32>, usize) {
        let start = self.skip(self.skip_mark(at, &[","]), roles::OF | roles::IN);
        let start = self.skip_unit(start, Unit::Year);
        match self.year(start) {
            Some((year, end)) => (Some(year), end),
            None => (None, at),
        }
    }

    /// "el 15", "the 5th": not "el 15 por ciento", "the 2 tables".
    fn lone_day(&self, start: usize, day: u32, end: usize, has_lead: bool) -> Option<(Told, usize)> {
        let is_ordinal = self.ordinal(start).is_some();
        let is_named = self.was(start, roles::DAY_NUMBER);
        let goes_on = self.tokens.is_word(end)
            && !self.is(end, roles::FOLLOWS)
            && !(matches!(self.kind(end), Kind::Part(_) | Kind::Manana) && self.meridiem_at(end).is_none());
        let is_percent = self.is_mark(end, &["%", ":", "/"]) || self.after(end, roles::PERCENT).is_some();
        // "El día 15", where others say "the 15th".
        let is_plain = self.owns(roles::DAY_NUMBER);
        let is_number = if is_plain {
            self.is_digits(start) || day > 1 || is_named
        } else {
            is_ordinal || start > 0 && end >= self.kinds.len()
        };
        let is_glued_word = self.tokens.is_glued(end) && self.tokens.is_word(end);
        // "el segundo", "el tercero" of anything.
        let is_worded = is_plain && matches!(self.kind(start), Kind::Ordinal(_));
        let is_day = has_lead
            && is_number
            && day <= 99
            && day > 0
            && !is_percent
            && !goes_on
            && !is_glued_word
            && !is_worded;
        is_day.then_some((Told { day, month: None, year: None, months_ahead: None }, end))
    }

    /// After a weekday, "15" is enough.
    pub(super) fn plain_day(&self, at: usize) -> Option<(Told, usize)> {
        let (day, end) = self.ordinal(at).or_else(|| self.number(at))?;
        let is_clock = self.is_mark(end, &[":", "h"])
            || self.is(end, roles::MINUTES_AND)
            || self.tokens.is_glued(end) && self.tokens.is_word(end);
        let is_other = self.tokens.is_word(end)
            && !self.is(end, roles::FOLLOWS | roles::MONTH_NUMBER_OF)
            && !matches!(self.kind(end), Kind::Digits { .. } | Kind::Number(_));
        let is_hour = matches!(self.kind(end), Kind::Part(_))
            || self.is_mark(end, &["p"])
            || self.is_mark(end, &["a"]) && self.is_mark(end + 1, &[".", "m"]);
        let told = Told { day, month: None, year: None, months_ahead: None };
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
