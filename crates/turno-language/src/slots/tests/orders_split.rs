//! Sums that are split into their parts, and what is said of a number that was there.

use serde_json::{Value, json};

use super::{Case, EN, ES, read, term};
use crate::{Language, ProblemKind, SlotKind, SlotSpec, Vocabulary};

fn menu() -> Vocabulary {
    Vocabulary::new(vec![
        term(
            "pastor",
            "tacos al pastor",
            &["al pastor", "pastor", "taco al pastor"],
        ),
        term("suadero", "tacos de suadero", &["suadero", "taco de suadero"]),
        term("hongos", "tacos de hongos", &["taco de hongos", "mushroom taco"]),
        term(
            "jamaica",
            "agua de jamaica",
            &["jamaica", "hibiscus", "hibiscus water"],
        ),
        term("horchata", "agua de horchata", &["horchata", "rice water"]),
        term(
            "hamburguesa",
            "hamburguesa de la casa",
            &["hamburguesa", "burger"],
        ),
        term("refresco", "refresco", &["coca", "soda"]),
        term("flan", "flan napolitano", &["flan"]),
        term("guacamole", "guacamole con totopos", &["guacamole"]),
        term("cerveza", "cerveza", &["beer"]),
    ])
}

/// "2 pastor, 1 flan", with "asks: …" behind it where a question is left.
fn told(language: Language, before: &str, said: &str) -> String {
    let menu = menu();
    let slot = SlotSpec {
        name: "it",
        kind: SlotKind::Items,
        vocabulary: Some(&menu),
    };
    let lines = before.split(", ").filter(|line| !line.is_empty()).map(|line| {
        let (quantity, id) = line.split_once(' ').unwrap();
        json!({"menu_item_id": id, "quantity": quantity.parse::<u32>().unwrap()})
    });
    let known = match lines.collect::<Vec<_>>() {
        lines if lines.is_empty() => json!({}),
        lines => json!({ "it": lines }),
    };
    let case = if language == Language::Es { ES() } else { EN() };
    let case = Case { known, ..case };
    let reading = read(&case, std::slice::from_ref(&slot), said);
    let list = |value: &Value| {
        let lines = value.as_array().into_iter().flatten();
        let lines =
            lines.map(|line| format!("{} {}", line["quantity"], line["menu_item_id"].as_str().unwrap()));
        lines.collect::<Vec<_>>().join(", ")
    };
    let mut told: Vec<String> = reading
        .values
        .first()
        .map(|read| list(&read.value))
        .into_iter()
        .collect();
    if let Some(problem) = reading.problems.first() {
        told.push(match &problem.kind {
            ProblemKind::Ambiguous(values) => {
                format!(
                    "asks {}",
                    values.iter().map(list).collect::<Vec<_>>().join(" or ")
                )
            }
            other @ (ProblemKind::Impossible
            | ProblemKind::Past
            | ProblemKind::Vague
            | ProblemKind::OutOfRange
            | ProblemKind::Unknown(_)) => format!("{other:?}"),
        });
    }
    told.join("; ")
}

