//! The committer thread: batches that wait become one write, one flush, one fdatasync; then each is acknowledged.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs::File,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use tokio::sync::{mpsc, oneshot};
use turno_runtime::port::{Batch, CommitError, StoreError, Write};

use super::{
    database_file, guarded, io,
    mark::{Mark, ROUND_KEY, round_of},
    pieces::{self, LargeKeys},
    tap::{Tap, TapId},
};

/// Batches that are grouped into one flush at most; more wait for the next.
const BATCHES_PER_FLUSH_MAX: usize = 1_024;

/// What the committer is asked for, in order.
#[derive(Debug)]
pub(super) enum Job {
    Commit(Waiting),
    /// Every write from now on is to be copied into that tap as well.
    Open(Tap),
    /// No more of it: whoever holds its other end has everything up to here.
    Close(TapId),
}

/// A batch that waits, and whom to tell.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) batch: Batch,
    pub(super) done: oneshot::Sender<Result<(), CommitError>>,
}

/// What happens to a tap, between two rounds.
enum TapChange {
    Open(Tap),
    Close(TapId),
}

/// Writes by key; none removes. A later write of a round replaces an earlier one.
type Overlay = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// Set by the first write that failed: sled may show what was not made durable, so nothing is read after it either.
pub(super) type Failure = Arc<OnceLock<StoreError>>;

/// What the committer's thread owns.
pub(super) struct Committer {
    tree: sled::Tree,
    file: File,
    blobs: Blobs,
    large_keys: LargeKeys,
    mark: Mark,
    /// The number of the last round.
    round: u64,
    failed: Failure,
    taps: Vec<Tap>,
}

impl Committer {
    pub(super) fn new(tree: sled::Tree, folder: &Path) -> std::io::Result<Self> {
        let round = round_of(&tree).map_err(std::io::Error::other)?;
        let large_keys = LargeKeys::of(&tree).map_err(std::io::Error::other)?;
        Ok(Self {
            tree,
            file: File::open(database_file(folder))?,
            blobs: Blobs::new(folder),
            large_keys,
            mark: Mark::open(folder, round)?,
            round,
            failed: Failure::default(),
            taps: Vec::new(),
        })
    }

    pub(super) fn failure(&self) -> Failure {
        Arc::clone(&self.failed)
    }

    /// Commits until nobody can send any more.
    pub(super) fn run(mut self, mut receiver: mpsc::Receiver<Job>) {
        let mut round = Vec::new();
        while let Some(first) = receiver.blocking_recv() {
            let mut between_rounds = join(first, &mut round);
            while between_rounds.is_none()
                && round.len() < BATCHES_PER_FLUSH_MAX
                && let Ok(next) = receiver.try_recv()
            {
                between_rounds = join(next, &mut round);
            }
            self.commit(round.drain(..));
            match between_rounds {
                Some(TapChange::Open(tap)) => self.open(tap),
                Some(TapChange::Close(id)) => self.taps.retain(|tap| tap.id() != id),
                None => {}
            }
        }
    }

    /// An empty round tells the other end that from here on nothing is missed.
    fn open(&mut self, tap: Tap) {
        if tap.take(&[]) {
            self.taps.push(tap);
        }
    }

    /// One round: what holds is written together, made durable, and acknowledged.
    fn commit(&mut self, round: impl Iterator<Item = Waiting>) {
        let mut overlay = Overlay::new();
        let (mut accepted, mut refused) = (Vec::new(), Vec::new());
        for Waiting { batch, done } in round {
            match self.holds(&batch, &overlay) {
                Ok(true) => {
                    overlay.extend(batch.writes.into_iter().map(|write| (write.key, write.value)));
                    accepted.push(done);
                }
                Ok(false) => refused.push(done),
                Err(error) => drop(done.send(Err(error.into()))),
            }
        }
        let outcome = self.make_durable_and_copy(overlay).map_err(CommitError::from);
        for done in accepted {
            // A committer that no longer waits has given up on the answer, not on the write.
            let _gone = done.send(outcome.clone());
        }
        // Only now: what they lost to can be read, so that they do not lose to it again.
        for done in refused {
            let _gone = done.send(Err(CommitError::Conflict));
        }
    }

