//! Names of every sort, at the question for one and at the confirmation.

use serde_json::{Value, json};

use super::{Case, EN, ES, check};

fn called(rows: &[(&'static str, &str)]) -> Vec<(&'static str, Value)> {
    let row = |(said, value): &(&'static str, &str)| (*said, json!({"name": value}));
    rows.iter().map(row).collect()
}

fn asked(case: Case<'static>) -> Case<'static> {
    Case {
        awaiting: Some("name"),
        ..case
    }
}

fn juan(case: Case<'static>) -> Case<'static> {
    Case {
        known: json!({"name": "Juan Pérez"}),
        ..case
    }
}

#[test]
fn people_are_named_after_days() {
    check(
        &asked(ES()),
        &called(&[
            ("Plácido Domingo", "Plácido Domingo"),
            ("plácido domingo", "Plácido Domingo"),
            ("Luna Martes", "Luna Martes"),
            ("Domingo Pérez", "Domingo Pérez"),
            ("José Abril", "José Abril"),
            ("soy Ana Mayo", "Ana Mayo"),
            ("Laura Domingo, por favor", "Laura Domingo"),
            ("a nombre de Plácido Domingo", "Plácido Domingo"),
        ]),
    );
    check(
        &asked(EN()),
        &called(&[("Joe Friday", "Joe Friday"), ("Theresa May", "Theresa May")]),
    );
    check(
        &asked(ES()),
        &[
            ("el domingo", json!({"date": "2026-01-25"})),
            ("mejor domingo", json!({"date": "2026-01-25"})),
            ("el próximo domingo", json!({"date": "2026-01-25"})),
            ("Juan, el domingo", json!({"date": "2026-01-25", "name": "Juan"})),
        ],
    );
}

#[test]
fn titles_are_no_part_of_a_name() {
    check(
        &asked(ES()),
        &called(&[
            ("el licenciado Cruz", "Cruz"),
            ("doctora Ramos", "Ramos"),
            ("la doctora Ramos", "Ramos"),
            ("el ingeniero Juan Soto", "Juan Soto"),
            ("profesora Lidia Paz", "Lidia Paz"),
            ("el Lic. Cruz", "Cruz"),
            ("la Dra. Elena Ruiz", "Elena Ruiz"),
            ("arquitecto Barragán", "Barragán"),
            ("el señor don Luis Vega", "Luis Vega"),
            ("la maestra Inés", "Inés"),
        ]),
    );
    check(
        &asked(EN()),
        &called(&[
            ("Mr. Cruz", "Cruz"),
            ("doctor Ramos", "Ramos"),
            ("professor Jane Hill", "Jane Hill"),
            ("the Smiths", "Smiths"),
            ("the Smith family", "Smith"),
        ]),
    );
}

#[test]
fn a_name_may_be_spelled_in_many_ways() {
    check(
        &asked(EN()),
        &called(&[
            (
                "S as in Sam, M as in Mary, I as in India, T as in Tom, H as in Harry",
                "Smith",
            ),
            ("s as in sam m as in mary i t h", "Smith"),
            ("L for Larry, E for Edward, E for Edward", "Lee"),
            ("Smith, S as in Sam, M as in Mary, I, T, H", "Smith"),
            ("S-M-I-T-H", "Smith"),
            ("A as in apple, N as in Nancy, and N as in Nancy", "Ann"),
        ]),
    );
    check(
        &asked(ES()),
        &called(&[
            ("con hache: Hanna", "Hanna"),
            ("Hanna con hache", "Hanna"),
            ("con zeta: Gomes", "Gomez"),
            ("ponle Pedro", "Pedro"),
            ("póngale Pedro Páramo", "Pedro Páramo"),
            ("S de Sergio, O de Oso, T de Tomás, O de Oso", "Soto"),
            ("se escribe L, U, Z", "Luz"),
        ]),
    );
}

/// What was asked names Juan Pérez.
#[test]
fn another_name_takes_the_place_of_the_one_that_was_asked() {
    check(
        &juan(ES()),
        &called(&[
            ("sí, Ana María López", "Ana María López"),
            ("sí, a nombre de Ana María López", "Ana María López"),
            ("no es Juan, es Hanna", "Hanna"),
            ("no es juan es hanna", "Hanna"),
            ("no es Juan, sino Hanna", "Hanna"),
            ("es Hanna, no Juan", "Hanna"),
            ("Hanna, no Juan", "Hanna"),
            ("no, a nombre de Hanna Ruiz", "Hanna Ruiz"),
            ("no soy Juan, soy Pedro", "Pedro"),
            ("no, es Laura", "Laura"),
            ("es Hanna con H", "Hanna"),
            ("cámbiale el nombre a Pedro Ruiz", "Pedro Ruiz"),
            ("sí, pero Ana de la Torre", "Ana de la Torre"),
        ]),
    );
    check(
        &juan(EN()),
        &called(&[
            ("yes, Anna Brown", "Anna Brown"),
            ("it's not Juan, it's Hanna", "Hanna"),
            ("not Juan, Hanna", "Hanna"),
            ("no, Anna Brown", "Anna Brown"),
            ("Hanna, not Juan", "Hanna"),
            ("yes, under Anna Brown", "Anna Brown"),
        ]),
    );
    for said in [
        "Sí, Muchas Gracias",
        "Sí, Juan Pérez",
        "Sí, Juan",
        "no es Juan",
        "Sí, Excelente",
        "Es Correcto",
        "Es Todo",
        "SÍ, ESTÁ BIEN",
        "Sí, Todo Bien",
        "graciaass",
        "Ok, Perfecto",
    ] {
        check(&juan(ES()), &[(said, json!({}))]);
    }
    for said in [
        "Yes, Thank You",
        "Yes, That Works",
        "Sure, Sounds Good",
        "it's not Juan",
        "Yes, Please",
    ] {
        check(&juan(EN()), &[(said, json!({}))]);
    }
}

#[test]
fn what_stands_around_a_name_is_no_part_of_it() {
    check(
        &asked(ES()),
        &called(&[
            ("anota: Carlos", "Carlos"),
            ("Mtro. Quiroz", "Quiroz"),
            ("C.P. Laura Vega", "Laura Vega"),
            ("apellido Núñez", "Núñez"),
            ("Gaby porfis", "Gaby"),
            ("El Güero", "El Güero"),
            ("La Güera", "La Güera"),
            ("Ramón Ortiz tel", "Ramón Ortiz"),
        ]),
    );
    check(
        &asked(EN()),
        &called(&[
            ("the name's Maria", "Maria"),
            ("Karen speaking", "Karen"),
            ("last name Garcia", "Garcia"),
            ("it's me Karen", "Karen"),
            ("put me down as Bob", "Bob"),
            ("alright Tom", "Tom"),
            ("that would be Robert", "Robert"),
        ]),
    );
}

#[test]
fn what_answers_without_a_name_is_none() {
    for said in ["otra vez", "si x fa", "cualquiera", "el mío", "otro"] {
        check(&asked(ES()), &[(said, json!({}))]);
    }
    for said in [
        "sure thing",
        "no idea",
        "mine",
        "whatever",
        "whose",
        "anyone",
        "area code",
    ] {
        check(&asked(EN()), &[(said, json!({}))]);
    }
}

#[test]
fn a_name_is_put_right_at_another_question() {
    let phone_asked = |case: Case<'static>| Case {
        awaiting: Some("phone"),
        ..juan(case)
    };
    check(
        &phone_asked(ES()),
        &called(&[
            ("no, perdón, Juan Pérez Luna", "Juan Pérez Luna"),
            ("no, perdón, juan pérez luna", "Juan Pérez Luna"),
            ("ay no, perdón, es Juana Pérez", "Juana Pérez"),
            ("no, disculpe, Juana", "Juana"),
            ("no, me equivoqué, es Juana Pérez Luna", "Juana Pérez Luna"),
            ("no me equivoqué, es Juana Pérez Luna", "Juana Pérez Luna"),
            ("perdón, Juana Pérez", "Juana Pérez"),
            ("no, mejor Laura Gómez", "Laura Gómez"),
            ("no, digo, Laura Gómez", "Laura Gómez"),
            ("no, perdón, Juan", "Juan"),
        ]),
    );
    check(
        &phone_asked(EN()),
        &called(&[
            ("no sorry, Juan Smithson", "Juan Smithson"),
            ("no wait, it's Juan Smithson", "Juan Smithson"),
            ("oh no, I mean Joan", "Joan"),
            ("sorry, it's Joan Perez", "Joan Perez"),
            ("no, my bad, juan perez moon", "Juan Perez Moon"),
        ]),
    );
    for case in [phone_asked(ES()), phone_asked(EN())] {
        check(
            &case,
            &[
                ("no", json!({})),
                ("no, gracias", json!({})),
                ("no, perdón, ya no", json!({})),
                ("no, perdón, Juan Pérez", json!({})),
                ("no, perdón, mi esposa ya reservó", json!({})),
                ("no sorry, my wife already booked", json!({})),
                ("no, mejor no", json!({})),
                ("no, sorry, never mind", json!({})),
            ],
        );
    }
}
