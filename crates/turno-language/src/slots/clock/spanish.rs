//! Hours as people say them in Spanish.

use super::super::token::Tokens;
use super::{DayPart, TimeSaid, clock, longest, minutes_beside, minutes_to, written};

/// Parts of the day that stand on their own.
pub(super) const PARTS: &[(&str, DayPart)] = &[
    ("en la noche", DayPart::Night),
    ("por la noche", DayPart::Night),
    ("a la noche", DayPart::Night),
    ("esta noche", DayPart::Night),
    ("de noche", DayPart::Night),
    ("hoy noche", DayPart::Night),
    ("en la tarde", DayPart::Afternoon),
    ("por la tarde", DayPart::Afternoon),
    ("a la tarde", DayPart::Afternoon),
    ("esta tarde", DayPart::Afternoon),
    ("de tarde", DayPart::Afternoon),
    ("hoy tarde", DayPart::Afternoon),
    ("en la manana", DayPart::Morning),
    ("por la manana", DayPart::Morning),
    ("esta manana", DayPart::Morning),
    ("tempranito", DayPart::Morning),
    ("temprano", DayPart::Morning),
    ("en la madrugada", DayPart::Dawn),
    ("por la madrugada", DayPart::Dawn),
    ("de madrugada", DayPart::Dawn),
    ("esta madrugada", DayPart::Dawn),
];

/// Parts of the day right after an hour.
const SUFFIXES: &[(&str, DayPart)] = &[
    ("de la noche", DayPart::Night),
    ("en la noche", DayPart::Night),
    ("por la noche", DayPart::Night),
    ("noche", DayPart::Night),
    ("de la tarde", DayPart::Afternoon),
    ("en la tarde", DayPart::Afternoon),
    ("por la tarde", DayPart::Afternoon),
    ("de la manana", DayPart::Morning),
    ("en la manana", DayPart::Morning),
    ("por la manana", DayPart::Morning),
    ("de la madrugada", DayPart::Dawn),
    ("en la madrugada", DayPart::Dawn),
    ("del mediodia", DayPart::Midday),
    ("de mediodia", DayPart::Midday),
    ("del medio dia", DayPart::Midday),
    ("de medio dia", DayPart::Midday),
    ("de la medianoche", DayPart::Night),
    ("am", DayPart::Am),
    ("a m", DayPart::Am),
    ("pm", DayPart::Pm),
    ("p m", DayPart::Pm),
];

/// Words that announce an hour.
const PREFIXES: &[&str] = &[
    "a las", "a la", "las", "la", "para las", "para la", "como a las", "como a la", "como las", "como la", "sobre las",
    "a eso de las", "a eso de la", "desde las", "desde la", "hasta las", "tipo las", "alrededor de las", "cerca de las",
    "por ahi de las", "por ahi de la", "como por ahi de las", "de las", "de la", "antes de las", "despues de las", "tipo",
];

/// What a number counts that is no hour.
const COUNTED: &[&str] = &[
    "persona", "personas", "adulto", "adultos", "nino", "ninos", "ninas", "comensales", "invitados", "amigos", "amigas",
    "lugares", "minuto", "minutos", "dia", "dias", "semana", "semanas", "mes", "meses", "pesos", "anos", "tacos", "ordenes",
    "opciones", "mesas", "dos cosas", "veces", "cosas",
];

/// Reads an hour that begins at that token.
pub(super) fn read(tokens: &Tokens<'_>, at: usize, is_awaited: bool) -> Option<(usize, TimeSaid)> {
    named(tokens, at)
        .or_else(|| shift(tokens, at))
        .or_else(|| from_now(tokens, at))
        .or_else(|| before_the_hour(tokens, at))
        .or_else(|| announced(tokens, at))
        .or_else(|| plain(tokens, at, is_awaited))
        .or_else(|| vague(tokens, at))
}

/// A bare number of an answer: "8", "ocho treinta", "ocho y veinte".
pub(super) fn bare(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let start = at + tokens.phrases(at, &["como", "como a", "a"]).unwrap_or(0);
    let (to, said) = hour(tokens, start, true)?;
    (!is_counted(tokens, to)).then_some((to, said))
}

