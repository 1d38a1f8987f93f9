//! A language model in a conversation: it is asked after the commit, its words come as it says them, and nothing that it does or
//! fails to do loses a turn or acts twice.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use common::{Brain, Caller, Cut, House, Thought, settle, wait_ms, wait_seconds};
use serde_json::{Value, json};
use turno_core::{Channel, ConversationKey, ModelFailureKind};
use turno_runtime::{
    Incoming, OutgoingBody, UsageFilter, UsagePart, port::Store, refused_requests, usage_sums,
    waiting_notices,
};

const HELP: &str = "Puedo reservar una mesa.";
const TROUBLE_BROKE_OFF: &str = "Perdón, se me cortó. ¿Me lo repite, por favor?";

fn table() -> Value {
    json!({ "date": "2026-01-20", "time": "20:00", "party_size": 4 })
}

async fn is_asked(house: &House) -> bool {
    !house.disk.scan(b"a\0", None, 10).await.unwrap().is_empty()
}

fn on_the_phone(house: &House) -> Caller {
    let mut caller = house.caller("c-1");
    caller.key = ConversationKey::new("small", Channel::Voice, "c-1").unwrap();
    caller
}

fn piece(pause_ms: u64, text: &str) -> (u64, String) {
    (pause_ms, text.to_owned())
}

async fn at_the_question(house: &House) -> Caller {
    let mut caller = house.caller("c-1");
    house.brain.calls("create_reservation", table());
    assert_eq!(caller.say("platiquemos de una mesa").await.text, common::QUESTION);
    caller
}

#[tokio::test(start_paused = true)]
async fn a_model_answers_and_other_turns_wait_their_turn() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    house.brain.think(Thought::Says(vec![piece(3_000, "Buenas tardes.")], Vec::new()));
    let first = caller.put("platiquemos");
    settle().await;
    assert!(is_asked(&house).await);
    let second = caller.put("¿a qué hora abren?");
    // Delivered again, neither is taken twice.
    caller.put_as(&first, "platiquemos").unwrap();
    caller.put_as(&second, "¿a qué hora abren?").unwrap();
    assert_eq!(caller.reply_to(&first).await.text, "Buenas tardes.");
    assert_eq!(caller.reply_to(&second).await.text, "Abrimos de 1 a 11.");
    assert_eq!(house.brain.asked().len(), 1);
    assert!(!is_asked(&house).await);
}

#[tokio::test(start_paused = true)]
async fn a_yes_to_what_a_model_wanted_books_once_though_its_provider_fails() {
    let house = House::open().await;
    let mut caller = at_the_question(&house).await;
    house.brain.think(Thought::Fails(ModelFailureKind::Overloaded));
    let id = caller.put("sí");
    caller.put_as(&id, "sí").unwrap();
    let reply = caller.reply_to(&id).await;
    assert!(reply.text.starts_with("Listo, su código es"), "{}", reply.text);
    assert_eq!(house.bookings().await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_a_provider_refuses_as_such_is_told_to_the_team_once_a_day() {
    let house = House::open().await;
    let notices = || async { waiting_notices(house.disk.as_ref(), 10).await.unwrap() };
    for number in 0..3 {
        let mut caller = house.caller(&format!("c-{number}"));
        house.brain.think(Thought::Fails(ModelFailureKind::Overloaded));
        assert!(!caller.say("platiquemos").await.text.is_empty());
        assert_eq!(notices().await.len(), usize::from(number > 0), "{number}");
        house.brain.think(Thought::Fails(ModelFailureKind::Refused));
        assert!(!caller.say("platiquemos").await.text.is_empty(), "the rules answer");
        let told = notices().await;
        let [notice] = &told[..] else {
            panic!("{number}: {told:?}");
        };
        assert_eq!(notice.subject, "fake/one rechaza lo que se le pregunta");
        assert!(notice.message.contains("fake: 400: told to by the test"), "{}", notice.message);
    }
    let refused = refused_requests(house.disk.as_ref(), &UsageFilter::default()).await.unwrap();
    let [refused] = &refused[..] else {
        panic!("{refused:?}");
    };
    assert_eq!(
        (refused.model.as_str(), refused.kind, refused.message.as_str()),
        ("fake/one", ModelFailureKind::Refused, "fake: 400: told to by the test")
    );
}

#[tokio::test(start_paused = true)]
async fn a_model_s_arguments_are_checked_before_anybody_is_asked() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    house.brain.calls("create_reservation", json!({ "date": "mañana", "party_size": "four" }));
    house.brain.says("¿Para cuántas personas?");
    assert_eq!(caller.say("platiquemos de una mesa").await.text, "¿Para cuántas personas?");
    let results = house.brain.results();
    assert!(results[0].contains("party_size"), "{results:?}");
}

#[tokio::test(start_paused = true)]
async fn a_daemon_that_dies_while_a_model_thinks_is_followed_by_one_that_asks_again() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    house.brain.think(Thought::Hangs);
    let turn = caller.put("platiquemos");
    settle().await;
    assert!(is_asked(&house).await);
    let house = house.crash().await;
    house.brain.says("Aquí estoy.");
    caller.reconnect(&house);
    caller.send(Incoming::Resume { seq: 0 }).unwrap();
    assert_eq!(caller.reply_to(&turn).await.text, "Aquí estoy.");
    assert_eq!(house.brain.asked().len(), 2);
    assert!(!is_asked(&house).await);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_hangs_costs_its_time_and_no_more() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    house.brain.think(Thought::Hangs);
    assert_eq!(caller.say("platiquemos").await.text, HELP);
    assert_eq!(house.brain.dropped(), 1);
}

