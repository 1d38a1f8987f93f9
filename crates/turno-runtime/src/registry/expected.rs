//! What is wrong with a call's parameters, and what would do: told so that a model can call again, and an operator can mend a
//! graph.

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::{Map, Value};

/// More names are not listed.
const NAMES_MAX: usize = 20;

/// What an error comes to: which parameter, what is wrong, what would do. The value is not shown: it may be somebody's.
pub(super) fn told(error: &ValidationError<'_>, schema: &Value) -> String {
    let place: Vec<String> = error.instance_path().as_str().split('/').skip(1).map(str::to_owned).collect();
    let here = at(schema, &place);
    if let ValidationErrorKind::Required { property } = error.kind() {
        return missing(&place, property, here);
    }
    if let ValidationErrorKind::AdditionalProperties { unexpected } = error.kind() {
        let each = unexpected.iter().map(|name| unknown(&place, name, here));
        return each.collect::<Vec<_>>().join("; ");
    }
    if let ValidationErrorKind::AnyOf { context } = error.kind() {
        let ways: Vec<String> = context
            .iter()
            .map(|faults| faults.iter().filter_map(missing_name).collect::<Vec<_>>().join(" and "))
            .filter(|way| !way.is_empty())
            .collect();
        if !ways.is_empty() {
            return format!("{}: give {}", named(&place), ways.join(", or "));
        }
    }
    let expected = here.and_then(expected).filter(|_| !place.is_empty());
    let is_of_form =
        matches!(error.kind(), ValidationErrorKind::Pattern { .. } | ValidationErrorKind::Format { .. });
    match expected {
        // A pattern says to nobody what its example says.
        Some(expected) if is_of_form => format!("{}: value does not fit: give {expected}", named(&place)),
        Some(expected) => {
            format!("{}: {}: give {expected}", named(&place), error.masked())
        }
        None => format!("{}: {}", named(&place), error.masked()),
    }
}

/// A whole number that no tool could read.
pub(super) fn too_large(place: &[String], schema: &Value) -> String {
    let expected = at(schema, place).and_then(expected);
    let expected = expected.unwrap_or_else(|| "a whole number".to_owned());
    format!("{}: value is beyond 64 bits: give {expected}", named(place))
}

/// Whether a fault is told of what stands there.
pub(super) fn is_about(fault: &str, place: &[String]) -> bool {
    let rest = fault.strip_prefix(&named(place));
    rest.is_some_and(|rest| rest.starts_with(": "))
}

/// `items.0.quantity`.
fn named(place: &[String]) -> String {
    if place.is_empty() { "the call".to_owned() } else { place.join(".") }
}

fn inside(place: &[String], name: &str) -> String {
    let parts: Vec<&str> = place.iter().map(String::as_str).chain([name]).collect();
    parts.join(".")
}

fn missing(place: &[String], property: &Value, here: Option<&Value>) -> String {
    let name = property.as_str().unwrap_or_default();
    let schema = here.and_then(properties).and_then(|properties| properties.get(name));
    let cure = schema.and_then(expected).unwrap_or_else(|| "it".to_owned());
    let about = schema
        .and_then(|schema| schema.get("description")?.as_str())
        .map_or_else(String::new, |about| format!(" ({about})"));
    format!("{}: it is missing: give {cure}{about}", inside(place, name))
}

fn missing_name(fault: &ValidationError<'_>) -> Option<String> {
    if let ValidationErrorKind::Required { property } = fault.kind() {
        return Some(format!("`{}`", property.as_str()?));
    }
    None
}

fn unknown(place: &[String], name: &str, here: Option<&Value>) -> String {
    let known: Vec<&str> = here
        .and_then(properties)
        .map(|properties| properties.keys().map(String::as_str).collect())
        .unwrap_or_default();
    let cure = match turno_core::nearest(name, known.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if known.is_empty() => "leave it out: none is taken".to_owned(),
        None => format!("leave it out, or give one of {}", listed(known.iter().copied())),
    };
    format!("{}: there is no such parameter: {cure}", inside(place, name))
}

