//! Kinds of days and hours, each in several sayings; ranges, changed clocks, and what Turno itself says.

use crate::Text;
use serde_json::json;

use super::moments::{check_dates, check_times};
use super::{Case, EN, ES, check};
use crate::{Language, SlotKind, SlotSpec};

#[test]
fn days_in_all_their_forms() {
    check_dates(
        &ES(),
        &[
            ("el viernes que viene", "2026-01-23"),
            ("el próximo viernes", "2026-01-23"),
            ("hoy en ocho", "2026-01-26"),
            ("de hoy en quince", "2026-02-02"),
            ("de aquí en ocho", "2026-01-26"),
            ("el viernes en ocho", "2026-01-30"),
            ("en dos semanas", "2026-02-02"),
            ("dentro de un mes", "2026-02-19"),
            ("el 3 del próximo mes", "2026-02-03"),
            ("el quince del mes que viene", "2026-02-15"),
            ("el 20 del mes entrante", "2026-02-20"),
            ("el 25 de este mes", "2026-01-25"),
            ("el 5 del mes de marzo", "2026-03-05"),
            ("el 17 del 11", "2026-11-17"),
            ("el primer lunes de marzo", "2026-03-02"),
            ("el último viernes de enero", "2026-01-30"),
            ("el último día del mes", "2026-01-31"),
            ("dos días después del viernes", "2026-01-25"),
            ("la semana que viene el jueves", "2026-01-29"),
            ("miércoles de la otra semana", "2026-01-28"),
            ("viernes, 23 de enero", "2026-01-23"),
            ("23 de enero (viernes)", "2026-01-23"),
            ("14-feb-2026", "2026-02-14"),
            ("2026/2/14", "2026-02-14"),
            ("sábado veinticuatro", "2026-01-24"),
            ("de mañana en ocho", "2026-01-27"),
            ("hoy no, mañana", "2026-01-20"),
            ("marzo 3", "2026-03-03"),
        ],
    );
    check_dates(
        &EN(),
        &[
            ("the third Tuesday of March", "2026-03-17"),
            ("the last day of February", "2026-02-28"),
            ("Tuesday of next week", "2026-01-27"),
            ("next week Wednesday", "2026-01-28"),
            ("two days after tomorrow", "2026-01-22"),
            ("three weeks from Friday", "2026-02-13"),
            ("a week from today", "2026-01-26"),
            ("the 20th of next month", "2026-02-20"),
            ("Friday the 23rd", "2026-01-23"),
            ("2/14/2026", "2026-02-14"),
            ("22/04", "2026-04-22"),
            ("Feb 14, 2027", "2027-02-14"),
        ],
    );
}

#[test]
fn days_that_are_over_are_not_booked() {
    let past = json!({"date": {"!": "past"}});
    let rows: Vec<_> = [
        "el lunes pasado",
        "hace 3 días",
        "anteayer",
        "una mesa ayer",
        "quiero una reservación ayer",
        "el viernes de la semana pasada",
        "el 3 de enero de 2026",
    ]
    .map(|said| (said, past.clone()))
    .into();
    check(&ES(), &rows);
    let rows: Vec<_> = [
        "last Friday",
        "two weeks ago",
        "yesterday",
        "the day before yesterday",
        "a table yesterday",
        "I'd like a table yesterday",
        "book a table last Friday",
    ]
    .map(|said| (said, past.clone()))
    .into();
    check(&EN(), &rows);
    check(&EN(), &[("I had an appointment yesterday", json!({}))]);
    check(&ES(), &[("tuve una cita ayer", json!({}))]);
}

#[test]
fn hours_in_all_their_forms() {
    check_times(
        &ES(),
        &[
            ("un cuarto para las 9", "20:45"),
            ("no, mejor diez para las 8", "19:50"),
            ("faltando diez para las 8", "19:50"),
            ("a las 8 y cuarto", "20:15"),
            ("a las nueve menos cuarto", "20:45"),
            ("a las 8 30", "20:30"),
            ("tipo 8 de la noche", "20:00"),
            ("como a eso de las 9", "21:00"),
            ("a las 20 horas", "20:00"),
            ("20h30", "20:30"),
            ("a las siete y treinta y cinco", "19:35"),
            ("a las ocho cero cinco pm", "20:05"),
            ("a las 8 de la noche en punto", "20:00"),
            ("8pm menos cuarto", "19:45"),
            ("cuarto pa las 9", "20:45"),
            ("a las 8 no puedo, a las 9 sí", "21:00"),
        ],
    );
    check_times(
        &EN(),
        &[
            ("at a quarter past 8", "20:15"),
            ("ten to nine", "20:50"),
            ("eight o'clock", "20:00"),
            ("at 8ish", "20:00"),
            ("around 8", "20:00"),
            ("at 1930", "19:30"),
            ("nine fifteen p m", "21:15"),
            ("8 o'clock in the evening", "20:00"),
            ("20:15", "20:15"),
        ],
    );
}

