//! One conversation in memory: receive, step, commit, dispatch, repeat. No decision about the dialogue is taken here.

use std::{sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::timeout};
use turno_core::{Assistant, ConversationKey, EventKind, Turn};

use crate::{
    Incoming, Link, Outgoing, OutgoingBody, TurnRecord,
    batch::State,
    codec::decode,
    conversations::Shared,
    keys,
    mail::Mail,
    port::{CommitError, StoreError},
    work::{Work, WorkError},
};

/// A turn is worked on again this often where others wrote between.
const CONFLICTS_MAX: usize = 5;

/// A conversation, live.
pub(crate) struct Actor {
    key: ConversationKey,
    shared: Arc<Shared>,
    mailbox: mpsc::Receiver<Mail>,
    state: Option<State>,
    link: Option<Link>,
}

impl Actor {
    pub(crate) fn new(key: ConversationKey, shared: Arc<Shared>, mailbox: mpsc::Receiver<Mail>) -> Self {
        Self { key, shared, mailbox, state: None, link: None }
    }

    /// Takes mail until there has been none for a while, or the daemon stops.
    pub(crate) async fn run(mut self) {
        loop {
            match self.next_mail().await {
                Some(mail) => self.take(mail).await,
                None => {
                    self.save_acknowledgements().await;
                    if self.shared.retire(&self.key, &self.mailbox) {
                        return;
                    }
                }
            }
        }
    }

    /// The next mail; none where the conversation is idle.
    async fn next_mail(&mut self) -> Option<Mail> {
        if let Ok(mail) = self.mailbox.try_recv() {
            return Some(mail);
        }
        let idle = Duration::from_secs(self.shared.options.idle_seconds);
        tokio::select! {
            mail = timeout(idle, self.mailbox.recv()) => mail.ok().flatten(),
            () = self.shared.stopping.cancelled() => self.mailbox.try_recv().ok(),
        }
    }

    async fn take(&mut self, mail: Mail) {
        let Some(assistant) = self.shared.assistants.get(&self.key.tenant) else { return };
        match mail {
            Mail::Incoming(incoming, link) => {
                let is_new_link = self.link.as_ref().is_none_or(|known| known.id() != link.id());
                self.link = Some(link);
                self.take_incoming(&assistant, incoming, is_new_link).await;
            }
            Mail::Expired(confirmation) => self.work(&assistant, EventKind::Expired { confirmation }, None).await,
        }
    }

    async fn take_incoming(&mut self, assistant: &Assistant, incoming: Incoming, is_new_link: bool) {
        match incoming {
            Incoming::Turn(turn) => self.take_turn(assistant, turn, is_new_link).await,
            Incoming::Interrupt { heard } => self.work(assistant, EventKind::Interrupted { heard }, None).await,
            Incoming::Close { reason } => self.work(assistant, EventKind::Closed { reason }, None).await,
            Incoming::Ack { seq } => self.acknowledge(assistant, seq).await,
            Incoming::Resume { seq } => {
                self.acknowledge(assistant, seq).await;
                self.resend().await;
            }
        }
    }

    /// A turn is worked on once; delivered again, it gets the frames that were recorded.
    async fn take_turn(&mut self, assistant: &Assistant, turn: Turn, is_new_link: bool) {
        match self.recorded(&turn).await {
            Ok(Some(record)) => record.frames.into_iter().for_each(|frame| self.send(frame)),
            Ok(None) => {
                if is_new_link {
                    self.resend().await;
                }
                let id = turn.turn.as_str().to_owned();
                self.work(assistant, EventKind::TurnArrived(turn), Some(&id)).await;
            }
            Err(error) => self.tell_failure(turn.turn.as_str(), "store_failed", &error.to_string()),
        }
    }

    async fn recorded(&self, turn: &Turn) -> Result<Option<TurnRecord>, WorkError> {
        let bytes = self.shared.store.get(&keys::turn(&self.key, &turn.turn)).await?;
        Ok(bytes.map(|bytes| decode(&bytes)).transpose()?)
    }

