//! Codes that people say: `RES-482173648`.
//!
//! A code is the prefix of its kind and nine digits: eight that nobody can guess, made from the seed of the event, and a check digit.
//!
//! - Digits alone: no letter is taken for another on a phone (B, V, D, P, T and E; S, F and X; M and N), none is spelled differently in
//!   Spanish and in English, none looks like a digit, and a code can be typed on a telephone's keys. The prefix is the same for all and may
//!   be left out.
//! - Nine of them are said in three groups of three, as people say long numbers, and are one fewer than a phone has in Mexico, so that
//!   the two are told apart.
//! - The check digit tells a code that was misheard, or typed with a slip, before anything is looked up.
//! - Eight digits without a leading zero, which people leave out, are 90 million: too few against somebody who may try as often as
//!   they like, and enough where tries are counted (`tries.rs`). With a thousand bookings to come, thirty wrong tries an hour
//!   against a whole business find one in about 3,000 hours, and then its name is wanted too. Forty bits, which would be enough alone,
//!   would take twelve digits and more: too long to say.
//!
//! Codes of earlier versions (`RES-4821`) have four digits, or a few more; they are read and found as ever.

use turno_core::Seed;
use turno_language::{CODE_DIGITS, is_whole_code, with_check_digit};
use turno_runtime::port::{Store, ToolContext, ToolError};

/// So many codes are tried; it would take a business with millions of rows to need a second.
const TRIES: u32 = 12;

/// The digits of earlier codes, and how often each length was tried.
const EARLIER_DIGITS: std::ops::RangeInclusive<u32> = 4..=6;
const EARLIER_TRIES: u32 = 6;

/// A code that no row has yet. It follows from the seed of the call's event and from its key. The batch must expect its row to be absent.
///
/// Without a seed, as only recordings of earlier versions and tests are, codes are as they were.
pub async fn free_code(
    store: &dyn Store,
    context: &ToolContext,
    prefix: &str,
    row: impl Fn(&str) -> Vec<u8>,
) -> Result<String, ToolError> {
    let key = &context.key;
    let candidates: Vec<String> = match &context.seed {
        Some(seed) => (0..TRIES).map(|attempt| candidate(seed, prefix, key, attempt)).collect(),
        None => EARLIER_DIGITS
            .flat_map(|digits| (0..EARLIER_TRIES).map(move |attempt| (digits, attempt)))
            .map(|(digits, attempt)| earlier_candidate(prefix, key, digits, attempt))
            .collect(),
    };
    for code in candidates {
        if store.get(&row(&code)).await?.is_none() {
            return Ok(code);
        }
    }
    Err(ToolError::Failed("no free code was found: remove old bookings and orders".to_owned()))
}

/// A long id that follows from the call's key.
pub fn record_id(kind: &str, key: &str) -> String {
    let hash = blake3::hash(format!("{kind}\0{key}").as_bytes());
    format!("{kind}_{}", &hash.to_hex()[..20])
}

/// A code as rows have it, from how people write it: "res 4821" is `RES-4821`; digits alone get the prefixes.
pub fn spellings(code: &str, prefixes: &[&str]) -> Vec<String> {
    let letters: String =
        code.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
    let digits = digits_of(code);
    if digits.is_empty() {
        return Vec::new();
    }
    if letters.is_empty() {
        return prefixes.iter().map(|prefix| format!("{prefix}-{digits}")).collect();
    }
    vec![format!("{letters}-{digits}")]
}

/// Earlier codes grew by a digit where nearly all of a length were taken: none has more.
const EARLIER_DIGITS_MAX: usize = 6;

/// Whether a code cannot be one: it has more digits than any of an earlier version, and not as many as there are now, or its check digit
/// is wrong. It was misheard, or typed with a slip, whatever there is in the store.
pub fn is_misheard(code: &str) -> bool {
    let digits = digits_of(code);
    digits.len() > EARLIER_DIGITS_MAX && !is_whole_code(&digits)
}

fn digits_of(code: &str) -> String {
    code.chars().filter(char::is_ascii_digit).collect()
}

fn candidate(seed: &Seed, prefix: &str, key: &str, attempt: u32) -> String {
    let bytes = seed.bytes_for("code", &format!("{prefix}\0{key}\0{attempt}"));
    let digits = digits_from(&bytes, CODE_DIGITS as u32 - 1);
    format!("{prefix}-{}", with_check_digit(&digits.to_string()))
}

fn earlier_candidate(prefix: &str, key: &str, digits: u32, attempt: u32) -> String {
    let hash = blake3::hash(format!("{prefix}\0{key}\0{digits}\0{attempt}").as_bytes());
    format!("{prefix}-{}", digits_from(hash.as_bytes(), digits))
}

/// A number of so many digits. The bias is of one in 10^11.
fn digits_from(bytes: &[u8; 32], digits: u32) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let number = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    // No leading zero, which people leave out when they say a number.
    let least = 10_u64.pow(digits - 1);
    least + number % (9 * least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_written() {
        for written in ["RES-4821", "res 4821", "res4821", "4821", " Res - 4 8 2 1"] {
            assert_eq!(spellings(written, &["RES"]), ["RES-4821"], "{written}");
        }
        for written in ["RES-482173648", "res 482 173 648", "482-173-648"] {
            assert_eq!(spellings(written, &["RES"]), ["RES-482173648"], "{written}");
        }
        assert_eq!(spellings("CIT-4821", &["RES"]), ["CIT-4821"]);
        assert!(spellings("hola", &["RES"]).is_empty());
    }

    #[test]
    fn a_code_has_nine_digits_begins_with_no_zero_and_has_its_check_digit() {
        let mut codes = std::collections::BTreeSet::new();
        for call in 0..2_000_u32 {
            let mut bytes = [7; 16];
            bytes[..4].copy_from_slice(&call.to_be_bytes());
            let code = candidate(&Seed::new(bytes), "RES", "the same key", 0);
            let digits = code.strip_prefix("RES-").unwrap();
            assert!(is_whole_code(digits) && !digits.starts_with('0'), "{code}");
            assert!(!is_misheard(&code));
            codes.insert(code);
        }
        assert!(codes.len() > 1_995, "the seed makes the code: {}", codes.len());
    }

    #[test]
    fn a_code_that_cannot_be_one_was_misheard_and_an_earlier_one_can() {
        for misheard in ["RES-482173649", "RES-48217364", "4821736", "RES 4821 7364 85"] {
            assert!(is_misheard(misheard), "{misheard}");
        }
        for possible in ["RES-4821", "RES-48217", "482173", "482 173 648", "hola", ""] {
            assert!(!is_misheard(possible), "{possible}");
        }
    }
}
