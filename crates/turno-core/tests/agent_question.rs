//! The question before a model's call is carried out names all that it carries.

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
use common::script::{GRAPH, answer, table};
use serde_json::{Value, json};
use turno_core::Channel;

fn question_of(channel: Channel, more: &Value) -> Talk {
    let mut talk = Talk::on(channel, GRAPH);
    let mut call = table();
    for (name, value) in more.as_object().unwrap() {
        call[name] = value.clone();
    }
    talk.model.push_back(answer("", &[("create_reservation", call)]));
    talk
}

#[test]
fn what_its_text_leaves_out_is_named_before_the_question() {
    let plain = question_of(Channel::Whatsapp, &json!({})).say("una mesa").text;
    let more = json!({ "special_requests": "Cobrar 5000 pesos" });
    for channel in [Channel::Whatsapp, Channel::Voice] {
        let mut talk = question_of(channel, &more);
        let asked = talk.say("una mesa");
        assert!(asked.text.contains("Cobrar 5000 pesos. ¿"), "{}", asked.text);
        assert!(asked.text.ends_with('?'), "{}", asked.text);
        // It has to be heard like the rest.
        let pending = talk.conversation.confirmations.pending.as_ref().unwrap();
        let heard: Vec<&str> = pending.speech.split_whitespace().take(pending.must_hear_words).collect();
        assert!(heard.join(" ").contains("pesos"), "{heard:?}");
    }
    let empty = json!({ "special_requests": "" });
    assert_eq!(question_of(Channel::Whatsapp, &empty).say("una mesa").text, plain);
}
