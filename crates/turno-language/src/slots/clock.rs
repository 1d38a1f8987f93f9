//! What a spoken hour may mean, and which of its meanings is meant.

use jiff::civil::{Date, Time};
use jiff::tz::AmbiguousOffset;
use serde_json::Value;

use crate::{OpeningHours, ProblemKind};

/// A part of the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Before dawn: 0 to 5.
    Small,
    /// 6 to 11.
    Morning,
    /// Noon itself.
    Noon,
    /// 12 to 18; "8 de la tarde" is 20:00.
    Afternoon,
    /// "in the evening": 1 to 11 of the afternoon and the night.
    Evening,
    /// 19 to midnight.
    Night,
    /// "a.m."
    Am,
    /// "p.m."
    Pm,
}

impl Part {
    /// Whether a time lies in it.
    pub(super) fn holds(self, time: Time) -> bool {
        let hour = time.hour();
        match self {
            Self::Small => hour < 6,
            Self::Morning => (5..12).contains(&hour),
            Self::Noon => (12..15).contains(&hour),
            Self::Afternoon => (12..20).contains(&hour),
            Self::Evening => hour >= 16,
            Self::Night => !(3..18).contains(&hour),
            Self::Am => hour < 12,
            Self::Pm => hour >= 12,
        }
    }

    /// Its first hour and the one at which it is over.
    pub(super) fn hours(self) -> (u8, u8) {
        match self {
            Self::Small => (0, 6),
            Self::Morning => (5, 12),
            Self::Noon => (11, 15),
            Self::Afternoon => (12, 19),
            Self::Evening => (17, 24),
            Self::Night => (19, 24),
            Self::Am => (0, 12),
            Self::Pm => (12, 24),
        }
    }
}

/// An hour as said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) part: Option<Part>,
    /// Written with a leading zero: "08:00".
    pub(super) is_padded: bool,
}

impl Clock {
    /// The times that it may mean, the earlier first; none where there is no such hour.
    pub(super) fn choices(self) -> Vec<Time> {
        let Self { hour, minute, .. } = self;
        if hour > 24 || minute > 59 || (hour == 24 && minute > 0) {
            return Vec::new();
        }
        let hours = match self.part {
            _ if hour > 12 || hour == 0 => vec![hour % 24],
            Some(part) => vec![hour_in(part, hour)],
            // Twelve is noon rather than midnight.
            None if hour == 12 => vec![12, 0],
            None => vec![hour, hour + 12],
        };
        hours.into_iter().filter_map(|hour| time_of(hour, minute)).collect()
    }
}

/// What helps to tell 8 in the morning from 8 at night.
pub(super) struct Moment<'a> {
    pub(super) today: Date,
    pub(super) now: Time,
    /// The same with its zone.
    pub(super) now_there: &'a jiff::ZonedDateTime,
    /// The day that the hour is for, where it is known.
    pub(super) date: Option<Date>,
    pub(super) hours: Option<&'a OpeningHours>,
    /// The time that was known before.
    pub(super) known: Option<Time>,
}

