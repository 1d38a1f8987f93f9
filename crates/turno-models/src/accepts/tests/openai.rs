//! Requests that OpenAI refuses.

use serde_json::{Value, json};

use super::{GONE, assert_found, many};
use crate::accepts::Dialect;

fn openai() -> Value {
    json!({
        "model": "gpt-4.1", "stream": true, "stream_options": {"include_usage": true}, "temperature": 0.2,
        "max_completion_tokens": 400,
        "messages": [
            {"role": "system", "content": "Contesta."},
            {"role": "user", "content": "¿Hay mesa?"},
            {"role": "assistant", "content": "", "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}},
                {"id": "call_2", "type": "function", "function": {"name": "look", "arguments": "{\"a\":1}"}},
            ]},
            {"role": "tool", "tool_call_id": "call_1", "content": "{}"},
            {"role": "tool", "tool_call_id": "call_2", "content": "{}"},
            {"role": "user", "content": "gracias"},
        ],
        "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.", "strict": true, "parameters": {
            "type": "object", "additionalProperties": false, "required": ["a", "list"], "properties": {
                "a": {"type": ["integer", "null"], "minimum": 1},
                "list": {"type": "array", "items": {"type": "string"}},
            },
        }}}],
    })
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of requests, each wrong in one way")]
fn what_openai_refuses_is_found() {
    let schema = "/tools/0/function/parameters";
    let at = |rest: &str| -> &'static str { Box::leak(format!("{schema}{rest}").into_boxed_str()) };
    let root = "tools.0.function.parameters";
    let told = |rest: &str| -> &'static str { Box::leak(format!("{root}{rest}").into_boxed_str()) };
    let loose = json!({"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}});
    assert_found(
        Dialect::OpenAi,
        openai,
        &[
            ("/model", json!(""), "model: it is empty"),
            ("/messages", json!([]), "messages: it is empty"),
            ("/messages/1/role", json!("bot"), "messages.1.role: \"bot\" is no role"),
            ("/messages/1/content", json!(" "), "messages.1.content: it is empty"),
            ("/messages/1/content", json!(null), "messages.1.content: it is empty"),
            ("/messages/3", json!(GONE), "messages.4: it stands before the results of {\"call_1\"}"),
            ("/messages/2", json!(GONE), "messages.2.tool_call_id: \"call_1\" is no call that waits"),
            (
                "/messages/3/tool_call_id",
                json!("other"),
                "messages.3.tool_call_id: \"other\" is no call that waits",
            ),
            ("/messages/2/tool_calls", json!([]), "messages.2.tool_calls: it is empty"),
            (
                "/messages/2/tool_calls/1/id",
                json!("call_1"),
                "messages.2.tool_calls.1.id: \"call_1\" is the id of an earlier",
            ),
            ("/messages/2/tool_calls/0/id", json!("x".repeat(41)), "messages.2.tool_calls.0.id: "),
            (
                "/messages/2/tool_calls/0/function/name",
                json!("la mesa"),
                "messages.2.tool_calls.0.name: \"la mesa\" is no name",
            ),
            (
                "/messages/2/tool_calls/0/function/arguments",
                json!("{"),
                "messages.2.tool_calls.0.arguments: they are no JSON",
            ),
            ("/temperature", json!(3), "temperature: 3 is no number from 0 to 2"),
            ("/max_completion_tokens", json!(0), "max_completion_tokens: 0 is no number"),
            ("/max_tokens", json!(5), "max_tokens: it stands beside"),
            ("/stream", json!(false), "stream_options: nothing is streamed"),
            ("/tools", json!([]), "tools: it is empty"),
            ("/tools/-", loose.clone(), "tools.1: there is another tool `look`"),
            (
                "/tools",
                many(
                    |nth| json!({"type": "function", "function": {"name": format!("t{nth}"), "parameters": {"type": "object"}}}),
                ),
                "tools: 129 tools, of at most 128",
            ),
            ("/tools/0/type", json!("tool"), "tools.0.type: it is no function"),
            (
                "/tools/0/function/name",
                json!("reservación"),
                "tools.0.function.name: \"reservación\" is no name",
            ),
            ("/tools/0/function/name", json!("x".repeat(65)), "tools.0.function.name: "),
            (
                "/tools/0/function/description",
                json!("x".repeat(1_025)),
                "tools.0.function.description: it has more than 1024",
            ),
            (at("/type"), json!("string"), told(".type: the parameters are no object")),
            (at("/anyOf"), json!([{"required": ["a"]}]), told(".anyOf: `anyOf` stands at the root")),
            (at("/oneOf"), json!([{}]), told(".oneOf: `oneOf` stands at the root")),
            (at("/allOf"), json!([{}]), told(".allOf: `allOf` stands at the root")),
            (at("/not"), json!({}), told(".not: `not` stands at the root")),
            (at("/enum"), json!([{}]), told(".enum: `enum` stands at the root")),
            (at("/if"), json!({}), told(".if: `if` stands at the root")),
            (
                at("/dependentRequired"),
                json!({}),
                told(".dependentRequired: `dependentRequired` stands at the root"),
            ),
            (at("/required"), json!(["a"]), told(".required: `list` is missing")),
            (at("/additionalProperties"), json!(GONE), told(": the object is not closed")),
            (
                at("/properties/list/items"),
                json!(GONE),
                told(".properties.list: it is a list without `items`"),
            ),
            (at("/properties/a/type"), json!("whole"), told(".properties.a.type: it is no type of JSON")),
            (at("/properties/a/type"), json!(GONE), told(".properties.a: it has no type")),
            (
                at("/properties/a/default"),
                json!(1),
                told(".properties.a.default: `default` is not permitted"),
            ),
            (at("/properties/a/x-slot"), json!(1), told(".properties.a.x-slot: `x-slot` is not read")),
            (at("/properties/a/enum"), json!([]), told(".properties.a.enum: it lists nothing")),
            (
                at("/properties/a/enum"),
                (0..1_001).collect(),
                told(": it has 1001 values of enums, of at most 1000"),
            ),
            (
                at("/properties/a/enum"),
                (0..251).map(|nth| format!("{nth:060}")).collect(),
                told(".properties.a.enum: it has more than 15,000 characters"),
            ),
            (at("/properties/a"), deep(11), told(": it has 12 levels, of at most 10")),
        ],
    );
}

/// So many objects, each in the next.
fn deep(levels: usize) -> Value {
    (1..levels).fold(json!({"type": "string"}), |inner, _| {
        json!({"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": inner}})
    })
}
