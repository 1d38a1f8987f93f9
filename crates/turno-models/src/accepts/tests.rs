//! Requests that are wrong in one way each, and what is told of them.

mod anthropic;
mod gemini;
mod openai;

use serde_json::Value;

use super::*;

/// A change to a good request, and the beginning of what is told of it: where, and what.
type Planted = (&'static str, Value, &'static str);

/// What takes a field away.
const GONE: &str = "\u{0}gone";

fn changed(mut body: Value, at: &str, to: &Value) -> Value {
    let (parent, key) = at.rsplit_once('/').unwrap();
    let parent = body.pointer_mut(parent).unwrap_or_else(|| panic!("there is no {at}"));
    match (parent, to == GONE) {
        (Value::Object(fields), true) => drop(fields.remove(key)),
        (Value::Object(fields), false) => drop(fields.insert(key.to_owned(), to.clone())),
        (Value::Array(items), true) => drop(items.remove(key.parse().unwrap())),
        (Value::Array(items), false) if key == "-" => items.push(to.clone()),
        (Value::Array(items), false) => items[key.parse::<usize>().unwrap()] = to.clone(),
        (other, _) => panic!("{other} holds nothing"),
    }
    body
}

fn assert_found(dialect: Dialect, good: fn() -> Value, planted: &[Planted]) {
    assert_eq!(dialect.breaches(&good()), [], "nothing is wrong with it");
    for (at, to, expected) in planted {
        let breaches = dialect.breaches(&changed(good(), at, to));
        let told: Vec<String> = breaches.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|line| line.starts_with(expected)), "{at} = {to}: {told:?}");
    }
}

fn many(tool: impl Fn(usize) -> Value) -> Value {
    (0..129).map(tool).collect()
}

#[test]
fn a_request_is_judged_by_the_rules_of_where_it_goes() {
    for (url, dialect) in [
        ("https://api.groq.com/openai/v1/chat/completions", Some(Dialect::OpenAi)),
        ("https://api.anthropic.com/v1/messages", Some(Dialect::Anthropic)),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
            Some(Dialect::Gemini),
        ),
        ("https://example.com/", None),
    ] {
        assert_eq!(Dialect::of_url(url), dialect, "{url}");
    }
}
