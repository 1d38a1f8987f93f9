//! The real tools, in a bad mood at times, with a mark on what each call would write.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use serde_json::{Map, Value};
use turno_core::{ConversationKey, ToolSpec, TurnId};
use turno_runtime::port::{Prepared, Store, Tool, ToolContext, ToolError};

use crate::{disk::MARK, plan::Mood};

/// A destructive call that was prepared with something to write.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) conversation: ConversationKey,
    pub(crate) tool: String,
    /// The idempotency key.
    pub(crate) key: String,
    pub(crate) parameters: Map<String, Value>,
    pub(crate) result: Value,
    /// The turn that led to it.
    pub(crate) turn: Option<TurnId>,
}

/// What a run sees and steers of the tools. Clones are one.
#[derive(Clone, Default)]
pub(crate) struct Kitchen(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    moods: VecDeque<Mood>,
    calls: Vec<Call>,
}

impl Kitchen {
    /// The tools, wrapped.
    pub(crate) fn wrap(&self, tools: Vec<Arc<dyn Tool>>) -> Vec<Arc<dyn Tool>> {
        tools
            .into_iter()
            .map(|tool| -> Arc<dyn Tool> { Arc::new(Watched { tool, kitchen: self.clone() }) })
            .collect()
    }

    /// Forgets the run before.
    pub(crate) fn reset(&self) {
        *self.state() = State::default();
    }

    /// The next so many calls go like this.
    pub(crate) fn set_mood(&self, mood: Mood, count: u8) {
        let mut state = self.state();
        for _ in 0..count {
            state.moods.push_back(mood);
        }
    }

    /// No mood that is still to come comes.
    pub(crate) fn calm_down(&self) {
        self.state().moods.clear();
    }

    /// A call, by the mark on its batch.
    pub(crate) fn call(&self, number: usize) -> Option<Call> {
        self.state().calls.get(number).cloned()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Watched {
    tool: Arc<dyn Tool>,
    kitchen: Kitchen,
}

#[async_trait]
impl Tool for Watched {
    fn spec(&self) -> &ToolSpec {
        self.tool.spec()
    }

    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        let mood = self.kitchen.state().moods.pop_front();
        match mood {
            None => {}
            Some(Mood::Fails) => return Err(ToolError::Failed("the simulated tool failed".to_owned())),
            Some(Mood::Late) => tokio::time::sleep(Duration::from_millis(1_500)).await,
            Some(Mood::Hangs) => return std::future::pending().await,
        }
        let mut prepared = self.tool.prepare(store, context, parameters).await?;
        let spec = self.tool.spec();
        if spec.requires_confirmation && !prepared.batch.writes.is_empty() {
            let call = Call {
                conversation: context.conversation.clone(),
                tool: spec.name.clone(),
                key: context.key.clone(),
                parameters: parameters.clone(),
                result: prepared.result.clone(),
                turn: context.turn.clone(),
            };
            let mut state = self.kitchen.state();
            let number = state.calls.len() as u64;
            state.calls.push(call);
            prepared.batch.put([MARK, &number.to_be_bytes()].concat(), Vec::new());
        }
        Ok(prepared)
    }
}
