//! The log of tool calls: every field of document 1's `tool_executions`, and what each cost. Sensitive values are masked before
//! they are written. A record is committed together with what its call did.

mod reading;
mod usage;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use turno_core::{
    ConversationKey, Execution, Timestamp, ToolCall, ToolFailure, ToolOutcome, ToolSpec, TurnId, json_head,
};

use crate::{
    codec::encode,
    keys,
    masking::{mask_text, masked, masked_result, masked_unknown},
    port::{Batch, CommitError, Store, StoreError, ToolContext},
};

pub use reading::{
    ExecutionFilter, ExecutionPage, PageLimits, execution_page, executions, tenants_with_executions,
};
pub use usage::{ToolUsage, Usage, UsageKey, UsagePage, usage_page};

/// A longer output is cut.
const OUTPUT_BYTES_MAX: usize = 2_048;

/// A longer name is no tool's.
const TOOL_CHARS_MAX: usize = 100;

/// Longer parameters are cut: a row must fit in the store.
const INPUT_BYTES_MAX: usize = 8_192;

/// A longer message is cut.
const MESSAGE_CHARS_MAX: usize = 1_000;

/// Rows that are read at a time.
const PAGE: usize = 500;

/// Why a call failed, as [`ExecutionRecord::error_code`] has it.
pub const ERROR_CODES: [&str; 8] = [
    "not_found",
    "not_enabled",
    "invalid_parameters",
    "not_confirmed",
    "rate_limited",
    "timed_out",
    "failed",
    "unknown",
];

/// One call of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExecutionRecord {
    /// The conversation, with its tenant.
    pub conversation: ConversationKey,
    /// The agent that called; none: the tenant has none.
    #[serde(default)]
    pub agent: Option<String>,
    /// The turn that led to it (document 1's `message_id`).
    #[serde(default)]
    pub turn: Option<TurnId>,
    /// The call, unique within its conversation.
    pub call: String,
    /// The tool.
    pub tool: String,
    /// What ran it; none: there is no such tool.
    #[serde(default)]
    pub execution: Option<Execution>,
    /// The parameters, masked.
    pub input: Value,
    /// Whether it ran and did what was wanted: a business refusal ("that table is taken") is a success of the tool.
    pub success: bool,
    /// The result, masked and cut; none where it failed.
    #[serde(default)]
    pub output: Option<Value>,
    /// Why it failed: one of [`ERROR_CODES`].
    #[serde(default)]
    pub error_code: Option<String>,
    /// The same in words.
    #[serde(default)]
    pub error_message: Option<String>,
    /// When it was asked for.
    pub started_at: Timestamp,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// What the other side knows the call by; none for a tool of Turno's own.
    #[serde(default)]
    pub external_request_id: Option<String>,
    /// What it cost, in millionths of a US dollar.
    #[serde(default)]
    pub cost_micros: u64,
}

impl ExecutionRecord {
    /// The record of a call and what came of it.
    pub(crate) fn of(
        context: &ToolContext,
        call: &ToolCall,
        spec: Option<&ToolSpec>,
        outcome: &ToolOutcome,
        duration_ms: u64,
    ) -> Self {
        let schema = spec.map_or(&Value::Null, |spec| &spec.parameters);
        let (output, error) = match outcome {
            ToolOutcome::Done(result) => (Some(masked_result(result, &call.parameters, schema)), None),
            ToolOutcome::Failed(failure) => (None, Some(failure)),
        };
        let input =
            if spec.is_some() { masked(&call.parameters, schema) } else { masked_unknown(&call.parameters) };
        let execution = spec.map(|spec| spec.execution);
        let goes_outside = execution.is_some_and(|execution| execution != Execution::Internal);
        Self {
            conversation: context.conversation.clone(),
            agent: context.agent.clone(),
            turn: context.turn.clone(),
            call: call.call.0.clone(),
            tool: call.tool.chars().take(TOOL_CHARS_MAX).collect(),
            execution,
            input: cut(input, INPUT_BYTES_MAX),
            success: error.is_none(),
            output: output.map(|output| cut(output, OUTPUT_BYTES_MAX)),
            error_code: error.map(|failure| failure.code.clone()),
            error_message: error
                .map(|failure| mask_text(&failure.message).chars().take(MESSAGE_CHARS_MAX).collect()),
            started_at: context.now,
            duration_ms,
            external_request_id: goes_outside.then(|| context.key.clone()),
            cost_micros: spec.map_or(0, |spec| cost(spec, outcome)),
        }
    }

