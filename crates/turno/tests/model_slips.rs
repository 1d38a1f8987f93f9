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
    assert!(
        said.contains("help: set the variable TURNO_SECRET_GROQ_KEY"),
        "{said}"
    );
}

#[test]
fn each_slip_is_told_at_its_line_with_its_cure() {
    for (from, to, line, cure) in [
        (
            "[\"groq/llama\"]",
            "[\"gorq/llama\"]",
            3,
            "with a provider of groq",
        ),
        ("[\"groq/llama\"]", "[\"llama\"]", 3, "write PROVIDER/MODEL"),
        ("[\"groq/llama\"]", "[]", 3, "write default = "),
        ("default = [\"groq/llama\"]", "", 2, "write default = "),
        ("https://api", "htp://api", 6, "write it like https://"),
        (
            "/openai/v1",
            "/openai/v1/chat/completions",
            6,
            "write it like https://",
        ),
        (
            "prices.\"groq/llama\"",
            "prices.\"groq/lama\"",
            8,
            "did you mean \"groq/llama\"?",
        ),
        (
            "prices.\"groq/llama\"",
            "prices.\"grok/llama\"",
            8,
            "did you mean \"groq/llama\"?",
        ),
        (
            "input  = 3.0",
            "input  = -3.0",
            9,
            "write dollars for a million tokens",
        ),
        (
            "day_dollars = 5.0",
            "day_dollars = -5.0",
            12,
            "write dollars, from 0",
        ),
        (
            "budgets.terraza",
            "budgets.terrasa",
            13,
            "did you mean \"terraza\"?",
        ),
    ] {
        assert!(MODELS.contains(from), "{from}");
        let (is_well, said) = check(&MODELS.replacen(from, to, 1), Some("gsk-1234567890"));
        assert!(!is_well, "{to}: {said}");
        assert!(said.contains(&format!("turno.toml:{line}:")), "{to}: {said}");
        assert!(said.contains("help: ") && said.contains(cure), "{to}: {said}");
    }
}
