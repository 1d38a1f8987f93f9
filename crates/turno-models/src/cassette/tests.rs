//! Cassettes as a provider and an operator see them.

use std::{
    collections::VecDeque,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::*;
use crate::transport::{HttpRequest, HttpResponse, Transport, TransportError};

type Piece = (u64, Result<Vec<u8>, TransportError>);

/// Answers with pieces, each after a pause.
struct Fake(Mutex<VecDeque<Result<Vec<Piece>, TransportError>>>);

#[async_trait]
impl Transport for Fake {
    async fn send(&self, _request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let pieces = self.0.lock().unwrap().pop_front().unwrap()?;
        sleep(Duration::from_millis(100)).await;
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("text/event-stream"));
        headers.insert("set-cookie", HeaderValue::from_static("session=1"));
        headers.insert("openai-organization", HeaderValue::from_static("org-1"));
        let body = stream::iter(pieces).then(|(ms, piece)| async move {
            sleep(Duration::from_millis(ms)).await;
            piece.map(Bytes::from)
        });
        Ok(HttpResponse { status: StatusCode::OK, headers, body: body.boxed() })
    }
}

fn piece(ms: u64, bytes: &[u8]) -> Piece {
    (ms, Ok(bytes.to_vec()))
}

fn request(body: &Value) -> HttpRequest {
    let mut headers = HeaderMap::new();
    headers.insert("authorization", HeaderValue::from_static("Bearer sk-secret-1"));
    HttpRequest {
        method: Method::POST,
        url: "https://ex.test/v1/chat/completions?key=query-secret".to_owned(),
        headers,
        body: Bytes::from(body.to_string()),
    }
}

/// The pieces of an answer, and when they came.
async fn all(response: HttpResponse) -> Vec<(u64, Result<Bytes, TransportError>)> {
    let began = Instant::now();
    let body = response.body.map(|piece| (began.elapsed().as_millis() as u64, piece));
    body.collect().await
}

