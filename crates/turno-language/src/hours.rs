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
            if span.close > span.open {
                span.open <= time && time < span.close
            } else {
                span.open <= time
            }
        });
        let from_yesterday = date.yesterday().is_ok_and(|day| {
            self.spans_on(day)
                .iter()
                .any(|span| span.close <= span.open && time < span.close)
        });
        today || from_yesterday
    }

    /// Whether it is open at some minute of that date after `time`.
    pub fn opens_later(&self, date: Date, time: Time) -> bool {
        self.spans_on(date)
            .iter()
            .any(|span| span.close <= span.open || time < span.close)
    }

    /// Whether any day of the week, or the exceptions, is open at that time of day.
    pub fn is_ever_open(&self, time: Time) -> bool {
        self.week
            .iter()
            .chain(self.exceptions.values())
            .flatten()
            .any(|span| {
                if span.close > span.open {
                    span.open <= time && time < span.close
                } else {
                    span.open <= time || time < span.close
                }
            })
    }

    /// How many minutes a time of day lies outside the opening of that date (`None`: of any day): 0 while it is
    /// open, else the distance to the nearest opening or closing. `None` where there is no opening at all.
    pub fn minutes_to_opening(&self, date: Option<Date>, time: Time) -> Option<i64> {
        let spans: Vec<Span> = match date {
            Some(date) => self.spans_on(date).to_vec(),
            None => self.week.iter().chain(self.exceptions.values()).flatten().copied().collect(),
        };
        spans.iter().map(|span| span.minutes_to(time)).min()
    }

    /// The first stretch that is open at that moment or begins after it, with the date on which it begins; looks
    /// `days` days ahead.
    pub fn next_opening(&self, date: Date, time: Time, days: u16) -> Option<(Date, Span)> {
        let from_yesterday = date.yesterday().ok().and_then(|day| {
            let span = self.spans_on(day).iter().find(|span| span.close <= span.open && time < span.close)?;
            Some((day, *span))
        });
        from_yesterday.or_else(|| {
            date.series(jiff::Span::new().days(1)).take(usize::from(days) + 1).find_map(|day| {
                let is_over = |span: &Span| day == date && span.close > span.open && span.close <= time;
                let span = self.spans_on(day).iter().filter(|span| !is_over(span)).min_by_key(|span| span.open)?;
                Some((day, *span))
            })
        })
    }
}

impl Span {
    fn minutes_to(self, time: Time) -> i64 {
        let minute = |time: Time| i64::from(time.hour()) * 60 + i64::from(time.minute());
        let (open, close, time) = (minute(self.open), minute(self.close), minute(time));
        let is_open = if close > open { open <= time && time < close } else { open <= time || time < close };
        if is_open {
            return 0;
        }
        let before = if time <= open { open - time } else { i64::MAX };
        let after = if time >= close { time - close } else { i64::MAX };
        before.min(after)
    }
}
