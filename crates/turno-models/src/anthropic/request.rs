//! A question in the shape of Messages.

use serde_json::{Value, json};
use turno_core::{ModelCall, ModelMessage, ModelRequest, Opaque, ResponseFormat};

use super::AnthropicOptions;
use super::answer::CALLS_BEFORE;
use crate::form::KeptForms;
use crate::json::{arguments_object, object};
use crate::wire;

/// What stands for words where there are none: an empty block is refused.
const NOTHING: &str = "…";

pub(super) fn body(
    options: &AnthropicOptions,
    forms: &KeptForms,
    model: &str,
    request: &ModelRequest,
) -> Value {
    let mut body = object([
        ("model", model.into()),
        ("max_tokens", request.max_tokens.into()),
        ("messages", Value::Array(messages(options, model, request))),
        ("stream", true.into()),
    ]);
    let by_schema = match &request.response_format {
        ResponseFormat::JsonSchema { schema, .. } if options.knows_json_schema => Some(schema),
        ResponseFormat::Text | ResponseFormat::Json | ResponseFormat::JsonSchema { .. } => None,
    };
    let more = match by_schema {
        Some(schema) => {
            body["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
            None
        }
        None => wire::json_in_words(&request.response_format),
    };
    if let Some(system) = wire::system_text(&request.messages, more.as_deref()) {
        body["system"] = system.into();
    }
    if !request.tools.is_empty() {
        body["tools"] = forms.list(&request.tools);
        if !request.may_call {
            body["tool_choice"] = json!({"type": "none"});
        }
    }
    // No temperature: models from Claude Opus 4.7 on refuse it, and the reference has it no more.
    wire::with_extra(&mut body, &options.extra);
    body
}

/// The talk: what the user said and the results of a turn are one message, the results in front.
fn messages(options: &AnthropicOptions, model: &str, request: &ModelRequest) -> Vec<Value> {
    let of = format!("{}/{model}", options.name);
    let ids = wire::ids(&request.messages);
    let mut messages: Vec<Message> = Vec::new();
    for (message, ids) in request.messages.iter().zip(&ids) {
        match message {
            ModelMessage::System { .. } => {}
            ModelMessage::User { text } => add(&mut messages, "user", [block(text)]),
            ModelMessage::Assistant { text, calls, .. } if text.trim().is_empty() && calls.is_empty() => {}
            ModelMessage::Assistant { text, calls, opaque } => {
                // They begin with the user.
                if messages.is_empty() {
                    add(&mut messages, "user", [block("")]);
                }
                add(&mut messages, "assistant", blocks(text, calls, ids, own(opaque, &of)));
            }
            ModelMessage::ToolResult { content, is_error, .. } => {
                let mut result = json!({"type": "tool_result", "tool_use_id": ids.first(), "content": or_nothing(content)});
                if *is_error {
                    result["is_error"] = true.into();
                }
                add(&mut messages, "user", [result]);
            }
        }
    }
    messages
        .into_iter()
        .map(|message| object([("role", message.role.into()), ("content", Value::Array(message.content))]))
        .collect()
}

struct Message {
    role: &'static str,
    content: Vec<Value>,
}

/// Adds blocks to the last message where it is of the same side, else as a new one.
fn add(messages: &mut Vec<Message>, role: &'static str, content: impl IntoIterator<Item = Value>) {
    match messages.last_mut() {
        Some(last) if last.role == role => last.content.extend(content),
        Some(_) | None => messages.push(Message { role, content: content.into_iter().collect() }),
    }
}

/// What the model thought, unmodified, between what it said and called, where it was.
fn blocks(text: &str, calls: &[ModelCall], ids: &[String], thoughts: &[Value]) -> Vec<Value> {
    let mut thoughts = thoughts.iter().peekable();
    let mut blocks = Vec::new();
    for (nth, call) in calls.iter().zip(ids).map(Some).chain([None]).enumerate() {
        while let Some(thought) = thoughts.next_if(|thought| {
            call.is_none() || thought[CALLS_BEFORE].as_u64().unwrap_or_default() <= nth as u64
        }) {
            blocks.push(thought["block"].clone());
        }
        if nth == 0 && !text.trim().is_empty() {
            blocks.push(block(text));
        }
        if let Some((call, id)) = call {
            blocks.push(object([
                ("type", "tool_use".into()),
                ("id", id.as_str().into()),
                ("name", wire::tool_name(&call.tool).into()),
                ("input", arguments_object(&call.arguments)),
            ]));
        }
    }
    blocks
}

fn own<'a>(opaque: &'a Option<Opaque>, of: &str) -> &'a [Value] {
    wire::own(opaque.as_ref(), of).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn block(text: &str) -> Value {
    json!({"type": "text", "text": or_nothing(text)})
}

fn or_nothing(text: &str) -> &str {
    if text.trim().is_empty() { NOTHING } else { text }
}
