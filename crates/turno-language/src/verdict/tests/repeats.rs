//! A yes that repeats the question: its sum, its day, its name, its act. What looks like one and says another thing is none.

use serde_json::json;

use super::read_beside;
use crate::Language::{self, En, Es};
use crate::{Act, SlotKind, Sums, Verdict};

/// The holder is Juan Pérez, on Friday the 23rd at 10.
const VISIT: &[(&str, SlotKind)] = &[
    ("date", SlotKind::Date),
    ("time", SlotKind::Time),
    ("customer_name", SlotKind::PersonName),
];

/// Two tacos of 90 and a water, to be picked up.
const ORDER: &[(&str, SlotKind)] = &[
    ("items", SlotKind::Items),
    ("order_type", SlotKind::Term),
    ("customer_name", SlotKind::PersonName),
];

fn verdict(language: Language, act: Act, units: &[i64], utterance: &str) -> Verdict {
    let (slots, values) = match act {
        Act::Order => (
            ORDER,
            json!({
                "items": [{"menu_item_id": "pastor", "quantity": 2}, {"menu_item_id": "jamaica", "quantity": 1}],
                "order_type": "pickup",
                "customer_name": "Juan Pérez",
            }),
        ),
        Act::Book | Act::Modify | Act::Cancel | Act::Other => (
            VISIT,
            json!({"date": "2026-01-23", "time": "10:00", "customer_name": "Juan Pérez"}),
        ),
    };
    let sums = Sums {
        units,
        currency: "MXN",
    };
    let values = serde_json::from_value(values).unwrap();
    read_beside(language, act, slots, &values, sums, utterance).verdict
}

