//! An hour right after a weekday, and a month that is told by its number.

use crate::Text;
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

/// All is known: a table for four on Saturday at eight.
fn told(case: Case<'static>) -> Case<'static> {
    Case {
        known: json!({"date": "2026-01-24", "time": "20:00", "party": 4, "name": "Ana"}),
        ..case
    }
}

#[test]
fn two_numbers_are_an_hour_and_its_minutes() {
    check(
        &told(EN()),
        &[
            ("make it nine thirty", json!({"time": "21:30"})),
            ("eight thirty", json!({"time": "20:30"})),
            ("no, nine fifteen please", json!({"time": "21:15"})),
            ("I said nine thirty", json!({"time": "21:30"})),
            ("nine thirty instead", json!({"time": "21:30"})),
        ],
    );
    check(
        &EN(),
        &[
            ("tomorrow three thirty", on("2026-01-20", "15:30")),
            ("tomorrow, eight fifteen", on("2026-01-20", "20:15")),
        ],
    );
    let asked = Case {
        awaiting: Some("time"),
        ..EN()
    };
    check(
        &asked,
        &[
            ("nine then", json!({"time": "21:00"})),
            ("tomorrow three thirty", on("2026-01-20", "15:30")),
            ("eight thirty", json!({"time": "20:30"})),
        ],
    );
}

#[test]
fn the_number_that_is_refused_tells_what_changes() {
    check(
        &told(EN()),
        &[
            ("not eight, nine", json!({"time": "21:00"})),
            ("not eight nine", json!({"time": "21:00"})),
            ("nine, not eight", json!({"time": "21:00"})),
            ("nine instead of eight", json!({"time": "21:00"})),
            ("not four five", json!({"party": 5})),
            ("five not four", json!({"party": 5})),
            // Neither the people nor the hour.
            ("not six, seven", json!({})),
        ],
    );
    check(
        &told(ES()),
        &[
            ("cinco no cuatro", json!({"party": 5})),
            ("no cuatro, cinco", json!({"party": 5})),
            ("seis en vez de cuatro", json!({"party": 6})),
            ("que sean seis", json!({"party": 6})),
            ("mejor pónganos seis", json!({"party": 6})),
            // What is counted is no party.
            ("que sean seis tacos", json!({})),
            ("pónganos dos aguas", json!({})),
            ("el 20 no el 15", json!({"date": "2026-01-20"})),
            ("no las ocho, las nueve", json!({"time": "21:00"})),
        ],
    );
}

#[test]
fn one_number_changes_the_hour_where_there_are_no_people() {
    let slots = [("date", crate::SlotKind::Date), ("time", crate::SlotKind::Time)].map(|(name, kind)| {
        crate::SlotSpec {
            name,
            kind,
            vocabulary: None,
        }
    });
    for (words, time) in [
        ("make it nine", "21:00"),
        ("let's do nine instead", "21:00"),
        ("I said nine", "21:00"),
    ] {
        let reading = super::read(&told(EN()), &slots, words);
        assert_eq!(reading.values.len(), 1, "{words}");
        assert_eq!(reading.values[0].value, json!(time), "{words}");
    }
    // With people it may be either, and is asked about.
    check(&told(EN()), &[("make it nine", json!({}))]);
    check(
        &told(EN()),
        &[
            ("can you move it to nine", json!({"time": "21:00"})),
            ("push it back to nine please", json!({"time": "21:00"})),
            ("change the time to nine", json!({"time": "21:00"})),
            ("change it to nine", json!({})),
        ],
    );
    check(&told(ES()), &[("muévela a nueve", json!({"time": "21:00"}))]);
}

#[test]
fn the_first_of_what_was_offered_is_no_hour() {
    check(
        &told(ES()),
        &[
            ("la uno", json!({})),
            ("a la una", json!({"time": "13:00"})),
            ("a la uno", json!({"time": "13:00"})),
            ("la una y media", json!({"time": "13:30"})),
        ],
    );
    let asked = Case {
        awaiting: Some("time"),
        ..ES()
    };
    check(
        &asked,
        &[
            ("la uno", json!({})),
            ("a la una", json!({"time": "13:00"})),
            ("la una", json!({"time": "13:00"})),
        ],
    );
}

#[test]
fn the_weekday_of_today_is_a_week_ahead_where_another_day_is_talked_of() {
    // Said on a Monday of the Saturday and of the Sunday to come.
    for known in ["2026-01-24", "2026-01-25"] {
        let case = |language: Case<'static>| Case {
            known: json!({"date": known, "time": "20:00", "party": 4}),
            ..language
        };
        check(
            &case(ES()),
            &[
                ("mejor el lunes", json!({"date": "2026-01-26"})),
                ("es lunes no sábado", json!({"date": "2026-01-26"})),
                ("mejor hoy", json!({"date": "2026-01-19"})),
                ("mejor hoy lunes", json!({"date": "2026-01-19"})),
                ("mejor el martes", json!({"date": "2026-01-20"})),
            ],
        );
        check(&case(EN()), &[("make it monday", json!({"date": "2026-01-26"}))]);
    }
}

