//! Which hour of which half of the day was meant.

use jiff::civil::{Date, Time};
use serde_json::Value;

use super::clock::{DayPart, TimeSaid};
use crate::{OpeningHours, ProblemKind};

/// What helps to tell the halves of the day apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeContext<'a> {
    /// The date that the hour belongs to, where one is known.
    pub(super) date: Option<Date>,
    /// Today.
    pub(super) today: Date,
    /// The hour of day now.
    pub(super) now: Time,
    /// When the business is open.
    pub(super) hours: Option<&'a OpeningHours>,
    /// The time so far, which a correction moves.
    pub(super) known: Option<Time>,
    /// A part of the day said apart from the hour.
    pub(super) part: Option<DayPart>,
    /// What the occasion says ("cenar").
    pub(super) occasion: Option<DayPart>,
}

/// An hour of the day.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hour {
    /// The time.
    pub(super) time: Time,
    /// Its date, where the words give one: "en media hora".
    pub(super) date: Option<Date>,
}

/// The hour that was meant.
///
/// # Errors
///
/// Why no hour could be taken.
pub(super) fn resolve(said: TimeSaid, context: &TimeContext<'_>) -> Result<Hour, ProblemKind> {
    match said {
        TimeSaid::Vague => Err(ProblemKind::Vague),
        TimeSaid::FromNow(minutes) => from_now(minutes, context),
        TimeSaid::Shift(minutes) => shifted(minutes, context),
        TimeSaid::Clock {
            hour,
            minute,
            part,
            is_full,
        } => on_clock(hour, minute, part, is_full, context),
    }
}

/// A time's JSON form.
pub(super) fn to_value(time: Time) -> Value {
    Value::String(format!("{:02}:{:02}", time.hour(), time.minute()))
}

/// The time of a JSON value such as `"20:00"`.
pub(super) fn from_value(value: &Value) -> Option<Time> {
    let (hour, minute) = value.as_str()?.split_once(':')?;
    Time::new(hour.parse().ok()?, minute.get(..2)?.parse().ok()?, 0, 0).ok()
}

fn from_now(minutes: i64, context: &TimeContext<'_>) -> Result<Hour, ProblemKind> {
    let total = minute_of_day(context.now).saturating_add(minutes);
    let days = total.div_euclid(DAY_MINUTES);
    let date = context.today.checked_add(jiff::Span::new().days(days)).map_err(|_| ProblemKind::Impossible)?;
    let time = at_minute(total.rem_euclid(DAY_MINUTES)).ok_or(ProblemKind::Impossible)?;
    Ok(Hour { time, date: Some(date) })
}

fn shifted(minutes: i64, context: &TimeContext<'_>) -> Result<Hour, ProblemKind> {
    let known = context.known.ok_or(ProblemKind::Vague)?;
    let total = minute_of_day(known).saturating_add(minutes);
    let time = at_minute(total).ok_or(ProblemKind::Impossible)?;
    ahead(time, context)
}

fn on_clock(
    hour: u64,
    minute: u64,
    part: Option<DayPart>,
    is_full: bool,
    context: &TimeContext<'_>,
) -> Result<Hour, ProblemKind> {
    if hour > 24 || minute > 59 || (hour == 24 && minute > 0) {
        return Err(ProblemKind::Impossible);
    }
    let at = |hour: u64| {
        let hour = i8::try_from(hour % 24).map_err(|_| ProblemKind::Impossible)?;
        let minute = i8::try_from(minute).map_err(|_| ProblemKind::Impossible)?;
        Time::new(hour, minute, 0, 0).map_err(|_| ProblemKind::Impossible)
    };
    if let Some(part) = part.or(context.part.filter(|_| !is_full)) {
        let hour = part.hour(hour).ok_or(ProblemKind::Impossible)?;
        return ahead(at(hour)?, context);
    }
    if is_full {
        return ahead(at(hour)?, context);
    }
    let morning = at(if hour == 12 { 0 } else { hour })?;
    let evening = at(if hour == 12 { 12 } else { hour + 12 })?;
    // At twelve, noon is the likelier one and comes first.
    let both = if hour == 12 { [evening, morning] } else { [morning, evening] };
    match half(both, hour, context) {
        Some(time) => ahead(time, context),
        None => Err(ProblemKind::Ambiguous(both.map(to_value).to_vec())),
    }
}

/// Which of the two halves of the day is meant, where that can be told.
fn half(both: [Time; 2], hour: u64, context: &TimeContext<'_>) -> Option<Time> {
    if context.date == Some(context.today) {
        let mut still = both.into_iter().filter(|time| *time >= context.now);
        if let (Some(only), None) = (still.next(), still.next()) {
            return Some(only);
        }
    }
    if let Some(occasion) = context.occasion {
        let is_likely = match occasion {
            DayPart::Night => (6..=11).contains(&hour),
            DayPart::Morning => (6..=12).contains(&hour),
            DayPart::Dawn | DayPart::Midday | DayPart::Afternoon | DayPart::Am | DayPart::Pm => hour == 12 || hour <= 6,
        };
        if let Some(hour) = occasion.hour(hour).filter(|_| is_likely) {
            return both.into_iter().find(|time| u64::try_from(time.hour()) == Ok(hour));
        }
    }
    let Some(hours) = context.hours else {
        return same_half(both, context);
    };
    let is_open = |time: &Time| match context.date {
        Some(date) => hours.is_open(date, *time),
        None => hours.is_ever_open(*time),
    };
    match (is_open(&both[0]), is_open(&both[1])) {
        (true, false) => Some(both[0]),
        (false, true) => Some(both[1]),
        (true, true) => same_half(both, context),
        (false, false) => nearest(both, hours, context),
    }
}

/// A correction such as "mejor a las 9" stays in the half of the day that the known time is in.
fn same_half(both: [Time; 2], context: &TimeContext<'_>) -> Option<Time> {
    let known = context.known?;
    both.into_iter().find(|time| (time.hour() < 12) == (known.hour() < 12))
}

/// Of two hours outside the opening, the one that is nearer to it.
fn nearest(both: [Time; 2], hours: &OpeningHours, context: &TimeContext<'_>) -> Option<Time> {
    let distances = both.map(|time| match context.date {
        Some(date) if !hours.spans_on(date).is_empty() => hours.minutes_to_opening(Some(date), time),
        Some(_) | None => hours.minutes_to_opening(None, time),
    });
    match distances {
        [Some(first), Some(second)] if first < second => Some(both[0]),
        [Some(first), Some(second)] if second < first => Some(both[1]),
        _ => same_half(both, context),
    }
}

/// The time, unless it is today and past.
fn ahead(time: Time, context: &TimeContext<'_>) -> Result<Hour, ProblemKind> {
    let is_today = context.date == Some(context.today);
    if !is_today || minute_of_day(time) >= minute_of_day(context.now) {
        return Ok(Hour { time, date: None });
    }
    if time == Time::midnight() {
        // "Hoy a las 12 de la noche" is the midnight that ends today.
        let tomorrow = context.today.tomorrow().map_err(|_| ProblemKind::Impossible)?;
        return Ok(Hour { time, date: Some(tomorrow) });
    }
    Err(ProblemKind::Past)
}

const DAY_MINUTES: i64 = 24 * 60;

fn minute_of_day(time: Time) -> i64 {
    i64::from(time.hour()) * 60 + i64::from(time.minute())
}

fn at_minute(minute: i64) -> Option<Time> {
    let (hour, minute) = (i8::try_from(minute.div_euclid(60)).ok()?, i8::try_from(minute.rem_euclid(60)).ok()?);
    Time::new(hour, minute, 0, 0).ok()
}
