//! Countries as data: `config/countries/MX.toml` and its like say what addresses there name and how phones there begin.

use std::{collections::BTreeMap, sync::LazyLock};

use include_dir::{Dir, include_dir};
use serde::Deserialize;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../config/countries");

static COUNTRIES: LazyLock<BTreeMap<String, Country>> = LazyLock::new(|| {
    let files = FILES.files().filter_map(|file| {
        let code = file.path().file_stem()?.to_str()?;
        // Tests read each of them, so a file with a fault never gets here.
        let country = toml::from_str(file.contents_utf8()?).unwrap_or_default();
        Some((code.to_owned(), country))
    });
    files.collect()
});

/// What is known of a country.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Country {
    /// What stands before a phone's own digits in E.164.
    phone_prefix: String,
    /// How many digits of its own a phone has.
    phone_digits: usize,
    /// Words that a price may have beside the code of its currency.
    pub(crate) money_words: Vec<String>,
    /// Its own names, as addresses end in them.
    pub names: Vec<String>,
    /// Words that a longer name of a place begins with: "Benito Juárez" is not "Juárez".
    pub begin_longer_names: Vec<String>,
    /// Its cities and states, each under all its names, the one that people are told first.
    pub cities: Vec<Vec<String>>,
}

impl Country {
    /// The countries that are known.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        COUNTRIES.values()
    }

    /// The country of an ISO 3166 code, where it is known.
    pub fn of_code(code: &str) -> Option<&'static Self> {
        COUNTRIES.get(code)
    }

    /// A phone in E.164 from its own digits; none where there are more or fewer than a phone there has.
    pub(crate) fn phone(&self, digits: &str) -> Option<String> {
        (digits.len() == self.phone_digits).then(|| format!("{}{digits}", self.phone_prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_read() {
        for file in FILES.files() {
            let country: Country = toml::from_str(file.contents_utf8().unwrap())
                .unwrap_or_else(|error| panic!("{}: {error}", file.path().display()));
            assert!(country.cities.iter().all(|city| !city.is_empty()), "{}", file.path().display());
        }
        assert!(Country::all().count() >= 2);
        let mexico = Country::of_code("MX").unwrap();
        assert_eq!(mexico.phone("5512345678").as_deref(), Some("+525512345678"));
        assert_eq!(mexico.phone("551234567"), None);
        assert_eq!(Country::of_code("XX"), None);
    }
}
