//! Connections: over TCP and a Unix-domain socket, many conversations on one, one tenant or several, and the end.

mod common;

use std::{net::SocketAddr, sync::Mutex};

use common::{Scripted, connect, connect_unix, echo_of, options, reply, start};
use turno_core::{
    Awaiting, Channel, ConfirmationId, ConversationKey, HandOff, Reply, ReplyChoice, Timestamp,
};
use turno_gateway::{BindError, GatewayLimits, GatewayOptions, GatewayServer, Tokens};
use turno_runtime::{Incoming, Link, Outgoing, OutgoingBody};

fn turn(tenant: &str, conversation: &str, turn: &str, text: &str) -> String {
    format!(
        r#"{{"type":"turn","conversation":"{conversation}","turn":"{turn}","tenant":"{tenant}","text":"{text}"}}"#
    )
}

#[tokio::test]
async fn a_unix_socket_serves_the_same_frames_to_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("turno.sock");
    let options = || GatewayOptions { socket: Some(path.clone()), ..options() };
    let server = start(options(), Scripted::echo()).await;
    let mut client = connect_unix(&path).await;
    client.greet().await;
    client.send(&turn("terraza", "c-1", "t-1", "hola")).await;
    assert_eq!(client.frame().await["text"], "hola");

    use std::os::unix::fs::PermissionsExt;
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let second = GatewayServer::bind(options(), Scripted::echo()).await.err().unwrap();
    assert!(matches!(second, BindError::SocketInUse { .. }), "{second}");

    server.cancel.cancel();
    server.ended.await.unwrap();
    assert!(!path.exists(), "the socket's file is left behind");

    // The file of a daemon that was killed is no hindrance; one that is something else is left alone.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    drop(GatewayServer::bind(options(), Scripted::echo()).await.unwrap());
    std::fs::write(&path, "notes").unwrap();
    let taken = GatewayServer::bind(options(), Scripted::echo()).await.err().unwrap();
    assert!(matches!(taken, BindError::NotASocket { .. }), "{taken}");
}

#[tokio::test]
async fn a_path_that_is_too_long_for_a_socket_is_told() {
    let long =
        GatewayOptions { socket: Some(std::path::Path::new("/tmp").join("x".repeat(200))), ..options() };
    let error = GatewayServer::bind(long, Scripted::echo()).await.err().unwrap();
    assert!(error.to_string().contains("name a shorter one"), "{error}");
}

#[tokio::test]
async fn an_address_that_others_reach_needs_tokens() {
    let open = GatewayOptions { listen: SocketAddr::from(([0, 0, 0, 0], 0)), ..options() };
    let refused = GatewayServer::bind(open.clone(), Scripted::echo()).await.err().unwrap();
    insta::assert_snapshot!(refused, @"0.0.0.0:0 can be reached from other machines, and there are no tokens: name a file of tokens with `tokens` in the configuration, or listen on 127.0.0.1");
    let tokens = Tokens::parse("tokens", "0123456789abcdef").unwrap();
    assert!(GatewayServer::bind(GatewayOptions { tokens, ..open }, Scripted::echo()).await.is_ok());
}

#[tokio::test]
async fn one_connection_carries_many_conversations_each_in_order() {
    let server = start(options(), Scripted::echo()).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    let mut lines = String::new();
    for round in 0..10 {
        for conversation in 0..50 {
            lines.push_str(&turn(
                "terraza",
                &format!("c-{conversation}"),
                &format!("t-{round}"),
                &round.to_string(),
            ));
            lines.push('\n');
        }
    }
    client.send(lines.trim_end()).await;
    let mut seen = [0_u64; 50];
    for _ in 0..500 {
        let frame = client.frame().await;
        let conversation: usize =
            frame["conversation"].as_str().unwrap().strip_prefix("c-").unwrap().parse().unwrap();
        assert_eq!(frame["text"], seen[conversation].to_string());
        seen[conversation] += 1;
    }
}

