//! Two providers of language models on one port, which say what a test has them say.

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};

use crate::common::{
    root,
    service::{Answer, Asked, serve},
};

/// What a provider does when it is asked.
#[derive(Debug, Clone)]
pub enum Thought {
    Says(&'static str),
    Calls(&'static str, Value),
    /// Says this, and the connection ends before the answer does.
    BreaksOff(&'static str),
    IsDown,
}

/// What a provider does, one question after the other.
type Thoughts = Arc<Mutex<VecDeque<Thought>>>;

/// Both providers on one port: one speaks chat completions, the other Anthropic's Messages.
#[derive(Clone)]
pub struct Providers {
    pub address: String,
    pub openai: Thoughts,
    pub anthropic: Thoughts,
    /// What was asked: whom, and the body.
    pub asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Providers {
    pub fn start() -> Self {
        let (openai, anthropic, asked) = (Arc::default(), Arc::default(), Arc::default());
        let thoughts = (Arc::clone(&openai), Arc::clone(&anthropic));
        let kept = Arc::clone(&asked);
        let address = serve(move |asked| answer(&thoughts, &kept, &asked));
        Self { address, openai, anthropic, asked }
    }

    pub fn asked(&self) -> Vec<(String, Value)> {
        self.asked.lock().unwrap().clone()
    }
}

fn answer(
    (openai, anthropic): &(Thoughts, Thoughts),
    kept: &Mutex<Vec<(String, Value)>>,
    asked: &Asked,
) -> Answer {
    let body = serde_json::from_slice(&asked.body).unwrap();
    if asked.line.starts_with("POST /tool ") {
        kept.lock().unwrap().push(("tool".to_owned(), body));
        return ("200 OK", "application/json", "{\"points\": 100}".to_owned());
    }
    let is_anthropic = asked.line.contains("/v1/messages");
    let whom = if is_anthropic { "anthropic" } else { "openai" };
    kept.lock().unwrap().push((whom.to_owned(), body));
    let thoughts = if is_anthropic { anthropic } else { openai };
    let thought = thoughts.lock().unwrap().pop_front().unwrap_or(Thought::IsDown);
    match (&thought, is_anthropic) {
        (Thought::IsDown, _) => {
            ("500 Down", "application/json", json!({"error": {"message": "down"}}).to_string())
        }
        (_, true) => ("200 OK", "text/event-stream", as_anthropic(&thought)),
        (_, false) => ("200 OK", "text/event-stream", as_openai(&thought)),
    }
}

fn as_openai(thought: &Thought) -> String {
    let chunk = |delta: Value, finish: Value| {
        let chunk = json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
        format!("data: {chunk}\n\n")
    };
    let said = match thought {
        Thought::Says(text) => {
            chunk(json!({"content": text}), Value::Null) + &chunk(json!({}), json!("stop"))
        }
        Thought::Calls(tool, arguments) => {
            let call = json!({"tool_calls": [{"index": 0, "id": "call_1", "type": "function",
                "function": {"name": tool, "arguments": arguments.to_string()}}]});
            chunk(call, Value::Null) + &chunk(json!({}), json!("tool_calls"))
        }
        Thought::BreaksOff(text) => return chunk(json!({"content": text}), Value::Null),
        Thought::IsDown => String::new(),
    };
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 1_000, "completion_tokens": 100, "total_tokens": 1_100}});
    format!("{said}data: {usage}\n\ndata: [DONE]\n\n")
}

fn as_anthropic(thought: &Thought) -> String {
    let event = |value: Value| format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap());
    let (block, delta, stop) = match thought {
        Thought::Says(text) | Thought::BreaksOff(text) => {
            (json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": text}), "end_turn")
        }
        Thought::Calls(tool, arguments) => (
            json!({"type": "tool_use", "id": "toolu_1", "name": tool, "input": {}}),
            json!({"type": "input_json_delta", "partial_json": arguments.to_string()}),
            "tool_use",
        ),
        Thought::IsDown => return String::new(),
    };
    let events = [
        json!({"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "model": "claude",
            "content": [], "stop_reason": null, "usage": {"input_tokens": 1_000, "output_tokens": 1}}}),
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
        json!({"type": "content_block_delta", "index": 0, "delta": delta}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": null}, "usage": {"output_tokens": 100}}),
        json!({"type": "message_stop"}),
    ];
    let kept = if matches!(thought, Thought::BreaksOff(_)) { 3 } else { events.len() };
    events.into_iter().take(kept).map(event).collect()
}

pub fn configured(providers: &Providers, more: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("secrets")).unwrap();
    std::fs::write(folder.path().join("secrets/MODEL_KEY"), "sk-secret-123456\n").unwrap();
    let config = format!(
        r#"
        tenants = [{{ file = "{root}/config/tenants/terraza.toml", graph = "{root}/graphs/concierge.toml" }}]
        [secrets]
        folder = "secrets"
        [models]
        default = ["claude/claude-test", "gpt/gpt-test"]
        [models.providers.claude]
        speaks   = "anthropic"
        base_url = "http://{address}"
        key      = "MODEL_KEY"
        [models.providers.gpt]
        speaks   = "openai"
        base_url = "http://{address}/v1"
        key      = "MODEL_KEY"
        [models.prices."claude/claude-test"]
        input  = 3.0
        output = 15.0
        {more}
        "#,
        root = root().display(),
        address = providers.address,
    );
    let path = folder.path().join("turno.toml");
    std::fs::write(&path, config).unwrap();
    (folder, path)
}

pub fn table() -> Value {
    let zone = jiff::tz::TimeZone::get("America/Mexico_City").unwrap();
    let today = jiff::Timestamp::now().to_zoned_datetime(zone).date();
    let date = today.checked_add(jiff::Span::new().days(3)).unwrap().to_string();
    json!({ "date": date, "time": "20:00", "party_size": 4, "customer_name": "Juan", "customer_phone": "+525512345678" })
}
