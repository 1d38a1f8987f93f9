//! The providers against LiteLLM's proxy, a server that is not Turno's: `bench/litellm.sh` starts it and runs this.

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
use common::{Dialect, KEY, Spoken, assistant, dialects, network, request, result, simple, user};
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelFailureKind, ModelRequest};
use turno_models::ApiKey;
use turno_models::openai::{OpenAi, OpenAiOptions};
use turno_models::provider::Provider;

const WORDS: &str = "¿Para qué día? Mañana a las 8 🍕";

fn proxy() -> String {
    std::env::var("TURNO_LITELLM_URL").unwrap()
}

async fn ask(
    dialect: &dyn Dialect,
    model: &str,
    request: &ModelRequest,
) -> Result<ModelAnswer, ModelFailure> {
    let provider = dialect.provider(&proxy(), network(60_000, 60_000));
    provider.ask(model, request, &mut |_| {}).await
}

#[tokio::test]
#[ignore = "needs LiteLLM's proxy: bench/litellm.sh"]
async fn what_it_makes_up_is_read_in_every_format() {
    for dialect in dialects() {
        let answer = ask(&*dialect, "words", &simple()).await;
        let answer = answer.unwrap();
        assert_eq!((answer.text.as_str(), answer.finish), (WORDS, Finish::Stop), "{}", dialect.name());
    }
}

#[tokio::test]
#[ignore = "needs LiteLLM's proxy: bench/litellm.sh"]
async fn its_refusals_are_told_apart_in_every_format() {
    for dialect in dialects() {
        for (model, kind) in [
            ("limited", ModelFailureKind::RateLimited),
            ("too-long", ModelFailureKind::ContextTooLong),
            ("broken", ModelFailureKind::Overloaded),
            ("no-such-model", ModelFailureKind::Refused),
        ] {
            let answer = ask(&*dialect, model, &simple()).await;
            let failure = answer.unwrap_err();
            assert_eq!(failure.kind, kind, "{} {model}: {failure:?}", dialect.name());
        }
    }
}

#[tokio::test]
#[ignore = "needs LiteLLM's proxy: bench/litellm.sh"]
async fn a_call_that_it_makes_up_is_read() {
    let mut options = OpenAiOptions::new("openai", format!("{}/v1", proxy()));
    options.key = Some(ApiKey::new(KEY));
    // Its made-up streams hold no calls.
    options.streams_with_tools = false;
    let provider = OpenAi::new(options, network(60_000, 60_000)).unwrap();
    let answer = provider.ask("called", &simple(), &mut |_| {}).await.unwrap();
    assert_eq!((answer.finish, answer.calls.len()), (Finish::ToolCalls, 1), "{answer:?}");
    assert_eq!(
        (answer.calls[0].tool.as_str(), answer.calls[0].arguments.as_str()),
        ("book", "{\"day\": \"mañana\"}")
    );
}

/// What it streams in each format is made from what a server of chat completions says to it.
#[tokio::test]
#[ignore = "needs LiteLLM's proxy: bench/litellm.sh"]
async fn streamed_calls_and_their_results_pass_through_it_in_every_format() {
    let chat = common::openai::OpenAi;
    let calls = Spoken {
        words: vec!["Un", " momento."],
        calls: vec![
            ("call_a", "book", vec!["{\"day\":\"ma", "ñana\"}"]),
            ("call_b", "book", vec!["{\"day\":\"lunes\"}"]),
        ],
        ..Spoken::default()
    };
    let words = Spoken { words: vec!["Listo,", " mañana a las 8 🍕"], ..Spoken::default() };
    let replies = dialects()
        .iter()
        .flat_map(|_| [Reply::stream(&chat.answer(&calls)), Reply::stream(&chat.answer(&words))])
        .collect();
    let behind = Server::start_at(&std::env::var("TURNO_LITELLM_BEHIND").unwrap(), replies).await;
    for dialect in dialects() {
        let answer = ask(&*dialect, "behind", &request(vec![user("una mesa")])).await;
        let answer = answer.unwrap();
        assert_eq!(
            (answer.text.as_str(), answer.finish),
            ("Un momento.", Finish::ToolCalls),
            "{}",
            dialect.name()
        );
        let arguments: Vec<serde_json::Value> =
            answer.calls.iter().map(|call| serde_json::from_str(&call.arguments).unwrap()).collect();
        assert_eq!(arguments, [serde_json::json!({"day": "mañana"}), serde_json::json!({"day": "lunes"})]);
        let mut talk =
            vec![user("una mesa"), assistant(&answer.text, answer.calls.clone(), answer.opaque.clone())];
        talk.extend(
            answer.calls.iter().map(|call| result(&call.id, &call.tool, "{\"success\":true}", false)),
        );
        let answer = ask(&*dialect, "behind", &request(talk)).await;
        assert_eq!(answer.unwrap().text, "Listo, mañana a las 8 🍕", "{}", dialect.name());
        let body = behind.last().body;
        let results = body["messages"].as_array().unwrap().iter().filter(|message| message["role"] == "tool");
        assert_eq!(results.count(), 2, "{}: {body}", dialect.name());
    }
}
