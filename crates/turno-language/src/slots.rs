//! Values for slots.

use crate::{ReadContext, SlotReading};

/// Reads the values that an utterance gives for the slots of `context`.
///
/// Several values may come from one utterance. A correction inside it wins over what it corrects ("a las 8, no,
/// mejor a las 9" gives 9). Nothing is guessed: what is vague, impossible or ambiguous is a [`crate::Problem`].
pub fn read_slots(_utterance: &str, _context: &ReadContext<'_>) -> SlotReading {
    SlotReading::default()
}
