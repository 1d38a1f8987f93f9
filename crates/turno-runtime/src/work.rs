//! One event worked on in memory: step, the tools that it calls, step again, until nothing more is asked for.

mod fault;

use std::{
    collections::{BTreeMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
};

use turno_core::{
    Assistant, CallId, Effect, Event, EventKind, ModelOutcome, RequestId, Timer, Timestamp, ToolCall,
    ToolOutcome, TurnId, step,
};

use crate::{
    Link, Outgoing, OutgoingBody,
    asks::open_question,
    batch::Finished,
    codec::{Entry, LedgerRecord, forgotten_outcome},
    conversations::Shared,
    executions::ExecutionRecord,
    keys,
    owed::OwedCall,
    port::{Batch, Expectation, ToolContext},
    registry::Admitted,
    state::State,
    turnstile::Pass,
    usage::{Used, refused_rows, usage_day, usage_rows},
};
pub(crate) use fault::WorkError;

/// What there is to work on.
#[derive(Debug, Clone)]
pub(crate) enum Cause {
    /// Something happened.
    Event(Box<EventKind>),
    /// A call that acted outside is over.
    Over(Box<OwedCall>),
    /// Only what was noted before.
    Noted,
}

impl Cause {
    /// Something happened.
    pub(crate) fn of(kind: EventKind) -> Self {
        Self::Event(Box::new(kind))
    }

    /// The turn that arrived, where one did.
    pub(crate) fn turn(&self) -> Option<&TurnId> {
        match self {
            Self::Event(kind) => kind.as_turn().map(|turn| &turn.turn),
            Self::Over(_) | Self::Noted => None,
        }
    }
}

/// What outlives an attempt at the same work that came to nothing because another writer came between.
#[derive(Default)]
pub(crate) struct Attempts {
    /// Held until after the commit.
    pub(crate) pass: Option<Pass>,
    /// What the tools of the latest attempt had read.
    pub(crate) read: Vec<Expectation>,
    /// What services outside answered, and what is to be asked of them: neither is done again.
    answered: BTreeMap<CallId, (ToolCall, Admitted)>,
}

/// The work on one event, before its commit.
pub(crate) struct Work<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) assistant: &'a Assistant,
    /// One moment for all that follows from the event.
    pub(crate) at: Timestamp,
    /// Changed in place: where nothing comes of the work, the conversation is read from the store again.
    pub(crate) state: State,
    pub(crate) began_in_run: u32,
    pub(crate) began_with_question: Option<RequestId>,
    pub(crate) events: Vec<Event>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) tool_batch: Batch,
    /// Confirmed calls that were carried out: the key of each.
    pub(crate) ledger: Vec<(String, CallId)>,
    /// Calls that act outside, to be made after the commit.
    pub(crate) owed: Vec<OwedCall>,
    /// Calls that are over, to be told to whoever watches after the commit.
    pub(crate) executions: Vec<ExecutionRecord>,
    /// The row of a call that is over, and its bytes: it goes with the commit.
    pub(crate) settled: Option<(Vec<u8>, Vec<u8>)>,
    link: Option<&'a Link>,
    attempts: &'a mut Attempts,
}

impl<'a> Work<'a> {
    pub(crate) fn new(
        shared: &'a Shared,
        assistant: &'a Assistant,
        state: State,
        link: Option<&'a Link>,
        attempts: &'a mut Attempts,
    ) -> Self {
        Self {
            shared,
            assistant,
            link,
            attempts,
            at: shared.clock.now(),
            began_in_run: state.checkpoint.conversation.run,
            began_with_question: open_question(&state.checkpoint.conversation).cloned(),
            state,
            events: Vec::new(),
            effects: Vec::new(),
            tool_batch: Batch::default(),
            ledger: Vec::new(),
            owed: Vec::new(),
            executions: Vec::new(),
            settled: None,
        }
    }

    /// Steps through what happened and all outcomes that follow from it.
    pub(crate) async fn run(&mut self, cause: Cause) -> Result<(), WorkError> {
        let first = match cause {
            Cause::Event(kind) => Some(*kind),
            Cause::Over(owed) => match self.settle(*owed).await? {
                Some(kind) => Some(kind),
                None => return Ok(()),
            },
            Cause::Noted => None,
        };
        if let Some(noted) = self.state.take_noted() {
            let noted = self.event(noted.at, noted.kind);
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
            let event = self.event_of(kind).await?;
            let effects = self.step(event.clone())?;
            self.events.push(event);
            self.read_side_by_side(&effects).await;
            for effect in &effects {
                if let Effect::CallTool(call) = effect
                    && let Some(outcome) = self.call(call).await?
                {
                    kinds.push_back(EventKind::ToolFinished { call: call.call.clone(), outcome });
                }
            }
            self.effects.extend(effects);
        }
        self.note_usage().await
    }

