//! Reading what people say: verdicts and slots; and saying values.

use std::collections::BTreeMap;
use turno_language::Text;

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use turno_language::{
    Act, Asked, Language, ReadContext, SlotKind, SlotSpec, Sums, read_slots, read_verdict, without_secrets,
};

use crate::{Named, always};

const SLOTS: [(&str, SlotKind); 5] = [
    ("date", SlotKind::Date),
    ("time", SlotKind::Time),
    ("party_size", SlotKind::PartySize),
    ("customer_name", SlotKind::PersonName),
    ("customer_phone", SlotKind::Phone),
];

/// Verdicts, from the shortest to one with a change in it; slots of the booking's words, a date alone, and words in
/// which there is nothing.
pub(crate) fn pieces() -> Vec<Named> {
    vec![
        verdict("verdict/yes", "sí"),
        verdict("verdict/change", "sí, pero mejor a las 9 y somos 5"),
        verdict("verdict/side-question", "¿tienen estacionamiento?"),
        verdict("verdict/long-yes", "sí está bien todo correcto muchas gracias señorita"),
        verdict("verdict/restated", "sí, mesa para 4 el martes a las 8 de la noche"),
        answers(
            "verdict/answers-es",
            Language::es(),
            include_str!("../../turno-language/tests/confirm-es.tsv"),
        ),
        answers(
            "verdict/answers-en",
            Language::en(),
            include_str!("../../turno-language/tests/answers-en.tsv"),
        ),
        slots("slots/when", "mañana a las 8 de la noche para 4"),
        slots("slots/who", "Juan Pérez 5512345678"),
        slots("slots/date", "el próximo viernes 30 de enero"),
        slots("slots/nothing", "quisiera saber si me pueden ayudar con una cosa"),
        masked("secrets/no-number", "quisiera saber si me pueden ayudar con una cosa"),
        masked("secrets/numbers", "mesa para cuatro mañana a las 8, mi teléfono es 55 1234 5678"),
        masked("secrets/card", "mi tarjeta es la 4111 1111 1111 1111, vence 12/27"),
    ]
}

fn masked(name: &'static str, words: &'static str) -> Named {
    always(name, move || {
        std::hint::black_box(without_secrets(std::hint::black_box(words)));
    })
}

fn verdict(name: &'static str, words: &'static str) -> Named {
    let values = asked();
    always(name, move || {
        with_context(Language::es(), &values, None, |context| read(words, &values, context));
    })
}

fn asked() -> BTreeMap<String, Value> {
    [
        ("date", json!("2026-01-20")),
        ("time", json!("20:00")),
        ("party_size", json!(4)),
        ("customer_name", json!("Juan Pérez")),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// The answers of a table to the booking's question, one a run, again from the first after the last.
fn answers(name: &'static str, language: Language, table: &'static str) -> Named {
    let rows = table.lines().filter(|row| row.starts_with("reserve\t"));
    let words: Vec<&str> = rows.filter_map(|row| row.split('\t').nth(1)).collect();
    let values = asked();
    let mut turns = 0;
    always(name, move || {
        let words = words[turns % words.len()];
        turns += 1;
        with_context(language, &values, None, |context| read(words, &values, context));
    })
}

fn read(words: &str, values: &BTreeMap<String, Value>, context: &ReadContext<'_>) {
    let asked = Asked { act: Act::Book, values, sums: Sums::default() };
    std::hint::black_box(read_verdict(&Text::of(std::hint::black_box(words)), &asked, context));
}

fn slots(name: &'static str, words: &'static str) -> Named {
    let known = BTreeMap::new();
    always(name, move || {
        with_context(Language::es(), &known, Some("date"), |context| {
            std::hint::black_box(read_slots(&Text::of(std::hint::black_box(words)), context));
        });
    })
}

fn with_context(
    language: Language,
    known: &BTreeMap<String, Value>,
    awaiting: Option<&str>,
    work: impl FnOnce(&ReadContext<'_>),
) {
    // Monday, 2026-01-19, noon in Mexico City.
    let now = turno_core::Timestamp(1_768_845_600_000).to_jiff().to_zoned_datetime(TimeZone::UTC);
    let slots = SLOTS.map(|(name, kind)| SlotSpec { name, kind, vocabulary: None });
    work(&ReadContext { language, now: &now, slots: &slots, awaiting, known, hours: None, country: "MX" });
}
