//! The store on sled 0.34.7: one tree, one committer thread, and an fdatasync that sled itself leaves out.
//!
//! sled's `flush` calls `sync_file_range`, which does not survive a power cut, and `flush_async` hangs with several
//! flushers at once (spacejam/sled#1452, #1351, #1308). So one thread groups the batches that wait into one, applies
//! it, flushes, calls `sync_data` on sled's file, and only then acknowledges.

use std::{
    collections::BTreeMap,
    fs::File,
    ops::Bound,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread::JoinHandle,
};

use async_trait::async_trait;
use tokio::sync::{mpsc, oneshot};
use turno_runtime::port::{Batch, CommitError, Store, StoreError};

use crate::check_sizes;

/// Batches that are grouped into one flush at most; more wait for the next.
const BATCHES_PER_FLUSH_MAX: usize = 1_024;

/// Batches that may wait before committers do.
const QUEUE: usize = 4_096;

/// The page cache.
const CACHE_BYTES: u64 = 64 * 1_024 * 1_024;

/// Holds the format of the whole store; it sorts before every other key.
const FORMAT_KEY: &[u8] = b"\0format";
const FORMAT: &[u8] = b"turno store 1";

/// A store in a folder.
#[derive(Debug)]
pub struct SledStore {
    tree: sled::Tree,
    committer: Mutex<Option<Committer>>,
    sender: mpsc::WeakSender<Waiting>,
}

#[derive(Debug)]
struct Committer {
    sender: mpsc::Sender<Waiting>,
    thread: JoinHandle<()>,
}

#[derive(Debug)]
struct Waiting {
    batch: Batch,
    done: oneshot::Sender<Result<(), CommitError>>,
}

impl SledStore {
    /// Opens the store in that folder; makes it where there is none.
    ///
    /// # Errors
    /// [`StoreError::Locked`] where another process has it, [`StoreError::Damaged`] where it cannot be read,
    /// [`StoreError::Io`] for anything else; each says what to do.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.display().to_string();
        std::fs::create_dir_all(folder)
            .map_err(|cause| StoreError::Io { detail: format!("the folder {path} cannot be made: {cause}") })?;
        let database = open_guarded(folder, &path)?;
        check_format(&database, folder, &path)?;
        let file = File::open(database_file(folder))
            .map_err(|cause| StoreError::Io { detail: format!("{path}: {cause}") })?;
        let tree = sled::Tree::clone(&database);
        let (sender, receiver) = mpsc::channel(QUEUE);
        let committing = Committing { database, tree: tree.clone(), file, failed: None };
        let thread = std::thread::Builder::new()
            .name("turno-committer".to_owned())
            .spawn(move || committing.run(receiver))
            .map_err(|cause| StoreError::Io { detail: format!("the committer's thread cannot be started: {cause}") })?;
        let weak = sender.downgrade();
        Ok(Self { tree, committer: Mutex::new(Some(Committer { sender, thread })), sender: weak })
    }

    /// Commits what waits, then closes the store. Later calls fail.
    ///
    /// # Errors
    /// Where the committer's thread has died.
    pub async fn close(&self) -> Result<(), StoreError> {
        let committer = self.committer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Committer { sender, thread }) = committer else { return Ok(()) };
        drop(sender);
        let ended = tokio::task::spawn_blocking(move || thread.join()).await;
        match ended {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(StoreError::Io { detail: "the committer died".to_owned() }),
        }
    }
}

impl Drop for SledStore {
    fn drop(&mut self) {
        let committer = self.committer.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Committer { sender, thread }) = committer {
            drop(sender);
            let _committed = thread.join();
        }
    }
}

#[async_trait]
impl Store for SledStore {
    async fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        check_sizes(&batch)?;
        let (done, outcome) = oneshot::channel();
        let sender = self.sender.upgrade().ok_or(StoreError::Closed)?;
        sender.send(Waiting { batch, done }).await.map_err(|_| StoreError::Closed)?;
        drop(sender);
        outcome.await.unwrap_or(Err(StoreError::Closed.into()))
    }

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.tree.get(key).map_err(io)?;
        Ok(value.map(|value| value.to_vec()))
    }

    async fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        let from = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            Some(_) | None => Bound::Included(prefix),
        };
        let mut entries = Vec::new();
        for entry in self.tree.range::<&[u8], _>((from, Bound::Unbounded)).take(limit) {
            let (key, value) = entry.map_err(io)?;
            if !key.starts_with(prefix) {
                break;
            }
            entries.push((key.to_vec(), value.to_vec()));
        }
        Ok(entries)
    }
}

/// The committer thread's own.
struct Committing {
    // Kept so that the database stays open until the last batch is in.
    database: sled::Db,
    tree: sled::Tree,
    file: File,
    failed: Option<StoreError>,
}

impl Committing {
    fn run(mut self, mut receiver: mpsc::Receiver<Waiting>) {
        let mut round = Vec::new();
        while let Some(first) = receiver.blocking_recv() {
            round.push(first);
            while round.len() < BATCHES_PER_FLUSH_MAX
                && let Ok(next) = receiver.try_recv()
            {
                round.push(next);
            }
            self.commit(round.drain(..));
        }
        let _last = self.database.flush();
    }

