//! Values that a business file writes in a form of its own: hours, dates, amounts.

use std::fmt;

use jiff::civil::{Date, Time};
use serde::{Deserialize, Deserializer, de};
use turno_language::Span;

/// Reads `"13:00-23:00"`; where the end is not after the start it is on the next day, and `24:00` is midnight.
pub(super) fn spans<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Span>, D::Error> {
    Vec::<SpanText>::deserialize(deserializer).map(|spans| spans.into_iter().map(|span| span.0).collect())
}

/// Reads `"2026-12-25"`.
pub(super) fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| de::Error::custom(format!("`{text}` is not a date: write it as \"2026-12-25\"")))
}

/// Reads an optional `"2026-12-25"`.
pub(super) fn optional_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    date(deserializer).map(Some)
}

/// Reads an amount in whole units (`185` or `185.50`) into cents.
pub(super) fn amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    deserializer.deserialize_any(Amount)
}

/// Reads `"30d"`, `"12h"`, `"5m"` or `"10s"` into milliseconds.
pub(crate) fn duration_ms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match turno_core::parse_duration_ms(&text) {
        Some(ms) => Ok(Some(ms)),
        None => Err(de::Error::custom(format!(
            "`{text}` is no length of time: write it as \"30d\", \"12h\", \"5m\" or \"10s\""
        ))),
    }
}

struct SpanText(Span);

impl<'de> Deserialize<'de> for SpanText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let ends =
            text.split_once('-').and_then(|(open, close)| Some((clock_time(open)?, clock_time(close)?)));
        match ends {
            Some((open, close)) if open == close && open != Time::midnight() => Err(de::Error::custom(
                format!("`{text}` begins and ends at the same time: write all day as \"00:00-24:00\""),
            )),
            Some((open, close)) if close < open && close > LAST_AFTER_MIDNIGHT => {
                Err(de::Error::custom(format!(
                    "`{text}` would close on the next day at {}: write the opening first, as \"{}-{}\"; past midnight a stretch ends by 12:00",
                    hour_and_minute(close),
                    hour_and_minute(close),
                    hour_and_minute(open),
                )))
            }
            Some((open, close)) => Ok(Self(Span { open, close })),
            None => Err(de::Error::custom(format!(
                "`{text}` is no stretch of hours: write it as \"13:00-23:00\""
            ))),
        }
    }
}

/// A bar closes in the morning; what closes later, after midnight, was written the wrong way round.
const LAST_AFTER_MIDNIGHT: Time = Time::constant(12, 0, 0, 0);

fn hour_and_minute(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

fn clock_time(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim().split_once(':')?;
    if hour.len() > 2 || minute.len() != 2 {
        return None;
    }
    let (hour, minute): (i8, i8) = (hour.parse().ok()?, minute.parse().ok()?);
    match (hour, minute) {
        (24, 0) => Some(Time::midnight()),
        (hour, minute) => Time::new(hour, minute, 0, 0).ok(),
    }
}

struct Amount;

impl de::Visitor<'_> for Amount {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount such as 185 or 185.50, without a currency sign")
    }

    fn visit_i64<E: de::Error>(self, units: i64) -> Result<i64, E> {
        if (0..=10_000_000).contains(&units) {
            Ok(units * 100)
        } else {
            Err(E::custom(format!("{units} is out of range: write an amount from 0 to 10000000")))
        }
    }

    fn visit_f64<E: de::Error>(self, units: f64) -> Result<i64, E> {
        let cents = (units * 100.0).round();
        if !(0.0..=1e9).contains(&cents) {
            return Err(E::custom(format!("{units} is out of range: write an amount from 0 to 10000000")));
        }
        if (units * 100.0 - cents).abs() > 1e-6 {
            return Err(E::custom(format!(
                "{units} has parts of a cent: write at most two decimals, as in 185.50"
            )));
        }
        #[expect(clippy::cast_possible_truncation, reason = "a whole number of at most a thousand million")]
        Ok(cents as i64)
    }
}
