//! What nobody can guess, as it comes on an event.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The bytes of a seed.
const SEED_BYTES: usize = 16;

/// Keeps what is made of a seed apart from what others hash.
const CONTEXT: &str = "turno 2026 what is made of an event's seed";

/// Hexadecimal digits of what is put into an id: 80 bits.
const TOKEN_DIGITS: usize = 20;

/// Sixteen bytes that nobody can guess: the shell makes them for each event, out of a secret that only its store has, and the step
/// makes the ids and codes of that event from them. The step draws no random number, so the same events give the same ids.
///
/// It is shown where the event is shown (the journal's frame, recordings). It opens the ids and codes that were made at that one event
/// and nothing else: seeds are hashes of the store's secret, which does not follow from them, nor does one from another. Whoever may
/// see the event may see its reply, in which those ids stand.
///
/// It is written as hexadecimal digits, and shows but its beginning in what is printed for debugging.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; SEED_BYTES]);

impl Seed {
    /// These bytes.
    pub fn new(bytes: [u8; SEED_BYTES]) -> Self {
        Self(bytes)
    }

    /// 32 bytes for one purpose and one thing. Each pair of them gives others, and none says anything of the rest.
    pub fn bytes_for(&self, purpose: &str, of: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(&self.0);
        for part in [purpose, of] {
            // With its length, so that no two pairs are the same bytes.
            hasher.update(&(part.len() as u64).to_be_bytes());
            hasher.update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }

    /// 80 bits for one purpose and one thing, as 20 hexadecimal digits: what makes an id impossible to guess.
    pub fn token_for(&self, purpose: &str, of: &str) -> String {
        let mut token = hex(&self.bytes_for(purpose, of));
        token.truncate(TOKEN_DIGITS);
        token
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({}…)", hex(&self.0[..2]))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        from_hex(&digits).map(Self).ok_or_else(|| de::Error::custom("a seed is 32 hexadecimal digits"))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(digits: &str) -> Option<[u8; SEED_BYTES]> {
    let is_hex = digits.len() == 2 * SEED_BYTES && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_hex {
        return None;
    }
    let mut bytes = [0; SEED_BYTES];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_written_as_digits_and_read_again() {
        let seed = Seed::new(std::array::from_fn(|at| at as u8 * 17));
        let written = serde_json::to_string(&seed).unwrap();
        assert_eq!(written, "\"00112233445566778899aabbccddeeff\"");
        assert_eq!(serde_json::from_str::<Seed>(&written).unwrap(), seed);
        for wrong in ["\"00\"", "\"+0112233445566778899aabbccddeeff\"", "7"] {
            assert!(serde_json::from_str::<Seed>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_made_of_a_seed_differs_by_seed_by_purpose_and_by_thing() {
        let (one, other) = (Seed::new([1; 16]), Seed::new([2; 16]));
        let made = [
            one.token_for("choice", "1-1"),
            one.token_for("choice", "1-2"),
            one.token_for("code", "1-1"),
            one.token_for("choice1", "-1"),
            other.token_for("choice", "1-1"),
        ];
        for (at, token) in made.iter().enumerate() {
            assert_eq!(token.len(), 20);
            assert!(!made[..at].contains(token), "{token}");
        }
        assert_eq!(made[0], one.token_for("choice", "1-1"));
    }

    #[test]
    fn a_seed_that_is_printed_tells_but_its_beginning() {
        assert_eq!(format!("{:?}", Seed::new([0xab; 16])), "Seed(abab…)");
    }
}
