//! Days and moments by their distance: "en 3 días", "hace dos semanas", "in half an hour", "two days before yesterday".

use crate::pack::Tagged;
use jiff::ToSpan;

use super::duration::{Duration, later};
use super::words::{Kind, Unit};
use super::{Day, Line, Piece, What};

static DAYS: Tagged = Tagged::new("shifts_days");

impl Line<'_> {
    /// Today, tomorrow, now, and parts of today.
    pub(super) fn near(&self, at: usize) -> Option<Piece> {
        let day = |end: usize, days: i64| {
            let date = self.today().checked_add(days.days()).ok()?;
            Some(Piece::day(at..end, Day::Near(date)))
        };
        match (
            self.word(at),
            self.word(at + 1),
            self.word(at + 2),
            self.word(at + 3),
        ) {
            ("pasado", "manana", ..) => return day(at + 2, 2),
            ("the", "day", "after", "tomorrow") => return day(at + 4, 2),
            ("day", "after", "tomorrow", _) => return day(at + 3, 2),
            ("the", "day", "before", "yesterday") => return day(at + 4, -2),
            ("day", "before", "yesterday", _) => return day(at + 3, -2),
            // "Mejor pasado", "no mañana sino pasado"
            ("pasado", ..)
                if self.tokens.ends_at(at + 1)
                    && matches!(self.tokens.before(at), "sino" | "mejor" | "para" | "hasta") =>
            {
                return day(at + 1, 2);
            }
            ("antes", "de", "ayer", _) => return day(at + 3, -2),
            ("de", "hoy" | "aqui", "en" | "a", "ocho" | "8") => return day(self.skip(at + 4, &DAYS), 7),
            ("de", "hoy" | "aqui", "en" | "a", "quince" | "15") => return day(self.skip(at + 4, &DAYS), 14),
            ("de", "manana", "en" | "a", "ocho" | "8") => return day(self.skip(at + 4, &DAYS), 8),
            ("de", "manana", "en" | "a", "quince" | "15") => return day(self.skip(at + 4, &DAYS), 15),
            ("hoy", "en", "ocho" | "8", _) => return day(self.skip(at + 3, &DAYS), 7),
            ("hoy", "en", "quince" | "15", _) => return day(self.skip(at + 3, &DAYS), 14),
            ("manana", "en", "ocho" | "8", _) => return day(self.skip(at + 3, &DAYS), 8),
            ("manana", "en", "quince" | "15", _) => return day(self.skip(at + 3, &DAYS), 15),
            ("today", "week", ..) => return day(at + 2, 7),
            ("tomorrow", "week", ..) => return day(at + 2, 8),
            ("last", "night", ..) => return self.night_before(at, at + 2),
            ("anoche", ..) => return self.night_before(at, at + 1),
            ("en", "este", "momento" | "instante", _)
            | ("at", "the", "moment" | "minute", _)
            | ("at", "this", "time" | "moment", _) => {
                return Some(Piece::new(at..at + 3, What::Now));
            }
            ("en", "este", "preciso", _) => return Some(Piece::new(at..at + 4, What::Now)),
            ("at", "present", ..) => return Some(Piece::new(at..at + 2, What::Now)),
            _ => {}
        }
        if let Some(piece) = self.end_of_day(at).or_else(|| self.this_day(at)) {
            return Some(piece);
        }
        match self.kind(at) {
            Kind::Near(days) => {
                let end = self.skip(at + 1, &["mismo"]);
                day(end, i64::from(days))
            }
            Kind::Manana if self.is_tomorrow(at) => day(self.skip(at + 1, &["mismo"]), 1),
            Kind::Now if self.word(at) == "cuanto" => {
                (self.word(at + 1) == "antes").then(|| Piece::new(at..at + 2, What::Now))
            }
            Kind::Now if self.is(at, &["momento", "moment", "present", "instante"]) => None,
            Kind::Now => Some(Piece::new(at..at + 1, What::Now)),
            _ => None,
        }
    }

    /// "mañana" as the day, not the morning.
    pub(super) fn is_tomorrow(&self, at: usize) -> bool {
        let is_half_past =
            self.tokens.before(at) == "media" && self.tokens.before(at.saturating_sub(1)) == "y";
        is_half_past
            || !matches!(
                self.tokens.before(at),
                "la" | "esta" | "media" | "cada" | "hasta" | "temprano" | "buena"
            )
    }

    fn night_before(&self, at: usize, end: usize) -> Option<Piece> {
        let yesterday = self.today().yesterday().ok()?;
        Some(Piece {
            taken: at..end - 1,
            ..Piece::day(at..end, Day::Near(yesterday))
        })
    }

    /// "esta noche", "tonight": today, and its part is left for the hour.
    fn this_day(&self, at: usize) -> Option<Piece> {
        let is_tonight = self.is(at, &["tonight", "tonite"]);
        let is_part = match self.kind(at + 1) {
            Kind::Part(part) => !matches!(part, super::Part::Am | super::Part::Pm),
            Kind::Manana => self.word(at) == "esta",
            _ => false,
        };
        let (said, taken) = if is_tonight {
            (at..at + 1, at..at)
        } else if self.is(at, &["esta", "este", "this"]) && is_part {
            (at..at + 2, at..at + 1)
        } else {
            return None;
        };
        Some(Piece {
            taken,
            ..Piece::day(said, Day::Near(self.today()))
        })
    }

    /// "al final del día", "a fin de día", "end of tomorrow", "EOD".
    fn end_of_day(&self, at: usize) -> Option<Piece> {
        let start = self.skip(self.skip(at, &["al", "a", "at", "by"]), &["the", "el"]);
        if self.word(start) == "eod" {
            return Some(Piece::new(at..start + 1, What::EndOfDay(None)));
        }
        let of = if self.is(start, &["final", "fin", "end", "acabar"]) {
            start + 1
        } else {
            return None;
        };
        let day_at = self.skip(of, &["de", "del", "of", "el"]);
        if day_at == of {
            return None;
        }
        let day_at = self.skip(day_at, &["the", "el", "la"]);
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
        let start = self.skip(at, &["el", "al", "the"]);
        if self.kind(start + 1) == Kind::Unit(Unit::Day) && !self.is(start + 2, &["of", "in", "de", "del"]) {
            match self.word(start) {
                "siguiente" | "next" | "following" => {
                    return Some(Piece::new(at..start + 2, What::DayShift(1)));
                }
                "previous" | "last" => return Some(Piece::new(at..start + 2, What::DayShift(-1))),
                _ => {}
            }
        }
        if self.kind(start) != Kind::Unit(Unit::Day) || start == at {
            return None;
        }
        let (days, end) = match (self.word(start + 1), self.word(start + 2)) {
            ("siguiente", _) => (1, start + 2),
            ("anterior", _) => (-1, start + 2),
            ("de", "despues") => (1, start + 3),
            ("de", "antes") => (-1, start + 3),
            ("despues", next) if next != "de" => (1, start + 2),
            ("after", next) if next != "tomorrow" => (1, start + 2),
            ("before", next) if next != "yesterday" => (-1, start + 2),
            _ => return None,
        };
        Some(Piece::new(at..end, What::DayShift(days)))
    }

    /// "en 3 días", "dentro de media hora", "in two weeks": from now.
    fn ahead(&self, at: usize) -> Option<Piece> {
        let start = match (self.word(at), self.word(at + 1), self.word(at + 2)) {
            ("dentro", "de", "los" | "las") => at + 3,
            ("dentro", "de", _) => at + 2,
            ("de", "aqui", "en" | "a") => at + 3,
            ("en", "los" | "las", "proximos" | "proximas") => at + 3,
            ("en" | "in", ..) => at + 1,
            _ => return None,
        };
        let (duration, end) = self.duration(start).or_else(|| self.bare_quantity(start))?;
        let end = self.after_from_now(end).unwrap_or(end);
        if let Some(piece) = self.counted_from(at, end, duration) {
            return Some(piece);
        }
        self.counted_from_today(at, end, duration)
    }

    /// "in 15": minutes, where nothing follows.
    fn bare_quantity(&self, at: usize) -> Option<(Duration, usize)> {
        let (count, end) = self.number(at)?;
        let is_bare = !self.is_spanish() && at == 1 && end >= self.kinds.len() && count < 60;
        is_bare.then_some((Duration::Seconds(i64::from(count) * 60), end))
    }

    fn after_from_now(&self, end: usize) -> Option<usize> {
        match (
            self.word(end),
            self.word(end + 1),
            self.word(end + 2),
            self.word(end + 3),
        ) {
            ("a", "partir", "de", "ahora" | "hoy") => Some(end + 4),
            ("desde", "ahora" | "hoy", ..) => Some(end + 2),
            ("from", "now" | "today", ..) => Some(end + 2),
            ("from", "right", "now", _) => Some(end + 3),
            ("hence", ..) => Some(end + 1),
            _ => None,
        }
    }

    fn counted_from_today(&self, at: usize, end: usize, duration: Duration) -> Option<Piece> {
        if let Duration::Seconds(seconds) = duration {
            return Some(Piece::new(at..end, What::FromNow(seconds)));
        }
        Some(Piece::day(at..end, Day::Near(later(self.today(), duration)?)))
    }

    /// "hace dos semanas", "two weeks ago".
    fn ago(&self, at: usize) -> Option<Piece> {
        if self.word(at) == "hace" {
            let (duration, end) = self.duration(at + 1)?;
            return self.counted_from_today(at, end, duration.negated());
        }
        let (duration, end) = self.duration(at)?;
        self.is(end, &["ago", "back"])
            .then(|| self.counted_from_today(at, end + 1, duration.negated()))?
    }

    /// "upcoming two days", "2 upcoming weeks".
    fn upcoming(&self, at: usize) -> Option<Piece> {
        let (count, unit_at) = if self.word(at) == "upcoming" {
            self.number(at + 1)?
        } else {
            let (count, end) = self.number(at)?;
            (
                count,
                if self.word(end) == "upcoming" {
                    end + 1
                } else {
                    return None;
                },
            )
        };
        if self.kind(unit_at) != Kind::Unit(Unit::Day) {
            return None;
        }
        self.counted_from_today(at, unit_at + 1, Duration::Days(i64::from(count.min(10_000))))
    }

    /// "3 weeks from now", "dos días después", "two days before yesterday", "media hora antes".
    fn distance(&self, at: usize) -> Option<Piece> {
        let (duration, end) = self.duration(at)?;
        if let Some(end) = self.after_from_now(end) {
            return self.counted_from_today(at, end, duration);
        }
        if let Some(piece) = self.counted_from(at, end, duration) {
            return Some(piece);
        }
        let (sign, end) = match (self.word(end), self.word(end + 1)) {
            ("despues" | "later" | "after", next) if next != "de" => (1, end + 1),
            ("mas", "tarde" | "tardecito") => (1, end + 2),
            ("mas", "temprano") => (-1, end + 2),
            ("mas", _) => (1, end + 1),
            ("antes" | "earlier" | "before", next) if next != "de" => (-1, end + 1),
            ("menos", _) => (-1, end + 1),
            _ => return None,
        };
        match duration {
            Duration::Seconds(seconds) => Some(Piece::new(at..end, What::HourShift(sign * seconds / 60))),
            Duration::Days(days) => Some(Piece::new(at..end, What::DayShift(sign * days))),
            Duration::Months(_) => None,
        }
    }

    /// A distance from a day that is named.
    fn counted_from(&self, at: usize, end: usize, duration: Duration) -> Option<Piece> {
        let (sign, anchor_at) = match (self.word(end), self.word(end + 1), self.word(end + 2)) {
            ("a", "partir", "de" | "del") => (1, end + 3),
            ("despues" | "luego", "de" | "del", _) => (1, end + 2),
            ("antes" | "anteriores", "de" | "del", _) => (-1, end + 2),
            ("from" | "after" | "desde" | "since" | "following", ..) => (1, end + 1),
            ("before", ..) => (-1, end + 1),
            // "A week on Friday"
            ("on", ..) if matches!(duration, Duration::Days(days) if days % 7 == 0) => (1, end + 1),
            _ => return None,
        };
        let signed = if sign > 0 { duration } else { duration.negated() };
        // "Two weeks since 2011" are counted from its first day.
        let year_at = self.skip(self.skip(anchor_at, &["el", "the"]), &["ano", "year"]);
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
        Some(Piece::day(
            at..anchor.said.end,
            Day::On(later(day.date()?, signed)?),
        ))
    }
}
