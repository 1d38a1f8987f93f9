//! How long to wait before asking again.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Draws the part of a pause that keeps many from asking again at the same moment.
pub(super) struct Jitter(Mutex<fastrand::Rng>);

impl Jitter {
    /// Without a seed, another one at each start.
    pub(super) fn new(seed: Option<u64>) -> Self {
        let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        Self(Mutex::new(fastrand::Rng::with_seed(seed)))
    }

    /// From 0 to `most`.
    pub(super) fn up_to(&self, most: u64) -> u64 {
        let mut random = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        random.u64(0..=most)
    }
}

/// A moment later than another; what is past all counting is a year.
pub(crate) fn later(from: Instant, ms: u64) -> Instant {
    let most = Duration::from_secs(365 * 24 * 60 * 60);
    from + Duration::from_millis(ms).min(most)
}

/// The longest pause after so many attempts (from 1): doubled with each, up to `most_ms`.
pub(super) fn backoff_ms(first_ms: u64, most_ms: u64, attempts: u32) -> u64 {
    let doubled = attempts.saturating_sub(1).min(30);
    first_ms.saturating_mul(1 << doubled).min(most_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let pauses: Vec<u64> = (1..=6).map(|attempts| backoff_ms(200, 2_000, attempts)).collect();
        assert_eq!(pauses, [200, 400, 800, 1_600, 2_000, 2_000]);
        assert_eq!(backoff_ms(200, 2_000, u32::MAX), 2_000);
    }

    #[test]
    fn the_same_seed_draws_the_same_pauses() {
        let draw = |seed| {
            let jitter = Jitter::new(Some(seed));
            (0..8).map(|_| jitter.up_to(1_000)).collect::<Vec<u64>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert!(draw(7).iter().all(|drawn| *drawn <= 1_000));
    }
}
