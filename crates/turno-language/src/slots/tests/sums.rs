//! Parties that are told as a sum, and names that are told as somebody's.

use serde_json::{Value, json};

use super::{Case, EN, ES, check};

fn either(few: u32, many: u32) -> Value {
    json!({"party": {"!": {"ambiguous": [few, many]}}})
}

fn asked(case: Case<'static>, slot: &'static str) -> Case<'static> {
    Case {
        awaiting: Some(slot),
        ..case
    }
}

fn check_all(case: &Case<'_>, slot: &str, rows: &[(&str, Value)]) {
    for (utterance, expected) in rows {
        check(case, &[(utterance, json!({slot: expected}))]);
    }
}

#[test]
fn what_becomes_of_a_number_counts() {
    check_all(
        &ES(),
        "party",
        &[
            ("somos 5 pero uno no viene", json!(4)),
            ("somos cinco y uno no va a ir", json!(4)),
            ("somos 5 pero mi suegra no viene", json!(4)),
            ("éramos 5 pero uno canceló", json!(4)),
            ("somos 6 menos uno", json!(5)),
            ("somos 4, más un bebé", json!(5)),
            ("una pareja y dos niños", json!(4)),
            ("somos 3 y se suman 2", json!(5)),
            ("somos 2 adultos 1 niño", json!(3)),
            ("somos 4 y yo", json!(5)),
            ("somos 4 sin contarme", json!(5)),
            ("mesa con mi esposa y mis 2 hijos", json!(4)),
            ("mi esposa mis dos hijos y yo", json!(4)),
            ("mesa para mi esposa y para mí", json!(2)),
            ("para 4 digo 5", json!(5)),
            ("somos 4, tal vez 5", json!({"!": {"ambiguous": [4, 5]}})),
            (
                "somos 5, aunque uno tal vez no venga",
                json!({"!": {"ambiguous": [4, 5]}}),
            ),
        ],
    );
    check_all(
        &EN(),
        "party",
        &[
            ("we are 5 but one isn't coming", json!(4)),
            ("party of six minus one", json!(5)),
            ("me my wife and two kids", json!(4)),
            ("5 of us not 4", json!(5)),
            ("for 4 I mean 5", json!(5)),
        ],
    );
    // A sum of its own counts nothing from what was known.
    let known = Case {
        known: json!({"party": 4}),
        ..ES()
    };
    check_all(
        &known,
        "party",
        &[("seríamos 6 menos 1", json!(5)), ("uno no viene", json!(3))],
    );
    // Who only was there once is no party.
    check(&ES(), &[("la última vez éramos 6", json!({}))]);
}

#[test]
fn a_sum_answers_the_question_for_the_party() {
    check_all(
        &asked(ES(), "party"),
        "party",
        &[
            ("5 menos 1", json!(4)),
            ("seis menos uno", json!(5)),
            ("3 + 1", json!(4)),
            ("dos más uno", json!(3)),
            ("5 pero uno no viene", json!(4)),
            ("siete perdón ocho", json!(8)),
            ("una persona", json!(1)),
        ],
    );
    check_all(
        &asked(EN(), "party"),
        "party",
        &[
            ("six minus one", json!(5)),
            ("4 plus one", json!(5)),
            ("one person", json!(1)),
        ],
    );
    // Whether the one who speaks comes too is not said.
    check(
        &asked(ES(), "party"),
        &[("mi esposa y mis 2 hijos", either(3, 4))],
    );
    check(&asked(EN(), "party"), &[("my wife and two kids", either(3, 4))]);
}

#[test]
fn a_name_may_be_somebodys() {
    check_all(
        &asked(ES(), "name"),
        "name",
        &[
            ("de parte de beto díaz", json!("Beto Díaz")),
            ("empresa Bimbo", json!("Bimbo")),
            ("la compañía Telmex", json!("Telmex")),
            ("Julio Dos Santos", json!("Julio Dos Santos")),
            ("julio dos santos", json!("Julio dos Santos")),
            ("mi esposo luis ramírez", json!("Luis Ramírez")),
            ("mi esposo, Luis Ramírez", json!("Luis Ramírez")),
            ("mi hija Sofía", json!("Sofía")),
            ("el licenciado Cruz", json!("Cruz")),
            ("de la Cruz", json!("De la Cruz")),
            ("María de la Luz Domingo", json!("María de la Luz Domingo")),
            ("Juan digo Pedro", json!("Pedro")),
        ],
    );
    check_all(
        &asked(EN(), "name"),
        "name",
        &[
            ("my husband Luis Ramirez", json!("Luis Ramirez")),
            ("on behalf of Beto Diaz", json!("Beto Diaz")),
            ("the company is Bimbo", json!("Bimbo")),
        ],
    );
    check_all(
        &ES(),
        "name",
        &[
            ("de parte de Beto Díaz", json!("Beto Díaz")),
            ("a nombre de plácido domingo", json!("Plácido Domingo")),
            ("soy domingo pérez", json!("Domingo Pérez")),
            ("a nombre de mi esposo luis ramírez", json!("Luis Ramírez")),
        ],
    );
    let none = ["mi esposa quiere hablar", "Juan Dos", "S as in Sam"];
    for utterance in none {
        check(&asked(ES(), "name"), &[(utterance, json!({}))]);
    }
    check(
        &ES(),
        &[(
            "a nombre de Laura el domingo",
            json!({"name": "Laura", "date": "2026-01-25"}),
        )],
    );
}
