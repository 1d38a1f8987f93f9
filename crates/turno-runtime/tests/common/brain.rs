//! A language model that says what the test tells it to. It outlives the daemon, and keeps count.

use std::{
    collections::VecDeque,
    future::pending,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use serde_json::Value;
use turno_core::{
    FailedRequest, Finish, ModelAnswer, ModelCall, ModelFailure, ModelFailureKind, ModelMessage,
    ModelRequest, Usage,
};
use turno_runtime::port::{CancellationToken, Model};

/// What it does when it is asked.
#[derive(Debug, Clone)]
pub enum Thought {
    /// Words, in pieces, with a pause in milliseconds before each; then what it calls.
    Says(Vec<(u64, String)>, Vec<(String, Value)>),
    /// Words, and then it breaks off.
    BreaksOff(String),
    Hangs,
    /// Hangs; where it is called off, it tells that so many tokens were taken.
    HangsAt(u64),
    Fails(ModelFailureKind),
    Panics,
}

#[derive(Debug, Default)]
struct State {
    thoughts: VecDeque<Thought>,
    asked: Vec<ModelRequest>,
    /// Questions that were dropped before they had an answer.
    dropped: usize,
}

/// What the test sees and steers of the model.
#[derive(Debug, Clone, Default)]
pub struct Brain(Arc<Mutex<State>>);

impl Brain {
    pub fn think(&self, thought: Thought) {
        self.0.lock().unwrap().thoughts.push_back(thought);
    }

    pub fn says(&self, text: &str) {
        self.think(Thought::Says(vec![(0, text.to_owned())], Vec::new()));
    }

    pub fn calls(&self, tool: &str, arguments: Value) {
        self.think(Thought::Says(Vec::new(), vec![(tool.to_owned(), arguments)]));
    }

    pub fn asked(&self) -> Vec<ModelRequest> {
        self.0.lock().unwrap().asked.clone()
    }

    pub fn dropped(&self) -> usize {
        self.0.lock().unwrap().dropped
    }

    /// What it was told of its calls when it was asked last.
    pub fn results(&self) -> Vec<String> {
        let asked = self.asked();
        let messages = &asked.last().unwrap().messages;
        let result = |message: &ModelMessage| match message {
            ModelMessage::ToolResult { content, .. } => Some(content.clone()),
            _ => None,
        };
        messages.iter().filter_map(result).collect()
    }
}

struct Dropped<'a>(&'a Brain, bool);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.0.lock().unwrap().dropped += 1;
        }
    }
}

/// The request that failed; where the configuration is at fault, with what the provider said.
fn failed(kind: ModelFailureKind) -> FailedRequest {
    let message = match kind.is_of_configuration() {
        true => "fake: 400: told to by the test",
        false => "",
    };
    FailedRequest {
        provider: "fake".to_owned(),
        model: "one".to_owned(),
        kind,
        usage: Usage::default(),
        cost_micros: 0,
        message: message.to_owned(),
    }
}

#[async_trait]
impl Model for Brain {
    async fn answer(
        &self,
        request: &ModelRequest,
        words: &mut (dyn for<'w> FnMut(&'w str) + Send),
        called_off: &CancellationToken,
    ) -> Result<ModelAnswer, ModelFailure> {
        turno_core::check_messages(&request.messages).unwrap();
        let (thought, number) = {
            let mut state = self.0.lock().unwrap();
            state.asked.push(request.clone());
            (state.thoughts.pop_front(), state.asked.len())
        };
        let mut guard = Dropped(self, false);
        let failure = |kind| ModelFailure::new(kind, "told to by the test");
        let outcome = match thought {
            None => Err(failure(ModelFailureKind::Unreachable)),
            Some(Thought::Fails(kind)) => Err(ModelFailure { failed: vec![failed(kind)], ..failure(kind) }),
            Some(Thought::Hangs) => pending().await,
            Some(Thought::HangsAt(input_tokens)) => {
                called_off.cancelled().await;
                let taken = FailedRequest {
                    provider: "fake".to_owned(),
                    model: "one".to_owned(),
                    kind: ModelFailureKind::Cancelled,
                    usage: Usage { input_tokens, ..Usage::default() },
                    cost_micros: 7,
                    message: String::new(),
                };
                Err(ModelFailure { failed: vec![taken], ..failure(ModelFailureKind::Cancelled) })
            }
            Some(Thought::Panics) => panic!("told to by the test"),
            Some(Thought::BreaksOff(text)) => {
                words(&text);
                Err(ModelFailure { said: text, ..failure(ModelFailureKind::Malformed) })
            }
            Some(Thought::Says(pieces, calls)) => {
                let mut text = String::new();
                for (pause_ms, piece) in pieces {
                    tokio::time::sleep(Duration::from_millis(pause_ms)).await;
                    words(&piece);
                    text.push_str(&piece);
                }
                let call = |(at, (tool, arguments)): (usize, (String, Value))| ModelCall {
                    id: format!("call_{number}_{at}"),
                    tool,
                    arguments: arguments.to_string(),
                    opaque: None,
                };
                Ok(ModelAnswer {
                    text,
                    calls: calls.into_iter().enumerate().map(call).collect(),
                    finish: Finish::Stop,
                    usage: Usage::default(),
                    provider: "fake".to_owned(),
                    model: "one".to_owned(),
                    cost_micros: 10,
                    opaque: None,
                    failed: Vec::new(),
                })
            }
        };
        guard.1 = true;
        outcome
    }
}
