//! What a business's own tools did is claimed by a language model only where they did it.

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
use common::script::{answer, says, talk};
use serde_json::{Value, json};

const NOT_KNOWN: &str = "Ese dato no lo tengo confirmado";

const CLAIMS: &[&str] = &[
    "Ya quedaron canjeados sus 30 puntos.",
    "Canjeé sus 30 puntos.",
    "Se canjearon sus puntos.",
    "He canjeado sus 30 puntos.",
    "Your points have been redeemed.",
    "I've redeemed your points.",
    "Your 30 points were redeemed.",
    "All set!",
    "Redeemed!",
    "The mug is on its way.",
    "Su taza va en camino.",
    "Ya se le aplicó el descuento.",
    "Hecho.",
];

/// Points were asked for, with that result if the caller agrees.
fn at_the_question(result: Value) -> Talk {
    let mut talk = talk();
    talk.answer("redeem_points", result);
    talk.model.push_back(answer("", &[("redeem_points", json!({ "points": 30 }))]));
    assert_eq!(talk.say("canjee 30 puntos").text, "¿Canjeo 30 puntos?");
    talk
}

#[test]
fn nothing_that_nobody_did_is_claimed_of_a_businesss_own_tools() {
    for said in CLAIMS {
        let mut talk = talk();
        talk.model.push_back(says(said));
        let heard = talk.say("oiga").text;
        assert!(heard.starts_with(NOT_KNOWN), "{said}: {heard}");
    }
}

#[test]
fn what_the_service_refused_is_not_claimed() {
    for said in CLAIMS {
        let mut talk = at_the_question(json!({ "success": false, "reason": "not_found", "status": 404 }));
        talk.model.push_back(says(said));
        let heard = talk.say("sí").text;
        assert!(heard.starts_with("Perdón, no pude hacerlo"), "{said}: {heard}");
    }
}

#[test]
fn what_the_caller_refused_is_not_claimed_and_the_truth_of_it_is_said() {
    for said in CLAIMS {
        let mut talk = at_the_question(json!({ "success": true }));
        talk.model.push_back(says(said));
        let heard = talk.say("no").text;
        assert!(heard.starts_with(NOT_KNOWN), "{said}: {heard}");
    }
    for said in
        ["De acuerdo, no lo hice.", "No quedó hecho.", "Muy bien, no canjeé nada.", "I didn't redeem them."]
    {
        let mut talk = at_the_question(json!({ "success": true }));
        talk.model.push_back(says(said));
        assert_eq!(talk.say("no").text, said);
    }
}

#[test]
fn what_was_done_is_claimed_in_any_words() {
    for said in CLAIMS.iter().filter(|said| !said.contains("camino") && !said.contains("way")) {
        let mut talk = at_the_question(json!({ "success": true, "left": 90 }));
        talk.model.push_back(says(said));
        assert_eq!(talk.say("sí").text, *said);
    }
}

#[test]
fn what_asked_nobody_is_claimed_where_it_was_done_and_only_that() {
    let cases = [
        ("Hecho.", "Hecho."),
        ("Ya le activé su tarjeta A7.", "Ya le activé su tarjeta A7."),
        ("Your card has been activated.", "Your card has been activated."),
        ("Ya quedó reservada su mesa.", NOT_KNOWN),
        ("Listo, quedó para el martes a las 8.", NOT_KNOWN),
        ("No pude hacer la reservación.", "No pude hacer la reservación."),
    ];
    for (said, heard) in cases {
        let mut talk = talk();
        talk.answer("activate_card", json!({ "success": true, "status": "active" }));
        talk.model.push_back(answer("", &[("activate_card", json!({ "card": "A7" }))]));
        talk.model.push_back(says(said));
        let reply = talk.say("active mi tarjeta A7").text;
        assert!(reply.starts_with(heard), "{said}: {reply}");
    }
}

#[test]
fn what_was_read_may_be_told_in_either_language() {
    let cases = [
        ("Su pedido fue entregado.", json!({ "order": "P1", "status": "delivered" }), true),
        ("Su pedido ya fue enviado.", json!({ "order": "P1", "status": "shipped" }), true),
        ("Your order is on its way.", json!({ "order": "P1", "status": "in_transit" }), true),
        ("Su pedido fue entregado.", json!({ "order": "P1", "status": "preparing" }), false),
        ("Your order has been refunded.", json!({ "order": "P1", "status": "delivered" }), false),
        ("Su taza va en camino.", json!({ "order": "P1", "status": "preparing" }), false),
    ];
    for (said, read, is_so) in cases {
        let mut talk = talk();
        talk.answer("get_business_hours", read);
        talk.model.push_back(answer("", &[("get_business_hours", json!({}))]));
        talk.model.push_back(says(said));
        let reply = talk.say("¿y mi pedido?").text;
        assert_eq!(reply == said, is_so, "{said}: {reply}");
    }
}
