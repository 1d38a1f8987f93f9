//! What providers of models would refuse, and what is told of it.

use std::process::Command;

use turno_models::accepts::Dialect;

use crate::common::{root, stderr, stdout};
use crate::folder::Folder;

/// A parameter with an accent.
const ACCENTED: &str = r#"name = "find_parcel"
description = "Busca un paquete"
tenants = ["*"]
execution_type = "api_call"
[execution_config]
url = "https://parcels.example.com/find?a={{código}}&b={{post.code}}"
method = "GET"
[parameters_schema]
type = "object"
required = ["código"]
properties."código" = { type = "string" }
properties."post.code" = { type = "string" }
"#;

#[test]
fn a_parameter_that_a_provider_refuses_is_told_at_its_line_and_is_a_fault_where_it_is_asked() {
    let tool = ACCENTED
        .replace("&b={{post.code}}", "")
        .replace("properties.\"post.code\" = { type = \"string\" }\n", "");
    let folder = Folder::new(&[("parcels.toml", &tool)], "");
    let output = folder.check(&[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let told = stdout(&output);
    let line = told.lines().find(|line| line.contains("`find_parcel`: `código`"));
    let line = line.unwrap_or_else(|| panic!("{told}"));
    assert!(
        line.contains(
            "tools/parcels.toml:11:12: Anthropic and Gemini would refuse every request with `find_parcel`"
        ),
        "{line}"
    );
    let spoken = |speaks: &str| {
        let models =
            format!("[models]\ndefault = [\"it/m\"]\n[models.providers.it]\nspeaks = \"{speaks}\"\n");
        Folder::new(&[("parcels.toml", &tool)], &models).check(&[])
    };
    assert!(spoken("openai").status.success(), "{}", stderr(&spoken("openai")));
    for speaks in ["anthropic", "gemini"] {
        let output = spoken(speaks);
        assert_eq!(output.status.code(), Some(1), "{speaks}");
        let told = stderr(&output);
        assert!(told.contains("tools/parcels.toml:11:12: "), "{told}");
        assert!(told.contains("`código` is no name of a parameter"), "{told}");
        assert!(told.contains("help: "), "{told}");
    }
}

/// What `turno models tools` tells of a configuration.
fn sent(config: &str) -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_turno"))
        .current_dir(root())
        .env("TURNO_SECRET_TAVILY_KEY", "example")
        .args(["models", "tools", "--config", config])
        .output()
        .unwrap();
    assert!(output.status.success(), "{config}: {}", stderr(&output));
    let told = stdout(&output);
    told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_tool_of_every_shipped_configuration_is_taken_by_every_provider() {
    let mut seen = std::collections::BTreeSet::new();
    for config in [
        "config/turno.toml",
        "config/examples/agency/turno.toml",
        "tests/office/turno.toml",
        "tests/concierge/turno.toml",
    ] {
        for line in sent(config) {
            let speaks = line["speaks"].as_str().unwrap();
            let dialect = match speaks {
                "openai" | "openai-strict" => Dialect::OpenAi,
                "anthropic" => Dialect::Anthropic,
                "gemini" => Dialect::Gemini,
                other => panic!("{other}"),
            };
            for tool in line["tools"].as_array().unwrap() {
                assert_eq!(dialect.breaches_of_tool(tool), [], "{config} {speaks}: {tool}");
                let name = tool.get("function").unwrap_or(tool)["name"].as_str().unwrap();
                seen.insert(name.to_owned());
            }
        }
    }
    for name in ["check_availability", "create_reservation", "give_points", "ssh_command", "notify_team"] {
        assert!(seen.contains(name), "{name} in {seen:?}");
    }
}

#[test]
fn what_the_recordings_ask_of_models_is_taken_by_their_providers() {
    let mut asked = std::collections::BTreeMap::new();
    let cassettes = root().join("tests/concierge/cassettes");
    for file in std::fs::read_dir(cassettes).unwrap() {
        let path = file.unwrap().path();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            if line["t"] != "req" {
                continue;
            }
            let dialect = Dialect::of_url(line["url"].as_str().unwrap()).unwrap();
            assert_eq!(dialect.breaches(&line["body"]), [], "{} {}", path.display(), line["id"]);
            *asked.entry(dialect).or_insert(0) += 1;
        }
    }
    assert_eq!(asked.len(), 3, "each of them is asked: {asked:?}");
}
