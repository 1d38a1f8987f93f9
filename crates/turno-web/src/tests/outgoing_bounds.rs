//! The way out: time and size are bounded, however the other side behaves.

use std::io::Write;
use std::net::TcpListener;

use turno_runtime::port::OutsideError;

use super::outgoing::outgoing_to;
use crate::outgoing::{Method, Outgoing, OutgoingFault, OutgoingOptions, OutgoingRequest};
use crate::testkit::{Step, TestServer, reply};

fn quick(url: String) -> OutgoingRequest {
    let mut request = OutgoingRequest::new(Method::Post, url);
    request.timeout_ms = 150;
    request
}

#[tokio::test]
async fn an_answer_that_does_not_come_in_time_is_unknown() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".to_vec();
    type Steps = fn(Vec<u8>) -> Vec<Step>;
    let ways: [(&str, Steps); 3] = [
        ("no first byte", |_| vec![Step::Hang]),
        ("half a head", |head| vec![Step::Send(head[..20].to_vec()), Step::Hang]),
        ("half a body", |head| vec![Step::Send(head), Step::Send(b"half".to_vec()), Step::Hang]),
    ];
    for (what, steps) in ways {
        let head = head.clone();
        let server = TestServer::start(move |_| steps(head.clone())).await;
        let error = outgoing_to(&server).send(quick(server.url("/"))).await.unwrap_err();
        assert!(matches!(error.fault, OutgoingFault::TimedOut { timeout_ms: 150, .. }), "{what}: {error}");
        assert!(matches!(OutsideError::from(error), OutsideError::Unknown(_)), "{what}");
    }
}

#[tokio::test]
async fn a_body_that_never_ends_is_cut() {
    let server = TestServer::start(|_| {
        vec![
            Step::Send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec()),
            Step::Flood(b"5\r\nagain\r\n".to_vec()),
        ]
    })
    .await;
    let mut request = OutgoingRequest::new(Method::Get, server.url("/"));
    request.bytes_max = 1_000;
    let answer = outgoing_to(&server).send(request).await.unwrap();
    assert!(answer.is_cut);
    assert_eq!(answer.text(), "again".repeat(200));
}

#[tokio::test]
async fn a_body_as_long_as_allowed_is_whole() {
    let server = TestServer::always(200, &[], "12345").await;
    for (bytes_max, body, is_cut) in [(5, "12345", false), (4, "1234", true), (0, "", true)] {
        let mut request = OutgoingRequest::new(Method::Get, server.url("/"));
        request.bytes_max = bytes_max;
        let answer = outgoing_to(&server).send(request).await.unwrap();
        assert_eq!((answer.text().as_str(), answer.is_cut), (body, is_cut));
    }
}

#[tokio::test]
async fn a_small_answer_that_unpacks_to_a_large_one_is_cut() {
    let packed = gzip(&vec![b'0'; 20_000_000]);
    assert!(packed.len() < 50_000);
    let server =
        TestServer::start(move |_| vec![Step::Send(reply(200, &[("Content-Encoding", "gzip")], &packed))])
            .await;
    let mut request = OutgoingRequest::new(Method::Get, server.url("/"));
    request.bytes_max = 60_000;
    let answer = outgoing_to(&server).send(request).await.unwrap();
    assert!(answer.is_cut);
    assert_eq!(answer.body.len(), 60_000);
    assert_eq!(server.seen()[0].header("accept-encoding"), Some("gzip"));
}

#[tokio::test]
async fn packed_answers_are_unpacked_and_others_are_not_guessed_at() {
    let whole = gzip("acción".as_bytes());
    let broken = whole[..whole.len() - 6].to_vec();
    let answers = [
        ("gzip", whole, Some("acción")),
        ("gzip", broken, None),
        ("gzip", b"plain".to_vec(), None),
        ("br", b"plain".to_vec(), None),
        ("identity", b"plain".to_vec(), Some("plain")),
    ];
    for (encoding, body, expected) in answers {
        let server = TestServer::start(move |_| {
            vec![Step::Send(reply(200, &[("Content-Encoding", encoding)], &body))]
        })
        .await;
        let answer = outgoing_to(&server).send(OutgoingRequest::new(Method::Get, server.url("/"))).await;
        match expected {
            Some(text) => assert_eq!(answer.unwrap().text(), text),
            None => assert!(matches!(answer.unwrap_err().fault, OutgoingFault::Broken { .. })),
        }
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_or_is_no_http_is_unknown() {
    for bytes in [
        &b""[..],
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 9999 ?\r\n\r\n",
    ] {
        let server = TestServer::start(move |_| vec![Step::Send(bytes.to_vec())]).await;
        let error = outgoing_to(&server).send(quick(server.url("/?key=s3cret"))).await.unwrap_err();
        let shown = String::from_utf8_lossy(bytes);
        assert!(matches!(error.fault, OutgoingFault::Broken { .. }), "{shown}: {error:?}");
        assert!(error.may_have_acted && !error.to_string().contains("s3cret"), "{shown}: {error}");
    }
}

#[tokio::test]
async fn a_head_without_end_is_refused() {
    let server = TestServer::start(|_| {
        vec![
            Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()),
            Step::Flood(b"X-More: and more and more and more and more and more\r\n".to_vec()),
        ]
    })
    .await;
    let error =
        outgoing_to(&server).send(OutgoingRequest::new(Method::Get, server.url("/"))).await.unwrap_err();
    assert!(matches!(error.fault, OutgoingFault::Broken { .. }), "{error:?}");
}

#[tokio::test]
async fn what_could_not_be_connected_was_not_done() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let outgoing = Outgoing::new(OutgoingOptions {
        allowed_addresses: vec!["127.0.0.1".to_owned()],
        allowed_ports: Vec::new(),
        ..OutgoingOptions::default()
    })
    .unwrap();
    for url in [format!("http://{closed}/"), format!("https://{closed}/")] {
        let error = outgoing.send(OutgoingRequest::new(Method::Post, url)).await.unwrap_err();
        assert!(matches!(error.fault, OutgoingFault::Unreachable { .. }), "{error:?}");
        assert!(matches!(OutsideError::from(error), OutsideError::Busy { .. }));
    }
    let plain = TestServer::start(|_| vec![Step::Hang]).await;
    let error = outgoing.send(quick(plain.url("/").replace("http:", "https:"))).await.unwrap_err();
    assert!(!error.may_have_acted, "no certificate was shown, so nothing was sent: {error:?}");
}

#[tokio::test]
async fn an_act_that_was_sent_on_after_it_was_done_may_have_been_done() {
    for (status, may_have_acted) in [(303, true), (302, true), (307, false), (308, false)] {
        let server = TestServer::always(status, &[("Location", "http://10.0.0.1/")], "").await;
        let mut request = OutgoingRequest::new(Method::Post, server.url("/"));
        request.redirects_max = 2;
        let error = outgoing_to(&server).send(request).await.unwrap_err();
        assert!(matches!(error.fault, OutgoingFault::Refused(_)), "{error:?}");
        assert_eq!(error.may_have_acted, may_have_acted, "{status}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
