//! A turn is worked on once, whatever happens around it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;
mod late_acks;

use std::sync::{Arc, Mutex};

use common::{BOOK, Caller, Cut, House, Log, QUESTION, key, settle, wait_seconds};
use turno_core::Reply;
use turno_runtime::{
    OutgoingBody, keys,
    port::{Batch, Store},
};

const BOOKED: &str = "Listo, su código es RES-0001.";

#[tokio::test(start_paused = true)]
async fn the_same_turn_ten_times_books_once_and_is_answered_ten_times() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    for _ in 0..10 {
        caller.put_as("yes", "sí").unwrap();
    }
    let frames = caller.all().await;
    assert_eq!(frames.len(), 10);
    assert!(frames.iter().all(|frame| *frame == frames[0]), "{frames:?}");
    assert!(matches!(&frames[0], OutgoingBody::Reply(Reply { text, .. }) if text == BOOKED));
    assert_eq!(house.bookings().await, ["RES-0001 2026-01-20 4 c-1"]);
    // And a day later, from another connection.
    wait_seconds(24 * 3_600).await;
    caller.reconnect(&house);
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, BOOKED);
    assert_eq!(house.bookings().await.len(), 1);
}

/// Says each turn until it is answered; where the daemon is gone, starts another and says it again under its id.
async fn talk_through_crashes(
    mut house: House,
    caller: &mut Caller,
    turns: &[(&str, &str)],
) -> (House, Vec<Reply>) {
    let mut replies = Vec::new();
    for (id, text) in turns {
        let mut attempts = 0;
        let reply = loop {
            caller.put_as(id, text).unwrap();
            settle().await;
            let frames = caller.all().await;
            let reply = frames.into_iter().find_map(|frame| match frame {
                OutgoingBody::Reply(reply)
                    if reply.turn.as_ref().is_some_and(|turn| turn.as_str() == *id) =>
                {
                    Some(reply)
                }
                _ => None,
            });
            match reply {
                Some(reply) => break reply,
                None if house.disk.is_cut() => house = house.crash().await,
                None => {}
            }
            caller.reconnect(&house);
            attempts += 1;
            assert!(attempts < 5, "{id} is never answered");
        };
        caller.ack(reply.seq);
        replies.push(reply);
    }
    settle().await;
    (house, replies)
}