    /// One round: what holds is written together, made durable, and acknowledged.
    fn commit(&mut self, round: impl Iterator<Item = Waiting>) {
        let mut overlay: BTreeMap<Vec<u8>, Option<Vec<u8>>> = BTreeMap::new();
        let mut accepted = Vec::new();
        for Waiting { batch, done } in round {
            match self.holds(&batch, &overlay) {
                Ok(true) => {
                    overlay.extend(batch.writes.into_iter().map(|write| (write.key, write.value)));
                    accepted.push(done);
                }
                Ok(false) => drop(done.send(Err(CommitError::Conflict))),
                Err(error) => drop(done.send(Err(error.into()))),
            }
        }
        let outcome = self.make_durable(overlay).map_err(CommitError::from);
        for done in accepted {
            // A committer that no longer waits has given up on the answer, not on the write.
            let _gone = done.send(outcome.clone());
        }
    }

    fn holds(&self, batch: &Batch, overlay: &BTreeMap<Vec<u8>, Option<Vec<u8>>>) -> Result<bool, StoreError> {
        for expected in &batch.expectations {
            let holds = match overlay.get(&expected.key) {
                Some(value) => *value == expected.value,
                None => self.tree.get(&expected.key).map_err(io)?.as_deref() == expected.value.as_deref(),
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// After a failure nothing is known of what is on the disk, so nothing more is written until a restart.
    fn make_durable(&mut self, writes: BTreeMap<Vec<u8>, Option<Vec<u8>>>) -> Result<(), StoreError> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        if writes.is_empty() {
            return Ok(());
        }
        let outcome = self.write(writes);
        if let Err(error) = &outcome {
            tracing::error!(target: "turno::store", %error, "the store failed and takes no more writes");
            self.failed = Some(error.clone());
        }
        outcome
    }

    fn write(&self, writes: BTreeMap<Vec<u8>, Option<Vec<u8>>>) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        for (key, value) in writes {
            match value {
                Some(value) => batch.insert(key, value),
                None => batch.remove(key),
            }
        }
        self.tree.apply_batch(batch).map_err(io)?;
        self.tree.flush().map_err(io)?;
        self.file.sync_data().map_err(|cause| StoreError::Io { detail: cause.to_string() })
    }
}

fn database_file(folder: &Path) -> PathBuf {
    folder.join("db")
}

/// sled panics at some damage; here that is an error like any other.
fn open_guarded(folder: &Path, path: &str) -> Result<sled::Db, StoreError> {
    let config = sled::Config::new().path(folder).cache_capacity(CACHE_BYTES).flush_every_ms(None);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = catch_unwind(AssertUnwindSafe(|| config.open()));
    std::panic::set_hook(hook);
    match opened {
        Ok(Ok(database)) => Ok(database),
        Ok(Err(error)) if is_locked(&error) => Err(StoreError::Locked { path: path.to_owned() }),
        Ok(Err(sled::Error::Io(cause))) if cause.kind() == std::io::ErrorKind::PermissionDenied => {
            Err(StoreError::Io { detail: format!("{path}: {cause}") })
        }
        Ok(Err(error)) => Err(StoreError::Damaged { path: path.to_owned(), detail: error.to_string() }),
        Err(panic) => Err(StoreError::Damaged { path: path.to_owned(), detail: told_by(&*panic) }),
    }
}

fn is_locked(error: &sled::Error) -> bool {
    let text = error.to_string();
    text.contains("could not acquire lock") || text.contains("WouldBlock") || text.contains("Resource temporarily")
}

fn told_by(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it cannot be read").lines().next().unwrap_or_default().to_owned()
}

/// The marker beside the database tells a new folder from one whose database was emptied.
fn check_format(database: &sled::Db, folder: &Path, path: &str) -> Result<(), StoreError> {
    let marker = folder.join("turno-store");
    match database.get(FORMAT_KEY).map_err(io)? {
        Some(format) if format == FORMAT => Ok(()),
        Some(format) => Err(StoreError::Damaged {
            path: path.to_owned(),
            detail: format!("its format is {:?}, this version reads \"turno store 1\"", String::from_utf8_lossy(&format)),
        }),
        None if marker.exists() => {
            Err(StoreError::Damaged { path: path.to_owned(), detail: "its database is empty".to_owned() })
        }
        None if database.is_empty() => {
            database.insert(FORMAT_KEY, FORMAT).map_err(io)?;
            database.flush().map_err(io)?;
            std::fs::write(marker, FORMAT).map_err(|cause| StoreError::Io { detail: cause.to_string() })
        }
        None => Err(StoreError::Damaged { path: path.to_owned(), detail: "it is not a store of Turno".to_owned() }),
    }
}

fn io(error: sled::Error) -> StoreError {
    StoreError::Io { detail: error.to_string() }
}
