//! Whether a question named what was then done, in the words that people use.

use serde_json::{Map, Value};
use turno_core::{Language, Reply};

const ENGLISH_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
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
    let is_english = question.language == Some(Language::en());
    wanted.extend(text("date").and_then(|date| day(date, is_english)));
    wanted.extend(text("time").and_then(|time| hour(time, is_english)));
    wanted.extend(text("confirmation_code").map(str::to_owned));
    if let Some(size) = parameters.get("party_size").and_then(Value::as_u64) {
        wanted.push(match is_english {
            true => format!("{size} pe"),
            false => format!("{size} persona"),
        });
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
    match wanted.iter().find(|value| !question.text.contains(value.as_str())) {
        None => Ok(()),
        Some(value) => Err(format!("{value:?} was not named in {:?}", question.text)),
    }
}

/// `2026-01-20` as people say it: " 20 de enero", "January 20".
fn day(date: &str, is_english: bool) -> Option<String> {
    let mut parts = date.split('-').skip(1);
    let month: usize = parts.next()?.parse().ok()?;
    let day: u8 = parts.next()?.parse().ok()?;
    let month = month.checked_sub(1)?;
    if is_english {
        return Some(format!("{} {day}", ENGLISH_MONTHS.get(month)?));
    }
    let day = match day {
        1 => "primero".to_owned(),
        _ => day.to_string(),
    };
    // "2 de enero" also ends "12 de enero".
    Some(format!(" {day} de {}", MONTHS.get(month)?))
}

/// `20:00` as people say it, as far as every way to say it has it: "a las 8", "at 8".
fn hour(time: &str, is_english: bool) -> Option<String> {
    let hour: u8 = time.split(':').next()?.parse().ok()?;
    match hour {
        0 | 12 if time.ends_with(":00") && (is_english || hour == 12) => None,
        _ if is_english => Some(format!("at {}", (hour + 11) % 12 + 1)),
        1 | 13 => Some("a la 1".to_owned()),
        0 => Some("a las 12".to_owned()),
        1..=12 => Some(format!("a las {hour}")),
        _ => Some(format!("a las {}", hour - 12)),
    }
}
