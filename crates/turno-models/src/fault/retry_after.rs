//! How long a provider asks to be left alone, in each of the ways in which it may say so.

use std::time::SystemTime;

use http::HeaderMap;
use http::header::{DATE, RETRY_AFTER};
use serde_json::Value;

/// No provider is left alone for longer: a day, in milliseconds.
const MOST_MS: f64 = 86_400_000.0;

/// `retry-after-ms`, or `Retry-After` in seconds or as a date, which is reckoned from the answer's own date.
pub(super) fn of_headers(headers: &HeaderMap) -> Option<u64> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(ms) = text("retry-after-ms").and_then(|value| value.parse().ok()).and_then(bounded) {
        return Some(ms);
    }
    let value = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = value.parse::<f64>() {
        return bounded(seconds * 1000.0);
    }
    let then = httpdate::parse_http_date(value).ok()?;
    let now = text(DATE.as_str())
        .and_then(|date| httpdate::parse_http_date(date).ok())
        .unwrap_or_else(SystemTime::now);
    let wait = then.duration_since(now).unwrap_or_default();
    bounded(wait.as_secs_f64() * 1000.0)
}

/// `RetryInfo` among the details of one of Google's errors: `"retryDelay": "34.07s"`.
pub(super) fn of_details(error: &Value) -> Option<u64> {
    error.get("details")?.as_array()?.iter().find_map(|detail| {
        let delay = detail.get("retryDelay")?.as_str()?;
        let seconds: f64 = delay.strip_suffix('s')?.parse().ok()?;
        bounded(seconds * 1000.0)
    })
}

fn bounded(ms: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between 0 and a day"
    )]
    (ms.is_finite() && ms >= 0.0).then(|| ms.min(MOST_MS).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&'static str, &'static str)]) -> Option<u64> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        of_headers(&headers)
    }

    #[test]
    fn seconds_milliseconds_and_dates_are_read() {
        assert_eq!(of(&[("retry-after", "2")]), Some(2_000));
        assert_eq!(of(&[("retry-after", "0.25")]), Some(250));
        assert_eq!(of(&[("retry-after-ms", "1500"), ("retry-after", "9")]), Some(1_500));
        let at = "Sat, 28 Nov 2026 18:00:30 GMT";
        assert_eq!(of(&[("date", "Sat, 28 Nov 2026 18:00:00 GMT"), ("retry-after", at)]), Some(30_000));
        assert_eq!(of(&[("date", "Sat, 28 Nov 2026 18:01:00 GMT"), ("retry-after", at)]), Some(0));
        for wrong in ["-1", "NaN", "inf", "soon", ""] {
            assert_eq!(of(&[("retry-after", wrong)]), None, "{wrong}");
        }
        assert_eq!(of(&[("retry-after", "99999999999")]), Some(86_400_000));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn the_delay_of_googles_errors_is_read() {
        let error = serde_json::json!({"details": [
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure"},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"},
        ]});
        assert_eq!(of_details(&error), Some(34_500));
    }
}
