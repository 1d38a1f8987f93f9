//! Section 4 of the design: each rule of the confirmation, as the user meets it.

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

use common::{MONDAY_10_AM, Talk};
use serde_json::json;
use turno_core::{Awaiting, Channel, ConfirmationId, Effect, EventKind, Input, Timer, Timestamp};

#[test]
fn a_destructive_tool_never_runs_without_a_yes() {
    let mut talk = Talk::at_the_question();
    assert_eq!(talk.acts(), 0);
    let reply = talk.say("sí, correcto");
    assert_eq!(reply.text, "Listo, su código es RES-1234.");
    assert_eq!(talk.acts(), 1);
    let call = talk.calls.last().unwrap();
    assert_eq!(
        serde_json::Value::Object(call.parameters.clone()),
        json!({ "date": "2026-01-20", "time": "20:00", "party_size": 4, "customer_name": "Juan" })
    );
}

#[test]
fn one_yes_runs_one_call() {
    let mut talk = Talk::at_the_question();
    talk.say("sí");
    talk.say("sí");
    talk.say("sí, correcto");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_no_runs_nothing_and_later_yeses_do_not_either() {
    let mut talk = Talk::at_the_question();
    assert_eq!(talk.say("no").text, "No reservé nada.");
    talk.say("sí");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn a_yes_counts_at_1_59_and_not_at_2_00() {
    let mut talk = Talk::at_the_question();
    talk.at = Timestamp(MONDAY_10_AM.0 + 119_999);
    talk.say("sí");
    assert_eq!(talk.acts(), 1);

    let mut talk = Talk::at_the_question();
    talk.at = Timestamp(MONDAY_10_AM.0 + 120_000);
    assert_eq!(talk.say("sí").text, "Esa pregunta venció. ¿La reviso otra vez?");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn the_gateway_is_told_of_an_expiry_and_a_late_yes_gets_the_truth() {
    let mut talk = Talk::at_the_question();
    let (Timer::Expiry(id), at) = talk.armed()[0].clone();
    talk.at = at;
    let effects = talk.event(EventKind::Expired { confirmation: id.clone() });
    assert!(matches!(&effects[..], [Effect::Expired { confirmation, .. }] if *confirmation == id));
    talk.wait_seconds(5);
    assert_eq!(talk.say("sí").text, "Esa pregunta venció. ¿La reviso otra vez?");
    // Asked again, it takes a new yes to a new question.
    let reply = talk.say("sí por favor");
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    assert_eq!(talk.acts(), 0);
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_clock_that_steps_back_does_not_revive_an_expired_question() {
    let mut talk = Talk::at_the_question();
    let (Timer::Expiry(id), _) = talk.armed()[0].clone();
    talk.at = Timestamp(MONDAY_10_AM.0 - 3_600_000);
    talk.event(EventKind::Expired { confirmation: id });
    talk.say("sí");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn an_expiry_of_an_older_question_leaves_the_new_one_open() {
    let mut talk = Talk::at_the_question();
    let (Timer::Expiry(old), _) = talk.armed()[0].clone();
    talk.say("no, mejor a las 9");
    talk.event(EventKind::Expired { confirmation: old });
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_change_asks_anew_with_a_new_id_and_only_the_new_values_run() {
    let mut talk = Talk::at_the_question();
    let first = talk.conversation.confirmations.pending.clone().unwrap();
    let reply = talk.say("sí, pero a las 9");
    assert_eq!(
        reply.text,
        "Confirmo: mesa para 4 personas, martes 20 de enero a las 9 de la noche, a nombre de Juan. ¿Es correcto?"
    );
    assert_ne!(talk.conversation.confirmations.pending.as_ref().unwrap().id, first.id);
    assert_eq!(talk.acts(), 0);
    talk.say("sí");
    assert_eq!(talk.calls.last().unwrap().parameters["time"], "21:00");
}

#[test]
fn a_change_without_a_value_asks_for_it() {
    let mut talk = Talk::at_the_question();
    assert_eq!(talk.say("quiero cambiar la hora").text, "¿A qué hora?");
    let reply = talk.say("a las 7");
    assert!(reply.text.contains("a las 7 de la noche"), "{}", reply.text);
}

#[test]
fn a_side_question_is_answered_and_the_question_asked_again_under_its_own_expiry() {
    let mut talk = Talk::at_the_question();
    let expires_at = talk.conversation.confirmations.pending.as_ref().unwrap().expires_at;
    talk.wait_seconds(60);
    let reply = talk.say("¿tienen estacionamiento?");
    assert!(reply.text.starts_with("Sí, tenemos estacionamiento. Confirmo: mesa para 4"), "{}", reply.text);
    assert_eq!(reply.expires_at, Some(expires_at));
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_yes_with_a_question_acts_and_then_answers() {
    let mut talk = Talk::at_the_question();
    let reply = talk.say("sí, ¿y tienen estacionamiento?");
    assert_eq!(reply.text, "Listo, su código es RES-1234. Sí, tenemos estacionamiento.");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn unclear_asks_again_twice_then_offers_a_person() {
    let mut talk = Talk::at_the_question();
    for _ in 0..2 {
        assert!(talk.say("póker").text.starts_with("Perdón, no le entendí. Confirmo:"));
    }
    assert_eq!(talk.say("póker").text, "¿Le comunico con una persona?");
    assert_eq!(talk.say("sí").text, "Le comunico.");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn the_verdict_depends_on_what_is_pending() {
    let mut talk = Talk::at_the_question();
    assert_eq!(talk.say("cancélala").text, "No reservé nada.");
    assert_eq!(talk.acts(), 0);
    talk.say("quiero cancelar mi reservación");
    talk.say("RES-1234");
    assert_eq!(talk.say("cancélala").text, "Cancelada.");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn buttons_name_their_question_and_an_old_one_never_acts() {
    let mut talk = Talk::new();
    talk.say("quiero reservar para mañana a las 8, somos 4");
    let old = talk.say("Juan").choices;
    assert_eq!(old.iter().map(|choice| choice.title.as_str()).collect::<Vec<_>>(), ["Sí", "No"]);
    let new = talk.say("no, mejor a las 9").choices;
    assert_ne!(old[0].id, new[0].id);
    let reply = talk.press(&old[0].id);
    assert!(reply.text.starts_with("Ese botón ya no está vigente. Confirmo:"), "{}", reply.text);
    assert_eq!(talk.acts(), 0);
    talk.press(&new[0].id);
    assert_eq!(talk.acts(), 1);
    assert_eq!(talk.press(&new[0].id).text, "Eso ya quedó hecho; no lo repito.");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_button_of_an_expired_question_is_answered_as_expired() {
    let mut talk = Talk::new();
    talk.say("quiero reservar para mañana a las 8, somos 4");
    let choices = talk.say("Juan").choices;
    talk.wait_seconds(121);
    assert_eq!(talk.press(&choices[0].id).text, "Esa pregunta venció. ¿La reviso otra vez?");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn keys_1_and_2_answer_on_a_call() {
    let mut talk = Talk::on(Channel::Voice, common::GRAPH);
    talk.reach_the_question();
    assert!(talk.key("5").text.starts_with("Perdón"));
    talk.key("1");
    assert_eq!(talk.acts(), 1);
    let mut talk = Talk::on(Channel::Voice, common::GRAPH);
    talk.reach_the_question();
    assert_eq!(talk.key("2").text, "No reservé nada.");
}

#[test]
fn off_the_phone_keys_are_values_and_answer_nothing() {
    for channel in [Channel::Whatsapp, Channel::Web, Channel::Test] {
        for key in ["1", "2"] {
            let mut talk = Talk::on(channel, common::GRAPH);
            talk.reach_the_question();
            let reply = talk.key(key);
            assert_eq!((talk.acts(), reply.awaiting), (0, Awaiting::Confirmation), "{key}");
            assert!(reply.text.ends_with("¿Es correcto?"), "{key}: {}", reply.text);
            talk.say("sí");
            assert_eq!(talk.acts(), 1, "the question still stands");
        }
    }
}

/// The "4" of a size is keyed, and a "1" comes in behind it: nobody has answered what was asked in between.
#[test]
fn a_key_that_comes_right_behind_a_dictated_number_is_no_answer() {
    for key in ["1", "2"] {
        let mut talk = Talk::on(Channel::Voice, common::GRAPH);
        talk.say("quiero reservar para mañana a las 8, a nombre de Juan");
        let asked = talk.key("4");
        assert_eq!(asked.awaiting, Awaiting::Confirmation, "{}", asked.text);
        talk.wait_seconds(1);
        let again = talk.key(key);
        assert_eq!((talk.acts(), again.awaiting), (0, Awaiting::Confirmation), "{key}");
        assert!(again.text.ends_with("¿Es correcto?"), "{key}: {}", again.text);
        talk.wait_seconds(8);
        talk.key("1");
        assert_eq!(talk.acts(), 1, "a key that is pressed after the question is an answer");
    }
    let mut talk = Talk::on(Channel::Voice, common::GRAPH);
    talk.say("quiero reservar para mañana a las 8, a nombre de Juan");
    talk.key("4");
    talk.wait_seconds(1);
    talk.say("sí");
    assert_eq!(talk.acts(), 1, "who speaks dictates nothing");
}

/// "Espera" breaks into the question, and the gateway tells what had been heard after the answer to it.
#[test]
fn a_barge_in_that_is_told_late_still_counts_for_the_question() {
    for (heard, acts) in [("Confirmo", 0), ("", 0), ("Claro,", 1), ("Claro, aquí espero.", 1)] {
        let mut talk = Talk::on(Channel::Voice, common::GRAPH);
        talk.reach_the_question();
        let wait = talk.say("espera");
        assert_eq!(wait.speech, "Claro, aquí espero.");
        talk.event(EventKind::Interrupted { heard: heard.to_owned() });
        talk.say("sí, confirmo");
        assert_eq!(talk.acts(), acts, "heard {heard:?}");
    }
}

#[test]
fn on_a_call_a_yes_counts_only_if_the_question_was_heard() {
    for (heard, acts) in [
        ("Confirmo: mesa para", 0),
        ("Confirmo: mesa para 4 personas, martes 20 de enero", 0),
        ("Confirmo: mesa para 4 personas, martes 20 de enero a las 8 de la noche, a", 1),
    ] {
        let mut talk = Talk::on(Channel::Voice, common::GRAPH);
        talk.reach_the_question();
        talk.event(EventKind::Interrupted { heard: heard.to_owned() });
        let reply = talk.say("okay");
        assert_eq!(talk.acts(), acts, "heard {heard:?}: {}", reply.text);
        if acts == 0 {
            assert!(reply.text.contains("Confirmo: mesa para 4 personas"), "{}", reply.text);
            talk.say("okay");
            assert_eq!(talk.acts(), 1, "asked again and heard this time");
        }
    }
}

#[test]
fn a_slot_taken_meanwhile_gives_alternatives_and_no_booking() {
    let mut talk = Talk::at_the_question();
    talk.answer(
        "create_reservation",
        json!({ "success": false, "reason": "full", "alternatives": [
            { "date": "2026-01-20", "time": "19:00" }, { "date": "2026-01-20", "time": "21:00" } ] }),
    );
    let reply = talk.say("sí");
    assert_eq!(reply.text, "A esa hora está lleno. ¿Cuál prefiere?");
    let titles: Vec<&str> = reply.choices.iter().map(|choice| choice.title.as_str()).collect();
    assert_eq!(titles, ["a las 7 de la noche", "a las 9 de la noche"]);
    let reply = talk.say("la segunda");
    assert!(reply.text.contains("a las 9 de la noche"), "{}", reply.text);
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
}

#[test]
fn the_same_question_gives_the_same_key_and_another_question_another() {
    let key = |talk: &Talk| talk.calls.last().unwrap().grant.clone().unwrap().key;
    let run = |words: &[&str]| {
        let mut talk = Talk::at_the_question();
        for word in words {
            talk.say(word);
        }
        key(&talk)
    };
    assert_eq!(run(&["sí"]), run(&["sí"]));
    assert_ne!(run(&["sí"]), run(&["no, a las 9", "sí"]));
}

#[test]
fn leaving_for_a_person_drops_the_question() {
    let mut talk = Talk::at_the_question();
    let reply = talk.say("quiero hablar con una persona");
    assert_eq!(reply.text, "No hice lo anterior, porque me faltó su confirmación. Le comunico.");
    assert_eq!(reply.awaiting, Awaiting::Person);
    assert!(talk.conversation.confirmations.pending.is_none());
    assert!(talk.armed().is_empty());
    assert!(
        talk.effects.iter().any(|effect| matches!(effect, Effect::HandOff(to) if to.to == "+525555550199"))
    );
}

#[test]
fn nothing_pending_survives_the_end_of_a_call() {
    let mut talk = Talk::at_the_question();
    talk.event(EventKind::Closed { reason: "hangup".to_owned() });
    assert!(talk.armed().is_empty());
    talk.say("sí");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn a_model_s_reading_can_turn_a_yes_into_a_change_and_nothing_into_a_yes() {
    let mut talk = Talk::at_the_question();
    let mut turn = talk.turn(Input::Text("sí".to_owned()));
    turn.understanding = Some(turno_core::Understanding {
        intent: Some("reserve".to_owned()),
        slots: [("party_size".to_owned(), json!(6))].into(),
    });
    let reply = talk.take(turn);
    assert!(reply.text.contains("mesa para 6 personas"), "{}", reply.text);
    assert_eq!(talk.acts(), 0);
}

#[test]
fn ids_of_confirmations_are_never_used_twice_across_runs() {
    let mut talk = Talk::at_the_question();
    let first = talk.conversation.confirmations.pending.clone().unwrap().id;
    talk.event(EventKind::Closed { reason: "hangup".to_owned() });
    talk.reach_the_question();
    let second = talk.conversation.confirmations.pending.clone().unwrap().id;
    assert_ne!(first, second);
    let ConfirmationId(id) = first;
    talk.press(&format!("yes:{id}"));
    assert_eq!(talk.acts(), 0);
}
