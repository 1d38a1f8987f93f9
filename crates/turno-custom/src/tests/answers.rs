//! What a conversation is given of answers that have less than they should, say no, or come too often.

use serde_json::{Value, json};
use turno_business::testkit::{ANA, MemoryStore};
use turno_language::Language;
use turno_runtime::port::{OutsideError, ToolError};
use turno_web::testkit::{Step, TestServer};

use super::{LOYALTY, SHIPPING, act, context, map, read, tool};
use crate::{CustomKind, CustomTool};

/// A GET of the loyalty service's without a key.
fn points(server: &TestServer, changes: &[(&str, &str)]) -> CustomTool {
    let mut source = LOYALTY.replace("headers.Authorization = \"Bearer {{LOYALTY_API_KEY}}\"", "");
    for (from, to) in changes {
        assert!(source.contains(from), "{from}");
        source = source.replacen(from, to, 1);
    }
    tool(&source, "get_loyalty_points", server)
}

fn redeems() -> Value {
    json!({"customer_phone": ANA, "points": 30, "reward": "un postre"})
}

const TRANSFORM: &str =
    "response_transform = \"{points: response.balance.points, expires_on: response.balance.expires_on}\"";

#[tokio::test]
async fn an_answer_without_what_its_words_name_is_no_success() {
    for (status, body) in [
        (200, "<html>Bienvenido</html>"),
        (200, ""),
        (204, ""),
        (200, "{}"),
        (200, "[1, 2]"),
        (200, "{\"balance\": {\"points\": null}}"),
    ] {
        let server = TestServer::always(status, &[], body).await;
        let error = read(&points(&server, &[]), json!({"customer_phone": "55"})).await.unwrap_err();
        assert_eq!(
            error,
            ToolError::Unreadable("the answer has no `points`, which result_message names".to_owned()),
            "{status} {body}"
        );
    }
    // What is empty or nought is a value.
    for (value, said) in [("0", "Tienes 0 puntos."), ("false", "Tienes no puntos.")] {
        let body = format!("{{\"balance\": {{\"points\": {value}}}}}");
        let server = TestServer::always(200, &[], &body).await;
        let told = read(&points(&server, &[]), json!({"customer_phone": "55"})).await;
        assert_eq!(told.unwrap()["message"], said);
    }
}

#[tokio::test]
async fn a_parameter_that_was_left_out_is_no_hole() {
    let server = TestServer::always(200, &[], "{\"balance\": {\"points\": 4}}").await;
    let words = [("Tienes {{points}} puntos.", "Tienes {{points}} puntos {{currency}}.")];
    let told = read(&points(&server, &words), json!({"customer_phone": "55"})).await;
    assert_eq!(told.unwrap()["message"], "Tienes 4 puntos .");
}

#[tokio::test]
async fn a_message_that_the_transform_makes_has_no_holes_either() {
    let transform = "response_transform = \"Tiene {{ response.points }} puntos.\"";
    let server = TestServer::always(200, &[], "{\"saldo\": 4}").await;
    let transformed = points(&server, &[(TRANSFORM, transform)]);
    let error = read(&transformed, json!({"customer_phone": "55"})).await;
    let told = error.unwrap_err().to_string();
    assert!(told.contains("the answer has not what response_transform says"), "{told}");
    for transform in [
        "response_transform = \"Tiene {{ response.points | default('algunos') }} puntos.\"",
        "response_transform = \"Tiene {% if response.points %}{{ response.points }}{% else %}algunos{% endif %} puntos.\"",
    ] {
        let transformed = points(&server, &[(TRANSFORM, transform)]);
        let told = read(&transformed, json!({"customer_phone": "55"})).await;
        assert_eq!(told.unwrap()["message"], "Tiene algunos puntos.");
    }
}

