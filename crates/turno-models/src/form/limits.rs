//! What a schema says of one value, in words: for providers that do not read the keyword.

use serde_json::{Map, Value};

/// The words for those of a value's keywords that a provider does not read.
pub(super) fn words(schema: &Map<String, Value>, left_out: &[&str]) -> Vec<String> {
    let of = |keyword: &str| left_out.contains(&keyword).then(|| schema.get(keyword)).flatten();
    let mut told = Vec::new();
    if let Some(values) = of("enum").and_then(Value::as_array) {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        told.push(format!("one of {}", values.join(", ")));
    }
    for (least, most, unit) in [
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " entries"),
        ("minProperties", "maxProperties", " members"),
    ] {
        match (of(least), of(most)) {
            (Some(least), Some(most)) => told.push(format!("{least} to {most}{unit}")),
            (Some(least), None) if *least == 1 && unit == " characters" => told.push("not empty".to_owned()),
            (Some(least), None) => told.push(format!("at least {least}{unit}")),
            (None, Some(most)) => told.push(format!("at most {most}{unit}")),
            (None, None) => {}
        }
    }
    for (keyword, beginning) in [
        ("exclusiveMinimum", "more than"),
        ("exclusiveMaximum", "less than"),
        ("multipleOf", "a multiple of"),
        ("pattern", "in the form of the regular expression"),
        ("default", "left out:"),
    ] {
        match of(keyword) {
            Some(Value::String(text)) => told.push(format!("{beginning} {text}")),
            Some(value) => told.push(format!("{beginning} {value}")),
            None => {}
        }
    }
    if of("uniqueItems") == Some(&Value::Bool(true)) {
        told.push("none twice".to_owned());
    }
    // A pattern says more than the name of a format.
    if let Some(format) = of("format").and_then(Value::as_str).filter(|_| !schema.contains_key("pattern")) {
        told.push(form(format));
    }
    if let Some(examples) = of("examples").and_then(Value::as_array).filter(|all| !all.is_empty()) {
        let examples: Vec<String> = examples.iter().map(Value::to_string).collect();
        told.push(format!("for example {}", examples.join(", ")));
    }
    told
}

fn form(format: &str) -> String {
    match format {
        "date" => "a date as 2026-01-31".to_owned(),
        "time" => "a time as 20:30".to_owned(),
        "date-time" => "a moment as 2026-01-31T20:30:00-06:00".to_owned(),
        "email" => "an e-mail address".to_owned(),
        "uri" => "a web address".to_owned(),
        other => format!("in the format {other}"),
    }
}
