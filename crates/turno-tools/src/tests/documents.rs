//! Documents: what the tools do with them, as users see it.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::Value;
use turno_core::ToolSpec;

use super::support::{sonrisa, terraza};
use crate::{Businesses, builtin_tools, json_schema};

const TOOLS_PAGE: &str = include_str!("../../TOOLS.md");
const SCHEMA: &str = include_str!("../../../../config/tenant.schema.json");

/// The parameters that the page lists for a tool: (name, bold where required, slot).
pub(crate) fn listed_on(tool: &str) -> BTreeSet<(String, bool, String)> {
    let section = TOOLS_PAGE
        .split("\n## ")
        .find(|section| section.lines().next() == Some(tool));
    let rows = section
        .unwrap_or_else(|| panic!("TOOLS.md has no section `{tool}`"))
        .lines();
    rows.filter(|line| line.starts_with("| `") || line.starts_with("| **`"))
        .filter_map(|line| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            let name = cells.next()?;
            let slot = cells.next()?.split(',').next()?.to_owned();
            Some((
                name.trim_matches(['*', '`']).to_owned(),
                name.starts_with("**"),
                slot,
            ))
        })
        .collect()
}

/// The parameters that a tool has, likewise.
pub(crate) fn parameters_of(spec: &ToolSpec) -> BTreeSet<(String, bool, String)> {
    let slots = spec.slots().into_iter();
    slots
        .map(|slot| {
            let kind = serde_json::to_value(slot.kind).unwrap();
            (slot.name, slot.required, kind.as_str().unwrap().to_owned())
        })
        .collect()
}

#[test]
fn the_page_of_tools_lists_the_parameters_that_the_tools_have() {
    for tool in builtin_tools(Arc::new(Businesses::default())) {
        let spec = tool.spec();
        assert_eq!(listed_on(&spec.name), parameters_of(spec), "{}", spec.name);
    }
}

#[test]
fn every_schema_compiles_and_names_each_parameter_in_both_languages() {
    for tool in builtin_tools(Arc::new(Businesses::default())) {
        let spec = tool.spec();
        jsonschema::draft202012::new(&spec.parameters).unwrap();
        assert!(jsonschema::meta::is_valid(&spec.parameters), "{}", spec.name);
        for (name, property) in spec.parameters["properties"].as_object().unwrap() {
            let names = &property["x-name"];
            assert!(
                names["es"].is_string() && names["en"].is_string(),
                "{}: {name}",
                spec.name
            );
        }
    }
}

#[test]
fn what_changes_something_needs_a_yes() {
    let asks: Vec<String> = builtin_tools(Arc::new(Businesses::default()))
        .iter()
        .map(|tool| tool.spec().clone())
        .filter(|spec| spec.requires_confirmation)
        .map(|spec| spec.name)
        .collect();
    insta::assert_snapshot!(asks.join(" "), @"create_reservation modify_reservation cancel_reservation create_appointment modify_appointment cancel_appointment create_order schedule_appointment");
}

/// With `TURNO_UPDATE=1` in the environment the file is written anew.
#[test]
fn the_published_schema_of_a_business_file_is_current() {
    let current = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
    if std::env::var_os("TURNO_UPDATE").is_some() {
        std::fs::write(
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/tenant.schema.json"),
            &current,
        )
        .unwrap();
        return;
    }
    assert_eq!(
        SCHEMA, current,
        "run this test with TURNO_UPDATE=1 to write config/tenant.schema.json anew"
    );
}

#[test]
fn the_demo_businesses_are_worth_showing_and_fit_their_schema() {
    let (restaurant, clinic) = (terraza(), sonrisa());
    assert_eq!(
        (
            restaurant.menu.len(),
            restaurant.sections.len(),
            restaurant.branches.len()
        ),
        (25, 5, 2)
    );
    assert_eq!(
        (clinic.staff.len(), clinic.services.len(), clinic.branches.len()),
        (3, 8, 2)
    );
    let settings = restaurant.settings();
    assert_eq!(
        settings.vocabularies["menu"].by_id("flan").unwrap().name,
        "flan napolitano"
    );
    assert_eq!(settings.facts["escalation"]["phone"], "+525555550109");
    assert_eq!(
        settings.facts["facts"]["wifi"],
        "Sí, hay wifi gratis para los clientes."
    );
    let validator = jsonschema::validator_for(&json_schema()).unwrap();
    for source in [
        super::support::TERRAZA,
        super::support::SONRISA,
        super::support::TIENDA,
    ] {
        let value: Value = toml::from_str(source).unwrap();
        validator
            .validate(&value)
            .unwrap_or_else(|error| panic!("{error} at {}", error.instance_path()));
    }
}
