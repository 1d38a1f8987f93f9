//! Local dates and times against the clock of the world.

use jiff::{
    civil::{Date, DateTime, Time},
    tz::{AmbiguousOffset, TimeZone},
};
use turno_core::Timestamp;
use turno_language::OpeningHours;

use super::Refusal;
use crate::Business;

/// No booking is longer, its buffer included: 480 minutes and 120.
const LONGEST_MINUTES: i64 = 600;

/// A local minute and its place on the world's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The local day.
    pub date: Date,
    /// The local time.
    pub time: Time,
    /// Minutes since 1970 in UTC.
    pub minute: i64,
}

/// The moment of a local time. One that happens twice (the clocks go back) is the first; one that never happens
/// (they go forward) is refused.
pub(crate) fn moment(time_zone: &TimeZone, date: Date, time: Time) -> Result<Moment, Refusal> {
    let ambiguous = time_zone.to_ambiguous_timestamp(date.to_datetime(time));
    match ambiguous.offset() {
        AmbiguousOffset::Gap { .. } => Err(Refusal::ImpossibleTime),
        AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => {
            let timestamp = ambiguous.earlier().map_err(|_| Refusal::TooFar)?;
            Ok(Moment { date, time, minute: timestamp.as_second().div_euclid(60) })
        }
    }
}

/// The local date and time of an instant.
pub fn local(business: &Business, now: Timestamp) -> DateTime {
    business.time_zone.to_datetime(now.to_jiff())
}

/// The days whose bookings could meet one that begins on `date` at `start_minute`: its own, the one before where a
/// long booking of that evening could still run, and the one after where this one runs into it.
pub(crate) fn touched_days(business: &Business, date: Date, start_minute: i64, minutes: i64) -> Vec<Date> {
    let zone = &business.time_zone;
    let mut days = vec![date];
    if let Ok(yesterday) = date.yesterday()
        && start_minute - LONGEST_MINUTES < edge_minute(zone, date, Time::midnight())
    {
        days.push(yesterday);
    }
    if let Ok(tomorrow) = date.tomorrow()
        && start_minute + minutes > edge_minute(zone, tomorrow, Time::midnight())
    {
        days.push(tomorrow);
    }
    days
}

/// The minute, on the world's clock, at which a local date begins or which a closing time means.
pub(crate) fn edge_minute(time_zone: &TimeZone, date: Date, time: Time) -> i64 {
    let timestamp = time_zone.to_ambiguous_timestamp(date.to_datetime(time)).compatible();
    timestamp.map_or(i64::MAX, |timestamp| timestamp.as_second().div_euclid(60))
}

/// When the stretch of opening that holds this moment ends, in minutes of the world's clock; none: closed then.
pub(crate) fn open_until(hours: &OpeningHours, time_zone: &TimeZone, at: Moment) -> Option<i64> {
    let is_overnight = |span: &&turno_language::Span| span.close <= span.open;
    let tomorrow = at.date.tomorrow().ok()?;
    let today = hours.spans_on(at.date).iter().filter_map(|span| {
        let closes_on = if is_overnight(&span) { tomorrow } else { at.date };
        let is_open = span.open <= at.time && (is_overnight(&span) || at.time < span.close);
        is_open.then(|| edge_minute(time_zone, closes_on, span.close))
    });
    let last_night = at.date.yesterday().ok().map(|day| hours.spans_on(day)).unwrap_or_default();
    let last_night = last_night
        .iter()
        .filter(|span| is_overnight(span) && at.time < span.close)
        .map(|span| edge_minute(time_zone, at.date, span.close));
    today.chain(last_night).max()
}
