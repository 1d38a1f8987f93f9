//! Languages as data: what a language knows stands in files that whoever speaks it edits, a folder for each.
//!
//! The folders are built into the program whole, and files of a configuration may stand over them: [`install`]. The engine
//! knows no word of them.

mod about;
mod claims;
mod examples;
mod keys;
mod lexicon;
mod messages;
mod own;
mod tagged;
mod word_values;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{LazyLock, OnceLock},
};

use include_dir::{Dir, include_dir};

pub use about::{About, AboutFault, Endings, Family, Grammar, Ordinals, PhoneSaid, Plurals, Spelling};
pub(crate) use claims::CLASS_TAG;
pub use claims::{ClaimFault, Claims};
pub use examples::{ExampleFault, Examples};
pub use keys::{KeyFault, Keys};
pub use lexicon::{Lexicon, LexiconFault};
pub use messages::{Message, MessageFault, Messages};
pub use own::{FILES as PACK_FILES, Lack, PackFault, PackFile, Packs, read_packs};
pub use tagged::Tagged;
pub(crate) use tagged::{as_readers_get_it, words_with_tag};
pub(crate) use word_values::Schema;
pub use word_values::{WordFault, WordValues};

use crate::{language::primary, slots};

static FOLDERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../config/languages");

static BUILT_IN: LazyLock<BTreeMap<String, Pack>> = LazyLock::new(|| {
    let folders = FOLDERS.dirs().filter_map(|folder| {
        let tag = folder.path().to_str()?;
        // Beside the languages stands how what is learnt of them was made.
        folder.get_file(format!("{tag}/language.toml"))?;
        Some((tag.to_owned(), Pack::built_in(tag, folder)))
    });
    folders.collect()
});

/// Those that are read with, from the first reading on.
static INSTALLED: OnceLock<Vec<Spoken>> = OnceLock::new();

/// A language that is spoken.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// Its pack's folder.
    pub(crate) tag: String,
    /// What files call it.
    pub(crate) code: String,
    pub(crate) pack: Pack,
}

/// Other packs were read with already in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the languages of this process were read already, with other files: start anew for these")]
pub struct AlreadyRead;

/// From now on, these packs are read with. To be called before anything is read.
///
/// # Errors
/// [`AlreadyRead`] where others are in use.
pub fn install(packs: Packs) -> Result<(), AlreadyRead> {
    let wanted = all_spoken(packs.into_packs());
    let mut wanted = Some(wanted);
    let installed = INSTALLED.get_or_init(|| wanted.take().unwrap_or_default());
    match wanted {
        Some(wanted) if wanted != *installed => Err(AlreadyRead),
        _ => Ok(()),
    }
}

fn installed() -> &'static [Spoken] {
    INSTALLED.get_or_init(|| all_spoken(BUILT_IN.clone()))
}

/// The packs in the order of their tags, each with its code.
fn all_spoken(packs: BTreeMap<String, Pack>) -> Vec<Spoken> {
    let tags: Vec<String> = packs.keys().cloned().collect();
    let code = |tag: &str| {
        let alike = tags.iter().filter(|other| primary(other) == primary(tag)).count();
        if alike > 1 { tag } else { primary(tag) }.to_owned()
    };
    packs.into_iter().map(|(tag, pack)| Spoken { code: code(&tag), tag, pack }).collect()
}

/// How many languages are spoken.
pub(crate) fn count() -> usize {
    installed().len()
}

/// The language at that place.
pub(crate) fn spoken(at: usize) -> Option<&'static Spoken> {
    installed().get(at)
}

/// What is known of a language that there is not.
pub(crate) fn none() -> &'static Pack {
    static NONE: LazyLock<Pack> = LazyLock::new(Pack::default);
    &NONE
}

/// What is known of a language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pack {
    /// What it is called, and how things are said in it.
    pub about: About,
    /// The files that this was read from.
    about_files: Vec<String>,
    /// The names of the messages that are another language's until its own files have them.
    borrowed: BTreeSet<String>,
    /// What Turno itself says in it.
    pub messages: Messages,
    /// Its words and phrases.
    pub lexicon: Lexicon,
    /// What people say who want what any business is asked for.
    pub examples: Examples,
    /// What its sentences claim.
    pub claims: Claims,
    /// Its words of numbers.
    pub numbers: WordValues,
    /// Its words of days and hours.
    pub moments: WordValues,
    /// What people call the keys and names of Turno's own files in it.
    pub keys: Keys,
}

impl Pack {
    /// A pack that is built in. Tests read each of them, so a file with a fault never gets here.
    fn built_in(tag: &str, folder: &Dir<'_>) -> Self {
        let text = |name: &str| {
            let file = folder.get_file(format!("{tag}/{name}"));
            file.and_then(include_dir::File::contents_utf8).unwrap_or_default()
        };
        Self {
            about: About::read(&[text("language.toml")]).unwrap_or_default(),
            borrowed: BTreeSet::new(),
            about_files: vec![text("language.toml").to_owned()],
            messages: Messages::read(text("messages.toml")).unwrap_or_default(),
            lexicon: Lexicon::built_in(text("lexicon.tsv")),
            examples: Examples::read(text("examples.tsv")).unwrap_or_default(),
            claims: Claims::built_in(text("claims.tsv")),
            numbers: WordValues::read(text("numbers.toml"), slots::NUMBERS).unwrap_or_default(),
            moments: WordValues::read(text("moments.toml"), slots::MOMENTS).unwrap_or_default(),
            keys: Keys::read(text("keys.toml")).unwrap_or_default(),
        }
    }
}

