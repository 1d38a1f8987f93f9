//! Times told by their distance: from the time that is known, or from now.

use jiff::ToSpan;
use jiff::civil::Time;

use super::clock::time_value;
use super::found::Found;
use super::hour_words::counted_unit;
use super::number::number_at;
use super::time::TimeReader;

impl TimeReader<'_> {
    /// "una hora después", "media hora antes": from the time that is known.
    pub(super) fn relative(&self, at: usize) -> Option<Found> {
        let known = self.moment.known?;
        let (minutes, end) = self.duration_at(at)?;
        let later = ["despues", "mas tarde", "mas", "later", "after"];
        let earlier = ["antes", "mas temprano", "menos", "earlier", "before"];
        let (minutes, end) = if let Some(end) = self.tokens.phrases(end, &later) {
            (minutes, end)
        } else {
            (-minutes, self.tokens.phrases(end, &earlier)?)
        };
        Some(Found::new(
            at..end,
            self.moment.not_past(known.wrapping_add(minutes.minutes())),
        ))
    }

    /// "en 30 minutos", "in half an hour".
    pub(super) fn later_than_now(&self, at: usize) -> Option<Found> {
        let start = self.tokens.phrases(at, &["en", "dentro de", "in"])?;
        // How long the way takes is no wish: "llego en 10 minutos".
        if matches!(
            self.tokens.before(at),
            "llego" | "llegamos" | "tardo" | "regreso" | "vuelvo" | "back"
        ) {
            return None;
        }
        let (minutes, end) = self.duration_at(start)?;
        let now = self
            .moment
            .now
            .with()
            .second(0)
            .subsec_nanosecond(0)
            .build()
            .ok()?;
        let time: Time = now.wrapping_add(minutes.minutes());
        Some(Found::new(at..end, Ok(time_value(time))))
    }

    fn duration_at(&self, at: usize) -> Option<(i64, usize)> {
        let tokens = self.tokens;
        if let Some(end) = tokens.phrases(at, &["media hora", "media horita", "half an hour"]) {
            return Some((30, end));
        }
        if let Some(end) = tokens.phrases(at, &["hora y media", "una hora y media", "an hour and a half"]) {
            return Some((90, end));
        }
        if let Some(end) = tokens.phrases(at, &["an hour", "una horita"]) {
            return Some((60, end));
        }
        let (count, end) = number_at(tokens, at)?;
        let minutes_each = counted_unit(tokens.word(end))?;
        let half = tokens.phrase(end + 1, "y media").filter(|_| minutes_each == 60);
        let minutes = i64::from(count.min(10_000)) * minutes_each + if half.is_some() { 30 } else { 0 };
        Some((minutes, half.unwrap_or(end + 1)))
    }
}