    fn holds(&self, batch: &Batch, overlay: &Overlay) -> Result<bool, StoreError> {
        for expected in &batch.expectations {
            let holds = match overlay.get(&expected.key) {
                Some(value) => *value == expected.value,
                None => pieces::get(&self.tree, &expected.key).map_err(io)? == expected.value,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The taps get what is durable, so that a copy never holds more than the store.
    fn make_durable_and_copy(&mut self, writes: Overlay) -> Result<(), StoreError> {
        if self.taps.is_empty() {
            return self.make_durable(writes);
        }
        let copied = writes.iter().map(|(key, value)| Write {
            key: key.clone(),
            value: value.clone(),
        });
        let copied: Vec<Write> = copied.collect();
        let outcome = self.make_durable(writes);
        match &outcome {
            Ok(()) => self.taps.retain(|tap| tap.take(&copied)),
            Err(error) => self.taps.drain(..).for_each(|tap| tap.fail(error.clone())),
        }
        outcome
    }

    /// After a failure nothing is known of what is on the disk, so nothing more is written until a restart.
    fn make_durable(&mut self, writes: Overlay) -> Result<(), StoreError> {
        if let Some(failed) = self.failed.get() {
            return Err(failed.clone());
        }
        if writes.is_empty() {
            return Ok(());
        }
        let outcome = guarded(|| self.write(writes));
        if let Err(error) = &outcome {
            tracing::error!(target: "turno::store", %error, "the store failed and takes no more writes");
            let _only_once = self.failed.set(error.clone());
        }
        outcome
    }

    fn write(&mut self, writes: Overlay) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        for (key, value) in writes {
            self.large_keys
                .put(&self.tree, &mut batch, key, value)
                .map_err(io)?;
        }
        let round = self.round + 1;
        batch.insert(ROUND_KEY, &round.to_be_bytes());
        self.tree.apply_batch(batch).map_err(io)?;
        self.tree.flush().map_err(io)?;
        let failed = |cause: std::io::Error| StoreError::Io {
            detail: cause.to_string(),
        };
        if !cfg!(feature = "planted-faults") {
            self.blobs.sync().map_err(failed)?;
            self.file.sync_data().map_err(failed)?;
        }
        self.round = round;
        self.mark.set(round).map_err(failed)
    }
}

/// Adds a batch to the round; what is no batch ends the round.
fn join(job: Job, round: &mut Vec<Waiting>) -> Option<TapChange> {
    match job {
        Job::Commit(waiting) => {
            round.push(waiting);
            None
        }
        Job::Open(tap) => Some(TapChange::Open(tap)),
        Job::Close(id) => Some(TapChange::Close(id)),
    }
}

/// sled puts a page that grew over 128 KiB into a file of its own, which it never syncs. `pieces.rs` sees to it that none
/// grows so large; a store that has such files all the same gets them flushed.
struct Blobs {
    folder: PathBuf,
    synced: BTreeSet<OsString>,
}

impl Blobs {
    fn new(folder: &Path) -> Self {
        Self {
            folder: folder.join("blobs"),
            synced: BTreeSet::new(),
        }
    }

    fn sync(&mut self) -> std::io::Result<()> {
        let mut present = BTreeSet::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            if !self.synced.contains(&name) {
                match File::open(self.folder.join(&name)) {
                    Ok(file) => file.sync_all()?,
                    // sled removes those that it has written elsewhere.
                    Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => continue,
                    Err(cause) => return Err(cause),
                }
            }
            present.insert(name);
        }
        if present.iter().any(|name| !self.synced.contains(name)) {
            File::open(&self.folder)?.sync_all()?;
        }
        self.synced = present;
        Ok(())
    }
}
