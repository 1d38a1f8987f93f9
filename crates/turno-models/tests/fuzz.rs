//! Whatever a provider sends gives an answer or a failure, never a panic; the same one however its bytes are cut; and no more
//! of it is read than there is room for. `tests/shared/fuzz.rs` says how inputs are made.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a test says what is wrong by failing"
)]

#[path = "../../../tests/shared/fuzz.rs"]
mod shared;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderValue, StatusCode, header::CONTENT_TYPE};
use turno_core::{ModelAnswer, ModelFailure, ModelMessage, ModelRequest, ResponseFormat};
use turno_models::{
    anthropic::{Anthropic, AnthropicOptions},
    gemini::{Gemini, GeminiOptions},
    openai::{OpenAi, OpenAiOptions},
    provider::Provider,
    provider::Told,
    transport::{HttpRequest, HttpResponse, Transport, TransportError},
};

/// More of one answer is never read, in bytes.
const READ_MAX: usize = 40 * 1024 * 1024;

const STREAMED: (u16, &str) = (200, "text/event-stream");
const WHOLE: (u16, &str) = (200, "application/json");
const REFUSED: (u16, &str) = (429, "application/json");

/// Answers with the pieces that it was given, or with one piece for ever.
#[derive(Default)]
struct Pieces {
    head: Mutex<(u16, &'static str)>,
    pieces: Mutex<Vec<Bytes>>,
    for_ever: Mutex<Option<Bytes>>,
    read: Arc<AtomicUsize>,
}

#[async_trait]
impl Transport for Pieces {
    async fn send(&self, _request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let (status, kind) = *self.head.lock().unwrap();
        let pieces = self.pieces.lock().unwrap().clone();
        let for_ever = self.for_ever.lock().unwrap().clone();
        let endless = stream::iter(for_ever).flat_map(stream::repeat);
        let read = Arc::clone(&self.read);
        let body = stream::iter(pieces).chain(endless).map(move |piece| {
            read.fetch_add(piece.len(), Ordering::Relaxed);
            Ok(piece)
        });
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        Ok(HttpResponse { status: StatusCode::from_u16(status).unwrap(), headers, body: body.boxed() })
    }
}

struct Readers {
    pieces: Arc<Pieces>,
    providers: Vec<Box<dyn Provider>>,
    runtime: tokio::runtime::Runtime,
}

type Outcome = (String, Result<ModelAnswer, ModelFailure>);

impl Readers {
    fn new() -> Self {
        let pieces = Arc::new(Pieces::default());
        let transport = || Arc::<Pieces>::clone(&pieces) as Arc<dyn Transport>;
        let url = "http://127.0.0.1:9";
        let mut openai = OpenAiOptions::new("p", url);
        openai.gives_back = vec!["reasoning".to_owned()];
        let providers: Vec<Box<dyn Provider>> = vec![
            Box::new(OpenAi::new(openai, transport()).unwrap()),
            Box::new(Anthropic::new(AnthropicOptions::new("p", url), transport()).unwrap()),
            Box::new(Gemini::new(GeminiOptions::new("p", url), transport()).unwrap()),
        ];
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        Self { pieces, providers, runtime }
    }