fn named(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    const NOON: &[&str] = &["mediodia", "a mediodia", "al mediodia", "medio dia", "a medio dia", "al medio dia"];
    const MIDNIGHT: &[&str] = &["medianoche", "a medianoche", "a la medianoche", "media noche", "a media noche", "a la media noche"];
    if let Some(length) = tokens.phrases(at, NOON) {
        return Some((at + length, clock(12, 0, None, true)));
    }
    tokens.phrases(at, MIDNIGHT).map(|length| (at + length, clock(0, 0, None, true)))
}

/// "una hora después", "media hora antes", "30 minutos más tarde".
fn shift(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let (next, minutes) = duration(tokens, at)?;
    if let Some(length) = tokens.phrases(next, &["despues", "mas tarde", "mas"]) {
        return Some((next + length, TimeSaid::Shift(minutes)));
    }
    let length = tokens.phrases(next, &["antes", "mas temprano", "menos"])?;
    Some((next + length, TimeSaid::Shift(-minutes)))
}

/// "en una hora", "dentro de 30 minutos".
fn from_now(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let start = at + tokens.phrases(at, &["en", "dentro de", "en como", "como en", "en unos", "en unas", "dentro de unos"])?;
    let (next, minutes) = duration(tokens, start)?;
    Some((next, TimeSaid::FromNow(minutes)))
}

/// A length of time: the next token and minutes.
fn duration(tokens: &Tokens<'_>, at: usize) -> Option<(usize, i64)> {
    if let Some(length) = tokens.phrases(at, &["media hora", "media horita"]) {
        return Some((at + length, 30));
    }
    if let Some(length) = tokens.phrases(at, &["un cuarto de hora"]) {
        return Some((at + length, 15));
    }
    if let Some(length) = tokens.phrases(at, &["hora y media", "una hora y media"]) {
        return Some((at + length, 90));
    }
    let number = tokens.cardinal(at).filter(|number| number.value <= 1_000)?;
    let count = i64::try_from(number.value).ok()?;
    let next = at + number.length;
    match tokens.word(next) {
        "hora" | "horas" | "horita" | "hrs" | "hr" => {
            if let Some(length) = tokens.phrases(next + 1, &["y media"]) {
                return Some((next + 1 + length, count * 60 + 30));
            }
            Some((next + 1, count * 60))
        }
        "minuto" | "minutos" | "min" | "mins" | "minutitos" => Some((next + 1, count)),
        _ => None,
    }
}

/// "cuarto para las 9", "diez para las ocho de la noche".
fn before_the_hour(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let start = at + tokens.phrases(at, &["a un", "a", "un", "faltan", "falta", "al"]).unwrap_or(0);
    let (next, minutes) = if tokens.is(start, "cuarto") {
        (start + 1, 15)
    } else {
        let number = tokens.cardinal(start).filter(|number| (1..60).contains(&number.value))?;
        let next = start + number.length;
        (if tokens.is(next, "minutos") { next + 1 } else { next }, number.value)
    };
    let hour_at = next + tokens.phrases(next, &["para las", "para la", "pa las", "pa la"])?;
    let hour = tokens.cardinal(hour_at).filter(|hour| (1..=12).contains(&hour.value) && tokens.is_joined(next))?;
    // "4 para las 8:30" and "somos 4 para las 8" are people and an hour: minutes come in fives when they are digits.
    let end = hour_at + hour.length;
    if written(tokens, hour_at).is_some() || (minutes % 5 != 0) || is_people_before(tokens, start) {
        return None;
    }
    let (to, part) = suffix(tokens, end);
    Some((to, minutes_to(hour.value, minutes, part)))
}

fn is_people_before(tokens: &Tokens<'_>, at: usize) -> bool {
    const BEFORE: &[&str] = &["somos", "seremos", "seriamos", "para", "mesa", "de", "vamos", "son", "con"];
    at > 0 && tokens.any(at - 1, BEFORE)
}

