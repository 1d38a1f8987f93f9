//! Compaction of a store that is being served: sled hardly reuses the room of rows that were written over, so the rows are
//! copied into a new database, which then takes the old one's place.
//!
//! The committer looks at the files' size now and then. Where they have grown too far it opens a tap on itself and starts
//! a thread, which reads the old tree page by page, as an export does, and writes each page and what was tapped before it
//! into the new database, slowly enough that serving goes on. Once nothing but the last rounds is missing, the thread
//! hands the new database to the committer, which between two rounds writes what is still in the tap, makes it durable,
//! takes the step of `layout.rs`, and goes on in the new tree. An export reads pages of one tree only, so the step waits
//! for exports to end. Where anything fails before the step, the disk's space above all, the copy is thrown away and the
//! old database goes on; it is tried again much later.

mod rule;

use std::{
    io,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use tokio::sync::{mpsc::WeakSender, oneshot};
use turno_runtime::port::{ExportError, StoreError};

use super::{
    committer::Job,
    database::Database,
    export::read_page,
    guarded,
    held::Held,
    io as store_io,
    layout::{Place, free_bytes, is_let_go_of, sync},
    opening::make_database,
    tap::{Tapped, size_of_round},
};

pub use rule::CompactionRule;

/// How long the thread waits between two tries to take the step while exports run, and what is tapped meanwhile piles up.
const STEP_PAUSE: Duration = Duration::from_millis(100);
/// How often the tap is emptied at most before the step: rounds come faster than they are written then, and the committer
/// writes the rest.
const CATCH_UPS_MAX: u32 = 8;
/// So many writes are left to the committer.
const WRITES_LEFT: usize = 256;
/// How long the old database's last readers are waited for before its files are removed under them, which they survive.
const READERS_WAIT: Duration = Duration::from_secs(10);

/// What a compaction has come to; tests look at the files then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Some pages are copied.
    Copying,
    /// All is copied but the last rounds.
    Copied,
    /// The new database is durable, and not the store's yet.
    Durable,
    /// It is the store's; the old one is still there.
    Stepped,
    /// The old one is gone.
    Removed,
}

/// Is called at each stage, by the thread that has come to it.
pub(super) type Watch = Arc<dyn Fn(Stage) + Send + Sync>;

/// The committer's part: when, and whether one runs.
pub(super) struct Compactions {
    rule: CompactionRule,
    watch: Option<Watch>,
    sender: WeakSender<Job>,
    rounds_to_look: u64,
    looked_at: Instant,
    not_before: Option<Instant>,
    running: Option<Running>,
}

struct Running {
    /// Dropped to stop it.
    stop: Option<Sender<()>>,
    thread: JoinHandle<Result<(), CompactionError>>,
}

/// A database that is ready to take the old one's place.
pub(super) struct Step {
    pub(super) database: Database,
    pub(super) place: Place,
    pub(super) tapped: Tapped,
    pub(super) done: oneshot::Sender<StepOutcome>,
}

/// What became of it.
pub(super) enum StepOutcome {
    /// It is the store's; this is the old one.
    Made(Database),
    /// An export runs: once more, later.
    Postponed(Database, Tapped),
    /// The old one stays.
    Failed(CompactionError),
}

/// Why the old database stays.
#[derive(Debug, thiserror::Error)]
pub(super) enum CompactionError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Tap(#[from] ExportError),
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("the disk has {free_bytes} bytes free, and the store itself may need them: make room")]
    Space { free_bytes: u64 },
    /// After a crash either database may be the store's, so neither may be removed; the store takes nothing more.
    #[error("whether the new database is the store's is not known: {0}")]
    Unknown(StoreError),
    #[error("the store is being closed")]
    Stopped,
}

impl Compactions {
    pub(super) fn new(rule: CompactionRule, watch: Option<Watch>, sender: WeakSender<Job>) -> Self {
        Self {
            rule,
            watch,
            sender,
            rounds_to_look: 0,
            looked_at: Instant::now(),
            not_before: None,
            running: None,
        }
    }

