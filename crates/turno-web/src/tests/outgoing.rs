//! The way out: what is refused before anything is sent, whatever the spelling.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use turno_runtime::port::OutsideError;

use crate::outgoing::{
    Method, Names, Outgoing, OutgoingError, OutgoingFault, OutgoingOptions, OutgoingOptionsError,
    OutgoingRequest,
};
use crate::testkit::TestServer;

/// A way out that may ask this server besides public addresses.
pub(super) fn outgoing_to(server: &TestServer) -> Outgoing {
    Outgoing::new(OutgoingOptions {
        allowed_addresses: vec![server.address.to_string()],
        ..OutgoingOptions::default()
    })
    .unwrap()
}

fn strict() -> Outgoing {
    Outgoing::new(OutgoingOptions::default()).unwrap()
}

pub(super) async fn refusal(outgoing: &Outgoing, url: &str) -> String {
    let error = outgoing.send(OutgoingRequest::new(Method::Get, url)).await.expect_err(url);
    assert!(!error.may_have_acted, "{url}");
    let OutgoingFault::Refused(why) = error.fault else { panic!("{url}: {}", error.fault) };
    why
}

/// Names that answer as a list says, one entry a lookup; the last stays.
struct Scripted {
    answers: Vec<Vec<&'static str>>,
    asked: AtomicUsize,
}

#[async_trait]
impl Names for Scripted {
    async fn addresses(&self, _host: &str) -> io::Result<Vec<IpAddr>> {
        let index = self.asked.fetch_add(1, Ordering::SeqCst).min(self.answers.len() - 1);
        Ok(self.answers[index].iter().map(|text| text.parse().unwrap()).collect())
    }
}

fn scripted(answers: Vec<Vec<&'static str>>) -> Arc<Scripted> {
    Arc::new(Scripted { answers, asked: AtomicUsize::new(0) })
}

#[tokio::test]
async fn an_address_that_is_not_public_is_refused_in_every_spelling() {
    let outgoing = strict();
    for url in [
        "http://127.0.0.1/",
        "http://127.1/",
        "http://127.0.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://0177.0.0.1/",
        "http://017700000001/",
        "http://127.0.0.1./",
        "http://127.000.000.001/",
        "http://%31%32%37.0.0.1/",
        "http://１２７.0.0.1/",
        "http://①②⑦.0.0.1/",
        "http://127。0。0。1/",
        "http://0/",
        "http://0.0.0.0/",
        "http://10.0.0.7/",
        "http://172.16.3.4/",
        "http://192.168.1.1/admin",
        "http://169.254.169.254/latest/meta-data/",
        "http://2852039166/latest/meta-data/",
        "http://0xa9fea9fe/",
        "http://100.100.100.200/",
        "http://[::1]/",
        "http://[::]/",
        "http://[0:0:0:0:0:0:0:1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::127.0.0.1]/",
        "http://[2002:7f00:1::]/",
        "http://[fe80::1]/",
        "http://[fd00:ec2::254]/",
        "http://[ff02::1]/",
        "http://localhost/",
        "http://LOCALHOST/",
        "http://localhost./",
        "http://api.localhost/",
        "https://127.0.0.1/",
        " http://127.0.0.1/ ",
        "http:\\\\127.0.0.1\\",
        "http:127.0.0.1",
        "http://\t127.0.0.1/",
        "HTTP://127.0.0.1/",
    ] {
        let why = refusal(&outgoing, url).await;
        assert!(why.contains("allowed_addresses"), "{url}: {why}");
    }
}

#[tokio::test]
async fn what_is_no_http_url_is_refused() {
    let outgoing = strict();
    for url in [
        "file:///etc/passwd",
        "ftp://example.com/",
        "gopher://127.0.0.1:70/_x",
        "data:text/plain,x",
        "javascript:alert(1)",
        "unix:/run/x.sock",
        "dict://127.0.0.1/",
        "jar:http://example.com!/",
        "ws://example.com/",
    ] {
        assert!(refusal(&outgoing, url).await.contains("only http and https"), "{url}");
    }
    for url in [
        "",
        "/etc/passwd",
        "example.com",
        "//example.com/",
        "http://",
        "http://[fe80::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[::1/",
        "http://1.2.3.4.5/",
        "http://256.256.256.256/",
        "http://0x100000000/",
        "http://exa mple.com/",
        "http://example.com:99999/",
    ] {
        assert!(refusal(&outgoing, url).await.starts_with("this is no URL"), "{url}");
    }
    for url in ["http://user:word@example.com/", "http://example.com@127.0.0.1/", "http://:word@example.com/"]
    {
        let why = refusal(&outgoing, url).await;
        assert!(why.contains("name or password") && !why.contains("word@"), "{url}: {why}");
    }
    for url in ["http://example.com:22/", "http://example.com:25/", "https://example.com:6379/"] {
        assert!(refusal(&outgoing, url).await.contains("allowed_ports"), "{url}");
    }
    assert!(refusal(&outgoing, "http://example.com:0/").await.contains("port"));
}

#[tokio::test]
async fn a_name_is_what_it_resolves_to() {
    for addresses in [
        vec!["10.0.0.5"],
        vec!["169.254.169.254"],
        vec!["::1"],
        vec!["::ffff:192.168.0.1"],
        vec!["93.184.216.34", "127.0.0.1"],
        vec!["127.0.0.1", "2606:2800:220:1::1"],
    ] {
        let outgoing =
            Outgoing::with_names(OutgoingOptions::default(), scripted(vec![addresses.clone()])).unwrap();
        let why = refusal(&outgoing, "http://innocent.example/").await;
        assert!(why.contains("innocent.example"), "{addresses:?}: {why}");
    }
}

