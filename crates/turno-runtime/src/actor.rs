//! One conversation in memory: receive, step, commit, dispatch, repeat. No decision about the dialogue is taken here.

use std::{sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::sleep};
use turno_core::{
    Assistant, ConfirmationId, ConversationKey, EventKind, ModelFailure, ModelFailureKind, ModelOutcome,
    RequestId, Timer, Turn,
};

use crate::{
    Incoming, Link,
    asks::{count, open_question},
    conversations::Shared,
    early::Early,
    keys,
    live::Lookup,
    mail::{Mail, Room},
    notices::tells_the_team,
    port::{Batch, CommitError, StoreError},
    state::{Known, State},
    work::{Attempts, Cause, Work, WorkError},
};

/// Acknowledgements wait this long for a commit that would take them along.
const ACKNOWLEDGEMENTS_WAIT: Duration = Duration::from_millis(200);

/// A conversation, live.
pub(crate) struct Actor {
    pub(crate) key: ConversationKey,
    pub(crate) shared: Arc<Shared>,
    mailbox: mpsc::Receiver<Box<Mail>>,
    pub(crate) state: Option<State>,
    /// What was known before work that came to nothing, until the state was read again.
    known: Option<Known>,
    pub(crate) link: Option<Link>,
    /// Room for the next frame on that link, where it was waited for.
    pub(crate) room: Option<Room>,
    early: Early,
    /// Questions whose timers have fired, and whose expiry could not be committed yet: their time is over, though a clock that was
    /// set back may say otherwise.
    overdue: Vec<ConfirmationId>,
    /// Until the first mail was taken, where that may be about nothing.
    lookup: Option<Lookup>,
}

impl Actor {
    pub(crate) fn new(
        key: ConversationKey,
        shared: Arc<Shared>,
        mailbox: mpsc::Receiver<Box<Mail>>,
        lookup: Option<Lookup>,
    ) -> Self {
        Self {
            key,
            shared,
            mailbox,
            state: None,
            known: None,
            link: None,
            room: None,
            early: Early::default(),
            overdue: Vec::new(),
            lookup,
        }
    }

    /// Takes mail until there has been none for a while, or the daemon stops.
    pub(crate) async fn run(mut self) {
        loop {
            if let Some(mail) = self.next().await {
                let mail = self.early.marked(*mail);
                let begins_nothing = mail.begins_nothing();
                // On the heap while it lasts: most conversations wait most of the time, and this is large.
                Box::pin(self.take(mail)).await;
                self.lookup = None;
                if begins_nothing && self.is_of_nothing() && self.shared.retire(&self.key, &self.mailbox) {
                    return;
                }
                continue;
            }
            // What could not be saved just now is not tried again: a broken store would never be left alone.
            if self.known.is_some() {
                Box::pin(self.leave_no_doubt()).await;
            } else if Box::pin(self.save_acknowledgements()).await {
                continue;
            }
            if self.is_waiting_for_room() || self.is_in_doubt() {
                continue;
            }
            if self.shared.retire(&self.key, &self.mailbox) {
                return;
            }
        }
    }

    /// The next mail; none where nothing happened for a while, or the daemon stops. A connection that takes frames again meanwhile
    /// is given what it lacks.
    async fn next(&mut self) -> Option<Box<Mail>> {
        loop {
            if let Ok(mail) = self.mailbox.try_recv() {
                return Some(mail);
            }
            if self.shared.stopping.is_cancelled() {
                return None;
            }
            let state = self.state.as_ref();
            let has_unsaved = state.is_some_and(State::has_unsaved_acknowledgement);
            let idle = Duration::from_secs(self.shared.options.idle_seconds);
            let full = if self.is_behind() { self.link.clone() } else { None };
            let room = async {
                match &full {
                    Some(link) => link.room().await,
                    None => std::future::pending().await,
                }
            };
            let room = tokio::select! {
                // In this order always, so that a run can be repeated. Nothing waits behind mail for long: frames for a
                // connection that has room again go out with the next mail's own.
                biased;
                mail = self.mailbox.recv() => return mail,
                room = room => room,
                () = sleep(if has_unsaved { ACKNOWLEDGEMENTS_WAIT } else { idle }) => return None,
                () = self.shared.stopping.cancelled() => return None,
            };
            match room {
                Some(room) => {
                    self.room = Some(room);
                    Box::pin(self.hand_over()).await;
                    self.room = None;
                }
                // The connection is gone.
                None => self.link = None,
            }
        }
    }

