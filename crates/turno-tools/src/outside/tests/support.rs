//! A call to one tool, in the language and at the business of the test.

use serde_json::{Map, Value};
use turno_core::{Channel, ConversationKey, Language};
use turno_runtime::port::{Prepared, Tool, ToolContext, ToolError};

use crate::tests::support::{MemoryStore, NOON, at, terraza};
use crate::Businesses;

pub(super) fn businesses() -> std::sync::Arc<Businesses> {
    std::sync::Arc::new(Businesses::new([terraza()]))
}

/// A runtime of one thread, with time and sockets.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

pub(super) fn context(language: Language) -> ToolContext {
    ToolContext {
        conversation: ConversationKey::new("terraza", Channel::Test, "c-1").unwrap(),
        branch: None,
        caller_phone: None,
        language: Some(language),
        now: at(NOON),
        key: "key-1".to_owned(),
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
