//! An hour right after a weekday, and a month that is told by its number.

use serde_json::json;

use super::{Case, EN, ES, check};

fn on(date: &str, time: &str) -> serde_json::Value {
    json!({"date": date, "time": time})
}

#[test]
fn a_number_with_the_words_of_an_hour_is_no_day() {
    check(
        &ES(),
        &[
            ("lunes 7 pm", on("2026-01-19", "19:00")),
            ("martes 8 de la noche", on("2026-01-20", "20:00")),
            ("el miércoles 9 p.m.", on("2026-01-21", "21:00")),
            ("jueves 3 de la tarde", on("2026-01-22", "15:00")),
            ("vie 8 pm", on("2026-01-23", "20:00")),
            ("viernes ocho y media de la noche", on("2026-01-23", "20:30")),
            ("el domingo doce y media del día", on("2026-01-25", "12:30")),
            ("sábado 20 hrs", on("2026-01-24", "20:00")),
            ("sábado dos y cuarto", on("2026-01-24", "14:15")),
            ("el sábado, 3 en punto", on("2026-01-24", "15:00")),
            ("martes 8 en la noche", on("2026-01-20", "20:00")),
            ("martes nueve treinta pm", on("2026-01-20", "21:30")),
        ],
    );
    check(
        &EN(),
        &[
            ("monday 7 pm", on("2026-01-19", "19:00")),
            ("friday 8 at night", on("2026-01-23", "20:00")),
            ("tuesday 10 pm", on("2026-01-20", "22:00")),
            ("tuesday 9 in the evening", on("2026-01-20", "21:00")),
            ("wednesday two thirty pm", on("2026-01-21", "14:30")),
            ("saturday 3 o'clock", on("2026-01-24", "15:00")),
            ("saturday nine fifteen pm", on("2026-01-24", "21:15")),
        ],
    );
}

#[test]
fn a_day_of_that_weekday_remains_one() {
    check(
        &ES(),
        &[
            ("el viernes 23 a las 8 de la noche", on("2026-01-23", "20:00")),
            ("viernes 23 8 pm", on("2026-01-23", "20:00")),
            ("viernes 23, 8 pm", on("2026-01-23", "20:00")),
            ("viernes 23 de enero 9 pm", on("2026-01-23", "21:00")),
            ("el sábado 24 en la noche a las 9", on("2026-01-24", "21:00")),
            ("viernes 23 20:30", on("2026-01-23", "20:30")),
        ],
    );
    check(
        &EN(),
        &[
            ("friday the 23rd at 8 pm", on("2026-01-23", "20:00")),
            ("friday 23 at 8 pm", on("2026-01-23", "20:00")),
        ],
    );
}

#[test]
fn a_month_may_be_told_by_its_number() {
    check(
        &ES(),
        &[
            ("el 15 del 12 a las 8", on("2026-12-15", "20:00")),
            (
                "el veinte del doce a las 8 de la noche",
                on("2026-12-20", "20:00"),
            ),
            ("para el diez del doce", json!({"date": "2026-12-10"})),
            (
                "el 5 del 2 para cuatro personas",
                json!({"date": "2026-02-05", "party": 4}),
            ),
            ("15 del 12 a las 9 de la noche", on("2026-12-15", "21:00")),
            ("viernes 13 del 2 a las 8", on("2026-02-13", "20:00")),
        ],
    );
    check(
        &Case {
            awaiting: Some("date"),
            ..ES()
        },
        &[
            ("el 5 del 3", json!({"date": "2026-03-05"})),
            ("cinco del tres por favor", json!({"date": "2026-03-05"})),
        ],
    );
}
