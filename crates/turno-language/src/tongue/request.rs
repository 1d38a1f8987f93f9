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
const REQUEST_WORDS: &str = "\
    a al ah am and anybody anyone are atender atenderme atiende atienda atiendan atienden atiendame atiendeme alguien \
    better bien bueno but can change cambia cambiar cambiamos cambiemos castellano chat claro como con continue \
    continuar continuemos contestar contestarme contesta conteste could course d de decir decirme decirmelo digame \
    disculpa disculpe do does don dont drop else en english entiende entienden entiendo eh escribir escribirme escribe escriba espanol \
    explicar explicarme favor go good gracias gustaria habla hablamos hablan hablar hablarme hablarlo hablas hable \
    hablen hablo hableme hablame hablemos hacerlo have he hello hey hi hola i id if igual im in ingles is it know la language \
    lets let like lo me mejor mi much mucho muy my no not of ok okay or oye perdon perdona perfecto pero person please pls \
    plz poco podemos poder podria podrian podriamos podrias por porfa porfavor possible posible prefer prefiero \
    prefieren prefirieria preferiria pueda puede pueden puedes puedo que quiero quisiera quisieramos rather reply \
    respond responder responderme responda responde s say se seguir seguimos sigamos siga si solo sorry spanish speak \
    speaking speaks switch t talk talking thank thanks that the there this to tu un understand usted ustedes very want \
    we well with would write y ya yes yeah yo you your";

/// Not knowing a language: with one of these, and its name, the other one is wanted.
static NEGATIONS: Tagged = Tagged::new("request_negations");
static KNOWING: Tagged = Tagged::new("request_knowing");
static SORRY: Tagged = Tagged::new("request_sorry");

/// How far before a language's name its negation may stand.
const NEGATION_WORDS: usize = 5;

/// The language that an utterance asks to be spoken to in. A mention alone is no request: "¿la doctora habla inglés?".
pub fn requested_language(text: &Text) -> Option<LanguageRequest> {
    let folded = text.folded();
    if !["english", "ingles", "spanish", "espanol", "castellano"]
        .iter()
        .any(|name| folded.contains(name))
    {
        return None;
    }
    let clauses = text.clauses();
    let is_sorry = clauses.iter().flatten().any(|word| SORRY.contains(word));
    let wanted = clauses
        .iter()
        .rev()
        .find_map(|clause| asked_in(clause, is_sorry))?;
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
    let is_polite = matches!(
        after.first(),
        Some(&("please" | "pls" | "plz" | "por" | "porfa" | "porfavor"))
    );
    let is_led = matches!(before.last(), Some(&("in" | "en" | "to" | "a" | "al")));
    let is_asked = (all_before && all_after)
        || (is_negated && before.iter().any(|word| KNOWING.contains(word)))
        || (all_before && (is_polite || !before.is_empty()))
        || (is_led && is_polite);
    is_asked.then_some(match (named, is_negated) {
        (Language::Es, false) | (Language::En, true) => Language::Es,
        (Language::En, false) | (Language::Es, true) => Language::En,
    })
}

fn negates(before: &[&str], is_sorry: bool) -> bool {
    // The negation of another language's name is that one's: "no español, inglés".
    let from = before
        .iter()
        .rposition(|word| language_named(word).is_some())
        .map_or(0, |at| at + 1);
    let near = &before[from.max(before.len().saturating_sub(NEGATION_WORDS))..];
    let Some(no) = near.iter().position(|word| NEGATIONS.contains(word)) else {
        return false;
    };
    near[no..].iter().any(|word| KNOWING.contains(word)) || (is_sorry && no + 1 == near.len())
}

fn language_named(word: &str) -> Option<Language> {
    match word {
        "english" | "ingles" => Some(Language::En),
        "spanish" | "espanol" | "castellano" => Some(Language::Es),
        _ => None,
    }
}

fn is_request_word(word: &str) -> bool {
    language_named(word).is_some() || REQUEST_WORDS.split_ascii_whitespace().any(|known| known == word)
}