/// A webhook whose words name the answer's `code`.
fn redeem(server: &TestServer) -> CustomTool {
    let source = LOYALTY
        .replace("Listo, canjeamos {{points}} puntos por {{reward}}.", "Listo, su código es {{code}}.");
    tool(&source, "redeem_loyalty_points", server)
}

#[tokio::test]
async fn what_was_done_is_told_in_general_words_where_its_own_have_a_hole() {
    let huge = format!("{{\"code\": \"{}\"}}", "x".repeat(2 << 20));
    for (status, body, said) in [
        (200, "{\"code\": \"A7\"}", "Listo, su código es A7."),
        (200, "<html>", "Listo, quedó hecho."),
        (204, "", "Listo, quedó hecho."),
        (200, "{\"code\": null}", "Listo, quedó hecho."),
        (200, huge.as_str(), "Listo, quedó hecho."),
    ] {
        let server = TestServer::always(status, &[], body).await;
        let result = act(&redeem(&server), redeems()).await.unwrap();
        assert_eq!((&result["success"], &result["message"]), (&json!(true), &json!(said)));
        assert_eq!(result["is_cut"] == true, body.len() > 1 << 20, "{result}");
    }
}

#[tokio::test]
async fn a_refusal_in_the_answer_is_not_told_as_a_success() {
    let server = TestServer::always(200, &[], "{\"success\": false, \"code\": \"A7\"}").await;
    let result = act(&redeem(&server), redeems()).await.unwrap();
    assert_eq!(result["success"], false);
    assert_eq!(result["message"], "El sistema no lo aceptó; no hice ningún cambio.");
}

#[tokio::test]
async fn what_a_service_says_of_itself_is_not_told_to_the_customer() {
    for (body, said) in [
        (
            "{\"message\": \"INSERT INTO points OK\", \"speech\": \"row 991\", \"code\": \"A7\"}",
            "Listo, su código es A7.",
        ),
        ("{\"message\": \"Workflow was started\"}", "Listo, quedó hecho."),
        (
            "{\"success\": false, \"message\": \"no stock\"}",
            "El sistema no lo aceptó; no hice ningún cambio.",
        ),
    ] {
        let server = TestServer::always(200, &[], body).await;
        let result = act(&redeem(&server), redeems()).await.unwrap();
        assert_eq!((&result["message"], &result["speech"]), (&json!(said), &json!(said)));
        assert!(result["service_message"].is_string(), "a model may read it");
    }
}

#[tokio::test]
async fn a_no_that_the_transform_leaves_out_is_a_no() {
    let server = TestServer::always(200, &[], "{\"success\": false, \"balance\": {\"points\": 3}}").await;
    let told = read(&points(&server, &[]), json!({"customer_phone": "55"})).await.unwrap();
    assert_eq!(told["success"], false);
    assert!(!told["message"].as_str().unwrap().contains('3'), "{told}");
}

/// A trial by hand shows what a conversation is given.
#[tokio::test]
async fn a_trial_reads_each_answer_as_a_conversation_does() {
    let huge = format!("{{\"code\": \"{}\"}}", "x".repeat(2 << 20));
    let answers = [
        (200, "{\"code\": \"A7\"}"),
        (200, huge.as_str()),
        (200, "<html>"),
        (204, ""),
        (404, ""),
        (409, "in use"),
        (422, ""),
        (429, ""),
        (500, ""),
    ];
    for (status, body) in answers {
        let server = TestServer::always(status, &[("Retry-After", "30")], body).await;
        let redeem = redeem(&server);
        let trial = redeem.try_by_hand(&context(Language::es()), &map(redeems())).await.unwrap();
        match (act(&redeem, redeems()).await, trial.result) {
            (Ok(given), Ok(shown)) => assert_eq!(given, shown, "{status}"),
            (Err(error), Err(shown)) => {
                assert!(shown.starts_with(&error.to_string()), "{status}: {shown}");
                assert_eq!(trial.is_unknown, matches!(error, OutsideError::Unknown(_)), "{status}");
            }
            (given, shown) => panic!("{status}: {given:?} and {shown:?}"),
        }
        let points = points(&server, &[]);
        let parameters = json!({"customer_phone": "55"});
        let (context, given) = (context(Language::es()), map(parameters.clone()));
        let shown = points.try_by_hand(&context, &given).await.unwrap();
        assert!(!shown.is_unknown, "it only reads");
        let given = read(&points, parameters).await;
        assert_eq!(given.map_err(|error| error.to_string()), shown.result, "{status}");
    }
}

