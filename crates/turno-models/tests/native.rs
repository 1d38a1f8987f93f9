//! What is Anthropic's alone, and what is Gemini's.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    reason = "a test fails by panicking"
)]

mod common;

use common::server::{Reply, Server};
use common::{ask, assistant, call, network, request, result, simple, user};
use serde_json::{Value, json};
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelFailureKind, ModelMessage};
use turno_models::anthropic::{Anthropic, AnthropicOptions};
use turno_models::gemini::{Gemini, GeminiOptions};
use turno_models::provider::Provider;

async fn claude(events: &[Value]) -> Result<ModelAnswer, ModelFailure> {
    let body: String = events.iter().map(common::anthropic::event).collect();
    let server = Server::start(vec![Reply::stream(&body)]).await;
    let provider =
        Anthropic::new(AnthropicOptions::new("anthropic", &server.url), network(60_000, 60_000)).unwrap();
    ask(&provider, &simple()).await.1
}

async fn gemini(body: &str) -> Result<ModelAnswer, ModelFailure> {
    let server = Server::start(vec![Reply::stream(body)]).await;
    let provider = Gemini::new(GeminiOptions::new("gemini", &server.url), network(60_000, 60_000)).unwrap();
    ask(&provider, &simple()).await.1
}

fn delta(index: u64, delta: Value) -> Value {
    json!({"type": "content_block_delta", "index": index, "delta": delta})
}

fn begin(index: u64, block: Value) -> Value {
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn stop(reason: &str) -> Value {
    json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 3}})
}

#[tokio::test]
async fn thoughts_go_back_between_the_calls_where_they_were() {
    let events = [
        begin(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        delta(0, json!({"type": "thinking_delta", "thinking": "Uno."})),
        delta(0, json!({"type": "signature_delta", "signature": "czE="})),
        begin(1, json!({"type": "text", "text": ""})),
        delta(1, json!({"type": "text_delta", "text": "Va."})),
        begin(2, json!({"type": "tool_use", "id": "a", "name": "menu", "input": {}})),
        begin(3, json!({"type": "thinking", "thinking": "Dos.", "signature": "czI="})),
        begin(4, json!({"type": "tool_use", "id": "b", "name": "book", "input": {"day": "lunes"}})),
        begin(5, json!({"type": "thinking", "thinking": "Sin firma.", "signature": ""})),
        stop("tool_use"),
        json!({"type": "message_stop"}),
    ];
    let answer = claude(&events).await.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("Va.", Finish::ToolCalls));
    assert_eq!(answer.calls[1].arguments, "{\"day\":\"lunes\"}");
    let server = Server::start(vec![Reply::stream("")]).await;
    let mut options = AnthropicOptions::new("anthropic", &server.url);
    options.extra.insert("thinking".to_owned(), json!({"type": "adaptive"}));
    let provider = Anthropic::new(options, network(60_000, 60_000)).unwrap();
    let talk = request(vec![
        user("hola"),
        assistant(&answer.text, answer.calls.clone(), answer.opaque.clone()),
        result("a", "menu", "{}", false),
        result("b", "book", "{}", false),
    ]);
    let _empty = ask(&provider, &talk).await;
    let body = server.last().body;
    let kinds: Vec<&str> = body["messages"][1]["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["thinking", "text", "tool_use", "thinking", "tool_use"]);
    assert_eq!(
        body["messages"][1]["content"][0],
        json!({"type": "thinking", "thinking": "Uno.", "signature": "czE="})
    );
    assert!(body.get("temperature").is_none(), "a model that thinks takes none");
}

#[tokio::test]
async fn why_claude_stopped_is_told() {
    for (reason, finish) in [
        ("end_turn", Finish::Stop),
        ("stop_sequence", Finish::Stop),
        ("max_tokens", Finish::Length),
        ("model_context_window_exceeded", Finish::Length),
        ("refusal", Finish::ContentFilter),
        ("pause_turn", Finish::Other),
    ] {
        assert_eq!(claude(&[stop(reason)]).await.unwrap().finish, finish, "{reason}");
    }
}

#[tokio::test]
async fn an_answer_that_is_not_streamed_is_read_whole() {
    let message = json!({"type": "message", "role": "assistant", "stop_reason": "tool_use", "usage": {"input_tokens": "9", "output_tokens": 3.0}, "content": [
        {"type": "text", "text": "Va."}, {"type": "tool_use", "id": "a", "name": "book", "input": {"day": "lunes"}},
    ]});
    let server = Server::start(vec![Reply::refusal(200, &message.to_string())]).await;
    let provider =
        Anthropic::new(AnthropicOptions::new("anthropic", &server.url), network(60_000, 60_000)).unwrap();
    let answer = ask(&provider, &simple()).await.1.unwrap();
    assert_eq!((answer.text.as_str(), answer.calls[0].arguments.as_str()), ("Va.", "{\"day\":\"lunes\"}"));
    assert_eq!((answer.usage.input_tokens, answer.usage.output_tokens), (9, 3));
}

#[tokio::test]
async fn a_model_that_could_not_write_its_call_is_malformed() {
    for reason in ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"] {
        let failure = gemini(&common::gemini::chunk(json!([]), Some(reason))).await.unwrap_err();
        assert_eq!(failure.kind, ModelFailureKind::Malformed, "{reason}");
        assert!(failure.message.contains(reason));
    }
}

