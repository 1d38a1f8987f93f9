//! What whoever watches the daemon is told of an attempt: who, how long, how much, what came of it; no text of a talk and no
//! secret.

use tokio::time::Instant;
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelFailureKind};

/// An attempt that runs.
pub(super) struct Attempt<'a> {
    provider: &'a str,
    model: &'a str,
    began: Instant,
    is_over: bool,
}

impl<'a> Attempt<'a> {
    pub(super) fn begin(provider: &'a str, model: &'a str) -> Self {
        Self { provider, model, began: Instant::now(), is_over: false }
    }

    pub(super) fn end(mut self, outcome: &Result<ModelAnswer, ModelFailure>) {
        self.is_over = true;
        let (provider, model, ms) = (self.provider, self.model, self.ms());
        match outcome {
            Ok(answer) => {
                let usage = answer.usage;
                tracing::info!(
                    target: "turno::model", provider, model, ms, outcome = finish_name(answer.finish),
                    input_tokens = usage.input_tokens, cached_input_tokens = usage.cached_input_tokens,
                    output_tokens = usage.output_tokens, calls = answer.calls.len(), cost_micros = answer.cost_micros,
                    "answered"
                );
            }
            // Nobody would notice: the next model answers, or the rules do.
            Err(failure) if failure.kind.is_of_configuration() => {
                tracing::error!(
                    target: "turno::model", provider, model, ms, outcome = failure_name(failure.kind), said = failure.message,
                    "refused what it was asked: a fault of the configuration"
                );
            }
            Err(failure) => {
                let has_spoken = !failure.said.is_empty();
                tracing::warn!(
                    target: "turno::model", provider, model, ms, outcome = failure_name(failure.kind),
                    retry_after_ms = failure.retry_after_ms, has_spoken, "did not answer"
                );
            }
        }
    }

    fn ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let (provider, model, ms) = (self.provider, self.model, self.ms());
            tracing::info!(target: "turno::model", provider, model, ms, outcome = "cancelled", "let go");
        }
    }
}

fn finish_name(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::ToolCalls => "tool_calls",
        Finish::Length => "length",
        Finish::ContentFilter => "content_filter",
        Finish::Other => "other",
    }
}

fn failure_name(kind: ModelFailureKind) -> &'static str {
    use ModelFailureKind as Kind;
    match kind {
        Kind::RefusedKey => "refused_key",
        Kind::RateLimited => "rate_limited",
        Kind::Overloaded => "overloaded",
        Kind::TimedOut => "timed_out",
        Kind::ContextTooLong => "context_too_long",
        Kind::ContentFilter => "content_filter",
        Kind::Malformed => "malformed",
        Kind::Unreachable => "unreachable",
        Kind::Refused => "refused",
        Kind::CircuitOpen => "circuit_open",
        Kind::OverBudget => "over_budget",
        Kind::NotConfigured => "not_configured",
        Kind::Cancelled => "cancelled",
    }
}
