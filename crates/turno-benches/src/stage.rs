//! The demo restaurant without a daemon: conversations that are stepped by hand, on a store in memory.

use std::{path::Path, sync::Arc};

use turno_core::{
    Assistant, Channel, Conversation, ConversationKey, Effect, Event, EventKind, Input, Timestamp, Turn,
    TurnId, catalog, step,
};
use turno_runtime::{
    ToolRegistry,
    port::{Store, ToolContext},
};
use turno_store::MemoryStore;
use turno_tools::{Businesses, builtin_tools, load_business};

/// Monday, 2026-01-19, 18:00 UTC: noon in Mexico City.
const START: Timestamp = Timestamp(1_768_845_600_000);
const CALLER: &str = "+525512345678";

/// Why the stage could not be set.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// A file of the repository that cannot be read.
    #[error("{0}")]
    File(String),
    /// Anything that the pieces told, in their own words.
    #[error("{0}")]
    Told(String),
}

/// An assistant with its tools and its store.
pub struct Stage {
    pub(crate) assistant: Arc<Assistant>,
    registry: ToolRegistry,
    store: MemoryStore,
    runtime: tokio::runtime::Runtime,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage").finish_non_exhaustive()
    }
}

/// One turn of a conversation: how it stood, and all events that the turn came to.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Before the turn.
    pub before: Conversation,
    /// The turn, and the outcomes of its calls.
    pub events: Vec<Event>,
    /// After the turn.
    pub after: Conversation,
}

impl Stage {
    /// The demo restaurant.
    ///
    /// # Errors
    /// [`StageError`] where its files cannot be read or have faults.
    pub fn restaurant() -> Result<Self, StageError> {
        let told = |error: &dyn std::fmt::Display| StageError::Told(error.to_string());
        let business =
            load_business("terraza.toml", &file("config/tenants/terraza.toml")?).map_err(|e| told(&e))?;
        let tools = builtin_tools(Arc::new(Businesses::new([business.clone()])));
        let specs: Vec<_> = tools.iter().map(|tool| tool.spec().clone()).collect();
        let settings = business.settings();
        let graph = turno_graph::compile(
            "restaurant.toml",
            &file("graphs/restaurant.toml")?,
            &catalog(&settings, &specs),
        )
        .map_err(|faults| told(&faults))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| told(&error))?;
        Ok(Self {
            assistant: Arc::new(Assistant::new(settings, &specs, graph).map_err(|error| told(&error))?),
            registry: ToolRegistry::new(tools).map_err(|error| told(&error))?,
            store: MemoryStore::new(),
            runtime,
        })
    }

    /// Says these lines in one conversation, each answered by the real tools, ten seconds apart.
    ///
    /// # Errors
    /// [`StageError`] where a line or a write is not taken.
    pub fn talk(&self, id: &str, lines: &[&str]) -> Result<Vec<Recorded>, StageError> {
        let key = ConversationKey::new("terraza", Channel::Whatsapp, id)
            .map_err(|error| StageError::Told(error.to_string()))?;
        let mut conversation = Conversation::new(key);
        let mut recorded = Vec::new();
        for (nth, line) in lines.iter().enumerate() {
            let before = conversation.clone();
            let events = self.turn(&mut conversation, nth, line)?;
            recorded.push(Recorded {
                before,
                events,
                after: conversation.clone(),
            });
        }
        Ok(recorded)
    }

    fn turn(
        &self,
        conversation: &mut Conversation,
        nth: usize,
        line: &str,
    ) -> Result<Vec<Event>, StageError> {
        let told = |error: &dyn std::fmt::Display| StageError::Told(error.to_string());
        let turn = Turn {
            turn: TurnId::new(&format!("t-{nth}")).map_err(|error| told(&error))?,
            input: Input::Text(line.to_owned()),
            sent_at: None,
            caller: Some(CALLER.to_owned()),
            branch: None,
            understanding: None,
        };
        let at = START.plus_ms(10_000 * nth as u64);
        let mut waiting = vec![EventKind::TurnArrived(turn)];
        let mut events = Vec::new();
        while let Some(kind) = waiting.pop() {
            let event = Event { at, kind };
            let effects = step(&self.assistant, conversation, event.clone());
            events.push(event);
            for effect in effects {
                let Effect::CallTool(call) = effect else { continue };
                let context = ToolContext::of_call(&self.assistant, conversation, &call);
                let prepared = self.runtime.block_on(async {
                    let admitted = self
                        .registry
                        .prepare(&self.store, &self.assistant, &context, &call)
                        .await;
                    let prepared = admitted
                        .ready()
                        .ok_or_else(|| StageError::Told(format!("{} acts outside", call.tool)))?;
                    let committed = self.store.commit(prepared.batch.clone()).await;
                    committed.map(|()| prepared).map_err(|error| told(&error))
                });
                waiting.push(EventKind::ToolFinished {
                    call: call.call,
                    outcome: prepared?.outcome,
                });
            }
        }
        Ok(events)
    }
}

fn file(name: &str) -> Result<String, StageError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(name);
    std::fs::read_to_string(&path).map_err(|error| StageError::File(format!("{}: {error}", path.display())))
}
