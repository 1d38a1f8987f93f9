//! The store on sled 0.34.7: one tree, one committer thread, and an fdatasync that sled itself leaves out.
//!
//! sled's `flush` calls `sync_file_range`, which does not survive a power cut, and `flush_async` hangs with several
//! flushers at once (spacejam/sled#1452, #1351, #1308). So one thread groups the batches that wait into one, applies
//! it, flushes, calls `sync_data` on sled's file, and only then acknowledges.
//!
//! A store that a daemon serves from and that failed is opened anew in the process: `reopening.rs`.
//!
//! sled hardly reuses the room of rows that were written over, so a store that is served for long is compacted meanwhile:
//! `compaction.rs` tells how, `layout.rs` where the database stands.

mod committer;
mod compaction;
mod copied;
mod database;
mod doubt;
mod export;
mod held;
mod layout;
mod log;
mod mark;
mod opening;
mod pieces;
mod reopening;
mod room;
mod rows;
mod served;
mod tap;
mod watchdog;

use std::{
    fs::File,
    io::ErrorKind,
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
use committer::{Committer, FIRST_OPENING, Job, Waiting};
pub use compaction::CompactionRule;
use compaction::{Compactions, Watch};
pub(crate) use copied::CopiedFiles;
use database::Database;
pub(crate) use layout::{free_bytes, lock, lock_database};
use mark::ROUND_KEY;
use opening::{FORMAT_KEY, Opened, open_database, told_by};
pub use reopening::Service;
use served::Served;

/// Batches that may wait before committers do.
const QUEUE: usize = 4_096;

/// A store in a folder.
#[derive(Debug)]
pub struct SledStore {
    served: Served,
    /// The folder, for errors.
    path: String,
    committer: Mutex<Option<Running>>,
    sender: mpsc::WeakSender<Job>,
}

/// The committer's thread, and the sender that keeps it running.
#[derive(Debug)]
struct Running {
    sender: mpsc::Sender<Job>,
    thread: JoinHandle<Ended>,
}

/// What is left when the committer has ended.
#[derive(Debug)]
struct Ended {
    /// Where the next opening would have much to read.
    database: Option<Database>,
    /// Nobody else has the store as long as it is held.
    _lock: File,
}

impl SledStore {
    /// Opens the store in that folder; makes it where there is none. Reads the files, so it
    /// blocks; one that is in use is waited for, for a second. It is never compacted meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Locked`] where another process has it, [`StoreError::Damaged`] where it cannot be read,
    /// [`StoreError::Io`] for anything else; each says what to do.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_with(folder, None, None, None)
    }

    /// As [`SledStore::open`], for a daemon: it is compacted meanwhile, takes nothing where the disk becomes full, and is
    /// opened anew where it failed.
    ///
    /// # Errors
    /// As [`SledStore::open`].
    pub fn open_serving(folder: &Path, service: Service) -> Result<Self, StoreError> {
        Self::open_with(folder, Some(service.compaction), None, Some(service))
    }

    /// As [`SledStore::open`], for a store that is served for long: where its files outgrow what they hold by that rule, it
    /// is compacted while it is read and written.
    ///
    /// # Errors
    /// As [`SledStore::open`].
    pub fn open_compacting(folder: &Path, rule: CompactionRule) -> Result<Self, StoreError> {
        Self::open_with(folder, Some(rule), None, None)
    }

    fn open_with(
        folder: &Path,
        rule: Option<CompactionRule>,
        watch: Option<Watch>,
        service: Option<Service>,
    ) -> Result<Self, StoreError> {
        let Opened { database, place, lock } = open_database(folder)?;
        let (database, round) = Database::open(database, &place.folder())?;
        let served = Served::new(database.tree(), FIRST_OPENING);
        let (sender, receiver) = mpsc::channel(QUEUE);
        let weak = sender.downgrade();
        let compactions = rule.map(|rule| Compactions::new(rule, watch, weak.clone()));
        let committer = Committer::new((database, round), place, served.clone(), compactions, service)?;
        let fallen = GivenUpByPanic(served.clone());
        let thread = std::thread::Builder::new()
            .name("turno-committer".to_owned())
            .spawn(move || {
                let _fallen = fallen;
                Ended { database: committer.run(receiver), _lock: lock }
            })
            .map_err(|cause| of_the_system(&folder.display().to_string(), &cause))?;
        Ok(Self {
            served,
            path: folder.display().to_string(),
            committer: Mutex::new(Some(Running { sender, thread })),
            sender: weak,
        })
    }

    /// Commits what waits, then closes the store. Whatever is asked of it later fails. Where much was written it is read
    /// once more, at some 500 MiB a second, so that the next to open it need not.
    ///
    /// # Errors
    /// Where the committer's thread has died.
    pub async fn close(&self) -> Result<(), StoreError> {
        let Some(Running { sender, thread }) = self.take_committer() else {
            return Ok(());
        };
        drop(sender);
        let ended = tokio::task::spawn_blocking(move || thread.join()).await;
        self.served.close();
        match ended {
            Ok(Ok(ended)) => {
                // Where this fails the store is as it was; the next opening tells what is wrong.
                let _quick = tokio::task::spawn_blocking(move || ended.prepare_next_opening()).await;
                Ok(())
            }
            Ok(Err(_)) | Err(_) => Err(StoreError::Io { detail: "the committer died".to_owned() }),
        }
    }

    /// Resolves where the store failed and cannot be opened anew: it takes nothing more, and nothing is read.
    pub async fn given_up(&self) -> StoreError {
        self.served.given_up().await
    }

    async fn read<T>(&self, work: impl FnOnce(&sled::Tree) -> sled::Result<T>) -> Result<T, StoreError> {
        let tree = self.served.tree().await?;
        reading(&self.path, || work(&tree))
    }

    async fn ask(&self, job: Job) -> Result<(), StoreError> {
        let sender = self.sender.upgrade().ok_or(StoreError::Closed)?;
        sender.send(job).await.map_err(|_| StoreError::Closed)
    }

    fn take_committer(&self) -> Option<Running> {
        self.committer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Where the committer's thread panics nobody waits for it.
struct GivenUpByPanic(Served);

impl Drop for GivenUpByPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let detail = "the committer died".to_owned();
            self.0.give_up(StoreError::Io { detail });
        }
    }
}

