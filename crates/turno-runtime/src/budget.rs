//! Budgets for language models: past what a tenant may spend in a day, or a conversation, nothing more is asked.
//!
//! What is compared is what was committed, and for a tenant what is under way: each question reserves what its answer may cost
//! at most, from before it is put until what it did cost is committed. So a tenant, and a conversation, which asks one question
//! at a time, ends over its budget by one answer at most. What other daemons on the same store have under way is not seen.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::civil::Date;
use tokio::time::Instant;
use turno_core::{ConversationKey, ModelFailure, ModelFailureKind};

use crate::{
    ReadError,
    codec::decode,
    keys,
    port::{Batch, Store},
    usage::{ModelUse, used_by_run},
};

/// Rows that are read at a time.
const PAGE: usize = 500;

/// What may be spent, in millionths of a US dollar; none: as much as it likes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BudgetLimits {
    /// By a tenant in a day of its time zone.
    pub day_micros: Option<u64>,
    /// By one run of a conversation.
    pub conversation_micros: Option<u64>,
}

/// A question that may not be asked.
#[derive(Debug, thiserror::Error)]
pub enum BudgetError {
    /// The budget is spent; the failure, of the kind [`ModelFailureKind::OverBudget`], says whose.
    #[error("{}", .0.message)]
    Spent(ModelFailure),
    /// What was spent cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// What tenants spent today, kept so that it need not be summed for each question.
pub struct Budgets {
    /// What other daemons on the same store spent is read again so often.
    read_again_after: Duration,
    tenants: Mutex<BTreeMap<String, Arc<Tenant>>>,
}

#[derive(Debug, Default)]
struct Tenant {
    reading: tokio::sync::Mutex<()>,
    spent: Mutex<Spent>,
    /// What is under way may cost so much, of whatever day.
    reserved_micros: Mutex<u64>,
}

/// What a question that is under way may cost; to drop it is to settle it.
#[derive(Debug, Default)]
pub struct Reservation {
    of: Option<(Arc<Tenant>, u64)>,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some((tenant, micros)) = &self.of {
            let mut reserved = lock(&tenant.reserved_micros);
            *reserved = reserved.saturating_sub(*micros);
        }
    }
}

#[derive(Debug, Default)]
struct Spent {
    day: Date,
    read_at: Option<Instant>,
    /// By row. A row only grows, so that of two values the larger is the later one.
    rows: BTreeMap<Vec<u8>, u64>,
    total_micros: u64,
}

impl Budgets {
    /// Nothing read yet. `read_again_after`: how long what other daemons on the same store spent may go unseen.
    pub fn new(read_again_after: Duration) -> Self {
        Self { read_again_after, tenants: Mutex::default() }
    }

    /// Whether a run of a conversation may ask one more question on a day, which may cost so much at most. What it gives is held
    /// until what the answer cost is committed.
    ///
    /// # Errors
    /// [`BudgetError::Spent`] where the tenant's or the conversation's budget is; [`BudgetError::Read`] where the store cannot
    /// be read: nothing could be committed either.
    pub async fn admit(
        &self,
        store: &dyn Store,
        key: &ConversationKey,
        run: u32,
        day: Date,
        limits: BudgetLimits,
        bound_micros: u64,
    ) -> Result<Reservation, BudgetError> {
        if let Some(limit) = limits.conversation_micros {
            let spent = used_by_run(store, key, run).await?.cost_micros;
            if spent >= limit {
                return Err(over("conversation", spent, limit, "a person, or the rules, go on"));
            }
        }
        if let Some(limit) = limits.day_micros {
            let spent = self.spent_today(store, &key.tenant, day).await?;
            let tenant = Arc::clone(lock(&self.tenants).entry(key.tenant.clone()).or_default());
            let mut reserved = lock(&tenant.reserved_micros);
            if spent.saturating_add(*reserved) >= limit {
                let under_way = match *reserved {
                    0 => String::new(),
                    reserved => format!("{} more may be under way; ", dollars(reserved)),
                };
                let until = format!(
                    "{under_way}the budget is new after {day}; raise it under [models.budgets] in turno.toml"
                );
                return Err(over("day", spent, limit, &until));
            }
            *reserved = reserved.saturating_add(bound_micros);
            drop(reserved);
            return Ok(Reservation { of: Some((tenant, bound_micros)) });
        }
        Ok(Reservation::default())
    }

    /// Notes what a commit spent, once it is in. Other rows in it are not looked at.
    pub fn committed(&self, batch: &Batch) {
        for write in &batch.writes {
            let Some(([tenant, day, ..], bytes)) = keys::model_use_in(&write.key).zip(write.value.as_ref())
            else {
                continue;
            };
            let tenant = lock(&self.tenants).get(tenant).map(Arc::clone);
            if let (Some(tenant), Ok(amount)) = (tenant, decode::<ModelUse>(bytes)) {
                let mut spent = lock(&tenant.spent);
                if spent.day.to_string() == day {
                    spent.note(&write.key, amount.cost_micros);
                }
            }
        }
    }

    async fn spent_today(&self, store: &dyn Store, tenant: &str, day: Date) -> Result<u64, ReadError> {
        let known = Arc::clone(lock(&self.tenants).entry(tenant.to_owned()).or_default());
        if let Some(total) = self.fresh(&known, day) {
            return Ok(total);
        }
        let _one_at_a_time = known.reading.lock().await;
        if let Some(total) = self.fresh(&known, day) {
            return Ok(total);
        }
        let began = Instant::now();
        {
            // From now on commits of that day are noted, whether or not the reading below sees them.
            let mut spent = lock(&known.spent);
            if spent.day != day {
                *spent = Spent { day, ..Spent::default() };
            }
        }
        let prefix = keys::model_use_of(Some(tenant), Some(&day.to_string()));
        let mut after: Option<Vec<u8>> = None;
        loop {
            let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
            for (row, bytes) in &page {
                let amount: ModelUse = decode(bytes)?;
                lock(&known.spent).note_of(day, row, amount.cost_micros);
            }
            if page.len() < PAGE {
                break;
            }
            after = page.last().map(|(row, _)| row.clone());
        }
        let mut spent = lock(&known.spent);
        if spent.day == day {
            spent.read_at = Some(began);
        }
        Ok(spent.total_micros)
    }

    fn fresh(&self, tenant: &Tenant, day: Date) -> Option<u64> {
        let spent = lock(&tenant.spent);
        let is_fresh = spent.read_at.is_some_and(|at| at.elapsed() < self.read_again_after);
        (spent.day == day && is_fresh).then_some(spent.total_micros)
    }
}

impl Spent {
    fn note_of(&mut self, day: Date, row: &[u8], cost_micros: u64) {
        if self.day == day {
            self.note(row, cost_micros);
        }
    }

    fn note(&mut self, row: &[u8], cost_micros: u64) {
        let known = self.rows.entry(row.to_vec()).or_default();
        let more = cost_micros.saturating_sub(*known);
        *known += more;
        self.total_micros = self.total_micros.saturating_add(more);
    }
}

fn over(whose: &str, spent: u64, limit: u64, cure: &str) -> BudgetError {
    let message = format!(
        "the {whose}'s budget for models is spent ({} of {}): {cure}",
        dollars(spent),
        dollars(limit)
    );
    BudgetError::Spent(ModelFailure::new(ModelFailureKind::OverBudget, message))
}

/// Millionths of a dollar as people write dollars.
fn dollars(micros: u64) -> String {
    format!("${}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
