//! What was found free, and what says that something is.

use std::collections::BTreeSet;

use serde_json::Value;
use turno_language::{
    Language, claim_of, read_number,
    text::{fold, words_of},
};

use super::clauses;
use crate::{talk::TalkCall, values::hours_in};

/// What was looked up of what is free, since something else was asked about.
#[derive(Default)]
pub(crate) struct Lookups {
    /// The latest one last.
    all: Vec<Lookup>,
    /// Whether anything here can be looked up at all.
    can_be: bool,
}

struct Lookup {
    is_free: bool,
    asked: BTreeSet<u32>,
    /// The hours that are free by it.
    free: BTreeSet<u32>,
}

impl Lookups {
    pub(crate) fn of<'a>(calls: impl Iterator<Item = &'a TalkCall>, can_be: bool) -> Self {
        let all: Vec<Lookup> = calls.filter_map(Lookup::of).collect();
        Self {
            can_be: can_be || !all.is_empty(),
            all,
        }
    }

    /// That there is room is said only as it was found, at the hours that were found.
    pub(crate) fn hold(&self, sentence: &str) -> bool {
        // What is told of a deed is measured by the deed.
        if !self.can_be || sentence.contains(['?', '¿']) || claim_of(sentence).is_some() {
            return true;
        }
        let clauses = clauses(sentence);
        clauses
            .iter()
            .filter(|clause| says_there_is_room(clause, clauses.len() > 1))
            .all(|clause| self.found(&hours_in(clause)))
    }

    fn found(&self, hours: &BTreeSet<u32>) -> bool {
        let mut latest = self.all.iter().rev();
        if hours.is_empty() {
            return latest.next().is_some_and(|lookup| lookup.is_free);
        }
        let telling =
            latest.find(|lookup| hours.is_subset(&lookup.free) || !hours.is_disjoint(&lookup.asked));
        telling.is_some_and(|lookup| hours.is_subset(&lookup.free))
    }
}

impl Lookup {
    /// Of a call whose result says whether what was asked for is free.
    fn of(call: &TalkCall) -> Option<Self> {
        let result = call
            .result
            .as_ref()
            .filter(|result| !result.is_error && !result.has_acted)?;
        let told: Value = serde_json::from_str(&result.content).ok()?;
        let is_free = told.get("available")?.as_bool()?;
        let asked = call.parameters.clone().map(Value::Object).unwrap_or_default();
        let asked = hours_in(&asked.to_string());
        let free = if is_free {
            &hours_in(&result.content) | &asked
        } else {
            // What is offered instead.
            let members = told.as_object().into_iter().flatten();
            let offered = members.filter(|(key, _)| key.contains("alternative") || *key == "slots");
            offered
                .flat_map(|(_, value)| hours_in(&value.to_string()))
                .collect()
        };
        Some(Self { is_free, asked, free })
    }
}

/// "Sí hay lugar", "tenemos mesa a las 8", "we have a table": and neither its contrary, nor whether, nor what is always there.
fn says_there_is_room(clause: &str, has_others: bool) -> bool {
    #[rustfmt::skip]
    const THERE_IS: &[&str] = &[
        "hay", "tenemos", "tengo", "queda", "quedan", "there", "have", "ve", "got", "disponible", "disponibles", "available",
        "free", "libre", "libres",
    ];
    #[rustfmt::skip]
    const NOT: &[&str] = &[
        "no", "sin", "ni", "ningun", "ninguna", "tampoco", "nunca", "not", "t", "never", "without", "isnt", "arent", "dont",
        "whether", "if", "cuando", "when", "ver", "reviso", "revisar", "checar", "check", "see", "cannot",
    ];
    let folded = fold(clause);
    let words: Vec<&str> = words_of(&folded).collect();
    let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    // "Si hay lugar, le aviso"; what is sure has its accent, or stands alone.
    let lower = clause.to_lowercase();
    let depends = words_of(&lower)
        .enumerate()
        .any(|(at, word)| word == "qué" || word == "si" && (at > 0 || has_others));
    let is_theirs = [
        "su mesa",
        "su lugar",
        "your table",
        "nombre de",
        "su nombre",
        "your name",
    ];
    !depends
        && names_room(&words)
        && is_any(THERE_IS)
        && !is_any(NOT)
        && !is_theirs.iter().any(|theirs| folded.contains(theirs))
}

/// Whether room for guests is what they are about.
pub(super) fn names_room(words: &[&str]) -> bool {
    (0..words.len()).any(|at| is_room_at(words, at))
}

/// Whether a word is about room for guests: no "espacio para niños", "mesa de billar", "private room".
fn is_room_at(words: &[&str], at: usize) -> bool {
    const ROOM: &[&str] = &[
        "lugar",
        "lugares",
        "mesa",
        "espacio",
        "espacios",
        "disponibilidad",
        "cupo",
        "table",
        "room",
        "availability",
        "space",
        "opening",
        "openings",
    ];
    const OF_ITS_KIND: &[&str] = &[
        "al", "de", "of", "con", "with", "exterior", "infantil", "privado", "abierto", "outdoors",
    ];
    const WHOM_OR_WHEN: &[&str] = &[
        "el", "la", "las", "los", "esa", "ese", "esta", "este", "usted", "ustedes", "su", "hoy", "manana",
        "pasado", "the", "that", "this", "you", "your", "today", "tomorrow", "tonight",
    ];
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let before = at.checked_sub(1).map_or("", word);
    let is_count = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            || [Language::Es, Language::En]
                .into_iter()
                .any(|language| read_number(word, language).is_some())
    };
    ROOM.contains(&word(at))
        && !(word(at) == "room" && matches!(before, "a" | "the" | "private" | "dining" | "party" | "waiting"))
        && !OF_ITS_KIND.contains(&word(at + 1))
        && match word(at + 1) {
            "para" | "for" => is_count(word(at + 2)) || WHOM_OR_WHEN.contains(&word(at + 2)),
            _ => true,
        }
}
