//! Questions whose time ran out, and buttons of questions that are no longer open.

use turno_language::Verdict;

use crate::{
    ConfirmationId, ConfirmationOutcome, Effect, Phase, Timer, phrases,
    step::{
        Next, Step,
        confirm::verdict::{named_confirmation, own_button},
    },
};

impl Step<'_> {
    /// The timer of a question fired: it has stood for its whole time, whatever the clock says now.
    pub(in crate::step) fn timer_fired(&mut self, id: &ConfirmationId) {
        if self.conversation.confirmations.pending.as_ref().is_some_and(|pending| pending.id == *id) {
            self.expire();
        }
    }

    /// Before a turn is read: a question whose time is over has expired, even where its timer is late.
    pub(in crate::step) fn expire_if_due(&mut self) {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::ForgetExpiry) {
            return;
        }
        let due =
            self.conversation.confirmations.pending.as_ref().filter(|pending| self.at >= pending.expires_at);
        if let Some(pending) = due {
            self.effects.push(Effect::DisarmTimer { timer: Timer::Expiry(pending.id.clone()) });
            self.expire();
        }
    }

    fn expire(&mut self) {
        let Some(pending) = self.conversation.confirmations.pending.take() else {
            return;
        };
        self.conversation.exchange.note_unmade(&pending.id, ConfirmationOutcome::Expired);
        self.conversation.confirmations.remember_outcome(pending.id.clone(), ConfirmationOutcome::Expired);
        let seq = self.conversation.dialogue.take_seq();
        self.effects.push(Effect::Expired { seq, confirmation: pending.id.clone() });
        self.conversation.confirmations.lapsed = Some(pending);
        self.conversation.tasks.aside = None;
        if matches!(self.conversation.phase, Phase::Confirming { .. }) {
            self.conversation.phase = Phase::Idle;
        }
    }

    /// The user answers a question that has expired: the truth, and the offer to ask again. None where the words are
    /// about something else.
    pub(in crate::step) fn answer_lapsed(&mut self) -> Option<Next> {
        let lapsed = self.conversation.confirmations.lapsed.clone()?;
        let confirm = self.confirm_node(&lapsed.node)?;
        let text = self.conversation.turns.utterance();
        let reading = self.read_pending_verdict(&text, &lapsed);
        match reading.verdict {
            Verdict::Yes | Verdict::Wait => {
                self.conversation.turns.take_unread();
                Some(self.tell_expired(&lapsed.node))
            }
            Verdict::Change if !reading.changes.values.is_empty() => {
                self.conversation.confirmations.lapsed = None;
                self.say_phrase(phrases::expired_but_changed);
                Some(self.change(confirm, reading.changes, &[]))
            }
            Verdict::No => {
                self.conversation.turns.take_unread();
                self.conversation.confirmations.lapsed = None;
                Some(Next::To(confirm.no.clone()))
            }
            Verdict::Change | Verdict::Unclear => None,
        }
    }

    /// The expired edge of the node; without one, the truth alone.
    fn tell_expired(&mut self, node: &str) -> Next {
        self.conversation.confirmations.lapsed = None;
        self.conversation.tasks.aside = None;
        self.conversation.phase = Phase::Idle;
        match self.confirm_node(node).and_then(|confirm| confirm.expired.clone()) {
            Some(expired) => Next::To(expired),
            None => {
                self.say_phrase(phrases::expired);
                Next::Rest
            }
        }
    }

    /// A press on a button of a question that is not the open one: it never acts. None where the button is not one of
    /// a question.
    pub(in crate::step) fn answer_old_button(&mut self, button: &str) -> Option<Next> {
        let id = named_confirmation(button)?;
        let lapsed = self.conversation.confirmations.lapsed.as_ref();
        if let Some(lapsed) = lapsed
            && let Some(verdict) = own_button(button, lapsed)
        {
            let node = lapsed.node.clone();
            if verdict == Verdict::Yes {
                return Some(self.tell_expired(&node));
            }
            self.conversation.confirmations.lapsed = None;
            return Some(match self.confirm_node(&node) {
                Some(confirm) => Next::To(confirm.no.clone()),
                None => Next::Rest,
            });
        }
        let outcome = self
            .conversation
            .confirmations
            .outcomes
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, outcome)| *outcome);
        self.say_phrase(match outcome {
            Some(ConfirmationOutcome::Accepted) => phrases::already_done,
            Some(ConfirmationOutcome::Refused) => phrases::already_refused,
            Some(ConfirmationOutcome::Expired) => phrases::expired,
            Some(ConfirmationOutcome::Replaced) | None => phrases::old_button,
        });
        self.conversation.turns.note_told();
        Some(self.ask_again())
    }
}
