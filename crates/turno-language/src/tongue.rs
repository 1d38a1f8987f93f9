//! Which language words are in, and whether they ask for one.
//!
//! By lists of the words that bear a sentence, which short texts have too: "a table for four" is all of them. What both
//! languages write alike ("no", "me", "once", "son"), names, numbers in digits and greetings tell nothing.

mod lists;
mod request;

use crate::{Language, Text, text::fold};
use lists::Weight;

pub use request::{LanguageRequest, requested_language};

/// From here on, in so many words, they tell their language against what was spoken so far.
const SENTENCE_SCORE: usize = 5;
const SENTENCE_WORDS: usize = 3;

/// So many prepositions, numbers and days tell it alone: "cleaning on Monday", "two guacamoles for pickup".
const WEAK_FIRST_WORDS: usize = 2;

/// What an utterance tells of its language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tongue {
    spanish: Tally,
    english: Tally,
}

/// The words of one language in an utterance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    /// Verbs, pronouns, questions, and what is booked.
    strong: usize,
    /// Prepositions, numbers, days.
    weak: usize,
    /// What stands in names, addresses and dishes too.
    particles: usize,
    /// Yes, no, and the like.
    answers: usize,
    /// "Please" and "gracias", which speakers of the other language borrow.
    courtesies: usize,
    /// "Hello", "hola".
    greetings: usize,
}

impl Tally {
    fn score(self) -> usize {
        2 * self.strong + self.weak + self.particles
    }

    fn telling(self) -> usize {
        self.strong + self.weak + self.particles
    }

    fn words(self) -> usize {
        self.telling() + self.answers + self.courtesies
    }
}

/// Reads the language of an utterance. A word that is said twice counts once.
pub fn read_tongue(text: &Text) -> Tongue {
    let mut tongue = Tongue::default();
    let mut seen: Vec<&str> = Vec::new();
    for word in text.words() {
        let Some((language, weight)) = lists::look_up(word) else {
            continue;
        };
        if seen.contains(&word) {
            continue;
        }
        seen.push(word);
        let tally = match language {
            Language::Es => &mut tongue.spanish,
            Language::En => &mut tongue.english,
        };
        match weight {
            Weight::Strong => tally.strong += 1,
            Weight::Weak => tally.weak += 1,
            Weight::Particle => tally.particles += 1,
            Weight::Answer => tally.answers += 1,
            Weight::Courtesy => tally.courtesies += 1,
            Weight::Greeting => tally.greetings += 1,
        }
    }
    tongue
}

impl Tongue {
    /// The language of somebody's first words, where they tell it: "ok", a name, a number or an address do not.
    pub fn of_first_words(&self) -> Option<Language> {
        self.stronger(|tally, other| {
            (tally.strong > 0 && tally.score() >= 3 * other.score())
                || (tally.weak >= WEAK_FIRST_WORDS && other.telling() == 0)
        })
    }

    /// The language that a greeting, a courtesy or a single word points to, until better words come: "hi", "menu please",
    /// "prices?". "Ok" is of both.
    pub fn of_opening(&self) -> Option<Language> {
        self.stronger(|tally, other| {
            tally.strong + tally.courtesies + tally.greetings > 0 && other.words() + other.greetings == 0
        })
    }

    /// The language, where the words are a whole sentence in it and nothing in them is of the other: a borrowed word or
    /// the name of a dish is no such sentence.
    pub fn of_sentence(&self) -> Option<Language> {
        self.stronger(|tally, other| {
            other.telling() == 0
                && tally.strong > 0
                && tally.telling() >= SENTENCE_WORDS
                && tally.score() >= SENTENCE_SCORE
        })
    }

    /// The language that every word which tells one is of: "yes" is English, "sí" Spanish, "ok" and "8" are of neither.
    pub fn of_all_words(&self) -> Option<Language> {
        self.stronger(|tally, other| tally.words() > 0 && other.words() == 0)
    }

    /// Whether nothing of that language stands in it but courtesies: "sí, please".
    pub fn has_only_courtesies_of(&self, language: Language) -> bool {
        let tally = match language {
            Language::Es => self.spanish,
            Language::En => self.english,
        };
        tally.words() == tally.courtesies
    }

    /// Whether nothing that tells a language stands in it but answers and courtesies.
    pub fn has_only_answers(&self) -> bool {
        self.spanish.telling() == 0 && self.english.telling() == 0
    }

    fn stronger(&self, holds: impl Fn(Tally, Tally) -> bool) -> Option<Language> {
        if holds(self.spanish, self.english) {
            Some(Language::Es)
        } else if holds(self.english, self.spanish) {
            Some(Language::En)
        } else {
            None
        }
    }
}

/// An utterance without the "please" and "gracias" of a language.
pub fn without_courtesies(text: &Text, language: Language) -> Text {
    without(text, language, &[Weight::Courtesy])
}

/// An utterance without the answers of a language, and without its courtesies: "sure, va" is "sure" and "va".
pub fn without_answers(text: &Text, language: Language) -> Text {
    without(text, language, &[Weight::Answer, Weight::Courtesy])
}

fn without(text: &Text, language: Language, weights: &[Weight]) -> Text {
    let mut kept = String::with_capacity(text.said().len());
    for piece in text.said().split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let told = lists::look_up(&fold(word));
        if !told.is_some_and(|(of, weight)| of == language && weights.contains(&weight)) {
            kept.push_str(piece);
        } else if language == Language::Es && kept.trim_end().ends_with("por") {
            kept.truncate(kept.trim_end().len() - "por".len());
        }
    }
    Text::of(&kept)
}

/// The language of whoever has that phone number in E.164; none where its country does not tell.
pub fn language_of_phone(phone: &str) -> Option<Language> {
    /// Countries whose numbers begin so and who mostly speak Spanish; the Dominican Republic and Puerto Rico share +1.
    const SPANISH: &[&str] = &[
        "+1809", "+1829", "+1849", "+1787", "+1939", "+34", "+51", "+52", "+53", "+54", "+56", "+57", "+58",
        "+502", "+503", "+504", "+505", "+506", "+507", "+591", "+593", "+595", "+598",
    ];
    const ENGLISH: &[&str] = &["+1", "+44", "+61", "+64", "+353"];
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| phone.starts_with(prefix));
    if begins(SPANISH) {
        Some(Language::Es)
    } else if begins(ENGLISH) {
        Some(Language::En)
    } else {
        None
    }
}

/// The words of a folded text, and what stands between an apostrophe: "don't" gives "don" and "t".
#[cfg(test)]
mod tests;
