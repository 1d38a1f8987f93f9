//! Notices as each sink's other side gets them.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
};
use turno_core::{Channel, ConversationKey, Timestamp};
use turno_runtime::{Notice, Priority, Sink, port::Clock};

use super::{SinkOptions, sinks};
use crate::{
    outgoing::{Outgoing, OutgoingOptions},
    secret::Secrets,
    testkit::TestServer,
};

const NOW: Timestamp = Timestamp(1_768_838_400_000);

struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> Timestamp {
        NOW
    }
}

fn notice() -> Notice {
    Notice {
        id: "ticket_1".to_owned(),
        conversation: ConversationKey::new("terraza", Channel::Whatsapp, "c-1").unwrap(),
        team: "support".to_owned(),
        priority: Priority::Urgent,
        subject: "Pide una persona\r\nBcc: otro@example.com".to_owned(),
        message: "Está muy molesto.".to_owned(),
        context: json!({ "caller": "+525512345678" }),
        at: NOW,
    }
}

fn made(options: Value, server: Option<&TestServer>) -> Result<Vec<Arc<dyn Sink>>, Vec<String>> {
    let options: Vec<SinkOptions> = serde_json::from_value(options).unwrap();
    let outgoing = Outgoing::new(OutgoingOptions {
        allowed_addresses: server.iter().map(|server| server.url("").replace("http://", "")).collect(),
        ..OutgoingOptions::default()
    });
    let secrets =
        Secrets::with_variables(None, |name| (name == "TURNO_SECRET_TOKEN").then(|| "hush".to_owned()));
    let clock: Arc<dyn Clock> = Arc::new(Stopped);
    sinks(&options, &secrets, &outgoing.unwrap(), &clock)
}

#[tokio::test]
async fn a_webhook_gets_json_under_a_signature_and_the_notice_s_own_key() {
    let server = TestServer::always(204, &[], "").await;
    let made = made(
        json!([{ "name": "ops", "webhook": { "url": server.url("/hook"), "secret": "TOKEN" } }]),
        Some(&server),
    )
    .unwrap();
    made[0].deliver(&notice()).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].header("webhook-id"), Some("ticket_1"));
    assert_eq!(seen[0].header("idempotency-key"), Some("ticket_1"));
    assert!(seen[0].header("webhook-signature").unwrap().starts_with("v1,"));
    let body: Value = serde_json::from_str(&seen[0].text()).unwrap();
    assert_eq!((&body["team"], &body["priority"]), (&json!("support"), &json!("urgent")));
}

#[tokio::test]
async fn a_room_gets_a_line_and_what_belongs_to_it() {
    let server = TestServer::always(200, &[], r#"{"event_id":"$1"}"#).await;
    let matrix = json!({ "base_url": server.url("/"), "token": "TOKEN", "room": "!abc:example" });
    let made = made(json!([{ "name": "room", "matrix": matrix }]), Some(&server)).unwrap();
    made[0].deliver(&notice()).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].target, "/_matrix/client/v3/rooms/!abc:example/send/m.room.message/ticket_1");
    let body: Value = serde_json::from_str(&seen[0].text()).unwrap();
    let text = body["body"].as_str().unwrap();
    assert!(text.starts_with("[!!] terraza: Pide una persona"), "{text}");
    assert!(text.contains("caller: +525512345678"), "{text}");
}

#[tokio::test]
async fn a_service_that_is_down_is_an_error_and_no_secret_is_in_it() {
    let server = TestServer::always(503, &[], "hush").await;
    let made = made(
        json!([{ "name": "ops", "webhook": { "url": server.url("/"), "secret": "TOKEN" } }]),
        Some(&server),
    )
    .unwrap();
    let error = made[0].deliver(&notice()).await.unwrap_err();
    assert!(error.contains("503"), "{error}");
}

/// A mail server that takes one letter.
async fn mail_server() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let letter = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&letter);
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 post office\r\n").await.unwrap();
        let mut is_data = false;
        while let Ok(Some(line)) = lines.next_line().await {
            let answer = match line.as_str() {
                "." => {
                    is_data = false;
                    "250 taken"
                }
                _ if is_data => {
                    kept.lock().unwrap().push(line);
                    continue;
                }
                "DATA" => {
                    is_data = true;
                    "354 go on"
                }
                "QUIT" => "221 bye",
                line => {
                    kept.lock().unwrap().push(line.to_owned());
                    "250 fine"
                }
            };
            write.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
        }
    });
    (port, letter)
}

#[tokio::test]
async fn people_get_mail_whose_headers_nobody_can_add_to() {
    let (port, letter) = mail_server().await;
    let email = json!({ "host": "127.0.0.1", "port": port, "security": "none",
        "from": "Turno <turno@example.com>", "to": ["Ana <ana@example.com>"] });
    let made = made(json!([{ "name": "mail", "email": email }]), None).unwrap();
    made[0].deliver(&notice()).await.unwrap();
    let letter = letter.lock().unwrap().clone();
    let has = |wanted: &str| letter.iter().any(|line| line.starts_with(wanted));
    assert!(has("MAIL FROM:<turno@example.com>"), "{letter:?}");
    assert!(has("RCPT TO:<ana@example.com>"), "{letter:?}");
    assert!(has("Message-ID: <ticket_1@turno>"), "{letter:?}");
    assert!(!has("Bcc"), "{letter:?}");
    let recipients = letter.iter().filter(|line| line.starts_with("RCPT")).count();
    assert_eq!(recipients, 1);
}

#[test]
fn a_team_that_nobody_is_of_is_told_with_the_nearest() {
    let email = json!({ "host": "localhost", "from": "a@example.com", "to": ["b@example.com"] });
    let faults = made(json!([{ "name": "mail", "teams": ["suport", "sales"], "email": email }]), None).err();
    assert_eq!(faults.unwrap(), ["the sink `mail`: there is no team `suport`: did you mean `support`?"]);
}

#[test]
fn a_sink_takes_what_it_is_meant_for() {
    let email = json!({ "host": "localhost", "from": "a@example.com", "to": ["b@example.com"] });
    let made = made(
        json!([
            { "name": "all", "email": email },
            { "name": "sales", "teams": ["sales"], "email": email },
            { "name": "other", "tenants": ["sonrisa"], "email": email },
            { "name": "urgent", "from_priority": "urgent", "email": email },
        ]),
        None,
    )
    .unwrap();
    let takes = |notice: &Notice| -> Vec<String> {
        let taking = made.iter().filter(|sink| sink.takes(notice));
        taking.map(|sink| sink.name().to_owned()).collect()
    };
    assert_eq!(takes(&notice()), ["all", "urgent"]);
    let calm = Notice { priority: Priority::Normal, team: "sales".to_owned(), ..notice() };
    assert_eq!(takes(&calm), ["all", "sales"]);
}

#[test]
fn what_is_wrong_with_sinks_is_told_at_once_with_its_cure() {
    let email = json!({ "host": "localhost", "from": "nobody", "to": ["b@example.com"] });
    let faults = made(
        json!([
            { "name": "a" },
            { "name": "a", "email": email },
            { "name": "b", "matrix": { "base_url": "matrix", "token": "TOKEN", "room": "!a:b" } },
            { "name": "c", "webhook": { "url": "https://example.com", "secret": "MISSING" } },
        ]),
        None,
    )
    .err()
    .unwrap();
    insta::assert_snapshot!(faults.join("\n"));
}
