//! The list of the tools: what is there, what is not and why, and what the page of tools says of each.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value;
use turno_business::{
    Businesses, load_business,
    testkit::{TERRAZA, listed_on, parameters_of},
};
use turno_tools::docs::tool_page;

use super::support::{businesses, secrets};
use crate::{
    outgoing::{Outgoing, OutgoingOptions},
    outside::{OutsideOptions, OutsideTools, outside_tools},
};

const TOOLS_PAGE: &str = include_str!("../../../../turno-tools/TOOLS.md");

/// Every tool, as the comments of the daemon's file configure it.
pub(crate) fn all() -> OutsideTools {
    const DAEMON: &str = include_str!("../../../../../config/turno.toml");
    let examples: String = DAEMON
        .lines()
        .skip_while(|line| !line.starts_with("# [tools."))
        .filter_map(|line| line.strip_prefix("# "))
        .take_while(|line| !line.starts_with("[[") && (!line.starts_with('[') || line.starts_with("[tools.")))
        .map(|line| format!("{line}\n"))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let examples = examples.replace("\"files\"", &format!("{:?}", folder.path().display().to_string()));
    let file: Value = toml::from_str(&examples).unwrap_or_else(|error| panic!("{error}\n{examples}"));
    let options: OutsideOptions = serde_json::from_value(file["tools"].clone()).unwrap();
    let site =
        format!("{TERRAZA}\n[site]\ncanonical_domain = \"laterraza.example\"\nfetch_page_enabled = true\n");
    let business = load_business("terraza.toml", &site).unwrap();
    let text = super::ssh_server::private_key();
    let secrets = crate::secret::Secrets::with_variables(None, move |name| {
        Some(if name.contains("SSH") { text.clone() } else { "k-123456".to_owned() })
    });
    let outgoing = Outgoing::new(OutgoingOptions::default()).unwrap();
    outside_tools(&options, &secrets, &outgoing, &Arc::new(Businesses::new([business])))
}

fn specs(made: &OutsideTools) -> Vec<turno_core::ToolSpec> {
    let reading = made.tools.iter().map(|tool| tool.spec().clone());
    reading.chain(made.outside.iter().map(|tool| tool.spec().clone())).collect()
}

#[test]
fn the_examples_of_the_daemon_s_file_give_every_tool() {
    let made = all();
    assert!(made.absent.is_empty(), "{:?}", made.absent);
    let told: Vec<String> = specs(&made)
        .iter()
        .map(|spec| {
            let rate =
                spec.rate_limit_per_minute.map_or("no limit".to_owned(), |limit| format!("{limit} a minute"));
            let asks = if spec.requires_confirmation { "asks" } else { "reads" };
            format!(
                "{} ({}): {}, {asks}, {rate}, {} millionths",
                spec.name,
                spec.source,
                spec.execution.name(),
                spec.cost_micros
            )
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"), @"
    calculator (3-search-and-provider-tools): internal, reads, no limit, 0 millionths
    read_file (4-bot-tools): internal, reads, no limit, 0 millionths
    http_get (4-bot-tools): api_call, reads, 60 a minute, 0 millionths
    google_search (3-search-and-provider-tools): api_call, reads, 60 a minute, 500 millionths
    perplexity_search (3-search-and-provider-tools): api_call, reads, 60 a minute, 1000 millionths
    web_scraper (3-search-and-provider-tools): api_call, reads, 60 a minute, 0 millionths
    fetch_page_content (5-web-access-tool): api_call, reads, 60 a minute, 0 millionths
    ssh_command (4-bot-tools): api_call, asks, 60 a minute, 0 millionths
    http_post (4-bot-tools): api_call, asks, 60 a minute, 0 millionths
    matrix_send (4-bot-tools): api_call, asks, 60 a minute, 0 millionths
    ");
}

#[test]
fn every_tool_has_a_page_with_an_example_that_its_schema_allows() {
    for spec in specs(&all()) {
        let page = tool_page(&spec, &BTreeMap::new());
        assert!(page.contains("Result: "), "{page}");
        assert!(page.contains("turno tools test"), "{page}");
    }
}

#[test]
fn without_configuration_there_is_none_and_each_says_why() {
    let outgoing = Outgoing::new(OutgoingOptions::default()).unwrap();
    let made = outside_tools(&OutsideOptions::default(), &secrets(), &outgoing, &businesses());
    assert!(
        made.tools.is_empty() && made.outside.is_empty() && made.absent.iter().all(|absent| !absent.is_fault)
    );
    let told: Vec<String> =
        made.absent.iter().map(|absent| format!("{}: {}", absent.name, absent.why)).collect();
    insta::assert_snapshot!(told.join("\n"), @"
    calculator: it is not configured: add [tools.calculator] to the daemon's file
    read_file: it is not configured: add [tools.read_file] to the daemon's file
    ssh_command: it is not configured: add [tools.ssh_command] to the daemon's file
    http_get: it is not configured: add [tools.http_get] to the daemon's file
    http_post: it is not configured: add [tools.http_post] to the daemon's file
    matrix_send: it is not configured: add [tools.matrix_send] to the daemon's file
    google_search: it is not configured: add [tools.google_search] to the daemon's file
    perplexity_search: it is not configured: add [tools.perplexity_search] to the daemon's file
    web_scraper: it is not configured: add [tools.web_scraper] to the daemon's file
    fetch_page_content: no business allows it: add a [site] with `fetch_page_enabled = true` to its file
    ");
}

#[test]
fn the_page_of_tools_lists_their_parameters_too() {
    for spec in specs(&all()) {
        assert_eq!(listed_on(TOOLS_PAGE, &spec.name), parameters_of(&spec), "{}", spec.name);
    }
}

#[test]
fn every_schema_compiles_and_names_each_parameter_in_both_languages() {
    for spec in specs(&all()) {
        assert!(jsonschema::meta::is_valid(&spec.parameters), "{}", spec.name);
        for (name, property) in spec.parameters["properties"].as_object().unwrap() {
            let names = &property["x-name"];
            assert!(names["es"].is_string() && names["en"].is_string(), "{}: {name}", spec.name);
        }
    }
}
