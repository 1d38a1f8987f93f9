//! One connection, without a socket.

use std::sync::Mutex;

use proptest::prelude::*;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split},
    task::JoinHandle,
};
use turno_core::{Channel, ConversationKey};
use turno_runtime::{Delivery, Incoming, Outgoing, OutgoingBody, Refused};

use super::*;
use crate::{GatewayLimits, GatewayOptions, Intake, Tokens};

const HELLO: &str = r#"{"type":"hello","protocol":1,"gateway":"demo","channel":"whatsapp"}"#;
const TURN: &str = r#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","text":"hola"}"#;

#[tokio::test(start_paused = true)]
async fn who_does_not_say_hello_is_closed() {
    let mut end = connect(GatewayLimits::default(), 65_536);
    end.send(r#"{"type":"hello"}"#).await;
    assert!(end.line().await.unwrap().contains("invalid_frame"));
    insta::assert_snapshot!(end.line().await.unwrap(), @r#"{"type":"error","code":"hello_timeout","message":"no hello came: send it right after connecting"}"#);
    assert_eq!(end.line().await, None);
    drop(end.client);
    end.ended.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn too_many_turns_are_told_when_to_come_again() {
    let mut end = connect(GatewayLimits::default(), 65_536);
    end.send(HELLO).await;
    end.line().await.unwrap();
    for _ in 0..21 {
        end.send(TURN).await;
    }
    insta::assert_snapshot!(end.line().await.unwrap(), @r#"{"type":"error","code":"rate_limited","message":"too many turns a second in this conversation: send it again in 100 ms","frame":22,"conversation":"c-1","tenant":"terraza","turn":"t-1","retry_after_ms":100}"#);
    assert_eq!(end.intake.taken.lock().unwrap().len(), 20);
    tokio::time::advance(Duration::from_millis(100)).await;
    end.send(TURN).await;
    end.send("?").await;
    assert!(end.line().await.unwrap().contains("not_json"));
    assert_eq!(end.intake.taken.lock().unwrap().len(), 21);
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_ids_that_nobody_has_is_refused_and_says_when_to_come_again() {
    let limits = GatewayLimits { turns_per_second_tenant: 50, ..GatewayLimits::default() };
    let mut end = connect(limits, 65_536);
    end.send(HELLO).await;
    end.line().await.unwrap();
    let frames = ["ack", "interrupt", "close", "journal"].map(|kind| {
        format!(r#"{{"type":"{kind}","tenant":"terraza","conversation":"x-NUMBER","seq":1,"heard":"","conversations":{{"x-NUMBER":1}}}}"#)
    });
    for number in 0..1_000 {
        let frame = frames[number % frames.len()].replace("NUMBER", &number.to_string());
        end.send(&frame).await;
        if number >= 900 {
            let refused = end.line().await.unwrap();
            assert!(refused.contains("rate_limited") && refused.contains("retry_after_ms"), "{refused}");
        } else {
            // Whatever is answered has been read before the next is sent.
            tokio::task::yield_now().await;
            let _told = timeout(Duration::ZERO, end.line()).await;
        }
    }
    let taken = end.intake.taken.lock().unwrap().len();
    assert!((50..=200).contains(&taken), "{taken}");
    // Turns of the same tenant have a rate of their own.
    end.send(TURN).await;
    end.send("?").await;
    assert!(end.line().await.unwrap().contains("not_json"));
    assert!(matches!(end.intake.taken.lock().unwrap().last().unwrap().incoming, Incoming::Turn(_)));
}

#[tokio::test(start_paused = true)]
async fn a_gateway_that_comes_back_resumes_more_than_the_rate_and_loses_none() {
    let limits = GatewayLimits { turns_per_second_tenant: 50, ..GatewayLimits::default() };
    let mut end = connect(limits, 65_536);
    end.send(HELLO).await;
    end.line().await.unwrap();
    let conversations: std::collections::BTreeMap<String, u64> =
        (0..600).map(|number| (format!("c-{number}"), 1)).collect();
    let resume = serde_json::json!({"type": "resume", "tenant": "terraza", "conversations": conversations});
    end.send(&resume.to_string()).await;
    end.send("?").await;
    assert!(end.line().await.unwrap().contains("not_json"), "none is refused");
    assert_eq!(end.intake.taken.lock().unwrap().len(), 600);
}

#[tokio::test(start_paused = true)]
async fn one_connection_is_read_at_a_pace_and_nothing_is_lost() {
    let limits = GatewayLimits {
        turns_per_second_tenant: 1,
        frames_per_second_connection: 100,
        ..GatewayLimits::default()
    };
    let mut end = connect(limits, 1_048_576);
    end.send(HELLO).await;
    end.line().await.unwrap();
    let before = tokio::time::Instant::now();
    end.send(&["?"; 1_000].join("\n")).await;
    for _ in 0..1_000 {
        assert!(end.line().await.unwrap().contains("not_json"));
    }
    let took = before.elapsed();
    assert!(took > Duration::from_secs(7) && took < Duration::from_secs(12), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn who_reads_nothing_for_the_write_timeout_is_closed() {
    let mut end = connect(GatewayLimits::default(), 1_024);
    end.send(HELLO).await;
    end.send(TURN).await;
    let link = end.intake.link().await;
    for seq in 0..20 {
        assert!(link.send(frame(seq)));
    }
    // Not one byte is read: the write times out, and the connection lets go of its link.
    end.ended.await.unwrap();
    assert!(!link.send(frame(21)));
}

#[tokio::test(start_paused = true)]
async fn where_frames_come_faster_than_they_are_read_no_gap_is_written() {
    let limits = GatewayLimits { queue_frames: 8, ..GatewayLimits::default() };
    let mut end = connect(limits, 65_536);
    end.send(HELLO).await;
    end.line().await.unwrap();
    end.send(TURN).await;
    let link = end.intake.link().await;
    let queued = (1..=20).filter(|&seq| link.send(frame(seq))).count();
    assert_eq!(queued, 8);
    let mut lines = Vec::new();
    while let Some(line) = end.line().await {
        lines.push(line);
    }
    let last = lines.pop().unwrap();
    assert!(last.contains("slow_reader"), "{last}");
    for (index, line) in lines.iter().enumerate() {
        assert!(line.contains(&format!(r#""seq":{},"#, index + 1)), "{line}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_stalls_nobody_else() {
    let intake = Arc::new(Holding::default());
    let mut slow = connect_to(Arc::clone(&intake), GatewayLimits::default(), 256);
    slow.send(HELLO).await;
    slow.send(TURN).await;
    let link = intake.link().await;
    for seq in 0..20 {
        link.send(frame(seq));
    }
    let mut other = connect_to(intake, GatewayLimits::default(), 65_536);
    other.send(HELLO).await;
    assert!(other.line().await.unwrap().contains("welcome"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_the_caller_is_no_turn_is_lost(caller in prop_oneof![".*", "[+0-9a-z \u{0}-\u{20}]{0,40}", "\\+[0-9]{1,16}"]) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let mut end = connect(GatewayLimits::default(), 1_048_576);
            end.send(HELLO).await;
            let mut turn: serde_json::Value = serde_json::from_str(TURN).unwrap();
            turn["caller"] = serde_json::Value::from(caller.as_str());
            end.send(&turn.to_string()).await;
            end.send("?").await;
            assert!(end.line().await.unwrap().contains("welcome"));
            assert!(end.line().await.unwrap().contains("not_json"), "the turn was refused");
            let taken = end.intake.taken.lock().unwrap();
            assert!(matches!(&taken[..], [Delivery { incoming: Incoming::Turn(_), .. }]), "{taken:?}");
        });
    }

    #[test]
    fn before_the_hello_any_bytes_end_the_connection(bytes in prop::collection::vec(any::<u8>(), 1..600)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let mut end = connect(GatewayLimits::default(), 1_048_576);
            let _may_be_closed = end.client.write_all(&bytes).await;
            let _may_be_closed = end.client.write_all(format!("x\n{HELLO}\n{TURN}\n").as_bytes()).await;
            let told = end.line().await.expect("it is told why");
            assert!(told.contains("hello_required"), "{told}");
            assert_eq!(end.line().await, None);
            assert!(end.intake.taken.lock().unwrap().is_empty());
        });
    }

    #[test]
    fn no_bytes_end_a_connection(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let mut end = connect(GatewayLimits { frame_bytes: 200, ..GatewayLimits::default() }, 1_048_576);
            end.send(HELLO).await;
            end.client.write_all(&bytes).await.unwrap();
            // The newline ends whatever line the bytes had begun.
            end.send("\n{\"type\":\"nothing\"}").await;
            while !end.line().await.expect("the connection has ended").contains("unknown_type") {}
        });
    }
}

/// Conversations that keep the link and say nothing by themselves.
#[derive(Default)]
struct Holding {
    taken: Mutex<Vec<Delivery>>,
}

impl Holding {
    async fn link(&self) -> Link {
        loop {
            if let Some(delivery) = self.taken.lock().unwrap().last() {
                return delivery.link.clone();
            }
            tokio::task::yield_now().await;
        }
    }
}

impl Intake for Holding {
    fn deliver(&self, delivery: Delivery) -> Result<(), Refused> {
        self.taken.lock().unwrap().push(delivery);
        Ok(())
    }
}

struct TestEnd {
    client: BufReader<DuplexStream>,
    intake: Arc<Holding>,
    ended: JoinHandle<()>,
}

impl TestEnd {
    async fn send(&mut self, line: &str) {
        self.client.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        // The clock is paused: where nothing comes any more, this is over at once.
        let reading = timeout(Duration::from_secs(120), self.client.read_line(&mut line));
        let count = reading.await.expect("no line comes").unwrap();
        (count > 0).then(|| line.trim_end().to_owned())
    }
}

fn connect(limits: GatewayLimits, pipe_bytes: usize) -> TestEnd {
    connect_to(Arc::default(), limits, pipe_bytes)
}

fn connect_to(intake: Arc<Holding>, limits: GatewayLimits, pipe_bytes: usize) -> TestEnd {
    let (client, server) = duplex(pipe_bytes);
    let options = GatewayOptions {
        listen: std::net::SocketAddr::from(([127, 0, 0, 1], 0)),
        socket: None,
        tokens: Tokens::default(),
        limits,
    };
    let shared = Arc::new(Shared::new(options, Arc::clone(&intake) as Arc<dyn Intake>));
    let (reader, writer) = split(server);
    let peer = Peer { name: "test".to_owned(), origin: Origin::Socket };
    let visit = shared.doors.knock(peer.origin).unwrap();
    let ended = tokio::spawn(serve(shared, reader, writer, peer, visit, CancellationToken::new()));
    TestEnd { client: BufReader::new(client), intake, ended }
}

fn frame(seq: u64) -> Outgoing {
    let key = ConversationKey::new("terraza", Channel::Whatsapp, "c-1").unwrap();
    Outgoing { key, body: OutgoingBody::Closed { seq, reason: "x".repeat(100) } }
}
