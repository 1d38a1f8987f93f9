//! A daemon under load, killed at any moment, again and again: nothing that was answered is lost, nothing happens twice.
//!
//! `TURNO_KILLS=200` for the long run, `TURNO_SEED=…` to repeat one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::{sync::Arc, time::Duration};

use common::{
    Daemon,
    books::Books,
    dice::{Dice, seed},
    load::{Carrier, Gate, carry_while, finish},
};

#[test]
fn no_kill_loses_an_answer_or_books_twice() {
    let kills = std::env::var("TURNO_KILLS").map_or(20, |text| text.parse::<u64>().unwrap());
    let mut dice = Dice::new(seed());
    let data = tempfile::tempdir().unwrap();
    let mut carriers: Vec<Carrier> = ["a", "b", "c"]
        .map(|name| Carrier::new(name, dice.split()))
        .into();
    for _ in 0..kills {
        let daemon = Daemon::start(data.path());
        let address = daemon.address.clone();
        let frames = if dice.percent(15) {
            dice.below(6)
        } else {
            20 + dice.below(200)
        };
        let pause = Duration::from_micros(dice.below(4_000));
        carry_while(&mut carriers, &address, &Arc::default(), |gate: &Gate| {
            gate.wait_for(frames);
            // Any moment between two frames, not only just after one.
            std::thread::sleep(pause);
            daemon.kill();
        });
        if dice.percent(30) {
            Books::of_copy(data.path()).agree_with(&carriers);
        }
    }
    finish(data.path(), &mut carriers);
}
