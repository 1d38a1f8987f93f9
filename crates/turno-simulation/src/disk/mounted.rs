//! The disk as a daemon sees it: what the store's port asks of it.

use std::{ops::Bound, time::Duration};

use async_trait::async_trait;
use tokio::sync::oneshot;
#[cfg(feature = "planted-faults")]
use turno_core::planted::{PlantedFault, is_planted};
use turno_runtime::port::{Batch, CommitError, Expectation, Store, StoreError, Write};

use super::{Cut, Disk, Failing, MARK, REQUESTS_MAX, Seen, State, Waiting, apply};

/// The disk as a daemon sees it.
pub(crate) struct Mounted {
    pub(super) disk: Disk,
    pub(super) boot: u32,
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
            let ms = if state.rng.u8(..100) < slow { state.rng.u64(1..40) } else { 0 };
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
        let holds = |expected: &Expectation| state.visible.get(&expected.key) == expected.value.as_ref();
        // What it rests on may have been read before the store was opened anew.
        let is_of_another = batch.opening.is_some_and(|read| read != state.opening);
        if is_of_another || !batch.expectations.iter().all(holds) {
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
            done: (!matches!(failing, Some(Failing::Wedged | Failing::Passing))).then_some(done),
        });
        if let Some(Failing::Wedged | Failing::Passing) = failing {
            state.is_wedged = true;
            state.is_passing = failing == Some(Failing::Passing);
            return Fate::Answer(Err(failed()));
        }
        if cut == Some(Cut::Written) {
            self.die(state);
            return Fate::Silence;
        }
        #[cfg(feature = "planted-faults")]
        if acknowledges_early(state.opening)
            && let Some(done) =
                state.waiting.back_mut().and_then(|batch| batch.done.replace(oneshot::channel().0))
        {
            let _gone = done.send(());
        }
        if state.is_shared {
            state.make_durable(1);
        } else if !state.is_flushing {
            state.is_flushing = true;
            tokio::spawn(self.disk.clone().flush(self.boot, state.opening));
        }
        Fate::Wait(waiter, failing, cut)
    }
}

fn call_of(key: &[u8]) -> Option<usize> {
    let bytes = key.strip_prefix(MARK)?.try_into().ok()?;
    usize::try_from(u64::from_be_bytes(bytes)).ok()
}

#[cfg(feature = "planted-faults")]
fn acknowledges_early(opening: u64) -> bool {
    is_planted(PlantedFault::AcknowledgeBeforeFlush)
        || (opening > 0 && is_planted(PlantedFault::AcknowledgeAfterReopening))
}

fn failed() -> CommitError {
    CommitError::Store(broken_disk())
}

fn broken_disk() -> StoreError {
    StoreError::Io { detail: "the simulated disk failed".to_owned() }
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
        let is_durable = done.await.is_ok();
        // The machine may have stopped meanwhile.
        self.live().await;
        if !is_durable {
            return Err(failed());
        }
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
        if state.is_wedged {
            return Err(broken_disk());
        }
        Ok(state.visible.get(key).cloned())
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
        Ok(rows.take(limit).map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn opening(&self) -> u64 {
        self.disk.state().opening
    }
}
