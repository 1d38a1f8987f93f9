//! A disk that is full, becomes full in the middle of the load, fails for a while, or may only be read: a clear error,
//! nothing that was acknowledged is lost, and with space again the store goes on; one that a daemon serves from goes on by
//! itself. What mounts a disk needs root; it says so where it cannot.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::{sync::Arc, time::Duration};

use common::{
    child::in_a_child,
    disk::{Disk, skip, why_not},
    load::{Acknowledged, CONVERSATIONS, batch, faults_in, next_number},
};
use turno_runtime::port::{CommitError, Store, StoreError};
use turno_store::{Service, SledStore};

fn on_a_disk(test: &str, work: impl FnOnce(Disk)) {
    in_a_child(test, Duration::from_secs(180), || match why_not() {
        Some(why) => skip(test, &why),
        None => work(Disk::new().unwrap()),
    });
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
    runtime.block_on(future)
}

/// Writes until the store fails, or each conversation has had so many more batches; gives the failure.
async fn write(store: &Arc<SledStore>, acknowledged: &mut Acknowledged, batches: u64) -> Option<StoreError> {
    let tasks: Vec<_> = (0..CONVERSATIONS)
        .map(|conversation| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                // A batch that failed may be kept all the same, so where to go on is read.
                let first = match next_number(&store, conversation).await {
                    Ok(first) => first,
                    Err(error) => return (None, Some(error)),
                };
                let mut last = None;
                for number in first..first + batches {
                    let mut batch = batch(conversation, number);
                    // What is never removed, so that the store grows.
                    batch.put(format!("kept {conversation} {number}"), [b'.'; 2_000]);
                    match store.commit(batch).await {
                        Ok(()) => last = Some(number),
                        Err(CommitError::Store(error)) => return (last, Some(error)),
                        Err(CommitError::Conflict) => {
                            panic!("{conversation} {number}: nobody else writes")
                        }
                    }
                }
                (last, None)
            })
        })
        .collect();
    let mut failure = None;
    for (conversation, task) in (0..).zip(tasks) {
        let (last, failed) = task.await.unwrap();
        if let Some(last) = last {
            let known = acknowledged.entry(conversation).or_default();
            *known = last.max(*known);
        }
        failure = failed.or(failure);
    }
    failure
}

fn is_clear(error: &StoreError) {
    let text = error.to_string();
    let cures = ["check the disk's space and rights, then start again", "make room"];
    assert!(cures.iter().any(|cure| text.contains(cure)), "{text}");
}

/// Opens it anew: all is there, and it takes more. What was not acknowledged may be there too.
fn goes_on(disk: &Disk, acknowledged: &Acknowledged) {
    let store = Arc::new(SledStore::open(&disk.data()).unwrap());
    block_on(async {
        assert_eq!(faults_in(&store, acknowledged).await.unwrap(), Vec::<String>::new());
        let mut other = turno_runtime::port::Batch::default();
        other.put(*b"other", *b"more");
        store.commit(other).await.unwrap();
    });
}

#[test]
fn a_disk_that_becomes_full_loses_nothing() {
    on_a_disk("a_disk_that_becomes_full_loses_nothing", |disk| {
        let mut acknowledged = Acknowledged::new();
        for free_bytes in [1_000_000, 2_000_000, 4_000_000] {
            let before = acknowledged.clone();
            disk.fill_but(free_bytes).unwrap();
            let store = Arc::new(SledStore::open(&disk.data()).unwrap());
            block_on(async {
                let error = write(&store, &mut acknowledged, 2_000).await.expect("the disk is full");
                is_clear(&error);
                // It takes nothing more until it is opened anew, since nobody knows what is on the disk; what is read is
                // right, or an error.
                disk.free().unwrap();
                let read = faults_in(&store, &before).await;
                assert!(read.as_ref().is_ok_and(Vec::is_empty) || read.is_err(), "{read:?}");
                assert!(write(&store, &mut acknowledged, 1).await.is_some());
            });
            drop(store);
            goes_on(&disk, &acknowledged);
        }
    });
}

#[test]
fn a_full_disk_and_one_that_may_only_be_read_are_told_at_the_open() {
    on_a_disk("a_full_disk_and_one_that_may_only_be_read_are_told_at_the_open", |disk| {
        let mut acknowledged = Acknowledged::new();
        let store = Arc::new(SledStore::open(&disk.data()).unwrap());
        assert_eq!(block_on(write(&store, &mut acknowledged, 40)), None);
        drop(store);
        disk.set_read_only(true).unwrap();
        is_clear(&SledStore::open(&disk.data()).unwrap_err());
        disk.set_read_only(false).unwrap();
        disk.fill_but(0).unwrap();
        match SledStore::open(&disk.data()) {
            Ok(store) => {
                // There was room left in its own file.
                let faults = block_on(faults_in(&store, &acknowledged)).unwrap();
                assert_eq!(faults, Vec::<String>::new());
            }
            Err(error) => is_clear(&error),
        }
        disk.free().unwrap();
        goes_on(&disk, &acknowledged);
    });
}

