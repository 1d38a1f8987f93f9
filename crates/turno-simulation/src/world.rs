//! What a simulation is of: the businesses, their assistants, and the tools.

use std::{collections::BTreeMap, sync::Arc};

use turno_core::{Assistant, Timestamp};
use turno_runtime::{Assistants, RegistryError, ToolRegistry, port::Clock};
use turno_tools::{Business, Businesses, Kind, builtin_tools};

use crate::{
    plan::Plan,
    run::{Outcome, run},
    tools::Kitchen,
};

/// The businesses and their assistants: loaded once, shared by all threads.
#[derive(Debug, Clone)]
pub struct World {
    pub(crate) businesses: Arc<Businesses>,
    pub(crate) assistants: BTreeMap<String, Arc<Assistant>>,
}

impl World {
    /// These businesses, each with its assistant under its id.
    pub fn new(businesses: Arc<Businesses>, assistants: BTreeMap<String, Arc<Assistant>>) -> Self {
        Self {
            businesses,
            assistants,
        }
    }
}

/// Runs plans, one at a time. Each thread has its own.
pub struct Simulator {
    pub(crate) world: World,
    pub(crate) kitchen: Kitchen,
    pub(crate) registry: Arc<ToolRegistry>,
    pub(crate) served: Assistants,
}

impl std::fmt::Debug for Simulator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulator").finish_non_exhaustive()
    }
}

impl Simulator {
    /// A simulator of that world.
    ///
    /// # Errors
    /// Where the tools do not fit together.
    pub fn new(world: World) -> Result<Self, RegistryError> {
        let kitchen = Kitchen::default();
        let tools = kitchen.wrap(builtin_tools(Arc::clone(&world.businesses)));
        Ok(Self {
            kitchen,
            registry: Arc::new(ToolRegistry::new(tools)?),
            served: Assistants::new(world.assistants.clone()),
            world,
        })
    }

    /// Carries a plan out. The same plan gives the same run, byte for byte.
    ///
    /// # Errors
    /// Where the operating system gives no runtime to run on.
    pub fn run(&self, plan: &Plan) -> std::io::Result<Outcome> {
        self.kitchen.reset();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()?;
        Ok(runtime.block_on(run(self, plan)))
    }

    /// The businesses that have an assistant, by id, and that the simulated people know what to say to: no shops.
    pub(crate) fn businesses(&self) -> Vec<&Business> {
        let served = |business: &&Arc<Business>| {
            self.world.assistants.contains_key(&business.id) && business.kind != Kind::Shop
        };
        self.world
            .businesses
            .iter()
            .filter(served)
            .map(Arc::as_ref)
            .collect()
    }
}

/// The daemon's clock: simulated time, and what it was set by.
#[derive(Clone)]
pub(crate) struct FakeClock {
    started: tokio::time::Instant,
    base_ms: Arc<std::sync::atomic::AtomicI64>,
}

/// Monday, 2026-01-19, 15:00 in Mexico City: lunch.
const BEGINNING: i64 = 1_768_856_400_000;

impl FakeClock {
    pub(crate) fn new() -> Self {
        Self {
            started: tokio::time::Instant::now(),
            base_ms: Arc::new(BEGINNING.into()),
        }
    }

    /// Sets it forward, or back.
    pub(crate) fn set(&self, by_ms: i64) {
        self.base_ms.fetch_add(by_ms, std::sync::atomic::Ordering::SeqCst);
    }

    /// Milliseconds since the beginning, whatever the clock was set to.
    pub(crate) fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The instant so many milliseconds after the beginning.
    pub(crate) fn instant(&self, ms: u64) -> tokio::time::Instant {
        self.started + std::time::Duration::from_millis(ms)
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.base_ms.load(std::sync::atomic::Ordering::SeqCst)).plus_ms(self.elapsed_ms())
    }
}
