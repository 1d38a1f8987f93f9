//! What is asked of a language model, and what it answers, in the words of no provider.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use turno_language::Language;

/// One question to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelRequest {
    /// Which models, as `provider/model`, the one to try first in front; empty: those that the daemon asks by default.
    pub models: Vec<String>,
    /// The talk so far. Each call has exactly one result, right behind the message that made it, in order:
    /// [`check_messages`].
    pub messages: Vec<ModelMessage>,
    /// What it may call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ModelTool>,
    /// Whether it may call any now: not where its calls of the turn are spent. The tools are listed all the same, since calls of
    /// before stand in the messages.
    pub may_call: bool,
    /// What shape the words have.
    #[serde(default)]
    pub response_format: ResponseFormat,
    /// From 0 (the same each time) to 2; none: the provider's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// It writes at most so many tokens.
    pub max_tokens: u32,
    /// It has so long, all attempts together, in milliseconds.
    pub budget_ms: u64,
    /// Its words may be heard while they still come: what broke off is then not asked of another. Else nobody knows of words
    /// before the answer is whole.
    #[serde(default)]
    pub is_spoken: bool,
    /// The language of the talk, where its words are for people: whole answers in another one that name nothing are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// One message of the talk with a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum ModelMessage {
    /// What it is to do. Only in front.
    System {
        /// The words.
        text: String,
    },
    /// What the user said.
    User {
        /// The words.
        text: String,
    },
    /// What the model answered.
    Assistant {
        /// Its words; may be empty.
        text: String,
        /// What it called.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<ModelCall>,
        /// What its provider wants back unread.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opaque: Option<Opaque>,
    },
    /// What came of a call.
    ToolResult {
        /// The call's id.
        call: String,
        /// The tool.
        tool: String,
        /// The result, or what went wrong, as text (JSON for results).
        content: String,
        /// Whether something went wrong.
        #[serde(default)]
        is_error: bool,
    },
}

/// A tool call as a model wrote it. Nothing of it is trusted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelCall {
    /// Its id, unique within the answer; made up where the provider gave none.
    pub id: String,
    /// The tool's name, whether or not there is such a tool.
    pub tool: String,
    /// The arguments as text: the first complete JSON value of what it wrote; where there is none, all that it wrote.
    /// Empty: it wrote none.
    pub arguments: String,
    /// What its provider wants back unread with this call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Opaque>,
}

/// Something that a provider wants back unread (a signature of thoughts, …). It is sent to nobody else, and to no other
/// model of the same provider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opaque {
    /// Whose it is, as `provider/model`.
    pub of: String,
    /// The thing.
    pub value: Value,
}

/// A tool as a model is told of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelTool {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The JSON Schema of its parameters: an object.
    pub parameters: Arc<Value>,
}

/// What shape a model's words have.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResponseFormat {
    /// Words.
    #[default]
    Text,
    /// Some JSON object.
    Json,
    /// JSON of that schema.
    JsonSchema {
        /// What the schema is called: letters, digits, `_` and `-`, at most 64.
        name: String,
        /// The schema.
        schema: Value,
    },
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelAnswer {
    /// Its words; may be empty where it called something.
    pub text: String,
    /// What it called, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ModelCall>,
    /// Why it stopped.
    pub finish: Finish,
    /// The tokens that it took.
    #[serde(default)]
    pub usage: Usage,
    /// Who answered.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// What it cost, in millionths of a US dollar.
    #[serde(default)]
    pub cost_micros: u64,
    /// What the provider wants back unread with the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Opaque>,
    /// The requests that failed before it, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedRequest>,
}

impl ModelAnswer {
    /// Its request, where nobody can make use of it.
    pub fn as_failed(&self, kind: ModelFailureKind) -> FailedRequest {
        FailedRequest {
            provider: self.provider.clone(),
            model: self.model.clone(),
            kind,
            usage: self.usage,
            cost_micros: self.cost_micros,
            message: String::new(),
        }
    }
}

/// A request that brought no answer. It counts all the same: its question was read, and may be on the bill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedRequest {
    /// Who was asked.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// What came of it.
    pub kind: ModelFailureKind,
    /// The tokens that the provider told of before it failed.
    #[serde(default, skip_serializing_if = "Usage::is_none")]
    pub usage: Usage,
    /// What they cost, in millionths of a US dollar.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cost_micros: u64,
    /// What the provider said where the configuration is at fault ([`ModelFailureKind::is_of_configuration`]); no secret is in it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// It had said all.
    Stop,
    /// It waits for results.
    ToolCalls,
    /// It reached its longest answer. Calls of such an answer may be cut, and are never run.
    Length,
    /// Its provider would not let it go on.
    ContentFilter,
    /// The provider said something else, or nothing.
    Other,
}

