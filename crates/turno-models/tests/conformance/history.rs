//! What is sent: a talk with calls and results, wherever it was made.

use serde_json::{Value, json};
use turno_core::{ModelFailureKind, ModelMessage, Opaque, ResponseFormat};

use crate::common::server::{Reply, Server};
use crate::common::{
    Dialect, Spoken, ask, assistant, call, dialects, patient, request, result, simple, system, user,
};

/// Sends a talk to a server that looks at it as the provider would; its body.
async fn sent(dialect: &dyn Dialect, messages: Vec<ModelMessage>) -> Value {
    let spoken = Spoken { words: vec!["Bien"], ..Spoken::default() };
    let server = Server::start(vec![Reply::stream(&dialect.answer(&spoken))]).await;
    let (_, answer) = ask(&*patient(dialect, &server.url), &request(messages)).await;
    assert!(answer.is_ok(), "{}: {answer:?}", dialect.name());
    assert_eq!(dialect.fault(&server.last()), None, "{}", dialect.name());
    server.last().body
}

#[tokio::test]
async fn calls_and_results_stand_as_the_provider_wants_them() {
    for dialect in dialects() {
        let calls = vec![call("a", "book", "{\"day\":\"lunes\"}"), call("b", "menu", "")];
        let body = sent(
            &*dialect,
            vec![
                system(),
                user("quiero una mesa"),
                assistant("Un momento.", calls, None),
                result("a", "book", "{\"success\":true}", false),
                result("b", "menu", "está lleno", true),
                user("¿y mañana?"),
                user("a las 8"),
                assistant("", Vec::new(), None),
                user(""),
            ],
        )
        .await;
        let results = dialect.results(&body);
        assert!(results[0].contains("success") && results[1].contains("está lleno"), "{results:?}");
        assert!(results[1] != "está lleno" || body.to_string().contains("\"is_error\":true"), "{body}");
        assert_eq!(dialect.arguments(&body), [json!({"day": "lunes"}), json!({})], "{}", dialect.name());
        let text = body.to_string();
        for words in
            ["Atiendes La Terraza.", "quiero una mesa", "Un momento.", "¿y mañana?", "Books a table."]
        {
            assert!(text.contains(words), "{}: {words}", dialect.name());
        }
    }
}

#[tokio::test]
async fn a_talk_that_another_provider_made_can_be_sent() {
    for dialect in dialects() {
        let of = |value: Value| Some(Opaque { of: "another/model-1".to_owned(), value });
        let mut strange = call("functions.book:0", "functions.reservación", "{\"day\":");
        strange.opaque = of(json!("a signature"));
        let body = sent(
            &*dialect,
            vec![
                system(),
                assistant("¡Hola! ¿En qué le ayudo?", Vec::new(), None),
                user("una mesa"),
                assistant(
                    "",
                    vec![strange, call("call_0", "book", "[1]")],
                    of(json!([{"block": {"type": "thinking"}}])),
                ),
                result("functions.book:0", "functions.reservación", "no such tool", true),
                result("call_0", "book", "{}", false),
                assistant("", vec![call("call_0", "book", "{}")], None),
                result("call_0", "book", "{}", false),
            ],
        )
        .await;
        assert!(dialect.signatures(&body).is_empty(), "{}: {body}", dialect.name());
        let arguments = dialect.arguments(&body);
        assert_eq!(arguments[0], json!({"unreadable_arguments": "{\"day\":"}), "{}", dialect.name());
        assert!(!body.to_string().contains("reservación"), "{}", dialect.name());
    }
}

#[tokio::test]
async fn what_is_given_to_be_given_back_goes_to_the_model_that_gave_it_and_to_no_other() {
    for dialect in dialects() {
        let server = Server::start(vec![Reply::stream(&dialect.signed_answer())]).await;
        let (_, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
        let answer = answer.unwrap();
        assert_eq!(answer.calls[0].arguments, "{\"day\":\"lunes\"}", "{}", dialect.name());
        let talk = |change: &dyn Fn(&mut Opaque)| {
            let mut answer = answer.clone();
            let opaque = answer.calls.iter_mut().filter_map(|call| call.opaque.as_mut());
            opaque.chain(answer.opaque.as_mut()).for_each(change);
            vec![
                user("una mesa"),
                assistant(&answer.text, answer.calls.clone(), answer.opaque),
                result("a", "book", "{}", false),
            ]
        };
        let expected = match dialect.name() {
            "openai" => json!([{"google": {"thought_signature": "c2lnbmVk"}}]),
            "anthropic" => json!([
                {"type": "thinking", "thinking": "El lunes, pues.", "signature": "c2lnbmVk"},
                {"type": "redacted_thinking", "data": "b3BhcXVl"},
            ]),
            _ => json!(["c2lnbmVk"]),
        };
        let body = sent(&*dialect, talk(&|_| {})).await;
        assert_eq!(Value::Array(dialect.signatures(&body)), expected, "{}", dialect.name());
        for of in ["another/model-1", "openai/model-2", "anthropic/model-2", "gemini/model-2"] {
            let body = sent(&*dialect, talk(&|opaque| opaque.of = of.to_owned())).await;
            assert!(dialect.signatures(&body).is_empty(), "{} {of}", dialect.name());
        }
    }
}

#[tokio::test]
async fn json_is_asked_for_as_the_provider_knows_it() {
    let schema = json!({"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"], "additionalProperties": false});
    for dialect in dialects() {
        let spoken = Spoken { words: vec!["{}"], ..Spoken::default() };
        let server = Server::start(vec![Reply::stream(&dialect.answer(&spoken))]).await;
        let provider = patient(&*dialect, &server.url);
        let mut asked = simple();
        asked.tools.clear();
        asked.response_format = ResponseFormat::JsonSchema { name: "day".to_owned(), schema: schema.clone() };
        let (_, answer) = ask(&*provider, &asked).await;
        assert!(answer.is_ok());
        assert_eq!(dialect.schema(&server.last().body), schema, "{}", dialect.name());
        assert!(server.last().body.get("tools").is_none(), "{}", dialect.name());
        asked.response_format = ResponseFormat::Json;
        let (_, answer) = ask(&*provider, &asked).await;
        assert!(answer.is_ok());
        let text = server.last().body.to_string();
        assert!(text.contains("JSON") || text.contains("application/json"), "{}: {text}", dialect.name());
    }
}

#[tokio::test]
async fn a_talk_that_lacks_a_result_is_not_sent() {
    for dialect in dialects() {
        let server = Server::start(vec![Reply::silence()]).await;
        let messages = vec![user("una mesa"), assistant("", vec![call("a", "book", "{}")], None)];
        let (_, answer) = ask(&*patient(&*dialect, &server.url), &request(messages)).await;
        assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Refused, "{}", dialect.name());
        assert!(server.requests().is_empty(), "{}", dialect.name());
    }
}
