//! Whether a question named what was then done, in the words that people use.

use serde_json::{Map, Value};
use turno_core::Reply;

const MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// Every value that the call carries and that its question has to name.
pub(super) fn names_all(question: &Reply, tool: &str, parameters: &Map<String, Value>) -> Result<(), String> {
    let text = |name: &str| parameters.get(name).and_then(Value::as_str);
    let mut wanted: Vec<String> = Vec::new();
    wanted.extend(text("date").and_then(day));
    wanted.extend(text("time").and_then(hour));
    wanted.extend(text("confirmation_code").map(str::to_owned));
    if let Some(size) = parameters.get("party_size").and_then(Value::as_u64) {
        wanted.push(format!("{size} persona"));
    }
    if tool.starts_with("create_") {
        wanted.extend(text("customer_name").or(text("patient_name")).map(str::to_owned));
        wanted.extend(text("delivery_address").map(str::to_owned));
    }
    let items = parameters.get("items").and_then(Value::as_array);
    for item in items.into_iter().flatten() {
        if let Some(quantity) = item.get("quantity").and_then(Value::as_u64) {
            wanted.push(format!("{quantity} "));
        }
    }
    match wanted
        .iter()
        .find(|value| !question.text.contains(value.as_str()))
    {
        None => Ok(()),
        Some(value) => Err(format!("{value:?} was not named in {:?}", question.text)),
    }
}

/// `2026-01-20` as people say it: "20 de enero".
fn day(date: &str) -> Option<String> {
    let mut parts = date.split('-').skip(1);
    let month: usize = parts.next()?.parse().ok()?;
    let day: u8 = parts.next()?.parse().ok()?;
    Some(format!("{day} de {}", MONTHS.get(month.checked_sub(1)?)?))
}

/// `20:00` as people say it, as far as every way to say it has it: "a las 8".
fn hour(time: &str) -> Option<String> {
    let hour: u8 = time.split(':').next()?.parse().ok()?;
    match hour {
        12 if time.ends_with(":00") => None,
        1 | 13 => Some("a la 1".to_owned()),
        0 => Some("a las 12".to_owned()),
        1..=12 => Some(format!("a las {hour}")),
        _ => Some(format!("a las {}", hour - 12)),
    }
}
