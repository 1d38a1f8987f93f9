//! What Anthropic takes: its reference of Messages (<https://docs.anthropic.com/en/api/messages>), its guide to tool use, and its
//! refusals.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Finder, is_made_of, is_name, schema};

/// "There is a limit of 100,000 messages in a single request."
const MESSAGES_MAX: usize = 100_000;

pub(super) fn request(finder: &mut Finder, body: &Value) {
    finder.text(body, "model");
    if body.get("max_tokens").and_then(Value::as_u64).is_none_or(|most| most == 0) {
        finder.add_at("max_tokens", "it is no number from 1 on", "say how long an answer may be");
    }
    // Models from Claude Opus 4.7 on: "`temperature` is deprecated for this model."
    for field in ["temperature", "top_p", "top_k"].into_iter().filter(|field| body.get(*field).is_some()) {
        finder.add_at(field, "the reference has it no more, and new models refuse it", "leave it out");
    }
    match body.get("system") {
        None => {}
        Some(Value::Array(blocks)) => finder.within("system", |finder| {
            for (at, block) in blocks.iter().enumerate() {
                finder.within(at, |finder| finder.filled(block, "text"));
            }
        }),
        Some(_) => finder.filled(body, "system"),
    }
    let messages = finder.list(body, "messages");
    finder.within("messages", |finder| talk(finder, messages));
    if body.get("tools").is_some() {
        let tools = finder.list(body, "tools");
        finder.within("tools", |finder| {
            finder.unlike(tools.iter().map(|tool| tool["name"].as_str()));
            for (at, tool) in tools.iter().enumerate() {
                finder.within(at, |finder| self::tool(finder, tool));
            }
        });
    } else if body.get("tool_choice").is_some() {
        finder.add_at("tool_choice", "there are no tools", "leave it out");
    }
    if let Some(format) = body.pointer("/output_config/format") {
        finder.within("output_config.format", |finder| {
            if format["type"] != "json_schema" {
                finder.add_at("type", "it is no format", "write \"json_schema\"");
            }
            finder.within("schema", |finder| closed(finder, &format["schema"]));
        });
    }
}

/// One tool of the list.
pub(super) fn tool(finder: &mut Finder, tool: &Value) {
    name(finder, tool);
    if tool.get("description").is_some_and(|description| !description.is_string()) {
        finder.add_at("description", "it is no text", "say what the tool does");
    }
    finder.within("input_schema", |finder| {
        let schema = &tool["input_schema"];
        schema::parameters(finder, schema);
        // Refused: "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'".
        let names = schema.get("properties").and_then(Value::as_object);
        finder.within("properties", |finder| {
            for name in names.into_iter().flat_map(Map::keys) {
                if !is_made_of(name, 64, |byte| matches!(byte, b'_' | b'.' | b'-')) {
                    let cure = "use letters without accents, digits, `_`, `.` and `-`, at most 64";
                    finder.add_at(name, format!("`{name}` is no name of a parameter"), cure);
                }
            }
        });
    });
}

/// "Must match the regex `^[a-zA-Z0-9_-]{1,64}$`."
fn name(finder: &mut Finder, of: &Value) {
    let name = of["name"].as_str().unwrap_or_default();
    if !is_name(name) {
        finder.add_at("name", format!("{name:?} is no name"), "use letters, digits, `_` and `-`, at most 64");
    }
}

/// Structured outputs: "additionalProperties must be set to false for objects".
fn closed(finder: &mut Finder, schema: &Value) {
    let Some(own) = schema.as_object() else {
        return finder.add("it is no schema", "give one");
    };
    if own.get("type").is_some_and(|kind| kind == "object")
        && own.get("additionalProperties") != Some(&Value::Bool(false))
    {
        finder.add("the object is not closed", "write additionalProperties = false");
    }
    for keyword in ["minimum", "maximum", "multipleOf", "minLength", "maxLength", "maxItems"] {
        if own.contains_key(keyword) {
            finder.add_at(keyword, format!("`{keyword}` is not read"), "leave it out");
        }
    }
    schema::each(own, |path, inner| {
        if inner.is_object() {
            finder.within(path.join("."), |finder| closed(finder, inner));
        }
    });
}