#[test]
fn before_noon_is_no_hour() {
    let vague = |date: &str| json!({"date": date, "time": {"!": "vague"}});
    check(
        &EN(),
        &[
            ("tuesday before noon", vague("2026-01-20")),
            ("tuesday after noon", vague("2026-01-20")),
            ("tuesday at noon", on("2026-01-20", "12:00")),
        ],
    );
    check(
        &ES(),
        &[
            ("el martes antes del mediodía", vague("2026-01-20")),
            ("el martes antes de medio día", vague("2026-01-20")),
            ("el martes al mediodía", on("2026-01-20", "12:00")),
        ],
    );
}

#[test]
fn people_before_a_month_are_no_day() {
    let both = json!({"date": "2026-12-15", "party": 2, "time": "20:00"});
    check(
        &EN(),
        &[
            ("for two december 15 at 8", both.clone()),
            ("a table for 2 December 15 at 8", both.clone()),
            ("for 2 december", json!({"date": "2026-12-02"})),
        ],
    );
    check(&ES(), &[("para dos diciembre 15 a las 8", both)]);
}

#[test]
fn written_short_tomorrow_is_tomorrow() {
    check(
        &ES(),
        &[
            ("mñn a las 4 pm", on("2026-01-20", "16:00")),
            ("mñna 4pm", on("2026-01-20", "16:00")),
            ("para mñana a las 8", on("2026-01-20", "20:00")),
        ],
    );
}

#[test]
fn a_moment_that_is_corrected_is_the_later_one() {
    use crate::Language::{En, Es};
    let now = super::NOW.parse().unwrap();
    for (language, words) in [
        (Es, "el viernes no perdón el sábado a las nueve de la noche"),
        (Es, "el viernes, digo, el sábado a las nueve de la noche"),
        (
            Es,
            "el sábado a las ocho de la noche, no, mejor a las nueve de la noche",
        ),
        (En, "friday no sorry saturday at nine pm"),
        (En, "friday i mean saturday at nine pm"),
    ] {
        let reading = crate::read_moment(&Text::of(words), language, &now).unwrap();
        assert_eq!(reading.date, Some(jiff::civil::date(2026, 1, 24)), "{words}");
        assert_eq!(reading.time, Some(jiff::civil::time(21, 0, 0, 0)), "{words}");
    }
}

#[test]
fn many_and_their_number() {
    let party = |size: u32| json!({"party": size});
    for awaiting in [None, Some("party"), Some("time")] {
        check(
            &Case { awaiting, ..ES() },
            &[
                ("somos un chingo como diez", party(10)),
                ("somos un montón, unos doce", party(12)),
                ("somos muchos, como 20", party(20)),
                ("somos un chingo", json!({})),
            ],
        );
        check(
            &Case { awaiting, ..EN() },
            &[("we are a big group, fifteen", party(15))],
        );
    }
    let asked = Case {
        awaiting: Some("party"),
        ..ES()
    };
    check(
        &asked,
        &[
            ("un matrimonio y sus tres hijos", party(5)),
            ("un matrimonio con sus tres hijos", party(5)),
        ],
    );
}
