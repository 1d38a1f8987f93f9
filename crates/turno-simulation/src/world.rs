//! What a simulation is of: the businesses, their assistants, and the tools.

use std::{collections::BTreeMap, sync::Arc};

use turno_business::{Business, Businesses, Kind};
use turno_core::{Assistant, Timestamp, ToolSpec};
use turno_runtime::{Assistants, Handler, Offer, RegistryError, ToolRegistry, port::Clock};
use turno_tools::builtin_tools;

use crate::{
    brain::{self, Brain},
    modelled,
    outside::{self, Outside},
    plan::{Desk, Guise, Person, Plan},
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
        Self { businesses, assistants }
    }

    /// One more business, of the simulation's own.
    fn add(&mut self, id: &str, made: Option<(Business, Assistant)>) {
        let Some((business, assistant)) = made else { return };
        let businesses = self.businesses.iter().map(|business| Business::clone(business));
        self.businesses = Arc::new(Businesses::new(businesses.chain([business])));
        self.assistants.insert(id.to_owned(), Arc::new(assistant));
    }
}

/// A simulation that cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The tools do not fit together.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The graph of a business of the simulation's own does not fit its tools.
    #[error("{0}")]
    Graph(String),
}

/// Runs plans, one at a time. Each thread has its own.
pub struct Simulator {
    pub(crate) world: World,
    pub(crate) kitchen: Kitchen,
    pub(crate) outside: Outside,
    pub(crate) brain: Brain,
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
    pub fn new(mut world: World) -> Result<Self, SetupError> {
        let kitchen = Kitchen::default();
        let outside = Outside::new();
        // The tools find a business by its id: the model's is there before them.
        let mut specs: Vec<ToolSpec> =
            builtin_tools(Arc::clone(&world.businesses)).iter().map(|tool| tool.spec().clone()).collect();
        specs.extend(outside.tools().iter().map(|tool| tool.spec().clone()));
        let modelled = modelled::business(&world.businesses, &specs).map_err(SetupError::Graph)?;
        world.add(brain::TENANT, modelled);
        let tools = kitchen.wrap(builtin_tools(Arc::clone(&world.businesses)));
        let mut offers: Vec<Offer> = tools.into_iter().map(Handler::Own).map(for_all).collect();
        let made = outside::business(&world.businesses, &outside.tools()).map_err(SetupError::Graph)?;
        if made.is_some() {
            world.add(outside::TENANT, made);
            offers.extend(outside.tools().into_iter().map(for_all));
        }
        Ok(Self {
            kitchen,
            outside,
            brain: Brain::new(),
            registry: Arc::new(ToolRegistry::of(offers)?),
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
        self.outside.reset(plan.seed);
        let insists = plan.people.iter().any(|person| person.guise == Guise::Polite);
        self.brain.reset(plan.seed, insists);
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?;
        Ok(runtime.block_on(run(self, plan)))
    }

    /// The businesses that have an assistant, by id, and that a person may talk to: no shops, as nobody knows what to say
    /// there.
    pub(crate) fn businesses_for(&self, person: Person) -> Vec<&Business> {
        let desk_of = |business: &Business| match business.id.as_str() {
            outside::TENANT => Desk::Outside,
            brain::TENANT => Desk::Model,
            _ => Desk::Demo,
        };
        let served = |business: &&Arc<Business>| {
            self.world.assistants.contains_key(&business.id)
                && business.kind != Kind::Shop
                && person.desk == desk_of(business)
        };
        self.world.businesses.iter().filter(served).map(Arc::as_ref).collect()
    }
}

fn for_all(handler: Handler) -> Offer {
    Offer { tenants: None, handler }
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
        Self { started: tokio::time::Instant::now(), base_ms: Arc::new(BEGINNING.into()) }
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