/// The messages. Results stand at the beginning of the message right behind their calls: "Each `tool_use` block must have a
/// corresponding `tool_result` block in the next message"; a result without a call is refused as well.
fn talk(finder: &mut Finder, messages: &[Value]) {
    if messages.len() > MESSAGES_MAX {
        finder.add("more than 100,000 messages", "leave the beginning out");
    }
    if messages.first().is_some_and(|first| first["role"] != "user") {
        finder.add_at(0, "the first message is not the user's", "begin with the user");
    }
    let mut waiting: BTreeSet<&str> = BTreeSet::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (at, message) in messages.iter().enumerate() {
        finder.within(at, |finder| {
            let role = message["role"].as_str().unwrap_or_default();
            if !matches!(role, "user" | "assistant") {
                finder.add_at("role", format!("{role:?} is no role"), "use user or assistant");
            }
            let blocks: Vec<&Value> = match message.get("content") {
                Some(Value::Array(blocks)) if !blocks.is_empty() => blocks.iter().collect(),
                Some(Value::String(text)) if !text.trim().is_empty() => Vec::new(),
                Some(_) | None => {
                    finder.add_at("content", "it is empty", "give it some words");
                    Vec::new()
                }
            };
            let wanted = std::mem::take(&mut waiting);
            results(finder, &blocks, &wanted);
            for (at, block) in blocks.iter().enumerate() {
                finder.within(format!("content.{at}"), |finder| {
                    self::block(finder, role, block, &mut waiting, &mut seen);
                });
            }
        });
    }
    if !waiting.is_empty() {
        finder.add(format!("the results of {waiting:?} are missing"), "give each call its result");
    }
    // Models from Claude Opus 4.6 on: "The conversation must end with a user message."
    if messages.last().is_some_and(|last| last["role"] == "assistant") {
        finder.add_at(messages.len() - 1, "the last message is the assistant's", "end with the user's");
    }
}

/// The results at the beginning of a message are those that are waited for.
fn results(finder: &mut Finder, blocks: &[&Value], wanted: &BTreeSet<&str>) {
    let is_result = |block: &&&Value| block["type"] == "tool_result";
    let given = blocks.iter().take_while(is_result);
    let given: BTreeSet<&str> = given.filter_map(|block| block["tool_use_id"].as_str()).collect();
    if given != *wanted {
        let fault = format!("the results are of {given:?}, and the calls were {wanted:?}");
        finder.add_at("content", fault, "begin with one result for each call of the message before");
    }
    let all = blocks.iter().filter(is_result).count();
    if all != given.len() {
        finder.add_at("content", "a result is there twice, or behind words", "put each result first, once");
    }
}

fn block<'v>(
    finder: &mut Finder,
    role: &str,
    block: &'v Value,
    waiting: &mut BTreeSet<&'v str>,
    seen: &mut BTreeSet<&'v str>,
) {
    match (role, block["type"].as_str().unwrap_or_default()) {
        (_, "text") => finder.filled(block, "text"),
        ("assistant", "tool_use") => {
            let id = block["id"].as_str().unwrap_or_default();
            if !is_made_of(id, usize::MAX, |byte| matches!(byte, b'_' | b'-')) {
                finder.add_at("id", format!("{id:?} is no id"), "use letters, digits, `_` and `-`");
            }
            if !seen.insert(id) {
                finder.add_at("id", format!("{id:?} is the id of an earlier call"), "make one up");
            }
            waiting.insert(id);
            name(finder, block);
            if !block["input"].is_object() {
                finder.add_at("input", "it is no object", "write {} for none");
            }
        }
        ("assistant", "thinking") => finder.filled(block, "signature"),
        ("assistant", "redacted_thinking") => finder.filled(block, "data"),
        ("user", "tool_result") => {
            let is_empty = block.get("content").is_some_and(|content| match content {
                Value::String(text) => text.trim().is_empty(),
                Value::Array(blocks) => blocks.is_empty(),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => true,
            });
            if is_empty {
                finder.add_at("content", "it is empty", "say what came of the call, or leave it out");
            }
        }
        (_, kind) => {
            finder.add_at("type", format!("{kind:?} does not stand there"), "send words, calls and results")
        }
    }
}
