//! Google search: every service in the shape that it really answers in, and each way that it fails.

use serde_json::{Value, json};
use turno_core::{Channel, ConversationKey, Language};

use super::support::{businesses, context, read, read_in, reader, told, tools_of};
use crate::testkit::{Step, TestServer};

const SERPAPI: &str = r#"{"search_metadata":{"id":"1","status":"Success"},"search_parameters":{"engine":"google_light"},
    "answer_box":{"type":"organic_result","answer":"18 °C"},
    "organic_results":[{"position":1,"title":"Clima en CDMX","link":"https://www.clima.example/cdmx","snippet":"18 grados y lluvia.","date":"hace 2 horas"},
        {"position":2,"title":"Sin enlace","snippet":"x"},{"position":3,"title":"Otro","link":"https://otro.example/","snippet":"y"}]}"#;
const SERPAPI_NOTHING: &str = r#"{"search_metadata":{"id":"1","status":"Success"},"error":"Google hasn't returned any results for this query."}"#;
const BRAVE: &str = r#"{"type":"search","query":{"original":"clima"},"web":{"type":"search","results":[
    {"title":"Clima en CDMX","url":"https://www.clima.example/cdmx","description":"<strong>18</strong> grados &amp; lluvia.","age":"hace 2 horas"},
    {"title":"Otro","url":"https://otro.example/","description":"y","extra_snippets":["z"]}]}}"#;
const TAVILY: &str = r#"{"query":"clima","answer":"Hace 18 grados [1].","results":[
    {"title":"Clima en CDMX","url":"https://www.clima.example/cdmx","content":"18 grados y lluvia.","score":0.9,"raw_content":null},
    {"title":"Otro","url":"https://otro.example/","content":"y","score":0.5}],"response_time":1.2}"#;
const PERPLEXITY: &str = r#"{"results":[{"title":"Clima en CDMX","url":"https://www.clima.example/cdmx","snippet":"18 grados y lluvia.","date":"2026-11-27"},
    {"title":"Otro","url":"https://otro.example/","snippet":"y","last_updated":"2026-11-26"}]}"#;
const CUSTOM: &str = r#"{"kind":"customsearch#search","items":[{"title":"Clima en CDMX","link":"https://www.clima.example/cdmx","snippet":"18 grados y lluvia."},
    {"title":"Otro","link":"https://otro.example/","snippet":"y"}]}"#;

const SERVICES: [(&str, &str); 5] = [
    ("serpapi", SERPAPI),
    ("brave", BRAVE),
    ("tavily", TAVILY),
    ("perplexity", PERPLEXITY),
    ("google_custom_search", CUSTOM),
];

fn options(service: &str, server: &TestServer) -> String {
    format!(
        "[google_search]\nservice = \"{service}\"\nkey = \"KEY\"\nengine_id = \"engine\"\nbase_url = \"{}\"\n",
        server.url("/find")
    )
}

/// What a service's answer comes to.
async fn searched(service: &str, status: u16, headers: &[(&str, &str)], body: &str) -> Value {
    let server = TestServer::always(status, headers, body).await;
    let tool = reader(tools_of(&options(service, &server), &server, &businesses()));
    read(tool.as_ref(), Language::es(), json!({"query": "clima cdmx hoy"})).await
}

#[tokio::test]
async fn every_service_gives_one_kind_of_result() {
    for (service, body) in SERVICES {
        let result = searched(service, 200, &[], body).await;
        assert_eq!(result["success"], true, "{service}: {result}");
        assert_eq!((&result["provider"], &result["count"]), (&json!(service), &json!(2)), "{service}");
        let first = &result["results"][0];
        assert_eq!(first["title"], "Clima en CDMX", "{service}");
        assert_eq!(first["url"], "https://www.clima.example/cdmx", "{service}");
        assert!(first["snippet"].as_str().unwrap().starts_with("18 grados"), "{service}: {first}");
        assert_eq!(first["source"], "clima.example", "{service}");
    }
    assert_eq!(searched("brave", 200, &[], BRAVE).await["results"][0]["snippet"], "18 grados & lluvia.");
    assert_eq!(searched("perplexity", 200, &[], PERPLEXITY).await["results"][0]["published"], "2026-11-27");
    assert_eq!(searched("serpapi", 200, &[], SERPAPI).await["answer"], "18 °C");
}

