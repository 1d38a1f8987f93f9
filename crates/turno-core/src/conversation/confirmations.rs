//! What waits for a yes, and what became of what waited.

use std::collections::VecDeque;

use serde_json::{Map, Value};

use crate::{ConfirmationId, ConfirmationOutcome, Grant, PendingConfirmation, SaidLast, Timestamp};

/// The outcomes that are remembered, so that an old button gets the truth.
const OUTCOMES_MAX: usize = 16;

/// A call that a yes was given to: the node, the arguments, and the grant.
pub(super) type GrantedCall = (String, Map<String, Value>, Grant);

/// What waits for a yes, and what became of what waited.
#[derive(Debug, Clone, PartialEq)]
pub struct Confirmations {
    /// The destructive call that waits for a yes.
    pub pending: Option<PendingConfirmation>,
    /// A question that expired and that the user has not come back to.
    pub lapsed: Option<PendingConfirmation>,
    /// A yes that the tool node has not spent yet: the tool, the parameters, the grant.
    pub granted: Option<GrantedCall>,
    /// What became of the latest confirmations, oldest first.
    pub outcomes: VecDeque<(ConfirmationId, ConfirmationOutcome)>,
    /// The number of the next confirmation in this run.
    pub next_confirmation: u32,
}

impl Default for Confirmations {
    fn default() -> Self {
        Self { pending: None, lapsed: None, granted: None, outcomes: VecDeque::new(), next_confirmation: 1 }
    }
}

impl Confirmations {
    /// What the next words may be an answer to, besides the open question.
    pub(crate) fn note_said_last(&mut self, said: SaidLast) {
        if let Some(pending) = &mut self.pending {
            pending.said_last = said;
        }
    }

    pub(crate) fn remember_outcome(&mut self, id: ConfirmationId, outcome: ConfirmationOutcome) {
        if self.outcomes.len() == OUTCOMES_MAX {
            self.outcomes.pop_front();
        }
        self.outcomes.push_back((id, outcome));
    }

    pub(crate) fn note_delivered(&mut self, now: Timestamp, seq: u64) {
        if let Some(pending) = &mut self.pending
            && pending.delivered_at.is_none()
            && pending.asked_seq <= seq
        {
            pending.delivered_at = Some(now);
        }
    }
}
