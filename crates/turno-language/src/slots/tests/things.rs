//! Terms, items and places.

use serde_json::{Value, json};

use super::{Case, EN, ES, asked, check_one, check_slots, term};
use crate::{SlotKind, SlotSpec, Vocabulary};

#[track_caller]
pub(super) fn check_words(case: &Case<'_>, kind: SlotKind, vocabulary: &Vocabulary, rows: &[(&str, Value)]) {
    let slot = SlotSpec {
        name: "it",
        kind,
        vocabulary: Some(vocabulary),
    };
    let rows: Vec<_> = rows
        .iter()
        .map(|(said, value)| {
            (
                *said,
                if value.is_null() {
                    json!({})
                } else {
                    json!({"it": value})
                },
            )
        })
        .collect();
    check_slots(case, &[slot], &rows);
}

#[test]
fn terms() {
    let services = Vocabulary::new(vec![
        term("cut", "Corte de cabello", &["corte", "haircut"]),
        term("dye", "Tinte", &["coloración"]),
        term("clean", "Limpieza dental", &[]),
        term("deep", "Limpieza profunda", &[]),
    ]);
    check_words(
        &ES(),
        SlotKind::Term,
        &services,
        &[
            ("quiero un corte", json!("cut")),
            ("un CORTE DE CABELLO por favor", json!("cut")),
            ("dos tintes", json!("dye")),
            ("coloracion", json!("dye")),
            ("una limpieza dental", json!("clean")),
            ("hola", json!(null)),
            ("un corte, no, mejor un tinte", json!("dye")),
            ("pedicure", json!(null)),
        ],
    );
    check_words(
        &asked(),
        SlotKind::Term,
        &services,
        &[
            ("tinet", json!("dye")),
            ("limpieza", json!({"!": {"ambiguous": ["clean", "deep"]}})),
            ("pedicure", json!({"!": {"unknown": ["cut", "clean", "deep"]}})),
            ("¿qué tienen?", json!(null)),
        ],
    );
}

#[test]
fn a_word_that_is_only_near_is_asked_about() {
    let services = Vocabulary::new(vec![
        term("fill", "Resina dental", &["resina", "empaste"]),
        term(
            "adjust",
            "Ajuste de brackets",
            &["ajuste", "cita de control de brackets"],
        ),
        term("clean", "Limpieza dental", &["limpieza"]),
        term("whiten", "Blanqueamiento dental", &["blanqueamiento"]),
    ]);
    check_words(
        &asked(),
        SlotKind::Term,
        &services,
        &[
            ("Regina", json!({"!": {"unknown": ["fill", "clean", "whiten"]}})),
            ("una cita", json!(null)),
            ("quiero una cita por favor", json!(null)),
            ("recina", json!("fill")),
            ("resnia", json!("fill")),
            ("limpiesa", json!("clean")),
            ("limpieca", json!("clean")),
            ("blanqeamiento", json!("whiten")),
            ("blanqueamineto", json!("whiten")),
            ("mesa", json!(null)),
        ],
    );
}

#[test]
fn addresses() {
    check_one(
        &ES(),
        SlotKind::Address,
        &[
            (
                "a domicilio en Calle Reforma 10, colonia Centro",
                json!("Calle Reforma 10, colonia Centro"),
            ),
            ("mi dirección es Av. Juárez 45", json!("Av. Juárez 45")),
            ("estoy en la calle", json!(null)),
            ("vivo en Reforma 10, por favor", json!("Reforma 10")),
            (
                "I want it for delivery to Orizaba 182, Roma",
                json!("Orizaba 182, Roma"),
            ),
            ("hola", json!(null)),
            (
                "en la calle 5 de mayo 10, mi teléfono es 5512345678",
                json!("calle 5 de mayo 10"),
            ),
        ],
    );
    check_one(
        &asked(),
        SlotKind::Address,
        &[
            ("Reforma 10", json!("Reforma 10")),
            ("5 de mayo 12, Roma Norte", json!("5 de mayo 12, Roma Norte")),
            ("¿por qué?", json!(null)),
            (
                "en insurgentes sur 123 interior 4",
                json!("insurgentes sur 123 interior 4"),
            ),
            (
                "Colima 200, Roma Norte, entre Orizaba y Frontera, depto 3",
                json!("Colima 200, Roma Norte, entre Orizaba y Frontera, depto 3"),
            ),
            (
                "calle 16 de septiembre 20 esquina con 5 de mayo, cerca del parque",
                json!("calle 16 de septiembre 20 esquina con 5 de mayo, cerca del parque"),
            ),
            (
                "es en Av. Álvaro Obregón 151, int. 2, col. Roma Norte, C.P. 06700, para mañana a las 8",
                json!("Av. Álvaro Obregón 151, int. 2, col. Roma Norte, C.P. 06700"),
            ),
            ("no sé", json!(null)),
            ("dos tacos al pastor", json!(null)),
            ("agrega un flan de 20", json!(null)),
            ("123 Main Street", json!("123 Main Street")),
            ("no es Durango 22, Roma Norte", json!("Durango 22, Roma Norte")),
        ],
    );
}

