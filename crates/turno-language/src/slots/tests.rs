//! What people would say, and what is read.

mod corrections;
mod hours_of_days;
mod kinds_of_moments;
mod moments;
mod names;
mod numbers;
mod orders;
mod orders_changed;
mod orders_split;
mod parties;
mod people;
mod phones;
mod pieces;
mod properties;
mod several;
mod spoken;
mod staff;
mod sums;
mod things;
mod wishes;

use crate::Text;
use std::collections::BTreeMap;

use jiff::ZonedDateTime;
use jiff::civil::time;
use serde_json::{Value, json};

use crate::{Language, OpeningHours, ReadContext, SlotKind, SlotReading, SlotSpec, Span, Term, read_slots};

/// A Monday.
pub(super) const NOW: &str = "2026-01-19T10:00[America/Mexico_City]";

const BOOKING: &[(&str, SlotKind)] = &[
    ("date", SlotKind::Date),
    ("time", SlotKind::Time),
    ("party", SlotKind::PartySize),
    ("name", SlotKind::PersonName),
];

/// How an utterance is read.
#[derive(Clone)]
pub(super) struct Case<'a> {
    pub(super) language: Language,
    pub(super) awaiting: Option<&'a str>,
    pub(super) known: Value,
    pub(super) is_restaurant: bool,
}

pub(super) const ES: fn() -> Case<'static> = || Case {
    language: Language::Es,
    awaiting: None,
    known: json!({}),
    is_restaurant: true,
};

pub(super) const EN: fn() -> Case<'static> = || Case {
    language: Language::En,
    ..ES()
};

pub(super) fn read(case: &Case<'_>, slots: &[SlotSpec<'_>], utterance: &str) -> SlotReading {
    let now: ZonedDateTime = NOW.parse().unwrap();
    let known: BTreeMap<String, Value> = serde_json::from_value(case.known.clone()).unwrap();
    let span = Span {
        open: time(13, 0, 0, 0),
        close: time(23, 0, 0, 0),
    };
    let hours = OpeningHours {
        week: std::array::from_fn(|_| vec![span]),
        exceptions: BTreeMap::new(),
    };
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
    assert_eq!(
        reading,
        super::read_slots_without_hints(&Text::of(utterance), &context),
        "{utterance}"
    );
    reading
}

/// Values as they are, problems by the word: "past", {"ambiguous": [...]}.
pub(super) fn seen(reading: &SlotReading) -> Value {
    let values = reading
        .values
        .iter()
        .map(|value| (value.slot.clone(), value.value.clone()));
    let problems = reading
        .problems
        .iter()
        .map(|problem| (problem.slot.clone(), json!({"!": problem.kind})));
    Value::Object(values.chain(problems).collect())
}

#[track_caller]
pub(super) fn check_slots(case: &Case<'_>, slots: &[SlotSpec<'_>], rows: &[(&str, Value)]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(utterance, expected)| (utterance, expected, read(case, slots, utterance)))
        .filter(|(utterance, expected, reading)| {
            let is_said = reading
                .values
                .iter()
                .all(|value| utterance.contains(&value.said) && !value.said.is_empty());
            seen(reading) != **expected || !is_said
        })
        .map(|(utterance, expected, reading)| format!("{utterance}: {}, not {expected}", seen(&reading)))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[track_caller]
fn check(case: &Case<'_>, rows: &[(&str, Value)]) {
    let slots: Vec<SlotSpec<'_>> = BOOKING
        .iter()
        .map(|(name, kind)| SlotSpec {
            name,
            kind: *kind,
            vocabulary: None,
        })
        .collect();
    check_slots(case, &slots, rows);
}

#[test]
fn a_booking_in_one_breath() {
    check(
        &ES(),
        &[
            (
                "quiero reservar para mañana a las 8, somos 4, a nombre de Laura Pérez",
                json!({"date": "2026-01-20", "time": "20:00", "party": 4, "name": "Laura Pérez"}),
            ),
            (
                "una mesa para dos el viernes a las nueve de la noche a nombre de juan de la cruz",
                json!({"date": "2026-01-23", "time": "21:00", "party": 2, "name": "Juan de la Cruz"}),
            ),
            (
                "para 6 personas el sábado 24 a las 2 y media",
                json!({"date": "2026-01-24", "time": "14:30", "party": 6}),
            ),
            (
                "mesa para 4 para el 8 a las 8",
                json!({"date": "2026-02-08", "time": "20:00", "party": 4}),
            ),
            ("buenas tardes, quisiera saber qué tienen de comer", json!({})),
            ("somos 4 para las 8", json!({"time": "20:00", "party": 4})),
            (
                "para 3 mañana a las 2",
                json!({"date": "2026-01-20", "time": "14:00", "party": 3}),
            ),
        ],
    );
    check(
        &EN(),
        &[(
            "A table for two tomorrow at 8, under the name Laura Perez",
            json!({"date": "2026-01-20", "time": "20:00", "party": 2, "name": "Laura Perez"}),
        )],
    );
}

#[track_caller]
fn check_one(case: &Case<'_>, kind: SlotKind, rows: &[(&str, Value)]) {
    let slot = SlotSpec {
        name: "it",
        kind,
        vocabulary: None,
    };
    let rows: Vec<_> = rows
        .iter()
        .map(|(said, value)| {
            (
                *said,
                if value.is_null() {
                    json!({})
                } else {
                    json!({"it": value})
                },
            )
        })
        .collect();
    check_slots(case, &[slot], &rows);
}

fn asked() -> Case<'static> {
    Case {
        awaiting: Some("it"),
        ..ES()
    }
}

fn term(id: &str, name: &str, aliases: &[&str]) -> Term {
    Term {
        id: id.to_owned(),
        name: name.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
    }
}
