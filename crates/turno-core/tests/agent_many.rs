//! A language model wants several things done at once: each is asked by itself, and each call has its own result.

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
use common::script::{answer, fails, says, talk};
use serde_json::{Value, json};
use turno_core::{Awaiting, ModelFailureKind, ModelMessage, ToolOutcome};

fn table_of(name: &str, day: u32) -> (&'static str, Value) {
    let date = format!("2026-01-{day}");
    let table = json!({ "date": date, "time": "20:00", "party_size": 4, "customer_name": name });
    ("create_reservation", table)
}

/// Three tables are wanted at once, and the first is asked about.
fn at_the_first_of_three() -> Talk {
    let mut talk = talk();
    let booked = |code: &str| {
        let message = format!("Su código es {code}.");
        ToolOutcome::Done(json!({ "success": true, "message": message }))
    };
    let codes = ["RES-1001", "RES-1002", "RES-1003"];
    talk.answers.insert("create_reservation".to_owned(), codes.map(booked).to_vec());
    let calls = [table_of("Ana", 20), table_of("Beto", 21), table_of("Caro", 22)];
    talk.model.push_back(answer("", &calls));
    let reply = talk.say("tres mesas, por favor");
    assert!(reply.text.ends_with("a nombre de Ana?"), "{}", reply.text);
    talk
}

/// What each call of the first answer was told, by the names of the guests.
fn told(talk: &Talk) -> Vec<(String, String)> {
    let messages = &talk.asked.last().unwrap().messages;
    let names = messages.iter().find_map(|message| match message {
        ModelMessage::Assistant { calls, .. } if !calls.is_empty() => Some(calls.clone()),
        _ => None,
    });
    let results = messages.iter().filter_map(|message| match message {
        ModelMessage::ToolResult { content, .. } => Some(content.clone()),
        _ => None,
    });
    let name = |call: &turno_core::ModelCall| {
        let arguments: Value = serde_json::from_str(&call.arguments).unwrap();
        arguments["customer_name"].as_str().unwrap().to_owned()
    };
    names.unwrap().iter().map(name).zip(results).collect()
}

#[test]
fn each_of_several_is_asked_and_has_its_own_result() {
    let mut talk = at_the_first_of_three();
    let reply = talk.say("sí");
    assert!(reply.text.starts_with("Su código es RES-1001."), "{}", reply.text);
    assert!(reply.text.ends_with("a nombre de Beto?"), "{}", reply.text);
    talk.wait_seconds(5);
    let reply = talk.say("sí");
    assert!(reply.text.starts_with("Su código es RES-1002."), "{}", reply.text);
    assert!(reply.text.ends_with("a nombre de Caro?"), "{}", reply.text);
    talk.wait_seconds(5);
    talk.model.push_back(says("¿Algo más?"));
    assert_eq!(talk.say("sí").text, "¿Algo más? Su código es RES-1003.");
    assert_eq!(talk.acts(), 3);
    for ((name, result), (expected, code)) in
        told(&talk).iter().zip([("Ana", "RES-1001"), ("Beto", "RES-1002"), ("Caro", "RES-1003")])
    {
        assert_eq!(name, expected);
        assert!(result.contains(code), "{name}: {result}");
    }
}

#[test]
fn a_yes_that_is_said_twice_is_of_the_first_question_alone() {
    for (second, seconds, acts) in [("sí", 0, 1), ("¡Sí!", 1, 1), ("sí", 5, 2), ("sí, perfecto", 0, 2)] {
        let mut talk = at_the_first_of_three();
        talk.say("sí");
        talk.wait_seconds(seconds);
        let reply = talk.say(second);
        assert_eq!(talk.acts(), acts, "{second} after {seconds} s: {}", reply.text);
        if acts == 1 {
            assert!(reply.text.ends_with("a nombre de Beto?"), "{}", reply.text);
            talk.wait_seconds(3);
            talk.say("sí");
            assert_eq!(talk.acts(), 2, "asked again, and answered");
        }
    }
}

