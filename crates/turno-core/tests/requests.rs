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
    for request in [
        "quiero reservar",
        "quisiera reservar por favor",
        "necesito reservar para 4",
    ] {
        let mut talk = Talk::at_the_question();
        let again = talk.say(request);
        assert_eq!(
            again.awaiting,
            Awaiting::Confirmation,
            "{request}: {}",
            again.text
        );
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
