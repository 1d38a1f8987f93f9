//! Requests that Anthropic refuses.

use serde_json::{Value, json};

use super::{GONE, assert_found};
use crate::accepts::Dialect;

fn anthropic() -> Value {
    json!({
        "model": "claude-sonnet-4-5", "max_tokens": 400, "system": "Contesta.",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "¿Hay mesa?"}]},
            {"role": "assistant", "content": [
                {"type": "text", "text": "Un momento."},
                {"type": "tool_use", "id": "call_1", "name": "look", "input": {}},
                {"type": "tool_use", "id": "call_2", "name": "look", "input": {"a": 1}},
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "call_1", "content": "{}"},
                {"type": "tool_result", "tool_use_id": "call_2", "content": "{}"},
                {"type": "text", "text": "gracias"},
            ]},
        ],
        "tools": [{"name": "look", "description": "Looks.", "input_schema": {
            "type": "object", "properties": {"a": {"type": "integer"}, "list": {"type": "array", "items": {}}},
        }}],
    })
}

#[test]
fn what_anthropic_refuses_is_found() {
    assert_found(
        Dialect::Anthropic,
        anthropic,
        &[
            ("/max_tokens", json!(GONE), "max_tokens: it is no number"),
            ("/max_tokens", json!(0), "max_tokens: it is no number"),
            ("/temperature", json!(0.3), "temperature: the reference has it no more"),
            ("/system", json!(" "), "system: it is empty"),
            ("/messages", json!([]), "messages: it is empty"),
            ("/messages/0/role", json!("system"), "messages.0.role: \"system\" is no role"),
            ("/messages/0", json!(GONE), "messages.0: the first message is not the user's"),
            ("/messages/0/content", json!([]), "messages.0.content: it is empty"),
            ("/messages/0/content/0/text", json!(" "), "messages.0.content.0.text: it is empty"),
            (
                "/messages/-",
                json!({"role": "assistant", "content": "Sí"}),
                "messages.3: the last message is the assistant's",
            ),
            ("/messages/2", json!(GONE), "messages: the results of {\"call_1\", \"call_2\"} are missing"),
            ("/messages/2/content/1", json!(GONE), "messages.2.content: the results are of {\"call_1\"}"),
            ("/messages/2/content/0/tool_use_id", json!("other"), "messages.2.content: the results are of"),
            (
                "/messages/2/content",
                json!([
                    {"type": "text", "text": "gracias"},
                    {"type": "tool_result", "tool_use_id": "call_1"}, {"type": "tool_result", "tool_use_id": "call_2"},
                ]),
                "messages.2.content: the results are of {}",
            ),
            ("/messages/2/content/0/content", json!(""), "messages.2.content.0.content: it is empty"),
            ("/messages/1/content/1/id", json!("a.b"), "messages.1.content.1.id: \"a.b\" is no id"),
            (
                "/messages/1/content/2/id",
                json!("call_1"),
                "messages.1.content.2.id: \"call_1\" is the id of an earlier",
            ),
            ("/messages/1/content/1/input", json!("{}"), "messages.1.content.1.input: it is no object"),
            (
                "/messages/0/content/0/type",
                json!("tool_use"),
                "messages.0.content.0.type: \"tool_use\" does not stand there",
            ),
            ("/tools/0/name", json!("check availability"), "tools.0.name: \"check availability\" is no name"),
            (
                "/tools/0/input_schema/anyOf",
                json!([{}]),
                "tools.0.input_schema.anyOf: `anyOf` stands at the root",
            ),
            (
                "/tools/0/input_schema/type",
                json!(GONE),
                "tools.0.input_schema.type: the parameters are no object",
            ),
            (
                "/tools/0/input_schema/properties/código",
                json!({"type": "string"}),
                "tools.0.input_schema.properties.código: `código` is no name of a parameter",
            ),
            (
                "/output_config",
                json!({"format": {"type": "json_schema", "schema": {"type": "object"}}}),
                "output_config.format.schema: the object is not closed",
            ),
        ],
    );
}
