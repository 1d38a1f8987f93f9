//! The simulated disk: batches are visible at once and durable later, and a daemon can be cut off from it at any commit.

use std::{
    collections::{BTreeMap, VecDeque},
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use fastrand::Rng;
use tokio::sync::{Notify, oneshot};
use turno_runtime::port::{Batch, CommitError, Store, StoreError, Write};

use crate::{counts::Counts, plan::Weather};

/// Rows under this prefix never reach the disk: they tell it which call a batch carries out.
pub(crate) const MARK: &[u8] = b"~call";

/// Nobody needs as many: a daemon that does turns in circles, and is stopped.
const REQUESTS_MAX: u64 = 60_000;

/// The daemon dies at a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// The batch never reaches the disk.
    Before,
    /// The batch is written and not yet durable.
    Written,
    /// The batch is durable, and nobody hears of it.
    Durable,
    /// The commit returns, and the gateways get so many frames more.
    Acknowledged(u8),
}

/// How commits fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failing {
    /// Nothing is written.
    Refused,
    /// The batch is kept all the same.
    Kept,
    /// Nobody knows whether the batch is kept, and nothing is written or read until a restart.
    Wedged,
}

/// What the disk saw.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    /// A batch was written: its number, the calls that it carries out, the businesses' rows that it changes.
    Written {
        number: u64,
        calls: Vec<usize>,
        rows: Vec<Write>,
    },
    /// A crash took these batches away, and all after them.
    Lost { from: u64 },
}

/// The disk. It outlives the daemons that use it.
#[derive(Clone)]
pub(crate) struct Disk(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// A daemon was cut off.
    died: Notify,
}

struct State {
    visible: Map,
    durable: Map,
    /// Written, not durable, in order.
    waiting: VecDeque<Waiting>,
    is_flushing: bool,
    /// Counts how often the machine started.
    boot: u32,
    is_cut_off: bool,
    is_wedged: bool,
    cut: Option<(u32, Cut)>,
    failing: VecDeque<Failing>,
    /// Frames that may still reach the gateways of a daemon that is as good as dead.
    last_frames: Option<u8>,
    /// Reads and writes that were asked for.
    requests: u64,
    commits: u64,
    conflicts: u64,
    failures: u64,
    lost: u64,
    seen: Vec<Seen>,
    weather: Weather,
    rng: Rng,
}

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

struct Waiting {
    number: u64,
    writes: Vec<Write>,
    /// None where the flush failed.
    done: Option<oneshot::Sender<()>>,
}

impl Disk {
    pub(crate) fn new(seed: u64, weather: Weather) -> Self {
        Self(Arc::new(Shared {
            state: Mutex::new(State {
                visible: Map::new(),
                durable: Map::new(),
                waiting: VecDeque::new(),
                is_flushing: false,
                boot: 0,
                is_cut_off: false,
                is_wedged: false,
                cut: None,
                failing: VecDeque::new(),
                last_frames: None,
                requests: 0,
                commits: 0,
                conflicts: 0,
                failures: 0,
                lost: 0,
                seen: Vec::new(),
                weather,
                rng: Rng::with_seed(seed),
            }),
            died: Notify::new(),
        }))
    }

    /// What a daemon that starts now sees.
    pub(crate) fn mount(&self) -> Mounted {
        Mounted {
            disk: self.clone(),
            boot: self.state().boot,
        }
    }

    /// The same disk, for whoever looks at it after a run was stopped half-way.
    pub(crate) fn mount_for_reading(&self) -> Mounted {
        let mut state = self.state();
        state.boot += 1;
        state.is_cut_off = false;
        state.is_wedged = false;
        drop(state);
        self.mount()
    }

    /// The machine stops and starts again; daemons from before get no answer any more. All that is durable is kept, and the first so many of the batches that are not.
    pub(crate) fn crash(&self) {
        let mut state = self.state();
        let waiting = std::mem::take(&mut state.waiting);
        let kept = state.rng.usize(..=waiting.len());
        let mut lost = None;
        for (index, batch) in waiting.into_iter().enumerate() {
            if index < kept {
                apply(&mut state.durable, &batch.writes);
            } else {
                lost = lost.or(Some(batch.number));
                state.lost += 1;
            }
        }
        state.visible = state.durable.clone();
        state.boot += 1;
        state.is_cut_off = false;
        state.is_wedged = false;
        state.cut = None;
        state.last_frames = None;
        state.is_flushing = false;
        if let Some(from) = lost {
            state.seen.push(Seen::Lost { from });
        }
    }

    /// The daemon dies at the so-manieth commit from now, from 1.
    pub(crate) fn cut_at(&self, commit: u32, cut: Cut) {
        self.state().cut = Some((commit.max(1), cut));
    }

