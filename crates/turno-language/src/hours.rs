//! When a business is open.

use std::collections::BTreeMap;

use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

/// One stretch of opening: from `open` up to, not including, `close`. Where `close` is not after `open`
/// it is on the next day ("13:00" to "01:00").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The first minute that is open.
    pub open: Time,
    /// The first minute that is not.
    pub close: Time,
}

/// The week's hours, with exceptions by date.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningHours {
    /// Monday to Sunday, each with any number of stretches; none: closed.
    pub week: [Vec<Span>; 7],
    /// Dates with hours of their own (none: closed), for example a holiday.
    pub exceptions: BTreeMap<Date, Vec<Span>>,
}

impl OpeningHours {
    /// The stretches that begin on that date.
    pub fn spans_on(&self, date: Date) -> &[Span] {
        match self.exceptions.get(&date) {
            Some(spans) => spans,
            None => &self.week[usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or(0)],
        }
    }

    /// Whether it is open at that minute, a stretch from the evening before included.
    pub fn is_open(&self, date: Date, time: Time) -> bool {
        let today = self.spans_on(date).iter().any(|span| {
            if span.close > span.open { span.open <= time && time < span.close } else { span.open <= time }
        });
        let from_yesterday = date.yesterday().is_ok_and(|day| {
            self.spans_on(day).iter().any(|span| span.close <= span.open && time < span.close)
        });
        today || from_yesterday
    }

    /// Whether it is open at some minute of that date after `time`.
    pub fn opens_later(&self, date: Date, time: Time) -> bool {
        self.spans_on(date).iter().any(|span| span.close <= span.open || time < span.close)
    }

    /// Whether any day of the week, or the exceptions, is open at that time of day.
    pub fn is_ever_open(&self, time: Time) -> bool {
        self.week.iter().chain(self.exceptions.values()).flatten().any(|span| {
            if span.close > span.open {
                span.open <= time && time < span.close
            } else {
                span.open <= time || time < span.close
            }
        })
    }
}
