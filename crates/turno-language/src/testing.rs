//! The languages that tests speak.

use crate::Language;

#[doc(hidden)]
#[expect(clippy::expect_used, reason = "for tests alone")]
impl Language {
    /// Spanish.
    pub fn es() -> Self {
        Self::named("es").expect("Spanish is built in")
    }

    /// English.
    pub fn en() -> Self {
        Self::named("en").expect("English is built in")
    }
}

/// The same, where a test needs constants.
#[cfg(test)]
pub(crate) const EN: Language = Language::at(0);
#[cfg(test)]
pub(crate) const ES: Language = Language::at(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_the_languages() {
        assert_eq!((EN, ES), (Language::en(), Language::es()));
    }
}
