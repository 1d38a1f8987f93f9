//! What the registry refuses, and how it says so.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::sync::{Arc, Mutex, atomic::Ordering};

use async_trait::async_trait;
use common::{Kitchen, Log, MONDAY_10_AM, Mood, assistant, key};
use serde_json::{Map, Value, json};
use turno_core::{CallId, ConfirmationId, Grant, ToolCall, ToolOutcome, ToolSpec};
use turno_runtime::{
    PreparedCall, ToolRegistry,
    port::{Batch, Prepared, Store, Tool, ToolContext, ToolError},
};
use turno_store::MemoryStore;

fn call(tool: &str, parameters: Value, is_granted: bool) -> ToolCall {
    let grant = Grant { confirmation: ConfirmationId("1-1".to_owned()), key: "key".to_owned() };
    ToolCall {
        call: CallId("1-1".to_owned()),
        tool: tool.to_owned(),
        parameters: parameters.as_object().cloned().unwrap(),
        grant: is_granted.then_some(grant),
    }
}

fn table() -> Value {
    json!({ "date": "2026-01-20", "time": "20:00", "party_size": 4 })
}

fn context() -> ToolContext {
    ToolContext {
        conversation: key("c-1"),
        branch: None,
        caller_phone: None,
        language: None,
        now: MONDAY_10_AM,
        seed: None,
        key: "key".to_owned(),
        turn: None,
        agent: None,
        calls_before: 0,
        lines: Vec::new(),
    }
}

async fn prepare(kitchen: &Kitchen, call: &ToolCall) -> PreparedCall {
    let registry = ToolRegistry::new(kitchen.tools()).unwrap();
    registry
        .prepare(&MemoryStore::new(), &assistant(&registry.specs()), &context(), call)
        .await
        .ready()
        .unwrap()
}

/// The failure of a call, which has no writes.
async fn refusal(call: &ToolCall) -> String {
    let kitchen = Kitchen::default();
    let prepared = prepare(&kitchen, call).await;
    assert_eq!(prepared.batch, Batch::default());
    assert_eq!(kitchen.prepared.load(Ordering::SeqCst), 0, "the tool never heard of it");
    match prepared.outcome {
        ToolOutcome::Failed(failure) => format!("{}: {}", failure.code, failure.message),
        ToolOutcome::Done(result) => panic!("{result}"),
    }
}

#[tokio::test]
async fn a_destructive_call_needs_the_users_yes() {
    insta::assert_snapshot!(
        refusal(&call("create_reservation", table(), false)).await,
        @r#"not_confirmed: "create_reservation" needs the user's yes, and this call has none"#
    );
    let prepared = prepare(&Kitchen::default(), &call("create_reservation", table(), true)).await;
    assert_eq!(
        prepared.outcome,
        ToolOutcome::Done(json!({ "success": true, "confirmation_code": "RES-0001" }))
    );
    assert_eq!(prepared.batch.writes.len(), 2);
}

#[tokio::test]
async fn a_tool_that_does_not_exist_is_not_found() {
    insta::assert_snapshot!(refusal(&call("drop_tables", json!({}), true)).await, @r#"not_found: there is no tool "drop_tables""#);
}

/// A tool under another spec.
struct Renamed(Arc<dyn Tool>, ToolSpec);

#[async_trait]
impl Tool for Renamed {
    fn spec(&self) -> &ToolSpec {
        &self.1
    }

    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        self.0.prepare(store, context, parameters).await
    }
}

