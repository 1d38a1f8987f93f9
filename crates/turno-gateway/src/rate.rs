//! How many frames a second.

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
    conversation: Each,
    tenant: Each,
    book: Mutex<Book>,
}

/// The rate of turns, and that of all other frames: replies are acknowledged, calls interrupted and closed, so there are more of them.
#[derive(Debug, Clone, Copy)]
struct Each {
    turns: Rate,
    others: Rate,
}

/// For each, when the frames so far would have been through at the steady rate. It remembers those of
/// late only.
#[derive(Debug)]
struct Book {
    conversations: Recent<ConversationKey, Through>,
    tenants: Recent<String, Through>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Through {
    turns: Option<Instant>,
    others: Option<Instant>,
}

/// So many a second on average, twice as many at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    interval: Duration,
    ahead_max: Duration,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// A turn.
    Turn,
    /// Anything else that is about a conversation.
    Other,
    /// A whole journal, which is read for it.
    Journal,
}

/// As many other frames as a journal costs.
const JOURNAL_COSTS: u32 = 10;

/// Who has too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMany {
    /// The conversation; the next is welcome after this.
    Conversation(Duration),
    /// The tenant; the next is welcome after this.
    Tenant(Duration),
}

impl Rates {
    pub(crate) fn new(turns_per_second_conversation: u32, turns_per_second_tenant: u32) -> Self {
        Self {
            conversation: Each::of(turns_per_second_conversation),
            tenant: Each::of(turns_per_second_tenant),
            book: Mutex::new(Book {
                conversations: Recent::new(CONVERSATIONS_REMEMBERED),
                tenants: Recent::new(TENANTS_REMEMBERED),
            }),
        }
    }

    /// Counts a frame, or says who has too many; what is turned away counts for neither.
    pub(crate) fn take(&self, key: &ConversationKey, taken: Taken, now: Instant) -> Result<(), TooMany> {
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        let conversation = book.conversations.get(key).copied().unwrap_or_default();
        let tenant = book.tenants.get(&key.tenant).copied().unwrap_or_default();
        let conversation = self.conversation.next(conversation, taken, now).map_err(TooMany::Conversation)?;
        let tenant = self.tenant.next(tenant, taken, now).map_err(TooMany::Tenant)?;
        book.conversations.put(key, conversation);
        book.tenants.put(&key.tenant, tenant);
        Ok(())
    }
}

impl Each {
    fn of(turns_per_second: u32) -> Self {
        Self {
            turns: Rate::per_second(turns_per_second),
            others: Rate::per_second(turns_per_second.saturating_mul(2)),
        }
    }

    fn next(self, through: Through, taken: Taken, now: Instant) -> Result<Through, Duration> {
        Ok(match taken {
            Taken::Turn => Through { turns: Some(self.turns.next(through.turns, 1, now)?), ..through },
            Taken::Other => Through { others: Some(self.others.next(through.others, 1, now)?), ..through },
            Taken::Journal => {
                let others = self.others.next(through.others, JOURNAL_COSTS, now)?;
                Through { others: Some(others), ..through }
            }
        })
    }
}

impl Rate {
    pub(crate) fn per_second(rate: u32) -> Self {
        let rate = rate.max(1);
        let interval = Duration::from_secs(1) / rate;
        Self { interval, ahead_max: interval * rate.saturating_mul(2).saturating_sub(1) }
    }

    /// When as many more as this costs would be through, or how long to wait.
    pub(crate) fn next(
        self,
        through: Option<Instant>,
        costs: u32,
        now: Instant,
    ) -> Result<Instant, Duration> {
        let through = through.map_or(now, |through| through.max(now));
        match (through - now).checked_sub(self.ahead_max) {
            None | Some(Duration::ZERO) => Ok(through + self.interval * costs),
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
        assert_eq!((0..20).filter(|_| rates.take(&key, Taken::Turn, now).is_ok()).count(), 20);
        assert_eq!(
            rates.take(&key, Taken::Turn, now),
            Err(TooMany::Conversation(Duration::from_millis(100)))
        );
        assert_eq!(rates.take(&key, Taken::Turn, now + Duration::from_millis(100)), Ok(()));
        assert!(rates.take(&key, Taken::Turn, now + Duration::from_millis(100)).is_err());
    }

    #[test]
    fn a_busy_tenant_does_not_slow_another() {
        let rates = Rates::new(10, 2);
        let now = Instant::now();
        for index in 0..4 {
            assert_eq!(rates.take(&key("terraza", &format!("c-{index}")), Taken::Turn, now), Ok(()));
        }
        let refused = rates.take(&key("terraza", "c-9"), Taken::Turn, now);
        assert_eq!(refused, Err(TooMany::Tenant(Duration::from_millis(500))));
        assert_eq!(rates.take(&key("sonrisa", "c-9"), Taken::Turn, now), Ok(()));
    }

    #[test]
    fn every_frame_has_its_rate_and_takes_none_of_the_turns() {
        let rates = Rates::new(10, 20);
        let now = Instant::now();
        let taken = |id: &str, taken: Taken| rates.take(&key("terraza", id), taken, now);
        assert_eq!((0..99).filter(|_| taken("c-1", Taken::Other).is_ok()).count(), 40);
        assert_eq!(taken("c-1", Taken::Other), Err(TooMany::Conversation(Duration::from_millis(50))));
        assert_eq!(taken("c-1", Taken::Turn), Ok(()), "what is said is not held up by what is acknowledged");
        // Ids without end are the tenant's, and no other tenant's.
        let unknown = (0..99).filter(|number| taken(&format!("x-{number}"), Taken::Other).is_ok()).count();
        assert_eq!(unknown, 40);
        assert_eq!(taken("c-2", Taken::Other), Err(TooMany::Tenant(Duration::from_millis(25))));
        assert_eq!(rates.take(&key("sonrisa", "c-1"), Taken::Other, now), Ok(()));
    }

    #[test]
    fn a_journal_costs_more() {
        let rates = Rates::new(10, 2_000);
        let (now, key) = (Instant::now(), key("terraza", "c-1"));
        assert_eq!((0..99).filter(|_| rates.take(&key, Taken::Journal, now).is_ok()).count(), 4);
    }

    #[test]
    fn the_book_of_rates_does_not_grow_without_end() {
        let rates = Rates::new(10, 10_000_000);
        let now = Instant::now();
        for number in 0..(3 * CONVERSATIONS_REMEMBERED) {
            let _either = rates.take(&key("terraza", &number.to_string()), Taken::Other, now);
        }
        let book = rates.book.lock().unwrap();
        assert!(book.conversations.len() <= CONVERSATIONS_REMEMBERED);
    }

    fn key(tenant: &str, id: &str) -> ConversationKey {
        ConversationKey::new(tenant, Channel::Test, id).unwrap()
    }
}
