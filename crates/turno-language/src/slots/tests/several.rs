//! Two requests in one breath, told apart.

use super::super::introduction::split_introduction;
use super::super::per_person::is_for_somebody_else;
use super::super::several::{joined_clauses, split_move, split_requests};
use crate::Text;
use crate::{Language, SlotKind, SlotSpec, Term, Vocabulary};

fn services() -> Vocabulary {
    let term = |id: &str, aliases: &[&str]| Term {
        id: id.to_owned(),
        name: id.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
    };
    Vocabulary::new(vec![
        term("limpieza", &["cleaning"]),
        term("blanqueamiento", &["whitening"]),
        term("valoración", &["checkup"]),
        term("resina", &[]),
    ])
}

fn split(text: &str) -> Option<(String, String)> {
    let services = services();
    let slots = [
        SlotSpec {
            name: "service",
            kind: SlotKind::Term,
            vocabulary: Some(&services),
        },
        SlotSpec {
            name: "patient_name",
            kind: SlotKind::PersonName,
            vocabulary: None,
        },
    ];
    let language = if text.is_ascii() && text.contains(" and ") {
        Language::En
    } else {
        Language::Es
    };
    split_requests(&Text::of(text), language, &slots).map(|two| (two.first, two.rest))
}

#[test]
fn two_requests_are_told_apart() {
    for (text, first, rest) in [
        (
            "una mesa para el sábado y otra para el domingo",
            "una mesa para el sábado",
            "otra para el domingo",
        ),
        (
            "una mesa el sábado a las 8, y otra el domingo a las 3",
            "una mesa el sábado a las 8",
            "otra el domingo a las 3",
        ),
        (
            "quiero una cita el lunes y necesito otra para mi hijo",
            "quiero una cita el lunes",
            "necesito otra para mi hijo",
        ),
        (
            "a table for Saturday and another for Sunday",
            "a table for Saturday",
            "another for Sunday",
        ),
        (
            "book a table on Friday and one more on Sunday",
            "book a table on Friday",
            "one more on Sunday",
        ),
        (
            "cancela la del lunes y la del martes",
            "cancela la del lunes",
            "la del martes",
        ),
        (
            "cancel the one on Monday and the one on Tuesday",
            "cancel the one on Monday",
            "the one on Tuesday",
        ),
        (
            "cancela la de las 8 y también la de las 9",
            "cancela la de las 8",
            "la de las 9",
        ),
        ("limpieza y blanqueamiento", "limpieza", "blanqueamiento"),
        (
            "quiero una limpieza y un blanqueamiento mañana a las 11",
            "quiero una limpieza mañana a las 11",
            "blanqueamiento",
        ),
        ("limpieza, resina y valoración", "limpieza", "resina y valoración"),
        (
            "a cleaning and whitening tomorrow",
            "a cleaning tomorrow",
            "whitening",
        ),
        ("limpieza más valoración", "limpieza", "valoración"),
        (
            "limpieza mañana a las 11 y un blanqueamiento el viernes",
            "limpieza mañana a las 11",
            "blanqueamiento el viernes",
        ),
    ] {
        assert_eq!(split(text), Some((first.to_owned(), rest.to_owned())), "{text}");
    }
}

#[test]
fn one_request_stays_whole() {
    for text in [
        "una mesa para el sábado a las 8 y somos 4",
        "una limpieza con otra persona",
        "limpieza o blanqueamiento",
        "una limpieza el lunes y si no el martes",
        "una mesa y otra pregunta",
        "no limpieza, sino blanqueamiento",
        "limpieza, o mejor valoración",
        "quiero una mesa en la terraza y a nombre de Ana",
        "a table for 4 and another person",
        "la del lunes",
        "otra vez",
    ] {
        assert_eq!(split(text), None, "{text}");
    }
}

#[test]
fn what_is_moved_is_told_from_when_to() {
    for (text, which, to) in [
        (
            "mueve la del viernes al domingo",
            "mueve la del viernes",
            "al domingo",
        ),
        (
            "cambia mi cita del martes para el jueves a las 5",
            "cambia mi cita del martes",
            "para el jueves a las 5",
        ),
        ("pasa la de las 8 a las 9", "pasa la de las 8", "a las 9"),
        (
            "move my reservation from Friday to Sunday",
            "move my reservation from Friday",
            "to Sunday",
        ),
        (
            "reschedule the one on Tuesday to Friday at 3",
            "reschedule the one on Tuesday",
            "to Friday at 3",
        ),
    ] {
        assert_eq!(
            split_move(&Text::of(text)),
            Some((which.to_owned(), to.to_owned())),
            "{text}"
        );
    }
    for text in [
        "mueve mi reservación al sábado",
        "move it to Sunday",
        "quiero cambiar mi cita",
        "",
    ] {
        assert_eq!(split_move(&Text::of(text)), None, "{text}");
    }
}

#[test]
fn clauses_are_those_around_a_joint() {
    let clauses = joined_clauses(&Text::of("quiero reservar y pedir tacos"));
    assert_eq!(
        clauses,
        [("quiero reservar".to_owned(), "pedir tacos".to_owned())]
    );
    assert!(joined_clauses(&Text::of("quiero reservar")).is_empty());
    assert!(joined_clauses(&Text::of("y")).is_empty());
}

