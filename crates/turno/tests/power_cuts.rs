//! A daemon under load on a disk whose power is cut, or that becomes full: every reply that a gateway has got is there
//! afterwards, and bookings are those that were told. Needs root; says so where it cannot.
//!
//! `TURNO_CUTS=100` for the long run, `TURNO_SEED=…` to repeat a load.

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
#[allow(dead_code, reason = "the store's own tests use the rest of it")]
#[path = "../../../tests/shared/disk.rs"]
mod disk;

use std::sync::Arc;

use common::{
    Daemon, Gateway,
    books::Books,
    dice::{Dice, seed},
    load::{Carrier, Gate, carry_while, finish},
};
use disk::{Disk, skip, why_not};

/// Cuts that one disk goes through; the next begins on a new one.
const CUTS_PER_DISK: u64 = 20;

#[test]
fn no_power_cut_takes_back_what_a_gateway_was_told() {
    if let Some(why) = why_not() {
        return skip("no_power_cut_takes_back_what_a_gateway_was_told", &why);
    }
    let cuts = std::env::var("TURNO_CUTS").map_or(3, |text| text.parse::<u64>().unwrap());
    let mut dice = Dice::new(seed());
    let mut done = 0;
    while done < cuts {
        let on_this_disk = CUTS_PER_DISK.min(cuts - done);
        cut_one_disk(on_this_disk, &mut dice);
        done += on_this_disk;
    }
}

fn cut_one_disk(cuts: u64, dice: &mut Dice) {
    let mut disk = Disk::new().unwrap();
    let mut carriers: Vec<Carrier> = ["a", "b", "c"]
        .map(|name| Carrier::new(name, dice.split()))
        .into();
    for _ in 0..cuts {
        let mut daemon = Daemon::start(&disk.data());
        let address = daemon.address.clone();
        let frames = 20 + dice.below(300);
        carry_while(&mut carriers, &address, &Arc::default(), |gate: &Gate| {
            gate.wait_for(frames);
            // It ends once the disk takes its last writes again, so nobody waits for it here.
            disk.cut_power(|| daemon.child.kill().unwrap()).unwrap();
        });
        Books::of_copy(&disk.data()).agree_with(&carriers);
    }
    finish(&disk.data(), &mut carriers);
}

#[test]
fn a_full_disk_is_told_and_with_space_again_all_goes_on() {
    if let Some(why) = why_not() {
        return skip("a_full_disk_is_told_and_with_space_again_all_goes_on", &why);
    }
    let disk = Disk::new().unwrap();
    let daemon = Daemon::start(&disk.data());
    disk.fill_but(300_000).unwrap();
    let mut gateway = daemon.connect();
    let mut told = Vec::new();
    let refused = (0..20_000)
        .find_map(|number| {
            let frame = ask(&mut gateway, number);
            if frame["type"] == "error" {
                return Some((number, frame));
            }
            told.push(frame);
            None
        })
        .expect("the disk is full");
    assert_eq!(refused.1["code"], "store_failed", "{}", refused.1);
    // It stays up, and says the same to the next.
    assert_eq!(ask(&mut gateway, 30_000)["code"], "store_failed");
    disk.free().unwrap();
    assert_eq!(daemon.interrupt(), Some(0));

    let daemon = Daemon::start(&disk.data());
    let mut gateway = daemon.connect();
    for (number, frame) in told.iter().enumerate().rev().take(200) {
        assert_eq!(ask(&mut gateway, number), *frame);
    }
    let late = ask(&mut gateway, refused.0);
    assert_eq!(late["type"], "reply", "{late}");
}

/// A turn of a conversation of its own; the same number is the same turn.
fn ask(gateway: &mut Gateway, number: usize) -> serde_json::Value {
    gateway.turn(
        &format!("c-{number}"),
        "t-1",
        "quiero reservar para dentro de 3 días a las 8, somos 4",
    );
    gateway.next()
}
