//! Refusals, told apart, and never with the key in them.

use turno_core::{ModelFailure, ModelFailureKind as Kind};

use crate::common::server::{Reply, Server, Step};
use crate::common::{Dialect, KEY, ask, dialects, network, patient, simple};

async fn refused(dialect: &dyn Dialect, reply: Reply) -> ModelFailure {
    let server = Server::start(vec![reply]).await;
    let (words, answer) = ask(&*patient(dialect, &server.url), &simple()).await;
    assert!(words.is_empty());
    assert_eq!(server.requests().len(), 1, "{}: nothing is tried twice here", dialect.name());
    answer.unwrap_err()
}

#[tokio::test]
async fn statuses_are_told_apart() {
    for dialect in dialects() {
        for (status, code, kind) in [
            (401, "authentication_error", Kind::RefusedKey),
            (403, "permission_error", Kind::RefusedKey),
            (404, "not_found_error", Kind::Refused),
            (400, "invalid_request_error", Kind::Refused),
            (429, "rate_limit_error", Kind::RateLimited),
            (500, "api_error", Kind::Overloaded),
            (502, "", Kind::Overloaded),
            (503, "", Kind::Overloaded),
            (529, "overloaded_error", Kind::Overloaded),
            (504, "", Kind::TimedOut),
            (302, "", Kind::Refused),
        ] {
            let message = format!("What is wrong with {KEY}");
            let bodies =
                [dialect.refusal(code, &message), format!("{{\"error\":\"{message}\"}}"), message.clone()];
            for body in bodies {
                let failure =
                    refused(&*dialect, Reply::refusal(status, &body).with("location", "/elsewhere")).await;
                assert_eq!(failure.kind, kind, "{} {status} {body}: {failure:?}", dialect.name());
                assert!(failure.message.contains("What is wrong with •••"), "{failure:?}");
                assert!(failure.message.starts_with(&format!("{}: {status}", dialect.name())), "{failure:?}");
            }
        }
    }
}

#[tokio::test]
async fn how_long_to_wait_is_kept() {
    for dialect in dialects() {
        let limited = || Reply::refusal(429, &dialect.refusal("rate_limit_error", "Slow down"));
        for (reply, expected) in [
            (limited().with("retry-after", "7"), Some(7_000)),
            (limited().with("retry-after-ms", "350"), Some(350)),
            (
                limited()
                    .with("date", "Sat, 28 Nov 2026 18:00:00 GMT")
                    .with("retry-after", "Sat, 28 Nov 2026 18:01:00 GMT"),
                Some(60_000),
            ),
            (limited().with("retry-after", "soon"), None),
            (limited(), None),
        ] {
            let failure = refused(&*dialect, reply).await;
            assert_eq!(
                (failure.kind, failure.retry_after_ms),
                (Kind::RateLimited, expected),
                "{}",
                dialect.name()
            );
        }
    }
}

#[tokio::test]
async fn a_talk_that_is_too_long_is_told_from_other_faults() {
    for dialect in dialects() {
        let (code, message) = dialect.too_long();
        let failure = refused(&*dialect, Reply::refusal(400, &dialect.refusal(code, message))).await;
        assert_eq!(failure.kind, Kind::ContextTooLong, "{}: {failure:?}", dialect.name());
    }
}

#[tokio::test]
async fn a_refusal_without_end_is_read_only_so_far() {
    for dialect in dialects() {
        let reply = Reply {
            status: 500,
            headers: Vec::new(),
            steps: vec![Step::SendForEver(vec![b'x'; 4096]), Step::Break],
        };
        let server = Server::start(vec![reply]).await;
        let (_, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
        let failure = answer.unwrap_err();
        assert_eq!(failure.kind, Kind::Overloaded, "{}", dialect.name());
        assert!(failure.message.len() < 600, "{}", failure.message.len());
        server.client_gone().await;
    }
}

#[tokio::test]
async fn a_refusal_that_calls_itself_a_success_is_one() {
    for dialect in dialects() {
        let body = dialect.refusal("overloaded_error", "Overloaded");
        let failure = refused(&*dialect, Reply::refusal(200, &body)).await;
        assert_eq!(failure.kind, Kind::Overloaded, "{}: {failure:?}", dialect.name());
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    for dialect in dialects() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        let (_, answer) = ask(&*patient(&*dialect, &url), &simple()).await;
        assert_eq!(answer.unwrap_err().kind, Kind::Unreachable, "{}", dialect.name());
        let (_, answer) =
            ask(&*dialect.provider("http://no-such-host.invalid", network(60_000, 60_000)), &simple()).await;
        assert_eq!(answer.unwrap_err().kind, Kind::Unreachable, "{}", dialect.name());
    }
}

#[tokio::test]
async fn a_connection_that_closes_before_an_answer_is_malformed() {
    for dialect in dialects() {
        let reply = Reply { status: 0, headers: Vec::new(), steps: vec![Step::End] };
        let server = Server::start(vec![reply]).await;
        let (_, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
        assert_eq!(answer.unwrap_err().kind, Kind::Malformed, "{}", dialect.name());
    }
}
