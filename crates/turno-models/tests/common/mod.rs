//! What the tests of providers share: a server, and what each wire format looks like from the other side.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    reason = "a test fails by panicking, and not every test uses all of it"
)]

pub mod anthropic;
pub mod gemini;
pub mod openai;
pub mod server;

use std::sync::Arc;

use serde_json::{Value, json};
use turno_core::{
    ModelAnswer, ModelCall, ModelFailure, ModelMessage, ModelRequest, ModelTool, Opaque, ResponseFormat,
};
use turno_models::provider::Provider;
use turno_models::transport::{Network, NetworkOptions, Transport};

pub const KEY: &str = "sk-never-to-be-seen";

/// What a model says, before it is put into a wire format.
#[derive(Clone, Default)]
pub struct Spoken {
    pub words: Vec<&'static str>,
    pub calls: Vec<Called>,
    pub stop: Stop,
}

/// A call: its id, its tool, and its arguments in pieces.
pub type Called = (&'static str, &'static str, Vec<&'static str>);

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Stop {
    #[default]
    Said,
    TooLong,
    Filtered,
}

/// A provider's wire format, from the server's side.
pub trait Dialect: Send + Sync {
    fn name(&self) -> &'static str;
    fn provider(&self, url: &str, transport: Arc<dyn Transport>) -> Box<dyn Provider>;
    /// A whole streamed answer.
    fn answer(&self, spoken: &Spoken) -> String;
    /// An event that says that the provider broke.
    fn error_event(&self) -> String;
    /// A refusal's body, with the provider's own code for it.
    fn refusal(&self, code: &str, message: &str) -> String;
    /// The code for a talk that is too long, and the words.
    fn too_long(&self) -> (&'static str, &'static str);
    /// What is wrong with a request, as the provider itself would find it.
    fn fault(&self, request: &server::Request) -> Option<String>;
    /// An answer with one call, and what the provider wants back with it.
    fn signed_answer(&self) -> String;
    /// Where in a request those things stand.
    fn signatures(&self, body: &Value) -> Vec<Value>;
    /// What stands in a request for JSON of a schema.
    fn schema(&self, body: &Value) -> Value;
    /// The results in a request, as text.
    fn results(&self, body: &Value) -> Vec<String>;
    /// The arguments of the calls in a request.
    fn arguments(&self, body: &Value) -> Vec<Value>;
}

pub fn dialects() -> Vec<Box<dyn Dialect>> {
    vec![Box::new(openai::OpenAi), Box::new(anthropic::Anthropic), Box::new(gemini::Gemini)]
}

pub fn network(first_byte_timeout_ms: u64, idle_timeout_ms: u64) -> Arc<dyn Transport> {
    let options = NetworkOptions { connect_timeout_ms: 5_000, first_byte_timeout_ms, idle_timeout_ms };
    Arc::new(Network::new(options).unwrap())
}

/// A provider whose waits are longer than any test.
pub fn patient(dialect: &dyn Dialect, url: &str) -> Box<dyn Provider> {
    dialect.provider(url, network(60_000, 60_000))
}

pub fn request(messages: Vec<ModelMessage>) -> ModelRequest {
    ModelRequest {
        models: Vec::new(),
        messages,
        tools: vec![ModelTool {
            name: "book".to_owned(),
            description: "Books a table.".to_owned(),
            parameters:
                json!({"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]})
                    .into(),
        }],
        may_call: true,
        response_format: ResponseFormat::Text,
        temperature: Some(0.2),
        max_tokens: 300,
        budget_ms: 20_000,
        is_spoken: true,
        language: None,
    }
}

pub fn simple() -> ModelRequest {
    request(vec![system(), user("hola")])
}

pub fn system() -> ModelMessage {
    ModelMessage::System { text: "Atiendes La Terraza.".to_owned() }
}

pub fn user(text: &str) -> ModelMessage {
    ModelMessage::User { text: text.to_owned() }
}

pub fn assistant(text: &str, calls: Vec<ModelCall>, opaque: Option<Opaque>) -> ModelMessage {
    ModelMessage::Assistant { text: text.to_owned(), calls, opaque }
}

pub fn call(id: &str, tool: &str, arguments: &str) -> ModelCall {
    ModelCall { id: id.to_owned(), tool: tool.to_owned(), arguments: arguments.to_owned(), opaque: None }
}

pub fn result(id: &str, tool: &str, content: &str, is_error: bool) -> ModelMessage {
    ModelMessage::ToolResult {
        call: id.to_owned(),
        tool: tool.to_owned(),
        content: content.to_owned(),
        is_error,
    }
}

/// Asks, and gives the words as they came beside the answer.
pub async fn ask(
    provider: &dyn Provider,
    request: &ModelRequest,
) -> (Vec<String>, Result<ModelAnswer, ModelFailure>) {
    let mut words = Vec::new();
    let answer =
        provider.ask("model-1", request, &mut |told| words.extend(told.words().map(str::to_owned))).await;
    let all = words.concat();
    match &answer {
        Ok(answer) => assert_eq!(answer.text, all, "the words are the text"),
        Err(failure) => {
            assert_eq!(failure.said, all, "the words are what was said");
            assert!(!format!("{failure:?}").contains(KEY), "{failure:?}");
        }
    }
    (words, answer)
}

/// An event of a stream, without a name.
pub fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

/// An answer without the event that only says that it was whole.
pub fn without_last_event(body: &str) -> String {
    body.replace("data: [DONE]\n\n", "")
        .replace("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n", "")
}
