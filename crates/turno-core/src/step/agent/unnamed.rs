//! What a model's call carries and the graph's question for it does not name is named too: nobody says yes to what they did not
//! hear.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use turno_graph::{Confirm, Variant, names_told};
use turno_truth::sentences;

use crate::{
    as_speech,
    assistant_tool::AssistantTool,
    step::{Step, reply::Said},
};

impl Step<'_> {
    /// The question for a call, with what it leaves out of a model's call in front of its last sentence.
    pub(in crate::step) fn with_the_unnamed(
        &self,
        said: Said,
        confirm: &Confirm,
        tool: &AssistantTool,
        parameters: &Map<String, Value>,
    ) -> Said {
        let mut calls = self.conversation.exchange.talk.calls();
        let call = calls.find(|call| call.is_up && call.call.tool == tool.spec.name);
        let Some(filled_in) = call.and_then(|call| call.parameters.as_ref()) else {
            return said;
        };
        let carried = parameters
            .iter()
            .filter(|(name, value)| filled_in.contains_key(*name) && self.is_to_be_named(value));
        let carried: Vec<(&String, &Value)> = carried.collect();
        let [chat, voice] = [Variant::Chat, Variant::Voice].map(|variant| {
            let named = self.named_in(confirm, variant);
            let unnamed = carried.iter().filter(|(name, _)| !named.contains(*name));
            let lines: Vec<String> = unnamed
                .map(|(name, value)| self.value_line(name, value, Some(tool), self.language()))
                .collect();
            lines.join(". ")
        });
        // All that a model filled in is to be heard, the name and the place as well.
        let speech = in_front_of_the_last(&said.speech, &as_speech(&voice));
        let last = sentences(&speech).last().map_or("", |(sentence, _)| sentence);
        let in_front = speech.split_whitespace().count() - last.split_whitespace().count();
        let more = voice.split_whitespace().count();
        Said {
            text: in_front_of_the_last(&said.text, &chat),
            must_hear_words: said.words_to_last_value.saturating_add(more).max(in_front),
            speech,
            ..said
        }
    }

    /// Nothing is said of what is not wished, nor of the phone that the caller calls from.
    fn is_to_be_named(&self, value: &Value) -> bool {
        let caller = self.conversation.caller.phone.as_deref();
        match value {
            Value::Null | Value::Bool(false) => false,
            Value::String(text) => !text.trim().is_empty() && Some(text.as_str()) != caller,
            Value::Bool(true) | Value::Number(_) | Value::Array(_) | Value::Object(_) => true,
        }
    }

    /// What the text of a question names, by itself or as a member of a result.
    fn named_in(&self, confirm: &Confirm, variant: Variant) -> BTreeSet<String> {
        let id = confirm.say.template(self.language().code(), variant);
        let source = id.and_then(|id| self.assistant.graph.templates().get(id));
        source.and_then(|source| names_told(source)).unwrap_or_default()
    }
}

/// "…, a nombre de Ana. Sucursal: Coyoacán. ¿Es correcto?"
fn in_front_of_the_last(question: &str, lines: &str) -> String {
    if lines.is_empty() {
        return question.to_owned();
    }
    let last = sentences(question).last().map_or("", |(sentence, _)| sentence);
    let front = question[..question.len() - last.len()].trim_end();
    let lines = format!("{lines}.").replace("..", ".");
    match front.is_empty() {
        true => format!("{lines} {}", last.trim()),
        false => format!("{front} {lines} {}", last.trim()),
    }
}
