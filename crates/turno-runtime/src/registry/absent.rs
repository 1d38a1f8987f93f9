//! What a model gives as null in the place of nothing. Some forms of a schema have no other way to leave a parameter out, and
//! models write it unasked, too.

use serde_json::{Map, Value};

/// Takes out each member that is null, need not be given and may not be null.
pub(crate) fn leave_out(members: &mut Map<String, Value>, schema: &Value) {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    members.retain(|name, value| {
        let Some(property) = properties.and_then(|properties| properties.get(name)) else {
            return true;
        };
        if value.is_null() {
            return is_required(name) || takes_null(property);
        }
        within(value, property);
        true
    });
}

fn within(value: &mut Value, schema: &Value) {
    match value {
        Value::Object(members) => leave_out(members, schema),
        Value::Array(items) => {
            if let Some(schema) = schema.get("items") {
                items.iter_mut().for_each(|item| within(item, schema));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Where its type does not say, it may be.
fn takes_null(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "null",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "null"),
        Some(_) | None => {
            schema.get("enum").and_then(Value::as_array).is_none_or(|values| values.contains(&Value::Null))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn null_is_left_out_where_it_stands_for_nothing() {
        let schema = json!({"type": "object", "required": ["date"], "properties": {
            "date": {"type": "string"}, "time": {"type": "string"}, "note": {"type": ["string", "null"]},
            "kind": {"enum": ["a", "b"]}, "any": {},
            "items": {"type": "array", "items": {"type": "object", "properties": {"note": {"type": "string"}}}},
        }});
        let mut given = json!({
            "date": null, "time": null, "note": null, "kind": null, "any": null, "unknown": null,
            "items": [{"note": null, "id": 1}],
        });
        leave_out(given.as_object_mut().unwrap(), &schema);
        assert_eq!(
            given,
            json!({"date": null, "note": null, "any": null, "unknown": null, "items": [{"id": 1}]})
        );
    }
}
