//! A store that compacts while it is written and read.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use turno_runtime::{
    port::{Batch, CommitError, Export, Store, StoreError},
    testkit::{check_export, check_store},
};

use super::{CompactionRule, Stage, Watch};
use crate::SledStore;

/// One after the other, whatever the files' size.
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

fn database_bytes(folder: &Path) -> u64 {
    super::Place::find(folder).unwrap().bytes().unwrap()
}

/// The stages that were reached.
fn counting() -> (Watch, Arc<Mutex<Vec<Stage>>>) {
    let stages = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&stages);
    (Arc::new(move |stage| noted.lock().unwrap().push(stage)), stages)
}

fn times(stages: &Mutex<Vec<Stage>>, stage: Stage) -> usize {
    stages.lock().unwrap().iter().filter(|reached| **reached == stage).count()
}

/// Counts a key up by one.
async fn count_up(store: &SledStore, key: &str) -> Result<(), CommitError> {
    let value = store.get(key.as_bytes()).await?;
    let count = value.as_ref().map_or(0, |value| u64::from_be_bytes(*value.first_chunk().unwrap()));
    let mut next = (count + 1).to_be_bytes().to_vec();
    // Of all lengths, so that pieces come and go.
    next.resize(8 + usize::try_from(count * 997 % 9_000).unwrap(), b'.');
    let mut batch = Batch::default();
    batch.expect(key, value);
    batch.put(key, next);
    store.commit(batch).await
}