#[test]
fn a_range_is_asked_about() {
    check(
        &ES(),
        &[
            (
                "entre 7 y 8",
                json!({"time": {"!": {"ambiguous": ["19:00", "20:00"]}}}),
            ),
            (
                "entre las 7 y las 8 de la noche",
                json!({"time": {"!": {"ambiguous": ["19:00", "20:00"]}}}),
            ),
            (
                "mañana de 2 a 4",
                json!({"date": "2026-01-20", "time": {"!": {"ambiguous": ["14:00", "16:00"]}}}),
            ),
            (
                "2 o 3 de la tarde",
                json!({"time": {"!": {"ambiguous": ["14:00", "15:00"]}}}),
            ),
            (
                "el otro viernes",
                json!({"date": {"!": {"ambiguous": ["2026-01-23", "2026-01-30"]}}}),
            ),
            (
                "el sábado y el domingo",
                json!({"date": {"!": {"ambiguous": ["2026-01-24", "2026-01-25"]}}}),
            ),
            ("todos los martes", json!({"date": {"!": "vague"}})),
            ("7-9", json!({})),
            ("después de las 8", json!({"time": {"!": "vague"}})),
            ("antes de las 9 de la noche", json!({"time": {"!": "vague"}})),
            (
                "del 22 al 24 de enero",
                json!({"date": {"!": {"ambiguous": ["2026-01-22", "2026-01-24"]}}}),
            ),
            ("después del viernes", json!({"date": {"!": "vague"}})),
            ("la próxima semana", json!({"date": {"!": "vague"}})),
            (
                "el martes a las 8 de la próxima semana",
                json!({"date": "2026-01-27", "time": "20:00"}),
            ),
        ],
    );
    check(
        &EN(),
        &[
            (
                "between 7 and 8",
                json!({"time": {"!": {"ambiguous": ["19:00", "20:00"]}}}),
            ),
            ("after 8", json!({"time": {"!": "vague"}})),
        ],
    );
}

#[test]
fn numbers_of_other_things_are_no_moments() {
    for (case, said) in [
        (ES(), "37.1 grados"),
        (ES(), "vivo en el edificio 4"),
        (ES(), "el segundo plato"),
        (ES(), "quiero la mitad del pastel"),
        (ES(), "ya no, gracias"),
        (ES(), "llego en 10 minutos"),
        (ES(), "buenas noches"),
        (ES(), "cuánto cuesta"),
        (EN(), "I may go"),
        (EN(), "that was fun in the sun"),
        (EN(), "good morning"),
    ] {
        check(&case, &[(said, json!({}))]);
    }
}

fn read_at(now: &str, known: &serde_json::Value, words: &str) -> serde_json::Value {
    let now: jiff::ZonedDateTime = now.parse().unwrap();
    let known = serde_json::from_value(known.clone()).unwrap();
    let slots = [("date", SlotKind::Date), ("time", SlotKind::Time)].map(|(name, kind)| SlotSpec {
        name,
        kind,
        vocabulary: None,
    });
    let context = crate::ReadContext {
        language: Language::Es,
        now: &now,
        slots: &slots,
        awaiting: None,
        known: &known,
        hours: None,
        country: "MX",
    };
    super::seen(&crate::read_slots(&Text::of(words), &context))
}

#[test]
fn the_clocks_of_tijuana_change() {
    let read = |now: &str, words: &str| read_at(now, &json!({}), words);
    // On 2026-03-08 the hour from 2 to 3 is left out.
    let before = "2026-03-07T12:00[America/Tijuana]";
    assert_eq!(
        read(before, "mañana a las 2:30 am"),
        json!({"date": "2026-03-08", "time": {"!": "impossible"}})
    );
    assert_eq!(
        read(before, "mañana a las 3 am"),
        json!({"date": "2026-03-08", "time": "03:00"})
    );
    assert_eq!(
        read("2026-03-08T01:30[America/Tijuana]", "en una hora"),
        json!({"date": "2026-03-08", "time": "03:30"})
    );
    // On 2026-11-01 the hour from 1 to 2 comes twice: it is the first.
    assert_eq!(
        read("2026-10-31T12:00[America/Tijuana]", "mañana a la 1:30 am"),
        json!({"date": "2026-11-01", "time": "01:30"})
    );
    assert_eq!(
        read("2026-11-01T00:30[America/Tijuana]", "en dos horas"),
        json!({"date": "2026-11-01", "time": "01:30"})
    );
    assert_eq!(
        read("2026-03-07T23:30[America/Tijuana]", "en una hora"),
        json!({"date": "2026-03-08", "time": "00:30"})
    );
    assert_eq!(read(before, "en un día"), json!({"date": "2026-03-08"}));
}

#[test]
fn a_day_may_be_told_from_the_one_that_is_known() {
    let now = "2026-01-19T10:00[America/Mexico_City]";
    let known = json!({"date": "2026-01-23"});
    assert_eq!(
        read_at(now, &known, "un día después"),
        json!({"date": "2026-01-24"})
    );
    assert_eq!(
        read_at(now, &known, "al día siguiente"),
        json!({"date": "2026-01-24"})
    );
    assert_eq!(
        read_at(now, &known, "una semana antes"),
        json!({"date": {"!": "past"}})
    );
    assert_eq!(read_at(now, &json!({}), "al día siguiente"), json!({}));
}

