//! Chat completions, from the server's side.

use std::sync::Arc;

use serde_json::{Value, json};
use turno_models::ApiKey;
use turno_models::openai::{OpenAi as Provider_, OpenAiOptions};
use turno_models::provider::Provider;
use turno_models::transport::Transport;

use super::server::Request;
use super::{Dialect, KEY, Spoken, Stop, data};

pub struct OpenAi;

fn chunk(delta: Value, finish: Option<&str>) -> String {
    data(&json!({
        "id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "model-1",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], "usage": null,
    }))
}

impl Dialect for OpenAi {
    fn name(&self) -> &'static str {
        "openai"
    }

    fn provider(&self, url: &str, transport: Arc<dyn Transport>) -> Box<dyn Provider> {
        let mut options = OpenAiOptions::new("openai", format!("{url}/v1"));
        options.key = Some(ApiKey::new(KEY));
        Box::new(Provider_::new(options, transport).unwrap())
    }

    fn answer(&self, spoken: &Spoken) -> String {
        let mut body = chunk(json!({"role": "assistant", "content": ""}), None);
        for words in &spoken.words {
            body += &chunk(json!({"content": words}), None);
        }
        for (index, (id, name, pieces)) in spoken.calls.iter().enumerate() {
            let first = json!({"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": ""}});
            body += &chunk(json!({"tool_calls": [first]}), None);
            for piece in pieces {
                body +=
                    &chunk(json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]}), None);
            }
        }
        let finish = match spoken.stop {
            Stop::Said if spoken.calls.is_empty() => "stop",
            Stop::Said => "tool_calls",
            Stop::TooLong => "length",
            Stop::Filtered => "content_filter",
        };
        body += &chunk(json!({}), Some(finish));
        body += &data(&json!({"id": "c-1", "choices": [], "usage": {
            "prompt_tokens": 20, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 5},
        }}));
        body + "data: [DONE]\n\n"
    }

    fn error_event(&self) -> String {
        data(&json!({"error": {"message": "The server had an error", "type": "server_error", "code": null}}))
    }

    fn refusal(&self, code: &str, message: &str) -> String {
        json!({"error": {"message": message, "type": "invalid_request_error", "param": null, "code": code}})
            .to_string()
    }

    fn too_long(&self) -> (&'static str, &'static str) {
        ("context_length_exceeded", "This model's maximum context length is 8192 tokens.")
    }

    fn fault(&self, request: &Request) -> Option<String> {
        let body = &request.body;
        if request.line != "POST /v1/chat/completions HTTP/1.1" {
            return Some(format!("no such place: {}", request.line));
        }
        if request.header("authorization") != Some(&format!("Bearer {KEY}")) {
            return Some("no key".to_owned());
        }
        if body["stream"] != true
            || body["stream_options"]["include_usage"] != true
            || body["model"] != "model-1"
        {
            return Some("not as it was asked for".to_owned());
        }
        if body["max_completion_tokens"] != 300 || body["temperature"] != 0.2 {
            return Some("the bounds are missing".to_owned());
        }
        let mut waiting: Vec<Value> = Vec::new();
        for message in body["messages"].as_array()? {
            if !message["content"].is_string() {
                return Some(format!("content is no string: {message}"));
            }
            if message["role"] == "tool" {
                if waiting.is_empty() || waiting.remove(0) != message["tool_call_id"] {
                    return Some(format!("a result of no call: {message}"));
                }
                continue;
            }
            if !waiting.is_empty() {
                return Some(format!("no result for {waiting:?}"));
            }
            for call in message["tool_calls"].as_array().into_iter().flatten() {
                let arguments = call["function"]["arguments"].as_str()?;
                if !serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object()) {
                    return Some(format!("arguments that are no object: {arguments}"));
                }
                waiting.push(call["id"].clone());
            }
        }
        (!waiting.is_empty()).then(|| format!("no result for {waiting:?}"))
    }

    fn signed_answer(&self) -> String {
        let call = json!({
            "index": 0, "id": "a", "type": "function", "function": {"name": "book", "arguments": "{\"day\":\"lunes\"}"},
            "extra_content": {"google": {"thought_signature": "c2lnbmVk"}},
        });
        chunk(json!({"tool_calls": [call]}), None)
            + &chunk(json!({}), Some("tool_calls"))
            + "data: [DONE]\n\n"
    }

    fn signatures(&self, body: &Value) -> Vec<Value> {
        let messages = body["messages"].as_array().unwrap().iter();
        let calls = messages.flat_map(|message| message["tool_calls"].as_array().into_iter().flatten());
        calls.filter_map(|call| call.get("extra_content").cloned()).collect()
    }

    fn schema(&self, body: &Value) -> Value {
        body["response_format"]["json_schema"]["schema"].clone()
    }

    fn results(&self, body: &Value) -> Vec<String> {
        let messages = body["messages"].as_array().unwrap().iter();
        let results = messages.filter(|message| message["role"] == "tool");
        results.map(|message| message["content"].as_str().unwrap().to_owned()).collect()
    }

    fn arguments(&self, body: &Value) -> Vec<Value> {
        let messages = body["messages"].as_array().unwrap().iter();
        let calls = messages.flat_map(|message| message["tool_calls"].as_array().into_iter().flatten());
        calls
            .map(|call| serde_json::from_str(call["function"]["arguments"].as_str().unwrap()).unwrap())
            .collect()
    }
}