fn check(language: Language, table: &[(&str, &str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(before, said, expected)| {
            let told = told(language, before, said);
            (told != *expected).then(|| format!("{said} (of {before}): {told}, not {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_sum_that_is_split_is_its_parts() {
    check(
        Language::Es,
        &[
            (
                "",
                "quiero cuatro órdenes de tacos dos de pastor y dos de hongos para recoger",
                "2 pastor, 2 hongos",
            ),
            (
                "",
                "quiero dos tacos, uno de pastor y uno de suadero",
                "1 pastor, 1 suadero",
            ),
            (
                "",
                "tres aguas dos de horchata y una de jamaica y una hamburguesa",
                "2 horchata, 1 jamaica, 1 hamburguesa",
            ),
            (
                "",
                "dos aguas una de jamaica y otra de horchata",
                "1 jamaica, 1 horchata",
            ),
            (
                "",
                "tres tacos: uno de pastor, uno de hongos y uno de suadero",
                "1 pastor, 1 hongos, 1 suadero",
            ),
            (
                "",
                "cuatro tacos, mitad de pastor y mitad de hongos",
                "2 pastor, 2 hongos",
            ),
            (
                "",
                "cinco tacos, dos de pastor y el resto de suadero",
                "2 pastor, 3 suadero",
            ),
            ("", "tacos, dos de pastor y tres de hongos", "2 pastor, 3 hongos"),
            (
                "1 flan",
                "y cuatro tacos, tres de pastor y uno de hongos",
                "1 flan, 3 pastor, 1 hongos",
            ),
        ],
    );
    check(
        Language::En,
        &[
            (
                "",
                "four tacos two al pastor and two mushroom and two beers to go",
                "2 pastor, 2 hongos, 2 cerveza",
            ),
            (
                "",
                "2 waters, one hibiscus and one horchata",
                "1 jamaica, 1 horchata",
            ),
        ],
    );
}

#[test]
fn parts_that_do_not_add_up_are_asked_about() {
    check(
        Language::Es,
        &[
            (
                "",
                "tres tacos, uno de pastor y uno de suadero",
                "1 pastor, 1 suadero; asks 1 pastor, 1 suadero",
            ),
            (
                "",
                "quiero dos tacos, dos de pastor y uno de hongos",
                "2 pastor, 1 hongos; asks 2 pastor, 1 hongos",
            ),
        ],
    );
}

#[test]
fn a_new_number_takes_nothing_else_away() {
    check(
        Language::Es,
        &[
            (
                "2 pastor, 3 refresco",
                "sí pero nada más dos refrescos",
                "2 pastor, 2 refresco",
            ),
            (
                "2 pastor, 3 refresco",
                "un refresco menos",
                "2 pastor, 2 refresco",
            ),
            ("3 refresco", "dos refrescos de menos", "1 refresco"),
            (
                "2 pastor, 1 flan",
                "sí pero que sean tres tacos",
                "3 pastor, 1 flan",
            ),
            ("1 flan", "agrégale otro", "2 flan"),
            ("1 pastor, 1 flan", "agrégale otro por favor", "1 pastor, 2 flan"),
            ("1 flan", "otro flan", "2 flan"),
            ("", "un guacamole, un flan, un guacamole", "2 guacamole, 1 flan"),
            ("", "un flan, un guacamole, no, dos flanes", "2 flan, 1 guacamole"),
            ("", "2 d pastor", "2 pastor"),
            ("", "dos flanes bueno no mejor uno", "1 flan"),
        ],
    );
    check(
        Language::En,
        &[
            (
                "2 pastor, 1 guacamole, 3 refresco",
                "yes only one guacamole and two sodas",
                "2 pastor, 1 guacamole, 2 refresco",
            ),
            ("3 refresco", "one less soda", "2 refresco"),
            ("2 pastor, 1 flan", "yes but three tacos", "3 pastor, 1 flan"),
        ],
    );
}

#[test]
fn only_whole_ones_can_be_had() {
    check(
        Language::Es,
        &[
            ("", "quiero media orden de tacos al pastor", "asks 1 pastor"),
            (
                "",
                "una orden y media de tacos al pastor",
                "asks 1 pastor or 2 pastor",
            ),
            (
                "",
                "un flan y media orden de guacamole",
                "1 flan, 1 guacamole; asks 1 flan, 1 guacamole",
            ),
        ],
    );
    check(
        Language::En,
        &[("", "half an order of tacos al pastor", "asks 1 pastor")],
    );
}

#[test]
fn what_is_asked_for_by_a_part_of_its_name_is_asked_about() {
    check(
        Language::Es,
        &[(
            "",
            "quiero los tacos y dos flanes",
            "2 flan; asks 1 pastor, 2 flan or 1 suadero, 2 flan or 1 hongos, 2 flan",
        )],
    );
}
