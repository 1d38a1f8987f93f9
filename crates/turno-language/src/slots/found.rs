//! What a reader found, and which of several findings counts.

use std::ops::Range;

use serde_json::Value;

use super::tokens::Tokens;
use crate::ProblemKind;

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
        Self {
            said: range.clone(),
            taken: range,
            outcome,
        }
    }
}

/// The last one counts, but for one that is denied ("Laura, no Juan"), a vague one after a clear one, and
/// alternatives ("el viernes o el sábado"), which are ambiguous.
pub(super) fn choose(tokens: &Tokens<'_>, found: &[Found]) -> Option<Found> {
    let mut chosen: Option<Found> = None;
    for next in found {
        let Some(current) = chosen.take() else {
            chosen = Some(next.clone());
            continue;
        };
        let between = current.said.end..next.said.start;
        let is_vague = next.outcome == Err(ProblemKind::Vague) && current.outcome.is_ok();
        chosen = Some(if is_denied(tokens, &next.said) || is_vague {
            current
        } else if is_alternative(tokens, between) {
            either(&current, next)
        } else {
            next.clone()
        });
    }
    chosen
}

/// "…, no de Juan": a pause before the "no" and none after it.
fn is_denied(tokens: &Tokens<'_>, said: &Range<usize>) -> bool {
    let links = [
        "de", "del", "a", "para", "el", "la", "las", "los", "es", "for", "at", "on", "the",
    ];
    let mut at = said.start;
    while at > 0 && links.contains(&tokens.before(at)) {
        at -= 1;
    }
    let is_no = matches!(tokens.before(at), "no" | "not");
    is_no && at >= 2 && (tokens.is_mark(at - 2) || matches!(tokens.before(at - 1), "y" | "and"))
}

fn is_alternative(tokens: &Tokens<'_>, between: Range<usize>) -> bool {
    let mut words = between.map(|at| tokens.original(at)).filter(|word| *word != ",");
    words.next().is_some_and(|word| matches!(word, "o" | "or" | "u"))
        && words.all(|word| matches!(word, "el" | "a" | "las" | "para" | "la" | "at" | "on"))
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
    let words = [
        "perdon",
        "digo",
        "mejor",
        "mejor dicho",
        "mas bien",
        "bueno",
        "i mean",
        "actually",
        "sorry",
        "make that",
        "make it",
        "rather",
        "disculpe",
        "disculpa",
        "corrijo",
        "no no",
    ];
    let mut at = end;
    let mut has_correction = false;
    loop {
        let is_no = tokens.is_one_of(at, &["no"])
            && (tokens.is_mark(at + 1) || tokens.phrases(at + 1, &words).is_some());
        if let Some(next) = tokens.phrases(at, &words) {
            (at, has_correction) = (next, true);
        } else if is_no {
            (at, has_correction) = (at + 1, true);
        } else if tokens.is_one_of(at, &[",", ".", "…", ";", "-", "—", "y", "o"]) {
            at += 1;
        } else {
            return has_correction.then_some(at);
        }
    }
}
