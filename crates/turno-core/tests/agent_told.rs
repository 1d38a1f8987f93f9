//! What was done is told, whatever a model says and whoever speaks in between; and what is not answered yet is nobody's yes.

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
use common::script::{GRAPH, answer, results, says, table, talk};
use serde_json::json;
use turno_core::{Channel, Effect, EventKind, Input, ModelMessage, Phase};

#[test]
fn what_was_done_is_remembered_when_its_turn_is_not() {
    let mut talk = talk();
    let booked = json!({ "success": true, "message": "Su código es RES-1234." });
    talk.answer("create_reservation", booked);
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.say("mañana a las 8, somos 4, soy Juan");
    // The question stands while the talk outgrows it.
    for _ in 0..30 {
        talk.model.push_back(says(&"Así es. ".repeat(100)));
        talk.say("¿y a qué hora cierran?");
    }
    talk.model.push_back(says("Dígame."));
    let reply = talk.say("sí");
    assert!(reply.text.contains("RES-1234"), "{}", reply.text);
    for _ in 0..60 {
        talk.model.push_back(says(&"Así es. ".repeat(100)));
        talk.say(&"oiga ".repeat(40));
    }
    let mut messages = talk.conversation.exchange.talk.messages.iter();
    assert!(messages.all(|message| message.calls().is_empty()));
    let ModelMessage::System { text } = &talk.asked.last().unwrap().messages[0] else { panic!() };
    assert!(text.contains("done: Su código es RES-1234."), "{text}");
    talk.model.push_back(says("Ya le reservé su mesa: RES-1234. Y la otra es RES-9999."));
    assert_eq!(talk.say("¿cuál era mi código?").text, "Ya le reservé su mesa: RES-1234.");
}

#[test]
fn what_was_done_is_told_whatever_the_model_says_of_it() {
    let cases = [
        (says("¿Algo más?"), "¿Algo más? Su código es RES-1234."),
        (says("Listo: RES-1234."), "Listo: RES-1234."),
        (
            answer("", &[("cancel_reservation", json!({ "confirmation_code": "RES-77" }))]),
            // Nobody asked for that, so nobody is asked about it.
            "Su código es RES-1234.",
        ),
    ];
    for (model, told) in cases {
        let mut talk = talk();
        let booked = json!({ "success": true, "message": "Su código es RES-1234.", "code": "RES-1234" });
        talk.answer("create_reservation", booked);
        talk.model.push_back(answer("", &[("create_reservation", table())]));
        talk.say("mañana a las 8, somos 4, soy Juan");
        talk.model.push_back(model);
        let reply = talk.say("sí");
        assert!(reply.text.starts_with(told), "{}", reply.text);
        assert_eq!(reply.text.matches("RES-1234").count(), 1, "{}", reply.text);
    }
}

#[test]
fn a_model_that_insists_on_what_is_done_does_nothing_twice_and_the_deed_is_told() {
    for channel in [Channel::Whatsapp, Channel::Voice] {
        let mut talk = Talk::on(channel, GRAPH);
        let booked = json!({ "success": true, "message": "Su código es RES-1234.", "code": "RES-1234" });
        talk.answer("create_reservation", booked);
        let again = || answer("", &[("create_reservation", table())]);
        talk.model.push_back(again());
        talk.say("mañana a las 8, somos 4, soy Juan");
        talk.model.extend(std::iter::repeat_with(again).take(7));
        let reply = talk.say("sí");
        assert_eq!(reply.text, "Su código es RES-1234.");
        assert_eq!((talk.acts(), talk.asked.len()), (1, 3), "asked once more, and no further");
        let (told, is_error) = results(&talk).last().unwrap().clone();
        assert!(told.contains("not done again") && told.contains("RES-1234"), "{told}");
        assert!(!is_error);
        // In a later turn it is no other, whatever it says beside it.
        talk.model.clear();
        let with_words = || answer("Con gusto se la reservo otra vez.", &[("create_reservation", table())]);
        talk.model.extend(std::iter::repeat_with(with_words).take(7));
        let reply = talk.say("resérveme esa mesa");
        assert_eq!(reply.text, "Su código es RES-1234.", "{channel:?}");
        assert_eq!((talk.acts(), talk.asked.len()), (1, 5));
    }
}

