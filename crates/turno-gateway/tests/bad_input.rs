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
    assert!(
        reply.contains(r#""type":"reply""#),
        "the connection does not go on: {reply}"
    );
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
            br#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","text":"hola","caller":"Juan"}"#,
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
async fn before_the_hello_there_is_only_the_hello() {
    let server = start(options(), Scripted::echo()).await;
    let mut client = connect(server.address).await;
    let mut told = String::new();
    for line in [
        TURN,
        r#"{"type":"hello","protocol":2,"gateway":"demo","channel":"whatsapp"}"#,
        r#"{"type":"hello","protocol":1,"gateway":"demo","channel":"fax"}"#,
        r#"{"type":"hello","protocol":1,"gateway":"","channel":"voice"}"#,
        HELLO,
    ] {
        told.push_str(&client.ask(line).await);
        told.push('\n');
    }
    insta::assert_snapshot!(told, @r#"
    {"type":"error","code":"hello_required","message":"nobody has said hello on this connection: send a hello frame first","frame":1,"conversation":"c-1","tenant":"terraza","turn":"t-1"}
    {"type":"error","code":"unsupported_protocol","message":"protocol 2 is not spoken here: send a hello with protocol 1","frame":2}
    {"type":"error","code":"invalid_frame","message":"the field `channel` is not right: unknown variant `fax`, expected one of `voice`, `whatsapp`, `web`, `test`","frame":3}
    {"type":"error","code":"invalid_id","message":"gateway is not valid: it must have 1 to 128 bytes and no control characters","frame":4}
    {"type":"welcome","protocol":1,"server":"turno 0.1.0","limits":{"frame_bytes":65536,"text_characters":4000,"turns_per_second":10}}
    "#);
}

#[tokio::test]
async fn a_wrong_token_closes_the_connection_and_a_tenants_token_sees_that_tenant() {
    let tokens = Tokens::parse("tokens", "0123456789abcdef\nfedcba9876543210 terraza").unwrap();
    let server = start(
        turno_gateway::GatewayOptions { tokens, ..options() },
        Scripted::echo(),
    )
    .await;
    let hello = |token: &str| {
        format!(r#"{{"type":"hello","protocol":1,"gateway":"demo","channel":"whatsapp","token":"{token}"}}"#)
    };

    let mut wrong = connect(server.address).await;
    // A gateway that does not wait for the welcome is told as well.
    wrong
        .send(&format!("{}\n{TURN}\n{TURN}", hello("0123456789abcdeX")))
        .await;
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
    assert!(
        full.ask(&TURN.replace("terraza", "sonrisa"))
            .await
            .contains("reply")
    );
}

#[tokio::test]
async fn what_the_conversations_refuse_is_told_with_the_turn() {
    let mut refusals = vec![
        Refused::Stopping,
        Refused::UnknownTenant {
            tenant: "terrazza".to_owned(),
            known: "sonrisa, terraza".to_owned(),
        },
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
    {"type":"error","code":"mailbox_full","message":"too many turns are waiting in this conversation: send it again in a moment","frame":2,"conversation":"c-1","tenant":"terraza","turn":"t-1"}
    {"type":"error","code":"too_many_conversations","message":"too many conversations are live: send it again in a moment","frame":3,"conversation":"c-1","tenant":"terraza","turn":"t-1"}
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
    for (text, arrives) in [
        ("", ""),
        ("🙂", "🙂"),
        ("a\u{7}b\nc", "ab c"),
        ("ñ".repeat(4_000).as_str(), &"ñ".repeat(4_000)),
    ] {
        client.send(&turn(text)).await;
        assert_eq!(client.frame().await["text"], arrives);
        let (_, Incoming::Turn(taken)) = intake.last() else {
            panic!("no turn")
        };
        assert_eq!(taken.input, Input::Text(arrives.to_owned()));
    }
    insta::assert_snapshot!(client.ask(&turn(&"a".repeat(10_000))).await, @r#"{"type":"error","code":"text_too_long","message":"the field `text` has 10000 characters: send at most 4000","frame":6,"conversation":"c-1","tenant":"terraza","turn":"t"}"#);
    // A part of speech is not answered; the next answer is the next turn's.
    client
        .send(&turn("quiero re").replace('}', r#","final":false}"#))
        .await;
    client.send(&turn("quiero reservar")).await;
    assert_eq!(client.frame().await["text"], "quiero reservar");
}