    /// One event: step, commit, dispatch. Where another writer came between, all of it again from fresh reads.
    async fn work(&mut self, assistant: &Assistant, kind: EventKind, turn: Option<&str>) {
        for _ in 0..CONFLICTS_MAX {
            let outcome = self.try_work(assistant, kind.clone()).await;
            match outcome {
                Ok(()) => return,
                Err(WorkError::Conflict) => {}
                Err(error) => {
                    // What is in memory may not be what is on disk: the next event begins from the store.
                    self.state = None;
                    tracing::error!(target: "turno::conversation", conversation = %self.key, %error, "an event was not worked on");
                    return self.tell_turn_failure(turn, error.code(), &error.to_string());
                }
            }
        }
        self.tell_turn_failure(turn, "busy", "others were faster each time: send it again in a moment");
    }

    async fn try_work(&mut self, assistant: &Assistant, kind: EventKind) -> Result<(), WorkError> {
        let shared = Arc::clone(&self.shared);
        let state = self.loaded().await?;
        let mut work = Work::new(&shared, assistant, state.checkpoint.clone());
        work.run(kind).await?;
        let finished = work.finish(state);
        match shared.store.commit(finished.batch).await {
            Ok(()) => {
                *state = finished.state;
                for command in finished.timers {
                    shared.timers.send(command);
                }
                finished.frames.into_iter().for_each(|frame| self.send(frame));
                Ok(())
            }
            Err(CommitError::Conflict) => {
                self.state = None;
                Err(WorkError::Conflict)
            }
            Err(CommitError::Store(error)) => Err(error.into()),
        }
    }

    /// Frames up to that number have arrived. That a question was delivered is an event; the rest is written with the
    /// next commit.
    async fn acknowledge(&mut self, assistant: &Assistant, seq: u64) {
        let Ok(state) = self.loaded().await else { return };
        state.acknowledge(seq);
        let awaits_delivery = state.checkpoint.conversation.pending.as_ref().is_some_and(|pending| {
            pending.delivered_at.is_none() && pending.asked_seq <= seq && seq < state.checkpoint.conversation.next_seq
        });
        if awaits_delivery {
            self.work(assistant, EventKind::Delivered { seq }, None).await;
        }
    }

    async fn save_acknowledgements(&mut self) {
        let Some(state) = &mut self.state else { return };
        let Some((batch, saved)) = state.saved_acknowledgements() else { return };
        if self.shared.store.commit(batch).await.is_ok() {
            *state = saved;
        }
    }

    /// Sends what the gateway has not acknowledged, in order.
    async fn resend(&mut self) {
        let Ok(state) = self.loaded().await else { return };
        let after = keys::outbox_frame(&state.checkpoint.conversation.key, state.acknowledged_seq());
        let prefix = keys::outbox(&self.key);
        let Ok(frames) = self.shared.store.scan(&prefix, Some(&after), usize::MAX).await else { return };
        for (_, bytes) in frames {
            match decode(&bytes) {
                Ok(frame) => self.send(frame),
                Err(error) => tracing::error!(target: "turno::conversation", conversation = %self.key, %error, "a frame of the outbox"),
            }
        }
    }

    async fn loaded(&mut self) -> Result<&mut State, WorkError> {
        let state = match self.state.take() {
            Some(state) => state,
            None => State::load(self.shared.store.as_ref(), &self.key).await?,
        };
        Ok(self.state.insert(state))
    }

    fn send(&self, frame: Outgoing) {
        // A link that is full or gone loses nothing: the frame is in the outbox until it is acknowledged.
        let _queued = self.link.as_ref().is_some_and(|link| link.send(frame));
    }

    fn tell_turn_failure(&self, turn: Option<&str>, code: &str, message: &str) {
        if let Some(turn) = turn {
            self.tell_failure(turn, code, message);
        }
    }

    fn tell_failure(&self, turn: &str, code: &str, message: &str) {
        let body = OutgoingBody::Failed { turn: turn.to_owned(), code: code.to_owned(), message: message.to_owned() };
        self.send(Outgoing { key: self.key.clone(), body });
    }
}

impl From<StoreError> for WorkError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
