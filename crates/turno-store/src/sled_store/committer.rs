//! The committer thread: batches that wait become one write, one flush, one fdatasync; then each is acknowledged.

use std::{
    sync::{Arc, OnceLock, PoisonError, RwLock},
    time::Duration,
};

use tokio::sync::{mpsc, oneshot};
use turno_runtime::port::{Batch, CommitError, StoreError, Write};

use super::{
    compaction::{CompactionError, Compactions, Stage, Step, StepOutcome},
    database::{Database, Overlay},
    guarded, io,
    layout::{Place, StepError},
    mark::{Mark, round_of},
    pieces,
    tap::{Tap, TapId},
};

/// Batches that are grouped into one flush at most; more wait for the next.
const BATCHES_PER_FLUSH_MAX: usize = 1_024;

/// After a round of so many batches or more, the next waits a moment for company. A flush costs the processor about as much as
/// five turns: sled wakes seven threads of its own for each. A conversation alone never waits.
const BUSY_BATCHES: usize = 3;
const GATHERING: Duration = Duration::from_millis(1);

/// Where so many bytes or more were written, a closed store is opened once more: the next opening is a quick one.
const UNREAD_BYTES_MAX: usize = 16 * 1_024 * 1_024;

/// What the committer is asked for, in order.
pub(super) enum Job {
    Commit(Waiting),
    /// Every write from now on is to be copied into that tap as well.
    Open(Tap),
    /// No more of it: whoever holds its other end has everything up to here.
    Close(TapId),
    /// Go on in that database, if it can be.
    Step(Box<Step>),
}

/// A batch that waits, and whom to tell.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) batch: Batch,
    pub(super) done: oneshot::Sender<Result<(), CommitError>>,
}

/// What happens between two rounds.
enum Change {
    Open(Tap),
    Close(TapId),
    Step(Box<Step>),
}

/// The tree that is read: none once the store is closed, so that another process can have the files.
pub(super) type Readable = Arc<RwLock<Option<sled::Tree>>>;

/// Set by the first write that failed: sled may show what was not made durable, so nothing is read after it either.
pub(super) type Failure = Arc<OnceLock<StoreError>>;

/// What the committer's thread owns.
pub(super) struct Committer {
    database: Database,
    place: Place,
    readable: Readable,
    mark: Mark,
    /// The number of the last round.
    round: u64,
    failed: Failure,
    taps: Vec<Tap>,
    /// None: never.
    compactions: Option<Compactions>,
}

impl Committer {
    pub(super) fn new(
        database: Database,
        place: Place,
        readable: Readable,
        compactions: Option<Compactions>,
    ) -> std::io::Result<Self> {
        let round = round_of(&database).map_err(std::io::Error::other)?;
        Ok(Self {
            mark: Mark::open(place.root(), round)?,
            database,
            place,
            readable,
            round,
            failed: Failure::default(),
            taps: Vec::new(),
            compactions,
        })
    }

    pub(super) fn failure(&self) -> Failure {
        Arc::clone(&self.failed)
    }

    /// Commits until nobody can send any more. Gives the database where the next opening would have much to read.
    pub(super) fn run(mut self, mut receiver: mpsc::Receiver<Job>) -> Option<Database> {
        let mut round = Vec::new();
        let mut is_busy = false;
        while let Some(first) = receiver.blocking_recv() {
            let mut between_rounds = join(first, &mut round);
            if is_busy {
                std::thread::sleep(GATHERING);
            }
            while between_rounds.is_none()
                && round.len() < BATCHES_PER_FLUSH_MAX
                && let Ok(next) = receiver.try_recv()
            {
                between_rounds = join(next, &mut round);
            }
            is_busy = round.len() >= BUSY_BATCHES;
            self.commit(round.drain(..));
            match between_rounds {
                Some(Change::Open(tap)) => self.open(tap),
                Some(Change::Close(id)) => self.taps.retain(|tap| tap.id() != id),
                Some(Change::Step(step)) => self.step(*step),
                None => {}
            }
            self.compact_if_due();
        }
        // A database that waits here to take the step is let go of.
        drop(receiver);
        if let Some(compactions) = &mut self.compactions {
            compactions.stop();
        }
        let is_flushed = self.database.flush().is_ok() && self.failed.get().is_none();
        (is_flushed && self.database.written_bytes() >= UNREAD_BYTES_MAX).then_some(self.database)
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
                None => pieces::get(&self.database, &expected.key).map_err(io)? == expected.value,
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
        let round = self.round + 1;
        self.database.write(round, writes)?;
        self.round = round;
        self.mark.set(round).map_err(|cause| StoreError::Io {
            detail: cause.to_string(),
        })
    }

    fn compact_if_due(&mut self) {
        let Some(compactions) = &mut self.compactions else {
            return;
        };
        if self.failed.get().is_none() && compactions.is_due(&self.place) {
            let (tap, tapped) = Tap::new();
            self.taps.push(tap);
            compactions.begin(self.database.clone(), &self.place, tapped);
        }
    }

    /// Goes on in another database, and lets the readers do so before anything is acknowledged in it.
    fn step(&mut self, step: Step) {
        let Step {
            mut database,
            place,
            mut tapped,
            done,
        } = step;
        self.taps.retain(|tap| !tap.is_abandoned());
        let outcome = if self.taps.iter().any(|tap| tap.id() != tapped.id()) {
            StepOutcome::Postponed(database, tapped)
        } else {
            let made = tapped.so_far().map_err(CompactionError::from).and_then(|last| {
                self.make_step(&mut database, &place, last)?;
                Ok(())
            });
            self.taps.clear();
            match made {
                Ok(()) => {
                    let tree = sled::Tree::clone(&database);
                    let old = std::mem::replace(&mut self.database, database);
                    self.place = place;
                    let mut readable = self.readable.write().unwrap_or_else(PoisonError::into_inner);
                    *readable = Some(tree);
                    StepOutcome::Made(old)
                }
                Err(error) => StepOutcome::Failed(error),
            }
        };
        let _gone = done.send(outcome);
    }

    fn make_step(
        &mut self,
        database: &mut Database,
        place: &Place,
        last: Vec<Write>,
    ) -> Result<(), CompactionError> {
        if let Some(failed) = self.failed.get() {
            return Err(failed.clone().into());
        }
        guarded(|| {
            database.fill(last)?;
            database.write(self.round, Overlay::new())?;
            database.sync_all()
        })?;
        self.reached(Stage::Durable);
        match place.make_current() {
            Ok(()) => {
                self.reached(Stage::Stepped);
                Ok(())
            }
            Err(StepError::NotMade(cause)) => Err(cause.into()),
            Err(StepError::Unknown(cause)) => {
                // Either may be the store after a crash, so neither may take anything more.
                let error = StoreError::Io {
                    detail: cause.to_string(),
                };
                tracing::error!(target: "turno::store", %error, "the store failed and takes no more writes");
                let _only_once = self.failed.set(error.clone());
                Err(CompactionError::Unknown(error))
            }
        }
    }

    fn reached(&self, stage: Stage) {
        if let Some(compactions) = &self.compactions {
            compactions.reached(stage);
        }
    }
}

/// Adds a batch to the round; what is no batch ends the round.
fn join(job: Job, round: &mut Vec<Waiting>) -> Option<Change> {
    match job {
        Job::Commit(waiting) => {
            round.push(waiting);
            None
        }
        Job::Open(tap) => Some(Change::Open(tap)),
        Job::Close(id) => Some(Change::Close(id)),
        Job::Step(step) => Some(Change::Step(step)),
    }
}
