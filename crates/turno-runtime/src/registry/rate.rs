//! Calls a minute, by tenant and tool. What the log says of the last minute counts at a start, so that a restart gives nobody
//! another minute's budget.

use std::{
    collections::BTreeMap,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use governor::{
    Quota, RateLimiter, clock,
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{InMemoryState, NotKeyed},
};
use turno_core::Timestamp;

use crate::{
    executions::{ExecutionFilter, executions},
    port::{Store, ToolContext},
};

const MINUTE_MS: i64 = 60_000;

type Limiter = RateLimiter<NotKeyed, InMemoryState, EventTime, NoOpMiddleware<Nanos>>;

/// The time of the latest event: limits are as deterministic as the conversations are.
#[derive(Debug, Clone, Default)]
struct EventTime(Arc<AtomicU64>);

impl EventTime {
    fn set(&self, at: Timestamp) {
        let now = u64::try_from(at.0).unwrap_or_default().saturating_mul(1_000_000);
        self.0.fetch_max(now, Ordering::Relaxed);
    }
}

impl clock::Clock for EventTime {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::from(self.0.load(Ordering::Relaxed))
    }
}

/// What each tenant has called of late.
#[derive(Default)]
pub(super) struct Rates(Mutex<BTreeMap<(String, String, u32), Arc<Limiter>>>);

impl Rates {
    /// Takes one call from a tenant's budget.
    ///
    /// # Errors
    /// The milliseconds until there is one again.
    pub(super) async fn take(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        tool: &str,
        limit: u32,
    ) -> Result<(), u64> {
        let Some(quota) = NonZeroU32::new(limit) else {
            return Err(MINUTE_MS.cast_unsigned());
        };
        let name = (context.conversation.tenant.clone(), tool.to_owned(), limit);
        let known = self.limiters().get(&name).cloned();
        let limiter = match known {
            Some(limiter) => limiter,
            None => {
                let fresh = Arc::new(fresh(store, context, tool, quota).await);
                Arc::clone(self.limiters().entry(name).or_insert(fresh))
            }
        };
        limiter.clock().set(context.now);
        limiter.check().map_err(|not_until| {
            let wait = not_until.wait_time_from(clock::Clock::now(limiter.clock()));
            u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)
        })
    }

    fn limiters(&self) -> std::sync::MutexGuard<'_, BTreeMap<(String, String, u32), Arc<Limiter>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A limiter that knows of the calls of the last minute.
async fn fresh(store: &dyn Store, context: &ToolContext, tool: &str, limit: NonZeroU32) -> Limiter {
    let time = EventTime::default();
    let filter = ExecutionFilter {
        tool: Some(tool.to_owned()),
        since: Some(Timestamp(context.now.0.saturating_sub(MINUTE_MS))),
        ..ExecutionFilter::default()
    };
    // A log that cannot be read costs a minute's budget at most.
    let recent =
        executions(store, &context.conversation.tenant, &filter, usize::MAX).await.unwrap_or_default();
    time.set(recent.first().map_or(context.now, |first| first.started_at));
    let limiter = RateLimiter::direct_with_clock(Quota::per_minute(limit), time);
    for record in recent {
        if record.error_code.as_deref() != Some("rate_limited") {
            limiter.clock().set(record.started_at);
            let _known = limiter.check();
        }
    }
    limiter
}
