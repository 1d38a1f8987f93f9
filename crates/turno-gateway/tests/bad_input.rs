//! What a gateway is told about a frame that is not right, and that it is told and no more: the connection goes on.

mod common;

use common::{Client, HELLO, Scripted, connect, options, start};
use tokio::net::TcpStream;
use turno_core::Input;
use turno_gateway::Tokens;
use turno_runtime::{Incoming, Refused};

const TURN: &str = r#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","text":"hola"}"#;

/// Sends each line, and tells what answered it; then a turn must still be answered.
async fn told(client: &mut Client<TcpStream>, lines: &[&[u8]]) -> String {
    let mut told = String::new();
    for line in lines {
        client.send_bytes(line).await;
        client.send_bytes(b"\n").await;
        told.push_str(&client.lines(1).await.concat());
        told.push('\n');
    }
    let reply = client.ask(TURN).await;
    assert!(reply.contains(r#""type":"reply""#), "the connection does not go on: {reply}");
    told
}

#[tokio::test]
async fn each_bad_line_gets_its_code() {
    let server = start(options(), Scripted::echo()).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    let long_line = vec![b'x'; 70_000];
    let told = told(
        &mut client,
        &[
            b"hola",
            b"{\"type\":\"turn\",",
            b"[]",
            b"\xff\xfe",
            &long_line,
            br#"{"type":"trun","conversation":"c-1"}"#,
            br#"{"conversation":"c-1"}"#,
            br#"{"type":"turn","conversation":"c-1","tenant":"terraza","text":"hola"}"#,
            br#"{"type":"turn","conversation":"c-1","turn":7,"tenant":"terraza","text":"hola"}"#,
            br#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza"}"#,
            br#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","text":"1","dtmf":"1"}"#,
            br#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","dtmf":"uno"}"#,
            br#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","choice":""}"#,
            br#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","text":"hola","sent_at":"ayer"}"#,
            br#"{"type":"turn","conversation":"c\u0000","turn":"t-1","tenant":"terraza","text":"hola"}"#,
            br#"{"type":"turn","conversation":"c-1","turn":"","tenant":"terraza","text":"hola"}"#,
            br#"{"type":"ack","conversation":"c-1","seq":"3"}"#,
            br#"{"type":"interrupt","conversation":"c-1","tenant":"terraza"}"#,
            br#"{"type":"resume","tenant":"terraza","conversations":["c-1"]}"#,
            br#"{"type":"close","conversation":"c-1"}"#,
            br#"{"type":"hello","protocol":1,"gateway":"demo","channel":"voice"}"#,
        ],
    )
    .await;
    insta::assert_snapshot!(told);
}

#[tokio::test]
async fn a_wrong_hello_is_told_and_may_be_put_right_a_few_times() {
    let server = start(options(), Scripted::echo()).await;
    let mut client = connect(server.address).await;
    let mut told = String::new();
    for line in [
        r#"{"type":"hello","protocol":2,"gateway":"demo","channel":"whatsapp"}"#,
        r#"{"type":"hello","protocol":1,"gateway":"demo","channel":"fax"}"#,
        r#"{"type":"hello","protocol":1,"gateway":"","channel":"voice"}"#,
        HELLO,
    ] {
        told.push_str(&client.ask(line).await);
        told.push('\n');
    }
    insta::assert_snapshot!(told, @r#"
    {"type":"error","code":"unsupported_protocol","message":"protocol 2 is not spoken here: send a hello with protocol 1","frame":1}
    {"type":"error","code":"invalid_frame","message":"the field `channel` is not right: unknown variant `fax`, expected one of `voice`, `whatsapp`, `web`, `test`","frame":2}
    {"type":"error","code":"invalid_id","message":"gateway is not valid: it must have 1 to 128 bytes and no control characters","frame":3}
    {"type":"welcome","protocol":1,"server":"turno 0.1.0","limits":{"frame_bytes":65536,"text_characters":4000,"turns_per_second":10}}
    "#);
    let mut without_end = connect(server.address).await;
    without_end.send(&[r#"{"type":"hello"}"#; 50].join("\n")).await;
    let mut told = Vec::new();
    while let Some(line) = without_end.line().await {
        told.push(line);
    }
    assert_eq!(told.len(), 9);
    assert!(told[8].contains("hello_required"), "{told:?}");
}

#[tokio::test]
async fn the_first_line_that_is_no_hello_ends_the_connection() {
    let intake = Scripted::echo();
    let server = start(options(), intake.clone()).await;
    let long_line = vec![b'x'; 5_000];
    let tls = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";
    let first_lines: [&[u8]; 12] = [
        TURN.as_bytes(),
        b"POST / HTTP/1.1",
        b"GET /index.html HTTP/1.0",
        b"PRI * HTTP/2.0",
        b"OPTIONS * HTTP/1.1\r",
        b"{}",
        b"[]",
        b"hola",
        br#"{"type":"helo"}"#,
        b"\xff\xfe",
        tls,
        &long_line,
    ];
    for first in first_lines {
        let mut client = connect(server.address).await;
        client.send_bytes(first).await;
        client.send_bytes(format!("\n{HELLO}\n{TURN}\n").as_bytes()).await;
        let told = client.line().await.expect("it is told why");
        assert!(told.contains("hello_required"), "{told}");
        assert_eq!(client.line().await, None, "after {:?}", String::from_utf8_lossy(first));
    }
    assert!(intake.taken.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_web_page_cannot_book() {
    let intake = Scripted::echo();
    let server = start(options(), intake.clone()).await;
    let body = format!("{HELLO}\n{TURN}\n{}\n", TURN.replace("hola", "sí"));
    for _ in 0..2 {
        let mut browser = connect(server.address).await;
        let request = format!(
            "POST / HTTP/1.1\r\nHost: {}\r\nOrigin: https://example.com\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
        browser.send_bytes(request.as_bytes()).await;
        let told = browser.line().await.expect("it is told why");
        assert!(told.contains("hello_required"), "{told}");
        assert_eq!(browser.line().await, None);
    }
    // Blank lines in front change nothing.
    let mut browser = connect(server.address).await;
    browser.send_bytes(format!("\r\n\r\nPOST / HTTP/1.1\r\n\r\n{body}").as_bytes()).await;
    assert!(browser.line().await.is_some_and(|line| line.contains("hello_required")));
    assert_eq!(browser.line().await, None);
    assert!(intake.taken.lock().unwrap().is_empty(), "{:?}", intake.taken.lock().unwrap());
}

#[tokio::test]
async fn no_turn_is_refused_for_its_caller() {
    let intake = Scripted::echo();
    let server = start(options(), intake.clone()).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    let long = format!("\"{}\"", "5".repeat(30_000));
    let callers = [
        "\"+525512345678\"",
        "\"anonymous\"",
        "\"unknown\"",
        "\"private\"",
        "\"\"",
        "\"8000\"",
        "\"+266696687\"",
        "\"+52 55 1234 5678\"",
        "\"sip:juan@example.com\"",
        "\"Juan\"",
        "8000",
        "525512345678",
        "true",
        "{\"phone\":\"+525512345678\"}",
        "[]",
        "null",
        "\"+5255\\u000012345678\"",
        &long,
    ];
    let mut taken = String::new();
    for (number, caller) in callers.iter().enumerate() {
        let turn =
            TURN.replace("t-1", &format!("t-{number}")).replace('}', &format!(",\"caller\":{caller}}}"));
        assert!(client.ask(&turn).await.contains(r#""type":"reply""#), "{caller}");
        let (_, Incoming::Turn(turn)) = intake.last() else { panic!("no turn") };
        taken.push_str(&format!("{:?}\n", turn.caller));
    }
    insta::assert_snapshot!(taken, @r#"
    Some("+525512345678")
    Some("anonymous")
    Some("unknown")
    Some("private")
    Some("")
    Some("8000")
    Some("+266696687")
    Some("+52 55 1234 5678")
    Some("sip:juan@example.com")
    Some("Juan")
    Some("8000")
    Some("525512345678")
    Some("true")
    Some("{\"phone\":\"+525512345678\"}")
    Some("[]")
    None
    Some("+5255?12345678")
    Some("55555555555555555555555555555555…")
    "#);
}

#[tokio::test]
async fn a_wrong_token_closes_the_connection_and_a_tenants_token_sees_that_tenant() {
    let tokens = Tokens::parse("tokens", "0123456789abcdef\nfedcba9876543210 terraza").unwrap();
    let server = start(turno_gateway::GatewayOptions { tokens, ..options() }, Scripted::echo()).await;
    let hello = |token: &str| {
        format!(r#"{{"type":"hello","protocol":1,"gateway":"demo","channel":"whatsapp","token":"{token}"}}"#)
    };

    let mut wrong = connect(server.address).await;
    // A gateway that does not wait for the welcome is told as well.
    wrong.send(&format!("{}\n{TURN}\n{TURN}", hello("0123456789abcdeX"))).await;
    insta::assert_snapshot!(wrong.line().await.unwrap(), @r#"{"type":"error","code":"unauthorized","message":"the token is missing or wrong: send one of the daemon's tokens in `token`","frame":1}"#);
    assert_eq!(wrong.line().await, None);

    let mut without = connect(server.address).await;
    assert!(without.ask(HELLO).await.contains("unauthorized"));
    assert_eq!(without.line().await, None);

    let mut bound = connect(server.address).await;
    assert!(bound.ask(&hello("fedcba9876543210")).await.contains("welcome"));
    insta::assert_snapshot!(bound.ask(&TURN.replace("terraza", "sonrisa")).await, @r#"{"type":"error","code":"forbidden","message":"this token is for the tenant \"terraza\": it cannot speak for another","frame":2,"conversation":"c-1","tenant":"sonrisa","turn":"t-1"}"#);
    assert!(bound.ask(TURN).await.contains("reply"));

    let mut full = connect(server.address).await;
    assert!(full.ask(&hello("0123456789abcdef")).await.contains("welcome"));
    assert!(full.ask(&TURN.replace("terraza", "sonrisa")).await.contains("reply"));
}

#[tokio::test]
async fn what_the_conversations_refuse_is_told_with_the_turn() {
    let mut refusals = vec![
        Refused::Stopping,
        Refused::UnknownTenant { tenant: "terrazza".to_owned(), known: "sonrisa, terraza".to_owned() },
        Refused::TooManyConversations,
        Refused::MailboxFull,
    ];
    let intake = Scripted::new(move |delivery| match refusals.pop() {
        Some(refused) => Err(refused),
        None => Ok(common::echo_of(delivery).into_iter().collect()),
    });
    let server = start(options(), intake).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    let told = told(&mut client, &[TURN.as_bytes(); 4]).await;
    insta::assert_snapshot!(told, @r#"
    {"type":"error","code":"mailbox_full","message":"too many turns are waiting in this conversation: send it again in a moment","frame":2,"conversation":"c-1","tenant":"terraza","turn":"t-1","retry_after_ms":100}
    {"type":"error","code":"too_many_conversations","message":"too many conversations are live: send it again in a moment","frame":3,"conversation":"c-1","tenant":"terraza","turn":"t-1","retry_after_ms":1000}
    {"type":"error","code":"unknown_tenant","message":"there is no tenant \"terrazza\": use one of sonrisa, terraza","frame":4,"conversation":"c-1","tenant":"terraza","turn":"t-1"}
    {"type":"error","code":"stopping","message":"the daemon is stopping: connect again in a moment","frame":5,"conversation":"c-1","tenant":"terraza","turn":"t-1"}
    "#);
}

#[tokio::test]
async fn texts_of_every_kind_are_taken_in_or_told_to_be_too_long() {
    let intake = Scripted::echo();
    let server = start(options(), intake.clone()).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    let turn = |text: &str| {
        serde_json::json!({"type": "turn", "conversation": "c-1", "turn": "t", "tenant": "terraza", "text": text})
            .to_string()
    };
    for (text, arrives) in
        [("", ""), ("🙂", "🙂"), ("a\u{7}b\nc", "ab c"), ("ñ".repeat(4_000).as_str(), &"ñ".repeat(4_000))]
    {
        client.send(&turn(text)).await;
        assert_eq!(client.frame().await["text"], arrives);
        let (_, Incoming::Turn(taken)) = intake.last() else { panic!("no turn") };
        assert_eq!(taken.input, Input::Text(arrives.to_owned()));
    }
    insta::assert_snapshot!(client.ask(&turn(&"a".repeat(10_000))).await, @r#"{"type":"error","code":"text_too_long","message":"the field `text` has 10000 characters: send at most 4000","frame":6,"conversation":"c-1","tenant":"terraza","turn":"t"}"#);
    // A part of speech is not answered; the next answer is the next turn's.
    client.send(&turn("quiero re").replace('}', r#","final":false}"#)).await;
    client.send(&turn("quiero reservar")).await;
    assert_eq!(client.frame().await["text"], "quiero reservar");
}
