//! Orders that are changed: what is taken away, swapped, kept alone, done otherwise, or not on the menu.

use serde_json::{Value, json};

use super::{Case, ES, read, term};
use crate::{Language, SlotKind, SlotReading, SlotSpec, Vocabulary};

fn menu() -> Vocabulary {
    Vocabulary::new(vec![
        term("mole", "mole poblano con pollo", &["mole", "chicken mole"]),
        term(
            "arrachera",
            "arrachera a la parrilla",
            &["arrachera", "steak", "skirt steak"],
        ),
        term(
            "hamburguesa",
            "hamburguesa de la casa",
            &["hamburguesa", "burger"],
        ),
        term("guacamole", "guacamole con totopos", &["guacamole"]),
        term("flan", "flan napolitano", &["flan"]),
        term("coca", "refresco", &["coca", "coke"]),
        term(
            "pastor",
            "tacos al pastor",
            &["al pastor", "pastor", "taco al pastor"],
        ),
        term("suadero", "tacos de suadero", &["suadero", "taco de suadero"]),
    ])
}

fn reading(said: &str, known: &Value, language: Language) -> SlotReading {
    let menu = menu();
    let slot = SlotSpec {
        name: "it",
        kind: SlotKind::Items,
        vocabulary: Some(&menu),
    };
    let known = match known.as_array() {
        Some(lines) if lines.is_empty() => json!({}),
        _ => json!({ "it": known }),
    };
    let case = Case {
        known,
        language,
        ..ES()
    };
    read(&case, std::slice::from_ref(&slot), said)
}

/// "2 mole, 1 flan (sin nuez)"; "nothing" where nothing was read.
fn told(reading: &SlotReading) -> String {
    let Some(value) = reading.values.first() else {
        return "nothing".to_owned();
    };
    let lines = value.value.as_array().unwrap().iter().map(|line| {
        let note = line["modifications"].as_str();
        let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
        format!(
            "{} {}{note}",
            line["quantity"],
            line["menu_item_id"].as_str().unwrap()
        )
    });
    lines.collect::<Vec<_>>().join(", ")
}

fn known(lines: &str) -> Value {
    let lines = lines.split(", ").filter(|line| !line.is_empty()).map(|line| {
        let (quantity, id) = line.split_once(' ').unwrap();
        json!({"menu_item_id": id, "quantity": quantity.parse::<u32>().unwrap()})
    });
    lines.collect()
}

fn check(before: &str, table: &[(&str, &str)]) {
    check_in(Language::Es, before, table);
}

