//! A question in the shape of generateContent.

use serde_json::{Value, json};
use turno_core::{ModelCall, ModelMessage, ModelRequest, Opaque, ResponseFormat};

use super::GeminiOptions;
use crate::form::KeptForms;
use crate::json::{self, arguments_object, object};
use crate::wire;

/// What stands for words where there are none.
const NOTHING: &str = "…";

/// What Google's documentation puts in the place of a signature for a call that another model made: a model that signs
/// refuses a call without one.
const NOT_SIGNED_BY_THIS_MODEL: &str = "skip_thought_signature_validator";

pub(super) fn body(options: &GeminiOptions, forms: &KeptForms, model: &str, request: &ModelRequest) -> Value {
    let mut config = json!({"maxOutputTokens": request.max_tokens});
    if let Some(temperature) = request.temperature {
        config["temperature"] = temperature.into();
    }
    // Together with tools it is refused by most models: then it is asked for in words.
    let in_words = !request.tools.is_empty();
    if !in_words {
        match &request.response_format {
            ResponseFormat::Text => {}
            ResponseFormat::Json => config["responseMimeType"] = "application/json".into(),
            ResponseFormat::JsonSchema { schema, .. } => {
                config["responseMimeType"] = "application/json".into();
                config["responseJsonSchema"] = schema.clone();
            }
        }
    }
    wire::with_extra(&mut config, &options.extra);
    let contents = Value::Array(contents(options, model, request));
    let mut body = object([("contents", contents), ("generationConfig", config)]);
    let more = in_words.then(|| wire::json_in_words(&request.response_format)).flatten();
    if let Some(system) = wire::system_text(&request.messages, more.as_deref()) {
        body["systemInstruction"] = json!({"parts": [{"text": system}]});
    }
    if !request.tools.is_empty() {
        let declarations = forms.list(&request.tools);
        body["tools"] = Value::Array(vec![object([("functionDeclarations", declarations)])]);
        if !request.may_call {
            body["toolConfig"] = json!({"functionCallingConfig": {"mode": "NONE"}});
        }
    }
    body
}

/// The talk; what stands together on one side is one content: all results of a turn are.
fn contents(options: &GeminiOptions, model: &str, request: &ModelRequest) -> Vec<Value> {
    let of = format!("{}/{model}", options.name);
    let ids = wire::ids(&request.messages);
    let mut contents: Vec<Content> = Vec::new();
    for (message, ids) in request.messages.iter().zip(&ids) {
        match message {
            ModelMessage::System { .. } => {}
            ModelMessage::User { text } => {
                let text = if text.trim().is_empty() { NOTHING } else { text };
                add(&mut contents, Side::Said, [json!({"text": text})]);
            }
            ModelMessage::Assistant { text, calls, .. } if text.trim().is_empty() && calls.is_empty() => {}
            ModelMessage::Assistant { text, calls, opaque } => {
                // They begin with the user.
                if contents.is_empty() {
                    add(&mut contents, Side::Said, [json!({"text": NOTHING})]);
                }
                let mut parts = words(text, opaque.as_ref(), &of);
                let signs = signs(model);
                parts.extend(
                    calls
                        .iter()
                        .zip(ids)
                        .enumerate()
                        .map(|(nth, (call, id))| self::call(call, id, &of, signs && nth == 0)),
                );
                add(&mut contents, Side::Model, parts);
            }
            ModelMessage::ToolResult { tool, content, is_error, .. } => {
                add(&mut contents, Side::Result, [result(tool, ids.first(), content, *is_error)])
            }
        }
    }
    contents
        .into_iter()
        .map(|content| {
            let role = match content.side {
                Side::Said | Side::Result => "user",
                Side::Model => "model",
            };
            object([("role", role.into()), ("parts", Value::Array(content.parts))])
        })
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Said,
    Result,
    Model,
}

struct Content {
    side: Side,
    parts: Vec<Value>,
}

/// Results and what the user says next do not share a content: it is to have as many results as there were calls.
fn add(contents: &mut Vec<Content>, side: Side, parts: impl IntoIterator<Item = Value>) {
    match contents.last_mut() {
        Some(last) if last.side == side => last.parts.extend(parts),
        Some(_) | None => contents.push(Content { side, parts: parts.into_iter().collect() }),
    }
}

/// What the model said; the part that it signed stays a part of its own, where it was said as it was signed.
fn words(text: &str, opaque: Option<&Opaque>, of: &str) -> Vec<Value> {
    let signed = wire::own(opaque, of).and_then(|own| {
        let signed = own["text"].as_str()?;
        Some((text.strip_suffix(signed)?, own))
    });
    match signed {
        Some((before, own)) => {
            let before = (!before.is_empty()).then(|| json!({"text": before}));
            before.into_iter().chain([own.clone()]).collect()
        }
        None if text.trim().is_empty() => Vec::new(),
        None => vec![json!({"text": text})],
    }
}

fn call(call: &ModelCall, id: &str, of: &str, is_to_be_signed: bool) -> Value {
    let asked = object([
        ("id", id.into()),
        ("name", wire::tool_name(&call.tool).into()),
        ("args", arguments_object(&call.arguments)),
    ]);
    let mut part = object([("functionCall", asked)]);
    match wire::own(call.opaque.as_ref(), of) {
        Some(signature) => part["thoughtSignature"] = signature.clone(),
        None if is_to_be_signed => part["thoughtSignature"] = NOT_SIGNED_BY_THIS_MODEL.into(),
        None => {}
    }
    part
}

/// Models from the third on sign their calls, and refuse those that are not signed.
fn signs(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    name.starts_with("gemini-") && !name.starts_with("gemini-1") && !name.starts_with("gemini-2")
}

fn result(tool: &str, id: Option<&String>, content: &str, is_error: bool) -> Value {
    let value = json::read(content).unwrap_or_else(|| content.into());
    let kind = if is_error { "error" } else { "output" };
    let result = object([
        ("id", id.map_or(Value::Null, |id| id.as_str().into())),
        ("name", wire::tool_name(tool).into()),
        ("response", object([(kind, value)])),
    ]);
    object([("functionResponse", result)])
}