/// Tokens that an answer took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the question.
    pub input_tokens: u64,
    /// Those of them that the provider had kept from before.
    #[serde(default)]
    pub cached_input_tokens: u64,
    /// Tokens of the answer, thoughts among them.
    pub output_tokens: u64,
}

impl Usage {
    /// Whether no tokens were told of.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A question to a model that got no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFailure {
    /// What kind of failure.
    pub kind: ModelFailureKind,
    /// What happened, for the operator; no secret is in it.
    pub message: String,
    /// What the provider asked for (`Retry-After`), in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The words that had come before it failed, and were passed on.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// The tokens that the provider told of before it failed, where they are not counted in `failed`.
    #[serde(default, skip_serializing_if = "Usage::is_none")]
    pub usage: Usage,
    /// The requests that failed, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedRequest>,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelFailureKind {
    /// The key is refused, or lacks the right (401, 403).
    RefusedKey,
    /// Too many questions (429).
    RateLimited,
    /// The provider has too much to do, or is broken (5xx, 529).
    Overloaded,
    /// It took too long.
    TimedOut,
    /// The talk is longer than the model can read.
    ContextTooLong,
    /// The provider would not answer this.
    ContentFilter,
    /// What came back could not be read, or broke off.
    Malformed,
    /// The provider could not be reached at all.
    Unreachable,
    /// The provider does not take such a question (another 4xx): no such model, a parameter that it does not know.
    Refused,
    /// The provider has failed so often that it is left alone for a while.
    CircuitOpen,
    /// The tenant's or the conversation's budget is spent.
    OverBudget,
    /// Nothing is configured under that name.
    NotConfigured,
    /// Whoever asked no longer wants to know.
    Cancelled,
}

impl ModelFailureKind {
    /// Whether the configuration is at fault: the key, or what is asked. To ask again, or another day, does not help.
    pub fn is_of_configuration(self) -> bool {
        matches!(self, Self::RefusedKey | Self::Refused)
    }
}

/// Whether each call has exactly one result, right behind the message that made it and in its order.
///
/// # Errors
/// What is wrong with which message, counted from 0.
pub fn check_messages(messages: &[ModelMessage]) -> Result<(), String> {
    let mut waiting: std::collections::VecDeque<&str> = std::collections::VecDeque::new();
    for (at, message) in messages.iter().enumerate() {
        if let ModelMessage::ToolResult { call, .. } = message {
            match waiting.pop_front() {
                Some(expected) if expected == call => continue,
                Some(expected) => {
                    return Err(format!("message {at} is the result of {call:?}, not of {expected:?}"));
                }
                None => {
                    return Err(format!("message {at} is the result of {call:?}, which was not called"));
                }
            }
        }
        if let Some(call) = waiting.front() {
            return Err(format!("message {at} stands before the result of {call:?}"));
        }
        match message {
            ModelMessage::System { .. } if at > 0 => {
                return Err(format!("message {at} is the system's, which only the first may be"));
            }
            ModelMessage::Assistant { calls, .. } => {
                waiting.extend(calls.iter().map(|call| call.id.as_str()))
            }
            ModelMessage::System { .. } | ModelMessage::User { .. } | ModelMessage::ToolResult { .. } => {}
        }
    }
    match waiting.front() {
        Some(call) => Err(format!("the result of {call:?} is missing at the end")),
        None => Ok(()),
    }
}

impl ModelFailure {
    /// A failure before which nothing was said.
    pub fn new(kind: ModelFailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            retry_after_ms: None,
            said: String::new(),
            usage: Usage::default(),
            failed: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(ids: &[&str]) -> ModelMessage {
        let call = |id: &&str| ModelCall {
            id: (*id).to_owned(),
            tool: "t".to_owned(),
            arguments: String::new(),
            opaque: None,
        };
        ModelMessage::Assistant { text: String::new(), calls: ids.iter().map(call).collect(), opaque: None }
    }

    fn result(id: &str) -> ModelMessage {
        ModelMessage::ToolResult {
            call: id.to_owned(),
            tool: "t".to_owned(),
            content: "{}".to_owned(),
            is_error: false,
        }
    }

    fn user() -> ModelMessage {
        ModelMessage::User { text: "hola".to_owned() }
    }

    #[test]
    fn each_call_has_one_result_behind_it_in_order() {
        assert_eq!(check_messages(&[user(), calls(&["a", "b"]), result("a"), result("b"), user()]), Ok(()));
        let wrong = [
            vec![calls(&["a", "b"]), result("b"), result("a")],
            vec![calls(&["a", "b"]), result("a"), user()],
            vec![calls(&["a"])],
            vec![result("a")],
            vec![calls(&["a"]), result("a"), result("a")],
            vec![calls(&["a"]), calls(&["b"]), result("a"), result("b")],
            vec![user(), ModelMessage::System { text: String::new() }],
        ];
        for messages in wrong {
            assert!(check_messages(&messages).is_err(), "{messages:?}");
        }
    }
}
