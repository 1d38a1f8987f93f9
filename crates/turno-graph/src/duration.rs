//! Lengths of time, as operators write them.

/// Reads `"500ms"`, `"10s"`, `"2m"`, `"12h"` or `"30d"` into milliseconds; none where it is nothing of the kind, or no
/// time at all.
pub fn parse_duration_ms(text: &str) -> Option<u64> {
    let unit_start = text.find(|c: char| !c.is_ascii_digit())?;
    let (count, unit) = text.split_at(unit_start);
    let unit_ms: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    let duration_ms = count.parse::<u64>().ok()?.checked_mul(unit_ms)?;
    (duration_ms > 0).then_some(duration_ms)
}

#[cfg(test)]
mod tests {
    use super::parse_duration_ms;

    #[test]
    fn lengths_of_time_are_read_and_nonsense_is_not() {
        for (text, duration_ms) in [
            ("500ms", 500),
            ("10s", 10_000),
            ("2m", 120_000),
            ("12h", 12 * 3_600_000),
            ("30d", 30 * 24 * 3_600_000),
        ] {
            assert_eq!(parse_duration_ms(text), Some(duration_ms), "{text}");
        }
        for text in [
            "",
            "d",
            "0s",
            "-1d",
            "30",
            "30 days",
            "1.5h",
            "99999999999999999999d",
            "9999999999999999d",
            "30ñ",
            "2 m",
            "m2",
        ] {
            assert_eq!(parse_duration_ms(text), None, "{text}");
        }
    }
}
