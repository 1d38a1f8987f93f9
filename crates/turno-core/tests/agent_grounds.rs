//! On a grounded node a price is said of what it is the price of, and that there is room as it was found.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use common::Talk;
use common::script::{GRAPH, answer, says, talk};
use serde_json::{Value, json};
use turno_core::Channel;

const UNKNOWN: &str = "Ese dato no lo tengo confirmado.";

/// What is heard of a model's words after it looked that up.
fn heard(mut talk: Talk, tool: &str, found: Value, asked: Value, said: &str) -> String {
    talk.answer(tool, found);
    talk.model.push_back(answer("", &[(tool, asked)]));
    talk.model.push_back(says(said));
    talk.say("¿me dice, por favor?").text
}

#[test]
fn a_real_price_of_another_dish_is_not_said() {
    let menu = json!({ "success": true, "message": "Tenemos mole a $245 y tacos a $120.", "items": [
        { "name": "Mole poblano", "price_cents": 24_500 }, { "name": "Tacos al pastor", "price_cents": 12_000 },
    ] });
    for (said, expected) in [
        ("El mole poblano cuesta $245.", "El mole poblano cuesta $245."),
        ("Con gusto. El mole cuesta $120.", "Con gusto."),
        ("El mole cuesta $120 y los tacos $245.", UNKNOWN),
        ("Los tacos cuestan $120 y el mole $245.", "Los tacos cuestan $120 y el mole $245."),
        ("El estacionamiento cuesta $20.", "El estacionamiento cuesta $20."),
    ] {
        let told = heard(talk(), "get_business_hours", menu.clone(), json!({}), said);
        assert!(told.starts_with(expected), "{said}: {told}");
    }
}

#[test]
fn how_long_something_takes_is_said_only_as_it_was_told() {
    let policy = json!({ "success": true, "message": "Guardamos su mesa quince minutos. Puede cancelar hasta 2 horas antes." });
    for (said, expected) in [
        ("Le guardamos la mesa 15 minutos.", "Le guardamos la mesa 15 minutos."),
        ("Le guardamos la mesa una hora.", UNKNOWN),
        ("Puede cancelar hasta dos horas antes.", "Puede cancelar hasta dos horas antes."),
        ("Puede cancelar hasta 24 horas antes.", UNKNOWN),
        ("La garantía es de dos años.", UNKNOWN),
        ("Deme dos minutos, por favor.", "Deme dos minutos, por favor."),
    ] {
        let told = heard(talk(), "get_business_hours", policy.clone(), json!({}), said);
        assert!(told.starts_with(expected), "{said}: {told}");
    }
}

#[test]
fn there_is_room_only_where_the_tool_found_it() {
    let at_8 = json!({ "date": "2026-01-20", "time": "20:00", "party_size": 4 });
    let full = json!({ "success": true, "available": false, "message": "A las 8 ya no hay mesa.",
        "alternative_slots": [{ "time": "21:30" }] });
    let free = json!({ "success": true, "available": true, "message": "Sí hay mesa a las 8." });
    for (found, said, expected) in [
        (&full, "Sí hay lugar.", UNKNOWN),
        (&full, "We have a table at 8.", UNKNOWN),
        (&full, "A las 8 no hay mesa, pero sí tenemos lugar a las 9 y media.", "A las 8 no hay mesa, pero"),
        (&free, "Sí hay lugar a las 8.", "Sí hay lugar a las 8."),
        (&free, "We have a table at 8.", "We have a table at 8."),
    ] {
        for channel in [Channel::Whatsapp, Channel::Voice] {
            let talk = Talk::on(channel, GRAPH);
            let told = heard(talk, "check_availability", found.clone(), at_8.clone(), said);
            assert!(told.starts_with(expected), "{said}: {told}");
        }
    }
    // What was found stands until something else is asked about.
    let mut talk = talk();
    talk.answer("check_availability", free);
    talk.model.push_back(answer("", &[("check_availability", at_8)]));
    talk.model.push_back(says("Sí hay lugar a las 8."));
    talk.say("¿hay lugar mañana a las 8?");
    talk.model.push_back(says("Sí hay lugar."));
    assert_eq!(talk.say("¿de verdad?").text, "Sí hay lugar.");
    talk.model.push_back(says("Sí hay lugar."));
    assert!(talk.say("¿y el jueves?").text.starts_with(UNKNOWN));
}
