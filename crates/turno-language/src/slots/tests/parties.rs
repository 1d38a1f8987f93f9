//! Who comes along, and who comes too or stays away once a party is known.

use serde_json::{Value, json};

use super::{Case, EN, ES, check};

fn sizes(rows: &[(&'static str, u32)]) -> Vec<(&'static str, Value)> {
    let row = |(said, value): &(&'static str, u32)| (*said, json!({"party": value}));
    rows.iter().map(row).collect()
}

fn four(case: Case<'static>) -> Case<'static> {
    Case {
        known: json!({"party": 4}),
        ..case
    }
}

fn asked(case: Case<'static>) -> Case<'static> {
    Case {
        awaiting: Some("party"),
        ..case
    }
}

fn either(low: u32, high: u32) -> Value {
    json!({"party": {"!": {"ambiguous": [low, high]}}})
}

#[test]
fn who_comes_too_is_added() {
    check(
        &four(ES()),
        &sizes(&[
            ("sí, más un bebé", 5),
            ("agrega dos personas", 6),
            ("agrégale dos", 6),
            ("agréguele otra persona", 5),
            ("súmale uno", 5),
            ("añade a mi suegra", 5),
            ("agrega a dos niños", 6),
            ("agrega un lugar más", 5),
            ("somos dos más", 6),
            ("seríamos uno más", 5),
            ("uno más", 5),
            ("dos más por favor", 6),
            ("una persona más", 5),
            ("dos personas más", 6),
            ("otras dos personas", 6),
            ("otros dos", 6),
            ("otro niño", 5),
            ("se suman dos", 6),
            ("se nos une uno más", 5),
            ("me faltó contar a mi suegra", 5),
            ("nos faltó una persona", 5),
            ("mi suegra también viene", 5),
            ("también va mi hermano", 5),
            ("vienen dos personas más", 6),
            ("más un bebé y más mi suegra", 6),
            ("agrega dos adultos y un niño", 7),
            ("añade a mi suegra y a mi cuñado", 6),
            ("dos más y uno menos", 5),
            ("agrega dos personas, serían 6", 6),
            ("más dos niños", 6),
            ("aumenta a 6", 6),
            ("ponle 6 personas", 6),
            ("ponle dos personas más", 6),
        ]),
    );
    check(
        &four(EN()),
        &sizes(&[
            ("yes one more person", 5),
            ("add two more", 6),
            ("add one more person", 5),
            ("add a person", 5),
            ("plus one", 5),
            ("plus a baby", 5),
            ("plus two kids", 6),
            ("add two adults and a child", 7),
            ("add my sister and my brother", 6),
            ("add 2 people", 6),
            ("another person", 5),
            ("another two", 6),
            ("two more people", 6),
            ("two extra guests", 6),
            ("one more is coming", 5),
            ("my mother in law is coming too", 5),
            ("add my sister", 5),
            ("an additional guest", 5),
            ("I forgot my son", 5),
            ("make it one more", 5),
            ("we need another seat", 5),
        ]),
    );
}

#[test]
fn who_stays_away_is_taken_off() {
    check(
        &four(ES()),
        &sizes(&[
            ("uno menos", 3),
            ("una persona menos", 3),
            ("somos dos menos", 2),
            ("quita uno", 3),
            ("quítale dos", 2),
            ("quita una persona", 3),
            ("menos uno", 3),
            ("mi suegra no viene", 3),
            ("mi esposa ya no viene", 3),
            ("dos ya no van", 2),
            ("dos no pueden ir", 2),
            ("quita a mi hermano", 3),
            ("quita a dos", 2),
            ("ya no viene uno", 3),
            ("no van a venir dos", 2),
            ("ya no va mi suegra", 3),
        ]),
    );
    check(
        &four(EN()),
        &sizes(&[
            ("one less", 3),
            ("we'll be one short", 3),
            ("one fewer", 3),
            ("one person less", 3),
            ("one less person", 3),
            ("minus one", 3),
            ("take off two people", 2),
            ("remove one person", 3),
            ("my wife isn't coming", 3),
            ("two of us can't make it", 2),
            ("my brother can't make it", 3),
        ]),
    );
    check(
        &four(ES()),
        &[("cuatro menos", json!({"party": {"!": "out_of_range"}}))],
    );
}

/// They may be of the four, or beside them; they never are the party.
#[test]
fn children_never_take_the_place_of_a_party() {
    let cases = [
        ("sí, llevamos dos niños", 6),
        ("tenemos 2 hijos", 6),
        ("sí, y un bebé", 5),
        ("vamos con dos niños", 6),
        ("con un bebé", 5),
        ("hay tres niños", 7),
    ];
    let rows: Vec<_> = cases
        .iter()
        .map(|(said, high)| (*said, either(4, *high)))
        .collect();
    check(&four(ES()), &rows);
    let cases = [
        ("yes, we have 2 kids", 6),
        ("we have two children", 6),
        ("yes, and a baby", 5),
        ("we have a toddler", 5),
        ("we're bringing 2 kids", 6),
    ];
    let rows: Vec<_> = cases
        .iter()
        .map(|(said, high)| (*said, either(4, *high)))
        .collect();
    check(&four(EN()), &rows);
    let nothing = [
        "una silla alta para un bebé",
        "silla para bebé",
        "dos periqueras",
        "con menú para dos niños",
        "es el cumpleaños de un niño",
    ];
    for said in nothing {
        check(&four(ES()), &[(said, json!({}))]);
        check(&ES(), &[(said, json!({}))]);
    }
    for said in [
        "a high chair for one baby",
        "two high chairs",
        "a seat for 1 toddler",
    ] {
        check(&four(EN()), &[(said, json!({}))]);
    }
    // Where nothing is known yet, the party is still to be told.
    for said in ["llevamos dos niños", "tengo 2 hijos"] {
        check(&ES(), &[(said, json!({}))]);
    }
}

#[test]
fn a_party_is_the_couple_the_relatives_and_oneself() {
    check(
        &asked(ES()),
        &sizes(&[
            ("una pareja y dos niños", 4),
            ("con mi esposa y mis 2 hijos", 4),
            ("voy con mi esposa y mis dos hijos", 4),
            ("con mi novia", 2),
            ("mi novia y yo", 2),
            ("somos cuatro más mi suegra", 5),
            ("somos cuatro y mi suegra", 5),
            ("4, ah no, 5 con el bebé", 5),
            ("cuatro ah no cinco con el bebé", 5),
            ("dos parejas y un bebé", 5),
            ("una pareja con un bebé", 3),
            ("familia de 5 con un bebé", 5),
            ("una familia de cinco", 5),
            ("somos 6 contando a los niños", 6),
            ("5 con el bebé", 5),
            ("4 y el bebé", 5),
            ("somos 8, dos son niños", 8),
            ("6 incluyendo dos niños", 6),
            ("4 sin contar al bebé", 5),
            ("yo y tres amigos", 4),
            ("con tres amigos", 4),
            ("mi esposo, nuestros dos hijos y yo", 4),
            ("mis papás y yo", 3),
            ("mi novia y yo y otra pareja", 4),
            ("mi esposo y yo y dos parejas", 6),
            ("solo yo", 1),
            ("solo", 1),
            ("para mí", 1),
            ("yo nada más", 1),
            ("nosotros cuatro", 4),
            ("los dos", 2),
        ]),
    );
    check(
        &asked(EN()),
        &sizes(&[
            ("my husband, our two kids and me", 4),
            ("two couples and a baby", 5),
            ("just me", 1),
            ("just me and my wife", 2),
            ("me and three friends", 4),
            ("a couple with a baby", 3),
            ("a couple", 2),
            ("a family of five", 5),
            ("family of 4 with a baby", 4),
            ("with my wife and two kids", 4),
            ("five with the baby", 5),
            ("six including the kids", 6),
            ("six, two of them kids", 6),
            ("four plus my mother in law", 5),
            ("me, my wife and our 3 kids", 5),
            ("myself", 1),
            ("my parents and I", 3),
        ]),
    );
}

/// Whoever is only talked to, or has something, does not come along.
#[test]
fn who_is_only_mentioned_is_no_party() {
    for said in [
        "tengo que hablar con mi esposa",
        "déjame checar con mi esposa",
        "con mi esposa y mis hijos",
        "mi esposa y mis hijos vienen",
        "una hora más tarde",
        "más o menos",
        "quiero hablar con otra persona",
        "una pregunta más",
        "me faltó una cosa",
        "es para la fiesta de mi hija",
    ] {
        check(&ES(), &[(said, json!({}))]);
    }
    check(
        &four(ES()),
        &[
            ("otra persona", json!({})),
            ("dos personas son veganas", json!({})),
            ("una persona es alérgica", json!({})),
            ("2 personas vegetarianas", json!({})),
            ("una pregunta más", json!({})),
            ("agrega un flan", json!({})),
            ("quita el flan", json!({})),
            ("más o menos", json!({})),
            ("somos 4 y mi esposa es alérgica", json!({"party": 4})),
        ],
    );
    for said in [
        "one more question",
        "one of us is vegetarian",
        "two people are vegan",
        "two guests have allergies",
        "add a flan",
        "two more minutes",
        "one more thing",
        "I need to ask my wife",
        "can I take a pet with me?",
    ] {
        check(&four(EN()), &[(said, json!({}))]);
    }
}

/// At the question for the hour.
#[test]
fn people_at_the_question_for_the_hour() {
    let at_hour = |case: Case<'static>| Case {
        awaiting: Some("time"),
        ..case
    };
    check(
        &at_hour(ES()),
        &[
            ("para 4", json!({"party": 4})),
            ("para cuatro", json!({"party": 4})),
            ("para las 4", json!({"time": "16:00"})),
            ("4", json!({"time": "16:00"})),
            ("a las 8, para 4", json!({"time": "20:00", "party": 4})),
            ("para 8:30", json!({"time": "20:30"})),
        ],
    );
    check(
        &at_hour(four(ES())),
        &[
            ("para 4", json!({"party": 4})),
            ("para las 4", json!({"time": "16:00"})),
        ],
    );
    check(
        &at_hour(EN()),
        &[
            ("for 4", json!({"party": 4})),
            ("for 4 pm", json!({"time": "16:00"})),
        ],
    );
    check(&at_hour(four(EN())), &[("for 7", json!({"time": "19:00"}))]);
}
