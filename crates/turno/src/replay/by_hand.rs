//! What a recording that was written by hand leaves out: the seeds of its events, and with them the parts of buttons' ids that
//! nobody can guess.

use std::collections::BTreeMap;

use turno_core::{ConversationKey, Effect, Event, EventKind, Input, Seed, Timestamp, Turn, plain_choice};
use turno_runtime::StoreSecret;

use super::recording::Recording;

/// Gives events what their recording leaves out, the same each time. A press on a button is written as the plain beginning of its id
/// (`yes:1-1`): it stands for the button of that name that was offered last.
pub(super) struct ByHand {
    /// None: the events have what they had.
    secret: Option<StoreSecret>,
    key: ConversationKey,
    events: u64,
    offered: BTreeMap<String, String>,
}

impl ByHand {
    pub(super) fn of(recording: &Recording) -> Self {
        let is_by_hand = !recording.header.own_seeds;
        Self {
            secret: is_by_hand.then(StoreSecret::known_to_everybody),
            key: recording.key(),
            events: 0,
            offered: BTreeMap::new(),
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
        if let EventKind::TurnArrived(Turn { input: Input::Choice(id), .. }) = &mut event.kind
            && let Some(offered) = self.offered.get(id)
        {
            id.clone_from(offered);
        }
        event
    }

    /// The seed of what another customer does, so many entries into the recording.
    pub(super) fn seed_elsewhere(&self, entries: usize, at: Timestamp) -> Seed {
        StoreSecret::known_to_everybody().seed(&self.key, u32::MAX, entries as u64, 0, at)
    }

    /// What came of it.
    pub(super) fn note(&mut self, effects: &[Effect]) {
        for effect in effects {
            if let Effect::Reply(reply) = effect {
                let ids = reply.choices.iter().map(|choice| &choice.id);
                self.offered.extend(ids.map(|id| (plain_choice(id).to_owned(), id.clone())));
            }
        }
    }
}
