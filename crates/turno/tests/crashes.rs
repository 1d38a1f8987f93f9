//! A daemon under load, killed at any moment, again and again, or on a disk that fails for a while: nothing that was answered
//! is lost, nothing happens twice.
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

use std::{path::Path, process::Stdio, sync::Arc, time::Duration};

use common::{
    Daemon, Gateway,
    books::Books,
    dice::{Dice, seed},
    load::{Carrier, Gate, carry_while, finish},
    root,
};

#[test]
fn no_kill_loses_an_answer_or_books_twice() {
    let kills = std::env::var("TURNO_KILLS").map_or(20, |text| text.parse::<u64>().unwrap());
    let mut dice = Dice::new(seed());
    let data = tempfile::tempdir().unwrap();
    let mut carriers: Vec<Carrier> = ["a", "b", "c"].map(|name| Carrier::new(name, dice.split())).into();
    for _ in 0..kills {
        let daemon = Daemon::start(data.path());
        let address = daemon.address.clone();
        let frames = if dice.percent(15) { dice.below(6) } else { 20 + dice.below(200) };
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

#[test]
fn no_failure_of_the_disk_loses_an_answer_or_books_twice_and_none_needs_a_restart() {
    let mut dice = Dice::new(seed());
    let data = tempfile::tempdir().unwrap();
    let mut carriers: Vec<Carrier> = ["a", "b", "c"].map(|name| Carrier::new(name, dice.split())).into();
    let daemon = Daemon::start(data.path());
    let address = daemon.address.clone();
    let file = data.path().join("db");
    let all_over = carry_while(&mut carriers, &address, &Arc::default(), |gate: &Gate| {
        for _ in 0..6 {
            gate.wait_for(gate.count() + 30 + dice.below(100));
            let bytes = std::fs::metadata(&file).unwrap().len();
            daemon.limit_files(Some(1 + dice.below(bytes)));
            std::thread::sleep(Duration::from_millis(dice.below(400)));
            daemon.limit_files(None);
        }
        gate.wait_for(gate.count() + 100);
        gate.close();
    });
    assert!(all_over, "the daemon went away by itself");
    assert_eq!(daemon.interrupt(), Some(0));
    Books::of_copy(data.path()).agree_with(&carriers);
    finish(data.path(), &mut carriers);
}

#[test]
fn a_store_that_fails_for_good_ends_the_daemon_with_an_exit_code_of_its_own() {
    a_store_that_fails_for_good_is_told(&|_| Stdio::inherit());
}

/// The log is on the disk that fails.
#[test]
fn a_store_that_fails_for_good_with_its_log_is_told_as_well() {
    a_store_that_fails_for_good_is_told(&|folder| {
        let log = std::fs::File::options().append(true).create(true).open(folder.join("log"));
        log.unwrap().into()
    });
}

fn a_store_that_fails_for_good_is_told(log: &dyn Fn(&Path) -> Stdio) {
    let folder = tempfile::tempdir().unwrap();
    let (config, data) = (folder.path().join("turno.toml"), folder.path().join("data"));
    let root = root();
    let text = format!(
        "[[tenants]]\nfile = \"{0}/config/tenants/terraza.toml\"\ngraph = \"{0}/graphs/restaurant.toml\"\n\
         [store]\nreopen_seconds = 1\n",
        root.display()
    );
    std::fs::write(&config, text).unwrap();
    let start = || Daemon::start_as("", &config, &data, "error", log(folder.path()));
    let mut daemon = start();
    let mut gateway = daemon.connect();
    let told = gateway.say("c-1", "t-1", "¿a qué hora abren?");
    daemon.limit_files(Some(1));
    // Some wait for the store while it is opened anew, which comes to nothing.
    gateway.turns(2..12, "t-1", "¿a qué hora abren?");
    for _ in 2..12 {
        assert_eq!(gateway.next()["code"], "store_failed");
    }
    assert_eq!(daemon.wait(Duration::from_secs(60)), Some(74));

    let daemon = Daemon::start_with(&config, &data);
    let mut gateway = daemon.connect();
    assert_eq!(gateway.say("c-1", "t-1", "¿a qué hora abren?"), told);
    gateway.say("c-2", "t-1", "¿a qué hora abren?");
}

#[test]
fn a_log_that_nobody_can_write_or_reads_takes_no_turn_along() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let (nobody_reads, log) = std::io::pipe().unwrap();
    drop(nobody_reads);
    for errors in [Stdio::from(full), Stdio::from(log)] {
        let data = tempfile::tempdir().unwrap();
        let config = root().join("config/turno.toml");
        let daemon = Daemon::start_as("", &config, data.path(), "debug", errors);
        let mut gateway = daemon.connect();
        gateway.say("c-1", "t-1", "¿a qué hora abren?");
        gateway.reach_the_question("c-2");
        assert_eq!(daemon.interrupt(), Some(0));
    }
}

#[test]
fn silent_connections_stop_neither_the_turns_of_others_nor_the_store() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start_under("ulimit -n 160", &root().join("config/turno.toml"), data.path());
    let mut gateway = daemon.connect();
    let silent: Vec<_> =
        (0..400).filter_map(|_| std::net::TcpStream::connect(&daemon.address).ok()).collect();
    assert!(silent.len() > 200, "{}", silent.len());
    for number in 0..50 {
        gateway.say(&format!("c-{number}"), "t-1", "¿a qué hora abren?");
    }
    drop(silent);
    let mut late = connect_in_the_end(&daemon);
    late.say("c-late", "t-1", "¿a qué hora abren?");
    assert_eq!(daemon.interrupt(), Some(0));
}

/// The daemon notices in a moment that the others are gone.
fn connect_in_the_end(daemon: &Daemon) -> Gateway {
    for _ in 0..200 {
        if let Some(gateway) = Gateway::try_connect(&daemon.address, "whatsapp") {
            return gateway;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("nobody is let in")
}