/// The schema of what stands at a place.
fn at<'a>(schema: &'a Value, place: &[String]) -> Option<&'a Value> {
    place.iter().try_fold(schema, |schema, name| {
        let property = properties(schema).and_then(|properties| properties.get(name));
        property
            .or_else(|| schema.get("items"))
            .or_else(|| schema.get("additionalProperties"))
            .filter(|found| found.is_object())
    })
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

/// What a schema takes, in words; none where it says nothing.
fn expected(schema: &Value) -> Option<String> {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values
            .iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .collect();
        return Some(format!("one of {}", listed(values.iter().map(String::as_str))));
    }
    let kind = schema.get("type")?;
    // One, or several of which the empty one says nothing.
    let several = kind.as_array().map(Vec::as_slice).unwrap_or_default();
    let kind = kind.as_str().or_else(|| {
        let mut kinds = several.iter().filter_map(Value::as_str);
        kinds.find(|kind| *kind != "null")
    })?;
    Some(match (kind, text("format").or_else(|| text("x-slot"))) {
        ("string", Some("date")) => "a date as 2026-01-20".to_owned(),
        ("string", Some("time")) => "a time as 20:00".to_owned(),
        ("string", Some("phone")) => "a phone number as +525512345678".to_owned(),
        ("string", _) => {
            let length = match (schema.get("minLength").and_then(Value::as_u64), schema.get("maxLength")) {
                (Some(1), None) => Some(" that is not empty".to_owned()),
                _ => range(schema, "minLength", "maxLength").map(|range| format!(" of {range} characters")),
            };
            let pattern = text("pattern").map(|pattern| format!(" that matches {pattern}"));
            // A pattern says less than what its author gave as an example.
            let example = schema.get("examples").and_then(|examples| examples.get(0)).and_then(Value::as_str);
            let example = example.map(|example| format!(" as {example}"));
            format!("a text{}{}", length.unwrap_or_default(), example.or(pattern).unwrap_or_default())
        }
        ("integer", _) => numbers("a whole number", "3", schema),
        ("number", _) => numbers("a number", "1.5", schema),
        ("boolean", _) => "true or false".to_owned(),
        ("array", _) => {
            let count = range(schema, "minItems", "maxItems").map(|range| format!(" of {range}"));
            format!("a list{}", count.unwrap_or_default())
        }
        (_, _) => match properties(schema) {
            Some(properties) => format!("an object with {}", listed(properties.keys().map(String::as_str))),
            None => "an object".to_owned(),
        },
    })
}

/// Numbers with their limits, or as one that would do.
fn numbers(what: &str, example: &str, schema: &Value) -> String {
    let within = within(schema);
    if within.is_empty() { format!("{what} as {example}") } else { format!("{what}{within}") }
}

fn within(schema: &Value) -> String {
    let exclusive = |key: &str, word: &str| schema.get(key).map(|limit| format!(" {word} {limit}"));
    let from = if schema.get("minimum").and(schema.get("maximum")).is_some() { " from" } else { "" };
    let range = range(schema, "minimum", "maximum").map(|range| format!("{from} {range}"));
    let parts = [range, exclusive("exclusiveMinimum", "over"), exclusive("exclusiveMaximum", "under")];
    parts.into_iter().flatten().collect()
}

/// "1 to 20", "at least 1", "at most 20".
fn range(schema: &Value, least: &str, most: &str) -> Option<String> {
    match (schema.get(least), schema.get(most)) {
        (Some(least), Some(most)) if least == most => Some(least.to_string()),
        (Some(least), Some(most)) => Some(format!("{least} to {most}")),
        (Some(least), None) => Some(format!("at least {least}")),
        (None, Some(most)) => Some(format!("at most {most}")),
        (None, None) => None,
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if names.len() > NAMES_MAX {
        names.truncate(NAMES_MAX);
        names.push("…".to_owned());
    }
    names.join(", ")
}