    /// What was asked of models is counted in the commit that keeps the answers.
    async fn note_usage(&mut self) -> Result<(), WorkError> {
        let outcomes = self.events.iter().filter_map(|event| event.kind.as_model_outcome());
        let used: Vec<Used> = outcomes.flat_map(Used::of).collect();
        if used.is_empty() {
            return Ok(());
        }
        let conversation = &self.state.checkpoint.conversation;
        let day = usage_day(self.at, &self.assistant.settings().time_zone);
        let store = self.shared.store.as_ref();
        let key = &conversation.key;
        let rows = usage_rows(store, key, conversation.run, day, &used).await?;
        let outcomes = self.events.iter().filter_map(|event| event.kind.as_model_outcome());
        let failed = outcomes.flat_map(ModelOutcome::failed);
        let refused = refused_rows(store, self.assistant, key, (self.at, day), failed).await?;
        self.tool_batch.append(rows);
        self.tool_batch.append(refused);
        Ok(())
    }

    /// Where several services are read for one answer of a model, none waits for another; each call finds its result afterwards.
    async fn read_side_by_side(&mut self, effects: &[Effect]) {
        let shared = self.shared;
        let tenant = &self.state.checkpoint.conversation.key.tenant;
        let is_new = |call: &&ToolCall| !self.attempts.answered.contains_key(&call.call);
        let calls: Vec<ToolCall> = effects
            .iter()
            .filter_map(Effect::as_call)
            .filter(|call| call.grant.is_none() && shared.registry.goes_outside(tenant, &call.tool))
            .filter(is_new)
            .cloned()
            .collect();
        if calls.len() < 2 {
            return;
        }
        let contexts: Vec<ToolContext> = calls.iter().map(|call| self.context_of(call)).collect();
        let reads = contexts.iter().zip(&calls).map(|(context, call)| {
            tell_progress(self.link, context, call);
            shared.registry.prepare(shared.store.as_ref(), self.assistant, context, call)
        });
        let admitted = futures_util::future::join_all(reads).await;
        for (call, admitted) in calls.into_iter().zip(admitted) {
            self.attempts.answered.insert(call.call.clone(), (call, admitted));
        }
    }

    fn context_of(&self, call: &ToolCall) -> ToolContext {
        ToolContext::of_call(self.assistant, &self.state.checkpoint.conversation, call)
    }

    /// Something that happened, with its seed.
    pub(crate) fn event(&self, at: Timestamp, kind: EventKind) -> Event {
        let checkpoint = &self.state.checkpoint;
        let key = &checkpoint.conversation.key;
        // A run that begins here begins its entries anew; before it, the entry has the number of the run before.
        let (run, entry) = (self.began_in_run, checkpoint.next_entry);
        let seed = self.shared.secret.seed(key, run, entry, self.events.len(), at);
        Event { at, seed: Some(seed), kind }
    }

    fn step(&mut self, event: Event) -> Result<Vec<Effect>, WorkError> {
        let (assistant, conversation) = (self.assistant, &mut self.state.checkpoint.conversation);
        // A half-stepped conversation is thrown away with this work, so nothing sees it.
        catch_unwind(AssertUnwindSafe(|| step(assistant, conversation, event)))
            .map_err(|_| WorkError::Panicked)
    }

    /// A call that is over, as an event; none where it was told before.
    async fn settle(&mut self, owed: OwedCall) -> Result<Option<EventKind>, WorkError> {
        let row = keys::owed(&owed.context.key);
        let Some(bytes) = self.shared.store.get(&row).await? else {
            return Ok(None);
        };
        let Some(over) = owed.over.clone() else {
            return Ok(None);
        };
        self.settled = Some((row, bytes));
        let duration_ms = over.duration_ms.unwrap_or_default();
        let execution = self.shared.registry.execution(&owed.context, &owed.call, &over.outcome, duration_ms);
        self.note_execution(execution);
        let is_known = match &over.outcome {
            ToolOutcome::Done(_) => true,
            // Whatever came of it, it is not done again.
            ToolOutcome::Failed(failure) => failure.code == "unknown",
        };
        if let ToolOutcome::Failed(failure) = &over.outcome
            && failure.code == "unknown"
        {
            owed.unknown_notice(self.assistant.settings().language, over.at, &failure.message)
                .put(&mut self.tool_batch);
        }
        if let Some(grant) = owed.call.grant.filter(|_| is_known) {
            self.ledger.push((grant.key, owed.call.call.clone()));
        }
        Ok(Some(EventKind::ToolFinished { call: owed.call.call, outcome: over.outcome }))
    }

