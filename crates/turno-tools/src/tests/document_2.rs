//! Document 2: each tool that it asks for, with its parameters, its assistants and how it speaks; and what holds of all.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use turno_business::Businesses;
use turno_core::{ConversationKey, ToolSpec};
use turno_runtime::port::{Store, Tool, ToolContext};

use super::{
    document_1::{has, specs},
    shop::shop,
    support::{Desk, block_on, sonrisa, terraza},
};
use crate::builtin_tools;

#[test]
fn document_2_each_tool_has_its_parameters() {
    let specs = specs();
    has(
        &specs,
        "check_availability",
        "date string, time string, duration_minutes integer, party_size integer, service_id string, staff_id string",
    );
    has(
        &specs,
        "create_reservation",
        "date string!, time string!, party_size integer!, customer_name string!, customer_phone string!, special_requests string",
    );
    has(
        &specs,
        "create_appointment",
        "date string!, time string!, service_id string, staff_id string, patient_name string!, patient_phone string!, reason string, is_first_visit boolean, is_emergency boolean",
    );
    has(&specs, "get_business_hours", "branch_id string, day string");
    has(&specs, "get_menu", "category string, search_term string, include_prices boolean");
    has(&specs, "get_services", "category string, include_prices boolean");
    has(
        &specs,
        "create_order",
        "items array!, delivery_type string!, delivery_address string, customer_name string!, customer_phone string!, special_instructions string",
    );
    has(&specs, "transfer_to_human", "reason string!, urgency string, context_summary string");
}

#[test]
fn document_2_each_tool_has_its_assistants() {
    const REST: &[&str] = &["rest_basic", "rest_standard", "rest_complete"];
    const DENTAL: &[&str] = &["dental_basic", "dental_standard", "dental_complete"];
    let specs = specs();
    let enabled = |tool: &str, only: &[&str], others: &[&str]| {
        assert!(only.iter().all(|kind| specs[tool].is_enabled_for(kind)), "{tool}");
        assert!(!others.iter().any(|kind| specs[tool].is_enabled_for(kind)), "{tool}");
    };
    enabled("check_availability", &[REST, DENTAL].concat(), &[]);
    enabled("create_reservation", REST, DENTAL);
    enabled("create_appointment", DENTAL, REST);
    enabled("get_menu", &["rest_standard", "rest_complete"], &["rest_basic", "dental_complete"]);
    enabled("get_services", &["dental_standard", "dental_complete"], &["dental_basic", "rest_complete"]);
    enabled("create_order", &["rest_complete"], &["rest_basic", "rest_standard", "dental_complete"]);
    enabled("get_business_hours", &["any_type_at_all"], &[]);
    enabled("transfer_to_human", &["any_type_at_all"], &[]);
    for registered in [
        "modify_appointment",
        "cancel_appointment",
        "get_business_info",
        "get_staff_info",
        "get_order_status",
    ] {
        assert!(specs.contains_key(registered), "{registered}");
    }
}

/// "Implementar formateo para voz": whatever a tool says can be read and heard, in both languages.
#[test]
fn document_2_each_tool_says_what_it_did_to_the_eye_and_to_the_ear() {
    let calls = [
        ("check_availability", json!({"date": "2026-01-20", "time": "20:00"})),
        ("find_bookings", json!({})),
        ("get_business_hours", json!({})),
        ("get_business_info", json!({})),
        ("get_menu", json!({})),
        ("quote_order", json!({"items": [{"menu_item_id": "flan", "quantity": 1}]})),
        ("get_services", json!({})),
        ("get_staff_info", json!({})),
        ("get_order_status", json!({})),
        ("check_order_status", json!({})),
        ("search_products", json!({"query": "laptop"})),
        ("create_lead", json!({"name": "Ana"})),
        ("create_support_ticket", json!({"subject": "x", "description": "y"})),
        ("schedule_appointment", json!({"customer_name": "Ana", "appointment_type": "call"})),
        ("transfer_to_human", json!({"reason": "x"})),
    ];
    for mut desk in [Desk::new(terraza()), Desk::new(sonrisa()), shop()] {
        for language in [turno_language::Language::es(), turno_language::Language::en()] {
            desk.language = Some(language);
            for (tool, parameters) in &calls {
                let result = desk.call(tool, parameters.clone());
                for form in ["message", "speech"] {
                    let text = result[form].as_str().unwrap_or_default();
                    assert!(text.ends_with(['.', '?', '!']), "{tool} {form}: {result:#}");
                }
            }
        }
    }
}

/// "Tests de integración": each tool runs in a recorded conversation.
#[test]
fn document_2_each_tool_runs_from_a_recorded_conversation() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conversations");
    let recordings: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let of_this_document = |spec: &&ToolSpec| spec.source == "2-voice-tool-calling";
    for ToolSpec { name: tool, .. } in specs().values().filter(of_this_document) {
        let call = format!("\"tool\":\"{tool}\"");
        assert!(recordings.iter().any(|recording| recording.contains(&call)), "no recording calls {tool}");
    }
}

/// Two callers for the last place, prepared at once: one commit goes through, the other meets the conflict and is offered others.
#[test]
fn document_2_a_booking_with_the_sales_team_is_atomic() {
    let mut desk = shop();
    let wanted = json!({"customer_name": "Ana", "appointment_type": "demo", "preferred_date": "2026-01-20", "preferred_time": "11:00"});
    desk.call("schedule_appointment", wanted.clone());
    let first = desk.prepare("schedule_appointment", wanted.clone()).unwrap();
    let second = desk.prepare("schedule_appointment", wanted.clone()).unwrap();
    assert_eq!((&first.result["success"], &second.result["success"]), (&json!(true), &json!(true)));
    block_on(desk.store.commit(first.batch)).unwrap();
    assert!(block_on(desk.store.commit(second.batch)).is_err());
    assert!(desk.refusal("schedule_appointment", wanted).starts_with("slot_taken"));
    assert_eq!(desk.holds().len(), 2);
}

/// What a tool is given belongs to one tenant: another's catalogue, orders and tickets are not there.
#[test]
fn document_2_a_tool_touches_no_other_tenant() {
    let desk = shop();
    let tools = builtin_tools(Arc::new(Businesses::new([desk.business.clone(), terraza()])));
    let call = |tenant: &str, name: &str, parameters: Value| {
        let tool: &Arc<dyn Tool> = tools.iter().find(|tool| tool.spec().name == name).unwrap();
        let context = ToolContext {
            conversation: ConversationKey::new(tenant, turno_core::Channel::Test, "c-1").unwrap(),
            branch: None,
            caller_phone: None,
            language: None,
            now: desk.now,
            seed: None,
            key: "key".to_owned(),
            turn: None,
            agent: None,
            calls_before: 0,
            lines: Vec::new(),
        };
        let parameters: Map<String, Value> = parameters.as_object().cloned().unwrap();
        block_on(tool.prepare(&desk.store, &context, &parameters)).unwrap().result
    };
    for (name, parameters) in [
        ("search_products", json!({"query": "laptop"})),
        ("check_order_status", json!({"order_number": "PED-10234"})),
    ] {
        assert_eq!(call("tienda", name, parameters.clone())["success"], true);
        assert_eq!(call("terraza", name, parameters)["success"], false);
    }
    let lead = |tenant: &str| call(tenant, "create_lead", json!({"name": "Ana"}))["lead_id"].clone();
    assert_eq!(lead("tienda"), lead("tienda"));
}