#[test]
fn behind_a_no_the_model_thinks_again() {
    let mut talk = at_the_first_of_three();
    talk.model.push_back(says("De acuerdo. ¿Reservo las otras dos?"));
    assert_eq!(talk.say("no").text, "De acuerdo. ¿Reservo las otras dos?");
    let told = told(&talk);
    assert_eq!(told[0].1, "the user said no: nothing was done");
    assert!(told[1].1.starts_with("not done, and the user was not asked"), "{told:?}");
    assert!(told[2].1.starts_with("not done, and the user was not asked"), "{told:?}");
    // It may call again what is still wanted, and that is asked.
    talk.model.push_back(answer("", &[table_of("Beto", 21)]));
    let reply = talk.say("la de Beto nada más");
    assert_eq!(reply.awaiting, Awaiting::Confirmation, "{}", reply.text);
    talk.model.push_back(says("Muy bien."));
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
    assert_eq!(talk.calls[0].parameters["customer_name"], "Beto");
}

#[test]
fn what_waits_behind_one_that_the_business_refused_is_not_asked() {
    let mut talk = talk();
    talk.answer("create_reservation", json!({ "success": false, "message": "Ya no hay lugar a esa hora." }));
    let cancel = ("cancel_reservation", json!({ "confirmation_code": "RES-77" }));
    talk.model.push_back(answer("", &[table_of("Ana", 20), cancel]));
    talk.say("pásela al martes");
    talk.model.push_back(says("Ya no hay lugar. Su mesa de antes sigue en pie."));
    let reply = talk.say("sí");
    assert_eq!(reply.awaiting, Awaiting::Nothing, "{}", reply.text);
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_question_that_expired_takes_those_behind_it_with_it() {
    let mut talk = at_the_first_of_three();
    talk.wait_seconds(121);
    talk.say("sí");
    talk.model.push_back(says("¿Seguimos con las mesas?"));
    let reply = talk.say("¿y las mesas?");
    assert_eq!(reply.text, "¿Seguimos con las mesas?");
    assert_eq!(reply.awaiting, Awaiting::Nothing);
    assert_eq!(talk.acts(), 0);
}

#[test]
fn without_a_model_those_behind_a_no_are_left_too() {
    let mut talk = at_the_first_of_three();
    talk.model.push_back(fails(ModelFailureKind::Overloaded));
    let reply = talk.say("no");
    assert!(reply.text.starts_with("De acuerdo, lo dejamos así."), "{}", reply.text);
    assert_eq!(talk.acts(), 0);
}

/// A table is booked, and the model at once wants another that nobody has asked for.
fn booked_and_called_again(words: &str) -> Talk {
    let mut talk = talk();
    talk.answer("create_reservation", json!({ "success": true, "message": "Su código es RES-1001." }));
    talk.model.push_back(answer("", &[table_of("Ana", 20)]));
    let reply = talk.say(words);
    assert_eq!(reply.awaiting, Awaiting::Confirmation, "{}", reply.text);
    talk.wait_seconds(5);
    talk.model.push_back(answer("", &[table_of("Beto", 21)]));
    talk
}

#[test]
fn a_model_that_calls_again_unasked_puts_no_question_and_is_told_why() {
    for yes in ["sí", "sí, por favor", "ok", "perfecto"] {
        let mut talk = booked_and_called_again("una mesa mañana a las 8, somos 4, a nombre de Ana");
        talk.model.push_back(says("¿Le ayudo en algo más?"));
        let reply = talk.say(yes);
        assert_eq!(talk.acts(), 1, "{yes}");
        assert!(reply.text.contains("RES-1001"), "{yes}: {}", reply.text);
        assert_eq!(reply.awaiting, Awaiting::Nothing, "{yes}: {}", reply.text);
        let results = common::script::results(&talk);
        let (why, is_error) = results.last().unwrap();
        assert!(*is_error && why.contains("have asked for nothing since"), "{yes}: {why}");
        // Nor does a thank-you ask for it.
        for thanks in ["ok gracias", "perfecto", "gracias", "👍", "no, gracias"] {
            talk.model.push_back(answer("", &[table_of("Beto", 21)]));
            talk.model.push_back(says("Con gusto."));
            let reply = talk.say(thanks);
            assert_eq!(reply.awaiting, Awaiting::Nothing, "{thanks}: {}", reply.text);
        }
        // Whoever asks for it is asked about it.
        talk.model.push_back(answer("", &[table_of("Beto", 21)]));
        let reply = talk.say("y otra para pasado mañana a nombre de Beto");
        assert_eq!(reply.awaiting, Awaiting::Confirmation, "{}", reply.text);
        talk.wait_seconds(5);
        talk.model.push_back(says("Listo."));
        talk.say("perfecto");
        assert_eq!(talk.acts(), 2, "the question stood alone");
    }
}

#[test]
fn whoever_begins_with_thanks_or_a_greeting_is_asked_about_nothing() {
    for words in ["gracias", "ok gracias", "hola", "👍", "perfecto"] {
        let mut talk = talk();
        talk.model.push_back(answer("", &[table_of("Ana", 20)]));
        talk.model.push_back(says("¿En qué le ayudo?"));
        let reply = talk.say(words);
        assert_eq!(reply.awaiting, Awaiting::Nothing, "{words}: {}", reply.text);
        let results = common::script::results(&talk);
        let (why, is_error) = results.last().unwrap();
        assert!(*is_error && why.contains("asked for nothing yet"), "{words}: {why}");
        talk.model.push_back(answer("", &[table_of("Ana", 20)]));
        let reply = talk.say("una mesa mañana a las 8, somos 4, a nombre de Ana");
        assert_eq!(reply.awaiting, Awaiting::Confirmation, "{words}: {}", reply.text);
    }
}

#[test]
fn what_was_asked_for_in_one_breath_is_asked_about_one_after_the_other() {
    for words in [
        "una mesa para mañana y otra para pasado mañana, a las 8, somos 4",
        "quiero una mesa mañana y necesito otra pasado mañana",
        "a table for tomorrow and another one for the day after",
    ] {
        let mut talk = booked_and_called_again(words);
        let reply = talk.say("sí");
        assert_eq!(talk.acts(), 1, "{}", reply.text);
        assert_eq!(reply.awaiting, Awaiting::Confirmation, "{words}: {}", reply.text);
        assert!(reply.text.starts_with("Su código es RES-1001."), "{}", reply.text);
        // What was done stands in front: thanks are for that.
        talk.wait_seconds(5);
        assert_eq!(talk.say("ok gracias").awaiting, Awaiting::Confirmation);
        assert_eq!(talk.acts(), 1, "{words}");
        talk.wait_seconds(5);
        talk.model.push_back(says("Listo."));
        talk.say("sí");
        assert_eq!(talk.acts(), 2, "{words}");
    }
}

#[test]
fn another_tool_is_asked_about_where_the_words_had_another_part() {
    for (words, is_asked) in [
        ("una mesa mañana a las 8, somos 4, y canjéame 50 puntos", true),
        ("una mesa mañana a las 8 somos 4 a nombre de Ana", false),
    ] {
        let mut talk = booked_and_called_again(words);
        talk.model.clear();
        talk.model.push_back(answer("", &[("redeem_points", json!({ "points": 50 }))]));
        talk.model.push_back(says("¿Algo más?"));
        let reply = talk.say("sí");
        assert_eq!(reply.awaiting == Awaiting::Confirmation, is_asked, "{words}: {}", reply.text);
    }
}

/// The model asked in its own words, after it was refused.
#[test]
fn a_yes_to_what_a_model_asks_in_words_is_asked_about() {
    let mut talk = booked_and_called_again("una mesa mañana a las 8, somos 4, a nombre de Ana");
    talk.model.push_back(says("¿Le aparto también otra mesa?"));
    talk.say("sí");
    talk.wait_seconds(5);
    talk.model.push_back(answer("", &[table_of("Beto", 21)]));
    assert_eq!(talk.say("sí").awaiting, Awaiting::Confirmation);
}
