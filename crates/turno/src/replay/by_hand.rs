//! What a recording that was written by hand leaves out: the seeds of its events.

use turno_core::{ConversationKey, Event, Seed, Timestamp};
use turno_runtime::StoreSecret;

use super::recording::Recording;

/// Gives events what their recording leaves out, the same each time.
pub(super) struct ByHand {
    /// None: the events have what they had.
    secret: Option<StoreSecret>,
    key: ConversationKey,
    events: u64,
}

impl ByHand {
    pub(super) fn of(recording: &Recording) -> Self {
        let is_by_hand = !recording.header.own_seeds;
        Self {
            secret: is_by_hand.then(StoreSecret::known_to_everybody),
            key: recording.key(),
            events: 0,
        }
    }

    /// The event as it is stepped through.
    pub(super) fn whole(&mut self, event: &Event) -> Event {
        let mut event = event.clone();
        let Some(secret) = &self.secret else {
            return event;
        };
        if event.seed.is_none() {
            event.seed = Some(secret.seed(&self.key, 0, self.events, 0, event.at));
        }
        self.events += 1;
        event
    }

    /// The seed of what another customer does, so many entries into the recording.
    pub(super) fn seed_elsewhere(&self, entries: usize, at: Timestamp) -> Seed {
        StoreSecret::known_to_everybody().seed(&self.key, u32::MAX, entries as u64, 0, at)
    }
}
