//! Languages as data: what a language knows stands in files that whoever speaks it edits, a folder for each.
//!
//! The folders are built into the program whole, and files of a configuration may stand over them: [`install`]. The engine
//! knows no word of them.

mod lexicon;
mod messages;
mod own;
mod tagged;
mod word_values;

use std::{
    collections::BTreeMap,
    sync::{LazyLock, OnceLock},
};

use include_dir::{Dir, include_dir};

pub use lexicon::{Lexicon, LexiconFault};
pub use messages::{Message, MessageFault, Messages};
pub use own::{FILES as PACK_FILES, PackFault, PackFile, Packs, read_packs};
pub use tagged::Tagged;
pub(crate) use word_values::Schema;
pub use word_values::{WordFault, WordValues};

use crate::{Language, slots};

static FOLDERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../config/languages");

static BUILT_IN: LazyLock<BTreeMap<String, Pack>> = LazyLock::new(|| {
    let folders = FOLDERS.dirs().filter_map(|folder| {
        let tag = folder.path().to_str()?;
        Some((tag.to_owned(), Pack::built_in(tag, folder)))
    });
    folders.collect()
});

/// Those that are read with, from the first reading on.
static INSTALLED: OnceLock<BTreeMap<String, Pack>> = OnceLock::new();

/// Other packs were read with already in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the languages of this process were read already, with other files: start anew for these")]
pub struct AlreadyRead;

/// From now on, these packs are read with. To be called before anything is read.
///
/// # Errors
/// [`AlreadyRead`] where others are in use.
pub fn install(packs: Packs) -> Result<(), AlreadyRead> {
    let wanted = packs.into_packs();
    if *INSTALLED.get_or_init(|| wanted.clone()) == wanted {
        Ok(())
    } else {
        Err(AlreadyRead)
    }
}

fn installed() -> &'static BTreeMap<String, Pack> {
    INSTALLED.get_or_init(|| BUILT_IN.clone())
}

/// What is known of a language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pack {
    /// What Turno itself says in it.
    pub messages: Messages,
    /// Its words and phrases.
    pub lexicon: Lexicon,
    /// Its words of numbers.
    pub numbers: WordValues,
    /// Its words of days and hours.
    pub moments: WordValues,
}

impl Pack {
    /// A pack that is built in. Tests read each of them, so a file with a fault never gets here.
    fn built_in(tag: &str, folder: &Dir<'_>) -> Self {
        let text = |name: &str| {
            let file = folder.get_file(format!("{tag}/{name}"));
            file.and_then(include_dir::File::contents_utf8)
                .unwrap_or_default()
        };
        Self {
            messages: Messages::read(text("messages.toml")).unwrap_or_default(),
            lexicon: Lexicon::built_in(text("lexicon.tsv")),
            numbers: WordValues::read(text("numbers.toml"), slots::NUMBERS).unwrap_or_default(),
            moments: WordValues::read(text("moments.toml"), slots::MOMENTS).unwrap_or_default(),
        }
    }
}

/// The tags of the readers whose phrases are patterns over what is spoken. All others are asked for by [`Tagged`].
fn reader_tags() -> impl Iterator<Item = &'static str> {
    crate::verdict::tags().chain(crate::secrets::tags())
}

/// The tags that a file may use: those that are built in have a reader each.
fn known_tags() -> impl Iterator<Item = &'static str> {
    BUILT_IN.values().flat_map(|pack| pack.lexicon.tags())
}

/// The nearest of some names, for whoever misspelt one.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    let near = known.min_by_key(|other| strsim::damerau_levenshtein(word, other));
    near.unwrap_or_default()
}

/// The languages that are read.
pub(crate) fn all() -> impl Iterator<Item = &'static Pack> {
    installed().values()
}

/// The tags of the languages that are built in, in alphabetical order: `en`, `es-MX`.
pub fn built_in_tags() -> impl Iterator<Item = &'static str> {
    BUILT_IN.keys().map(String::as_str)
}

/// The text of a file that is built in; none where there is no such file: `es-MX`, `messages.toml`.
pub fn built_in_file(tag: &str, name: &str) -> Option<&'static str> {
    FOLDERS.get_file(format!("{tag}/{name}"))?.contents_utf8()
}

impl Language {
    /// What is known of it.
    pub fn pack(self) -> &'static Pack {
        static NONE: LazyLock<Pack> = LazyLock::new(Pack::default);
        installed().get(self.tag()).unwrap_or(&NONE)
    }

    /// What Turno says in it under that name.
    pub fn message(self, name: &str) -> &'static Message {
        self.pack().messages.get(name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_pack_that_is_built_in_is_read_whole() {
        for tag in built_in_tags() {
            let text = built_in_file(tag, "messages.toml").unwrap();
            Messages::read(text).unwrap_or_else(|faults| panic!("{tag}/messages.toml: {faults:#?}"));
            let text = built_in_file(tag, "lexicon.tsv").unwrap();
            Lexicon::read(text).unwrap_or_else(|faults| panic!("{tag}/lexicon.tsv: {faults:#?}"));
            for (name, schema) in [("numbers.toml", slots::NUMBERS), ("moments.toml", slots::MOMENTS)] {
                let text = built_in_file(tag, name).unwrap();
                let words = WordValues::read(text, schema);
                let words = words.unwrap_or_else(|faults| panic!("{tag}/{name}: {faults:#?}"));
                assert!(words.rows().count() > 30, "{tag}/{name}");
            }
        }
    }

    #[test]
    fn each_pack_says_the_same_things_of_the_same_values() {
        type Said<'a> = BTreeSet<(&'a str, Vec<&'a str>)>;
        let mut first: Option<(&str, Said<'_>)> = None;
        for (tag, pack) in BUILT_IN.iter() {
            let all: Said<'_> = pack
                .messages
                .all()
                .map(|(name, message)| (name, message.values()))
                .collect();
            assert!(!all.is_empty(), "{tag}");
            let (of, names) = first.get_or_insert_with(|| (tag, all.clone()));
            let apart: Vec<_> = all.symmetric_difference(names).collect();
            assert!(apart.is_empty(), "{tag} and {of} differ in {apart:?}");
        }
    }

    #[test]
    fn each_language_has_a_pack() {
        for language in [Language::Es, Language::En] {
            assert!(BUILT_IN.contains_key(language.tag()), "{}", language.tag());
        }
    }
}
