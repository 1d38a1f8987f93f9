//! A clock's hour with its minutes, its unit and its part of the day: "8 y cuarto", "15h30", "ten thirty pm".

use super::super::clock::{Clock, Part};
use super::Line;
use super::roles;
use super::words::{Kind, Unit};

/// An hour being read.
pub(super) struct Read {
    pub(super) clock: Clock,
    pub(super) end: usize,
    /// Its own words make it a time: no marker is needed.
    pub(super) is_plain: bool,
}

impl Read {
    pub(super) fn add_minutes(&mut self, minutes: i64) {
        if minutes < 0 {
            self.clock.hour = match self.clock.hour {
                0 | 1 => 12,
                hour => hour - 1,
            };
            self.clock.minute = u32::try_from(60 + minutes).unwrap_or(0);
        } else {
            self.clock.minute = u32::try_from(minutes).unwrap_or(60);
        }
    }
}

impl Line<'_> {
    /// The hour that begins with a number at an index. After a marker, two numbers are an hour and its minutes.
    pub(super) fn clock(&self, at: usize, is_marked: bool) -> Option<Read> {
        if self.digits(at, 3..=u8::MAX).is_some() {
            return self.joined(at, is_marked);
        }
        let (hour, end) = self.number(at)?;
        // A price, or what follows the point of another number.
        let is_tenth = at >= 2
            && self.is_mark(at - 1, &[".", ","])
            && self.tokens.is_glued(at)
            && self.is_digits(at - 2);
        if self.tokens.before(at) == "$" || is_tenth {
            return None;
        }
        let is_digits = self.is_digits(at);
        let mut read = Read {
            clock: Clock {
                hour,
                minute: 0,
                part: None,
                is_padded: is_digits && self.word(at).starts_with('0'),
            },
            end,
            is_plain: false,
        };
        self.minutes(&mut read, is_digits, is_marked, at);
        self.units(&mut read, at);
        if read.clock.hour == 12
            && let Some(end) = self.after(read.end, roles::NOON)
        {
            (read.clock.part, read.end, read.is_plain) = (Some(Part::Noon), end, true);
        }
        // "for 2 at noon": noon is the hour, and 2 are people.
        let before = at.wrapping_sub(1);
        let is_hour = self.is(before, roles::HOUR_THE | roles::HOUR_THE_ONE) || self.is_mark(before, &["@"]);
        let is_noon_itself = !is_hour && self.is(read.end, roles::AT);
        let part = self.part_at(read.end);
        if let Some((part, end)) = part.filter(|(part, _)| !(is_noon_itself && *part == Part::Noon)) {
            (read.clock.part, read.end, read.is_plain) = (Some(part), end, true);
            // "8 de la noche menos cuarto"
            if self.is(end, roles::MINUTES_LESS) {
                self.minutes_in_words(&mut read);
            }
        }
        Some(read)
    }

    /// "en punto", "hrs", "o'clock", "horas y treinta minutos", "ish".
    fn units(&self, read: &mut Read, at: usize) {
        let end = read.end;
        let is_near = self.tokens.is_glued(end) && self.is(end, roles::ISH);
        let exact = if is_near { end + 1 } else { self.skip(end, roles::EXACT) };
        read.is_plain |= exact > end;
        read.end = exact;
        if self.kind(read.end) != Kind::Unit(Unit::Hour) || self.is(read.end, roles::HOUR_COUNTED) {
            return;
        }
        let is_hour = !self.is(read.end, roles::HOURS_WEAK)
            || (13..=24).contains(&read.clock.hour)
            || self.is(at.wrapping_sub(1), roles::HOUR_THE);
        if !is_hour {
            return;
        }
        read.is_plain = true;
        read.end = self.skip_mark(read.end + 1, &["."]);
        if self.is(read.end, roles::MINUTES_AND | roles::MINUTES_WITH)
            && let Some((minute, end)) = self.number(read.end + 1)
            && self.kind(end) == Kind::Unit(Unit::Minute)
        {
            read.clock.minute = minute;
            read.end = end + 1;
        }
    }

    /// "1930 hrs", "330 p.m.", "at 1030".
    fn joined(&self, at: usize, is_marked: bool) -> Option<Read> {
        let value = self.digits(at, 3..=4)?;
        let mut end = self.skip(at + 1, roles::ISH);
        let has_unit = self.kind(end) == Kind::Unit(Unit::Hour);
        end += usize::from(has_unit);
        let part = self.part_at(end);
        let is_clock = value / 100 < 24 && value % 100 < 60;
        let is_alone = is_clock
            && is_marked
            && self.tokens.ends_at(end)
            && (self.is(at.wrapping_sub(1), roles::HOUR_LED)
                || self.is_mark(at.wrapping_sub(1), &["@"])
                || !(1900..2100).contains(&value));
        if !has_unit && part.is_none() && !is_alone && end == at + 1 {
            return None;
        }
        Some(Read {
            clock: Clock {
                hour: value / 100,
                minute: value % 100,
                part: part.map(|(part, _)| part),
                is_padded: self.word(at).starts_with('0'),
            },
            end: part.map_or(end, |(_, end)| end),
            is_plain: true,
        })
    }

    /// "2030", where a time is awaited.
    pub(super) fn run_of_four(&self, at: usize) -> Option<Read> {
        let value = self.digits(at, 4..=4)?;
        let clock = Clock { hour: value / 100, minute: value % 100, part: None, is_padded: value < 1000 };
        (clock.hour < 24 && clock.minute < 60).then_some(Read { clock, end: at + 1, is_plain: false })
    }

    fn minutes(&self, read: &mut Read, is_digits: bool, is_marked: bool, at: usize) {
        if is_digits && self.minutes_in_digits(read) {
            return;
        }
        if self.minutes_in_words(read) {
            return;
        }
        let end = read.end;
        // "Entre 7 y 8" are two hours.
        let is_and = self.is(end, roles::MINUTES_AND);
        if is_and && (1..=2).any(|back| self.is(at.wrapping_sub(back), roles::BETWEEN)) {
            return;
        }
        // "Hay 1 y 2" is no hour in a language that does not tell minutes so.
        let is_lead = self.owns(roles::MINUTES_AND) && (is_and || self.is(end, roles::MINUTES_WITH));
        let (lead, start) = if is_lead {
            (1, end + 1)
        } else if self.is(end, roles::MINUTES_LESS) {
            (-1, end + 1)
        } else {
            let is_joined = !is_digits && !self.is_digits(end + 1) && self.joins_with_dashes();
            (0, end + usize::from(is_joined && self.word(end) == "-"))
        };
        if self.zero_minutes(read, start) {
            return;
        }
        let is_pair = is_digits && lead == 0;
        if is_pair && !(is_marked && self.digits(start, 2..=2).is_some()) {
            return;
        }
        let Some((minute, minute_end)) =
            self.number(start).filter(|_| is_pair || lead != 0 || !self.is_digits(start))
        else {
            return;
        };
        let has_unit = self.kind(minute_end) == Kind::Unit(Unit::Minute);
        let has_part = self.part_at(minute_end).is_some();
        let is_minute = (has_unit || self.tokens.ends_at(minute_end) || has_part || minute >= 5)
            && minute < 60
            // "5 menos 1" are people.
            && (lead >= 0 || minute >= 5)
            && (has_unit || !matches!(self.kind(minute_end), Kind::Unit(_) | Kind::Month(_)))
            && !self.is(minute_end, roles::PEOPLE);
        let is_led = lead != 0 || (minute >= 10 || has_part) && read.clock.hour <= 24;
        if is_minute && is_led {
            read.add_minutes(if lead < 0 { -i64::from(minute) } else { i64::from(minute) });
            read.end = if has_unit { minute_end + 1 } else { minute_end };
            read.is_plain |= lead < 0;
        }
    }

    /// "8:30", "15.15", "15h15", "17:49:19", "8: 45", and as fingers slip: "10;30", "20'30", "8:3o", "8½".
    fn minutes_in_digits(&self, read: &mut Read) -> bool {
        let end = read.end;
        let mark = self.word(end);
        let is_tight = self.tokens.is_glued(end) && self.tokens.is_glued(end + 1);
        let is_comma_clock = || mark == "," && is_tight && self.shows_a_clock(end + 2);
        let is_mark = matches!(mark, ":" | "." | "h" | ";" | "'" | "’" | "´") && is_tight
            || mark == ":" && self.tokens.is_glued(end)
            || is_comma_clock();
        if let Some((minute, after)) =
            self.half(end).or_else(|| self.slipped_zero(end + 1).filter(|_| is_mark))
        {
            (read.clock.minute, read.end, read.is_plain) = (minute, after, true);
            return true;
        }
        let Some(minute) = self.digits(end + 1, 2..=2).filter(|_| is_mark) else {
            // "9.am"
            if mark == "." && is_tight && matches!(self.kind(end + 1), Kind::Part(Part::Am | Part::Pm)) {
                read.end = end + 1;
            }
            return false;
        };
        read.clock.minute = minute;
        read.end = end + 2;
        read.is_plain = mark != "." || read.is_plain;
        if self.word(end + 2) == ":" && self.is_digits(end + 3) {
            read.end = end + 4;
        }
        true
    }

    /// Behind a comma minutes are told from a list of numbers by what follows: "8,30 pm".
    fn shows_a_clock(&self, at: usize) -> bool {
        self.part_at(at).is_some() || self.kind(at) == Kind::Unit(Unit::Hour)
    }

    /// "(8)½", "(8) 1/2".
    fn half(&self, at: usize) -> Option<(u32, usize)> {
        if self.word(at) == "½" {
            return Some((30, at + 1));
        }
        let is_fraction = self.word(at) == "1"
            && self.is_mark(at + 1, &["/", "⁄"])
            && self.word(at + 2) == "2"
            && self.tokens.is_glued(at + 1)
            && self.tokens.is_glued(at + 2);
        (is_fraction && !self.is_mark(at + 3, &["/"])).then_some((30, at + 3))
    }

    /// "(8:)3o": the letter is a zero.
    fn slipped_zero(&self, at: usize) -> Option<(u32, usize)> {
        let tens = self.digits(at, 1..=1).filter(|tens| *tens < 6)?;
        (self.word(at + 1) == "o" && self.tokens.is_glued(at + 1)).then_some((tens * 10, at + 2))
    }

    fn minutes_in_words(&self, read: &mut Read) -> bool {
        let end = read.end;
        let told = [
            (roles::HALF_PAST, 30),
            (roles::QUARTER_PAST, 15),
            (roles::THREE_QUARTERS_PAST, 45),
            (roles::QUARTER_TO, -15),
        ];
        let found = |(role, minutes)| Some((minutes, self.after(end, role)?));
        let Some((minutes, after)) = told.into_iter().find_map(found) else {
            return false;
        };
        read.add_minutes(minutes);
        (read.end, read.is_plain) = (after, read.clock.hour <= 24);
        true
    }

    /// "seis cero dos pm", "twelve oh three", "6 0 2 pm".
    fn zero_minutes(&self, read: &mut Read, start: usize) -> bool {
        let is_zero = matches!(self.kind(start), Kind::Number(0))
            || self.word(start) == "0"
            || self.is(start, roles::MINUTES_ZERO);
        let unit_at = self.skip_mark(start + 1, &["-"]);
        let Some((minute, end)) = self.number(unit_at).filter(|(minute, _)| is_zero && *minute < 10) else {
            return false;
        };
        read.clock.minute = minute;
        read.end = end;
        true
    }
}
