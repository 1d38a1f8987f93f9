//! Who talks to a business whose tools act outside, or whose assistant is a language model.

use fastrand::Rng;

use super::{Act, Desk, Move, Plan, Say, Task, any_cut, any_say};

impl Plan {
    /// In every third run somebody, or two, have something done outside, among all that happens.
    pub(super) fn add_outside(&mut self, rng: &mut Rng) {
        if rng.u8(..3) > 0 {
            return;
        }
        for _ in 0..rng.u8(1..=2) {
            let number = self.add_person(rng, Desk::Outside);
            let mut at = rng.usize(..=self.moves.len() / 2);
            for _ in 0..rng.u8(1..=3) {
                // Asked for, asked back, and mostly agreed to.
                let says = [Say::Task(Task::Book), Say::Yes, any_say(rng)];
                for say in says {
                    let act = Act::Say(number, say);
                    let after_ms = [0, 1, 40, 900, 4_000][rng.usize(..5)];
                    let roll = rng.u64(..);
                    self.moves.insert(at, Move { after_ms, act, roll });
                    at = rng.usize(at + 1..=(at + 4).min(self.moves.len()));
                }
            }
        }
    }

    /// In every fourth run somebody, or two, talk to a language model, among all that happens.
    pub(super) fn add_modelled(&mut self, rng: &mut Rng) {
        if rng.u8(..4) > 0 {
            return;
        }
        for _ in 0..rng.u8(1..=2) {
            let number = self.add_person(rng, Desk::Model);
            let mut at = rng.usize(..=self.moves.len() / 2);
            for _ in 0..rng.u8(3..=8) {
                let act = match rng.u8(..20) {
                    0..5 => Act::Say(number, Say::Task([Task::Book, Task::Order][rng.usize(..2)])),
                    5..10 => Act::Say(number, Say::Answer),
                    // Mostly before the model has answered.
                    10..13 => Act::Say(number, Say::Yes),
                    13..15 => Act::Say(number, any_say(rng)),
                    15..17 => Act::Interrupt(number),
                    17 => Act::HangUp(number),
                    18 => Act::Crash,
                    _ => Act::CrashAt(rng.u8(1..4), any_cut(rng)),
                };
                let after_ms = [0, 1, 40, 900, 4_000, 9_000][rng.usize(..6)];
                let roll = rng.u64(..);
                self.moves.insert(at, Move { after_ms, act, roll });
                at = rng.usize(at + 1..=(at + 3).min(self.moves.len()));
            }
        }
    }

    /// Every tenth talk with a language model is longer than what a model is told of.
    pub(super) fn lengthen(&mut self, rng: &mut Rng) {
        let talker = self.people.iter().rfind(|person| person.desk == Desk::Model);
        let Some(number) = talker.map(|person| person.number) else {
            return;
        };
        if rng.u8(..10) > 0 {
            return;
        }
        for _ in 0..rng.u8(20..=40) {
            let say = match rng.u8(..10) {
                0..4 => Say::Task(Task::Book),
                4..8 => Say::Answer,
                _ => any_say(rng),
            };
            self.moves.push(Move {
                after_ms: [0, 900, 4_000, 9_000][rng.usize(..4)],
                act: Act::Say(number, say),
                roll: rng.u64(..),
            });
        }
    }
}
