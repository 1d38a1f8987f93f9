//! `turno eval verdicts`: answers with their labels, and how many are read as labelled.

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

use common::{stderr, stdout, turno};
use serde_json::{Value, json};

const SPANISH: &str = "crates/turno-language/tests/answers-es.tsv";
const RECORDED: &str = "crates/turno/tests/answers.jsonl";

#[test]
fn tables_and_recorded_answers_are_read_as_labelled() {
    let output = turno(&["eval", "verdicts", SPANISH, RECORDED, "--json", "--errors"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["errors"], json!([]), "{report}");
    assert_eq!(
        (&report["accuracy"], &report["false_yes"], &report["false_no"]),
        (&json!(1.0), &json!(0), &json!(0)),
        "{report}"
    );
    assert_eq!(report["files"][1]["n"], 8);
    assert_eq!(report["files"][1]["confusion"]["change"], json!({"change": 3}));
    assert!(report["median_us"].is_null(), "{report}");
}

#[test]
fn a_row_that_is_read_otherwise_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.tsv");
    let rows = "# my own\ncontext\tutterance\tverdict\nreserve\tsí\tno\nreserve\tno\tno\n";
    std::fs::write(&file, rows).unwrap();
    let path = file.to_str().unwrap();
    let output = turno(&["eval", "verdicts", path, "--errors"]);
    let text = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    let told = format!("{path}:3: \"sí\" is no, read as yes (approved: Yes \"sí\")");
    assert!(text.contains(&told), "{text}");
    assert!(text.contains("1 of 2 right (50.00 %), 1 false yes (50.00 %)"), "{text}");
}

#[test]
fn a_line_that_is_no_row_is_told_with_its_place_and_its_cure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answers.tsv");
    std::fs::write(&file, "reserve\tsí\tyes\nreserve\tsí\tperhaps\n").unwrap();
    let path = file.to_str().unwrap();
    let output = turno(&["eval", "verdicts", path]);
    assert!(!output.status.success());
    let told = stderr(&output);
    assert!(told.contains(&format!("{path}:2: ")) && told.contains("use one of yes, no, change"), "{told}");
}

#[test]
fn the_time_that_a_verdict_takes_can_be_measured() {
    let output = turno(&["eval", "verdicts", RECORDED, "--json", "--time"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(report["median_us"].as_f64().unwrap() > 0.0, "{report}");
}
