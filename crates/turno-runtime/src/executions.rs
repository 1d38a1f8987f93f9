//! The log of tool calls: every field of document 1's `tool_executions`, and what each cost. Sensitive values are masked before
//! they are written. A record is committed together with what its call did.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use turno_core::{
    ConversationKey, Execution, Timestamp, ToolCall, ToolFailure, ToolOutcome, ToolSpec, TurnId, json_head,
};

use crate::{
    ReadError,
    codec::{decode, encode},
    keys,
    masking::{mask_value, masked},
    port::{Batch, CommitError, Store, StoreError, ToolContext},
};

/// A longer output is cut.
const OUTPUT_BYTES_MAX: usize = 2_048;

/// Rows that are read at a time.
const PAGE: usize = 500;

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
    /// Why it failed: `not_found`, `not_enabled`, `invalid_parameters`, `not_confirmed`, `rate_limited`, `timed_out`, `failed`,
    /// `unknown`.
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

/// Which records are wanted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExecutionFilter {
    /// Of this agent.
    pub agent: Option<String>,
    /// Of this conversation, by its id.
    pub conversation: Option<String>,
    /// Of this tool.
    pub tool: Option<String>,
    /// Not before.
    pub since: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
    /// Those that succeeded, or those that failed.
    pub success: Option<bool>,
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
        let (output, error) = match outcome {
            ToolOutcome::Done(result) => (Some(cut(mask_value(result))), None),
            ToolOutcome::Failed(failure) => (None, Some(failure)),
        };
        let execution = spec.map(|spec| spec.execution);
        let goes_outside = execution.is_some_and(|execution| execution != Execution::Internal);
        Self {
            conversation: context.conversation.clone(),
            agent: context.agent.clone(),
            turn: context.turn.clone(),
            call: call.call.0.clone(),
            tool: call.tool.clone(),
            execution,
            input: masked(
                &call.parameters,
                spec.map_or(&Value::Null, |spec| &spec.parameters),
            ),
            success: error.is_none(),
            output,
            error_code: error.map(|failure| failure.code.clone()),
            error_message: error.map(|failure| failure.message.clone()),
            started_at: context.now,
            duration_ms,
            external_request_id: goes_outside.then(|| context.key.clone()),
            cost_micros: cost(spec, error),
        }
    }

    /// When it was over.
    pub fn completed_at(&self) -> Timestamp {
        let duration_ms = i64::try_from(self.duration_ms).unwrap_or(i64::MAX);
        Timestamp(self.started_at.0.saturating_add(duration_ms))
    }

    /// Its key sorts by tenant, then by time.
    pub(crate) fn put(&self, batch: &mut Batch) {
        let row = keys::execution(self.started_at, &self.conversation, &self.call);
        batch.put(row, encode(self));
    }

    /// Tells whoever watches the daemon.
    pub(crate) fn trace(&self) {
        let Self {
            conversation,
            tool,
            input,
            duration_ms,
            ..
        } = self;
        let (tenant, id) = (&conversation.tenant, &conversation.id);
        match (&self.error_code, &self.error_message) {
            (Some(code), message) => {
                let message = message.as_deref().unwrap_or_default();
                tracing::warn!(target: "turno::tool", tenant, conversation = id, tool, code, message, duration_ms, %input, "failed");
            }
            (None, _) => {
                let output = self.output.as_ref();
                let success = output
                    .and_then(|output| output.get("success")?.as_bool())
                    .unwrap_or(true);
                tracing::info!(target: "turno::tool", tenant, conversation = id, tool, success, duration_ms, %input, "ran");
            }
        }
    }

    fn fits(&self, filter: &ExecutionFilter) -> bool {
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| Some(wanted) == found)
        };
        is(&filter.agent, self.agent.as_deref())
            && is(&filter.conversation, Some(&self.conversation.id))
            && is(&filter.tool, Some(&self.tool))
            && filter.since.is_none_or(|since| self.started_at >= since)
            && filter.until.is_none_or(|until| self.started_at < until)
            && filter.success.is_none_or(|success| self.success == success)
    }
}

/// A call that was refused before it reached anybody costs nothing.
fn cost(spec: Option<&ToolSpec>, error: Option<&ToolFailure>) -> u64 {
    let has_reached_somebody =
        error.is_none_or(|failure| matches!(failure.code.as_str(), "failed" | "timed_out" | "unknown"));
    spec.filter(|_| has_reached_somebody)
        .map_or(0, |spec| spec.cost_micros)
}

fn cut(output: Value) -> Value {
    let (head, bytes) = json_head(&output, OUTPUT_BYTES_MAX);
    if bytes <= OUTPUT_BYTES_MAX {
        return output;
    }
    json!({ "cut": head, "bytes": bytes })
}

/// The records of a tenant that fit, the oldest first; the last `limit` of them.
///
/// # Errors
/// [`ReadError`] where the store or a record cannot be read.
pub async fn executions(
    store: &dyn Store,
    tenant: &str,
    filter: &ExecutionFilter,
    limit: usize,
) -> Result<Vec<ExecutionRecord>, ReadError> {
    let prefix = keys::executions(tenant);
    let mut after = filter.since.map(|since| keys::executions_before(tenant, since));
    let mut found = std::collections::VecDeque::new();
    loop {
        let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
        for (_, bytes) in &page {
            let record: ExecutionRecord = decode(bytes)?;
            if filter.until.is_some_and(|until| record.started_at >= until) {
                return Ok(found.into());
            }
            if record.fits(filter) {
                if found.len() == limit {
                    found.pop_front();
                }
                found.push_back(record);
            }
        }
        if page.len() < PAGE {
            return Ok(found.into());
        }
        after = page.last().map(|(row, _)| row.clone());
    }
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
        rows.take_while(|row| is_old(row))
            .for_each(|row| batch.remove(row));
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