#[test]
fn a_disk_that_fails_under_the_load_loses_nothing() {
    on_a_disk("a_disk_that_fails_under_the_load_loses_nothing", |mut disk| {
        let mut acknowledged = Acknowledged::new();
        let store = Arc::new(SledStore::open(&disk.data()).unwrap());
        assert_eq!(block_on(write(&store, &mut acknowledged, 40)), None);
        disk.fail().unwrap();
        is_clear(&block_on(write(&store, &mut acknowledged, 40)).expect("nothing can be written"));
        drop(store);
        disk.repair().unwrap();
        goes_on(&disk, &acknowledged);
    });
}

/// A store as a daemon has it, which leaves so much of the disk free.
fn served(disk: &Disk, kept_bytes: u64) -> Arc<SledStore> {
    let service = Service { kept_bytes, reopens_for: Duration::from_millis(500), ..Service::default() };
    Arc::new(SledStore::open_serving(&disk.data(), service).unwrap())
}

/// Writes until that goes well, for half a minute.
async fn write_in_the_end(store: &Arc<SledStore>, acknowledged: &mut Acknowledged) {
    let began = std::time::Instant::now();
    while let Some(error) = write(store, acknowledged, 1).await {
        assert!(began.elapsed() < Duration::from_secs(30), "{error}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[test]
fn a_full_disk_is_read_meanwhile_and_with_room_the_store_goes_on() {
    on_a_disk("a_full_disk_is_read_meanwhile_and_with_room_the_store_goes_on", |disk| {
        let store = served(&disk, 8 * 1_024 * 1_024);
        let mut acknowledged = Acknowledged::new();
        block_on(async {
            assert_eq!(write(&store, &mut acknowledged, 40).await, None);
            disk.fill_but(1_000_000).unwrap();
            for _ in 0..3 {
                let error = write(&store, &mut acknowledged, 1).await;
                assert!(matches!(error, Some(StoreError::Full { .. })), "{error:?}");
                let faults = faults_in(&store, &acknowledged).await.unwrap();
                assert_eq!(faults, Vec::<String>::new());
            }
            assert_eq!(store.opening(), 1, "nothing had failed yet");
            disk.free().unwrap();
            assert_eq!(write(&store, &mut acknowledged, 40).await, None);
            store.close().await.unwrap();
        });
        goes_on(&disk, &acknowledged);
    });
}

#[test]
fn a_disk_that_becomes_full_within_a_write_is_survived() {
    on_a_disk("a_disk_that_becomes_full_within_a_write_is_survived", |disk| {
        // Nobody looks how much is left: as under a quota.
        let store = served(&disk, 0);
        let mut acknowledged = Acknowledged::new();
        block_on(async {
            for free_bytes in [1_000_000, 2_000_000, 4_000_000] {
                disk.fill_but(free_bytes).unwrap();
                let error = write(&store, &mut acknowledged, 4_000).await.expect("the disk is full");
                assert!(common::load::passes(&error), "{error}");
                disk.free().unwrap();
                write_in_the_end(&store, &mut acknowledged).await;
                let faults = faults_in(&store, &acknowledged).await.unwrap();
                assert_eq!(faults, Vec::<String>::new());
            }
            assert!(store.opening() > 1);
            store.close().await.unwrap();
        });
        goes_on(&disk, &acknowledged);
    });
}

#[test]
fn a_disk_that_fails_for_good_is_given_up_and_loses_nothing() {
    on_a_disk("a_disk_that_fails_for_good_is_given_up_and_loses_nothing", |mut disk| {
        let store = served(&disk, 0);
        let mut acknowledged = Acknowledged::new();
        block_on(async {
            assert_eq!(write(&store, &mut acknowledged, 40).await, None);
            disk.fail().unwrap();
            is_clear_or_passes(&write(&store, &mut acknowledged, 40).await.unwrap());
            let given_up = tokio::time::timeout(Duration::from_secs(30), store.given_up());
            is_clear(&given_up.await.expect("it is given up"));
            assert!(faults_in(&store, &acknowledged).await.is_err());
            store.close().await.unwrap();
        });
        drop(store);
        disk.repair().unwrap();
        goes_on(&disk, &acknowledged);
    });
}

#[test]
fn a_disk_that_does_not_answer_is_given_up_and_loses_nothing() {
    on_a_disk("a_disk_that_does_not_answer_is_given_up_and_loses_nothing", |disk| {
        let service = Service { write_max: Duration::from_millis(200), ..Service::default() };
        let store = Arc::new(SledStore::open_serving(&disk.data(), service).unwrap());
        let mut acknowledged = Acknowledged::new();
        block_on(async {
            assert_eq!(write(&store, &mut acknowledged, 40).await, None);
            let held = disk.hold().unwrap();
            let told = tokio::time::timeout(Duration::from_secs(30), write(&store, &mut acknowledged, 40));
            let error = told.await.expect("nobody waits for ever").unwrap();
            assert!(error.to_string().contains("a write has not come back"), "{error}");
            is_clear(&store.given_up().await);
            drop(held);
            // What came back after all is not served any more.
            assert!(faults_in(&store, &acknowledged).await.is_err());
            store.close().await.unwrap();
        });
        drop(store);
        goes_on(&disk, &acknowledged);
    });
}

fn is_clear_or_passes(error: &StoreError) {
    assert!(common::load::passes(error), "{error}");
}
