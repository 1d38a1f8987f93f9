//! Old usage loses the names of its conversations: their rows go into one for each day and model.

use std::{collections::BTreeMap, time::Duration};

use jiff::tz::TimeZone;
use turno_core::Timestamp;

use super::{ModelUse, refused, usage_day};
use crate::{
    codec::{decode, encode},
    keys,
    port::{Batch, CommitError, Store, StoreError},
};

/// Rows that go into sums with one commit.
const PAGE: usize = 250;

/// Folds the rows of days that are over for longer than a tenant keeps them, and removes what models refused on them; gives how
/// many went. What a commit finds changed
/// is left to the next time.
///
/// # Errors
/// Where the store cannot be read or written.
pub(crate) async fn fold(
    store: &dyn Store,
    now: Timestamp,
    kept_ms: &(dyn Fn(&str) -> u64 + Sync),
    pause: Duration,
) -> Result<u64, StoreError> {
    let mut folded = 0;
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&keys::model_use_of(None, None), after.as_deref(), PAGE).await?;
        let mut batch = Batch::default();
        let mut sums: BTreeMap<Vec<u8>, ModelUse> = BTreeMap::new();
        let mut count = 0;
        for (row, bytes) in &page {
            let Some([tenant, day, _, id, model]) = keys::model_use_in(row) else {
                continue;
            };
            // A row that cannot be read is told by whoever verifies the store.
            let Ok(amount) = decode::<ModelUse>(bytes) else {
                continue;
            };
            if id.is_empty() || !is_over(day, now, kept_ms(tenant)) {
                continue;
            }
            let sum = keys::model_use(tenant, day, None, model);
            sums.entry(sum).or_default().add(&amount);
            batch.expect(row.clone(), Some(bytes.clone()));
            batch.remove(row.clone());
            count += 1;
        }
        for (row, mut amount) in sums {
            let earlier = store.get(&row).await?;
            if let Some(earlier) = earlier.as_deref().and_then(|bytes| decode(bytes).ok()) {
                amount.add(&earlier);
            }
            batch.expect(row.clone(), earlier);
            batch.put(row, encode(&amount));
        }
        if count > 0 {
            match store.commit(batch).await {
                Ok(()) => folded += count,
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(error)) => return Err(error),
            }
        }
        if page.len() < PAGE {
            return Ok(folded + refused::sweep(store, now, kept_ms).await?);
        }
        after = page.last().map(|(row, _)| row.clone());
        tokio::time::sleep(pause).await;
    }
}

/// Whether a day, in any zone, ended longer ago than that. Days as they are written sort as days do.
pub(super) fn is_over(day: &str, now: Timestamp, kept_ms: u64) -> bool {
    const TWO_DAYS_MS: i64 = 2 * 24 * 60 * 60 * 1_000;
    let kept_ms = i64::try_from(kept_ms).unwrap_or(i64::MAX);
    let first_kept = Timestamp(now.0.saturating_sub(kept_ms).saturating_sub(TWO_DAYS_MS));
    day < usage_day(first_kept, &TimeZone::UTC).to_string().as_str()
}