#[tokio::test]
async fn each_service_is_asked_as_it_wants_to_be() {
    let mut asked = Vec::new();
    for (service, body) in SERVICES {
        let server = TestServer::always(200, &[], body).await;
        let tool = reader(tools_of(&options(service, &server), &server, &businesses()));
        read(tool.as_ref(), Language::es(), json!({"query": "clima & tráfico", "numResults": 4})).await;
        let seen = server.seen().pop().unwrap();
        let names = ["authorization", "x-subscription-token"];
        let key: Vec<&str> = names.iter().filter_map(|name| seen.header(name)).collect();
        asked.push(
            format!("{service}: {} {} {} {}", seen.method, seen.target, key.join(" "), seen.text())
                .trim()
                .to_owned(),
        );
    }
    insta::assert_snapshot!(asked.join("\n"), @r#"
    serpapi: GET /find?engine=google_light&q=clima+%26+tr%C3%A1fico&num=4&hl=es&gl=mx&api_key=k-123456
    brave: GET /find?q=clima+%26+tr%C3%A1fico&count=4&country=MX&search_lang=es k-123456
    tavily: POST /find Bearer k-123456 {"country":"mexico","include_answer":true,"include_raw_content":false,"max_results":4,"query":"clima & tráfico","search_depth":"basic","topic":"general"}
    perplexity: POST /find Bearer k-123456 {"max_results":4,"max_tokens_per_page":256,"query":"clima & tráfico","search_language_filter":["es"]}
    google_custom_search: GET /find?cx=engine&q=clima+%26+tr%C3%A1fico&num=4&lr=lang_es&gl=mx&key=k-123456
    "#);
}

#[tokio::test]
async fn nothing_found_is_no_failure() {
    for (service, body) in [
        ("serpapi", SERPAPI_NOTHING),
        ("brave", r#"{"type":"search","query":{"original":"x"}}"#),
        ("tavily", r#"{"query":"x","results":[]}"#),
        ("perplexity", r#"{"results":[]}"#),
        (
            "google_custom_search",
            r#"{"kind":"customsearch#search","searchInformation":{"totalResults":"0"}}"#,
        ),
    ] {
        let result = searched(service, 200, &[], body).await;
        assert_eq!((&result["success"], &result["count"]), (&json!(true), &json!(0)), "{service}: {result}");
        assert_eq!(result["message"], "No encontré nada sobre eso.", "{service}");
    }
}

const QUOTA: &str =
    r#"{"error":{"code":429,"message":"Quota exceeded","errors":[{"reason":"dailyLimitExceeded"}]}}"#;
const KEY: &str = r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","errors":[{"reason":"badRequest"}]}}"#;

/// A service's answer that is none: service, status, headers, body, and the reason that is told.
type Failure = (&'static str, u16, &'static [(&'static str, &'static str)], &'static str, &'static str);

const FAILURES: &[Failure] = &[
    ("serpapi", 401, &[], r#"{"error":"Invalid API key. k-123456"}"#, "key_refused"),
    ("serpapi", 429, &[], r#"{"error":"Your account has run out of searches."}"#, "out_of_quota"),
    (
        "serpapi",
        429,
        &[("Retry-After", "7")],
        r#"{"error":"You are exceeding the hourly limit."}"#,
        "rate_limited",
    ),
    ("serpapi", 400, &[], r#"{"error":"Unsupported `xx` language."}"#, "rejected"),
    (
        "serpapi",
        200,
        &[],
        r#"{"search_metadata":{"status":"Error"},"error":"We couldn't get valid results."}"#,
        "unavailable",
    ),
    (
        "brave",
        422,
        &[],
        r#"{"type":"ErrorResponse","error":{"code":"SUBSCRIPTION_TOKEN_INVALID","detail":"x"}}"#,
        "key_refused",
    ),
    (
        "brave",
        429,
        &[
            ("X-RateLimit-Limit", "1, 2000"),
            ("X-RateLimit-Remaining", "0, 12"),
            ("X-RateLimit-Reset", "1, 999"),
        ],
        r#"{"error":{"code":"RATE_LIMITED"}}"#,
        "rate_limited",
    ),
    (
        "brave",
        429,
        &[
            ("X-RateLimit-Limit", "1, 2000"),
            ("X-RateLimit-Remaining", "0, 0"),
            ("X-RateLimit-Reset", "1, 999"),
        ],
        r#"{"error":{"code":"RATE_LIMITED"}}"#,
        "out_of_quota",
    ),
    (
        "tavily",
        401,
        &[],
        r#"{"detail":{"error":"Unauthorized: missing or invalid API key."}}"#,
        "key_refused",
    ),
    (
        "tavily",
        432,
        &[],
        r#"{"detail":{"error":"This request exceeds your plan's set usage limit."}}"#,
        "out_of_quota",
    ),
    ("tavily", 433, &[], r#"{"detail":{"error":"x"}}"#, "out_of_quota"),
    ("tavily", 429, &[("Retry-After", "2")], r#"{"detail":{"error":"x"}}"#, "rate_limited"),
    ("perplexity", 402, &[], r#"{"error":{"message":"no credits","type":"billing"}}"#, "out_of_quota"),
    ("perplexity", 500, &[], "oops", "unavailable"),
    ("google_custom_search", 429, &[], QUOTA, "out_of_quota"),
    ("google_custom_search", 400, &[], KEY, "key_refused"),
    ("google_custom_search", 200, &[], "<html>", "bad_answer"),
    ("tavily", 200, &[], "{", "bad_answer"),
    ("brave", 302, &[("Location", "http://127.0.0.1:1/")], "", "unavailable"),
];

#[tokio::test]
async fn each_way_to_fail_is_told_apart() {
    for (service, status, headers, body, reason) in FAILURES.iter().copied() {
        let result = searched(service, status, headers, body).await;
        assert_eq!(
            (&result["success"], &result["reason"]),
            (&json!(false), &json!(reason)),
            "{service} {status} {body}: {result}"
        );
    }
    let wait = searched("serpapi", 429, &[("Retry-After", "7")], "{}").await;
    assert_eq!(wait["retry_after_ms"], 7_000);
    assert_eq!(told(&wait), "rate_limited: Hay demasiadas búsquedas en este momento.");
    let detail = searched("serpapi", 401, &[], r#"{"error":"Invalid API key. k-123456"}"#).await;
    assert_eq!(detail["detail"], "Invalid API key. •••");
}

#[tokio::test]
async fn a_service_that_hangs_or_breaks_off_is_told_in_time() {
    let hangs = TestServer::start(|_| vec![Step::Hang]).await;
    let source = options("brave", &hangs) + "timeout_ms = 500\n";
    let tool = reader(tools_of(&source, &hangs, &businesses()));
    let result = read(tool.as_ref(), Language::en(), json!({"query": "x"})).await;
    assert_eq!(told(&result), "timed_out: The search took too long.");
    let breaks =
        TestServer::start(|_| vec![Step::Send(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{".to_vec())])
            .await;
    let tool = reader(tools_of(&options("brave", &breaks), &breaks, &businesses()));
    assert_eq!(read(tool.as_ref(), Language::en(), json!({"query": "x"})).await["reason"], "unavailable");
}

#[tokio::test]
async fn on_the_phone_three_results_are_told_and_no_marks_of_sources() {
    let many: Vec<Value> = (1..=9)
        .map(|at| json!({"title": format!("**Resultado** {at}"), "url": format!("https://r{at}.example/"), "content": format!("Texto {at} [{at}][2].")}))
        .collect();
    let server = TestServer::always(200, &[], &json!({"results": many}).to_string()).await;
    let tool = reader(tools_of(&options("tavily", &server), &server, &businesses()));
    let mut phone = context(Language::es());
    phone.conversation = ConversationKey::new("terraza", Channel::Voice, "v-1").unwrap();
    let result = read_in(tool.as_ref(), &phone, json!({"query": "x", "numResults": 9})).await;
    assert_eq!(result["count"], 3);
    assert_eq!(
        result["speech"],
        "Encontré esto. Resultado 1: Texto 1. Resultado 2: Texto 2. Resultado 3: Texto 3."
    );
    assert!(server.seen()[0].text().contains("\"max_results\":3"));
    let result = searched("tavily", 200, &[], TAVILY).await;
    assert_eq!(
        (&result["speech"], &result["message"]),
        (&json!("Hace 18 grados."), &json!("Hace 18 grados."))
    );
}

#[tokio::test]
async fn results_are_bounded_whatever_a_service_sends() {
    let long = "ñ\"\n".repeat(20_000);
    let many: Vec<Value> = (0..50)
        .map(|at| json!({"title": long, "url": format!("https://r{at}.example/{}", "a".repeat(270)), "content": long}))
        .collect();
    let body = json!({"answer": long, "results": many}).to_string();
    let server = TestServer::always(200, &[], &body).await;
    let tool = reader(tools_of(&options("tavily", &server), &server, &businesses()));
    // `read` checks the size.
    let result = read(tool.as_ref(), Language::es(), json!({"query": "x", "numResults": 10})).await;
    assert!(result["speech"].as_str().unwrap().chars().count() <= 401);
    for strange in [
        json!([]),
        json!(null),
        json!({"results": {}}),
        json!({"results": [1, null, {"url": 5}, {"url": "javascript:alert(1)"}, {"url": "ftp://x/"}]}),
        json!({"results": [{"url": "https://x.example/", "title": 7, "content": []}], "answer": 8}),
    ] {
        searched("tavily", 200, &[], &strange.to_string()).await;
    }
}

#[tokio::test]
async fn the_service_that_ends_says_so_at_the_start() {
    let server = TestServer::always(200, &[], CUSTOM).await;
    let made = tools_of(&options("google_custom_search", &server), &server, &businesses());
    assert_eq!(made.warnings.len(), 1);
    assert!(made.warnings[0].1.contains("2027-01-01"));
    assert_eq!(made.tools[0].spec().cost_micros, 5_000);
    assert!(tools_of(&options("brave", &server), &server, &businesses()).warnings.is_empty());
    let without = "[google_search]\nservice = \"google_custom_search\"\nkey = \"KEY\"\n";
    let absent = tools_of(without, &server, &businesses()).absent;
    assert!(
        absent.iter().any(|absent| absent.is_fault && absent.why.contains("`engine_id` is missing")),
        "{absent:?}"
    );
}
