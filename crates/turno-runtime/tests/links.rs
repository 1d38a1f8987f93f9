//! Frames reach the gateway in order, each until it is acknowledged, over whichever connection there is.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use common::{BOOK, Caller, House, QUESTION, key, seqs, settle, wait_ms, wait_seconds};
use turno_core::{Channel, ConfirmationId, ConversationKey, EventKind, Timestamp};
use turno_runtime::{Incoming, OutgoingBody, journal, keys, port::Store};

async fn outbox(house: &House) -> usize {
    turno_runtime::outbox(house.disk.as_ref(), &key("c-1")).await.unwrap().len()
}

#[tokio::test(start_paused = true)]
async fn what_was_not_acknowledged_comes_again_on_another_connection() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    for _ in 0..3 {
        caller.say("hola").await;
    }
    caller.ack(2);
    wait_seconds(1).await;
    assert_eq!(outbox(&house).await, 1);
    let house = house.crash().await;
    caller.reconnect(&house);
    caller.put("hola");
    assert_eq!(seqs(&caller.all().await), [3, 4], "the old frame first");
    caller.put("hola");
    assert_eq!(seqs(&caller.all().await), [5], "what this connection has is not sent again");
}

#[tokio::test(start_paused = true)]
async fn a_gateway_that_resumes_gets_what_comes_after() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    for _ in 0..4 {
        caller.say("hola").await;
    }
    caller.reconnect(&house);
    caller.send(Incoming::Resume { seq: 1 }).unwrap();
    assert_eq!(seqs(&caller.all().await), [2, 3, 4]);
    wait_seconds(1).await;
    assert_eq!(outbox(&house).await, 3, "what had arrived counts as acknowledged");
    caller.say("hola").await;
    assert_eq!(seqs(&caller.all().await), [0_u64; 0], "nothing twice");
}

#[tokio::test(start_paused = true)]
async fn numbers_that_were_never_sent_and_unknown_conversations_do_no_harm() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ack(7);
    caller.send(Incoming::Resume { seq: u64::MAX }).unwrap();
    caller.send(Incoming::Interrupt { heard: String::new() }).unwrap();
    caller.send(Incoming::Close { reason: "closed".to_owned() }).unwrap();
    assert!(caller.all().await.is_empty());
    assert_eq!(house.disk.commits(), 0, "nothing is kept of a conversation that never began");
    caller.say("hola").await;
    caller.ack(u64::MAX);
    assert_eq!(caller.say("hola").await.seq, 2);
    wait_seconds(1).await;
    assert_eq!(outbox(&house).await, 1, "the second reply was not there to be acknowledged");
}

#[tokio::test(start_paused = true)]
async fn a_slow_connection_loses_nothing() {
    let house = House::open().await;
    let mut caller = Caller::new(house.handle.clone(), "c-1", 1);
    for _ in 0..20 {
        caller.put("hola");
    }
    settle().await;
    // It reads at last, a frame at a time, long after the conversation would have left memory.
    wait_seconds(300).await;
    let mut frames = Vec::new();
    for _ in 0..20 {
        frames.push(caller.next().await);
    }
    assert_eq!(seqs(&frames), (1..=20).collect::<Vec<_>>());
    assert!(caller.all().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_idle_conversation_leaves_memory_and_comes_back_as_it_was() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    assert_eq!(caller.say("quiero reservar para mañana").await.text, "¿A qué hora?");
    assert_eq!(house.handle.live_count(), 1);
    wait_ms(60_100).await;
    assert_eq!(house.handle.live_count(), 0);
    caller.put("a las 8 de la noche, somos 4");
    let frames = caller.all().await;
    assert_eq!(seqs(&frames), [2], "the connection is the same, so it is sent nothing twice");
    assert!(matches!(&frames[0], OutgoingBody::Reply(reply) if reply.text == QUESTION));
}

#[tokio::test(start_paused = true)]
async fn an_expiry_reaches_the_gateway_though_the_conversation_has_left_memory() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let question = caller.ask_for_a_table().await;
    wait_seconds(119).await;
    assert_eq!(house.handle.live_count(), 0);
    assert!(caller.all().await.is_empty());
    wait_ms(1_001).await;
    let expired = OutgoingBody::Expired {
        seq: 2,
        confirmation: ConfirmationId("1-1".to_owned()),
        at: question.expires_at.unwrap(),
    };
    assert_eq!(caller.all().await, [expired]);
    assert!(house.disk.scan(keys::TIMERS, None, 10).await.unwrap().is_empty());
    assert_eq!(caller.say("sí").await.text, "Esa pregunta venció. ¿La reviso otra vez?");
}

