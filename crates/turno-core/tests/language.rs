//! A conversation's language: where it begins, what decides it, how it is switched, and what a switch leaves alone.

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

use common::{GRAPH, Talk, settings, tools};
use serde_json::json;
use turno_core::{
    Assistant, Awaiting, Channel, Conversation, EventKind, Language, OtherLanguage, Timer, catalog,
};
use turno_language::{Term, Vocabulary};

/// The small restaurant in two languages: each English text is the Spanish one with a mark.
fn in_both_languages() -> Assistant {
    let mut settings = settings();
    settings.other_languages.insert(Language::en(), OtherLanguage::default());
    let dish = |id: &str, name: &str| Term { id: id.to_owned(), name: name.to_owned(), aliases: Vec::new() };
    settings.vocabularies.insert(
        "menu".to_owned(),
        Vocabulary::new(vec![dish("taco", "taco"), dish("burger", "What You Need Burger")]),
    );
    let mut graph = String::new();
    for line in GRAPH.lines() {
        graph.push_str(line);
        graph.push('\n');
        if let Some((key, text)) = line.split_once('=')
            && key.trim_end().ends_with(".es")
        {
            let english = text.replacen('"', "\"[en] ", 1);
            graph.push_str(&format!("{}.en = {english}\n", key.trim_end().trim_end_matches(".es")));
        }
    }
    let graph = graph.replace(r"'\breserv\w*'", r"'\breserv\w*', '\bbook\b'");
    let graph = turno_graph::compile("small.toml", &graph, &catalog(&settings, &tools()))
        .unwrap_or_else(|faults| panic!("{faults}"));
    Assistant::new(settings, &tools(), graph).unwrap()
}

fn talk() -> Talk {
    let mut talk = Talk::on(Channel::Whatsapp, GRAPH);
    talk.assistant = in_both_languages();
    talk
}

fn at_the_question() -> Talk {
    let mut talk = talk();
    talk.reach_the_question();
    talk
}

fn language_after(texts: &[&str]) -> Option<Language> {
    let mut talk = talk();
    texts.iter().map(|text| talk.say(text).language).last().flatten()
}

#[test]
fn it_begins_in_the_first_language_and_the_first_telling_words_decide() {
    assert_eq!(language_after(&["ok"]), None);
    assert_eq!(language_after(&["hi, I'd like to book a table"]), Some(Language::en()));
    assert_eq!(
        language_after(&["ok", "Laura", "55 1234 5678", "I'd like to book a table"]),
        Some(Language::en())
    );
    assert_eq!(language_after(&["hola, quiero reservar"]), None);
}

#[test]
fn once_it_is_decided_only_a_request_or_a_whole_sentence_switches() {
    let begin = "I'd like to book a table";
    for text in ["mañana", "tacos", "sí", "por favor", "Juan de la Cruz", "mejor mañana", "para dos personas"]
    {
        assert_eq!(language_after(&[begin, text]), Some(Language::en()), "{text}");
    }
    for text in ["en español por favor", "prefiero que sea mañana en la noche"] {
        assert_eq!(language_after(&[begin, text]), None, "{text}");
    }
}

#[test]
fn the_name_of_a_dish_is_nobodys_language() {
    assert_eq!(language_after(&["what you need burger"]), None);
    assert_eq!(language_after(&["quiero reservar", "what you need burger"]), None);
    assert_eq!(language_after(&["do you have the what you need burger"]), Some(Language::en()));
}

#[test]
fn a_name_or_an_address_is_nobodys_language() {
    let mut talk = talk();
    talk.press("reserve");
    for text in ["20/01/2026", "20:00", "4"] {
        talk.say(text);
    }
    let reply = talk.say("Laura Branch");
    assert_eq!(reply.awaiting, Awaiting::Confirmation, "{}", reply.text);
    assert_eq!(talk.conversation.caller.language, None);
}

#[test]
fn the_callers_number_counts_until_words_tell() {
    let mut talk = talk();
    let mut from_abroad = |text: &str| {
        let mut turn = talk.turn(turno_core::Input::Text(text.to_owned()));
        turn.caller = Some("+12125550123".to_owned());
        talk.take(turn).language
    };
    assert_eq!(from_abroad("ok"), Some(Language::en()));
    assert_eq!(from_abroad("buenas tardes, quiero reservar"), None);
    assert_eq!(from_abroad("ok"), None);
}

#[test]
fn the_number_of_nobody_tells_no_language() {
    // Keys that spell "restricted" begin as Russia's, with a 1 in front as the States'; the business's own is Mexican.
    for nobody in ["+17378742833", "+12345", "anonymous", "+525555550100"] {
        let mut talk = talk();
        let mut turn = talk.turn(turno_core::Input::Text("ok".to_owned()));
        turn.caller = Some(nobody.to_owned());
        assert_eq!(talk.take(turn).language, None, "{nobody}");
        assert_eq!(talk.conversation.caller.phone, None, "{nobody}");
    }
}

#[test]
fn a_language_asked_for_at_the_question_asks_the_same_question_in_it() {
    let mut talk = at_the_question();
    let before = talk.conversation.confirmations.pending.clone().unwrap();
    talk.wait_seconds(30);
    let reply = talk.say("in English please");
    let after = talk.conversation.confirmations.pending.clone().unwrap();
    assert!(reply.text.contains("[en] Confirmo: mesa para 4 people"), "{}", reply.text);
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    assert_eq!(reply.choices[0].title, "Yes");
    assert_eq!(reply.choices[0].id, "yes:1-1");
    assert_eq!((after.id, after.expires_at), (before.id, before.expires_at));
    assert_eq!(after.parameters, before.parameters);
    talk.wait_seconds(100);
    assert!(talk.say("yes").text.starts_with("[en]"), "it expired when it would have");
    assert_eq!(talk.acts(), 0);
}