async fn whole(transport: &dyn Transport, body: &Value) -> Result<String, TransportError> {
    let response = transport.send(request(body)).await?;
    let mut text = Vec::new();
    for (_, piece) in all(response).await {
        text.extend_from_slice(&piece?);
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn recorder(path: &Path, answers: Vec<Result<Vec<Piece>, TransportError>>) -> Recorder {
    let fake = Fake(Mutex::new(answers.into()));
    Recorder::open(path, Arc::new(fake), ["body-secret".to_owned()]).unwrap()
}

fn player(path: &Path) -> Player {
    Player::open(path, Timing::AtOnce, []).unwrap()
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    (folder, path)
}

fn question(text: &str) -> Value {
    json!({"model": "m", "messages": [{"role": "user", "content": text}]})
}

#[tokio::test(start_paused = true)]
async fn what_was_recorded_is_played_as_it_came() {
    let (_folder, path) = place();
    let text = "data: {\"a\":\"cómo\"}\n\n".as_bytes();
    // Cut within the ó.
    let at = text.iter().position(|byte| *byte == 0xc3).unwrap() + 1;
    let pieces = vec![piece(50, &text[..at]), piece(200, &text[at..])];
    let taped = recorder(&path, vec![Ok(pieces)]);
    let live = all(taped.send(request(&question("hola"))).await.unwrap()).await;

    let player = Player::open(&path, Timing::AsRecorded, []).unwrap();
    let began = Instant::now();
    let response = player.send(request(&question("hola"))).await.unwrap();
    assert_eq!(began.elapsed().as_millis(), 100);
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.headers["content-type"], "text/event-stream");
    let played = all(response).await;
    assert_eq!(played, live);
    assert_eq!(played.iter().map(|(ms, _)| *ms).collect::<Vec<u64>>(), [50, 250]);
    // Or at once.
    let player = Player::open(&path, Timing::AtOnce, []).unwrap();
    let began = Instant::now();
    assert_eq!(whole(&player, &question("hola")).await.unwrap().as_bytes(), text);
    assert!(began.elapsed().is_zero());
    assert!(player.left().is_empty());
}

#[tokio::test(start_paused = true)]
async fn no_secret_reaches_the_file() {
    let (_folder, path) = place();
    let answer =
        vec![piece(0, b"key sk-sec"), piece(0, b"ret-1 and query-secret"), piece(0, b" and body-secret.")];
    let failed = Err(TransportError::Unreachable("no way to body-secret".to_owned()));
    let taped = recorder(&path, vec![Ok(answer), failed]);
    let mut asked = question("my key is body-secret");
    asked["client_token"] = Value::from("field-secret");
    let live = whole(&taped, &asked).await.unwrap();
    assert_eq!(live, "key sk-secret-1 and query-secret and body-secret.", "who asks gets all of it");
    whole(&taped, &question("again")).await.unwrap_err();
    let file = std::fs::read_to_string(&path).unwrap();
    for secret in ["sk-secret-1", "query-secret", "body-secret", "field-secret", "session", "org-1", "sk-sec"]
    {
        assert!(!file.contains(secret), "{secret} in {file}");
    }
    let player = Player::open(&path, Timing::AtOnce, ["body-secret".to_owned()]).unwrap();
    let played = whole(&player, &asked).await.unwrap();
    assert_eq!(played, "key REDACTED and REDACTED and REDACTED.");
}

#[tokio::test(start_paused = true)]
async fn the_same_request_is_answered_in_order_and_no_more_often() {
    let (_folder, path) = place();
    let answers = ["uno", "dos"].map(|text| Ok(vec![piece(0, text.as_bytes())]));
    let taped = recorder(&path, answers.into());
    for _ in 0..2 {
        whole(&taped, &question("hola")).await.unwrap();
    }
    let player = player(&path);
    assert_eq!(player.left().len(), 2);
    assert_eq!(whole(&player, &question("hola")).await.unwrap(), "uno");
    assert_eq!(player.left(), ["r2 POST https://ex.test/v1/chat/completions?key=REDACTED"]);
    assert_eq!(whole(&player, &question("hola")).await.unwrap(), "dos");
    let missed = whole(&player, &question("hola")).await.unwrap_err();
    assert!(missed.to_string().contains("2 times, and it was asked once more"), "{missed}");
}

#[tokio::test(start_paused = true)]
async fn a_changed_prompt_is_a_miss_that_shows_what_changed() {
    let (_folder, path) = place();
    let answers = ["uno", "dos"].map(|text| Ok(vec![piece(0, text.as_bytes())]));
    let taped = recorder(&path, answers.into());
    whole(&taped, &question("Eres amable. Di hola.")).await.unwrap();
    whole(&taped, &json!({"model": "other", "n": [1, 2, 3, 4, 5, 6, 7, 8]})).await.unwrap();
    let player = player(&path);
    let missed = whole(&player, &question("Eres breve. Di hola.")).await.unwrap_err();
    let missed = missed.to_string();
    assert!(missed.contains("most like it, r1, differs"), "{missed}");
    assert!(missed.contains("-      \"content\": \"Eres amable. Di hola.\","), "{missed}");
    assert!(missed.contains("+      \"content\": \"Eres breve. Di hola.\","), "{missed}");
    let mut elsewhere = request(&question("hola"));
    elsewhere.url = "https://ex.test/v1/messages".to_owned();
    let missed = player.send(elsewhere).await.err().unwrap().to_string();
    assert!(missed.contains("no request POST /v1/messages; it has: POST /v1/chat/completions"), "{missed}");
}

#[tokio::test(start_paused = true)]
async fn failures_are_played_too() {
    let (_folder, path) = place();
    let broke_off = TransportError::BrokeOff("reset".to_owned());
    let taped = recorder(
        &path,
        vec![Err(TransportError::TimedOut), Ok(vec![piece(0, b"half"), (30, Err(broke_off.clone()))])],
    );
    whole(&taped, &question("one")).await.unwrap_err();
    whole(&taped, &question("two")).await.unwrap_err();
    let player = player(&path);
    assert_eq!(whole(&player, &question("one")).await, Err(TransportError::TimedOut));
    let pieces = all(player.send(request(&question("two"))).await.unwrap()).await;
    assert_eq!(pieces[0].1, Ok(Bytes::from("half")));
    assert_eq!(pieces[1].1, Err(broke_off));
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_let_go_ends_where_it_was() {
    let (_folder, path) = place();
    let taped = recorder(&path, vec![Ok(vec![piece(0, b"one"), piece(0, b"two")])]);
    let mut response = taped.send(request(&question("hola"))).await.unwrap();
    response.body.next().await.unwrap().unwrap();
    drop(response);
    assert!(std::fs::read_to_string(&path).unwrap().contains("\"t\":\"dropped\""));
    let pieces = all(player(&path).send(request(&question("hola"))).await.unwrap()).await;
    assert_eq!(pieces[0].1, Ok(Bytes::from("one")));
    assert!(matches!(&pieces[1].1, Err(TransportError::BrokeOff(why)) if why.contains("ends here")));
}

#[tokio::test(start_paused = true)]
async fn what_a_killed_process_left_is_read_and_recorded_onto() {
    let (_folder, path) = place();
    let taped = recorder(&path, vec![Ok(vec![piece(0, b"one"), piece(0, b"two")])]);
    whole(&taped, &question("hola")).await.unwrap();
    // Wherever the file ends, what is whole of it can be recorded onto; played, a torn line is told with its place.
    let file = std::fs::read(&path).unwrap();
    for length in 0..file.len() {
        std::fs::write(&path, &file[..length]).unwrap();
        let ends = length == 0 || file[length - 1] == b'\n' || file[length] == b'\n';
        let fault = Player::open(&path, Timing::AtOnce, []).err().map(|it| it.to_string());
        let number = file[..length].iter().filter(|byte| **byte == b'\n').count() + 1;
        let torn = format!("line {number}: the last line is cut short");
        assert_eq!(fault.is_none(), ends, "{length}: {fault:?}");
        assert!(fault.is_none_or(|fault| fault.contains(&torn)), "{length}: {torn}");
    }
    let cut = file.len() - 5;
    std::fs::write(&path, &file[..cut]).unwrap();
    let taped = recorder(&path, vec![Ok(vec![piece(0, b"three")])]);
    whole(&taped, &question("otra")).await.unwrap();
    let player = player(&path);
    assert_eq!(whole(&player, &question("otra")).await.unwrap(), "three");
    assert_eq!(
        whole(&player, &question("hola")).await.map_err(|it| it.to_string()),
        Err("the answer broke off: the recording of r1 ends here: nobody waited for more".to_owned())
    );
    assert!(taped.fault().is_none());
}

#[tokio::test(start_paused = true)]
async fn answers_stay_and_what_is_asked_now_is_written_for_them() {
    let (_folder, path) = place();
    let answers = ["uno", "dos", "tres"].map(|text| Ok(vec![piece(40, text.as_bytes())]));
    let taped = recorder(&path, answers.into());
    for text in ["hola", "adiós", "otra"] {
        whole(&taped, &question(text)).await.unwrap();
    }
    let rewriter = Rewriter::open(&path, []).unwrap();
    for (text, expected) in [("buenas", "uno"), ("hasta luego", "dos")] {
        assert_eq!(whole(&rewriter, &question(text)).await.unwrap(), expected);
    }
    rewriter.save().unwrap();
    let player = Player::open(&path, Timing::AsRecorded, []).unwrap();
    let began = Instant::now();
    assert_eq!(whole(&player, &question("hasta luego")).await.unwrap(), "dos");
    assert_eq!(began.elapsed().as_millis(), 140, "the timing stays");
    assert_eq!(player.left().len(), 1, "what was not asked for is gone");
    assert!(whole(&player, &question("hola")).await.is_err());
    assert_eq!(player.misses().len(), 1);
    let rewriter = Rewriter::open(&path, []).unwrap();
    for _ in 0..2 {
        whole(&rewriter, &question("x")).await.unwrap();
    }
    let missed = whole(&rewriter, &question("x")).await.unwrap_err().to_string();
    assert!(missed.contains("2 answers, and one more is asked for"), "{missed}");
}

#[tokio::test(start_paused = true)]
async fn what_was_given_is_a_cassette_of_its_own() {
    let (_folder, path) = place();
    let broke_off = TransportError::BrokeOff("reset".to_owned());
    let answers = vec![
        Ok(vec![piece(10, b"uno")]),
        Ok(vec![piece(0, b"half"), (30, Err(broke_off))]),
        Err(TransportError::TimedOut),
    ];
    let taped = recorder(&path, answers);
    for text in ["a", "b", "c"] {
        let _either = whole(&taped, &question(text)).await;
    }
    let all_of_it = player(&path);
    for text in ["b", "a", "c"] {
        let _either = whole(&all_of_it, &question(text)).await;
    }
    all_of_it.disown_since(2);
    let (_other, other) = place();
    std::fs::write(&other, all_of_it.given_as_cassette()).unwrap();
    let of_its_own = player(&other);
    assert_eq!(of_its_own.left().len(), 2);
    assert!(of_its_own.left()[0].starts_with("r1 "));
    for text in ["a", "b"] {
        assert_eq!(whole(&of_its_own, &question(text)).await, whole(&player(&path), &question(text)).await);
    }
}

#[test]
fn a_line_that_is_none_is_told_with_its_place() {
    let (_folder, path) = place();
    for (text, expected) in [
        (
            "{\"t\":\"req\",\"v\":1,\"id\":\"r1\",\"method\":\"GET\",\"url\":\"u\",\"data\":\"\"}\nx\n",
            "line 2",
        ),
        ("{\"t\":\"end\",\"id\":\"r9\",\"ms\":1}\n", "`r9` is not there"),
        (
            "{\"t\":\"req\",\"v\":2,\"id\":\"r1\",\"method\":\"GET\",\"url\":\"u\",\"data\":\"\"}\n",
            "version 2",
        ),
        ("{\"t\":\"wave\"}\n", "unknown variant"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = Player::open(&path, Timing::AtOnce, []).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