#[tokio::test]
async fn a_refusal_says_whether_anything_was_done_and_when_to_try_again() {
    for (status, reads, acts) in [
        (404, "No encontré lo que busca.", Some("No encontré lo que busca; no hice ningún cambio.")),
        (422, "El sistema no lo aceptó.", Some("El sistema no lo aceptó; no hice ningún cambio.")),
        (429, "El sistema está ocupado en este momento. Por favor, inténtelo otra vez en 40 segundos.", None),
        (500, "El sistema no respondió bien.", None),
    ] {
        let server = TestServer::always(status, &[("Retry-After", "40")], "").await;
        let read = read(&points(&server, &[]), json!({"customer_phone": "55"})).await.unwrap();
        assert_eq!(read["message"], reads, "{status}");
        let redeem = redeem(&server);
        let acted = act(&redeem, redeems()).await.ok();
        let said = acted.as_ref().map(|result| result["message"].as_str().unwrap());
        assert_eq!(said, acts, "{status}");
        let CustomKind::Acts(inner) = &redeem.kind else { panic!("it acts") };
        let english = inner.call(&context(Language::en()), &map(redeems())).await;
        if let Ok(english) = english {
            let message = english["message"].as_str().unwrap();
            assert!(message.ends_with("; nothing has been changed."), "{message}");
        }
    }
}