#[tokio::test(start_paused = true)]
async fn an_expiry_after_a_crash_waits_in_the_outbox() {
    for late_seconds in [30, 600] {
        let house = House::open().await;
        let mut caller = house.caller("c-1");
        let expires_at: Timestamp = caller.ask_for_a_table().await.expires_at.unwrap();
        caller.ack(1);
        settle().await;
        wait_seconds(late_seconds).await;
        let house = house.crash().await;
        wait_seconds(121).await;
        caller.reconnect(&house);
        caller.send(Incoming::Resume { seq: 1 }).unwrap();
        let frames = caller.all().await;
        assert!(
            matches!(&frames[..], [OutgoingBody::Expired { seq: 2, at, .. }] if *at >= expires_at),
            "{late_seconds}: {frames:?}"
        );
        assert!(house.disk.scan(keys::TIMERS, None, 10).await.unwrap().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn an_expiry_whose_time_passed_while_the_daemon_was_down_comes_at_its_start() {
    const AGAIN: &str = "Esa pregunta venció. ¿La reviso otra vez?";
    for (down_seconds, more_seconds, then) in [
        (119, 1, AGAIN),
        (120, 0, AGAIN),
        (600, 0, AGAIN),
        // So late, the next turn begins a new run.
        (3 * 24 * 3_600, 0, "Puedo reservar una mesa."),
    ] {
        let house = House::open().await;
        let mut caller = house.caller("c-1");
        caller.ask_for_a_table().await;
        caller.ack(1);
        wait_ms(300).await;
        house.disk.die();
        wait_ms(down_seconds * 1_000 - 300).await;
        let house = house.crash().await;
        caller.reconnect(&house);
        caller.send(Incoming::Resume { seq: 1 }).unwrap();
        settle().await;
        if more_seconds > 0 {
            assert!(caller.all().await.is_empty(), "a second is left");
        }
        wait_seconds(more_seconds).await;
        wait_ms(1).await;
        let frames = caller.all().await;
        assert!(matches!(&frames[..], [OutgoingBody::Expired { seq: 2, .. }]), "{down_seconds}: {frames:?}");
        assert_eq!(caller.say("sí").await.text, then);
        assert!(house.bookings().await.is_empty());
        assert!(house.disk.scan(keys::TIMERS, None, 10).await.unwrap().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn a_frame_whose_commit_was_in_doubt_is_told_on_the_same_connection() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    wait_seconds(110).await;
    house.disk.doubt_next_commits(1);
    wait_seconds(15).await;
    assert!(matches!(&caller.all().await[..], [OutgoingBody::Expired { seq: 2, .. }]));
    house.disk.doubt_next_commits(1);
    caller.put_as("doubted", "hola").unwrap();
    let frames = caller.all().await;
    assert!(
        matches!(&frames[..], [OutgoingBody::Failed { code, .. }] if code == "store_failed"),
        "{frames:?}"
    );
    caller.put_as("doubted", "hola").unwrap();
    assert_eq!(seqs(&caller.all().await), [3], "its reply, once");
}

#[tokio::test(start_paused = true)]
async fn a_frame_in_doubt_is_told_though_the_conversation_has_left_memory() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.say("hola").await;
    house.disk.doubt_next_commits(1);
    let reason = "closed".to_owned();
    caller.send(Incoming::Close { reason }).unwrap();
    wait_seconds(60).await;
    assert_eq!(house.handle.live_count(), 0);
    caller.put("hola");
    assert_eq!(seqs(&caller.all().await), [2, 3], "the end, then the new beginning");
}

#[tokio::test(start_paused = true)]
async fn a_broken_store_is_left_alone() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.say("hola").await;
    house.disk.store.fail_next_commits(u32::MAX);
    caller.ack(1);
    wait_seconds(60).await;
    let commits = house.disk.commits();
    wait_seconds(3_600).await;
    assert_eq!((house.handle.live_count(), house.disk.commits()), (0, commits));
}

#[tokio::test(start_paused = true)]
async fn an_acknowledgement_outlives_a_commit_that_failed() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.say("hola").await;
    caller.ack(1);
    settle().await;
    house.disk.store.fail_next_commits(1);
    caller.put_as("again", "hola").unwrap();
    assert!(matches!(&caller.all().await[..], [OutgoingBody::Failed { .. }]));
    caller.put_as("again", "hola").unwrap();
    caller.reply_to("again").await;
    assert_eq!(outbox(&house).await, 1, "only the latest waits for its acknowledgement");
}

#[tokio::test(start_paused = true)]
async fn an_acknowledgement_is_saved_when_the_daemon_stops() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.say("hola").await;
    caller.say("hola").await;
    caller.ack(1);
    house.handle.drain().await;
    assert_eq!(outbox(&house).await, 1);
    let house = house.crash().await;
    caller.reconnect(&house);
    caller.put("hola");
    assert_eq!(seqs(&caller.all().await), [2, 3]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_takes_the_timer_away() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    assert_eq!(house.disk.scan(keys::TIMERS, None, 10).await.unwrap().len(), 1);
    caller.say("no").await;
    assert!(house.disk.scan(keys::TIMERS, None, 10).await.unwrap().is_empty());
    wait_seconds(200).await;
    assert!(caller.all().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_expiry_that_a_failing_store_refuses_is_tried_again() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    wait_seconds(100).await;
    house.disk.store.fail_next_commits(3);
    wait_seconds(25).await;
    assert!(matches!(&caller.all().await[..], [OutgoingBody::Expired { seq: 2, .. }]));
}

#[tokio::test(start_paused = true)]
async fn a_store_that_goes_on_refusing_an_expiry_is_asked_less_and_less() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    house.disk.store.fail_next_commits(u32::MAX);
    house.clock.set(-3_600_000);
    let before = house.disk.commits();
    wait_seconds(3_600).await;
    assert!(house.disk.commits() - before < 100);
    house.disk.store.fail_next_commits(0);
    wait_seconds(60).await;
    assert!(matches!(&caller.all().await[..], [OutgoingBody::Expired { .. }]));
}

#[tokio::test(start_paused = true)]
async fn the_delivery_of_a_question_is_an_event_and_of_other_replies_is_not() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let first = caller.say("hola").await;
    caller.ack(first.seq);
    wait_seconds(1).await;
    let question = caller.say(BOOK).await;
    caller.ack(question.seq);
    wait_seconds(1).await;
    let events = journal(house.disk.as_ref(), &key("c-1"), 1).await.unwrap();
    let delivered: Vec<u64> = events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Delivered { seq } => Some(seq),
            _ => None,
        })
        .collect();
    assert_eq!(delivered, [2]);
    assert_eq!(outbox(&house).await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_hang_up_ends_the_run_and_its_frame_is_the_last() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    caller.send(Incoming::Close { reason: "hung up".to_owned() }).unwrap();
    assert!(
        matches!(&caller.all().await[..], [OutgoingBody::Closed { seq: 2, reason }] if reason == "hung up")
    );
    assert_eq!(caller.say("sí").await.text, "Puedo reservar una mesa.");
    assert!(house.bookings().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn on_a_call_a_yes_over_a_question_that_was_not_heard_is_none() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.key = ConversationKey::new("small", Channel::Voice, "c-1").unwrap();
    caller.ask_for_a_table().await;
    caller.send(Incoming::Interrupt { heard: "Confirmo: mesa para".to_owned() }).unwrap();
    let reply = caller.say("sí").await;
    assert!(reply.text.ends_with(QUESTION), "{}", reply.text);
    assert!(house.bookings().await.is_empty());
    assert_eq!(caller.say("sí").await.text, "Listo, su código es RES-0001.");
    let events = journal(house.disk.as_ref(), &caller.key, 1).await.unwrap();
    let interruptions = events.iter().filter(|event| matches!(event.kind, EventKind::Interrupted { .. }));
    assert_eq!(interruptions.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn conversations_that_share_a_narrow_connection_all_get_their_frames() {
    let house = House::open().await;
    let mut first = Caller::new(house.handle.clone(), "c-1", 1);
    let mut others: Vec<Caller> = ["c-2", "c-3", "c-4"].map(|id| house.caller(id)).into();
    for caller in &mut others {
        caller.link = first.link.clone();
        caller.put("hola");
    }
    first.put("hola");
    let mut answered = Vec::new();
    for _ in 0..100 {
        settle().await;
        if let Ok(frame) = first.frames.try_recv() {
            answered.push(frame.key.id);
        }
    }
    answered.sort();
    assert_eq!(answered, ["c-1", "c-2", "c-3", "c-4"]);
}
