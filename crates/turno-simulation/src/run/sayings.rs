//! Gateways that deliver what was said over midnight, or in another order.

use fastrand::Rng;

use turno_core::Input;

use super::{Due, Run};
use crate::{
    broken::Broken,
    plan::Say,
    talk::Way,
    words::{self, Meaning},
};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// 23:58:30 in Mexico City, in UTC.
const BEFORE_MIDNIGHT_MS: i64 = 6 * 60 * 60 * 1_000 - 90_000;

impl Run<'_> {
    /// Speaks just before midnight, and is heard some minutes after it.
    pub(super) async fn say_overnight(&mut self, talk: usize, rng: &mut Rng) -> Result<(), Broken> {
        let now = self.daemon_time().0;
        let wait_ms = (BEFORE_MIDNIGHT_MS - now).rem_euclid(DAY_MS).unsigned_abs();
        self.pass(wait_ms).await?;
        let said = self.words(talk, Say::Overnight, rng);
        if let Some(turn) = self.add(talk, Say::Overnight, said, rng) {
            self.talks[talk].said[turn].way = Way::Overnight;
            let after_ms = rng.u64(120_000..1_800_000);
            self.later(after_ms, Due::Deliver { talk, turn });
        }
        Ok(())
    }

    /// Behind the last key of a phone another is heard, which somebody pressed by mistake.
    pub(super) fn press_once_more(&mut self, talk: usize, rng: &mut Rng) {
        let said = &self.talks[talk];
        let keys = said.said.iter().rev().take_while(|said| said.meaning == Meaning::Key);
        let (count, are_all) = keys
            .fold((0, true), |(count, are_all), key| (count + 1, are_all && key.delivered_at_ms.is_some()));
        if count == 0 || count != words::pieces_of_phone(&said.profile) || !are_all || rng.bool() {
            return;
        }
        let key = (Input::Dtmf("1".to_owned()), Meaning::Key);
        if let Some(turn) = self.add(talk, Say::Noise, key, rng) {
            let after_ms = rng.u64(100..3_000);
            self.later(after_ms, Due::Deliver { talk, turn });
        }
    }

    /// Says one thing and then another, which is heard first.
    pub(super) async fn say_crossed(&mut self, talk: usize, rng: &mut Rng) -> Result<(), Broken> {
        let first = self.words(talk, Say::Crossed, rng);
        let Some(first) = self.add(talk, Say::Crossed, first, rng) else {
            return Ok(());
        };
        self.pass(2_500).await?;
        if let Some(second) = self.add(talk, Say::Crossed, words::crossing(), rng) {
            self.talks[talk].said[first].way = Way::Behind(second);
            self.deliver_turn(talk, second);
        }
        let after_ms = rng.u64(100..6_000);
        self.later(after_ms, Due::Deliver { talk, turn: first });
        Ok(())
    }
}
