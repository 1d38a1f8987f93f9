//! What a gateway gives as the caller: never a reason to refuse what the caller said.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// What is kept of it: more than any telephone number has.
const CHARACTERS_MAX: usize = 32;

/// Reads the field whatever it is: what is no text is no phone, and says so by its looks.
pub(crate) fn lenient<'de, D: Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(field)? {
        Value::Null => None,
        Value::String(text) => Some(text),
        other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            Some(other.to_string())
        }
    })
}

/// What goes on to the conversation. A number goes as it is; of anything else the beginning, which is as little a number.
pub(crate) fn caller_of(sent: &str) -> String {
    let mut caller: String = sent
        .chars()
        .take(CHARACTERS_MAX)
        .map(|character| if character.is_control() { '?' } else { character })
        .collect();
    if sent.chars().nth(CHARACTERS_MAX).is_some() {
        caller.push('…');
    }
    caller
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_number_goes_as_it_is_and_nothing_becomes_one() {
        assert_eq!(caller_of("+525512345678"), "+525512345678");
        assert_eq!(caller_of("anonymous"), "anonymous");
        assert_eq!(caller_of("+5255\u{0}12345678"), "+5255?12345678");
        let long = "0".repeat(60_000);
        assert_eq!(caller_of(&long), format!("{}…", "0".repeat(32)));
    }

    proptest! {
        #[test]
        fn only_a_number_is_one_afterwards(sent in "\\PC{0,60}|[+0-9\u{0}-\u{20}]{0,60}") {
            let is_number = |text: &str| {
                text.strip_prefix('+').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            };
            let caller = caller_of(&sent);
            prop_assert!(caller.chars().count() <= CHARACTERS_MAX + 1);
            prop_assert!(!is_number(&caller) || caller == sent);
        }
    }
}
