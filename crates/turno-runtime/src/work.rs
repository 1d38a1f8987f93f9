//! One event worked on in memory: step, the tools that it calls, step again, until nothing more is asked for.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
};

use turno_core::{
    Assistant, CallId, Effect, Event, EventKind, Timer, Timestamp, ToolCall, ToolOutcome, step,
};

use crate::{
    Link,
    batch::Finished,
    codec::{CodecError, Entry, LedgerRecord, forgotten_outcome},
    conversations::Shared,
    keys,
    port::{Batch, StoreError, ToolContext},
    registry::PreparedCall,
    state::State,
    turnstile::Pass,
};

/// What a gateway is told where the same turn may well fail again.
const INTERNAL: &str = "an internal fault, and nothing was changed: send it again, or say it in other words";

/// Why an event was not worked on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkError {
    /// Another writer came between.
    #[error("another writer came between")]
    Conflict,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] CodecError),
    /// The step panicked: a fault of Turno's own.
    #[error("the step panicked")]
    Panicked,
}

impl WorkError {
    /// The code that a gateway sees.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Conflict => "busy",
            // The same again would be as large.
            Self::Store(StoreError::TooLarge { .. }) | Self::Panicked => "internal",
            Self::Store(_) | Self::Record(_) => "store_failed",
        }
    }

    /// What a gateway is told to do. What exactly happened is for the log.
    pub(crate) fn advice(&self) -> &'static str {
        match self {
            Self::Conflict => {
                "others were faster each time, and nothing was changed: send it again in a moment"
            }
            Self::Store(StoreError::TooLarge { .. }) | Self::Panicked => INTERNAL,
            Self::Store(_) | Self::Record(_) => {
                "the store failed, and nothing was answered: send it again in a moment, under the same id"
            }
        }
    }
}

/// The work on one event, before its commit.
pub(crate) struct Work<'a> {
    shared: &'a Shared,
    assistant: &'a Assistant,
    /// One moment for all that follows from the event.
    at: Timestamp,
    /// Changed in place: where nothing comes of the work, the conversation is read from the store again.
    pub(crate) state: State,
    pub(crate) began_in_run: u32,
    pub(crate) events: Vec<Event>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) tool_batch: Batch,
    /// Confirmed calls that were carried out: the key of each.
    pub(crate) ledger: Vec<(String, CallId)>,
    /// Held until after the commit.
    pass: &'a mut Option<Pass>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(
        shared: &'a Shared,
        assistant: &'a Assistant,
        state: State,
        pass: &'a mut Option<Pass>,
    ) -> Self {
        Self {
            shared,
            assistant,
            pass,
            at: shared.clock.now(),
            began_in_run: state.checkpoint.conversation.run,
            state,
            events: Vec::new(),
            effects: Vec::new(),
            tool_batch: Batch::default(),
            ledger: Vec::new(),
        }
    }

    /// Steps through the event and all outcomes that follow from it. None: only what was noted before.
    pub(crate) async fn run(&mut self, first: Option<EventKind>) -> Result<(), WorkError> {
        if let Some(noted) = self.state.take_noted() {
            let effects = self.step(noted.clone())?;
            self.events.push(noted);
            self.effects.extend(effects);
        }
        if let Some(EventKind::Expired { confirmation }) = &first {
            let fired = Timer::Expiry(confirmation.clone());
            self.effects.push(Effect::DisarmTimer { timer: fired });
        }
        let mut kinds = VecDeque::from_iter(first);
        while let Some(kind) = kinds.pop_front() {
            let event = Event { at: self.at, kind };
            let effects = self.step(event.clone())?;
            self.events.push(event);
            for effect in &effects {
                if let Effect::CallTool(call) = effect {
                    let outcome = self.call(call).await?;
                    kinds.push_back(EventKind::ToolFinished {
                        call: call.call.clone(),
                        outcome,
                    });
                }
            }
            self.effects.extend(effects);
        }
        Ok(())
    }

    fn step(&mut self, event: Event) -> Result<Vec<Effect>, WorkError> {
        let (assistant, conversation) = (self.assistant, &mut self.state.checkpoint.conversation);
        // A half-stepped conversation is thrown away with this work, so nothing sees it.
        catch_unwind(AssertUnwindSafe(|| step(assistant, conversation, event)))
            .map_err(|_| WorkError::Panicked)
    }

    /// A call under a key that has an outcome gets that outcome; any other is prepared, and its writes join the commit.
    async fn call(&mut self, call: &ToolCall) -> Result<ToolOutcome, WorkError> {
        if let Some(grant) = &call.grant
            && let Some(outcome) = self.carried_out(&grant.key).await?
        {
            return Ok(outcome);
        }
        let mut prepared = self.prepare(call).await;
        if call.grant.is_some() && self.queued_where_it_is_busy(&prepared.batch).await {
            prepared = self.prepare(call).await;
        }
        if let (Some(grant), ToolOutcome::Done(_)) = (&call.grant, &prepared.outcome) {
            self.ledger.push((grant.key.clone(), call.call.clone()));
        }
        self.tool_batch.append(prepared.batch);
        Ok(prepared.outcome)
    }

    /// What came of the call that was carried out under that key, if one was.
    async fn carried_out(&self, idempotency_key: &str) -> Result<Option<ToolOutcome>, WorkError> {
        let store = &self.shared.store;
        let Some(bytes) = store.get(&keys::ledger(idempotency_key)).await? else {
            return Ok(None);
        };
        match LedgerRecord::decode(&bytes)? {
            LedgerRecord::Outcome(outcome) => Ok(Some(outcome)),
            LedgerRecord::At(entry, call) => {
                let key = keys::journal_entry(&self.state.checkpoint.conversation.key, entry);
                let entry = store
                    .get(&key)
                    .await?
                    .map(|bytes| Entry::decode(&bytes))
                    .transpose()?;
                let outcome = entry.and_then(|entry| entry.outcome_of(&call).cloned());
                Ok(Some(outcome.unwrap_or_else(forgotten_outcome)))
            }
        }
    }

    async fn prepare(&self, call: &ToolCall) -> PreparedCall {
        let context = ToolContext::of_call(&self.state.checkpoint.conversation, call);
        let shared = self.shared;
        shared
            .registry
            .prepare(shared.store.as_ref(), self.assistant, &context, call)
            .await
    }

    /// Waits where somebody is about to change a row that was read; then it is to be read again.
    async fn queued_where_it_is_busy(&mut self, batch: &Batch) -> bool {
        if self.pass.is_some() {
            return false;
        }
        let turnstiles = &self.shared.turnstiles;
        let mut rows = batch.expectations.iter().map(|expected| &expected.key);
        let Some(row) = rows.find(|row| turnstiles.is_busy(row)) else {
            return false;
        };
        *self.pass = Some(turnstiles.enter(row).await);
        true
    }

    /// All of it as one batch.
    pub(crate) fn finish(self, link: Option<&Link>) -> Finished {
        let daemon = self.shared.started_at;
        Finished::of(self, daemon, link)
    }
}
