//! The two stores give the same answers, whatever they are asked; and sled's files hold what was acknowledged at any
//! moment.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::{collection::vec, option, prelude::*};
use turno_runtime::port::{Batch, Store};
use turno_store::{MemoryStore, SledStore};

fn any_key() -> impl Strategy<Value = Vec<u8>> {
    vec(prop::sample::select(vec![0_u8, b'a', b'b', 0xff]), 1..4)
}

fn any_value() -> impl Strategy<Value = Option<Vec<u8>>> {
    option::of(vec(0..3_u8, 0..3))
}

fn any_batch() -> impl Strategy<Value = Batch> {
    let expectations = prop_oneof![3 => Just(Vec::new()), 1 => vec((any_key(), any_value()), 1..3)];
    (expectations, vec((any_key(), any_value()), 0..6)).prop_map(|(expectations, writes)| {
        let mut batch = Batch::default();
        for (key, value) in expectations {
            batch.expect(key, value);
        }
        for (key, value) in writes {
            match value {
                Some(value) => batch.put(key, value),
                None => batch.remove(key),
            }
        }
        batch
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_stores_answer_alike(
        batches in vec(any_batch(), 1..24),
        scans in vec((vec(prop::sample::select(vec![0_u8, b'a', 0xff]), 0..3), option::of(any_key()), 0..9_usize), 1..9),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let (memory, sled) = (MemoryStore::new(), SledStore::open(folder.path()).unwrap());
            for batch in batches {
                prop_assert_eq!(memory.commit(batch.clone()).await, sled.commit(batch).await);
            }
            for (prefix, after, limit) in scans {
                let in_memory = memory.scan(&prefix, after.as_deref(), limit).await.unwrap();
                prop_assert_eq!(in_memory, sled.scan(&prefix, after.as_deref(), limit).await.unwrap());
            }
            Ok(())
        })?;
    }
}

#[tokio::test]
async fn a_copy_of_the_files_holds_what_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    for number in 0..30_u32 {
        let mut batch = Batch::default();
        batch.put(format!("k{number:02}"), vec![b'v'; 5_000]);
        batch.put("latest", number.to_be_bytes());
        store.commit(batch).await.unwrap();
        if number % 10 == 9 {
            let copy = tempfile::tempdir().unwrap();
            copy_folder(folder.path(), copy.path());
            let copied = SledStore::open(copy.path()).unwrap();
            assert_eq!(copied.get(b"latest").await.unwrap().unwrap(), number.to_be_bytes());
            assert_eq!(copied.scan(b"k", None, 100).await.unwrap().len(), number as usize + 1);
        }
    }
}

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
