//! Hours with what marks them: "a las 8", "cuarto para las 9", "noon", "en la noche".

use super::super::clock::{Clock, Part};
use super::minutes::Read;
use super::words::Kind;
use super::{End, Line, Piece, Sureness, What};
use crate::pack::Tagged;

/// Leads to an hour.
static HOUR_MARKERS: Tagged = Tagged::new("hour_markers");

/// After a number these make it a number of people.
pub(super) static PEOPLE: Tagged = Tagged::new("hours_people");

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
        let marker = if self.is_spanish() {
            self.spanish_marker(at)
        } else {
            self.english_marker(at)
        }?;
        let start = marker.start;
        let read = self.clock(start, true)?;
        let article = self.word(start - 1);
        let is_marked = if marker.is_weak && article == "las" {
            read.is_plain || self.tokens.ends_at(read.end)
        } else if article == "la" {
            // "La uno" is no hour, as "a la uno" may be.
            read.clock.hour == 1 && !(marker.is_weak && self.word(start) == "uno") || read.is_plain
        } else if marker.is_of {
            read.is_plain
                || self.tokens.ends_at(read.end)
                || self.is(read.end, &["a", "o", "para", "por", "del", "y"])
        } else {
            read.is_plain || !marker.is_weak && !self.is_count(read.end)
        };
        if !is_marked || self.is(read.end, &PEOPLE) {
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

    /// "a las", "como a eso de las", "después de las", "las".
    fn spanish_marker(&self, at: usize) -> Option<Marker> {
        let mut start = at;
        let mut is_open = false;
        while start < at + 6 && !self.is(start, &["las", "la"]) {
            let word = self.word(start);
            if word == "tipo" {
                return Some(Marker {
                    start: at + 1,
                    is_weak: false,
                    is_of: false,
                    is_open: false,
                });
            }
            is_open |= matches!(word, "despues" | "antes" | "partir");
            let is_step = HOUR_MARKERS.contains(&word);
            if !is_step {
                return None;
            }
            start += 1;
        }
        self.is(start, &["las", "la"]).then(|| Marker {
            start: start + 1,
            is_weak: start == at,
            is_of: start == at + 1 && self.word(at) == "de",
            is_open,
        })
    }

    /// "at", "at around", "by", "@", "after".
    fn english_marker(&self, at: usize) -> Option<Marker> {
        let mut start = at;
        let (mut is_weak, mut is_open) = (true, false);
        while start < at + 3 {
            match self.word(start) {
                "at" | "by" | "around" | "about" | "@" | "approximately" => is_weak = false,
                "after" | "before" | "until" | "till" | "since" => (is_weak, is_open) = (false, true),
                "for" | "from" | "on" => {}
                _ => break,
            }
            start += 1;
        }
        (start > at).then_some(Marker {
            start,
            is_weak,
            is_of: false,
            is_open,
        })
    }

    /// "at 2 tables": a noun after a number that only a weak marker made an hour.
    fn is_count(&self, end: usize) -> bool {
        self.is(end, &PEOPLE)
            || matches!(self.kind(end), Kind::Unit(_))
            || self.is(end, &["%", "/", "pesos", "dollars", "$"])
    }

    /// An hour that its own words make one: "8 pm", "8:30", "20 hrs".
    pub(super) fn plain_hour(&self, at: usize) -> Option<Piece> {
        let read = self.clock(at, false)?;
        (read.is_plain && !self.is(read.end, &PEOPLE)).then(|| self.hour_piece(at, &read, false))
    }

    /// A number that an hour may be where one is expected.
    pub(super) fn bare_hour(&self, at: usize) -> Option<Piece> {
        let read = self.clock(at, true).or_else(|| self.run_of_four(at))?;
        let is_alone = self.tokens.ends_at(read.end)
            || self.is(
                read.end,
                &[
                    "por", "please", "porfa", "esta", "is", "o", "u", "or", "this", "on", "then", "instead",
                    "entonces",
                ],
            )
            || matches!(
                self.kind(read.end),
                Kind::Near(_) | Kind::Part(_) | Kind::Weekday(_) | Kind::Manana
            ) && at == 0;
        // "La uno" is the first of what was offered.
        let is_first_of_these = self.word(at) == "uno" && self.tokens.before(at) == "la";
        let is_alone = is_alone && !is_first_of_these && !self.counts_us(at) && read.clock.hour <= 99;
        let sureness = if is_alone && !self.is(at.wrapping_sub(1), &["somos", "el", "en"]) {
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
                self.number(before).is_some_and(|(number, _)| number > 1) || self.is(before, &["las", "at"]);
            if is_other_number {
                return false;
            }
            if self.is(before, &["somos", "seremos", "seriamos"])
                || self.is(before, &["are"]) && self.is(before.wrapping_sub(1), &["we", "there"])
            {
                return true;
            }
        }
        false
    }

    /// "cuarto para las 9", "diez para las 8", "half past eight", "quarter to nine", "half three".
    pub(super) fn before_hour(&self, at: usize) -> Option<Piece> {
        let mut start = at;
        while start < at + 4
            && self.is(
                start,
                &[
                    "a", "al", "at", "un", "las", "faltan", "falta", "como", "for", "around", "about",
                ],
            )
        {
            start += 1;
        }
        let (minutes, end) = match self.word(start) {
            "cuarto" | "quarter" => (15, start + 1),
            "half" => (30, start + 1),
            _ => {
                let (minutes, end) = self.number(start)?;
                (i64::from(minutes), self.skip(end, &["minutos", "minutes", "min"]))
            }
        };
        let (sign, hour_at) = match (self.word(end), self.word(end + 1)) {
            ("para" | "pa", "las" | "la" | "el") => (-1, end + 2),
            ("to" | "till" | "before", _) => (-1, end + 1),
            ("past" | "after", _) => (1, end + 1),
            ("from", _) if end > start + 1 && !self.is_spanish() => (1, end + 1),
            _ if self.word(start) == "half" && matches!(self.kind(end), Kind::Number(_)) => (1, end),
            _ => return None,
        };
        // "From 7 to 9" are two hours, and nobody says "7 to 9" for seven minutes.
        let is_opened = matches!(self.tokens.before(start), "from" | "between" | "de" | "entre");
        let is_counted = self.is(start, &["cuarto", "quarter", "half"])
            || self.is(end - 1, &["minutos", "minutes", "min"]);
        if !is_counted && (is_opened || minutes % 5 != 0) {
            return None;
        }
        let mut read = self.noon_or_clock(hour_at)?;
        let is_hour =
            minutes <= 59 && read.clock.minute == 0 && read.clock.hour <= 24 && !self.is(read.end, &PEOPLE);
        // "para 4 para las 8" and "somos 4 para las 8" are people and an hour.
        let is_people = matches!(
            self.tokens.before(start),
            "somos" | "para" | "seremos" | "de" | "are" | "mesa" | "of"
        ) || self.tokens.before(start) == "for" && self.word(start) != "quarter";
        if !is_hour || is_people || (minutes < 5 && self.is_digits(start)) {
            return None;
        }
        read.add_minutes(sign * minutes);
        Some(self.hour_piece(at, &read, false))
    }

    fn noon_or_clock(&self, at: usize) -> Option<Read> {
        match self.named(at) {
            Some((clock, end)) => Some(Read {
                clock,
                end,
                is_plain: true,
            }),
            None => self.clock(at, false),
        }
    }

    /// Noon and midnight.
    pub(super) fn named_hour(&self, at: usize) -> Option<Piece> {
        let mut start = at;
        while start < at + 4
            && self.is(
                start,
                &[
                    "al", "a", "at", "la", "el", "para", "the", "cerca", "de", "around", "hacia", "como",
                    "desde", "about", "sobre", "antes", "before", "after", "despues", "del",
                ],
            )
        {
            start += 1;
        }
        let (clock, end) = self.named(start)?;
        // "Before noon" is a part of the day, and no hour.
        let is_before = (at..start).any(|at| self.is(at, &["antes", "before"]));
        let is_after = (at..start).any(|at| self.is(at, &["after", "despues"]));
        let what = match clock.part {
            Some(Part::Noon) if is_before => What::Part(Part::Morning),
            Some(Part::Noon) if is_after => What::Part(Part::Afternoon),
            _ => What::Hour(clock, Sureness::Plain),
        };
        let is_open = matches!(what, What::Hour(..)) && (is_before || is_after);
        Some(Piece {
            end: if is_open { End::Open } else { End::Single },
            ..Piece::new(at..end, what)
        })
    }

    /// "mediodía y media", "mediodía y cuarto": and not "mediodía y media docena".
    fn minutes_past(&self, at: usize) -> (u32, usize) {
        let minutes = match (self.word(at), self.word(at + 1)) {
            ("y", "media") => 30,
            ("y", "cuarto") => 15,
            _ => return (0, at),
        };
        let is_count = self.is(at + 2, &["docena", "orden", "ordenes", "porcion", "hora", "kilo"]);
        if is_count { (0, at) } else { (minutes, at + 2) }
    }

    fn named(&self, at: usize) -> Option<(Clock, usize)> {
        let (hour, end) = match (self.word(at), self.word(at + 1)) {
            ("mediodia" | "noon" | "midday" | "noonish", _) => (12, at + 1),
            ("medio", "dia") | ("mid", "day") => (12, at + 2),
            ("medianoche" | "midnight", _) => (24, at + 1),
            ("media", "noche") | ("mid", "night") => (24, at + 2),
            _ => return None,
        };
        let (minute, end) = self.minutes_past(end);
        // A quarter after midnight is no longer the end of a day.
        let hour = if minute > 0 { hour % 24 } else { hour };
        let part = (hour == 12).then_some(Part::Noon);
        Some((
            Clock {
                hour,
                minute,
                part,
                is_padded: false,
            },
            end,
        ))
    }
}
