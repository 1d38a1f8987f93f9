//! Whether what was read is what a row tells.

use jiff::civil::{DateTime, Time};
use turno_language::{MomentReading, PartOfDay};

use super::rows::{Row, Source, Truth};

/// Whether any of a row's truths was read.
pub(super) fn is_right(reading: Option<MomentReading>, row: &Row) -> bool {
    reading.is_some_and(|reading| row.truths.iter().any(|truth| equals(&reading, truth, row)))
}

fn equals(reading: &MomentReading, truth: &Truth, row: &Row) -> bool {
    match *truth {
        Truth::Impossible => reading.is_impossible,
        Truth::Day(date) => reading.date == Some(date) && reading.time.is_none(),
        Truth::Hour(time) => is_hour(reading, time, row),
        Truth::Moment(moment) => {
            reading.date == Some(moment.date())
                && (is_hour(reading, moment.time(), row) || is_counted_in_days(reading, moment, row))
        }
        Truth::Stretch(from, until) => {
            let is_day = reading.date.unwrap_or(row.now.date()) == from.date();
            let until = if until.date() > from.date() { 24 } else { until.hour() };
            is_day && reading.part.is_some_and(|part| overlaps(part, from.hour(), until))
        }
        Truth::HourStretch(from, until) => {
            reading.part.is_some_and(|part| overlaps(part, from.hour(), until.hour()))
        }
    }
}

/// To the minute. An hour that stands for a part of the day ("esta tarde" at 15:00) is right where it lies in that part.
fn is_hour(reading: &MomentReading, time: Time, row: &Row) -> bool {
    match (reading.time, reading.part) {
        (Some(read), _) => (read.hour(), read.minute()) == (time.hour(), time.minute()),
        (None, Some(part)) => {
            matches!(row.what, Source::Fields { .. }) && overlaps(part, time.hour(), time.hour() + 1)
        }
        (None, None) => false,
    }
}

/// "En 7 días" tells a day; collections add the hour that it is now.
fn is_counted_in_days(reading: &MomentReading, moment: DateTime, row: &Row) -> bool {
    let now = row.now.time();
    let is_now = moment.hour() == now.hour() && (moment.minute() == now.minute() || moment.minute() == 0);
    reading.time.is_none() && reading.part.is_none() && is_now && moment.date() != row.now.date()
}

fn overlaps(part: PartOfDay, from: i8, until: i8) -> bool {
    i16::from(part.from_hour) < i16::from(until) && i16::from(from) < i16::from(part.until_hour)
}

/// A reading in words.
pub(super) fn told(reading: MomentReading) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(reading.date.map(|date| date.to_string()));
    words.extend(reading.time.map(|time| time.to_string()));
    words.extend(reading.part.map(|part| format!("hours {} to {}", part.from_hour, part.until_hour)));
    words.extend(reading.is_range.then(|| "a range".to_owned()));
    words.extend(reading.is_impossible.then(|| "impossible".to_owned()));
    words.join(" ")
}
