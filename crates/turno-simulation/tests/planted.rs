//! Each fault that is planted on purpose is found within two thousand runs. `FAULTS=ForgetExpiry` looks for that one alone.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says at which seed each fault was found"
)]

mod common;

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

use common::world;
use turno_core::planted::{PlantedFault, plant};
use turno_simulation::{Invariant, Plan, Simulator};

const SEEDS: u64 = 2_000;

/// The first seed at which the fault is found, and what it broke.
fn find(simulator: &Simulator, fault: PlantedFault) -> Option<(u64, Invariant)> {
    plant(Some(fault));
    let found = (0..SEEDS).find_map(|seed| {
        let broken = simulator.run(&Plan::of(seed)).unwrap().broken?;
        Some((seed, broken.invariant))
    });
    plant(None);
    found
}

#[test]
fn every_planted_fault_is_found() {
    // Only those that are named, where some are: FAULTS=CourtesyCounts,PressJudgedByAck.
    let named = std::env::var("FAULTS").unwrap_or_default();
    let is_named =
        |fault: &PlantedFault| named.is_empty() || named.split(',').any(|name| name == format!("{fault:?}"));
    let faults: Vec<PlantedFault> = PlantedFault::ALL.into_iter().filter(is_named).collect();
    let world = world();
    let next = AtomicUsize::new(0);
    let missed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                let simulator = Simulator::new(world.clone()).unwrap();
                while let Some(fault) = faults.get(next.fetch_add(1, Ordering::SeqCst)) {
                    match find(&simulator, *fault) {
                        Some((seed, invariant)) => println!("{fault:?}: seed {seed}: {}", invariant.words()),
                        None => missed.lock().unwrap().push(*fault),
                    }
                }
            });
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "not found in {SEEDS} runs: {missed:?}");
}
