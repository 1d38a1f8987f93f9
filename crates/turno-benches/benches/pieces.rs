//! How long each piece of a turn takes, and a commit of the store: `cargo bench -p turno-benches --features criterion`.

#![allow(clippy::expect_used, reason = "a benchmark that cannot be set up fails by panicking")]

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use criterion::{Criterion, Throughput};
use turno_benches::{Piece, pieces};
use turno_runtime::port::{Batch, Store};
use turno_store::SledStore;

/// Runs that are made ready together, so that the clock is asked seldom.
const RUNS_AT_ONCE: u64 = 64;
const STATE_BYTES: usize = 2_048;

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for mut named in pieces().expect("the demo restaurant") {
        criterion.bench_function(named.name, |bencher| {
            bencher.iter_custom(|runs| timed(named.piece.as_mut(), runs));
        });
    }
    for tasks in [1, 64] {
        commits(&mut criterion, tasks);
    }
    criterion.final_summary();
}

fn timed(piece: &mut dyn Piece, runs: u64) -> Duration {
    let mut elapsed = Duration::ZERO;
    let mut left = runs;
    while left > 0 {
        let now = left.min(RUNS_AT_ONCE);
        piece.prepare(now as usize);
        let start = Instant::now();
        for _ in 0..now {
            piece.run();
        }
        elapsed += start.elapsed();
        left -= now;
    }
    elapsed
}

/// So many tasks, each of which writes a 2 KiB state back again and again, durable each time.
fn commits(criterion: &mut Criterion, tasks: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let store = Arc::new(SledStore::open(folder.path()).expect("a store"));
    let mut group = criterion.benchmark_group("commit");
    group.throughput(Throughput::Elements(tasks));
    group.bench_function(format!("{tasks}-at-once"), |bencher| {
        bencher.iter_custom(|rounds| {
            let start = Instant::now();
            runtime.block_on(async {
                let writers: Vec<_> =
                    (0..tasks).map(|task| tokio::spawn(write(Arc::clone(&store), task, rounds))).collect();
                for writer in writers {
                    writer.await.expect("a task");
                }
            });
            start.elapsed()
        });
    });
    group.finish();
    runtime.block_on(store.close()).expect("the store closes");
}

async fn write(store: Arc<SledStore>, task: u64, rounds: u64) {
    for round in 0..rounds {
        let mut batch = Batch::default();
        let number = task + 64 * (round % 100);
        batch.put(number.to_be_bytes(), vec![round as u8; STATE_BYTES]);
        store.commit(batch).await.expect("a commit");
    }
}
