//! Names of persons.

use serde_json::Value;

use super::common_words::is_common_word;
use super::found::{Found, correction_start};
use super::number::number_at;
use super::requests::asks_for_something;
use super::spelling::{spelled_out, spelled_with, spelling_at};
use super::tokens::Tokens;
use crate::text::fold;

const NAME_CHARACTERS_MAX: usize = 60;
const NAME_WORDS_MAX: usize = 5;

/// Words after which a name stands.
const CUES: &[&str] = &[
    "a nombre de",
    "a nombre del",
    "al nombre de",
    "en nombre de",
    "a mi nombre ,",
    "me llamo",
    "mi nombre es",
    "mi nombre completo es",
    "el nombre es",
    "nombre :",
    "le habla",
    "my name is",
    "my name ' s",
    "the name is",
    "name is",
    "under the name of",
    "under the name",
    "in the name of",
    "the name of",
    "i am called",
    "mi apellido es",
    "el apellido es",
    "mis apellidos son",
    "my last name is",
    "the last name is",
    "my first name is",
    "put it under",
    "book it under",
];

/// Words that may go before other things too: what follows must look like a name.
const WEAK_CUES: &[&str] = &[
    "soy",
    "habla",
    "under",
    "i ' m",
    "i ’ m",
    "i am",
    "this is",
    "it ' s for",
    "it ’ s for",
    "it is for",
    "im",
];

const PARTICLES: &[&str] = &[
    "de", "del", "la", "las", "los", "van", "von", "der", "den", "da", "das", "dos", "di", "du", "san",
    "santa",
];

/// Titles, which are no part of a name.
const TITLES: &[&str] = &[
    "el senor",
    "la senora",
    "la senorita",
    "senor",
    "senora",
    "senorita",
    "el doctor",
    "la doctora",
    "doctor",
    "doctora",
    "licenciado",
    "licenciada",
    "ingeniero",
    "ingeniera",
    "dr .",
    "dra .",
    "dr",
    "dra",
    "lic .",
    "ing .",
    "don",
    "dona",
    "sr .",
    "sra .",
    "sr",
    "sra",
    "mr .",
    "mrs .",
    "ms .",
    "mr",
    "mrs",
    "ms",
];

/// Whether a name that is a day's or a month's stands where only a name can: "a nombre de Domingo Pérez", or "Abril"
/// alone at the question for a name. Such a name is read before the dates.
pub(super) fn is_named_like_a_day(tokens: &Tokens<'_>, is_awaited: bool) -> bool {
    let is_at = |at: usize| {
        let is_last = tokens.ends_at(at + 1);
        is_day_word(tokens.word(at))
            && (is_last || tokens.is_word(at + 1) && !is_common_word(tokens.word(at + 1)))
    };
    let cued = (0..tokens.len()).any(|at| {
        let start = tokens.phrases(at, CUES).map(|start| tokens.skip(start, TITLES));
        start.is_some_and(is_at)
    });
    let is_date =
        || (1..tokens.len()).any(|at| number_at(tokens, at).is_some() || is_day_word(tokens.word(at)));
    cued || is_awaited && is_at(0) && !is_date()
}

/// What may stand before a name that was asked for.
const LEADS: &[&str] = &[
    "si",
    "claro",
    "ok",
    "hola",
    "es",
    "a",
    "pues",
    "buenas tardes",
    "buenas noches",
    "buenos dias",
    "seria",
    "con gusto",
    "ponle",
    "pongale",
    "pon a",
    "ponga a",
    "anota a",
    "apunta a",
    "bueno",
    "no",
    "de",
    "para",
    "yes",
    "sure",
    "it ' s",
    "it is",
    "it ’ s",
    "well",
    "hi",
    "hello",
    "put",
    "for",
    ",",
    ".",
    "!",
    "¡",
    "perdon",
    "a ver",
];

