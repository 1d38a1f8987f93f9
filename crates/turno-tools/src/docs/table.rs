//! A JSON Schema as a table of parameters.

use serde_json::{Map, Value};

/// What a schema of an object says: a row for each parameter, those that are required first; and which go together.
pub(super) fn parameters(schema: &Value) -> String {
    let mut rows = Vec::new();
    add_rows(schema, "", &mut rows);
    if rows.is_empty() {
        return "None.\n".to_owned();
    }
    let rules = rules(schema);
    let rules: String = rules.iter().map(|rule| format!("- {rule}\n")).collect();
    let rules = if rules.is_empty() { rules } else { format!("\n{rules}") };
    format!(
        "| name | type | required | default | limits | meaning |\n| --- | --- | --- | --- | --- | --- |\n{}{rules}",
        rows.concat()
    )
}

/// A text as it can stand in a cell.
pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

fn add_rows(schema: &Value, path: &str, rows: &mut Vec<String>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    let required = names(schema.get("required"));
    let optional = properties.keys().map(String::as_str);
    let optional = optional.filter(|name| !required.contains(name));
    for name in required.iter().copied().chain(optional) {
        let Some(property) = properties.get(name) else {
            continue;
        };
        let path = format!("{path}{name}");
        rows.push(row(&path, property, required.contains(&name)));
        add_rows(property, &format!("{path}."), rows);
        if let Some(items) = property.get("items") {
            add_rows(items, &format!("{path}[]."), rows);
        }
    }
}

fn row(path: &str, property: &Value, is_required: bool) -> String {
    let default = property.get("default").map_or(String::new(), |value| format!("`{value}`"));
    let required = if is_required { "yes" } else { "" };
    format!(
        "| `{path}` | {} | {required} | {} | {} | {} |\n",
        cell(&kind(property)),
        cell(&default),
        cell(&limits(property)),
        cell(&meaning(property))
    )
}

/// `string (date)`: the type, and how it is read from what people say.
fn kind(property: &Value) -> String {
    let kind = match property.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            kinds.collect::<Vec<_>>().join(" or ")
        }
        Some(_) | None => "any".to_owned(),
    };
    let kind = match property.get("items").and_then(|items| items.get("type")?.as_str()) {
        Some(item) if kind == "array" => format!("array of {item}s"),
        Some(_) | None => kind,
    };
    let slot = property.get("x-slot").and_then(Value::as_str);
    let vocabulary = property.get("x-vocabulary").and_then(Value::as_str);
    let read: Vec<&str> = slot.into_iter().chain(vocabulary).collect();
    if read.is_empty() { kind } else { format!("{kind} ({})", read.join(", ")) }
}

fn limits(property: &Value) -> String {
    let mut told = Vec::new();
    if let Some(values) = property.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values.iter().map(shown).collect();
        told.push(values.join(", "));
    }
    if let Some(value) = property.get("const") {
        told.push(shown(value));
    }
    for (least, most, unit) in [
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " entries"),
        ("minProperties", "maxProperties", " members"),
    ] {
        match (property.get(least), property.get(most)) {
            (Some(least), Some(most)) => told.push(format!("{least} to {most}{unit}")),
            (Some(least), None) if least == 1 && unit == " characters" => told.push("not empty".to_owned()),
            (Some(least), None) => told.push(format!("at least {least}{unit}")),
            (None, Some(most)) => told.push(format!("at most {most}{unit}")),
            (None, None) => {}
        }
    }
    for (bound, words) in [("exclusiveMinimum", "more than"), ("exclusiveMaximum", "less than")] {
        if let Some(value) = property.get(bound) {
            told.push(format!("{words} {value}"));
        }
    }
    if let Some(step) = property.get("multipleOf") {
        told.push(format!("a multiple of {step}"));
    }
    if let Some(format) = property.get("format").and_then(Value::as_str) {
        told.push(format!("format `{format}`"));
    }
    if let Some(pattern) = property.get("pattern").and_then(Value::as_str) {
        told.push(format!("`{pattern}`"));
    }
    told.join("; ")
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            format!("`{value}`")
        }
    }
}

/// The description, else what it is called; and whether the log hides it.
fn meaning(property: &Value) -> String {
    let name = property.get("x-name").and_then(|names| names.get("en")).and_then(Value::as_str);
    let description = property.get("description").and_then(Value::as_str).or(name).unwrap_or_default();
    match property.get("x-sensitive").and_then(Value::as_bool) {
        Some(true) if description.is_empty() => "masked in the log".to_owned(),
        Some(true) => format!("{description}; masked in the log"),
        Some(false) | None => description.to_owned(),
    }
}

/// Which parameters go together, where the schema says it in one of the usual ways.
fn rules(schema: &Value) -> Vec<String> {
    let mut rules = Vec::new();
    for (keyword, beginning) in [("anyOf", "At least one of"), ("oneOf", "Exactly one of")] {
        let choices = schema.get(keyword).and_then(Value::as_array).into_iter().flatten();
        let choices: Vec<String> = choices
            .map(|choice| listed(&names(choice.get("required"))))
            .filter(|choice| !choice.is_empty())
            .collect();
        if !choices.is_empty() {
            rules.push(format!("{beginning}: {}.", choices.join("; ")));
        }
    }
    let none = Map::new();
    let needs = schema.get("dependentRequired").and_then(Value::as_object).unwrap_or(&none);
    for (name, needed) in needs {
        rules.push(format!("`{name}` needs {}.", listed(&names(Some(needed)))));
    }
    let condition = schema.get("if").and_then(|condition| condition.get("properties")?.as_object());
    let then = schema.get("then").map(|then| names(then.get("required"))).unwrap_or_default();
    if let (Some(condition), false) = (condition, then.is_empty()) {
        let values = condition
            .iter()
            .filter_map(|(name, value)| Some(format!("`{name}` {}", shown(value.get("const")?))));
        let values: Vec<String> = values.collect();
        rules.push(format!("With {}: {}.", values.join(" and "), listed(&then)));
    }
    rules
}

fn names(value: Option<&Value>) -> Vec<&str> {
    let names = value.and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).collect()
}

fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
