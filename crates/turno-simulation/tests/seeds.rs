//! Thousands of runs, each from one number: whatever people, gateways, tools, clocks and disks do, what is promised
//! holds.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod clear_yeses;
mod common;

use common::{run_seeds, world};
use turno_simulation::{Plan, Simulator};

#[test]
fn two_thousand_runs_keep_every_promise() {
    let count = std::env::var("SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000);
    let from: u64 = std::env::var("FROM").ok().and_then(|count| count.parse().ok()).unwrap_or(0);
    let world = world();
    let (counts, broken) = run_seeds(&world, from..from + count);
    println!("{counts:#?}");
    let Some((seed, broken)) = broken else { return };
    let simulator = Simulator::new(world).unwrap();
    let plan = simulator.shrink(&Plan::of(seed), broken.invariant).unwrap();
    let broken = simulator.run(&plan).unwrap().broken.unwrap();
    let journal = broken.journal.iter().flat_map(|(_, events)| events).map(|event| format!("{event:?}\n"));
    panic!(
        "seed {seed}: {}\n{}\n{:?}\n{plan}\n{}",
        broken.invariant.words(),
        broken.detail,
        broken.conversation,
        journal.collect::<String>()
    );
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let world = world();
    let simulators = [Simulator::new(world.clone()).unwrap(), Simulator::new(world).unwrap()];
    for seed in 0..20 {
        let [first, second] = simulators.each_ref().map(|simulator| simulator.run(&Plan::of(seed)).unwrap());
        assert_eq!(first, second, "seed {seed}");
    }
}
