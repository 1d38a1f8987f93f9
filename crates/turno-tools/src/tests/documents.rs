//! Documents: what the tools do with them, as users see it.

use std::sync::Arc;

use turno_business::{
    Businesses,
    testkit::{listed_on, parameters_of},
};

use crate::builtin_tools;

const TOOLS_PAGE: &str = include_str!("../../TOOLS.md");

#[test]
fn the_page_of_tools_lists_the_parameters_that_the_tools_have() {
    for tool in builtin_tools(Arc::new(Businesses::default())) {
        let spec = tool.spec();
        assert_eq!(listed_on(TOOLS_PAGE, &spec.name), parameters_of(spec), "{}", spec.name);
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
            assert!(names["es"].is_string() && names["en"].is_string(), "{}: {name}", spec.name);
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
