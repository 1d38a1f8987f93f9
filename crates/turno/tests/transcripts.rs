//! Talks of another assistant as an operator imports them, and what models were used for as an operator reads it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::{path::Path, process::Output};

use common::{stderr, stdout, turno};
use jiff::civil::date;
use serde_json::{Value, json};
use turno_core::{Channel, ConversationKey, Finish, ModelAnswer, Usage};
use turno_models::transcript::Transcript;
use turno_runtime::{Used, port::Store, usage_rows};
use turno_store::SledStore;

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// A talk in which a booking is cancelled, and the tools of it.
fn files(folder: &Path) -> (String, String) {
    let call = |id: &str, name: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    let talk = json!({"id": "talk/1", "messages": [
        {"role": "user", "content": "Cancel Z7"},
        {"role": "assistant", "tool_calls": [call("a", "getFlight", "{\"id\":\"Z7\"}")]},
        {"role": "tool", "tool_call_id": "a", "content": "{}"},
        {"role": "assistant", "content": "Shall I?"},
        {"role": "user", "content": "Yes"},
        {"role": "assistant", "tool_calls": [call("b", "cancel_reservation", "{\"id\":\"Z7\"}"), call("c", "log", "")]},
        {"role": "tool", "tool_call_id": "b", "content": "done"},
    ]});
    let id = json!({"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]});
    let tools = json!([
        {"type": "function", "function": {"name": "getFlight", "description": "Reads a flight.", "parameters": id}},
        {"type": "function", "function": {"name": "cancel_reservation", "description": "", "parameters": id}},
    ]);
    for (name, value) in [("talk.json", &talk), ("tools.json", &tools)] {
        std::fs::write(folder.join(name), value.to_string()).unwrap();
    }
    (path(folder, "talk.json"), path(folder, "tools.json"))
}

/// Imports the talk; the folder has what is written.
fn import(folder: &Path, more: &[&str]) -> Output {
    let (talk, tools) = files(folder);
    let output = path(folder, "out");
    let arguments = ["import", "transcript", &talk, "--tools", &tools, "--output", &output];
    turno(&[&arguments, more].concat())
}

#[test]
fn which_tools_write_is_never_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let untold = import(folder.path(), &[]);
    assert!(!untold.status.success());
    assert!(stderr(&untold).contains("getFlight, cancel_reservation\nsay --writes"), "{}", stderr(&untold));
    let unknown = import(folder.path(), &["--writes", "cancel"]);
    assert!(stderr(&unknown).contains("there is no tool `cancel`"), "{}", stderr(&unknown));
    assert!(!folder.path().join("out").exists());
}

#[test]
fn talks_become_files_of_their_own_and_tools_that_write_ask_first() {
    let folder = tempfile::tempdir().unwrap();
    let done = import(folder.path(), &["--writes", "cancel_reservation", "--json"]);
    assert!(done.status.success(), "{}", stderr(&done));
    let told: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(told["talks"], json!([{"id": "talk/1", "turns": 2, "answers": 3, "calls": 3}]));
    assert_eq!(told["undeclared"], json!(["log"]));
    assert_eq!(
        told["renamed"],
        json!({"cancel_reservation": "imported_cancel_reservation", "getFlight": "get_flight"})
    );
    let read = std::fs::read_to_string(folder.path().join("out/talk-1.transcript.json")).unwrap();
    let transcript: Transcript = serde_json::from_str(&read).unwrap();
    let calls: Vec<&str> = transcript.calls().map(|call| call.tool.as_str()).collect();
    assert_eq!(calls, ["get_flight", "imported_cancel_reservation", "log"]);
    let writes: Vec<_> = transcript.tools.iter().map(|it| (it.tool.name.as_str(), it.writes)).collect();
    assert_eq!(writes, [("get_flight", Some(false)), ("imported_cancel_reservation", Some(true))]);

    let tools = path(folder.path(), "out/tools.toml");
    let written: toml::Table = std::fs::read_to_string(&tools).unwrap().parse().unwrap();
    let (reads, acts) = (&written["tools"][0], &written["tools"][1]);
    assert_eq!(
        (reads["requires_confirmation"].as_bool(), reads["retry"].as_str()),
        (Some(false), Some("safe"))
    );
    assert_eq!((acts["retry"].as_str(), acts["act"].as_str()), (Some("never"), Some("cancel")));
    let question = acts["confirmation_message"]["es"].as_str().unwrap();
    assert_eq!(question, "Confirmo: cancel reservation, con id: {{id}}. ¿Es correcto?");
    let checked = turno(&["check", &tools]);
    assert!(checked.status.success(), "{}", stderr(&checked));

    let again = import(folder.path(), &["--writes", "cancel_reservation"]);
    assert!(stderr(&again).contains("is there already"), "{}", stderr(&again));
    assert!(import(folder.path(), &["--writes", "cancel_reservation", "--replace"]).status.success());
}

#[test]
fn what_models_were_used_for_is_read_from_a_store_at_rest() {
    let folder = tempfile::tempdir().unwrap();
    let answer = ModelAnswer {
        text: String::new(),
        calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage { input_tokens: 1_200, cached_input_tokens: 200, output_tokens: 30 },
        provider: "groq".to_owned(),
        model: "llama".to_owned(),
        cost_micros: 1_500_000,
        opaque: None,
        failed: Vec::new(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SledStore::open(folder.path()).unwrap();
        for (id, day) in [("c-1", date(2026, 11, 27)), ("c-2", date(2026, 11, 28))] {
            let key = ConversationKey::new("terraza", Channel::Voice, id).unwrap();
            let batch = usage_rows(&store, &key, 0, day, &[Used::from(&answer)]).await.unwrap();
            store.commit(batch).await.unwrap();
        }
        store.close().await.unwrap();
    });
    let data = path(folder.path(), "");
    let shown = turno(&["models", "usage", "--data", &data, "--by", "day,model"]);
    assert_eq!(
        stdout(&shown),
        "day         model       requests  answers  failures  input  cached  output   dollars\n\
         2026-11-27  groq/llama         1        1         0   1200     200      30  1.500000\n\
         2026-11-28  groq/llama         1        1         0   1200     200      30  1.500000\n\
         all                            2        2         0   2400     400      60  3.000000\n",
        "{}",
        stderr(&shown)
    );
    let one = turno(&[
        "models",
        "usage",
        "--data",
        &data,
        "--by",
        "conversation",
        "--since",
        "2026-11-28",
        "--json",
    ]);
    let told: Value = serde_json::from_slice(&one.stdout).unwrap();
    assert_eq!(told["usage"].as_array().unwrap().len(), 1);
    assert_eq!(told["usage"][0]["conversation"], "voice/c-2");
    assert_eq!((&told["total"]["cost_micros"], &told["total"]["answers"]), (&json!(1_500_000), &json!(1)));
    let none = turno(&["models", "usage", "--data", &data, "--tenant", "sonrisa"]);
    assert_eq!(stdout(&none), "no model was asked\n");
    let wrong = turno(&["models", "usage", "--since", "yesterday"]);
    assert!(stderr(&wrong).contains("a day is written 2026-11-28"), "{}", stderr(&wrong));
}
