//! Requests that Gemini refuses.

use serde_json::{Value, json};

use super::{GONE, assert_found, many};
use crate::accepts::Dialect;

fn gemini() -> Value {
    json!({
        "systemInstruction": {"parts": [{"text": "Contesta."}]},
        "generationConfig": {"maxOutputTokens": 400, "temperature": 0.2},
        "contents": [
            {"role": "user", "parts": [{"text": "¿Hay mesa?"}]},
            {"role": "model", "parts": [
                {"text": "Un momento."},
                {"functionCall": {"id": "1", "name": "look", "args": {}}},
                {"functionCall": {"id": "2", "name": "see", "args": {}}},
            ]},
            {"role": "user", "parts": [
                {"functionResponse": {"id": "1", "name": "look", "response": {"output": {}}}},
                {"functionResponse": {"id": "2", "name": "see", "response": {"output": {}}}},
            ]},
            {"role": "user", "parts": [{"text": "gracias"}]},
        ],
        "tools": [{"functionDeclarations": [
            {"name": "look", "description": "Looks.", "parameters": {
                "type": "OBJECT", "required": ["a"], "properties": {
                    "a": {"type": "STRING", "format": "enum", "enum": ["x"]},
                    "list": {"type": "ARRAY", "items": {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}},
                },
            }},
            {"name": "see", "description": "Sees.", "parametersJsonSchema": {"type": "object", "properties": {"a": {"type": "object"}}}},
            {"name": "wait", "description": "Waits."},
        ]}],
    })
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of requests, each wrong in one way")]
fn what_gemini_refuses_is_found() {
    let schema = "/tools/0/functionDeclarations/0/parameters";
    let at = |rest: &str| -> &'static str { Box::leak(format!("{schema}{rest}").into_boxed_str()) };
    assert_found(
        Dialect::Gemini,
        gemini,
        &[
            ("/contents", json!([]), "contents: it is empty"),
            ("/contents/0/role", json!("assistant"), "contents.0.role: \"assistant\" is no role"),
            ("/contents/0", json!(GONE), "contents.0: the first content is not the user's"),
            ("/contents/0/parts", json!([]), "contents.0.parts: it is empty"),
            ("/contents/0/parts/0/text", json!(""), "contents.0.parts.0.text: it is empty"),
            ("/contents/0/parts/0", json!({"say": "x"}), "contents.0.parts.0: it is no part"),
            ("/contents/2/parts/1", json!(GONE), "contents.2.parts: the results are of [\"look\"]"),
            (
                "/contents/2/parts/0/functionResponse/name",
                json!("see"),
                "contents.2.parts: the results are of",
            ),
            (
                "/contents/2/parts/0/functionResponse/response",
                json!("x"),
                "contents.2.parts.0.functionResponse.response: ",
            ),
            ("/contents/2/parts/-", json!({"text": "y"}), "contents.2.parts: words stand beside results"),
            ("/contents/1/parts/1/functionCall/args", json!([]), "contents.1.parts.1.functionCall.args: "),
            (
                "/contents/1/parts/1/functionCall/name",
                json!("1look"),
                "contents.1.parts.1.functionCall.name: \"1look\"",
            ),
            (
                "/contents/-",
                json!({"role": "model", "parts": [{"text": "Sí"}]}),
                "contents.4: the last content is not",
            ),
            ("/systemInstruction/parts/0/text", json!(""), "systemInstruction.parts.0.text: it is empty"),
            ("/generationConfig/temperature", json!(3), "generationConfig.temperature: 3 is no number"),
            ("/generationConfig/responseJsonSchema", json!({}), "generationConfig.responseMimeType: "),
            (
                "/toolConfig",
                json!({"functionCallingConfig": {"mode": "off"}}),
                "toolConfig: \"off\" is no mode",
            ),
            ("/tools/0/functionDeclarations/0/name", json!("9look"), "tools.0.name: \"9look\" is no name"),
            ("/tools/0/functionDeclarations/1/name", json!("look"), "tools.1: there is another tool `look`"),
            ("/tools/0/functionDeclarations/0/description", json!(""), "tools.0.description: it is empty"),
            (
                "/tools/0/functionDeclarations/0/parametersJsonSchema",
                json!({}),
                "tools.0.parameters: `parameters` stands beside",
            ),
            (
                "/tools/0/functionDeclarations/1/parametersJsonSchema/not",
                json!({}),
                "tools.1.parametersJsonSchema.not: ",
            ),
            (
                "/tools/0/functionDeclarations",
                many(|nth| json!({"name": format!("t{nth}"), "description": "x"})),
                "tools: 129 tools, of at most 128",
            ),
            (at("/additionalProperties"), json!(false), "tools.0.parameters.additionalProperties: "),
            (at("/anyOf"), json!([]), "tools.0.parameters.anyOf: it does not stand alone"),
            (at("/type"), json!("object"), "tools.0.parameters.type: the parameters are no object"),
            (at("/properties"), json!({}), "tools.0.parameters.properties: an object without properties"),
            (at("/required"), json!(["b"]), "tools.0.parameters.required: \"b\" is no property"),
            (
                at("/properties/a/type"),
                json!(["STRING", "NULL"]),
                "tools.0.parameters.properties.a.type: it is none of",
            ),
            (
                at("/properties/a/format"),
                json!("date"),
                "tools.0.parameters.properties.a.format: `date` is not read",
            ),
            (
                at("/properties/a/enum"),
                json!([1]),
                "tools.0.parameters.properties.a.enum: it lists other things",
            ),
            (
                at("/properties/a/$ref"),
                json!("#"),
                "tools.0.parameters.properties.a.$ref: `$ref` is no field",
            ),
            (
                at("/properties/a/const"),
                json!(1),
                "tools.0.parameters.properties.a.const: `const` is no field",
            ),
            (
                at("/properties/list/items"),
                json!(GONE),
                "tools.0.parameters.properties.list.items: missing field",
            ),
            (
                at("/properties/list/items/anyOf/0/type"),
                json!(GONE),
                "tools.0.parameters.properties.list.items.anyOf.type: ",
            ),
            (
                at("/properties/código"),
                json!({"type": "STRING"}),
                "tools.0.parameters.properties.código: `código` is no name",
            ),
        ],
    );
}
