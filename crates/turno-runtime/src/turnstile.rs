//! One at a time, per tenant, where calls that write met a conflict.
//!
//! Bookings of one day read and write the same rows. Where many arrive at once, one a commit wins and all the others
//! prepare anew in vain, again and again. So whoever met a conflict goes through the tenant's turnstile, and while
//! somebody is inside, calls that will write queue behind instead of getting in the way.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The turnstiles of all tenants.
#[derive(Debug, Default)]
pub(crate) struct Turnstiles(Mutex<BTreeMap<String, Arc<Semaphore>>>);

/// Being inside; dropped, the next one enters.
#[derive(Debug)]
pub(crate) struct Pass {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Turnstiles {
    /// Waits for its turn, first come first served.
    pub(crate) async fn enter(&self, tenant: &str) -> Pass {
        let turnstile = self.of(tenant);
        // Nobody closes it.
        Pass {
            _permit: turnstile.acquire_owned().await.ok(),
        }
    }

    /// Whether somebody is inside.
    pub(crate) fn is_busy(&self, tenant: &str) -> bool {
        self.of(tenant).available_permits() == 0
    }

    fn of(&self, tenant: &str) -> Arc<Semaphore> {
        let mut turnstiles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match turnstiles.get(tenant) {
            Some(turnstile) => Arc::clone(turnstile),
            None => Arc::clone(
                turnstiles
                    .entry(tenant.to_owned())
                    .or_insert_with(|| Arc::new(Semaphore::new(1))),
            ),
        }
    }
}