/// An hour after words that announce one: "a las 8", "como a las ocho y media".
fn announced(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let length = tokens.phrases(at, PREFIXES)?;
    let start = at + length;
    if !tokens.is_joined(start) {
        return None;
    }
    let (to, said) = hour(tokens, start, true)?;
    // "la una" is the only hour that is one; "la 2" and "la primera" are no hours.
    let is_one = tokens.cardinal(start).is_some_and(|number| number.value == 1);
    let is_weak = tokens.is(at + length - 1, "la") && !is_one;
    let is_other = tokens.is(at + length - 1, "la") && to == start + 1 && !ends_noun(tokens, to);
    (!is_weak && !is_other && !is_counted(tokens, to)).then_some((to, said))
}

/// "la una mesa" is no hour, "a la una" before a pause or a small word is.
fn ends_noun(tokens: &Tokens<'_>, at: usize) -> bool {
    const SMALL: &[&str] = &[
        "por", "para", "y", "o", "si", "a", "de", "el", "en", "con", "somos", "mi", "soy", "no", "manana", "hoy", "este",
        "pasado", "gracias", "esta", "es", "que", "me", "mejor", "perdon", "digo", "lunes", "martes", "miercoles", "jueves",
        "viernes", "sabado", "domingo", "puede", "mesa", "quiero",
    ];
    at >= tokens.len() || !tokens.is_joined(at) || tokens.is_used(at) || tokens.any(at, SMALL)
}

/// An hour that shows itself: "8:30", "8pm", "20 hrs", "8 y media", "8 de la noche".
fn plain(tokens: &Tokens<'_>, at: usize, is_awaited: bool) -> Option<(usize, TimeSaid)> {
    if let Some((next, ..)) = written(tokens, at) {
        let is_dotted = tokens.gap(at + 1) == ".";
        let (to, said) = hour(tokens, at, is_awaited)?;
        let is_hour = !is_dotted || is_possible(said);
        return (is_hour && to >= next && !is_counted(tokens, to)).then_some((to, said));
    }
    let number = tokens.cardinal(at).filter(|number| number.value <= 99)?;
    let (to, said) = hour(tokens, at, is_awaited)?;
    let next = at + number.length;
    if to == next {
        return None;
    }
    let is_telling = tokens.phrases(next, &["y media", "y cuarto", "menos cuarto", "en punto"]).is_some()
        || suffix(tokens, to_before_suffix(tokens, next)).1.is_some()
        || is_hours_word(tokens, next, number.value, is_awaited);
    (is_telling && is_possible_or_asked(said, is_awaited) && !is_counted(tokens, to)).then_some((to, said))
}

/// Where the part of the day would stand after the minutes.
fn to_before_suffix(tokens: &Tokens<'_>, at: usize) -> usize {
    minutes(tokens, at, true).map_or(at, |(to, _)| to)
}

/// "20 horas" is an hour of the day, "2 horas" is a length; "8 hrs" is an hour.
fn is_hours_word(tokens: &Tokens<'_>, at: usize, value: u64, is_awaited: bool) -> bool {
    tokens.any(at, &["hrs", "hr", "h"]) || (tokens.is(at, "horas") && (is_awaited || (13..=24).contains(&value)))
}

fn is_possible(said: TimeSaid) -> bool {
    match said {
        TimeSaid::Clock { hour, minute, .. } => hour < 24 && minute < 60,
        TimeSaid::FromNow(_) | TimeSaid::Shift(_) | TimeSaid::Vague => true,
    }
}

fn is_possible_or_asked(said: TimeSaid, is_awaited: bool) -> bool {
    is_awaited || is_possible(said)
}

