//! Dates and times.

use crate::Text;
use serde_json::json;

use super::{Case, EN, ES, check};
use crate::{Language, SlotKind, SlotSpec};

#[track_caller]
pub(super) fn check_dates(case: &Case<'_>, rows: &[(&str, &str)]) {
    let rows: Vec<_> = rows
        .iter()
        .map(|(utterance, date)| (*utterance, json!({"date": date})))
        .collect();
    check(case, &rows);
}

#[track_caller]
pub(super) fn check_times(case: &Case<'_>, rows: &[(&str, &str)]) {
    let rows: Vec<_> = rows
        .iter()
        .map(|(utterance, time)| (*utterance, json!({"time": time})))
        .collect();
    check(case, &rows);
}

#[test]
fn spanish_dates() {
    check_dates(
        &ES(),
        &[
            ("hoy", "2026-01-19"),
            ("mañana", "2026-01-20"),
            ("pasado mañana", "2026-01-21"),
            ("el martes", "2026-01-20"),
            ("este viernes", "2026-01-23"),
            ("el próximo martes", "2026-01-20"),
            ("el martes que viene", "2026-01-20"),
            ("el lunes", "2026-01-19"),
            ("el próximo lunes", "2026-01-26"),
            ("el lunes que viene", "2026-01-26"),
            ("de hoy en ocho", "2026-01-26"),
            ("en 3 días", "2026-01-22"),
            ("el 15", "2026-02-15"),
            ("el 21", "2026-01-21"),
            ("el martes de la próxima semana", "2026-01-27"),
            ("el viernes digo sábado", "2026-01-24"),
            ("15 de febrero", "2026-02-15"),
            ("el quince de enero de 2027", "2027-01-15"),
            ("15/02", "2026-02-15"),
            ("15-02-2026", "2026-02-15"),
            ("2026-02-15", "2026-02-15"),
            ("15 de enero", "2027-01-15"),
            ("el viernes 23", "2026-01-23"),
            ("viernes 23 de enero", "2026-01-23"),
            ("el primero de febrero", "2026-02-01"),
            ("el viernes, no, mejor el sábado", "2026-01-24"),
            ("el sábado, no el viernes", "2026-01-24"),
            ("el 31", "2026-01-31"),
            ("el 31 de mayo del dos mil veintiseis", "2026-05-31"),
            ("MAÑANA por favor", "2026-01-20"),
            ("el día 25", "2026-01-25"),
        ],
    );
    check(
        &ES(),
        &[
            (
                "el viernes 24 de enero",
                json!({"date": {"!": {"ambiguous": ["2026-01-24", "2026-01-23"]}}}),
            ),
            ("31 de febrero", json!({"date": {"!": "impossible"}})),
            ("ayer", json!({"date": {"!": "past"}})),
            ("el 15 de enero de 2025", json!({"date": {"!": "past"}})),
            ("el fin de semana", json!({"date": {"!": "vague"}})),
            ("un día de estos", json!({"date": {"!": "vague"}})),
            (
                "el viernes o el sábado",
                json!({"date": {"!": {"ambiguous": ["2026-01-23", "2026-01-24"]}}}),
            ),
            ("a las 8 de la mañana", json!({"time": "08:00"})),
            ("el 10 por ciento", json!({})),
        ],
    );
    check_dates(
        &Case {
            awaiting: Some("date"),
            ..ES()
        },
        &[("15", "2026-02-15"), ("el quince por favor", "2026-02-15")],
    );
}

#[test]
fn english_dates() {
    check_dates(
        &EN(),
        &[
            ("today", "2026-01-19"),
            ("tomorrow", "2026-01-20"),
            ("the day after tomorrow", "2026-01-21"),
            ("next Friday", "2026-01-23"),
            ("Friday", "2026-01-23"),
            ("March 5th", "2026-03-05"),
            ("the 5th", "2026-02-05"),
            ("5 March", "2026-03-05"),
            ("3/5", "2026-03-05"),
            ("the 5th of March", "2026-03-05"),
            ("in 3 days", "2026-01-22"),
            ("the twenty first", "2026-01-21"),
        ],
    );
}

