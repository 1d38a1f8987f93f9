//! Arguments as models write them: the first complete JSON value of a text, and the object that a history can hold.

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// An object of values that are there already; `json!` would copy each of them, and all that is in it.
pub(crate) fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// The first complete JSON value of a text, as it was written; all of the text where there is none. Some servers write
/// the arguments twice, or words after them.
pub(crate) fn first_value(text: &str) -> &str {
    let text = text.trim();
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => text[..values.byte_offset()].trim_end(),
        Some(Err(_)) | None => text,
    }
}

/// Arguments as an object, which is what a provider takes back: `{}` for none; what is no object stands in a field, so
/// that the model sees what it wrote.
pub(crate) fn arguments_object(arguments: &str) -> Value {
    if arguments.trim().is_empty() {
        return json!({});
    }
    match read(arguments) {
        Some(Value::Object(fields)) => Value::Object(fields),
        Some(Value::Null) => json!({}),
        Some(_) | None => json!({ "unreadable_arguments": arguments }),
    }
}

/// Reads a JSON value; none where it is none, or is nested too deep.
pub(crate) fn read(text: &str) -> Option<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Value::deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some(value)
}

/// A count, however it is written: a number, one with decimals, or one in quotes. Less than none is none.
pub(crate) fn count(value: &Value) -> Option<u64> {
    let number = match value {
        Value::Number(number) => match number.as_u64() {
            Some(whole) => return Some(whole),
            None => number.as_f64()?,
        },
        Value::String(text) => match text.trim().parse() {
            Ok(whole) => return Some(whole),
            Err(_) => text.trim().parse::<f64>().ok().filter(|number| !number.is_nan())?,
        },
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0, and what is past all counting is the most"
    )]
    let count = number.round().max(0.0) as u64;
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_however_they_are_written() {
        for (written, read) in [
            (json!(7), Some(7)),
            (json!(7.0), Some(7)),
            (json!(1.5), Some(2)),
            (json!(-5), Some(0)),
            (json!("7"), Some(7)),
            (json!(" 7.4 "), Some(7)),
            (json!("-7"), Some(0)),
            (json!("x"), None),
            (json!("nan"), None),
            (json!(null), None),
            (json!([7]), None),
            (json!(1e30), Some(u64::MAX)),
            (json!("99999999999999999999"), Some(u64::MAX)),
        ] {
            assert_eq!(count(&written), read, "{written}");
        }
    }

    #[test]
    fn the_first_value_is_what_counts() {
        for (written, read) in [
            ("", ""),
            ("  ", ""),
            ("{}", "{}"),
            (r#" {"a": 1} "#, r#"{"a": 1}"#),
            (r#"{"a":1}{"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":"}{"} and words"#, r#"{"a":"}{"}"#),
            (r#"{"a":"ñ \" 🍕"}x"#, r#"{"a":"ñ \" 🍕"}"#),
            (r#"{"a":"#, r#"{"a":"#),
            ("words", "words"),
            ("null", "null"),
        ] {
            assert_eq!(first_value(written), read, "{written}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(first_value(&deep), deep);
    }

    #[test]
    fn a_history_holds_objects() {
        assert_eq!(arguments_object(""), json!({}));
        assert_eq!(arguments_object("null"), json!({}));
        assert_eq!(arguments_object(r#"{"a":1}"#), json!({"a": 1}));
        assert_eq!(arguments_object(r#"{"a":"#), json!({"unreadable_arguments": "{\"a\":"}));
        assert_eq!(arguments_object("[1]"), json!({"unreadable_arguments": "[1]"}));
    }
}
