//! What of a call's parameters a log may show.

use serde_json::{Map, Value};

const MASK: &str = "***";

/// The parameters as a log may show them: fields marked `x-sensitive` in the schema are masked whole, and in every
/// text phones, card-like numbers and e-mail addresses are.
pub(crate) fn masked(parameters: &Map<String, Value>, schema: &Value) -> Value {
    let is_sensitive = |name: &str| {
        schema
            .get("properties")
            .and_then(|all| all.get(name)?.get("x-sensitive")?.as_bool())
            .unwrap_or(false)
    };
    let members = parameters.iter().map(|(name, value)| {
        (
            name.clone(),
            if is_sensitive(name) {
                Value::from(MASK)
            } else {
                mask_value(value)
            },
        )
    });
    Value::Object(members.collect())
}

/// The same of any value.
pub(crate) fn mask_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(mask_text(text)),
        Value::Array(items) => items.iter().map(mask_value).collect(),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, value)| (name.clone(), mask_value(value)))
                .collect(),
        ),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Runs of 7 digits and more, whatever stands between them in single characters, and words with an @.
fn mask_text(text: &str) -> String {
    if longest_number(text) >= 7 && !is_date(text) {
        return MASK.to_owned();
    }
    let words = text
        .split(' ')
        .map(|word| if word.contains('@') { MASK } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// `2026-01-20`
fn is_date(text: &str) -> bool {
    let is_sign = |at: usize| at == 4 || at == 7;
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| {
            if is_sign(at) {
                byte == b'-'
            } else {
                byte.is_ascii_digit()
            }
        })
}

fn longest_number(text: &str) -> usize {
    let mut longest = 0;
    let mut current = 0;
    let mut gap = 0;
    for c in text.chars() {
        if c.is_ascii_digit() {
            current += 1;
            gap = 0;
        } else {
            gap += 1;
            // Letters or two signs in a row end a number; a single sign does not.
            if gap > 1 || c.is_alphabetic() {
                current = 0;
            }
        }
        longest = longest.max(current);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn logs_show_no_phone_card_or_e_mail() {
        let schema = json!({ "properties": { "customer_name": { "x-sensitive": true } } });
        let parameters = json!({
            "customer_name": "Juan", "customer_phone": "+52 55 1234 5678", "card": "4111-1111-1111-1111",
            "note": "escriba a juan@ejemplo.mx por favor", "party_size": 4, "time": "20:00", "date": "2026-01-20",
            "items": [{ "menu_item_id": "taco", "modifications": "llame al 55 1234 5678" }],
        });
        insta::assert_snapshot!(
            masked(parameters.as_object().unwrap(), &schema),
            @r#"{"card":"***","customer_name":"***","customer_phone":"***","date":"2026-01-20","items":[{"menu_item_id":"taco","modifications":"***"}],"note":"escriba a *** por favor","party_size":4,"time":"20:00"}"#
        );
    }
}
