//! Nothing is unbounded, nothing accepted is lost, and one conversation's trouble is no other's.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use common::{BOOK, House, Mood, key, settle, turn, wait_seconds};
use turno_core::{Channel, Conversation, ConversationKey, EventKind, step};
use turno_runtime::{
    ConversationsOptions, Delivery, Incoming, Link, OutgoingBody, Refused, conversations_named, journal,
    load_conversation, port::Store, runs,
};

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_refuses_and_what_it_took_is_answered() {
    let house = House::with(ConversationsOptions { mailbox: 4, ..ConversationsOptions::default() }).await;
    house.kitchen.set_mood(Mood::Hangs);
    let mut caller = house.caller("c-1");
    caller.put_as("slow", "a qué hora abren").unwrap();
    settle().await;
    for number in 0..4 {
        caller.put_as(&format!("waiting-{number}"), "hola").unwrap();
    }
    assert_eq!(caller.put_as("too-many", "hola"), Err(Refused::MailboxFull));
    // Another conversation goes on meanwhile.
    assert_eq!(house.caller("c-2").say("hola").await.text, "Puedo reservar una mesa.");
    let reply = caller.reply_to("slow").await;
    assert!(reply.text.starts_with("Perdón, no pude completarlo"), "{}", reply.text);
    for number in 0..4 {
        caller.reply_to(&format!("waiting-{number}")).await;
    }
    let is_kept = async || {
        let events = journal(house.disk.as_ref(), &key("c-1"), 1).await.unwrap();
        events.iter().any(
            |event| matches!(&event.kind, EventKind::TurnArrived(turn) if turn.turn.as_str() == "too-many"),
        )
    };
    assert!(!is_kept().await, "nothing of a refused turn is kept");
    caller.put_as("too-many", "hola").unwrap();
    caller.reply_to("too-many").await;
    assert!(is_kept().await);
}

#[tokio::test(start_paused = true)]
async fn a_slow_tool_holds_up_nobody_else() {
    let house = House::open().await;
    let mut other = house.caller("c-2");
    other.ask_for_a_table().await;
    house.kitchen.set_mood(Mood::Hangs);
    let mut slow = house.caller("c-1");
    slow.put("a qué hora abren");
    settle().await;
    let before = tokio::time::Instant::now();
    assert_eq!(other.say("sí").await.text, "Listo, su código es RES-0001.");
    assert_eq!(before.elapsed().as_millis(), 0, "nobody waited for the slow tool");
    assert!(slow.all().await.is_empty(), "which is still at work");
}

#[tokio::test(start_paused = true)]
async fn words_as_long_as_a_frame_may_be_are_answered_and_the_talk_goes_on() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let long = "póker ".repeat(9_000);
    for _ in 0..14 {
        caller.say(&long).await;
    }
    caller.ask_for_a_table().await;
    caller.say(&long).await;
    assert_eq!(caller.say("no").await.text, "No reservé nada.");
}

#[tokio::test(start_paused = true)]
async fn too_many_live_conversations_are_refused_until_some_leave_memory() {
    let house = House::with(ConversationsOptions { live_max: 2, ..ConversationsOptions::default() }).await;
    let mut callers = [house.caller("c-1"), house.caller("c-2"), house.caller("c-3")];
    callers[0].say("hola").await;
    callers[1].say("hola").await;
    assert_eq!(callers[2].put_as("t", "hola"), Err(Refused::TooManyConversations));
    callers[0].say("hola").await;
    wait_seconds(61).await;
    callers[2].say("hola").await;
    assert_eq!(house.handle.live_count(), 1);
}

fn of_nothing() -> [Incoming; 5] {
    [
        Incoming::Ack { seq: 3 },
        Incoming::Resume { seq: 3 },
        Incoming::Interrupt { heard: "Confirmo".to_owned() },
        Incoming::Close { reason: "closed".to_owned() },
        Incoming::Journal { run: None },
    ]
}