#[test]
fn a_model_that_asks_again_beside_something_else_goes_on() {
    let mut talk = talk();
    let booked = json!({ "success": true, "message": "Su código es RES-1234.", "code": "RES-1234" });
    talk.answer("create_reservation", booked);
    talk.answer("get_business_hours", json!({ "message": "Hoy abrimos de 13:00 a 23:00." }));
    let book = ("create_reservation", table());
    let hours = ("get_business_hours", json!({}));
    talk.model.push_back(answer("", std::slice::from_ref(&book)));
    talk.say("mañana a las 8, somos 4, soy Juan");
    talk.model.push_back(answer("", std::slice::from_ref(&book)));
    talk.model.push_back(answer("", &[book, hours]));
    talk.model.push_back(says("Listo: RES-1234."));
    assert_eq!(talk.say("sí").text, "Listo: RES-1234.");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn what_was_done_is_told_in_the_next_turn_where_the_caller_broke_in() {
    let mut talk = Talk::on(Channel::Voice, GRAPH);
    let booked = json!({ "success": true, "message": "Su código es RES-1234." });
    talk.answer("create_reservation", booked);
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.say("mañana a las 8, somos 4, soy Juan");
    talk.thinks = true;
    let yes = talk.turn(Input::Text("sí".to_owned()));
    talk.event(EventKind::TurnArrived(yes));
    let cut = talk.event(EventKind::Interrupted { heard: String::new() });
    assert!(!format!("{cut:?}").contains("RES-1234"));
    talk.thinks = false;
    talk.model.push_back(says("Dígame."));
    assert_eq!(talk.say("oiga").text, "Dígame. Su código es RES-1234.");
    talk.model.push_back(says("Sí."));
    assert_eq!(talk.say("¿sigue ahí?").text, "Sí.", "it is told once");
}

#[test]
fn a_yes_that_waited_while_the_question_came_is_no_yes_to_it() {
    let mut talk = Talk::on(Channel::Voice, GRAPH);
    talk.thinks = true;
    let first = talk.turn(Input::Text("mañana a las 8, somos 4, soy Juan".to_owned()));
    let second = talk.turn(Input::Text("sí".to_owned()));
    talk.event(EventKind::TurnArrived(first));
    let waiting = talk.event(EventKind::TurnArrived(second));
    assert!(waiting.is_empty(), "{waiting:?}");
    let effects = talk.answer_model(answer("", &[("create_reservation", table())]));
    let said = format!("{effects:?}");
    assert!(said.contains("todavía no hago nada"), "{said}");
    assert_eq!(talk.acts(), 0);
    talk.thinks = false;
    talk.model.push_back(says("Listo."));
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_yes_that_came_before_the_question_went_out_is_no_yes_to_it() {
    let mut talk = talk();
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.say("mañana a las 8, somos 4, soy Juan");
    talk.wait_seconds(1);
    let early = turno_core::Turn { is_early: true, ..talk.turn(Input::Text("sí".to_owned())) };
    let said = format!("{:?}", talk.event(EventKind::TurnArrived(early)));
    assert!(said.contains("todavía no hago nada"), "{said}");
    assert_eq!(talk.acts(), 0);
    talk.model.push_back(says("Listo."));
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn on_a_call_the_name_that_a_model_filled_in_is_to_be_heard_as_well() {
    for (heard, acts) in [
        ("¿Reservo para 4 personas martes 20 de enero a las 8 de la noche,", 0),
        ("¿Reservo para 4 personas martes 20 de enero a las 8 de la noche, a nombre de Juan?", 1),
    ] {
        let mut talk = Talk::on(Channel::Voice, GRAPH);
        talk.model.push_back(answer("", &[("create_reservation", table())]));
        talk.say("mañana a las 8, somos 4, soy Juan");
        talk.event(EventKind::Interrupted { heard: heard.to_owned() });
        talk.model.push_back(says("Listo."));
        talk.say("sí");
        assert_eq!(talk.acts(), acts, "heard {heard}");
    }
}

#[test]
fn whoever_hangs_up_while_a_model_thinks_is_answered_all_the_same() {
    let mut talk = talk();
    talk.thinks = true;
    let turns = ["mañana a las 8", "¿bueno?"].map(|text| talk.turn(Input::Text(text.to_owned())));
    for turn in turns {
        talk.event(EventKind::TurnArrived(turn));
    }
    let reason = "hung up".to_owned();
    let effects = talk.event(EventKind::Closed { reason });
    let replies = effects.iter().filter(|effect| matches!(effect, Effect::Reply(_)));
    assert_eq!(replies.count(), 2);
    assert!(matches!(effects.last(), Some(Effect::Close { seq: 3, .. })));
    assert_eq!(talk.conversation.phase, Phase::Ended);
}

#[test]
fn a_sentence_is_said_once_in_a_reply() {
    let mut talk = talk();
    talk.answer("create_reservation", json!({ "success": true, "message": "Listo. Su código es RES-1001." }));
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.say("una mesa mañana a las 8, somos 4, Juan");
    talk.model.push_back(answer("Listo.", &[("get_business_hours", json!({}))]));
    talk.model.push_back(says("listo. ¿Algo más?"));
    let reply = talk.say("sí, ¿y tienen estacionamiento?");
    for sentence in ["listo.", "su código es res-1001.", "tenemos estacionamiento."] {
        let said = reply.text.to_lowercase().matches(sentence).count();
        assert_eq!(said, 1, "{sentence} in {}", reply.text);
        assert_eq!(reply.speech.to_lowercase().matches(sentence).count(), 1, "{}", reply.speech);
    }
}
