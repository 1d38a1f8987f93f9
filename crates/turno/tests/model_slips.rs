//! `turno check`: slips of [models] are told with their line and their cure.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use common::{root, stderr, stdout};

const MODELS: &str = r#"[models]
default = ["groq/llama"]
[models.providers.groq]
speaks   = "openai"
base_url = "https://api.groq.com/openai/v1"
key      = "GROQ_KEY"
[models.prices."groq/llama"]
input  = 3.0
output = 15.0
[models.budget]
day_dollars = 5.0
[models.budgets.terraza]
day_dollars = 1.0
"#;

/// What `turno check` says of these models, with the key set or not.
fn check(models: &str, key: Option<&str>) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let root = root();
    let tenant = format!(
        "tenants = [{{ file = {:?}, graph = {:?} }}]\n",
        root.join("config/tenants/terraza.toml"),
        root.join("graphs/concierge.toml")
    );
    let file = folder.path().join("turno.toml");
    std::fs::write(&file, tenant + models).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_turno"));
    command.args(["check", "--config", file.to_str().unwrap()]);
    if let Some(key) = key {
        command.env("TURNO_SECRET_GROQ_KEY", key);
    }
    let output = command.output().unwrap();
    (output.status.success(), stdout(&output) + &stderr(&output))
}

#[test]
fn models_without_a_slip_are_well() {
    let (is_well, said) = check(MODELS, Some("gsk-1234567890"));
    assert!(is_well, "{said}");
}

#[test]
fn a_key_that_is_not_there_is_told_at_its_line() {
    let (is_well, said) = check(MODELS, None);
    assert!(!is_well && said.contains("turno.toml:7:"), "{said}");
    assert!(said.contains("help: set the variable TURNO_SECRET_GROQ_KEY"), "{said}");
}

/// What stands there, what is written instead, the line of the slip, and what its cure says.
const SLIPS: &[(&str, &str, usize, &str)] = &[
    ("[\"groq/llama\"]", "[\"gorq/llama\"]", 3, "with a provider of groq"),
    ("[\"groq/llama\"]", "[\"llama\"]", 3, "write PROVIDER/MODEL"),
    ("[\"groq/llama\"]", "[\"groq/\"]", 3, "write PROVIDER/MODEL"),
    ("[\"groq/llama\"]", "[]", 3, "write default = "),
    ("default = [\"groq/llama\"]", "", 2, "write default = "),
    ("https://api", "htp://api", 6, "write it like https://"),
    ("/openai/v1", "/openai/v1/chat/completions", 6, "write it like https://"),
    ("prices.\"groq/llama\"", "prices.\"groq/lama\"", 8, "did you mean \"groq/llama\"?"),
    ("prices.\"groq/llama\"", "prices.\"grok/llama\"", 8, "did you mean \"groq/llama\"?"),
    ("input  = 3.0", "input  = -3.0", 9, "write dollars for a million tokens"),
    ("day_dollars = 5.0", "day_dollars = -5.0", 12, "write dollars, from 0"),
    ("budgets.terraza", "budgets.terrasa", 13, "did you mean \"terraza\"?"),
    ("[\"groq/llama\"]", "[\"groq/llama\", \"groq/llama\"]", 3, "leave one of them out"),
    ("openai/v1\"", "openai/v1 \"", 6, "write \"https://api.groq.com/openai/v1\""),
    ("https://api", "http://api", 6, "write \"https://api.groq.com/openai/v1\""),
    ("\"GROQ_KEY\"", "\"GROQ_KEY\"\nextra = { stream = false }", 8, "`streams_with_tools` tells"),
    (
        "\"GROQ_KEY\"",
        "\"GROQ_KEY\"\nextra = { reasoning_effort = \"low\", messages = [] }",
        8,
        "leave it out",
    ),
    ("[models]", "[models]\nplay = \"nowhere.jsonl\"", 3, "check that it exists"),
    ("[models]", "[models]\nrecord = \"nowhere/x.jsonl\"", 3, "check that it exists"),
];

#[test]
fn each_slip_is_told_at_its_line_with_its_cure() {
    for (from, to, line, cure) in SLIPS {
        assert!(MODELS.contains(*from), "{from}");
        let (is_well, said) = check(&MODELS.replacen(from, to, 1), Some("gsk-1234567890"));
        assert!(!is_well, "{to}: {said}");
        assert!(said.contains(&format!("turno.toml:{line}:")), "{to}: {said}");
        assert!(said.contains("help: ") && said.contains(cure), "{to}: {said}");
    }
}

#[test]
fn a_key_in_its_name_s_place_is_not_shown() {
    let (is_well, said) = check(&MODELS.replace("\"GROQ_KEY\"", "\"gsk_abc123DEF456ghi789\""), None);
    assert!(!is_well && said.contains("turno.toml:7:"), "{said}");
    assert!(said.contains("looks like a key") && said.contains("TURNO_SECRET_NAME"), "{said}");
    assert!(!said.contains("abc123") && !said.contains("ghi789"), "{said}");
    // A name that is not written well is shown.
    let (_, said) = check(&MODELS.replace("\"GROQ_KEY\"", "\"groq-key\""), None);
    assert!(said.contains("`groq-key` is no name of a secret"), "{said}");
}

#[test]
fn a_budget_that_does_not_hold_is_noted_with_its_cure() {
    let (is_well, said) = check(MODELS, Some("gsk-1234567890"));
    assert!(is_well && !said.contains("no budget holds"), "{said}");
    let unpriced = MODELS.replace("[\"groq/llama\"]", "[\"groq/llama\", \"groq/qwen\"]");
    let (is_well, said) = check(&unpriced, Some("gsk-1234567890"));
    assert!(is_well, "{said}");
    assert!(
        said.contains("no budget holds for `groq/qwen`")
            && said.contains("add [models.prices.\"groq/qwen\"]"),
        "{said}"
    );
    let untold = MODELS.replace("\"GROQ_KEY\"", "\"GROQ_KEY\"\nasks_for_usage = false");
    let (is_well, said) = check(&untold, Some("gsk-1234567890"));
    assert!(is_well && said.contains("budgets reckon four letters a token"), "{said}");
}

#[test]
fn a_model_that_a_graph_names_and_nobody_provides_is_told_at_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let root = root();
    let graph = std::fs::read_to_string(root.join("graphs/concierge.toml")).unwrap();
    let slip = graph.replacen("temperature = 0.3", "models = [\"groq/llama\", \"gorq/llama\"]", 1);
    assert_ne!(slip, graph);
    let line = slip.lines().position(|line| line.contains("gorq")).unwrap() + 1;
    let graph = folder.path().join("graph.toml");
    std::fs::write(&graph, slip).unwrap();
    let tenant = root.join("config/tenants/terraza.toml");
    let tenants = format!("tenants = [{{ file = {tenant:?}, graph = {graph:?} }}]\n");
    let file = folder.path().join("turno.toml");
    std::fs::write(&file, tenants + MODELS).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_turno"));
    command.args(["check", "--config", file.to_str().unwrap()]);
    let output = command.env("TURNO_SECRET_GROQ_KEY", "gsk-1234567890").output().unwrap();
    let said = stdout(&output) + &stderr(&output);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains(&format!("graph.toml:{line}:")), "{said}");
    assert!(said.contains("\"gorq/llama\"") && said.contains("with a provider of groq"), "{said}");
}
