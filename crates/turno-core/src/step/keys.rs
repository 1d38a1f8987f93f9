//! The keys of a telephone: a value is dictated with them, and a question is answered.

use super::{Next, Step};
use crate::{Channel, Input, Phase, Timestamp, phrases};

/// Between two keys of one number pass at most so many milliseconds: telephone systems wait as long for the next one before they
/// take a number for whole.
const BETWEEN_KEYS_MS: u64 = 5_000;

impl Step<'_> {
    /// Whether keys answer a question of yes or no: only a telephone has them, and nobody was told of them anywhere else.
    pub(super) fn has_keys(&self) -> bool {
        self.conversation.key.channel == Channel::Voice
    }

    /// Keys that were pressed where they answer no question dictate a value, and so do those that follow them at once.
    pub(super) fn note_keys(&mut self) {
        if !self.has_keys() || !matches!(self.input(), Input::Dtmf(_)) {
            return;
        }
        let answers = matches!(self.conversation.phase, Phase::Confirming { .. });
        if !answers || self.is_dictated_still() {
            self.conversation.dictated_at = Some(self.arrived_at());
        }
    }

    /// A key of a number that a gateway delivers behind the others is no answer to what was asked when the number was whole:
    /// the question is said again. None where the turn is something else.
    pub(super) fn answer_late_key(&mut self) -> Option<Next> {
        let is_asked = matches!(self.conversation.phase, Phase::Confirming { .. });
        let is_key = matches!(self.input(), Input::Dtmf(_));
        if !(is_asked && is_key && self.is_dictated_still()) || is_planted() {
            return None;
        }
        self.take_unread();
        self.say_phrase(phrases::let_me_repeat);
        self.note_told();
        Some(self.ask_again())
    }

    fn is_dictated_still(&self) -> bool {
        let dictated_at = self.conversation.dictated_at;
        dictated_at.is_some_and(|at| self.arrived_at().since_ms(at) <= BETWEEN_KEYS_MS)
    }

    fn arrived_at(&self) -> Timestamp {
        let turn = self.conversation.turn.as_ref();
        turn.and_then(|turn| turn.waited_since).unwrap_or(self.at)
    }
}

fn is_planted() -> bool {
    #[cfg(feature = "planted-faults")]
    return crate::planted::is_planted(crate::planted::PlantedFault::LateKeyAnswers);
    #[cfg(not(feature = "planted-faults"))]
    false
}
