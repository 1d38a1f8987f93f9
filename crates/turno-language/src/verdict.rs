//! What an answer to a confirmation means.

use crate::{Asked, ReadContext, SlotReading, Verdict, VerdictReading};

/// Reads an answer to the question that is pending.
///
/// `context.slots` are the parameters of the pending call and `context.known` their values, so that a yes that only
/// repeats what was asked is a yes, and one with a new value is a change.
pub fn read_verdict(_utterance: &str, _asked: &Asked<'_>, _context: &ReadContext<'_>) -> VerdictReading {
    VerdictReading { verdict: Verdict::Unclear, changes: SlotReading::default(), named_slots: Vec::new(), question: None }
}
