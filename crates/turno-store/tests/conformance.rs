//! Both stores pass the same suite; sled keeps what it acknowledged, and says what is wrong instead of panicking.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::sync::Arc;

use common::opened_with_sled;
use turno_runtime::{
    port::{Batch, CommitError, Store, StoreError},
    testkit::{check_export, check_store},
};
use turno_store::{MemoryStore, SledStore};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_does_what_every_store_must() {
    check_store(Arc::new(MemoryStore::new())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sled_does_what_every_store_must() {
    let folder = tempfile::tempdir().unwrap();
    check_store(Arc::new(SledStore::open(folder.path()).unwrap())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_hands_over_a_state_between_two_commits() {
    check_export(Arc::new(MemoryStore::new())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sled_hands_over_a_state_between_two_commits() {
    let folder = tempfile::tempdir().unwrap();
    check_export(Arc::new(SledStore::open(folder.path()).unwrap())).await;
}

fn put(key: &str, value: &str) -> Batch {
    let mut batch = Batch::default();
    batch.put(key, value);
    batch
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SledStore::open(folder.path()).unwrap());
    let tasks: Vec<_> = (0..64)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.commit(put(&format!("k{number:02}"), "v")).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    store.close().await.unwrap();
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(store.scan(b"k", None, 100).await.unwrap().len(), 64);
}

#[test]
fn a_new_folder_is_its_owner_s_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let _store = SledStore::open(&path).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
}

#[tokio::test]
async fn a_store_that_is_in_use_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let _store = SledStore::open(folder.path()).unwrap();
    let error = SledStore::open(folder.path()).unwrap_err();
    assert!(matches!(error, StoreError::Locked { .. }), "{error:?}");
    assert!(error.to_string().contains("in use by another process"), "{error}");
}

#[tokio::test]
async fn a_damaged_store_says_so_and_nothing_panics() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    for number in 0..200 {
        store.commit(put(&format!("k{number}"), &"v".repeat(500))).await.unwrap();
    }
    drop(store);
    for damage in ["", "not a store"] {
        for name in ["conf", "db"] {
            let copy = tempfile::tempdir().unwrap();
            for file in ["conf", "db", "turno-store"] {
                std::fs::copy(folder.path().join(file), copy.path().join(file)).unwrap();
            }
            std::fs::write(copy.path().join(name), damage).unwrap();
            // Settings that are gone are made anew; for the data itself there is no such way.
            match SledStore::open(copy.path()) {
                Ok(store) => {
                    assert_eq!(store.get(b"k1").await, Ok(Some(vec![b'v'; 500])), "{name} {damage:?}")
                }
                Err(error) => {
                    assert!(error.to_string().contains("restore a backup"), "{name} {damage:?}: {error}")
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_values_are_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    for number in 0..40 {
        let value = number.to_string().repeat(32_000);
        store.commit(put(&format!("k{number:02}"), &value)).await.unwrap();
    }
    // A page that outgrows sled's segments would be a file of its own, and not survive a power cut.
    let blobs = || std::fs::read_dir(folder.path().join("blobs")).unwrap().count();
    assert_eq!(blobs(), 0);
    store.close().await.unwrap();
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    let rows = store.scan(b"k", None, 100).await.unwrap();
    assert_eq!(rows.len(), 40);
    for (number, (_, value)) in rows.into_iter().enumerate() {
        assert_eq!(value, number.to_string().repeat(32_000).into_bytes());
    }
    // Written anew shorter, longer, at the edges, and removed: no piece of what was before is left.
    for length in [60_000, 10_000, 4_096, 4_095, 4_097, 8_183, 8_184, 65_536, 1, 0] {
        store.commit(put("k00", &"é".repeat(length / 2))).await.unwrap();
        let expected = Some("é".repeat(length / 2).into_bytes());
        assert_eq!(store.get(b"k00").await.unwrap(), expected, "{length}");
    }
    for number in 0..40 {
        let mut batch = Batch::default();
        batch.remove(format!("k{number:02}"));
        store.commit(batch).await.unwrap();
    }
    assert_eq!(store.scan(b"", None, 100).await, Ok(Vec::new()));
    assert_eq!(blobs(), 0);
    store.close().await.unwrap();
    drop(store);
    // Beside the store's own two rows there is nothing.
    assert_eq!(opened_with_sled(folder.path()).len(), 2);
}

#[tokio::test]
async fn the_longest_keys_and_values_make_no_page_outgrow_its_segment() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    for round in 0..60_u32 {
        let mut batch = Batch::default();
        for number in 0..100_u32 {
            // Of every length, and different from the first byte on, so that inner pages hold all of them.
            let name = (round * 100 + number).wrapping_mul(0x9e37_79b9);
            let key = [name.to_be_bytes().as_slice(), &[b'k'; turno_store::KEY_BYTES_MAX - 4]].concat();
            batch.put(key, vec![b'v'; 4_095]);
        }
        store.commit(batch).await.unwrap();
    }
    assert_eq!(std::fs::read_dir(folder.path().join("blobs")).unwrap().count(), 0);
}

#[tokio::test]
async fn a_folder_of_another_format_says_which() {
    let folder = tempfile::tempdir().unwrap();
    {
        let database = opened_with_sled(folder.path());
        database.insert(b"\0format", b"turno store 2").unwrap();
    }
    let error = SledStore::open(folder.path()).unwrap_err();
    assert!(error.to_string().contains("its format is \"turno store 2\""), "{error}");

    let folder = tempfile::tempdir().unwrap();
    opened_with_sled(folder.path()).insert(b"k", b"v").unwrap();
    let error = SledStore::open(folder.path()).unwrap_err();
    assert!(error.to_string().contains("it is not a store of Turno"), "{error}");
}

#[tokio::test]
async fn a_closed_store_takes_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    store.close().await.unwrap();
    assert_eq!(store.commit(put("k", "v")).await, Err(CommitError::Store(StoreError::Closed)));
}

#[tokio::test]
async fn a_commit_that_fails_writes_nothing() {
    let store = MemoryStore::new();
    store.fail_next_commits(1);
    assert!(matches!(store.commit(put("k", "v")).await, Err(CommitError::Store(_))));
    assert_eq!(store.get(b"k").await, Ok(None));
    assert_eq!(store.commit(put("k", "v")).await, Ok(()));
}
