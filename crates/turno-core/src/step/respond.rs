//! The respond and end nodes.

use turno_graph::{End, Respond};

use super::{Next, Step};
use crate::{ConfirmationOutcome, Phase};

impl Step<'_> {
    pub(super) fn enter_respond(&mut self, respond: &Respond) -> Next {
        self.say(&respond.say);
        self.offer(&respond.choices);
        if respond.forget.iter().any(|slot| slot == "*") {
            self.conversation.slots.clear();
        } else {
            for slot in &respond.forget {
                self.conversation.slots.remove(slot);
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
        self.conversation.lapsed = None;
        self.conversation.aside = None;
        self.conversation.phase = Phase::Ended;
        self.conversation.later.clear();
        Next::Asked
    }
}