#[tokio::test(start_paused = true)]
async fn ids_that_a_gateway_makes_up_make_nothing_live() {
    let house = House::with(ConversationsOptions { live_max: 20, ..ConversationsOptions::default() }).await;
    let mut known = house.caller("c-1");
    known.say("hola").await;
    let (link, mut frames) = Link::new(1_000);
    for number in 0..500 {
        for incoming in of_nothing() {
            let key = key(&format!("made-up-{number}"));
            let link = link.clone();
            house.handle.deliver(Delivery { key, incoming, link }).unwrap();
        }
        settle().await;
        assert_eq!(house.handle.live_count(), 1, "only the one that there is");
    }
    let journals = std::iter::from_fn(|| frames.try_recv().ok());
    assert!(journals.into_iter().all(|frame| matches!(
        frame.body, OutgoingBody::Journal { events, .. } if events.is_empty()
    )));
    assert_eq!(conversations_named(house.disk.as_ref(), "made-up-7").await.unwrap(), []);
    // What there is stays in memory for its next turn.
    known.ack(1);
    settle().await;
    assert_eq!(house.handle.live_count(), 1);
}

#[tokio::test(start_paused = true)]
async fn only_so_many_frames_of_one_business_are_looked_up_at_a_time() {
    let house = House::open().await;
    house.assistants.replace("other", house.assistant.clone());
    let (link, _frames) = Link::new(8);
    let ack = |tenant: &str, id: &str| {
        let key = ConversationKey::new(tenant, Channel::Test, id).unwrap();
        let incoming = Incoming::Ack { seq: 1 };
        house.handle.deliver(Delivery { key, incoming, link: link.clone() })
    };
    for _ in 0..3 {
        // Nothing runs between them.
        let taken = (0..2_000).filter(|number| ack("other", &format!("x-{number}")).is_ok()).count();
        assert_eq!(taken, 256);
        assert_eq!(ack("small", "x"), Ok(()));
        let mut caller = house.caller("c-1");
        caller.say("hola").await;
        settle().await;
        assert_eq!(house.handle.live_count(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_turn_behind_what_was_of_nothing_is_answered() {
    let house = House::open().await;
    for (number, incoming) in of_nothing().into_iter().enumerate() {
        let mut caller = house.caller(&format!("c-{number}"));
        caller.send(incoming.clone()).unwrap();
        caller.put_as("t", "hola").unwrap();
        caller.send(Incoming::Ack { seq: 1 }).unwrap();
        assert_eq!(caller.reply_to("t").await.text, "Puedo reservar una mesa.", "{incoming:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn one_business_does_not_shut_out_another() {
    let house = House::with(ConversationsOptions { live_max: 90, ..ConversationsOptions::default() }).await;
    house.assistants.replace("other", house.assistant.clone());
    let (link, _frames) = Link::new(1_000);
    let say = |tenant: &str, id: &str| {
        let key = ConversationKey::new(tenant, Channel::Test, id).unwrap();
        let incoming = Incoming::Turn(turn("t", "hola"));
        house.handle.deliver(Delivery { key, incoming, link: link.clone() })
    };
    let taken = (0..500).filter(|number| say("other", &format!("c-{number}")).is_ok()).count();
    assert_eq!(taken, 68, "its own part of 22, and all that is nobody's");
    for number in 0..22 {
        assert_eq!(say("small", &format!("c-{number}")), Ok(()), "{number}");
    }
    assert_eq!(say("other", "one-more"), Err(Refused::TooManyConversations));
    wait_seconds(16).await;
    assert_eq!(say("other", "one-more"), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn an_unknown_tenant_is_told_which_there_are() {
    let house = House::open().await;
    let (link, _frames) = Link::new(8);
    let key = ConversationKey::new("nobody", Channel::Test, "c-1").unwrap();
    let refused = house.handle.deliver(Delivery { key, incoming: Incoming::Turn(turn("t", "hola")), link });
    insta::assert_snapshot!(refused.unwrap_err(), @r#"there is no tenant "nobody": use one of small"#);
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_panics_hangs_or_talks_without_end_hurts_nobody() {
    for mood in [Mood::Panics, Mood::Hangs, Mood::Talks] {
        let house = House::open().await;
        house.kitchen.set_mood(mood);
        let mut unlucky = house.caller("c-1");
        let mut other = house.caller("c-2");
        other.ask_for_a_table().await;
        let reply = unlucky.say("a qué hora abren").await;
        assert!(reply.text.starts_with("Perdón, no pude completarlo"), "{mood:?}: {}", reply.text);
        assert_eq!(other.say("sí").await.text, "Listo, su código es RES-0001.");
        house.kitchen.set_mood(Mood::Fine);
        assert_eq!(unlucky.say("a qué hora abren").await.text, "Abrimos de 1 a 11.");
    }
}

#[tokio::test(start_paused = true)]
async fn a_drain_finishes_what_was_taken_in_and_takes_nothing_more() {
    let house = House::open().await;
    let mut callers: Vec<_> = (0..20).map(|number| house.caller(&format!("c-{number}"))).collect();
    for caller in &mut callers {
        caller.ask_for_a_table().await;
    }
    for caller in &mut callers {
        caller.put("sí");
        caller.put("gracias");
    }
    house.handle.drain().await;
    assert_eq!(house.bookings().await.len(), 20);
    assert_eq!(house.handle.live_count(), 0);
    for caller in &mut callers {
        assert_eq!(caller.all().await.len(), 2);
        assert_eq!(caller.put_as("late", "hola"), Err(Refused::Stopping));
    }
}

#[tokio::test(start_paused = true)]
async fn without_a_handle_left_the_actors_end() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.put(BOOK);
    let disk = house.disk.clone();
    let mut frames = std::mem::replace(&mut caller.frames, Link::new(1).1);
    drop((house, caller));
    assert!(frames.recv().await.is_some(), "what was taken in is answered");
    assert!(frames.recv().await.is_none(), "and the last of its links is gone");
    assert!(load_conversation(disk.as_ref(), &key("c-1")).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_journal_played_again_gives_the_state_that_was_kept() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let play_and_compare = async || {
        settle().await;
        let (store, key) = (house.disk.as_ref(), key("c-1"));
        let kept = load_conversation(store, &key).await.unwrap().unwrap();
        let mut played = Conversation::new(key.clone());
        for event in journal(store, &key, 1).await.unwrap() {
            step(&house.assistant, &mut played, event);
        }
        assert_eq!(played, kept);
    };
    for text in ["a qué hora abren", BOOK, "mejor a las 9", "sí", BOOK] {
        let reply = caller.say(text).await;
        play_and_compare().await;
        caller.ack(reply.seq);
        play_and_compare().await;
    }
    let heard = "Confirmo".to_owned();
    caller.send(Incoming::Interrupt { heard }).unwrap();
    play_and_compare().await;
    wait_seconds(120).await;
    play_and_compare().await;
    let reason = "hung up".to_owned();
    caller.send(Incoming::Close { reason }).unwrap();
    play_and_compare().await;
}

#[tokio::test(start_paused = true)]
async fn a_conversation_s_runs_are_kept_apart() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.say("hola").await;
    caller.send(Incoming::Close { reason: "hung up".to_owned() }).unwrap();
    caller.say("hola").await;
    caller.say("hola").await;
    let (store, key) = (house.disk.as_ref(), key("c-1"));
    assert_eq!(runs(store, &key).await.unwrap(), [1, 2]);
    assert_eq!(journal(store, &key, 1).await.unwrap().len(), 2);
    assert_eq!(journal(store, &key, 2).await.unwrap().len(), 2);
    assert_eq!(conversations_named(store, "c-1").await.unwrap(), [key]);
    assert!(conversations_named(store, "c").await.unwrap().is_empty());
    caller.send(Incoming::Journal { run: Some(2) }).unwrap();
    let frames = caller.all().await;
    assert!(
        matches!(frames.last(), Some(OutgoingBody::Journal { run: 2, events }) if events.len() == 2),
        "{frames:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_journal_loses_the_pieces_of_a_number_with_its_last() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.say("quiero reservar").await;
    let pieces = ["4539", "5787", "6362", "1486"];
    let mut said = String::new();
    for piece in pieces {
        said = caller.say(piece).await.text;
    }
    assert!(said.starts_with("No necesito los datos de su tarjeta"), "{said}");
    let rows = house.disk.scan(b"", None, usize::MAX).await.unwrap();
    for (row, bytes) in &rows {
        let text = String::from_utf8_lossy(bytes);
        for piece in pieces {
            assert!(!text.contains(piece), "{piece} in {:?}: {text}", String::from_utf8_lossy(row));
        }
    }
    // What happened then gives what is kept now, as it did.
    let assistant = &house.assistant;
    let mut played = Conversation::new(key("c-1"));
    for event in journal(house.disk.as_ref(), &key("c-1"), 1).await.unwrap() {
        step(assistant, &mut played, event);
    }
    let kept = load_conversation(house.disk.as_ref(), &key("c-1")).await.unwrap().unwrap();
    assert_eq!(played, kept);
}
