//! What takes a value back, and what is told of something else than the booking.

use serde_json::{Value, json};

use super::moments::{check_dates, check_times};
use super::{EN, ES, check};

fn either(values: [&str; 2]) -> Value {
    json!({"!": {"ambiguous": values}})
}

#[test]
fn what_a_no_denies_is_not_taken() {
    check_dates(
        &ES(),
        &[
            ("el domingo 25 no el 29", "2026-01-25"),
            ("el 24 de enero no el 25", "2026-01-24"),
            ("dije el sábado no el viernes", "2026-01-24"),
            ("era el sábado no el viernes", "2026-01-24"),
            ("el sábado, no el viernes", "2026-01-24"),
            ("el viernes, no, el sábado", "2026-01-24"),
            ("el viernes en vez del sábado", "2026-01-23"),
            ("en lugar del viernes, el sábado", "2026-01-24"),
            ("el viernes ay no el sábado", "2026-01-24"),
            ("para el viernes, el sábado no puedo", "2026-01-23"),
            ("no puedo el sábado, mejor el viernes", "2026-01-23"),
            ("no mañana sino pasado", "2026-01-21"),
            ("el martes no no el miércoles", "2026-01-21"),
        ],
    );
    check_times(
        &ES(),
        &[
            ("a las 8 no a las 9", "20:00"),
            ("a las 8 no, a las 9", "21:00"),
            ("no, a las 9", "21:00"),
            ("a las 8 ay no a las 9", "21:00"),
            ("a las 9 en vez de a las 8", "21:00"),
            ("a las 9 en vez de las 8", "21:00"),
            ("a las 8 me equivoqué a las 9", "21:00"),
            ("a las 8 o mejor a las 9", "21:00"),
        ],
    );
    check_dates(
        &EN(),
        &[
            ("Sunday not Monday", "2026-01-25"),
            ("Friday no wait Saturday", "2026-01-24"),
            ("Saturday instead of Friday", "2026-01-24"),
            ("instead of Friday, Saturday", "2026-01-24"),
            ("Friday, I can't Saturday", "2026-01-23"),
        ],
    );
    check_times(
        &EN(),
        &[
            ("at 8 not at 9", "20:00"),
            ("at 8 no 9", "21:00"),
            ("at 8 or actually 9", "21:00"),
            ("at 9 rather than 8", "21:00"),
        ],
    );
}

#[test]
fn what_speech_does_not_tell_apart_is_asked_about() {
    let (friday, saturday) = ("2026-01-23", "2026-01-24");
    check(
        &ES(),
        &[
            (
                "el viernes no el sábado",
                json!({"date": either([friday, saturday])}),
            ),
            (
                "a las ocho no a las nueve",
                json!({"time": either(["20:00", "21:00"])}),
            ),
        ],
    );
    // The value that is known is the one that is corrected, on whichever side of the "no" it stands.
    let known = |date: &str| super::Case {
        known: json!({"date": date}),
        ..ES()
    };
    for (case, expected) in [(known(friday), saturday), (known(saturday), friday)] {
        check(&case, &[("el viernes no el sábado", json!({"date": expected}))]);
    }
}

#[test]
fn a_weekday_that_is_not_the_next_one() {
    check_dates(
        &ES(),
        &[
            ("el domingo que no sea este", "2026-02-01"),
            ("no este domingo, el siguiente", "2026-02-01"),
            ("este domingo no, el siguiente", "2026-02-01"),
            ("no este viernes sino el próximo", "2026-01-30"),
            ("el viernes no este el que sigue", "2026-01-30"),
            ("el viernes pero no este", "2026-01-30"),
            ("no este viernes, el viernes que viene", "2026-01-30"),
        ],
    );
    check_dates(
        &EN(),
        &[
            ("not this Sunday, the next one", "2026-02-01"),
            ("not this Friday, next Friday", "2026-01-30"),
            ("next Friday, not this Friday", "2026-01-30"),
            ("Friday but not this one", "2026-01-30"),
        ],
    );
}