    /// After a commit that failed and may be kept all the same, the disk says that its frames were sent. So a conversation
    /// is read again before it leaves memory, and they are.
    async fn leave_no_doubt(&mut self) {
        if self.known.is_some() && self.loaded().await.is_ok() {
            self.hand_over().await;
        }
    }

    /// It could not be read again yet, or a question's end not be committed: the store is being opened anew. After the daemon's own end all frames are sent again.
    fn is_in_doubt(&self) -> bool {
        (self.known.is_some() || !self.overdue.is_empty()) && !self.shared.stopping.is_cancelled()
    }

    /// There is no such conversation, and nothing to keep in memory of it: ids that a gateway makes up take no room.
    fn is_of_nothing(&self) -> bool {
        self.known.is_none() && self.state.as_ref().is_none_or(State::is_new)
    }

    async fn take(&mut self, mail: Mail) {
        let Some(assistant) = self.shared.assistants.get(&self.key.tenant) else {
            return;
        };
        match mail {
            Mail::Incoming(incoming, link) => {
                self.link = Some(link);
                self.take_incoming(&assistant, incoming).await;
            }
            Mail::Due(due, link) => {
                self.link = self.link.take().or(link).filter(|link| !link.is_closed());
                let Timer::Expiry(confirmation) = due.timer.clone();
                if self.expire(&assistant, confirmation).await.is_err() {
                    self.shared.timers.try_again(due, self.link.clone()).await;
                }
            }
            Mail::Answered(answered, link) => {
                self.link = self.link.take().or(link).filter(|link| !link.is_closed());
                // Until the answer is worked on, nobody asks the same again.
                let (request, outcome, _asking) = *answered;
                self.take_answer(&assistant, request, outcome).await;
            }
            Mail::CalledOff(called_off) => {
                let (run, requests, _asking) = *called_off;
                count(&self.shared, &assistant, &self.key, run, &requests).await;
            }
            Mail::AskAgain(link, times) => {
                self.link = self.link.take().or(link).filter(|link| !link.is_closed());
                match self.loaded().await {
                    Ok(_) => self.ask_model(),
                    Err(_) => self.shared.look_again(self.key.clone(), self.link.clone(), times + 1),
                }
            }
            Mail::Over(owed, link) => {
                self.link = self.link.take().or(link).filter(|link| !link.is_closed());
                let over = Cause::Over(owed.clone());
                if self.work(&assistant, over).await.is_err() {
                    self.shared.try_telling_again(*owed, self.link.clone());
                }
            }
        }
    }

    /// The time of a question is over.
    async fn expire(&mut self, assistant: &Assistant, confirmation: ConfirmationId) -> Result<(), WorkError> {
        self.overdue.retain(|overdue| *overdue != confirmation);
        let expired = Cause::of(EventKind::Expired { confirmation: confirmation.clone() });
        let outcome = self.work(assistant, expired).await;
        if outcome.is_err() {
            self.overdue.push(confirmation);
        }
        outcome
    }

    /// Nothing answers a question whose time is over.
    async fn expire_overdue(&mut self, assistant: &Assistant) -> Result<(), WorkError> {
        while let Some(confirmation) = self.overdue.first().cloned() {
            self.expire(assistant, confirmation).await?;
        }
        Ok(())
    }