#[tokio::test]
async fn a_question_that_google_blocks_is_told() {
    let blocked =
        common::data(&json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {}}));
    let failure = gemini(&blocked).await.unwrap_err();
    assert_eq!(failure.kind, ModelFailureKind::ContentFilter);
    for reason in ["SAFETY", "RECITATION", "SPII"] {
        let answer = gemini(&common::gemini::chunk(json!([]), Some(reason))).await.unwrap();
        assert_eq!(answer.finish, Finish::ContentFilter, "{reason}");
    }
}

#[tokio::test]
async fn googles_own_way_to_say_when_is_read() {
    let error = json!([{"error": {"code": 429, "message": "Quota exceeded", "status": "RESOURCE_EXHAUSTED", "details": [
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"},
    ]}}]);
    let server = Server::start(vec![Reply::refusal(429, &error.to_string())]).await;
    let provider = Gemini::new(GeminiOptions::new("gemini", &server.url), network(60_000, 60_000)).unwrap();
    let failure = ask(&provider, &simple()).await.1.unwrap_err();
    assert_eq!((failure.kind, failure.retry_after_ms), (ModelFailureKind::RateLimited, Some(34_500)));
}

#[tokio::test]
async fn gemini_signs_words_too_and_only_as_they_were_said() {
    let body = common::gemini::chunk(json!([{"text": "Pienso.", "thought": true}, {"text": "Hola"}]), None)
        + &common::gemini::chunk(json!([{"text": " a todos", "thoughtSignature": "czE="}]), Some("STOP"));
    let answer = gemini(&body).await.unwrap();
    assert_eq!(answer.text, "Hola a todos");
    let server = Server::start(vec![Reply::stream("")]).await;
    let provider = Gemini::new(GeminiOptions::new("gemini", &server.url), network(60_000, 60_000)).unwrap();
    let parts_of = async |text: &str| {
        let talk =
            request(vec![user("hola"), assistant(text, Vec::new(), answer.opaque.clone()), user("¿y?")]);
        let _empty = ask(&provider, &talk).await;
        server.last().body["contents"][1]["parts"].clone()
    };
    assert_eq!(
        parts_of("Hola a todos").await,
        json!([{"text": "Hola"}, {"text": " a todos", "thoughtSignature": "czE="}])
    );
    // Only half of it was heard.
    assert_eq!(parts_of("Hola").await, json!([{"text": "Hola"}]));
}

#[tokio::test]
async fn a_model_that_signs_is_told_of_calls_that_it_did_not_make() {
    let server = Server::start(vec![Reply::stream("")]).await;
    let provider = Gemini::new(GeminiOptions::new("gemini", &server.url), network(60_000, 60_000)).unwrap();
    let talk: Vec<ModelMessage> = vec![
        user("hola"),
        assistant("", vec![call("a", "menu", ""), call("b", "book", "{}")], None),
        result("a", "menu", "{}", false),
        result("b", "book", "{}", false),
    ];
    for (model, signs) in [("gemini-3-flash", true), ("gemini-2.5-flash", false), ("gemma-3", false)] {
        let _empty = provider.ask(model, &request(talk.clone()), &mut |_| {}).await;
        let parts = &server.last().body["contents"][1]["parts"];
        assert_eq!(parts[0].get("thoughtSignature").is_some(), signs, "{model}");
        assert!(parts[1].get("thoughtSignature").is_none(), "only the first of calls at once has one");
    }
}
