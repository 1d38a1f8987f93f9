//! The load generator against a real daemon: what it counts is what happened.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test fails by panicking"
)]

mod common;

use serde_json::{Value, json};

use common::{Daemon, root, stderr, stdout, turno};

fn daemon(data: &tempfile::TempDir) -> Daemon {
    Daemon::start_with(&root().join("bench/turno.toml"), data.path())
}

fn report(output: &std::process::Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

#[test]
fn every_booking_under_load_is_asked_back() {
    let data = tempfile::tempdir().unwrap();
    let daemon = daemon(&data);
    let page = data.path().join("report.html");
    let output = turno(&[
        "bench",
        "--connect",
        &daemon.address,
        "--total",
        "24",
        "--conversations",
        "8",
        "--connections",
        "2",
        "--warm-up",
        "0",
        "--json",
        "--html",
        page.to_str().unwrap(),
    ]);
    let report = report(&output);
    assert_eq!(report["turns"], 96, "{report}");
    assert_eq!(report["bookings"]["told"], 24, "{report}");
    assert_eq!(report["bookings"]["asked_back"], 24, "{report}");
    assert_eq!(report["bookings"]["asked_back_wrong"], 0, "{report}");
    assert_eq!(report["errors"], json!({}));
    assert_eq!(report["load"]["kind"], "closed");
    assert!(output.status.success());
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<svg").count(), 3, "three plots");
    assert!(page.contains("turno bench --connect"), "the command that was run");
}

#[test]
fn an_open_load_counts_from_when_a_turn_was_due() {
    let data = tempfile::tempdir().unwrap();
    let daemon = daemon(&data);
    let output = turno(&[
        "bench",
        "--connect",
        &daemon.address,
        "--total",
        "6",
        "--conversations",
        "3",
        "--rate",
        "60",
        "--warm-up",
        "0",
        "--json",
    ]);
    let report = report(&output);
    assert_eq!(report["load"]["kind"], "open");
    assert_eq!(report["load"]["period_seconds"], 0.05);
    assert_eq!(report["bookings"]["told"], 6, "{report}");
    assert_eq!(report["turns"], 24, "{report}");
}

/// A business with few tables: those who find none are told so, and nobody is told what is not booked.
#[test]
fn a_full_house_is_told_and_not_counted_as_a_fault() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let output = turno(&[
        "bench",
        "--connect",
        &daemon.address,
        "--tenant",
        "terraza",
        "--branches",
        "coyoacan",
        "--days",
        "1",
        "--total",
        "40",
        "--conversations",
        "4",
        "--warm-up",
        "0",
        "--json",
    ]);
    let bookings = &report(&output)["bookings"];
    assert_eq!(bookings["asked_back_wrong"], 0, "{bookings}");
    assert_eq!(bookings["astray"], 0, "{bookings}");
    assert!(bookings["refused"].as_u64().unwrap() > 0, "{bookings}");
    let (told, refused) = (&bookings["told"], &bookings["refused"]);
    assert_eq!(told.as_u64().unwrap() + refused.as_u64().unwrap(), 40, "{bookings}");
}

#[test]
fn a_daemon_that_is_not_there_is_named() {
    let output = turno(&["bench", "--connect", "unix:/nowhere/turno.sock", "--total", "1"]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("no daemon listens on unix:/nowhere/turno.sock"), "{}", stderr(&output));
}
