//! What the store alone can do: a 2 KiB state of 10,000 is read, changed and written back, durable before the next.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use hdrhistogram::Histogram;
use serde::Serialize;
use turno_command::Failure;
use turno_runtime::port::{Batch, Store};
use turno_store::SledStore;

use super::{record::histogram, report::Percentiles};

const STATES: u64 = 10_000;
const STATE_BYTES: usize = 2_048;
const MEASURED: Duration = Duration::from_secs(3);

/// What was measured of the store.
#[derive(Debug, Clone, Serialize)]
pub(super) struct StoreRate {
    pub(super) tasks: usize,
    pub(super) commits_per_second: f64,
    pub(super) latency_ms: Percentiles,
}

/// Measures a new store in a new folder under this one, which is removed again.
pub(super) fn measure(under: &Path, tasks: usize) -> Result<StoreRate, Failure> {
    let folder = under.join(format!("turno-baseline-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let measured = runtime.block_on(measure_in(&folder, tasks));
    drop(runtime);
    let _left_behind = std::fs::remove_dir_all(&folder);
    measured
}

/// Two measurements of the same, one before and one after: their mean, so that a machine that drifts is told fairly.
pub(super) fn mean(before: &StoreRate, after: &StoreRate) -> StoreRate {
    StoreRate {
        tasks: before.tasks,
        commits_per_second: (before.commits_per_second + after.commits_per_second) / 2.0,
        latency_ms: before.latency_ms.mean(&after.latency_ms),
    }
}

async fn measure_in(folder: &Path, tasks: usize) -> Result<StoreRate, Failure> {
    let store = Arc::new(SledStore::open(folder)?);
    fill(&store).await?;
    let start = Instant::now();
    let writers: Vec<_> = (0..tasks as u64)
        .map(|task| tokio::spawn(write_back(Arc::clone(&store), task, start + MEASURED)))
        .collect();
    let mut latency = histogram(3);
    for writer in writers {
        let of_task = writer.await.map_err(|error| Failure::Told(error.to_string()))??;
        latency += of_task;
    }
    let seconds = start.elapsed().as_secs_f64();
    store.close().await?;
    Ok(StoreRate {
        tasks,
        commits_per_second: latency.len() as f64 / seconds,
        latency_ms: Percentiles::of(&latency),
    })
}

async fn fill(store: &SledStore) -> Result<(), Failure> {
    for first in (0..STATES).step_by(100) {
        let mut batch = Batch::default();
        for number in first..first + 100 {
            batch.put(key_of(number), state_of(number));
        }
        commit(store, batch).await?;
    }
    Ok(())
}

async fn write_back(store: Arc<SledStore>, task: u64, until: Instant) -> Result<Histogram<u64>, Failure> {
    let mut latency = histogram(3);
    let mut number = task.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut begin = Instant::now();
    while begin < until {
        number = scattered(number.wrapping_add(1));
        let key = key_of(number % STATES);
        let mut state = store.get(&key).await?.unwrap_or_default();
        if let Some(byte) = state.first_mut() {
            *byte = byte.wrapping_add(1);
        }
        let mut batch = Batch::default();
        batch.put(key, state);
        commit(&store, batch).await?;
        let end = Instant::now();
        latency.saturating_record(u64::try_from((end - begin).as_nanos()).unwrap_or(u64::MAX));
        begin = end;
    }
    Ok(latency)
}

async fn commit(store: &SledStore, batch: Batch) -> Result<(), Failure> {
    store.commit(batch).await.map_err(|error| Failure::Told(error.to_string()))
}

fn key_of(number: u64) -> Vec<u8> {
    format!("state/{number:08}").into_bytes()
}

/// Bytes that do not compress.
fn state_of(number: u64) -> Vec<u8> {
    let mut seed = number;
    let mut state = Vec::with_capacity(STATE_BYTES);
    while state.len() < STATE_BYTES {
        seed = scattered(seed.wrapping_add(1));
        state.extend_from_slice(&seed.to_le_bytes());
    }
    state
}

/// Splitmix64's finish: neighbours come out far apart.
fn scattered(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
