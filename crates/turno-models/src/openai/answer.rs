//! An answer in the shape of chat completions, read leniently: servers leave fields out, put in others, and mistype some.

use std::time::Duration;

use async_openai::error::OpenAIError;
use futures_util::{Stream, StreamExt};
use serde_json::{Map, Value};
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelRequest, Opaque, Usage};

use super::service::Call;
use crate::calls::{Calls, Piece};
use crate::fault::Refusal;
use crate::json;
use crate::said::Said;
use crate::transport::TransportError;
use crate::wire;

/// So long the usage is waited for once the model has stopped.
const AFTER_FINISH: Duration = Duration::from_secs(1);

/// Why an answer is none.
pub(super) enum Stopped {
    Refused(Refusal),
    Fault(TransportError),
    Unreadable(String),
}

/// An answer as it comes together.
pub(super) struct Answer<'a> {
    said: Said<'a>,
    calls: Calls,
    finish_reason: Option<String>,
    is_refused: bool,
    usage: Usage,
    gives_back: &'a [String],
    /// What it wants back, by field.
    opaque: Map<String, Value>,
}

impl<'a> Answer<'a> {
    pub(super) fn new(said: Said<'a>, gives_back: &'a [String]) -> Self {
        Self {
            said,
            calls: Calls::default(),
            finish_reason: None,
            is_refused: false,
            usage: Usage::default(),
            gives_back,
            opaque: Map::new(),
        }
    }

    /// Reads to the end.
    pub(super) async fn read(
        &mut self,
        chunks: &mut (impl Stream<Item = Result<Value, OpenAIError>> + Unpin),
        call: &Call,
    ) -> Result<(), Stopped> {
        loop {
            let chunk = if self.finish_reason.is_some() {
                tokio::time::timeout(AFTER_FINISH, chunks.next()).await.ok().flatten()
            } else {
                chunks.next().await
            };
            match chunk {
                Some(Ok(chunk)) => self.take(&chunk)?,
                // All that mattered was there.
                _ if self.finish_reason.is_some() => return self.is_whole(),
                Some(Err(error)) => {
                    return Err(match (call.fault(), error) {
                        (Some(fault), _) => Stopped::Fault(fault),
                        (None, OpenAIError::JSONDeserialize(error, _)) => {
                            Stopped::Unreadable(format!("a piece of the answer is no JSON: {error}"))
                        }
                        (None, error) => Stopped::Unreadable(error.to_string()),
                    });
                }
                None => {
                    return match call.fault() {
                        Some(fault) => Err(Stopped::Fault(fault)),
                        None if call.is_done() => self.is_whole(),
                        None => Err(Stopped::Unreadable("the answer broke off without an end".to_owned())),
                    };
                }
            }
        }
    }

    pub(super) fn failed(self, failure: ModelFailure) -> ModelFailure {
        self.said.failed(failure, self.usage)
    }

    pub(super) fn finish(self, provider: &str, model: &str, request: &ModelRequest) -> ModelAnswer {
        let of = format!("{provider}/{model}");
        let calls = self.calls.finish(&of, wire::new_ids(request));
        let finish = match self.finish_reason.as_deref() {
            Some("length" | "max_tokens") => Finish::Length,
            Some("content_filter") => Finish::ContentFilter,
            _ if self.is_refused => Finish::ContentFilter,
            _ if !calls.is_empty() => Finish::ToolCalls,
            Some("stop" | "eos" | "end_turn") => Finish::Stop,
            Some(_) | None => Finish::Other,
        };
        let opaque = (!self.opaque.is_empty()).then_some(Opaque { of, value: Value::Object(self.opaque) });
        ModelAnswer {
            text: self.said.into_text(),
            calls,
            finish,
            usage: self.usage,
            provider: provider.to_owned(),
            model: model.to_owned(),
            cost_micros: 0,
            opaque,
            failed: Vec::new(),
        }
    }

