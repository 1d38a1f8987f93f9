//! JSON Schemas of parameters, as OpenAI and Anthropic take them.

use serde_json::{Map, Value};

use super::Finder;

/// Keywords that put schemas together. None may stand at the root of a tool's parameters: OpenAI refuses those of the
/// first line ("must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"), Anthropic
/// `oneOf`, `allOf` and `anyOf` ("input_schema does not support oneOf, allOf, or anyOf at the top level"); strict forms refuse
/// those of the second line everywhere.
const COMPOSING: &[&str] = &[
    "oneOf",
    "anyOf",
    "allOf",
    "enum",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "$ref",
];

/// What a schema may say.
const KNOWN: &[&str] = &[
    "type",
    "title",
    "description",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "format",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "default",
    "examples",
    "$ref",
    "$defs",
];

const TYPES: &[&str] = &["string", "number", "integer", "boolean", "object", "array", "null"];

const CURE: &str = "say it in the description, and check it where the call arrives";

/// The schema of a tool's parameters.
pub(super) fn parameters(finder: &mut Finder, schema: &Value) {
    let Some(root) = schema.as_object() else {
        return finder.add("it is no schema of an object", "write type = \"object\"");
    };
    if root.get("type") != Some(&Value::from("object")) {
        finder.add_at("type", "the parameters are no object", "write type = \"object\"");
    }
    for keyword in COMPOSING.iter().filter(|keyword| root.contains_key(**keyword)) {
        finder.add_at(keyword, format!("`{keyword}` stands at the root"), CURE);
    }
    walk(finder, root);
}

/// A schema and all within it.
fn walk(finder: &mut Finder, schema: &Map<String, Value>) {
    for keyword in schema.keys().filter(|keyword| !KNOWN.contains(&keyword.as_str())) {
        finder.add_at(keyword, format!("`{keyword}` is not read"), CURE);
    }
    let kinds = kinds(finder, schema);
    if schema.get("enum").is_some_and(|values| values.as_array().is_none_or(Vec::is_empty)) {
        finder.add_at("enum", "it lists nothing", "list at least one value");
    }
    if kinds.contains(&"array") && !schema.contains_key("items") {
        finder.add("it is a list without `items`", "say what its entries are");
    }
    let required = schema.get("required");
    let are_names = |list: &Value| list.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    if required.is_some_and(|list| !are_names(list)) {
        finder.add_at("required", "it is no list of names", "list the names of properties");
    }
    each(schema, |path, inner| {
        let Some(inner) = inner.as_object() else { return };
        for key in &path {
            finder.path.push((*key).to_owned());
        }
        walk(finder, inner);
        finder.path.truncate(finder.path.len() - path.len());
    });
}

fn kinds<'s>(finder: &mut Finder, schema: &'s Map<String, Value>) -> Vec<&'s str> {
    let kinds: Vec<&Value> = match schema.get("type") {
        None => return Vec::new(),
        Some(Value::Array(kinds)) if !kinds.is_empty() => kinds.iter().collect(),
        Some(kind) => vec![kind],
    };
    let read = kinds.iter().filter_map(|kind| kind.as_str());
    let read: Vec<&str> = read.filter(|kind| TYPES.contains(kind)).collect();
    if read.len() < kinds.len() {
        finder.add_at("type", "it is no type of JSON", format!("use one of {}", TYPES.join(", ")));
    }
    read
}

/// Each schema right within one, with the way to it.
pub(super) fn each<'s>(schema: &'s Map<String, Value>, mut look: impl FnMut(Vec<&'s str>, &'s Value)) {
    for keyword in ["properties", "$defs"] {
        let named = schema.get_key_value(keyword);
        let Some((keyword, named)) = named.and_then(|(key, named)| Some((key, named.as_object()?))) else {
            continue;
        };
        for (name, inner) in named {
            look(vec![keyword, name], inner);
        }
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some((keyword, inner)) = schema.get_key_value(keyword) {
            look(vec![keyword], inner);
        }
    }
    let branches = schema.get_key_value("anyOf");
    for inner in branches.and_then(|(_, branches)| branches.as_array()).into_iter().flatten() {
        look(vec!["anyOf"], inner);
    }
}

/// OpenAI's strict form, by its guide to Structured Outputs ("Supported schemas"): all objects closed, all properties
/// required, no composition but `anyOf` below the root, at most 5,000 properties, 10 levels, 1,000 values of enums, 120,000
/// characters of names and values, and 15,000 characters in an enum of more than 250 values.
pub(super) fn strict(finder: &mut Finder, schema: &Value) {
    let mut size = Size::default();
    if let Some(root) = schema.as_object() {
        strictly(finder, root, 1, &mut size);
    }
    for (found, most, what) in [
        (size.properties, 5_000, "properties"),
        (size.levels, 10, "levels"),
        (size.values, 1_000, "values of enums"),
        (size.characters, 120_000, "characters of names and values"),
    ] {
        if found > most {
            finder.add(format!("it has {found} {what}, of at most {most}"), "send it without `strict`");
        }
    }
}

/// What a strict schema may say.
const STRICT: &[&str] = &[
    "type",
    "title",
    "description",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "pattern",
    "format",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "minItems",
    "maxItems",
    "$ref",
    "$defs",
];

const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

#[derive(Default)]
struct Size {
    properties: usize,
    levels: usize,
    values: usize,
    characters: usize,
}

fn strictly(finder: &mut Finder, schema: &Map<String, Value>, level: usize, size: &mut Size) {
    const UNSTRICT: &str = "leave it out, or send the tool without `strict`";
    size.levels = size.levels.max(level);
    for keyword in schema.keys().filter(|keyword| !STRICT.contains(&keyword.as_str())) {
        finder.add_at(keyword, format!("`{keyword}` is not permitted in the strict form"), UNSTRICT);
    }
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| !FORMATS.contains(&format)) {
        finder.add_at("format", "the format is not permitted in the strict form", UNSTRICT);
    }
    if !["type", "anyOf", "$ref", "enum", "const"].iter().any(|keyword| schema.contains_key(*keyword)) {
        finder.add("it has no type", UNSTRICT);
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let characters: usize =
            values.iter().filter_map(Value::as_str).map(|text| text.chars().count()).sum();
        if values.len() > 250 && characters > 15_000 {
            finder.add_at("enum", "it has more than 15,000 characters", UNSTRICT);
        }
        size.values += values.len();
        size.characters += characters;
    }
    let kind = schema.get("type");
    let is_object = kind.is_some_and(|kind| {
        *kind == "object" || kind.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "object"))
    });
    if is_object {
        closed(finder, schema, size);
    }
    each(schema, |path, inner| {
        let Some(inner) = inner.as_object() else { return };
        for key in &path {
            finder.path.push((*key).to_owned());
        }
        strictly(finder, inner, level + 1, size);
        finder.path.truncate(finder.path.len() - path.len());
    });
}

/// An object that has the members that it names, all of them, and no others.
fn closed(finder: &mut Finder, schema: &Map<String, Value>, size: &mut Size) {
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        finder.add("the object is not closed", "write additionalProperties = false");
    }
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    for name in schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
        size.properties += 1;
        size.characters += name.chars().count();
        if !is_required(name) {
            finder.add_at("required", format!("`{name}` is missing"), "require it, and let it be null");
        }
    }
}