#[test]
fn what_is_for_one_person_is_taken_one_by_one() {
    for (text, first, rest) in [
        (
            "limpieza para mí y para mi esposa",
            "limpieza para mí",
            "limpieza para mi esposa",
        ),
        (
            "quiero una limpieza para mi esposa y para mí mañana a las 12",
            "quiero una limpieza para mí mañana a las 12",
            "limpieza para mi esposa",
        ),
        (
            "una resina para mí, mi esposa y mi hijo",
            "una resina para mí",
            "resina para mi esposa y mi hijo",
        ),
        (
            "quiero agendar una limpieza para dos personas",
            "quiero agendar una limpieza",
            "limpieza para otra persona",
        ),
        (
            "una cita para 3 personas el lunes",
            "una cita el lunes",
            "cita para otras 2 personas",
        ),
        (
            "resina para otras 2 personas",
            "resina",
            "resina para otra persona",
        ),
        (
            "limpieza para mis dos hijos",
            "limpieza",
            "limpieza para otra persona",
        ),
        (
            "limpieza para mis hijos",
            "limpieza",
            "limpieza para otra persona",
        ),
        ("para 2 adultos y otro niño", "", "cita para otras 2 personas"),
        (
            "una limpieza para dos",
            "una limpieza",
            "limpieza para otra persona",
        ),
        (
            "una limpieza para Ana López y para Luis",
            "una limpieza para Ana López",
            "limpieza para Luis",
        ),
        ("quiero dos limpiezas", "quiero limpiezas", "otra limpieza"),
        ("3 citas para mañana", "citas para mañana", "2 citas"),
        (
            "a cleaning for me and my wife",
            "a cleaning for me",
            "cleaning for my wife",
        ),
        (
            "a whitening for my son and for my daughter",
            "a whitening for my son",
            "whitening for my daughter",
        ),
    ] {
        assert_eq!(split(text), Some((first.to_owned(), rest.to_owned())), "{text}");
    }
}

#[test]
fn one_person_or_a_table_is_one_request() {
    for text in [
        "limpieza para mí",
        "una limpieza para mi esposa",
        "limpieza para las dos",
        "limpieza a las 2",
        "a las dos limpieza",
        "limpieza para el 2 de febrero",
        "limpieza para mañana y para mi esposa está bien",
        "limpieza para mi cumpleaños",
        "limpieza para Ana López",
        "a cleaning for Tuesday and Wednesday and for me",
        "a cleaning for March and for April",
    ] {
        assert_eq!(split(text), None, "{text}");
    }
    let slot = |name: &'static str, kind| SlotSpec {
        name,
        kind,
        vocabulary: None,
    };
    let table = [
        slot("people", SlotKind::PartySize),
        slot("customer_name", SlotKind::PersonName),
    ];
    for text in ["una mesa para mí y mi esposa", "para 2 adultos y otro niño"] {
        assert_eq!(
            split_requests(&Text::of(text), Language::Es, &table),
            None,
            "{text}"
        );
    }
}

#[test]
fn whom_it_is_for_is_told_from_when() {
    for text in [
        "otra limpieza para mi esposa",
        "cita para otra persona",
        "limpieza para Luis",
        "y para mi hijo",
    ] {
        assert!(is_for_somebody_else(&Text::of(text), Language::Es), "{text}");
    }
    for text in ["for my son", "an appointment for someone else"] {
        assert!(is_for_somebody_else(&Text::of(text), Language::En), "{text}");
    }
    for text in [
        "para mí",
        "para mi cumpleaños",
        "para mañana",
        "limpieza para el lunes",
        "para mi cita",
    ] {
        assert!(!is_for_somebody_else(&Text::of(text), Language::Es), "{text}");
    }
}

#[test]
fn who_speaks_is_told_from_what_they_want() {
    for (text, introduction, rest) in [
        (
            "soy Laura Gómez, quiero una cita",
            "soy Laura Gómez",
            "quiero una cita",
        ),
        (
            "hola, habla Laura Gómez y busco una laptop",
            "habla Laura Gómez",
            "hola busco una laptop",
        ),
        ("¿tienen audífonos? soy Laura", "soy Laura", "¿tienen audífonos?"),
        (
            "quiero comprar una laptop, me llamo laura gómez",
            "me llamo laura gómez",
            "quiero comprar una laptop",
        ),
        ("soy Laura Gómez", "soy Laura Gómez", ""),
        (
            "soy la Dra. Laura Gómez. Busco una laptop",
            "soy la Dra. Laura Gómez",
            "Busco una laptop",
        ),
    ] {
        let told =
            split_introduction(&Text::of(text), Language::Es).map(|told| (told.introduction, told.rest));
        assert_eq!(told, Some((introduction.to_owned(), rest.to_owned())), "{text}");
    }
    for (text, rest) in [
        ("I'm Laura Gomez, do you have laptops?", "do you have laptops?"),
        ("hi, this is Laura and I need a cleaning", "hi I need a cleaning"),
        ("my name is Laura Gomez", ""),
    ] {
        let told = split_introduction(&Text::of(text), Language::En).map(|told| told.rest);
        assert_eq!(told.as_deref(), Some(rest), "{text}");
    }
    for text in [
        "soy vegetariana, ¿qué tienen?",
        "soy de Monterrey",
        "soy cliente",
        "a nombre de Laura Gómez",
        "I'm looking for a laptop",
        "Laura Gómez",
        "busco una laptop",
    ] {
        for language in [Language::Es, Language::En] {
            assert_eq!(split_introduction(&Text::of(text), language), None, "{text}");
        }
    }
}
