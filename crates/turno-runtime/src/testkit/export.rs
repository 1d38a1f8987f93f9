//! The suite that every store must pass that is copied while it serves.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use tokio::sync::mpsc;

use crate::port::{Batch, Export, ExportError, Write};

const WRITERS: usize = 4;
const ROUNDS: usize = 4;

/// Rows between the first and the last key of the writers: several parts' worth.
const ROWS: usize = 3_000;
const ROW_BYTES: usize = 400;

/// Lines that each writer's log keeps.
const LOG_LINES: u64 = 5;

/// Checks that what is handed over while others write is a state between two commits, the latest acknowledged ones
/// included; the store is empty at first.
pub async fn check_export(store: Arc<dyn Export>) {
    assert_eq!(exported(store.as_ref()).await, BTreeMap::new(), "an empty store");
    fill(store.as_ref()).await;
    let stop = Arc::new(AtomicBool::new(false));
    let acknowledged: Arc<[AtomicU64; WRITERS]> = Arc::default();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
            let acknowledged = Arc::clone(&acknowledged);
            tokio::spawn(async move {
                let mut number = 0;
                while !stop.load(Ordering::SeqCst) {
                    number += 1;
                    assert_eq!(store.commit(entry(writer, number)).await, Ok(()));
                    acknowledged[writer].store(number, Ordering::SeqCst);
                }
            })
        })
        .collect();
    for _ in 0..ROUNDS {
        let before = acknowledged.each_ref().map(|number| number.load(Ordering::SeqCst));
        check_is_whole(&exported(store.as_ref()).await, before);
    }
    stop.store(true, Ordering::SeqCst);
    for writer in writers {
        assert!(writer.await.is_ok());
    }
    check_abandoned(store.as_ref()).await;
    let last = acknowledged.each_ref().map(|number| number.load(Ordering::SeqCst));
    check_is_whole(&exported(store.as_ref()).await, last);
}

/// The same number at both ends of the map and in a log in its middle, whose oldest line goes.
fn entry(writer: usize, number: u64) -> Batch {
    let mut batch = Batch::default();
    batch.put(format!("a/{writer}"), number.to_be_bytes());
    batch.put(format!("m/{writer}/{number:08}"), number.to_be_bytes());
    if let Some(oldest) = number.checked_sub(LOG_LINES) {
        batch.remove(format!("m/{writer}/{oldest:08}"));
    }
    batch.put(format!("z/{writer}"), number.to_be_bytes());
    batch
}

async fn fill(store: &dyn Export) {
    let names: Vec<String> = (0..ROWS).map(|row| format!("{}/{row:05}", row % 2)).collect();
    for names in names.chunks(100) {
        let mut batch = Batch::default();
        for name in names {
            // Before and behind the log.
            let place = if name.starts_with('0') { "b" } else { "n" };
            batch.put(format!("{place}/{name}"), vec![b'r'; ROW_BYTES]);
        }
        assert_eq!(store.commit(batch).await, Ok(()));
    }
}

/// What an empty store would hold after all parts.
async fn exported(store: &dyn Export) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let (sender, mut receiver) = mpsc::channel::<Vec<Write>>(2);
    let collected = async {
        let mut state = BTreeMap::new();
        while let Some(part) = receiver.recv().await {
            for write in part {
                match write.value {
                    Some(value) => state.insert(write.key, value),
                    None => state.remove(&write.key),
                };
            }
        }
        state
    };
    let (outcome, state) = tokio::join!(store.export(sender), collected);
    assert_eq!(outcome, Ok(()));
    state
}

fn check_is_whole(state: &BTreeMap<Vec<u8>, Vec<u8>>, acknowledged: [u64; WRITERS]) {
    let number = |key: String| {
        let bytes = state.get(key.as_bytes()).cloned().unwrap_or_default();
        bytes.try_into().map_or(0, u64::from_be_bytes)
    };
    let rows = state.keys().filter(|key| key.starts_with(b"b/") || key.starts_with(b"n/"));
    assert_eq!(rows.count(), ROWS, "rows that nobody touched");
    for (writer, acknowledged) in acknowledged.into_iter().enumerate() {
        let (first, last) = (number(format!("a/{writer}")), number(format!("z/{writer}")));
        assert_eq!(first, last, "what was written together is read together");
        assert!(first >= acknowledged, "{acknowledged} was acknowledged, {first} was copied");
        let prefix = format!("m/{writer}/");
        let log = state.keys().filter(|key| key.starts_with(prefix.as_bytes()));
        let expected =
            (first.saturating_sub(LOG_LINES) + 1..=first).map(|number| format!("{prefix}{number:08}"));
        assert_eq!(
            log.map(|key| String::from_utf8_lossy(key).into_owned()).collect::<Vec<_>>(),
            expected.collect::<Vec<_>>(),
            "the log of {first}"
        );
    }
}

/// A receiver that goes away ends the export, and the store goes on.
async fn check_abandoned(store: &dyn Export) {
    let (sender, receiver) = mpsc::channel(1);
    drop(receiver);
    assert_eq!(store.export(sender).await, Err(ExportError::Abandoned));
    let mut batch = Batch::default();
    batch.put(*b"q", *b"1");
    assert_eq!(store.commit(batch).await, Ok(()));
}