impl Ended {
    fn prepare_next_opening(self) {
        if let Some(database) = self.database
            && let Err(error) = database.opened_again()
        {
            tracing::warn!(target: "turno::store", %error, "the next start has more to read");
        }
    }
}

impl Drop for SledStore {
    fn drop(&mut self) {
        if let Some(Running { sender, thread }) = self.take_committer() {
            drop(sender);
            let _committed = thread.join();
        }
    }
}

#[async_trait]
impl Store for SledStore {
    async fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        check_sizes(&batch)?;
        let committed = async {
            let (done, outcome) = oneshot::channel();
            self.ask(Job::Commit(Waiting { batch, done })).await?;
            outcome.await.unwrap_or(Err(StoreError::Closed.into()))
        };
        tokio::select! {
            biased;
            outcome = committed => outcome,
            // A committer that does not come back from a write answers nobody.
            error = self.served.given_up() => Err(error.into()),
        }
    }

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|tree| pieces::get(tree, key)).await
    }

    async fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        self.read(|tree| read_range(tree, prefix, after, limit)).await
    }

    fn opening(&self) -> u64 {
        self.served.opening()
    }
}

/// Keys with their values.
type Entries = Vec<(Vec<u8>, Vec<u8>)>;

fn read_range(tree: &sled::Tree, prefix: &[u8], after: Option<&[u8]>, limit: usize) -> sled::Result<Entries> {
    let from = match after {
        Some(after) if after >= prefix => Bound::Excluded(after),
        Some(_) | None => Bound::Included(prefix),
    };
    let mut entries = Vec::new();
    for entry in tree.range::<&[u8], _>((from, Bound::Unbounded)) {
        if entries.len() == limit {
            break;
        }
        let (key, value) = entry?;
        if !key.starts_with(prefix) {
            break;
        }
        entries.extend(visible(tree, &key, &value)?);
    }
    Ok(entries)
}

/// The key and the value of a row, as callers see them; none where the row is the store's own, or was removed meanwhile.
fn visible(tree: &sled::Tree, key: &[u8], row: &[u8]) -> sled::Result<Option<(Vec<u8>, Vec<u8>)>> {
    if key == FORMAT_KEY || key == ROUND_KEY || pieces::is_own(key) {
        return Ok(None);
    }
    let value = match pieces::whole(tree, key, row)? {
        Some(value) => Some(value),
        // It was written anew meanwhile, or removed.
        None => pieces::get(tree, key)?,
    };
    Ok(value.map(|value| (key.to_vec(), value)))
}

/// Reads; whatever sled finds damaged, by an error or by a panic, is told as that.
fn reading<T>(path: &str, work: impl FnOnce() -> sled::Result<T>) -> Result<T, StoreError> {
    let damaged = |detail| StoreError::Damaged { path: path.to_owned(), detail };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(sled::Error::ReportableBug(detail))) => Err(damaged(detail)),
        Ok(Err(error @ sled::Error::Corruption { .. })) => Err(damaged(error.to_string())),
        Ok(Err(error)) => Err(io(error)),
        Err(panic) => Err(damaged(told_by(&*panic))),
    }
}

/// sled panics at some faults of a disk; here they are errors like any other.
fn guarded<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(StoreError::Io { detail: told_by(&*panic) }))
}

fn database_file(folder: &Path) -> PathBuf {
    folder.join("db")
}

fn io(error: sled::Error) -> StoreError {
    let detail = error.to_string();
    if let sled::Error::Io(cause) = &error
        && is_full(cause.kind())
    {
        StoreError::Full { detail }
    } else {
        StoreError::Io { detail }
    }
}

/// What the system said of a file or a folder.
pub(crate) fn of_the_system(what: &str, cause: &std::io::Error) -> StoreError {
    let detail = format!("{what}: {cause}");
    if is_full(cause.kind()) { StoreError::Full { detail } } else { StoreError::Io { detail } }
}

fn is_full(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}
