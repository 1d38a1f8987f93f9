//! How long to wait.

use super::counted;
use crate::Language;

/// "en 40 segundos", "in 2 minutes": never sooner than the time is over. "en unos minutos" where nobody knows how long.
pub fn wait(language: Language, wait_ms: Option<u64>) -> String {
    let Some(wait_ms) = wait_ms else {
        return language.message("wait.soon").text().to_owned();
    };
    let seconds = wait_ms.div_ceil(1_000).max(1);
    let (count, names) = match seconds {
        ..100 => (seconds, ["count.second", "count.seconds"]),
        100..6_000 => (seconds.div_ceil(60), ["count.minute", "count.minutes"]),
        6_000.. => (seconds.div_ceil(3_600), ["count.hour", "count.hours"]),
    };
    let wait = counted(language, i64::try_from(count).unwrap_or(i64::MAX), names);
    language.message("wait.in").with(&[("wait", &wait)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_in_whole_units_and_never_too_short() {
        for (wait_ms, spanish, english) in [
            (None, "en unos minutos", "in a few minutes"),
            (Some(0), "en 1 segundo", "in 1 second"),
            (Some(1_001), "en 2 segundos", "in 2 seconds"),
            (Some(60_000), "en 60 segundos", "in 60 seconds"),
            (Some(100_000), "en 2 minutos", "in 2 minutes"),
            (Some(3_600_000), "en 60 minutos", "in 60 minutes"),
            (Some(7_200_001), "en 3 horas", "in 3 hours"),
            (Some(u64::MAX), "en 5124095576031 horas", "in 5124095576031 hours"),
        ] {
            assert_eq!(wait(Language::es(), wait_ms), spanish);
            assert_eq!(wait(Language::en(), wait_ms), english);
        }
    }
}