fn check_in(language: Language, before: &str, table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(said, expected)| {
            let read = told(&reading(said, &known(before), language));
            (read != *expected).then(|| format!("{said}: {read}, not {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "with {before}:\n{}", wrong.join("\n"));
}

#[test]
fn only_this_replaces_the_rest() {
    check(
        "1 mole, 1 flan",
        &[
            ("nada más el mole", "1 mole"),
            ("nada más un mole", "1 mole"),
            ("solo el mole", "1 mole"),
            ("sólo quiero el mole, por favor", "1 mole"),
            ("nomás el mole y una coca", "1 mole, 1 coca"),
            // Another number of what is there takes nothing else away.
            ("solamente dos moles", "2 mole, 1 flan"),
            ("mejor nada más el mole", "1 mole"),
            ("quédate con el mole", "1 mole"),
            ("me quedo nada más con el flan", "1 flan"),
            ("quita todo menos el mole", "1 mole"),
            ("el mole nada más", "1 mole"),
            ("quiero el mole y ya", "1 mole"),
            ("no, solo va a ser el mole", "1 mole"),
            ("que sea nada más el mole", "1 mole"),
            ("únicamente la coca", "1 coca"),
            // Nothing of the rest is touched by these.
            ("nada más agrega una coca", "1 mole, 1 flan, 1 coca"),
            ("nada más quita el flan", "1 mole"),
            ("nada más", "nothing"),
            ("nada más, gracias", "nothing"),
            ("solo una coca más", "1 mole, 1 flan, 1 coca"),
            ("nada más también una coca", "1 mole, 1 flan, 1 coca"),
            ("y una coca, nada más", "1 mole, 1 flan, 1 coca"),
        ],
    );
    check(
        "3 mole, 1 flan",
        &[
            ("nada más los moles", "3 mole"),
            ("solo los moles sin arroz", "3 mole (sin arroz)"),
        ],
    );
    check("3 mole", &[("nada más dos", "2 mole"), ("solo uno", "1 mole")]);
    check_in(
        Language::En,
        "1 arrachera, 2 flan",
        &[
            ("just the steak", "1 arrachera"),
            ("only the steak please", "1 arrachera"),
            ("I only want the steak", "1 arrachera"),
            ("just one flan", "1 arrachera, 1 flan"),
            ("nothing but the steak", "1 arrachera"),
            ("keep only the steak", "1 arrachera"),
            ("remove everything but the steak", "1 arrachera"),
            ("actually just the flans", "2 flan"),
            ("the steak only", "1 arrachera"),
            ("no, just a burger", "1 hamburguesa"),
            ("just add a coke", "1 arrachera, 2 flan, 1 coca"),
            ("just one more flan", "1 arrachera, 3 flan"),
            ("just remove the steak", "2 flan"),
        ],
    );
}

#[test]
fn what_is_taken_away_goes() {
    check(
        "1 mole, 2 flan, 1 coca",
        &[
            ("quita el flan", "1 mole, 1 coca"),
            ("no quiero el flan", "1 mole, 1 coca"),
            ("ya no quiero la coca", "1 mole, 2 flan"),
            ("sin flan", "1 mole, 1 coca"),
            ("mejor sin el flan", "1 mole, 1 coca"),
            ("el flan no", "1 mole, 1 coca"),
            ("la coca ya no", "1 mole, 2 flan"),
            ("la coca quítamela", "1 mole, 2 flan"),
            ("olvida la coca", "1 mole, 2 flan"),
            ("no me pongas la coca", "1 mole, 2 flan"),
            ("todo menos el flan", "1 mole, 1 coca"),
            ("quita un flan", "1 mole, 1 flan, 1 coca"),
            ("quítale los flanes y la coca", "1 mole"),
            ("saca la coca, por favor", "1 mole, 2 flan"),
            ("retira el mole", "2 flan, 1 coca"),
            // What is not there cannot be taken away, and so nothing was said.
            ("quita la hamburguesa", "nothing"),
        ],
    );
    check_in(
        Language::En,
        "1 arrachera, 1 flan",
        &[
            ("scratch the steak and add two flans", "3 flan"),
            ("remove the steak", "1 flan"),
            ("take off the flan", "1 arrachera"),
            ("take out the flan please", "1 arrachera"),
            ("no flan", "1 arrachera"),
            ("I don't want the flan", "1 arrachera"),
            ("skip the flan", "1 arrachera"),
            ("forget the flan", "1 arrachera"),
            ("leave out the flan", "1 arrachera"),
            ("without the flan", "1 arrachera"),
            ("get rid of the steak", "1 flan"),
            ("drop the flan and the steak", ""),
            ("lose the flan", "1 arrachera"),
            ("hold the flan", "1 arrachera"),
        ],
    );
}

#[test]
fn one_thing_takes_the_place_of_another() {
    check(
        "1 mole, 1 flan",
        &[
            ("cambia el mole por una arrachera", "1 flan, 1 arrachera"),
            ("cámbiame el flan por dos cocas", "1 mole, 2 coca"),
            ("mejor una arrachera en vez del mole", "1 flan, 1 arrachera"),
            ("en lugar del flan una coca", "1 mole, 1 coca"),
            ("en vez de mole quiero arrachera", "1 flan, 1 arrachera"),
            ("sustituye el flan por una coca", "1 mole, 1 coca"),
            ("reemplaza el mole por una hamburguesa", "1 flan, 1 hamburguesa"),
            ("el flan no, mejor una coca", "1 mole, 1 coca"),
            ("quita el flan y ponme una coca", "1 mole, 1 coca"),
            (
                "ya no quiero el mole, quiero una arrachera",
                "1 flan, 1 arrachera",
            ),
            ("no quiero flan sino una coca", "1 mole, 1 coca"),
        ],
    );
    check_in(
        Language::En,
        "1 arrachera, 1 flan",
        &[
            ("swap the steak for a burger", "1 flan, 1 hamburguesa"),
            ("change the flan to a coke", "1 arrachera, 1 coca"),
            ("replace the steak with two burgers", "1 flan, 2 hamburguesa"),
            ("switch the flan for a coke", "1 arrachera, 1 coca"),
            ("a burger instead of the steak", "1 flan, 1 hamburguesa"),
            ("instead of the flan, a coke", "1 arrachera, 1 coca"),
            ("I'd rather have a burger than the steak", "1 flan, 1 hamburguesa"),
        ],
    );
}

#[test]
fn each_is_done_as_it_is_wanted() {
    check(
        "",
        &[
            (
                "una arrachera término medio y otra bien cocida",
                "1 arrachera (término medio), 1 arrachera (bien cocida)",
            ),
            (
                "dos arracheras, una término medio y otra bien cocida",
                "1 arrachera (bien cocida), 1 arrachera (término medio)",
            ),
            (
                "dos arracheras, una tres cuartos y la otra bien asada",
                "1 arrachera (bien asada), 1 arrachera (tres cuartos)",
            ),
            (
                "una hamburguesa sin cebolla ni jitomate",
                "1 hamburguesa (sin cebolla ni jitomate)",
            ),
            (
                "una hamburguesa sin cebolla y jitomate",
                "1 hamburguesa (sin cebolla y jitomate)",
            ),
            (
                "una hamburguesa sin cebolla, con extra queso",
                "1 hamburguesa (sin cebolla, con extra queso)",
            ),
            (
                "una hamburguesa con tocino y una coca",
                "1 hamburguesa (con tocino), 1 coca",
            ),
            ("una hamburguesa sin guacamole", "1 hamburguesa (sin guacamole)"),
            ("una coca bien fría y un flan", "1 coca (bien fría), 1 flan"),
            ("un mole con la salsa aparte", "1 mole (con la salsa aparte)"),
            (
                "un mole sin arroz y un flan sin nuez",
                "1 mole (sin arroz), 1 flan (sin nuez)",
            ),
            ("un mole lo quiero sin arroz", "1 mole (sin arroz)"),
            ("un mole con tarjeta", "1 mole"),
            ("un flan con un mole", "1 flan, 1 mole"),
            ("dos tacos al pastor y una coca", "2 pastor, 1 coca"),
        ],
    );
}

#[test]
fn what_is_there_is_wanted_otherwise() {
    check(
        "3 mole",
        &[
            ("uno sin arroz", "2 mole, 1 mole (sin arroz)"),
            ("que uno sea sin arroz", "2 mole, 1 mole (sin arroz)"),
            ("todos sin arroz", "3 mole (sin arroz)"),
            ("sin arroz", "3 mole (sin arroz)"),
            ("dos con extra ajonjolí", "1 mole, 2 mole (con extra ajonjolí)"),
            // Courtesies are no notes.
            ("sí, sin problema", "nothing"),
            ("con gusto", "nothing"),
            ("sí, con todo gusto", "nothing"),
            ("sin falta", "nothing"),
        ],
    );
}

#[test]
fn each_is_done_as_it_is_wanted_in_english() {
    check_in(
        Language::En,
        "",
        &[
            ("a steak medium rare", "1 arrachera (medium rare)"),
            ("a burger with no onions", "1 hamburguesa (with no onions)"),
            (
                "a burger with no onions, extra cheese",
                "1 hamburguesa (with no onions, extra cheese)",
            ),
            ("a steak well done and a coke", "1 arrachera (well done), 1 coca"),
            (
                "two steaks, one medium rare and one well done",
                "1 arrachera (well done), 1 arrachera (medium rare)",
            ),
            ("a burger, hold the onions", "1 hamburguesa (hold the onions)"),
            (
                "a burger with extra cheese for pickup",
                "1 hamburguesa (with extra cheese)",
            ),
            (
                "a burger without tomato or lettuce",
                "1 hamburguesa (without tomato or lettuce)",
            ),
            (
                "a steak with the sauce on the side",
                "1 arrachera (with the sauce on the side)",
            ),
            (
                "a steak rare and another one well done",
                "1 arrachera (rare), 1 arrachera (well done)",
            ),
            ("a steak with a coke", "1 arrachera, 1 coca"),
            ("a burger no thanks", "1 hamburguesa"),
        ],
    );
}

#[test]
fn measures_are_counted_and_what_may_be_several_keeps_its_number() {
    check(
        "",
        &[
            ("dos órdenes de tacos al pastor", "2 pastor"),
            ("3 órdenes de suadero y una coca", "3 suadero, 1 coca"),
            ("12 tacos al pastors", "12 pastor"),
            ("1 tacos de suadero", "1 suadero"),
        ],
    );
    let read = reading("500 flanes", &json!([]), Language::Es);
    assert_eq!(read.problems[0].kind, crate::ProblemKind::OutOfRange);
    let read = reading("dos órdenes de tacos y un flan", &json!([]), Language::Es);
    assert_eq!(told(&read), "1 flan", "what is clear is taken");
    let of = |id: &str| json!([{"menu_item_id": id, "quantity": 2}, {"menu_item_id": "flan", "quantity": 1}]);
    assert_eq!(
        read.problems[0].kind,
        crate::ProblemKind::Ambiguous(vec![of("pastor"), of("suadero")])
    );
}

#[test]
fn a_dish_that_is_not_on_the_menu_is_told() {
    let missing = |before: &str, said: &str| {
        let read = reading(said, &known(before), Language::Es);
        read.problems.first().map(|problem| problem.said.clone())
    };
    for (said, dish) in [
        ("quiero pedir una pizza y un flan", "pizza"),
        ("quiero pedir una pizza", "pizza"),
        (
            "quisiera ordenar dos pizzas hawaianas y un mole",
            "pizzas hawaianas",
        ),
        ("un flan y una pizza", "pizza"),
        ("un flan y pizza", "pizza"),
        ("quiero pizza y un flan", "pizza"),
        ("me das unas papas y un mole", "papas"),
        ("un mole, una sopa de fideo y una coca", "sopa de fideo"),
        ("mándame un mole con unas quesadillas", "quesadillas"),
        ("me gustaría encargar una lasaña", "lasaña"),
        ("un mole y ensalada para recoger", "ensalada"),
    ] {
        assert_eq!(missing("", said).as_deref(), Some(dish), "{said}");
    }
    assert_eq!(
        missing("1 mole", "agrega una pizza y un flan").as_deref(),
        Some("pizza")
    );
    for said in [
        "un flan y gracias",
        "un flan y rápido",
        "quiero hacer un pedido",
        "quiero pedir algo de comer",
        "quiero pedir una mesa",
        "un flan y la cuenta",
        "un mole y pago con tarjeta",
        "quiero pedir un favor",
        "un flan para llevar y ya",
        "dos moles y un taxi",
        "un mole y nada más",
        "quiero ordenar un mole para dos personas",
    ] {
        assert_eq!(missing("", said), None, "{said}");
    }
}
