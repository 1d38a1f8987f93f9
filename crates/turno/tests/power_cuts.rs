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
    stderr, stdout,
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
    let mut carriers: Vec<Carrier> = ["a", "b", "c"].map(|name| Carrier::new(name, dice.split())).into();
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
fn a_full_disk_is_survived_without_a_restart() {
    if let Some(why) = why_not() {
        return skip("a_full_disk_is_survived_without_a_restart", &why);
    }
    let disk = Disk::new().unwrap();
    let daemon = Daemon::start(&disk.data());
    let mut gateway = daemon.connect();
    let told: Vec<_> = (0..30).map(|number| ask(&mut gateway, number)).collect();
    assert!(told.iter().all(|frame| frame["type"] == "reply"), "{told:?}");
    disk.fill_but(300_000).unwrap();
    for _ in 0..3 {
        assert_eq!(ask(&mut gateway, 100)["code"], "store_failed");
        for (number, frame) in told.iter().enumerate() {
            assert_eq!(ask(&mut gateway, number), *frame, "it is answered as it was");
        }
    }
    disk.free().unwrap();
    let late = ask(&mut gateway, 100);
    assert_eq!(late["type"], "reply", "{late}");
    assert_eq!(daemon.interrupt(), Some(0));

    let daemon = Daemon::start(&disk.data());
    let mut gateway = daemon.connect();
    for (number, frame) in told.iter().enumerate() {
        assert_eq!(ask(&mut gateway, number), *frame);
    }
    assert_eq!(ask(&mut gateway, 100), late);
}

#[test]
fn a_disk_that_does_not_answer_keeps_no_gateway_waiting() {
    if let Some(why) = why_not() {
        return skip("a_disk_that_does_not_answer_keeps_no_gateway_waiting", &why);
    }
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("turno.toml");
    let text = format!(
        "[[tenants]]\nfile = \"{0}/config/tenants/terraza.toml\"\ngraph = \"{0}/graphs/restaurant.toml\"\n\
         [store]\nwrite_seconds_max = 1\n",
        common::root().display()
    );
    std::fs::write(&config, text).unwrap();
    let disk = Disk::new().unwrap();
    let mut daemon = Daemon::start_with(&config, &disk.data());
    let mut gateway = daemon.connect();
    let told = ask(&mut gateway, 1);
    assert_eq!(told["type"], "reply", "{told}");
    let held = disk.hold().unwrap();
    gateway.turns(2..12, "t-1", "¿a qué hora abren?");
    for _ in 2..12 {
        assert_eq!(gateway.next()["code"], "store_failed");
    }
    // The system lets go of a process once its threads are back from the disk.
    drop(held);
    assert_eq!(daemon.wait(std::time::Duration::from_secs(60)), Some(74));

    let daemon = Daemon::start_with(&config, &disk.data());
    let mut gateway = daemon.connect();
    assert_eq!(ask(&mut gateway, 1), told, "it is answered as it was");
    assert_eq!(ask(&mut gateway, 2)["type"], "reply");
}

#[test]
fn a_store_that_may_only_be_read_is_verified_and_its_log_and_its_backup_are_had() {
    let why = why_not();
    let (disk, folder) = match &why {
        None => (Some(Disk::new().unwrap()), None),
        Some(_) => (None, Some(tempfile::tempdir().unwrap())),
    };
    let data = match (&disk, &folder) {
        (Some(disk), _) => disk.data(),
        (None, folder) => folder.as_ref().unwrap().path().join("data"),
    };
    let daemon = Daemon::start(&data);
    let mut gateway = daemon.connect();
    gateway.reach_the_question("c-1");
    gateway.say("c-1", "yes", "sí");
    // It leaves a log to be read, and its socket.
    daemon.kill();
    match &disk {
        Some(disk) => disk.set_read_only(true).unwrap(),
        None => set_read_only(&data),
    }
    let scratch = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], temporary: &std::path::Path| {
        std::process::Command::new(env!("CARGO_BIN_EXE_turno"))
            .args(arguments)
            .args(["--data", data.to_str().unwrap()])
            .current_dir(common::root())
            .env("TMPDIR", temporary)
            .output()
            .unwrap()
    };
    let verified = run(&["verify", "--json"], scratch.path());
    assert!(verified.status.success(), "{}", stderr(&verified));
    assert!(stdout(&verified).contains("\"bookings\":1,"), "{}", stdout(&verified));
    let log = run(&["tools", "log"], scratch.path());
    assert!(stdout(&log).contains(" create_reservation "), "{}{}", stdout(&log), stderr(&log));
    let file = scratch.path().join("backup");
    let backup = run(&["backup", file.to_str().unwrap()], scratch.path());
    assert!(backup.status.success(), "{}", stderr(&backup));
    std::fs::remove_file(file).unwrap();
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0, "the copies are gone");
    let nowhere = run(&["verify"], &data);
    assert!(!nowhere.status.success());
    assert!(stderr(&nowhere).contains("in the variable TMPDIR"), "{}", stderr(&nowhere));
}

fn set_read_only(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            set_read_only(&entry.unwrap().path());
        }
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o500)).unwrap();
    } else {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o400)).unwrap();
    }
}

/// A turn of a conversation of its own; the same number is the same turn.
fn ask(gateway: &mut Gateway, number: usize) -> serde_json::Value {
    gateway.turn(&format!("c-{number}"), "t-1", "quiero reservar para dentro de 3 días a las 8, somos 4");
    gateway.next()
}
