//! The commands that work on files: `check`, `graph`, `replay`, `eval`, `schema`.

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

use common::{root, stderr, stdout, turno};
use serde_json::Value;

#[test]
fn the_recorded_conversations_give_the_recorded_effects() {
    let output = turno(&["replay", "tests/conversations"]);
    assert!(output.status.success(), "{}", stdout(&output));
    let count = std::fs::read_dir(root().join("tests/conversations")).unwrap().count();
    assert!(count >= 30);
    assert!(stdout(&output).contains(&format!("{count} recordings: {count} equal, 0 different")));
}

#[test]
fn the_tools_give_again_what_they_gave_when_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("tests");
    for name in ["config", "graphs"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let parts = ["conversations", "concierge", "concierge/cassettes"];
    for part in parts {
        std::fs::create_dir_all(copy.join(part)).unwrap();
        for entry in std::fs::read_dir(root().join("tests").join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, copy.join(part).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    // Where the recordings of the office look for their configuration.
    std::os::unix::fs::symlink(root().join("tests/office"), copy.join("office")).unwrap();
    let recordings = copy.join("conversations");
    let output = turno(&["replay", "--bless", recordings.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    for part in parts {
        for entry in std::fs::read_dir(copy.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if !path.is_file() {
                continue;
            }
            let recorded = root().join("tests").join(part).join(path.file_name().unwrap());
            assert!(
                std::fs::read(&path).unwrap() == std::fs::read(recorded).unwrap(),
                "{} is not what happens now",
                path.display()
            );
        }
    }
}

#[test]
fn a_recording_that_differs_is_told_with_its_line() {
    let recorded = std::fs::read_to_string(root().join("tests/conversations/confirm-yes.jsonl")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("changed.jsonl");
    std::fs::write(&file, recorded.replace("\"party_size\":4", "\"party_size\":5")).unwrap();
    let output = turno(&["replay", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let told = stdout(&output);
    assert!(
        told.contains("the effects of this event differ")
            && told.contains("-")
            && told.contains("\"party_size\": 4"),
        "{told}"
    );
}

#[test]
fn check_accepts_what_is_served_and_tells_every_fault_at_once() {
    assert!(turno(&["check"]).status.success());
    assert!(turno(&["check", "graphs/", "config/tenants"]).status.success());
    let graph = std::fs::read_to_string(root().join("graphs/restaurant.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.toml");
    let broken = graph
        .replace(
            "yes     = \"reserve\"\nno      = \"nothing_booked\"",
            "yes     = \"reserve\"\nno      = \"reserve\"",
        )
        .replace("tool  = \"get_menu\"", "tool  = \"get_menus\"")
        .replace(
            "mesa para {{ party_size | people }}, {{ date",
            "mesa para {{ party_size | peopel }}, {{ date",
        );
    std::fs::write(&file, broken).unwrap();
    let output = turno(&["check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    for expected in ["get_menu", "people", "confirm"] {
        assert!(told.contains(expected), "{expected} in {told}");
    }
    let output = turno(&["check", "--json", file.to_str().unwrap()]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["ok"], false);
    assert!(report["count"].as_u64().unwrap() >= 3, "{report}");
}

#[test]
fn a_graph_can_be_drawn() {
    let mermaid = stdout(&turno(&["graph", "graphs/restaurant.toml"]));
    assert!(mermaid.contains("confirm_reservation") && mermaid.starts_with("flowchart"), "{mermaid}");
    assert!(stdout(&turno(&["graph", "graphs/restaurant.toml", "--dot"])).starts_with("digraph"));
}

#[test]
fn dialogues_book_only_what_was_agreed_to() {
    let output = turno(&["eval", "bookings", "crates/turno/tests/dialogues.jsonl", "--errors"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let counts =
        ["dialogues", "expected", "equal", "before_yes", "after_refusal"].map(|name| report[name].clone());
    assert_eq!(counts.map(|count| count.as_u64().unwrap()), [3, 3, 3, 0, 0], "{report}");
}

#[test]
fn schemas_are_printed() {
    for which in ["frames", "graph", "tenant", "config"] {
        let output = turno(&["schema", which]);
        assert!(serde_json::from_str::<Value>(&stdout(&output)).unwrap().is_object(), "{which}");
    }
}