    /// When it was over.
    pub fn completed_at(&self) -> Timestamp {
        let duration_ms = i64::try_from(self.duration_ms).unwrap_or(i64::MAX);
        Timestamp(self.started_at.0.saturating_add(duration_ms))
    }

    /// Adds it to a batch. Its key sorts by tenant, then by time.
    pub fn put(&self, batch: &mut Batch) {
        let row = keys::execution(self.started_at, &self.conversation, &self.call);
        batch.put(row, encode(self));
    }

    /// Tells whoever watches the daemon. Not before it is committed: until then nothing was done.
    pub fn trace(&self) {
        let Self { conversation, tool, input, duration_ms, .. } = self;
        let (tenant, id) = (&conversation.tenant, &conversation.id);
        match (&self.error_code, &self.error_message) {
            (Some(code), message) => {
                let message = message.as_deref().unwrap_or_default();
                tracing::warn!(target: "turno::tool", tenant, conversation = id, tool, code, message, duration_ms, %input, "failed");
            }
            (None, _) => {
                let output = self.output.as_ref();
                let success = output.and_then(|output| output.get("success")?.as_bool()).unwrap_or(true);
                tracing::info!(target: "turno::tool", tenant, conversation = id, tool, success, duration_ms, %input, "ran");
            }
        }
    }
}

/// A call that was refused before it reached anybody costs nothing.
fn cost(spec: &ToolSpec, outcome: &ToolOutcome) -> u64 {
    match outcome {
        ToolOutcome::Done(result) => {
            let told = result.get("cost_micros").and_then(Value::as_u64);
            told.filter(|_| spec.tells_cost).unwrap_or(spec.cost_micros)
        }
        ToolOutcome::Failed(ToolFailure { code, .. }) => {
            let has_reached_somebody = matches!(code.as_str(), "failed" | "timed_out" | "unknown");
            if has_reached_somebody { spec.cost_micros } else { 0 }
        }
    }
}

fn cut(value: Value, bytes_max: usize) -> Value {
    let (head, bytes) = json_head(&value, bytes_max);
    if bytes <= bytes_max {
        return value;
    }
    json!({ "cut": head, "bytes": bytes })
}

/// Removes the records of a tenant that are older than they are kept; gives how many.
pub(crate) async fn sweep(
    store: &dyn Store,
    tenant: &str,
    now: Timestamp,
    kept_ms: u64,
    pause: std::time::Duration,
) -> Result<u64, StoreError> {
    let mut removed = 0;
    loop {
        let page = store.scan(&keys::executions(tenant), None, PAGE).await?;
        let is_old = |row: &[u8]| keys::execution_in(row).is_some_and(|(_, at)| now.since_ms(at) > kept_ms);
        let mut batch = Batch::default();
        let rows = page.into_iter().map(|(row, _)| row);
        rows.take_while(|row| is_old(row)).for_each(|row| batch.remove(row));
        let count = batch.writes.len();
        if count == 0 {
            return Ok(removed);
        }
        match store.commit(batch).await {
            Ok(()) => removed += count as u64,
            // It expects nothing.
            Err(CommitError::Conflict) => {}
            Err(CommitError::Store(error)) => return Err(error),
        }
        if count < PAGE {
            return Ok(removed);
        }
        tokio::time::sleep(pause).await;
    }
}