    /// An answer that cannot be worked on counts as none: asked again, it might well be the same.
    async fn take_answer(&mut self, assistant: &Assistant, request: RequestId, outcome: ModelOutcome) {
        let event = |outcome| {
            let request = request.clone();
            let outcome = Box::new(outcome);
            Cause::of(EventKind::ModelAnswered { request, outcome })
        };
        let mut failed = outcome.failed().to_vec();
        failed.extend(outcome.answer().map(|answer| answer.as_failed(ModelFailureKind::Malformed)));
        let mut taken = self.work(assistant, event(outcome)).await;
        if let Err(WorkError::Panicked | WorkError::Store(StoreError::TooLarge { .. })) = taken {
            let message = "the answer could not be worked on";
            let failure = ModelFailure { failed, ..ModelFailure::new(ModelFailureKind::Malformed, message) };
            taken = self.work(assistant, event(ModelOutcome::Failed(failure))).await;
        }
        if let Err(WorkError::Conflict | WorkError::Store(_) | WorkError::Record(_)) = taken {
            self.shared.look_again(self.key.clone(), self.link.clone(), 0);
        }
    }

    async fn take_incoming(&mut self, assistant: &Assistant, incoming: Incoming) {
        let event = match incoming {
            Incoming::Turn(turn) => return self.take_turn(assistant, turn).await,
            Incoming::Ack { seq } => return self.acknowledge(seq).await,
            Incoming::Resume { seq } => return self.resume(seq).await,
            Incoming::Journal { run } => return self.send_journal(run).await,
            Incoming::Interrupt { heard } => EventKind::Interrupted { heard },
            Incoming::Close { reason } => EventKind::Closed { reason },
        };
        // A conversation that never began can neither be interrupted nor end.
        if self.loaded().await.is_ok_and(|state| !state.is_new()) {
            let _logged = self.work(assistant, Cause::of(event)).await;
        }
    }

