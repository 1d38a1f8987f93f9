//! A question in the shape of chat completions.

use serde_json::{Value, json};
use turno_core::{ModelCall, ModelMessage, ModelRequest, ResponseFormat};

use super::{MaxTokensField, OpenAiOptions};
use crate::form::KeptForms;
use crate::json::{arguments_object, object};
use crate::wire;

/// What stands for words where there are none: some servers refuse an empty message.
const NOTHING: &str = "…";

pub(super) fn body(options: &OpenAiOptions, forms: &KeptForms, model: &str, request: &ModelRequest) -> Value {
    let streams = request.tools.is_empty() || options.streams_with_tools;
    let mut body = object([
        ("model", model.into()),
        ("messages", Value::Array(messages(options, model, request))),
        ("stream", streams.into()),
    ]);
    if streams && options.asks_for_usage {
        body["stream_options"] = json!({"include_usage": true});
    }
    let field = match options.max_tokens {
        MaxTokensField::MaxCompletionTokens => "max_completion_tokens",
        MaxTokensField::MaxTokens => "max_tokens",
    };
    body[field] = request.max_tokens.into();
    if let Some(temperature) = request.temperature {
        body["temperature"] = temperature.into();
    }
    if !request.tools.is_empty() {
        body["tools"] = forms.list(&request.tools);
        if !request.may_call {
            body["tool_choice"] = "none".into();
        }
    }
    if let Some(format) = response_format(options, &request.response_format) {
        body["response_format"] = format;
    }
    wire::with_extra(&mut body, &options.extra);
    body
}

fn messages(options: &OpenAiOptions, model: &str, request: &ModelRequest) -> Vec<Value> {
    let of = format!("{}/{model}", options.name);
    let ids = wire::ids(&request.messages);
    let more = in_words(options, request);
    let mut messages = Vec::new();
    if let Some(text) = wire::system_text(&request.messages, more.as_deref()) {
        messages.push(json!({"role": "system", "content": text}));
    }
    for (message, ids) in request.messages.iter().zip(&ids) {
        match message {
            ModelMessage::System { .. } => {}
            ModelMessage::User { text } => messages.push(json!({"role": "user", "content": or_nothing(text)})),
            ModelMessage::Assistant { text, calls, .. } if text.trim().is_empty() && calls.is_empty() => {}
            ModelMessage::Assistant { text, calls, opaque } => {
                // Some servers take no null here.
                let mut message = json!({"role": "assistant", "content": text});
                if !calls.is_empty() {
                    let calls = calls.iter().zip(ids).map(|(call, id)| self::call(call, id, &of));
                    message["tool_calls"] = calls.collect();
                }
                if let Some(Value::Object(own)) = wire::own(opaque.as_ref(), &of)
                    && let Some(fields) = message.as_object_mut()
                {
                    fields.extend(own.iter().map(|(name, value)| (name.clone(), value.clone())));
                }
                messages.push(message);
            }
            ModelMessage::ToolResult {
                content, is_error, ..
            } => messages.push(json!({
                "role": "tool",
                "tool_call_id": ids.first(),
                // There is no field for it.
                "content": if *is_error { format!("Error: {content}") } else { or_nothing(content).to_owned() },
            })),
        }
    }
    messages
}

fn call(call: &ModelCall, id: &str, of: &str) -> Value {
    let mut sent = json!({
        "id": id,
        "type": "function",
        "function": {
            "name": wire::tool_name(&call.tool),
            "arguments": arguments_object(&call.arguments).to_string(),
        },
    });
    if let Some(own) = wire::own(call.opaque.as_ref(), of) {
        sent["extra_content"] = own.clone();
    }
    sent
}

fn or_nothing(text: &str) -> &str {
    if text.trim().is_empty() { NOTHING } else { text }
}

fn response_format(options: &OpenAiOptions, format: &ResponseFormat) -> Option<Value> {
    match format {
        ResponseFormat::Text => None,
        ResponseFormat::JsonSchema { name, schema } if options.knows_json_schema => Some(json!({
            "type": "json_schema",
            "json_schema": {"name": name, "schema": schema, "strict": is_strict(schema)},
        })),
        ResponseFormat::Json | ResponseFormat::JsonSchema { .. } => Some(json!({"type": "json_object"})),
    }
}

/// What is asked for in words too: OpenAI refuses to give JSON to whoever does not name it.
fn in_words(options: &OpenAiOptions, request: &ModelRequest) -> Option<String> {
    let is_told =
        matches!(request.response_format, ResponseFormat::JsonSchema { .. }) && options.knows_json_schema;
    if is_told {
        return None;
    }
    wire::json_in_words(&request.response_format)
}

/// Whether a schema may be asked for strictly: each object closed, and all of its properties required.
fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(fields) => {
            let is_closed = match fields.get("properties").and_then(Value::as_object) {
                Some(properties) => {
                    let required = fields.get("required").and_then(Value::as_array);
                    let is_required = |name: &String| {
                        required.is_some_and(|names| names.iter().any(|required| required == name))
                    };
                    fields.get("additionalProperties") == Some(&Value::Bool(false))
                        && properties.keys().all(is_required)
                }
                None => fields.get("type").and_then(Value::as_str) != Some("object"),
            };
            is_closed && fields.values().all(is_strict)
        }
        Value::Array(items) => items.iter().all(is_strict),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}