#[test]
fn what_is_told_of_something_else_is_not_booked() {
    let (tuesday, friday) = ("2026-01-20", "2026-01-23");
    check(
        &ES(),
        &[
            (
                "el martes a las 3, a las 2 salgo de trabajar",
                json!({"date": tuesday, "time": "15:00"}),
            ),
            (
                "el martes a las 3 a las 2 salgo de trabajar",
                json!({"date": tuesday, "time": "15:00"}),
            ),
            (
                "quiero mesa el 27, mi hijo cumple el 25",
                json!({"date": "2026-01-27"}),
            ),
            (
                "quiero mesa el 27 porque mi hijo cumple el 25",
                json!({"date": "2026-01-27"}),
            ),
            (
                "mañana a las 9, el viernes me voy de viaje",
                json!({"date": tuesday, "time": "21:00"}),
            ),
            ("a las 8, la función es a las 10", json!({"time": "20:00"})),
            (
                "el viernes a las 8 porque tengo junta a las 7",
                json!({"date": friday, "time": "20:00"}),
            ),
            (
                "el viernes a las 8, tenemos que salir a las 10",
                json!({"date": friday, "time": "20:00"}),
            ),
            ("a las 8, ¿cierran a las 11?", json!({"time": "20:00"})),
            (
                "quiero mesa el viernes y el sábado viajo",
                json!({"date": friday}),
            ),
            ("salgo del trabajo a las 7", json!({"time": {"!": "vague"}})),
            // The day of a feast is likely the table's; so is the hour at which somebody arrives.
            ("el viernes es mi cumpleaños", json!({"date": friday})),
            ("llegamos a las 8", json!({"time": "20:00"})),
            (
                "mesa a las 7 antes del concierto de las 9",
                json!({"time": "19:00"}),
            ),
            (
                "mesa el viernes a las 8, mi mamá llega el jueves",
                json!({"date": friday, "time": "20:00"}),
            ),
            ("mesa para el viernes, llamé el lunes", json!({"date": friday})),
            (
                "tengo una reservación el viernes a las 8",
                json!({"date": friday, "time": "20:00"}),
            ),
        ],
    );
}

#[test]
fn what_is_told_of_something_else_in_english_is_not_booked() {
    let (tuesday, friday) = ("2026-01-20", "2026-01-23");
    check(
        &EN(),
        &[
            (
                "Tuesday at 3, I get off work at 2",
                json!({"date": tuesday, "time": "15:00"}),
            ),
            (
                "Tuesday at 3 I get off work at 2",
                json!({"date": tuesday, "time": "15:00"}),
            ),
            (
                "a table on the 27th, my son's birthday is the 25th",
                json!({"date": "2026-01-27"}),
            ),
            (
                "tomorrow at 8, my flight leaves at 11 pm",
                json!({"date": tuesday, "time": "20:00"}),
            ),
            ("at 7 since we have a show at 9", json!({"time": "19:00"})),
            (
                "Friday at 8, Saturday I work",
                json!({"date": friday, "time": "20:00"}),
            ),
            (
                "Friday at 9 because we travel on Saturday",
                json!({"date": friday, "time": "21:00"}),
            ),
            ("Friday works at 8", json!({"date": friday, "time": "20:00"})),
        ],
    );
}

#[test]
fn eight_days_are_a_week_as_they_are_said() {
    check_dates(
        &ES(),
        &[
            ("en quince días", "2026-02-02"),
            ("dentro de ocho días", "2026-01-26"),
            ("de hoy en ocho días", "2026-01-26"),
            ("de aquí a quince días", "2026-02-02"),
            ("de mañana en ocho días", "2026-01-27"),
            ("el viernes en quince días", "2026-02-06"),
            ("en diez días", "2026-01-29"),
        ],
    );
    check(
        &ES(),
        &[
            (
                "mesa para 4 en 15 días",
                json!({"date": either(["2026-02-02", "2026-02-03"]), "party": 4}),
            ),
            (
                "mesa para 2 en media hora",
                json!({"date": "2026-01-19", "time": "10:30", "party": 2}),
            ),
            ("en 30 minutos", json!({"date": "2026-01-19", "time": "10:30"})),
        ],
    );
    check(
        &EN(),
        &[("in half an hour", json!({"date": "2026-01-19", "time": "10:30"}))],
    );
}
