//! Who and how many.

use serde_json::{Value, json};

use super::{Case, EN, ES, asked, check, check_one};
use crate::SlotKind;

fn sizes(rows: &[(&'static str, u32)]) -> Vec<(&'static str, Value)> {
    let row = |(said, value): &(&'static str, u32)| (*said, json!({"party": value}));
    rows.iter().map(row).collect()
}

#[test]
fn a_party_counts_everyone() {
    check(
        &ES(),
        &sizes(&[
            ("somos 4", 4),
            ("para 4", 4),
            ("para 4 personas", 4),
            ("mesa para dos", 2),
            ("4 personas", 4),
            ("cuatro adultos y dos niños", 6),
            ("somos cuatro y un niño", 5),
            ("mi esposa y yo", 2),
            ("solo yo", 1),
            ("para mí y mi esposa", 2),
            ("yo y otras dos personas", 3),
            ("y que seamos 6", 6),
            ("2 adultos y 1 bebé", 3),
            ("x 4", 4),
            ("somos cuatro, no, cinco", 5),
            ("somos doce", 12),
            ("somos mi esposa, mis dos hijos y yo", 4),
            ("dos adultos y tres niños", 5),
            ("para mí y tres más", 4),
            ("seremos como 8", 8),
            ("una mesa como para 6", 6),
            ("somos media docena", 6),
            ("una docena de personas", 12),
            ("vamos dos parejas", 4),
            ("somos veintidós", 22),
            ("mi mamá, mi papá y yo", 3),
            ("somos mi novia y yo", 2),
            ("somos 4 adultos, 2 niños y un bebé", 7),
            ("somos cuatro más un bebé", 5),
            ("vamos a ser siete", 7),
            ("para cinco personas y una niña", 6),
        ]),
    );
}

#[test]
fn a_party_in_english() {
    check(
        &EN(),
        &sizes(&[
            ("for 4", 4),
            ("we are five", 5),
            ("party of six", 6),
            ("table for two", 2),
            ("my wife and I", 2),
            ("we're 5", 5),
            ("a table for six", 6),
            ("just me", 1),
            ("party of 5 plus a baby", 6),
            ("two adults and three kids", 5),
            ("there will be about ten of us", 10),
            ("me and two friends", 3),
            ("it's just the two of us", 2),
            ("the four of us", 4),
            ("a dozen people", 12),
        ]),
    );
}

#[test]
fn a_party_that_cannot_be() {
    check(
        &ES(),
        &[
            ("0 personas", json!({"party": {"!": "out_of_range"}})),
            ("somos 600", json!({"party": {"!": "out_of_range"}})),
            ("para las 8", json!({"time": "20:00"})),
            ("para el 8", json!({"date": "2026-02-08"})),
            ("4 o 5 personas", json!({"party": {"!": {"ambiguous": [4, 5]}}})),
            (
                "somos 8 con dos niños",
                json!({"party": {"!": {"ambiguous": [8, 10]}}}),
            ),
            ("dos adultos con un niño", json!({"party": 3})),
            (
                "somos entre 6 y 8",
                json!({"party": {"!": {"ambiguous": [6, 7, 8]}}}),
            ),
            (
                "de 10 a 20 personas",
                json!({"party": {"!": {"ambiguous": [10, 20]}}}),
            ),
            ("6-8 personas", json!({"party": {"!": {"ambiguous": [6, 7, 8]}}})),
            (
                "para cuatro o cinco",
                json!({"party": {"!": {"ambiguous": [4, 5]}}}),
            ),
            (
                "mesa para dos o tres personas",
                json!({"party": {"!": {"ambiguous": [2, 3]}}}),
            ),
            ("somos dos mil", json!({"party": {"!": "out_of_range"}})),
        ],
    );
}

#[test]
fn a_party_that_was_asked_for() {
    check(
        &Case {
            awaiting: Some("party"),
            ..ES()
        },
        &sizes(&[
            ("4", 4),
            ("como cuatro", 4),
            ("cuatro por favor", 4),
            ("cuatro y un bebé", 5),
            ("yo y mi hermano", 2),
            ("una docena", 12),
            ("nada más dos", 2),
            ("un par", 2),
        ]),
    );
}

#[test]
fn a_party_in_doubt() {
    check(
        &Case {
            awaiting: Some("party"),
            ..ES()
        },
        &[
            ("entre 4 y 6", json!({"party": {"!": {"ambiguous": [4, 5, 6]}}})),
            ("5 o 6", json!({"party": {"!": {"ambiguous": [5, 6]}}})),
            ("de 5 a 6", json!({"party": {"!": {"ambiguous": [5, 6]}}})),
        ],
    );
}

#[test]
fn a_party_that_grows() {
    check(
        &Case {
            known: json!({"party": 4}),
            ..ES()
        },
        &sizes(&[("una persona más", 5)]),
    );
}

fn called(rows: &[(&'static str, &str)]) -> Vec<(&'static str, Value)> {
    let row = |(said, value): &(&'static str, &str)| (*said, json!({"name": value}));
    rows.iter().map(row).collect()
}

#[test]
fn names_with_their_cues() {
    check(
        &ES(),
        &called(&[
            ("a nombre de laura pérez", "Laura Pérez"),
            ("me llamo Juan", "Juan"),
            (
                "mi nombre es ana maría lópez de la torre",
                "Ana María López de la Torre",
            ),
            ("a nombre de la familia García", "Familia García"),
            ("soy María de los Ángeles", "María de los Ángeles"),
            ("mi nombre es JOSÉ LÓPEZ", "José López"),
            ("a nombre de Laura, no de Juan", "Laura"),
            ("a nombre de Laura, no, de Juan", "Juan"),
            ("a nombre de Domingo Pérez", "Domingo Pérez"),
            ("me llamo Abril", "Abril"),
            ("mi nombre es mercedes luna", "Mercedes Luna"),
            ("a nombre de ángel de la cruz", "Ángel de la Cruz"),
            ("a nombre de gomes con zeta", "Gomez"),
            ("a nombre de karla con ce", "Carla"),
            ("le habla patricia mcgregor", "Patricia McGregor"),
            ("a nombre de José Ortega y Gasset", "José Ortega y Gasset"),
            ("a nombre de Ursula von der Leyen", "Ursula von der Leyen"),
            ("mi apellido es Núñez", "Núñez"),
            ("a nombre de Juan Mesa", "Juan Mesa"),
            ("a nombre del doctor Salinas", "Salinas"),
            ("soy la señora gutiérrez", "Gutiérrez"),
        ]),
    );
}

#[test]
fn names_in_english() {
    check(
        &EN(),
        &called(&[
            ("my name is John O'Brien", "John O'Brien"),
            ("under the name Smith", "Smith"),
            ("it's for Katherine", "Katherine"),
            ("put it under De la Garza", "De la Garza"),
            ("my last name is o'connor", "O'Connor"),
        ]),
    );
}

#[test]
fn names_that_were_asked_for() {
    check(
        &Case {
            awaiting: Some("name"),
            ..ES()
        },
        &called(&[
            ("juan pérez", "Juan Pérez"),
            ("sí, es Laura", "Laura"),
            ("no, es Laura", "Laura"),
            ("eh, Ana por favor", "Ana"),
            ("Domingo Pérez", "Domingo Pérez"),
            ("abril", "Abril"),
            ("Julio César", "Julio César"),
            ("es para la señora Gómez", "Gómez"),
            ("ele a u erre a", "Laura"),
            ("Ximena con equis", "Ximena"),
            ("pon a Laura, no, a Juan", "Juan"),
            ("este, mmm, beatriz de la garza", "Beatriz de la Garza"),
            ("Laura, no, perdón, Juan", "Juan"),
        ]),
    );
}

#[test]
fn what_is_no_name() {
    check(
        &Case {
            awaiting: Some("name"),
            ..ES()
        },
        &[
            ("sí", json!({})),
            ("no", json!({})),
            ("¿para qué?", json!({})),
            ("cinco", json!({})),
            ("no quiero", json!({})),
            ("agrega un flan", json!({})),
            ("quita una coca", json!({})),
            ("quita la coca", json!({})),
            ("sírvame otra", json!({})),
            ("tráigame la cuenta", json!({})),
            ("cámbiala", json!({})),
            ("add a flan", json!({})),
            ("el domingo", json!({"date": "2026-01-25"})),
            ("mejor el 5 de abril", json!({"date": "2026-04-05"})),
        ],
    );
}

#[test]
fn what_is_no_name_either() {
    check(&ES(), &[("soy alérgico al maní", json!({})), ("Juan", json!({}))]);
}

#[test]
fn codes() {
    let code = json!("RES-1234");
    check_one(
        &ES(),
        SlotKind::Code,
        &[
            ("RES-1234", code.clone()),
            ("mi código es res 1234", code.clone()),
            ("erre e ese 12 34", code.clone()),
            ("r e s uno dos tres cuatro", code.clone()),
            ("CIT 55012", json!("CIT-55012")),
            ("1234", json!(null)),
            ("res1234", code.clone()),
            ("erre e ese doce treinta y cuatro", code.clone()),
        ],
    );
    check_one(
        &asked(),
        SlotKind::Code,
        &[
            ("1234", code.clone()),
            ("mil doscientos treinta y cuatro", code),
            ("el pedido 1234", json!("PED-1234")),
        ],
    );
}

#[test]
fn a_code_of_nine_digits_is_read_however_it_is_said() {
    let code = json!("RES-482173648");
    check_one(
        &ES(),
        SlotKind::Code,
        &[
            ("RES-482173648", code.clone()),
            ("res482173648", code.clone()),
            ("RES 482 173 648", code.clone()),
            ("mi código es res 482-173-648", code.clone()),
            (
                "erre e ese, cuatro ocho dos, uno siete tres, seis cuatro ocho",
                code.clone(),
            ),
            (
                "erre e ese cuatro ochenta y dos, uno setenta y tres, seis cuarenta y ocho",
                code.clone(),
            ),
            ("r e s, 4 8 2, 1 7 3, 6 4 8, y somos 2", code.clone()),
            ("RES-482173648, 2 personas", code.clone()),
            ("RES-4821, 2 personas", json!("RES-4821")),
            // One digit is wrong: whoever looks it up tells so.
            ("RES 482 173 649", json!("RES-482173649")),
            ("erre e ese, 4 8 2, 1 7 3, 6 4 9", json!("RES-482173649")),
        ],
    );
    check_one(
        &asked(),
        SlotKind::Code,
        &[
            ("482173648", code.clone()),
            ("cuatro ocho dos, uno siete tres, seis cuatro ocho", code.clone()),
            ("es el 482, 173, 648, gracias", code),
            ("es el pedido 482 173 648", json!("PED-482173648")),
            ("5512345678", json!(null)),
        ],
    );
}

#[test]
fn what_is_only_read_when_asked() {
    check_one(
        &asked(),
        SlotKind::Boolean,
        &[
            ("sí", json!(true)),
            ("no", json!(false)),
            ("no, gracias", json!(false)),
            ("¿cómo?", json!(null)),
        ],
    );
    check_one(
        &asked(),
        SlotKind::Integer,
        &[
            ("treinta y dos", json!(32)),
            ("son 7", json!(7)),
            ("no sé", json!(null)),
        ],
    );
    check_one(
        &asked(),
        SlotKind::Text,
        &[
            ("  junto a la ventana. ", json!("junto a la ventana.")),
            ("", json!(null)),
        ],
    );
    for kind in [SlotKind::Boolean, SlotKind::Integer, SlotKind::Text] {
        check_one(&ES(), kind, &[("sí, 32", json!(null))]);
    }
}