    /// Some servers say that there are calls, and lost them.
    fn is_whole(&self) -> Result<(), Stopped> {
        let said_calls = matches!(self.finish_reason.as_deref(), Some("tool_calls" | "function_call"));
        if said_calls && self.calls.len() == 0 {
            return Err(Stopped::Unreadable("it says that it calls a tool, and names none".to_owned()));
        }
        Ok(())
    }

    fn take(&mut self, chunk: &Value) -> Result<(), Stopped> {
        let is_error = chunk.get("error").is_some_and(|error| !error.is_null())
            || chunk.get("object").and_then(Value::as_str) == Some("error")
            || chunk.is_array();
        if is_error {
            return Err(Stopped::Refused(Refusal::of(chunk)));
        }
        let groqs = chunk.get("x_groq").and_then(|groqs| groqs.get("usage"));
        if let Some(usage) = chunk.get("usage").into_iter().chain(groqs).find(|usage| usage.is_object()) {
            self.usage = usage_of(usage);
            self.said.took(self.usage);
        }
        let choices = chunk.get("choices").and_then(Value::as_array);
        let Some(choice) = choices.and_then(|choices| choices.first()) else {
            return Ok(());
        };
        if let Some(delta) = choice.get("delta").or_else(|| choice.get("message")) {
            self.take_delta(delta);
        }
        match choice.get("finish_reason").and_then(Value::as_str) {
            Some("error") => Err(Stopped::Unreadable("the provider says that its answer failed".to_owned())),
            Some(reason) if !reason.is_empty() => {
                self.finish_reason = Some(reason.to_owned());
                Ok(())
            }
            Some(_) | None => Ok(()),
        }
    }

    fn take_delta(&mut self, delta: &Value) {
        match delta.get("content") {
            Some(Value::String(text)) => self.said.push(text),
            Some(Value::Array(parts)) => {
                for text in parts.iter().filter_map(|part| part.get("text")?.as_str()) {
                    self.said.push(text);
                }
            }
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {}
        }
        if let Some(refusal) = delta.get("refusal").and_then(Value::as_str).filter(|text| !text.is_empty()) {
            self.is_refused = true;
            self.said.push(refusal);
        }
        for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.take_call(call.get("index").and_then(index), call, call.get("function"));
        }
        if let Some(call) = delta.get("function_call").filter(|call| call.is_object()) {
            self.take_call(Some(0), &Value::Null, Some(call));
        }
        for field in self.gives_back {
            match delta.get(field) {
                Some(piece) if !piece.is_null() => {
                    add(self.opaque.entry(field).or_insert(Value::Null), piece)
                }
                Some(_) | None => {}
            }
        }
    }

    fn take_call(&mut self, index: Option<u64>, call: &Value, function: Option<&Value>) {
        let text = |value: Option<&'_ Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let arguments = match function.and_then(|function| function.get("arguments")) {
            Some(object @ Value::Object(_)) => object.to_string(),
            other => text(other),
        };
        self.calls.push(Piece {
            index,
            id: &text(call.get("id")),
            name: &text(function.and_then(|function| function.get("name"))),
            arguments: &arguments,
            opaque: call.get("extra_content").filter(|opaque| !opaque.is_null()).cloned(),
        });
    }
}

/// Adds a piece to what came before of its field: texts and lists grow, all else is put in its place.
fn add(so_far: &mut Value, piece: &Value) {
    match (so_far, piece) {
        (Value::String(so_far), Value::String(piece)) => so_far.push_str(piece),
        (Value::Array(so_far), Value::Array(piece)) => so_far.extend(piece.iter().cloned()),
        (so_far, piece) => *so_far = piece.clone(),
    }
}

/// A number, or one in quotes.
fn index(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn usage_of(usage: &Value) -> Usage {
    let number = |place: &str| usage.pointer(place).and_then(json::count);
    Usage {
        input_tokens: number("/prompt_tokens").unwrap_or_default(),
        cached_input_tokens: number("/prompt_tokens_details/cached_tokens")
            .or_else(|| number("/prompt_cache_hit_tokens"))
            .unwrap_or_default(),
        output_tokens: number("/completion_tokens").unwrap_or_default(),
    }
}