#[test]
fn an_address_is_denied_or_put_right() {
    let known = |language: fn() -> Case<'static>, awaiting: Option<&'static str>| Case {
        known: json!({"it": "Orizaba 182, Roma Norte"}),
        awaiting,
        ..language()
    };
    let vague = json!({"!": "vague"});
    check_one(
        &known(ES, None),
        SlotKind::Address,
        &[
            ("no es Orizaba 182", vague.clone()),
            ("no, no es Orizaba 182", vague.clone()),
            ("la dirección no es Orizaba 182", vague.clone()),
            (
                "la dirección no es Orizaba 182, es Orizaba 128",
                json!("Orizaba 128, Roma Norte"),
            ),
            (
                "no es Orizaba 182 sino Durango 10, Roma Sur",
                json!("Durango 10, Roma Sur"),
            ),
            ("no es 182, es 128", json!("Orizaba 128, Roma Norte")),
            ("es Orizaba 128, no Orizaba 182", json!("Orizaba 128, Roma Norte")),
            ("es Orizaba 128, no 182", json!("Orizaba 128, Roma Norte")),
            ("no, es Orizaba 128", json!("Orizaba 128, Roma Norte")),
            ("no es Orizaba 128", json!("Orizaba 128, Roma Norte")),
            ("no, perdón, Durango 20", json!("Durango 20")),
            (
                "la dirección no es Durango 20, es Durango 22",
                json!("Durango 22"),
            ),
            ("la dirección no es Durango 22", vague.clone()),
            ("no, Orizaba 182", json!(null)),
            ("no, somos 4", json!(null)),
            ("no, es a las 8", json!(null)),
            ("no, es para Juan", json!(null)),
            ("sí, a Orizaba 182", json!(null)),
            ("no es correcto", json!(null)),
            ("no es para hoy", json!(null)),
        ],
    );
    check_one(
        &known(EN, None),
        SlotKind::Address,
        &[
            ("it's not Orizaba 182", vague),
            (
                "the address is not Orizaba 182, it's Orizaba 128",
                json!("Orizaba 128, Roma Norte"),
            ),
            ("it's not 182, it's 128", json!("Orizaba 128, Roma Norte")),
        ],
    );
}

#[test]
fn an_address_is_said_to_be_wrong_at_another_question() {
    let at_the_name = |language: fn() -> Case<'static>| Case {
        known: json!({"it": "Orizaba 182, Roma Norte"}),
        awaiting: Some("name"),
        ..language()
    };
    let vague = json!({"!": "vague"});
    check_one(
        &at_the_name(ES),
        SlotKind::Address,
        &[
            ("la dirección está mal", vague.clone()),
            ("no, perdón, esa no es mi dirección", vague.clone()),
            ("no es Orizaba 182", vague.clone()),
            ("no es Orizaba 128", json!("Orizaba 128, Roma Norte")),
            ("¿está mal la hora?", json!(null)),
        ],
    );
    check_one(
        &at_the_name(EN),
        SlotKind::Address,
        &[
            ("the address is wrong", vague.clone()),
            ("that's not my address", vague),
        ],
    );
}

#[test]
fn items() {
    let menu = Vocabulary::new(vec![
        term("pastor", "Taco al pastor", &["pastor"]),
        term("bistec", "Taco de bistec", &[]),
        term("jamaica", "Agua de jamaica", &["jamaica"]),
        term("flan", "Flan napolitano", &["flan"]),
    ]);
    let one = |id: &str, quantity: u32| json!([{"menu_item_id": id, "quantity": quantity}]);
    let either = json!({"!": {"ambiguous": [one("pastor", 2), one("bistec", 2)]}});
    check_words(
        &ES(),
        SlotKind::Items,
        &menu,
        &[
            ("dos tacos al pastor", one("pastor", 2)),
            ("un agua de jamaica", one("jamaica", 1)),
            (
                "quiero dos tacos al pastor sin cebolla y una jamaica",
                json!([
                    {"menu_item_id": "pastor", "quantity": 2, "modifications": "sin cebolla"}, {"menu_item_id": "jamaica", "quantity": 1},
                ]),
            ),
            ("tres de bistec", one("bistec", 3)),
            ("dos tacos", either),
            ("dos tacos al pastor, no, mejor tres", one("pastor", 3)),
            ("hola, ¿tienen estacionamiento?", json!(null)),
            ("2 flanes", one("flan", 2)),
            ("¿cuánto cuesta el flan?", json!(null)),
            ("tacos al pastor x 3", one("pastor", 3)),
            (
                "un flan sin azúcar y uno sin leche",
                json!([{"menu_item_id": "flan", "quantity": 1, "modifications": "sin azúcar"}, {"menu_item_id": "flan", "quantity": 1, "modifications": "sin leche"}]),
            ),
        ],
    );
    let known = json!({"it": [{"menu_item_id": "pastor", "quantity": 2}]});
    check_words(
        &Case { known, ..ES() },
        SlotKind::Items,
        &menu,
        &[
            (
                "agrega un flan",
                json!([{"menu_item_id": "pastor", "quantity": 2}, {"menu_item_id": "flan", "quantity": 1}]),
            ),
            ("agrega otros dos tacos al pastor", one("pastor", 4)),
            ("quita los tacos al pastor", json!([])),
            ("mejor tres en vez de dos", one("pastor", 3)),
            ("quita un taco al pastor", one("pastor", 1)),
            ("quita los tacos", json!([])),
            ("cambia los tacos al pastor por flan", one("flan", 1)),
            ("mejor un flan en vez de los tacos al pastor", one("flan", 1)),
            (
                "los tacos al pastor sin cebolla",
                json!([{"menu_item_id": "pastor", "quantity": 2, "modifications": "sin cebolla"}]),
            ),
        ],
    );
    check_words(
        &asked(),
        SlotKind::Items,
        &menu,
        &[
            ("una jamiaca", one("jamaica", 1)),
            (
                "una hamburguesa",
                json!({"!": {"unknown": ["jamaica", "pastor", "flan"]}}),
            ),
            ("¿qué tienen?", json!(null)),
        ],
    );
}
