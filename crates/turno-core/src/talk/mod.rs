//! The talk with a language model, as a checkpoint holds it: what was said, what was called, and what came of each call. The
//! messages of a request are built from it each time, so that a call can have no result but its own, and just one.

mod earlier;

use std::collections::VecDeque;

pub use earlier::{Earlier, EarlierKind};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{CallId, ConfirmationId, FailedRequest, ModelAnswer, ModelCall, ModelFailure, Opaque};

/// Messages that are kept, and their bytes: the oldest go first, a question of the user's with all that came of it.
const MESSAGES_MAX: usize = 40;
const BYTES_MAX: usize = 20 * 1024;

/// A longer result is cut for the model, and says so.
pub(crate) const RESULT_CHARS_MAX: usize = 3_000;

/// A question to a model, unique within its conversation: `RUN-mNUMBER`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RequestId(pub String);

/// What came of a question to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelOutcome {
    /// It answered.
    Answered {
        /// The answer.
        answer: ModelAnswer,
        /// What its calls' arguments are, in their order, by the schemas of the tools.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<Arguments>,
    },
    /// It did not.
    Failed(ModelFailure),
}

impl ModelOutcome {
    /// The answer, where there is one.
    pub fn answer(&self) -> Option<&ModelAnswer> {
        match self {
            Self::Answered { answer, .. } => Some(answer),
            Self::Failed(_) => None,
        }
    }

    /// The requests that failed on the way to it.
    pub fn failed(&self) -> &[FailedRequest] {
        match self {
            Self::Answered { answer, .. } => &answer.failed,
            Self::Failed(failure) => &failure.failed,
        }
    }

    /// What all its requests cost, in millionths of a US dollar.
    pub fn cost_micros(&self) -> u64 {
        let answer = self.answer().map_or(0, |answer| answer.cost_micros);
        let failed = self.failed().iter().map(|request| request.cost_micros);
        failed.fold(answer, u64::saturating_add)
    }
}

/// What a model wrote as the arguments of a call, once they were read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arguments {
    /// They fit the tool's schema; what was left out and has a default has it.
    Valid(Map<String, Value>),
    /// They do not, or there is no such tool: why, for the model.
    Invalid(String),
}

/// The talk of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Talk {
    /// What was said, the oldest first.
    pub messages: VecDeque<TalkMessage>,
    /// Questions that were put to models so far.
    pub requests: u32,
    /// Questions that this turn has led to.
    #[serde(default)]
    pub requests_of_turn: u8,
    /// What they cost, in millionths of a US dollar.
    #[serde(default)]
    pub cost_micros: u64,
    /// What a call gave that changed something, and that the caller was not told, as they spoke in between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
    /// Something was left out in front.
    #[serde(default)]
    pub is_cut: bool,
    /// What that was, in brief, the oldest first. Bounded.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub earlier: VecDeque<Earlier>,
}

/// One thing that was said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TalkMessage {
    /// By the user.
    User(String),
    /// By the assistant, in a model's words or the graph's.
    Assistant {
        /// The words; empty where it only called.
        text: String,
        /// What the model called.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<TalkCall>,
        /// What the model's provider wants back unread.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opaque: Option<Opaque>,
    },
}

impl TalkMessage {
    /// What the model called with it.
    pub fn calls(&self) -> &[TalkCall] {
        match self {
            Self::User(_) => &[],
            Self::Assistant { calls, .. } => calls,
        }
    }
}

/// A call that a model made, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TalkCall {
    /// As the model wrote it.
    pub call: ModelCall,
    /// Its parameters, where they are valid.
    #[serde(default)]
    pub parameters: Option<Map<String, Value>>,
    /// The user was asked, or is to be asked at once.
    #[serde(default)]
    pub is_asked: bool,
    /// Its question is being brought about: the next one of its tool is its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_up: bool,
    /// The question.
    #[serde(default)]
    pub confirmation: Option<ConfirmationId>,
    /// It is carried out under this id.
    #[serde(default)]
    pub made: Option<CallId>,
    /// What the model is told of it; none: nothing yet.
    #[serde(default)]
    pub result: Option<CallResult>,
}

/// What a model is told of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallResult {
    /// The result as JSON, or what went wrong in words.
    pub content: String,
    /// Something went wrong, or was not done.
    pub is_error: bool,
    /// It changed something.
    #[serde(default)]
    pub has_acted: bool,
}

impl CallResult {
    /// What went wrong.
    pub(crate) fn error(content: impl Into<String>) -> Self {
        Self { content: content.into(), is_error: true, has_acted: false }
    }
}

