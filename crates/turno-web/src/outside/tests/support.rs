//! A call to one tool, in the language and at the business of the test.

use std::sync::Arc;

use serde_json::{Map, Value};
use turno_business::{
    Businesses,
    testkit::{MemoryStore, NOON, at, terraza},
};
use turno_core::{Channel, ConversationKey, Language};
use turno_runtime::port::{OutsideError, OutsideTool, Prepared, Tool, ToolContext, ToolError};

use crate::{
    outgoing::{Outgoing, OutgoingOptions},
    outside::{OutsideTools, outside_tools},
    secret::Secrets,
    testkit::TestServer,
};

pub(super) fn businesses() -> Arc<Businesses> {
    Arc::new(Businesses::new([terraza()]))
}

/// A runtime of one thread, with time and sockets.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

pub(super) fn context(language: Language) -> ToolContext {
    ToolContext {
        conversation: ConversationKey::new("terraza", Channel::Test, "c-1").unwrap(),
        branch: None,
        caller_phone: None,
        language: Some(language),
        now: at(NOON),
        seed: None,
        key: "key-1".to_owned(),
        turn: None,
        agent: None,
        calls_before: 0,
        lines: Vec::new(),
    }
}

/// Prepares a call. The parameters must be valid by the tool's schema.
pub(super) async fn prepare(
    tool: &dyn Tool,
    store: &MemoryStore,
    context: &ToolContext,
    parameters: &Value,
) -> Result<Prepared, ToolError> {
    let parameters = valid(&tool.spec().parameters, parameters);
    tool.prepare(store, context, &parameters).await
}

/// What a call in that language gives.
pub(super) fn called(tool: &dyn Tool, language: Language, parameters: &Value) -> Value {
    block_on(async {
        let prepared = prepare(tool, &MemoryStore::default(), &context(language), parameters).await;
        prepared.unwrap().result
    })
}

/// "reason: message" of a refusal, or the message.
pub(super) fn told(result: &Value) -> String {
    let message = result["message"].as_str().unwrap_or_default();
    match result["reason"].as_str() {
        Some(reason) => format!("{reason}: {message}"),
        None => message.to_owned(),
    }
}

pub(super) fn valid(schema: &Value, parameters: &Value) -> Map<String, Value> {
    let validator = jsonschema::validator_for(schema).unwrap();
    if let Err(error) = validator.validate(parameters) {
        panic!("{error}");
    }
    parameters.as_object().cloned().unwrap()
}

/// A way out that may ask this server besides public addresses.
pub(super) fn outgoing_to(server: &TestServer) -> Outgoing {
    Outgoing::new(OutgoingOptions {
        allowed_addresses: vec![server.address.to_string()],
        ..OutgoingOptions::default()
    })
    .unwrap()
}

/// The secrets of the tests: `KEY` is `k-123456`.
pub(super) fn secrets() -> Secrets {
    Secrets::with_variables(None, |name| (name == "TURNO_SECRET_KEY").then(|| "k-123456".to_owned()))
}

/// The tools of a `[tools]` table.
pub(super) fn tools_of(source: &str, server: &TestServer, businesses: &Arc<Businesses>) -> OutsideTools {
    let options = toml::from_str(source).unwrap_or_else(|error| panic!("{error}"));
    outside_tools(&options, &secrets(), &outgoing_to(server), businesses)
}

/// The one tool that only reads.
pub(super) fn reader(made: OutsideTools) -> Arc<dyn Tool> {
    let faults: Vec<_> = made.absent.iter().filter(|absent| absent.is_fault).collect();
    assert!(faults.is_empty(), "{faults:?}");
    made.tools.into_iter().next().unwrap()
}

/// The one tool that acts.
pub(super) fn actor(made: OutsideTools) -> Arc<dyn OutsideTool> {
    let faults: Vec<_> = made.absent.iter().filter(|absent| absent.is_fault).collect();
    assert!(faults.is_empty(), "{faults:?}");
    made.outside.into_iter().next().unwrap()
}

/// What a call that only reads gives.
pub(super) async fn read(tool: &dyn Tool, language: Language, parameters: Value) -> Value {
    read_in(tool, &context(language), parameters).await
}

pub(super) async fn read_in(tool: &dyn Tool, context: &ToolContext, parameters: Value) -> Value {
    let result = prepare(tool, &MemoryStore::default(), context, &parameters).await.unwrap().result;
    assert!(
        result.get("content").is_some() || result.to_string().len() <= 16_384,
        "{}",
        result.to_string().len()
    );
    assert!(!result.to_string().contains("k-123456"), "{result}");
    result
}

/// What a call that acts gives.
pub(super) async fn act(
    tool: &dyn OutsideTool,
    language: Language,
    parameters: Value,
) -> Result<Value, OutsideError> {
    let parameters = valid(&tool.spec().parameters, &parameters);
    tool.call(&context(language), &parameters).await
}
