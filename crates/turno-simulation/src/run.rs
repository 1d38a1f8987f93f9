//! A run: time goes by, moves are made, gateways do what gateways do, daemons die and others start.

mod acts;
mod finish;
mod floods;
mod sayings;
mod wires;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use fastrand::Rng;
use tokio::time::timeout;
use turno_core::ConversationKey;
use turno_runtime::{
    Conversations, ConversationsHandle, ConversationsOptions, Incoming, LanguageModels,
    port::{Clock, Store},
};

use floods::Flood;

use crate::{
    broken::{Broken, Invariant},
    counts::Counts,
    disk::{Disk, Mounted},
    gateway::{Gateway, next_frame},
    judge::Judge,
    plan::{Plan, Weather},
    talk::Talk,
    words::Profile,
    world::{FakeClock, Simulator},
};

/// How a run went.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What happened.
    pub counts: Counts,
    /// The promise that was broken, where one was.
    pub broken: Option<Broken>,
    /// A hash of all that was sent and received, and when.
    pub trace: u64,
}

/// Carries a plan out.
pub(crate) async fn run(simulator: &Simulator, plan: &Plan) -> Outcome {
    let mut run = Run::new(simulator, plan);
    let broken = match timeout(LONGEST, run.play()).await {
        Ok(Ok(())) => None,
        Ok(Err(mut broken)) => {
            run.add_journal(&mut broken).await;
            Some(broken)
        }
        Err(_) => {
            Some(Broken::new(Invariant::Answered, None, "the daemon waits for what never comes".to_owned()))
        }
    };
    run.count_up();
    Outcome { counts: run.counts, broken, trace: run.judge.trace() }
}

/// No plan takes as long, in the world's own time: a run that does has come to a stand.
const LONGEST: Duration = Duration::from_secs(30 * 86_400);

/// Channels have a gateway each.
const GATEWAYS: usize = 3;

/// A daemon that serves.
struct Daemon {
    handle: ConversationsHandle,
    store: Arc<Mounted>,
}

/// Something that comes later by itself.
#[derive(Debug, Clone, Copy)]
enum Due {
    /// A turn is delivered, whether or not it was before.
    Deliver {
        talk: usize,
        turn: usize,
    },
    /// A turn is delivered again, where it has no answer yet and was not delivered again meanwhile.
    Retry {
        talk: usize,
        turn: usize,
        attempt: u32,
    },
    Acknowledge {
        talk: usize,
    },
    Connect {
        gateway: usize,
    },
    Start,
    /// A daemon that has sent its last frames.
    Die,
    /// Somebody notices that the store takes nothing more, and starts the daemon anew.
    Recover,
}

struct Run<'a> {
    simulator: &'a Simulator,
    plan: &'a Plan,
    weather: Weather,
    clock: FakeClock,
    disk: Disk,
    /// All that serve from this disk now; on one machine there is one, on a database there may be more.
    daemons: Vec<Daemon>,
    gateways: Vec<Gateway>,
    talks: Vec<Talk>,
    agenda: BTreeMap<(u64, u64), Due>,
    agenda_count: u64,
    is_recovering: bool,
    /// Connections that broke, whatever for.
    breaks: u64,
    flood: Flood,
    /// Whose turn was not taken in, since too many conversations were live.
    shut_out: Option<ConversationKey>,
    rng: Rng,
    judge: Judge,
    counts: Counts,
}

impl<'a> Run<'a> {
    fn new(simulator: &'a Simulator, plan: &'a Plan) -> Self {
        let talks = plan
            .people
            .iter()
            .filter_map(|person| {
                let profile = Profile::of(*person, &simulator.businesses_for(*person))?;
                let id = format!("c-{}", person.number);
                let key = ConversationKey::new(&profile.tenant, profile.channel, &id).ok()?;
                Some(Talk::new(person.number, key, profile))
            })
            .collect();
        Self {
            simulator,
            plan,
            weather: plan.weather,
            clock: FakeClock::new(),
            disk: Disk::new(plan.seed ^ 0xd15c, plan.weather),
            daemons: Vec::new(),
            gateways: (0..GATEWAYS).map(|_| Gateway::default()).collect(),
            talks,
            agenda: BTreeMap::new(),
            agenda_count: 0,
            is_recovering: false,
            breaks: 0,
            flood: Flood::default(),
            shut_out: None,
            rng: Rng::with_seed(plan.seed ^ 0x6a7e),
            judge: Judge::new(),
            counts: Counts { runs: 1, ..Counts::default() },
        }
    }

