//! Making a recording anew: the users' events as they are, the tools really run on an empty store.

use std::sync::Arc;

use serde_json::{Map, Value};
use turno_core::{
    Assistant, Channel, Conversation, ConversationKey, Effect, Event, EventKind, ModelOutcome, Timer,
    Timestamp, ToolCall, ToolOutcome, step,
};
use turno_runtime::{
    ToolRegistry,
    port::{CommitError, Store, ToolContext},
};
use turno_store::MemoryStore;

use super::{
    by_hand::ByHand,
    recording::{Entry, Header, Recording},
    taped::Taped,
};
use crate::assemble::Assembly;

/// Calls are prepared again this often where another call came between.
const CONFLICTS_MAX: usize = 5;

/// Plays the recording's events and writes down what happens.
///
/// # Errors
/// Says what could not be done.
pub(super) fn bless(
    assembly: &Assembly,
    assistant: &Assistant,
    recording: &Recording,
    taped: Option<&Taped>,
) -> Result<Recording, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let mut player = Player {
            assistant,
            registry: assembly.registry(),
            taped,
            store: MemoryStore::new(),
            conversation: Conversation::new(recording.key()),
            by_hand: ByHand::of(recording),
            timers: Vec::new(),
            keep_outcomes: recording.header.keep_outcomes,
            header: &recording.header,
            entries: Vec::new(),
        };
        if let Some(business) = assembly.businesses.get(&recording.header.tenant) {
            let seeded = turno_business::seed_shop(&player.store, business).await;
            seeded.map_err(|error| error.to_string())?;
        }
        for entry in &recording.entries {
            player.play(entry, recording.header.late_timers).await?;
        }
        Ok(Recording { header: recording.header.clone(), entries: player.entries })
    })
}

struct Player<'a> {
    assistant: &'a Assistant,
    registry: Arc<ToolRegistry>,
    /// Where models' answers come from; none: they are kept as recorded.
    taped: Option<&'a Taped>,
    store: MemoryStore,
    conversation: Conversation,
    by_hand: ByHand,
    timers: Vec<(Timestamp, Timer)>,
    keep_outcomes: bool,
    header: &'a Header,
    entries: Vec<Entry>,
}

