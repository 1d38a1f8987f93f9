//! Requests that are wrong in one way each, and what is told of them.

use serde_json::{Value, json};

use super::*;

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

fn anthropic() -> Value {
    json!({
        "model": "claude-sonnet-4-5", "max_tokens": 400, "temperature": 0.2, "system": "Contesta.",
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

/// A change to a good request, and the beginning of what is told of it: where, and what.
type Planted = (&'static str, Value, &'static str);

/// What takes a field away.
const GONE: &str = "\u{0}gone";

fn changed(mut body: Value, at: &str, to: &Value) -> Value {
    let (parent, key) = at.rsplit_once('/').unwrap();
    let parent = body
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("there is no {at}"));
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
        assert!(
            told.iter().any(|line| line.starts_with(expected)),
            "{at} = {to}: {told:?}"
        );
    }
}

fn many(tool: impl Fn(usize) -> Value) -> Value {
    (0..129).map(tool).collect()
}

#[test]
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
            (
                "/messages/1/role",
                json!("bot"),
                "messages.1.role: \"bot\" is no role",
            ),
            (
                "/messages/1/content",
                json!(" "),
                "messages.1.content: it is empty",
            ),
            (
                "/messages/1/content",
                json!(null),
                "messages.1.content: it is empty",
            ),
            (
                "/messages/3",
                json!(GONE),
                "messages.4: it stands before the results of {\"call_1\"}",
            ),
            (
                "/messages/2",
                json!(GONE),
                "messages.2.tool_call_id: \"call_1\" is no call that waits",
            ),
            (
                "/messages/3/tool_call_id",
                json!("other"),
                "messages.3.tool_call_id: \"other\" is no call that waits",
            ),
            (
                "/messages/2/tool_calls",
                json!([]),
                "messages.2.tool_calls: it is empty",
            ),
            (
                "/messages/2/tool_calls/1/id",
                json!("call_1"),
                "messages.2.tool_calls.1.id: \"call_1\" is the id of an earlier",
            ),
            (
                "/messages/2/tool_calls/0/id",
                json!("x".repeat(41)),
                "messages.2.tool_calls.0.id: ",
            ),
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
            (
                "/temperature",
                json!(3),
                "temperature: 3 is no number from 0 to 2",
            ),
            (
                "/max_completion_tokens",
                json!(0),
                "max_completion_tokens: 0 is no number",
            ),
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
            (
                "/tools/0/function/name",
                json!("x".repeat(65)),
                "tools.0.function.name: ",
            ),
            (
                "/tools/0/function/description",
                json!("x".repeat(1_025)),
                "tools.0.function.description: it has more than 1024",
            ),
            (
                at("/type"),
                json!("string"),
                told(".type: the parameters are no object"),
            ),
            (
                at("/anyOf"),
                json!([{"required": ["a"]}]),
                told(".anyOf: `anyOf` stands at the root"),
            ),
            (
                at("/oneOf"),
                json!([{}]),
                told(".oneOf: `oneOf` stands at the root"),
            ),
            (
                at("/allOf"),
                json!([{}]),
                told(".allOf: `allOf` stands at the root"),
            ),
            (at("/not"), json!({}), told(".not: `not` stands at the root")),
            (at("/enum"), json!([{}]), told(".enum: `enum` stands at the root")),
            (at("/if"), json!({}), told(".if: `if` stands at the root")),
            (
                at("/dependentRequired"),
                json!({}),
                told(".dependentRequired: `dependentRequired` stands at the root"),
            ),
            (
                at("/required"),
                json!(["a"]),
                told(".required: `list` is missing"),
            ),
            (
                at("/additionalProperties"),
                json!(GONE),
                told(": the object is not closed"),
            ),
            (
                at("/properties/list/items"),
                json!(GONE),
                told(".properties.list: it is a list without `items`"),
            ),
            (
                at("/properties/a/type"),
                json!("whole"),
                told(".properties.a.type: it is no type of JSON"),
            ),
            (
                at("/properties/a/type"),
                json!(GONE),
                told(".properties.a: it has no type"),
            ),
            (
                at("/properties/a/default"),
                json!(1),
                told(".properties.a.default: `default` is not permitted"),
            ),
            (
                at("/properties/a/x-slot"),
                json!(1),
                told(".properties.a.x-slot: `x-slot` is not read"),
            ),
            (
                at("/properties/a/enum"),
                json!([]),
                told(".properties.a.enum: it lists nothing"),
            ),
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
            (
                at("/properties/a"),
                deep(11),
                told(": it has 12 levels, of at most 10"),
            ),
        ],
    );
}

