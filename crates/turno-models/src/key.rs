//! A provider's key: put into a header and nowhere else.

use std::fmt;

use http::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

/// What stands in a text in a key's place.
const MASK: &str = "•••";

/// Shorter keys are not looked for in texts: they would be found where they are not.
const MASKED_CHARACTERS_MIN: usize = 6;

/// The key of an account with a provider. It cannot be printed, and its memory is wiped when it goes.
#[derive(Clone)]
pub struct ApiKey(SecretString);

impl ApiKey {
    /// Wraps a key; white space around it is not part of it.
    pub fn new(key: &str) -> Self {
        Self(SecretString::from(key.trim().to_owned()))
    }

    /// The value of a header: `prefix`, then the key. It is marked sensitive. None where no header can hold it.
    pub(crate) fn header(&self, prefix: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{prefix}{}", self.0.expose_secret())).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// A text without the key in it: some providers repeat the key that they refuse.
    pub(crate) fn mask(&self, text: &str) -> String {
        let key = self.0.expose_secret();
        if key.chars().count() < MASKED_CHARACTERS_MIN {
            return text.to_owned();
        }
        text.replace(key, MASK)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_in_its_header_and_in_nothing_that_is_printed() {
        let key = ApiKey::new(" sk-secret-1\n");
        let header = key.header("Bearer ").unwrap();
        assert_eq!(header.to_str().unwrap(), "Bearer sk-secret-1");
        assert_eq!(format!("{key:?} {header:?}"), "••• Sensitive");
        assert_eq!(key.mask("wrong key: sk-secret-1."), "wrong key: •••.");
        assert!(ApiKey::new("two\nlines").header("").is_none());
    }
}
