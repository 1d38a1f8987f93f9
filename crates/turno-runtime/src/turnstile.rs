//! One at a time, per row, where calls that write met a conflict.
//!
//! Bookings of one day read and write the same row. Where many arrive at once, one a commit wins and all the others
//! prepare anew in vain, again and again. So whoever met a conflict goes through the turnstile of the row that had
//! changed, and while somebody is inside, calls that have read that row queue behind, and read it again. Calls that
//! touch other rows never wait.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The turnstiles that somebody is inside of, or waits at, by the key of the row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turnstiles(Arc<Mutex<Rows>>);

type Rows = BTreeMap<Vec<u8>, Arc<Semaphore>>;

/// Being inside; dropped, the next one enters.
#[derive(Debug)]
pub(crate) struct Pass {
    row: Vec<u8>,
    permit: Option<OwnedSemaphorePermit>,
    turnstiles: Turnstiles,
}

impl Turnstiles {
    /// Waits for its turn, first come first served.
    pub(crate) async fn enter(&self, row: &[u8]) -> Pass {
        let turnstile =
            Arc::clone(self.rows().entry(row.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(1))));
        // Made before the wait: whoever gives up waiting leaves nothing behind.
        let mut pass = Pass { row: row.to_owned(), permit: None, turnstiles: self.clone() };
        // Nobody closes it.
        pass.permit = turnstile.acquire_owned().await.ok();
        pass
    }

    /// Whether somebody is inside.
    pub(crate) fn is_busy(&self, row: &[u8]) -> bool {
        self.rows().contains_key(row)
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut rows = self.turnstiles.rows();
        drop(self.permit.take());
        // Whoever waits holds the turnstile too.
        if rows.get(&self.row).is_some_and(|turnstile| Arc::strong_count(turnstile) == 1) {
            rows.remove(&self.row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_is_inside_and_nothing_stays_behind() {
        let turnstiles = Turnstiles::default();
        let first = turnstiles.enter(b"row").await;
        assert!(turnstiles.is_busy(b"row") && !turnstiles.is_busy(b"other"));
        let mut second = Box::pin(turnstiles.enter(b"row"));
        assert!(futures_util::poll!(&mut second).is_pending());
        let given_up = Box::pin(turnstiles.enter(b"row"));
        drop(given_up);
        drop(first);
        drop(second.await);
        assert!(turnstiles.rows().is_empty());
    }
}
