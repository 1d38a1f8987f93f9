//! What of a request counts when it is looked for.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};
use url::Url;

use super::{line::Body, redact::is_key_parameter};

/// Keys whose text or number is another each time and says nothing.
const DROPPED: [&str; 18] = [
    "id",
    "tool_call_id",
    "tool_use_id",
    "call_id",
    "request_id",
    "response_id",
    "previous_response_id",
    "conversation_id",
    "user",
    "user_id",
    "safety_identifier",
    "prompt_cache_key",
    "idempotency_key",
    "created",
    "created_at",
    "timestamp",
    "signature",
    "thoughtSignature",
];

/// Keys beneath which everything counts: what a tool is called with and gives back, and what a schema names.
const DATA: [&str; 8] =
    ["arguments", "args", "input", "response", "output", "properties", "enum", "examples"];

#[expect(clippy::expect_used, reason = "the pattern is fixed, and a test reads it")]
static CHANGING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        // As interfaces write a moment, and as a prompt tells what time it is.
        r"(?P<time>\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})|, \d{2}:\d{2} \([A-Z]\w+(?:/[\w/]+)?\)))",
        r"|(?P<id>\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b",
        r"|\b(?:call|toolu|msg|resp|req|gen|chatcmpl)[-_][A-Za-z0-9]{8,}\b)",
    ))
    .expect("a pattern that compiles")
});

/// A request as it is compared, as text that people can read: method and path with the query, then the body.
pub(super) fn canonical(method: &str, url: &str, body: &Body) -> String {
    let (path, body) = (path(url), body_text(body));
    format!("{method} {path}\n{body}\n")
}

/// Path and query, whatever the host: a recording holds for a provider's proxy too.
fn path(url: &str) -> String {
    let Ok(url) = Url::parse(url) else {
        return url.to_owned();
    };
    let mut pairs: Vec<String> = url
        .query_pairs()
        .filter(|(name, _)| !is_key_parameter(name))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    pairs.sort();
    if pairs.is_empty() { url.path().to_owned() } else { format!("{}?{}", url.path(), pairs.join("&")) }
}

fn body_text(body: &Body) -> String {
    match body {
        // It has text for every value.
        Body::Json(json) => serde_json::to_string_pretty(&value(json, false)).unwrap_or_default(),
        Body::Data(text) => steady(text),
        Body::Base64(text) => text.clone(),
    }
}

fn value(json: &Value, is_data: bool) -> Value {
    match json {
        Value::Object(fields) => {
            let mut kept: Vec<(&String, &Value)> =
                fields.iter().filter(|(name, field)| is_data || !is_dropped(name, field)).collect();
            kept.sort_by_key(|(name, _)| *name);
            let field = |(name, field): (&String, &Value)| {
                let is_data = is_data || DATA.contains(&name.as_str());
                (name.clone(), value(field, is_data))
            };
            Value::Object(kept.into_iter().map(field).collect::<Map<String, Value>>())
        }
        Value::Array(values) => values.iter().map(|inner| value(inner, is_data)).collect(),
        Value::String(text) => Value::String(steady(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => json.clone(),
    }
}

fn is_dropped(name: &str, field: &Value) -> bool {
    (field.is_string() || field.is_number()) && DROPPED.contains(&name)
}

/// A text with its moments and made-up ids taken out.
fn steady(text: &str) -> String {
    let name = |found: &regex::Captures<'_>| {
        if found.name("time").is_some() { "<time>" } else { "<id>" }
    };
    CHANGING.replace_all(text, name).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(body: Value) -> String {
        canonical("POST", "https://ex.test/v1/chat", &Body::Json(body))
    }

    #[test]
    fn order_ids_and_moments_do_not_count() {
        let asked = json!({
            "model": "m", "user": "c-1", "messages": [
                {"role": "user", "content": "now 2026-11-28T10:00:00Z, 8c2f1c1e-1111-2222-3333-444455556666"},
                {"role": "system", "content": "2026-11-28, 16:54 (America/Mexico_City)."},
                {"role": "assistant", "tool_calls": [{"id": "call_1", "function": {"name": "f", "arguments": "{}"}}]},
                {"role": "tool", "tool_call_id": "call_1", "content": "see call_abcdefgh12"},
            ],
        });
        let again = json!({
            "messages": [
                {"content": "now 2026-11-29T11:30:05.25-06:00, 00000000-1111-2222-3333-444455556666", "role": "user"},
                {"role": "system", "content": "2026-11-28, 16:55 (America/Mexico_City)."},
                {"tool_calls": [{"function": {"arguments": "{}", "name": "f"}, "id": "x"}], "role": "assistant"},
                {"content": "see call_zzzzzzzz99", "tool_call_id": "x", "role": "tool"},
            ], "user": "c-2", "model": "m",
        });
        assert_eq!(of(asked), of(again));
    }

    #[test]
    fn what_a_model_is_told_counts() {
        let base = || {
            json!({
                "model": "m", "messages": [{"content": "el 2026-12-01 a las 20:00"}],
                "tools": [{"function": {"name": "f", "parameters": {"properties": {"id": {"type": "string"}}, "required": ["id"]}}}],
                "contents": [{"functionCall": {"name": "f", "args": {"id": "7", "timestamp": 5}}}],
            })
        };
        let changed: [(&str, Value); 5] = [
            ("/model", json!("n")),
            ("/messages/0/content", json!("el 2026-12-01 a las 21:00")),
            ("/tools/0/function/parameters/properties/id", json!({"type": "integer"})),
            ("/tools/0/function/parameters/properties/id/type", json!("integer")),
            ("/contents/0/functionCall/args/id", json!("8")),
        ];
        for (at, other) in changed {
            let mut body = base();
            *body.pointer_mut(at).unwrap() = other;
            assert_ne!(of(body), of(base()), "{at}");
        }
    }

    #[test]
    fn the_host_and_the_key_do_not_count_and_the_path_does() {
        let of = |url: &str| canonical("POST", url, &Body::Data("x".to_owned()));
        assert_eq!(of("https://a.test/v1/m:go?key=1&alt=sse"), of("http://127.0.0.1:9/v1/m:go?alt=sse"));
        assert_ne!(of("https://a.test/v1/m:go"), of("https://a.test/v1/n:go"));
        assert_ne!(of("https://a.test/v1/m:go?alt=sse"), of("https://a.test/v1/m:go"));
    }
}
