//! What Gemini takes: its reference of generateContent (<https://ai.google.dev/api/generate-content>,
//! <https://ai.google.dev/api/caching#Schema>), its guide to function calling, and its refusals.

use serde_json::{Map, Value};

use super::{Finder, is_made_of};

/// "The maximum number of function declarations that can be provided with the request is 128."
const TOOLS_MAX: usize = 128;

const CURE: &str = "say it in the description, and check it where the call arrives";

pub(super) fn request(finder: &mut Finder, body: &Value) {
    let contents = finder.list(body, "contents");
    finder.within("contents", |finder| talk(finder, contents));
    if let Some(system) = body.get("systemInstruction") {
        finder.within("systemInstruction", |finder| {
            for (at, part) in finder.list(system, "parts").iter().enumerate() {
                finder.within(format!("parts.{at}"), |finder| finder.filled(part, "text"));
            }
        });
    }
    if let Some(config) = body.get("generationConfig") {
        finder.within("generationConfig", |finder| {
            finder.number(config, "temperature", (0.0, 2.0));
            finder.number(config, "maxOutputTokens", (1.0, 1e9));
            let has_schema =
                ["responseSchema", "responseJsonSchema"].iter().any(|key| config.get(*key).is_some());
            if has_schema && config["responseMimeType"] != "application/json" {
                let cure = "write \"application/json\"";
                finder.add_at("responseMimeType", "a schema needs it to be JSON", cure);
            }
        });
    }
    if body.get("tools").is_some() {
        let tools = finder.list(body, "tools");
        let all = tools.iter().filter_map(|tool| tool["functionDeclarations"].as_array()).flatten();
        let all: Vec<&Value> = all.collect();
        finder.within("tools", |finder| {
            if all.len() > TOOLS_MAX {
                finder.add(format!("{} tools, of at most {TOOLS_MAX}", all.len()), "offer fewer");
            }
            finder.unlike(all.iter().map(|tool| tool["name"].as_str()));
            for (at, tool) in all.iter().enumerate() {
                finder.within(at, |finder| declaration(finder, tool));
            }
        });
    }
    if let Some(mode) = body.pointer("/toolConfig/functionCallingConfig/mode") {
        let modes = ["AUTO", "ANY", "NONE", "VALIDATED"];
        if !mode.as_str().is_some_and(|mode| modes.contains(&mode)) {
            finder.add_at("toolConfig", format!("{mode} is no mode"), "use AUTO, ANY or NONE");
        }
    }
}

/// One function of the list.
pub(super) fn declaration(finder: &mut Finder, tool: &Value) {
    name(finder, tool);
    finder.text(tool, "description");
    match (tool.get("parameters"), tool.get("parametersJsonSchema")) {
        (Some(_), Some(_)) => {
            let fault = "`parameters` stands beside `parametersJsonSchema`";
            finder.add_at("parameters", fault, "send one of them");
        }
        (Some(parameters), None) => finder.within("parameters", |finder| {
            if parameters["type"] != "OBJECT" {
                finder.add_at("type", "the parameters are no object", "write OBJECT");
            }
            schema(finder, parameters);
        }),
        (None, Some(parameters)) => finder.within("parametersJsonSchema", |finder| {
            if parameters["type"] != "object" {
                finder.add_at("type", "the parameters are no object", "write object");
            }
            json_schema(finder, parameters);
        }),
        (None, None) => {}
    }
}

/// Refused: "Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.),
/// colons (:), or dashes (-), with a maximum length of 64."
fn name(finder: &mut Finder, of: &Value) {
    let name = of["name"].as_str().unwrap_or_default();
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !begins || !is_made_of(name, 64, |byte| matches!(byte, b'_' | b'.' | b':' | b'-')) {
        let cure = "begin with a letter or `_`; then letters, digits, `_`, `.`, `:` and `-`, at most 64";
        finder.add_at("name", format!("{name:?} is no name"), cure);
    }
}

/// The fields of `Schema`.
const KNOWN: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "maxItems",
    "minItems",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
    "example",
    "anyOf",
    "propertyOrdering",
    "default",
    "items",
    "minimum",
    "maximum",
];

const TYPES: &[&str] = &["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"];

/// A `Schema` and all within it.
fn schema(finder: &mut Finder, schema: &Value) {
    let Some(own) = schema.as_object() else {
        return finder.add("it is no schema", "give one");
    };
    for keyword in own.keys().filter(|keyword| !KNOWN.contains(&keyword.as_str())) {
        finder.add_at(keyword, format!("`{keyword}` is no field of Schema"), CURE);
    }
    if let Some(branches) = own.get("anyOf") {
        // Refused: "When using any_of, it must be the only field set."
        if own.len() > 1 {
            finder.add_at("anyOf", "it does not stand alone", "put what stands beside it into its branches");
        }
        for branch in branches.as_array().into_iter().flatten() {
            finder.within("anyOf", |finder| self::schema(finder, branch));
        }
        return;
    }
    let kind = own.get("type").and_then(Value::as_str).unwrap_or_default();
    if !TYPES.contains(&kind) {
        // `type` is one value, and has to be there.
        finder.add_at("type", format!("it is none of {}", TYPES.join(", ")), "give it one type");
    }
    format(finder, own, kind);
    if let Some(values) = own.get("enum") {
        let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        let values = values.as_array().filter(|values| !values.is_empty());
        if kind != "STRING" || !values.is_some_and(|values| values.iter().all(is_text)) {
            finder.add_at("enum", "it lists other things than texts", CURE);
        }
    }
    if kind == "ARRAY" {
        match own.get("items") {
            Some(items) => finder.within("items", |finder| self::schema(finder, items)),
            None => finder.add_at("items", "missing field", "say what its entries are"),
        }
    }
    if kind == "OBJECT" {
        members(finder, own);
    }
}

