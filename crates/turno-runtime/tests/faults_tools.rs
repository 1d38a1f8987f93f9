//! Kinds of fault of tools that people reported of comparable systems, each with what happens here instead.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::sync::atomic::Ordering;

use common::{BOOK, Caller, House, Kitchen, MONDAY_10_AM, Temper, assistant, key, settle};
use serde_json::{Value, json};
use turno_core::{CallId, ConfirmationId, Grant, ToolCall, ToolOutcome};
use turno_runtime::{Incoming, OutgoingBody, ToolRegistry, port::ToolContext};
use turno_store::MemoryStore;

const TOLD: &str = "La cocina dice: va.";

fn call(tool: &str, parameters: Value, is_granted: bool) -> ToolCall {
    let grant = Grant { confirmation: ConfirmationId("1-1".to_owned()), key: "key".to_owned() };
    ToolCall {
        call: CallId("1-1".to_owned()),
        tool: tool.to_owned(),
        parameters: parameters.as_object().cloned().unwrap_or_default(),
        grant: is_granted.then_some(grant),
    }
}

/// What comes of each call, in their order: one outcome for each.
async fn outcomes(kitchen: &Kitchen, calls: &[ToolCall]) -> Vec<String> {
    let registry = ToolRegistry::new(kitchen.tools()).unwrap();
    let assistant = assistant(&registry.specs());
    let context = ToolContext {
        calls_before: 0,
        conversation: key("c-1"),
        branch: None,
        caller_phone: None,
        language: None,
        now: MONDAY_10_AM,
        seed: None,
        key: "key".to_owned(),
        turn: None,
        agent: None,
        lines: Vec::new(),
    };
    let mut told = Vec::new();
    for call in calls {
        let admitted = registry.prepare(&MemoryStore::new(), &assistant, &context, call).await;
        told.push(match admitted.ready().unwrap().outcome {
            ToolOutcome::Done(_) => format!("{}: done", call.tool),
            ToolOutcome::Failed(failure) => format!("{}: {}: {}", call.tool, failure.code, failure.message),
        });
    }
    told
}

async fn asked(house: &House) -> Caller {
    let mut caller = house.caller("c-1");
    caller.say("avisen que vamos, somos 4").await;
    caller
}

/// "Barge-in cancels a tool half-way, or lets a discarded call run": speech is cut off, what was begun ends and is told, once.
#[tokio::test(start_paused = true)]
async fn faults_a_barge_in_cancels_no_tool_half_way() {
    for heard in ["", "Un mo"] {
        let house = House::open().await;
        house.service.set(Temper::Busy(1, Some(5_000)));
        let mut caller = asked(&house).await;
        caller.put_as("yes", "sí").unwrap();
        settle().await;
        let heard = heard.to_owned();
        caller.send(Incoming::Interrupt { heard }).unwrap();
        settle().await;
        caller.put_as("meanwhile", "¿a qué hora abren?").unwrap();
        assert_eq!(caller.reply_to("yes").await.text, TOLD);
        assert_eq!(caller.reply_to("meanwhile").await.text, "Abrimos de 1 a 11.");
        assert_eq!(house.service.done(), 1);
        let rest = caller.all().await;
        assert!(!rest.iter().any(|frame| matches!(frame, OutgoingBody::Reply(_))), "{rest:?}");
    }
}

/// "A refused call runs all the same": it leaves what can run, so that no later yes finds it.
#[tokio::test(start_paused = true)]
async fn faults_a_refused_call_is_gone_and_no_later_yes_runs_it() {
    let house = House::open().await;
    let mut caller = house.caller("c-1");
    caller.ask_for_a_table().await;
    assert_eq!(caller.say("no").await.text, "No reservé nada.");
    for text in ["sí", "sí, confirmo", "correcto", "adelante"] {
        caller.say(text).await;
    }
    assert!(house.bookings().await.is_empty());
    assert_eq!(house.kitchen.prepared.load(Ordering::SeqCst), 0);
    // The same wish again is a question of its own.
    caller.say(BOOK).await;
    caller.say("sí").await;
    assert_eq!(house.bookings().await.len(), 1);
}

/// "The model sends the same call twice in one answer": one yes is good for one call, whatever asks for another.
#[tokio::test(start_paused = true)]
async fn faults_a_second_yes_to_one_question_is_no_second_call() {
    let house = House::open().await;
    let mut caller = asked(&house).await;
    for turn in ["yes-1", "yes-2", "yes-3"] {
        caller.put_as(turn, "sí").unwrap();
    }
    assert_eq!(caller.reply_to("yes-1").await.text, TOLD);
    for turn in ["yes-2", "yes-3"] {
        assert_ne!(caller.reply_to(turn).await.text, TOLD);
    }
    assert_eq!((house.service.calls(), house.service.done()), (1, 1));
}

/// "Unknown tool name, empty or malformed arguments kill the run": each is an outcome that says what is wrong.
#[tokio::test]
async fn faults_unknown_names_and_malformed_arguments_become_results() {
    let kitchen = Kitchen::default();
    let calls = [
        call("get_bussiness_hours", json!({}), false),
        call("", json!({}), false),
        call("get_business_hours", json!({}), false),
        call("get_business_hours", json!(null), false),
        call("create_reservation", json!({}), true),
        call("create_reservation", json!({"date": null, "time": [], "party_size": "4"}), true),
    ];
    insta::assert_snapshot!(outcomes(&kitchen, &calls).await.join("\n"), @r#"
    get_bussiness_hours: not_found: there is no tool "get_bussiness_hours": did you mean "get_business_hours"?
    : not_found: there is no tool ""
    get_business_hours: done
    get_business_hours: done
    create_reservation: invalid_parameters: date: it is missing: give a date as 2026-01-20; time: it is missing: give a time as 20:00; party_size: it is missing: give a whole number from 1 to 20
    create_reservation: invalid_parameters: date: value is not of type "string": give a date as 2026-01-20; party_size: value is not of type "integer": give a whole number from 1 to 20; time: value is not of type "string": give a time as 20:00
    "#);
    assert_eq!(kitchen.prepared.load(Ordering::SeqCst), 0);
}

/// "One refusal in a batch throws the others away": each call of a batch is decided alone.
#[tokio::test]
async fn faults_one_refusal_in_a_batch_leaves_the_others() {
    let table = json!({ "date": "2026-01-20", "time": "20:00", "party_size": 4 });
    let calls = [
        call("get_business_hours", json!({}), false),
        call("create_reservation", table.clone(), false),
        call("drop_tables", json!({}), false),
        call("create_reservation", table, true),
        call("get_business_hours", json!({}), false),
    ];
    insta::assert_snapshot!(outcomes(&Kitchen::default(), &calls).await.join("\n"), @r#"
    get_business_hours: done
    create_reservation: not_confirmed: "create_reservation" needs the user's yes, and this call has none
    drop_tables: not_found: there is no tool "drop_tables"
    create_reservation: done
    get_business_hours: done
    "#);
}
