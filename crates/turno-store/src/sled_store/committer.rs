//! The committer thread: batches that wait become one write, one flush, one fdatasync; then each is acknowledged.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use turno_runtime::port::{Batch, CommitError, StoreError, Write};

use super::{
    compaction::{CompactionError, Compactions, Stage, Step, StepOutcome},
    database::{Database, Overlay},
    guarded, io,
    layout::{Place, StepError},
    mark::Mark,
    of_the_system, pieces, reading,
    reopening::{Service, Tries},
    room::{DiskRoom, ReservedFiles},
    served::Served,
    tap::{Tap, TapId},
    watchdog::Watchdog,
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

/// What the committer's thread owns.
pub(super) struct Committer {
    /// None after a failure, until it was opened anew.
    pub(super) database: Option<Database>,
    pub(super) place: Place,
    pub(super) served: Served,
    pub(super) mark: Mark,
    /// The number of the last round.
    pub(super) round: u64,
    /// How often the database was opened.
    pub(super) opening: u64,
    taps: Vec<Tap>,
    /// None: never.
    pub(super) compactions: Option<Compactions>,
    /// None: a store that failed takes nothing more.
    pub(super) service: Option<Service>,
    pub(super) tries: Tries,
    pub(super) room: DiskRoom,
    pub(super) reserved: ReservedFiles,
    pub(super) watchdog: Watchdog,
}

/// The number of a store's first opening.
pub(super) const FIRST_OPENING: u64 = 1;

impl Committer {
    pub(super) fn new(
        (database, round): (Database, u64),
        place: Place,
        served: Served,
        compactions: Option<Compactions>,
        service: Option<Service>,
    ) -> Result<Self, StoreError> {
        let path = place.root().display().to_string();
        let failed = |cause: std::io::Error| of_the_system(&path, &cause);
        let mark = Mark::open(place.root(), round, database.file_bytes()?).map_err(failed)?;
        let limit = service.unwrap_or_default().write_max;
        let watchdog = Watchdog::start(served.clone(), limit).map_err(failed)?;
        let mut reserved = ReservedFiles::default();
        if service.is_some() {
            reserved.take();
        }
        Ok(Self {
            mark,
            database: Some(database),
            room: DiskRoom::new(place.root().to_owned(), service.map_or(0, |service| service.kept_bytes)),
            place,
            served,
            round,
            opening: FIRST_OPENING,
            taps: Vec::new(),
            compactions,
            service,
            tries: Tries::default(),
            reserved,
            watchdog,
        })
    }

    /// Commits until nobody can send any more. Gives the database where the next opening would have much to read.
    pub(super) fn run(mut self, mut receiver: mpsc::Receiver<Job>) -> Option<Database> {
        while let Err(error) = self.serve(&mut receiver) {
            if !self.reopen(&mut receiver, error.clone()) {
                while let Some(job) = receiver.blocking_recv() {
                    job.refuse(&error);
                }
            }
        }
        // A database that waits here to take the step is let go of.
        drop(receiver);
        if let Some(compactions) = &mut self.compactions {
            compactions.stop();
        }
        let database = self.database?;
        let is_flushed = guarded(|| database.flush().map_err(io)).is_ok();
        (is_flushed && database.written_bytes() >= UNREAD_BYTES_MAX).then_some(database)
    }

    /// The same until a write fails: then nothing is known of what is on the disk.
    fn serve(&mut self, receiver: &mut mpsc::Receiver<Job>) -> Result<(), StoreError> {
        let mut round = Vec::new();
        let mut is_busy = false;
        while let Some(first) = receiver.blocking_recv() {
            self.watchdog.work();
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
            self.commit(round.drain(..))?;
            match between_rounds {
                Some(Change::Open(tap)) => self.open(tap),
                Some(Change::Close(id)) => self.taps.retain(|tap| tap.id() != id),
                Some(Change::Step(step)) => self.step(*step)?,
                None => {}
            }
            self.compact_if_due();
            self.watchdog.rest();
        }
        Ok(())
    }

    /// An empty round tells the other end that from here on nothing is missed.
    fn open(&mut self, tap: Tap) {
        if tap.take(&[]) {
            self.taps.push(tap);
        }
    }

    /// One round: what holds is written together, made durable, and acknowledged.
    fn commit(&mut self, round: impl Iterator<Item = Waiting>) -> Result<(), StoreError> {
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
        let (told, outcome) = match self.refusal(&overlay) {
            Some(full) => (Err(full), Ok(())),
            None => {
                let outcome = self.make_durable_and_copy(overlay);
                (outcome.clone(), outcome)
            }
        };
        let told = told.map_err(CommitError::from);
        for done in accepted {
            // A committer that no longer waits has given up on the answer, not on the write.
            let _gone = done.send(told.clone());
        }
        // Only now: what they lost to can be read, so that they do not lose to it again.
        for done in refused {
            let _gone = done.send(Err(CommitError::Conflict));
        }
        outcome
    }

    /// Why a round is not written now, where the disk has no room for it.
    fn refusal(&mut self, writes: &Overlay) -> Option<StoreError> {
        if writes.is_empty() {
            return None;
        }
        let size =
            |(key, value): (&Vec<u8>, &Option<Vec<u8>>)| key.len() + value.as_ref().map_or(0, Vec::len);
        self.room.refusal(writes.iter().map(size).sum())
    }

    fn holds(&self, batch: &Batch, overlay: &Overlay) -> Result<bool, StoreError> {
        if batch.opening.is_some_and(|opening| opening != self.opening) {
            return Ok(false);
        }
        let database = self.database.as_ref().ok_or(StoreError::Closed)?;
        let path = self.place.root().display().to_string();
        for expected in &batch.expectations {
            let holds = match overlay.get(&expected.key) {
                Some(value) => *value == expected.value,
                None => reading(&path, || pieces::get(database, &expected.key))? == expected.value,
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
        let copied = writes.iter().map(|(key, value)| Write { key: key.clone(), value: value.clone() });
        let copied: Vec<Write> = copied.collect();
        self.make_durable(writes)?;
        self.taps.retain(|tap| tap.take(&copied));
        Ok(())
    }

    /// After a failure nothing is known of what is on the disk: nobody reads before it was opened anew, nor is told before.
    fn make_durable(&mut self, writes: Overlay) -> Result<(), StoreError> {
        if writes.is_empty() {
            return Ok(());
        }
        guarded(|| self.write(writes)).inspect_err(|error| self.fail(error))
    }

    fn write(&mut self, writes: Overlay) -> Result<(), StoreError> {
        let round = self.round + 1;
        let database = self.database.as_mut().ok_or(StoreError::Closed)?;
        database.write(round, writes)?;
        let file_bytes = database.file_bytes()?;
        self.round = round;
        let root = self.place.root();
        let failed = |cause: std::io::Error| of_the_system(&root.display().to_string(), &cause);
        self.mark.set(round, file_bytes).map_err(failed)
    }

    /// Nobody reads any more, and no copy is finished.
    fn fail(&mut self, error: &StoreError) {
        tracing::error!(target: "turno::store", %error, "the store failed");
        if self.service.is_some() {
            self.served.interrupt(error);
        } else {
            self.served.give_up(error.clone());
        }
        self.taps.drain(..).for_each(|tap| tap.fail(error.clone()));
    }

    fn compact_if_due(&mut self) {
        let (Some(compactions), Some(database)) = (&mut self.compactions, &self.database) else {
            return;
        };
        if compactions.is_due(&self.place) {
            let (tap, tapped) = Tap::new();
            self.taps.push(tap);
            compactions.begin(database.tree(), &self.place, tapped);
        }
    }

    /// Goes on in another database, and lets the readers do so before anything is acknowledged in it.
    fn step(&mut self, step: Step) -> Result<(), StoreError> {
        let Step { mut database, place, mut tapped, done } = step;
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
                    self.served.open(database.tree(), self.opening);
                    self.place = place;
                    match self.database.replace(database) {
                        Some(old) => StepOutcome::Made(old),
                        None => StepOutcome::Failed(CompactionError::Stopped),
                    }
                }
                Err(error) => StepOutcome::Failed(error),
            }
        };
        let unknown = match &outcome {
            StepOutcome::Failed(CompactionError::Unknown(error)) => Err(error.clone()),
            StepOutcome::Made(_) | StepOutcome::Postponed(..) | StepOutcome::Failed(_) => Ok(()),
        };
        let _gone = done.send(outcome);
        unknown
    }

    fn make_step(
        &mut self,
        database: &mut Database,
        place: &Place,
        last: Vec<Write>,
    ) -> Result<(), CompactionError> {
        if let Some(old) = &self.database {
            database.stands_for(old);
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
                // The other file is shorter than the mark says; the next round sets it at the latest.
                if let Ok(file_bytes) = database.file_bytes() {
                    let _later = self.mark.set(self.round, file_bytes);
                }
                Ok(())
            }
            Err(StepError::NotMade(cause)) => Err(cause.into()),
            Err(StepError::Unknown(cause)) => {
                // Either may be the store after a crash, so neither may take anything more before it was opened anew.
                let error = of_the_system(&self.place.root().display().to_string(), &cause);
                self.fail(&error);
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

impl Job {
    /// Tells whoever asked that the store failed.
    pub(super) fn refuse(self, error: &StoreError) {
        match self {
            Self::Commit(waiting) => drop(waiting.done.send(Err(error.clone().into()))),
            Self::Open(tap) => tap.fail(error.clone()),
            // Whoever waits for the step sees that it was dropped.
            Self::Close(_) | Self::Step(_) => {}
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
