//! What is kept, for how long; and what a look through the whole store finds.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use common::{Caller, House, key, settle, wait_seconds};
use turno_runtime::{
    Assistants, Retention, Sweeper, Swept, Verified, journal, keys, outbox,
    port::{Batch, Store},
    runs, verify,
};

const DAY: u64 = 24 * 3_600;

fn sweeper(house: &House, rules: Retention) -> Sweeper {
    let store = Arc::clone(&house.disk) as Arc<dyn Store>;
    Sweeper::new(store, Arc::new(house.clock.clone()), rules, BTreeMap::new(), Duration::from_millis(10))
}

async fn sweep(house: &House) -> Swept {
    sweeper(house, Retention::default()).sweep().await.unwrap()
}

async fn look(house: &House) -> Verified {
    let assistants = Assistants::new(BTreeMap::from([("small".to_owned(), Arc::clone(&house.assistant))]));
    verify(house.disk.as_ref(), &assistants).await.unwrap()
}

/// How many rows begin with that byte.
async fn rows(house: &House, kind: u8) -> usize {
    house.disk.scan(&[kind, 0], None, 100_000).await.unwrap().len()
}

async fn book(caller: &mut Caller) -> String {
    caller.ask_for_a_table().await;
    caller.put_as("yes", "sí").unwrap();
    let reply = caller.reply_to("yes").await;
    caller.ack(reply.seq);
    settle().await;
    wait_seconds(1).await;
    reply.text
}

#[tokio::test(start_paused = true)]
async fn a_turn_delivered_again_after_a_week_is_answered_as_it_was_and_books_nothing() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let told = book(&mut caller).await;
    wait_seconds(7 * DAY).await;
    assert_eq!(sweep(&house).await.entries, 0);
    caller.reconnect(&house);
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, told);
    assert_eq!(house.bookings().await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_journal_goes_first_and_its_conversation_later_and_nothing_of_it_is_left_on_the_disk() {
    let house = House::open().await;
    book(&mut house.caller("c-1")).await;
    assert_eq!(rows(&house, b'k').await, 1);
    wait_seconds(31 * DAY).await;
    assert!(sweep(&house).await.entries > 0);
    assert_eq!((rows(&house, b'j').await, rows(&house, b't').await, rows(&house, b'k').await), (0, 0, 0));
    assert_eq!(rows(&house, b'c').await, 1, "what is known of the caller stays");
    assert_eq!(look(&house).await.findings, Vec::<String>::new());
    wait_seconds(60 * DAY).await;
    assert_eq!(sweep(&house).await.removed, 1);
    let left = house.disk.scan(b"", None, 1_000).await.unwrap();
    let is_kept = |row: &[u8]| matches!(row[0], b'b' | b's');
    assert!(left.iter().all(|(row, _)| is_kept(row)), "{left:?}");
    assert_eq!(rows(&house, b's').await, 1, "the store's secret is no conversation's");
    assert_eq!(house.bookings().await.len(), 1, "bookings are the business's");
}

#[tokio::test(start_paused = true)]
async fn an_open_question_is_never_swept() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    let before = house.disk.scan(b"", None, 1_000).await.unwrap();
    // The clock jumps by years before the question's own time is over.
    house.clock.set(3 * 365 * 24 * 3_600 * 1_000);
    let swept = sweep(&house).await;
    assert_eq!((swept.removed, swept.entries, swept.frames), (0, 0, 0));
    assert_eq!(house.disk.scan(b"", None, 1_000).await.unwrap(), before);
}

#[tokio::test(start_paused = true)]
async fn a_conversation_that_goes_on_for_ever_keeps_thirty_days_of_journal() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let mut most = 0;
    for day in 0..100 {
        for _ in 0..2 {
            caller.reconnect(&house);
            let reply = caller.say("a que hora abren").await;
            caller.ack(reply.seq);
            wait_seconds(DAY / 2).await;
        }
        sweep(&house).await;
        if day > 40 {
            most = most.max(rows(&house, b'j').await).max(rows(&house, b't').await);
        }
    }
    assert!((50..=62).contains(&most), "{most} rows");
    let seen = look(&house).await;
    assert_eq!((seen.findings, seen.shortened), (Vec::new(), 1));
    // A run whose beginning is gone is not told from its middle.
    let last = runs(house.disk.as_ref(), &key("c-1")).await.unwrap();
    let whole = journal(house.disk.as_ref(), &key("c-1"), last[0]).await.unwrap();
    assert_eq!(whole, []);
}

#[tokio::test(start_paused = true)]
async fn the_outbox_of_a_gateway_that_never_acknowledges_is_bounded_by_count_and_by_age() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    for _ in 0..60 {
        caller.say("a que hora abren").await;
    }
    let rules = Retention { outbox_frames: 25, ..Retention::default() };
    let swept = sweeper(&house, rules).sweep().await.unwrap();
    assert_eq!((swept.frames, swept.entries), (35, 0));
    let owed = outbox(house.disk.as_ref(), &key("c-1")).await.unwrap();
    assert_eq!(common::seqs(&owed), (36..=60).collect::<Vec<u64>>(), "the latest");
    // It goes on, though the sweeper wrote beneath it.
    assert_eq!(caller.say("a que hora abren").await.seq, 61);
    wait_seconds(8 * DAY).await;
    assert_eq!(sweep(&house).await.frames, 26);
    assert_eq!(outbox(house.disk.as_ref(), &key("c-1")).await.unwrap(), []);
    assert_eq!(look(&house).await.findings, Vec::<String>::new());
    wait_seconds(30 * DAY).await;
    sweep(&house).await;
    assert_eq!(rows(&house, b'j').await, 0);
}

