//! Time, as the shell sees it.

use turno_core::Timestamp;

/// Gives the time. Waiting is tokio's; a test pauses it and implements this over `tokio::time::Instant`.
pub trait Clock: Send + Sync + 'static {
    /// The wall clock's time.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since_epoch =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }
}
