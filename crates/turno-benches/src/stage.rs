//! The demo restaurant without a daemon: conversations that are stepped by hand, on a store in memory.

use std::{collections::VecDeque, path::Path, sync::Arc};

use turno_business::{Businesses, load_business};
use turno_core::{
    Assistant, Channel, Conversation, ConversationKey, Effect, Event, EventKind, Input, ModelOutcome,
    Timestamp, Turn, TurnId, catalog, step,
};
use turno_runtime::{
    ToolRegistry,
    port::{Store, ToolContext},
};
use turno_store::MemoryStore;
use turno_tools::builtin_tools;

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
    /// Each answer of a model's in it, behind the conversation that waited for it.
    pub answers: Vec<(Conversation, Event)>,
    /// After the turn.
    pub after: Conversation,
}

impl Stage {
    /// The demo restaurant.
    ///
    /// # Errors
    /// [`StageError`] where its files cannot be read or have faults.
    pub fn restaurant() -> Result<Self, StageError> {
        Self::with_graph("restaurant.toml")
    }

    /// The same, where a language model answers.
    ///
    /// # Errors
    /// [`StageError`] where its files cannot be read or have faults.
    pub fn concierge() -> Result<Self, StageError> {
        Self::with_graph("concierge.toml")
    }

    fn with_graph(name: &str) -> Result<Self, StageError> {
        let told = |error: &dyn std::fmt::Display| StageError::Told(error.to_string());
        let business =
            load_business("terraza.toml", &file("config/tenants/terraza.toml")?).map_err(|e| told(&e))?;
        let tools = builtin_tools(Arc::new(Businesses::new([business.clone()])));
        let specs: Vec<_> = tools.iter().map(|tool| tool.spec().clone()).collect();
        let settings = business.settings();
        let graph =
            turno_graph::compile(name, &file(&format!("graphs/{name}"))?, &catalog(&settings, &specs))
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
        self.talk_with_model(Channel::Whatsapp, id, lines, Vec::new())
    }

    /// The same on a channel, where a model gives these answers in their order.
    ///
    /// # Errors
    /// [`StageError`] where a line or a write is not taken, or a model is asked more than it answers.
    pub fn talk_with_model(
        &self,
        channel: Channel,
        id: &str,
        lines: &[&str],
        answers: Vec<ModelOutcome>,
    ) -> Result<Vec<Recorded>, StageError> {
        let key = ConversationKey::new("terraza", channel, id)
            .map_err(|error| StageError::Told(error.to_string()))?;
        let mut conversation = Conversation::new(key);
        let mut answers = VecDeque::from(answers);
        let mut recorded = Vec::new();
        for (nth, line) in lines.iter().enumerate() {
            recorded.push(self.turn(&mut conversation, nth, line, &mut answers)?);
        }
        Ok(recorded)
    }

    fn turn(
        &self,
        conversation: &mut Conversation,
        nth: usize,
        line: &str,
        answers: &mut VecDeque<ModelOutcome>,
    ) -> Result<Recorded, StageError> {
        let told = |error: &dyn std::fmt::Display| StageError::Told(error.to_string());
        let turn = Turn {
            turn: TurnId::new(&format!("t-{nth}")).map_err(|error| told(&error))?,
            input: Input::Text(line.to_owned()),
            sent_at: None,
            caller: Some(CALLER.to_owned()),
            branch: None,
            understanding: None,
            is_early: false,
            is_blanked: false,
        };
        let at = START.plus_ms(10_000 * nth as u64);
        let before = conversation.clone();
        let mut waiting = vec![EventKind::TurnArrived(turn)];
        let mut events = Vec::new();
        let mut answered = Vec::new();
        while let Some(kind) = waiting.pop() {
            let event = Event::new(at, kind);
            if event.kind.as_model_outcome().is_some() {
                answered.push((conversation.clone(), event.clone()));
            }
            let effects = step(&self.assistant, conversation, event.clone());
            events.push(event);
            for effect in effects {
                if let Effect::AskModel { request } = effect {
                    let unanswered = || StageError::Told("no answer is left for a model".to_owned());
                    let outcome = Box::new(answers.pop_front().ok_or_else(unanswered)?);
                    waiting.push(EventKind::ModelAnswered { request, outcome });
                    continue;
                }
                let Effect::CallTool(call) = effect else { continue };
                let context = ToolContext::of_call(&self.assistant, conversation, &call);
                let prepared = self.runtime.block_on(async {
                    let admitted = self.registry.prepare(&self.store, &self.assistant, &context, &call).await;
                    let prepared = admitted
                        .ready()
                        .ok_or_else(|| StageError::Told(format!("{} acts outside", call.tool)))?;
                    let committed = self.store.commit(prepared.batch.clone()).await;
                    committed.map(|()| prepared).map_err(|error| told(&error))
                });
                waiting.push(EventKind::ToolFinished { call: call.call, outcome: prepared?.outcome });
            }
        }
        Ok(Recorded { before, events, answers: answered, after: conversation.clone() })
    }
}

fn file(name: &str) -> Result<String, StageError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(name);
    std::fs::read_to_string(&path).map_err(|error| StageError::File(format!("{}: {error}", path.display())))
}
