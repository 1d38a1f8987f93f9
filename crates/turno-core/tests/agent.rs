//! A language model answers: what it wants done is asked first, and each of its calls has one result.

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
use common::script::{GRAPH, answer, fails, results, says, table, talk};
use serde_json::json;
use turno_core::{Awaiting, Channel, Effect, EventKind, ModelFailureKind, Phase, TalkMessage};

const QUESTION: &str = "¿Reservo para 4 personas martes 20 de enero a las 8 de la noche, a nombre de Juan?";

fn at_the_question() -> Talk {
    let mut talk = talk();
    talk.model.push_back(answer("Claro, lo reservo para 9.", &[("create_reservation", table())]));
    let reply = talk.say("quiero venir mañana a las 8, somos 4, soy Juan");
    assert_eq!(reply.text, QUESTION);
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    assert_eq!(reply.choices.len(), 2);
    talk
}

#[test]
fn a_model_answers_with_what_tools_say() {
    let mut talk = talk();
    talk.model
        .push_back(answer("", &[("check_availability", json!({ "date": "2026-01-20", "time": "20:00" }))]));
    talk.model.push_back(says("Sí, mañana a las 8 hay lugar."));
    assert_eq!(talk.say("¿tienen lugar mañana a las 8?").text, "Sí, mañana a las 8 hay lugar.");
    assert_eq!(results(&talk), [(json!({ "available": true }).to_string(), false)]);
    assert!(matches!(talk.conversation.phase, Phase::Talking { .. }));
    assert_eq!(talk.conversation.exchange.talk.cost_micros, 20);
    // It goes on with the same talk.
    talk.model.push_back(says("Con gusto."));
    talk.say("gracias");
    let roles = talk.asked.last().unwrap().messages.len();
    assert_eq!(roles, 6, "system, user, call, result, answer, user");
}

#[test]
fn the_question_is_the_tool_s_and_not_the_model_s() {
    let talk = at_the_question();
    assert_eq!(talk.acts(), 0);
    assert!(!talk.conversation.dialogue.lines.iter().any(|(_, line)| line.contains("para 9")));
}

#[test]
fn a_yes_books_once_and_the_model_tells() {
    let mut talk = at_the_question();
    talk.model.push_back(says("Listo, quedó reservada con el código RES-1234."));
    assert_eq!(talk.say("sí").text, "Listo, quedó reservada con el código RES-1234.");
    assert_eq!(talk.acts(), 1);
    // Said once more, it is not done once more.
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.model.push_back(says("Ya la tiene."));
    talk.say("resérvala otra vez igual");
    assert_eq!(talk.acts(), 1);
    assert!(results(&talk).last().unwrap().0.starts_with("it was done before"));
}

#[test]
fn a_no_does_nothing_and_the_model_is_told() {
    let mut talk = at_the_question();
    talk.model.push_back(says("De acuerdo. ¿Algo más?"));
    assert_eq!(talk.say("no").text, "De acuerdo. ¿Algo más?");
    assert_eq!(talk.acts(), 0);
    assert_eq!(results(&talk), [("the user said no: nothing was done".to_owned(), true)]);
}

