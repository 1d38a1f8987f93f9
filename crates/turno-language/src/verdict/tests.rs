//! What holds whatever is answered. What single answers mean stands in rows: `config/languages/TAG/tests`.

mod answers;
mod by_others;
mod other_values;
mod properties;
mod table;

use crate::Text;
use std::collections::BTreeMap;

use jiff::ZonedDateTime;
use serde_json::{Value, json};

use crate::{
    Act, Asked, Language, ReadContext, SlotKind, SlotSpec, Sums, Term, VerdictReading, VerdictReason,
    Vocabulary, reason_of_verdict,
};

/// Monday, four days before the Friday that is asked.
const NOW: &str = "2026-01-19T12:00[America/Mexico_City]";

const BOOKING: &[(&str, SlotKind)] = &[
    ("date", SlotKind::Date),
    ("time", SlotKind::Time),
    ("party_size", SlotKind::PartySize),
    ("customer_name", SlotKind::PersonName),
];

const APPOINTMENT: &[(&str, SlotKind)] = &[("date", SlotKind::Date), ("time", SlotKind::Time)];

const ORDER: &[(&str, SlotKind)] =
    &[("items", SlotKind::Items), ("address", SlotKind::Address), ("order_type", SlotKind::Term)];

/// A table for 4 on Friday at 8 at night for Juan; an appointment on Friday at 10; or two tacos to Reforma 10.
pub(super) fn read(language: Language, act: Act, utterance: &str) -> VerdictReading {
    read_with_reason(language, act, utterance).0
}

/// Why it is read so.
fn reason(language: Language, act: Act, utterance: &str) -> String {
    read_with_reason(language, act, utterance).1.to_string()
}

fn read_with_reason(language: Language, act: Act, utterance: &str) -> (VerdictReading, VerdictReason) {
    let (slots, values) = match act {
        Act::Cancel => (APPOINTMENT, json!({"date": "2026-01-23", "time": "10:00"})),
        Act::Order => (
            ORDER,
            json!({
                "items": [
                    {"menu_item_id": "pastor", "quantity": 2},
                    {"menu_item_id": "jamaica", "quantity": 1},
                ],
                "address": "Reforma 10",
                "order_type": "delivery",
            }),
        ),
        Act::Book | Act::Modify | Act::Other => (
            BOOKING,
            json!({"date": "2026-01-23", "time": "20:00", "party_size": 4, "customer_name": "Juan"}),
        ),
    };
    call_with_reason(language, act, slots, &serde_json::from_value(values).unwrap(), utterance)
}

/// An answer to a call with these slots and values.
fn read_call(
    language: Language,
    act: Act,
    slots: &[(&str, SlotKind)],
    values: &BTreeMap<String, Value>,
    utterance: &str,
) -> VerdictReading {
    call_with_reason(language, act, slots, values, utterance).0
}

fn call_with_reason(
    language: Language,
    act: Act,
    slots: &[(&str, SlotKind)],
    values: &BTreeMap<String, Value>,
    utterance: &str,
) -> (VerdictReading, VerdictReason) {
    let menu = Vocabulary::new(vec![
        term("pastor", "taco al pastor", &["pastor"]),
        term("jamaica", "agua de jamaica", &["jamaica", "agua", "water"]),
        term("guacamole", "guacamole", &[]),
        term("refresco", "refresco", &["coca"]),
        term("flan", "flan", &[]),
    ]);
    let ways = Vocabulary::new(vec![
        term("delivery", "a domicilio", &["entregar", "entrega", "envío"]),
        term("pickup", "para recoger", &["recoger", "pasar por él"]),
    ]);
    let slots: Vec<SlotSpec<'_>> = slots
        .iter()
        .map(|(name, kind)| SlotSpec {
            name,
            kind: *kind,
            vocabulary: match *name {
                "items" => Some(&menu),
                "order_type" => Some(&ways),
                _ => None,
            },
        })
        .collect();
    let now: ZonedDateTime = NOW.parse().unwrap();
    let context = ReadContext {
        language,
        now: &now,
        slots: &slots,
        awaiting: None,
        known: values,
        hours: None,
        country: "MX",
    };
    let asked = Asked { act, values, sums: Sums::default() };
    reason_of_verdict(&Text::of(utterance), &asked, &context)
}

fn term(id: &str, name: &str, aliases: &[&str]) -> Term {
    Term {
        id: id.to_owned(),
        name: name.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
    }
}
