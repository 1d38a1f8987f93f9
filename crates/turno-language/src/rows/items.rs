//! Values as rows write them.

use serde_json::{Value, json};

use crate::{ProblemKind, SlotKind};

/// A value of a row: `4`, `2026-01-23`, `2 pastor, 1 flan`.
pub(super) fn value_of(kind: SlotKind, text: &str) -> Option<Value> {
    match kind {
        SlotKind::PartySize | SlotKind::Integer | SlotKind::Number => {
            let number = serde_json::from_str::<serde_json::Number>(text).ok()?;
            Some(Value::Number(number))
        }
        SlotKind::Items => {
            let lines = text.split(", ").filter(|line| !line.is_empty()).map(|line| {
                let (quantity, id) = line.split_once(' ')?;
                let quantity: u32 = quantity.parse().ok()?;
                Some(json!({"menu_item_id": id, "quantity": quantity}))
            });
            lines.collect()
        }
        SlotKind::Boolean => Some(Value::Bool(text == "yes")),
        SlotKind::Date
        | SlotKind::Time
        | SlotKind::PersonName
        | SlotKind::Phone
        | SlotKind::Term
        | SlotKind::Address
        | SlotKind::Code
        | SlotKind::Contact
        | SlotKind::Text => Some(Value::from(text)),
    }
}

/// A value as a row writes it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
        Value::Array(lines) if lines.is_empty() => "nothing".to_owned(),
        Value::Array(lines) => lines.iter().map(line).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// `2 mole (sin arroz)`
fn line(line: &Value) -> String {
    let note = line["modifications"].as_str();
    let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
    let id = line["menu_item_id"].as_str().unwrap_or_default();
    format!("{} {id}{note}", line["quantity"])
}

/// Why a value is not taken: `? 4 / 5` is asked about.
pub(super) fn problem(kind: &ProblemKind, said: &str) -> String {
    match kind {
        ProblemKind::Ambiguous(values) => {
            let values: Vec<String> = values.iter().map(shown).collect();
            format!("? {}", values.join(" / "))
        }
        ProblemKind::Impossible => "? impossible".to_owned(),
        ProblemKind::Past => "? past".to_owned(),
        ProblemKind::Vague => "? vague".to_owned(),
        ProblemKind::OutOfRange => "? out of range".to_owned(),
        ProblemKind::Unknown(near) => format!("? no «{said}», but {}", near.join(" / ")),
    }
}
