//! Parameters as they are written on the command line, and what is told where they do not fit.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};
use turno_command::Failure;
use turno_core::ToolSpec;
use turno_runtime::validate_parameters;
use turno_tools::docs::{Vocabularies, example_call};

/// Reads `--params`.
///
/// # Errors
/// What is no JSON object, and a key that is there twice: nobody could say which of its values was meant.
pub(super) fn read(text: &str) -> Result<Map<String, Value>, Failure> {
    match serde_json::from_str(text) {
        Ok(Once(Value::Object(parameters))) => Ok(parameters),
        Ok(Once(_)) => {
            Err(Failure::Told("--params is not a JSON object: write '{\"name\": \"value\"}'".to_owned()))
        }
        Err(error) if error.is_data() => Err(Failure::Told(format!("--params: {error}"))),
        Err(error) => Err(Failure::Told(format!("--params is not JSON: {error}"))),
    }
}

/// What a tool is called with, its defaults filled in, where they fit it.
///
/// # Errors
/// All that is wrong, by parameter, and a call that would do.
pub(super) fn check(
    spec: &ToolSpec,
    parameters: &Map<String, Value>,
    vocabularies: &Vocabularies,
) -> Result<Map<String, Value>, Failure> {
    validate_parameters(spec, parameters).map_err(|faults| {
        let mut told = format!("the parameters do not fit `{}`: {faults}", spec.name);
        if let Some(example) = example_call(spec, vocabularies) {
            let example = Value::Object(example).to_string().replace('\'', r"'\''");
            told.push_str(&format!("\nthese would do: --params '{example}'"));
        }
        Failure::Told(told)
    })
}

/// A value in which no object has a key twice.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        OnceVisitor.deserialize(deserializer).map(Self)
    }
}

struct OnceVisitor;

impl<'de> DeserializeSeed<'de> for OnceVisitor {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OnceVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(Once(item)) = items.next_element()? {
            read.push(item);
        }
        Ok(Value::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if read.contains_key(&name) {
                return Err(A::Error::custom(format!(
                    "the key {name:?} is there twice: leave one of them out"
                )));
            }
            let Once(value) = members.next_value()?;
            read.insert(name, value);
        }
        Ok(Value::Object(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_is_called_with_the_defaults_that_a_conversation_has() {
        let schema = serde_json::json!({
            "type": "object", "required": ["amount"],
            "properties": {
                "amount": { "type": "integer" },
                "region": { "type": "string", "default": "mx" },
                "note": { "type": "string" },
            },
        });
        let spec = ToolSpec::new("gift", "Gives", "custom", schema);
        let given = read(r#"{"amount": 3}"#).unwrap();
        let called = check(&spec, &given, &Vocabularies::default()).unwrap();
        assert_eq!(Value::Object(called), serde_json::json!({ "amount": 3, "region": "mx" }));
        let own = read(r#"{"amount": 3, "region": "us"}"#).unwrap();
        assert_eq!(check(&spec, &own, &Vocabularies::default()).unwrap(), own);
    }

    #[test]
    fn parameters_are_read_as_they_are_and_a_key_twice_is_told_by_its_name() {
        let text = r#"{"a": null, "b": [true, -1, 18446744073709551615, 1.5, {"a": "x"}], "c": {}}"#;
        assert_eq!(Value::Object(read(text).unwrap()), serde_json::from_str::<Value>(text).unwrap());
        for (text, told) in [
            (r#"{"a": 1, "b": 2, "a": 1}"#, "--params: the key \"a\" is there twice"),
            (r#"{"items": [{"id": 1, "id": 2}]}"#, "the key \"id\" is there twice"),
            ("[]", "--params is not a JSON object"),
            ("{", "--params is not JSON: EOF"),
            (r#"{"a": 1e999}"#, "--params is not JSON: number out of range"),
        ] {
            let found = read(text).unwrap_err().to_string();
            assert!(found.contains(told), "{text}: {found}");
        }
    }
}
