//! `turno check`: what an operator is told of tools, and of what they need.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{root, stderr, stdout};

/// A folder with a configuration of one restaurant on the plan enterprise.
struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    /// Whose tool files are these; `more` stands in turno.toml.
    fn new(tools: &[(&str, &str)], more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tenant = std::fs::read_to_string(root().join("config/tenants/terraza.toml")).unwrap();
        let tenant = tenant.replacen("\nphone ", "\nplan = \"enterprise\"\nphone ", 1);
        std::fs::write(folder.path().join("terraza.toml"), tenant).unwrap();
        std::fs::copy(
            root().join("graphs/restaurant.toml"),
            folder.path().join("graph.toml"),
        )
        .unwrap();
        std::fs::create_dir(folder.path().join("tools")).unwrap();
        for (name, text) in tools {
            std::fs::write(folder.path().join("tools").join(name), text).unwrap();
        }
        let custom = if tools.is_empty() {
            ""
        } else {
            "custom_tools = \"tools\"\n"
        };
        let config = format!("{custom}[[tenants]]\nfile = \"terraza.toml\"\ngraph = \"graph.toml\"\n{more}");
        std::fs::write(folder.path().join("turno.toml"), config).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Changes a file.
    fn edit(&self, name: &str, from: &str, to: &str) {
        let path = self.path(name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} in {name}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    /// What `turno check` says, with these secrets.
    fn check(&self, secrets: &[(&str, &str)]) -> Output {
        check(&self.path("turno.toml"), secrets)
    }
}

fn check(config: &Path, secrets: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turno"))
        .current_dir(root())
        .envs(secrets.iter().copied())
        .args(["check", "--config", config.to_str().unwrap()])
        .output()
        .unwrap()
}

const ORDER: &str = r#"name = "order_flowers"
description = "Pide flores"
tenants = ["*"]
execution_type = "api_call"
[execution_config]
url = "https://flowers.example.com/orders"
[parameters_schema]
type = "object"
properties.bunches = { type = "integer", x-slot = "party_size" }
"#;

#[test]
fn what_acts_says_whether_it_asks_first_and_is_noted_where_it_does_not() {
    let folder = Folder::new(&[("flowers.toml", ORDER)], "");
    let output = folder.check(&[]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    for part in [
        "tools/flowers.toml:4:18: `order_flowers` may change something (POST), and its file does not say",
        "help: write requires_confirmation = true and a confirmation_message",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    folder.edit(
        "tools/flowers.toml",
        "[exec",
        "requires_confirmation = false\n[exec",
    );
    let output = folder.check(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let note = "tools/flowers.toml:5: `order_flowers` acts without asking (POST)";
    let told = stdout(&output);
    let line = told.lines().find(|line| line.contains(note)).unwrap_or_default();
    assert!(line.starts_with("note "), "{told}");
}

#[test]
fn a_fault_of_a_tool_file_gives_no_false_cure_in_a_graph() {
    let folder = Folder::new(&[("flowers.toml", ORDER)], "");
    folder.edit("graph.toml", "tool  = \"get_menu\"", "tool  = \"order_flowers\"");
    let told = stderr(&folder.check(&[]));
    assert!(told.contains("does not say whether it asks first"), "{told}");
    assert!(!told.contains("no tool is named"), "{told}");
    assert!(told.contains("the business's tool files have faults"), "{told}");
    assert!(told.contains("mend those, and check again"), "{told}");
}

#[test]
fn an_address_that_can_never_be_asked_is_a_fault_and_a_secret_that_is_missing_is_noted() {
    let reads = ORDER.replace(
        "[execution_config]",
        "requires_confirmation = false\n[execution_config]",
    );
    for host in [
        "169.254.169.254",
        "10.1.2.3",
        "[::1]",
        "2130706433",
        "localhost",
        "0x7f.1",
    ] {
        let tool = reads.replace("flowers.example.com", host);
        let told = stderr(&Folder::new(&[("flowers.toml", &tool)], "").check(&[]));
        assert!(told.contains("tools/flowers.toml:7:7:"), "{host}: {told}");
        assert!(told.contains("[outgoing] allowed_addresses"), "{host}: {told}");
    }
    let listed = reads.replace("flowers.example.com", "10.1.2.3");
    let allowed = Folder::new(
        &[("flowers.toml", &listed)],
        "[outgoing]\nallowed_addresses = [\"10.1.2.3\"]\n",
    );
    assert!(allowed.check(&[]).status.success());

    let header = "headers.Authorization = \"Bearer {{FLOWERS_KEY}}\"\n[parameters_schema]";
    let keyed = reads.replace("[parameters_schema]", header);
    let folder = Folder::new(&[("flowers.toml", &keyed)], "");
    let told = stdout(&folder.check(&[]));
    let note = told
        .lines()
        .find(|line| line.contains("FLOWERS_KEY"))
        .unwrap_or_default();
    assert!(
        note.starts_with("note `order_flowers` cannot be called"),
        "{told}"
    );
    assert!(note.contains("TURNO_SECRET_FLOWERS_KEY"), "{told}");
    let told = stdout(&folder.check(&[("TURNO_SECRET_FLOWERS_KEY", "k-123")]));
    assert!(!told.contains("FLOWERS_KEY"), "{told}");
}

#[test]
fn a_graph_that_asks_a_model_is_noted_where_there_is_none() {
    let folder = Folder::new(&[], "");
    std::fs::copy(root().join("graphs/concierge.toml"), folder.path("graph.toml")).unwrap();
    let output = folder.check(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let told = stdout(&output);
    assert!(
        told.contains("graph.toml asks a language model, and [models] names no provider"),
        "{told}"
    );
}

/// What is told of a check that fails.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", stdout(output));
    stderr(output)
}

fn all_in(told: &str, parts: &[&str]) {
    for part in parts {
        assert!(told.contains(part), "{part}\nin\n{told}");
    }
}

#[test]
fn all_faults_of_the_daemons_file_are_told_with_the_nearest_names() {
    let folder = Folder::new(
        &[],
        "[tools.calculater]\n[tools.google_search]\nservice = \"brav\"\n[limits]\nconnections = \"many\"\n[sweper]\n",
    );
    let told = refused(&folder.check(&[]));
    all_in(
        &told,
        &[
            "turno.toml:4:8: unknown key `calculater`",
            "help: did you mean `calculator`?",
            "turno.toml:6:11: `brav` is not one of",
            "help: did you mean `brave`?",
            "turno.toml:8:15: found string \"many\"",
            "turno.toml:9:2: unknown key `sweper`",
            "help: did you mean `sweeper`?",
        ],
    );
}

#[test]
fn a_slip_in_an_agents_list_is_told_where_it_stands() {
    let folder = Folder::new(&[], "[tools.calculator]\n");
    let path = folder.path("terraza.toml");
    let tenant = std::fs::read_to_string(&path).unwrap();
    let agent = "\n[[agents]]\nid = \"maya\"\nname = \"Maya\"\nsecurity.allowed_tools = [\n\"get_menu\",\n\"calculater\",\n]\n\
                 [agents.tools.calculator]\ntimeout_ms = 900\n";
    let line = tenant.lines().count() + 7;
    std::fs::write(&path, tenant + agent).unwrap();
    let told = refused(&folder.check(&[]));
    all_in(
        &told,
        &[
            &format!("terraza.toml:{line}:1: there is no tool `calculater`"),
            "help: did you mean `calculator`?",
        ],
    );
    assert!(!told.contains("is not allowed"), "{told}");
}

#[test]
fn a_tool_of_the_daemons_file_that_lacks_something_is_a_fault_at_its_table() {
    let more = "[tools.google_search]\nservice = \"tavily\"\nkey = \"SEARCH_KEY\"\n\
                [tools.matrix_send]\nbase_url = \"http://[::1]\"\ntoken = \"TOKEN\"\nrooms = { a = \"!a:b\" }\n\
                [tools.http_post.hosts]\n\"10.0.0.8\" = {}\n\
                [[sinks]]\nname = \"guardia\"\nwebhook = { url = \"http://192.168.1.4/\" }\n";
    let folder = Folder::new(&[], more);
    let token = ("TURNO_SECRET_TOKEN", "t0ken");
    all_in(
        &refused(&folder.check(&[token])),
        &[
            "turno.toml:4:1: [tools.google_search] is here and the tool is not: the secret `SEARCH_KEY` is not set",
            "help: set the variable TURNO_SECRET_SEARCH_KEY",
            "turno.toml:7:1: [tools.matrix_send] is here and the tool is not: `[::1]` is refused, as it is this machine",
            "help: the operator may list it under [outgoing] allowed_addresses",
            "[tools.http_post] is here and the tool is not: `10.0.0.8` is refused, as it is private",
            "the sink `guardia`: `192.168.1.4` is refused, as it is private",
            "4 faults",
        ],
    );
    folder.edit(
        "turno.toml",
        "[tools",
        "[outgoing]\nallowed_addresses = [\"::1\", \"10.0.0.0/8\", \"192.168.1.4\"]\n[tools",
    );
    let output = folder.check(&[token, ("TURNO_SECRET_SEARCH_KEY", "s3arch")]);
    assert!(output.status.success(), "{}", stderr(&output));
}

const TELL: &str = r#"name = "tell_kitchen"
description = "Avisa a la cocina"
tenants = ["*"]
execution_type = "webhook"
requires_confirmation = false
[execution_config]
webhook_url = "https://kitchen.example.com/orders"
webhook_secret = "KITCHEN_SECRET"
[parameters_schema]
type = "object"
"#;

#[test]
fn notices_that_no_sink_takes_are_noted_with_their_cure() {
    let secrets = [("TURNO_SECRET_KITCHEN_SECRET", "s-1")];
    let folder = Folder::new(&[("kitchen.toml", TELL)], "");
    let place = "\"get_business_info\"\nparameters = { topic = \"'branches'\" }";
    folder.edit("graph.toml", place, "\"tell_kitchen\"");
    let note = |folder: &Folder| {
        let told = stdout(&folder.check(&secrets));
        let lines = told.lines().filter(|line| line.contains("no sink takes"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let told = note(&folder);
    assert_eq!(told.len(), 1, "{told:?}");
    for part in [
        "note no sink takes these notices of `terraza`: hand-offs (team support); \
         calls of which nobody knows what came (team support): `tell_kitchen`.",
        "customers are not told that the team was",
        "Add [[sinks]] to turno.toml",
    ] {
        assert!(told[0].contains(part), "{part} in {told:?}");
    }
    let mail = "email = { host = \"localhost\", from = \"a@example.com\", to = [\"b@example.com\"] }\n";
    for (which, is_noted) in [
        ("", false),
        ("tenants = [\"terraza\"]\nteams = [\"support\"]\n", false),
        ("teams = [\"sales\"]\n", true),
        ("tenants = [\"sonrisa\"]\n", true),
    ] {
        let sink = format!("[[sinks]]\nname = \"guardia\"\n{which}{mail}");
        let folder = Folder::new(&[("kitchen.toml", TELL)], &sink);
        assert_eq!(!note(&folder).is_empty(), is_noted, "{sink}");
    }
}
