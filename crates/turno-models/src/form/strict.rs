//! OpenAI's strict form: each object is closed, each of its properties required, and what may be left out may be null. The
//! documentation of Structured Outputs says what else may stand in it ("Supported schemas"); a schema that is more than that is
//! sent as it is, and not strictly.

use serde_json::{Map, Value, json};

use super::{describe, limits, names, types};

/// What may stand beside the structure.
const KEPT: &[&str] = &[
    "title",
    "description",
    "enum",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
];

/// What is told in words.
const LEFT_OUT: &[&str] = &["minLength", "maxLength", "uniqueItems", "default", "examples"];

/// The formats that are read.
const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// The limits of the documentation: properties in all, levels of objects, values of enums in all, and characters of names and
/// values in all.
const PROPERTIES_MAX: usize = 5_000;
const LEVELS_MAX: usize = 10;
const VALUES_MAX: usize = 1_000;
const CHARACTERS_MAX: usize = 120_000;
/// An enum with more than so many values may hold so many characters.
const LONG_ENUM: (usize, usize) = (250, 15_000);

/// A plain schema in the strict form; none where it does not fit.
pub(super) fn root(plain: &Value) -> Option<Value> {
    let mut size = Size::default();
    let strict = schema(plain.as_object()?, 1, &mut size)?;
    let fits =
        size.properties <= PROPERTIES_MAX && size.values <= VALUES_MAX && size.characters <= CHARACTERS_MAX;
    fits.then_some(strict)
}

#[derive(Default)]
struct Size {
    properties: usize,
    values: usize,
    characters: usize,
}

fn schema(plain: &Map<String, Value>, level: usize, size: &mut Size) -> Option<Value> {
    if level > LEVELS_MAX {
        return None;
    }
    let mut strict: Map<String, Value> = KEPT
        .iter()
        .filter_map(|keyword| Some(((*keyword).to_owned(), plain.get(*keyword)?.clone())))
        .collect();
    let mut left_out = LEFT_OUT.to_vec();
    let is_read = |format: &Value| format.as_str().is_some_and(|format| FORMATS.contains(&format));
    if strict.get("format").is_some_and(|format| !is_read(format)) {
        strict.remove("format");
        left_out.push("format");
    }
    if strict.get("pattern").and_then(Value::as_str).is_some_and(looks_around) {
        strict.remove("pattern");
        left_out.push("pattern");
    }
    if let Some(values) = plain.get("enum").and_then(Value::as_array) {
        let characters: usize =
            values.iter().filter_map(Value::as_str).map(|text| text.chars().count()).sum();
        let is_too_long = values.len() > LONG_ENUM.0 && characters > LONG_ENUM.1;
        if is_too_long || values.iter().any(|value| value.is_object() || value.is_array()) {
            return None;
        }
        size.values += values.len();
        size.characters += characters;
    }
    let kinds = types(plain);
    if let Some(branches) = plain.get("anyOf").and_then(Value::as_array) {
        let branches: Option<Vec<Value>> =
            branches.iter().map(|branch| schema(branch.as_object()?, level + 1, size)).collect();
        strict.insert("anyOf".to_owned(), Value::Array(branches?));
    } else if kinds.is_empty() {
        // It may be anything.
        return None;
    }
    if let Some(kind) = plain.get("type") {
        strict.insert("type".to_owned(), kind.clone());
    }
    if kinds.contains(&"array") {
        let items = plain.get("items")?.as_object()?;
        strict.insert("items".to_owned(), schema(items, level + 1, size)?);
    }
    if kinds.contains(&"object") {
        members(plain, level, size, &mut strict)?;
    }
    describe(&mut strict, &limits::words(plain, &left_out));
    Some(Value::Object(strict))
}

/// An object that has no other members than those that are named.
fn members(
    plain: &Map<String, Value>,
    level: usize,
    size: &mut Size,
    strict: &mut Map<String, Value>,
) -> Option<()> {
    let none = Map::new();
    let is_open = plain.get("additionalProperties").is_some_and(|others| *others != Value::Bool(false));
    let own = plain.get("properties").and_then(Value::as_object);
    // Below the root, an object of which nothing is named may hold anything.
    if is_open || own.is_none() && plain.get("additionalProperties").is_none() {
        return None;
    }
    let required = names(plain.get("required"));
    let mut properties = Map::new();
    for (name, property) in own.unwrap_or(&none) {
        size.properties += 1;
        size.characters += name.chars().count();
        let property = schema(property.as_object()?, level + 1, size)?;
        let is_required = required.contains(&name.as_str());
        properties.insert(name.clone(), if is_required { property } else { or_null(property) });
    }
    let all: Vec<Value> = properties.keys().map(|name| name.as_str().into()).collect();
    strict.insert("properties".to_owned(), Value::Object(properties));
    strict.insert("required".to_owned(), Value::Array(all));
    strict.insert("additionalProperties".to_owned(), false.into());
    Some(())
}

/// The same, or null: it need not be given.
fn or_null(mut property: Value) -> Value {
    let Some(schema) = property.as_object_mut() else {
        return property;
    };
    let kinds: Vec<String> = types(schema).into_iter().map(str::to_owned).collect();
    if kinds.iter().any(|kind| kind == "null") {
        return property;
    }
    let is_simple =
        ["enum", "properties", "items", "anyOf"].iter().all(|keyword| !schema.contains_key(*keyword));
    if is_simple {
        let kinds = kinds.iter().map(String::as_str).chain(["null"]);
        schema.insert("type".to_owned(), kinds.collect());
        return property;
    }
    let description = schema.remove("description");
    if let Some(branches) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        branches.push(json!({"type": "null"}));
    } else {
        property = json!({"anyOf": [property, {"type": "null"}]});
    }
    if let (Some(description), Some(schema)) = (description, property.as_object_mut()) {
        schema.insert("description".to_owned(), description);
    }
    property
}

/// Regular expressions that look ahead or behind are refused, and so are those that refer back.
fn looks_around(pattern: &str) -> bool {
    ["(?=", "(?!", "(?<"].iter().any(|mark| pattern.contains(mark))
        || pattern.as_bytes().windows(2).any(|pair| pair[0] == b'\\' && (b'1'..=b'9').contains(&pair[1]))
}
