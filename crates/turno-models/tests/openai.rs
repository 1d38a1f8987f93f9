//! What servers of chat completions do beside their wire format: Groq, Ollama, vLLM, Gemini's second front, ...

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
use common::{ask, network, simple};
use serde_json::{Value, json};
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelFailureKind, ModelRequest, ResponseFormat};
use turno_models::openai::{MaxTokensField, OpenAi, OpenAiOptions};

async fn answer_to(
    reply: Reply,
    request: &ModelRequest,
    change: impl FnOnce(&mut OpenAiOptions),
) -> (Result<ModelAnswer, ModelFailure>, Value) {
    let server = Server::start(vec![reply]).await;
    let mut options = OpenAiOptions::new("groq", format!("{}/v1/", server.url));
    change(&mut options);
    let provider = OpenAi::new(options, network(60_000, 60_000)).unwrap();
    let (_, answer) = ask(&provider, request).await;
    (answer, server.last().body)
}

async fn streamed(events: &[Value]) -> Result<ModelAnswer, ModelFailure> {
    let body: String = events.iter().map(common::data).chain(["data: [DONE]\n\n".to_owned()]).collect();
    answer_to(Reply::stream(&body), &simple(), |_| {}).await.0
}

fn choice(choice: Value) -> Value {
    json!({ "choices": [choice] })
}

#[tokio::test]
async fn a_call_that_its_server_could_not_read_is_malformed_and_words_are_an_answer() {
    let refusal = |generation: Value| {
        let error = json!({"message": "Failed to call a function.", "type": "invalid_request_error", "code": "tool_use_failed", "failed_generation": generation});
        Reply::refusal(400, &json!({"error": error}).to_string())
    };
    let (answer, _) = answer_to(refusal(json!("Claro, ¿para qué día?")), &simple(), |_| {}).await;
    let answer = answer.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("Claro, ¿para qué día?", Finish::Stop));
    for call in [
        "<function=book>{\"day\"",
        "{\"name\": \"book\"}",
        "[{\"name\"",
        "Voy: {\"name\": \"book\"}",
        "<tool_call>",
        "",
    ] {
        let (answer, _) = answer_to(refusal(json!(call)), &simple(), |_| {}).await;
        assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Malformed, "{call}");
    }
    let (answer, _) = answer_to(refusal(Value::Null), &simple(), |_| {}).await;
    assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Malformed);
}

#[tokio::test]
async fn what_servers_leave_out_mistype_and_add_is_no_fault() {
    let answer = streamed(&[
        choice(json!({"delta": {"role": "assistant", "content": null, "reasoning": "Hm."}})),
        json!({"created": 1_790_000_000_000_u64, "choices": [{"delta": {"content": "Ho"}, "finish_reason": ""}], "usage": null}),
        choice(json!({"delta": {"content": [{"type": "text", "text": "la"}]}, "token_ids": [1]})),
        choice(json!({"delta": {"tool_calls": [{"index": "0", "id": "a", "type": "", "function": {"name": "book", "arguments": {"day": "lunes"}}}]}})),
        choice(json!({"delta": {"tool_calls": [{"index": 0, "id": "", "type": "", "function": {"name": "", "arguments": ""}}]}})),
        choice(json!({"delta": {"tool_calls": [{"id": "b", "function": {"name": "menu"}}]}})),
        json!({"choices": [{"delta": {}, "finish_reason": "eos"}], "x_groq": {"usage": {"prompt_tokens": 3, "completion_tokens": 2}}}),
    ])
    .await
    .unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("Hola", Finish::ToolCalls));
    let calls: Vec<_> = answer
        .calls
        .iter()
        .map(|call| (call.id.as_str(), call.tool.as_str(), call.arguments.as_str()))
        .collect();
    assert_eq!(calls, [("a", "book", "{\"day\":\"lunes\"}"), ("b", "menu", "")]);
    assert_eq!((answer.usage.input_tokens, answer.usage.output_tokens), (3, 2));
}

#[tokio::test]
async fn an_answer_without_a_reason_is_whole_where_the_server_says_that_it_is_done() {
    let answer = streamed(&[choice(json!({"delta": {"content": "Hola"}}))]).await.unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("Hola", Finish::Other));
    // Not where the model only says so.
    let body = common::data(&choice(json!({"delta": {"content": "\ndata: [DONE]\n"}})));
    let (answer, _) = answer_to(Reply::stream(&body), &simple(), |_| {}).await;
    assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Malformed);
}

#[tokio::test]
async fn calls_that_were_lost_are_malformed() {
    let lost = streamed(&[choice(json!({"delta": {}, "finish_reason": "tool_calls"}))]).await;
    assert_eq!(lost.unwrap_err().kind, ModelFailureKind::Malformed);
    let old = choice(
        json!({"delta": {"function_call": {"name": "menu", "arguments": "{}"}}, "finish_reason": "function_call"}),
    );
    assert_eq!(streamed(&[old]).await.unwrap().calls[0].tool, "menu");
}

