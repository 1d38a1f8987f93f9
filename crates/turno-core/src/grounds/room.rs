//! What was found free, and what says that something is.

use std::collections::BTreeSet;

use serde_json::Value;
use turno_language::{
    Language, read_number,
    text::{fold, words_of},
};

use super::{Told, clauses, times::is_day};
use crate::values::hours_in;

/// What was looked up of what is free, since something else was asked about.
#[derive(Default)]
pub(crate) struct Lookups {
    /// The latest one last.
    all: Vec<Lookup>,
    /// Whether anything here can be looked up at all.
    can_be: bool,
    /// A lookup went wrong: that there is nothing may be why.
    has_failed: bool,
}

struct Lookup {
    is_free: bool,
    asked: BTreeSet<u32>,
    /// The hours that are free by it.
    free: BTreeSet<u32>,
}

impl Lookups {
    pub(super) fn of<'a>(results: impl Iterator<Item = &'a Told<'a>>, can_be: bool) -> Self {
        let mut has_failed = false;
        let all: Vec<Lookup> = results
            .inspect(|told| has_failed |= told.result.is_error)
            .filter_map(Lookup::of)
            .collect();
        Self {
            can_be: can_be || !all.is_empty(),
            all,
            has_failed,
        }
    }

    /// That there is room, or none, is said only as it was found, at the hours that were found.
    pub(crate) fn hold(&self, sentence: &str, latest: &str) -> bool {
        if !self.can_be || sentence.contains(['?', '¿']) {
            return true;
        }
        let clauses = clauses(sentence);
        let is_so = |clause: &&str| {
            let hours = || hours_in(clause);
            if says_there_is_room(clause, clauses.len() > 1) || answers_that_there_is(clause, latest) {
                return self.found(&hours());
            }
            !says_there_is_none(clause, latest) || self.found_none(&hours())
        };
        clauses.iter().all(is_so)
    }

    /// A lookup of that hour, or the latest of any, found nothing.
    fn found_none(&self, hours: &BTreeSet<u32>) -> bool {
        let mut latest = self.all.iter().rev();
        if hours.is_empty() {
            return self.has_failed || latest.any(|lookup| !lookup.is_free);
        }
        let telling =
            latest.find(|lookup| !hours.is_disjoint(&lookup.free) || !hours.is_disjoint(&lookup.asked));
        match telling {
            Some(lookup) => hours.is_disjoint(&lookup.free),
            None => self.has_failed || self.all.iter().any(|lookup| !lookup.is_free),
        }
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
    fn of(found: &Told<'_>) -> Option<Self> {
        let told = found
            .told
            .as_ref()
            .filter(|_| !found.result.is_error && !found.result.has_acted)?;
        let is_free = told.get("available")?.as_bool()?;
        let asked = found
            .call
            .parameters
            .clone()
            .map(Value::Object)
            .unwrap_or_default();
        let asked = hours_in(&asked.to_string());
        let free = if is_free {
            &hours_in(&found.result.content) | &asked
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
    // "La doctora está libre mañana a las 10."
    let is_free_person = is_any(&["doctor", "doctora", "dr", "dra", "dentista", "dentist"])
        && is_any(&["libre", "disponible", "free", "available"])
        && !hours_in(clause).is_empty();
    // "Todavía hay mesas": and no "tenemos mesas en la terraza".
    let has_tables = words.iter().enumerate().any(|(at, word)| {
        matches!(*word, "mesas" | "tables" | "lugares")
            && matches!(
                words.get(at + 1).copied(),
                None | Some(
                    "disponibles"
                        | "libres"
                        | "available"
                        | "free"
                        | "left"
                        | "hoy"
                        | "today"
                        | "tonight"
                        | "manana"
                        | "tomorrow"
                        | "a"
                )
            )
    });
    !depends
        && (names_room(&words) || is_free_person || has_tables)
        && is_any(THERE_IS)
        && !is_any(NOT)
        && !is_theirs.iter().any(|theirs| folded.contains(theirs))
}

/// "Sí hay", "yes, we do", "3 works": a bare answer to whether there is room.
fn answers_that_there_is(clause: &str, latest: &str) -> bool {
    #[rustfmt::skip]
    const BARE: &[&str] = &[
        "si hay", "si tenemos", "claro que hay", "claro que si hay", "si alcanza", "alcanza", "we do", "yes we do", "there is", "yes there is",
        "plenty of room", "plenty of space", "there s room", "there s space", "there is space", "there is room", "sure there is", "we have space",
        "we have room", "hay de sobra", "hay bastante", "hay",
    ];
    const OF_A_DAY: &[&str] = &[
        "tambien", "el", "ese", "dia", "para", "on", "also", "hoy", "manana", "today", "tomorrow",
    ];
    let folded = fold(clause);
    let words: Vec<&str> = words_of(&folded)
        .filter(|word| !OF_A_DAY.contains(word) && !is_day(word))
        .collect();
    let is_hour_that_works = matches!(
        words.as_slice(),
        [.., "works" | "is", "fine" | "free" | "open"] | [.., "works"]
    ) && words.len() <= 4
        && words
            .iter()
            .any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    (BARE.contains(&words.join(" ").as_str()) || is_hour_that_works) && asks_for_room(latest)
}

/// Whether the user's words ask for room, or for an hour.
fn asks_for_room(latest: &str) -> bool {
    let folded = fold(latest);
    let words: Vec<&str> = words_of(&folded).collect();
    let names_it = names_room(&words)
        || words.iter().any(|word| {
            matches!(
                *word,
                "mesas" | "tables" | "lugares" | "cupo" | "cita" | "citas" | "espacio" | "appointment"
            )
        });
    const SHORT: usize = 7;
    names_it || !hours_in(latest).is_empty() || words.len() <= SHORT && words.iter().any(|word| is_day(word))
}

/// "No hay lugar", "estamos llenos", "we're fully booked": and no "no hay lugar para estacionarse".
fn says_there_is_none(clause: &str, latest: &str) -> bool {
    #[rustfmt::skip]
    const FULL: &[&str] = &[
        "estamos llenos", "todo lleno", "esta lleno", "estamos a tope", "estamos completos", "fully booked", "all booked up", "completely full",
        "we re full", "we are full", "booked solid", "booked out", "se acabaron las mesas", "se acabaron los lugares", "se agotaron las mesas",
        "se agotaron los lugares", "no tables", "no room", "no availability", "nothing available", "no space", "no seats", "no openings",
    ];
    #[rustfmt::skip]
    const BARE: &[&str] = &[
        "ya no queda nada", "no queda nada", "nothing left", "sold out", "esta completo", "ya no hay", "no hay", "we don t", "no we don t", "todo ocupado",
        "nada libre",
    ];
    const NOT: &[&str] = &[
        "no", "ni", "ningun", "ninguna", "tampoco", "not", "t", "without", "sin",
    ];
    const THERE_IS: &[&str] = &[
        "hay",
        "tenemos",
        "queda",
        "quedan",
        "have",
        "left",
        "available",
        "free",
        "disponible",
        "disponibles",
        "libre",
        "libres",
        "is",
        "are",
        "got",
        "nos",
    ];
    const OF_SIZE: &[&str] = &[
        "mas", "more", "than", "grandes", "hasta", "si", "if", "cuando", "when", "todavia", "aun", "yet",
        "se", "reserva",
    ];
    let folded = fold(clause);
    let words: Vec<&str> = words_of(&folded).collect();
    let joined = words.join(" ");
    if FULL.iter().any(|full| joined.contains(full)) {
        let is_no = ["no tables", "no room", "no avail", "no s", "no openings"]
            .iter()
            .any(|no| joined.contains(no));
        const OTHERWISE: &[&str] = &["not", "si", "if", "cuando", "when", "parking", "estacionamiento"];
        return !words
            .iter()
            .any(|word| OTHERWISE.contains(word) || *word == "no" && !is_no);
    }
    let is_bare = BARE.iter().any(|bare| joined.starts_with(bare)) && words.len() <= 5;
    if is_bare && asks_for_room(latest) {
        return true;
    }
    let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let has_room = names_room(&words)
        || words.iter().enumerate().any(|(at, word)| {
            matches!(*word, "mesas" | "tables")
                && !matches!(
                    words.get(at + 1),
                    Some(&("al" | "de" | "para" | "for" | "of" | "con"))
                )
        });
    has_room && is_any(NOT) && is_any(THERE_IS) && !is_any(OF_SIZE)
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
