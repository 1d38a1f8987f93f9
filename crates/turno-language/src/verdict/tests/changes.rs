//! A change carries its new values, and only those.

use serde_json::{Value, json};

use super::read;
use crate::Act::{Book, Order};
use crate::Language::{En, Es};
use crate::{Act, Language, Verdict};

/// The values of a change, by slot.
fn changes(language: Language, act: Act, utterance: &str) -> Value {
    let reading = read(language, act, utterance);
    assert_eq!(reading.verdict, Verdict::Change, "{utterance}");
    let values = reading.changes.values.into_iter();
    Value::Object(values.map(|value| (value.slot, value.value)).collect())
}

fn check(language: Language, act: Act, cases: &[(&str, Value)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(utterance, expected)| (utterance, changes(language, act, utterance), expected))
        .filter(|(_, read, expected)| read != *expected)
        .map(|(utterance, read, expected)| format!("{utterance}: {read}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_booking_takes_its_new_values() {
    check(
        Es,
        Book,
        &[
            (
                "no, mejor a las 9 y somos 5",
                json!({"time": "21:00", "party_size": 5}),
            ),
            (
                "no mejor a las 9 de la noche y somos cinco",
                json!({"time": "21:00", "party_size": 5}),
            ),
            ("a nombre de Laura, no de Juan", json!({"customer_name": "Laura"})),
            (
                "sí pero a nombre de Laura Gómez",
                json!({"customer_name": "Laura Gómez"}),
            ),
            ("una hora después", json!({"time": "21:00"})),
            ("media hora antes", json!({"time": "19:30"})),
            ("no, una hora más tarde", json!({"time": "21:00"})),
            ("el sábado no, el domingo", json!({"date": "2026-01-25"})),
            ("el viernes no, el sábado", json!({"date": "2026-01-24"})),
            ("no el viernes, el sábado", json!({"date": "2026-01-24"})),
            ("somos 6, no 4", json!({"party_size": 6})),
            ("sí, el viernes pero para 6", json!({"party_size": 6})),
            ("quiero cambiar la hora", json!({})),
            ("sí, en la terraza", json!({})),
            ("sí, uno más", json!({"party_size": 5})),
            ("sí, más un bebé", json!({"party_size": 5})),
            ("agrega dos personas", json!({"party_size": 6})),
            ("uno menos", json!({"party_size": 3})),
            ("sí pero mi suegra no viene", json!({"party_size": 3})),
            ("somos dos más", json!({"party_size": 6})),
            ("sí, llevamos dos niños", json!({})),
        ],
    );
    check(
        En,
        Book,
        &[
            (
                "no, make it 9 pm and we are 5",
                json!({"time": "21:00", "party_size": 5}),
            ),
            ("yes, but on Saturday", json!({"date": "2026-01-24"})),
            ("one hour later", json!({"time": "21:00"})),
            (
                "under the name Laura, not Juan",
                json!({"customer_name": "Laura"}),
            ),
        ],
    );
}

#[test]
fn an_order_takes_its_new_list() {
    let pastor = || json!({"menu_item_id": "pastor", "quantity": 2});
    let jamaica = || json!({"menu_item_id": "jamaica", "quantity": 1});
    let list = |items: &[Value]| json!({"items": items});
    check(
        Es,
        Order,
        &[
            ("quita el agua", list(&[pastor()])),
            ("no quiero el agua", list(&[pastor()])),
            ("ya no quiero el agua de jamaica", list(&[pastor()])),
            ("sí, pero quita la jamaica", list(&[pastor()])),
            (
                "sí y un flan",
                list(&[
                    pastor(),
                    jamaica(),
                    json!({"menu_item_id": "flan", "quantity": 1}),
                ]),
            ),
            (
                "mejor tres tacos al pastor",
                list(&[json!({"menu_item_id": "pastor", "quantity": 3}), jamaica()]),
            ),
        ],
    );
}

#[test]
fn yes_with_another_friday_than_the_one_asked_is_none() {
    let values = serde_json::from_value(json!({"date": "2026-01-30", "time": "20:00"})).unwrap();
    for (language, said) in [
        (En, "yes, next Friday"),
        (En, "yes this Friday"),
        (Es, "sí, este viernes"),
    ] {
        let reading = super::read_call(language, Book, super::APPOINTMENT, &values, said);
        assert_ne!(reading.verdict, Verdict::Yes, "{said}");
    }
}

/// Two tacos are asked for, to Reforma 10.
#[test]
fn another_address_takes_the_place_of_the_one_that_was_asked() {
    let to = |address: &str| json!({"address": address});
    check(
        Es,
        Order,
        &[
            ("sí, pero a Durango 100, Roma", to("Durango 100, Roma")),
            ("sí, a Durango 100", to("Durango 100")),
            ("sí pero a durango 100", to("durango 100")),
            ("mejor a Álvaro Obregón 20", to("Álvaro Obregón 20")),
            ("sí, mándalo a Insurgentes Sur 300", to("Insurgentes Sur 300")),
            ("no, a la calle Jalapa 45", to("calle Jalapa 45")),
            ("sí, pero a Los Pinos 12, Narvarte", to("Los Pinos 12, Narvarte")),
            ("no, a Reforma 1", to("Reforma 1")),
        ],
    );
    check(
        En,
        Order,
        &[
            ("yes, but to Durango 100", to("Durango 100")),
            ("no, send it to Jalapa 45", to("Jalapa 45")),
        ],
    );
    for utterance in ["sí, a Reforma 10", "sí, mándalo a Reforma 10"] {
        assert_eq!(read(Es, Order, utterance).verdict, Verdict::Yes, "{utterance}");
    }
}
