//! A store that failed under a daemon is opened anew in the process, as at a start, and goes on.
//!
//! After a write that failed nobody knows what is on the disk, and sled takes no more writes. So the old database is let go
//! of, and the system's copy of its files as well, since after a failed fdatasync it may hold what the disk does not. Then
//! it is opened with the checks of every start: damage, the mark, what a compaction left. All that is read then is made
//! durable before anybody reads it, for a batch that was in doubt may be in; and an empty round shows that it takes writes.

use std::{
    fs::File,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    time::{Duration, Instant},
};

use tokio::sync::mpsc::{self, error::TryRecvError};
use turno_runtime::port::StoreError;

use super::{
    committer::{Committer, Job},
    database::{Database, Overlay},
    guarded,
    layout::{Place, is_let_go_of, sync},
    mark::Mark,
    of_the_system,
    opening::open_locked,
};

/// How a store behaves that a daemon serves from.
#[derive(Debug, Clone, Copy)]
pub struct Service {
    /// When it is compacted.
    pub compaction: super::CompactionRule,
    /// So long it is tried to open a store anew that failed; then it is given up. A disk that is full does not count.
    pub reopens_for: Duration,
    /// So long a write may take, and an opening anew; what has not come back then is given up.
    pub write_max: Duration,
    /// Bytes of the disk that are left free: where fewer are, nothing is written.
    pub kept_bytes: u64,
}

impl Default for Service {
    fn default() -> Self {
        Self {
            compaction: super::CompactionRule::default(),
            reopens_for: Duration::from_secs(60),
            write_max: Duration::from_secs(60),
            kept_bytes: 8 * 1_024 * 1_024,
        }
    }
}

/// The pause after the first try that failed; it doubles up to the longest.
const PAUSE: Duration = Duration::from_millis(100);
const PAUSE_MAX: Duration = Duration::from_secs(10);
/// A full disk is tried again after this; where it is full again each time, after up to sixteen times as long.
const FULL_PAUSE: Duration = Duration::from_secs(2);
/// Tries before a store is given up, however long each takes.
const TRIES_MIN: u32 = 3;
/// What failed after it went well for so long is a fault of its own.
const CALM: Duration = Duration::from_secs(60);

/// How long the old database's last readers, and sled's own threads, are waited for at each try.
const LET_GO_WAIT: Duration = Duration::from_secs(5);

/// How often it is looked whether somebody asks for something while it is waited.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// What was tried since it last went well for a while.
#[derive(Debug, Default)]
pub(super) struct Tries {
    count: u32,
    spent: Duration,
    /// How often the disk was full again.
    full: u32,
    went_on_at: Option<Instant>,
}

impl Tries {
    /// One more failure; gives the pause before the next try, none where it failed after all was well.
    fn begin(&mut self) -> Option<Duration> {
        let was_well = self.went_on_at.take().is_none_or(|at| at.elapsed() >= CALM);
        if was_well {
            *self = Self::default();
            return None;
        }
        Some(self.pause())
    }

    /// The pause before the next write, after the disk was full in the middle of one.
    fn full_pause(&mut self) -> Duration {
        let is_again = self.went_on_at.is_some_and(|at| at.elapsed() < CALM);
        self.full = if is_again { (self.full + 1).min(4) } else { 0 };
        FULL_PAUSE * (1 << self.full)
    }

    fn pause(&self) -> Duration {
        PAUSE.saturating_mul(2_u32.saturating_pow(self.count.min(16))).min(PAUSE_MAX)
    }

    /// Notes a try that took so long with the pause before it; whether there is to be no other.
    fn note(&mut self, took: Duration, limit: Duration) -> bool {
        self.count += 1;
        self.spent += took;
        self.spent >= limit && self.count >= TRIES_MIN
    }
}