/// A model reads why; nobody is told it as it stands.
#[tokio::test]
async fn what_a_service_says_of_its_refusal_stands_beside_what_is_said() {
    let long = format!("{{\"message\": \"{}\"}}", "x".repeat(201));
    for (body, said) in [
        (r#"{"message": "Sin puntos suficientes"}"#, Some("Sin puntos suficientes")),
        (r#"{"error": {"code": 7, "message": " No points "}}"#, Some("No points")),
        (r#"{"error": "No points"}"#, Some("No points")),
        (r#"{"type": "about:blank", "title": "Bad", "detail": "No points"}"#, Some("No points")),
        (r#"{"message": "<b>No</b>"}"#, None),
        (r#"{"message": 7}"#, None),
        (long.as_str(), None),
        ("No points", None),
        ("", None),
    ] {
        let server = TestServer::always(422, &[], body).await;
        let result = act(&redeem(&server), redeems()).await.unwrap();
        assert_eq!(result.get("service_message").and_then(Value::as_str), said, "{body}");
        assert_eq!(result["speech"], "El sistema no lo aceptó; no hice ningún cambio.");
    }
    let server = TestServer::always(401, &[], r#"{"message": "bad key s3cret-key"}"#).await;
    let shipping = tool(SHIPPING, "check_shipping_rate", &server);
    let result = read(&shipping, json!({"postal_code": "06700", "weight_kg": 1})).await.unwrap();
    assert_eq!(result["service_message"], "bad key •••");
}

/// What cannot be filled would not be filled in a few minutes either.
#[tokio::test]
async fn a_path_with_a_hole_is_not_asked_for() {
    let server = TestServer::always(200, &[], "{}").await;
    let source = LOYALTY
        .replace("headers.Authorization = \"Bearer {{LOYALTY_API_KEY}}\"", "")
        .replace("/customers/{{customer_phone}}", "/customers/c-{{context.caller_phone}}/{{customer_phone}}")
        .replace("hooks/turno", "hooks/{{context.caller_phone}}");
    let mut nobody = context(Language::es());
    nobody.caller_phone = None;
    let CustomKind::Reads(points) = tool(&source, "get_loyalty_points", &server).kind else {
        panic!("it reads")
    };
    let store = MemoryStore::default();
    let asked = points.prepare(&store, &nobody, &map(json!({"customer_phone": "55"}))).await;
    let expected = "`context.caller_phone` is not given, and stands in the path of the URL";
    assert_eq!(asked.unwrap_err(), ToolError::Invalid(expected.to_owned()));
    let CustomKind::Acts(redeem) = tool(&source, "redeem_loyalty_points", &server).kind else {
        panic!("it acts")
    };
    let told = redeem.call(&nobody, &map(redeems())).await.unwrap_err();
    assert_eq!(told, OutsideError::Invalid(expected.to_owned()));
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn lists_are_said_as_people_say_them() {
    let body = json!({"balance": {"points": ["pan", "higos"], "expires_on": {"month": "mayo"}}}).to_string();
    let server = TestServer::always(200, &[], &body).await;
    let es = ("Tienes {{points}} puntos.", "Hay {{points}} ({{expires_on}}).");
    let en = ("You have {{points}} points.", "There is {{points}}.");
    let tool = points(&server, &[es, en]);
    let CustomKind::Reads(inner) = &tool.kind else { panic!("it reads") };
    for (language, said) in
        [(Language::es(), "Hay pan e higos (month: mayo)."), (Language::en(), "There is pan and higos.")]
    {
        let store = MemoryStore::default();
        let parameters = map(json!({"customer_phone": "55"}));
        let given = inner.prepare(&store, &context(language), &parameters).await.unwrap();
        assert_eq!(given.result["message"], said);
    }
}

#[tokio::test]
async fn an_answer_in_an_older_set_of_letters_is_read() {
    let bytes = b"{\"balance\": {\"points\": \"ping\xfcino peque\xf1o\"}}".to_vec();
    for kind in ["application/json; charset=ISO-8859-1", "application/json"] {
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n", bytes.len());
        let answer = [head.into_bytes(), bytes.clone()].concat();
        let server = TestServer::start(move |_| vec![Step::Send(answer.clone())]).await;
        let told = read(&points(&server, &[]), json!({"customer_phone": "55"})).await;
        assert_eq!(told.unwrap()["message"], "Tienes pingüino pequeño puntos.", "{kind}");
    }
}

#[tokio::test]
async fn a_mark_of_byte_order_is_no_part_of_an_answer() {
    let server = TestServer::always(200, &[], "\u{feff}{\"balance\": {\"points\": 4}}").await;
    let told = read(&points(&server, &[]), json!({"customer_phone": "55"})).await;
    assert_eq!(told.unwrap()["message"], "Tienes 4 puntos.");
}

#[tokio::test]
async fn characters_that_nobody_sees_do_not_reach_the_customer() {
    let body = "{\"success\": true, \"folio\": \"F\\u0000-1\\u202e\\u001b[31m\", \"items\": [\"a\\u0007\"]}";
    let server = TestServer::always(200, &[], body).await;
    let plain = points(&server, &[(TRANSFORM, ""), ("Tienes {{points}} puntos.", "Folio {{folio}}.")]);
    let told = read(&plain, json!({"customer_phone": "55"})).await.unwrap();
    assert_eq!(told["message"], "Folio F-1[31m.");
    assert_eq!(told["items"], json!(["a"]));
}

#[tokio::test]
async fn a_no_that_is_written_out_is_one() {
    for no in ["\"false\"", "\"False \"", "false"] {
        let server = TestServer::always(200, &[], &format!("{{\"success\": {no}}}")).await;
        let plain = points(&server, &[(TRANSFORM, ""), ("Tienes {{points}} puntos.", "Tiene puntos.")]);
        let told = read(&plain, json!({"customer_phone": "55"})).await.unwrap();
        assert_eq!(told["success"], false, "{no}");
    }
}