    /// The next commits fail.
    pub(crate) fn fail_next(&self, failing: Failing, count: u8) {
        let mut state = self.state();
        for _ in 0..count {
            state.failing.push_back(failing);
        }
    }

    /// No fault that is still to come comes.
    pub(crate) fn calm_down(&self) {
        let mut state = self.state();
        state.failing.clear();
        state.cut = None;
        state.weather = Weather::CALM;
    }

    /// Whether commits fail until a restart.
    pub(crate) fn is_wedged(&self) -> bool {
        self.state().is_wedged
    }

    /// The daemon gets no answer any more.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.state().is_cut_off
    }

    /// A daemon was stopped because it would not rest.
    pub(crate) fn was_overrun(&self) -> bool {
        self.state().requests > REQUESTS_MAX
    }

    /// Resolves when a daemon is cut off.
    pub(crate) async fn died(&self) {
        self.0.died.notified().await;
    }

    /// Whether a frame still reaches its gateway; the last one that does takes the daemon down.
    pub(crate) fn lets_frame_through(&self) -> bool {
        let mut state = self.state();
        match state.last_frames {
            None => true,
            Some(0) => false,
            Some(left) => {
                state.last_frames = Some(left - 1);
                true
            }
        }
    }

    /// The daemon is to die as soon as its last frames are through.
    pub(crate) fn is_dying(&self) -> bool {
        self.state().last_frames.is_some()
    }

    /// Adds what it counted.
    pub(crate) fn count_into(&self, counts: &mut Counts) {
        let state = self.state();
        counts.commits = state.commits;
        counts.conflicts = state.conflicts;
        counts.failed_commits = state.failures;
        counts.lost_batches = state.lost;
    }

    /// What was seen since the last call.
    pub(crate) fn take_seen(&self) -> Vec<Seen> {
        std::mem::take(&mut self.state().seen)
    }

    /// A value that no crash takes away.
    pub(crate) fn durable(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.state().durable.get(key).cloned()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn flush(self, boot: u32) {
        loop {
            let (count, ms) = {
                let mut state = self.state();
                if state.boot != boot || state.is_cut_off {
                    return;
                }
                let count = state
                    .waiting
                    .iter()
                    .take_while(|batch| batch.done.is_some())
                    .count();
                if count == 0 {
                    state.is_flushing = false;
                    return;
                }
                let longest = state.weather.flush_ms;
                (count, state.rng.u64(0..=longest))
            };
            tokio::time::sleep(Duration::from_millis(ms)).await;
            let mut state = self.state();
            if state.boot != boot || state.is_cut_off {
                return;
            }
            for _ in 0..count {
                let Some(batch) = state.waiting.pop_front() else {
                    break;
                };
                apply(&mut state.durable, &batch.writes);
                if let Some(done) = batch.done {
                    let _gone = done.send(());
                }
            }
        }
    }
}

fn apply(map: &mut Map, writes: &[Write]) {
    for write in writes {
        match &write.value {
            Some(value) => map.insert(write.key.clone(), value.clone()),
            None => map.remove(&write.key),
        };
    }
}

/// The disk as a daemon sees it.
pub(crate) struct Mounted {
    disk: Disk,
    boot: u32,
}

/// What becomes of a commit.
enum Fate {
    Answer(Result<(), CommitError>),
    /// The daemon is dead by now.
    Silence,
    /// Durable first, then the answer.
    Wait(oneshot::Receiver<()>, Option<Failing>, Option<Cut>),
}

impl Mounted {
    fn is_gone(&self) -> bool {
        let state = self.disk.state();
        state.is_cut_off || state.boot != self.boot
    }

    async fn live(&self) {
        {
            let mut state = self.disk.state();
            state.requests += 1;
            if state.requests > REQUESTS_MAX {
                self.die(&mut state);
            }
        }
        if self.is_gone() {
            std::future::pending::<()>().await;
        }
    }

    fn die(&self, state: &mut State) {
        state.is_cut_off = true;
        self.disk.0.died.notify_one();
    }

    /// Other tasks get a turn, or time goes by, as on a real machine.
    async fn dawdle(&self) {
        let (yields, ms) = {
            let mut state = self.disk.state();
            let slow = state.weather.slow_reads_percent;
            let ms = if state.rng.u8(..100) < slow {
                state.rng.u64(1..40)
            } else {
                0
            };
            (state.rng.u8(..3), ms)
        };
        for _ in 0..yields {
            tokio::task::yield_now().await;
        }
        if ms > 0 {
            tokio::time::sleep(Duration::from_millis(ms)).await;
        }
    }

