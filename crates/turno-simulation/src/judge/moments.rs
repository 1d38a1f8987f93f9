//! The judge of when a yes was said: one that is true is acted on.

use turno_core::{
    ConfirmationId, ConfirmationOutcome, Conversation, Event, Input, PendingConfirmation, SaidLast,
    Timestamp, plain_choice,
};

use super::Judge;
use crate::{
    broken::{Broken, Invariant},
    talk::Talk,
};

/// Words that nobody mistakes for anything but a yes.
const PLAIN_YES: &str = "sí";

/// Whoever says the same twice, so soon, may have said it twice to one question.
const REACTION_MS: u64 = 2_000;

impl Judge {
    /// The question that has to be answered by that event: its button was pressed while it stood, or somebody who had seen it said
    /// a plain yes.
    pub(super) fn owed_yes(
        &self,
        talk: &Talk,
        before: &Conversation,
        event: &Event,
    ) -> Option<ConfirmationId> {
        let turn = event.kind.as_turn()?;
        // While another turn is worked on it waits, and is judged later.
        if before.turns.current.is_some() {
            return None;
        }
        let pending = before.confirmations.pending.as_ref()?;
        let at = event.at.max(before.latest_at);
        if at >= pending.expires_at || !pending.heard {
            return None;
        }
        let said = talk.said.iter().find(|said| said.turn.turn == turn.turn)?;
        let is_true = match &turn.input {
            Input::Choice(id) => plain_choice(id).strip_prefix("yes:") == Some(pending.id.0.as_str()),
            Input::Text(text) if text == PLAIN_YES => {
                let is_sent_in_time = said.turn.sent_at.is_none_or(|sent_at| sent_at < pending.expires_at);
                let seems_twice = at.since_ms(pending.created_at) < REACTION_MS;
                said.open_question.as_deref().map(plain_choice) == Some(pending.id.0.as_str())
                    && pending.said_last == SaidLast::Question
                    && is_sent_in_time
                    && !seems_twice
                    && !self.is_clock_set
                    && !self.has_forgotten_when(pending, said.turn.sent_at)
            }
            Input::Text(_) | Input::Dtmf(_) | Input::Media(_) | Input::Location(_) | Input::Contact(_) => {
                false
            }
        };
        is_true.then(|| pending.id.clone())
    }

    /// A daemon that dies before its next commit takes along what it knew of when a question went out. Said again, the question
    /// counts from then on; what was sent before is asked about again.
    fn has_forgotten_when(&self, pending: &PendingConfirmation, sent_at: Option<Timestamp>) -> bool {
        let (Some(went_out_at), Some(sent_at)) = (pending.delivered_at, sent_at) else {
            return false;
        };
        let mut crashes = self.crashes.iter();
        sent_at < went_out_at && crashes.any(|at| (pending.created_at..=went_out_at).contains(at))
    }

    pub(super) fn check_owed_yes(
        &self,
        talk: &Talk,
        after: &Conversation,
        owed: Option<ConfirmationId>,
    ) -> Result<(), Broken> {
        let Some(owed) = owed else { return Ok(()) };
        self.true_yeses.set(self.true_yeses.get() + 1);
        if after.confirmations.outcomes.contains(&(owed.clone(), ConfirmationOutcome::Accepted)) {
            return Ok(());
        }
        let detail = format!("{} was agreed to in time, and nothing came of it", owed.0);
        Err(Broken::new(Invariant::TrueYesActs, Some(&talk.key), detail))
    }
}
