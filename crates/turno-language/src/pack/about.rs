//! `language.toml` of a language: what it is called, what it is mixed with, and how numbers, things, letters and signs are
//! said in it.

use std::{collections::BTreeMap, ops::Range};

use serde::Deserialize;

/// What stands in `language.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct About {
    /// Its name in itself: "español".
    pub name: String,
    /// What those call it who ask for it, folded, in any language.
    pub called: Vec<String>,
    /// It is spoken where nobody says which language.
    pub is_first: bool,
    /// Whether what is learnt of answers was learnt of answers in it, too.
    pub answers_learnt: bool,
    /// The tags of the languages that people mix it with.
    pub reads_with: Vec<String>,
    /// How telephone numbers in E.164 begin in the countries where it is spoken.
    pub phones: Vec<String>,
    /// What its readers are to know of its sentences.
    pub grammar: Grammar,
    /// How things are counted.
    pub plurals: Plurals,
    /// Places in a row.
    pub ordinals: Ordinals,
    /// How codes, telephones and addresses are spelled.
    pub spelling: Spelling,
    /// What currencies are called, by their ISO 4217 codes: one, several, one hundredth, several.
    pub currencies: BTreeMap<String, [String; 4]>,
}

/// What readers are to know of the sentences of a language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Grammar {
    /// How its sentences are built.
    pub family: Family,
}

/// How the sentences of a language are built.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// As in Spanish: "el 5 de mayo a las 8 de la noche"; a "no" also denies what follows it.
    #[default]
    Romance,
    /// As in English: "May 5th at 8 p.m."; "not" denies what follows, and "no" only answers.
    Germanic,
}

/// How words end, and what that becomes.
pub type Endings = Vec<(String, String)>;

/// How things are counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plurals {
    /// How one ends, and how several do; the first that fits counts.
    pub endings: Endings,
    /// All words of a thing's name are put in the plural, not the last alone.
    pub all_words: bool,
    /// How words end that are in the plural.
    pub plural: Vec<String>,
    /// How words end that look so and are not.
    pub singular: Vec<String>,
    /// What is counted in orders, not in pieces.
    pub uncounted: Vec<String>,
    /// Before these words ends what is put in the plural.
    pub before: Vec<String>,
}

/// Places in a row.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ordinals {
    /// The words, from the first on.
    pub words: Vec<String>,
    /// The same for what is feminine; none where there is no difference.
    pub feminine: Vec<String>,
    /// What is written behind a number, by how it ends.
    pub written: Endings,
    /// The same for what is feminine.
    pub written_feminine: Endings,
    /// What has no word, with `{place}` in it; as it is written where this is empty.
    pub beyond: String,
}

/// How codes, telephones and addresses are spelled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Spelling {
    /// How a telephone number is said.
    pub phone: PhoneSaid,
    /// Letters that are not said by their names alone.
    pub letters: BTreeMap<String, String>,
    /// Signs of an address.
    pub signs: BTreeMap<char, String>,
}

/// How a telephone number is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhoneSaid {
    /// "55 12 34".
    Pairs,
    /// "5 5 1 2".
    #[default]
    Digits,
}

/// What is wrong in `language.toml`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}: take the keys and the kinds of values of the file that is built in")]
pub struct AboutFault(String);

impl About {
    /// Reads files, each over those before it: what one does not say is taken from them, table by table.
    ///
    /// # Errors
    /// The first fault of the last file that has one, with its place in it, in bytes.
    pub fn read(files: &[&str]) -> Result<Self, Vec<(Range<usize>, AboutFault)>> {
        let mut all = toml::Table::new();
        for file in files {
            // By itself first, so that a fault has its place.
            toml::from_str::<Self>(file).map_err(|error| fault(&error))?;
            merge(&mut all, toml::from_str(file).map_err(|error| fault(&error))?);
        }
        all.try_into().map_err(|error| fault(&error))
    }
}

fn fault(error: &toml::de::Error) -> Vec<(Range<usize>, AboutFault)> {
    let place = error.span().unwrap_or_default();
    vec![(place, AboutFault(error.message().to_owned()))]
}

fn merge(all: &mut toml::Table, own: toml::Table) {
    for (key, value) in own {
        match (all.get_mut(&key), value) {
            (Some(toml::Value::Table(there)), toml::Value::Table(own)) => merge(there, own),
            (_, value) => {
                all.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_ones_own_changes_what_it_says_and_nothing_else() {
        let built_in = "name = \"español\"\ncalled = [\"espanol\"]\n[spelling.letters]\nB = \"be grande\"\nV = \"ve chica\"";
        let own = "[spelling.letters]\nB = \"be larga\"";
        let about = About::read(&[built_in, own]).unwrap();
        assert_eq!(about.called, ["espanol"]);
        assert_eq!(about.spelling.letters["B"], "be larga");
        assert_eq!(about.spelling.letters["V"], "ve chica");
    }

    #[test]
    fn a_slip_is_told_at_its_place() {
        let text = "name = \"español\"\n[plurals]\nending = []";
        let faults = About::read(&[text]).unwrap_err();
        assert_eq!(&text[faults[0].0.clone()], "ending");
        assert!(faults[0].1.to_string().starts_with("unknown field `ending`"), "{faults:?}");
    }
}
