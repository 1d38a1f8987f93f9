//! What a reader found, and which of several findings counts.

use crate::pack::Tagged;
use std::ops::Range;

use serde_json::Value;

use super::tokens::Tokens;
use crate::ProblemKind;
use crate::grammar::{NOT, OR};
use crate::text::fold;

/// Leads to a value that is put right.
static LEADS: Tagged = Tagged::new("found_leads");

/// Says that it was said before.
static SAID_BEFORE: Tagged = Tagged::new("found_said_before");

/// What may stand between a "no" and the value that it denies.
static LINKS: Tagged = Tagged::new("found_links");

/// Before a "no": it denies what follows it, and takes back nothing: "y no a las 9".
static DENYING: Tagged = Tagged::new("found_denying");

/// A "no" of a language that has another word to deny with: its "no" takes back.
static DENIES: Tagged = Tagged::new("found_denies");

/// Before that word, it asks and denies nothing: "why not".
pub(super) static ASKING: Tagged = Tagged::new("found_asking");

/// What may follow "or", before another value.
static OR_LEADS: Tagged = Tagged::new("found_or_leads");

/// Puts right what was said.
static CORRECTIONS: Tagged = Tagged::new("found_corrections");

/// A "no" that may put right.
pub(super) static NO: Tagged = Tagged::new("found_no");

/// What may stand around a correction.
static BESIDE_CORRECTIONS: Tagged = Tagged::new("found_beside_corrections");

/// A value or a problem at a place.
#[derive(Clone)]
pub(super) struct Found {
    /// The tokens that gave it.
    pub(super) said: Range<usize>,
    /// The tokens that no other reader may use.
    pub(super) taken: Range<usize>,
    /// The value, or why there is none.
    pub(super) outcome: Result<Value, ProblemKind>,
}

impl Found {
    pub(super) fn new(range: Range<usize>, outcome: Result<Value, ProblemKind>) -> Self {
        Self { said: range.clone(), taken: range, outcome }
    }
}

/// The last one counts, but for one that is denied ("Laura, no Juan"), a vague one after a clear one, and
/// alternatives ("el viernes o el sábado"), which are ambiguous.
pub(super) fn choose(tokens: &Tokens<'_>, found: &[Found]) -> Option<Found> {
    choose_beside(tokens, found, None)
}

/// The same, where a value is known: of "a las 8 no a las 9" the one that is not known is wanted.
pub(super) fn choose_beside(tokens: &Tokens<'_>, found: &[Found], known: Option<&Value>) -> Option<Found> {
    let mut chosen: Option<Found> = None;
    for next in found {
        let Some(current) = chosen.take() else {
            chosen = Some(next.clone());
            continue;
        };
        let between = current.said.end..next.said.start;
        let is_vague = next.outcome == Err(ProblemKind::Vague) && current.outcome.is_ok();
        let no = no_before(tokens, &next.said);
        let is_known = |found: &Found| known.is_some_and(|known| is_of_known(found, known));
        chosen = Some(if no == No::Denies || is_vague {
            current
        } else if no == No::Either && next.outcome.is_ok() && !is_known(&current) {
            match is_known(next) || is_insisted(tokens, &current.said) || is_written(tokens, &current, next) {
                true => current,
                false => either(&current, next),
            }
        } else if is_alternative(tokens, between) {
            either(&current, next)
        } else {
            next.clone()
        });
    }
    chosen
}

/// Whether a value is the known one; of a name a part is enough.
fn is_of_known(found: &Found, known: &Value) -> bool {
    let Ok(value) = &found.outcome else { return false };
    match (value.as_str(), known.as_str()) {
        (Some(value), Some(known)) => {
            let known = fold(known);
            let mut words = value.split_whitespace().map(fold);
            words.all(|word| known.split_whitespace().any(|known| known == word))
        }
        _ => value == known,
    }
}

/// What a "no" right before a value says of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum No {
    /// There is none, or it takes back what was said before it: "a las 8, no, a las 9".
    Other,
    /// "…, no de Juan", "y no a las 9": a pause before the "no" and none after it.
    Denies,
    /// "El 6 no el 29": without pauses it may be either.
    Either,
}

