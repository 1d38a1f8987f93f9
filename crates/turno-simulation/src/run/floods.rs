//! A gateway of another business, with a token of its own, that sends more than anybody can need.

use fastrand::Rng;
use tokio::sync::mpsc;
use turno_core::{Channel, ConversationKey, Input, Turn, TurnId};
use turno_runtime::{Delivery, Incoming, Link, Outgoing};

use super::Run;
use crate::broken::{Broken, Invariant};

/// What it has open.
#[derive(Default)]
pub(super) struct Flood {
    /// It reads nothing of what it is sent.
    connection: Option<(Link, mpsc::Receiver<Outgoing>)>,
    /// It names each conversation once.
    named: u64,
}

impl Flood {
    fn link(&mut self) -> Link {
        let (link, _unread) = self.connection.get_or_insert_with(|| Link::new(1));
        link.clone()
    }

    fn next(&mut self, tenant: &str) -> Option<ConversationKey> {
        self.named += 1;
        ConversationKey::new(tenant, Channel::Whatsapp, &format!("nobody-{}", self.named)).ok()
    }
}

impl Run<'_> {
    /// So many frames at once for conversations that nobody has.
    pub(super) fn flood(&mut self, count: u8, rng: &mut Rng) -> Result<(), Broken> {
        let tenants = self.simulator.world.assistants.keys();
        let is_free = |tenant: &&String| self.talks.iter().all(|talk| talk.key.tenant != **tenant);
        let (Some(tenant), Some(daemon)) = (tenants.clone().find(is_free), self.daemons.first()) else {
            return Ok(());
        };
        let link = self.flood.link();
        for _ in 0..count {
            let Some(key) = self.flood.next(tenant) else {
                continue;
            };
            let incoming = any_frame(rng);
            let link = link.clone();
            let _refused_or_not = daemon.handle.deliver(Delivery { key, incoming, link });
            self.counts.flood_frames += 1;
        }
        let live = daemon.handle.live_count();
        if live > self.weather.live_max {
            let detail = format!("{live} conversations are live, of {}", self.weather.live_max);
            return Err(Broken::new(Invariant::Fair, None, detail));
        }
        Ok(())
    }
}

fn any_frame(rng: &mut Rng) -> Incoming {
    match rng.u8(..20) {
        0..5 => Incoming::Ack { seq: rng.u64(..9) },
        5..10 => Incoming::Resume { seq: rng.u64(..9) },
        10..14 => Incoming::Interrupt { heard: "Confirmo".to_owned() },
        14..18 => Incoming::Close { reason: "hung up".to_owned() },
        _ => TurnId::new("t-1").map_or(Incoming::Ack { seq: 1 }, |turn| {
            Incoming::Turn(Turn {
                turn,
                input: Input::Text("hola".to_owned()),
                sent_at: None,
                caller: None,
                branch: None,
                understanding: None,
                is_early: false,
                is_blanked: false,
            })
        }),
    }
}
