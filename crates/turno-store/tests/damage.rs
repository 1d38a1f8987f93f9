//! Files that were damaged: a clear error, or a store with all that was acknowledged; never a panic, a hang, or a store
//! that is silently poorer.

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
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use common::{
    child::in_a_child,
    copy_folder,
    dice::{Dice, seed},
    load::{Acknowledged, CONVERSATIONS, batch, faults_in},
};
use turno_runtime::port::{Store, StoreError};
use turno_store::SledStore;

/// A store at rest, and what was acknowledged of it.
struct Sample {
    folder: tempfile::TempDir,
    acknowledged: Acknowledged,
}

impl Sample {
    /// Written over several openings, so that a part is in sled's snapshot and a part only in its log.
    fn new(openings: u64, batches: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut acknowledged = Acknowledged::new();
        for opening in 0..openings {
            let store = SledStore::open(folder.path()).unwrap();
            block_on(async {
                for number in opening * batches..(opening + 1) * batches {
                    let commits =
                        (0..CONVERSATIONS).map(|conversation| store.commit(batch(conversation, number)));
                    for outcome in futures_util::future::join_all(commits).await {
                        outcome.unwrap();
                    }
                }
                store.close().await.unwrap();
            });
        }
        let last = openings * batches - 1;
        acknowledged.extend((0..CONVERSATIONS).map(|conversation| (conversation, last)));
        let sample = Self { folder, acknowledged };
        assert_eq!(sample.look_at(sample.copy().path()), Outcome::Whole);
        sample
    }