    /// A turn is worked on once; delivered again, it gets the frames that were recorded.
    async fn take_turn(&mut self, assistant: &Assistant, mut turn: Turn) {
        let id = turn.turn.clone();
        let outcome = match self.recorded(&id).await {
            Ok(Some(record)) => self.send_again(record, &id).await,
            Ok(None) => match self.expire_overdue(assistant).await {
                Ok(()) => {
                    turn.is_early |= self.loaded().await.is_ok_and(|state| state.is_question_unseen());
                    self.work(assistant, Cause::of(EventKind::TurnArrived(turn))).await
                }
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        if let Err(error) = outcome {
            self.tell_failure(id.as_str(), &error);
        }
    }

    /// One event, after what was noted before: step, commit, dispatch. Where another writer came between, all of it again
    /// from fresh reads.
    async fn work(&mut self, assistant: &Assistant, cause: Cause) -> Result<(), WorkError> {
        let turn = cause.turn();
        let mut attempts = Attempts::default();
        for _ in 0..self.shared.options.attempts.max(1) {
            match self.try_work(assistant, cause.clone(), &mut attempts).await {
                Ok(()) => return Ok(()),
                Err(WorkError::Conflict) => {
                    if attempts.pass.is_none()
                        && let Some(row) = self.changed_row(&attempts.read).await?
                    {
                        attempts.pass = Some(self.shared.turnstiles.enter(row).await);
                    }
                    // The other writer may have been another daemon, with the very same turn.
                    if let Some(turn) = turn
                        && let Some(record) = self.recorded(turn).await?
                    {
                        return self.send_again(record, turn).await;
                    }
                }
                Err(error) => {
                    tracing::error!(
                        target: "turno::conversation", conversation = %self.key, ?turn, %error, "an event was not worked on"
                    );
                    return Err(error);
                }
            }
        }
        tracing::warn!(target: "turno::conversation", conversation = %self.key, ?turn, "others were faster each time");
        Err(WorkError::Conflict)
    }

    async fn try_work(
        &mut self,
        assistant: &Assistant,
        cause: Cause,
        attempts: &mut Attempts,
    ) -> Result<(), WorkError> {
        let shared = Arc::clone(&self.shared);
        let link = self.link.clone();
        let opening = shared.store.opening();
        let state = self.take_loaded().await?;
        // Until the commit is known to be in, what is on disk counts: where it fails, the next event begins from there.
        self.known = Some(state.known());
        let asked = state.checkpoint.conversation.question_id().cloned();
        let mut work = Work::new(&shared, assistant, state, link.as_ref(), attempts);
        work.run(cause).await?;
        work.note_what_was_read();
        #[cfg(feature = "planted-faults")]
        crate::planted::write_early(&mut work, shared.store.as_ref()).await;
        let finished = work.finish(opening, link.as_ref());
        #[cfg(feature = "planted-faults")]
        let (finished, stubborn) = crate::planted::spoiled(finished, &self.key, link.as_ref());
        let has_news = tells_the_team(&finished.batch);
        let conversation = &finished.state.checkpoint.conversation;
        let may_ask = open_question(conversation).is_some();
        let question = conversation.question_id();
        let is_asked = question.is_some() && question != asked.as_ref();
        let outcome = self.commit(finished.batch, finished.state).await;
        if has_news {
            shared.news.notify_one();
        }
        #[cfg(feature = "planted-faults")]
        let outcome = stubborn.after(outcome, shared.store.as_ref(), link.as_ref()).await;
        match outcome {
            Ok(()) => {
                self.carry_out(finished.owed, &finished.executions);
                self.dispatch(finished.frames, finished.timers).await;
                if is_asked {
                    self.early.asked(self.mailbox.len());
                }
                self.ask_model();
            }
            // The question may be kept all the same, and then it expires; a call may be owed all the same.
            Err(WorkError::Store(_)) => {
                self.carry_out_in_doubt(finished.owed);
                self.arm_in_doubt(finished.timers).await;
                if may_ask {
                    shared.look_again(self.key.clone(), self.link.clone(), 0);
                }
            }
            Err(WorkError::Conflict | WorkError::Record(_) | WorkError::Panicked) => {}
        }
        outcome
    }

    async fn commit(&mut self, batch: Batch, state: State) -> Result<(), WorkError> {
        let of_models = batch.writes.iter().filter(|write| keys::model_use_in(&write.key).is_some());
        let spent = Batch { writes: of_models.cloned().collect(), ..Batch::default() };
        match self.shared.store.commit(batch).await {
            Ok(()) => {
                self.shared.budgets.committed(&spent);
                self.state = Some(state);
                self.known = None;
                Ok(())
            }
            Err(CommitError::Conflict) => Err(WorkError::Conflict),
            Err(CommitError::Store(error)) => Err(error.into()),
        }
    }

    /// Writes the state as it is.
    pub(crate) async fn commit_state(&mut self) -> Result<(), WorkError> {
        let Some(mut state) = self.state.take() else {
            return Ok(());
        };
        self.known = Some(state.known());
        let mut batch = Batch::default();
        state.advance(state.checkpoint.handed, &mut batch);
        self.commit(batch, state).await
    }

    /// Whether there was something to save.
    async fn save_acknowledgements(&mut self) -> bool {
        let Some(state) = self.state.as_ref().filter(|state| state.is_ahead_of_disk()) else {
            return false;
        };
        // Where it fails, it waits for the next event.
        let _saved = match self.shared.assistants.get(&self.key.tenant) {
            Some(assistant) if state.has_noted() => self.work(&assistant, Cause::Noted).await,
            Some(_) | None => self.commit_state().await,
        };
        true
    }

    pub(crate) async fn loaded(&mut self) -> Result<&mut State, WorkError> {
        let state = self.take_loaded().await?;
        Ok(self.state.insert(state))
    }

    /// The state, from memory or from the store; whoever takes it puts it back.
    async fn take_loaded(&mut self) -> Result<State, WorkError> {
        if let Some(state) = self.state.take() {
            return Ok(state);
        }
        let mut state = State::load(self.shared.store.as_ref(), &self.key).await?;
        if let Some(known) = self.known.take() {
            state.keep_known(known);
        }
        Ok(state)
    }
}