impl Player<'_> {
    async fn play(&mut self, entry: &Entry, late_timers: bool) -> Result<(), String> {
        match entry {
            Entry::Event { event, .. } => {
                if !late_timers {
                    self.fire_timers_until(event.at).await?;
                }
                let is_made_anew = match event.kind {
                    EventKind::ToolFinished { .. } => !self.keep_outcomes,
                    EventKind::Expired { .. } => !late_timers,
                    EventKind::ModelAnswered { .. } => self.taped.is_some(),
                    EventKind::TurnArrived(_)
                    | EventKind::Interrupted { .. }
                    | EventKind::Delivered { .. }
                    | EventKind::Closed { .. } => false,
                };
                if is_made_anew { Ok(()) } else { self.take(self.as_it_is_now(event)).await }
            }
            Entry::Elsewhere { at, tool, parameters } => {
                self.call_elsewhere(*at, tool, parameters).await?;
                self.entries.push(entry.clone());
                Ok(())
            }
        }
    }

    /// A kept answer of a model's is the answer to the question that is open now, its calls read by the schemas of now.
    fn as_it_is_now(&self, event: &Event) -> Event {
        let mut event = event.clone();
        if let EventKind::ModelAnswered { request, outcome } = &mut event.kind
            && let Some((_, open)) = self.conversation.phase.generating()
        {
            *request = open.clone();
            if let ModelOutcome::Answered { answer, .. } = &**outcome {
                **outcome = self.registry.read_answer(self.assistant, &self.conversation, answer.clone());
            }
        }
        event
    }

    async fn fire_timers_until(&mut self, at: Timestamp) -> Result<(), String> {
        while let Some(index) = self.timers.iter().position(|(due, _)| *due < at) {
            let (due, Timer::Expiry(confirmation)) = self.timers.remove(index);
            let expired = EventKind::Expired { confirmation };
            self.take(Event::new(due, expired)).await?;
        }
        Ok(())
    }

    async fn take(&mut self, first: Event) -> Result<(), String> {
        let mut events = vec![first];
        while let Some(event) = events.pop() {
            let whole = self.by_hand.whole(&event);
            let effects = step(self.assistant, &mut self.conversation, whole);
            let effects = self.header.told_of(effects);
            self.by_hand.note(&effects);
            for effect in &effects {
                match effect {
                    Effect::ArmTimer { timer, at } => self.timers.push((*at, timer.clone())),
                    Effect::DisarmTimer { timer } => self.timers.retain(|(_, armed)| armed != timer),
                    Effect::CallTool(call) if !self.keep_outcomes => {
                        let outcome = self.call(call).await?;
                        let kind = EventKind::ToolFinished { call: call.call.clone(), outcome };
                        events.push(Event::new(event.at, kind));
                    }
                    Effect::AskModel { request } => {
                        let Some(taped) = self.taped else { continue };
                        let outcome = taped.answer(self.assistant, &self.conversation).await?;
                        let kind =
                            EventKind::ModelAnswered { request: request.clone(), outcome: Box::new(outcome) };
                        events.push(Event::new(event.at, kind));
                    }
                    Effect::CallTool(_)
                    | Effect::Reply(_)
                    | Effect::Expired { .. }
                    | Effect::LeftOut(_)
                    | Effect::HandOff(_)
                    | Effect::Close { .. } => {}
                }
            }
            self.entries.push(Entry::Event { line: 0, event: Box::new(event), effects });
        }
        Ok(())
    }

    async fn call(&self, call: &ToolCall) -> Result<ToolOutcome, String> {
        let context = ToolContext::of_call(self.assistant, &self.conversation, call);
        self.run(&context, call).await
    }

    async fn run(&self, context: &ToolContext, call: &ToolCall) -> Result<ToolOutcome, String> {
        for _ in 0..CONFLICTS_MAX {
            let admitted = self.registry.prepare(&self.store, self.assistant, context, call).await;
            let Some(prepared) = admitted.ready() else {
                return Err(format!("{} acts outside: what came of it is written by hand", call.tool));
            };
            match self.store.commit(prepared.batch).await {
                Ok(()) => return Ok(prepared.outcome),
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(error)) => return Err(error.to_string()),
            }
        }
        Err(format!("{} met a conflict {CONFLICTS_MAX} times", call.tool))
    }

    /// Another customer's call, confirmed by them.
    async fn call_elsewhere(
        &self,
        at: Timestamp,
        tool: &str,
        parameters: &Map<String, Value>,
    ) -> Result<(), String> {
        let key = ConversationKey {
            tenant: self.conversation.key.tenant.clone(),
            channel: Channel::Test,
            id: format!("elsewhere-{}", self.entries.len()),
        };
        let context = ToolContext {
            key: key.to_string(),
            conversation: key,
            branch: None,
            caller_phone: None,
            language: None,
            now: at,
            seed: Some(self.by_hand.seed_elsewhere(self.entries.len(), at)),
            turn: None,
            agent: None,
            calls_before: 0,
            lines: Vec::new(),
        };
        let confirmation = turno_core::ConfirmationId("elsewhere".to_owned());
        let call = ToolCall {
            call: turno_core::CallId("elsewhere".to_owned()),
            tool: tool.to_owned(),
            parameters: parameters.clone(),
            grant: Some(turno_core::Grant { confirmation, key: context.key.clone() }),
        };
        match self.run(&context, &call).await? {
            ToolOutcome::Done(result) if !ToolOutcome::is_refusal(&result) => Ok(()),
            ToolOutcome::Done(result) => Err(format!("the call elsewhere of {tool} was refused: {result}")),
            ToolOutcome::Failed(failure) => {
                Err(format!("the call elsewhere of {tool} failed: {}", failure.message))
            }
        }
    }
}
