//! What tools were used for: calls, failures, times and cost, by tenant, tool and agent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    ExecutionRecord,
    reading::{ExecutionFilter, walk},
};
use crate::{ReadError, port::Store};

/// Whose calls of what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UsageKey {
    /// The business.
    pub tenant: String,
    /// The tool.
    pub tool: String,
    /// The agent that called; none: the tenant has none.
    pub agent: Option<String>,
}

/// What there was of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolUsage {
    /// How many.
    pub calls: u64,
    /// How many failed, by their code.
    pub failures: BTreeMap<String, u64>,
    /// How many took so many milliseconds, of those that ran: what was refused before it ran takes no time.
    pub durations_ms: BTreeMap<u64, u64>,
    /// What they cost together, in millionths of a US dollar.
    pub cost_micros: u64,
}

/// All of it. It grows with the tools, the agents and the different times, not with the calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage(pub BTreeMap<UsageKey, ToolUsage>);

/// The usage of a part of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsagePage {
    /// What the calls of that part were.
    pub usage: Usage,
    /// Where the next part begins; none: this was the last.
    pub next: Option<Vec<u8>>,
}

impl ToolUsage {
    /// How many failed.
    pub fn failed(&self) -> u64 {
        self.failures.values().sum()
    }

    /// The time in milliseconds within which `percent` (1 to 100) of the calls that ran were over: exact, by the nearest rank.
    /// None: none ran.
    pub fn percentile_ms(&self, percent: u64) -> Option<u64> {
        let count: u64 = self.durations_ms.values().sum();
        let rank = count.saturating_mul(percent).div_ceil(100).max(1);
        let mut seen = 0;
        self.durations_ms.iter().find_map(|(duration_ms, count)| {
            seen += count;
            (seen >= rank).then_some(*duration_ms)
        })
    }

    fn count(&mut self, record: &ExecutionRecord) {
        self.calls += 1;
        self.cost_micros = self.cost_micros.saturating_add(record.cost_micros);
        if let Some(code) = &record.error_code {
            *self.failures.entry(code.clone()).or_default() += 1;
        }
        let has_run = matches!(record.error_code.as_deref(), None | Some("failed" | "timed_out" | "unknown"));
        if has_run {
            *self.durations_ms.entry(record.duration_ms).or_default() += 1;
        }
    }

    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.cost_micros = self.cost_micros.saturating_add(other.cost_micros);
        for (code, count) in other.failures {
            *self.failures.entry(code).or_default() += count;
        }
        for (duration_ms, count) in other.durations_ms {
            *self.durations_ms.entry(duration_ms).or_default() += count;
        }
    }
}

impl Usage {
    /// Adds another part's.
    pub fn add(&mut self, other: Self) {
        for (key, usage) in other.0 {
            self.0.entry(key).or_default().add(usage);
        }
    }

    fn count(&mut self, record: &ExecutionRecord) {
        let key = UsageKey {
            tenant: record.conversation.tenant.clone(),
            tool: record.tool.clone(),
            agent: record.agent.clone(),
        };
        self.0.entry(key).or_default().count(record);
    }
}

/// The usage of the next `rows` rows of these tenants' log, each with its own filter, from where another part ended; none: from the
/// beginning. Parts are added up with [`Usage::add`].
///
/// # Errors
/// [`ReadError`] where the store or a record cannot be read.
pub async fn usage_page(
    store: &dyn Store,
    wanted: &BTreeMap<String, ExecutionFilter>,
    from: Option<&[u8]>,
    rows: usize,
) -> Result<UsagePage, ReadError> {
    let mut usage = Usage::default();
    let next = walk(store, wanted, from, rows, |record, _| {
        usage.count(&record);
        true
    })
    .await?;
    Ok(UsagePage { usage, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(durations_ms: &[(u64, u64)]) -> ToolUsage {
        ToolUsage { durations_ms: durations_ms.iter().copied().collect(), ..ToolUsage::default() }
    }

    #[test]
    fn percentiles_are_times_that_calls_took() {
        let usage = of(&[(10, 50), (20, 45), (900, 5)]);
        assert_eq!((usage.percentile_ms(50), usage.percentile_ms(51)), (Some(10), Some(20)));
        assert_eq!((usage.percentile_ms(95), usage.percentile_ms(96)), (Some(20), Some(900)));
        assert_eq!(of(&[(7, 1)]).percentile_ms(50), Some(7));
        assert_eq!(of(&[]).percentile_ms(95), None);
    }
}
