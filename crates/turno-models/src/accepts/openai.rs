//! What OpenAI takes: its reference of chat completions (<https://platform.openai.com/docs/api-reference/chat/create>), its guides
//! to function calling and to Structured Outputs, and its refusals.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Finder, is_name, schema};

/// "A max of 128 functions are supported."
const TOOLS_MAX: usize = 128;

/// Refused: "Invalid 'tools\[0\].function.description': string too long. Expected a string with maximum length 1024".
const DESCRIPTION_CHARACTERS_MAX: usize = 1024;

/// Refused: "Invalid 'messages\[1\].tool_calls\[0\].id': string too long. Expected a string with maximum length 40".
const ID_CHARACTERS_MAX: usize = 40;

const NAME_CURE: &str = "use letters, digits, `_` and `-`, at most 64";

pub(super) fn request(finder: &mut Finder, body: &Value) {
    finder.text(body, "model");
    let messages = finder.list(body, "messages");
    finder.within("messages", |finder| order(finder, messages));
    finder.number(body, "temperature", (0.0, 2.0));
    for field in ["max_tokens", "max_completion_tokens"] {
        finder.number(body, field, (1.0, 1e9));
    }
    if body.get("max_tokens").is_some() && body.get("max_completion_tokens").is_some() {
        finder.add_at("max_tokens", "it stands beside `max_completion_tokens`", "send one of them");
    }
    if body.get("stream_options").is_some() && body.get("stream") != Some(&Value::Bool(true)) {
        finder.add_at("stream_options", "nothing is streamed", "leave it out");
    }
    if body.get("tools").is_some() {
        let tools = finder.list(body, "tools");
        finder.within("tools", |finder| {
            if tools.len() > TOOLS_MAX {
                let fault = format!("{} tools, of at most {TOOLS_MAX}", tools.len());
                finder.add(fault, "offer fewer");
            }
            finder.unlike(tools.iter().map(|tool| tool["function"]["name"].as_str()));
            for (at, tool) in tools.iter().enumerate() {
                finder.within(at, |finder| self::tool(finder, tool));
            }
        });
    } else if body.get("tool_choice").is_some() {
        finder.add_at("tool_choice", "there are no tools", "leave it out");
    }
    if let Some(format) = body.get("response_format") {
        finder.within("response_format", |finder| response_format(finder, format, messages));
    }
}

/// One tool of the list.
pub(super) fn tool(finder: &mut Finder, tool: &Value) {
    if tool["type"] != "function" {
        finder.add_at("type", "it is no function", "write \"function\"");
    }
    let function = &tool["function"];
    finder.within("function", |finder| {
        name(finder, function);
        if let Some(description) = function.get("description") {
            let characters = description.as_str().map(|text| text.chars().count());
            if characters.is_none_or(|characters| characters > DESCRIPTION_CHARACTERS_MAX) {
                let fault =
                    format!("it has more than {DESCRIPTION_CHARACTERS_MAX} characters, or is no text");
                finder.add_at("description", fault, "make it shorter");
            }
        }
        let Some(parameters) = function.get("parameters") else {
            return;
        };
        finder.within("parameters", |finder| {
            schema::parameters(finder, parameters);
            if function.get("strict") == Some(&Value::Bool(true)) {
                schema::strict(finder, parameters);
            }
        });
    });
}

fn name(finder: &mut Finder, of: &Value) {
    let name = of["name"].as_str().unwrap_or_default();
    if !is_name(name) {
        finder.add_at("name", format!("{name:?} is no name"), NAME_CURE);
    }
}

/// The messages: each call has its result right behind the message that made it, and nothing else has one.
fn order(finder: &mut Finder, messages: &[Value]) {
    let mut waiting: BTreeSet<&str> = BTreeSet::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (at, message) in messages.iter().enumerate() {
        finder.within(at, |finder| {
            let role = message["role"].as_str().unwrap_or_default();
            if role != "tool" && !waiting.is_empty() {
                let fault = format!("it stands before the results of {waiting:?}");
                finder.add(fault, "put each result right behind its call");
                waiting.clear();
            }
            match role {
                "system" | "developer" | "user" => content(finder, message),
                "assistant" => {
                    if message.get("tool_calls").is_none() {
                        content(finder, message);
                    } else {
                        calls(finder, message, &mut waiting, &mut seen);
                    }
                }
                "tool" => {
                    content(finder, message);
                    let id = message["tool_call_id"].as_str().unwrap_or_default();
                    if !waiting.remove(id) {
                        let fault = format!("{id:?} is no call that waits for a result");
                        finder.add_at("tool_call_id", fault, "give the id of the call before");
                    }
                }
                other => {
                    let fault = format!("{other:?} is no role");
                    finder.add_at("role", fault, "use system, user, assistant or tool");
                }
            }
        });
    }
    if !waiting.is_empty() {
        finder.add(format!("the results of {waiting:?} are missing"), "give each call its result");
    }
}

fn calls<'v>(
    finder: &mut Finder,
    message: &'v Value,
    waiting: &mut BTreeSet<&'v str>,
    seen: &mut BTreeSet<&'v str>,
) {
    if message.get("content").is_some_and(|content| !content.is_string() && !content.is_null()) {
        finder.add_at("content", "it is no text", "give a text");
    }
    let calls = finder.list(message, "tool_calls");
    for (at, call) in calls.iter().enumerate() {
        finder.within(format!("tool_calls.{at}"), |finder| {
            let id = call["id"].as_str().unwrap_or_default();
            if !(1..=ID_CHARACTERS_MAX).contains(&id.chars().count()) {
                let fault = format!("{id:?} is no id of 1 to {ID_CHARACTERS_MAX} characters");
                finder.add_at("id", fault, "make one up");
            }
            if !seen.insert(id) {
                finder.add_at("id", format!("{id:?} is the id of an earlier call"), "make one up");
            }
            waiting.insert(id);
            if call["type"] != "function" {
                finder.add_at("type", "it is no function", "write \"function\"");
            }
            name(finder, &call["function"]);
            let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
            if !serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object()) {
                finder.add_at("arguments", "they are no JSON object as text", "write {} for none");
            }
        });
    }
}

/// Words: a text, or parts.
fn content(finder: &mut Finder, message: &Value) {
    match message.get("content") {
        Some(Value::Array(parts)) if !parts.is_empty() => {}
        Some(Value::String(text)) if !text.trim().is_empty() => {}
        // OpenAI itself takes an empty text; Moonshot, Mistral and Bedrock behind the same words do not.
        Some(_) | None => finder.add_at("content", "it is empty", "give it some words"),
    }
}

fn response_format(finder: &mut Finder, format: &Value, messages: &[Value]) {
    match format["type"].as_str() {
        Some("text") => {}
        Some("json_object") => {
            let names_it = |message: &Value| message.to_string().to_lowercase().contains("json");
            if !messages.iter().any(names_it) {
                finder.add("no message names JSON", "ask for it in words, too");
            }
        }
        Some("json_schema") => finder.within("json_schema", |finder| {
            let asked = &format["json_schema"];
            name(finder, asked);
            if asked.get("strict") == Some(&Value::Bool(true)) {
                finder.within("schema", |finder| {
                    schema::parameters(finder, &asked["schema"]);
                    schema::strict(finder, &asked["schema"]);
                });
            }
        }),
        Some(_) | None => finder.add_at("type", "it is no format", "use text, json_object or json_schema"),
    }
}