/// Refused: "only 'enum' and 'date-time' are supported for STRING type"; numbers have float and double, whole ones int32 and
/// int64.
fn format(finder: &mut Finder, own: &Map<String, Value>, kind: &str) {
    let Some(format) = own.get("format").and_then(Value::as_str) else {
        return;
    };
    let read: &[&str] = match kind {
        "STRING" => &["enum", "date-time"],
        "NUMBER" => &["float", "double"],
        "INTEGER" => &["int32", "int64"],
        _ => &[],
    };
    if !read.contains(&format) {
        finder.add_at("format", format!("`{format}` is not read for {kind}"), CURE);
    }
}

/// Refused: "should be non-empty for OBJECT type", "required\[0\]: property is not defined"; names of parameters "must start with
/// a letter or an underscore and must only contain chars a-z, A-Z, 0-9, or underscores with a maximum length of 64".
fn members(finder: &mut Finder, own: &Map<String, Value>) {
    let none = Map::new();
    let properties = own.get("properties").and_then(Value::as_object).unwrap_or(&none);
    if properties.is_empty() {
        finder.add_at("properties", "an object without properties", "name them, or leave the parameters out");
    }
    for name in own.get("required").and_then(Value::as_array).into_iter().flatten() {
        if !name.as_str().is_some_and(|name| properties.contains_key(name)) {
            finder.add_at("required", format!("{name} is no property"), "add it, or leave it out");
        }
    }
    finder.within("properties", |finder| {
        for (name, property) in properties {
            parameter_name(finder, name);
            finder.within(name, |finder| schema(finder, property));
        }
    });
}

fn parameter_name(finder: &mut Finder, name: &str) {
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !begins || !is_made_of(name, 64, |byte| byte == b'_') {
        let cure = "begin with a letter or `_`; then letters without accents, digits and `_`, at most 64";
        finder.add_at(name, format!("`{name}` is no name of a parameter"), cure);
    }
}

/// What is documented to be read of a JSON Schema.
const KNOWN_JSON: &[&str] = &[
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
];

fn json_schema(finder: &mut Finder, schema: &Value) {
    let Some(own) = schema.as_object() else { return };
    for keyword in own.keys().filter(|keyword| !KNOWN_JSON.contains(&keyword.as_str())) {
        finder.add_at(keyword, format!("`{keyword}` is not documented"), CURE);
    }
    for name in own.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
        finder.within("properties", |finder| parameter_name(finder, name));
    }
    super::schema::each(own, |path, inner| {
        finder.within(path.join("."), |finder| json_schema(finder, inner));
    });
}

/// The contents. Refused: "Please ensure that function call turn comes immediately after a user turn or after a function
/// response turn", "the number of function response parts is equal to the number of function call parts of the function call
/// turn", and contents without parts.
fn talk(finder: &mut Finder, contents: &[Value]) {
    let mut called: Vec<&str> = Vec::new();
    let mut before = "";
    for (at, content) in contents.iter().enumerate() {
        finder.within(at, |finder| {
            let role = content["role"].as_str().unwrap_or_default();
            if !matches!(role, "user" | "model") {
                finder.add_at("role", format!("{role:?} is no role"), "use user or model");
            }
            let parts = finder.list(content, "parts");
            let calls: Vec<&str> = named(parts, "functionCall");
            let results: Vec<&str> = named(parts, "functionResponse");
            if results != called {
                let fault = format!("the results are of {results:?}, and the calls were {called:?}");
                finder.add_at("parts", fault, "give one result for each call, right behind them");
            }
            if !results.is_empty() && results.len() < parts.len() {
                finder.add_at("parts", "words stand beside results", "give them a content of their own");
            }
            if !calls.is_empty() && (role != "model" || before != "user") {
                finder.add_at("parts", "calls stand behind no turn of the user's", "keep their order");
            }
            for (at, part) in parts.iter().enumerate() {
                finder.within(format!("parts.{at}"), |finder| self::part(finder, part));
            }
            called = calls;
            before = role;
        });
    }
    if !called.is_empty() {
        finder.add(format!("the results of {called:?} are missing"), "give each call its result");
    }
    for (at, place) in [(0, "first"), (contents.len().saturating_sub(1), "last")] {
        if contents.get(at).is_some_and(|content| content["role"] != "user") {
            finder.add_at(
                at,
                format!("the {place} content is not the user's"),
                "begin and end with the user",
            );
        }
    }
}

fn named<'v>(parts: &'v [Value], kind: &str) -> Vec<&'v str> {
    let found = parts.iter().filter_map(|part| part.get(kind));
    found.map(|found| found["name"].as_str().unwrap_or_default()).collect()
}

fn part(finder: &mut Finder, part: &Value) {
    let kinds = ["text", "functionCall", "functionResponse", "inlineData", "fileData"];
    let found: Vec<&str> = kinds.into_iter().filter(|kind| part.get(*kind).is_some()).collect();
    match found.as_slice() {
        ["text"] => finder.filled(part, "text"),
        ["functionCall"] => finder.within("functionCall", |finder| {
            let call = &part["functionCall"];
            name(finder, call);
            if call.get("args").is_some_and(|args| !args.is_object()) {
                finder.add_at("args", "they are no object", "write {} for none");
            }
        }),
        ["functionResponse"] => finder.within("functionResponse", |finder| {
            let result = &part["functionResponse"];
            name(finder, result);
            if !result["response"].is_object() {
                finder.add_at("response", "it is no object", "put the result into a field");
            }
        }),
        [_] => {}
        [] | [_, ..] => finder.add("it is no part, or several in one", "send one of text, call or result"),
    }
}