#[tokio::test]
async fn a_name_that_changes_between_check_and_use_changes_nothing() {
    let server = TestServer::always(200, &[], "from the checked address").await;
    let names = scripted(vec![vec!["127.0.0.1"], vec!["10.0.0.1"]]);
    let outgoing = Outgoing::with_names(
        OutgoingOptions { allowed_addresses: vec![server.address.to_string()], ..OutgoingOptions::default() },
        Arc::<Scripted>::clone(&names),
    )
    .unwrap();
    let url = format!("http://changing.example:{}/", server.address.port());

    let answer = outgoing.send(OutgoingRequest::new(Method::Get, &url)).await.unwrap();
    assert_eq!(answer.text(), "from the checked address");
    assert_eq!(names.asked.load(Ordering::SeqCst), 1, "one lookup a request: what was checked is dialled");
    let host = format!("changing.example:{}", server.address.port());
    assert_eq!(server.seen()[0].header("host"), Some(host.as_str()));

    assert!(refusal(&outgoing, &url).await.contains("10.0.0.1"), "the next request is checked anew");
}

#[tokio::test]
async fn headers_cannot_carry_other_headers() {
    let server = TestServer::always(200, &[], "").await;
    let outgoing = outgoing_to(&server);
    for (name, value) in [
        ("X-Name", "a\r\nX-Other: b"),
        ("X-Name", "a\nb"),
        ("X-Name", "a\0b"),
        ("X-Name", "a\u{7f}"),
        ("X-Name\r\nX-Other", "b"),
        ("X Name", "b"),
        ("", "b"),
        ("X-Ñame", "b"),
        ("Host", "internal.example"),
        ("Content-Length", "5"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "upgrade"),
        ("Proxy-Authorization", "x"),
        ("Upgrade", "websocket"),
    ] {
        let request = OutgoingRequest::new(Method::Get, server.url("/")).header(name, value);
        let error = outgoing.send(request).await.unwrap_err();
        assert!(matches!(error.fault, OutgoingFault::Refused(_)), "{name}: {value:?}: {error}");
    }
    assert!(server.seen().is_empty());
    let request = OutgoingRequest::new(Method::Get, server.url("/")).header("X-Name", "Núñez\tPérez");
    outgoing.send(request).await.unwrap();
    assert_eq!(server.seen()[0].header("x-name"), Some("Núñez\tPérez"));
}

#[tokio::test]
async fn what_is_printed_for_debugging_holds_no_secret() {
    let request = OutgoingRequest::new(Method::Post, "https://api.example/x?api_key=s3cret")
        .header("Authorization", "s3cret")
        .json(&serde_json::json!("s3cret"));
    assert!(!format!("{request:?}").contains("s3cret"));
}

#[test]
fn options_that_cannot_be_read_are_named() {
    let new = |address: &str| {
        Outgoing::new(OutgoingOptions {
            allowed_addresses: vec![address.to_owned()],
            ..OutgoingOptions::default()
        })
        .err()
    };
    assert_eq!(new("10.0.0.0/8"), None);
    assert_eq!(new("10.0.0.0/99"), Some(OutgoingOptionsError::Address("10.0.0.0/99".to_owned())));
}

#[tokio::test]
async fn an_error_tells_whether_anything_can_have_been_done() {
    let answers = |status: u16, headers: &'static [(&'static str, &'static str)]| async move {
        let server = TestServer::always(status, headers, "no \"luck\"\n today").await;
        let request = OutgoingRequest::new(Method::Post, server.url("/?key=s3cret"));
        let answer = outgoing_to(&server).send(request).await.and_then(|answer| answer.into_success());
        OutsideError::from(answer.unwrap_err())
    };
    for status in [400, 401, 404, 422] {
        let error = answers(status, &[]).await;
        let OutsideError::NotDone(message) = &error else { panic!("{error:?}") };
        assert_eq!(message, &format!("`127.0.0.1` answered {status}: no \"luck\" today"));
    }
    for status in [302, 409, 500, 502, 504] {
        assert!(matches!(answers(status, &[]).await, OutsideError::Unknown(_)), "{status}");
    }
    let after = |error| match error {
        OutsideError::Busy { retry_after_ms, .. } => retry_after_ms,
        OutsideError::NotDone(_) | OutsideError::Invalid(_) | OutsideError::Unknown(_) => panic!("{error:?}"),
    };
    assert_eq!(after(answers(429, &[("Retry-After", "7")]).await), Some(7_000));
    assert_eq!(after(answers(503, &[]).await), None);
    let dated = [("Date", "Sat, 28 Nov 2026 10:00:00 GMT"), ("Retry-After", "Sat, 28 Nov 2026 10:01:30 GMT")];
    assert_eq!(after(answers(503, Box::leak(Box::new(dated))).await), Some(90_000));
    assert_eq!(after(answers(429, &[("Retry-After", "soon")]).await), None);

    let refused: OutgoingError =
        strict().send(OutgoingRequest::new(Method::Post, "http://127.0.0.1/")).await.unwrap_err();
    assert!(matches!(OutsideError::from(refused), OutsideError::NotDone(_)));
}
