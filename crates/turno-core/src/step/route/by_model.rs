//! The router that asks a language model where its rules do not know. The model chooses among the intents, and no more.

use serde_json::Value;
use turno_graph::{Node, Router};

use crate::{
    ModelOutcome,
    step::{Next, Step},
};

impl Step<'_> {
    /// Asks a model what the words mean; none: this router does not, or there is nothing to read.
    pub(in crate::step) fn ask_model_for_intent(&mut self) -> Option<Next> {
        let (name, router) = self.router_node()?;
        router.ask_model.as_ref()?;
        if self.conversation.turns.utterance().trim().is_empty() {
            return None;
        }
        let name = name.to_owned();
        Some(self.ask_model(&name))
    }

    /// The answer to a question that no agent put.
    pub(in crate::step) fn other_node_answered(&mut self, node: &str, outcome: ModelOutcome) -> Next {
        let node = self.assistant.graph.node(node);
        if let Some(respond) = node.and_then(Node::as_respond) {
            return self.text_phrased(respond, &outcome);
        }
        let router = node.and_then(Node::as_router);
        let chosen = match (router, outcome) {
            (Some(router), ModelOutcome::Answered { answer, .. }) => chosen_intent(router, &answer.text),
            (Some(_) | None, ModelOutcome::Answered { .. } | ModelOutcome::Failed(_)) => None,
        };
        match chosen {
            Some(intent) => self.follow_first(intent),
            None => self.fall_back(),
        }
    }
}

/// The intent that a model named, whatever else it wrote; none where it named none that there is.
fn chosen_intent<'a>(router: &'a Router, text: &str) -> Option<&'a turno_graph::Intent> {
    let start = text.find('{')?;
    let mut values = serde_json::Deserializer::from_str(text.get(start..)?).into_iter::<Value>();
    let answer = values.next()?.ok()?;
    let name = answer.get("intent")?.as_str()?;
    let mut intents = router.intents.iter().filter(|intent| !intent.without_model);
    intents.find(|intent| intent.name == name)
}