    fn write(&self, batch: Batch) -> Fate {
        let mut state = self.disk.state();
        if state.is_wedged {
            return Fate::Answer(Err(failed()));
        }
        let cut = match &mut state.cut {
            Some((1, cut)) => {
                let cut = *cut;
                state.cut = None;
                Some(cut)
            }
            Some((left, _)) => {
                *left -= 1;
                None
            }
            None => None,
        };
        if cut == Some(Cut::Before) {
            self.die(&mut state);
            return Fate::Silence;
        }
        let failing = state.failing.pop_front();
        state.failures += u64::from(failing.is_some());
        if failing == Some(Failing::Refused) {
            return Fate::Answer(Err(failed()));
        }
        let holds = |expected: &turno_runtime::port::Expectation| {
            state.visible.get(&expected.key) == expected.value.as_ref()
        };
        if !batch.expectations.iter().all(holds) {
            state.conflicts += 1;
            return Fate::Answer(Err(CommitError::Conflict));
        }
        self.keep(&mut state, batch.writes, failing, cut)
    }

    fn keep(
        &self,
        state: &mut State,
        writes: Vec<Write>,
        failing: Option<Failing>,
        cut: Option<Cut>,
    ) -> Fate {
        state.commits += 1;
        let number = state.commits;
        let (marks, writes): (Vec<_>, Vec<_>) =
            writes.into_iter().partition(|write| write.key.starts_with(MARK));
        apply(&mut state.visible, &writes);
        let rows = writes.iter().filter(|write| write.key.starts_with(b"b\0"));
        let seen = Seen::Written {
            number,
            calls: marks.iter().filter_map(|mark| call_of(&mark.key)).collect(),
            rows: rows.cloned().collect(),
        };
        state.seen.push(seen);
        let (done, waiter) = oneshot::channel();
        state.waiting.push_back(Waiting {
            number,
            writes,
            done: (failing != Some(Failing::Wedged)).then_some(done),
        });
        if failing == Some(Failing::Wedged) {
            state.is_wedged = true;
            return Fate::Answer(Err(failed()));
        }
        if cut == Some(Cut::Written) {
            self.die(state);
            return Fate::Silence;
        }
        #[cfg(feature = "planted-faults")]
        if turno_core::planted::is_planted(turno_core::planted::PlantedFault::AcknowledgeBeforeFlush)
            && let Some(done) = state
                .waiting
                .back_mut()
                .and_then(|batch| batch.done.replace(oneshot::channel().0))
        {
            let _gone = done.send(());
        }
        if !state.is_flushing {
            state.is_flushing = true;
            tokio::spawn(self.disk.clone().flush(self.boot));
        }
        Fate::Wait(waiter, failing, cut)
    }
}

fn call_of(key: &[u8]) -> Option<usize> {
    let bytes = key.strip_prefix(MARK)?.try_into().ok()?;
    usize::try_from(u64::from_be_bytes(bytes)).ok()
}

fn failed() -> CommitError {
    CommitError::Store(broken_disk())
}

fn broken_disk() -> StoreError {
    StoreError::Io {
        detail: "the simulated disk failed".to_owned(),
    }
}

#[async_trait]
impl Store for Mounted {
    async fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        self.live().await;
        self.dawdle().await;
        self.live().await;
        let (done, failing, cut) = match self.write(batch) {
            Fate::Answer(answer) => return answer,
            Fate::Silence => return std::future::pending().await,
            Fate::Wait(done, failing, cut) => (done, failing, cut),
        };
        if done.await.is_err() {
            // The machine stopped meanwhile.
            std::future::pending::<()>().await;
        }
        self.live().await;
        match cut {
            Some(Cut::Durable) => {
                self.die(&mut self.disk.state());
                std::future::pending::<()>().await;
            }
            Some(Cut::Acknowledged(frames)) => {
                self.disk.state().last_frames = Some(frames);
                self.disk.0.died.notify_one();
            }
            Some(Cut::Before | Cut::Written) | None => {}
        }
        match failing {
            Some(_) => Err(failed()),
            None => Ok(()),
        }
    }

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.live().await;
        self.dawdle().await;
        self.live().await;
        let state = self.disk.state();
        match state.is_wedged {
            true => Err(broken_disk()),
            false => Ok(state.visible.get(key).cloned()),
        }
    }

    async fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        self.live().await;
        let from = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            Some(_) | None => Bound::Included(prefix),
        };
        let state = self.disk.state();
        if state.is_wedged {
            return Err(broken_disk());
        }
        let rows = state
            .visible
            .range::<[u8], _>((from, Bound::Unbounded))
            .take_while(|(key, _)| key.starts_with(prefix));
        Ok(rows
            .take(limit)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }
}
