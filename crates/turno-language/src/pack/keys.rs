//! `keys.toml` of a language, which it may have: what those who speak it call the keys and names of Turno's own files.
//!
//! A word has the names that may be meant by it, the likeliest first. A reader of a file asks for them where it meets a name
//! that it does not know, and tells the first that it does know:
//!
//! ```toml
//! [keys]
//! fecha = ["date", "day"]
//! ```

use std::{collections::BTreeMap, ops::Range};

use toml::Spanned;

use crate::text::fold;

/// What words may mean in Turno's own files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys(BTreeMap<String, Vec<String>>);

/// What is wrong in a file of keys.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyFault {
    /// It is no TOML, or has something else than one table of lists.
    #[error("{message}: words stand in the table [keys], as `word = [\"name\", \"other\"]`")]
    Toml {
        /// What the reader of TOML says.
        message: String,
    },
    /// It has blanks, capital letters, accents or marks: it would match nothing.
    #[error(
        "`{word}` would match nothing: a word stands here in small letters, without accents, and with `_` for a blank"
    )]
    NotAWord {
        /// The word.
        word: String,
    },
}

/// A fault, and its place in the file, in bytes.
type Placed = (Range<usize>, KeyFault);

impl Keys {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults, each with its place in the file, in bytes.
    pub fn read(file: &str) -> Result<Self, Vec<Placed>> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(default)]
            keys: BTreeMap<Spanned<String>, Vec<String>>,
        }
        let file: File = toml::from_str(file).map_err(|error| {
            let message = error.message().to_owned();
            vec![(error.span().unwrap_or_default(), KeyFault::Toml { message })]
        })?;
        let is_word = |word: &str| {
            !word.is_empty() && { word.bytes() }.all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        };
        let (words, others): (Vec<_>, Vec<_>) =
            file.keys.into_iter().partition(|(word, _)| is_word(word.get_ref()));
        if others.is_empty() {
            let words = words.into_iter();
            return Ok(Self(words.map(|(word, names)| (word.into_inner(), names)).collect()));
        }
        let faults = others.into_iter().map(|(word, _)| {
            let place = word.span();
            let word = word.into_inner();
            (place, KeyFault::NotAWord { word })
        });
        let mut faults: Vec<Placed> = faults.collect();
        faults.sort_by_key(|(place, _)| place.start);
        Err(faults)
    }

    /// This one before what is built in: its words take the place of those there.
    pub(super) fn over(self, built_in: &Self) -> Self {
        let mut all = built_in.0.clone();
        all.extend(self.0);
        Self(all)
    }

    /// The names that may be meant by a word, however it is written.
    pub(super) fn meant_by(&self, word: &str) -> impl Iterator<Item = &str> {
        let word = fold(word).replace(['-', ' '], "_");
        self.0.get(&word).into_iter().flatten().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_names_however_it_is_written() {
        let built_in =
            Keys::read("[keys]\ndia = [\"day\", \"date\"]\nzona_horaria = [\"time_zone\"]").unwrap();
        let meant = |word: &str| built_in.meant_by(word).collect::<Vec<_>>();
        assert_eq!(meant("Día"), ["day", "date"]);
        assert_eq!(meant("zona horaria"), ["time_zone"]);
        assert!(meant("zona").is_empty());
        let own = Keys::read("[keys]\ndia = [\"date\"]").unwrap().over(&built_in);
        assert_eq!(own.meant_by("dia").collect::<Vec<_>>(), ["date"]);
    }

    #[test]
    fn each_slip_is_told_at_its_place() {
        let text = "[keys]\ndia = [\"day\"]\nHora = [\"hour\"]\n\"día\" = [\"day\"]";
        let faults = Keys::read(text).unwrap_err();
        let told: Vec<&str> = faults.iter().map(|(place, _)| &text[place.clone()]).collect();
        assert_eq!(told, ["Hora", "\"día\""]);
        for text in ["[keys]\na = 3", "a = [\"b\"]", "[keys"] {
            let faults = Keys::read(text).unwrap_err();
            assert!(matches!(&faults[..], [(_, KeyFault::Toml { .. })]), "{text}: {faults:?}");
        }
    }
}
