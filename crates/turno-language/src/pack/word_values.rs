//! `numbers.toml` and `moments.toml` of a language: what its words are worth.
//!
//! A file has tables, and each table lists of words under what they mean:
//!
//! ```toml
//! [weekdays]
//! monday = ["lunes"]
//! ```

use std::{collections::BTreeMap, ops::Range};

use toml::Spanned;

/// What words mean, by the table they stand in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordValues(BTreeMap<(String, String), String>);

/// What is wrong in a file of words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordFault {
    /// It is no TOML, or has something else than tables of lists of words.
    #[error("{message}: words stand in tables, as `meaning = [\"word\", \"other\"]`")]
    Toml {
        /// What the reader of TOML says.
        message: String,
    },
    /// There is no such table, or nothing of that meaning in it.
    #[error("`{table}` knows no `{key}`: take the tables and the meanings of the file that is built in")]
    Unknown {
        /// The table.
        table: String,
        /// The meaning.
        key: String,
    },
    /// It has blanks, capital letters, accents or marks: it would match nothing.
    #[error(
        "`{word}` would match nothing: one word stands here, in small letters, without accents and marks"
    )]
    NotOneWord {
        /// The word.
        word: String,
    },
    /// It stands in the file already.
    #[error("`{word}` means `{other}` already: a word stands in one place")]
    Twice {
        /// The word.
        word: String,
        /// What it means there.
        other: String,
    },
}

/// A fault, and its place in the file, in bytes.
type Placed = (Range<usize>, WordFault);

/// What the tables of a file mean.
#[derive(Clone, Copy)]
pub(crate) struct Schema {
    /// Whether a table has that meaning.
    pub(crate) knows: fn(table: &str, key: &str) -> bool,
    /// Whether a word may stand in one of its tables only.
    pub(crate) is_one_table: bool,
}

impl Schema {
    /// Whether a word may stand in one of two tables only.
    fn is_shared(self, one: &str, other: &str) -> bool {
        one == other || self.is_one_table && !takes_names(one) && !takes_names(other)
    }
}

/// Whether a table has names of several words, which are made of those of other tables.
fn takes_names(table: &str) -> bool {
    table.ends_with("_names")
}

impl WordValues {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults, each with its place in the file, in bytes.
    pub(crate) fn read(file: &str, schema: Schema) -> Result<Self, Vec<Placed>> {
        type Tables = BTreeMap<String, BTreeMap<Spanned<String>, Vec<Spanned<String>>>>;
        let tables: Tables = toml::from_str(file).map_err(|error| {
            let message = error.message().to_owned();
            vec![(error.span().unwrap_or_default(), WordFault::Toml { message })]
        })?;
        let mut values = Self::default();
        let mut faults = Vec::new();
        for (table, lists) in tables {
            for (key, words) in lists {
                if !(schema.knows)(&table, key.get_ref()) {
                    let (table, key) = (table.clone(), key.clone());
                    faults.push((key.span(), WordFault::Unknown { table, key: key.into_inner() }));
                    continue;
                }
                for word in words {
                    let place = word.span();
                    let added = values.add(&table, key.get_ref(), word.into_inner(), schema);
                    faults.extend(added.err().map(|fault| (place, fault)));
                }
            }
        }
        faults.sort_by_key(|(place, _)| place.start);
        if faults.is_empty() { Ok(values) } else { Err(faults) }
    }

    fn add(&mut self, table: &str, key: &str, word: String, schema: Schema) -> Result<(), WordFault> {
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_right = if takes_names(table) { word.split(' ').all(is_word) } else { is_word(&word) };
        if !is_right {
            return Err(WordFault::NotOneWord { word });
        }
        let is_same =
            |(other, of_word): &&(String, String)| *of_word == word && schema.is_shared(other, table);
        if let Some(known) = self.0.keys().find(is_same) {
            let other = self.0.get(known).cloned().unwrap_or_default();
            return Err(WordFault::Twice { word, other });
        }
        self.0.insert((table.to_owned(), word), key.to_owned());
        Ok(())
    }

    /// This one before what is built in: its words take the place of those there.
    pub(super) fn over(self, built_in: &Self, schema: Schema) -> Self {
        let mut all = built_in.0.clone();
        all.retain(|(table, word), _| {
            !self.0.keys().any(|(other, own)| own == word && schema.is_shared(other, table))
        });
        all.extend(self.0);
        Self(all)
    }

    /// The words with their tables and meanings.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let rows = self.0.iter();
        rows.map(|((table, word), key)| (table.as_str(), key.as_str(), word.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: Schema =
        Schema { knows: |table, key| table == "months" && key.parse::<u8>().is_ok(), is_one_table: true };

    #[test]
    fn words_have_their_meanings_and_those_of_ones_own_go_before() {
        let built_in =
            WordValues::read("[months]\n1 = [\"enero\", \"ene\"]\n2 = [\"febrero\"]", SCHEMA).unwrap();
        let own = WordValues::read("[months]\n2 = [\"febrerillo\", \"ene\"]", SCHEMA).unwrap();
        let all = own.over(&built_in, SCHEMA);
        let rows: Vec<_> = all.rows().map(|(_, key, word)| format!("{word} {key}")).collect();
        assert_eq!(rows, ["ene 2", "enero 1", "febrerillo 2", "febrero 2"]);
    }

    #[test]
    fn each_slip_is_told_at_its_place() {
        let text = "[months]\n1 = [\"enero\", \"Ene\", \"año nuevo\"]\n2 = [\"enero\"]\nfeb = [\"feb\"]";
        let faults = WordValues::read(text, SCHEMA).unwrap_err();
        let told: Vec<String> =
            faults.iter().map(|(place, fault)| format!("{} {fault}", &text[place.clone()])).collect();
        assert_eq!(
            told,
            [
                "\"Ene\" `Ene` would match nothing: one word stands here, in small letters, without accents and marks",
                "\"año nuevo\" `año nuevo` would match nothing: one word stands here, in small letters, without accents and marks",
                "\"enero\" `enero` means `1` already: a word stands in one place",
                "feb `months` knows no `feb`: take the tables and the meanings of the file that is built in",
            ]
        );
        assert!(matches!(
            &WordValues::read("[months]\n1 = 3", SCHEMA).unwrap_err()[..],
            [(_, WordFault::Toml { .. })]
        ));
    }
}
