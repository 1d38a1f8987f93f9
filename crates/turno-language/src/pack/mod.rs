//! Languages as data: what a language knows stands in files that whoever speaks it edits, a folder for each.
//!
//! The folders are built into the program whole. The engine knows no word of them.

mod lexicon;
mod messages;

use std::{collections::BTreeMap, sync::LazyLock};

use include_dir::{Dir, include_dir};

pub use lexicon::{Lexicon, LexiconFault};
pub use messages::{Message, MessageFault, Messages};

use crate::Language;

static FOLDERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../config/languages");

static BUILT_IN: LazyLock<BTreeMap<String, Pack>> = LazyLock::new(|| {
    let folders = FOLDERS.dirs().filter_map(|folder| {
        let tag = folder.path().to_str()?;
        Some((tag.to_owned(), Pack::built_in(tag, folder)))
    });
    folders.collect()
});

/// What is known of a language.
#[derive(Debug, Clone, Default)]
pub struct Pack {
    /// What Turno itself says in it.
    pub messages: Messages,
    /// Its words and phrases.
    pub lexicon: Lexicon,
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
            lexicon: Lexicon::read(text("lexicon.tsv")).unwrap_or_default(),
        }
    }
}

/// The tags that a reader knows.
pub(crate) fn known_tags() -> impl Iterator<Item = &'static str> {
    crate::verdict::tags().chain(crate::secrets::tags())
}

/// The languages that are built in.
pub(crate) fn built_in() -> impl Iterator<Item = &'static Pack> {
    BUILT_IN.values()
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
        BUILT_IN.get(self.tag()).unwrap_or(&NONE)
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
            Messages::read(text).unwrap_or_else(|fault| panic!("{tag}/messages.toml: {fault}"));
            let text = built_in_file(tag, "lexicon.tsv").unwrap();
            Lexicon::read(text).unwrap_or_else(|faults| panic!("{tag}/lexicon.tsv: {faults:#?}"));
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