impl Committer {
    /// Opens the database anew, again and again; false where that was given up, or nobody can ask for anything any more.
    pub(super) fn reopen(&mut self, receiver: &mut mpsc::Receiver<Job>, error: StoreError) -> bool {
        self.watchdog.rest();
        let Some(service) = self.service else {
            self.let_go();
            return false;
        };
        self.stop_compaction(receiver, &error);
        self.let_go();
        let mut error = error;
        // Whether there is room again is told by the next write.
        let is_full = matches!(error, StoreError::Full { .. });
        let mut pause = if is_full { None } else { self.tries.begin() };
        loop {
            let started = Instant::now();
            if let Some(pause) = pause
                && !wait(receiver, pause, &error)
            {
                return false;
            }
            self.watchdog.work();
            let opened = self.open_anew();
            self.watchdog.rest();
            let before = match opened {
                Ok(()) => {
                    self.go_on(&error, started.elapsed(), service);
                    return true;
                }
                Err(failed) => std::mem::replace(&mut error, failed),
            };
            let is_full = matches!(error, StoreError::Full { .. });
            let is_damaged = matches!(error, StoreError::Damaged { .. });
            let is_over = !is_full && self.tries.note(started.elapsed(), service.reopens_for);
            if is_damaged || is_over {
                tracing::error!(target: "turno::store", %error, tries = self.tries.count, "the store cannot be opened anew and is given up");
                self.served.give_up(error);
                return false;
            }
            let next = if is_full { FULL_PAUSE } else { self.tries.pause() };
            // A disk may be full for hours, and the log be on it.
            if error != before {
                tracing::warn!(target: "turno::store", %error, pause_ms = next.as_millis(), "the store was not opened anew; it is tried again");
            }
            self.served.interrupt(&error);
            pause = Some(next);
        }
    }

    /// What failed is over, or shows itself at the next write: then the tries are counted on.
    fn go_on(&mut self, error: &StoreError, took: Duration, service: Service) {
        if let StoreError::Full { detail } = error {
            self.room.wait(self.tries.full_pause(), detail.clone());
        } else {
            self.tries.note(took, service.reopens_for);
        }
        self.tries.went_on_at = Some(Instant::now());
        tracing::info!(target: "turno::store", milliseconds = took.as_millis(), opening = self.opening, "the store was opened anew and goes on");
    }

    /// The compaction's thread has the old database too, and may wait for an answer of this one.
    fn stop_compaction(&mut self, receiver: &mut mpsc::Receiver<Job>, error: &StoreError) {
        let Some(compactions) = &mut self.compactions else {
            return;
        };
        compactions.call_off();
        while !compactions.has_stopped() {
            while let Ok(job) = receiver.try_recv() {
                job.refuse(error);
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// sled may panic as it is let go of, or wait for a thread of its own that is gone.
    fn let_go(&mut self) {
        let Some(database) = self.database.take() else {
            return;
        };
        let drop_it = move || {
            let _let_go = catch_unwind(AssertUnwindSafe(move || drop(database)));
        };
        let thread = std::thread::Builder::new().name("turno-store-old".to_owned());
        let _ends_by_itself = thread.spawn(drop_it);
    }

    fn open_anew(&mut self) -> Result<(), StoreError> {
        self.reserved.release();
        let opened = guarded(|| Reopened::open(&self.place));
        self.reserved.take();
        let Reopened { database, place, mark, round } = opened?;
        self.round = round;
        self.mark = mark;
        self.place = place;
        self.opening += 1;
        self.served.open(database.tree(), self.opening);
        self.database = Some(database);
        Ok(())
    }
}

/// A store that takes writes again.
struct Reopened {
    database: Database,
    place: Place,
    mark: Mark,
    round: u64,
}

impl Reopened {
    fn open(old: &Place) -> Result<Self, StoreError> {
        let started = Instant::now();
        while !is_let_go_of(old) && started.elapsed() < LET_GO_WAIT {
            std::thread::sleep(LOOK_EVERY);
        }
        let root = old.root();
        let failed = |cause: std::io::Error| of_the_system(&root.display().to_string(), &cause);
        forget_cached(&old.folder()).map_err(failed)?;
        let (database, place) = open_locked(root)?;
        let (mut database, round) = Database::open(database, &place.folder())?;
        database.sync_all()?;
        sync(root).map_err(failed)?;
        let round = round + 1;
        database.write(round, Overlay::new())?;
        let mark = Mark::open(root, round, database.file_bytes()?).map_err(failed)?;
        Ok(Self { database, place, mark, round })
    }
}

/// Pages of a file that could not be written to the disk count as written after the error was told once. They are dropped,
/// so that what is read is what the disk has.
fn forget_cached(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file()
            && let Ok(file) = File::open(entry.path())
        {
            // What can still be written is; only clean pages are dropped.
            let _told_before = file.sync_all();
            let _only_advice = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed);
        }
    }
    Ok(())
}

/// Waits; whoever commits meanwhile is told that the store failed. False where nobody can ask for anything any more.
fn wait(receiver: &mut mpsc::Receiver<Job>, pause: Duration, error: &StoreError) -> bool {
    let started = Instant::now();
    loop {
        match receiver.try_recv() {
            Ok(job) => job.refuse(error),
            Err(TryRecvError::Disconnected) => return false,
            Err(TryRecvError::Empty) if started.elapsed() >= pause => return true,
            Err(TryRecvError::Empty) => std::thread::sleep(LOOK_EVERY),
        }
    }
}
