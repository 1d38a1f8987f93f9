//! Dates in digits: "15/01", "2026-01-15", "31-dic-1994".

use super::days::Told;
use super::numbers::full_year;
use super::words::Kind;
use super::{Line, roles};

impl Line<'_> {
    /// A date in digits and marks, and the index after it. Two numbers with a dash or a dot are one only where
    /// `is_led` or nothing else is said.
    pub(super) fn numeric(&self, at: usize, is_led: bool) -> Option<(Told, usize)> {
        self.year_first(at).or_else(|| self.named_month_between(at)).or_else(|| self.two_or_three(at, is_led))
    }

    /// The mark between two parts of a date, and the index after it.
    fn separator(&self, at: usize, is_spaced: bool) -> Option<(&str, usize)> {
        let mark = self.word(at);
        let is_tight = self.tokens.is_glued(at) && self.tokens.is_glued(at + 1);
        let is_loose = is_spaced && !self.tokens.is_glued(at) && !self.tokens.is_glued(at + 1);
        (matches!(mark, "/" | "-" | ".") && (is_tight || is_loose && mark != ".")).then_some((mark, at + 1))
    }

    fn year_first(&self, at: usize) -> Option<(Told, usize)> {
        let year = self.digits(at, 4..=4)?;
        let (mark, second) = self.separator(at + 1, false)?;
        let month = self.digits(second, 1..=2)?;
        let (again, third) = self.separator(second + 1, false)?;
        let day = self.digits(third, 1..=2)?;
        (again == mark)
            .then_some((Told { day, month: Some(month), year: Some(year), months_ahead: None }, third + 1))
    }

    /// "31/Oct/1974", "6-jul-2018", "2020/sep/23", "6-jul": the month is named, and the year has four digits or is last.
    fn named_month_between(&self, at: usize) -> Option<(Told, usize)> {
        let (_, second) = self.separator(at + 1, false)?;
        let third = self.separator(second + 1, false).map(|(_, third)| third);
        let places = [Some(at), Some(second), third];
        let (mut day, mut month, mut year) = (None, None, None);
        for place in places.into_iter().flatten() {
            match self.kind(place) {
                Kind::Month(named) if month.is_none() => month = Some(u32::from(named)),
                Kind::Digits { value, length: 4 } if year.is_none() => year = Some(value),
                Kind::Digits { value, length: 1..=2 } if day.is_none() => day = Some(value),
                Kind::Digits { value, length: 2 } if year.is_none() => {
                    year = Some(full_year(value, self.now.year()))
                }
                _ if place == second || place == at => return None,
                _ => {}
            }
        }
        let told = Told { day: day?, month: Some(month?), year, months_ahead: None };
        let end = if year.is_some() { third? } else { second };
        Some((told, end + 1))
    }

    fn two_or_three(&self, at: usize, is_led: bool) -> Option<(Told, usize)> {
        let first = self.digits(at, 1..=2)?;
        let (mark, second_at) = self.separator(at + 1, true)?;
        let second = self.digits(second_at, 1..=2)?;
        let third =
            self.separator(second_at + 1, true).filter(|(again, _)| *again == mark).and_then(|(_, third)| {
                Some((self.digits(third, 2..=4).filter(|year| *year < 100 || *year > 1000)?, third + 1))
            });
        let end = third.map_or(second_at + 1, |(_, end)| end);
        if third.is_none() && !self.is_short_date(at, end, mark, is_led) {
            return None;
        }
        // A month beyond December can only be the day.
        // Who says "17 del 11" writes it so.
        let is_day_first = if self.owns(roles::MONTH_NUMBER_OF) {
            second <= 12 || first > 12
        } else {
            first > 12 && second <= 12
        };
        let (day, month) = if is_day_first { (first, second) } else { (second, first) };
        let year = third.map(|(year, _)| full_year(year, self.now.year()));
        Some((Told { day, month: Some(month), year, months_ahead: None }, end))
    }

    /// Without a year: "8.30" is an hour, "2-3" a range, "1/2 hora" a half.
    fn is_short_date(&self, at: usize, end: usize, mark: &str, is_led: bool) -> bool {
        if matches!(self.kind(end), Kind::Unit(_) | Kind::Part(_))
            || mark != "/"
                && (self.is(end, roles::OF | roles::RANGE_TO_WEAK) || self.is_mark(end, &["a", "p"]))
        {
            return false;
        }
        // "7-9" alone may as well be two hours.
        let is_day = [at, at + 2].iter().any(|place| {
            self.digits(*place, 2..=2).is_some_and(|day| day > 12 || self.word(*place).starts_with('0'))
        });
        let is_alone = at == 0 && end >= self.kinds.len() && is_day;
        match mark {
            "/" => !self.is(end, roles::OF) && !matches!(self.word(end), "/" | "%"),
            "-" => is_led || is_alone,
            _ => is_led && (self.word(end - 1).len() == 1 || self.was(at, roles::ON_A_DAY)),
        }
    }
}
