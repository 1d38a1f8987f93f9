//! A respond node whose text a language model puts in words of its own: what it writes is said where it says the same.

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
use common::script::{answer, fails, says};
use serde_json::json;
use turno_core::{Channel, ModelFailureKind, ModelMessage};

const GRAPH: &str = r#"
name  = "phrases"
start = "router"

[nodes.router]
kind     = "router"
fallback = "help"

[[nodes.router.intents]]
name     = "hours"
patterns = { es = ['\bhorario\b'] }
to       = "hours"

[nodes.hours]
kind   = "respond"
say    = { es = { chat = "Abrimos de 1 a 11 de la noche.", voice = "Abrimos de una a once de la noche." } }
phrase = { es = "Con calidez, en una frase." }
models = ["fake/one"]

[nodes.help]
kind = "respond"
say  = { es = "Puedo decirle el horario." }
"#;

const PLAIN: &str = "Abrimos de 1 a 11 de la noche.";

#[test]
fn a_model_s_words_are_said_where_they_say_the_same() {
    let mut talk = Talk::on(Channel::Whatsapp, GRAPH);
    talk.model.push_back(says("¡Con gusto! Estamos abiertos de 1 a 11 de la noche."));
    let reply = talk.say("¿qué horario tienen?");
    assert_eq!(reply.text, "¡Con gusto! Estamos abiertos de 1 a 11 de la noche.");
    let asked = talk.asked.last().unwrap();
    assert_eq!(asked.models, ["fake/one"]);
    assert!(asked.tools.is_empty() && !asked.may_call);
    assert!(matches!(&asked.messages[1], ModelMessage::User { text } if text.contains(PLAIN)));
    assert!(
        matches!(&asked.messages[0], ModelMessage::System { text } if text.contains("Con calidez, en una frase."))
    );
}

#[test]
fn what_says_something_else_is_left_and_the_text_stands() {
    for wrong in [
        says("Abrimos de 1 a 12 de la noche."),
        says("Abrimos de 1 a 11 de la noche y el domingo también."),
        says("No abrimos de 1 a 11 de la noche."),
        says("Abrimos de 1 a 11 de la noche. ¿Le reservo?"),
        says("Listo, ya reservé. Abrimos de 1 a 11 de la noche."),
        says(""),
        answer("", &[("create_reservation", json!({}))]),
        fails(ModelFailureKind::TimedOut),
    ] {
        let mut talk = Talk::on(Channel::Whatsapp, GRAPH);
        talk.model.push_back(wrong);
        let reply = talk.say("¿qué horario tienen?");
        assert_eq!(reply.text, PLAIN);
        assert_eq!(talk.acts(), 0);
    }
}

#[test]
fn on_a_call_the_spoken_form_is_put_in_other_words() {
    let mut talk = Talk::on(Channel::Voice, GRAPH);
    talk.model.push_back(says("Claro, abrimos de una a once de la noche."));
    let reply = talk.say("qué horario tienen");
    assert_eq!(reply.speech, "Claro, abrimos de una a once de la noche.");
}

#[test]
fn a_text_without_a_phrase_asks_nobody() {
    let mut talk = Talk::on(Channel::Whatsapp, GRAPH);
    assert_eq!(talk.say("perrunilla").text, "Puedo decirle el horario.");
    assert!(talk.asked.is_empty());
}