impl Moment<'_> {
    pub(super) fn resolve(&self, clock: Clock) -> Result<Value, ProblemKind> {
        let Clock { hour, minute, .. } = clock;
        if hour > 24 || minute > 59 || (hour == 24 && minute > 0) {
            return Err(ProblemKind::Impossible);
        }
        let at = |hour: u32| time_of(hour % 24, minute).ok_or(ProblemKind::Impossible);
        if hour == 24 {
            // The midnight of today is the one to come.
            return Ok(time_value(at(0)?));
        }
        if hour > 12 || hour == 0 {
            return self.not_past(at(hour)?);
        }
        if let Some(part) = clock.part {
            return self.not_past(at(hour_in(part, hour))?);
        }
        let (am, pm) = (at(hour % 12)?, at(hour % 12 + 12)?);
        match self.half_of_day(am, pm) {
            Some(time) => self.not_past(time),
            None if clock.is_padded => self.not_past(am),
            // Noon is offered before midnight.
            None if hour == 12 => Err(ProblemKind::Ambiguous(vec![time_value(pm), time_value(am)])),
            None => Err(ProblemKind::Ambiguous(vec![time_value(am), time_value(pm)])),
        }
    }

    /// The time, unless it lies before now.
    pub(super) fn not_past(&self, time: Time) -> Result<Value, ProblemKind> {
        if self.is_skipped(time) {
            Err(ProblemKind::Impossible)
        } else if self.is_ahead(time) {
            Ok(time_value(time))
        } else {
            Err(ProblemKind::Past)
        }
    }

    /// Where the clocks go forward, an hour of that night is none. One that comes twice is the first.
    fn is_skipped(&self, time: Time) -> bool {
        let zone = self.now_there.time_zone();
        self.date.is_some_and(|date| {
            matches!(
                zone.to_ambiguous_timestamp(date.to_datetime(time)).offset(),
                AmbiguousOffset::Gap { .. }
            )
        })
    }

    fn is_ahead(&self, time: Time) -> bool {
        // After midnight the night of today goes on.
        let is_late = time.hour() < 4 && self.hours.is_some_and(|hours| hours.is_ever_open(time));
        self.date != Some(self.today) || time >= self.now || is_late
    }

    fn half_of_day(&self, am: Time, pm: Time) -> Option<Time> {
        let only = |is_am: bool, is_pm: bool| match (is_am, is_pm) {
            (true, false) => Some(am),
            (false, true) => Some(pm),
            (true, true) | (false, false) => None,
        };
        let ahead = || only(self.is_ahead(am), self.is_ahead(pm));
        let Some(hours) = self.hours else {
            let as_known = self.known.map(|known| if known.hour() < 12 { am } else { pm });
            return ahead().or(as_known);
        };
        let (is_am, is_pm) = (self.is_open(hours, am), self.is_open(hours, pm));
        if is_am || is_pm {
            return only(is_am, is_pm).or_else(ahead);
        }
        let spans = self.spans(hours);
        let (am_minutes, pm_minutes) = (minutes_from(&spans, am)?, minutes_from(&spans, pm)?);
        only(am_minutes < pm_minutes, pm_minutes < am_minutes).or_else(ahead)
    }

    fn is_open(&self, hours: &OpeningHours, time: Time) -> bool {
        match self.open_day(hours) {
            Some(date) => {
                hours.is_open(date, time)
                    || (time.hour() < 6
                        && self.spans(hours).iter().any(|span| span.close < span.open && time < span.close))
            }
            None => hours.is_ever_open(time),
        }
    }

    fn open_day(&self, hours: &OpeningHours) -> Option<Date> {
        self.date.filter(|date| !hours.spans_on(*date).is_empty())
    }

    fn spans(&self, hours: &OpeningHours) -> Vec<crate::Span> {
        match self.open_day(hours) {
            Some(date) => hours.spans_on(date).to_vec(),
            None => hours.week.iter().flatten().copied().collect(),
        }
    }
}

fn hour_in(part: Part, hour: u32) -> u32 {
    match part {
        Part::Small | Part::Am => hour % 12,
        Part::Noon if hour < 6 => hour + 12,
        Part::Morning | Part::Noon => hour,
        Part::Afternoon | Part::Pm => hour % 12 + 12,
        Part::Evening if hour == 12 => 0,
        Part::Evening => hour + 12,
        Part::Night if hour == 12 || hour < 4 => hour % 12,
        Part::Night => hour + 12,
    }
}

/// How far a time lies from the nearest opening, in minutes around the clock.
fn minutes_from(spans: &[crate::Span], time: Time) -> Option<i32> {
    let minute_of = |time: Time| i32::from(time.hour()) * 60 + i32::from(time.minute());
    let distance = |a: Time, b: Time| {
        let apart = (minute_of(a) - minute_of(b)).abs();
        apart.min(1440 - apart)
    };
    spans.iter().map(|span| distance(time, span.open).min(distance(time, span.close))).min()
}

pub(super) fn time_of(hour: u32, minute: u32) -> Option<Time> {
    Time::new(hour.try_into().ok()?, minute.try_into().ok()?, 0, 0).ok()
}

pub(super) fn time_value(time: Time) -> Value {
    Value::String(format!("{:02}:{:02}", time.hour(), time.minute()))
}
