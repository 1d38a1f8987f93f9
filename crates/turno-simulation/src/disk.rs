//! The simulated disk: batches are visible at once and durable later, and a daemon can be cut off from it at any commit.

mod mounted;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use fastrand::Rng;
use tokio::sync::{Notify, oneshot};
use turno_runtime::{StoreSecret, port::Write};

use crate::{counts::Counts, plan::Weather};
pub(crate) use mounted::Mounted;

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
    /// The same, until the store was opened anew under the daemon.
    Passing,
}

/// What the disk saw.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    /// A batch was written: its number, the calls that it carries out, the businesses' rows that it changes.
    Written { number: u64, calls: Vec<usize>, rows: Vec<Write> },
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
    /// It is opened anew, without a restart.
    is_passing: bool,
    /// Counts how often the store was opened anew under a daemon.
    opening: u64,
    /// Several daemons use it, as on a database: what one can read is durable.
    is_shared: bool,
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
    /// An empty disk, but for the secret of its store, which is the simulated world's own.
    pub(crate) fn new(seed: u64, weather: Weather) -> Self {
        let mut rng = Rng::with_seed(seed);
        let secret = StoreSecret::of_bytes(std::array::from_fn(|_| rng.u8(..)));
        let rows = Map::from([secret.row()]);
        Self(Arc::new(Shared {
            state: Mutex::new(State {
                visible: rows.clone(),
                durable: rows,
                waiting: VecDeque::new(),
                is_flushing: false,
                boot: 0,
                is_cut_off: false,
                is_wedged: false,
                is_passing: false,
                opening: 0,
                is_shared: false,
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
                rng,
            }),
            died: Notify::new(),
        }))
    }

    /// What a daemon that starts now sees.
    pub(crate) fn mount(&self) -> Mounted {
        Mounted { disk: self.clone(), boot: self.state().boot }
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
        state.keep_some();
        state.boot += 1;
        state.is_cut_off = false;
        state.is_shared = false;
        state.cut = None;
        state.last_frames = None;
    }

    /// The store is opened anew under its daemons, where its failure passes: what it shows then is durable. Whether it was.
    pub(crate) fn reopen(&self) -> bool {
        let mut state = self.state();
        let passes = state.is_wedged && state.is_passing;
        if passes {
            state.keep_some();
            state.opening += 1;
        }
        passes
    }

    /// Another daemon is to use it too. A store for several shows no batch before it is durable.
    pub(crate) fn share(&self) {
        let mut state = self.state();
        state.is_shared = true;
        let count = state.waiting.len();
        state.make_durable(count);
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

    /// Commits that failed so far.
    pub(crate) fn failures(&self) -> u64 {
        self.state().failures
    }

    /// Adds what it counted.
    pub(crate) fn count_into(&self, counts: &mut Counts) {
        let state = self.state();
        counts.commits = state.commits;
        counts.conflicts = state.conflicts;
        counts.failed_commits = state.failures;
        counts.lost_batches = state.lost;
        counts.reopenings = state.opening;
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

    async fn flush(self, boot: u32, opening: u64) {
        loop {
            let (count, ms) = {
                let mut state = self.state();
                if state.boot != boot || state.opening != opening || state.is_cut_off {
                    return;
                }
                let count = state.waiting.iter().take_while(|batch| batch.done.is_some()).count();
                if count == 0 {
                    state.is_flushing = false;
                    return;
                }
                let longest = state.weather.flush_ms;
                (count, state.rng.u64(0..=longest))
            };
            tokio::time::sleep(Duration::from_millis(ms)).await;
            let mut state = self.state();
            if state.boot != boot || state.opening != opening || state.is_cut_off {
                return;
            }
            state.make_durable(count);
        }
    }
}

impl State {
    /// All that is durable is kept, and the first so many of the batches that are not.
    fn keep_some(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let kept = self.rng.usize(..=waiting.len());
        let mut lost = None;
        for (index, batch) in waiting.into_iter().enumerate() {
            if index < kept {
                apply(&mut self.durable, &batch.writes);
            } else {
                lost = lost.or(Some(batch.number));
                self.lost += 1;
            }
        }
        self.visible = self.durable.clone();
        self.is_wedged = false;
        self.is_passing = false;
        self.is_flushing = false;
        if let Some(from) = lost {
            self.seen.push(Seen::Lost { from });
        }
    }

    /// Makes so many of the batches that wait durable, up to the first whose flush failed.
    fn make_durable(&mut self, count: usize) {
        for _ in 0..count {
            if self.waiting.front().is_none_or(|batch| batch.done.is_none()) {
                return;
            }
            let Some(batch) = self.waiting.pop_front() else {
                return;
            };
            apply(&mut self.durable, &batch.writes);
            if let Some(done) = batch.done {
                let _gone = done.send(());
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