#[track_caller]
fn are_yes(language: Language, act: Act, units: &[i64], utterances: &[&str], is_yes: bool) {
    let wrong: Vec<String> = utterances
        .iter()
        .map(|utterance| (utterance, verdict(language, act, units, utterance)))
        .filter(|(_, verdict)| (*verdict == Verdict::Yes) != is_yes)
        .map(|(utterance, verdict)| format!("{utterance}: {verdict:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sum_is_repeated_in_digits_and_in_words() {
    #[rustfmt::skip]
    are_yes(Es, Act::Order, &[90, 180], &[
        "sí, 180 pesos", "sí, son 180 pesos", "sí, son ciento ochenta", "ciento ochenta pesos, correcto", "sí, $180", "sí, $180 pesos está bien", "sí, 180 mxn",
        "sí, los 180 pesos, gracias", "sí, dos tacos, ciento ochenta pesos",
    ], true);
    #[rustfmt::skip]
    are_yes(En, Act::Order, &[90, 180], &[
        "yes, a hundred and eighty pesos", "yes, one hundred eighty", "yes, it's 180 pesos", "$180, correct", "yes, 180 pesos please",
    ], true);
    #[rustfmt::skip]
    are_yes(Es, Act::Order, &[1_250], &["sí, 1,250 pesos", "sí, mil doscientos cincuenta pesos", "sí, $1,250", "son mil doscientos cincuenta, correcto"], true);
}

#[test]
fn another_sum_is_no_yes() {
    #[rustfmt::skip]
    are_yes(Es, Act::Order, &[90, 180], &[
        "sí, 190 pesos", "sí, ciento noventa pesos", "sí claro ciento ochenta y cinco pesos está bien", "sí, 80 pesos", "sí, ochenta pesos está bien", "sí, $200",
        "sí, cien pesos", "sí, ciento ocho pesos", "sí, 180 dólares", "sí, 180 euros", "sí, 2 pesos", "sí, $2", "sí, dos pesos, correcto", "sí, mil ochenta pesos",
        "sí, 180 pesos con 50", "sí, 1,180 pesos", "sí, 180 personas", "sí, para 180", "sí, pero 180 pesos", "sí, menos de 180 pesos", "sí, 180 pesos menos", "sí, 180 pesos más",
        "sí, 18 pesos", "sí, 1800 pesos", "sí, 180 mil pesos", "sí, doscientos ochenta pesos", "no son 180 pesos", "¿180 pesos?", "sí, 180 tacos", "sí, 180 pesos de tacos de suadero",
    ], false);
    #[rustfmt::skip]
    are_yes(En, Act::Order, &[90, 180], &[
        "yes, 190 pesos, correct", "yes, one hundred and ninety pesos", "yes, eighty pesos", "yes, 180 dollars", "yes, $2", "yes, two pesos", "yes, 180 pesos off",
        "yes, but 180 pesos", "yes, less than 180 pesos", "yes, a hundred pesos", "yes, 118 pesos", "yes, a thousand eighty pesos", "yes, 180 people", "180 pesos?",
    ], false);
    // Money that no question named is not explained.
    are_yes(Es, Act::Order, &[], &["sí, 2 pesos", "sí, dos pesos"], false);
}

#[test]
fn what_is_typed_by_its_first_letter_is_read_whole() {
    #[rustfmt::skip]
    are_yes(Es, Act::Cancel, &[], &[
        "sí, la d Juan Pérez", "si, cancela la d juan perez", "sí, cancelen la cita d juan perez", "sí, la del viernes 23 d enero", "si, la d las 10 d la mañana",
    ], true);
    #[rustfmt::skip]
    are_yes(Es, Act::Book, &[], &["sí, el viernes 23 d enero a las 10", "si, el 23 d enero", "sí, a las 10 d la mañana", "sí, a nombre d Juan Pérez"], true);
    #[rustfmt::skip]
    are_yes(Es, Act::Cancel, &[], &[
        "si, cancelen la d Juan López", "si, cancelen la d Ana Pérez", "si, cancelen la d mi hermano", "sí, cancelen la d María", "sí, la d", "sí, cancela la d",
        "sí, la d las 11", "sí, la del viernes 30 d enero", "sí, la d mañana", "sí, las d Juan Pérez y Ana Ruiz", "sí, la d Juan no", "sí, cancela la otra d Juan Pérez",
    ], false);
    #[rustfmt::skip]
    are_yes(Es, Act::Book, &[], &[
        "sí, el viernes 23 d febrero a las 10", "sí, el 24 d enero", "sí, el lunes 23 d enero", "sí, el viernes 23 de febrero", "sí, el lunes 26 d enero a las 10", "sí, a las 10 d la noche", "sí, 23 d enero a las 11", "sí, a nombre d",
        "sí, a nombre d Ana", "sí, en la mesa d", "sí, antes d las 10", "sí, después d las 10", "sí, cerca d la ventana", "si q", "sí, es q", "sí, q día",
    ], false);
    #[rustfmt::skip]
    are_yes(En, Act::Book, &[], &["yes, room d", "yes, table d", "yes, terminal d please", "yes, vitamin d", "yes, q"], false);
}

#[test]
fn the_act_may_be_said_twice() {
    #[rustfmt::skip]
    are_yes(Es, Act::Cancel, &[], &[
        "confirmo que quiero cancelar", "sí, confirmo que la quiero cancelar", "sí, autorizo que cancelen la cita", "si, confirmo q quiero cancelar", "sí, confirmo que quiero cancelarla, gracias",
    ], true);
    are_yes(
        Es,
        Act::Book,
        &[],
        &[
            "sí, confirmo que quiero reservar",
            "sí, confirmo que quiero agendar la cita",
        ],
        true,
    );
    are_yes(Es, Act::Modify, &[], &["sí, confirmo que quiero cambiarla"], true);
    are_yes(
        En,
        Act::Cancel,
        &[],
        &[
            "yes, I confirm that I want to cancel",
            "yes, I confirm I want to cancel it",
        ],
        true,
    );
    #[rustfmt::skip]
    are_yes(Es, Act::Cancel, &[], &[
        "sí, confirmo que quiero cambiar", "sí, confirmo que quiero cambiarla", "sí, confirmo que quiero la cita", "sí, confirmo que quiero reservar", "sí, confirmo que voy",
        "sí, confirmo que no quiero cancelar", "sí, confirmo que quiero", "sí, confirmo que", "¿confirmo que quiero cancelar?", "sí, confirmo qué quiero cancelar",
        "sí, confirmo que quiero cancelar la de Ana", "sí, confirmo que quiero cancelar la del sábado", "sí, confirmo que quiero cancelar si me devuelven el dinero",
        "sí, confirmo que quiero pensarlo", "sí, confirmo que mi esposa quiere cancelar", "sí, confirmo que quiero cancelar el pedido de tacos", "confirmé que quiero cancelar",
        "sí, confirmo que quiero mantenerla", "sí, confirmo que quiero dejarla", "confirmo que recibí el mensaje", "confirme que quiero cancelar",
    ], false);
    #[rustfmt::skip]
    are_yes(Es, Act::Book, &[], &[
        "sí, confirmo que quiero cancelar", "sí, confirmo que quiero reservar a las 11", "sí, confirmo que quiero reservar otra", "sí, confirmo que quiero saber el precio",
    ], false);
    #[rustfmt::skip]
    are_yes(En, Act::Cancel, &[], &[
        "yes, I confirm that I want to change it", "yes, I confirm that I want to keep it", "yes, I confirm that I'm coming", "yes, I confirm that I don't want to cancel",
        "yes, I confirm that I want to cancel the one on Saturday", "yes, I confirm that my wife wants to cancel",
    ], false);
}

#[test]
fn an_order_goes_to_the_kitchen_and_nowhere_else() {
    #[rustfmt::skip]
    are_yes(Es, Act::Order, &[], &[
        "mande el pedido a cocina", "sí, manden la orden a la cocina", "sí, mándelo a cocina", "sí, pase el pedido a cocina por favor", "sí, pásenlo a la cocina", "sí, manden el pedido",
    ], true);
    are_yes(
        En,
        Act::Order,
        &[],
        &[
            "yes, send it to the kitchen",
            "yes please send my order through to the kitchen",
        ],
        true,
    );
    #[rustfmt::skip]
    are_yes(Es, Act::Order, &[], &[
        "sí, mande el pedido a mi casa", "sí, mande el pedido a la oficina", "sí, mande el pedido a Reforma 20", "sí, mándelo a la cocina de mi casa", "sí, mande otro pedido a cocina",
        "no mande el pedido a cocina", "sí, mande el pedido a cocina a las 9", "sí, pásame a cocina", "sí, comuníqueme a cocina", "todavía no mande el pedido a cocina",
        "sí, mande el pedido a domicilio", "¿ya mandó el pedido a cocina?", "sí, pase a cocina", "ya mandé el pedido a cocina", "sí, mande tres a cocina",
    ], false);
    are_yes(
        Es,
        Act::Cancel,
        &[],
        &["sí, mande el pedido a cocina", "sí, mándelo a cocina"],
        false,
    );
    #[rustfmt::skip]
    are_yes(En, Act::Order, &[], &[
        "yes, send it to my house", "yes, send the order to our place", "yes, bring it to my car", "yes, send it to the office", "yes, send me to the kitchen", "don't send it to the kitchen", "yes, send three to the kitchen", "yes, send it to the kitchen at 9",
    ], false);
    are_yes(En, Act::Cancel, &[], &["yes, send it to the kitchen"], false);
}
