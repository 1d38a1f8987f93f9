//! Orders, as they are said and changed.

use serde_json::{Value, json};

use super::things::check_words;
use super::{Case, ES, read, term};
use crate::{Language, SlotKind, SlotReading, SlotSpec, Vocabulary};

fn taqueria() -> Vocabulary {
    Vocabulary::new(vec![
        term("pastor", "Taco al pastor", &["pastor"]),
        term("bistec", "Taco de bistec", &["bistec"]),
        term("horchata", "Agua de horchata", &["horchata"]),
        term("flan", "Flan napolitano", &["flan"]),
        term("enchiladas", "Enchiladas verdes", &["enchiladas"]),
        term("coke", "Refresco de cola", &["coca", "coke"]),
    ])
}

fn line(id: &str, quantity: u32) -> Value {
    json!({"menu_item_id": id, "quantity": quantity})
}

fn with(id: &str, quantity: u32, modification: &str) -> Value {
    json!({"menu_item_id": id, "quantity": quantity, "modifications": modification})
}

#[test]
fn orders_as_they_are_said() {
    check_words(
        &ES(),
        SlotKind::Items,
        &taqueria(),
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
}

#[test]
fn a_basket_of_several_items_is_changed() {
    let known = json!({"it": [line("pastor", 3), line("horchata", 1)]});
    check_words(
        &Case { known, ..ES() },
        SlotKind::Items,
        &taqueria(),
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
}

#[test]
fn a_basket_of_one_item_is_changed() {
    let known = json!({"it": [line("pastor", 3)]});
    check_words(
        &Case { known, ..ES() },
        SlotKind::Items,
        &taqueria(),
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
}

#[test]
fn orders_in_english() {
    let english = Case {
        language: Language::En,
        ..ES()
    };
    check_words(
        &english,
        SlotKind::Items,
        &taqueria(),
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
        let reading = read(&ES(), std::slice::from_ref(&slot), said);
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

#[test]
fn the_end_of_a_list_is_no_dish() {
    let menu = taqueria();
    let kinds = [SlotKind::Items, SlotKind::Term];
    let slots = kinds.map(|kind| SlotSpec {
        name: "it",
        kind,
        vocabulary: Some(&menu),
    });
    for said in [
        "that's all",
        "that's all, thanks",
        "that will be it",
        "nothing else",
        "I'm done",
        "eso es todo",
        "nada más",
        "sería todo, gracias",
    ] {
        for (language, slot) in [Language::Es, Language::En]
            .into_iter()
            .flat_map(|language| slots.iter().map(move |slot| (language, slot)))
        {
            let case = Case {
                language,
                awaiting: Some("it"),
                ..ES()
            };
            let reading = read(&case, std::slice::from_ref(slot), said);
            assert_eq!(reading, SlotReading::default(), "{said}");
        }
    }
}
