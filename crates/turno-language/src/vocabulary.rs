//! The words of one business: dishes, services, staff, branches.

use crate::pack::Tagged;
use serde::{Deserialize, Serialize};

use crate::{Text, slots::is_quiet_word};

/// One thing that can be named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Its id, as tools know it.
    pub id: String,
    /// Its name, as people read it.
    pub name: String,
    /// Other ways to say it.
    pub aliases: Vec<String>,
}

/// A list of terms, matched without regard to case, accents and plurals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Vocabulary {
    terms: Vec<Term>,
    #[serde(skip)]
    keys: Vec<Key>,
    #[serde(skip)]
    has_quiet_key: bool,
    #[serde(skip)]
    titles: Vec<Option<Title>>,
}

/// Whether a person is called "doctora" or "doctor".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Title {
    /// "la Dra. Elena Ruiz".
    Feminine,
    /// "el Dr. Carlos Mendoza", and everybody in English.
    Masculine,
}

/// A vocabulary as it is written.
#[derive(Deserialize)]
struct Stored {
    terms: Vec<Term>,
}

impl From<Stored> for Vocabulary {
    fn from(stored: Stored) -> Self {
        Self::new(stored.terms)
    }
}

/// One way to say a term: the words that count, folded and singular.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Its term's place in the list.
    pub(crate) term: usize,
    /// At least one.
    pub(crate) words: Vec<String>,
}

/// Words that are said or left out freely: "agua de jamaica", "agua jamaica".
static LINKS: Tagged = Tagged::new("vocabulary_links");

impl Vocabulary {
    /// A vocabulary of these terms.
    pub fn new(terms: Vec<Term>) -> Self {
        let mut keys: Vec<Key> = Vec::new();
        for (term, said) in terms.iter().enumerate() {
            for name in std::iter::once(&said.name).chain(&said.aliases) {
                let words = key_words(name);
                let key = Key { term, words };
                if !key.words.is_empty() && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        // Compared as they were said: keys are singular.
        let is_quiet = |word: &str| is_quiet_word(word) || is_quiet_word(&format!("{word}s"));
        let titles: Vec<Option<Title>> = terms.iter().map(|term| title_in(&term.name)).collect();
        // People are told by talk alone, too: "con otro doctor".
        let has_quiet_key = titles.iter().any(Option::is_some)
            || keys.iter().any(|key| key.words.iter().all(|word| is_quiet(word)));
        Self { terms, keys, has_quiet_key, titles }
    }

    /// Whether its terms are people, called by a title: a clinic's staff.
    pub fn is_of_people(&self) -> bool {
        self.titles.iter().any(Option::is_some)
    }

    /// The title of each term, in their order.
    pub(crate) fn titles(&self) -> &[Option<Title>] {
        &self.titles
    }

    /// Every way to say every term.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Whether a term may be said in words that are otherwise only talk.
    pub(crate) fn has_quiet_key(&self) -> bool {
        self.has_quiet_key
    }

    /// The terms, in the order given.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The term with that id.
    pub fn by_id(&self, id: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.id == id)
    }
}

/// The title that a folded word is.
pub(crate) fn title_of(word: &str) -> Option<Title> {
    static MASCULINE: Tagged = Tagged::new("title_masculine");
    static FEMININE: Tagged = Tagged::new("title_feminine");
    if FEMININE.contains(&word) {
        return Some(Title::Feminine);
    }
    MASCULINE.contains(&word).then_some(Title::Masculine)
}

fn title_in(name: &str) -> Option<Title> {
    let folded = crate::text::fold(name);
    let mut words = folded.split(|c: char| !c.is_alphanumeric());
    words.find_map(title_of)
}

/// Whether a word is one that names leave out freely.
pub(crate) fn is_link(word: &str) -> bool {
    LINKS.contains(&word)
}

/// A folded word's stem, near enough to compare: "tacos" and "taco", "flanes" and "flan", "guacamoles" and "guacamole".
pub(crate) fn singular(word: &str) -> &str {
    if word.len() <= 3 {
        return word;
    }
    let stem = word.strip_suffix('s').unwrap_or(word);
    stem.strip_suffix('e').filter(|stem| ends_in_consonant(stem)).unwrap_or(stem)
}

fn ends_in_consonant(stem: &str) -> bool {
    stem.ends_with(['l', 'n', 'r', 'd', 'z', 'j'])
}

fn key_words(name: &str) -> Vec<String> {
    let name = Text::of(name);
    let words: Vec<&str> = name.words().collect();
    let telling: Vec<&str> = words.iter().copied().filter(|word| !is_link(word)).collect();
    let kept = if telling.is_empty() { words } else { telling };
    kept.into_iter().map(|word| singular(word).to_owned()).collect()
}
