//! How long: "media hora", "dos semanas", "a couple of hours".

use jiff::{Span, ToSpan};

use super::roles;
use super::words::{Kind, Unit};
use super::{Line, Piece, What};

/// A stretch of time as said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Duration {
    /// So many seconds: hours and shorter.
    Seconds(i64),
    /// So many days.
    Days(i64),
    /// So many months.
    Months(i64),
}

impl Duration {
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Seconds(count) => Self::Seconds(-count),
            Self::Days(count) => Self::Days(-count),
            Self::Months(count) => Self::Months(-count),
        }
    }

    /// In days or months; none for hours.
    pub(super) fn days(self) -> Option<Span> {
        match self {
            Self::Seconds(_) => None,
            Self::Days(count) => Span::new().try_days(count).ok(),
            Self::Months(count) => Span::new().try_months(count).ok(),
        }
    }
}

/// No caller counts further.
const COUNT_MAX: u32 = 10_000;

impl Line<'_> {
    /// A duration, and the index after it.
    pub(super) fn duration(&self, at: usize) -> Option<(Duration, usize)> {
        let at = self.skip(at, roles::DURATION_LEADS);
        if let Some((seconds, end)) = self.part_of_hour(at) {
            return Some((Duration::Seconds(seconds), end));
        }
        let (count, tenths, end) = self.count(at)?;
        let (unit, end) = self.unit(self.skip(end, roles::MORE))?;
        // "… y media", "… and a half".
        let half = self.after(end, roles::HALF_MORE);
        let (half, end) = (half.is_some(), half.unwrap_or(end));
        let count = i64::from(count.min(COUNT_MAX));
        let seconds = |each: i64| {
            Duration::Seconds(
                count * each + (i64::from(tenths) * each) / 10 + if half { each / 2 } else { 0 },
            )
        };
        let duration = match unit {
            Unit::Second => seconds(1),
            Unit::Minute => seconds(60),
            Unit::Hour => seconds(3600),
            Unit::Day => Duration::Days(count),
            Unit::Week => Duration::Days(count * 7),
            Unit::Fortnight => Duration::Days(count * 14),
            Unit::HalfMonth => Duration::Days(count * 15),
            Unit::Month => Duration::Months(count),
            Unit::Year => Duration::Months(count * 12),
            Unit::Weekend => return None,
        };
        Some((duration, end))
    }

    /// "media hora", "un cuarto de hora", "3/4 hour", "an hour and a half", "hora y media".
    fn part_of_hour(&self, at: usize) -> Option<(i64, usize)> {
        let start = self.skip(at, roles::A);
        if let Some(end) = self.after(start, roles::HALF_HOUR) {
            return Some((1800, end));
        }
        if let Some(end) = self.after(start, roles::HOUR_AND_HALF) {
            return Some((5400, end));
        }
        let (quarters, end) = self.quarters(start)?;
        let hour_at = self.skip(self.skip(end, roles::OF), roles::A);
        (self.kind(hour_at) == Kind::Unit(Unit::Hour)).then_some((quarters * 900, hour_at + 1))
    }

    /// "un cuarto", "three quarters", "1/2": in quarters.
    fn quarters(&self, at: usize) -> Option<(i64, usize)> {
        if let Some(end) = self.after(at, roles::QUARTER) {
            return Some((1, end));
        }
        if let Some(end) = self.after(at, roles::THREE_QUARTERS) {
            return Some((3, end));
        }
        let quarters = match (self.word(at), self.word(at + 1), self.word(at + 2)) {
            ("1", "/", "4") => 1,
            ("1", "/", "2") => 2,
            ("3", "/", "4") => 3,
            _ => return None,
        };
        Some((quarters, at + 3))
    }

    /// How many, and how many tenths more: "2.5", "a couple of", "unos pocos".
    fn count(&self, at: usize) -> Option<(u32, u32, usize)> {
        let start = self.skip(at, roles::DURATION_ARTICLES);
        if let Some(end) = self.after(start, roles::PAIR) {
            return Some((2, 0, self.skip(end, roles::OF)));
        }
        if let Some(end) = self.after(start, roles::FEW) {
            return Some((3, 0, end));
        }
        if let Some((count, end)) = self.number(start) {
            if let Some(end) = self.after(end, roles::PAIR) {
                return Some((2, 0, self.skip(end, roles::OF)));
            }
            if self.word(end) == "." && self.tokens.is_glued(end) && self.tokens.is_glued(end + 1) {
                let tenths = self.digits(end + 1, 1..=1)?;
                return Some((count, tenths, end + 2));
            }
            // "2 and an half hours", "two and a half hours"
            if let Some(end) = self.after(end, roles::AND_A_HALF) {
                return Some((count, 5, end));
            }
            return Some((count, 0, end));
        }
        (start > at && self.is(at, roles::A)).then_some((1, 0, start))
    }

    fn unit(&self, at: usize) -> Option<(Unit, usize)> {
        match (self.kind(at), self.word(at)) {
            (Kind::Unit(unit), _) => Some((unit, at + 1)),
            _ if self.is(at, roles::SECOND) => Some((Unit::Second, at + 1)),
            (_, "\"") => Some((Unit::Second, at + 1)),
            (_, "'") => Some((Unit::Minute, at + 1)),
            _ => None,
        }
    }

    /// How long something takes is no hour: "por 2 horas", "5 minutes from here".
    pub(super) fn duration_alone(&self, at: usize) -> Option<Piece> {
        let (_, end) = self.duration(at)?;
        Some(Piece::new(at..end, What::Nothing))
    }
}

/// A date so much later; none beyond the calendar.
pub(super) fn later(date: jiff::civil::Date, duration: Duration) -> Option<jiff::civil::Date> {
    date.checked_add(duration.days().unwrap_or_else(|| 0.days())).ok()
}