#[test]
fn without_a_booking_what_is_over_is_read_as_what_it_is() {
    let now: jiff::ZonedDateTime = super::NOW.parse().unwrap();
    let day = |language, words| {
        crate::read_moment(&Text::of(words), language, &now).and_then(|reading| reading.date)
    };
    let date = |text: &str| text.parse::<jiff::civil::Date>().ok();
    assert_eq!(day(Language::Es, "el viernes pasado"), date("2026-01-16"));
    assert_eq!(day(Language::Es, "hace 3 días"), date("2026-01-16"));
    assert_eq!(day(Language::En, "two days before yesterday"), date("2026-01-16"));
    assert_eq!(day(Language::Es, "31/10/74"), date("1974-10-31"));
    let night = crate::read_moment(&Text::of("mañana en la noche"), Language::Es, &now).unwrap();
    assert_eq!(
        night.part.map(|part| (part.from_hour, part.until_hour)),
        Some((19, 24))
    );
    let noon = crate::read_moment(&Text::of("el jueves a mediodía"), Language::Es, &now).unwrap();
    assert_eq!((noon.date, noon.time), (date("2026-01-22"), "12:00".parse().ok()));
    assert!(
        crate::read_moment(&Text::of("30 de febrero"), Language::Es, &now)
            .unwrap()
            .is_impossible
    );
    assert_eq!(
        crate::read_moment(&Text::of("quiero tacos"), Language::Es, &now),
        None
    );
}

#[test]
fn every_day_and_hour_that_turno_says_reads_back() {
    let now: jiff::ZonedDateTime = super::NOW.parse().unwrap();
    let slots = [("date", SlotKind::Date), ("time", SlotKind::Time)].map(|(name, kind)| SlotSpec {
        name,
        kind,
        vocabulary: None,
    });
    let known = std::collections::BTreeMap::new();
    let read = |language, words: &str, slot: &str| {
        let context = crate::ReadContext {
            language,
            now: &now,
            slots: &slots,
            awaiting: None,
            known: &known,
            hours: None,
            country: "MX",
        };
        let reading = crate::read_slots(&Text::of(words), &context);
        let value = reading.values.iter().find(|value| value.slot == slot);
        value
            .and_then(|value| value.value.as_str().map(str::to_owned))
            .unwrap_or_default()
    };
    for language in [Language::Es, Language::En] {
        for date in now.date().series(jiff::ToSpan::days(1)).take(800) {
            let said = crate::format::day(language, date, now.date());
            assert_eq!(read(language, &said, "date"), date.to_string(), "{said}");
        }
        for minute in 0..1440_i64 {
            let time = jiff::civil::Time::midnight().wrapping_add(jiff::ToSpan::minutes(minute));
            let wanted = format!("{:02}:{:02}", time.hour(), time.minute());
            for said in [
                crate::format::at_hour(language, time),
                crate::format::hour(language, time),
                crate::format::hour_with_article(language, time),
            ] {
                assert_eq!(read(language, &said, "time"), wanted, "{said}");
            }
        }
    }
}

/// The question is about a Friday in March: what is said to it is of that week, or that month.
#[test]
fn a_weekday_or_a_number_alone_is_beside_the_day_that_is_talked_of() {
    let known = json!({"date": "2026-03-06"});
    let spanish = Case {
        known: known.clone(),
        ..ES()
    };
    check_dates(
        &spanish,
        &[
            ("sí, el viernes", "2026-03-06"),
            ("mejor el jueves", "2026-03-05"),
            ("el 6", "2026-03-06"),
            ("mejor el 7", "2026-03-07"),
            ("el 28", "2026-02-28"),
            ("viernes 6", "2026-03-06"),
            ("este viernes", "2026-01-23"),
            ("mañana", "2026-01-20"),
            ("el 6 de mayo", "2026-05-06"),
        ],
    );
    let english = Case { known, ..EN() };
    check_dates(
        &english,
        &[
            ("yes, Friday", "2026-03-06"),
            ("no, the 9th", "2026-03-09"),
            ("that Saturday instead", "2026-03-07"),
            ("Friday the 6th", "2026-03-06"),
        ],
    );
}

#[test]
fn what_is_excepted_is_not_wanted() {
    let vague = json!({"date": {"!": "vague"}});
    check(&ES(), &[("cualquier día menos el lunes", vague.clone())]);
    check(
        &EN(),
        &[
            ("any day but Monday", vague.clone()),
            ("any day except Monday", vague),
        ],
    );
}

#[test]
fn people_beside_noon_are_no_hour() {
    check(
        &EN(),
        &[("a table for 2 at noon", json!({"party": 2, "time": "12:00"}))],
    );
    check(
        &ES(),
        &[("mesa para dos al mediodía", json!({"party": 2, "time": "12:00"}))],
    );
}