    async fn play(&mut self) -> Result<(), Broken> {
        self.start().await?;
        for gateway in 0..GATEWAYS {
            self.connect(gateway);
        }
        for step in &self.plan.moves {
            self.pass(step.after_ms).await?;
            self.make(*step).await?;
            for _ in 0..Rng::with_seed(step.roll).u8(..6) {
                tokio::task::yield_now().await;
            }
        }
        self.finish().await
    }

    fn now_ms(&self) -> u64 {
        self.clock.elapsed_ms()
    }

    fn later(&mut self, after_ms: u64, due: Due) {
        self.agenda_count += 1;
        self.agenda.insert((self.now_ms() + after_ms, self.agenda_count), due);
    }

    /// Time goes by, and what is due happens.
    async fn pass(&mut self, ms: u64) -> Result<(), Broken> {
        let until = self.now_ms().saturating_add(ms);
        loop {
            self.look()?;
            if self.disk.is_cut_off() && !self.daemons.is_empty() {
                self.crash().await?;
            }
            if self.disk.is_wedged() && !self.is_recovering {
                self.is_recovering = true;
                let after_ms = self.rng.u64(1_000..40_000);
                self.later(after_ms, Due::Recover);
            }
            let now = self.now_ms();
            let next = self.agenda.first_key_value().map(|((at, _), _)| *at);
            let stalled = self.gateways.iter().map(|gateway| gateway.stalled_until_ms);
            let stalled = stalled.filter(|at| *at > now).min();
            let wake_at = [next, stalled].into_iter().flatten().fold(until, u64::min).max(now);
            tokio::select! {
                biased;
                () = self.disk.died() => self.daemon_dies(),
                (gateway, frame) = next_frame(&mut self.gateways, now) => self.receive(gateway, frame)?,
                () = tokio::time::sleep_until(self.clock.instant(wake_at)) => {
                    let now = self.now_ms();
                    match self.agenda.first_entry().filter(|entry| entry.key().0 <= now) {
                        Some(due) => {
                            let due = due.remove();
                            self.happen(due).await?;
                        }
                        None if now >= until => return Ok(()),
                        None => {}
                    }
                }
            }
        }
    }

    fn daemon_dies(&mut self) {
        if self.disk.is_dying() && !self.disk.is_cut_off() {
            let after_ms = self.rng.u64(..4);
            self.later(after_ms, Due::Die);
        }
    }

    async fn happen(&mut self, due: Due) -> Result<(), Broken> {
        match due {
            Due::Deliver { talk, turn } => self.deliver_turn(talk, turn),
            Due::Retry { talk, turn, attempt } if self.talks[talk].said[turn].attempts == attempt => {
                self.retry(talk, turn);
            }
            Due::Retry { .. } => {}
            Due::Acknowledge { talk } => {
                let seq = self.talks[talk].contiguous();
                self.deliver(talk, Incoming::Ack { seq });
            }
            Due::Connect { gateway } => self.connect(gateway),
            Due::Start => self.start().await?,
            Due::Die if self.disk.is_dying() => self.crash().await?,
            Due::Recover if self.disk.reopen() => {
                self.is_recovering = false;
                self.look()?;
            }
            Due::Recover if self.disk.is_wedged() && !self.daemons.is_empty() => self.crash().await?,
            Due::Die | Due::Recover => {}
        }
        Ok(())
    }

    async fn start(&mut self) -> Result<(), Broken> {
        if self.daemons.is_empty() {
            self.start_another().await?;
        }
        Ok(())
    }