#[tokio::test(start_paused = true)]
async fn on_the_phone_words_come_sentence_by_sentence() {
    let house = House::open().await;
    let mut caller = on_the_phone(&house);
    house.brain.think(Thought::Says(
        vec![
            piece(100, "Con gusto le ayu"),
            piece(100, "do. Déjeme "),
            piece(2_000, "ver. Hay lugar a las 8."),
        ],
        Vec::new(),
    ));
    caller.put("platiquemos");
    wait_ms(300).await;
    let frames = caller.all().await;
    let delta = |frame: &OutgoingBody| match frame {
        OutgoingBody::ReplyDelta { speech, .. } => Some(speech.clone()),
        _ => None,
    };
    assert_eq!(frames.iter().filter_map(delta).collect::<Vec<_>>(), ["Con gusto le ayudo."]);
    wait_seconds(3).await;
    let frames = caller.all().await;
    let reply = frames.iter().find_map(|frame| match frame {
        OutgoingBody::Reply(reply) => Some(reply.clone()),
        _ => None,
    });
    assert_eq!(reply.unwrap().speech, "Con gusto le ayudo. Déjeme ver. Hay lugar a las 8.");
}

/// In one answer or in several, with lines that have no stop and marks that nobody speaks.
#[tokio::test(start_paused = true)]
async fn what_was_spoken_is_the_beginning_of_the_reply() {
    for answers in [
        &["Con gusto. Déjeme ver. ", "Sí hay lugar. Le esperamos. ¿Algo más?"][..],
        &["", "Claro que sí. Le cuento. Tenemos una terraza. ¿Algo más?"],
        &["Tenemos esto\nTerraza techada. - Jardín  abierto. Salón. ¿Algo más?"],
        &["**Claro.** Le cuento: 😊 Hay terraza\n\n- Jardín\n- Salón. Es todo. ¿Algo más?"],
        &["¡Hola!\u{a0}Le cuento.\tHay terraza. Hay  jardín. ¿Algo más?"],
    ] {
        let house = House::open().await;
        let mut caller = on_the_phone(&house);
        let last = answers.len() - 1;
        for (at, text) in answers.iter().enumerate() {
            let pieces = text.split_inclusive(' ').map(|word| piece(50, word)).collect();
            let look_up = ("get_business_hours".to_owned(), json!({}));
            let calls = if at < last { vec![look_up] } else { Vec::new() };
            house.brain.think(Thought::Says(pieces, calls));
        }
        caller.put("platiquemos");
        wait_seconds(10).await;
        let frames = caller.all().await;
        let spoken: Vec<&str> = frames
            .iter()
            .filter_map(|frame| match frame {
                OutgoingBody::ReplyDelta { speech, .. } => Some(speech.as_str()),
                _ => None,
            })
            .collect();
        let reply = frames.iter().find_map(|frame| match frame {
            OutgoingBody::Reply(reply) => Some(reply.clone()),
            _ => None,
        });
        let (speech, spoken) = (reply.unwrap().speech, spoken.join(" "));
        assert!(speech.starts_with(&spoken), "{spoken:?} was spoken, and the reply is {speech:?}");
        if answers.len() == 1 || answers[0].is_empty() {
            assert!(!spoken.is_empty(), "{speech:?} comes sentence by sentence");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_interrupts_ends_the_answer_at_once() {
    let house = House::open().await;
    let mut caller = on_the_phone(&house);
    house.brain.think(Thought::Says(
        vec![piece(0, "Con gusto le ayudo. "), piece(60_000, "Le cuento.")],
        Vec::new(),
    ));
    let turn = caller.put("platiquemos");
    settle().await;
    caller.send(Incoming::Interrupt { heard: "Con gusto".to_owned() }).unwrap();
    assert_eq!(caller.reply_to(&turn).await.text, "Con gusto");
    settle().await;
    assert_eq!(house.brain.dropped(), 1, "the connection is let go");
    house.brain.says("Dígame.");
    assert_eq!(caller.say("oiga, una duda").await.text, "Dígame.");
    let asked = serde_json::to_string(&house.brain.asked()[1].messages).unwrap();
    assert!(asked.contains("\"Con gusto\"") && !asked.contains("Le cuento"), "{asked}");
}

#[tokio::test(start_paused = true)]
async fn who_hangs_up_calls_it_off() {
    let house = House::open().await;
    let mut caller = on_the_phone(&house);
    house.brain.think(Thought::Hangs);
    caller.put("platiquemos");
    settle().await;
    let reason = "hung up".to_owned();
    caller.send(Incoming::Close { reason }).unwrap();
    caller.all().await;
    assert_eq!(house.brain.dropped(), 1);
    assert!(!is_asked(&house).await);
}

#[tokio::test(start_paused = true)]
async fn what_is_called_off_is_counted_and_paid_for() {
    let house = House::open().await;
    let mut caller = on_the_phone(&house);
    house.brain.think(Thought::HangsAt(900));
    let turn = caller.put("platiquemos");
    settle().await;
    let heard = String::new();
    caller.send(Incoming::Interrupt { heard }).unwrap();
    caller.reply_to(&turn).await;
    settle().await;
    let sums = usage_sums(house.disk.as_ref(), &UsageFilter::default(), &[UsagePart::Conversation]).await;
    let sums: Vec<_> = sums.unwrap().into_values().collect();
    let [sum] = sums[..] else { panic!("{sums:?}") };
    assert_eq!((sum.answers, sum.failures, sum.input_tokens, sum.cost_micros), (0, 1, 900, 7));
    assert!(!is_asked(&house).await);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_breaks_off_is_not_said_twice() {
    let house = House::open().await;
    let mut caller = on_the_phone(&house);
    house.brain.think(Thought::BreaksOff("Con gusto le ayudo. Tene".to_owned()));
    let reply = caller.say("platiquemos").await;
    assert_eq!(reply.speech, format!("Con gusto le ayudo. {TROUBLE_BROKE_OFF}"));
}

#[tokio::test(start_paused = true)]
async fn a_model_that_panics_takes_nobody_down() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    house.brain.think(Thought::Panics);
    assert_eq!(caller.say("platiquemos").await.text, HELP);
    assert_eq!(house.caller("c-2").say("¿a qué hora abren?").await.text, "Abrimos de 1 a 11.");
}

#[tokio::test(start_paused = true)]
async fn reads_run_side_by_side_and_each_has_its_result() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    house.brain.think(Thought::Says(
        Vec::new(),
        vec![
            ("look_up".to_owned(), json!({})),
            ("get_business_hours".to_owned(), json!({})),
            ("look_up".to_owned(), json!({ "again": true })),
        ],
    ));
    house.brain.says("Encontré tacos.");
    assert_eq!(caller.say("platiquemos").await.text, "Encontré tacos.");
    assert_eq!(house.brain.results().len(), 3);
    assert_eq!(house.service.looked_up(), 2);
}

#[tokio::test(start_paused = true)]
async fn wherever_the_daemon_dies_the_table_is_booked_once_and_told() {
    for cut in (0..3).flat_map(|at| [Cut::Before(at), Cut::After(at)]) {
        let mut house = House::open().await;
        let brain: Brain = house.brain.clone();
        let mut caller = house.caller("c-1");
        brain.calls("create_reservation", table());
        caller.say("platiquemos de una mesa").await;
        house.disk.cut(cut);
        let yes = caller.put("sí");
        wait_seconds(1).await;
        house.die_and_start_again().await;
        caller.reconnect(&house);
        caller.put_as(&yes, "sí").unwrap();
        let reply = caller.reply_to(&yes).await;
        assert!(reply.text.starts_with("Listo, su código es"), "{cut:?}: {}", reply.text);
        assert_eq!(house.bookings().await.len(), 1, "{cut:?}");
    }
}
