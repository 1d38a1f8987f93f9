//! A replay notices every change: of a call's name, of its arguments, of the order, and what is missing or too much.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use common::{root, stdout, turno};

/// "A replay does not notice a change": the effects of a recording, each changed in turn.
#[test]
fn faults_a_replay_notices_a_changed_name_argument_or_order() {
    let recording = root().join("tests/conversations/confirm-yes.jsonl");
    let lines: Vec<String> = std::fs::read_to_string(recording)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    let at = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap();
    let booking = at(r#""effect":"call_tool","grant""#);
    let changed = |line: usize, from: &str, to: &str| {
        let mut changed = lines.clone();
        assert!(lines[line].contains(from), "{}", lines[line]);
        changed[line] = lines[line].replace(from, to);
        changed
    };
    let mut missing = lines.clone();
    missing.remove(booking);
    let mut twice = lines.clone();
    twice.insert(booking, lines[booking].clone());
    let mut swapped = lines.clone();
    swapped.swap(booking - 1, booking);
    let changes = [
        ("name", changed(booking, "create_reservation", "create_order")),
        (
            "argument",
            changed(booking, r#""party_size":4"#, r#""party_size":40"#),
        ),
        ("key", changed(booking, r#""key":""#, r#""key":"0"#)),
        ("missing", missing),
        ("twice", twice),
        ("order", swapped),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (what, changed) in &changes {
        std::fs::write(
            folder.path().join(format!("{what}.jsonl")),
            changed.join("\n") + "\n",
        )
        .unwrap();
    }
    let told = stdout(&turno(&["replay", folder.path().to_str().unwrap()]));
    for (what, _) in &changes {
        assert!(
            told.contains(&format!("{what}.jsonl:")),
            "{what} was not noticed: {told}"
        );
    }
    assert!(told.contains("6 recordings: 0 equal, 6 different"), "{told}");
}