#[tokio::test]
async fn a_conversation_is_named_without_its_tenant_where_that_is_known() {
    let intake = Scripted::echo();
    let server = start(options(), intake.clone()).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    let ack = |conversation: &str| format!(r#"{{"type":"ack","conversation":"{conversation}","seq":1}}"#);

    assert!(client.ask(&ack("c-1")).await.contains("tenant_required"));
    client.ask(&turn("terraza", "c-1", "t-1", "hola")).await;
    // With one tenant so far, it is the one.
    client.send(&ack("c-9")).await;
    client.ask(&turn("sonrisa", "c-2", "t-1", "hola")).await;
    assert_eq!(
        intake.taken.lock().unwrap()[1],
        ("terraza/whatsapp/c-9".to_owned(), Incoming::Ack { seq: 1 })
    );
    // With two, it is the one that the conversation was with.
    client.send(&ack("c-1")).await;
    client.send(r#"{"type":"interrupt","conversation":"c-2","heard":"Confirmo: mesa"}"#).await;
    insta::assert_snapshot!(client.ask(&ack("c-7")).await, @r#"{"type":"error","code":"tenant_required","message":"which tenant this conversation is with is not known on this connection: add the field `tenant`","frame":8,"conversation":"c-7"}"#);
    client.send(r#"{"type":"close","conversation":"c-2","reason":"hung up"}"#).await;
    client.send(r#"{"type":"resume","tenant":"terraza","conversations":{"c-1":3,"c-7":0}}"#).await;
    client.ask(&turn("terraza", "c-1", "t-2", "hola")).await;
    let taken: Vec<String> = intake.taken.lock().unwrap()[3..8]
        .iter()
        .map(|(key, incoming)| format!("{key} {incoming:?}"))
        .collect();
    insta::assert_snapshot!(taken.join("\n"), @r#"
    terraza/whatsapp/c-1 Ack { seq: 1 }
    sonrisa/whatsapp/c-2 Interrupt { heard: "Confirmo: mesa" }
    sonrisa/whatsapp/c-2 Close { reason: "hung up" }
    terraza/whatsapp/c-1 Resume { seq: 3 }
    terraza/whatsapp/c-7 Resume { seq: 0 }
    "#);
}

#[tokio::test]
async fn every_kind_of_mail_has_its_frame() {
    let script = |delivery: &turno_runtime::Delivery| {
        let Some(OutgoingBody::Reply(echo)) = echo_of(delivery) else {
            return Ok(Vec::new());
        };
        Ok(vec![
            OutgoingBody::Reply(Reply {
                awaiting: Awaiting::Confirmation,
                choices: vec![ReplyChoice { id: "yes:1-1".to_owned(), title: "Sí".to_owned() }],
                expires_at: Some(Timestamp(1_768_934_445_000)),
                speech: "¿Es correcto?".to_owned(),
                language: Some(turno_core::Language::en()),
                ..echo.clone()
            }),
            OutgoingBody::Reply(Reply {
                seq: 2,
                turn: None,
                awaiting: Awaiting::Slot("date".to_owned()),
                ..echo.clone()
            }),
            OutgoingBody::Reply(Reply { seq: 3, awaiting: Awaiting::Person, ..echo }),
            OutgoingBody::Expired {
                seq: 4,
                confirmation: ConfirmationId("1-1".to_owned()),
                at: Timestamp(1_768_934_445_250),
            },
            OutgoingBody::HandOff(HandOff {
                seq: 5,
                to: "+525512345678".to_owned(),
                reason: "asked for a person".to_owned(),
                urgency: "medium".to_owned(),
                summary: "Mesa para 4".to_owned(),
            }),
            OutgoingBody::Closed { seq: 6, reason: "ended".to_owned() },
            OutgoingBody::Failed {
                turn: "t-1".to_owned(),
                code: "store_failed".to_owned(),
                message: "send it again".to_owned(),
            },
        ])
    };
    let server = start(options(), Scripted::new(script)).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    let mut frames = client.ask(&turn("terraza", "c-1", "t-1", "hola")).await;
    for _ in 0..6 {
        frames.push('\n');
        frames.push_str(&client.line().await.unwrap());
    }
    insta::assert_snapshot!(frames, @r#"
    {"type":"reply","conversation":"c-1","tenant":"terraza","turn":"t-1","seq":1,"text":"hola","speech":"¿Es correcto?","language":"en","awaiting":"confirmation","choices":[{"id":"yes:1-1","title":"Sí"}],"expires_at":"2026-01-20T18:40:45Z"}
    {"type":"reply","conversation":"c-1","tenant":"terraza","turn":null,"seq":2,"text":"hola","speech":"hola","awaiting":"slot:date","choices":[],"expires_at":null}
    {"type":"reply","conversation":"c-1","tenant":"terraza","turn":"t-1","seq":3,"text":"hola","speech":"hola","awaiting":"person","choices":[],"expires_at":null}
    {"type":"expired","conversation":"c-1","tenant":"terraza","seq":4,"confirmation":"1-1","at":"2026-01-20T18:40:45.25Z"}
    {"type":"handoff","conversation":"c-1","tenant":"terraza","seq":5,"to":"+525512345678","reason":"asked for a person","urgency":"medium","summary":"Mesa para 4"}
    {"type":"closed","conversation":"c-1","tenant":"terraza","seq":6,"reason":"ended"}
    {"type":"error","code":"store_failed","message":"send it again","conversation":"c-1","tenant":"terraza","turn":"t-1"}
    "#);
}

#[tokio::test]
async fn replies_still_arrive_after_the_gateway_has_stopped_sending() {
    let links: &'static Mutex<Vec<Link>> = Box::leak(Box::default());
    let (told, mut taken) = tokio::sync::mpsc::unbounded_channel();
    let intake = Scripted::new(move |delivery| {
        links.lock().unwrap().push(delivery.link.clone());
        told.send(()).unwrap();
        Ok(Vec::new())
    });
    let server = start(options(), intake).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    client.send(&turn("terraza", "c-1", "t-1", "hola")).await;
    client.shut_down().await;
    taken.recv().await.unwrap();
    let link = links.lock().unwrap().pop().unwrap();
    let key = ConversationKey::new("terraza", Channel::Whatsapp, "c-1").unwrap();
    assert!(link.send(Outgoing { key, body: reply(1, "t-1", "buenas") }));
    assert_eq!(client.frame().await["text"], "buenas");
    drop(link);
    assert_eq!(client.line().await, None);
}

#[tokio::test]
async fn a_stop_writes_what_is_queued_and_accepts_nobody() {
    let links: &'static Mutex<Vec<Link>> = Box::leak(Box::default());
    let intake = Scripted::new(move |delivery| {
        links.lock().unwrap().push(delivery.link.clone());
        Ok(echo_of(delivery).into_iter().collect())
    });
    let server = start(options(), intake).await;
    let mut client = connect(server.address).await;
    client.greet().await;
    client.ask(&turn("terraza", "c-1", "t-1", "hola")).await;

    let key = ConversationKey::new("terraza", Channel::Whatsapp, "c-1").unwrap();
    let link = links.lock().unwrap().pop().unwrap();
    assert!(link.send(Outgoing { key, body: reply(9, "t-2", "lo último") }));
    server.cancel.cancel();
    assert_eq!(client.frame().await["text"], "lo último");
    assert_eq!(client.line().await, None);
    drop(client);
    server.ended.await.unwrap();
    assert!(tokio::net::TcpStream::connect(server.address).await.is_err());
}

#[tokio::test]
async fn one_connection_too_many_is_told_and_there_is_room_again() {
    let limits = GatewayLimits { connections: 1, ..GatewayLimits::default() };
    let server = start(GatewayOptions { limits, ..options() }, Scripted::echo()).await;
    let mut first = connect(server.address).await;
    first.greet().await;
    let mut second = connect(server.address).await;
    insta::assert_snapshot!(second.ask(common::HELLO).await, @r#"{"type":"error","code":"too_many_connections","message":"too many connections are open: use one for many conversations, or come back in a moment","frame":1}"#);
    assert_eq!(second.line().await, None);
    first.shut_down().await;
    assert_eq!(first.line().await, None);
    drop(first);
    let mut tries = 0;
    loop {
        let mut third = connect(server.address).await;
        third.send(common::HELLO).await;
        if third.line().await.is_some_and(|line| line.contains("welcome")) {
            break;
        }
        tries += 1;
        assert!(tries < 1_000, "no room again");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn silent_connections_keep_no_gateway_out() {
    let limits = GatewayLimits { connections: 2, ungreeted: 4, ..GatewayLimits::default() };
    let server = start(GatewayOptions { limits, ..options() }, Scripted::echo()).await;
    let mut first = connect(server.address).await;
    first.greet().await;
    let mut silent = Vec::new();
    for _ in 0..60 {
        silent.push(connect(server.address).await);
    }
    // One closed connection after the other makes room: a gateway that was not lucky comes again.
    let mut tries = 0;
    let mut second = loop {
        let mut second = connect(server.address).await;
        second.send(common::HELLO).await;
        if second.line().await.is_some_and(|line| line.contains("welcome")) {
            break second;
        }
        tries += 1;
        assert!(tries < 50, "nobody gets in");
    };
    for client in [&mut first, &mut second] {
        assert!(client.ask(&turn("terraza", "c-1", "t-1", "hola")).await.contains("reply"));
    }
    let told = silent[0].line().await;
    assert!(told.is_none_or(|line| line.contains("too_many_connections")));
    assert_eq!(silent[0].line().await, None, "the first of them made room");
}
