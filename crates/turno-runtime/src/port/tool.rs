//! Tools, as the runtime calls them.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use turno_core::{
    Assistant, Conversation, ConversationKey, Language, Seed, Timestamp, ToolCall, ToolSpec, TurnId,
};

use super::{Batch, Store, StoreError};

/// A tool of Turno's own. It does not act: it reads the store and gives back its result with the writes that make it
/// true, and the runtime commits those together with the conversation.
#[async_trait]
pub trait Tool: Send + Sync + 'static {
    /// What it is. The same at each call.
    fn spec(&self) -> &ToolSpec;

    /// Prepares a call: reads, decides, and gives the result with its writes and expectations. Parameters are valid
    /// by the spec's schema. After a conflict it is called again and must read again.
    ///
    /// A business refusal ("that table is taken") is a result with `"success": false` and no writes.
    ///
    /// # Errors
    /// [`ToolError`] where the call could not be prepared at all.
    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError>;
}

/// A tool that acts outside Turno: what it does cannot be part of a commit. The runtime commits that the call is owed, then
/// calls, then commits what came of it; where the outcome is lost, the spec's `retry` says whether it is called again,
/// under the same key, or told as unknown.
///
/// Tools that only read are no such tools, wherever they read: they are a [`Tool`] whose spec's execution is not internal.
#[async_trait]
pub trait OutsideTool: Send + Sync + 'static {
    /// What it is. The same at each call.
    fn spec(&self) -> &ToolSpec;

    /// Acts, once for each key: the other side is given `context.key` where it knows of such keys. Parameters are valid by
    /// the spec's schema. It is not called after its time: whatever it waits for is dropped then.
    ///
    /// # Errors
    /// [`OutsideError`]: whether nothing was done, or nobody knows.
    async fn call(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Value, OutsideError>;
}

/// A call outside that gave no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutsideError {
    /// Nothing was done: refused before anything was sent, or the other side said so.
    #[error("{0}")]
    NotDone(String),
    /// Nothing was done, nor would it be at another time: it cannot be called with these parameters.
    #[error("{0}")]
    Invalid(String),
    /// Nothing was done, and it may go better in a moment, after so many milliseconds where the other side said.
    #[error("{message}")]
    Busy {
        /// What happened.
        message: String,
        /// What the other side asked for (`Retry-After`), in milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// Something was sent, and nobody knows what came of it.
    #[error("{0}")]
    Unknown(String),
}

/// Who calls, from where, when, and under which key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolContext {
    /// The conversation; its tenant is the only one that the call may touch.
    pub conversation: ConversationKey,
    /// The branch that was called, if the gateway said.
    pub branch: Option<String>,
    /// The caller's phone in E.164, as the gateway proved it; none where the caller is nobody ([`turno_core::CallerPhone`]).
    pub caller_phone: Option<String>,
    /// The language that the conversation is in; none: the tenant's first.
    pub language: Option<Language>,
    /// The time of the event that led to the call.
    pub now: Timestamp,
    /// The seed of that event: codes that nobody can guess are made from it. None: it had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The idempotency key of a confirmed call; for others a key that is unique to the call.
    pub key: String,
    /// The turn that led to the call, if one did.
    #[serde(default)]
    pub turn: Option<TurnId>,
    /// The agent that calls, by its id in the tenant's file; none: the tenant has none.
    #[serde(default)]
    pub agent: Option<String>,
    /// How often the turn has called the same tool before.
    #[serde(default)]
    pub calls_before: u8,
    /// For a hand-off: the latest lines of the conversation, (the user said it, text).
    #[serde(default)]
    pub lines: Vec<(bool, String)>,
}

impl ToolContext {
    /// The context of a call that a conversation makes now: at the time of its latest event.
    pub fn of_call(assistant: &Assistant, conversation: &Conversation, call: &ToolCall) -> Self {
        Self {
            conversation: conversation.key.clone(),
            branch: conversation.branch.clone(),
            caller_phone: conversation.caller.phone.as_deref().map(str::to_owned),
            language: conversation.language,
            now: conversation.latest_at,
            seed: conversation.seed,
            key: match &call.grant {
                Some(grant) => grant.key.clone(),
                None => format!("{}/{}", conversation.key, call.call.0),
            },
            turn: conversation.turns.current.as_ref().map(|turn| turn.turn.turn.clone()),
            agent: assistant.calling_agent(conversation).map(str::to_owned),
            calls_before: conversation.calls_before(call),
            lines: conversation.dialogue.lines.iter().cloned().collect(),
        }
    }
}

/// A call that is ready to be committed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prepared {
    /// The result: an object.
    pub result: Value,
    /// What makes it true; empty for a read.
    pub batch: Batch,
}

/// A call that could not be prepared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Parameters that the schema allows but that make no sense together.
    #[error("{0}")]
    Invalid(String),
    /// What the tool needs is not configured or is damaged.
    #[error("{0}")]
    Failed(String),
    /// The other side answered, and nothing can be made of it: asked again it may say the same.
    #[error("{0}")]
    Unreadable(String),
}

impl ToolError {
    /// As [`turno_core::ToolFailure::code`] has it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid_parameters",
            Self::Store(_) | Self::Failed(_) => "failed",
            Self::Unreadable(_) => "unreadable",
        }
    }
}
