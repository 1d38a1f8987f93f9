//! Calls, however they come.

use turno_core::{Finish, ModelFailureKind};

use crate::common::server::{Reply, Server, Step};
use crate::common::{Called, Dialect, Spoken, ask, dialects, patient, simple};

async fn calls(dialect: &dyn Dialect, calls: Vec<Called>) -> Vec<(String, String, String)> {
    let spoken = Spoken { calls, ..Spoken::default() };
    let body = dialect.answer(&spoken);
    let pieces = body.bytes().map(|byte| Step::Send(vec![byte])).chain([Step::End]).collect();
    let server = Server::start(vec![Reply::steps(pieces)]).await;
    let (words, answer) = ask(&*patient(dialect, &server.url), &simple()).await;
    let answer = answer.unwrap();
    assert!(words.is_empty());
    assert_eq!(answer.finish, Finish::ToolCalls, "{}", dialect.name());
    let parts = answer.calls.into_iter().map(|call| (call.id, call.tool, call.arguments));
    parts.collect()
}

#[tokio::test]
async fn calls_are_put_together_in_their_order() {
    for dialect in dialects() {
        let made = calls(
            &*dialect,
            vec![
                ("a", "book", vec!["{\"da", "y\":\"ma", "ñana 🍕\",\"size\":", "4}"]),
                ("b", "book", vec!["{\"day\":\"lunes\"}"]),
                ("c", "menu", vec![]),
                ("d", "menu", vec!["{}"]),
            ],
        )
        .await;
        let ids: Vec<&str> = made.iter().map(|call| call.0.as_str()).collect();
        assert_eq!(ids, ["a", "b", "c", "d"], "{}", dialect.name());
        let tools: Vec<&str> = made.iter().map(|call| call.1.as_str()).collect();
        assert_eq!(tools, ["book", "book", "menu", "menu"], "{}", dialect.name());
        let read: serde_json::Value = serde_json::from_str(&made[0].2).unwrap();
        assert_eq!(read, serde_json::json!({"day": "mañana 🍕", "size": 4}), "{}", dialect.name());
        assert!(matches!(made[2].2.as_str(), "" | "{}"), "{}: {}", dialect.name(), made[2].2);
        assert_eq!(made[3].2, "{}", "{}", dialect.name());
    }
}

#[tokio::test]
async fn calls_without_ids_get_ids() {
    for dialect in dialects() {
        let made = calls(
            &*dialect,
            vec![("", "book", vec!["{\"day\":\"a\"}"]), ("", "book", vec!["{\"day\":\"b\"}"])],
        )
        .await;
        assert_eq!(made[0].0, "call_0", "{}", dialect.name());
        assert_eq!(made[1].0, "call_1", "{}", dialect.name());
    }
}

#[tokio::test]
async fn broken_arguments_are_handed_on_as_they_are() {
    for dialect in dialects() {
        for broken in ["{\"day\":", "{day: 1}", "lunes"] {
            let made = calls(&*dialect, vec![("a", "book", vec![broken])]).await;
            // Gemini has no way to write them other than as a text.
            let written = serde_json::to_string(broken).unwrap();
            assert!(made[0].2 == broken || made[0].2 == written, "{}: {}", dialect.name(), made[0].2);
        }
    }
}

#[tokio::test]
async fn words_and_calls_come_together() {
    for dialect in dialects() {
        let spoken = Spoken {
            words: vec!["Un", " momento."],
            calls: vec![("a", "book", vec!["{}"])],
            ..Spoken::default()
        };
        let server = Server::start(vec![Reply::stream(&dialect.answer(&spoken))]).await;
        let (words, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
        assert_eq!(words, ["Un", " momento."], "{}", dialect.name());
        assert_eq!(answer.unwrap().calls.len(), 1, "{}", dialect.name());
    }
}

#[tokio::test]
async fn a_call_that_is_cut_is_no_call() {
    for dialect in dialects() {
        let spoken =
            Spoken { calls: vec![("a", "book", vec!["{\"day\":\"ma", "ñana\"}"])], ..Spoken::default() };
        let body = dialect.answer(&spoken);
        // Within the arguments, within their character of two bytes, and behind them.
        let at = body.find('ñ').unwrap();
        let behind = at + body[at..].find("\n\n").unwrap() + 2;
        for at in [at - 1, at + 1, at + 4, behind] {
            for end in [Step::Break, Step::End] {
                let steps = vec![Step::Send(body.as_bytes()[..at].to_vec()), end];
                let server = Server::start(vec![Reply::steps(steps)]).await;
                let (_, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
                assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Malformed, "{} {at}", dialect.name());
            }
        }
    }
}
