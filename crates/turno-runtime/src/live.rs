//! Which conversations are in memory, and how many of them each tenant may have there.

use std::{collections::HashMap, sync::Arc};

use tokio::sync::mpsc;
use turno_core::ConversationKey;

use crate::mail::Mail;

/// The mailbox of a conversation.
pub(crate) type Mailbox = mpsc::Sender<Box<Mail>>;

/// The conversations in memory.
///
/// Half of the room is the tenants' own, the same part for each, and is there for it whatever the others do; the other half is for whoever
/// comes first. Where one tenant is served alone, it has all of it.
#[derive(Default)]
pub(crate) struct Live {
    mailboxes: HashMap<ConversationKey, Mailbox>,
    of_tenant: HashMap<String, usize>,
    /// Frames that begin nothing and of whose conversations nobody knows yet whether they are there.
    looked_up: HashMap<String, Lookup>,
}

/// How many such frames of one tenant are looked up at a time: whoever sends more is refused, and nobody else waits behind them.
const LOOKED_UP_MAX: usize = 256;

/// One of them, until it is dropped.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lookup(Arc<()>);

impl Live {
    /// A frame is about to be looked up; none where too many of that tenant's are.
    pub(crate) fn look_up(&mut self, tenant: &str) -> Option<Lookup> {
        let all = self.looked_up.entry(tenant.to_owned()).or_default();
        (Arc::strong_count(&all.0) <= LOOKED_UP_MAX).then(|| all.clone())
    }

    pub(crate) fn len(&self) -> usize {
        self.mailboxes.len()
    }

    pub(crate) fn get(&self, key: &ConversationKey) -> Option<&Mailbox> {
        self.mailboxes.get(key)
    }

    /// Whether a tenant may have another one there; `most` may be there of all `tenants` together.
    pub(crate) fn has_room_for(&self, tenant: &str, most: usize, tenants: usize) -> bool {
        let part = own_part(most, tenants);
        let own = self.of_tenant.get(tenant).copied().unwrap_or_default();
        if own < part {
            return self.len() < most;
        }
        let beyond = self.of_tenant.values().map(|count| count.saturating_sub(part));
        beyond.sum::<usize>() < most - part * tenants.max(1)
    }

    pub(crate) fn insert(&mut self, key: &ConversationKey, mailbox: Mailbox) {
        if self.mailboxes.insert(key.clone(), mailbox).is_none() {
            *self.of_tenant.entry(key.tenant.clone()).or_default() += 1;
        }
    }

    pub(crate) fn remove(&mut self, key: &ConversationKey) {
        if self.mailboxes.remove(key).is_none() {
            return;
        }
        match self.of_tenant.get_mut(&key.tenant) {
            Some(count) if *count > 1 => *count -= 1,
            Some(_) | None => drop(self.of_tenant.remove(&key.tenant)),
        }
    }
}

/// How many each tenant may have whatever the others do.
fn own_part(most: usize, tenants: usize) -> usize {
    most / tenants.max(1) / 2
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use turno_core::Channel;

    use super::*;

    fn key(tenant: &str, number: usize) -> ConversationKey {
        ConversationKey::new(tenant, Channel::Test, &format!("c-{number}")).unwrap()
    }

    /// Brings in as many as there is room for, at most so many.
    fn bring_in(live: &mut Live, tenant: &str, times: usize, most: usize, tenants: usize) -> usize {
        let mut count = 0;
        while count < times && live.has_room_for(tenant, most, tenants) {
            live.insert(&key(tenant, count), mpsc::channel(1).0);
            count += 1;
        }
        count
    }

    #[test]
    fn whoever_takes_all_the_room_leaves_the_others_their_part() {
        let mut live = Live::default();
        assert_eq!(bring_in(&mut live, "greedy", 5_000, 900, 3), 600);
        assert_eq!(bring_in(&mut live, "terraza", 50, 900, 3), 50);
        let more = bring_in(&mut live, "greedy", 1, 900, 3);
        assert_eq!(more, 0, "who has more than its part waits");
        assert_eq!(bring_in(&mut live, "sonrisa", 5_000, 900, 3), 150);
        live.remove(&key("terraza", 0));
        live.remove(&key("terraza", 0));
        assert_eq!(live.of_tenant["terraza"], 49);
        assert_eq!(bring_in(&mut Live::default(), "terraza", 5_000, 900, 1), 900);
        // With more tenants than room, whoever comes first is served.
        assert_eq!(bring_in(&mut Live::default(), "terraza", 5, 2, 30), 2);
    }

    proptest! {
        #[test]
        fn nobody_below_a_fair_share_is_refused(
            turns in prop::collection::vec((0..6_usize, 1..400_usize, any::<bool>()), 1..60),
        ) {
            const MOST: usize = 1_000;
            let names = ["a", "b", "c", "d", "e", "f"];
            let part = own_part(MOST, names.len());
            let mut live = Live::default();
            for (who, count, comes) in turns {
                let tenant = names[who];
                for number in 0..count {
                    if !comes {
                        live.remove(&key(tenant, number));
                        continue;
                    }
                    let own = live.of_tenant.get(tenant).copied().unwrap_or_default();
                    let has_room = live.has_room_for(tenant, MOST, names.len());
                    prop_assert!(has_room || own >= part, "{tenant} has {own} of {}", live.len());
                    if has_room {
                        live.insert(&key(tenant, number), mpsc::channel(1).0);
                    }
                }
                prop_assert!(live.len() <= MOST);
                prop_assert_eq!(live.of_tenant.values().sum::<usize>(), live.len());
            }
        }
    }
}
