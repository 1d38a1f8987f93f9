//! Retention in the daemon: the sweepers of conversations and of the businesses' own rows.

use std::{sync::Arc, time::Duration};

use tokio_util::sync::CancellationToken;
use turno_business::{Business, sweep_business};
use turno_runtime::{
    Retention, Sweeper,
    port::{Clock, Store, SystemClock},
};

use crate::{assemble::Assembly, config::DaemonConfig};

/// What businesses keep of their own where nothing else is said.
const BUSINESS_MS: u64 = 365 * 24 * 60 * 60 * 1_000;

/// Starts both; they end with `cancel`.
pub(crate) fn start(
    config: &DaemonConfig,
    assembly: &Assembly,
    store: Arc<dyn Store>,
    cancel: &CancellationToken,
) {
    let rules = config.retention.over(Retention::default());
    let of_business = |business: &Arc<Business>| (business.id.clone(), business.retention.over(rules));
    let sweeper = Sweeper::new(
        Arc::clone(&store),
        Arc::new(SystemClock),
        rules,
        assembly.businesses.iter().map(of_business).collect(),
        Duration::from_millis(config.sweeper.pause_ms),
    );
    let every = Duration::from_secs(config.sweeper.every_seconds.max(1));
    tokio::spawn(sweeper.run(every, cancel.clone()));
    let businesses = assembly.businesses.iter().map(|business| {
        let kept_ms = business.retention.business_ms.or(config.retention.business_ms);
        // What a journal tells of is there as long as the journal.
        let kept_ms = kept_ms.unwrap_or(BUSINESS_MS);
        let journal_ms = business.retention.over(rules).journal_ms;
        (Arc::clone(business), kept_ms.max(journal_ms))
    });
    let businesses: Vec<(Arc<Business>, u64)> = businesses.collect();
    let cancel = cancel.clone();
    tokio::spawn(async move {
        let _stopped = cancel.run_until_cancelled(sweep_businesses(store, businesses, every)).await;
    });
}

async fn sweep_businesses(store: Arc<dyn Store>, businesses: Vec<(Arc<Business>, u64)>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        for (business, kept_ms) in &businesses {
            let now = SystemClock.now();
            match sweep_business(store.as_ref(), business, now, *kept_ms).await {
                Ok(0) => {}
                Ok(removed) => {
                    tracing::info!(tenant = %business.id, removed, "what the business keeps no longer was removed");
                }
                Err(error) => tracing::warn!(tenant = %business.id, %error, "a pass was given up"),
            }
        }
    }
}
