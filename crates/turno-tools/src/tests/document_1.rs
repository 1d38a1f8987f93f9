//! Document 1: each tool that it asks for, with its parameters and its result.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Value, json};
use turno_core::ToolSpec;

use super::shop::shop;
use crate::{Businesses, builtin_tools};

/// A parameter: its name, its JSON type, and whether it is required.
pub(super) type Parameter = (&'static str, &'static str, bool);

pub(super) fn specs() -> BTreeMap<String, ToolSpec> {
    builtin_tools(Arc::new(Businesses::default()))
        .iter()
        .map(|tool| (tool.spec().name.clone(), tool.spec().clone()))
        .collect()
}

pub(super) fn has(specs: &BTreeMap<String, ToolSpec>, tool: &str, parameters: &[Parameter]) {
    let spec = specs.get(tool).unwrap_or_else(|| panic!("there is no {tool}"));
    let required = spec.parameters["required"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    for (name, kind, is_required) in parameters {
        assert_eq!(
            spec.parameters["properties"][name]["type"], *kind,
            "{tool}: {name}"
        );
        if *is_required {
            assert!(required.contains(&json!(name)), "{tool} does not require {name}");
        }
    }
}

#[test]
fn document_1_each_predefined_tool_has_its_parameters() {
    let specs = specs();
    has(
        &specs,
        "check_order_status",
        &[
            ("order_number", "string", false),
            ("customer_phone", "string", false),
            ("customer_email", "string", false),
        ],
    );
    has(
        &specs,
        "search_products",
        &[
            ("query", "string", true),
            ("category", "string", false),
            ("min_price", "number", false),
            ("max_price", "number", false),
            ("in_stock_only", "boolean", false),
            ("limit", "integer", false),
        ],
    );
    assert_eq!(
        specs["search_products"].parameters["properties"]["limit"]["default"],
        5
    );
    has(
        &specs,
        "create_lead",
        &[
            ("name", "string", true),
            ("phone", "string", false),
            ("email", "string", false),
            ("company", "string", false),
            ("interest", "string", false),
            ("notes", "string", false),
            ("source", "string", false),
        ],
    );
    assert_eq!(
        specs["create_lead"].parameters["properties"]["source"]["default"],
        "ai_agent"
    );
    has(
        &specs,
        "create_support_ticket",
        &[
            ("subject", "string", true),
            ("description", "string", true),
            ("priority", "string", false),
            ("category", "string", false),
            ("customer_name", "string", false),
            ("customer_contact", "string", false),
        ],
    );
    let priorities = &specs["create_support_ticket"].parameters["properties"]["priority"]["enum"];
    assert_eq!(priorities, &json!(["low", "medium", "high"]));
    has(
        &specs,
        "schedule_appointment",
        &[
            ("customer_name", "string", true),
            ("customer_phone", "string", false),
            ("customer_email", "string", false),
            ("preferred_date", "string", false),
            ("preferred_time", "string", false),
            ("appointment_type", "string", true),
            ("notes", "string", false),
        ],
    );
    let types = &specs["schedule_appointment"].parameters["properties"]["appointment_type"]["enum"];
    assert_eq!(types, &json!(["call", "meeting", "demo"]));
    has(
        &specs,
        "check_availability",
        &[
            ("type", "string", false),
            ("product_id", "string", false),
            ("date_from", "string", false),
            ("date_to", "string", false),
        ],
    );
    let document = |name: &str| specs[name].source.as_str();
    for name in [
        "check_order_status",
        "search_products",
        "create_lead",
        "create_support_ticket",
        "schedule_appointment",
    ] {
        assert_eq!(document(name), "1-erp-actions-and-tools", "{name}");
    }
}

/// "Todas las herramientas predefinidas funcionan", with the fields that document 1 names.
#[test]
fn document_1_each_predefined_tool_works_and_gives_what_it_names() {
    let mut desk = shop();
    let status = desk.call("check_order_status", json!({"order_number": "PED-10234"}));
    fields(&status, &["found", "order", "message"]);
    fields(
        &status["order"],
        &[
            "order_number",
            "status",
            "status_description",
            "created_at",
            "total",
            "items",
            "shipping",
        ],
    );
    fields(&status["order"]["items"][0], &["name", "quantity"]);
    fields(
        &status["order"]["shipping"],
        &["carrier", "tracking_number", "estimated_delivery"],
    );
    let found = desk.call("search_products", json!({"query": "laptop"}));
    fields(&found, &["products", "total_count"]);
    fields(
        &found["products"][0],
        &[
            "id",
            "name",
            "description",
            "price",
            "stock_available",
            "image_url",
            "category",
        ],
    );
    let lead = desk.call("create_lead", json!({"name": "Ana"}));
    fields(&lead, &["success", "lead_id", "message"]);
    let ticket = desk.call(
        "create_support_ticket",
        json!({"subject": "x", "description": "y"}),
    );
    fields(&ticket, &["success", "ticket_id", "ticket_number", "message"]);
    let call = json!({"customer_name": "Ana", "appointment_type": "call", "preferred_date": "2026-01-20", "preferred_time": "11:00"});
    fields(
        &desk.call("schedule_appointment", call),
        &["success", "appointment_id", "confirmed_datetime", "message"],
    );
    let there = desk.call(
        "check_availability",
        json!({"type": "product", "product_id": "tv-55"}),
    );
    fields(&there, &["available", "details", "message"]);
    let free = desk.call(
        "check_availability",
        json!({"type": "appointment", "date_from": "2026-01-20", "date_to": "2026-01-21"}),
    );
    fields(&free, &["available", "slots", "message"]);
}

fn fields(value: &Value, names: &[&str]) {
    for name in names {
        assert!(!value[*name].is_null(), "{name} is missing in {value:#}");
    }
}