/// The tags of the readers whose phrases are patterns over what is spoken. All others are asked for by [`Tagged`].
fn reader_tags() -> impl Iterator<Item = &'static str> {
    crate::verdict::tags().chain(crate::secrets::tags()).chain(crate::tongue::tags())
}

/// The tags that a file may use: those that are built in have a reader each.
fn known_tags() -> impl Iterator<Item = &'static str> {
    BUILT_IN.values().flat_map(|pack| pack.lexicon.tags())
}

/// The tags that the patterns of claims name as classes of words.
#[cfg(test)]
fn classes_of_claims() -> BTreeSet<String> {
    use crate::notation::{Choice, Element, elements};
    let patterns = BUILT_IN.values().flat_map(|pack| pack.claims.rows());
    let parts = patterns.flat_map(|(pattern, _)| elements(pattern));
    let choices = parts.flat_map(|part| match part {
        Element::Word { choices, .. } => choices,
        Element::Gap
        | Element::WideGap
        | Element::ClauseBegins
        | Element::SentenceBegins
        | Element::ClauseEnds => Vec::new(),
    });
    let classes = choices.filter_map(|choice| match choice {
        Choice::Class(class) => Some(format!("{CLASS_TAG}{class}")),
        Choice::Word(_) | Choice::Stem(_) | Choice::AnyButNo => None,
    });
    classes.collect()
}

/// The nearest of some names, for whoever misspelt one.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    let near = known.min_by_key(|other| strsim::damerau_levenshtein(word, other));
    near.unwrap_or_default()
}

/// The packs of the languages that words are read in here: see [`crate::reading_in`].
pub(crate) fn read_in() -> impl Iterator<Item = &'static Pack> {
    crate::Language::understood().map(crate::Language::pack)
}

/// The packs of all languages.
pub(crate) fn all() -> impl Iterator<Item = &'static Pack> {
    installed().iter().map(|spoken| &spoken.pack)
}

/// What the languages have examples of, each subject once.
pub fn subjects() -> impl Iterator<Item = &'static str> {
    let subjects: BTreeSet<&str> = all().flat_map(|pack| pack.examples.subjects()).collect();
    subjects.into_iter()
}

/// The names that people may mean by a word of their own language, in a file of Turno's: the likeliest first. Whoever asks
/// may do so before the packs are installed: then those that are built in answer.
pub fn names_meant(word: &str) -> impl Iterator<Item = &'static str> {
    let installed = INSTALLED.get().into_iter().flatten().map(|spoken| &spoken.pack);
    let built_in = BUILT_IN.values().filter(|_| INSTALLED.get().is_none());
    installed.chain(built_in).flat_map(move |pack| pack.keys.meant_by(word))
}

/// The tags of the languages that are built in, in alphabetical order: `en`, `es-MX`.
pub fn built_in_tags() -> impl Iterator<Item = &'static str> {
    BUILT_IN.keys().map(String::as_str)
}

/// The bytes of a file beside the folders of languages, which is built in.
pub(crate) fn built_in_bytes(name: &str) -> Option<&'static [u8]> {
    FOLDERS.get_file(name).map(include_dir::File::contents)
}

/// The text of a file that is built in; none where there is no such file: `es-MX`, `messages.toml`.
pub fn built_in_file(tag: &str, name: &str) -> Option<&'static str> {
    FOLDERS.get_file(format!("{tag}/{name}"))?.contents_utf8()
}

/// The files of a folder of a language that is built in, beside its words: their names and their texts.
pub(crate) fn built_in_folder(tag: &str, name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let folder = FOLDERS.get_dir(format!("{tag}/{name}"));
    let files = folder.into_iter().flat_map(Dir::files);
    files.filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?)))
}

#[cfg(test)]
mod tests {
    use super::{messages::HOUR_VALUES, *};

    #[test]
    fn each_pack_that_is_built_in_is_read_whole() {
        for tag in built_in_tags() {
            let text = built_in_file(tag, "messages.toml").unwrap();
            Messages::read(text).unwrap_or_else(|faults| panic!("{tag}/messages.toml: {faults:#?}"));
            let text = built_in_file(tag, "language.toml").unwrap();
            About::read(&[text]).unwrap_or_else(|faults| panic!("{tag}/language.toml: {faults:#?}"));
            let text = built_in_file(tag, "lexicon.tsv").unwrap();
            Lexicon::read(text).unwrap_or_else(|faults| panic!("{tag}/lexicon.tsv: {faults:#?}"));
            let text = built_in_file(tag, "claims.tsv").unwrap();
            Claims::read(text).unwrap_or_else(|faults| panic!("{tag}/claims.tsv: {faults:#?}"));
            let text = built_in_file(tag, "examples.tsv").unwrap();
            Examples::read(text).unwrap_or_else(|faults| panic!("{tag}/examples.tsv: {faults:#?}"));
            let text = built_in_file(tag, "keys.toml").unwrap_or_default();
            Keys::read(text).unwrap_or_else(|faults| panic!("{tag}/keys.toml: {faults:#?}"));
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
                .map(|(name, message)| {
                    let values = message.values();
                    // Languages differ in what they say of an hour.
                    let is_of_hours =
                        name.starts_with("hour.") && values.iter().all(|value| HOUR_VALUES.contains(value));
                    (name, if is_of_hours { Vec::new() } else { values })
                })
                .collect();
            assert!(!all.is_empty(), "{tag}");
            let (of, names) = first.get_or_insert_with(|| (tag, all.clone()));
            let apart: Vec<_> = all.symmetric_difference(names).collect();
            assert!(apart.is_empty(), "{tag} and {of} differ in {apart:?}");
        }
    }
}