#[tokio::test]
async fn a_refusal_in_words_is_said_and_told() {
    let answer = streamed(&[choice(json!({"delta": {"refusal": "No puedo."}, "finish_reason": "stop"}))])
        .await
        .unwrap();
    assert_eq!((answer.text.as_str(), answer.finish), ("No puedo.", Finish::ContentFilter));
}

#[tokio::test]
async fn errors_within_an_answer_have_many_shapes() {
    for (event, kind) in [
        (json!({"error": {"message": "m", "code": 502}}), ModelFailureKind::Overloaded),
        (json!({"error": "m"}), ModelFailureKind::Overloaded),
        (json!({"object": "error", "message": "m", "code": 429}), ModelFailureKind::RateLimited),
        (json!([{"error": {"message": "m", "code": 400}}]), ModelFailureKind::Refused),
        (json!({"choices": [{"delta": {}, "finish_reason": "error"}]}), ModelFailureKind::Malformed),
    ] {
        let failure =
            streamed(&[choice(json!({"delta": {"content": "Ho"}})), event.clone()]).await.unwrap_err();
        assert_eq!((failure.kind, failure.said.as_str()), (kind, "Ho"), "{event}");
    }
}

#[tokio::test]
async fn where_tools_are_not_streamed_the_answer_is_read_whole() {
    let whole = json!({
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {
            "role": "assistant", "content": "Va.",
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "book", "arguments": "{}"}}],
        }}],
        "usage": {"prompt_tokens": "3", "completion_tokens": 2.0},
    });
    let reply = || Reply::refusal(200, &serde_json::to_string_pretty(&whole).unwrap());
    let (answer, body) = answer_to(reply(), &simple(), |options| options.streams_with_tools = false).await;
    let answer = answer.unwrap();
    assert_eq!((answer.text.as_str(), answer.calls.len(), answer.usage.output_tokens), ("Va.", 1, 2));
    assert_eq!(body["stream"], false);
    assert!(body.get("stream_options").is_none());
    let mut request = simple();
    request.tools.clear();
    let (_, body) = answer_to(reply(), &request, |options| options.streams_with_tools = false).await;
    assert_eq!(body["stream"], true);
}

#[tokio::test]
async fn options_change_what_is_sent() {
    let done = || Reply::stream("data: [DONE]\n\n");
    let (_, body) = answer_to(done(), &simple(), |options| {
        options.max_tokens = MaxTokensField::MaxTokens;
        options.asks_for_usage = false;
        options.extra.insert("reasoning_effort".to_owned(), json!("low"));
    })
    .await;
    assert_eq!((&body["max_tokens"], &body["reasoning_effort"]), (&json!(300), &json!("low")));
    assert!(body.get("max_completion_tokens").is_none() && body.get("stream_options").is_none());
    let mut request = simple();
    let schema = |closed: bool| json!({"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"], "additionalProperties": !closed});
    for closed in [true, false] {
        request.response_format =
            ResponseFormat::JsonSchema { name: "day".to_owned(), schema: schema(closed) };
        let (_, body) = answer_to(done(), &request, |_| {}).await;
        assert_eq!(body["response_format"]["json_schema"]["strict"], closed);
    }
    let (_, body) = answer_to(done(), &request, |options| options.knows_json_schema = false).await;
    assert_eq!(body["response_format"], json!({"type": "json_object"}));
    assert!(body["messages"][0]["content"].as_str().unwrap().contains("JSON Schema: {"), "{body}");
}

#[tokio::test]
async fn what_a_model_wants_back_with_its_words_it_gets_back() {
    let body: String = [
        choice(json!({"delta": {"reasoning_content": "El ", "reasoning_details": [{"n": 1}]}})),
        choice(json!({"delta": {"reasoning_content": "lunes.", "reasoning_details": [{"n": 2}], "extra_content": {"a": 1}}})),
        choice(json!({"delta": {"content": "Sí."}, "finish_reason": "stop"})),
    ]
    .iter()
    .map(common::data)
    .collect();
    let reasons = |options: &mut OpenAiOptions| options.gives_back.push("reasoning_content".to_owned());
    let (answer, _) = answer_to(Reply::stream(&body), &simple(), reasons).await;
    let opaque = answer.unwrap().opaque;
    let talk = common::request(vec![
        common::user("¿Cuándo?"),
        common::assistant("Sí.", Vec::new(), opaque),
        common::user("Bien"),
    ]);
    // The model's name is part of whose it is, and so is the provider's.
    let (_, sent) = answer_to(Reply::stream("data: [DONE]\n\n"), &talk, reasons).await;
    let expected = json!({
        "role": "assistant", "content": "Sí.", "reasoning_content": "El lunes.",
        "reasoning_details": [{"n": 1}, {"n": 2}], "extra_content": {"a": 1},
    });
    assert_eq!(sent["messages"][1], expected);
    let (_, sent) =
        answer_to(Reply::stream("data: [DONE]\n\n"), &talk, |options| options.name = "other".to_owned())
            .await;
    assert_eq!(sent["messages"][1], json!({"role": "assistant", "content": "Sí."}));
}
