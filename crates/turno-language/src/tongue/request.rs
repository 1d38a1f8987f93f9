//! "In English, please", "¿me puede hablar en español?", "I don't speak Spanish".

use crate::pack::Tagged;
use crate::{Language, Text};

/// Somebody asks to be spoken to in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LanguageRequest {
    /// Which.
    pub language: Language,
    /// Nothing else is said: there is nothing more to answer.
    pub is_all: bool,
}

/// Words that a request for a language is made of, beside its name.
static WORDS: Tagged = Tagged::new("request_words");
static PLEASE: Tagged = Tagged::new("request_please");
static LEADS: Tagged = Tagged::new("request_leads");

/// Not knowing a language: with one of these, and its name, the other one is wanted.
static NEGATIONS: Tagged = Tagged::new("request_negations");
static KNOWING: Tagged = Tagged::new("request_knowing");
static SORRY: Tagged = Tagged::new("request_sorry");

/// How far before a language's name its negation may stand.
const NEGATION_WORDS: usize = 5;

/// The language that an utterance asks to be spoken to in. A mention alone is no request: "¿la doctora habla inglés?".
pub fn requested_language(text: &Text) -> Option<LanguageRequest> {
    let folded = text.folded();
    let mut names = Language::all().flat_map(|language| &language.about().called);
    if !names.any(|name| folded.contains(name.as_str())) {
        return None;
    }
    let clauses = text.clauses();
    let is_sorry = clauses.iter().flatten().any(|word| SORRY.contains(word));
    let wanted = clauses.iter().rev().find_map(|clause| asked_in(clause, is_sorry))?;
    Some(LanguageRequest {
        language: wanted,
        is_all: clauses.iter().flatten().all(|word| is_request_word(word)),
    })
}

/// The language that one clause asks for: it says nothing else, or it asks before it goes on ("can we speak English I'd
/// like a table"), or after ("a table in English please").
fn asked_in(clause: &[&str], is_sorry: bool) -> Option<Language> {
    let (at, named) = clause
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, word)| language_named(word).map(|language| (at, language)))?;
    let before = &clause[..at];
    let after = &clause[at + 1..];
    let is_negated = negates(before, is_sorry);
    let all_before = before.iter().all(|word| is_request_word(word));
    let all_after = after.iter().all(|word| is_request_word(word));
    let is_polite = after.first().is_some_and(|word| PLEASE.contains(word));
    let is_led = before.last().is_some_and(|word| LEADS.contains(word));
    let is_asked = (all_before && all_after)
        || (is_negated && before.iter().any(|word| KNOWING.contains(word)))
        || (all_before && (is_polite || !before.is_empty()))
        || (is_led && is_polite);
    let other = || Language::understood().find(|other| *other != named);
    is_asked.then(|| if is_negated { other() } else { Some(named) }).flatten()
}

fn negates(before: &[&str], is_sorry: bool) -> bool {
    // The negation of another language's name is that one's: "no español, inglés".
    let from = before.iter().rposition(|word| language_named(word).is_some()).map_or(0, |at| at + 1);
    let near = &before[from.max(before.len().saturating_sub(NEGATION_WORDS))..];
    let Some(no) = near.iter().position(|word| NEGATIONS.contains(word)) else {
        return false;
    };
    near[no..].iter().any(|word| KNOWING.contains(word)) || (is_sorry && no + 1 == near.len())
}

fn language_named(word: &str) -> Option<Language> {
    Language::all().find(|language| language.about().called.iter().any(|name| name == word))
}

fn is_request_word(word: &str) -> bool {
    language_named(word).is_some() || WORDS.contains(&word)
}
