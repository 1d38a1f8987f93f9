//! How long something takes, lasts or is valid: said only as somebody gave it.

use std::collections::BTreeSet;

use turno_language::{Tagged, Text};

use crate::{phrases::begins_as, values::number_of};

/// A stretch of time: what is counted in minutes, hours, days and weeks, and what is counted in months and years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Duration {
    Minutes(i64),
    Months(i64),
}

impl Duration {
    /// "Un momento", "cinco minutos": nobody counts them.
    pub(crate) fn is_a_moment(self) -> bool {
        match self {
            Self::Minutes(minutes) => minutes <= 5,
            Self::Months(_) => false,
        }
    }

    fn of(count: f64, unit: &str) -> Option<Self> {
        static MINUTES: Tagged = Tagged::new("durations_minutes");
        static HOURS: Tagged = Tagged::new("durations_hours");
        static DAYS: Tagged = Tagged::new("durations_days");
        static WEEK_STEMS: Tagged = Tagged::new("durations_week_stems");
        static MONTHS: Tagged = Tagged::new("durations_months");
        static YEARS: Tagged = Tagged::new("durations_years");
        let (factor, is_of_months) = if HOURS.contains(&unit) {
            (60, false)
        } else if DAYS.contains(&unit) {
            (60 * 24, false)
        } else if MONTHS.contains(&unit) {
            (1, true)
        } else if YEARS.contains(&unit) {
            (12, true)
        } else if MINUTES.contains(&unit) {
            (1, false)
        } else if begins_as(unit, &WEEK_STEMS) {
            (60 * 24 * 7, false)
        } else {
            return None;
        };
        const MOST: f64 = 10_000.0;
        if !(0.0..=MOST).contains(&count) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most ten thousand of them")]
        let count = (count * f64::from(factor)).round() as i64;
        Some(if is_of_months { Self::Months(count) } else { Self::Minutes(count) })
    }
}

/// The durations that a text names: "2 horas", "media hora", "a three-year warranty", `"duration_minutes":45`.
pub(crate) fn durations_in(text: &Text) -> BTreeSet<Duration> {
    let words: Vec<&str> = text.words().collect();
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let number = |at: usize| {
        static HALF: Tagged = Tagged::new("durations_half");
        static ONE: Tagged = Tagged::new("durations_one");
        match word(at) {
            half if HALF.contains(&half) => Some(0.5),
            one if ONE.contains(&one) => Some(1.0),
            other => number_of(other),
        }
    };
    static OF_THE_DAY: Tagged = Tagged::new("durations_of_the_day");
    let found = (0..words.len()).filter_map(|at| {
        let before = at.checked_sub(1);
        // "A las 20 horas" is a time of the day.
        let is_hour =
            before.and_then(|at| at.checked_sub(1)).is_some_and(|at| OF_THE_DAY.contains(&word(at)));
        let counted = before.filter(|_| !is_hour).and_then(number);
        let of_key = || {
            let is_digits = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
            is_digits(word(at + 1)).then(|| number(at + 1)).flatten()
        };
        Duration::of(counted.or_else(of_key)?, word(at))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::{Duration::*, *};

    #[test]
    fn durations_are_found_however_they_are_said() {
        for (said, expected) in [
            ("Puede cancelar hasta 24 horas antes.", vec![Minutes(1440)]),
            ("La guardamos quince minutos.", vec![Minutes(15)]),
            ("Media hora antes.", vec![Minutes(30)]),
            ("La garantía es de dos años.", vec![Months(24)]),
            ("It comes with a 3-year warranty.", vec![Months(36)]),
            (r#"{"duration_minutes":45}"#, vec![Minutes(45)]),
            ("Abrimos a las 20 horas.", vec![]),
            ("Todos los días.", vec![]),
            ("Mesa para 4 personas.", vec![]),
        ] {
            assert_eq!(durations_in(&Text::of(said)).into_iter().collect::<Vec<_>>(), expected, "{said}");
        }
    }
}
