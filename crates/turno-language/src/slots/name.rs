//! Names of persons.

use serde_json::Value;

use super::common_words::is_common_word;
use super::found::{Found, correction_start};
use super::number::number_at;
use super::tokens::Tokens;

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
];

/// Words that may go before other things too: what follows must look like a name.
const WEAK_CUES: &[&str] = &["soy", "habla", "under", "i ' m", "i ’ m", "i am", "this is"];

const PARTICLES: &[&str] = &[
    "de", "del", "la", "las", "los", "van", "von", "da", "dos", "san", "santa",
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
        at = one.taken.end;
        let again = correction_start(tokens, one.said.end);
        found.push(one);
        let leads = ["a nombre de", "de", "es", "soy", "it ' s", "it is"];
        if let Some(corrected) = again.and_then(|start| reader.name_at(tokens.skip(start, &leads))) {
            at = corrected.taken.end;
            found.push(corrected);
        }
    }
    if found.is_empty() && is_awaited {
        found.extend(reader.bare());
    }
    found
}

struct NameReader<'a> {
    tokens: &'a Tokens<'a>,
    is_awaited: bool,
}

impl NameReader<'_> {
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
        let mut end = start;
        let mut words = 0;
        let mut name = String::new();
        while words < NAME_WORDS_MAX && self.is_name_word(end) {
            let particles = (end..).take_while(|at| self.is_particle(*at)).count();
            if particles > 2 || !self.is_name_word(end + particles) {
                break;
            }
            let word_end = self.word_end(end + particles);
            for index in end..word_end {
                let is_joined = tokens.is_glued(index) && index > start;
                if !name.is_empty() && !is_joined {
                    name.push(' ');
                }
                name.push_str(&title_case(
                    tokens.original(index),
                    index < end + particles && index > start,
                ));
            }
            words += 1;
            end = word_end;
        }
        let is_long = name.chars().count() > NAME_CHARACTERS_MAX;
        (words > 0 && !is_long).then_some(Found {
            said: start..end,
            taken: at..end,
            outcome: Ok(Value::String(name)),
        })
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

    fn is_particle(&self, at: usize) -> bool {
        PARTICLES.contains(&self.tokens.word(at)) && self.tokens.is_word(at + 1)
    }

    fn is_name_word(&self, at: usize) -> bool {
        let tokens = self.tokens;
        let is_number = number_at(tokens, at).is_some() && !PARTICLES.contains(&tokens.word(at));
        let is_joined = self.word_end(at) > at + 1;
        tokens.is_word(at) && !is_number && (is_joined || !is_common_word(tokens.word(at)))
    }

    /// An answer that is a name and little else.
    fn bare(&self) -> Option<Found> {
        let tokens = self.tokens;
        if (0..tokens.len()).any(|at| tokens.is_one_of(at, &["?", "¿"])) {
            return None;
        }
        let leads = [
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
        let mut start = 0;
        while let Some(end) = tokens.phrases(start, &leads) {
            start = end;
        }
        let found = self.name_at(start)?;
        let end = found.said.end;
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

fn title_case(word: &str, is_particle: bool) -> String {
    let is_lower = word.chars().all(|c| !c.is_uppercase());
    let is_upper = word.chars().count() > 1 && word.chars().all(|c| !c.is_lowercase());
    if is_particle {
        return word.to_lowercase();
    }
    if !is_lower && !is_upper {
        return word.to_owned();
    }
    let mut characters = word.chars();
    match characters.next() {
        Some(first) => first
            .to_uppercase()
            .chain(characters.flat_map(char::to_lowercase))
            .collect(),
        None => String::new(),
    }
}
