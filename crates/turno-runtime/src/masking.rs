//! What of a call the log may show: phones, card-like numbers, e-mail addresses and what a schema marks as sensitive are masked.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use turno_core::without_secrets;

const MASK: &str = "***";

/// A run of so many digits is a phone or a card.
const NUMBER_DIGITS: usize = 7;

/// A code of a booking or an order has so many.
const CODE_DIGITS: usize = 9;

/// A number that is no text is one from so many digits on: amounts in cents are shorter.
const PLAIN_NUMBER_DIGITS: usize = 10;

/// The shortest sensitive value that is looked for in texts.
const VALUE_CHARS_MIN: usize = 2;

/// The parameters as a log may show them: fields marked `x-sensitive` in the schema are masked whole, and in every
/// text phones, card-like numbers and e-mail addresses are.
pub(crate) fn masked(parameters: &Map<String, Value>, schema: &Value) -> Value {
    let members = parameters.iter().map(|(name, value)| {
        let shown = if is_sensitive(schema, name) { Value::from(MASK) } else { mask_value(value) };
        (name.clone(), shown)
    });
    Value::Object(members.collect())
}

/// The parameters of a call whose tool nobody knows: only their names, and what is no text.
pub(crate) fn masked_unknown(parameters: &Map<String, Value>) -> Value {
    fn whole(value: &Value) -> Value {
        match value {
            Value::String(_) => Value::from(MASK),
            Value::Array(items) => items.iter().map(whole).collect(),
            Value::Object(members) => {
                members.iter().map(|(name, value)| (name.clone(), whole(value))).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => mask_value(value),
        }
    }
    let members = parameters.iter().map(|(name, value)| (name.clone(), whole(value)));
    Value::Object(members.collect())
}

/// A result likewise: fields that are called as a sensitive parameter, or that the schema's own `x-sensitive` lists, are masked
/// whole, and so is in every text what stood in them or in the parameters.
pub(crate) fn masked_result(result: &Value, parameters: &Map<String, Value>, schema: &Value) -> Value {
    let mut hidden = BTreeSet::new();
    for (name, value) in parameters {
        if is_sensitive(schema, name) {
            texts_of(value, &mut hidden);
        }
    }
    sensitive_texts(result, schema, &mut hidden);
    let mut hidden: Vec<String> = hidden.into_iter().collect();
    // A full name before the first name that it begins with.
    hidden.sort_by_key(|text| std::cmp::Reverse(text.len()));
    shown(result, schema, &hidden)
}

/// A text as a log may show it. What is nobody's to keep is found as it is in what callers say; a log shows no phone either.
pub(crate) fn mask_text(text: &str) -> String {
    let numbers = mask_numbers(text);
    let numbers = without_secrets(&numbers);
    let words = numbers.split(' ').map(|word| if word.contains('@') { MASK } else { word });
    words.collect::<Vec<_>>().join(" ")
}

fn mask_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(mask_text(text)),
        Value::Array(items) => items.iter().map(mask_value).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), mask_value(value))).collect()
        }
        Value::Number(number) => mask_number(number),
        Value::Null | Value::Bool(_) => value.clone(),
    }
}

/// A phone is sometimes given as a number, which the schema then refuses.
fn mask_number(number: &serde_json::Number) -> Value {
    let is_long = number.as_f64().is_some_and(|number| number.fract() == 0.0)
        && number.to_string().bytes().filter(u8::is_ascii_digit).count() >= PLAIN_NUMBER_DIGITS;
    if is_long { Value::from(MASK) } else { Value::Number(number.clone()) }
}

fn is_sensitive(schema: &Value, name: &str) -> bool {
    schema.get("properties").and_then(|all| all.get(name)?.get("x-sensitive")?.as_bool()).unwrap_or(false)
}

/// The same of a field of a result.
fn is_sensitive_in_result(schema: &Value, name: &str) -> bool {
    let listed = schema.get("x-sensitive").and_then(Value::as_array);
    is_sensitive(schema, name)
        || listed.is_some_and(|names| names.iter().any(|listed| listed.as_str() == Some(name)))
}

