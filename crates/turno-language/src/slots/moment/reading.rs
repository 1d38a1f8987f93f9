//! The moment that some words tell, without a booking's rules: days and hours that are over are read as what they are.

use jiff::civil::{Date, Time};
use jiff::{ToSpan, ZonedDateTime};

use super::super::clock::{Clock, Part, time_of};
use super::super::found::correction_start;
use super::super::tokens::Tokens;
use super::words::{Kind, kind_of};
use super::{Day, End, Piece, Sureness, What, pieces};
use crate::{Language, Text};

/// What some words tell of a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MomentReading {
    /// The day; the first one where it is a range.
    pub date: Option<Date>,
    /// The hour, to the minute; the first one where it is a range. Of two hours that may be meant it is the next one to
    /// come, or the one of the morning where the day lies ahead.
    pub time: Option<Time>,
    /// The part of the day, where no hour is told.
    pub part: Option<PartOfDay>,
    /// It goes from here to another moment, or is open to one side.
    pub is_range: bool,
    /// The day that is told does not exist.
    pub is_impossible: bool,
}

/// A part of the day, by its hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartOfDay {
    /// The first hour, 0 to 23.
    pub from_hour: u8,
    /// The hour at which it is over, 1 to 24.
    pub until_hour: u8,
}

/// Reads the moment that an utterance tells, as it is meant at `now` and in its zone: a weekday or a day of the month is
/// the next one, an hour the next to come, and what is said to be over is over. A number alone counts as an hour.
///
/// `None` where no day, hour or part of the day is told. No text fails. A booking's rules are [`crate::read_slots`].
pub fn read_moment(text: &Text, language: Language, now: &ZonedDateTime) -> Option<MomentReading> {
    let tokens = Tokens::of(text, language);
    let pieces = pieces(&tokens, now.datetime());
    let mut reader =
        Reader { now, reading: MomentReading::default(), hour: None, is_all_told: is_all_told(&tokens) };
    for (at, piece) in pieces.iter().enumerate() {
        reader.take_back(&tokens, &pieces, at);
        let is_after_a_thing = follows_a_thing(&tokens, piece);
        reader.take(piece, is_beside_day(&pieces, at, is_after_a_thing));
    }
    if reader.is_empty()
        && reader.reading.part.is_none()
        && pieces.iter().any(|piece| piece.what == What::Now)
    {
        reader.count_from_now(0);
    }
    reader.close(&pieces)
}

fn follows_a_thing(tokens: &Tokens<'_>, piece: &Piece) -> bool {
    let Some(before) = piece.said.start.checked_sub(1) else {
        return false;
    };
    tokens.is_word(before)
        && kind_of(tokens.word(before), tokens.language) == Kind::Other
        && tokens.word(piece.said.end) != ","
}

/// Whether nothing but words of moments is said, so that a number alone is an hour.
fn is_all_told(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len())
        .all(|at| !tokens.is_word(at) || kind_of(tokens.word(at), tokens.language) != Kind::Other)
}

/// "March eighteenth, nine thirty": a number right beside a day.
fn is_beside_day(pieces: &[Piece], at: usize, is_after_a_thing: bool) -> bool {
    // "Building 4 this afternoon", "the 1st of July, 17 times"
    let is_hour = !is_after_a_thing
        && matches!(pieces.get(at).map(|piece| &piece.what), Some(What::Hour(clock, _)) if clock.hour <= 24);
    if !is_hour {
        return false;
    }
    let is_day = |at: Option<usize>| {
        at.and_then(|at| pieces.get(at)).filter(|piece| matches!(piece.what, What::Day(_)))
    };
    let Some(piece) = pieces.get(at) else { return false };
    is_day(at.checked_sub(1)).is_some_and(|day| piece.said.start == day.said.end)
        || is_day(Some(at + 1)).is_some_and(|day| day.said.start.saturating_sub(piece.said.end) <= 1)
}

struct Reader<'a> {
    now: &'a ZonedDateTime,
    is_all_told: bool,
    reading: MomentReading,
    hour: Option<(Clock, Sureness)>,
}

