//! The patterns of an intent as an operator writes them: one list, or one for each language.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::placed::Placed;

/// The patterns of an intent: a list, or a list for each language. All of them are tried, whatever the conversation's
/// language.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub(crate) enum PatternsFile {
    /// In any language.
    All(Vec<Placed<String>>),
    /// Language code to patterns.
    ByLanguage(BTreeMap<Placed<String>, Vec<Placed<String>>>),
}

impl Default for PatternsFile {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

impl PatternsFile {
    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Placed<String>> + Clone {
        let (all, by_language) = match self {
            Self::All(patterns) => (Some(patterns), None),
            Self::ByLanguage(languages) => (None, Some(languages)),
        };
        all.into_iter()
            .flatten()
            .chain(by_language.into_iter().flat_map(|languages| languages.values().flatten()))
    }
}

// By hand: an untagged enum would lose the places of its values.
impl<'de> Deserialize<'de> for PatternsFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PatternsVisitor)
    }
}

struct PatternsVisitor;

impl<'de> Visitor<'de> for PatternsVisitor {
    type Value = PatternsFile;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of patterns, or a table of languages with a list each")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<PatternsFile, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(PatternsFile::All)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PatternsFile, A::Error> {
        let mut languages = BTreeMap::new();
        while let Some((language, patterns)) = map.next_entry()? {
            languages.insert(language, patterns);
        }
        Ok(PatternsFile::ByLanguage(languages))
    }
}
