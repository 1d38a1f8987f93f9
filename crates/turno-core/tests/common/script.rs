//! A language model that says what a test tells it to, and the small restaurant that it answers for.

use serde_json::{Value, json};
use turno_core::{
    Arguments, Channel, Finish, ModelAnswer, ModelCall, ModelFailure, ModelFailureKind, ModelMessage,
    ModelOutcome, Usage,
};

use super::Talk;

pub const GRAPH: &str = include_str!("agent.toml");

pub fn talk() -> Talk {
    Talk::on(Channel::Whatsapp, GRAPH)
}

pub fn answer(text: &str, calls: &[(&str, Value)]) -> ModelOutcome {
    let call = |(at, (tool, arguments)): (usize, &(&str, Value))| ModelCall {
        id: format!("call_{at}"),
        tool: (*tool).to_owned(),
        arguments: arguments.to_string(),
        opaque: None,
    };
    ModelOutcome::Answered {
        answer: ModelAnswer {
            text: text.to_owned(),
            calls: calls.iter().enumerate().map(call).collect(),
            finish: Finish::Stop,
            usage: Usage::default(),
            provider: "fake".to_owned(),
            model: "one".to_owned(),
            cost_micros: 10,
            opaque: None,
            failed: Vec::new(),
        },
        arguments: calls
            .iter()
            .map(|(_, arguments)| match arguments {
                Value::Object(members) => Arguments::Valid(members.clone()),
                other => Arguments::Invalid(format!("{other} is no object")),
            })
            .collect(),
    }
}

pub fn says(text: &str) -> ModelOutcome {
    answer(text, &[])
}

pub fn fails(kind: ModelFailureKind) -> ModelOutcome {
    ModelOutcome::Failed(ModelFailure::new(kind, "broken"))
}

pub fn table() -> Value {
    json!({ "date": "2026-01-20", "time": "20:00", "party_size": 4, "customer_name": "Juan" })
}

/// What the model was told of its calls in the latest question.
pub fn results(talk: &Talk) -> Vec<(String, bool)> {
    let messages = &talk.asked.last().unwrap().messages;
    let results = messages.iter().filter_map(|message| match message {
        ModelMessage::ToolResult { content, is_error, .. } => Some((content.clone(), *is_error)),
        _ => None,
    });
    results.collect()
}
