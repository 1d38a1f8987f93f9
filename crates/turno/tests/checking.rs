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
#[path = "common/folder.rs"]
mod folder;
#[path = "checking/providers.rs"]
mod providers;

use std::process::{Command, Output};

use common::{root, stderr, stdout};
use folder::Folder;

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
    folder.edit("tools/flowers.toml", "[exec", "requires_confirmation = false\n[exec");
    let output = folder.check(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let note = "tools/flowers.toml:5: `order_flowers` acts without asking (POST)";
    let told = stdout(&output);
    let line = told.lines().find(|line| line.contains(note)).unwrap_or_default();
    assert!(line.starts_with("note "), "{told}");
}

#[test]
fn a_slip_in_a_language_is_told_at_its_line_with_its_cure() {
    let folder = Folder::new(&[], "");
    let languages = folder.path("languages");
    std::fs::create_dir_all(languages.join("es")).unwrap();
    std::fs::create_dir_all(languages.join("de")).unwrap();
    std::fs::write(languages.join("de/lexicon.tsv"), "jawohl\tyes\n").unwrap();
    std::fs::write(
        languages.join("es/lexicon.tsv"),
        "# Nuestras\n\n¡Arre!\tyes\nárrele\tyess\nya vas\tyess\n",
    )
    .unwrap();
    std::fs::write(languages.join("es/messages.toml"), "[core]\nyes_buton = \"¡Sí!\"\n").unwrap();
    let output = folder.check(&[]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    for part in [
        "languages/de/lexicon.tsv: Turno does not speak `de`; the folders of languages are en, es-MX",
        "languages/es/lexicon.tsv:3:1: `¡Arre!` would match nothing",
        "help: phrases are written in small letters, without accents and marks: `arre`",
        "languages/es/lexicon.tsv:5:8: no reader knows the tag `yess`",
        "help: did you mean `yes`?",
        "languages/es/messages.toml:2:13: Turno says nothing under the name `core.yes_buton`",
        "help: did you mean `core.yes_button`?",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let file = languages.join("es/messages.toml");
    assert!(check_file(&folder, file.to_str().unwrap()).contains("did you mean `core.yes_button`?"));
    std::fs::remove_dir_all(languages.join("de")).unwrap();
    std::fs::write(languages.join("es/lexicon.tsv"), "arre\tyes\n").unwrap();
    std::fs::write(languages.join("es/messages.toml"), "").unwrap();
    std::fs::write(languages.join("README.md"), "Nuestras palabras").unwrap();
    let output = folder.check(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    std::fs::write(languages.join("lexicon.tsv"), "").unwrap();
    for told in [stderr(&folder.check(&[])), check_file(&folder, "turno.toml")] {
        assert!(told.contains("languages/lexicon.tsv: "), "{told}");
    }
    std::fs::remove_dir_all(&languages).unwrap();
    std::fs::write(&languages, "").unwrap();
    assert_eq!(folder.check(&[]).status.code(), Some(1));
}

/// A graph and an agent of a business name its own tool in every way that there is.
const NAMED: &str = r#"
[nodes.flowers]
kind  = "collect"
tool  = "order_flowers"
to    = "confirm_flowers"
slots = ["bunches"]
ask.bunches = { es = "¿Cuántos ramos?", en = "How many bunches?" }
[nodes.confirm_flowers]
kind   = "confirm"
tool   = "order_flowers"
say.es = "¿Pido {{ bunches }} ramos?"
say.en = "Shall I order {{ bunches }} bunches?"
yes    = "order_flowers"
no     = "answer"
change = "flowers"
[nodes.order_flowers]
kind  = "tool"
tool  = "order_flowers"
edges = [{ to = "answer" }]
"#;

const AGENT: &str = r#"
[[agents]]
id = "flores"
security.allowed_tools = ["get_menu", "order_flowers"]
tools.order_flowers = { timeout_ms = 5000, defaults = { bunches = 2 } }
"#;

#[test]
fn one_slip_in_a_tool_file_is_one_fault_whatever_names_the_tool() {
    let good = ORDER.replace(
        "[execution_config]",
        "requires_confirmation = true\nconfirmation_message.es = \"¿Pido {{bunches}}?\"\nconfirmation_message.en = \"Shall I order \
         {{bunches}}?\"\n[execution_config]",
    );
    let folder = Folder::new(&[("flowers.toml", &good), ("gift.toml", TELL)], "");
    let graph = std::fs::read_to_string(folder.path("graph.toml")).unwrap();
    let place = "\nparameters = { topic = \"'branches'\" }";
    let graph = graph.replacen(place, "", 1).replacen("\"get_business_info\"", "\"tell_kitchen\"", 1);
    let leads = graph.replacen("edges = [{ to = \"answer\" }]", "edges = [{ to = \"flowers\" }]", 1);
    std::fs::write(folder.path("graph.toml"), leads + NAMED).unwrap();
    let output = folder.check(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    folder.edit("tools/flowers.toml", "https://flowers", "ftp://flowers");
    let told = stderr(&folder.check(&[]));
    assert!(told.contains("tools/flowers.toml:"), "{told}");
    assert_eq!(told.matches("help: ").count(), 1, "{told}");

    let tenant = std::fs::read_to_string(folder.path("terraza.toml")).unwrap();
    std::fs::write(folder.path("terraza.toml"), tenant + AGENT).unwrap();
    let told = stderr(&folder.check(&[]));
    assert!(!told.contains("order_flowers"), "{told}");

    let one = check_file(&folder, "graph.toml");
    assert!(one.contains("nothing was checked of what names those tools"), "{one}");
}

fn check_file(folder: &Folder, name: &str) -> String {
    let config = folder.path("turno.toml");
    let output = Command::new(env!("CARGO_BIN_EXE_turno"))
        .current_dir(root())
        .args(["check", folder.path(name).to_str().unwrap(), "--config"])
        .arg(config)
        .output()
        .unwrap();
    stdout(&output) + &stderr(&output)
}

#[test]
fn an_address_that_can_never_be_asked_is_a_fault_and_a_secret_that_is_missing_is_noted() {
    let reads = ORDER.replace("[execution_config]", "requires_confirmation = false\n[execution_config]");
    for host in ["169.254.169.254", "10.1.2.3", "[::1]", "2130706433", "localhost", "0x7f.1"] {
        let tool = reads.replace("flowers.example.com", host);
        let told = stderr(&Folder::new(&[("flowers.toml", &tool)], "").check(&[]));
        assert!(told.contains("tools/flowers.toml:7:7:"), "{host}: {told}");
        assert!(told.contains("[outgoing] allowed_addresses"), "{host}: {told}");
    }
    let listed = reads.replace("flowers.example.com", "10.1.2.3");
    let allowed =
        Folder::new(&[("flowers.toml", &listed)], "[outgoing]\nallowed_addresses = [\"10.1.2.3\"]\n");
    assert!(allowed.check(&[]).status.success());

    let header = "headers.Authorization = \"Bearer {{FLOWERS_KEY}}\"\n[parameters_schema]";
    let keyed = reads.replace("[parameters_schema]", header);
    let folder = Folder::new(&[("flowers.toml", &keyed)], "");
    let told = stdout(&folder.check(&[]));
    let note = told.lines().find(|line| line.contains("FLOWERS_KEY")).unwrap_or_default();
    assert!(note.starts_with("note `order_flowers` cannot be called"), "{told}");
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
    assert!(told.contains("graph.toml asks a language model, and [models] names no provider"), "{told}");
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

#[test]
fn an_own_tool_that_is_missing_is_listed_with_why() {
    let keyed = TELL.replace("\"*\"", "\"terraza\"");
    let idle = ORDER.replace(
        "[execution_config]",
        "is_active = false\nrequires_confirmation = false\n[execution_config]",
    );
    let folder = Folder::new(&[("kitchen.toml", &keyed), ("flowers.toml", &idle)], "");
    let listed = |folder: &Folder, of: &[&str]| {
        let config = folder.path("turno.toml");
        let arguments = [&["tools", "list", "--config", config.to_str().unwrap()], of].concat();
        stdout(&Command::new(env!("CARGO_BIN_EXE_turno")).args(arguments).output().unwrap())
    };
    let row = |told: &str, name: &str, part: &str| {
        assert!(
            told.lines().any(|line| line.starts_with(name) && line.contains(part)),
            "{name} {part}: {told}"
        );
    };
    let own = listed(&folder, &["--tenant", "terraza"]);
    row(&own, "order_flowers", "not there: its file says is_active = false");
    row(&own, "tell_kitchen", "cannot be called: ");
    row(&own, "tell_kitchen", "TURNO_SECRET_KITCHEN_SECRET");
    let all = listed(&folder, &[]);
    row(&all, "tell_kitchen", "only `terraza` may call it: see --tenant terraza");
    row(&all, "order_flowers", "is_active = false");
    let json: serde_json::Value =
        serde_json::from_str(&listed(&folder, &["--tenant", "terraza", "--json"])).unwrap();
    assert_eq!(json["unusable"][0]["name"], "tell_kitchen");

    let poor = Folder::new(&[("kitchen.toml", TELL)], "");
    poor.edit("terraza.toml", "plan = \"enterprise\"\n", "");
    let told = listed(&poor, &["--tenant", "terraza"]);
    row(&told, "tell_kitchen", "not there: tools of its own need the plan `enterprise`");
}
