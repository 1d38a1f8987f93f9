//! The step: one event in, all effects out.

use crate::{Assistant, Conversation, Effect, Event};

/// Takes one event.
pub fn step(_assistant: &Assistant, _conversation: &mut Conversation, _event: Event) -> Vec<Effect> {
    Vec::new()
}