    fn copy(&self) -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        copy_folder(self.folder.path(), copy.path());
        copy
    }

    /// Opens a damaged copy and reads all of it, twice: whoever starts once more is told once more.
    fn look_at(&self, folder: &Path) -> Outcome {
        match self.look_once(folder) {
            Outcome::Refused(told) => match self.look_once(folder) {
                Outcome::Poorer(faults) => Outcome::Poorer(format!("told at first ({told}), then: {faults}")),
                Outcome::Whole | Outcome::Refused(_) => Outcome::Refused(told),
            },
            outcome @ (Outcome::Whole | Outcome::Poorer(_)) => outcome,
        }
    }

    fn look_once(&self, folder: &Path) -> Outcome {
        let store = match SledStore::open(folder) {
            Ok(store) => store,
            Err(error) => return Outcome::refused(error),
        };
        match block_on(faults_in(&store, &self.acknowledged)) {
            Ok(faults) if faults.is_empty() => Outcome::Whole,
            Ok(faults) => Outcome::Poorer(faults.join("; ")),
            Err(error) => Outcome::refused(error),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    /// All that was acknowledged is there.
    Whole,
    /// An error, and what it says.
    Refused(String),
    /// Something is missing or wrong, and nothing says so.
    Poorer(String),
}

impl Outcome {
    fn refused(error: StoreError) -> Self {
        let text = error.to_string();
        assert!(
            text.contains("restore a backup") || text.contains("check the disk"),
            "an error without a cure: {text}"
        );
        Self::Refused(text)
    }
}

/// Counts of what came out, and what was silent.
#[derive(Debug, Default)]
struct Tally {
    whole: u64,
    refused: u64,
    silent: Vec<String>,
}

impl Tally {
    fn add(&mut self, what: &str, outcome: Outcome) {
        match outcome {
            Outcome::Whole => self.whole += 1,
            Outcome::Refused(_) => self.refused += 1,
            Outcome::Poorer(faults) => {
                let short: String = faults.chars().take(200).collect();
                self.silent.push(format!("{what}: {short}"));
            }
        }
    }

    fn nothing_was_silent(&self, what: &str) {
        eprintln!(
            "{what}: {} whole, {} refused, {} silently poorer",
            self.whole,
            self.refused,
            self.silent.len()
        );
        assert!(self.silent.is_empty(), "{:#?}", self.silent);
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn patience() -> Duration {
    Duration::from_secs(300)
}

fn times() -> u64 {
    std::env::var("TURNO_DAMAGES").map_or(40, |text| text.parse().unwrap())
}

#[test]
fn a_flipped_byte_is_told_or_harmless() {
    in_a_child("a_flipped_byte_is_told_or_harmless", patience(), || {
        let mut dice = Dice::new(seed());
        let sample = Sample::new(2, 60);
        let mut tally = Tally::default();
        for _ in 0..times() {
            let copy = sample.copy();
            let file = copy.path().join("db");
            let mut bytes = std::fs::read(&file).unwrap();
            let at = usize::try_from(dice.below(bytes.len() as u64)).unwrap();
            bytes[at] ^= 1 << dice.below(8);
            std::fs::write(&file, bytes).unwrap();
            tally.add(&format!("byte {at}"), sample.look_at(copy.path()));
        }
        tally.nothing_was_silent("flipped bytes");
    });
}

#[test]
fn a_file_that_was_cut_short_is_told_or_harmless() {
    in_a_child("a_file_that_was_cut_short_is_told_or_harmless", patience(), || {
        let mut dice = Dice::new(seed());
        let sample = Sample::new(2, 60);
        let mut tally = Tally::default();
        for round in 0..times() {
            let copy = sample.copy();
            let file = copy.path().join("db");
            let mut bytes = std::fs::read(&file).unwrap();
            // Half of them are torn last writes.
            let lost = if round % 2 == 0 { 1 + dice.below(3_000) } else { dice.below(bytes.len() as u64) };
            let kept = bytes.len() - usize::try_from(lost).unwrap().min(bytes.len());
            if dice.percent(50) {
                bytes.truncate(kept);
            } else {
                bytes[kept..].fill(0);
            }
            std::fs::write(&file, &bytes).unwrap();
            tally.add(&format!("from {kept}"), sample.look_at(copy.path()));
        }
        tally.nothing_was_silent("cut files");
    });
}

/// sled uses the room of a segment again that it does not need any more, so that the ones that it does need stand anywhere.
#[test]
fn a_segment_that_is_gone_is_told_or_harmless() {
    const SEGMENT_BYTES: usize = 512 * 1_024;
    in_a_child("a_segment_that_is_gone_is_told_or_harmless", patience(), || {
        let sample = Sample::new(2, 60);
        let whole = std::fs::read(sample.folder.path().join("db")).unwrap();
        let mut tally = Tally::default();
        for from in (0..whole.len()).step_by(SEGMENT_BYTES) {
            let to = whole.len().min(from + SEGMENT_BYTES);
            let mut bytes = whole.clone();
            let what = match from / SEGMENT_BYTES % 4 {
                0 => {
                    bytes.truncate(from);
                    "cut off"
                }
                1 => {
                    bytes[from..].fill(0);
                    "emptied to the end"
                }
                _ => {
                    bytes[from..to].fill(0);
                    "emptied"
                }
            };
            let copy = sample.copy();
            std::fs::write(copy.path().join("db"), bytes).unwrap();
            tally.add(&format!("{what} from {from}"), sample.look_at(copy.path()));
        }
        tally.nothing_was_silent("segments that are gone");
    });
}

#[test]
fn files_that_are_missing_or_empty_are_told_or_harmless() {
    in_a_child("files_that_are_missing_or_empty_are_told_or_harmless", patience(), || {
        let sample = Sample::new(2, 60);
        let mut outcomes = BTreeMap::new();
        for name in names_in(sample.folder.path()) {
            for is_removed in [true, false] {
                let copy = sample.copy();
                let path = copy.path().join(&name);
                match (path.is_dir(), is_removed) {
                    (true, true) => std::fs::remove_dir_all(&path).unwrap(),
                    (false, true) => std::fs::remove_file(&path).unwrap(),
                    (false, false) => std::fs::write(&path, "").unwrap(),
                    (true, false) => continue,
                }
                let what = format!("{} {}", name.display(), if is_removed { "removed" } else { "emptied" });
                outcomes.insert(what, sample.look_at(copy.path()));
            }
        }
        eprintln!("{outcomes:#?}");
        let mut tally = Tally::default();
        for (what, outcome) in outcomes {
            tally.add(&what, outcome);
        }
        tally.nothing_was_silent("missing or empty files");
    });
}

fn names_in(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| PathBuf::from(entry.unwrap().file_name())).collect();
    names.sort();
    names
}

#[test]
fn a_doubt_about_a_whole_store_is_settled_and_one_about_a_poorer_store_is_told_until_it_is_restored() {
    let sample = Sample::new(2, 30);
    let copy = sample.copy();
    let doubt = copy.path().join("unproven");
    std::fs::write(&doubt, "").unwrap();
    assert_eq!(sample.look_at(copy.path()), Outcome::Whole);
    assert!(!doubt.exists());
    // As sled would leave it: whole in itself, and a row is missing.
    let database = common::opened_with_sled(copy.path());
    let (key, _) = database.scan_prefix(b"j").next().unwrap().unwrap();
    database.remove(key).unwrap();
    drop(database);
    std::fs::write(&doubt, "").unwrap();
    for _ in 0..2 {
        let Outcome::Refused(told) = sample.look_at(copy.path()) else {
            panic!("a row is missing, and nothing says so");
        };
        assert!(told.contains("acknowledged rows"), "{told}");
    }
}

#[test]
fn a_snapshot_that_sled_was_killed_over_is_no_damage() {
    let sample = Sample::new(2, 8);
    for unfinished in ["", "half of it"] {
        let copy = sample.copy();
        let path = copy.path().join("snap.7FFFFFFFFFFFFFFF.generating");
        std::fs::write(&path, unfinished).unwrap();
        assert_eq!(sample.look_at(copy.path()), Outcome::Whole);
        assert!(!path.exists());
    }
}

#[test]
fn a_database_that_went_back_says_how_far() {
    let sample = Sample::new(1, 8);
    let older = sample.copy();
    let store = SledStore::open(sample.folder.path()).unwrap();
    block_on(async {
        for number in 8..11 {
            store.commit(batch(0, number)).await.unwrap();
        }
        store.close().await.unwrap();
    });
    drop(store);
    std::fs::copy(sample.folder.path().join("acknowledged"), older.path().join("acknowledged")).unwrap();
    let error = SledStore::open(older.path()).unwrap_err().to_string();
    assert!(error.contains("the last 3 of its "), "{error}");
    assert!(error.contains("restore a backup"), "{error}");
}
