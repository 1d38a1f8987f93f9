//! A wait, or an answer to a side question, between the open question and the yes to it.

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
use turno_core::{Awaiting, EventKind, Input, Timestamp};

#[test]
fn wait_keeps_the_question_open() {
    let mut talk = Talk::at_the_question();
    let reply = talk.say("espera, déjame ver");
    assert_eq!(reply.text, "Claro, aquí espero.");
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    talk.say("sí, confirmo");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn who_is_back_from_a_wait_has_not_answered_and_hears_the_question_again() {
    for back in ["listo", "ok", "ahora sí, adelante", "sí", "sí, ya", "claro", "perfecto, gracias"] {
        let mut talk = Talk::at_the_question();
        let question = talk.say("espérame tantito, ¿sí?").text;
        assert_eq!(question, "Claro, aquí espero.");
        let again = talk.say(back);
        assert_eq!((talk.acts(), again.awaiting), (0, Awaiting::Confirmation), "{back}");
        assert!(again.text.contains("¿Es correcto?"), "{back}: {}", again.text);
        talk.say(back);
        assert_eq!(talk.acts(), 1, "{back}, to the question");
    }
    for confirms in ["sí, confirmo", "resérvala", "sí, a las 8 de la noche", "confirmado", "1"] {
        let mut talk = Talk::at_the_question();
        talk.say("espérame tantito");
        talk.say(confirms);
        assert_eq!(talk.acts(), 1, "{confirms}");
    }
}

#[test]
fn who_acknowledges_an_answer_has_not_answered_the_open_question() {
    for thanks in [
        "ah ok",
        "muy bien",
        "órale",
        "perfecto, gracias",
        "ok, gracias",
        "oh nice",
        "está bien",
        "vale",
        "de acuerdo",
        "👍",
        "ok 👍",
        "dale",
        "sí, gracias",
        "yes thank you",
    ] {
        let mut talk = Talk::at_the_question();
        let answer = talk.say("¿tienen estacionamiento?");
        assert!(answer.text.ends_with("¿Es correcto?"), "{}", answer.text);
        let again = talk.say(thanks);
        assert_eq!((talk.acts(), again.awaiting), (0, Awaiting::Confirmation), "{thanks}");
        assert!(again.text.ends_with("¿Es correcto?"), "{thanks}: {}", again.text);
        talk.say("ok");
        assert_eq!(talk.acts(), 1, "{thanks}: said again, the question stands alone");
    }
    for yes in [
        "sí",
        "sí, por favor",
        "correcto",
        "sí, está bien",
        "sí, confirmo, gracias",
        "sí, a las 8, gracias",
        "adelante",
        "ah, ok, sí",
        "es correcto",
    ] {
        let mut talk = Talk::at_the_question();
        talk.say("¿tienen estacionamiento?");
        talk.say(yes);
        assert_eq!(talk.acts(), 1, "{yes}");
    }
}

#[test]
fn a_card_beside_a_yes_confirms_nothing_and_the_question_is_asked_again() {
    for said in [
        "sí, mi tarjeta es 4111 1111 1111 1111",
        "4111 1111 1111 1111",
        "sí, confirmo, cuatro uno uno uno uno uno uno uno uno uno uno uno uno uno uno uno",
    ] {
        let mut talk = Talk::at_the_question();
        let reply = talk.say(said);
        assert_eq!((talk.acts(), reply.awaiting), (0, Awaiting::Confirmation), "{said}");
        assert!(
            reply.text.starts_with("No necesito los datos de su tarjeta")
                && reply.text.ends_with("¿Es correcto?"),
            "{said}: {}",
            reply.text
        );
        talk.say("sí, confirmo");
        assert_eq!(talk.acts(), 1, "{said}");
    }
}

/// "Ok, gracias" to a code and a question is for the code.
#[test]
fn a_courtesy_to_what_was_done_is_no_yes_to_what_is_asked_behind_it() {
    for (answer, acts) in [
        ("ok gracias", 1),
        ("perfecto", 1),
        ("sale", 1),
        ("va", 1),
        ("ok", 1),
        ("de acuerdo", 1),
        ("👍", 1),
        ("perfect", 1),
        ("sí, gracias", 1),
        ("sí", 2),
        ("correcto", 2),
        ("sí, a las 9 de la noche", 2),
    ] {
        let mut talk = Talk::at_the_question();
        let told = talk.say("sí, y otra para mañana a las 9 de la noche, somos 2, a nombre de Ana");
        assert_eq!(talk.acts(), 1, "{}", told.text);
        assert!(told.text.contains("RES-1234") && told.text.ends_with("¿Es correcto?"), "{}", told.text);
        talk.wait_seconds(5);
        let again = talk.say(answer);
        assert_eq!(talk.acts(), acts, "{answer}: {}", again.text);
        if acts == 1 {
            assert_eq!(again.awaiting, Awaiting::Confirmation, "{answer}");
            assert!(again.text.ends_with("¿Es correcto?"), "{answer}: {}", again.text);
            talk.wait_seconds(5);
            talk.say("perfecto");
            assert_eq!(talk.acts(), 2, "{answer}: alone, a courtesy is a yes to it");
        }
    }
}

/// A checkpoint holds all that decides what an answer means.
#[test]
fn what_stood_with_a_question_outlives_a_restart() {
    let mut talk = Talk::at_the_question();
    talk.say("¿tienen estacionamiento?");
    let stored = serde_json::to_string(&talk.conversation).unwrap();
    talk.conversation = serde_json::from_str(&stored).unwrap();
    talk.say("perfecto");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn a_press_counts_by_the_question_that_it_names_whenever_it_was_sent_or_the_question_delivered() {
    for (delivered_s, sent_s, arrives_s) in [(30, 26, 31), (4, 0, 5), (60, -60, 61), (1, 400, 3)] {
        let mut talk = Talk::new();
        talk.say("quiero reservar para mañana a las 8, somos 4");
        let yes = talk.say("Juan").choices[0].id.clone();
        let (seq, asked_at) = (talk.conversation.dialogue.next_seq - 1, talk.at.0);
        talk.wait_seconds(delivered_s);
        talk.event(EventKind::Delivered { seq });
        talk.wait_seconds(arrives_s - delivered_s);
        let mut press = talk.turn(Input::Choice(yes));
        press.sent_at = Some(Timestamp(asked_at + sent_s * 1_000));
        talk.take(press);
        assert_eq!(talk.acts(), 1, "delivered after {delivered_s} s, pressed after {sent_s} s");
    }
}

#[test]
fn a_turn_sent_before_the_question_or_after_its_expiry_never_confirms() {
    for (sent_after_ms, acts) in [(-60_000, 0), (-1_000, 0), (30_000, 1), (120_000, 0), (500_000, 0)] {
        let mut talk = Talk::at_the_question();
        let mut turn = talk.turn(Input::Text("sí".to_owned()));
        turn.sent_at = Some(Timestamp(MONDAY_10_AM.0 + sent_after_ms));
        talk.wait_seconds(40);
        talk.take(turn);
        assert_eq!(talk.acts(), acts, "sent {sent_after_ms} ms after the question");
    }
}

#[test]
fn a_turn_sent_before_the_question_was_delivered_never_confirms() {
    let mut talk = Talk::at_the_question();
    let seq = talk.conversation.dialogue.next_seq - 1;
    talk.wait_seconds(30);
    talk.event(EventKind::Delivered { seq });
    let mut turn = talk.turn(Input::Text("sí".to_owned()));
    turn.sent_at = Some(Timestamp(MONDAY_10_AM.0 + 20_000));
    talk.take(turn);
    assert_eq!(talk.acts(), 0);
    let mut turn = talk.turn(Input::Text("sí".to_owned()));
    turn.sent_at = Some(Timestamp(MONDAY_10_AM.0 + 31_000));
    talk.take(turn);
    assert_eq!(talk.acts(), 1);
}
