//! The demo businesses, loaded once, and seeds spread over all cores.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part of this")]

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use turno_business::{Business, Businesses, load_business};
use turno_core::{Assistant, ToolSpec, catalog};
use turno_simulation::{Broken, Counts, Plan, Simulator, World};
use turno_tools::builtin_tools;

pub fn file(path: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

pub fn business(path: &str) -> Business {
    let (path, text) = file(path);
    load_business(&path.display().to_string(), &text).unwrap()
}

pub fn assistant(business: &Business, graph: &str, specs: &[ToolSpec]) -> Assistant {
    let (path, text) = file(graph);
    let settings = business.settings();
    let graph = turno_graph::compile(&path.display().to_string(), &text, &catalog(&settings, specs));
    Assistant::new(settings, specs, graph.unwrap_or_else(|faults| panic!("{faults}"))).unwrap()
}

/// The demo restaurant and the demo clinic.
pub fn world() -> World {
    let all = [
        (business("config/tenants/terraza.toml"), "graphs/restaurant.toml"),
        (business("config/tenants/sonrisa.toml"), "graphs/dental.toml"),
    ];
    let businesses = Arc::new(Businesses::new(all.iter().map(|(business, _)| business.clone())));
    let tools = builtin_tools(Arc::clone(&businesses));
    let specs: Vec<ToolSpec> = tools.iter().map(|tool| tool.spec().clone()).collect();
    let assistants = all
        .iter()
        .map(|(business, graph)| (business.id.clone(), Arc::new(assistant(business, graph, &specs))));
    World::new(businesses, assistants.collect::<BTreeMap<_, _>>())
}

/// Runs seeds on all cores, up to the first that breaks a promise; gives what happened.
pub fn run_seeds(world: &World, seeds: std::ops::Range<u64>) -> (Counts, Option<(u64, Broken)>) {
    let next = AtomicU64::new(seeds.start);
    let total = Mutex::new((Counts::default(), None::<(u64, Broken)>));
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let simulator = Simulator::new(world.clone()).unwrap();
                loop {
                    let seed = next.fetch_add(1, Ordering::SeqCst);
                    if seed >= seeds.end || total.lock().unwrap().1.is_some() {
                        return;
                    }
                    let outcome = simulator.run(&Plan::of(seed)).unwrap();
                    let mut total = total.lock().unwrap();
                    total.0 += outcome.counts;
                    if let Some(broken) = outcome.broken
                        && total.1.as_ref().is_none_or(|(first, _)| seed < *first)
                    {
                        total.1 = Some((seed, broken));
                    }
                }
            });
        }
    });
    total.into_inner().unwrap()
}
