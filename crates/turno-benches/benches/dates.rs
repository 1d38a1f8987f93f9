//! How long it takes to read a day, an hour, and words in which there is neither:
//! `cargo bench -p turno-benches --features criterion --bench dates`.

#![allow(clippy::expect_used, reason = "a benchmark that cannot be set up fails by panicking")]

use std::{collections::BTreeMap, hint::black_box, time::Duration};
use turno_language::Text;

use criterion::Criterion;
use jiff::{ZonedDateTime, civil::date, tz::TimeZone};
use turno_language::{Language, ReadContext, SlotKind, SlotSpec, read_moment, read_slots};

/// What is said, in which language (its folder's name), under which name.
const SAID: [(&str, &str, &str); 10] = [
    ("es-tomorrow", "es-MX", "mañana"),
    ("es-weekday", "es-MX", "el próximo viernes 23 de enero"),
    ("es-when", "es-MX", "pasado mañana a las 8 y cuarto de la noche"),
    ("es-before-nine", "es-MX", "el martes de la otra semana a un cuarto para las 9"),
    (
        "es-sentence",
        "es-MX",
        "hola, quisiera una mesa para el sábado 24 a las 2 y media de la tarde por favor",
    ),
    ("es-nothing", "es-MX", "quisiera saber si me pueden ayudar con una cosa"),
    ("en-weekday", "en", "Friday, January 23"),
    ("en-when", "en", "tomorrow evening at half past seven"),
    ("en-nth", "en", "the third Tuesday of March at 8 pm"),
    ("en-nothing", "en", "do you have parking near the restaurant"),
];

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let now = date(2026, 1, 19)
        .at(10, 0, 0, 0)
        .to_zoned_datetime(TimeZone::get("America/Mexico_City").expect("a zone"))
        .expect("a moment");
    for (name, language, words) in SAID {
        let language = Language::named(language).expect("a built-in language");
        criterion.bench_function(&format!("moment/{name}"), |bencher| {
            bencher.iter(|| read_moment(black_box(&Text::of(words)), language, &now));
        });
        criterion.bench_function(&format!("date-slots/{name}"), |bencher| {
            bencher.iter(|| slots(black_box(words), language, &now));
        });
    }
    criterion.final_summary();
}

fn slots(words: &str, language: Language, now: &ZonedDateTime) {
    let slots = [("date", SlotKind::Date), ("time", SlotKind::Time)].map(|(name, kind)| SlotSpec {
        name,
        kind,
        vocabulary: None,
    });
    let known = BTreeMap::new();
    black_box(read_slots(
        &Text::of(words),
        &ReadContext {
            language,
            now,
            slots: &slots,
            awaiting: Some("date"),
            known: &known,
            hours: None,
            country: "MX",
        },
    ));
}