/// An hour with its minutes and its part of the day. Minutes side by side count only where an hour is due.
fn hour(tokens: &Tokens<'_>, at: usize, is_due: bool) -> Option<(usize, TimeSaid)> {
    if let Some((next, hour, minute)) = written(tokens, at) {
        let is_full = tokens.text(at).starts_with('0');
        let (to, part) = after_hour(tokens, next);
        return Some((to, clock(hour, minute, part, is_full || has_hours_word(tokens, next))));
    }
    if tokens.is_digits(at) && tokens.text(at).len() == 4 && is_due {
        return military(tokens, at);
    }
    let number = tokens.cardinal(at).filter(|number| number.value <= 99)?;
    let next = at + number.length;
    if let Some(length) = tokens.phrases(next, &["menos cuarto"]) {
        let (to, part) = after_hour(tokens, next + length);
        return Some((to, minutes_to(number.value, 15, part)));
    }
    if let Some(less) = tokens.cardinal(next + 1).filter(|less| tokens.is(next, "menos") && (1..60).contains(&less.value)) {
        let (to, part) = after_hour(tokens, next + 1 + less.length);
        return Some((to, minutes_to(number.value, less.value, part)));
    }
    let has_unit = has_hours_word(tokens, next);
    let minute_at = if has_unit { next + 1 } else { next };
    let (next, minute) = minutes(tokens, minute_at, is_due || has_unit).unwrap_or((next, 0));
    let (to, part) = after_hour(tokens, next);
    Some((to, clock(number.value, minute, part, has_unit && number.value > 12)))
}

/// "2030" after "a las".
fn military(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    let value: u64 = tokens.text(at).parse().ok()?;
    let (hour, minute) = (value / 100, value % 100);
    let (to, part) = after_hour(tokens, at + 1);
    (hour < 24 && minute < 60).then(|| (to, clock(hour, minute, part, false)))
}

fn minutes(tokens: &Tokens<'_>, at: usize, is_due: bool) -> Option<(usize, u64)> {
    if let Some(length) = tokens.phrases(at, &["y media", "con media"]) {
        return Some((at + length, 30));
    }
    if let Some(length) = tokens.phrases(at, &["y cuarto", "y un cuarto"]) {
        return Some((at + length, 15));
    }
    let (next, minute) = if tokens.any(at, &["y", "con"]) && tokens.is_joined(at) {
        let number = tokens.cardinal(at + 1).filter(|number| number.value < 60)?;
        (at + 1 + number.length, number.value)
    } else if is_due {
        minutes_beside(tokens, at)?
    } else {
        return None;
    };
    let to = if tokens.any(next, &["minutos", "minuto", "min"]) { next + 1 } else { next };
    let is_date = tokens.is(to, "de") && !tokens.is(to + 1, "la");
    (!is_date && (to > next || !is_counted(tokens, next))).then_some((to, minute))
}

/// "hrs", "en punto" and the part of the day after an hour.
fn after_hour(tokens: &Tokens<'_>, at: usize) -> (usize, Option<DayPart>) {
    let mut next = at;
    if has_hours_word(tokens, next) {
        next += 1;
    }
    if let Some(length) = tokens.phrases(next, &["en punto"]) {
        next += length;
    }
    suffix(tokens, next)
}

fn suffix(tokens: &Tokens<'_>, at: usize) -> (usize, Option<DayPart>) {
    let is_near = at < tokens.len() && !tokens.gap(at).contains(['.', ';', '?', '!', '\n']);
    match longest(tokens, at, SUFFIXES).filter(|_| is_near && tokens.is_free(at, at + 1)) {
        Some((length, part)) => (at + length, Some(part)),
        None => (at, None),
    }
}

fn has_hours_word(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.any(at, &["hrs", "hr", "h", "horas", "hs"]) && tokens.is_joined(at)
}

fn is_counted(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_joined(at) && tokens.phrases(at, COUNTED).is_some()
}

fn vague(tokens: &Tokens<'_>, at: usize) -> Option<(usize, TimeSaid)> {
    const VAGUE: &[&str] = &[
        "al rato", "al ratito", "mas tarde", "mas tardecito", "un poco mas tarde", "mas temprano", "un poco mas temprano",
        "un poco antes", "un poco despues", "poco antes", "poco despues", "ahorita", "ahora mismo", "en un rato", "en un ratito",
        "lo antes posible", "cuanto antes", "mas noche", "a cualquier hora", "cualquier hora", "a la hora que sea",
        "la hora que sea", "a la hora de la comida", "a la hora de comer", "a la hora de la cena", "lo mas temprano posible",
    ];
    tokens.phrases(at, VAGUE).map(|length| (at + length, TimeSaid::Vague))
}