    /// Whether one is to be begun, after a round.
    pub(super) fn is_due(&mut self, place: &Place) -> bool {
        self.rounds_to_look = self.rounds_to_look.saturating_sub(1);
        let pause = Duration::from_secs(self.rule.seconds_between_looks);
        if self.rounds_to_look > 0 && self.looked_at.elapsed() < pause {
            return false;
        }
        self.rounds_to_look = self.rule.rounds_between_looks;
        self.looked_at = Instant::now();
        self.note_end();
        if self.running.is_some() || self.not_before.is_some_and(|at| Instant::now() < at) {
            return false;
        }
        let allowed = self.rule.allowed_bytes(place.live_bytes, place.bytes_at_first);
        place.bytes().is_ok_and(|bytes| bytes > allowed)
    }

    /// Begins one; `tapped` is open.
    pub(super) fn begin(&mut self, source: Held<sled::Tree>, place: &Place, tapped: Tapped) {
        let (stop, stopped) = std::sync::mpsc::channel();
        let compaction = Compaction {
            rule: self.rule,
            watch: self.watch.clone(),
            sender: self.sender.clone(),
            stopped,
            old: place.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("turno-compaction".to_owned())
            .spawn(move || compaction.run(source, tapped));
        match thread {
            Ok(thread) => {
                self.running = Some(Running { stop: Some(stop), thread });
            }
            Err(error) => self.note_failure(&error.into()),
        }
    }

    /// Stops the one that runs, and waits until it has.
    pub(super) fn stop(&mut self) {
        self.call_off();
        if let Some(Running { thread, .. }) = self.running.take() {
            let _stopped = thread.join();
        }
    }

    /// Has the one that runs stop, soon.
    pub(super) fn call_off(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop = None;
        }
    }

    /// Whether none runs any more.
    pub(super) fn has_stopped(&mut self) -> bool {
        self.note_end();
        self.running.is_none()
    }

    /// Tells whoever watches.
    pub(super) fn reached(&self, stage: Stage) {
        if let Some(watch) = &self.watch {
            watch(stage);
        }
    }

    fn note_end(&mut self) {
        if let Some(running) = self.running.take_if(|running| running.thread.is_finished()) {
            match running.thread.join() {
                Ok(Ok(())) => {}
                Ok(Err(error)) => self.note_failure(&error),
                Err(panic) => {
                    let detail = super::opening::told_by(&*panic);
                    self.note_failure(&StoreError::Io { detail }.into());
                }
            }
        }
    }

    fn note_failure(&mut self, error: &CompactionError) {
        let retry_seconds = self.rule.retry_seconds;
        tracing::warn!(
            target: "turno::store",
            %error,
            retry_seconds,
            "the store was not compacted; it goes on as it is, and is tried again later"
        );
        self.not_before = Instant::now().checked_add(Duration::from_secs(retry_seconds));
    }
}

/// The thread's part.
struct Compaction {
    rule: CompactionRule,
    watch: Option<Watch>,
    sender: WeakSender<Job>,
    stopped: Receiver<()>,
    old: Place,
}

impl Compaction {
    fn run(self, source: Held<sled::Tree>, tapped: Tapped) -> Result<(), CompactionError> {
        let started = Instant::now();
        let bytes_before = self.old.bytes()?;
        let mut new = self.old.next();
        // A copy that failed may have left one.
        new.remove()?;
        match self.copy_and_step(source, tapped, &mut new) {
            Ok(old) => {
                drop(old);
                self.remove(&self.old)?;
                self.reached(Stage::Removed);
                tracing::info!(
                    target: "turno::store",
                    bytes_before,
                    bytes_after = new.bytes_at_first,
                    milliseconds = started.elapsed().as_millis(),
                    "the store was compacted"
                );
                Ok(())
            }
            Err(error @ CompactionError::Unknown(_)) => Err(error),
            Err(error) => {
                self.remove(&new)?;
                Err(error)
            }
        }
    }

    /// Gives the old database; with an error nobody has the new one any more.
    fn copy_and_step(
        &self,
        source: Held<sled::Tree>,
        mut tapped: Tapped,
        new: &mut Place,
    ) -> Result<Database, CompactionError> {
        let mut database = make(new)?;
        new.live_bytes = self.copy(&source, &mut tapped, &mut database)?;
        drop(source);
        let mut database = guarded(|| database.opened_again())?;
        loop {
            self.catch_up(&mut tapped, &mut database, new)?;
            match self.ask(database, new, tapped)? {
                StepOutcome::Made(old) => return Ok(old),
                StepOutcome::Postponed(still, tap) => (database, tapped) = (still, tap),
                StepOutcome::Failed(error) => return Err(error),
            }
            self.pause(STEP_PAUSE)?;
        }
    }

