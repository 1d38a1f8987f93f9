//! Whole numbers as they come: `4.0` is one for JSON Schema, and so is `1e99`, which no tool can count with.

use serde_json::{Map, Number, Value};

/// Writes each whole number of a value as one, by its schema, and gives the place of each that no tool could read: one that is
/// beyond 64 bits.
pub(super) fn read(value: &mut Value, schema: &Value, too_large: &mut impl FnMut(&[String])) {
    walk(value, schema, &mut Vec::new(), too_large);
}

fn walk(value: &mut Value, schema: &Value, place: &mut Vec<String>, too_large: &mut impl FnMut(&[String])) {
    match value {
        Value::Number(number) if is_integer(schema) => match whole(number) {
            Whole::Is(whole) => *number = Number::from(whole),
            Whole::TooLarge => too_large(place),
            Whole::Not => {}
        },
        Value::Number(_) | Value::Null | Value::Bool(_) | Value::String(_) => {}
        Value::Array(items) => {
            let Some(schema) = schema.get("items") else { return };
            for (index, item) in items.iter_mut().enumerate() {
                within(item, schema, index.to_string(), place, too_large);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                if let Some(schema) = schema_of(schema, name) {
                    within(member, schema, name.clone(), place, too_large);
                }
            }
        }
    }
}

fn within(
    value: &mut Value,
    schema: &Value,
    name: String,
    place: &mut Vec<String>,
    too_large: &mut impl FnMut(&[String]),
) {
    place.push(name);
    walk(value, schema, place, too_large);
    place.pop();
}

fn schema_of<'a>(schema: &'a Value, name: &str) -> Option<&'a Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .and_then(|properties: &Map<String, Value>| properties.get(name))
        .or_else(|| schema.get("additionalProperties"))
}

/// Where another kind of number may stand, it is left as it came.
fn is_integer(schema: &Value) -> bool {
    let is = |kind: &Value, wanted: &str| kind.as_str() == Some(wanted);
    match schema.get("type") {
        Some(Value::Array(kinds)) => {
            kinds.iter().any(|kind| is(kind, "integer")) && !kinds.iter().any(|kind| is(kind, "number"))
        }
        Some(kind) => is(kind, "integer"),
        None => false,
    }
}

enum Whole {
    Is(i64),
    TooLarge,
    /// It has a fraction.
    Not,
}

fn whole(number: &Number) -> Whole {
    /// 2^63: the first that is too large.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if let Some(whole) = number.as_i64() {
        return Whole::Is(whole);
    }
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() != 0.0 => Whole::Not,
        Some(float) if number.is_f64() && (-LIMIT..LIMIT).contains(&float) =>
        {
            #[expect(clippy::cast_possible_truncation, reason = "it has no fraction and is in the range")]
            Whole::Is(float as i64)
        }
        Some(_) | None => Whole::TooLarge,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whole_numbers_are_written_as_such_and_those_beyond_64_bits_are_told() {
        let schema = json!({
            "properties": {
                "size": {"type": "integer"}, "maybe": {"type": ["integer", "null"]}, "weight": {"type": "number"},
                "items": {"type": "array", "items": {"properties": {"quantity": {"type": "integer"}}}},
            },
            "additionalProperties": {"type": "integer"},
        });
        let mut value = json!({
            "size": 4.0, "maybe": 1e99, "weight": 1e99, "more": -1e19, "text": "1e99", "part": 1.5,
            "items": [{"quantity": 2.0}, {"quantity": u64::MAX}], "least": i64::MIN, "large": 9_007_199_254_740_993_i64,
        });
        let mut told = Vec::new();
        read(&mut value, &schema, &mut |place| told.push(place.join(".")));
        assert_eq!(told, ["items.1.quantity", "maybe", "more"]);
        assert_eq!(
            (&value["size"], &value["items"][0]["quantity"], &value["large"], &value["part"]),
            (&json!(4), &json!(2), &json!(9_007_199_254_740_993_i64), &json!(1.5))
        );
    }
}
