//! The words that say when it is open.

use turno_language::{Span, Text};

use super::times::{is_day, times_in};

pub(super) fn is_of_opening(word: &str) -> bool {
    word.starts_with("abri") && !word.starts_with("abrig") && !word.starts_with("abril")
        || word.starts_with("abier")
        || word.starts_with("cerra") && !word.starts_with("cerradur")
        || word.starts_with("cierr")
        || matches!(
            word,
            "abre"
                | "abren"
                | "horario"
                | "horarios"
                | "open"
                | "opens"
                | "opening"
                | "close"
                | "closes"
                | "closed"
                | "closing"
                | "descansamos"
                | "trabajamos"
                | "laboramos"
                | "atendemos"
        )
}

/// The kitchen, the terrace: parts with hours of their own.
pub(super) fn is_of_a_part(words: &[&str]) -> bool {
    words.iter().any(|word| {
        matches!(
            *word,
            "cocina"
                | "bar"
                | "alberca"
                | "estacionamiento"
                | "valet"
                | "caja"
                | "patio"
                | "kitchen"
                | "parking"
                | "pool"
                | "doctor"
                | "doctora"
                | "dra"
                | "dr"
                | "doctors"
                | "domicilio"
                | "delivery"
                | "ticket"
                | "cuenta"
                | "account"
                | "terraza"
                | "terrace"
        )
    })
}

pub(super) fn asks_when(latest: &Text) -> bool {
    latest.words().any(|word| is_of_opening(word) || word == "hours")
}

/// "De 8 a 17.", "nine to five": all that is said.
pub(super) fn is_bare_stretch(words: &[&str]) -> bool {
    words.len() <= 8 && times_in(words).len() == 2
}

pub(super) fn is_round_the_clock(words: &[&str]) -> bool {
    words.windows(2).any(|two| {
        matches!(
            two,
            ["24", "horas" | "hours" | "7"]
                | ["veinticuatro", "horas"]
                | ["twenty", "four"]
                | ["all", "night"]
                | ["around" | "round", "the"]
        )
    })
}

/// "Estamos abiertos", "aún no abrimos", "we're closed": how it is at an hour, and not when it changes.
pub(super) fn is_of_a_state(words: &[&str]) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    has(&[
        "abierto", "abiertos", "abierta", "cerrado", "cerrados", "cerrada", "closed",
    ]) || has(&["are", "re", "is"]) && has(&["open"])
        || has(&["no"]) && has(&["abrimos", "abre", "abren"])
}

pub(super) fn has_hour(span: &Span, hour: i8) -> bool {
    let (open, close) = (span.open.hour(), span.close.hour());
    if span.close > span.open {
        open <= hour && hour < close
    } else {
        open <= hour || hour < close
    }
}

/// Whether it is said to be open on a day, or closed.
pub(super) fn is_open_at_all(words: &[&str]) -> Option<bool> {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_denied = has(&["no", "nunca", "not", "t", "never", "tampoco"]);
    let is_closed = has(&[
        "cerramos",
        "cerrado",
        "cerrados",
        "cerrada",
        "cierra",
        "cierran",
        "closed",
        "close",
        "descansamos",
    ]);
    let is_open = has(&[
        "abrimos",
        "abre",
        "abren",
        "abierto",
        "abiertos",
        "abierta",
        "open",
        "trabajamos",
        "laboramos",
        "atendemos",
    ]);
    match (is_open, is_closed, is_denied) {
        (_, true, denied) => Some(denied),
        (true, false, denied) => Some(!denied),
        (false, false, _) => None,
    }
}

/// "Ahorita estamos abiertos", "ya cerramos": of this moment, and of no day beside today.
pub(super) fn is_of_now(words: &[&str], is_of_other_days: bool) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_soon = has(&[
        "casi",
        "mero",
        "pronto",
        "soon",
        "about",
        "almost",
        "manana",
        "tomorrow",
        "desayunos",
        "desayuno",
        "breakfast",
        "tambien",
        "also",
    ]);
    let is_now = has(&[
        "ya",
        "ahora",
        "ahorita",
        "momento",
        "currently",
        "now",
        "already",
        "todavia",
        "still",
    ]);
    is_now && !is_soon && !is_of_other_days && !words.iter().any(|word| is_day(word))
}
