//! What was asked of language models, and what it cost: by tenant, day, conversation and model.
//!
//! A conversation has a row of its own for each day and model, and one for its run. Only its own commits write them, so that
//! two conversations are never in each other's way, and each row is exact: it is written in the commit that keeps the answer,
//! and expects what was read. What a tenant spent is the sum of its rows, made at reading. Rows that are old go into one row
//! for their day and model, which names nobody.

mod fold;
mod refused;
mod sums;

use jiff::{civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use turno_core::{ConversationKey, FailedRequest, ModelAnswer, ModelOutcome, Timestamp, Usage};

use crate::{
    ReadError,
    codec::{CodecError, decode, encode},
    keys,
    port::{Batch, Store},
};

pub(crate) use fold::fold;
use fold::is_over;
pub use refused::{RefusedRequest, refused_requests, refused_rows};
pub use sums::{UsageFilter, UsagePart, usage_sums};

/// What was asked of models.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelUse {
    /// Answers.
    pub answers: u64,
    /// Requests that brought none.
    #[serde(default)]
    pub failures: u64,
    /// Tokens of the questions.
    pub input_tokens: u64,
    /// Those of them that the provider had kept from before.
    pub cached_input_tokens: u64,
    /// Tokens of the answers.
    pub output_tokens: u64,
    /// What it cost, in millionths of a US dollar.
    pub cost_micros: u64,
}

/// What one request took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// The model, as `provider/model`.
    pub model: String,
    /// What it took.
    pub amount: ModelUse,
}

/// What a run asked of all models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunUse {
    pub(crate) run: u32,
    pub(crate) amount: ModelUse,
}

impl ModelUse {
    /// Requests, answered or not.
    pub fn requests(&self) -> u64 {
        self.answers.saturating_add(self.failures)
    }

    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        let sum = |own: &mut u64, more: u64| *own = own.saturating_add(more);
        sum(&mut self.answers, other.answers);
        sum(&mut self.failures, other.failures);
        sum(&mut self.input_tokens, other.input_tokens);
        sum(&mut self.cached_input_tokens, other.cached_input_tokens);
        sum(&mut self.output_tokens, other.output_tokens);
        sum(&mut self.cost_micros, other.cost_micros);
    }
}

impl Used {
    /// What each request took that a question to a model led to: the one that was answered, and those that failed.
    pub fn of(outcome: &ModelOutcome) -> impl Iterator<Item = Self> {
        let answered = outcome.answer().map(Self::from);
        answered.into_iter().chain(outcome.failed().iter().map(Self::from))
    }

    fn new(provider: &str, model: &str, usage: Usage, cost_micros: u64) -> Self {
        Self {
            model: format!("{provider}/{model}"),
            amount: ModelUse {
                answers: 0,
                failures: 0,
                input_tokens: usage.input_tokens,
                cached_input_tokens: usage.cached_input_tokens,
                output_tokens: usage.output_tokens,
                cost_micros,
            },
        }
    }
}

impl From<&ModelAnswer> for Used {
    fn from(answer: &ModelAnswer) -> Self {
        let mut used = Self::new(&answer.provider, &answer.model, answer.usage, answer.cost_micros);
        used.amount.answers = 1;
        used
    }
}

impl From<&FailedRequest> for Used {
    fn from(failed: &FailedRequest) -> Self {
        let mut used = Self::new(&failed.provider, &failed.model, failed.usage, failed.cost_micros);
        used.amount.failures = 1;
        used
    }
}

/// The day of a moment in a tenant's time zone; of a moment past all calendars, the first day of 1970.
pub fn usage_day(at: Timestamp, zone: &TimeZone) -> Date {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    zone.to_datetime(moment).date()
}

/// The rows to commit with what a conversation's answers led to: all answers of one commit at once. Where the commit gives
/// `Conflict` they are made anew, as all else.
///
/// # Errors
/// [`ReadError`] where the store cannot be read.
pub async fn usage_rows(
    store: &dyn Store,
    key: &ConversationKey,
    run: u32,
    day: Date,
    used: &[Used],
) -> Result<Batch, ReadError> {
    let mut batch = Batch::default();
    if used.is_empty() {
        return Ok(batch);
    }
    let day = day.to_string();
    let mut by_row = std::collections::BTreeMap::<Vec<u8>, ModelUse>::new();
    let mut all = ModelUse::default();
    for one in used {
        let row = keys::model_use(&key.tenant, &day, Some(key), &one.model);
        by_row.entry(row).or_default().add(&one.amount);
        all.add(&one.amount);
    }
    for (row, mut amount) in by_row {
        let earlier = store.get(&row).await?;
        if let Some(bytes) = &earlier {
            amount.add(&decode(bytes)?);
        }
        batch.expect(row.clone(), earlier);
        batch.put(row, encode(&amount));
    }
    let row = keys::run_use(key);
    let earlier = store.get(&row).await?;
    if let Some(bytes) = &earlier {
        let of_run: RunUse = decode(bytes)?;
        if of_run.run == run {
            all.add(&of_run.amount);
        }
    }
    batch.expect(row.clone(), earlier);
    batch.put(row, encode(&RunUse { run, amount: all }));
    Ok(batch)
}

/// What a run of a conversation asked of all models so far.
///
/// # Errors
/// [`ReadError`] where the store cannot be read.
pub(crate) async fn used_by_run(
    store: &dyn Store,
    key: &ConversationKey,
    run: u32,
) -> Result<ModelUse, ReadError> {
    let row = store.get(&keys::run_use(key)).await?;
    let found: Option<RunUse> = row.map(|bytes| decode(&bytes)).transpose()?;
    Ok(found.filter(|found| found.run == run).map_or_else(ModelUse::default, |found| found.amount))
}

/// Whether a row of usage is one.
pub(crate) fn check_row(key: &[u8], value: &[u8]) -> Result<(), CodecError> {
    if keys::model_use_in(key).is_some() {
        decode::<ModelUse>(value).map(drop)
    } else if key.starts_with(&keys::model_refused_of(None)) {
        decode::<RefusedRequest>(value).map(drop)
    } else {
        decode::<RunUse>(value).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_before_failures_were_counted_has_none() {
        #[derive(Serialize)]
        struct Before {
            answers: u64,
            input_tokens: u64,
            cached_input_tokens: u64,
            output_tokens: u64,
            cost_micros: u64,
        }
        let before =
            Before { answers: 3, input_tokens: 30, cached_input_tokens: 0, output_tokens: 6, cost_micros: 9 };
        let read: ModelUse = decode(&encode(&before)).unwrap();
        assert_eq!((read.requests(), read.answers, read.failures), (3, 3, 0));
    }
}
