//! How large a value is, and a shorter one in place of one that is too large.

use std::io::{self, Write};

use serde_json::{Value, json};

/// Of a text that is cut so much stays, in characters.
const TEXT_CHARS_KEPT: usize = 1_000;

/// Of a list that is cut so many stay.
const ITEMS_KEPT: usize = 20;

/// What stands where something was cut.
const MARK: &str = " […]";

/// A value's length as JSON, in bytes.
pub fn json_bytes(value: &Value) -> usize {
    json_head(value, 0).1
}

/// What a value's JSON comes to at the very most, in bytes, without writing it: each byte of a text may be escaped in six.
pub(crate) fn json_bytes_bound(value: &Value) -> usize {
    let text = |text: &str| text.len() * 6 + 2;
    match value {
        Value::Null | Value::Bool(_) => 5,
        Value::Number(_) => 32,
        Value::String(words) => text(words),
        Value::Array(items) => 2 + items.iter().map(|item| json_bytes_bound(item) + 1).sum::<usize>(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| text(name) + json_bytes_bound(value) + 2;
            2 + fields.iter().map(field).sum::<usize>()
        }
    }
}

/// The beginning of a value's JSON, at most so many bytes of it, and the length of all of it, in bytes.
pub fn json_head(value: &Value, bytes_max: usize) -> (String, usize) {
    let mut head = Head { kept: Vec::new(), bytes_max, bytes: 0 };
    // It takes whatever it is given.
    let _written = serde_json::to_writer(&mut head, value);
    let Head { mut kept, bytes, .. } = head;
    if let Err(error) = std::str::from_utf8(&kept) {
        kept.truncate(error.valid_up_to());
    }
    (String::from_utf8(kept).unwrap_or_default(), bytes)
}

/// The value with its long texts and lists cut, and `is_cut` beside them where it is an object. It has no more than a
/// few kilobytes, whatever it had, unless it has very many parts; then only `success`, `message` and `speech` are left.
pub fn shortened(value: &Value) -> Value {
    let mut short = cut(value);
    if json_bytes(&short) > TEXT_CHARS_KEPT * 8 {
        short = match &short {
            Value::Object(members) => ["success", "message", "speech", "reason"]
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), members.get(*name)?)))
                .filter(|(_, member)| !member.is_object() && !member.is_array())
                .map(|(name, member)| (name, member.clone()))
                .collect(),
            Value::Array(_) => json!([]),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => short,
        };
    }
    if let Value::Object(members) = &mut short {
        members.insert("is_cut".to_owned(), Value::Bool(true));
    }
    short
}

fn cut(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(TEXT_CHARS_KEPT) {
            Some((end, _)) => Value::from(format!("{}{MARK}", &text[..end])),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().take(ITEMS_KEPT).map(cut).collect(),
        Value::Object(members) => {
            let members = members.iter();
            Value::Object(members.map(|(name, value)| (name.clone(), cut(value))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Keeps the beginning and counts the rest.
struct Head {
    kept: Vec<u8>,
    bytes_max: usize,
    bytes: usize,
}

impl Write for Head {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        let room = self.bytes_max - self.kept.len();
        self.kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_ends_between_two_letters_and_the_length_is_all_of_it() {
        let value = json!({ "a": "ñandú" });
        let whole = value.to_string();
        for bytes_max in 0..whole.len() + 2 {
            let (head, bytes) = json_head(&value, bytes_max);
            assert!(whole.starts_with(&head) && head.len() <= bytes_max);
            assert!(bytes_max.min(whole.len()) - head.len() < 2, "{head}");
            assert_eq!(bytes, whole.len());
        }
    }

    #[test]
    fn the_bound_is_never_less_than_the_length() {
        for value in [
            json!(null),
            json!(false),
            json!(-1.234_567_890_123_45e-300),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(""),
            json!([]),
            json!({}),
            json!("\u{1}\u{2}\"\\ñ"),
            json!({ "\u{1}": [1, true, { "a": "\u{7f}\u{0}" }], "b": [[], [null]] }),
        ] {
            assert!(json_bytes_bound(&value) >= json_bytes(&value), "{value}");
        }
    }

    #[test]
    fn what_is_cut_says_so_and_still_has_its_shape() {
        let page =
            json!({ "success": true, "content": "á".repeat(30_000), "status": 200, "links": vec!["x"; 50] });
        let short = shortened(&page);
        assert_eq!(short["success"], json!(true));
        assert_eq!(short["status"], json!(200));
        assert_eq!(short["is_cut"], json!(true));
        assert!(short["content"].as_str().unwrap().ends_with("á […]"));
        assert_eq!(short["links"].as_array().unwrap().len(), 20);
        let many: Value = (0..500)
            .map(|number| (format!("field {number}"), Value::from("x".repeat(100))))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let mut many = json!({ "success": false, "message": "no", "all": many });
        many["list"] = json!([1]);
        assert_eq!(shortened(&many), json!({ "success": false, "message": "no", "is_cut": true }));
    }
}
