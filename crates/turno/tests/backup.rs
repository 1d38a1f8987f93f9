//! Backups as an operator takes them: of a daemon under load, of a store at rest, and back again.

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

use std::{
    io::{Read, Write},
    os::unix::{fs::PermissionsExt, net::UnixStream},
    path::Path,
    process::Output,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use common::{Daemon, code_in, stderr, stdout, turno};
use serde_json::Value;

fn backup(file: &Path, data: &Path) -> Output {
    turno(&["backup", text(file), "--data", text(data), "--json"])
}

fn restore(file: &Path, data: &Path) -> Output {
    turno(&["restore", text(file), "--data", text(data), "--json"])
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn told(output: &Output) -> Value {
    assert!(output.status.success(), "{}{}", stdout(output), stderr(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_backup_of_a_daemon_under_load_gives_back_what_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("backup"));
    let daemon = Daemon::start(&data);
    let mut gateway = daemon.connect();
    gateway.reach_the_question("before");
    let code = code_in(&gateway.say("before", "yes", "sí")).unwrap();
    let (stop, said) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for talker in 0..3 {
            let (daemon, stop, said) = (&daemon, &stop, &said);
            scope.spawn(move || {
                let mut gateway = daemon.connect();
                for number in 0.. {
                    if stop.load(Ordering::SeqCst) {
                        return;
                    }
                    gateway.say(&format!("load-{talker}-{}", number / 5), &format!("t-{number}"), "hola");
                    said.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        while said.load(Ordering::SeqCst) < 20 {
            std::thread::yield_now();
        }
        let written = told(&backup(&file, &data));
        assert_eq!(written["from_running_daemon"], true);
        stop.store(true, Ordering::SeqCst);
    });
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!folder.path().join("backup.partial").exists());
    daemon.kill();

    let verified = told(&turno(&["verify", text(&file), "--json"]));
    let conversations = verified["conversations"].as_u64().unwrap();
    assert!(conversations > 1 && verified["bookings"] == 1, "{verified}");
    assert_eq!(verified["replayed"], conversations, "{verified}");
    let restored = folder.path().join("restored");
    assert_eq!(told(&restore(&file, &restored))["verified"], verified);
    assert_eq!(told(&turno(&["verify", "--data", text(&restored), "--json"])), verified);
    let daemon = Daemon::start(&restored);
    let mut gateway = daemon.connect();
    gateway.turn("before", "yes", "sí");
    let again = std::iter::repeat_with(|| gateway.next()).find(|frame| frame["turn"] == "yes").unwrap();
    assert_eq!(code_in(&again), Some(code), "the booking of before, and no other");
}

#[test]
fn a_store_at_rest_is_backed_up_whatever_a_killed_daemon_left() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("backup"));
    let daemon = Daemon::start(&data);
    assert_eq!(std::fs::metadata(data.join("control")).unwrap().permissions().mode() & 0o777, 0o600);
    daemon.connect().say("c-1", "t-1", "hola");
    daemon.kill();
    assert!(data.join("control").exists(), "a kill leaves the socket's file");
    assert_eq!(told(&backup(&file, &data))["from_running_daemon"], false);

    // The next daemon takes the place of the one that was killed, and its file goes when it ends.
    let daemon = Daemon::start(&data);
    let again = turno(&["backup", text(&file), "--data", text(&data)]);
    assert!(stderr(&again).contains("--replace"), "{}", stderr(&again));
    let again = turno(&["backup", text(&file), "--data", text(&data), "--json", "--replace"]);
    assert_eq!(told(&again)["from_running_daemon"], true);
    assert_eq!(daemon.interrupt(), Some(0));
    assert!(!data.join("control").exists());
}

#[test]
fn what_cannot_be_restored_is_told_and_nothing_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("backup"));
    let daemon = Daemon::start(&data);
    daemon.connect().say("c-1", "t-1", "hola");
    told(&backup(&file, &data));
    assert_eq!(daemon.interrupt(), Some(0));

    let refused = restore(&file, &data);
    assert!(stderr(&refused).contains("is not empty"), "{}", stderr(&refused));
    let whole = std::fs::read(&file).unwrap();
    let (damaged, target) = (folder.path().join("damaged"), folder.path().join("new"));
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    for (bytes, says) in [
        (&whole[..whole.len() / 2], "take another backup"),
        (&flipped, "is damaged"),
        (b"name = \"restaurant\"\n", "it is not a backup"),
    ] {
        std::fs::write(&damaged, bytes).unwrap();
        let refused = restore(&damaged, &target);
        assert_eq!(refused.status.code(), Some(1));
        assert!(stderr(&refused).contains(says), "{}", stderr(&refused));
        assert!(!target.exists() && !folder.path().join("new.partial").exists());
    }
    let nothing = backup(&folder.path().join("other"), &target);
    assert!(stderr(&nothing).contains("there is no store"), "{}", stderr(&nothing));
    assert!(!target.exists() && !folder.path().join("other").exists());
    told(&restore(&file, &target));
}

#[test]
fn the_control_socket_answers_nonsense_with_an_error_and_serves_on() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    for line in ["dance\n", "{\"command\":\"dance\"}\n", "\n"] {
        let mut stream = UnixStream::connect(data.path().join("control")).unwrap();
        stream.write_all(line.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("\"error\"") && answer.contains("backup"), "{answer}");
    }
    // One who asks and never reads holds nobody up, and is no second one's hindrance once gone.
    let mut silent = UnixStream::connect(data.path().join("control")).unwrap();
    silent.write_all(b"{\"command\":\"backup\"}\n").unwrap();
    daemon.connect().say("c-1", "t-1", "hola");
    drop(silent);
}

#[test]
fn a_folder_too_deep_for_a_socket_is_served_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("x".repeat(110));
    let daemon = Daemon::start(&data);
    daemon.connect().say("c-1", "t-1", "hola");
    let refused = backup(&folder.path().join("backup"), &data);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        stderr(&refused).contains("107") && stderr(&refused).contains("stop the daemon"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(daemon.interrupt(), Some(0));
    told(&backup(&folder.path().join("backup"), &data));
}

#[test]
fn a_compacted_store_is_the_store_and_never_compacted_under_a_daemon() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let daemon = Daemon::start(&data);
    daemon.connect().reach_the_question("c-1");
    let compact = || turno(&["compact", "--data", text(&data), "--json"]);
    let refused = compact();
    assert!(stderr(&refused).contains("stop"), "{}", stderr(&refused));
    assert_eq!(daemon.interrupt(), Some(0));
    let verify = || told(&turno(&["verify", "--data", text(&data), "--json"]));
    let before = verify();
    assert_eq!(before["kinds"]["timers"]["rows"], 1);
    assert!(told(&compact())["bytes_after"].as_u64().unwrap() > 0);
    assert_eq!(verify(), before);
    assert!(!folder.path().join("data.partial").exists());
    let daemon = Daemon::start(&data);
    daemon.connect().say("c-2", "t-1", "hola");
}

#[test]
fn damage_in_a_store_is_told_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("backup"));
    let daemon = Daemon::start(&data);
    daemon.connect().say("c-1", "t-1", "hola");
    told(&backup(&file, &data));
    let refused = turno(&["verify", "--data", text(&data)]);
    assert!(stderr(&refused).contains("in use"), "{}", stderr(&refused));
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 200;
    bytes[last] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let wrong = turno(&["verify", text(&file)]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stderr(&wrong).contains("another backup"), "{}", stderr(&wrong));
}
