//! Parameters of custom tools: whether one schema takes what another does.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Keywords that only leave values out: the same word in both, or only in the narrower one.
const NARROWING: [&str; 19] = [
    "pattern",
    "format",
    "const",
    "multipleOf",
    "uniqueItems",
    "not",
    "anyOf",
    "oneOf",
    "allOf",
    "if",
    "then",
    "else",
    "$ref",
    "contains",
    "prefixItems",
    "propertyNames",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
];

/// Lower and upper bounds.
const BOUNDS: [(&str, bool); 10] = [
    ("minimum", true),
    ("exclusiveMinimum", true),
    ("minLength", true),
    ("minItems", true),
    ("minProperties", true),
    ("maximum", false),
    ("exclusiveMaximum", false),
    ("maxLength", false),
    ("maxItems", false),
    ("maxProperties", false),
];

/// Whether `wide` has a place for everything that `narrow` names, each of its type. Lists and bounds are not looked at.
///
/// # Errors
/// As [`accepts`].
pub(super) fn has_place_for(wide: &Value, narrow: &Value, name: &str) -> Result<(), String> {
    accepts_types(wide, narrow, name)?;
    accepts_parts(wide, narrow, name, has_place_for)
}

/// Whether `wide` takes every value that `narrow` takes. What cannot be told is a no.
///
/// # Errors
/// Why not, in the words of who writes `wide`; `name` is what the value is called.
pub(super) fn accepts(wide: &Value, narrow: &Value, name: &str) -> Result<(), String> {
    if wide == narrow || *wide == Value::Bool(true) {
        return Ok(());
    }
    accepts_types(wide, narrow, name)?;
    if let Some(values) = wide.get("enum").and_then(Value::as_array) {
        let others = narrow.get("enum").and_then(Value::as_array);
        let missing = others.map(|others| others.iter().find(|value| !values.contains(value)));
        match missing {
            None => {
                return Err(format!("{name} may be anything there, and only one of a list here"));
            }
            Some(Some(value)) => return Err(format!("{name} may be {value} there, and not here")),
            Some(None) => {}
        }
    }
    for keyword in NARROWING {
        if wide.get(keyword).is_some() && wide.get(keyword) != narrow.get(keyword) {
            return Err(format!("{name} is narrowed here by `{keyword}`"));
        }
    }
    for (keyword, is_lower) in BOUNDS {
        let bound = |schema: &Value| schema.get(keyword).and_then(Value::as_f64);
        let holds = match (bound(wide), bound(narrow)) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(here), Some(there)) => {
                if is_lower {
                    here <= there
                } else {
                    here >= there
                }
            }
        };
        if !holds {
            return Err(format!("{name} is narrowed here by `{keyword}`"));
        }
    }
    accepts_parts(wide, narrow, name, accepts)
}

fn accepts_types(wide: &Value, narrow: &Value, name: &str) -> Result<(), String> {
    let Some(here) = types(wide) else { return Ok(()) };
    let takes = |kind: &str| here.contains(kind) || kind == "integer" && here.contains("number");
    let kinds = || here.iter().copied().collect::<Vec<_>>().join(" or ");
    match types(narrow) {
        None if narrow.get("enum").is_some() => {
            let values = narrow.get("enum").and_then(Value::as_array);
            if values.into_iter().flatten().all(|value| takes(type_of(value))) {
                Ok(())
            } else {
                Err(format!("{name} is only {} here", kinds()))
            }
        }
        None => Err(format!("{name} may be of any type there, and only {} here", kinds())),
        Some(there) => match there.iter().find(|kind| !takes(kind)) {
            Some(kind) => Err(format!("{name} is {kind} there, and {} here", kinds())),
            None => Ok(()),
        },
    }
}

type Compare = fn(&Value, &Value, &str) -> Result<(), String>;

