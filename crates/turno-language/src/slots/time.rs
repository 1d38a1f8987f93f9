//! Times of day.

use super::clock::{Clock, Moment, Part, time_of, time_value};
use super::found::{Found, correction_start};
use super::hour_words::{counted_unit, part_at, vague_at};
use super::number::{digits_at, number_at};
use super::tokens::Tokens;
use crate::Language;

/// Words that make a number an hour.
const MARKERS_ES: &[&str] = &[
    "a las",
    "a la",
    "para las",
    "para la",
    "como a las",
    "como a la",
    "a eso de las",
    "a eso de la",
    "tipo",
    "sobre las",
    "desde las",
    "hasta las",
    "de las",
    "hacia las",
    "son las",
    "las",
];
const MARKERS_EN: &[&str] = &["at about", "at around", "at", "by", "around", "about", "@"];

const PEOPLE: &[&str] = &[
    "personas",
    "persona",
    "gentes",
    "comensales",
    "adultos",
    "people",
    "persons",
    "guests",
    "adults",
    "of",
];

/// The times of an utterance, in order. A bare number is one only where a time is awaited.
pub(super) fn times(tokens: &Tokens<'_>, moment: &Moment<'_>, is_awaited: bool) -> Vec<Found> {
    let reader = TimeReader {
        tokens,
        moment,
        part: (0..tokens.len()).find_map(|at| part_at(tokens, at).map(|(part, _)| part)),
    };
    let mut found = reader.all(|at| reader.clear_at(at));
    if found.is_empty() && is_awaited {
        found = reader.all(|at| reader.bare_at(at));
    }
    if found.is_empty() {
        found = reader.all(|at| vague_at(tokens, at, is_awaited, moment.known));
    }
    found
}

/// One utterance being read for times.
pub(super) struct TimeReader<'a> {
    pub(super) tokens: &'a Tokens<'a>,
    pub(super) moment: &'a Moment<'a>,
    /// A part of the day that stands anywhere: "mañana en la noche, a las 8".
    part: Option<Part>,
}

