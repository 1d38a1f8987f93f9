//! What was meant as a request is no answer to the question that it led to, and what was meant as an answer is one.

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
use turno_core::Awaiting;

/// Somebody who could not wait says all of it again; it may sound like a yes ("sí, quiero reservar para mañana …").
#[test]
fn the_words_that_led_to_a_question_are_no_answer_to_it_but_a_press_is() {
    let request = "sí, quiero reservar para mañana a las 8, somos 4, a nombre de Juan";
    let mut talk = Talk::new();
    let question = talk.say(request);
    assert_eq!(question.awaiting, Awaiting::Confirmation, "{}", question.text);
    let again = talk.say(request);
    assert_eq!(again.awaiting, Awaiting::Confirmation, "{}", again.text);
    assert_eq!(talk.acts(), 0);
    talk.press(&again.choices[0].id);
    assert_eq!(talk.acts(), 1);
    // A second booking in the same words: its button answers, though the line before it was said before.
    let question = talk.say(request);
    talk.press(&question.choices[0].id);
    assert_eq!(talk.acts(), 2);
}

/// A gateway may deliver the first words late, and a caller may say them once more in others.
#[test]
fn a_first_request_is_no_answer_to_the_question_though_it_names_the_act() {
    for request in ["quiero reservar", "quisiera reservar por favor", "necesito reservar para 4"] {
        let mut talk = Talk::at_the_question();
        let again = talk.say(request);
        assert_eq!(again.awaiting, Awaiting::Confirmation, "{request}: {}", again.text);
        assert_eq!(talk.acts(), 0, "{request}");
        talk.say("sí, resérvala");
        assert_eq!(talk.acts(), 1, "{request}");
    }
}

#[test]
fn an_assent_that_was_said_before_is_one_all_the_same() {
    let mut talk = Talk::at_the_question();
    talk.say("sí, así está muy bien");
    talk.say("quiero reservar para pasado mañana a las 7, somos 2");
    talk.say("sí, así está muy bien");
    assert_eq!(talk.acts(), 2);
}

/// The one who asked for the table gets it, and what else was wanted goes on from there.
#[test]
fn a_yes_with_another_request_books_and_goes_on_to_it() {
    for said in [
        "sí y también quiero pedir unos tacos",
        "sí, y quiero pedir tacos",
        "sí, también quiero pedir unos tacos por favor",
        "claro que sí, y además quiero pedir tacos",
    ] {
        let mut talk = Talk::at_the_question();
        let reply = talk.say(said);
        assert_eq!(talk.acts(), 1, "{said}: {}", reply.text);
        assert_eq!(reply.awaiting, Awaiting::Confirmation, "{said}: {}", reply.text);
        assert!(reply.text.contains("pedido"), "{said}: {}", reply.text);
    }
}

/// Another table is taken up after the one that was asked about; what is no booking of its own moves or books nothing.
#[test]
fn a_yes_with_another_booking_behind_it_books_and_takes_that_up() {
    for said in [
        "sí, y otra para el domingo",
        "sí, y quiero otra mesa para el domingo",
        "sí, y también otra para el domingo a las 3, somos 2",
        "yes, and another one for Sunday",
        "sí, y ponme otra para el domingo",
        "sí, y una más para el domingo",
        "sí y además quiero reservar otra para el domingo",
    ] {
        let mut talk = Talk::at_the_question();
        let reply = talk.say(said);
        assert_eq!(talk.acts(), 1, "{said}: {}", reply.text);
        let booked = talk.calls.iter().find(|call| call.tool == "create_reservation").unwrap();
        assert_eq!(booked.parameters["party_size"], 4, "{said}");
        assert_eq!(booked.parameters["date"], "2026-01-20", "{said}");
        assert_eq!(talk.conversation.collected.slots["date"], "2026-01-25", "{said}: {}", reply.text);
        assert!(talk.conversation.tasks.later.is_empty(), "{said}");
    }
    for said in [
        "sí, otra para el domingo",
        "sí, y mejor otra para el domingo",
        "sí, y otra silla",
        "sí, y otra mesa más grande",
        "sí, y otra más tarde",
        "yes, and another table, bigger",
        "sí, y otra persona",
        "sí, y otra hora",
        "sí, y otro nombre: Pedro",
        "sí, y otra sucursal",
        "sí, y otra para el domingo en vez de esta",
        "no, y otra para el domingo",
        "quiero reservar y otra para el domingo",
    ] {
        let mut talk = Talk::at_the_question();
        let reply = talk.say(said);
        assert_eq!(talk.acts(), 0, "{said}: {}", reply.text);
    }
}

/// What stands behind a yes is kept where the yes does not count yet.
#[test]
fn another_request_outlives_a_question_that_is_asked_again() {
    let mut talk = Talk::at_the_question();
    talk.conversation.confirmations.pending.as_mut().unwrap().heard = false;
    let again = talk.say("sí, y quiero pedir tacos");
    assert_eq!(talk.acts(), 0, "{}", again.text);
    talk.conversation.confirmations.pending.as_mut().unwrap().heard = true;
    let reply = talk.say("sí");
    assert_eq!(talk.acts(), 1);
    assert!(reply.text.contains("pedido"), "{}", reply.text);
}

