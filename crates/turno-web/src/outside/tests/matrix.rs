//! Matrix: one message a call, however often it is sent.

use serde_json::{Value, json};
use turno_core::{Language, Retry};
use turno_runtime::port::OutsideError;

use super::support::{act, actor, businesses, tools_of};
use crate::testkit::TestServer;

async fn sent(server: &TestServer, room: &str) -> Result<Value, OutsideError> {
    let source = format!(
        "[matrix_send]\nbase_url = \"{}\"\ntoken = \"KEY\"\nrooms = {{ team = \"!a/b:matrix.example\" }}\n",
        server.url("/")
    );
    let tool = actor(tools_of(&source, server, &businesses()));
    assert_eq!((tool.spec().retry, tool.spec().requires_confirmation), (Retry::Safe, true));
    act(tool.as_ref(), Language::es(), json!({"room": room, "message": "Llegó un pedido de 4 \"tacos\""}))
        .await
}

#[tokio::test]
async fn a_message_is_put_under_the_call_s_key() {
    let server = TestServer::always(200, &[], r#"{"event_id":"$e1"}"#).await;
    let result = sent(&server, "team").await.unwrap();
    assert_eq!(
        (&result["event_id"], &result["message"]),
        (&json!("$e1"), &json!("El mensaje se envió a team."))
    );
    sent(&server, "team").await.unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].method, "PUT");
    assert_eq!(seen[0].target, "/_matrix/client/v3/rooms/!a%2Fb:matrix.example/send/m.room.message/key-1");
    assert_eq!(seen[0].target, seen[1].target);
    assert_eq!(seen[0].header("authorization"), Some("Bearer k-123456"));
    assert_eq!(seen[0].text(), r#"{"body":"Llegó un pedido de 4 \"tacos\"","msgtype":"m.text"}"#);
}

#[tokio::test]
async fn a_homeserver_that_asks_to_wait_is_waited_for() {
    let body = r#"{"errcode":"M_LIMIT_EXCEEDED","error":"Too Many Requests","retry_after_ms":2345}"#;
    let server = TestServer::always(429, &[], body).await;
    let error = sent(&server, "team").await.unwrap_err();
    assert!(matches!(error, OutsideError::Busy { retry_after_ms: Some(2_345), .. }), "{error:?}");
}

#[tokio::test]
async fn what_is_refused_was_not_sent_and_what_breaks_is_not_known() {
    for (status, body, is_unknown) in [
        (401, r#"{"errcode":"M_UNKNOWN_TOKEN"}"#, false),
        (403, r#"{"errcode":"M_FORBIDDEN"}"#, false),
        (500, "", true),
        (200, "{}", true),
    ] {
        let server = TestServer::always(status, &[], body).await;
        let error = sent(&server, "team").await.unwrap_err();
        assert_eq!(matches!(error, OutsideError::Unknown(_)), is_unknown, "{status}: {error:?}");
    }
}

#[tokio::test]
async fn only_listed_rooms_are_written_to() {
    let server = TestServer::always(200, &[], r#"{"event_id":"$e1"}"#).await;
    let source = format!(
        "[matrix_send]\nbase_url = \"{}\"\ntoken = \"KEY\"\nrooms = {{ team = \"!a:b\" }}\n",
        server.url("/")
    );
    let tool = actor(tools_of(&source, &server, &businesses()));
    let schema = jsonschema::validator_for(&tool.spec().parameters).unwrap();
    assert!(!schema.is_valid(&json!({"room": "!other:b", "message": "x"})));
    let mut parameters = serde_json::Map::new();
    parameters.insert("room".to_owned(), json!("!other:b"));
    parameters.insert("message".to_owned(), json!("x"));
    let error = tool.call(&super::support::context(Language::en()), &parameters).await.unwrap_err();
    assert!(matches!(error, OutsideError::NotDone(_)), "{error:?}");
    assert!(server.seen().is_empty());
    for (from, to, why) in
        [("!a:b", "#team:b", "begins with `!`"), ("\"KEY\"", "\"OTHER\"", "TURNO_SECRET_OTHER")]
    {
        let absent = tools_of(&source.replace(from, to), &server, &businesses()).absent;
        assert!(absent.iter().any(|absent| absent.is_fault && absent.why.contains(why)), "{absent:?}");
    }
}
