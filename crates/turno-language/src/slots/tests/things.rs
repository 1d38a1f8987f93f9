//! Terms, items and places.

use serde_json::{Value, json};

use super::{Case, ES, asked, check_one, check_slots, read, term};
use crate::{Language, SlotKind, SlotSpec, Vocabulary};

#[track_caller]
fn check_words(case: &Case<'_>, kind: SlotKind, vocabulary: &Vocabulary, rows: &[(&str, Value)]) {
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
            ("dos tacos", json!({"!": {"ambiguous": ["pastor", "bistec"]}})),
            ("dos tacos al pastor, no, mejor tres", one("pastor", 3)),
            ("hola, ¿tienen estacionamiento?", json!(null)),
            ("500 flanes", json!({"!": "out_of_range"})),
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

#[test]
fn orders_as_they_are_said() {
    let menu = Vocabulary::new(vec![
        term("pastor", "Taco al pastor", &["pastor"]),
        term("bistec", "Taco de bistec", &["bistec"]),
        term("horchata", "Agua de horchata", &["horchata"]),
        term("flan", "Flan napolitano", &["flan"]),
        term("enchiladas", "Enchiladas verdes", &["enchiladas"]),
        term("coke", "Refresco de cola", &["coca", "coke"]),
    ]);
    let line = |id: &str, quantity: u32| json!({"menu_item_id": id, "quantity": quantity});
    let with = |id: &str, quantity: u32, modification: &str| json!({"menu_item_id": id, "quantity": quantity, "modifications": modification});
    check_words(
        &ES(),
        SlotKind::Items,
        &menu,
        &[
            (
                "dos de pastor y una horchata",
                json!([line("pastor", 2), line("horchata", 1)]),
            ),
            ("una docena de tacos al pastor", json!([line("pastor", 12)])),
            (
                "media docena de bistec y un par de cocas",
                json!([line("bistec", 6), line("coke", 2)]),
            ),
            (
                "tres tacos al pastor, uno sin cebolla",
                json!([line("pastor", 2), with("pastor", 1, "sin cebolla")]),
            ),
            (
                "tres de pastor, dos sin cebolla y uno con todo",
                json!([with("pastor", 1, "con todo"), with("pastor", 2, "sin cebolla")]),
            ),
            (
                "dos enchiladas y tambien una coca",
                json!([line("enchiladas", 2), line("coke", 1)]),
            ),
            (
                "quiero unas enchiladas sin crema",
                json!([with("enchiladas", 1, "sin crema")]),
            ),
        ],
    );
    let known = json!({"it": [line("pastor", 3), line("horchata", 1)]});
    check_words(
        &Case { known, ..ES() },
        SlotKind::Items,
        &menu,
        &[
            ("quita la horchata", json!([line("pastor", 3)])),
            (
                "mejor una coca en vez de la horchata",
                json!([line("pastor", 3), line("coke", 1)]),
            ),
            (
                "en vez de la horchata una coca",
                json!([line("pastor", 3), line("coke", 1)]),
            ),
            (
                "cámbiame la horchata por una coca",
                json!([line("pastor", 3), line("coke", 1)]),
            ),
            ("otra horchata", json!([line("pastor", 3), line("horchata", 2)])),
            (
                "otra horchata igual",
                json!([line("pastor", 3), line("horchata", 2)]),
            ),
            (
                "que sean cuatro de pastor",
                json!([line("pastor", 4), line("horchata", 1)]),
            ),
            (
                "uno de los de pastor sin cebolla",
                json!([
                    line("pastor", 2),
                    line("horchata", 1),
                    with("pastor", 1, "sin cebolla")
                ]),
            ),
            ("ya no quiero la horchata", json!([line("pastor", 3)])),
            ("sin la horchata", json!([line("pastor", 3)])),
            (
                "bórrame dos de pastor",
                json!([line("pastor", 1), line("horchata", 1)]),
            ),
            ("quita el pastor y la horchata", json!([])),
            (
                "quita la horchata y agrega una coca",
                json!([line("pastor", 3), line("coke", 1)]),
            ),
            (
                "agrega una pizza",
                json!({"!": {"unknown": ["enchiladas", "coke", "pastor"]}}),
            ),
            (
                "y también dos flanes",
                json!([line("pastor", 3), line("horchata", 1), line("flan", 2)]),
            ),
        ],
    );
    let known = json!({"it": [line("pastor", 3)]});
    check_words(
        &Case { known, ..ES() },
        SlotKind::Items,
        &menu,
        &[
            ("mejor dos", json!([line("pastor", 2)])),
            (
                "sin cebolla uno de ellos",
                json!([line("pastor", 2), with("pastor", 1, "sin cebolla")]),
            ),
            (
                "uno sin cebolla",
                json!([line("pastor", 2), with("pastor", 1, "sin cebolla")]),
            ),
            ("otro igual", json!([line("pastor", 4)])),
            ("otros dos iguales", json!([line("pastor", 5)])),
            ("todos sin cebolla", json!([with("pastor", 3, "sin cebolla")])),
        ],
    );
    let english = Case {
        language: Language::En,
        ..ES()
    };
    check_words(
        &english,
        SlotKind::Items,
        &menu,
        &[
            (
                "two al pastor and a coke",
                json!([line("pastor", 2), line("coke", 1)]),
            ),
            (
                "half a dozen al pastor, two without onion",
                json!([line("pastor", 4), with("pastor", 2, "without onion")]),
            ),
            ("a dozen bistec", json!([line("bistec", 12)])),
        ],
    );
}

#[test]
fn what_is_not_on_the_menu_is_told_beside_what_is() {
    let menu = Vocabulary::new(vec![
        term("pastor", "Taco al pastor", &["pastor"]),
        term("flan", "Flan napolitano", &["flan"]),
    ]);
    let slot = SlotSpec {
        name: "it",
        kind: SlotKind::Items,
        vocabulary: Some(&menu),
    };
    let missing = |said: &str| {
        let reading = read(&ES(), &[slot.clone()], said);
        assert_eq!(reading.values.len(), 1, "{said}");
        reading.problems.first().map(|problem| problem.said.clone())
    };
    for (said, dish) in [
        ("dos flanes y una pizza", "pizza"),
        ("una hamburguesa con queso y dos flanes", "hamburguesa"),
        ("quiero tres de pastor, un pozole rojo y un flan", "pozole rojo"),
        ("un flan y otra torta ahogada por favor", "torta ahogada"),
    ] {
        assert_eq!(missing(said).as_deref(), Some(dish), "{said}");
    }
    for said in [
        "dos flanes por favor",
        "dos flanes y una bolsa",
        "un flan y tengo una pregunta",
        "tres de pastor para dos personas",
        "un flan sin azúcar y uno sin leche",
        "dos de pastor en una hora",
        "un flan y ya, gracias",
    ] {
        assert_eq!(missing(said), None, "{said}");
    }
}