#[test]
fn spanish_times() {
    check_times(
        &ES(),
        &[
            ("a las 8", "20:00"),
            ("8pm", "20:00"),
            ("8:30", "20:30"),
            ("20:00", "20:00"),
            ("20 hrs", "20:00"),
            ("8 y media", "20:30"),
            ("8 y cuarto", "20:15"),
            ("cuarto para las 9", "20:45"),
            ("diez para las 8", "19:50"),
            ("mediodía", "12:00"),
            ("medianoche", "00:00"),
            ("8 de la noche", "20:00"),
            ("a la una", "13:00"),
            ("8 p. m.", "20:00"),
            ("8 p.m.", "20:00"),
            ("8 de la tarde", "20:00"),
            ("a las 8 de la mañana", "08:00"),
            ("12 de la noche", "00:00"),
            ("a las ocho y veinte", "20:20"),
            ("a las ocho treinta", "20:30"),
            ("a las 8, no, a las 9", "21:00"),
            ("a las 8, perdón, 9", "21:00"),
            ("a las veinte horas", "20:00"),
            ("a las 8 en punto", "20:00"),
            ("al mediodía", "12:00"),
            ("para las siete y media", "19:30"),
            ("a las tres", "15:00"),
            ("a las 20:30 horas", "20:30"),
        ],
    );
    check(
        &ES(),
        &[
            (
                "mañana en la noche",
                json!({"date": "2026-01-20", "time": {"!": "vague"}}),
            ),
            (
                "mañana en la mañana",
                json!({"date": "2026-01-20", "time": {"!": "vague"}}),
            ),
            ("al rato", json!({"time": {"!": "vague"}})),
            ("más tarde", json!({"time": {"!": "vague"}})),
            ("a las 27 horas", json!({"time": {"!": "impossible"}})),
            ("a las 8:75", json!({"time": {"!": "impossible"}})),
            (
                "hoy a las 9 de la mañana",
                json!({"date": "2026-01-19", "time": {"!": "past"}}),
            ),
            (
                "mañana en la noche a las 8",
                json!({"date": "2026-01-20", "time": "20:00"}),
            ),
            (
                "esta noche a las 9",
                json!({"date": "2026-01-19", "time": "21:00"}),
            ),
            ("quiero 8 tacos", json!({})),
            ("las 2 pizzas", json!({})),
        ],
    );
}

#[test]
fn hours_and_what_is_known_decide_the_half_of_the_day() {
    let open_all = Case {
        is_restaurant: false,
        ..ES()
    };
    check(
        &open_all,
        &[
            (
                "a las 8",
                json!({"time": {"!": {"ambiguous": ["08:00", "20:00"]}}}),
            ),
            ("hoy a las 8", json!({"date": "2026-01-19", "time": "20:00"})),
        ],
    );
    check_times(
        &Case {
            is_restaurant: false,
            known: json!({"time": "20:00"}),
            ..ES()
        },
        &[
            ("a las 9", "21:00"),
            ("una hora después", "21:00"),
            ("media hora antes", "19:30"),
        ],
    );
    check_times(
        &Case {
            awaiting: Some("time"),
            ..ES()
        },
        &[
            ("8", "20:00"),
            ("ocho", "20:00"),
            ("a las ocho", "20:00"),
            ("ocho y media por favor", "20:30"),
            ("las 9", "21:00"),
        ],
    );
}

#[test]
fn english_times() {
    check_times(
        &EN(),
        &[
            ("at 8", "20:00"),
            ("half past eight", "20:30"),
            ("quarter to nine", "20:45"),
            ("noon", "12:00"),
            ("7:15 pm", "19:15"),
            ("eight thirty pm", "20:30"),
            ("8 in the morning", "08:00"),
            ("at 8, I mean 9", "21:00"),
        ],
    );
}

#[test]
fn a_weekday_is_never_a_day_that_is_over() {
    let late: jiff::ZonedDateTime = "2026-01-23T23:30[America/Mexico_City]".parse().unwrap();
    let slots = [("date", SlotKind::Date), ("time", SlotKind::Time)].map(|(name, kind)| SlotSpec {
        name,
        kind,
        vocabulary: None,
    });
    let at = |hour: i8| jiff::civil::time(hour, 0, 0, 0);
    let hours = crate::OpeningHours {
        week: std::array::from_fn(|_| {
            vec![crate::Span {
                open: at(13),
                close: at(23),
            }]
        }),
        exceptions: std::collections::BTreeMap::new(),
    };
    let known = std::collections::BTreeMap::new();
    let read = |now: &jiff::ZonedDateTime, words: &str| {
        let context = crate::ReadContext {
            language: Language::Es,
            now,
            slots: &slots,
            awaiting: None,
            known: &known,
            hours: Some(&hours),
            country: "MX",
        };
        let reading = crate::read_slots(&Text::of(words), &context);
        reading
            .values
            .first()
            .map(|value| value.value.clone())
            .unwrap_or_default()
    };
    assert_eq!(read(&late, "el viernes a las 3"), "2026-01-30");
    assert_eq!(read(&late, "el viernes"), "2026-01-30");
    assert_eq!(read(&late, "hoy a las 3"), "2026-01-23");
    let early: jiff::ZonedDateTime = "2026-01-23T10:00[America/Mexico_City]".parse().unwrap();
    assert_eq!(read(&early, "el viernes a las 3"), "2026-01-23");
    assert_eq!(read(&early, "el viernes"), "2026-01-23");
}