    /// A call under a key that has an outcome gets that outcome; any other is prepared, and its writes join the commit. None:
    /// it acts outside, and is made after the commit.
    async fn call(&mut self, call: &ToolCall) -> Result<Option<ToolOutcome>, WorkError> {
        if let Some(grant) = &call.grant
            && let Some(outcome) = self.carried_out(&grant.key).await?
        {
            return Ok(Some(outcome));
        }
        let context = self.context_of(call);
        let mut prepared = match self.prepare(&context, call).await {
            Admitted::Ready(prepared) => *prepared,
            Admitted::Outside => {
                self.owed.push(OwedCall {
                    call: call.clone(),
                    context,
                    over: None,
                    taken_by: None,
                    untold: 0,
                });
                return Ok(None);
            }
        };
        if call.grant.is_some()
            && self.queued_where_it_is_busy(&prepared.batch).await
            && let Admitted::Ready(again) = self.prepare(&context, call).await
        {
            prepared = *again;
        }
        if let (Some(grant), ToolOutcome::Done(_)) = (&call.grant, &prepared.outcome) {
            self.ledger.push((grant.key.clone(), call.call.clone()));
        }
        self.note_execution(prepared.execution);
        self.tool_batch.append(prepared.batch);
        Ok(Some(prepared.outcome))
    }

    fn note_execution(&mut self, execution: ExecutionRecord) {
        execution.put(&mut self.tool_batch);
        self.executions.push(execution);
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
                let entry = store.get(&key).await?.map(|bytes| Entry::decode(&bytes)).transpose()?;
                let outcome = entry.and_then(|entry| entry.outcome_of(&call).cloned());
                Ok(Some(outcome.unwrap_or_else(forgotten_outcome)))
            }
        }
    }

    async fn prepare(&mut self, context: &ToolContext, call: &ToolCall) -> Admitted {
        if let Some((answered, admitted)) = self.attempts.answered.get(&call.call)
            && answered == call
        {
            return admitted.clone();
        }
        let shared = self.shared;
        let goes_outside = shared.registry.goes_outside(&context.conversation.tenant, &call.tool);
        if goes_outside {
            tell_progress(self.link, context, call);
        }
        let admitted = shared.registry.prepare(shared.store.as_ref(), self.assistant, context, call).await;
        if goes_outside || admitted == Admitted::Outside {
            let answered = (call.clone(), admitted.clone());
            self.attempts.answered.insert(call.call.clone(), answered);
        }
        admitted
    }

    /// Waits where somebody is about to change a row that was read; then it is to be read again.
    async fn queued_where_it_is_busy(&mut self, batch: &Batch) -> bool {
        if self.attempts.pass.is_some() {
            return false;
        }
        let turnstiles = &self.shared.turnstiles;
        let mut rows = batch.expectations.iter().map(|expected| &expected.key);
        let Some(row) = rows.find(|row| turnstiles.is_busy(row)) else {
            return false;
        };
        self.attempts.pass = Some(turnstiles.enter(row).await);
        true
    }

    /// What the tools read, for the next attempt where this one comes to nothing.
    pub(crate) fn note_what_was_read(&mut self) {
        self.attempts.read.clone_from(&self.tool_batch.expectations);
    }

    /// All of it as one batch, which rests on what was read in that opening of the store, or was committed before it.
    pub(crate) fn finish(self, opening: u64, link: Option<&Link>) -> Finished {
        let daemon = self.shared.started_at;
        let mut finished = Finished::of(self, daemon, link);
        finished.batch.opening = Some(opening);
        finished
    }
}

/// Somebody who speaks can say that it takes a moment. It is no loss where it does not arrive.
pub(crate) fn tell_progress(link: Option<&Link>, context: &ToolContext, call: &ToolCall) {
    if let (Some(link), Some(turn)) = (link, &context.turn) {
        let _sent = link.send(Outgoing {
            key: context.conversation.clone(),
            body: OutgoingBody::Progress { turn: turn.clone(), tool: call.tool.clone() },
        });
    }
}
