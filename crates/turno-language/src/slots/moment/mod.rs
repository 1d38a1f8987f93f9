//! The grammar of dates and times: one pass over an utterance gives its pieces, in order.
//!
//! What a piece means for a booking is decided by the readers of slots; [`read_moment`] decides it without a booking,
//! so that days and hours that are over are read as what they are.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a word is one of twenty kinds, and each rule asks for the few that it takes"
)]

mod another;
mod combine;
mod days;
mod duration;
mod feasts;
mod hours;
mod minutes;
mod nth;
mod numbers;
mod numeric;
mod parts;
mod reading;
mod roles;
mod shifts;
mod weekdays;
mod words;

use std::ops::Range;

use jiff::civil::{Date, DateTime, Weekday};

use super::clock::{Clock, Part};
use super::tokens::Tokens;
use roles::{Grammar, WordRoles, grammar};
pub(crate) use words::MOMENTS;
use words::{Kind, Unit, kind_of};

pub(super) use days::next_of_month;
pub use reading::{MomentReading, PartOfDay, read_moment};

/// A stretch of words that tells a day, an hour, or something of them.
#[derive(Clone)]
pub(super) struct Piece {
    /// The words that gave it.
    pub(super) said: Range<usize>,
    /// The words that no other reader may use.
    pub(super) taken: Range<usize>,
    /// What it tells.
    pub(super) what: What,
    /// Whether it is the whole of what is meant.
    pub(super) end: End,
}

/// Whether a piece stands alone, or for more than itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// "a las 8".
    Single,
    /// The first of "entre 7 y 8".
    First,
    /// The second of "entre 7 y 8".
    Second,
    /// "después de las 8", "until 9".
    Open,
}

/// What a piece tells.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum What {
    /// A day.
    Day(Day),
    /// So many days after the day that is known, or after today: "al día siguiente".
    DayShift(i64),
    /// An hour.
    Hour(Clock, Sureness),
    /// A part of the day, without an hour.
    Part(Part),
    /// So many seconds from now.
    FromNow(i64),
    /// So many minutes after the hour that is known: "media hora antes".
    HourShift(i64),
    /// The week so many weeks ahead.
    Week(i64),
    /// Another stretch of time in which the day remains open: "el fin de semana", "el mes que viene"; how many
    /// of it ahead.
    Stretch(i64),
    /// "al final del día".
    EndOfDay(Option<Date>),
    /// This very moment.
    Now,
    /// How long something takes, or a number that is something else.
    Nothing,
}

/// How sure it is that the words tell an hour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Sureness {
    /// A number of some other words: only where it follows a correction.
    Number,
    /// A number that stands alone: only where an hour, or a day, is expected.
    Bare,
    /// "a las 8", "8 pm".
    Plain,
}

/// A day as it was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Day {
    /// That day.
    On(Date),
    /// A day near today, told by its own word: "ayer".
    Near(Date),
    /// A weekday alone: the next such day, today included.
    Weekday(Weekday, Date),
    /// A weekday and a date that are not the same day: the date, the weekday, and the day on which both are so.
    Disagreeing(Date, Date, Option<Date>),
    /// A feast, told by its name: the next one. Beside another day it is what is celebrated.
    Feast(Date),
    /// There is no such day.
    Impossible,
}

impl Day {
    /// The day that is meant first.
    pub(super) fn date(self) -> Option<Date> {
        match self {
            Self::On(date) | Self::Near(date) | Self::Weekday(_, date) | Self::Feast(date) => Some(date),
            Self::Disagreeing(date, _, both) => Some(both.unwrap_or(date)),
            Self::Impossible => None,
        }
    }
}

/// The pieces of an utterance, in order.
pub(super) fn pieces(tokens: &Tokens<'_>, now: DateTime) -> Vec<Piece> {
    let kinds: Vec<Kind> = (0..tokens.len()).map(|at| kind_of(tokens.word(at), tokens.language)).collect();
    if !kinds.iter().any(|kind| kind.can_tell()) {
        return Vec::new();
    }
    let grammar = grammar(tokens.language);
    let line = Line { tokens, kinds, grammar, roles: grammar.roles_of(tokens), now };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < line.kinds.len() {
        if matches!(line.kind(at), Kind::Other | Kind::Used | Kind::Mark | Kind::Hundred(_) | Kind::Thousand)
        {
            at += 1;
            continue;
        }
        match line.piece_at(at) {
            Some(piece) => {
                at = piece.said.end.max(at + 1);
                if let Some(part) = line.part_of_day_within(&piece) {
                    pieces.push(piece);
                    pieces.push(part);
                } else {
                    pieces.push(piece);
                }
            }
            None => at += 1,
        }
    }
    line.combine(&mut pieces);
    pieces
}

/// An utterance being read.
struct Line<'a> {
    tokens: &'a Tokens<'a>,
    kinds: Vec<Kind>,
    grammar: &'static Grammar,
    roles: Vec<WordRoles>,
    now: DateTime,
}

impl Line<'_> {
    fn piece_at(&self, at: usize) -> Option<Piece> {
        self.shift(at)
            .or_else(|| self.feast(at))
            .or_else(|| self.near(at))
            .or_else(|| self.week_then_weekday(at))
            .or_else(|| self.nth(at))
            .or_else(|| self.weekday(at))
            .or_else(|| self.before_hour(at))
            .or_else(|| self.marked_hour(at))
            .or_else(|| self.day(at))
            .or_else(|| self.after_noon_part(at))
            .or_else(|| self.named_hour(at))
            .or_else(|| self.stretch(at))
            .or_else(|| self.plain_hour(at))
            .or_else(|| self.duration_alone(at))
            .or_else(|| self.part(at))
            .or_else(|| self.bare_hour(at))
    }

    fn kind(&self, at: usize) -> Kind {
        self.kinds.get(at).copied().unwrap_or(Kind::Used)
    }

    /// The word at an index; empty where there is none.
    fn word(&self, at: usize) -> &str {
        self.tokens.word(at)
    }

    /// Whether one of some marks stands at an index, or a sign of letters that is no word of a language: "h", "pm".
    fn is_mark(&self, at: usize, marks: &[&str]) -> bool {
        let word = self.word(at);
        !word.is_empty() && marks.contains(&word)
    }

    /// The index after one of the marks, or the index itself.
    fn skip_mark(&self, at: usize, marks: &[&str]) -> usize {
        if self.is_mark(at, marks) { at + 1 } else { at }
    }

    /// The index after a unit of time, or the index itself.
    fn skip_unit(&self, at: usize, unit: Unit) -> usize {
        if self.kind(at) == Kind::Unit(unit) { at + 1 } else { at }
    }

    fn today(&self) -> Date {
        self.now.date()
    }
}

impl Piece {
    fn new(said: Range<usize>, what: What) -> Self {
        Self { taken: said.clone(), said, what, end: End::Single }
    }

    fn day(said: Range<usize>, day: Day) -> Self {
        Self::new(said, What::Day(day))
    }
}
