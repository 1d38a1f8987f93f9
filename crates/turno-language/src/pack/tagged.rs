//! Words and phrases that readers ask a pack for by their tag.

use std::{fmt, ops::Deref, sync::OnceLock};

use crate::{
    Language,
    mix::{self, MIXES_MAX},
    text::Text,
    word_table::WordTable,
};

/// All words and phrases with a tag, of all languages that are read in here, sorted: as the readers of values go over a text, with
/// blanks between words and marks, and with either apostrophe.
pub struct Tagged {
    tag: &'static str,
    by_mix: [OnceLock<Box<Found>>; MIXES_MAX],
    by_language: OnceLock<Vec<(Language, Found)>>,
}

struct Found {
    phrases: Vec<&'static str>,
    /// The same, to look one up.
    table: WordTable<()>,
    /// By their first words, from where to where they stand: sorted as they are, those with the same one stand together.
    firsts: WordTable<(u16, u16)>,
    /// The beginnings of words among them, those with a `*` behind them, without it.
    stems: Vec<&'static str>,
}

impl Tagged {
    /// Those with that tag. The packs are read at the first use.
    pub const fn new(tag: &'static str) -> Self {
        Self { tag, by_mix: [const { OnceLock::new() }; MIXES_MAX], by_language: OnceLock::new() }
    }

    /// Whether a folded word, or a whole phrase, is one of them.
    pub fn contains(&self, word: &&str) -> bool {
        self.found().table.get(word).is_some()
    }

    /// Whether a folded word is one of them, or begins as one that is open at its end: `cancel*`.
    pub fn fits(&self, word: &str) -> bool {
        let found = self.found();
        found.table.get(word).is_some() || found.stems.iter().any(|stem| word.starts_with(stem))
    }

    /// Those whose first word is this one.
    pub(crate) fn starting(&self, first: &str) -> &[&'static str] {
        let found = self.found();
        let Some((start, end)) = found.firsts.get(first) else {
            return &[];
        };
        &found.phrases[usize::from(start)..usize::from(end)]
    }

    /// How many words the longest of them has that these words begin with; none where they begin with none.
    pub(crate) fn length_at<'a>(&self, words: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
        let first = words.clone().next()?;
        let lengths = self.starting(first).iter().filter_map(|phrase| {
            let mut said = words.clone();
            let mut length = 0;
            let is_said = phrase.split(' ').all(|word| {
                length += 1;
                said.next() == Some(word)
            });
            is_said.then_some(length)
        });
        lengths.max()
    }

    /// Those of one language.
    pub fn of(&self, language: Language) -> &[&'static str] {
        let by_language = self.by_language.get_or_init(|| {
            let languages = Language::all();
            languages.map(|language| (language, Found::with(self.tag, &[language]))).collect()
        });
        let found = by_language.iter().find(|(own, _)| *own == language);
        found.map_or(&[], |(_, found)| &found.phrases)
    }

    fn found(&self) -> &Found {
        self.by_mix[mix::number()].get_or_init(|| Box::new(Found::with(self.tag, mix::languages())))
    }
}

impl Found {
    fn with(tag: &str, languages: &[Language]) -> Self {
        let phrases = words_with_tag(tag, languages);
        let stems = phrases.iter().filter_map(|phrase| phrase.strip_suffix('*'));
        Self {
            stems: stems.collect(),
            table: WordTable::new(phrases.iter().map(|phrase| (*phrase, ()))),
            firsts: WordTable::new(by_first_word(&phrases)),
            phrases,
        }
    }
}

impl Deref for Tagged {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        &self.found().phrases
    }
}

impl fmt::Debug for Tagged {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Tagged").field(&self.tag).finish()
    }
}

/// The first words of sorted phrases, each with where those begin and end that begin with it.
fn by_first_word(phrases: &[&'static str]) -> Vec<(&'static str, (u16, u16))> {
    let mut firsts = Vec::new();
    let mut start = 0_u16;
    for same in phrases.chunk_by(|one, next| first_word(one) == first_word(next)) {
        let end = start.saturating_add(u16::try_from(same.len()).unwrap_or(u16::MAX));
        firsts.extend(same.first().map(|phrase| (first_word(phrase), (start, end))));
        start = end;
    }
    firsts
}

fn first_word<'a>(phrase: &&'a str) -> &'a str {
    phrase.split(' ').next().unwrap_or_default()
}

/// The end of a tag whose words are compared as they are written, with their accents.
pub(super) const AS_WRITTEN: &str = "_as_written";

/// All words and phrases with a tag, of some languages, sorted.
pub(crate) fn words_with_tag(tag: &str, languages: &[Language]) -> Vec<&'static str> {
    let mut phrases = Vec::new();
    let packs = languages.iter().map(|language| language.pack());
    for phrase in packs.flat_map(|pack| pack.lexicon.with_tag(tag)) {
        if tag.ends_with(AS_WRITTEN) {
            phrases.push(phrase);
        } else {
            phrases.extend(as_readers_get_it(phrase));
        }
    }
    phrases.sort_unstable();
    phrases.dedup();
    phrases
}

