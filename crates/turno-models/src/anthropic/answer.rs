//! An answer in the shape of Messages, event by event.

use std::collections::BTreeMap;

use futures_util::Stream;
use serde_json::{Value, json};
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelRequest, Opaque, Usage};

use crate::calls::{Calls, Piece};
use crate::exchange::{self, Stopped};
use crate::fault::Refusal;
use crate::json;
use crate::said::Said;
use crate::wire;

/// Under this a kept thought says how many calls stood before it.
pub(super) const CALLS_BEFORE: &str = "calls_before";

/// An answer as it comes together.
pub(super) struct Answer<'a> {
    said: Said<'a>,
    calls: Calls,
    /// Inputs that came with the beginning of their block; they hold where no piece follows.
    whole_inputs: BTreeMap<u64, Value>,
    thoughts: Vec<Value>,
    /// The thoughts that are not at their end yet, by their block.
    open_thoughts: BTreeMap<u64, Value>,
    stop_reason: Option<String>,
    is_stopped: bool,
    usage: Usage,
}

impl<'a> Answer<'a> {
    pub(super) fn new(said: Said<'a>) -> Self {
        Self {
            said,
            calls: Calls::default(),
            whole_inputs: BTreeMap::new(),
            thoughts: Vec::new(),
            open_thoughts: BTreeMap::new(),
            stop_reason: None,
            is_stopped: false,
            usage: Usage::default(),
        }
    }

    /// Reads until the model has stopped; whether it said so in as many words.
    pub(super) async fn read(
        &mut self,
        events: &mut (impl Stream<Item = Result<Value, Stopped>> + Unpin),
    ) -> Result<bool, Stopped> {
        while !self.is_stopped {
            match exchange::next(events, self.stop_reason.is_some()).await {
                Some(event) => self.take(&event?)?,
                None if self.stop_reason.is_some() => break,
                None => return Err(Stopped::without_end()),
            }
        }
        let (thoughts, inputs) =
            (std::mem::take(&mut self.open_thoughts), std::mem::take(&mut self.whole_inputs));
        thoughts.into_values().for_each(|thought| self.keep(thought));
        for (index, input) in inputs {
            self.push_input(index, &input.to_string());
        }
        Ok(self.is_stopped)
    }

    pub(super) fn failed(self, failure: ModelFailure) -> ModelFailure {
        self.said.failed(failure, self.usage)
    }

    pub(super) fn finish(self, provider: &str, model: &str, request: &ModelRequest) -> ModelAnswer {
        let of = format!("{provider}/{model}");
        let calls = self.calls.finish(&of, wire::new_ids(request));
        let finish = match self.stop_reason.as_deref() {
            Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
            Some("refusal") => Finish::ContentFilter,
            _ if !calls.is_empty() => Finish::ToolCalls,
            Some("end_turn" | "stop_sequence") => Finish::Stop,
            Some(_) | None => Finish::Other,
        };
        let opaque = (!self.thoughts.is_empty()).then_some(Opaque { of, value: Value::Array(self.thoughts) });
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

    fn take(&mut self, event: &Value) -> Result<(), Stopped> {
        let index = event["index"].as_u64().unwrap_or_default();
        match event["type"].as_str().unwrap_or_default() {
            "error" => return Err(Stopped::Refused(Refusal::of(event))),
            _ if event.get("error").is_some_and(|error| !error.is_null()) => {
                return Err(Stopped::Refused(Refusal::of(event)));
            }
            "message_start" => self.take_usage(&event["message"]["usage"]),
            "content_block_start" => self.begin(index, &event["content_block"]),
            "content_block_delta" => self.add(index, &event["delta"]),
            "content_block_stop" => {
                if let Some(thought) = self.open_thoughts.remove(&index) {
                    self.keep(thought);
                }
                if let Some(input) = self.whole_inputs.remove(&index) {
                    self.push_input(index, &input.to_string());
                }
            }
            "message_delta" => {
                self.take_usage(&event["usage"]);
                self.take_stop_reason(&event["delta"]["stop_reason"]);
            }
            "message_stop" => self.is_stopped = true,
            // All at once: from a server that does not stream.
            "message" => {
                self.take_usage(&event["usage"]);
                for (index, block) in (0..).zip(event["content"].as_array().into_iter().flatten()) {
                    self.begin(index, block);
                }
                self.take_stop_reason(&event["stop_reason"]);
            }
            // Pings, and what may come to be said one day.
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, index: u64, block: &Value) {
        match block["type"].as_str().unwrap_or_default() {
            "text" => self.said.push(block["text"].as_str().unwrap_or_default()),
            "tool_use" => {
                self.calls.push(Piece {
                    index: Some(index),
                    id: block["id"].as_str().unwrap_or_default(),
                    name: block["name"].as_str().unwrap_or_default(),
                    ..Piece::default()
                });
                if block["input"].as_object().is_some_and(|input| !input.is_empty()) {
                    self.whole_inputs.insert(index, block["input"].clone());
                }
            }
            kind if kind.contains("thinking") => {
                let thought = json!({ CALLS_BEFORE: self.calls.len(), "block": block });
                self.open_thoughts.insert(index, thought);
            }
            _ => {}
        }
    }

    fn add(&mut self, index: u64, delta: &Value) {
        let text = |name: &str| delta[name].as_str().unwrap_or_default();
        match delta["type"].as_str().unwrap_or_default() {
            "text_delta" => self.said.push(text("text")),
            "input_json_delta" if !text("partial_json").is_empty() => {
                self.whole_inputs.remove(&index);
                self.push_input(index, text("partial_json"));
            }
            "thinking_delta" => self.add_to_thought(index, "thinking", text("thinking")),
            "signature_delta" => self.add_to_thought(index, "signature", text("signature")),
            _ => {}
        }
    }

    fn push_input(&mut self, index: u64, arguments: &str) {
        self.calls.push(Piece { index: Some(index), arguments, ..Piece::default() });
    }

    fn add_to_thought(&mut self, index: u64, field: &str, text: &str) {
        if let Some(Value::Object(block)) =
            self.open_thoughts.get_mut(&index).map(|thought| &mut thought["block"])
        {
            match block.get_mut(field) {
                Some(Value::String(so_far)) => so_far.push_str(text),
                Some(_) | None => {
                    block.insert(field.to_owned(), text.into());
                }
            }
        }
    }

    /// A thought without its signature would be refused when it is sent back.
    fn keep(&mut self, thought: Value) {
        let block = &thought["block"];
        let is_signed = block["signature"].as_str().is_some_and(|signature| !signature.is_empty());
        if is_signed || block["data"].is_string() {
            self.thoughts.push(thought);
        }
    }

    fn take_stop_reason(&mut self, reason: &Value) {
        if let Some(reason) = reason.as_str() {
            self.stop_reason = Some(reason.to_owned());
        }
    }

    /// What was kept from before, and what is kept from now on, are not counted among the input there.
    fn take_usage(&mut self, usage: &Value) {
        let number = |name: &str| json::count(&usage[name]);
        let (cached, kept) = (number("cache_read_input_tokens"), number("cache_creation_input_tokens"));
        if let Some(input) = number("input_tokens").filter(|input| *input > 0 || cached.is_some()) {
            let more = cached.unwrap_or_default().saturating_add(kept.unwrap_or_default());
            self.usage.input_tokens = input.saturating_add(more);
            self.usage.cached_input_tokens = cached.unwrap_or_default();
        }
        if let Some(output) = number("output_tokens") {
            self.usage.output_tokens = output;
        }
        self.said.took(self.usage);
    }
}