/// Without a plain yes, or with anything that takes it back, nothing is booked; and what is left undone is said.
#[test]
fn another_request_without_a_plain_yes_books_nothing_and_says_so() {
    for said in [
        "quiero pedir unos tacos",
        "creo que sí, y quiero pedir unos tacos",
        "no, y quiero pedir unos tacos",
        "sí, somos 6, y quiero pedir unos tacos",
        "y quiero pedir unos tacos",
        "espera, y quiero pedir unos tacos",
        "sí, y quiero cancelar mi reservación",
        "sí y quiero pedir unos tacos pero a las 9",
        "sí, y mejor quiero pedir unos tacos",
        "sí y quiero pedir unos tacos en vez de la mesa",
        "sí, y prefiero pedir unos tacos",
        "sí y solo quiero pedir unos tacos",
        "sí, y ya no quiero mesa, quiero pedir tacos",
    ] {
        let mut talk = Talk::at_the_question();
        let reply = talk.say(said);
        assert_eq!(talk.acts(), 0, "{said}: {}", reply.text);
    }
    let mut talk = Talk::at_the_question();
    let reply = talk.say("quiero pedir unos tacos");
    assert!(reply.text.starts_with("No hice lo anterior"), "{}", reply.text);
}

#[test]
fn a_wish_is_noted_and_named_before_it_is_booked() {
    for (said, noted) in [
        ("sí, en la terraza", "en la terraza"),
        ("silla alta para un bebé", "silla alta para un bebé"),
        ("no, mejor junto a la ventana", "junto a la ventana"),
        ("soy alérgico al cacahuate", "soy alérgico al cacahuate"),
    ] {
        let mut talk = Talk::at_the_question();
        let anew = talk.say(said);
        assert_eq!(talk.acts(), 0, "{said}");
        assert_eq!(anew.awaiting, Awaiting::Confirmation, "{said}: {}", anew.text);
        assert!(anew.text.contains(&format!("con nota: {noted}.")), "{}", anew.text);
        talk.say("sí");
        assert_eq!(talk.acts(), 1, "{said}");
        let booked = talk.calls.last().unwrap();
        assert_eq!(booked.parameters["special_requests"], noted);
        assert_eq!(booked.parameters["party_size"], 4);
    }
}

/// A graph whose question does not name the note books none.
#[test]
fn a_wish_that_the_question_would_not_name_is_not_noted() {
    let graph = common::GRAPH.replace(", con nota: {{ special_requests }}", "");
    let mut talk = Talk::on(turno_core::Channel::Whatsapp, &graph);
    talk.say("quiero reservar para mañana a las 8, somos 4, a nombre de Juan");
    talk.say("sí, en la terraza");
    assert_eq!(talk.acts(), 0);
    assert!(!talk.conversation.collected.slots.contains_key("special_requests"));
}

/// Two kids of four people, or beside them: it is asked, and never two people.
#[test]
fn children_beside_a_party_are_asked_about() {
    for (answer, size) in [("ya van incluidos", 4), ("son aparte", 6), ("6", 6), ("la segunda", 6)] {
        let mut talk = Talk::at_the_question();
        let asked = talk.say("sí, llevamos dos niños");
        assert_eq!(talk.acts(), 0);
        assert!(asked.text.contains("en total"), "{}", asked.text);
        talk.say(answer);
        talk.say("sí");
        assert_eq!(talk.acts(), 1, "{answer}");
        assert_eq!(talk.calls.last().unwrap().parameters["party_size"], size, "{answer}");
    }
}

/// A question that nobody wrote an answer for is not passed over.
#[test]
fn a_question_that_nothing_answers_is_not_lost() {
    for (said, acts) in [("sí, ¿cobran el descorche?", 1), ("sí, ¿y hay que dejar anticipo?", 1)] {
        let mut talk = Talk::at_the_question();
        let reply = talk.say(said);
        assert_eq!(talk.acts(), acts, "{said}");
        assert!(reply.text.contains("Lo otro que me pregunta"), "{}", reply.text);
    }
}

#[test]
fn a_button_s_id_cannot_be_guessed_and_names_its_question() {
    let mut talk = Talk::new();
    talk.has_seeds = true;
    talk.reach_the_question();
    let reply = talk.say("¿qué horario tienen?");
    let [yes, no] = [reply.choices[0].id.clone(), reply.choices[1].id.clone()];
    assert_eq!(turno_core::plain_choice(&yes), "yes:1-1");
    assert_eq!(turno_core::plain_choice(&no), "no:1-1");
    assert!(yes.len() >= "yes:1-1.".len() + 20 && yes.len() <= 256, "{yes}");
    let mut other = Talk::new();
    other.has_seeds = true;
    other.say("hola");
    other.reach_the_question();
    let of_other = other.conversation.confirmations.pending.clone().unwrap();
    let guesses = [
        "yes:1-1".to_owned(),
        "yes".to_owned(),
        "yes:1-1.00000000000000000000".to_owned(),
        format!("yes:1-1.{}", of_other.button_token.unwrap()),
        yes.replace("yes:", "no:").replace("no:1-1", "yes:1-2"),
        yes[..yes.len() - 1].to_owned(),
    ];
    for guess in guesses {
        assert_ne!(guess, yes);
        let reply = talk.press(&guess);
        assert_eq!(talk.acts(), 0, "{guess}");
        assert_eq!(reply.choices[0].id, yes, "the question stands, and its buttons are the same");
    }
    talk.press(&yes);
    assert_eq!(talk.acts(), 1);
    talk.press(&yes);
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_question_that_an_earlier_version_asked_is_answered_by_its_plain_button() {
    let mut talk = Talk::at_the_question();
    talk.has_seeds = true;
    talk.press("yes:1-1");
    assert_eq!(talk.acts(), 1);
}
