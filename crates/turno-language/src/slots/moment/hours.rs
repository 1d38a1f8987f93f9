//! Hours with what marks them: "a las 8", "cuarto para las 9", "noon", "en la noche".

use super::super::clock::{Clock, Part};
use super::minutes::Read;
use super::roles;
use super::words::{Kind, Unit};
use super::{End, Line, Piece, Sureness, What};

/// What a marker before a number says of it.
struct Marker {
    /// The index of the number.
    start: usize,
    /// "las" and "la" alone make an hour of little.
    is_weak: bool,
    /// "de las 2 pizzas".
    is_of: bool,
    is_open: bool,
}

impl Line<'_> {
    /// An hour after a word that makes a number one.
    pub(super) fn marked_hour(&self, at: usize) -> Option<Piece> {
        let marker = if self.has_articles_of_hours() {
            self.marker_with_article(at)
        } else {
            self.marker_without_article(at)
        }?;
        let start = marker.start;
        let read = self.clock(start, true)?;
        let article = start - 1;
        let is_marked = if marker.is_weak && self.is(article, roles::HOUR_THE) {
            read.is_plain || self.tokens.ends_at(read.end)
        } else if self.is(article, roles::HOUR_THE_ONE) {
            // "La uno" is no hour, as "a la uno" may be.
            read.clock.hour == 1 && !(marker.is_weak && self.is(start, roles::ONE_OF_THESE)) || read.is_plain
        } else if marker.is_of {
            read.is_plain || self.tokens.ends_at(read.end) || self.is(read.end, roles::HOUR_OF_GOES_ON)
        } else {
            read.is_plain || !marker.is_weak && !self.is_count(read.end)
        };
        if !is_marked || self.is(read.end, roles::PEOPLE) {
            return None;
        }
        Some(self.hour_piece(at, &read, marker.is_open))
    }

    fn hour_piece(&self, at: usize, read: &Read, is_open: bool) -> Piece {
        Piece {
            end: if is_open { End::Open } else { End::Single },
            ..Piece::new(at..read.end, What::Hour(read.clock, Sureness::Plain))
        }
    }

    /// Whether an hour has an article in this language, "las 8", and so needs no other sign of one.
    pub(super) fn has_articles_of_hours(&self) -> bool {
        self.owns(roles::HOUR_THE)
    }

    /// "a las", "como a eso de las", "después de las", "las": in a language with an article before an hour.
    fn marker_with_article(&self, at: usize) -> Option<Marker> {
        let article = roles::HOUR_THE | roles::HOUR_THE_ONE;
        let open = roles::BEFORE | roles::AFTER | roles::HOUR_OPEN;
        let mut start = at;
        let mut is_open = false;
        while start < at + 6 && !self.is(start, article) {
            if self.is(start, roles::HOUR_ALONE) {
                return Some(Marker { start: at + 1, is_weak: false, is_of: false, is_open: false });
            }
            is_open |= self.is(start, open);
            if !self.is(start, roles::HOUR_MARKERS) {
                return None;
            }
            start += 1;
        }
        self.is(start, article).then(|| Marker {
            start: start + 1,
            is_weak: start == at,
            is_of: start == at + 1 && self.is(at, roles::OF),
            is_open,
        })
    }

    /// "at", "at around", "by", "@", "after".
    fn marker_without_article(&self, at: usize) -> Option<Marker> {
        let open = roles::BEFORE | roles::AFTER | roles::HOUR_OPEN;
        let mut start = at;
        let (mut is_weak, mut is_open) = (true, false);
        while start < at + 3 {
            if self.is(start, roles::HOUR_AT) || self.is_mark(start, &["@"]) {
                is_weak = false;
            } else if self.is(start, open) {
                (is_weak, is_open) = (false, true);
            } else if !self.is(start, roles::HOUR_WEAK) {
                break;
            }
            start += 1;
        }
        (start > at).then_some(Marker { start, is_weak, is_of: false, is_open })
    }

    /// "at 2 tables": a noun after a number that only a weak marker made an hour.
    fn is_count(&self, end: usize) -> bool {
        self.is(end, roles::PEOPLE | roles::MONEY)
            || matches!(self.kind(end), Kind::Unit(_))
            || self.is_mark(end, &["%", "/", "$"])
    }

    /// An hour that its own words make one: "8 pm", "8:30", "20 hrs".
    pub(super) fn plain_hour(&self, at: usize) -> Option<Piece> {
        let read = self.clock(at, false)?;
        (read.is_plain && !self.is(read.end, roles::PEOPLE)).then(|| self.hour_piece(at, &read, false))
    }

    /// A number that an hour may be where one is expected.
    pub(super) fn bare_hour(&self, at: usize) -> Option<Piece> {
        let read = self.clock(at, true).or_else(|| self.run_of_four(at))?;
        let is_alone = self.tokens.ends_at(read.end)
            || self.is(read.end, roles::HOUR_BEFORE)
            || matches!(self.kind(read.end), Kind::Near(_) | Kind::Part(_) | Kind::Weekday(_) | Kind::Manana)
                && at == 0;
        // "La uno" is the first of what was offered.
        let is_first_of_these = self.is(at, roles::ONE_OF_THESE) && self.was(at, roles::HOUR_THE_ONE);
        let is_alone = is_alone && !is_first_of_these && !self.counts_us(at) && read.clock.hour <= 99;
        let sureness = if is_alone && !self.is(at.wrapping_sub(1), roles::HOUR_NOT_AFTER) {
            Sureness::Bare
        } else {
            Sureness::Number
        };
        Some(Piece::new(at..read.end, What::Hour(read.clock, sureness)))
    }

    /// "Somos un chingo como (diez)", "we are a bunch, (ten)": people, whatever is asked.
    fn counts_us(&self, at: usize) -> bool {
        for before in (at.saturating_sub(6)..at).rev() {
            let is_other_number =
                self.number(before).is_some_and(|(number, _)| number > 1) || self.is(before, roles::HOUR_LED);
            if is_other_number {
                return false;
            }
            if self.after(before, roles::WE_ARE).is_some() {
                return true;
            }
        }
        false
    }

    /// "cuarto para las 9", "diez para las 8", "half past eight", "quarter to nine", "half three".
    pub(super) fn before_hour(&self, at: usize) -> Option<Piece> {
        let mut start = at;
        while start < at + 4 && self.is(start, roles::TO_HOUR_LEADS) {
            start += 1;
        }
        let is_quarter = self.is(start, roles::QUARTER);
        let is_half = self.is(start, roles::HALF_OF_HOUR);
        let (minutes, end) = if is_quarter || is_half {
            (if is_quarter { 15 } else { 30 }, start + 1)
        } else {
            let (minutes, end) = self.number(start)?;
            (i64::from(minutes), self.skip_unit(end, Unit::Minute))
        };
        let has_unit = self.kind(end - 1) == Kind::Unit(Unit::Minute);
        let (sign, hour_at) = if let Some(hour_at) = self.after(end, roles::TO_HOUR) {
            (-1, hour_at)
        } else if let Some(hour_at) = self.after(end, roles::PAST_HOUR) {
            (1, hour_at)
        } else if let Some(hour_at) = self.after(end, roles::FROM_HOUR).filter(|_| end > start + 1) {
            (1, hour_at)
        } else if is_half && matches!(self.kind(end), Kind::Number(_)) {
            (1, end)
        } else {
            return None;
        };
        // "From 7 to 9" are two hours, and nobody says "7 to 9" for seven minutes.
        let is_counted = is_quarter || is_half || has_unit;
        if !is_counted && (minutes % 5 != 0 || self.was(start, roles::RANGE_OPENERS)) {
            return None;
        }
        let mut read = self.noon_or_clock(hour_at)?;
        let is_hour = minutes <= 59
            && read.clock.minute == 0
            && read.clock.hour <= 24
            && !self.is(read.end, roles::PEOPLE);
        // "para 4 para las 8" and "somos 4 para las 8" are people and an hour.
        let is_people = !is_quarter && self.was(start, roles::COUNT_LEADS);
        if !is_hour || is_people || (minutes < 5 && self.is_digits(start)) {
            return None;
        }
        read.add_minutes(sign * minutes);
        Some(self.hour_piece(at, &read, false))
    }

    fn noon_or_clock(&self, at: usize) -> Option<Read> {
        match self.named(at) {
            Some((clock, end)) => Some(Read { clock, end, is_plain: true }),
            None => self.clock(at, false),
        }
    }

    /// Noon and midnight.
    pub(super) fn named_hour(&self, at: usize) -> Option<Piece> {
        let mut start = at;
        while start < at + 4 && self.is(start, roles::NAMED_LEADS) {
            start += 1;
        }
        let (clock, end) = self.named(start)?;
        // "Before noon" is a part of the day, and no hour.
        let is_before = (at..start).any(|at| self.is(at, roles::BEFORE));
        let is_after = (at..start).any(|at| self.is(at, roles::AFTER));
        let what = match clock.part {
            Some(Part::Noon) if is_before => What::Part(Part::Morning),
            Some(Part::Noon) if is_after => What::Part(Part::Afternoon),
            _ => What::Hour(clock, Sureness::Plain),
        };
        let is_open = matches!(what, What::Hour(..)) && (is_before || is_after);
        Some(Piece { end: if is_open { End::Open } else { End::Single }, ..Piece::new(at..end, what) })
    }

    /// "mediodía y media", "mediodía y cuarto": and not "mediodía y media docena".
    fn minutes_past(&self, at: usize) -> (u32, usize) {
        let half = self.after(at, roles::HALF_PAST).map(|end| (30, end));
        let told = half.or_else(|| Some((15, self.after(at, roles::QUARTER_PAST)?)));
        // "y media docena"
        told.filter(|(_, end)| !self.is(*end, roles::HALF_OF_THINGS)).unwrap_or((0, at))
    }

    fn named(&self, at: usize) -> Option<(Clock, usize)> {
        let noon = self.after(at, roles::NOON).map(|end| (12, end));
        let (hour, end) = noon.or_else(|| Some((24, self.after(at, roles::MIDNIGHT)?)))?;
        let (minute, end) = self.minutes_past(end);
        // A quarter after midnight is no longer the end of a day.
        let hour = if minute > 0 { hour % 24 } else { hour };
        let part = (hour == 12).then_some(Part::Noon);
        Some((Clock { hour, minute, part, is_padded: false }, end))
    }
}
