//! Document 1: each tool that it asks for, with its parameters and its result.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Value, json};
use turno_business::Businesses;
use turno_core::ToolSpec;

use super::shop::shop;
use crate::builtin_tools;

pub(super) fn specs() -> BTreeMap<String, ToolSpec> {
    builtin_tools(Arc::new(Businesses::default()))
        .iter()
        .map(|tool| (tool.spec().name.clone(), tool.spec().clone()))
        .collect()
}

/// Whether a tool has these parameters: `query string!` is one that is required.
pub(super) fn has(specs: &BTreeMap<String, ToolSpec>, tool: &str, parameters: &str) {
    let spec = specs.get(tool).unwrap_or_else(|| panic!("there is no {tool}"));
    let required = spec.parameters["required"].as_array().cloned().unwrap_or_default();
    for parameter in parameters.split(", ") {
        let (name, kind) = parameter.split_once(' ').unwrap();
        assert_eq!(spec.parameters["properties"][name]["type"], kind.trim_end_matches('!'), "{tool}: {name}");
        assert!(!kind.ends_with('!') || required.contains(&json!(name)), "{tool} does not require {name}");
    }
}

#[test]
fn document_1_each_predefined_tool_has_its_parameters() {
    let specs = specs();
    has(&specs, "check_order_status", "order_number string, customer_phone string, customer_email string");
    has(
        &specs,
        "search_products",
        "query string!, category string, min_price number, max_price number, in_stock_only boolean, limit integer",
    );
    assert_eq!(specs["search_products"].parameters["properties"]["limit"]["default"], 5);
    has(
        &specs,
        "create_lead",
        "name string!, phone string, email string, company string, interest string, notes string, source string",
    );
    assert_eq!(specs["create_lead"].parameters["properties"]["source"]["default"], "ai_agent");
    has(
        &specs,
        "create_support_ticket",
        "subject string!, description string!, priority string, category string, customer_name string, customer_contact string",
    );
    let priorities = &specs["create_support_ticket"].parameters["properties"]["priority"]["enum"];
    assert_eq!(priorities, &json!(["low", "medium", "high"]));
    has(
        &specs,
        "schedule_appointment",
        "customer_name string!, customer_phone string, customer_email string, preferred_date string, preferred_time string, appointment_type string!, notes string",
    );
    let types = &specs["schedule_appointment"].parameters["properties"]["appointment_type"]["enum"];
    assert_eq!(types, &json!(["call", "meeting", "demo"]));
    has(&specs, "check_availability", "type string, product_id string, date_from string, date_to string");
    has(&specs, "notify_team", "team string!, message string!, priority string, context object");
    let notified = &specs["notify_team"].parameters["properties"];
    assert_eq!(notified["team"]["enum"], json!(["sales", "support", "management"]));
    assert_eq!(notified["priority"]["enum"], json!(["normal", "high", "urgent"]));
    let document = |name: &str| specs[name].source.as_str();
    for name in [
        "check_order_status",
        "search_products",
        "create_lead",
        "create_support_ticket",
        "schedule_appointment",
        "notify_team",
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
        &["order_number", "status", "status_description", "created_at", "total", "items", "shipping"],
    );
    fields(&status["order"]["items"][0], &["name", "quantity"]);
    fields(&status["order"]["shipping"], &["carrier", "tracking_number", "estimated_delivery"]);
    let found = desk.call("search_products", json!({"query": "laptop"}));
    fields(&found, &["products", "total_count"]);
    fields(
        &found["products"][0],
        &["id", "name", "description", "price", "stock_available", "image_url", "category"],
    );
    let lead = desk.call("create_lead", json!({"name": "Ana"}));
    fields(&lead, &["success", "lead_id", "message"]);
    let ticket = desk.call("create_support_ticket", json!({"subject": "x", "description": "y"}));
    fields(&ticket, &["success", "ticket_id", "ticket_number", "message"]);
    let call = json!({"customer_name": "Ana", "appointment_type": "call", "preferred_date": "2026-01-20", "preferred_time": "11:00"});
    fields(
        &desk.call("schedule_appointment", call),
        &["success", "appointment_id", "confirmed_datetime", "message"],
    );
    let there = desk.call("check_availability", json!({"type": "product", "product_id": "tv-55"}));
    fields(&there, &["available", "details", "message"]);
    let free = desk.call(
        "check_availability",
        json!({"type": "appointment", "date_from": "2026-01-20", "date_to": "2026-01-21"}),
    );
    fields(&free, &["available", "slots", "message"]);
    let told = json!({"team": "sales", "message": "x", "priority": "urgent", "context": {"order": "PED-1"}});
    fields(&desk.call("notify_team", told), &["success", "notification_id"]);
}

fn fields(value: &Value, names: &[&str]) {
    for name in names {
        assert!(!value[*name].is_null(), "{name} is missing in {value:#}");
    }
}
