//! Days and moments by their distance: "en 3 días", "hace dos semanas", "in half an hour", "two days before yesterday".

use std::ops::Range;

use jiff::ToSpan;

use super::duration::{Duration, later};
use super::roles::{self, Roles};
use super::words::{Kind, Unit};
use super::{Day, Line, Piece, What};

/// Days near today that take several words, and how far off they are.
const NEAR: [(Roles, i64); 4] = [
    (roles::AFTER_TOMORROW, 2),
    (roles::BEFORE_YESTERDAY, -2),
    (roles::WEEK_FROM_TODAY, 7),
    (roles::WEEK_FROM_TOMORROW, 8),
];

impl Line<'_> {
    /// Today, tomorrow, now, and parts of today.
    pub(super) fn near(&self, at: usize) -> Option<Piece> {
        let in_words = self.near_in_words(at).or_else(|| self.end_of_day(at)).or_else(|| self.this_day(at));
        if in_words.is_some() {
            return in_words;
        }
        let end = self.skip(at + 1, roles::ITSELF);
        match self.kind(at) {
            Kind::Near(days) => self.near_day(at..end, i64::from(days)),
            Kind::Manana if self.is_tomorrow(at) => self.near_day(at..end, 1),
            Kind::Now => Some(Piece::new(at..at + 1, What::Now)),
            _ => None,
        }
    }

    fn near_day(&self, said: Range<usize>, days: i64) -> Option<Piece> {
        let date = self.today().checked_add(days.days()).ok()?;
        Some(Piece::day(said, Day::Near(date)))
    }

    fn near_in_words(&self, at: usize) -> Option<Piece> {
        let told = NEAR.into_iter().find_map(|(role, days)| Some((self.after(at, role)?, days)));
        if let Some((end, days)) = told {
            return self.near_day(at..end, days);
        }
        // "Mejor pasado", "no mañana sino pasado"
        let is_short = self.is(at, roles::AFTER_TOMORROW_SHORT)
            && self.was(at, roles::BEFORE_SHORT)
            && self.tokens.ends_at(at + 1);
        if is_short {
            return self.near_day(at..at + 1, 2);
        }
        for (role, from) in [(roles::FROM_TODAY_IN, 0), (roles::FROM_TOMORROW_IN, 1)] {
            if let Some(number_at) = self.after(at, role)
                && let Some(days) = self.week_or_two(number_at)
            {
                return self.near_day(at..self.skip_unit(number_at + 1, Unit::Day), from + days);
            }
        }
        if let Some(end) = self.after(at, roles::LAST_NIGHT) {
            return self.night_before(at, end);
        }
        let end = self.after(at, roles::RIGHT_NOW)?;
        Some(Piece::new(at..end, What::Now))
    }

    /// "(de hoy en) ocho" is a week, and "quince" are two.
    pub(super) fn week_or_two(&self, at: usize) -> Option<i64> {
        match self.kind(at) {
            Kind::Number(8) | Kind::Digits { value: 8, .. } => Some(7),
            Kind::Number(15) | Kind::Digits { value: 15, .. } => Some(14),
            _ => None,
        }
    }

    /// "mañana" as the day, not the morning.
    pub(super) fn is_tomorrow(&self, at: usize) -> bool {
        let is_half_past = self.was(at, roles::HALF) && self.was(at.saturating_sub(1), roles::MINUTES_AND);
        is_half_past || !self.was(at, roles::NOT_TOMORROW_AFTER)
    }

    fn night_before(&self, at: usize, end: usize) -> Option<Piece> {
        let yesterday = self.today().yesterday().ok()?;
        Some(Piece { taken: at..end - 1, ..Piece::day(at..end, Day::Near(yesterday)) })
    }

    /// "esta noche", "tonight": today, and its part is left for the hour.
    fn this_day(&self, at: usize) -> Option<Piece> {
        let is_part = match self.kind(at + 1) {
            Kind::Part(part) => !matches!(part, super::Part::Am | super::Part::Pm),
            // "Este, mañana" is no morning.
            Kind::Manana => self.is(at, roles::NOT_TOMORROW_AFTER),
            _ => false,
        };
        let (said, taken) = if self.is(at, roles::TONIGHT) {
            (at..at + 1, at..at)
        } else if is_part && self.is(at, roles::THIS) {
            (at..at + 2, at..at + 1)
        } else {
            return None;
        };
        Some(Piece { taken, ..Piece::day(said, Day::Near(self.today())) })
    }

    /// "al final del día", "a fin de día", "end of tomorrow", "EOD".
    fn end_of_day(&self, at: usize) -> Option<Piece> {
        let start = self.skip(self.skip(at, roles::END_LEADS), roles::DAY_THE);
        if let Some(end) = self.after(start, roles::END_OF_DAY) {
            return Some(Piece::new(at..end, What::EndOfDay(None)));
        }
        let of = self.after(start, roles::END)?;
        let day_at = self.after(of, roles::OF | roles::DAY_THE)?;
        let day_at = self.skip(day_at, roles::THE);
        if self.kind(day_at) == Kind::Unit(Unit::Day) {
            return Some(Piece::new(at..day_at + 1, What::EndOfDay(None)));
        }
        let piece = match self.kind(day_at) {
            Kind::Near(_) | Kind::Manana => self.near(day_at)?,
            _ => self.weekday(day_at)?,
        };
        let What::Day(day) = piece.what else { return None };
        Some(Piece::new(at..piece.said.end, What::EndOfDay(Some(day.date()?))))
    }

    /// Told by its distance.
    pub(super) fn shift(&self, at: usize) -> Option<Piece> {
        self.neighbour_day(at)
            .or_else(|| self.ahead(at))
            .or_else(|| self.ago(at))
            .or_else(|| self.upcoming(at))
            .or_else(|| self.distance(at))
    }

    /// "el día siguiente", "the day before", "la víspera".
    fn neighbour_day(&self, at: usize) -> Option<Piece> {
        let start = self.skip(at, roles::DAY_THE | roles::AT);
        if self.kind(start + 1) == Kind::Unit(Unit::Day) && !self.is_of_month(start + 2) {
            if self.is(start, roles::FOLLOWING) {
                return Some(Piece::new(at..start + 2, What::DayShift(1)));
            }
            if self.is(start, roles::PRECEDING) {
                return Some(Piece::new(at..start + 2, What::DayShift(-1)));
            }
        }
        if self.kind(start) != Kind::Unit(Unit::Day) || start == at {
            return None;
        }
        let side = self.skip(start + 1, roles::OF);
        let is_side = |roles: Roles| {
            let is_from_another =
                self.is(side + 1, roles::OF) || matches!(self.kind(side + 1), Kind::Near(_) | Kind::Manana);
            self.is(side, roles) && (side > start + 1 || !is_from_another)
        };
        let (days, end) = if self.is(start + 1, roles::FOLLOWING) {
            (1, start + 2)
        } else if self.is(start + 1, roles::PRECEDING_BEHIND) {
            (-1, start + 2)
        } else if is_side(roles::AFTER) {
            (1, side + 1)
        } else if is_side(roles::BEFORE) {
            (-1, side + 1)
        } else {
            return None;
        };
        Some(Piece::new(at..end, What::DayShift(days)))
    }

    /// "(The last day) of March", "in the month": it is no day beside the known one.
    fn is_of_month(&self, of: usize) -> bool {
        let is_month = |at| matches!(self.kind(at), Kind::Month(_) | Kind::Unit(_));
        self.is(of, roles::OF)
            || self.is(of, roles::IN) && is_month(self.skip(of + 1, roles::THE | roles::THIS))
    }

    /// "en 3 días", "dentro de media hora", "in two weeks": from now.
    fn ahead(&self, at: usize) -> Option<Piece> {
        let start = self.after(at, roles::AHEAD)?;
        let (duration, end) = self.duration(start).or_else(|| self.bare_quantity(start))?;
        let end = self.skip(end, roles::FROM_NOW);
        if let Some(piece) = self.counted_from(at, end, duration) {
            return Some(piece);
        }
        self.counted_from_today(at, end, duration)
    }

    /// "in 15": minutes, where nothing else is said.
    fn bare_quantity(&self, at: usize) -> Option<(Duration, usize)> {
        let is_led = at == 1 && self.was(at, roles::AHEAD_MINUTES);
        let (count, end) = self.number(at).filter(|_| is_led)?;
        let is_bare = end >= self.kinds.len() && count < 60;
        is_bare.then_some((Duration::Seconds(i64::from(count) * 60), end))
    }

    fn counted_from_today(&self, at: usize, end: usize, duration: Duration) -> Option<Piece> {
        if let Duration::Seconds(seconds) = duration {
            return Some(Piece::new(at..end, What::FromNow(seconds)));
        }
        Some(Piece::day(at..end, Day::Near(later(self.today(), duration)?)))
    }

    /// "hace dos semanas", "two weeks ago".
    fn ago(&self, at: usize) -> Option<Piece> {
        if let Some(start) = self.after(at, roles::AGO) {
            let (duration, end) = self.duration(start)?;
            return self.counted_from_today(at, end, duration.negated());
        }
        let (duration, end) = self.duration(at)?;
        let end = self.after(end, roles::AGO_BEHIND)?;
        self.counted_from_today(at, end, duration.negated())
    }

    /// "upcoming two days", "2 upcoming weeks".
    fn upcoming(&self, at: usize) -> Option<Piece> {
        let (count, unit_at) = match self.after(at, roles::UPCOMING) {
            Some(start) => self.number(start)?,
            None => {
                let (count, end) = self.number(at)?;
                (count, self.after(end, roles::UPCOMING)?)
            }
        };
        if self.kind(unit_at) != Kind::Unit(Unit::Day) {
            return None;
        }
        self.counted_from_today(at, unit_at + 1, Duration::Days(i64::from(count.min(10_000))))
    }

    /// "3 weeks from now", "dos días después", "two days before yesterday", "media hora antes".
    fn distance(&self, at: usize) -> Option<Piece> {
        let (duration, end) = self.duration(at)?;
        if let Some(end) = self.after(end, roles::FROM_NOW) {
            return self.counted_from_today(at, end, duration);
        }
        if let Some(piece) = self.counted_from(at, end, duration) {
            return Some(piece);
        }
        let later = self.after(end, roles::LATER).map(|end| (1, end));
        let (sign, tail) = later.or_else(|| Some((-1, self.after(end, roles::EARLIER)?)))?;
        // "Dos horas antes de" something else.
        if self.is(end, roles::BEFORE | roles::AFTER) && self.is(tail, roles::OF) {
            return None;
        }
        match duration {
            Duration::Seconds(seconds) => Some(Piece::new(at..tail, What::HourShift(sign * seconds / 60))),
            Duration::Days(days) => Some(Piece::new(at..tail, What::DayShift(sign * days))),
            Duration::Months(_) => None,
        }
    }

    /// A distance from a day that is named.
    fn counted_from(&self, at: usize, end: usize, duration: Duration) -> Option<Piece> {
        // "A week on Friday"
        let is_weeks = matches!(duration, Duration::Days(days) if days % 7 == 0);
        let after = self
            .after(end, roles::AFTER_A_DAY)
            .or_else(|| self.after(end, roles::ON_A_DAY).filter(|_| is_weeks));
        let (signed, anchor_at) = match after {
            Some(anchor_at) => (duration, anchor_at),
            None => (duration.negated(), self.after(end, roles::BEFORE_A_DAY)?),
        };
        // "Two weeks since 2011" are counted from its first day.
        let year_at = self.skip_unit(self.skip(anchor_at, roles::DAY_THE), Unit::Year);
        if let Some((year, end)) = self.year(year_at) {
            signed.days()?;
            let first = jiff::civil::Date::new(i16::try_from(year).ok()?, 1, 1).ok()?;
            return Some(Piece::day(at..end, Day::On(later(first, signed)?)));
        }
        let anchor = match self.kind(anchor_at) {
            Kind::Near(_) | Kind::Manana => self.near(anchor_at)?,
            _ => self.weekday(anchor_at).or_else(|| self.day(anchor_at))?,
        };
        let What::Day(day) = anchor.what else { return None };
        signed.days()?;
        Some(Piece::day(at..anchor.said.end, Day::On(later(day.date()?, signed)?)))
    }
}
