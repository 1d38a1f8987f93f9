//! Retention: what is kept of a conversation, for how long, and the sweeper that removes the rest.
//!
//! The sweeper goes through the checkpoints page by page. Whatever it removes of a conversation is one batch that expects
//! the checkpoint as it was read: where the conversation moved on meanwhile, nothing is removed until the next time. So it
//! never races a conversation, and never holds one up.

mod conversation;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::future::join_all;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    executions, keys,
    port::{Clock, Store, StoreError},
    usage,
};
use conversation::Sweeping;

/// Conversations that are looked at together: their removals share a flush.
const PAGE: usize = 32;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How long things are kept. Nothing that is pending or owed is ever removed: not an open question, not a call that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// The journal of a conversation: its events, the answers to turns that are delivered again, the outcomes of confirmed
    /// calls. Gateways deliver again for days.
    pub journal_ms: u64,
    /// A conversation after the last that happened in it. Under its id the next one starts afresh.
    pub conversation_ms: u64,
    /// Frames that no gateway acknowledged.
    pub outbox_ms: u64,
    /// How many of those a conversation keeps.
    pub outbox_frames: u64,
    /// Records of tool calls, and which conversation asked what of which model; the sums by day and model stay.
    pub tool_calls_ms: u64,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            journal_ms: 30 * DAY_MS,
            conversation_ms: 90 * DAY_MS,
            outbox_ms: 7 * DAY_MS,
            outbox_frames: 1_000,
            tool_calls_ms: 30 * DAY_MS,
        }
    }
}

/// What one pass over all conversations did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Conversations that were looked at.
    pub conversations: u64,
    /// Conversations that were removed as a whole.
    pub removed: u64,
    /// Journal entries that were removed, of others.
    pub entries: u64,
    /// Frames that are no longer owed to a gateway.
    pub frames: u64,
    /// Records of tool calls that were removed.
    pub tool_calls: u64,
    /// Rows of what conversations asked of models that went into the sum of their day.
    pub model_uses: u64,
    /// Conversations that were too busy, or could not be read: the next pass sees them again.
    pub left: u64,
}

/// Removes what is kept no longer.
pub struct Sweeper {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    rules: Retention,
    by_tenant: BTreeMap<String, Retention>,
    pause: Duration,
}

impl Sweeper {
    /// A sweeper of a store. `by_tenant` goes before `rules`; `pause` lies between two pages of conversations.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        rules: Retention,
        by_tenant: BTreeMap<String, Retention>,
        pause: Duration,
    ) -> Self {
        Self { store, clock, rules, by_tenant, pause }
    }

    /// A pass after each `every`, until `stop`.
    pub async fn run(self, every: Duration, stop: CancellationToken) {
        let _stopped = stop
            .run_until_cancelled(async {
                loop {
                    sleep(every).await;
                    match self.sweep().await {
                        Ok(swept) if swept.removed + swept.entries + swept.frames + swept.tool_calls + swept.model_uses > 0 => {
                            tracing::info!(target: "turno::retention", ?swept, "what is kept no longer was removed");
                        }
                        Ok(_) => {}
                        Err(error) => tracing::warn!(target: "turno::retention", %error, "a pass was given up"),
                    }
                }
            })
            .await;
    }

    /// One pass over all conversations, and the records of tool calls.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn sweep(&self) -> Result<Swept, StoreError> {
        let mut swept = Swept::default();
        let mut after: Option<Vec<u8>> = None;
        loop {
            let page = self.store.scan(&keys::checkpoints(None), after.as_deref(), PAGE).await?;
            let Some((last, _)) = page.last() else {
                swept.tool_calls = self.sweep_tool_calls().await?;
                swept.model_uses = self.sweep_model_uses().await?;
                return Ok(swept);
            };
            after = Some(last.clone());
            let sweeping = page.into_iter().map(|(row, bytes)| self.conversation(row, bytes));
            for one in join_all(sweeping).await {
                swept.add(one);
            }
            sleep(self.pause).await;
        }
    }

    async fn sweep_tool_calls(&self) -> Result<u64, StoreError> {
        let mut removed = 0;
        let mut after: Option<Vec<u8>> = None;
        loop {
            let first = self.store.scan(keys::EXECUTIONS, after.as_deref(), 1).await?;
            let Some(tenant) =
                first.first().and_then(|(row, _)| keys::execution_in(row)).map(|(tenant, _)| tenant)
            else {
                return Ok(removed);
            };
            let kept_ms = self.by_tenant.get(&tenant).unwrap_or(&self.rules).tool_calls_ms;
            removed += executions::sweep(self.store.as_ref(), &tenant, self.clock.now(), kept_ms, self.pause)
                .await?;
            after = Some(keys::after_executions(&tenant));
        }
    }

    async fn sweep_model_uses(&self) -> Result<u64, StoreError> {
        let kept_ms = |tenant: &str| self.by_tenant.get(tenant).unwrap_or(&self.rules).tool_calls_ms;
        usage::fold(self.store.as_ref(), self.clock.now(), &kept_ms, self.pause).await
    }

    async fn conversation(&self, row: Vec<u8>, bytes: Vec<u8>) -> Swept {
        let rules = keys::conversation_in(&row)
            .and_then(|(key, _)| self.by_tenant.get(&key.tenant))
            .unwrap_or(&self.rules);
        let sweeping = Sweeping { store: self.store.as_ref(), rules, now: self.clock.now() };
        sweeping.conversation(row, bytes).await
    }
}

impl Swept {
    fn add(&mut self, other: Self) {
        self.conversations += other.conversations;
        self.removed += other.removed;
        self.entries += other.entries;
        self.frames += other.frames;
        self.tool_calls += other.tool_calls;
        self.model_uses += other.model_uses;
        self.left += other.left;
    }
}
