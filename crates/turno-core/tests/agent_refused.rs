//! What the user said yes to and was not done is told, whatever a model says of it.

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
use common::script::{GRAPH, answer, fails, says, table};
use serde_json::json;
use turno_core::{Channel, EventKind, Input, ModelFailureKind};

const FULL: &str = "Ya no hay mesa a las 8; tengo a las 9.";

/// At the question for a table that is gone by the time of the yes.
fn at_the_question(channel: Channel) -> Talk {
    let mut talk = Talk::on(channel, GRAPH);
    talk.answer(
        "create_reservation",
        json!({ "success": false, "message": FULL, "alternatives": ["21:00"] }),
    );
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.say("mañana a las 8, somos 4, soy Juan");
    talk
}

#[test]
fn who_said_yes_hears_that_it_was_not_done() {
    for channel in [Channel::Whatsapp, Channel::Voice] {
        for (said, told) in [
            ("¡Perfecto! ¿Algo más?", "Ya no hay mesa a las 8; tengo a las 9. ¿Algo más?"),
            ("Nos vemos mañana entonces, su mesa lo espera.", FULL),
            ("Todo quedó en orden.", FULL),
            ("Su mesa quedó reservada.", FULL),
            ("See you tomorrow, your table is waiting for you.", FULL),
            (
                "No pude reservar esa mesa. ¿Le queda bien a las 9?",
                "Ya no hay mesa a las 8; tengo a las 9. No pude reservar esa mesa. ¿Le queda bien a las 9?",
            ),
        ] {
            let mut talk = at_the_question(channel);
            talk.model.push_back(says(said));
            let reply = talk.say("sí");
            assert_eq!(reply.text.replace('\n', " "), told, "{channel:?}: {said}");
        }
    }
}

#[test]
fn a_model_that_looks_further_tells_of_that_behind_it() {
    let mut talk = at_the_question(Channel::Whatsapp);
    talk.answer(
        "check_availability",
        json!({ "success": true, "available": true, "message": "A las 9 hay lugar." }),
    );
    let at_9 = json!({ "date": "2026-01-20", "time": "21:00", "party_size": 4 });
    talk.model.push_back(answer("", &[("check_availability", at_9)]));
    talk.model.push_back(says("Aquí la esperamos con gusto a las 9."));
    let reply = talk.say("sí");
    assert!(reply.text.starts_with(FULL), "{}", reply.text);
    assert!(reply.text.ends_with("con gusto a las 9."), "{}", reply.text);
}

#[test]
fn a_new_question_comes_behind_it() {
    let mut talk = at_the_question(Channel::Whatsapp);
    talk.model.push_back(answer("Listo.", &[("create_reservation", table())]));
    let reply = talk.say("sí");
    assert!(reply.text.starts_with(FULL), "{}", reply.text);
    assert!(reply.text.ends_with('?'), "{}", reply.text);
    assert_eq!(reply.text.matches(FULL).count(), 1);
}

#[test]
fn where_no_model_answers_it_is_told_once() {
    let mut talk = at_the_question(Channel::Whatsapp);
    talk.model.push_back(fails(ModelFailureKind::Unreachable));
    assert_eq!(talk.say("sí").text, FULL);
}

#[test]
fn what_failed_without_words_is_told_too() {
    let mut talk = at_the_question(Channel::Whatsapp);
    talk.fail("create_reservation", "timed_out");
    talk.model.push_back(says("¡Perfecto! ¿Algo más?"));
    let reply = talk.say("sí");
    assert!(reply.text.starts_with("Perdón, no pude completarlo"), "{}", reply.text);
    assert!(reply.text.ends_with("¿Algo más?"), "{}", reply.text);
}

#[test]
fn who_speaks_before_it_is_told_hears_it_in_the_next_turn() {
    let mut talk = at_the_question(Channel::Voice);
    talk.thinks = true;
    let yes = talk.turn(Input::Text("sí".to_owned()));
    talk.event(EventKind::TurnArrived(yes));
    talk.event(EventKind::Interrupted { heard: String::new() });
    talk.thinks = false;
    talk.model.push_back(says("¡Perfecto! ¿Algo más?"));
    let reply = talk.say("¿sí quedó?");
    assert!(reply.text.starts_with(FULL), "{}", reply.text);
}
