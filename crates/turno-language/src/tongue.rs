//! Which language words are in, and whether they ask for one.
//!
//! By the words that bear a sentence, which short texts have too: "a table for four" is all of them. What languages write
//! alike ("no", "me", "once", "son"), names, numbers in digits and greetings tell nothing.

mod lists;
mod request;

use crate::{LANGUAGES_MAX, Language, Text, pack::Tagged, text::fold};
use lists::Weight;

pub(crate) use lists::tags;
pub use request::{LanguageRequest, requested_language};

/// From here on, in so many words, they tell their language against what was spoken so far.
const SENTENCE_SCORE: u16 = 5;
const SENTENCE_WORDS: u16 = 3;

/// So many prepositions, numbers and days tell it alone: "cleaning on Monday", "two guacamoles for pickup".
const WEAK_FIRST_WORDS: u16 = 2;

/// What an utterance tells of its language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tongue {
    /// By the places of the languages.
    tallies: [Tally; LANGUAGES_MAX],
}

/// The words of one language in an utterance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    /// Verbs, pronouns, questions, and what is booked.
    strong: u16,
    /// Prepositions, numbers, days.
    weak: u16,
    /// What stands in names, addresses and dishes too.
    particles: u16,
    /// Yes, no, and the like.
    answers: u16,
    /// "Please" and "gracias", which speakers of the other language borrow.
    courtesies: u16,
    /// "Hello", "hola".
    greetings: u16,
}

impl Tally {
    fn count(&mut self, weight: Weight) {
        let counted = match weight {
            Weight::Strong => &mut self.strong,
            Weight::Weak => &mut self.weak,
            Weight::Particle => &mut self.particles,
            Weight::Answer => &mut self.answers,
            Weight::Courtesy => &mut self.courtesies,
            Weight::Greeting => &mut self.greetings,
        };
        *counted = counted.saturating_add(1);
    }

    /// Those of both.
    fn and(self, other: Self) -> Self {
        Self {
            strong: self.strong.saturating_add(other.strong),
            weak: self.weak.saturating_add(other.weak),
            particles: self.particles.saturating_add(other.particles),
            answers: self.answers.saturating_add(other.answers),
            courtesies: self.courtesies.saturating_add(other.courtesies),
            greetings: self.greetings.saturating_add(other.greetings),
        }
    }

    fn score(self) -> u16 {
        self.strong.saturating_mul(2).saturating_add(self.weak).saturating_add(self.particles)
    }

    fn telling(self) -> u16 {
        self.strong.saturating_add(self.weak).saturating_add(self.particles)
    }

    fn words(self) -> u16 {
        self.telling().saturating_add(self.answers).saturating_add(self.courtesies)
    }
}

/// Reads the language of an utterance. A word that is said twice counts once.
pub fn read_tongue(text: &Text) -> Tongue {
    let mut tongue = Tongue::default();
    let mut seen: Vec<&str> = Vec::new();
    for word in text.words() {
        let told = lists::look_up(word);
        if told.is_empty() || seen.contains(&word) {
            continue;
        }
        seen.push(word);
        for (language, weight) in told {
            if Language::understood().any(|read| read == *language) {
                tongue.tallies[language.index()].count(*weight);
            }
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
        let tally = self.tallies[language.index()];
        tally.words() == tally.courtesies
    }

    /// Whether nothing that tells a language stands in it but answers and courtesies.
    pub fn has_only_answers(&self) -> bool {
        self.tallies.iter().all(|tally| tally.telling() == 0)
    }

    /// The first language whose words, beside those of all others, are such.
    fn stronger(&self, holds: impl Fn(Tally, Tally) -> bool) -> Option<Language> {
        Language::understood().find(|language| {
            let others = Language::understood()
                .filter(|other| other != language)
                .fold(Tally::default(), |others, other| others.and(self.tallies[other.index()]));
            holds(self.tallies[language.index()], others)
        })
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
        let folded = fold(word);
        let told = lists::look_up(&folded);
        if !told.iter().any(|(of, weight)| *of == language && weights.contains(weight)) {
            kept.push_str(piece);
        } else if let Some(lead) = leads_courtesy(kept.trim_end()) {
            kept.truncate(kept.trim_end().len() - lead.len());
        }
    }
    Text::of(&kept)
}

/// What a text ends in that goes with the courtesy behind it: the "por" of "por favor".
fn leads_courtesy(text: &str) -> Option<&'static str> {
    static LEADS: Tagged = Tagged::new("tongue_courtesy_leads");
    LEADS.iter().copied().find(|lead| text.ends_with(lead))
}

/// The language of whoever has that phone number in E.164: the one whose countries' numbers begin most like it; none where its
/// country does not tell.
pub fn language_of_phone(phone: &str) -> Option<Language> {
    let prefixes = Language::all().flat_map(|language| {
        let phones = language.about().phones.iter();
        phones.map(move |prefix| (prefix, language))
    });
    prefixes
        .filter(|(prefix, _)| phone.starts_with(prefix.as_str()))
        .max_by_key(|(prefix, _)| prefix.len())
        .map(|(_, language)| language)
}

#[cfg(test)]
mod tests;
