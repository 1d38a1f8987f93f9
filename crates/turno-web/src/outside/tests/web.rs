//! Asking and sending over HTTP, and pages as Markdown.

use serde_json::{Value, json};
use turno_core::{Language, Retry};
use turno_runtime::port::OutsideError;

use super::support::{act, actor, businesses, read, reader, told, tools_of};
use crate::{
    outgoing::{Outgoing, OutgoingOptions},
    outside::outside_tools,
    testkit::{Step, TestServer, reply},
};

async fn got(status: u16, headers: &[(&str, &str)], body: &str) -> Value {
    let server = TestServer::always(status, headers, body).await;
    let tool = reader(tools_of("http_get = {}", &server, &businesses()));
    read(tool.as_ref(), Language::es(), json!({"url": server.url("/x?y=1")})).await
}

#[tokio::test]
async fn what_a_url_answers_is_given_as_text_and_as_values() {
    let result = got(200, &[("Content-Type", "application/json")], r#"{"libre":true,"mesas":[1,2]}"#).await;
    assert_eq!((&result["status"], &result["json"]["mesas"][1]), (&json!(200), &json!(2)));
    assert_eq!(result["body"], r#"{"libre":true,"mesas":[1,2]}"#);
    let result = got(200, &[("Content-Type", "text/plain; charset=iso-8859-1")], "hola").await;
    assert_eq!((&result["body"], &result["json"]), (&json!("hola"), &Value::Null));
    let long = got(200, &[("Content-Type", "text/plain")], &"ñ\n".repeat(60_000)).await;
    assert_eq!(long["is_cut"], true);
}

#[tokio::test]
async fn what_a_url_does_not_answer_is_told_apart() {
    let mut all = Vec::new();
    for (status, kind, body) in [
        (404, "text/html", "<h1>no</h1>"),
        (403, "text/plain", "no"),
        (429, "text/plain", "no"),
        (500, "text/plain", "no"),
        (200, "image/png", "x"),
    ] {
        all.push(told(&got(status, &[("Content-Type", kind)], body).await));
    }
    let server = TestServer::always(200, &[], "secret").await;
    let tool = reader(tools_of("http_get = {}", &server, &businesses()));
    let other_port = server.address.port() ^ 1;
    for url in [
        "hola",
        "file:///etc/passwd",
        "http://169.254.169.254/latest/",
        &format!("http://127.0.0.1:{other_port}/"),
        "ftp://x.example/",
    ] {
        all.push(told(&read(tool.as_ref(), Language::es(), json!({ "url": url })).await));
    }
    assert!(server.seen().is_empty());
    insta::assert_snapshot!(all.join("\n"), @"
    not_found: Esa página no existe.
    not_public: Esa página no es pública.
    rate_limited: El sitio pide esperar un momento.
    unreachable: El sitio no contesta bien en este momento.
    not_text: Esa dirección no contesta con texto.
    invalid_url: Esa no es una dirección de internet.
    address_not_allowed: Esa dirección no está permitida.
    address_not_allowed: Esa dirección no está permitida.
    address_not_allowed: Esa dirección no está permitida.
    address_not_allowed: Esa dirección no está permitida.
    ");
}

#[tokio::test]
async fn only_listed_hosts_are_asked_and_their_secret_goes_nowhere_else() {
    let other = TestServer::always(200, &[], "other").await;
    let away = other.url("/");
    let server = TestServer::start(move |seen| {
        let headers: &[(&str, &str)] = &[("Location", &away)];
        vec![Step::Send(if seen.target == "/away" {
            reply(302, headers, b"")
        } else {
            reply(200, &[], b"here")
        })]
    })
    .await;
    let source = format!("[http_get.hosts.\"{}\"]\nbearer = \"KEY\"\n", server.address);
    let tool = reader(tools_of(&source, &server, &businesses()));
    let result = read(tool.as_ref(), Language::en(), json!({"url": server.url("/")})).await;
    assert_eq!(result["body"], "here");
    assert_eq!(server.seen()[0].header("authorization"), Some("Bearer k-123456"));
    for url in [server.url("/away"), other.url("/")] {
        let result = read(tool.as_ref(), Language::en(), json!({ "url": url })).await;
        assert_eq!(result["reason"], "domain_not_allowed", "{result}");
    }
    assert!(other.seen().is_empty());
    // Where every public host may be asked, one that is sent on to does not get the first one's headers either.
    let circle = TestServer::always(302, &[("Location", "/again")], "").await;
    let tool = reader(tools_of("http_get = {}", &circle, &businesses()));
    assert_eq!(
        read(tool.as_ref(), Language::en(), json!({"url": circle.url("/")})).await["reason"],
        "unreachable"
    );
    assert_eq!(circle.seen().len(), 6);
}

async fn posted(server: &TestServer, url: &str) -> Result<Value, OutsideError> {
    let source = format!(
        "[http_post]\ntimeout_ms = 1000\n[http_post.hosts.\"{}\"]\nbearer = \"KEY\"\n",
        server.address
    );
    let tool = actor(tools_of(&source, server, &businesses()));
    act(tool.as_ref(), Language::es(), json!({"url": url, "body": {"mesa": "4 \"sur\""}})).await
}

#[tokio::test]
async fn json_is_sent_once_under_the_call_s_own_key() {
    let server = TestServer::always(201, &[("Content-Type", "application/json")], r#"{"id":7}"#).await;
    let result = posted(&server, &server.url("/orders")).await.unwrap();
    assert_eq!(
        (&result["status"], &result["json"]["id"], &result["message"]),
        (&json!(201), &json!(7), &json!("Se envió."))
    );
    let seen = server.seen().pop().unwrap();
    assert_eq!((seen.method.as_str(), seen.target.as_str()), ("POST", "/orders"));
    assert_eq!(seen.text(), r#"{"mesa":"4 \"sur\""}"#);
    assert_eq!(seen.header("idempotency-key"), Some("key-1"));
    assert_eq!(seen.header("authorization"), Some("Bearer k-123456"));
}

#[tokio::test]
async fn what_came_of_a_post_is_told_for_certain_or_not_at_all() {
    for (status, is_unknown) in [(400, false), (404, false), (500, true), (502, true)] {
        let server = TestServer::always(status, &[], "no").await;
        let error = posted(&server, &server.url("/")).await.unwrap_err();
        assert_eq!(matches!(error, OutsideError::Unknown(_)), is_unknown, "{status}: {error:?}");
    }
    let busy = TestServer::always(429, &[("Retry-After", "3")], "").await;
    let error = posted(&busy, &busy.url("/")).await.unwrap_err();
    assert!(matches!(error, OutsideError::Busy { retry_after_ms: Some(3_000), .. }), "{error:?}");
    let hangs = TestServer::start(|_| vec![Step::Hang]).await;
    let error = posted(&hangs, &hangs.url("/")).await.unwrap_err();
    assert!(matches!(error, OutsideError::Unknown(_)), "{error:?}");
    let server = TestServer::always(200, &[], "").await;
    for url in ["https://elsewhere.example/", "no url", "file:///etc/passwd", "http://127.0.0.1:1/"] {
        let error = posted(&server, url).await.unwrap_err();
        assert!(matches!(error, OutsideError::NotDone(_)), "{url}: {error:?}");
    }
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn a_post_is_made_again_only_where_its_hosts_know_keys() {
    let server = TestServer::always(200, &[], "").await;
    let spec = |more: &str| {
        let source = format!("[http_post]\n{more}\n[http_post.hosts.\"{}\"]\n", server.address);
        actor(tools_of(&source, &server, &businesses())).spec().clone()
    };
    assert_eq!((spec("").retry, spec("is_repeatable = true").retry), (Retry::Never, Retry::Safe));
    assert!(spec("").requires_confirmation);
}

async fn scraped(headers: &[(&str, &str)], body: &[u8]) -> Value {
    let answer = reply(200, headers, body);
    let server = TestServer::start(move |_| vec![Step::Send(answer.clone())]).await;
    let tool = reader(tools_of("web_scraper = {}", &server, &businesses()));
    read(tool.as_ref(), Language::es(), json!({"url": server.url("/carta/")})).await
}

#[tokio::test]
async fn a_page_is_read_as_markdown() {
    let page = "<html><head><title>Carta</title></head><body><h1>Menú</h1><p>Tacos a <b>$95</b></p><a href='vinos'>Vinos</a></body></html>";
    let result = scraped(&[("Content-Type", "text/html; charset=utf-8")], page.as_bytes()).await;
    let content = result["content"].as_str().unwrap();
    assert!(
        content.starts_with("# Menú\n\nTacos a **$95**\n\n[Vinos](http://127.0.0.1:")
            && content.ends_with("/carta/vinos)"),
        "{content}"
    );
    assert_eq!((told(&result).as_str(), &result["is_cut"]), ("Leí Carta.", &json!(false)));
    let old =
        scraped(&[("Content-Type", "text/html")], b"<meta charset=iso-8859-1><p>Men\xfa del d\xeda a 5\x80")
            .await;
    assert_eq!(old["content"], "Menú del día a 5€");
    let plain = scraped(&[("Content-Type", "text/plain")], b"uno\r\n\r\n\r\n\r\ndos").await;
    assert_eq!(plain["content"], "uno\n\ndos");
    assert_eq!(scraped(&[("Content-Type", "application/pdf")], b"%PDF").await["reason"], "not_text");
}

#[tokio::test]
async fn a_long_page_is_cut_at_30_000_characters_and_says_so() {
    let page = format!("<p>{}</p>", "ñandú ".repeat(10_000));
    let result = scraped(&[("Content-Type", "text/html; charset=utf-8")], page.as_bytes()).await;
    assert_eq!(result["content"].as_str().unwrap().chars().count(), 30_000);
    assert_eq!(result["is_cut"], true);
    assert!(told(&result).contains("se cortó a 30000 caracteres"), "{}", told(&result));
}

#[tokio::test]
async fn a_page_whose_letters_take_many_bytes_is_cut_to_what_a_result_holds_and_says_so() {
    let title = "\u{1f32e}".repeat(5_000);
    for text in ["日本語の".repeat(20_000), "\\\"\u{1f32e}".repeat(20_000)] {
        let page = format!("<title>{title}</title><pre>{text}</pre>");
        let result = scraped(&[("Content-Type", "text/html; charset=utf-8")], page.as_bytes()).await;
        let characters = result["content"].as_str().unwrap().chars().count();
        assert!((9_000..30_000).contains(&characters), "{characters}");
        assert_eq!(result["is_cut"], true);
        let said = told(&result);
        assert!(said.contains(&format!("se cortó a {characters} caracteres")), "{said}");
        let bytes = result.to_string().len();
        assert!(bytes <= crate::outside::page::RESULT_BYTES_MAX, "{bytes}");
    }
}

#[tokio::test]
async fn a_reader_service_is_asked_where_one_is_configured() {
    let json = r##"{"code":200,"status":20000,"data":{"title":"Carta","url":"https://laterraza.example/carta","content":"# Menú\n\n\n\nTacos","usage":{"tokens":9}}}"##;
    let text =
        "Title: Carta\n\nURL Source: https://laterraza.example/carta\n\nMarkdown Content:\n# Menú\n\nTacos";
    for body in [json, text] {
        let server = TestServer::always(200, &[], body).await;
        let source = format!("[web_scraper.reader]\nbase_url = \"{}\"\nkey = \"KEY\"\n", server.url("/"));
        let tool = reader(tools_of(&source, &server, &businesses()));
        let result =
            read(tool.as_ref(), Language::en(), json!({"url": "https://laterraza.example/carta?a=1&b=2"}))
                .await;
        assert_eq!(
            (&result["title"], &result["content"]),
            (&json!("Carta"), &json!("# Menú\n\nTacos")),
            "{body}"
        );
        let seen = server.seen().pop().unwrap();
        assert_eq!(seen.target, "/https%3A%2F%2Flaterraza.example%2Fcarta%3Fa%3D1%26b%3D2");
        assert_eq!(seen.header("authorization"), Some("Bearer k-123456"));
    }
    let server = TestServer::always(402, &[], r#"{"code":40201,"message":"no credits"}"#).await;
    let source = format!("[web_scraper.reader]\nbase_url = \"{}\"\n", server.url("/"));
    let tool = reader(tools_of(&source, &server, &businesses()));
    let result = read(tool.as_ref(), Language::en(), json!({"url": "https://laterraza.example/"})).await;
    assert_eq!(result["detail"], "the reader service answered 40201");
}

#[tokio::test]
async fn addresses_that_are_not_public_are_refused_by_every_tool() {
    let server = TestServer::always(200, &[], "inside").await;
    let strict = Outgoing::new(OutgoingOptions::default()).unwrap();
    let options = toml::from_str("http_get = {}\nweb_scraper = {}").unwrap();
    let made = outside_tools(&options, &super::support::secrets(), &strict, &businesses());
    for tool in made.tools {
        let result = read(tool.as_ref(), Language::en(), json!({"url": server.url("/")})).await;
        assert_eq!(result["reason"], "address_not_allowed", "{result}");
    }
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn a_host_that_tells_what_it_was_sent_does_not_tell_the_secret() {
    for status in [200, 400] {
        let server = TestServer::start(move |seen| {
            let told = seen.header("authorization").unwrap_or_default();
            let body = json!({ "you sent": told }).to_string();
            vec![Step::Send(reply(status, &[("Content-Type", "application/json")], body.as_bytes()))]
        })
        .await;
        let source = format!("[http_get.hosts.\"{}\"]\nbearer = \"KEY\"\n", server.address);
        let tool = reader(tools_of(&source, &server, &businesses()));
        // `read` looks for the secret in the result.
        let result = read(tool.as_ref(), Language::en(), json!({"url": server.url("/")})).await;
        assert_eq!(result["json"]["you sent"], "Bearer •••");
        let told = match posted(&server, &server.url("/")).await {
            Ok(result) => result.to_string(),
            Err(error) => error.to_string(),
        };
        assert!(told.contains("you sent") && !told.contains("k-123456"), "{told}");
    }
    let server = TestServer::always(200, &[], "").await;
    let source = format!("[http_post.hosts.\"{}\"]\n", server.address);
    let tool = actor(tools_of(&source, &server, &businesses()));
    let large = json!({"url": server.url("/"), "body": {"text": "x".repeat(70_000)}});
    let error = act(tool.as_ref(), Language::en(), large).await.unwrap_err();
    assert!(matches!(error, OutsideError::NotDone(_)), "{error:?}");
    assert!(server.seen().is_empty());
}
