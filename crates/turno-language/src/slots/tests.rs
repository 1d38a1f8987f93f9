//! What holds whatever people say. What single sentences mean stands in rows: `config/languages/TAG/tests`.

mod pieces;
mod properties;
mod spoken;

use crate::Text;
use std::collections::BTreeMap;

use jiff::ZonedDateTime;
use jiff::civil::time;
use serde_json::{Value, json};

use crate::{Language, OpeningHours, ReadContext, SlotReading, SlotSpec, Span, Term, read_slots};

/// A Monday.
pub(super) const NOW: &str = "2026-01-19T10:00[America/Mexico_City]";

/// How an utterance is read.
#[derive(Clone)]
pub(super) struct Case<'a> {
    pub(super) language: Language,
    pub(super) awaiting: Option<&'a str>,
    pub(super) known: Value,
    pub(super) is_restaurant: bool,
}

pub(super) const ES: fn() -> Case<'static> =
    || Case { language: Language::es(), awaiting: None, known: json!({}), is_restaurant: true };

pub(super) fn read(case: &Case<'_>, slots: &[SlotSpec<'_>], utterance: &str) -> SlotReading {
    let now: ZonedDateTime = NOW.parse().unwrap();
    let known: BTreeMap<String, Value> = serde_json::from_value(case.known.clone()).unwrap();
    let span = Span { open: time(13, 0, 0, 0), close: time(23, 0, 0, 0) };
    let hours = OpeningHours { week: std::array::from_fn(|_| vec![span]), exceptions: BTreeMap::new() };
    let context = ReadContext {
        language: case.language,
        now: &now,
        slots,
        awaiting: case.awaiting,
        known: &known,
        hours: case.is_restaurant.then_some(&hours),
        country: "MX",
    };
    let reading = read_slots(&Text::of(utterance), &context);
    // What is left out for speed is nothing that any sentence here needs.
    assert_eq!(reading, super::read_slots_without_hints(&Text::of(utterance), &context), "{utterance}");
    reading
}

/// Values as they are, problems by the word: "past", {"ambiguous": [...]}.
pub(super) fn seen(reading: &SlotReading) -> Value {
    let values = reading.values.iter().map(|value| (value.slot.clone(), value.value.clone()));
    let problems = reading.problems.iter().map(|problem| (problem.slot.clone(), json!({"!": problem.kind})));
    Value::Object(values.chain(problems).collect())
}

fn asked() -> Case<'static> {
    Case { awaiting: Some("it"), ..ES() }
}

fn term(id: &str, name: &str, aliases: &[&str]) -> Term {
    Term {
        id: id.to_owned(),
        name: name.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
    }
}
