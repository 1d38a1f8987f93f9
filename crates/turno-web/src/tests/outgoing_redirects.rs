//! The way out: requests that are sent on to another place.

use super::outgoing::{outgoing_to, refusal};
use crate::outgoing::{Method, Outgoing, OutgoingFault, OutgoingOptions, OutgoingRequest};
use crate::testkit::{Step, TestServer, reply};

#[tokio::test]
async fn a_redirect_is_checked_as_a_first_request_is() {
    for target in [
        "http://127.0.0.1:1/",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "//2130706433/",
        "file:///etc/passwd",
        "http://user:x@example.com/",
        "http://example.com:22/",
        "http://[",
    ] {
        let server = TestServer::always(302, &[("Location", target)], "").await;
        let why = refusal(&outgoing_to(&server), &server.url("/")).await;
        assert!(!why.is_empty(), "{target}");
        assert_eq!(server.seen().len(), 1);
    }
}

#[tokio::test]
async fn redirects_are_followed_by_the_rules_and_not_for_ever() {
    let server = TestServer::start(|seen| {
        let status = seen.target.trim_start_matches('/').parse::<u16>();
        vec![Step::Send(match status {
            Ok(status) => reply(status, &[("Location", "end")], b""),
            Err(_) if seen.target == "/circle" => reply(302, &[("Location", "/circle")], b""),
            Err(_) => reply(200, &[], format!("{} {}", seen.method, seen.text()).as_bytes()),
        })]
    })
    .await;
    let outgoing = outgoing_to(&server);
    let ask = |method, path: &str| {
        let mut request = OutgoingRequest::new(method, server.url(path)).header("X-Key", "k");
        request.redirects_max = 3;
        request.body = (!method.only_reads()).then(|| b"data".to_vec());
        outgoing.send(request)
    };
    for (method, path, expected) in [
        (Method::Get, "/301", "GET "),
        (Method::Get, "/307", "GET "),
        (Method::Post, "/301", "GET "),
        (Method::Post, "/302", "GET "),
        (Method::Post, "/303", "GET "),
        (Method::Put, "/303", "GET "),
        (Method::Put, "/302", "PUT data"),
        (Method::Post, "/307", "POST data"),
        (Method::Post, "/308", "POST data"),
    ] {
        let answer = ask(method, path).await.unwrap();
        assert_eq!(answer.text(), expected, "{method:?} {path}");
        assert_eq!(answer.url, server.url("/end"));
    }
    assert_eq!(server.seen().last().unwrap().header("x-key"), Some("k"), "the same origin gets the headers");

    let error = ask(Method::Get, "/circle").await.unwrap_err();
    assert!(matches!(error.fault, OutgoingFault::Redirects { redirects_max: 3, .. }), "{error}");
    let plain = outgoing.send(OutgoingRequest::new(Method::Post, server.url("/302"))).await.unwrap();
    assert_eq!(plain.status, 302, "an act is not sent on unless that is asked for");
}

#[tokio::test]
async fn credentials_do_not_go_to_another_origin() {
    let other = TestServer::always(200, &[], "here").await;
    let target = other.url("/there");
    let server = TestServer::start(move |seen| {
        let status = if seen.target == "/307" { 307 } else { 303 };
        vec![Step::Send(reply(status, &[("Location", &target)], b""))]
    })
    .await;
    let outgoing = Outgoing::new(OutgoingOptions {
        allowed_addresses: vec![server.address.to_string(), other.address.to_string()],
        ..OutgoingOptions::default()
    })
    .unwrap();
    let request = |path: &str| {
        let mut request = OutgoingRequest::new(Method::Post, server.url(path))
            .header("Authorization", "Bearer s3cret")
            .header("X-Api-Key", "s3cret")
            .header("Cookie", "s3cret")
            .header("Accept", "text/html")
            .json(&serde_json::json!({"key": "s3cret"}));
        request.redirects_max = 3;
        request
    };
    outgoing.send(request("/303")).await.unwrap();
    let seen = other.seen().remove(0);
    assert!(!format!("{seen:?}").contains("s3cret"), "{seen:?}");
    assert_eq!(seen.header("accept"), Some("text/html"));

    let error = outgoing.send(request("/307")).await.unwrap_err();
    assert!(matches!(&error.fault, OutgoingFault::Refused(why) if why.contains("another origin")), "{error}");
    assert_eq!(other.seen().len(), 1);
}