impl TimeReader<'_> {
    fn all(&self, read: impl Fn(usize) -> Option<Found>) -> Vec<Found> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            if !self.tokens.hints_from(at).has_moment {
                at += 1;
                continue;
            }
            match read(at) {
                Some(one) => {
                    at = one.taken.end.max(at + 1);
                    let other = self.tokens.phrases(at, &["o", "u", "or"]);
                    let again = other.or_else(|| correction_start(self.tokens, one.said.end));
                    found.push(one);
                    if let Some(corrected) = again.and_then(|start| self.bare_at(start)) {
                        at = corrected.taken.end;
                        found.push(corrected);
                    }
                }
                None => at += 1,
            }
        }
        found
    }

    fn clear_at(&self, at: usize) -> Option<Found> {
        self.relative(at)
            .or_else(|| self.later_than_now(at))
            .or_else(|| self.before_hour(at))
            .or_else(|| self.hour(at))
            .or_else(|| self.named(at))
    }

    /// An hour with a marker, minutes or a part of the day.
    fn hour(&self, at: usize) -> Option<Found> {
        let markers = match self.tokens.language {
            Language::Es => MARKERS_ES,
            Language::En => MARKERS_EN,
        };
        let (start, marker) = match self.tokens.phrases(at, markers) {
            Some(start) => (start, self.tokens.word(start - 1)),
            None => (at, ""),
        };
        let read = self.clock_at(start)?;
        let is_marked = match marker {
            "" => read.is_plainly_time,
            // "las 2 pizzas", "at 5 minutes from here".
            "las" if start == at + 1 => read.is_plainly_time || self.tokens.ends_at(read.end),
            "la" | "una" => read.clock.hour == 1 || read.is_plainly_time,
            _ => read.is_plainly_time || !self.is_count(read.end),
        };
        if !is_marked || self.tokens.is_one_of(read.end, PEOPLE) {
            return None;
        }
        let mut clock = read.clock;
        clock.part = clock.part.or(self.part);
        Some(Found::new(at..read.end, self.moment.resolve(clock)))
    }

    /// "at 2 tables": a noun after a number that only a weak marker made an hour.
    fn is_count(&self, end: usize) -> bool {
        self.tokens.is_one_of(end, PEOPLE)
            || counted_unit(self.tokens.word(end)).is_some()
            || self.tokens.is_one_of(end, &["%", "/", "dias", "days", "pesos"])
    }

    fn clock_at(&self, at: usize) -> Option<Read> {
        let (hour, hour_end) = number_at(self.tokens, at)?;
        let is_digits = digits_at(self.tokens, at).is_some();
        if is_digits && (self.tokens.word(at).len() > 2 || self.tokens.before(at) == "$") {
            return self.joined(at);
        }
        let mut read = Read {
            clock: Clock {
                hour,
                minute: 0,
                part: None,
                is_padded: is_digits && self.tokens.word(at).starts_with('0'),
            },
            end: hour_end,
            is_plainly_time: false,
        };
        self.minutes(&mut read, is_digits);
        let unit_end = self.tokens.skip(
            read.end,
            &["en punto", "o ' clock", "o ’ clock", "oclock", "sharp"],
        );
        read.is_plainly_time |= unit_end > read.end;
        read.end = unit_end;
        if let Some(end) = self.tokens.phrases(read.end, &["hrs", "hs", "h", "hr", "horas"]) {
            let is_hour =
                self.tokens.word(read.end) != "horas" || hour > 12 || self.tokens.before(at) == "las";
            if is_hour {
                read.is_plainly_time = true;
                read.end = self.tokens.skip(end, &["."]);
            }
        }
        if let Some((part, end)) = part_at(self.tokens, read.end) {
            // "a table for 2 tonight"
            read.is_plainly_time |= self.tokens.word(read.end) != "tonight";
            read.clock.part = Some(part);
            read.end = end;
        }
        Some(read)
    }

    /// "1930" with "hrs": hours and minutes in one run.
    fn joined(&self, at: usize) -> Option<Read> {
        let text = self.tokens.word(at);
        let unit = self.tokens.phrases(at + 1, &["hrs", "hs", "h", "horas"]);
        let part = part_at(self.tokens, at + 1);
        if !matches!(text.len(), 3 | 4) || (unit.is_none() && part.is_none()) {
            return None;
        }
        let value: u32 = text.parse().ok()?;
        Some(Read {
            clock: Clock {
                hour: value / 100,
                minute: value % 100,
                part: part.map(|(part, _)| part),
                is_padded: text.starts_with('0'),
            },
            end: unit.or(part.map(|(_, end)| end))?,
            is_plainly_time: true,
        })
    }

    /// "2030", where a time is awaited.
    fn run_of_four(&self, at: usize) -> Option<Read> {
        let value = digits_at(self.tokens, at).filter(|_| self.tokens.word(at).len() == 4)?;
        let clock = Clock {
            hour: value / 100,
            minute: value % 100,
            part: None,
            is_padded: value < 1000,
        };
        (clock.hour < 24 && clock.minute < 60).then_some(Read {
            clock,
            end: at + 1,
            is_plainly_time: false,
        })
    }

    fn minutes(&self, read: &mut Read, is_digits: bool) {
        let tokens = self.tokens;
        let end = read.end;
        let is_colon =
            matches!(tokens.word(end), ":" | "." | "h") && tokens.is_glued(end) && tokens.is_glued(end + 1);
        if let Some(minute) =
            digits_at(tokens, end + 1).filter(|_| is_digits && is_colon && tokens.word(end + 1).len() == 2)
        {
            read.clock.minute = minute;
            read.end = end + 2;
            read.is_plainly_time = tokens.word(end) != "." || read.is_plainly_time;
            // "20:00:00"
            if tokens.word(end + 2) == ":" && digits_at(tokens, end + 3).is_some() {
                read.end = end + 4;
            }
            return;
        }
        let worded = [
            ("y media", 30),
            ("y cuarto", 15),
            ("con quince", 15),
            ("menos cuarto", -15),
            ("y tres cuartos", 45),
        ];
        for (words, minute) in worded {
            if let Some(end) = tokens.phrase(end, words) {
                read.add_minutes(minute);
                (read.end, read.is_plainly_time) = (end, read.clock.hour <= 24);
                return;
            }
        }
        let (lead, start) = match tokens.word(end) {
            "y" | "con" => (1, end + 1),
            "menos" => (-1, end + 1),
            // "ocho treinta", "eight thirty"
            _ if !is_digits => (0, end),
            _ => return,
        };
        let Some((minute, minute_end)) = number_at(tokens, start) else {
            return;
        };
        let has_unit = tokens.word(minute_end) == "minutos";
        let is_minute =
            (has_unit || tokens.ends_at(minute_end) || part_at(tokens, minute_end).is_some() || minute >= 5)
                && minute < 60
                && !tokens.is_one_of(minute_end, PEOPLE);
        let is_led = lead != 0 || (minute >= 10 && read.clock.hour <= 24);
        if is_minute && is_led {
            read.add_minutes(if lead < 0 {
                -i64::from(minute)
            } else {
                i64::from(minute)
            });
            read.end = if has_unit { minute_end + 1 } else { minute_end };
        }
    }

    /// "cuarto para las 9", "diez para las 8", "half past eight", "quarter to nine".
    fn before_hour(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let at_start = tokens.skip(at, &["a", "al", "at", "un", "a las", "faltan"]);
        let amount_start = tokens.skip(at_start, &["un", "a"]);
        let (minutes, end) = if let Some(end) = tokens.phrases(amount_start, &["cuarto", "quarter"]) {
            (15, end)
        } else if let Some(end) = tokens.phrase(amount_start, "half") {
            (30, end)
        } else {
            let (minutes, end) = number_at(tokens, amount_start)?;
            (i64::from(minutes), tokens.skip(end, &["minutos", "minutes"]))
        };
        let (sign, start) =
            if let Some(end) = tokens.phrases(end, &["para las", "para la", "to", "till", "before"]) {
                (-1, end)
            } else {
                (1, tokens.phrases(end, &["past", "after"])?)
            };
        let mut read = self.clock_at(start)?;
        if minutes > 59
            || read.clock.minute != 0
            || !(1..=12).contains(&read.clock.hour)
            || tokens.is_one_of(read.end, PEOPLE)
        {
            return None;
        }
        // "para 4 para las 8" and "somos 4 para las 8" are people and an hour.
        let is_people = matches!(
            tokens.before(amount_start),
            "somos" | "para" | "seremos" | "de" | "are" | "for" | "mesa" | "of"
        );
        if is_people || (minutes < 5 && digits_at(tokens, amount_start).is_some()) {
            return None;
        }
        read.add_minutes(sign * minutes);
        read.clock.part = read.clock.part.or(self.part);
        Some(Found::new(at..read.end, self.moment.resolve(read.clock)))
    }

    fn named(&self, at: usize) -> Option<Found> {
        let start = self.tokens.skip(at, &["al", "a", "at", "a la", "para el"]);
        let noon = ["mediodia", "medio dia", "noon", "midday"];
        let midnight = ["medianoche", "media noche", "midnight"];
        let (hour, end) = if let Some(end) = self.tokens.phrases(start, &noon) {
            (12, end)
        } else {
            (0, self.tokens.phrases(start, &midnight)?)
        };
        let time = time_of(hour, 0)?;
        // The midnight of today is the one to come.
        let outcome = if hour == 0 {
            Ok(time_value(time))
        } else {
            self.moment.not_past(time)
        };
        Some(Found::new(at..end, outcome))
    }

    fn bare_at(&self, at: usize) -> Option<Found> {
        let mut read = self.clock_at(at).or_else(|| self.run_of_four(at))?;
        let is_alone = self.tokens.ends_at(read.end)
            || self.tokens.is_one_of(
                read.end,
                &["por", "please", "porfa", "esta", "is", "o", "u", "or"],
            );
        if !is_alone || self.tokens.is_one_of(at.wrapping_sub(1), &["somos", "el"]) {
            return None;
        }
        read.clock.part = read.clock.part.or(self.part);
        Some(Found::new(at..read.end, self.moment.resolve(read.clock)))
    }
}

struct Read {
    clock: Clock,
    end: usize,
    /// Its own words make it a time: no marker is needed.
    is_plainly_time: bool,
}

impl Read {
    fn add_minutes(&mut self, minutes: i64) {
        if minutes < 0 {
            self.clock.hour = if self.clock.hour <= 1 {
                12
            } else {
                self.clock.hour - 1
            };
            self.clock.minute = u32::try_from(60 + minutes).unwrap_or(0);
        } else {
            self.clock.minute = u32::try_from(minutes).unwrap_or(60);
        }
    }
}