/// So many objects, each in the next.
fn deep(levels: usize) -> Value {
    (1..levels).fold(json!({"type": "string"}), |inner, _| {
        json!({"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": inner}})
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
            (
                "/temperature",
                json!(1.5),
                "temperature: 1.5 is no number from 0 to 1",
            ),
            (
                "/thinking",
                json!({"type": "enabled"}),
                "temperature: a model that thinks takes none",
            ),
            ("/system", json!(" "), "system: it is empty"),
            ("/messages", json!([]), "messages: it is empty"),
            (
                "/messages/0/role",
                json!("system"),
                "messages.0.role: \"system\" is no role",
            ),
            (
                "/messages/0",
                json!(GONE),
                "messages.0: the first message is not the user's",
            ),
            (
                "/messages/0/content",
                json!([]),
                "messages.0.content: it is empty",
            ),
            (
                "/messages/0/content/0/text",
                json!(" "),
                "messages.0.content.0.text: it is empty",
            ),
            (
                "/messages/-",
                json!({"role": "assistant", "content": "Sí"}),
                "messages.3: the last message is the assistant's",
            ),
            (
                "/messages/2",
                json!(GONE),
                "messages: the results of {\"call_1\", \"call_2\"} are missing",
            ),
            (
                "/messages/2/content/1",
                json!(GONE),
                "messages.2.content: the results are of {\"call_1\"}",
            ),
            (
                "/messages/2/content/0/tool_use_id",
                json!("other"),
                "messages.2.content: the results are of",
            ),
            (
                "/messages/2/content",
                json!([
                    {"type": "text", "text": "gracias"},
                    {"type": "tool_result", "tool_use_id": "call_1"}, {"type": "tool_result", "tool_use_id": "call_2"},
                ]),
                "messages.2.content: the results are of {}",
            ),
            (
                "/messages/2/content/0/content",
                json!(""),
                "messages.2.content.0.content: it is empty",
            ),
            (
                "/messages/1/content/1/id",
                json!("a.b"),
                "messages.1.content.1.id: \"a.b\" is no id",
            ),
            (
                "/messages/1/content/2/id",
                json!("call_1"),
                "messages.1.content.2.id: \"call_1\" is the id of an earlier",
            ),
            (
                "/messages/1/content/1/input",
                json!("{}"),
                "messages.1.content.1.input: it is no object",
            ),
            (
                "/messages/0/content/0/type",
                json!("tool_use"),
                "messages.0.content.0.type: \"tool_use\" does not stand there",
            ),
            (
                "/tools/0/name",
                json!("check availability"),
                "tools.0.name: \"check availability\" is no name",
            ),
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

#[test]
fn what_gemini_refuses_is_found() {
    let schema = "/tools/0/functionDeclarations/0/parameters";
    let at = |rest: &str| -> &'static str { Box::leak(format!("{schema}{rest}").into_boxed_str()) };
    assert_found(
        Dialect::Gemini,
        gemini,
        &[
            ("/contents", json!([]), "contents: it is empty"),
            (
                "/contents/0/role",
                json!("assistant"),
                "contents.0.role: \"assistant\" is no role",
            ),
            (
                "/contents/0",
                json!(GONE),
                "contents.0: the first content is not the user's",
            ),
            ("/contents/0/parts", json!([]), "contents.0.parts: it is empty"),
            (
                "/contents/0/parts/0/text",
                json!(""),
                "contents.0.parts.0.text: it is empty",
            ),
            (
                "/contents/0/parts/0",
                json!({"say": "x"}),
                "contents.0.parts.0: it is no part",
            ),
            (
                "/contents/2/parts/1",
                json!(GONE),
                "contents.2.parts: the results are of [\"look\"]",
            ),
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
            (
                "/contents/2/parts/-",
                json!({"text": "y"}),
                "contents.2.parts: words stand beside results",
            ),
            (
                "/contents/1/parts/1/functionCall/args",
                json!([]),
                "contents.1.parts.1.functionCall.args: ",
            ),
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
            (
                "/systemInstruction/parts/0/text",
                json!(""),
                "systemInstruction.parts.0.text: it is empty",
            ),
            (
                "/generationConfig/temperature",
                json!(3),
                "generationConfig.temperature: 3 is no number",
            ),
            (
                "/generationConfig/responseJsonSchema",
                json!({}),
                "generationConfig.responseMimeType: ",
            ),
            (
                "/toolConfig",
                json!({"functionCallingConfig": {"mode": "off"}}),
                "toolConfig: \"off\" is no mode",
            ),
            (
                "/tools/0/functionDeclarations/0/name",
                json!("9look"),
                "tools.0.name: \"9look\" is no name",
            ),
            (
                "/tools/0/functionDeclarations/1/name",
                json!("look"),
                "tools.1: there is another tool `look`",
            ),
            (
                "/tools/0/functionDeclarations/0/description",
                json!(""),
                "tools.0.description: it is empty",
            ),
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
            (
                at("/additionalProperties"),
                json!(false),
                "tools.0.parameters.additionalProperties: ",
            ),
            (
                at("/anyOf"),
                json!([]),
                "tools.0.parameters.anyOf: it does not stand alone",
            ),
            (
                at("/type"),
                json!("object"),
                "tools.0.parameters.type: the parameters are no object",
            ),
            (
                at("/properties"),
                json!({}),
                "tools.0.parameters.properties: an object without properties",
            ),
            (
                at("/required"),
                json!(["b"]),
                "tools.0.parameters.required: \"b\" is no property",
            ),
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

#[test]
fn a_request_is_judged_by_the_rules_of_where_it_goes() {
    for (url, dialect) in [
        (
            "https://api.groq.com/openai/v1/chat/completions",
            Some(Dialect::OpenAi),
        ),
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
