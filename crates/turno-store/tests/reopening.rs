//! A store whose writes fail for a while under a daemon: nothing is acknowledged that is not durable, nothing that was is
//! lost, and it goes on by itself. The failures are the system's own, and need no root: files may not grow, and no more may
//! be opened.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use common::{
    child::in_a_child,
    dice::{Dice, seed},
    file_limit::{limit_files, limit_open_files},
    load::{Acknowledged, CONVERSATIONS, batch, faults_in, next_number, passes},
};
use turno_runtime::port::{Batch, CommitError, Store, StoreError};
use turno_store::{CompactionRule, Service, SledStore};

fn served(folder: &Path) -> SledStore {
    let service = Service { kept_bytes: 0, ..Service::default() };
    SledStore::open_serving(folder, service).unwrap()
}

fn put(key: &str, value: &str) -> Batch {
    let mut batch = Batch::default();
    batch.put(key, value);
    batch
}

/// In a process of its own, since all of its files are limited.
fn alone(test: &str, work: impl AsyncFnOnce(&Path)) {
    in_a_child(test, Duration::from_secs(120), || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        runtime.block_on(work(folder.path()));
    });
}

/// Commits until that goes well, for half a minute.
async fn commit_in_the_end(store: &SledStore, batch: Batch) {
    let began = Instant::now();
    loop {
        match store.commit(batch.clone()).await {
            Ok(()) => return,
            Err(CommitError::Store(error)) if passes(&error) => {}
            Err(error) => panic!("{error}"),
        }
        assert!(began.elapsed() < Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[test]
fn a_store_at_rest_that_failed_takes_nothing_more_and_shows_nothing_that_may_not_last() {
    alone(
        "a_store_at_rest_that_failed_takes_nothing_more_and_shows_nothing_that_may_not_last",
        async |folder| {
            let store = SledStore::open(folder).unwrap();
            store.commit(put("k", "v")).await.unwrap();
            limit_files(Some(1));
            let failed = store.commit(put("k", "w")).await.unwrap_err();
            assert!(matches!(failed, CommitError::Store(StoreError::Io { .. })), "{failed:?}");
            limit_files(None);
            assert_eq!(store.commit(put("other", "x")).await, Err(failed));
            for key in ["k", "other"] {
                assert!(store.get(key.as_bytes()).await.is_err(), "{key} may not be there after a restart");
            }
            assert!(store.scan(b"", None, 10).await.is_err());
            drop(store);
            let store = SledStore::open(folder).unwrap();
            assert!(store.get(b"k").await.unwrap().is_some());
            store.commit(put("other", "x")).await.unwrap();
        },
    );
}

#[test]
fn a_store_that_failed_under_a_daemon_is_opened_anew_and_goes_on() {
    alone("a_store_that_failed_under_a_daemon_is_opened_anew_and_goes_on", async |folder| {
        let store = served(folder);
        // As a daemon's control socket.
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("control")).unwrap();
        store.commit(put("k", "v")).await.unwrap();
        limit_files(Some(1));
        assert!(store.commit(put("k", "w")).await.is_err());
        // Whoever reads meanwhile waits, or is told; what failed is not shown.
        match store.get(b"k").await {
            Ok(value) => assert_eq!(value, Some(b"v".to_vec())),
            Err(error) => assert!(matches!(error, StoreError::Reopening { .. }), "{error}"),
        }
        limit_files(None);
        commit_in_the_end(&store, put("other", "x")).await;
        assert!(store.opening() > 1);
        let kept = store.get(b"k").await.unwrap().unwrap();
        assert!(kept == b"v" || kept == b"w", "{kept:?}");
        store.close().await.unwrap();
        let store = SledStore::open(folder).unwrap();
        assert_eq!(store.get(b"k").await.unwrap(), Some(kept), "what was shown is durable");
        assert_eq!(store.get(b"other").await.unwrap(), Some(b"x".to_vec()));
    });
}

#[test]
fn what_was_read_before_a_store_was_opened_anew_is_committed_on_no_more() {
    alone("what_was_read_before_a_store_was_opened_anew_is_committed_on_no_more", async |folder| {
        let store = served(folder);
        store.commit(put("k", "v")).await.unwrap();
        let mut rests_on_it = put("told", "k is v");
        rests_on_it.opening = Some(store.opening());
        store.commit(rests_on_it.clone()).await.unwrap();
        limit_files(Some(1));
        assert!(store.commit(put("k", "w")).await.is_err());
        limit_files(None);
        commit_in_the_end(&store, put("other", "x")).await;
        assert_eq!(store.commit(rests_on_it.clone()).await, Err(CommitError::Conflict));
        rests_on_it.opening = Some(store.opening());
        store.commit(rests_on_it).await.unwrap();
    });
}

#[test]
fn a_store_that_cannot_be_opened_anew_is_given_up() {
    alone("a_store_that_cannot_be_opened_anew_is_given_up", async |folder| {
        let service =
            Service { reopens_for: Duration::from_millis(300), kept_bytes: 0, ..Service::default() };
        let store = SledStore::open_serving(folder, service).unwrap();
        store.commit(put("k", "v")).await.unwrap();
        limit_files(Some(1));
        assert!(store.commit(put("k", "w")).await.is_err());
        let given_up = tokio::time::timeout(Duration::from_secs(60), store.given_up());
        let error = given_up.await.expect("it is given up");
        assert!(error.to_string().contains("then start again"), "{error}");
        assert!(store.get(b"k").await.is_err());
        assert!(store.commit(put("k", "x")).await.is_err());
        limit_files(None);
        store.close().await.unwrap();
        let store = SledStore::open(folder).unwrap();
        assert_ne!(store.get(b"k").await.unwrap(), Some(b"x".to_vec()));
        store.commit(put("other", "x")).await.unwrap();
    });
}

#[test]
fn a_process_that_may_open_no_more_files_goes_on_committing_and_opens_its_store_anew() {
    alone(
        "a_process_that_may_open_no_more_files_goes_on_committing_and_opens_its_store_anew",
        async |folder| {
            let store = served(folder);
            store.commit(put("k", "0")).await.unwrap();
            limit_open_files(200);
            // As silent connections do.
            let mut all = Vec::new();
            while let Ok(file) = std::fs::File::open("/dev/null") {
                all.push(file);
            }
            assert!(!all.is_empty());
            for number in 1..200 {
                store.commit(put("k", &number.to_string())).await.unwrap();
            }
            assert_eq!(store.opening(), 1, "a commit opens no file");
            limit_files(Some(1));
            assert!(store.commit(put("k", "w")).await.is_err());
            limit_files(None);
            commit_in_the_end(&store, put("k", "200")).await;
            let free: Vec<_> = (0..12).filter_map(|_| std::fs::File::open("/dev/null").ok()).collect();
            assert!(free.len() < 12, "what was in reserve is again");
            drop((all, free));
            store.close().await.unwrap();
            let store = SledStore::open(folder).unwrap();
            assert_eq!(store.get(b"k").await.unwrap(), Some(b"200".to_vec()));
        },
    );
}

/// One after the other, at full speed.
const ALL_THE_TIME: CompactionRule = CompactionRule {
    growth_max: 0,
    slack_bytes: 0,
    regrowth_min: 0,
    rounds_between_looks: 1,
    seconds_between_looks: 0,
    bytes_per_second_max: u64::MAX,
    free_bytes_min: 0,
    retry_seconds: 0,
};

async fn load(store: Arc<SledStore>, conversation: u64, until: Instant) -> Option<u64> {
    let mut last = None;
    while Instant::now() < until {
        // What was in doubt is read.
        let Ok(mut number) = next_number(&store, conversation).await else {
            continue;
        };
        loop {
            match store.commit(batch(conversation, number)).await {
                Ok(()) => last = Some(number),
                Err(CommitError::Store(error)) if passes(&error) => break,
                Err(error) => panic!("{conversation} {number}: {error}"),
            }
            number += 1;
            if Instant::now() >= until {
                return last;
            }
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    last
}

/// Writes fail at a place of the file that the dice say, again and again, under the load.
async fn fails_again_and_again(folder: &Path, compaction: CompactionRule) {
    let mut dice = Dice::new(seed());
    let service = Service { compaction, kept_bytes: 0, ..Service::default() };
    let store = Arc::new(SledStore::open_serving(folder, service).unwrap());
    let mut acknowledged = Acknowledged::new();
    for _ in 0..4 {
        let until = Instant::now() + Duration::from_millis(600);
        let writers: Vec<_> = (0..CONVERSATIONS)
            .map(|conversation| tokio::spawn(load(Arc::clone(&store), conversation, until)))
            .collect();
        while Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(dice.below(100))).await;
            limit_files(Some(1 + dice.below(2_000_000)));
            tokio::time::sleep(Duration::from_millis(dice.below(100))).await;
            limit_files(None);
        }
        for (conversation, writer) in (0..).zip(writers) {
            if let Some(last) = writer.await.unwrap() {
                acknowledged.insert(conversation, last);
            }
        }
        commit_in_the_end(&store, put("other", "x")).await;
        let faults = faults_in(&store, &acknowledged).await.unwrap();
        assert_eq!(faults, Vec::<String>::new());
    }
    assert!(store.opening() > 2, "only {} openings", store.opening());
    store.close().await.unwrap();
    drop(store);
    let store = SledStore::open(folder).unwrap();
    let faults = faults_in(&store, &acknowledged).await.unwrap();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn a_store_that_fails_again_and_again_under_the_load_loses_nothing() {
    alone("a_store_that_fails_again_and_again_under_the_load_loses_nothing", async |folder| {
        fails_again_and_again(folder, CompactionRule::default()).await
    });
}

#[test]
fn a_store_that_compacts_and_fails_under_the_load_loses_nothing() {
    alone("a_store_that_compacts_and_fails_under_the_load_loses_nothing", async |folder| {
        fails_again_and_again(folder, ALL_THE_TIME).await
    });
}