#[tokio::test(start_paused = true)]
async fn what_is_owed_outlives_the_journal() {
    let house = House::open().await;
    let first = house.caller("c-1").say("a que hora abren").await;
    wait_seconds(DAY).await;
    let rules = Retention { journal_ms: 1_000, conversation_ms: 1_000, ..Retention::default() };
    let swept = sweeper(&house, rules).sweep().await.unwrap();
    assert_eq!((swept.entries, swept.removed), (0, 0));
    let mut caller = house.caller("c-1");
    caller.send(turno_runtime::Incoming::Resume { seq: 0 }).unwrap();
    assert_eq!(caller.next().await.seq(), Some(first.seq));
}

#[tokio::test(start_paused = true)]
async fn a_removed_conversation_starts_afresh_even_where_it_is_still_in_memory() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    let told = book(&mut caller).await;
    let rules = Retention { conversation_ms: 2_000, ..Retention::default() };
    wait_seconds(5).await;
    assert_eq!(house.handle.live_count(), 1);
    assert_eq!(sweeper(&house, rules).sweep().await.unwrap().removed, 1);
    // The same again, word for word: it is a new conversation's call, and not the old one's outcome.
    let reply = caller.say("a que hora abren").await;
    assert_eq!(reply.seq, 1);
    let again = book(&mut caller).await;
    assert_eq!(
        [told.as_str(), again.as_str()],
        ["Listo, su código es RES-0001.", "Listo, su código es RES-0002."]
    );
    let seen = look(&house).await;
    assert_eq!((seen.findings, seen.replayed), (Vec::new(), 1));
}

#[tokio::test(start_paused = true)]
async fn the_sweeper_runs_beside_the_conversations_until_it_is_stopped() {
    let house = House::open().await;
    book(&mut house.caller("c-1")).await;
    let stop = tokio_util::sync::CancellationToken::new();
    let running =
        tokio::spawn(sweeper(&house, Retention::default()).run(Duration::from_secs(3_600), stop.clone()));
    wait_seconds(100 * DAY).await;
    assert_eq!(rows(&house, b'c').await, 0);
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_store_in_order_is_replayed_whole() {
    let house = House::open().await;
    book(&mut house.caller("c-1")).await;
    // A new run, and a question that is open.
    wait_seconds(2 * DAY).await;
    let mut caller = house.caller("c-1");
    caller.put_as("later", "a que hora abren").unwrap();
    caller.reply_to("later").await;
    house.caller("c-2").say(common::BOOK).await;
    let seen = look(&house).await;
    assert_eq!(seen.findings, Vec::<String>::new());
    assert_eq!((seen.conversations, seen.replayed, seen.carried_out.len()), (2, 2, 1));
    assert_eq!(seen.kinds["timers"].rows, 1);
    assert_eq!(seen.frames, 4);
}

#[tokio::test(start_paused = true)]
async fn whatever_is_missing_or_changed_is_found() {
    for (kind, says) in [
        (b'j', "goes on at entry"),
        (b'k', "has no ledger row"),
        (b'x', "timer is not in the index"),
        (b'c', "has no checkpoint"),
    ] {
        let house = House::open().await;
        book(&mut house.caller("c-1")).await;
        house.caller("c-2").ask_for_a_table().await;
        let all = house.disk.scan(&[kind, 0], None, 100).await.unwrap();
        // Of a journal the last row: its beginning may be gone.
        let row = &all[usize::from(kind == b'j')].0;
        let mut batch = Batch::default();
        batch.remove(row.clone());
        house.disk.commit(batch).await.unwrap();
        let found = look(&house).await.findings;
        assert!(found.iter().any(|finding| finding.contains(says)), "{found:#?}");
    }
    for (row, says) in [
        (keys::checkpoint(&key("c-1")), "damaged"),
        (b"q\0".to_vec(), "unknown kind"),
        (keys::ledger("0123"), "damaged"),
    ] {
        let house = House::open().await;
        book(&mut house.caller("c-1")).await;
        let mut batch = Batch::default();
        batch.put(row, [0, 2, 0xc1]);
        house.disk.commit(batch).await.unwrap();
        let found = look(&house).await.findings;
        assert!(found.iter().any(|finding| finding.contains(says)), "{found:#?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_checkpoint_that_its_events_do_not_give_is_found() {
    let house = House::open().await;
    book(&mut house.caller("c-1")).await;
    book(&mut house.caller("c-2")).await;
    // Another conversation's journal in its place: whole in itself, and not what was said.
    let of = async |id: &str| house.disk.scan(&keys::journal(&key(id)), None, 100).await.unwrap();
    let (first, second) = (of("c-1").await, of("c-2").await);
    let mut batch = Batch::default();
    for ((row, _), (_, other)) in first.into_iter().zip(second) {
        batch.put(row, other);
    }
    house.disk.commit(batch).await.unwrap();
    let found = look(&house).await.findings;
    assert!(found.iter().any(|finding| finding.contains("do not give its checkpoint")), "{found:#?}");
}