fn accepts_parts(wide: &Value, narrow: &Value, name: &str, compare: Compare) -> Result<(), String> {
    let there = required(narrow);
    if let Some(extra) = required(wide).into_iter().find(|name| !there.contains(name)) {
        return Err(format!("`{extra}` is required here, and not there"));
    }
    let empty = Map::new();
    let properties = |schema: &'_ Value| schema.get("properties").and_then(Value::as_object).cloned();
    let own = properties(wide).unwrap_or_default();
    for (property, schema) in &properties(narrow).unwrap_or(empty) {
        match own.get(property) {
            Some(here) => compare(here, schema, &format!("`{property}`"))?,
            None if wide.get("additionalProperties") == Some(&Value::Bool(false)) => {
                return Err(format!("`{property}` is not taken here"));
            }
            None => {}
        }
    }
    match (wide.get("items"), narrow.get("items")) {
        (Some(here), Some(there)) => compare(here, there, &format!("an item of {name}")),
        (Some(_), None) if types(narrow).is_some_and(|kinds| kinds.contains("array")) => {
            Err(format!("the items of {name} may be anything there, and not here"))
        }
        (Some(_) | None, _) => Ok(()),
    }
}

/// The names that a schema requires.
fn required(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn types(schema: &Value) -> Option<BTreeSet<&str>> {
    match schema.get("type")? {
        Value::String(kind) => Some(BTreeSet::from([kind.as_str()])),
        Value::Array(kinds) => Some(kinds.iter().filter_map(Value::as_str).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(properties: Value, required: Value) -> Value {
        json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        })
    }

    #[test]
    fn a_schema_takes_what_another_does_or_says_why_not() {
        let text = json!({"type": "string"});
        let there = object(
            json!({"date": {"type": "string", "format": "date"}, "size": {"type": "integer", "minimum": 1}}),
            json!(["date"]),
        );
        let size = |size: Value| json!({"date": text, "size": size});
        for (properties, required, expected) in [
            (there["properties"].clone(), json!(["date"]), None),
            (json!({"date": text, "size": {"type": "number"}, "more": text}), json!(["date"]), None),
            (size(json!({"type": "integer", "minimum": 0})), json!([]), None),
            (size(json!({"type": ["integer", "null"]})), json!([]), None),
            (json!({"date": text}), json!([]), Some("`size` is not taken here")),
            (size(text.clone()), json!([]), Some("`size` is integer there, and string here")),
            (size(json!({"type": "integer", "minimum": 2})), json!([]), Some("`minimum`")),
            (size(json!({"type": "integer", "maximum": 2})), json!([]), Some("`maximum`")),
            (json!({"date": {"type": "string", "pattern": "x"}, "size": {}}), json!([]), Some("`pattern`")),
            (json!({"date": {"enum": ["x"]}, "size": {}}), json!([]), Some("only one of a list")),
            (size(json!({})), json!(["date", "size"]), Some("`size` is required here")),
        ] {
            let here = object(properties, required);
            match (accepts(&here, &there, "it"), expected) {
                (Ok(()), None) => {}
                (Err(why), Some(part)) => assert!(why.contains(part), "{here}: {why}"),
                (found, _) => panic!("{here}: {found:?}"),
            }
        }
    }

    #[test]
    fn lists_and_their_items_are_compared_too() {
        let there = object(json!({"date": {"type": "string"}}), json!(["date"]));
        assert!(accepts(&json!({"type": "object"}), &there, "it").is_ok());
        let list = |item: Value| json!({"type": "array", "items": item});
        assert!(accepts(&list(json!({"type": "number"})), &list(json!({"type": "integer"})), "it").is_ok());
        assert!(accepts(&list(json!({"type": "integer"})), &list(json!({"type": "number"})), "it").is_err());
        assert!(accepts(&list(json!({"type": "integer"})), &json!({"type": "array"}), "it").is_err());
        assert!(accepts(&json!({"enum": ["a", "b"]}), &json!({"enum": ["a"]}), "it").is_ok());
        assert!(accepts(&json!({"enum": ["a"]}), &json!({"enum": ["a", "b"]}), "it").is_err());
        assert!(accepts(&json!({"type": "string"}), &json!({"enum": ["a", 1]}), "it").is_err());
    }
}