    async fn start_another(&mut self) -> Result<(), Broken> {
        let store = Arc::new(self.disk.mount());
        let model = Arc::new(self.simulator.brain.clone());
        let started = Conversations::start_with_models(
            ConversationsOptions { live_max: self.weather.live_max, ..ConversationsOptions::default() },
            Arc::clone(&store) as Arc<dyn Store>,
            self.simulator.served.clone(),
            Arc::clone(&self.simulator.registry),
            Arc::new(self.clock.clone()),
            LanguageModels { budget: self.simulator.brain.budget(), ..LanguageModels::without_budget(model) },
        );
        // A machine that stops while it starts a daemon starts none.
        let mut started = std::pin::pin!(started);
        let started = loop {
            tokio::select! {
                biased;
                () = self.disk.died() => {
                    let (is_dying, is_dead) = (self.disk.is_dying(), self.disk.is_cut_off());
                    if is_dying && !is_dead {
                        self.daemon_dies();
                    }
                    if is_dying || is_dead {
                        return Ok(());
                    }
                }
                started = &mut started => break started,
            }
        };
        let handle = match started {
            Ok(handle) => handle,
            // The store failed meanwhile, for all who use it: it is started anew.
            Err(_) if self.disk.is_wedged() => return Ok(()),
            Err(error) => return Err(Broken::new(Invariant::Starts, None, error.to_string())),
        };
        self.judge.daemon_started(self.now_ms());
        self.daemons.push(Daemon { handle, store });
        for gateway in 0..GATEWAYS {
            let after_ms = self.rng.u64(..1_500);
            self.later(after_ms, Due::Connect { gateway });
        }
        Ok(())
    }

    /// The machine stops where it stands; what is on its way to the gateways arrives up to some frame.
    async fn crash(&mut self) -> Result<(), Broken> {
        for gateway in 0..GATEWAYS {
            self.break_connection(gateway)?;
        }
        self.is_recovering = false;
        self.disk.crash();
        self.daemons.clear();
        self.counts.crashes += 1;
        self.judge.crashed(self.clock.now());
        self.look()?;
        let after_ms = [0, 5, 2_000, 30_000, 130_000][self.rng.usize(..5)];
        self.later(after_ms, Due::Start);
        // Whatever the dead daemon still does, it does to nobody.
        tokio::time::sleep(Duration::from_millis(1)).await;
        Ok(())
    }

    /// What the disk saw goes to the judge.
    fn look(&mut self) -> Result<(), Broken> {
        if self.disk.was_overrun() {
            let detail = "it asks the store for ever more, and nothing comes of it".to_owned();
            return Err(Broken::new(Invariant::Rests, None, detail));
        }
        if let Some(key) = self.shut_out.take() {
            let detail =
                "its turn is not taken in, since another business has too many conversations".to_owned();
            return Err(Broken::new(Invariant::Fair, Some(&key), detail));
        }
        for seen in self.disk.take_seen() {
            self.judge.disk(seen, &self.simulator.kitchen, self.clock.elapsed_ms())?;
        }
        Ok(())
    }

    fn count_up(&mut self) {
        self.counts.conversations = self.talks.iter().filter(|talk| !talk.said.is_empty()).count() as u64;
        self.judge.count_into(&mut self.counts);
        self.disk.count_into(&mut self.counts);
        let asked = self.simulator.outside.asked();
        self.counts.outside_calls = asked.len() as u64;
        (self.counts.model_questions, self.counts.model_answers) = self.simulator.brain.counts();
        self.counts.outside_acts = asked.iter().filter(|one| one.has_acted).count() as u64;
    }

    async fn add_journal(&self, broken: &mut Broken) {
        let Some(key) = &broken.conversation else { return };
        // The disk as it stands, whatever became of the daemon.
        let store = self.disk.mount_for_reading();
        for run in turno_runtime::runs(&store, key).await.unwrap_or_default() {
            if let Ok(events) = turno_runtime::journal(&store, key, run).await {
                broken.journal.push((run, events));
            }
        }
    }

    fn daemon_time(&self) -> turno_core::Timestamp {
        self.clock.now()
    }
}