#[test]
fn a_change_goes_back_to_the_model_and_is_asked_anew() {
    let mut talk = at_the_question();
    let mut nine = table();
    nine["time"] = json!("21:00");
    talk.model.push_back(answer("", &[("create_reservation", nine)]));
    let reply = talk.say("sí, pero a las 9");
    assert!(reply.text.contains("a las 9 de la noche"), "{}", reply.text);
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    assert_eq!(talk.acts(), 0);
    talk.model.push_back(says("Listo."));
    talk.say("sí");
    assert_eq!(talk.calls.last().unwrap().parameters["time"], "21:00");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn an_expired_question_does_nothing_and_the_model_is_told() {
    let mut talk = at_the_question();
    talk.wait_seconds(120);
    let reply = talk.say("sí");
    assert!(reply.text.starts_with("Esa pregunta ya venció"), "{}", reply.text);
    assert_eq!(talk.acts(), 0);
    talk.model.push_back(says("¿La reservo de nuevo?"));
    talk.say("¿entonces?");
    assert_eq!(results(&talk)[0].0, "the question expired without an answer: nothing was done");
}

#[test]
fn the_provider_may_fail_after_a_yes_and_what_was_done_is_told() {
    let mut talk = at_the_question();
    talk.answer("create_reservation", json!({ "success": true, "message": "Su código es RES-1234." }));
    talk.model.push_back(fails(ModelFailureKind::Overloaded));
    assert_eq!(talk.say("sí").text, "Su código es RES-1234.");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn the_provider_may_fail_after_a_yes_and_what_was_refused_is_told() {
    let mut talk = at_the_question();
    talk.answer("create_reservation", json!({ "success": false, "message": "Ya no hay lugar a esa hora." }));
    talk.model.push_back(fails(ModelFailureKind::Overloaded));
    assert_eq!(talk.say("sí, reserve").text, "Ya no hay lugar a esa hora.");
    talk.model.push_back(fails(ModelFailureKind::Overloaded));
    assert_eq!(talk.say("quiero reservar otra hora").text, "Sin el modelo no reservo.");
}

#[test]
fn a_question_aside_is_answered_and_the_open_one_asked_again() {
    let mut talk = at_the_question();
    talk.model.push_back(says("Sí, aceptamos tarjeta."));
    let reply = talk.say("¿aceptan tarjeta?");
    assert_eq!(reply.text, format!("Sí, aceptamos tarjeta. {QUESTION}"));
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    assert!(results(&talk)[0].0.starts_with("the user is being asked"));
    // The rules know of others by themselves.
    assert_eq!(talk.say("¿tienen estacionamiento?").text, format!("Sí, tenemos estacionamiento. {QUESTION}"));
    // While it is open, nothing else is asked.
    talk.model.push_back(answer("", &[("cancel_reservation", json!({ "confirmation_code": "RES-9" }))]));
    talk.model.push_back(says("Primero lo de antes."));
    talk.say("¿y qué pasa con la otra?");
    assert!(results(&talk)[1].0.starts_with("another question is open"));
    talk.model.push_back(says("Listo."));
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
    assert_eq!(talk.calls.last().unwrap().tool, "create_reservation");
}

#[test]
fn a_business_without_agents_has_all_tools_whatever_agent_a_node_names() {
    let graph = GRAPH.replacen("grounded  = true", "agent = \"nadie\"", 1);
    assert_ne!(graph, GRAPH);
    let mut talk = Talk::on(Channel::Whatsapp, &graph);
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    assert_eq!(talk.say("mañana a las 8, somos 4, soy Juan").text, QUESTION);
}

#[test]
fn a_question_of_the_models_is_not_put_beside_the_open_one() {
    for (said, kept) in [
        ("Sí, tenemos terraza. ¿Se la pongo en la terraza?", "Sí, tenemos terraza. "),
        ("¿Entonces prefiere que la dejemos sin reservar?", ""),
        ("Not at all. Shall I make it for 9 instead?", "Not at all. "),
    ] {
        let mut talk = at_the_question();
        talk.model.push_back(says(said));
        let reply = talk.say("¿es ruidoso?");
        assert_eq!(reply.text, format!("{kept}{QUESTION}"), "{said}");
        assert_eq!(reply.awaiting, Awaiting::Confirmation);
    }
}

#[test]
fn many_that_change_something_are_asked_one_by_one() {
    let mut talk = talk();
    talk.model.push_back(answer(
        "",
        &[("create_reservation", table()), ("cancel_reservation", json!({ "confirmation_code": "RES-77" }))],
    ));
    assert_eq!(talk.say("reserva y cancela la otra").text, QUESTION);
    let reply = talk.say("sí");
    assert!(reply.text.starts_with("Listo, ya quedó hecho. ¿Cancelo la reservación"), "{}", reply.text);
    assert_eq!(talk.acts(), 1);
    talk.model.push_back(says("De acuerdo, solo la nueva."));
    talk.say("no");
    assert_eq!(talk.acts(), 1);
    assert_eq!(results(&talk).len(), 2, "each has its one result");
}

#[test]
fn a_result_is_one_of_a_call_whatever_becomes_of_it() {
    let talk = at_the_question();
    let call = &talk.conversation.exchange.talk.messages;
    assert_eq!(call.len(), 3, "user, call, question");
    assert!(
        call.iter()
            .all(|message| !matches!(message, TalkMessage::Assistant { calls, .. } if calls.len() > 1))
    );
}

#[test]
fn rules_that_stand_in_for_a_model_count_only_where_none_answers() {
    let mut talk = talk();
    talk.model.push_back(says("Sí, es muy bonita."));
    assert_eq!(talk.say("¿tienen terraza?").text, "Sí, es muy bonita.");
    talk.model.push_back(fails(ModelFailureKind::OverBudget));
    assert_eq!(talk.say("¿y la terraza abre?").text, "La terraza abre todo el año.");
    talk.model.push_back(fails(ModelFailureKind::NotConfigured));
    assert_eq!(talk.say("quiero reservar").text, "Sin el modelo no reservo.");
    talk.model.push_back(fails(ModelFailureKind::Overloaded));
    assert_eq!(talk.say("cuénteme algo").text, "Puedo reservar una mesa.");
    // The next turn asks again.
    talk.model.push_back(says("Aquí estoy."));
    assert_eq!(talk.say("quiero reservar en la terraza").text, "Aquí estoy.");
}

#[test]
fn at_an_open_question_rules_answer_a_side_question_and_ask_again() {
    let mut talk = at_the_question();
    talk.model.push_back(fails(ModelFailureKind::Overloaded));
    let reply = talk.say("¿y la terraza abre?");
    assert_eq!(reply.text, format!("La terraza abre todo el año. {QUESTION}"));
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    talk.model.push_back(fails(ModelFailureKind::Overloaded));
    let reply = talk.say("¿y puedo reservar otra?");
    assert!(reply.text.ends_with(QUESTION), "{}", reply.text);
    assert_eq!(talk.conversation.collected.slots["party_size"], json!(4), "the question is what it was");
}

#[test]
fn who_breaks_into_an_answer_beside_the_question_may_still_answer_the_question() {
    let mut talk = Talk::on(Channel::Voice, GRAPH);
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    assert_eq!(talk.say("quiero venir mañana a las 8, somos 4, soy Juan").text, QUESTION);
    talk.thinks = true;
    let turn = talk.turn(turno_core::Input::Text("¿y cómo es la sopa?".to_owned()));
    talk.event(EventKind::TurnArrived(turn));
    assert!(talk.conversation.phase.generating().is_some());
    talk.event(EventKind::Interrupted { heard: "La sopa".to_owned() });
    talk.thinks = false;
    talk.answer("create_reservation", json!({ "success": true, "message": "Listo, RES-1234." }));
    assert_eq!(talk.say("sí").text, "Listo, RES-1234.");
    assert_eq!(talk.calls.len(), 1);
}

#[test]
fn a_code_that_a_model_asked_about_is_not_known_before_somebody_agreed_to_it() {
    let mut talk = talk();
    let made_up = json!({ "confirmation_code": "RES-5555" });
    talk.model.push_back(answer("", &[("cancel_reservation", made_up)]));
    assert_eq!(talk.say("oiga, cancélela").text, "¿Cancelo la reservación RES-5555?");
    talk.model.push_back(says("De acuerdo. Su código es RES-5555."));
    assert_eq!(talk.say("no").text, "De acuerdo.");
}

#[test]
fn whoever_says_more_than_may_wait_is_told_so_at_once() {
    let mut talk = talk();
    talk.thinks = true;
    let mut put = |text: &str| {
        let turn = talk.turn(turno_core::Input::Text(text.to_owned()));
        talk.event(EventKind::TurnArrived(turn))
    };
    for _ in 0..33 {
        let effects = put("oiga");
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::Reply(_))));
    }
    let effects = put("oiga");
    let Some(Effect::Reply(reply)) = effects.first() else {
        panic!("it is not answered: {effects:?}");
    };
    assert!(reply.text.starts_with("Me llegaron muchos mensajes"), "{}", reply.text);
}