    /// All pages, each after what was written to those before it. Gives the bytes of their keys and values.
    fn copy(
        &self,
        source: &sled::Tree,
        tapped: &mut Tapped,
        database: &mut Database,
    ) -> Result<u64, CompactionError> {
        let mut after: Option<Vec<u8>> = None;
        let mut live_bytes = 0;
        loop {
            let started = Instant::now();
            self.check_space()?;
            let written = tapped.so_far_up_to(after.as_ref())?;
            let page = guarded(|| read_page(source, after.as_deref()).map_err(store_io))?;
            let Some(last) = page.last() else {
                guarded(|| database.fill(written))?;
                return Ok(live_bytes);
            };
            after = Some(last.key.clone());
            let bytes = size_of_round(&page) as u64;
            live_bytes += bytes;
            guarded(|| {
                database.fill(written)?;
                database.fill(page)
            })?;
            self.reached(Stage::Copying);
            let at_this_rate =
                Duration::from_millis(bytes.saturating_mul(1_000) / self.rule.bytes_per_second_max.max(1));
            let taken = started.elapsed();
            self.pause(at_this_rate.saturating_sub(taken).max(taken / 4))?;
        }
    }

    /// Leaves little to be written and flushed between two rounds.
    fn catch_up(
        &self,
        tapped: &mut Tapped,
        database: &mut Database,
        new: &mut Place,
    ) -> Result<(), CompactionError> {
        for _ in 0..CATCH_UPS_MAX {
            self.check_space()?;
            let written = tapped.so_far()?;
            let is_enough = written.len() < WRITES_LEFT;
            guarded(|| {
                database.fill(written)?;
                database.sync_all()
            })?;
            if is_enough {
                break;
            }
        }
        new.bytes_at_first = new.bytes()?;
        self.reached(Stage::Copied);
        Ok(())
    }

    fn ask(&self, database: Database, new: &Place, tapped: Tapped) -> Result<StepOutcome, CompactionError> {
        let (done, outcome) = oneshot::channel();
        let step = Step { database, place: new.clone(), tapped, done };
        let sender = self.sender.upgrade().ok_or(CompactionError::Stopped)?;
        let sent = sender.blocking_send(Job::Step(Box::new(step)));
        drop(sender);
        sent.map_err(|_| CompactionError::Stopped)?;
        outcome.blocking_recv().map_err(|_| CompactionError::Stopped)
    }

    fn check_space(&self) -> Result<(), CompactionError> {
        let free_bytes = free_bytes(self.old.root())?;
        if free_bytes < self.rule.free_bytes_min {
            return Err(CompactionError::Space { free_bytes });
        }
        Ok(())
    }

    /// Waits; an error where the store is being closed.
    fn pause(&self, duration: Duration) -> Result<(), CompactionError> {
        match self.stopped.recv_timeout(duration) {
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Ok(()) | Err(RecvTimeoutError::Disconnected) => Err(CompactionError::Stopped),
        }
    }

    /// Removes a database's files, once sled's own threads and its last readers have let go of them.
    fn remove(&self, place: &Place) -> Result<(), CompactionError> {
        let started = Instant::now();
        while !is_let_go_of(place) && started.elapsed() < READERS_WAIT {
            if self.pause(Duration::from_millis(5)).is_err() {
                break;
            }
        }
        Ok(place.remove()?)
    }

    fn reached(&self, stage: Stage) {
        if let Some(watch) = &self.watch {
            watch(stage);
        }
    }
}

/// An empty database in its folder, which a power cut does not lose.
fn make(place: &Place) -> Result<Database, CompactionError> {
    let folder = place.folder();
    let database = make_database(&folder)?;
    sync(place.root())?;
    Ok(Database::to_be_filled(database, &folder)?)
}

#[cfg(test)]
mod tests;
