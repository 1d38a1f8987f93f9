//! Values in words where nothing more is known of them: an order's lines, lists, numbers. Never as JSON.

use serde_json::Value;
use turno_language::{Language, format};

use crate::AssistantSettings;

/// "2 flanes napolitanos y 1 refresco (sin hielo)", of an order's lines.
pub(crate) fn dishes(
    language: Language,
    settings: &AssistantSettings,
    vocabulary: &str,
    lines: &[Value],
) -> String {
    let told: Vec<String> = lines.iter().map(|line| dish(language, settings, vocabulary, line)).collect();
    format::list(language, &told, false)
}

fn dish(language: Language, settings: &AssistantSettings, vocabulary: &str, line: &Value) -> String {
    let text = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
    let id = text("menu_item_id");
    let name = settings.term_name(language, vocabulary, id).unwrap_or(id);
    let dishes = format::quantity(
        language,
        line.get("quantity").and_then(Value::as_i64).unwrap_or(1),
        name,
        settings.counted_name(language, id),
    );
    match text("modifications") {
        "" => dishes,
        modifications => format!("{dishes} ({modifications})"),
    }
}

/// A value as it can be said: what has no words of its own is left out.
pub(crate) fn plain(language: Language, value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null => String::new(),
        Value::Array(values) => listed(language, values.iter()),
        Value::Object(fields) => listed(language, fields.values()),
    }
}

fn listed<'a>(language: Language, values: impl Iterator<Item = &'a Value>) -> String {
    let told = values.map(|value| plain(language, value));
    let told: Vec<String> = told.filter(|words| !words.is_empty()).collect();
    format::list(language, &told, false)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_value_is_said_as_json() {
        for (value, expected) in [
            (json!([1, "dos"]), "1 y dos"),
            (json!([{"a": "mole", "b": 2}, {"a": "flan", "b": null}]), "mole y 2 y flan"),
            (json!({"at": {"street": "Durango 45"}}), "Durango 45"),
            (json!([[], {}]), ""),
            (json!(null), ""),
        ] {
            let told = plain(Language::es(), &value);
            assert_eq!(told, expected, "{value}");
            assert!(!told.contains(['[', ']', '{', '}', '"']), "{told}");
        }
    }
}
