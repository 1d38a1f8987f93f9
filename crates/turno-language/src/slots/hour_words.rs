//! Words around hours: parts of the day, units, and what is too vague.

use jiff::civil::Time;

use super::clock::Part;
use super::found::Found;
use super::tokens::Tokens;
use crate::ProblemKind;

const PARTS: &[(&str, Part)] = &[
    ("la madrugada", Part::Small),
    ("madrugada", Part::Small),
    ("la manana", Part::Morning),
    ("the morning", Part::Morning),
    ("mediodia", Part::Noon),
    ("medio dia", Part::Noon),
    ("dia", Part::Noon),
    ("la tarde", Part::Afternoon),
    ("the afternoon", Part::Afternoon),
    ("the evening", Part::Pm),
    ("la noche", Part::Night),
    ("noche", Part::Night),
    ("night", Part::Night),
];

/// Words that go before a part of the day.
const LINKS: &[&str] = &["de", "en", "por", "del", "in", "at", "a", "para"];

/// Parts of the day that need no word before them. The date reader has used the first word of "esta noche".
const STANDING: &[(&str, Part)] = &[
    ("tonight", Part::Night),
    ("noche", Part::Night),
    ("tarde", Part::Afternoon),
    ("manana", Part::Morning),
    ("madrugada", Part::Small),
    ("morning", Part::Morning),
    ("afternoon", Part::Afternoon),
    ("evening", Part::Pm),
    ("tardecita", Part::Afternoon),
    ("nochecita", Part::Night),
];

/// A part of the day that stands at an index, and the index after it.
pub(super) fn part_at(tokens: &Tokens<'_>, at: usize) -> Option<(Part, usize)> {
    if let Some(found) = meridiem_at(tokens, at) {
        return Some(found);
    }
    if LINKS.contains(&tokens.word(at)) {
        let parts = PARTS
            .iter()
            .filter(|(words, _)| *words != "dia" || tokens.word(at) == "del");
        return parts
            .filter_map(|(words, part)| Some((*part, tokens.phrase(at + 1, words)?)))
            .max_by_key(|(_, end)| *end)
            .filter(|(_, end)| !(tokens.word(end - 1) == "noche" && tokens.before(end - 1) == "media"));
    }
    let is_led = tokens.word(at) == "tonight"
        || (tokens.is_used(at.wrapping_sub(1))
            && matches!(tokens.before(at), "esta" | "this" | "tomorrow" | "manana"));
    let standing = STANDING
        .iter()
        .find(|(words, _)| is_led && *words == tokens.word(at));
    standing.map(|(_, part)| (*part, at + 1))
}

/// "am", "p.m.", "p. m."
fn meridiem_at(tokens: &Tokens<'_>, at: usize) -> Option<(Part, usize)> {
    let part = match tokens.word(at) {
        "am" | "a" => Part::Am,
        "pm" | "p" => Part::Pm,
        _ => return None,
    };
    if tokens.word(at).len() == 2 {
        return Some((part, at + 1));
    }
    let spaced = tokens.phrases(at + 1, &[". m .", ". m", "m"])?;
    Some((part, spaced))
}

/// How many minutes a unit of time has.
pub(super) fn counted_unit(word: &str) -> Option<i64> {
    match word {
        "hora" | "horas" | "hour" | "hours" => Some(60),
        "minuto" | "minutos" | "min" | "mins" | "minute" | "minutes" => Some(1),
        _ => None,
    }
}

/// "al rato", "en la noche": no hour at all. A part of the day that the known time lies in says nothing new.
pub(super) fn vague_at(
    tokens: &Tokens<'_>,
    at: usize,
    is_awaited: bool,
    known: Option<Time>,
) -> Option<Found> {
    let vague = [
        "al rato",
        "al ratito",
        "mas tarde",
        "mas tardecito",
        "un poco mas tarde",
        "mas temprano",
        "temprano",
        "later",
        "later on",
        "earlier",
        "early",
        "a cualquier hora",
        "cualquier hora",
        "whenever",
        "any time",
        "anytime",
    ];
    if let Some(end) = tokens.phrases(at, &vague) {
        let is_all = (0..at)
            .chain(end..tokens.len())
            .all(|at| tokens.is_mark(at) || tokens.is_used(at));
        return (is_awaited || is_all).then(|| Found::new(at..end, Err(ProblemKind::Vague)));
    }
    let (part, end) = part_at(tokens, at)
        .filter(|(part, _)| !matches!(part, Part::Am | Part::Pm) || tokens.word(at) == "in")?;
    let is_restated = known.is_some_and(|known| part.holds(known));
    (!is_restated).then(|| Found::new(at..end, Err(ProblemKind::Vague)))
}