#[tokio::test(start_paused = true)]
async fn a_crash_at_any_commit_loses_no_turn_and_books_once() {
    let turns = [("t-1", "a qué hora abren"), ("t-2", BOOK), ("t-3", "sí"), ("t-4", "gracias")];
    let (calm, expected) = {
        let house = House::open().await;
        let mut caller = house.caller("c-1");
        talk_through_crashes(house, &mut caller, &turns).await
    };
    let commits = calm.disk.commits();
    assert!(commits >= 4, "four turns, and what was delivered goes with the next: {commits}");
    for at in 1..=commits {
        for cut in [Cut::Before(at), Cut::After(at)] {
            let house = House::open().await;
            house.disk.cut(cut);
            let mut caller = house.caller("c-1");
            let (house, replies) = talk_through_crashes(house, &mut caller, &turns).await;
            assert_eq!(replies, expected, "{cut:?}");
            assert_eq!(house.bookings().await, ["RES-0001 2026-01-20 4 c-1"], "{cut:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_survives_a_crash_and_counts_for_its_two_minutes() {
    for (wait_ms, expected) in [(119_000, BOOKED), (120_000, "Esa pregunta venció. ¿La reviso otra vez?")] {
        let house = House::open().await;
        let mut caller = house.caller("c-1");
        caller.ask_for_a_table().await;
        common::wait_ms(60_000).await;
        let house = house.crash().await;
        common::wait_ms(wait_ms - 60_000).await;
        caller.reconnect(&house);
        assert_eq!(caller.say("sí").await.text, expected);
        assert_eq!(house.bookings().await.len(), usize::from(expected == BOOKED));
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_is_told_and_the_turn_can_be_sent_again() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    house.disk.store.fail_next_commits(1);
    caller.put_as("yes", "sí").unwrap();
    let OutgoingBody::Failed { turn, code, message } = caller.next().await else { panic!("it fails") };
    assert_eq!((turn.as_str(), code.as_str()), ("yes", "store_failed"));
    insta::assert_snapshot!(message, @"the store failed, and nothing was answered: send it again in a moment, under the same id");
    assert!(house.bookings().await.is_empty());
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, BOOKED);
    assert_eq!(house.bookings().await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_is_logged_as_done_once_it_is_committed_and_not_before() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let _guard = tracing::subscriber::set_default(Log(Arc::clone(&lines)));
    let booked = || {
        let lines = lines.lock().unwrap();
        lines.iter().filter(|line| line.contains("create_reservation") && line.contains("ran")).count()
    };
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    house.disk.store.fail_next_commits(1);
    caller.put_as("yes", "sí").unwrap();
    assert!(matches!(caller.next().await, OutgoingBody::Failed { .. }));
    assert_eq!(booked(), 0);
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, BOOKED);
    assert_eq!(booked(), 1);
}

/// Both say yes, in either order, so many moments apart, at one daemon or at two on the same disk.
async fn race_for_the_last_table(first: usize, moments: usize, is_shared: bool) {
    let house = House::open().await;
    let beside = if is_shared { Some(house.beside().await) } else { None };
    for house in std::iter::once(&house).chain(&beside) {
        house.kitchen.tables.store(1, std::sync::atomic::Ordering::SeqCst);
    }
    let second = beside.as_ref().unwrap_or(&house);
    let mut callers = [house.caller("c-1"), second.caller("c-2")];
    for caller in &mut callers {
        caller.ask_for_a_table().await;
    }
    callers[first].put_as("yes", "sí").unwrap();
    for _ in 0..moments {
        tokio::task::yield_now().await;
    }
    callers[1 - first].put_as("yes", "sí").unwrap();
    let mut texts = Vec::new();
    for caller in &mut callers {
        texts.push(caller.reply_to("yes").await.text);
    }
    let winner = texts.iter().position(|text| text == BOOKED).unwrap();
    assert_eq!(texts[1 - winner], "Ya no hay mesa.", "{first} {moments} {is_shared}");
    let booking = format!("RES-0001 2026-01-20 4 c-{}", winner + 1);
    assert_eq!(house.bookings().await, [booking]);
}

#[tokio::test(start_paused = true)]
async fn two_callers_for_the_last_table_get_one_booking() {
    for moments in 0..12 {
        for first in [0, 1] {
            for is_shared in [false, true] {
                race_for_the_last_table(first, moments, is_shared).await;
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_crowd_for_one_day_is_served_and_nobody_is_told_to_come_back() {
    let house = House::open().await;
    let mut callers: Vec<Caller> = (0..64).map(|number| house.caller(&format!("c-{number}"))).collect();
    for caller in &mut callers {
        assert_eq!(caller.say(BOOK).await.text, QUESTION);
    }
    let ids: Vec<String> = callers.iter_mut().map(|caller| caller.put("sí")).collect();
    for (caller, id) in callers.iter_mut().zip(&ids) {
        assert!(caller.reply_to(id).await.text.starts_with("Listo, su código es RES-"));
    }
    assert_eq!(house.bookings().await.len(), 64);
    let prepared = house.kitchen.prepared.load(std::sync::atomic::Ordering::SeqCst);
    assert!(prepared <= 64 * 3, "64 bookings were prepared {prepared} times");
}

#[tokio::test(start_paused = true)]
async fn a_daemon_that_was_left_behind_writes_nothing_from_what_it_remembers() {
    let old = House::open().await;
    let mut caller = old.caller("c-1");
    caller.ask_for_a_table().await;
    let new = old.beside().await;
    caller.reconnect(&new);
    assert_eq!(caller.say("no").await.text, "No reservé nada.");
    // The old one still has the question in memory.
    caller.reconnect(&old);
    let reply = caller.say("sí").await;
    assert_eq!((reply.seq, reply.text.as_str()), (3, "Puedo reservar una mesa."));
    assert!(old.bookings().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_yes_that_was_carried_out_is_not_carried_out_again_from_an_old_checkpoint() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    let checkpoint = keys::checkpoint(&key("c-1"));
    let before = house.disk.get(&checkpoint).await.unwrap().unwrap();
    assert_eq!(caller.say("sí").await.text, BOOKED);
    let house = house.crash().await;
    let mut batch = Batch::default();
    batch.put(checkpoint, before);
    house.disk.commit(batch).await.unwrap();
    caller.reconnect(&house);
    assert_eq!(caller.say("sí").await.text, BOOKED, "the outcome that was kept under the question's key");
    assert_eq!(house.bookings().await.len(), 1);
    assert_eq!(house.kitchen.prepared.load(std::sync::atomic::Ordering::SeqCst), 0);
}

#[tokio::test(start_paused = true)]
async fn one_turn_at_two_daemons_is_worked_on_once() {
    let old = House::open().await;
    let mut first = old.caller("c-1");
    first.ask_for_a_table().await;
    let new = old.beside().await;
    let mut second = new.caller("c-1");
    second.say("hola").await;
    for caller in [&first, &second] {
        caller.put_as("yes", "sí").unwrap();
    }
    let replies = [first.reply_to("yes").await, second.reply_to("yes").await];
    assert_eq!(replies[0].text, BOOKED);
    assert_eq!(replies[0], replies[1]);
    assert_eq!(old.bookings().await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_back_gives_a_question_no_more_time() {
    const HOUR_MS: i64 = 3_600_000;
    // While the daemon runs, before a question, and before a restart.
    for (before_the_question, crashes) in [(false, false), (true, false), (false, true)] {
        let mut house = House::open().await;
        let mut caller = house.caller("c-1");
        caller.say("hola").await;
        if before_the_question {
            house.clock.set(-HOUR_MS);
        }
        caller.ask_for_a_table().await;
        if !before_the_question {
            house.clock.set(-HOUR_MS);
        }
        if crashes {
            house = house.crash().await;
        }
        wait_seconds(121).await;
        caller.reconnect(&house);
        assert_eq!(caller.say("sí").await.text, "Esa pregunta venció. ¿La reviso otra vez?");
        assert!(house.bookings().await.is_empty());
    }
}

/// The clock set back on top of it must not let a yes count for longer.
#[tokio::test(start_paused = true)]
async fn a_question_whose_commit_was_in_doubt_expires_in_time() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.say("hola").await;
    house.disk.doubt_next_commits(1);
    caller.put_as("book", BOOK).unwrap();
    settle().await;
    wait_seconds(125).await;
    let frames = caller.all().await;
    assert!(frames.iter().any(|frame| matches!(frame, OutgoingBody::Expired { .. })), "{frames:?}");
}

#[tokio::test(start_paused = true)]
async fn a_yes_that_was_sent_before_the_question_went_out_does_nothing() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let asks = caller.put(BOOK);
    let early = caller.put("sí");
    assert_eq!(caller.reply_to(&asks).await.text, QUESTION);
    let reply = caller.reply_to(&early).await;
    assert!(reply.text.contains("todavía no hago nada"), "{}", reply.text);
    assert!(reply.text.ends_with(QUESTION), "{}", reply.text);
    let reply = caller.say("sí").await;
    assert!(!reply.text.contains("todavía no hago nada"), "{}", reply.text);
}
