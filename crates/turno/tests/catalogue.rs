//! The catalogue of tools as a whole: each is listed with where it comes from, and runs in a recorded conversation.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{root, stderr, stdout, turno};
use serde_json::Value;

/// Where everything is configured that can be.
const OFFICE: &str = "tests/office/turno.toml";

/// What the documents ask for.
const DOCUMENTS: [&str; 5] = [
    "1-erp-actions-and-tools",
    "2-voice-tool-calling",
    "3-search-and-provider-tools",
    "4-bot-tools",
    "5-web-access-tool",
];

fn listed(arguments: &[&str]) -> Value {
    let output = turno(&[&["tools", "list", "--json", "--config", OFFICE], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

fn names(listed: &Value) -> BTreeSet<String> {
    let tools = listed["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// The lines of each recording, by its name.
fn recordings() -> Vec<(String, Vec<Value>)> {
    let folder = std::fs::read_dir(root().join("tests/conversations")).unwrap();
    folder
        .map(|entry| {
            let path = entry.unwrap().path();
            let source = std::fs::read_to_string(&path).unwrap();
            let lines = source.lines().map(|line| serde_json::from_str(line).unwrap());
            (path.file_name().unwrap().to_string_lossy().into_owned(), lines.collect())
        })
        .collect()
}

/// For each tool the recordings in which a call of it was asked for and came back with a success.
fn recorded() -> BTreeMap<String, BTreeSet<String>> {
    let mut recorded: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, lines) in recordings() {
        let mut asked: BTreeMap<String, String> = BTreeMap::new();
        for line in lines {
            if line["effect"] == "call_tool" {
                let text = |name: &str| line[name].as_str().unwrap().to_owned();
                asked.insert(text("call"), text("tool"));
            }
            // A booking that does not exist is a refusal; one that was made has `success`.
            if line["event"] == "tool_finished" && line["outcome"]["done"]["success"] != false {
                let tool = asked.get(line["call"].as_str().unwrap());
                let is_done = line["outcome"]["done"].is_object();
                if let Some(tool) = tool.filter(|_| is_done) {
                    recorded.entry(tool.clone()).or_default().insert(name.clone());
                }
            }
        }
    }
    recorded
}

#[test]
fn each_tool_runs_from_a_recorded_conversation() {
    let mut tools = names(&listed(&[]));
    tools.append(&mut names(&listed(&["--tenant", "oficina"])));
    let recorded = recorded();
    let missing: Vec<&String> = tools.iter().filter(|tool| !recorded.contains_key(*tool)).collect();
    assert!(
        missing.is_empty(),
        "no recording of tests/conversations has a call of {missing:?} that went well: make one with `turno record`"
    );
}

/// Whatever a tool's origin: a call that acts comes after a question of its own, and carries the yes to it.
#[test]
fn each_tool_that_acts_is_asked_about_first() {
    let mut acting: BTreeSet<String> = BTreeSet::new();
    for tenant in [&[][..], &["--tenant", "oficina"]] {
        let tools = listed(tenant);
        let tools = tools["tools"].as_array().unwrap().iter();
        let asks = tools.filter(|tool| tool["requires_confirmation"] == true);
        acting.extend(asks.map(|tool| tool["name"].as_str().unwrap().to_owned()));
    }
    let mut asked_about = BTreeSet::new();
    for (name, lines) in recordings() {
        let mut questions: BTreeMap<String, String> = BTreeMap::new();
        let mut armed = String::new();
        for line in lines {
            // A question is named by the timer that its expiry has.
            if line["effect"] == "arm_timer" {
                armed = line["timer"]["expiry"].as_str().unwrap().to_owned();
            }
            if line["awaiting"] == "confirmation" {
                // What is said while it stays open is no question.
                let text = line["text"].as_str().unwrap().to_owned();
                questions.entry(armed.clone()).or_insert(text);
            }
            let tool = line["tool"].as_str().unwrap_or_default();
            if line["effect"] == "call_tool" && acting.contains(tool) {
                let granted = line["grant"]["confirmation"].as_str().unwrap_or_default();
                let question = questions.get(granted);
                assert!(
                    question.is_some_and(|question| question.contains('?')),
                    "{name}: {tool} is called without a question: {line}"
                );
                asked_about.insert(tool.to_owned());
            }
        }
    }
    assert_eq!(asked_about, acting);
}

#[test]
fn each_tool_is_listed_with_the_document_that_asks_for_it() {
    let everybodys = listed(&[]);
    assert_eq!(
        everybodys["absent"],
        serde_json::json!([]),
        "{OFFICE} is to configure every tool that there is"
    );
    for tool in everybodys["tools"].as_array().unwrap() {
        let source = tool["source"].as_str().unwrap();
        assert!(DOCUMENTS.contains(&source), "{tool}");
    }
    let from: BTreeSet<&str> =
        everybodys["tools"].as_array().unwrap().iter().filter_map(|tool| tool["source"].as_str()).collect();
    assert_eq!(from.len(), DOCUMENTS.len(), "{from:?}");
    let own: BTreeSet<String> = names(&listed(&["--tenant", "oficina"]));
    for tool in ["check_shipping_rate", "give_points", "where_is_my_order"] {
        assert!(own.contains(tool), "{own:?}");
    }
}

#[test]
fn a_recording_is_replayed_with_the_configuration_that_it_names() {
    let recording = "tests/conversations/office-points.jsonl";
    let output = turno(&["replay", recording]);
    assert!(output.status.success(), "{}", stderr(&output));
    let folder = tempfile::tempdir().unwrap();
    let moved = folder.path().join("moved.jsonl");
    let source = std::fs::read_to_string(root().join(recording)).unwrap();
    std::fs::write(&moved, &source).unwrap();
    let output = turno(&["replay", moved.to_str().unwrap()]);
    assert!(stderr(&output).contains("office/turno.toml"), "{}", stderr(&output));
    let usual = source.replace(r#""config":"../office/turno.toml","#, "");
    std::fs::write(&moved, usual).unwrap();
    let output = turno(&["replay", moved.to_str().unwrap()]);
    assert!(stderr(&output).contains(r#"there is no tenant "oficina""#), "{}", stderr(&output));
    let output = turno(&["replay", "--config", OFFICE, moved.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
}
