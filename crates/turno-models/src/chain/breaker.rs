//! Leaves a provider alone that keeps failing, and lets one question through after a while to see.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;
use turno_core::{ModelFailure, ModelFailureKind};

use super::{ModelsOptions, wait::later};

/// Of one provider.
pub(super) struct Breaker {
    state: Mutex<State>,
    failures_max: u32,
    open_ms: u64,
    refused_key_open_ms: u64,
}

#[derive(Default)]
struct State {
    /// In a row.
    failures: u32,
    open_until: Option<Instant>,
    is_probing: bool,
}

/// What a question showed of its provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// It is there.
    Alive,
    /// It is not well.
    Failed,
    /// It does not take the key.
    RefusedKey,
    /// Nothing.
    Nothing,
}

/// Leave to ask. Dropped unsettled, it says nothing of the provider.
pub(super) struct Permit<'a> {
    breaker: &'a Breaker,
    is_probe: bool,
}

impl Breaker {
    pub(super) fn new(options: &ModelsOptions) -> Self {
        Self {
            state: Mutex::default(),
            failures_max: options.failures_max.max(1),
            open_ms: options.open_ms,
            refused_key_open_ms: options.refused_key_open_ms,
        }
    }

    /// Whether a question would be refused now.
    pub(super) fn is_open(&self) -> bool {
        let state = self.state();
        state.open_until.is_some_and(|until| Instant::now() < until || state.is_probing)
    }

    /// Leave to ask, or how long the provider is still left alone.
    pub(super) fn admit(&self) -> Result<Permit<'_>, ModelFailure> {
        let mut state = self.state();
        let mut is_probe = false;
        if let Some(until) = state.open_until {
            let left = until.saturating_duration_since(Instant::now());
            if !left.is_zero() || state.is_probing {
                let mut failure = ModelFailure::new(
                    ModelFailureKind::CircuitOpen,
                    "it failed too often, and is left alone for a while",
                );
                failure.retry_after_ms = u64::try_from(left.as_millis()).ok().filter(|ms| *ms > 0);
                return Err(failure);
            }
            state.is_probing = true;
            is_probe = true;
        }
        Ok(Permit { breaker: self, is_probe })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Says what the question showed.
    pub(super) fn settle(self, seen: Seen) {
        let breaker = self.breaker;
        let mut state = breaker.state();
        let open_ms = match seen {
            Seen::Nothing => None,
            Seen::Alive => {
                state.failures = 0;
                state.open_until = None;
                None
            }
            Seen::Failed => {
                state.failures = state.failures.saturating_add(1);
                (self.is_probe || state.failures >= breaker.failures_max).then_some(breaker.open_ms)
            }
            Seen::RefusedKey => Some(breaker.refused_key_open_ms),
        };
        if let Some(open_ms) = open_ms {
            state.open_until = Some(later(Instant::now(), open_ms));
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if self.is_probe {
            self.breaker.state().is_probing = false;
        }
    }
}
