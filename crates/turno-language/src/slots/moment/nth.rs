//! Days by their place in a month: "el primer lunes de marzo", "the last day of October", "three Fridays from now".

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::roles;
use super::words::{Kind, Unit};
use super::{Day, Line, Piece};

/// What is counted in the month.
#[derive(Clone, Copy)]
enum Counted {
    Day,
    Weekday(Weekday),
}

impl Line<'_> {
    /// A day that is told by its place in a month, or by a count of weekdays.
    pub(super) fn nth(&self, at: usize) -> Option<Piece> {
        self.nth_of_month(at).or_else(|| self.counted_weekdays(at))
    }

    fn nth_of_month(&self, at: usize) -> Option<Piece> {
        let start = self.skip(at, roles::DAY_THE);
        let (place, end) = self.place(start)?;
        let (counted, end) = match self.kind(end) {
            Kind::Unit(Unit::Day) => (Counted::Day, end + 1),
            Kind::Weekday(weekday) | Kind::ShortWeekday(weekday) => (Counted::Weekday(weekday), end + 1),
            _ => return None,
        };
        let of = self.skip(end, roles::OF | roles::IN);
        if of == end && self.stretch_ahead(end, Unit::Month).is_none() {
            return None;
        }
        let (first, end) = self.month_at(of, end)?;
        let day = nth_day(first, place, counted)
            .map_or(Day::Impossible, |date| self.still_ahead(date, of, place, counted));
        Some(Piece::day(at..end, day))
    }

    /// From the front from 1 on, from the back from -1 on.
    fn place(&self, at: usize) -> Option<(i8, usize)> {
        if self.is(at, roles::LAST_ONE) {
            return Some((-1, at + 1));
        }
        // "3.er" has lost its sound.
        let dotted = || Some((self.digits(at, 1..=2).filter(|_| self.word(at + 1) == ".")?, at + 2));
        let (place, end) = self.ordinal(at).or_else(dotted)?;
        let place = i8::try_from(place).ok()?;
        if self.is(end, roles::LAST_ONE) { Some((-place, end + 1)) } else { Some((place, end)) }
    }

    /// The first day of the month that is named, and the index after it.
    fn month_at(&self, at: usize, link_at: usize) -> Option<(Date, usize)> {
        let today = self.today();
        // "(Del) mes de mayo"
        let is_named = self.kind(at) == Kind::Unit(Unit::Month) && self.is(at + 1, roles::OF);
        let at = if is_named { at + 2 } else { at };
        if let Kind::Month(month) = self.kind(at) {
            let after_month = self.skip_mark(at + 1, &["."]);
            let year_at = self.skip_mark(self.skip(after_month, roles::OF), &[","]);
            let month = i8::try_from(month).ok()?;
            let (year, end) = match self.year(year_at) {
                Some((year, end)) => (i16::try_from(year).ok()?, end),
                None if month < today.month() => (today.year() + 1, at + 1),
                None => (today.year(), at + 1),
            };
            return Some((Date::new(year, month, 1).ok()?, end));
        }
        let (months, end) = if self.kind(at) == Kind::Unit(Unit::Month) && self.is(link_at, roles::OF_THE) {
            (0, at + 1)
        } else {
            self.stretch_ahead(at, Unit::Month)?
        };
        Some((today.first_of_month().checked_add(months.months()).ok()?, end))
    }

    /// A day of a month without a year that is over is the one of the next year.
    fn still_ahead(&self, date: Date, of: usize, place: i8, counted: Counted) -> Day {
        let is_named_alone = matches!(self.kind(of), Kind::Month(_)) && date.year() == self.today().year();
        if date >= self.today() || !is_named_alone || self.year(self.skip(of + 1, roles::OF)).is_some() {
            return Day::On(date);
        }
        date.first_of_month()
            .checked_add(1.year())
            .ok()
            .and_then(|first| nth_day(first, place, counted))
            .map_or(Day::Impossible, Day::On)
    }

    /// "3 Fridays from now", "hace dos jueves", "two Thursdays ago".
    fn counted_weekdays(&self, at: usize) -> Option<Piece> {
        let is_ago = self.is(at, roles::AGO);
        let start = self.skip(at, roles::AGO | roles::IN);
        let (count, end) = self.number(start)?;
        let Kind::Weekday(weekday) = self.kind(end) else {
            return None;
        };
        let count = i32::try_from(count).ok()?;
        let (count, end) = if let Some(end) = self.after(end + 1, roles::FROM_NOW) {
            (count, end)
        } else if let Some(end) = self.after(end + 1, roles::AGO_BEHIND) {
            (-count, end)
        } else if is_ago {
            (-count, end + 1)
        } else {
            return None;
        };
        let date = self.today().nth_weekday(count, weekday).ok()?;
        Some(Piece::day(at..end, Day::On(date)))
    }
}

fn nth_day(first: Date, place: i8, counted: Counted) -> Option<Date> {
    match counted {
        Counted::Weekday(weekday) => first.nth_weekday_of_month(place, weekday).ok(),
        Counted::Day if place > 0 => Date::new(first.year(), first.month(), place).ok(),
        Counted::Day => first.last_of_month().checked_add((i64::from(place) + 1).days()).ok(),
    }
}
