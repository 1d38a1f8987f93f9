//! The words that tell a language from others, folded.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{Language, word_table::WordTable};

/// How much a word tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// Who says it speaks the language: verbs, pronouns, questions, what is booked.
    Strong,
    /// Two of them tell: prepositions, numbers, days.
    Weak,
    /// It stands in names, addresses and dishes too: "María de la Luz", "Julio", "Main Street".
    Particle,
    /// Yes, no, and the like.
    Answer,
    /// Please and thanks.
    Courtesy,
    /// Hello.
    Greeting,
}

/// The tags of the words.
const TAGS: [(&str, Weight); 6] = [
    ("tongue_strong", Weight::Strong),
    ("tongue_weak", Weight::Weak),
    ("tongue_particle", Weight::Particle),
    ("tongue_answer", Weight::Answer),
    ("tongue_courtesy", Weight::Courtesy),
    ("tongue_greeting", Weight::Greeting),
];

/// The tags of the words that tell a language.
pub(crate) fn tags() -> impl Iterator<Item = &'static str> {
    TAGS.iter().map(|(tag, _)| *tag)
}

/// The languages of a folded word, and how much it tells of each; nothing where it is none of the lists'.
pub(super) fn look_up(word: &str) -> &'static [(Language, Weight)] {
    static WORDS: LazyLock<WordTable<&[(Language, Weight)]>> = LazyLock::new(|| {
        let mut words: BTreeMap<&str, Vec<(Language, Weight)>> = BTreeMap::new();
        for language in Language::all() {
            for (tag, weight) in TAGS {
                for word in language.pack().lexicon.with_tag(tag) {
                    words.entry(word).or_default().push((language, weight));
                }
            }
        }
        WordTable::new(words.into_iter().map(|(word, told)| (word, &*told.leak())))
    });
    WORDS.get(word).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_tells_two_things_of_a_language() {
        for language in Language::all() {
            let words = || TAGS.iter().flat_map(|(tag, _)| language.pack().lexicon.with_tag(tag));
            let mut all: Vec<&str> = words().collect();
            all.sort_unstable();
            let twice: Vec<_> = all.windows(2).filter(|pair| pair[0] == pair[1]).collect();
            assert!(twice.is_empty(), "{language:?}: {twice:?}");
        }
    }
}
