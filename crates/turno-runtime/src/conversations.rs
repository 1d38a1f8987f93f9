//! All conversations: who is live, how mail reaches them, how they stop.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::{Notify, mpsc};
use tokio_util::{
    sync::{CancellationToken, DropGuard},
    task::TaskTracker,
};
use turno_core::{Assistant, Conversation, ConversationKey, Timestamp};

use crate::{
    Assistants, Budgets, ConversationsOptions, Delivery, LanguageModels, Link, NoModel, Refused, StoreSecret,
    ToolRegistry,
    actor::Actor,
    asks::{self, Asks},
    live::Live,
    mail::Mail,
    owed::{self, OwedCall, Owner},
    port::{Clock, Store, StoreError},
    timers::{Timers, TimersHandle},
    turnstile::Turnstiles,
};

/// A conversation or a store that takes nothing just now is asked again after this.
pub(crate) const BUSY: Duration = Duration::from_millis(250);

/// What another daemon on the same store spent on models is seen after this at the latest.
const SPENDING_READ_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// The service: one actor for each live conversation.
#[derive(Debug)]
pub struct Conversations;

/// The way to the conversations. Cheap to clone. When the last one is dropped, what was taken in is finished in the
/// background, and the actors end; whoever wants to wait for that calls [`ConversationsHandle::drain`].
#[derive(Clone)]
pub struct ConversationsHandle {
    shared: Arc<Shared>,
    _stop_with_the_last: Arc<DropGuard>,
}

/// What the actors have in common.
pub(crate) struct Shared {
    pub(crate) options: ConversationsOptions,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) assistants: Assistants,
    pub(crate) registry: Arc<ToolRegistry>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) timers: TimersHandle,
    pub(crate) turnstiles: Turnstiles,
    /// Who answers what is asked of a language model.
    pub(crate) models: LanguageModels,
    /// What was spent on them today.
    pub(crate) budgets: Budgets,
    /// What is asked just now.
    pub(crate) asks: Asks,
    /// What seeds of events are made from.
    pub(crate) secret: StoreSecret,
    /// Tells this daemon's connections from an earlier one's.
    pub(crate) started_at: Timestamp,
    pub(crate) stopping: CancellationToken,
    /// The team is to be told something.
    pub(crate) news: Arc<Notify>,
    tracker: TaskTracker,
    live: Mutex<Live>,
}

impl Conversations {
    /// Starts: reads the timers that are armed, and serves what is delivered from now on. Runs on the tokio runtime that
    /// it is called from.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn start(
        options: ConversationsOptions,
        store: Arc<dyn Store>,
        assistants: Assistants,
        registry: Arc<ToolRegistry>,
        clock: Arc<dyn Clock>,
    ) -> Result<ConversationsHandle, StoreError> {
        let nobody = LanguageModels::without_budget(Arc::new(NoModel));
        Self::start_with_models(options, store, assistants, registry, clock, nobody).await
    }

    /// The same, with language models for the graphs that want one.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn start_with_models(
        options: ConversationsOptions,
        store: Arc<dyn Store>,
        assistants: Assistants,
        registry: Arc<ToolRegistry>,
        clock: Arc<dyn Clock>,
        models: LanguageModels,
    ) -> Result<ConversationsHandle, StoreError> {
        let timers = Timers::load(store.as_ref()).await?;
        let left_over = owed::left_over(store.as_ref()).await?;
        let unanswered = asks::left_over(store.as_ref()).await?;
        let secret = StoreSecret::of_store(store.as_ref()).await?;
        let stopping = CancellationToken::new();
        let shared = Arc::new(Shared {
            options,
            store,
            assistants,
            registry,
            secret,
            started_at: clock.now(),
            clock,
            timers: timers.handle(),
            turnstiles: Turnstiles::default(),
            models,
            budgets: Budgets::new(SPENDING_READ_AGAIN_AFTER),
            asks: Asks::default(),
            stopping: stopping.clone(),
            news: Arc::default(),
            tracker: TaskTracker::new(),
            live: Mutex::default(),
        });
        shared.tracker.spawn(timers.run(Arc::clone(&shared)));
        for call in left_over {
            shared.carry_out(call, Owner::AnEarlierDaemon, None);
        }
        for asked in unanswered {
            shared.look_again(asked.key, None, 0);
        }
        Ok(ConversationsHandle { shared, _stop_with_the_last: Arc::new(stopping.drop_guard()) })
    }
}

impl ConversationsHandle {
    /// Hands a delivery to its conversation, without waiting for what comes of it: frames come over its link.
    ///
    /// # Errors
    /// [`Refused`] where it was not taken in; nothing of it was kept.
    pub fn deliver(&self, delivery: Delivery) -> Result<(), Refused> {
        let Delivery { key, incoming, link } = delivery;
        if self.shared.assistants.get(&key.tenant).is_none() {
            let known = self.shared.assistants.tenants().join(", ");
            return Err(Refused::UnknownTenant { tenant: key.tenant, known });
        }
        self.shared.send(&key, Mail::Incoming(incoming, link))
    }

