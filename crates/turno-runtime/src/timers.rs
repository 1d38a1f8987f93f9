//! The timer service: one task, a queue of delays, and an index in the store that outlives a restart.

use std::{collections::HashMap, sync::Arc, time::Duration};

use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio_util::time::{DelayQueue, delay_queue};
use turno_core::{ConversationKey, Timer};

use crate::{
    Link, Refused,
    codec::{ArmedTimer, decode},
    conversations::Shared,
    keys,
    mail::Mail,
    port::{Store, StoreError},
};

/// Entries that are read at a time at the start.
const PAGE: usize = 1_000;

/// A conversation whose mailbox is full, or whose store failed, is tried again after this.
const RETRY: Duration = Duration::from_millis(250);

/// Where the store goes on failing the pauses grow up to this.
const RETRY_MAX: Duration = Duration::from_secs(60);

/// Commands that may wait for the service.
const QUEUE: usize = 4_096;

/// Longer delays are waited for in parts: the queue does not take them.
const DELAY_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// To the service.
#[derive(Debug)]
enum Command {
    Arm(Waiting),
    Disarm(ConversationKey, Timer),
    TryAgain(Waiting),
}

/// A timer, with the way to tell the gateway that it was due: its conversation may have left memory by then.
#[derive(Debug)]
struct Waiting {
    timer: ArmedTimer,
    link: Option<Link>,
}

/// The way to the service. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct TimersHandle(mpsc::Sender<Command>);

impl TimersHandle {
    /// Has the timer come to its conversation when it is due.
    pub(crate) async fn arm(&self, timer: ArmedTimer, link: Option<Link>) {
        self.send(Command::Arm(Waiting { timer, link })).await;
    }

    /// The timer is no longer wanted.
    pub(crate) async fn disarm(&self, key: ConversationKey, timer: Timer) {
        self.send(Command::Disarm(key, timer)).await;
    }

    /// A timer that was due, and could not be worked on.
    pub(crate) async fn try_again(&self, timer: ArmedTimer, link: Option<Link>) {
        self.send(Command::TryAgain(Waiting { timer, link })).await;
    }

    async fn send(&self, command: Command) {
        // The service only ends with the daemon, and then the index has the timer.
        let _ended = self.0.send(command).await;
    }
}

/// The service, before it runs.
pub(crate) struct Timers {
    handle: TimersHandle,
    commands: mpsc::Receiver<Command>,
    loaded: Vec<ArmedTimer>,
}

impl Timers {
    /// Reads the timers that are armed.
    pub(crate) async fn load(store: &dyn Store) -> Result<Self, StoreError> {
        let (sender, commands) = mpsc::channel(QUEUE);
        let mut loaded = Vec::new();
        let mut after: Option<Vec<u8>> = None;
        #[cfg(feature = "planted-faults")]
        if turno_core::planted::is_planted(turno_core::planted::PlantedFault::TimersForgottenAtStart) {
            after = Some(vec![b'x', 1]);
        }
        loop {
            let page = store.scan(keys::TIMERS, after.as_deref(), PAGE).await?;
            let is_last = page.len() < PAGE;
            after = page.last().map(|(key, _)| key.clone());
            for (_, bytes) in page {
                match decode::<ArmedTimer>(&bytes) {
                    Ok(timer) => loaded.push(timer),
                    // Its question still expires: a turn that answers it looks at the time itself.
                    Err(error) => {
                        tracing::error!(target: "turno::timers", %error, "an armed timer cannot be read")
                    }
                }
            }
            if is_last {
                return Ok(Self { handle: TimersHandle(sender), commands, loaded });
            }
        }
    }

    pub(crate) fn handle(&self) -> TimersHandle {
        self.handle.clone()
    }

    /// Fires timers until the daemon stops.
    pub(crate) async fn run(mut self, shared: Arc<Shared>) {
        let mut queue = Queue { delays: DelayQueue::new(), keys: HashMap::new(), pauses: HashMap::new() };
        for timer in std::mem::take(&mut self.loaded) {
            queue.arm(Waiting { timer, link: None }, &shared);
        }
        loop {
            tokio::select! {
                // In this order always, so that a run can be repeated. Commands before what is due: a timer that was
                // disarmed does not fire. They are bounded by what actors commit, so what is due is never kept waiting.
                biased;
                () = shared.stopping.cancelled() => return,
                command = self.commands.recv() => match command {
                    Some(Command::Arm(waiting)) => queue.arm(waiting, &shared),
                    Some(Command::Disarm(key, timer)) => queue.disarm(&key, &timer),
                    Some(Command::TryAgain(waiting)) => queue.try_again(waiting),
                    None => return,
                },
                Some(due) = queue.delays.next(), if !queue.delays.is_empty() => queue.fire(due.into_inner(), &shared),
            }
        }
    }
}

/// A timer, and how much of its delay is left once this part of it is over.
struct Delayed {
    waiting: Waiting,
    left: Duration,
}

struct Queue {
    delays: DelayQueue<Delayed>,
    keys: HashMap<(ConversationKey, Timer), delay_queue::Key>,
    /// The last pause of each that is tried again.
    pauses: HashMap<(ConversationKey, Timer), Duration>,
}

impl Queue {
    fn arm(&mut self, waiting: Waiting, shared: &Shared) {
        let ArmedTimer { armed_at, at, .. } = waiting.timer;
        // A clock that was set back does not make it later than it was meant to be.
        let delay_ms = at.since_ms(shared.clock.now()).min(at.since_ms(armed_at));
        #[cfg(feature = "planted-faults")]
        let delay_ms =
            if turno_core::planted::is_planted(turno_core::planted::PlantedFault::ClockRevivesQuestion) {
                at.since_ms(shared.clock.now())
            } else {
                delay_ms
            };
        self.insert(waiting, Duration::from_millis(delay_ms));
    }

    /// The pauses double: a store that takes no writes is not asked four times a second until somebody mends it.
    fn try_again(&mut self, waiting: Waiting) {
        let name = (waiting.timer.key.clone(), waiting.timer.timer.clone());
        let pause = self.pauses.get(&name).map_or(RETRY, |pause| (*pause * 2).min(RETRY_MAX));
        self.insert(waiting, pause);
        self.pauses.insert(name, pause);
    }

    fn insert(&mut self, waiting: Waiting, delay: Duration) {
        self.disarm(&waiting.timer.key, &waiting.timer.timer);
        let name = (waiting.timer.key.clone(), waiting.timer.timer.clone());
        let part = delay.min(DELAY_MAX);
        let key = self.delays.insert(Delayed { waiting, left: delay - part }, part);
        self.keys.insert(name, key);
    }

    fn disarm(&mut self, key: &ConversationKey, timer: &Timer) {
        let name = (key.clone(), timer.clone());
        self.pauses.remove(&name);
        if let Some(key) = self.keys.remove(&name) {
            self.delays.remove(&key);
        }
    }

    fn fire(&mut self, due: Delayed, shared: &Arc<Shared>) {
        let Delayed { waiting, left } = due;
        let ArmedTimer { key, timer, .. } = &waiting.timer;
        self.keys.remove(&(key.clone(), timer.clone()));
        if !left.is_zero() {
            return self.insert(waiting, left);
        }
        match shared.send(key, Mail::Due(waiting.timer.clone(), waiting.link.clone())) {
            Ok(()) | Err(Refused::Stopping | Refused::UnknownTenant { .. }) => {}
            Err(Refused::MailboxFull | Refused::TooManyConversations) => self.insert(waiting, RETRY),
        }
    }
}
