//! Gemini's form: its `Schema`, "a select subset of an OpenAPI 3.0 schema object" (<https://ai.google.dev/api/caching#Schema>). An
//! object whose members are not named has no place in it: a tool with one is sent as `parametersJsonSchema`, which takes JSON
//! Schema, without the keywords that it does not document.

use serde_json::{Map, Value, json};

use super::{describe, limits, names, types};

/// A tool's parameters.
pub(super) enum Parameters {
    /// It has none: an object without properties is refused.
    None,
    /// As `parameters`.
    OpenApi(Value),
    /// As `parametersJsonSchema`.
    JsonSchema(Value),
}

/// What is kept as it is.
const KEPT: &[&str] = &[
    "title",
    "description",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
];

/// What is told in words.
const LEFT_OUT: &[&str] =
    &["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "default", "examples"];

/// What `parametersJsonSchema` reads besides the structure.
const KEPT_JSON: &[&str] = &["title", "description", "enum", "minItems", "maxItems", "minimum", "maximum"];

/// What is told in words there.
const LEFT_OUT_JSON: &[&str] = &[
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "uniqueItems",
    "default",
    "examples",
    "minLength",
    "maxLength",
    "pattern",
];

/// The parameters of a tool, from its plain schema.
pub(super) fn root(plain: &Value) -> Parameters {
    let none = Map::new();
    let schema = plain.as_object().unwrap_or(&none);
    if schema.get("properties").and_then(Value::as_object).is_none_or(Map::is_empty) {
        return Parameters::None;
    }
    match openapi(schema) {
        Some(schema) => Parameters::OpenApi(schema),
        None => Parameters::JsonSchema(json_schema(plain)),
    }
}

/// None where it has no place there.
fn openapi(plain: &Map<String, Value>) -> Option<Value> {
    let (nulls, kinds): (Vec<&str>, Vec<&str>) = types(plain).into_iter().partition(|kind| *kind == "null");
    let branches = plain.get("anyOf").and_then(Value::as_array);
    let mut schema = match (branches, kinds.as_slice()) {
        (Some(branches), _) => alternatives(plain, branches)?,
        (None, [kind]) => of_kind(plain, kind)?,
        (None, []) => return None,
        // One type is all that it takes.
        (None, several) => {
            let branches: Vec<Value> = several
                .iter()
                .map(|kind| {
                    let mut branch = plain.clone();
                    branch.insert("type".to_owned(), (*kind).into());
                    Value::Object(branch)
                })
                .collect();
            alternatives(&Map::new(), &branches)?
        }
    };
    if !nulls.is_empty() {
        match schema.get_mut("anyOf").and_then(Value::as_array_mut) {
            Some(branches) => {
                for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
                    branch.insert("nullable".to_owned(), true.into());
                }
            }
            None => drop(schema.insert("nullable".to_owned(), true.into())),
        }
    }
    Some(Value::Object(schema))
}

/// `anyOf` stands alone: what is said of all of it is said of the first.
fn alternatives(plain: &Map<String, Value>, branches: &[Value]) -> Option<Map<String, Value>> {
    let is_null = |branch: &&Value| branch.get("type").is_some_and(|kind| kind == "null");
    let is_nullable = branches.iter().any(|branch| is_null(&branch));
    let mut taken = Vec::new();
    for branch in branches.iter().filter(|branch| !is_null(branch)) {
        taken.push(openapi(branch.as_object()?)?);
    }
    let first = taken.first_mut()?.as_object_mut()?;
    if let Some(text) = plain.get("description").and_then(Value::as_str) {
        let mut described: Map<String, Value> = Map::new();
        described.insert("description".to_owned(), text.into());
        let own = first.get("description").and_then(Value::as_str).map(str::to_owned);
        describe(&mut described, &own.into_iter().collect::<Vec<_>>());
        first.extend(described);
    }
    if is_nullable {
        for branch in taken.iter_mut().filter_map(Value::as_object_mut) {
            branch.insert("nullable".to_owned(), true.into());
        }
    }
    match taken.as_mut_slice() {
        [Value::Object(only)] => Some(std::mem::take(only)),
        _ => Some(Map::from_iter([("anyOf".to_owned(), Value::Array(taken))])),
    }
}

fn of_kind(plain: &Map<String, Value>, kind: &str) -> Option<Map<String, Value>> {
    let mut schema: Map<String, Value> = KEPT
        .iter()
        .filter_map(|keyword| Some(((*keyword).to_owned(), plain.get(*keyword)?.clone())))
        .collect();
    let mut left_out = LEFT_OUT.to_vec();
    schema.insert("type".to_owned(), kind.to_uppercase().into());
    if let Some(values) = plain.get("enum").and_then(Value::as_array) {
        let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        if kind == "string" && values.iter().all(is_text) {
            schema.insert("enum".to_owned(), Value::Array(values.clone()));
            schema.insert("format".to_owned(), "enum".into());
        } else {
            left_out.push("enum");
        }
    } else if let Some(format) = plain.get("format").and_then(Value::as_str) {
        let is_read = matches!(
            (kind, format),
            ("string", "date-time") | ("number", "float" | "double") | ("integer", "int32" | "int64")
        );
        if is_read {
            schema.insert("format".to_owned(), format.into());
        } else {
            left_out.push("format");
        }
    }
    match kind {
        "array" => {
            let items = plain.get("items")?.as_object()?;
            schema.insert("items".to_owned(), openapi(items)?);
        }
        "object" => members(plain, &mut schema)?,
        _ => {}
    }
    describe(&mut schema, &limits::words(plain, &left_out));
    Some(schema)
}

fn members(plain: &Map<String, Value>, schema: &mut Map<String, Value>) -> Option<()> {
    let own = plain.get("properties").and_then(Value::as_object).filter(|own| !own.is_empty())?;
    let mut properties = Map::new();
    for (name, property) in own {
        properties.insert(name.clone(), openapi(property.as_object()?)?);
    }
    schema.insert("properties".to_owned(), Value::Object(properties));
    let required = names(plain.get("required"));
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into_iter().collect());
    }
    Some(())
}

/// The same without the keywords that are not documented for `parametersJsonSchema`.
fn json_schema(plain: &Value) -> Value {
    let Some(plain) = plain.as_object() else {
        return json!({});
    };
    let mut schema: Map<String, Value> = KEPT_JSON
        .iter()
        .chain(&["type", "required"])
        .filter_map(|keyword| Some(((*keyword).to_owned(), plain.get(*keyword)?.clone())))
        .collect();
    let mut left_out = LEFT_OUT_JSON.to_vec();
    match plain.get("format") {
        Some(format) if format == "date-time" => drop(schema.insert("format".to_owned(), format.clone())),
        Some(_) => left_out.push("format"),
        None => {}
    }
    if let Some(properties) = plain.get("properties").and_then(Value::as_object) {
        let properties: Map<String, Value> =
            properties.iter().map(|(name, property)| (name.clone(), json_schema(property))).collect();
        schema.insert("properties".to_owned(), Value::Object(properties));
    }
    for keyword in ["items", "additionalProperties"] {
        match plain.get(keyword) {
            Some(inner @ Value::Object(_)) => drop(schema.insert(keyword.to_owned(), json_schema(inner))),
            Some(Value::Bool(others)) => drop(schema.insert(keyword.to_owned(), (*others).into())),
            Some(_) | None => {}
        }
    }
    if let Some(branches) = plain.get("anyOf").and_then(Value::as_array) {
        schema.insert("anyOf".to_owned(), branches.iter().map(json_schema).collect());
    }
    describe(&mut schema, &limits::words(plain, &left_out));
    Value::Object(schema)
}