impl Reader<'_> {
    fn take(&mut self, piece: &Piece, is_beside_day: bool) {
        self.reading.is_range |= piece.end != End::Single;
        let today = self.now.date();
        match piece.what {
            What::Day(day) => self.day(day),
            What::DayShift(days) if self.is_empty() => {
                self.reading.date = today.checked_add(days.days()).ok()
            }
            What::Hour(clock, sureness) => {
                if (sureness == Sureness::Plain || self.is_all_told || is_beside_day)
                    && self.hour.is_none_or(|(_, known)| known < sureness)
                {
                    self.hour = Some((clock, sureness));
                }
            }
            What::Part(part) => {
                let _ = self.reading.part.get_or_insert_with(|| part_of_day(part));
            }
            What::FromNow(seconds)
                if self.hour.is_none() && self.reading.date.is_none_or(|date| date == today) =>
            {
                self.count_from_now(seconds)
            }
            What::HourShift(minutes) if self.is_empty() => self.count_from_now(minutes * 60),
            What::EndOfDay(date) => {
                self.reading.date = date.or(Some(today));
                self.reading.time = time_of(23, 59);
                self.reading.part = Some(part_of_day(Part::Evening));
            }
            What::DayShift(_)
            | What::FromNow(_)
            | What::HourShift(_)
            | What::Now
            | What::Week(_)
            | What::Stretch(_)
            | What::Nothing => {}
        }
    }

    /// "El viernes, no, perdón, el sábado": what is corrected counts no more.
    fn take_back(&mut self, tokens: &Tokens<'_>, pieces: &[Piece], at: usize) {
        let Some((piece, before)) = pieces.get(at).zip(at.checked_sub(1).and_then(|at| pieces.get(at)))
        else {
            return;
        };
        if correction_start(tokens, before.said.end) != Some(piece.said.start) {
            return;
        }
        match (&before.what, &piece.what) {
            (What::Day(_), What::Day(_)) => {
                self.reading.date = None;
                self.reading.is_impossible = false;
            }
            (What::Hour(..), What::Hour(..)) => self.hour = None,
            _ => {}
        }
    }

    fn is_empty(&self) -> bool {
        self.reading.date.is_none() && self.reading.time.is_none() && self.hour.is_none()
    }

    fn day(&mut self, day: Day) {
        if self.reading.date.is_none() {
            self.reading.date = day.date();
            self.reading.is_impossible |= day == Day::Impossible;
        }
    }

    /// Counted on the world's clock, so that an hour that is left out or comes twice is counted as it passes.
    fn count_from_now(&mut self, seconds: i64) {
        if let Ok(then) = self.now.checked_add(seconds.seconds()) {
            self.reading.date = Some(then.date());
            self.reading.time =
                time_of(u32::from(then.hour().unsigned_abs()), u32::from(then.minute().unsigned_abs()));
        }
    }

    fn close(mut self, pieces: &[Piece]) -> Option<MomentReading> {
        if let Some((mut clock, _)) = self.hour {
            let part = pieces
                .iter()
                .find_map(|piece| if let What::Part(part) = piece.what { Some(part) } else { None });
            clock.part = clock.part.or(part);
            self.hour_of(clock);
            self.reading.part = None;
        }
        let reading = self.reading;
        let is_told = reading.date.is_some()
            || reading.time.is_some()
            || reading.part.is_some()
            || reading.is_impossible;
        is_told.then_some(reading)
    }

    fn hour_of(&mut self, clock: Clock) {
        let (today, now) = (self.now.date(), self.now.time());
        let choices = clock.choices();
        let is_ahead = |time: &&Time| **time > now;
        let (time, date) = match self.reading.date {
            Some(date) if date == today => {
                (choices.iter().find(is_ahead).or(choices.first()).copied(), Some(date))
            }
            Some(date) => (choices.first().copied(), Some(date)),
            None => match choices.iter().find(is_ahead) {
                Some(time) => (Some(*time), Some(today)),
                None => (choices.first().copied(), today.tomorrow().ok()),
            },
        };
        self.reading.time = time;
        if time.is_some() {
            self.reading.date = date;
        } else {
            self.reading.is_impossible = true;
        }
    }
}

fn part_of_day(part: Part) -> PartOfDay {
    let (from_hour, until_hour) = part.hours();
    PartOfDay { from_hour, until_hour }
}
