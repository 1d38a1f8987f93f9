//! Anthropic's Messages, from the server's side.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use turno_models::ApiKey;
use turno_models::anthropic::{Anthropic as Provider_, AnthropicOptions};
use turno_models::provider::Provider;
use turno_models::transport::Transport;

use super::server::Request;
use super::{Dialect, KEY, Spoken, Stop};

pub struct Anthropic;

pub fn event(value: &Value) -> String {
    format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap())
}

fn start() -> String {
    event(&json!({"type": "message_start", "message": {
        "id": "m-1", "type": "message", "role": "assistant", "model": "model-1", "content": [], "stop_reason": null,
        "usage": {"input_tokens": 12, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 3, "output_tokens": 1},
    }})) + &event(&json!({"type": "ping"}))
}

fn end(reason: &str) -> String {
    event(
        &json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null}, "usage": {"output_tokens": 7}}),
    ) + &event(&json!({"type": "message_stop"}))
}

fn block(index: usize, block: Value, deltas: &[Value]) -> String {
    let mut body = event(&json!({"type": "content_block_start", "index": index, "content_block": block}));
    for delta in deltas {
        body += &event(&json!({"type": "content_block_delta", "index": index, "delta": delta}));
    }
    body + &event(&json!({"type": "content_block_stop", "index": index}))
}

impl Dialect for Anthropic {
    fn name(&self) -> &'static str {
        "anthropic"
    }

    fn provider(&self, url: &str, transport: Arc<dyn Transport>) -> Box<dyn Provider> {
        let mut options = AnthropicOptions::new("anthropic", url);
        options.key = Some(ApiKey::new(KEY));
        Box::new(Provider_::new(options, transport).unwrap())
    }

    fn answer(&self, spoken: &Spoken) -> String {
        let mut body = start();
        let mut index = 0;
        if !spoken.words.is_empty() {
            let deltas: Vec<Value> =
                spoken.words.iter().map(|words| json!({"type": "text_delta", "text": words})).collect();
            body += &block(index, json!({"type": "text", "text": ""}), &deltas);
            index += 1;
        }
        for (id, name, pieces) in &spoken.calls {
            let piece = |piece: &&str| json!({"type": "input_json_delta", "partial_json": piece});
            let deltas: Vec<Value> = [""].iter().chain(pieces).map(piece).collect();
            body += &block(index, json!({"type": "tool_use", "id": id, "name": name, "input": {}}), &deltas);
            index += 1;
        }
        body + &end(match spoken.stop {
            Stop::Said if spoken.calls.is_empty() => "end_turn",
            Stop::Said => "tool_use",
            Stop::TooLong => "max_tokens",
            Stop::Filtered => "refusal",
        })
    }

    fn error_event(&self) -> String {
        event(&json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}))
    }

    fn refusal(&self, code: &str, message: &str) -> String {
        json!({"type": "error", "error": {"type": code, "message": message}, "request_id": "r-1"}).to_string()
    }

    fn too_long(&self) -> (&'static str, &'static str) {
        ("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum")
    }

    fn fault(&self, request: &Request) -> Option<String> {
        let body = &request.body;
        if request.line != "POST /v1/messages HTTP/1.1" {
            return Some(format!("no such place: {}", request.line));
        }
        if request.header("x-api-key") != Some(KEY)
            || request.header("anthropic-version") != Some("2023-06-01")
        {
            return Some("no key, or no version".to_owned());
        }
        if body["stream"] != true || body["max_tokens"] != 300 || body["model"] != "model-1" {
            return Some("not as it was asked for".to_owned());
        }
        let mut waiting = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut turn = "user";
        for message in body["messages"].as_array()? {
            if message["role"] != turn {
                return Some(format!("it is the {turn}'s turn: {message}"));
            }
            turn = if turn == "user" { "assistant" } else { "user" };
            let mut only_words = false;
            for block in message["content"].as_array()? {
                match block["type"].as_str()? {
                    "text" if block["text"].as_str()?.trim().is_empty() => {
                        return Some("an empty text".to_owned());
                    }
                    "text" => only_words = true,
                    "tool_use" => {
                        let id = block["id"].as_str()?.to_owned();
                        if !block["input"].is_object() || !seen.insert(id.clone()) {
                            return Some(format!("a bad call: {block}"));
                        }
                        waiting.insert(id);
                    }
                    "tool_result" if only_words || !waiting.remove(block["tool_use_id"].as_str()?) => {
                        return Some(format!("a result out of place: {block}"));
                    }
                    _ => {}
                }
            }
            if turn == "assistant" && !waiting.is_empty() {
                return Some(format!("no result for {waiting:?}"));
            }
        }
        None
    }

    fn signed_answer(&self) -> String {
        let thought = [
            json!({"type": "thinking_delta", "thinking": "El lunes, "}),
            json!({"type": "thinking_delta", "thinking": "pues."}),
            json!({"type": "signature_delta", "signature": "c2lnbmVk"}),
        ];
        let call = [json!({"type": "input_json_delta", "partial_json": "{\"day\":\"lunes\"}"})];
        start()
            + &block(0, json!({"type": "thinking", "thinking": "", "signature": ""}), &thought)
            + &block(1, json!({"type": "redacted_thinking", "data": "b3BhcXVl"}), &[])
            + &block(2, json!({"type": "tool_use", "id": "a", "name": "book", "input": {}}), &call)
            + &end("tool_use")
    }

    fn signatures(&self, body: &Value) -> Vec<Value> {
        blocks(body).filter(|block| block["type"].as_str().unwrap().contains("thinking")).collect()
    }

    fn schema(&self, body: &Value) -> Value {
        body["output_config"]["format"]["schema"].clone()
    }

    fn results(&self, body: &Value) -> Vec<String> {
        let results = blocks(body).filter(|block| block["type"] == "tool_result");
        results.map(|block| block["content"].as_str().unwrap().to_owned()).collect()
    }

    fn arguments(&self, body: &Value) -> Vec<Value> {
        blocks(body).filter(|block| block["type"] == "tool_use").map(|block| block["input"].clone()).collect()
    }
}

fn blocks(body: &Value) -> impl Iterator<Item = Value> {
    let messages = body["messages"].as_array().unwrap().clone();
    messages.into_iter().flat_map(|message| message["content"].as_array().unwrap().clone())
}
