//! The escalate node: a person takes over.

mod summary;

use serde_json::{Map, Value};
use turno_graph::{Escalate, Interrupts, Node};

use crate::{
    ConfirmationOutcome, HandOff, Phase, phrases,
    step::{Next, Step},
};

impl Step<'_> {
    pub(in crate::step) fn enter_escalate(&mut self, name: &str, escalate: &Escalate) -> Next {
        self.conversation.turns.take_unread();
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.tasks.aside = None;
        let parameters = Map::from_iter([
            ("reason".to_owned(), Value::from(escalate.reason.clone())),
            ("urgency".to_owned(), Value::from(escalate.urgency.clone())),
            ("context_summary".to_owned(), Value::from(self.summary())),
        ]);
        self.call(name, &escalate.tool, parameters, None)
    }

    /// The hand-off is registered: the user is told, and the gateway.
    pub(in crate::step) fn hand_off(&mut self, name: &str, escalate: &Escalate) -> Next {
        let result = self.conversation.calls.results.get(&escalate.tool).cloned().unwrap_or_default();
        self.say(&escalate.say);
        self.hand_off = Some(HandOff {
            seq: 0,
            to: result.get("transfer_number").and_then(Value::as_str).unwrap_or_default().to_owned(),
            reason: escalate.reason.clone(),
            urgency: escalate.urgency.clone(),
            summary: self.summary(),
        });
        self.conversation.tasks.later.clear();
        self.conversation.phase = Phase::WithPerson { node: name.to_owned() };
        Next::Asked
    }

    /// The user goes on writing while a person is awaited: what the assistant can do it still does.
    pub(in crate::step) fn answer_with_person(&mut self, node: &str) -> Next {
        let text = self.conversation.turns.utterance();
        let wanted = self
            .find_intent(&text)
            .filter(|intent| intent.to != node && intent.interrupts != Interrupts::Never);
        if let Some(intent) = wanted {
            if intent.interrupts == Interrupts::Aside {
                self.conversation.tasks.aside = Some(self.conversation.phase.clone());
            } else {
                self.conversation.phase = Phase::Idle;
            }
            return self.follow(intent);
        }
        let escalate = self.assistant.graph.node(node).and_then(Node::as_escalate);
        match escalate.and_then(|escalate| escalate.waiting.as_ref()) {
            Some(waiting) => self.say(waiting),
            None => self.say_phrase(phrases::person_will_answer),
        }
        Next::Asked
    }
}
