//! One connection, without a socket.

use std::sync::Mutex;

use proptest::prelude::*;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split},
    task::JoinHandle,
};
use turno_core::{Channel, ConversationKey};
use turno_runtime::{Outgoing, OutgoingBody, Refused};

use super::*;
use crate::{GatewayLimits, GatewayOptions, Intake, Tokens};

const HELLO: &str = r#"{"type":"hello","protocol":1,"gateway":"demo","channel":"whatsapp"}"#;
const TURN: &str = r#"{"type":"turn","conversation":"c-1","turn":"t-1","tenant":"terraza","text":"hola"}"#;

#[tokio::test(start_paused = true)]
async fn who_does_not_say_hello_is_closed() {
    let mut end = connect(GatewayLimits::default(), 65_536);
    end.send("{}").await;
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
    let limits = GatewayLimits {
        queue_frames: 8,
        ..GatewayLimits::default()
    };
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
        self.client
            .write_all(format!("{line}\n").as_bytes())
            .await
            .unwrap();
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
    let peer = Peer {
        name: "test".to_owned(),
        is_local: true,
    };
    let ended = tokio::spawn(serve(shared, reader, writer, peer, CancellationToken::new()));
    TestEnd {
        client: BufReader::new(client),
        intake,
        ended,
    }
}

fn frame(seq: u64) -> Outgoing {
    let key = ConversationKey::new("terraza", Channel::Whatsapp, "c-1").unwrap();
    Outgoing {
        key,
        body: OutgoingBody::Closed {
            seq,
            reason: "x".repeat(100),
        },
    }
}