async fn count_of(store: &SledStore, key: &str) -> u64 {
    let value = store.get(key.as_bytes()).await.unwrap();
    value.map_or(0, |value| u64::from_be_bytes(*value.first_chunk().unwrap()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_compacts_all_the_time_does_what_every_store_must() {
    let folder = tempfile::tempdir().unwrap();
    let (watch, stages) = counting();
    let store = SledStore::open_with(folder.path(), Some(ALL_THE_TIME), Some(watch), None).unwrap();
    check_store(Arc::new(store)).await;
    let of_the_suite = times(&stages, Stage::Stepped);
    assert!(of_the_suite > 0);
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open_compacting(folder.path(), ALL_THE_TIME).unwrap();
    check_export(Arc::new(store)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counters_that_many_race_for_miss_nothing_over_many_compactions() {
    let folder = tempfile::tempdir().unwrap();
    let (watch, stages) = counting();
    let store = Arc::new(SledStore::open_with(folder.path(), Some(ALL_THE_TIME), Some(watch), None).unwrap());
    let tasks: Vec<_> = (0..6)
        .map(|task| {
            let (store, stages) = (Arc::clone(&store), Arc::clone(&stages));
            tokio::spawn(async move {
                let mut counts = [0_u64; 3];
                while times(&stages, Stage::Stepped) < 12 {
                    for (number, count) in counts.iter_mut().enumerate() {
                        let key = format!("counter {}", (number + task) % 3);
                        let before = count_of(&store, &key).await;
                        match count_up(&store, &key).await {
                            Ok(()) => *count += 1,
                            Err(CommitError::Conflict) => continue,
                            Err(error) => panic!("{error}"),
                        }
                        assert!(count_of(&store, &key).await > before, "a read went back");
                    }
                }
                (task, counts)
            })
        })
        .collect();
    let mut expected = [0; 3];
    for task in tasks {
        let (task, counts) = task.await.unwrap();
        for (number, count) in counts.into_iter().enumerate() {
            expected[(number + task) % 3] += count;
        }
    }
    for is_reopened in [false, true] {
        if is_reopened {
            // All rows give the sum that was kept through all of it.
            crate::sled_store::doubt::raise(folder.path()).unwrap();
        }
        let reopened = is_reopened.then(|| SledStore::open(folder.path()).unwrap());
        let store = reopened.as_ref().unwrap_or(&store);
        for (number, count) in expected.into_iter().enumerate() {
            assert_eq!(count_of(store, &format!("counter {number}")).await, count);
        }
        store.close().await.unwrap();
    }
}

/// Rows that are kept, and 4 MB of others that are written and removed again.
async fn come_and_go(store: &SledStore, round: u32) {
    for part in 0..20 {
        let mut batch = Batch::default();
        for number in 0..100 {
            batch.put(format!("gone {part} {number}"), vec![b'.'; 2_000]);
        }
        batch.put(format!("kept {}", round % 40), round.to_be_bytes().repeat(500));
        store.commit(batch).await.unwrap();
    }
    for part in 0..20 {
        let mut batch = Batch::default();
        for number in 0..100 {
            batch.remove(format!("gone {part} {number}"));
        }
        store.commit(batch).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_at_any_stage_leaves_one_whole_store() {
    let folder = tempfile::tempdir().unwrap();
    let copies = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().to_owned(), copies.path().to_owned());
    let seen = Mutex::new(std::collections::BTreeSet::new());
    // What is there when the process ends at that moment; only the first time, while nothing is written.
    let watch: Watch = Arc::new(move |stage| {
        let name = format!("{stage:?}");
        if seen.lock().unwrap().insert(name.clone()) {
            copy_folder(&from, &to.join(name));
        }
    });
    let store = SledStore::open(folder.path()).unwrap();
    come_and_go(&store, 7).await;
    for _ in 0..50 {
        count_up(&store, "counter").await.unwrap();
    }
    store.close().await.unwrap();
    drop(store);
    let store = SledStore::open_with(folder.path(), Some(ALL_THE_TIME), Some(watch), None).unwrap();
    // One round, which begins a compaction.
    count_up(&store, "counter").await.unwrap();
    while !copies.path().join("Removed").join("current").exists() {
        tokio::task::yield_now().await;
    }
    store.close().await.unwrap();
    for stage in [Stage::Copying, Stage::Copied, Stage::Durable, Stage::Stepped, Stage::Removed] {
        let copy = copies.path().join(format!("{stage:?}"));
        let is_new = matches!(stage, Stage::Stepped | Stage::Removed);
        for _ in 0..2 {
            let store = SledStore::open(&copy).unwrap();
            assert_eq!(count_of(&store, "counter").await, 51, "{stage:?}");
            assert_eq!(store.scan(b"", None, 10).await.unwrap().len(), 2, "{stage:?}");
            store.close().await.unwrap();
        }
        assert_eq!(copy.join("db").exists(), !is_new, "{stage:?}");
        let numbers = super::super::layout::numbers_in(&copy).unwrap();
        assert_eq!(numbers.len(), usize::from(is_new), "{stage:?}");
        assert!(!copy.join("current.new").exists());
    }
    // Without the file that says which is the store, nothing is begun anew and nothing removed.
    let copy = copies.path().join("Removed");
    std::fs::remove_file(copy.join("current")).unwrap();
    let error = SledStore::open(&copy).unwrap_err().to_string();
    assert!(error.contains("its file `current` is gone"), "{error}");
    assert!(copy.join("database-1").join("db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_without_room_keeps_the_old_database_and_nothing_of_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let rule = CompactionRule { free_bytes_min: u64::MAX, ..ALL_THE_TIME };
    let (watch, stages) = counting();
    let store = SledStore::open_with(folder.path(), Some(rule), Some(watch), None).unwrap();
    for _ in 0..200 {
        count_up(&store, "counter").await.unwrap();
    }
    assert_eq!(count_of(&store, "counter").await, 200);
    store.close().await.unwrap();
    assert_eq!(*stages.lock().unwrap(), []);
    assert!(super::super::layout::numbers_in(folder.path()).unwrap().is_empty());
    assert!(folder.path().join("db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compaction_lets_an_export_end_first() {
    let folder = tempfile::tempdir().unwrap();
    let (watch, stages) = counting();
    let store = Arc::new(SledStore::open_with(folder.path(), Some(ALL_THE_TIME), Some(watch), None).unwrap());
    let (parts, mut received) = tokio::sync::mpsc::channel(1);
    let exporting = Arc::clone(&store);
    let mut batch = Batch::default();
    for number in 0..200 {
        batch.put(format!("large {number}"), vec![b'.'; 8_000]);
    }
    store.commit(batch).await.unwrap();
    let export = tokio::spawn(async move { exporting.export(parts).await });
    // It has begun, and goes no further while nobody takes its parts.
    while received.is_empty() {
        count_up(&store, "counter").await.unwrap();
    }
    let before = times(&stages, Stage::Stepped);
    let copied = times(&stages, Stage::Copied);
    while times(&stages, Stage::Copied) < copied + 2 {
        count_up(&store, "counter").await.unwrap();
    }
    assert_eq!(times(&stages, Stage::Stepped), before, "an export runs");
    while received.recv().await.is_some() {}
    export.await.unwrap().unwrap();
    while times(&stages, Stage::Stepped) < before + 1 {
        count_up(&store, "counter").await.unwrap();
    }
    let count = count_of(&store, "counter").await;
    store.close().await.unwrap();
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(count_of(&store, "counter").await, count);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_is_closed_in_the_middle_of_a_compaction_and_locked_until_then() {
    let folder = tempfile::tempdir().unwrap();
    // A page of it would take longer than anyone waits.
    let rule = CompactionRule { bytes_per_second_max: 1, ..ALL_THE_TIME };
    let (watch, stages) = counting();
    let store = SledStore::open_with(folder.path(), Some(rule), Some(watch), None).unwrap();
    while times(&stages, Stage::Copying) == 0 {
        count_up(&store, "counter").await.unwrap();
    }
    assert!(folder.path().join("database-1").exists());
    let error = SledStore::open(folder.path()).unwrap_err();
    assert!(matches!(error, StoreError::Locked { .. }), "{error}");
    let count = count_of(&store, "counter").await;
    store.close().await.unwrap();
    assert!(!folder.path().join("database-1").exists());
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(count_of(&store, "counter").await, count);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_was_compacted_is_locked_as_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let (watch, stages) = counting();
    let store = SledStore::open_with(folder.path(), Some(ALL_THE_TIME), Some(watch), None).unwrap();
    while times(&stages, Stage::Removed) == 0 {
        count_up(&store, "counter").await.unwrap();
    }
    let error = SledStore::open(folder.path()).unwrap_err();
    assert!(matches!(error, StoreError::Locked { .. }), "{error}");
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_was_much_larger_shrinks_while_it_is_served() {
    let folder = tempfile::tempdir().unwrap();
    // It is looked at though its rounds would not be enough for a look in years.
    let rule =
        CompactionRule { rounds_between_looks: u64::MAX, slack_bytes: 2 * 1_024 * 1_024, ..ALL_THE_TIME };
    let (watch, stages) = counting();
    let store = SledStore::open_with(folder.path(), Some(rule), Some(watch), None).unwrap();
    come_and_go(&store, 0).await;
    let largest = database_bytes(folder.path());
    assert!(largest > 4_000_000, "{largest}");
    let mut rounds = 1_u32;
    while database_bytes(folder.path()) > 2_500_000 || times(&stages, Stage::Removed) == 0 {
        let mut batch = Batch::default();
        batch.put(format!("kept {}", rounds % 40), rounds.to_be_bytes().repeat(500));
        store.commit(batch).await.unwrap();
        assert!(rounds < 20_000, "it does not shrink");
        rounds += 1;
    }
    store.close().await.unwrap();
    drop(store);
    assert_eq!(super::super::layout::numbers_in(folder.path()).unwrap().len(), 1);
    assert!(!folder.path().join("db").exists(), "the first database is gone");
    let store = SledStore::open(folder.path()).unwrap();
    let latest = store.get(format!("kept {}", (rounds - 1) % 40).as_bytes()).await.unwrap();
    assert_eq!(latest, Some((rounds - 1).to_be_bytes().repeat(500)));
    assert_eq!(store.scan(b"gone", None, 1).await, Ok(Vec::new()));
}
