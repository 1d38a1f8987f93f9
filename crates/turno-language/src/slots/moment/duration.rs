//! How long: "media hora", "dos semanas", "a couple of hours".

use jiff::{Span, ToSpan};

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
        let at = self.skip(
            at,
            &[
                "about", "unos", "unas", "como", "another", "otros", "otras", "like", "around", "maybe",
            ],
        );
        if let Some((seconds, end)) = self.part_of_hour(at) {
            return Some((Duration::Seconds(seconds), end));
        }
        let (count, tenths, end) = self.count(at)?;
        let end = self.skip(end, &["more", "mas"]);
        let (unit, end) = self.unit(end)?;
        let (half, end) = self.half_more(end);
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
            Unit::Fortnight => Duration::Days(count * if self.is_spanish() { 15 } else { 14 }),
            Unit::Month => Duration::Months(count),
            Unit::Year => Duration::Months(count * 12),
            Unit::Weekend => return None,
        };
        Some((duration, end))
    }

    /// "media hora", "un cuarto de hora", "3/4 hour", "an hour and a half", "hora y media".
    fn part_of_hour(&self, at: usize) -> Option<(i64, usize)> {
        let start = self.skip(at, &["un", "a", "an"]);
        let (quarters, end) = match (self.word(start), self.word(start + 1), self.word(start + 2)) {
            ("media", "hora" | "horita", _) => return Some((1800, start + 2)),
            ("half", "an" | "a", "hour") => return Some((1800, start + 3)),
            ("half", "hour", _) => return Some((1800, start + 2)),
            ("hora", "y", "media") => return Some((5400, start + 3)),
            ("1", "/", "2") => (2, start + 3),
            ("cuarto" | "quarter", ..) => (1, start + 1),
            ("tres", "cuartos", _) | ("three", "quarters", _) => (3, start + 2),
            ("three", "-", "quarters") => (3, start + 3),
            ("3", "/", "4") => (3, start + 3),
            ("1", "/", "4") => (1, start + 3),
            _ => return None,
        };
        let hour_at = self.skip(self.skip(end, &["de", "of"]), &["an", "una"]);
        (self.kind(hour_at) == Kind::Unit(Unit::Hour)).then_some((quarters * 900, hour_at + 1))
    }

    /// How many, and how many tenths more: "2.5", "a couple of", "unos pocos".
    fn count(&self, at: usize) -> Option<(u32, u32, usize)> {
        let start = self.skip(at, &["a", "an", "the"]);
        match self.word(start) {
            "couple" | "pair" | "par" => {
                let of = self.skip(start + 1, &["of", "de"]);
                return Some((2, 0, of));
            }
            "few" | "algunos" | "algunas" | "pocos" | "pocas" => return Some((3, 0, start + 1)),
            _ => {}
        }
        if let Some((count, end)) = self.number(start) {
            let par = self.is(end, &["par"]);
            if par {
                return Some((2, 0, self.skip(end + 1, &["de"])));
            }
            if self.word(end) == "." && self.tokens.is_glued(end) && self.tokens.is_glued(end + 1) {
                let tenths = self.digits(end + 1, 1..=1)?;
                return Some((count, tenths, end + 2));
            }
            // "2 and an half hours", "two and a half hours"
            if self.word(end) == "and" && self.is(end + 1, &["a", "an"]) && self.word(end + 2) == "half" {
                return Some((count, 5, end + 3));
            }
            return Some((count, 0, end));
        }
        (start > at && matches!(self.word(at), "a" | "an") && !self.is_spanish()).then_some((1, 0, start))
    }

    fn unit(&self, at: usize) -> Option<(Unit, usize)> {
        match (self.kind(at), self.word(at)) {
            (Kind::Unit(unit), _) => Some((unit, at + 1)),
            (_, "segundo" | "second" | "\"") => Some((Unit::Second, at + 1)),
            (_, "'") => Some((Unit::Minute, at + 1)),
            _ => None,
        }
    }

    /// "… y media", "… and a half".
    fn half_more(&self, end: usize) -> (bool, usize) {
        match (self.word(end), self.word(end + 1), self.word(end + 2)) {
            ("y", "media", _) => (true, end + 2),
            ("and", "a", "half") => (true, end + 3),
            _ => (false, end),
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