    fn read(&self, provider: usize, head: (u16, &'static str), pieces: Vec<Bytes>) -> Outcome {
        *self.pieces.head.lock().unwrap() = head;
        *self.pieces.pieces.lock().unwrap() = pieces;
        self.pieces.read.store(0, Ordering::Relaxed);
        let request = ModelRequest {
            models: Vec::new(),
            messages: vec![ModelMessage::User { text: "hola".to_owned() }],
            tools: Vec::new(),
            may_call: true,
            response_format: ResponseFormat::Text,
            temperature: None,
            max_tokens: 100,
            budget_ms: 1_000,
            is_spoken: true,
            language: None,
        };
        let mut words = String::new();
        let mut heard = |told: Told<'_>| words.extend(told.words());
        let answer = self.runtime.block_on(self.providers[provider].ask("m", &request, &mut heard));
        (words, answer)
    }
}

/// Pieces of these lengths, over and over.
fn cut(bytes: &[u8], lengths: &[usize]) -> Vec<Bytes> {
    let mut left = bytes;
    let mut pieces = Vec::new();
    for length in lengths.iter().cycle() {
        if left.is_empty() {
            break;
        }
        let (piece, rest) = left.split_at((*length).min(left.len()));
        pieces.push(Bytes::copy_from_slice(piece));
        left = rest;
    }
    pieces
}

#[test]
fn answers_of_models_are_read_alike_wherever_they_are_cut() {
    let readers = Readers::new();
    shared::fuzz("model-answers", &[], 150, |bytes| {
        for provider in 0..readers.providers.len() {
            for head in [STREAMED, WHOLE, REFUSED] {
                let whole = readers.read(provider, head, vec![Bytes::copy_from_slice(bytes)]);
                if let (words, Ok(answer)) = &whole {
                    assert_eq!(*words, answer.text, "what was passed on is what was said");
                }
                for lengths in [&[1][..], &[7, 1, 2, 64, 3], &[bytes.len() / 2 + 1]] {
                    let torn = readers.read(provider, head, cut(bytes, lengths));
                    assert_eq!(torn, whole, "provider {provider}, {head:?}, cut into {lengths:?}");
                }
            }
        }
    });
}

#[test]
fn an_answer_without_an_end_is_given_up() {
    let readers = Readers::new();
    let long = "y".repeat(400_000);
    let words = format!(
        r#"data: {{"choices":[{{"delta":{{"content":"{long}","reasoning":"{long}"}}}}],"type":"content_block_delta",
data: "delta":{{"type":"text_delta","text":"{long}"}},"candidates":[{{"content":{{"parts":[{{"text":"{long}"}}]}}}}]}}"#
    );
    let calls = r#"data: {"choices":[{"delta":{"tool_calls":[{"id":"","function":{"name":"f","arguments":"{\"x\": 1}"}}]}}],"type":"content_block_start","content_block":{"type":"tool_use","id":"t","name":"f","input":{"x":1}},"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]}}]}"#;
    let thinks = r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":"s"},"choices":[],"candidates":[]}"#;
    let thoughts = format!(
        r#"data: {{"choices":[],"type":"content_block_delta","delta":{{"type":"thinking_delta","thinking":"{long}"}},"candidates":[]}}"#
    );
    let begun = Bytes::from(format!("{thinks}\n\n"));
    let lines = [format!("data: {{\"{long}"), format!(": {long}\n\n")];
    let events = [words, thoughts].map(|event| format!("{event}\n\n"));
    for endless in lines.iter().chain(&events) {
        *readers.pieces.for_ever.lock().unwrap() = Some(Bytes::from(endless.clone()));
        for provider in 0..readers.providers.len() {
            for head in [STREAMED, WHOLE, REFUSED] {
                let (_, answer) = readers.read(provider, head, vec![begun.clone()]);
                let read = readers.pieces.read.load(Ordering::Relaxed);
                assert!(answer.is_err(), "provider {provider}: {endless:.80}");
                assert!(read < READ_MAX, "provider {provider} read {read} bytes of {endless:.80}");
            }
        }
    }
    // More calls than anybody means.
    *readers.pieces.for_ever.lock().unwrap() = None;
    let end = r#"data: {"choices":[{"finish_reason":"stop"}],"type":"message_delta","delta":{"stop_reason":"tool_use"},"candidates":[{"finishReason":"STOP"}]}"#;
    let stream = format!("{calls}\n\n").repeat(3_000) + end + "\n\n";
    for provider in 0..readers.providers.len() {
        let (_, answer) = readers.read(provider, STREAMED, cut(stream.as_bytes(), &[4_096]));
        let calls = answer.unwrap().calls.len();
        assert!((1..=128).contains(&calls), "provider {provider}: {calls} calls");
    }
}