    /// How many conversations are in memory.
    pub fn live_count(&self) -> usize {
        self.shared.live().len()
    }

    /// Told of each commit that tells the team something: for [`Notices`](crate::Notices).
    pub fn news(&self) -> Arc<Notify> {
        Arc::clone(&self.shared.news)
    }

    /// The tenants that are served, in the order of their names.
    pub fn tenants(&self) -> Vec<String> {
        self.shared.assistants.tenants()
    }

    /// Takes nothing more in, finishes what was taken in, and returns when all of it is committed.
    pub async fn drain(&self) {
        {
            // Under the lock: what was let in before has its actor, and nothing is let in after.
            let _live = self.shared.live();
            self.shared.stopping.cancel();
            self.shared.tracker.close();
        }
        self.shared.tracker.wait().await;
    }
}

impl std::fmt::Debug for ConversationsHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConversationsHandle").field("live", &self.live_count()).finish_non_exhaustive()
    }
}

impl Shared {
    /// Puts mail into a conversation's mailbox; brings the conversation into memory where it is not.
    pub(crate) fn send(self: &Arc<Self>, key: &ConversationKey, mail: Mail) -> Result<(), Refused> {
        // Mail is queued under the same lock under which an actor retires, so none falls between the two. An actor
        // that began to stop would take no more.
        let mut live = self.live();
        if self.stopping.is_cancelled() {
            return Err(Refused::Stopping);
        }
        let mail = Box::new(mail);
        let mail = match live.get(key) {
            Some(sender) => match sender.try_send(mail) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(_)) => return Err(Refused::MailboxFull),
                // Its task is gone without having retired; the next one begins from the store.
                Err(mpsc::error::TrySendError::Closed(mail)) => mail,
            },
            None if !live.has_room_for(&key.tenant, self.options.live_max, self.assistants.count()) => {
                return Err(Refused::TooManyConversations);
            }
            None => mail,
        };
        let lookup = match mail.begins_nothing() {
            true => Some(live.look_up(&key.tenant).ok_or(Refused::TooManyConversations)?),
            false => None,
        };
        let (sender, mailbox) = mpsc::channel(self.options.mailbox.max(1));
        let _queued = sender.try_send(mail);
        live.insert(key, sender);
        self.tracker.spawn(Actor::new(key.clone(), Arc::clone(self), mailbox, lookup).run());
        Ok(())
    }

    /// Puts mail into a conversation's mailbox as soon as it takes some; nowhere where the daemon stops, or the tenant is gone.
    pub(crate) async fn send_when_free(self: &Arc<Self>, key: &ConversationKey, mail: impl Fn() -> Mail) {
        loop {
            match self.send(key, mail()) {
                Ok(()) | Err(Refused::Stopping | Refused::UnknownTenant { .. }) => return,
                Err(Refused::MailboxFull | Refused::TooManyConversations) => {
                    if !self.pause().await {
                        return;
                    }
                }
            }
        }
    }

    /// Waits a moment; false where the daemon stops.
    pub(crate) async fn pause(&self) -> bool {
        tokio::select! {
            () = tokio::time::sleep(BUSY) => true,
            () = self.stopping.cancelled() => false,
        }
    }

    /// Has a call made that is owed.
    pub(crate) fn carry_out(self: &Arc<Self>, call: OwedCall, owner: Owner, link: Option<Link>) {
        self.tracker.spawn(owed::carry_out(Arc::clone(self), call, owner, link));
    }

    /// Has a call made if it is owed.
    pub(crate) fn carry_out_if_owed(self: &Arc<Self>, call: OwedCall, link: Option<Link>) {
        self.tracker.spawn(owed::carry_out_if_owed(Arc::clone(self), call, link));
    }

    /// Has a conversation told again, in a moment, what came of a call.
    pub(crate) fn try_telling_again(self: &Arc<Self>, call: OwedCall, link: Option<Link>) {
        self.tracker.spawn(owed::tell_again(Arc::clone(self), call, link));
    }

    /// Puts a conversation's open question to a model.
    pub(crate) fn ask(
        self: &Arc<Self>,
        assistant: Arc<Assistant>,
        conversation: Conversation,
        link: Option<Link>,
    ) {
        self.tracker.spawn(asks::ask(Arc::clone(self), assistant, conversation, link));
    }

    /// Has a conversation look, in a moment that grows with the `times` it could not, whether it waits for a model.
    pub(crate) fn look_again(self: &Arc<Self>, key: ConversationKey, link: Option<Link>, times: u32) {
        self.tracker.spawn(asks::look_again(Arc::clone(self), key, link, times));
    }

    /// Takes an actor out of memory, unless mail has come meanwhile.
    pub(crate) fn retire(&self, key: &ConversationKey, mailbox: &mpsc::Receiver<Box<Mail>>) -> bool {
        let mut live = self.live();
        let is_idle = mailbox.is_empty();
        if is_idle {
            live.remove(key);
        }
        is_idle
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        // Nothing that can panic happens under the lock.
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