fn no_before(tokens: &Tokens<'_>, said: &Range<usize>) -> No {
    let mut at = said.start;
    while at > 0 && LINKS.contains(&tokens.before(at)) {
        at -= 1;
    }
    if at < 2 || !NOT.contains(&tokens.before(at)) {
        return No::Other;
    }
    static TAKING_BACK: Tagged = Tagged::new("found_taking_back");
    if TAKING_BACK.contains(&tokens.before(at - 1)) {
        return No::Other;
    }
    if tokens.is_mark(at - 2) || DENYING.contains(&tokens.before(at - 1)) {
        return No::Denies;
    }
    if DENIES.contains(&tokens.before(at)) {
        let is_asked = ASKING.contains(&tokens.before(at - 1));
        return if is_asked { No::Other } else { No::Denies };
    }
    // English says "not" then; its "no" takes back.
    let is_spanish = tokens.language.is_romance();
    if is_spanish { No::Either } else { No::Other }
}

/// "Dije el sábado (no el viernes)": what was meant is told first.
fn is_insisted(tokens: &Tokens<'_>, said: &Range<usize>) -> bool {
    let mut at = said.start;
    while at > 0 && LEADS.contains(&tokens.before(at)) {
        at -= 1;
    }
    SAID_BEFORE.contains(&tokens.before(at))
}

/// Digits are written, where a pause would have been a comma.
fn is_written(tokens: &Tokens<'_>, first: &Found, second: &Found) -> bool {
    let has_digits = |found: &Found| {
        found.said.clone().any(|at| tokens.original(at).starts_with(|c: char| c.is_ascii_digit()))
    };
    let is_short =
        |found: &Found| found.said.clone().all(|at| tokens.original(at).len() <= 2 || tokens.is_word(at));
    has_digits(first) && has_digits(second) && is_short(first) && is_short(second)
}

fn is_alternative(tokens: &Tokens<'_>, between: Range<usize>) -> bool {
    let mut words = between.map(|at| tokens.before(at + 1)).filter(|word| *word != ",");
    words.next().is_some_and(|word| OR.contains(&word)) && words.all(|word| OR_LEADS.contains(&word))
}

fn either(first: &Found, second: &Found) -> Found {
    let outcome = match (&first.outcome, &second.outcome) {
        (Ok(a), Ok(b)) if a == b => Ok(a.clone()),
        _ => {
            let mut offered = offered_by(first);
            for value in offered_by(second) {
                if !offered.contains(&value) {
                    offered.push(value);
                }
            }
            Err(ProblemKind::Ambiguous(offered))
        }
    };
    Found::new(first.said.start..second.said.end, outcome)
}

fn offered_by(found: &Found) -> Vec<Value> {
    match &found.outcome {
        Ok(value) => vec![value.clone()],
        Err(ProblemKind::Ambiguous(values)) => values.clone(),
        Err(
            ProblemKind::Impossible
            | ProblemKind::Past
            | ProblemKind::Vague
            | ProblemKind::OutOfRange
            | ProblemKind::Unknown(_),
        ) => Vec::new(),
    }
}

/// Where a correction goes on after a value: "…, no, mejor ‹here›".
pub(super) fn correction_start(tokens: &Tokens<'_>, end: usize) -> Option<usize> {
    let mut at = end;
    let mut has_correction = false;
    loop {
        let is_no = NO.contains(&tokens.word(at))
            && (has_correction
                || !tokens.language.is_romance()
                || tokens.is_mark(at + 1)
                || tokens.phrases(at + 1, &CORRECTIONS).is_some());
        if let Some(next) = tokens.phrases(at, &CORRECTIONS) {
            (at, has_correction) = (next, true);
        } else if is_no {
            (at, has_correction) = (at + 1, true);
        } else if tokens.is_mark_of(at, &[",", ".", "…", ";", "-", "—"])
            || BESIDE_CORRECTIONS.contains(&tokens.word(at))
        {
            at += 1;
        } else {
            return has_correction.then_some(at);
        }
    }
}
