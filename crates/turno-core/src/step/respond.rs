//! The respond and end nodes.

use turno_graph::{End, Respond};

use crate::{
    Channel, ConfirmationOutcome, ModelOutcome, Phase, as_speech,
    phrased::says_the_same,
    step::{Next, Step},
};

impl Step<'_> {
    pub(super) fn enter_respond(&mut self, name: &str, respond: &Respond) -> Next {
        match &respond.phrase {
            Some(_) if self.conversation.exchange.may_ask_model() => self.ask_model(name),
            Some(_) | None => {
                self.say(&respond.say);
                self.leave_respond(respond)
            }
        }
    }

    /// A model has put a text of the graph in words of its own, or has not. What it wrote is said where it says the same.
    pub(super) fn text_phrased(&mut self, respond: &Respond, outcome: &ModelOutcome) -> Next {
        let said = self.render(&respond.say);
        let is_voice = self.conversation.key.channel == Channel::Voice;
        let own = if is_voice { &said.speech } else { &said.text };
        match outcome {
            ModelOutcome::Answered { answer, .. } if says_the_same(own, &answer.text) => {
                let words = answer.text.trim().to_owned();
                self.conversation.turns.say(words.clone(), as_speech(&words));
            }
            ModelOutcome::Answered { .. } | ModelOutcome::Failed(_) => self.say(&respond.say),
        }
        self.leave_respond(respond)
    }

    fn leave_respond(&mut self, respond: &Respond) -> Next {
        self.offer(&respond.choices);
        if respond.forget.iter().any(|slot| slot == "*") {
            self.conversation.collected.slots.clear();
        } else {
            for slot in &respond.forget {
                self.conversation.collected.slots.remove(slot);
            }
        }
        match &respond.to {
            Some(node) => Next::To(node.clone()),
            None => Next::Rest,
        }
    }

    pub(super) fn enter_end(&mut self, end: &End) -> Next {
        if let Some(say) = &end.say {
            self.say(say);
        }
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.confirmations.lapsed = None;
        self.conversation.tasks.aside = None;
        self.conversation.phase = Phase::Ended;
        self.conversation.tasks.later.clear();
        Next::Asked
    }
}
