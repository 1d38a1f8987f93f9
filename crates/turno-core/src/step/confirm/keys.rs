//! The keys of a telephone: a value is dictated with them, and a question is answered.

use crate::{
    Channel, Conversation, Input, Phase, phrases,
    step::{Next, Step},
};

/// Between two keys of one number pass at most so many milliseconds: telephone systems wait as long for the next one before they
/// take a number for whole.
const BETWEEN_KEYS_MS: u64 = 5_000;

impl Step<'_> {
    /// Keys that were pressed where they answer no question dictate a value, and so do those that follow them at once.
    pub(in crate::step) fn note_keys(&mut self) {
        if !self.conversation.has_keys() || !matches!(self.conversation.turns.input(), Input::Dtmf(_)) {
            return;
        }
        let answers = matches!(self.conversation.phase, Phase::Confirming { .. });
        if !answers || self.is_dictated_still() {
            self.conversation.collected.dictated_at = Some(self.conversation.turns.arrived_at(self.at));
        }
    }

    /// A key of a number that a gateway delivers behind the others is no answer to what was asked when the number was whole:
    /// the question is said again. None where the turn is something else.
    pub(in crate::step) fn answer_late_key(&mut self) -> Option<Next> {
        let is_asked = matches!(self.conversation.phase, Phase::Confirming { .. });
        let is_key = matches!(self.conversation.turns.input(), Input::Dtmf(_));
        if !(is_asked && is_key && self.is_dictated_still()) || is_planted() {
            return None;
        }
        self.conversation.turns.take_unread();
        self.say_phrase(phrases::let_me_repeat);
        self.conversation.turns.note_told();
        Some(self.ask_again())
    }

    fn is_dictated_still(&self) -> bool {
        let dictated_at = self.conversation.collected.dictated_at;
        dictated_at
            .is_some_and(|at| self.conversation.turns.arrived_at(self.at).since_ms(at) <= BETWEEN_KEYS_MS)
    }
}

impl Conversation {
    /// Whether keys answer a question of yes or no: only a telephone has them, and nobody was told of them anywhere else.
    pub(in crate::step) fn has_keys(&self) -> bool {
        self.key.channel == Channel::Voice
    }
}

fn is_planted() -> bool {
    #[cfg(feature = "planted-faults")]
    return crate::planted::is_planted(crate::planted::PlantedFault::LateKeyAnswers);
    #[cfg(not(feature = "planted-faults"))]
    false
}