impl Talk {
    /// Nothing was said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn user(&mut self, text: &str) {
        self.messages.push_back(TalkMessage::User(text.to_owned()));
        self.bound();
    }

    pub(crate) fn assistant(&mut self, text: String, calls: Vec<TalkCall>, opaque: Option<Opaque>) {
        self.messages.push_back(TalkMessage::Assistant { text, calls, opaque });
        self.bound();
    }

    /// All calls, the oldest first.
    pub(crate) fn calls(&self) -> impl DoubleEndedIterator<Item = &TalkCall> {
        self.messages.iter().flat_map(TalkMessage::calls)
    }

    pub(crate) fn calls_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut TalkCall> {
        self.messages.iter_mut().flat_map(|message| match message {
            TalkMessage::User(_) => [].iter_mut(),
            TalkMessage::Assistant { calls, .. } => calls.iter_mut(),
        })
    }

    /// The first call of which that is so.
    pub(crate) fn first_call_mut(&mut self, is_wanted: impl Fn(&TalkCall) -> bool) -> Option<&mut TalkCall> {
        self.calls_mut().find(|call| is_wanted(call))
    }

    /// The calls of each answer, the oldest first, and whether it came since the user last said something.
    pub(crate) fn calls_by_answer_mut(&mut self) -> impl Iterator<Item = (bool, &mut Vec<TalkCall>)> {
        let begun = self
            .messages
            .iter()
            .rposition(|message| matches!(message, TalkMessage::User(_)))
            .unwrap_or_default();
        let answers = self.messages.iter_mut().enumerate();
        answers.filter_map(move |(at, message)| match message {
            TalkMessage::User(_) => None,
            TalkMessage::Assistant { calls, .. } => Some((at >= begun, calls)),
        })
    }

    /// The calls since the user last said something, the oldest first.
    pub(crate) fn calls_of_turn(&self) -> impl Iterator<Item = &TalkCall> {
        let begun = self
            .messages
            .iter()
            .rposition(|message| matches!(message, TalkMessage::User(_)))
            .unwrap_or_default();
        self.messages.iter().skip(begun).flat_map(TalkMessage::calls)
    }

    /// Sets what came of the call that is carried out under that id. False: no model made it.
    pub(crate) fn set_result(&mut self, made: &CallId, result: CallResult) -> bool {
        match self.calls_mut().find(|call| call.made.as_ref() == Some(made) && call.result.is_none()) {
            Some(call) => {
                call.result = Some(result);
                true
            }
            None => false,
        }
    }

    /// Keeps it small: from the front, the user's words with all that came of them. What the last of these led to stays, and
    /// so does a call that the user is asked about.
    fn bound(&mut self) {
        while self.messages.len() > MESSAGES_MAX || self.bytes() > BYTES_MAX {
            let Some(outgrown) = self.first_that_may_go() else {
                return;
            };
            earlier::add(&mut self.earlier, self.messages.drain(outgrown));
            self.is_cut = true;
        }
    }

    fn first_that_may_go(&self) -> Option<std::ops::Range<usize>> {
        let is_user = |(at, message): (usize, &TalkMessage)| {
            (at > 0 && matches!(message, TalkMessage::User(_))).then_some(at)
        };
        let mut start = 0;
        for end in self.messages.iter().enumerate().filter_map(is_user) {
            let mut calls = self.messages.range(start..end).flat_map(TalkMessage::calls);
            if calls.all(|call| call.result.is_some()) {
                return Some(start..end);
            }
            start = end;
        }
        None
    }

    fn bytes(&self) -> usize {
        let of_call = |call: &TalkCall| {
            let result = call.result.as_ref().map_or(0, |result| result.content.len());
            call.call.arguments.len() * 2 + result + opaque_bytes(call.call.opaque.as_ref()) + 64
        };
        let of_message = |message: &TalkMessage| match message {
            TalkMessage::User(text) => text.len(),
            TalkMessage::Assistant { text, calls, opaque } => {
                text.len() + opaque_bytes(opaque.as_ref()) + calls.iter().map(of_call).sum::<usize>()
            }
        };
        self.messages.iter().map(of_message).sum()
    }
}

/// Signatures are texts; what else there may be is small.
fn opaque_bytes(opaque: Option<&Opaque>) -> usize {
    opaque.map_or(0, |opaque| text_bytes(&opaque.value))
}

fn text_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(text_bytes).sum(),
        Value::Object(members) => members.values().map(text_bytes).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}

/// What the user said last.
pub(crate) fn latest_of_user(talk: &Talk) -> &str {
    let said = talk.messages.iter().rev().find_map(|message| match message {
        TalkMessage::User(text) => Some(text.as_str()),
        TalkMessage::Assistant { .. } => None,
    });
    said.unwrap_or_default()
}