/// The names of an utterance, in order. A bare name is one only where a name is awaited.
pub(super) fn names(tokens: &Tokens<'_>, is_known: bool, is_awaited: bool) -> Vec<Found> {
    let reader = NameReader { tokens, is_awaited };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some(one) = reader.cued_at(at, is_known) else {
            at += 1;
            continue;
        };
        at = reader.push_with_correction(&mut found, one);
    }
    if found.is_empty()
        && is_awaited
        && let Some(one) = reader.bare().or_else(|| reader.spelled())
    {
        reader.push_with_correction(&mut found, one);
    }
    found
}

struct NameReader<'a> {
    tokens: &'a Tokens<'a>,
    is_awaited: bool,
}

impl NameReader<'_> {
    /// "…, no, perdón, de Juan": gives the index after all of it.
    fn push_with_correction(&self, found: &mut Vec<Found>, one: Found) -> usize {
        let leads = ["a nombre de", "de", "es", "soy", "it ' s", "it is", "a", "que"];
        let again = correction_start(self.tokens, one.taken.end);
        let corrected = again.and_then(|start| self.name_at(self.tokens.skip(start, &leads)));
        let end = corrected
            .as_ref()
            .map_or(one.taken.end, |corrected| corrected.taken.end);
        found.push(one);
        found.extend(corrected);
        end
    }

    fn cued_at(&self, at: usize, is_known: bool) -> Option<Found> {
        if let Some(start) = self.tokens.phrases(at, CUES) {
            return self.name_at(start);
        }
        if let Some(start) = self.tokens.phrases(at, WEAK_CUES) {
            let is_spanish = self.tokens.is_one_of(at, &["soy", "habla"]);
            let is_capital = self.tokens.original(start).starts_with(char::is_uppercase);
            let is_likely = is_capital || self.is_awaited || is_spanish;
            let is_from =
                PARTICLES.contains(&self.tokens.word(start)) && self.tokens.phrases(start, TITLES).is_none();
            return self.name_at(start).filter(|_| is_likely && !is_from);
        }
        // "no, es Laura", where a name is known or awaited.
        let start = self
            .tokens
            .phrases(at, &["no , es", "no , soy", "no es", "no , it ' s", "no , it is"])?;
        let is_capital = self.tokens.original(start).starts_with(char::is_uppercase);
        self.name_at(start).filter(|found| {
            (is_known && is_capital || self.is_awaited) && self.tokens.ends_at(found.said.end)
        })
    }

    /// The name that begins at an index.
    fn name_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let start = tokens.skip(at, TITLES);
        let start = if tokens.phrase(start, "la familia").is_some() {
            start + 1
        } else {
            start
        };
        if asks_for_something(tokens.word(start)) {
            return None;
        }
        let mut end = start;
        let mut words = 0;
        let mut name = String::new();
        while words < NAME_WORDS_MAX && (words == 0 || self.goes_on(end, words)) {
            let particles = (end..).take_while(|at| self.is_particle(*at, words)).count();
            if particles > 2 || !self.is_name_word(end + particles, words) {
                break;
            }
            let word_end = self.word_end(end + particles);
            for index in end..word_end {
                let is_joined = tokens.is_glued(index) && index > start;
                if !name.is_empty() && !is_joined {
                    name.push(' ');
                }
                let is_particle = index < end + particles && index > start;
                name.push_str(&title_case(tokens.original(index), is_particle));
            }
            words += 1;
            end = word_end;
        }
        let is_long = name.chars().count() > NAME_CHARACTERS_MAX;
        if words == 0 || is_long {
            return None;
        }
        let (name, spelling_end) = spelled_with(tokens, name, end);
        Some(Found {
            said: start..end,
            taken: at..spelling_end,
            outcome: Ok(Value::String(name)),
        })
    }

    /// A name goes on over "y" only where capitals show it: "José Ortega y Gasset".
    fn goes_on(&self, at: usize, words: usize) -> bool {
        let is_capital = |at: usize| self.tokens.original(at).starts_with(char::is_uppercase);
        self.tokens.word(at) != "y" || words >= 2 && is_capital(at - 1) && is_capital(at + 1)
    }

    /// "O'Brien", "Ana-María": marks that join.
    fn word_end(&self, at: usize) -> usize {
        let tokens = self.tokens;
        let mut end = at + 1;
        while tokens.is_one_of(end, &["'", "’", "-"])
            && tokens.is_glued(end)
            && tokens.is_glued(end + 1)
            && tokens.is_word(end + 1)
        {
            end += 2;
        }
        end
    }

    fn is_particle(&self, at: usize, words: usize) -> bool {
        let word = self.tokens.word(at);
        self.tokens.is_word(at + 1) && (PARTICLES.contains(&word) || word == "y" && words >= 2)
    }

    fn is_name_word(&self, at: usize, words: usize) -> bool {
        let tokens = self.tokens;
        let word = tokens.word(at);
        let is_number = number_at(tokens, at).is_some() && !PARTICLES.contains(&word);
        let is_joined = self.word_end(at) > at + 1;
        let is_capital = tokens.original(at).starts_with(char::is_uppercase);
        let is_surname = words > 0 && is_capital && SURNAMES.contains(&word);
        let is_first_name = words == 0 && is_day_word(word);
        let is_spelling = spelling_at(tokens, at).is_some();
        tokens.is_word(at)
            && !is_number
            && !is_spelling
            && (is_joined || is_surname || is_first_name || !is_common_word(word))
    }

    /// "ele a u erre a".
    fn spelled(&self) -> Option<Found> {
        let name = spelled_out(self.tokens)?;
        Some(Found::new(
            0..self.tokens.len(),
            Ok(Value::String(capitalized(&name))),
        ))
    }

    /// "Sírveme un flan" is an order, whoever the first word may be.
    fn is_object(&self, at: usize) -> bool {
        let counts = [
            "un", "una", "unos", "unas", "el", "la", "los", "las", "otro", "otra", "dos", "tres", "cuatro",
            "cinco", "seis", "a", "an", "the", "some", "two", "three", "four",
        ];
        let word = fold(self.tokens.original(at));
        self.tokens.is_used(at + 1) && counts.contains(&word.as_str())
    }

    /// An answer that is a name and little else.
    fn bare(&self) -> Option<Found> {
        let tokens = self.tokens;
        if (0..tokens.len()).any(|at| tokens.is_one_of(at, &["?", "¿"])) {
            return None;
        }
        let mut start = 0;
        while let Some(end) = tokens.phrases(start, LEADS) {
            start = end;
        }
        let found = self.name_at(start)?;
        let end = found.taken.end;
        if self.is_object(end) {
            return None;
        }
        let is_rest = tokens.ends_at(end)
            || tokens
                .phrases(
                    end,
                    &["por favor", "please", "porfa", "gracias", "y somos", "y mi"],
                )
                .is_some();
        is_rest.then_some(found)
    }
}

/// Surnames that are words of talk too.
const SURNAMES: &[&str] = &["mesa", "bueno", "claro", "good", "fine", "right"];

/// Days and months that people are named after.
fn is_day_word(word: &str) -> bool {
    matches!(
        word,
        "domingo" | "sabado" | "abril" | "julio" | "april" | "june" | "may" | "august"
    )
}

fn title_case(word: &str, is_particle: bool) -> String {
    let is_lower = word.chars().all(|c| !c.is_uppercase());
    let is_upper = word.chars().count() > 1 && word.chars().all(|c| !c.is_lowercase());
    if is_particle {
        return word.to_lowercase();
    }
    if !is_lower && !is_upper {
        return word.to_owned();
    }
    let lower = word.to_lowercase();
    match lower.strip_prefix("mc").filter(|rest| rest.len() > 2) {
        Some(rest) => format!("Mc{}", capitalized(rest)),
        None => capitalized(&lower),
    }
}

fn capitalized(lower: &str) -> String {
    let mut characters = lower.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
