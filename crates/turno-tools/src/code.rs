//! Codes that people say: `RES-4821`.

use turno_runtime::port::{Store, ToolError};

/// Codes of four digits are tried this often before five are, and so on.
const TRIES_PER_LENGTH: u32 = 6;
const SHORTEST: u32 = 4;
const LONGEST: u32 = 9;

/// A code that no row has yet. It follows from the call's key, so that a call that is prepared again gets the same
/// one while it is free. The batch must expect its row to be absent.
pub(crate) async fn free_code(
    store: &dyn Store,
    prefix: &str,
    key: &str,
    row: impl Fn(&str) -> Vec<u8>,
) -> Result<String, ToolError> {
    for digits in SHORTEST..=LONGEST {
        for attempt in 0..TRIES_PER_LENGTH {
            let code = candidate(prefix, key, digits, attempt);
            if store.get(&row(&code)).await?.is_none() {
                return Ok(code);
            }
        }
    }
    Err(ToolError::Failed(
        "no free code was found: remove old bookings and orders".to_owned(),
    ))
}

/// A long id that follows from the call's key.
pub(crate) fn record_id(kind: &str, key: &str) -> String {
    let hash = blake3::hash(format!("{kind}\0{key}").as_bytes());
    format!("{kind}_{}", &hash.to_hex()[..20])
}

/// A code as rows have it, from how people write it: "res 4821" is `RES-4821`; digits alone get the prefixes.
pub(crate) fn spellings(code: &str, prefixes: &[&str]) -> Vec<String> {
    let letters: String = code
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_uppercase())
        .collect();
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() {
        return Vec::new();
    }
    if letters.is_empty() {
        return prefixes
            .iter()
            .map(|prefix| format!("{prefix}-{digits}"))
            .collect();
    }
    vec![format!("{letters}-{digits}")]
}

fn candidate(prefix: &str, key: &str, digits: u32, attempt: u32) -> String {
    let hash = blake3::hash(format!("{prefix}\0{key}\0{digits}\0{attempt}").as_bytes());
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    let number = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    // No leading zero, which people leave out when they say a number.
    let least = 10_u64.pow(digits - 1);
    format!("{prefix}-{}", least + number % (9 * least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_written() {
        for written in ["RES-4821", "res 4821", "res4821", "4821", " Res - 4 8 2 1"] {
            assert_eq!(spellings(written, &["RES"]), ["RES-4821"], "{written}");
        }
        assert_eq!(spellings("CIT-4821", &["RES"]), ["CIT-4821"]);
        assert!(spellings("hola", &["RES"]).is_empty());
    }

    #[test]
    fn a_code_begins_with_no_zero() {
        for call in 0..2_000 {
            let code = candidate("RES", &format!("key-{call}"), 4, 0);
            let digits = code.strip_prefix("RES-").unwrap();
            assert_eq!(digits.len(), 4);
            assert!(!digits.starts_with('0'));
        }
    }
}
