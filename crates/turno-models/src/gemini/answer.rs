//! An answer in the shape of generateContent: calls come whole, and it ends with a reason or not at all.

use futures_util::{Stream, StreamExt};
use serde_json::{Value, json};
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelRequest, Opaque, Usage};

use crate::calls::{Calls, Piece};
use crate::exchange::Stopped;
use crate::fault::Refusal;
use crate::json;
use crate::said::Said;
use crate::wire;

/// Reasons to stop with which there is no answer worth keeping, and to ask again may help.
const BROKEN: &[&str] = &[
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MALFORMED_RESPONSE",
    "MISSING_THOUGHT_SIGNATURE",
];

/// Reasons to stop that are the provider's will.
const FILTERED: &[&str] =
    &["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY"];

/// An answer as it comes together.
pub(super) struct Answer<'a> {
    said: Said<'a>,
    calls: Calls,
    finish_reason: Option<String>,
    usage: Usage,
    signed: Option<Value>,
}

impl<'a> Answer<'a> {
    pub(super) fn new(said: Said<'a>) -> Self {
        Self { said, calls: Calls::default(), finish_reason: None, usage: Usage::default(), signed: None }
    }

    /// Reads to the end.
    pub(super) async fn read(
        &mut self,
        events: &mut (impl Stream<Item = Result<Value, Stopped>> + Unpin),
    ) -> Result<(), Stopped> {
        // Some models give a reason with each piece, so that only the end is the end.
        loop {
            match events.next().await {
                Some(Ok(chunk)) => self.take(&chunk)?,
                Some(Err(_)) | None if self.finish_reason.is_some() => return Ok(()),
                Some(Err(stopped)) => return Err(stopped),
                None => return Err(Stopped::without_end()),
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
            Some("MAX_TOKENS") => Finish::Length,
            Some(reason) if FILTERED.contains(&reason) => Finish::ContentFilter,
            _ if !calls.is_empty() => Finish::ToolCalls,
            Some("STOP") => Finish::Stop,
            Some(_) | None => Finish::Other,
        };
        ModelAnswer {
            text: self.said.into_text(),
            calls,
            finish,
            usage: self.usage,
            provider: provider.to_owned(),
            model: model.to_owned(),
            cost_micros: 0,
            opaque: self.signed.map(|value| Opaque { of, value }),
            failed: Vec::new(),
        }
    }

    fn take(&mut self, chunk: &Value) -> Result<(), Stopped> {
        if chunk.is_array() || chunk.get("error").is_some_and(|error| !error.is_null()) {
            return Err(Stopped::Refused(Refusal::of(chunk)));
        }
        if let Some(usage) = chunk.get("usageMetadata") {
            self.take_usage(usage);
        }
        if let Some(reason) = chunk["promptFeedback"]["blockReason"].as_str() {
            return Err(Stopped::Filtered(format!("the question was blocked ({reason})")));
        }
        let candidate = &chunk["candidates"][0];
        for part in candidate["content"]["parts"].as_array().into_iter().flatten() {
            self.take_part(part);
        }
        if let Some(reason) = candidate["finishReason"].as_str() {
            if BROKEN.contains(&reason) {
                let more = candidate["finishMessage"].as_str().unwrap_or_default();
                let more: String = more.chars().take(200).collect();
                return Err(Stopped::Unreadable(format!("the model stopped with {reason}: {more}")));
            }
            self.finish_reason = Some(reason.to_owned());
        }
        Ok(())
    }

    fn take_part(&mut self, part: &Value) {
        let signature = part.get("thoughtSignature").filter(|signature| signature.is_string());
        if let Some(call) = part.get("functionCall") {
            // Each is one of its own, whatever its name and id.
            let index = Some(self.calls.len() as u64);
            let arguments = call.get("args").filter(|args| !args.is_null());
            self.calls.push(Piece {
                index,
                id: call["id"].as_str().unwrap_or_default(),
                name: call["name"].as_str().unwrap_or_default(),
                arguments: &arguments.map(Value::to_string).unwrap_or_default(),
                opaque: signature.cloned(),
            });
            return;
        }
        // What it thought is not what it says.
        if part["thought"].as_bool() == Some(true) {
            return;
        }
        if let Some(text) = part["text"].as_str() {
            self.said.push(text);
            if let Some(signature) = signature {
                self.signed = Some(json!({"text": text, "thoughtSignature": signature}));
            }
        }
    }

    /// Each count is of all that came so far; thoughts are not counted among the answer there.
    fn take_usage(&mut self, usage: &Value) {
        let number = |name: &str| json::count(&usage[name]).unwrap_or_default();
        self.usage = Usage {
            input_tokens: number("promptTokenCount").saturating_add(number("toolUsePromptTokenCount")),
            cached_input_tokens: number("cachedContentTokenCount"),
            output_tokens: number("candidatesTokenCount").saturating_add(number("thoughtsTokenCount")),
        };
        self.said.took(self.usage);
    }
}
