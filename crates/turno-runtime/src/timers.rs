//! The timer service: one task, a queue of delays, and an index in the store that outlives a restart.

use std::{collections::HashMap, sync::Arc, time::Duration};

use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio_util::time::{DelayQueue, delay_queue};
use turno_core::{ConversationKey, Timer};

use crate::{
    Refused,
    codec::{ArmedTimer, decode},
    conversations::Shared,
    keys,
    mail::Mail,
    port::{Store, StoreError},
};

/// Entries that are read at a time at the start.
const PAGE: usize = 1_000;

/// A conversation whose mailbox is full is tried again after this.
const RETRY: Duration = Duration::from_millis(100);

/// To the service.
#[derive(Debug)]
pub(crate) enum TimerCommand {
    Arm(ArmedTimer),
    Disarm(ConversationKey, Timer),
}

/// The way to the service. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct TimersHandle(mpsc::UnboundedSender<TimerCommand>);

impl TimersHandle {
    pub(crate) fn send(&self, command: TimerCommand) {
        // The service only ends with the daemon, and then the index has the timer.
        let _ended = self.0.send(command);
    }
}

/// The service, before it runs.
pub(crate) struct Timers {
    handle: TimersHandle,
    commands: mpsc::UnboundedReceiver<TimerCommand>,
    loaded: Vec<ArmedTimer>,
}

impl Timers {
    /// Reads the timers that are armed.
    pub(crate) async fn load(store: &dyn Store) -> Result<Self, StoreError> {
        let (sender, commands) = mpsc::unbounded_channel();
        let mut loaded = Vec::new();
        let mut after: Option<Vec<u8>> = None;
        loop {
            let page = store.scan(keys::TIMERS, after.as_deref(), PAGE).await?;
            let is_last = page.len() < PAGE;
            after = page.last().map(|(key, _)| key.clone());
            for (_, bytes) in page {
                match decode::<ArmedTimer>(&bytes) {
                    Ok(timer) => loaded.push(timer),
                    // Its question still expires: a turn that answers it looks at the time itself.
                    Err(error) => tracing::error!(target: "turno::timers", %error, "an armed timer cannot be read"),
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
        let mut queue = Queue { delays: DelayQueue::new(), keys: HashMap::new() };
        for timer in std::mem::take(&mut self.loaded) {
            queue.arm(timer, &shared);
        }
        loop {
            tokio::select! {
                () = shared.stopping.cancelled() => return,
                command = self.commands.recv() => match command {
                    Some(TimerCommand::Arm(timer)) => queue.arm(timer, &shared),
                    Some(TimerCommand::Disarm(key, timer)) => queue.disarm(&key, &timer),
                    None => return,
                },
                Some(due) = queue.delays.next(), if !queue.delays.is_empty() => queue.fire(due.into_inner(), &shared),
            }
        }
    }
}

struct Queue {
    delays: DelayQueue<ArmedTimer>,
    keys: HashMap<(ConversationKey, Timer), delay_queue::Key>,
}

impl Queue {
    fn arm(&mut self, timer: ArmedTimer, shared: &Shared) {
        let delay = Duration::from_millis(timer.at.since_ms(shared.clock.now()));
        self.insert(timer, delay);
    }

    fn insert(&mut self, timer: ArmedTimer, delay: Duration) {
        self.disarm(&timer.key, &timer.timer);
        let name = (timer.key.clone(), timer.timer.clone());
        let key = self.delays.insert(timer, delay);
        self.keys.insert(name, key);
    }

    fn disarm(&mut self, key: &ConversationKey, timer: &Timer) {
        if let Some(key) = self.keys.remove(&(key.clone(), timer.clone())) {
            self.delays.remove(&key);
        }
    }

    fn fire(&mut self, due: ArmedTimer, shared: &Arc<Shared>) {
        self.keys.remove(&(due.key.clone(), due.timer.clone()));
        let Timer::Expiry(confirmation) = &due.timer;
        match shared.send(&due.key, Mail::Expired(confirmation.clone())) {
            Ok(()) | Err(Refused::Stopping | Refused::UnknownTenant { .. }) => {}
            Err(Refused::MailboxFull | Refused::TooManyConversations) => self.insert(due, RETRY),
        }
    }
}