#[tokio::test]
async fn a_tool_is_enabled_by_assistant_type() {
    let tools = Kitchen::default().tools();
    let specs: Vec<ToolSpec> = tools.iter().map(|tool| tool.spec().clone()).collect();
    let clinics_only = tools.into_iter().map(|tool| {
        let spec = ToolSpec { enabled_for: vec!["dental_basic".to_owned()], ..tool.spec().clone() };
        Arc::new(Renamed(tool, spec)) as Arc<dyn Tool>
    });
    let registry = ToolRegistry::new(clinics_only.collect()).unwrap();
    let hours = call("get_business_hours", json!({}), false);
    let prepared = registry.prepare(&MemoryStore::new(), &assistant(&specs), &context(), &hours).await;
    let ToolOutcome::Failed(failure) = prepared.ready().unwrap().outcome else { panic!("it is not enabled") };
    assert_eq!(failure.code, "not_enabled");
    insta::assert_snapshot!(failure.message, @r#""get_business_hours" is not enabled for "rest_basic""#);
}

#[tokio::test]
async fn wrong_parameters_are_named_and_their_values_are_not_shown() {
    let with = |field: &str, value: Value| {
        let mut parameters = table();
        parameters[field] = value;
        call("create_reservation", parameters, true)
    };
    let mut messages = vec![
        refusal(&with("party_size", json!(0))).await,
        refusal(&with("party_size", json!(1e99))).await,
        refusal(&with("date", json!("2026-02-31"))).await,
        refusal(&with("time", json!("25:00"))).await,
        refusal(&with("time", json!("8 pm"))).await,
        refusal(&with("colour", json!("red"))).await,
    ];
    let mut without = table();
    without.as_object_mut().unwrap().remove("date");
    messages.push(refusal(&call("create_reservation", without, true)).await);
    insta::assert_snapshot!(messages.join("\n"), @r#"
    invalid_parameters: party_size: value is less than the minimum of 1: give a whole number from 1 to 20
    invalid_parameters: party_size: value is greater than the maximum of 20: give a whole number from 1 to 20
    invalid_parameters: date: value does not fit: give a date as 2026-01-20
    invalid_parameters: time: value does not fit: give a time as 20:00
    invalid_parameters: time: value does not fit: give a time as 20:00
    invalid_parameters: colour: there is no such parameter: leave it out, or give one of `customer_phone`, `date`, `party_size`, `time`
    invalid_parameters: date: it is missing: give a date as 2026-01-20
    "#);
}

#[tokio::test(start_paused = true)]
async fn a_tool_has_its_time_and_no_more() {
    let kitchen = Kitchen::default();
    kitchen.set_mood(Mood::Hangs);
    let prepared = prepare(&kitchen, &call("get_business_hours", json!({}), false)).await;
    let ToolOutcome::Failed(failure) = prepared.outcome else { panic!("it hangs") };
    assert_eq!((failure.code.as_str(), failure.message.as_str()), ("timed_out", "no answer in 5000 ms"));
}

#[tokio::test]
async fn a_tool_that_panics_has_failed() {
    let kitchen = Kitchen::default();
    kitchen.set_mood(Mood::Panics);
    let prepared = prepare(&kitchen, &call("get_business_hours", json!({}), false)).await;
    let ToolOutcome::Failed(failure) = prepared.outcome else { panic!("it panics") };
    assert_eq!(failure.code, "failed");
}

#[tokio::test]
async fn a_result_too_large_to_keep_is_a_failure() {
    let kitchen = Kitchen::default();
    kitchen.set_mood(Mood::Talks);
    let prepared = prepare(&kitchen, &call("get_business_hours", json!({}), false)).await;
    let ToolOutcome::Failed(failure) = prepared.outcome else { panic!("it is too large") };
    insta::assert_snapshot!(
        format!("{}: {}", failure.code, failure.message),
        @"failed: a result of 80027 bytes is over the limit of 16384: give less back"
    );
}

#[test]
fn two_tools_of_one_name_are_refused() {
    let kitchen = Kitchen::default();
    let twice = kitchen.tools().into_iter().chain(kitchen.tools()).collect();
    insta::assert_snapshot!(
        ToolRegistry::new(twice).unwrap_err(),
        @r#"two tools are named "create_reservation": give each its own name"#
    );
}

#[tokio::test]
async fn each_call_is_logged_with_its_parameters_masked() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let _guard = tracing::subscriber::set_default(Log(Arc::clone(&lines)));
    let mut parameters = table();
    parameters["customer_phone"] = json!("+52 55 1234 5678");
    let prepared = prepare(&Kitchen::default(), &call("create_reservation", parameters, true)).await;
    assert!(lines.lock().unwrap().is_empty(), "nothing is done before the commit");
    prepared.execution.trace();
    let lines = lines.lock().unwrap().join("\n");
    assert!(lines.contains("create_reservation") && lines.contains("2026-01-20"), "{lines}");
    assert!(!lines.contains("1234"), "{lines}");
}

#[tokio::test]
async fn a_call_that_was_refused_is_logged_and_hides_what_it_carried() {
    let kitchen = Kitchen::default();
    let mut parameters = table();
    parameters["customer_name"] = json!("Juan Pérez");
    parameters["customer_phone"] = json!(5_512_345_678_u64);
    parameters["note"] = json!("ñ".repeat(10_000));
    let mut told = Vec::new();
    for name in ["create_reservaton", "create_reservation"] {
        let record = prepare(&kitchen, &call(name, parameters.clone(), true)).await.execution;
        let input = record.input.to_string();
        assert!(!input.contains("5512345678"), "{input}");
        assert!(input.len() < 10_000, "{}", input.len());
        let message = record.error_message.unwrap();
        assert!(!message.contains("Juan") && !message.contains("5512345678"), "{message}");
        told.push((record.tool, record.error_code.unwrap(), input.contains("Juan")));
    }
    assert_eq!(told[0], ("create_reservaton".to_owned(), "not_found".to_owned(), false));
    assert_eq!(told[1].1, "invalid_parameters");
}
