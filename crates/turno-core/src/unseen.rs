//! Characters that nobody sees, and that change what is seen around them.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// Whether a character has no place in what people read: controls but the tab and the line break, what turns the direction of
/// letters round, and what stands between letters unseen. What joins the parts of one emoji is none of them.
pub fn is_unseen(character: char) -> bool {
    match character {
        '\t' | '\n' => false,
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => true,
        other => other.is_control(),
    }
}

/// A text without them.
pub fn without_unseen(text: &str) -> Cow<'_, str> {
    if text.contains(is_unseen) {
        Cow::Owned(text.chars().filter(|character| !is_unseen(*character)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Fields without them in any text, however deep.
pub fn fields_without_unseen(fields: Map<String, Value>) -> Map<String, Value> {
    let field = |(name, value)| (name, value_without_unseen(value));
    fields.into_iter().map(field).collect()
}

fn value_without_unseen(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(without_unseen(&text).into_owned()),
        Value::Array(items) => items.into_iter().map(value_without_unseen).collect(),
        Value::Object(fields) => Value::Object(fields_without_unseen(fields)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lose_them_however_deep_they_stand() {
        let value = |text: &str| serde_json::json!({"name": text, "items": [{"note": text}], "count": 3});
        let (Value::Object(fields), Value::Object(seen)) = (value("Ana\u{202e}zepóL\0"), value("AnazepóL"))
        else {
            panic!("they are objects")
        };
        assert_eq!(fields_without_unseen(fields), seen);
    }

    #[test]
    fn what_nobody_sees_is_left_out_and_all_else_stays() {
        assert_eq!(
            without_unseen("Hola\0 \u{202e}señor\u{202c} \u{1b}[31mrojo, reser\u{ad}vada\u{200b}"),
            "Hola señor [31mrojo, reservada"
        );
        let seen = "Menú:\n\t- Café ☕ 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} ¿sí?";
        assert!(matches!(without_unseen(seen), Cow::Borrowed(text) if text == seen));
    }
}
