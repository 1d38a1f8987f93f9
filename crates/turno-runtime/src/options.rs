//! The limits of conversations.

use serde::Deserialize;

/// How conversations are run.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConversationsOptions {
    /// Events that may wait in one conversation; 1 at least.
    pub mailbox: usize,
    /// Seconds without an event after which a conversation leaves memory.
    pub idle_seconds: u64,
    /// Conversations in memory at once; half of them are the tenants' own, the same part for each, and half are for whoever comes.
    pub live_max: usize,
    /// How often a turn is worked on where other writers come between.
    pub attempts: u32,
}

impl Default for ConversationsOptions {
    fn default() -> Self {
        Self { mailbox: 64, idle_seconds: 15, live_max: 100_000, attempts: 10 }
    }
}
