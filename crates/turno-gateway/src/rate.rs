//! How many turns a second.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;
use turno_core::ConversationKey;

use crate::recent::Recent;

const CONVERSATIONS_REMEMBERED: usize = 65_536;
const TENANTS_REMEMBERED: usize = 4_096;

/// The rates of all conversations and tenants, over all connections.
#[derive(Debug)]
pub(crate) struct Rates {
    conversation: Rate,
    tenant: Rate,
    book: Mutex<Book>,
}

/// For each, when the turns so far would have been through at the steady rate.
#[derive(Debug)]
struct Book {
    conversations: Recent<ConversationKey, Instant>,
    tenants: Recent<String, Instant>,
}

/// So many a second on average, twice as many at once.
#[derive(Debug, Clone, Copy)]
struct Rate {
    interval: Duration,
    ahead_max: Duration,
}

/// Who has too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMany {
    /// The conversation; the next turn is welcome after this.
    Conversation(Duration),
    /// The tenant; the next turn is welcome after this.
    Tenant(Duration),
}

impl Rates {
    pub(crate) fn new(per_second_conversation: u32, per_second_tenant: u32) -> Self {
        Self {
            conversation: Rate::per_second(per_second_conversation),
            tenant: Rate::per_second(per_second_tenant),
            book: Mutex::new(Book {
                conversations: Recent::new(CONVERSATIONS_REMEMBERED),
                tenants: Recent::new(TENANTS_REMEMBERED),
            }),
        }
    }

    /// Counts a turn, or says who has too many; a turn that is turned away counts for neither.
    pub(crate) fn take(&self, key: &ConversationKey, now: Instant) -> Result<(), TooMany> {
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let conversation = book.conversations.get(key).copied();
        let tenant = book.tenants.get(&key.tenant).copied();
        let conversation = self
            .conversation
            .next(conversation, now)
            .map_err(TooMany::Conversation)?;
        let tenant = self.tenant.next(tenant, now).map_err(TooMany::Tenant)?;
        book.conversations.insert(key.clone(), conversation);
        book.tenants.insert(key.tenant.clone(), tenant);
        Ok(())
    }
}

impl Rate {
    fn per_second(rate: u32) -> Self {
        let rate = rate.max(1);
        let interval = Duration::from_secs(1) / rate;
        Self {
            interval,
            ahead_max: interval * rate.saturating_mul(2).saturating_sub(1),
        }
    }

    fn next(self, through: Option<Instant>, now: Instant) -> Result<Instant, Duration> {
        let through = through.map_or(now, |through| through.max(now));
        match (through - now).checked_sub(self.ahead_max) {
            None | Some(Duration::ZERO) => Ok(through + self.interval),
            Some(wait) => Err(wait),
        }
    }
}

#[cfg(test)]
mod tests {
    use turno_core::Channel;

    use super::*;

    #[test]
    fn twice_the_rate_at_once_then_the_rate() {
        let rates = Rates::new(10, 2_000);
        let now = Instant::now();
        let key = key("terraza", "c-1");
        assert_eq!((0..20).filter(|_| rates.take(&key, now).is_ok()).count(), 20);
        assert_eq!(
            rates.take(&key, now),
            Err(TooMany::Conversation(Duration::from_millis(100)))
        );
        assert_eq!(rates.take(&key, now + Duration::from_millis(100)), Ok(()));
        assert!(rates.take(&key, now + Duration::from_millis(100)).is_err());
    }

    #[test]
    fn a_busy_tenant_does_not_slow_another() {
        let rates = Rates::new(10, 2);
        let now = Instant::now();
        for index in 0..4 {
            assert_eq!(rates.take(&key("terraza", &format!("c-{index}")), now), Ok(()));
        }
        let refused = rates.take(&key("terraza", "c-9"), now);
        assert_eq!(refused, Err(TooMany::Tenant(Duration::from_millis(500))));
        assert_eq!(rates.take(&key("sonrisa", "c-9"), now), Ok(()));
    }

    fn key(tenant: &str, id: &str) -> ConversationKey {
        ConversationKey::new(tenant, Channel::Test, id).unwrap()
    }
}