#[test]
fn nothing_that_was_collected_is_lost() {
    let mut talk = talk();
    talk.say("quiero reservar para mañana, somos 4");
    let reply = talk.say("do you speak English?");
    assert!(reply.text.ends_with("[en] ¿A qué hora?"), "{}", reply.text);
    assert_eq!(talk.conversation.collected.slots["date"], json!("2026-01-20"));
    assert_eq!(talk.conversation.collected.slots["party_size"], json!(4));
}

/// At the Spanish question.
#[test]
fn a_yes_in_the_other_language_is_a_yes_and_an_objection_in_either_is_none() {
    for text in [
        "yes",
        "yes please",
        "sure",
        "yes, gracias",
        "sí, please",
        "sí",
        "claro que sí",
        "ok",
        "yes, that's right",
        "sure, va",
        "yes, claro",
        "sí, perfect",
    ] {
        let mut talk = at_the_question();
        talk.say(text);
        assert_eq!(talk.acts(), 1, "{text}");
    }
    for text in [
        "no",
        "no thanks",
        "nope",
        "not yet",
        "yes but at 9",
        "sí, but at nine",
        "sí, but not at 8",
        "yes pero a las 9",
        "ok but for 5",
        "sí, never",
        "sí, wait",
        "claro, nope",
        "yes, nel",
        "yes, ya no",
        "sí, nah",
        "perfect, luego",
        "sí, wrong",
        "yes de acuerdo pero no",
        "yes, espera",
        "yes, no",
        "don't",
        "sí, don't",
        "yes, pero no",
        "sure, cancélala",
        "sí, cancel it",
        "yes, mejor mañana no",
        "sí, tomorrow instead",
        "ya, thanks",
        "luego, please",
        "pero no, thanks",
        "not yet, gracias",
    ] {
        let mut talk = at_the_question();
        talk.say(text);
        assert_eq!(talk.acts(), 0, "{text}");
    }
}

#[test]
fn an_objection_in_the_other_language_does_what_it_says() {
    for (text, question) in [
        ("sí, the date is wrong", "¿Para qué día?"),
        ("va, however at 9", "a las 9 de la noche"),
        ("yes, pero somos 5", "mesa para 5 personas"),
        ("sí, I do not want it", "No reservé nada."),
    ] {
        let mut talk = at_the_question();
        let reply = talk.say(text);
        assert!(reply.text.contains(question), "{text}: {}", reply.text);
    }
}

#[test]
fn at_the_english_question_a_si_counts_too() {
    for (text, acts) in [
        ("sí", 1),
        ("yes", 1),
        // "Claro" may be of the new language.
        ("claro", 0),
        ("sí, pero a las 9", 0),
        ("yes, pero a las 9", 0),
        ("no, gracias", 0),
    ] {
        let mut talk = at_the_question();
        talk.say("English please");
        talk.say(text);
        assert_eq!(talk.acts(), acts, "{text}");
    }
}

/// "Of course, let's go on in English. … Is that right?" "Ok": that is of the language as much as of the question.
#[test]
fn a_courtesy_behind_the_new_language_is_no_yes() {
    for text in ["ok", "👍", "perfect", "sale", "ok thanks"] {
        let mut talk = at_the_question();
        talk.wait_seconds(5);
        talk.say("English please");
        talk.wait_seconds(5);
        let reply = talk.say(text);
        assert_eq!(talk.acts(), 0, "{text}");
        assert_eq!(reply.awaiting, Awaiting::Confirmation, "{text}: {}", reply.text);
        talk.wait_seconds(5);
        talk.say("yes");
        assert_eq!(talk.acts(), 1, "{text}");
    }
}

#[test]
fn a_tenant_of_one_language_says_so() {
    let mut talk = Talk::new();
    let reply = talk.say("do you speak English?");
    assert!(reply.text.starts_with("Por ahora solo puedo atenderle en español."), "{}", reply.text);
    assert_eq!(reply.language, None);
    assert_eq!(talk.say("I'd like to book a table").language, None);
}

#[test]
fn it_outlives_the_end_of_the_conversation_and_a_restart() {
    let mut talk = talk();
    talk.say("I'd like to book a table");
    talk.event(EventKind::Closed { reason: "hung up".to_owned() });
    let stored = serde_json::to_string(&talk.conversation).unwrap();
    talk.conversation = serde_json::from_str(&stored).unwrap();
    talk.wait_seconds(3_600);
    assert_eq!(talk.say("ok").language, Some(Language::en()));
}

#[test]
fn a_conversation_that_an_earlier_version_wrote_goes_on_in_the_first_language() {
    let mut talk = at_the_question();
    let mut stored = serde_json::to_value(&talk.conversation).unwrap();
    stored.as_object_mut().unwrap().remove("language");
    stored["caller"].as_object_mut().unwrap().remove("language");
    talk.conversation = serde_json::from_value::<Conversation>(stored).unwrap();
    let reply = talk.say("¿tienen estacionamiento?");
    assert!(reply.text.starts_with("Sí, tenemos estacionamiento. Confirmo:"), "{}", reply.text);
    assert_eq!(talk.armed().len(), 1);
    assert!(matches!(talk.armed()[0].0, Timer::Expiry(_)));
}

#[test]
fn a_language_that_is_no_longer_spoken_is_left() {
    let mut talk = talk();
    talk.say("I'd like to book a table");
    talk.assistant = common::assistant_of(GRAPH);
    let reply = talk.say("tomorrow");
    assert_eq!(reply.language, None);
    assert!(!reply.text.contains("[en]"), "{}", reply.text);
}