fn sensitive_texts(value: &Value, schema: &Value, hidden: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if is_sensitive_in_result(schema, name) {
                    texts_of(member, hidden);
                } else {
                    sensitive_texts(member, schema, hidden);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| sensitive_texts(item, schema, hidden)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn texts_of(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.trim().chars().count() >= VALUE_CHARS_MIN => {
            texts.insert(text.trim().to_lowercase());
        }
        Value::Array(items) => items.iter().for_each(|item| texts_of(item, texts)),
        Value::Object(members) => members.values().for_each(|member| texts_of(member, texts)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn shown(value: &Value, schema: &Value, hidden: &[String]) -> Value {
    match value {
        Value::String(text) => {
            let text = hidden.iter().fold(text.clone(), |text, hidden| without(&text, hidden));
            Value::from(mask_text(&text))
        }
        Value::Array(items) => items.iter().map(|item| shown(item, schema, hidden)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| {
                let is_hidden = is_sensitive_in_result(schema, name) && !value.is_null();
                let value = if is_hidden { Value::from(MASK) } else { shown(value, schema, hidden) };
                (name.clone(), value)
            })
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => mask_value(value),
    }
}

/// The text without a value, in whatever case, where it stands as words of its own.
fn without(text: &str, hidden: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let begins_a_word = before.is_none_or(|before: char| !before.is_alphanumeric());
        let found = begins_a_word.then(|| length_of(rest, hidden)).flatten();
        let length = match found {
            Some(length) => {
                kept.push_str(MASK);
                length
            }
            None => {
                kept.push(first);
                first.len_utf8()
            }
        };
        let (taken, left) = rest.split_at(length);
        before = taken.chars().next_back();
        rest = left;
    }
    kept
}

/// How many bytes of the text are the value, which is in lower case, with the end of a word behind it.
fn length_of(text: &str, hidden: &str) -> Option<usize> {
    let mut wanted = hidden.chars();
    let mut length = 0;
    let mut next = wanted.next();
    for c in text.chars() {
        if next.is_none() {
            return (!c.is_alphanumeric()).then_some(length);
        }
        for lower in c.to_lowercase() {
            if next != Some(lower) {
                return None;
            }
            next = wanted.next();
        }
        length += c.len_utf8();
    }
    next.is_none().then_some(length)
}

/// Runs of 7 digits and more, whatever stands between them in single characters, but for dates with their times.
fn mask_numbers(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if !first.is_ascii_digit() {
            kept.push(first);
            first.len_utf8()
        } else if let Some(length) = date_length(rest) {
            kept.push_str(&rest[..length]);
            length
        } else {
            let (length, digits) = number_at(rest);
            kept.push_str(if digits >= NUMBER_DIGITS && !is_of_code(&kept, digits) {
                MASK
            } else {
                &rest[..length]
            });
            length
        };
        rest = &rest[length..];
    }
    kept
}

/// "RES-482173648": digits behind capitals and a dash are those of a code, which says nothing of anybody.
fn is_of_code(before: &str, digits: usize) -> bool {
    let prefix = before.strip_suffix('-');
    digits <= CODE_DIGITS && prefix.is_some_and(|prefix| prefix.ends_with(|c: char| c.is_ascii_uppercase()))
}

/// How long a number is, from its first digit to its last, and how many digits it has. Letters or two signs in a row end it;
/// a single sign does not.
fn number_at(text: &str) -> (usize, usize) {
    let (mut length, mut digits, mut gap) = (0, 0, 0);
    for (at, c) in text.char_indices() {
        if c.is_ascii_digit() {
            if gap > 0 && date_length(&text[at..]).is_some() {
                break;
            }
            digits += 1;
            gap = 0;
            length = at + 1;
        } else {
            gap += 1;
            if gap > 1 || c.is_alphabetic() {
                break;
            }
        }
    }
    (length, digits)
}

/// The length of `2026-01-20`, `2026-01-20 20:00` or `2026-01-20T20:00:00`, where a text begins with one.
fn date_length(text: &str) -> Option<usize> {
    let fits = |from: usize, pattern: &str| {
        let part = text.as_bytes().get(from..from + pattern.len())?;
        let is_it = part
            .iter()
            .zip(pattern.bytes())
            .all(|(byte, wanted)| if wanted == b'0' { byte.is_ascii_digit() } else { *byte == wanted });
        is_it.then_some(from + pattern.len())
    };
    let ends = |length: usize| text.as_bytes().get(length).is_none_or(|byte| !byte.is_ascii_digit());
    let of = |range: std::ops::Range<usize>| text.get(range)?.parse::<u16>().ok();
    let date = fits(0, "0000-00-00").filter(|date| ends(*date))?;
    let is_real =
        (1900..2200).contains(&of(0..4)?) && (1..=12).contains(&of(5..7)?) && (1..=31).contains(&of(8..10)?);
    let times = ["T00:00:00.000", "T00:00:00", " 00:00:00", "T00:00", " 00:00"];
    let with_time = times.iter().find_map(|time| fits(date, time));
    is_real.then(|| with_time.filter(|length| ends(*length)).unwrap_or(date))
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
            "phone": 5512345678_u64, "total_cents": 123_456_789,
        });
        insta::assert_snapshot!(
            masked(parameters.as_object().unwrap(), &schema),
            @r#"{"card":"***","customer_name":"***","customer_phone":"+***","date":"2026-01-20","items":[{"menu_item_id":"taco","modifications":"llame al ***"}],"note":"escriba a *** por favor","party_size":4,"phone":"***","time":"20:00","total_cents":123456789}"#
        );
    }

    #[test]
    fn what_was_hidden_in_the_call_is_hidden_in_its_result() {
        let schema =
            json!({ "x-sensitive": ["name"], "properties": { "customer_name": { "x-sensitive": true } } });
        let parameters = json!({ "customer_name": "juan pérez", "party_size": 4 });
        let result = json!({
            "customer_name": "Juan Pérez", "bookings": [{ "name": "Ana", "code": "RES-482173648", "at": "2026-01-20T20:00" }],
            "message": "Mesa para 4, a nombre de JUAN PÉREZ; y otra de Ana. Anaís espera.", "patient_name": null,
        });
        insta::assert_snapshot!(
            masked_result(&result, parameters.as_object().unwrap(), &schema),
            @r#"{"bookings":[{"at":"2026-01-20T20:00","code":"RES-482173648","name":"***"}],"customer_name":"***","message":"Mesa para 4, a nombre de ***; y otra de ***. Anaís espera.","patient_name":null}"#
        );
    }

    #[test]
    fn of_an_unknown_tool_only_the_names_are_shown() {
        let parameters =
            json!({ "who": "Juan", "party_size": 4, "list": ["Ana"], "phone": 525512345678_u64 });
        insta::assert_snapshot!(
            masked_unknown(parameters.as_object().unwrap()),
            @r#"{"list":["***"],"party_size":4,"phone":"***","who":"***"}"#
        );
    }

    #[test]
    fn numbers_are_masked_and_dates_are_not() {
        for (text, shown) in [
            ("llame al 5512345678.", "llame al ***."),
            ("55-1234-5678 o 55 8765 4321", "*** o ***"),
            ("el 2026-01-20 20:00, mesa 4", "el 2026-01-20 20:00, mesa 4"),
            ("2026-01-2055123456", "***"),
            ("2026-13-2012", "***"),
            ("el 2026-01-20T20:00:00.000Z", "el 2026-01-20T20:00:00.000Z"),
            ("a12345678b", "a***b"),
            ("pedido 12345", "pedido 12345"),
            ("ñandú 123 456 7", "ñandú ***"),
            ("no answer in 10000 ms", "no answer in 10000 ms"),
            ("2026-01-20 5512345678", "2026-01-20 ***"),
            ("somos 4 2026-01-20 20:00", "somos 4 2026-01-20 20:00"),
        ] {
            assert_eq!(mask_text(text), shown, "{text}");
        }
    }
}
