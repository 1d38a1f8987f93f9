//! Words and phrases that readers ask a pack for by their tag.

use std::{fmt, ops::Deref, sync::OnceLock};

use crate::{text::Text, word_table::WordTable};

/// All words and phrases with a tag, of all languages, sorted: as the readers of values go over a text, with blanks between
/// words and marks, and with either apostrophe.
pub struct Tagged {
    tag: &'static str,
    found: OnceLock<Found>,
}

struct Found {
    phrases: Vec<&'static str>,
    /// The same, to look one up.
    table: WordTable<()>,
}

impl Tagged {
    /// Those with that tag. The packs are read at the first use.
    pub const fn new(tag: &'static str) -> Self {
        Self {
            tag,
            found: OnceLock::new(),
        }
    }

    /// Whether a folded word, or a whole phrase, is one of them.
    pub fn contains(&self, word: &&str) -> bool {
        self.found().table.get(word).is_some()
    }

    fn found(&self) -> &Found {
        self.found.get_or_init(|| {
            let phrases = phrases_of(self.tag);
            let table = WordTable::new(phrases.iter().map(|phrase| (*phrase, ())));
            Found { phrases, table }
        })
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

fn phrases_of(tag: &str) -> Vec<&'static str> {
    let mut phrases = Vec::new();
    for phrase in super::all().flat_map(|pack| pack.lexicon.with_tag(tag)) {
        let words = words_of(phrase);
        let words: &'static str = if words == phrase { phrase } else { words.leak() };
        if words.contains('\'') {
            phrases.push(&*words.replace('\'', "’").leak());
        }
        phrases.push(words);
    }
    phrases.sort_unstable();
    phrases.dedup();
    phrases
}

/// A phrase as people write it, taken apart as their texts are: `we're` is `we ' re`. A word that is open at its end stays one.
fn words_of(phrase: &str) -> String {
    let text = Text::of(phrase);
    let words = text
        .pieces()
        .iter()
        .map(|piece| &text.folded()[piece.folded.clone()]);
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
    fn each_tag_that_a_reader_asks_for_has_phrases_and_each_tag_has_a_reader() {
        let asked: BTreeSet<String> = asked_for(&["turno-language", "turno-core", "turno-tools"]);
        assert!(asked.len() > 50, "{asked:?}");
        let tags: BTreeSet<String> = super::super::all()
            .flat_map(|pack| pack.lexicon.tags())
            .map(str::to_owned)
            .collect();
        let missing: Vec<_> = asked.difference(&tags).collect();
        assert!(missing.is_empty(), "nothing has the tags {missing:?}");
        let known: BTreeSet<String> = super::super::reader_tags().map(str::to_owned).collect();
        let unread: Vec<_> = tags
            .difference(&asked)
            .filter(|tag| !known.contains(*tag))
            .collect();
        assert!(unread.is_empty(), "no reader knows the tags {unread:?}");
    }

    #[test]
    fn each_tag_is_told_to_whoever_edits_a_language() {
        let file = super::super::FOLDERS.get_file("TAGS.md").unwrap();
        let rows = file.contents_utf8().unwrap().lines();
        let told: BTreeSet<&str> = rows
            .filter_map(|row| row.strip_prefix("| `")?.split_once("` | ").map(|(tag, _)| tag))
            .collect();
        let tags: BTreeSet<&str> = super::super::all().flat_map(|pack| pack.lexicon.tags()).collect();
        let untold: Vec<_> = tags.symmetric_difference(&told).collect();
        assert!(untold.is_empty(), "{untold:?}");
    }

    /// The tags that the sources of these crates name.
    fn asked_for(crates: &[&str]) -> BTreeSet<String> {
        let mut folders: Vec<std::path::PathBuf> = crates
            .iter()
            .map(|name| {
                std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("..")
                    .join(name)
                    .join("src")
            })
            .collect();
        let mut tags = BTreeSet::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(path).unwrap();
                    let begun = text.split("Tagged::new(\"").skip(1);
                    tags.extend(begun.filter_map(|rest| Some(rest.split_once("\")")?.0.to_owned())));
                }
            }
        }
        tags.retain(|tag| tag.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        tags
    }
}