/// A phrase as the readers of values go over it, with either apostrophe.
pub(crate) fn as_readers_get_it(phrase: &'static str) -> impl Iterator<Item = &'static str> {
    let words = words_of(phrase);
    let words: &'static str = if words == phrase { phrase } else { words.leak() };
    let curled = words.contains('\'').then(|| &*words.replace('\'', "’").leak());
    [Some(words), curled].into_iter().flatten()
}

/// A phrase as people write it, taken apart as their texts are: `we're` is `we ' re`. A word that is open at its end stays one.
fn words_of(phrase: &str) -> String {
    let text = Text::of(phrase);
    let words = text.pieces().iter().map(|piece| &text.folded()[piece.folded.clone()]);
    let words: Vec<&str> = words.collect();
    words.join(" ").replace(" *", "*")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_phrase_is_taken_apart_as_texts_are() {
        for (phrase, words) in [
            ("we're", "we ' re"),
            ("a mi nombre,", "a mi nombre ,"),
            ("c. p.", "c . p ."),
            ("pens*", "pens*"),
            ("mesa para", "mesa para"),
        ] {
            assert_eq!(words_of(phrase), words);
        }
    }

    #[test]
    fn phrases_are_found_where_words_begin_with_them() {
        static HARMLESS: Tagged = Tagged::new("claims_harmless_no");
        let length = |said: &str| HARMLESS.length_at(said.split(' '));
        assert_eq!(length("no hay problema con eso"), Some(3));
        assert_eq!(length("sin falta"), Some(2));
        assert_eq!(length("no hay lugar"), None);
        assert_eq!(length("sin"), None);
        static THING: Tagged = Tagged::new("claims_thing");
        assert!(THING.fits("reservaciones") && THING.fits("table") && !THING.fits("reja"));
        static LEADS: Tagged = Tagged::new("findings_act_leads");
        assert_eq!(LEADS.of(Language::en()), ["for", "to"]);
    }

    #[test]
    fn each_tag_that_a_reader_asks_for_has_phrases_and_each_tag_has_a_reader() {
        let asked: BTreeSet<String> = asked_for();
        assert!(asked.len() > 50, "{asked:?}");
        let tags: BTreeSet<String> =
            super::super::all().flat_map(|pack| pack.lexicon.tags()).map(str::to_owned).collect();
        let missing: Vec<_> = asked.difference(&tags).collect();
        assert!(missing.is_empty(), "nothing has the tags {missing:?}");
        let known: BTreeSet<String> = super::super::reader_tags().map(str::to_owned).collect();
        let classes = super::super::classes_of_claims();
        let unread: Vec<_> =
            tags.difference(&asked).filter(|tag| !known.contains(*tag) && !classes.contains(*tag)).collect();
        assert!(unread.is_empty(), "no reader knows the tags {unread:?}");
    }

    /// A table that is made once holds the words of the languages that were read when it was made, for all that are read later.
    #[test]
    fn what_is_made_of_tags_is_made_for_each_mix() {
        // They keep nothing of tags.
        const OTHERWISE: [&str; 2] = ["nearest.rs", "places.rs"];
        let once: Vec<_> = sources()
            .filter(|(path, _)| !OTHERWISE.iter().any(|name| path.ends_with(name)))
            .filter(|(_, text)| {
                let has_words = text.contains("Tagged::new(\"") || text.contains("grammar::");
                has_words && text.contains(concat!("Lazy", "Lock<"))
            })
            .map(|(path, _)| path)
            .collect();
        assert!(once.is_empty(), "`ByMix` belongs there in the place of `LazyLock`: {once:?}");
    }

    #[test]
    fn each_tag_is_told_to_whoever_edits_a_language() {
        let file = super::super::FOLDERS.get_file("TAGS.md").unwrap();
        let rows = file.contents_utf8().unwrap().lines();
        let told: BTreeSet<&str> =
            rows.filter_map(|row| row.strip_prefix("| `")?.split_once("` | ").map(|(tag, _)| tag)).collect();
        let tags: BTreeSet<&str> = super::super::all().flat_map(|pack| pack.lexicon.tags()).collect();
        let untold: Vec<_> = tags.symmetric_difference(&told).collect();
        assert!(untold.is_empty(), "{untold:?}");
    }

    /// The tags that the sources of all crates name.
    fn asked_for() -> BTreeSet<String> {
        let mut tags = BTreeSet::new();
        for (_, text) in sources() {
            let begun = text.split("Tagged::new(\"").skip(1);
            tags.extend(begun.filter_map(|rest| Some(rest.split_once("\")")?.0.to_owned())));
        }
        tags.retain(|tag| tag.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        tags
    }

    /// The sources of all crates, each with its path.
    fn sources() -> impl Iterator<Item = (std::path::PathBuf, String)> {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let crates = std::fs::read_dir(crates).unwrap();
        let mut folders: Vec<std::path::PathBuf> =
            crates.map(|entry| entry.unwrap().path().join("src")).filter(|folder| folder.is_dir()).collect();
        let mut sources = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    sources.push((path.clone(), std::fs::read_to_string(path).unwrap()));
                }
            }
        }
        sources.into_iter()
    }
}
