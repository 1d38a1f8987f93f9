//! A gateway's end of a connection, and conversations that answer from a script.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail as tests do")]
#![allow(dead_code, reason = "each test file uses its own part of it")]

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpStream, UnixStream},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;
use turno_core::{Awaiting, Input, Reply, TurnId};
use turno_gateway::{GatewayLimits, GatewayOptions, GatewayServer, Intake, Tokens};
use turno_runtime::{Delivery, Incoming, Outgoing, OutgoingBody, Refused};

/// Says what comes of a delivery.
pub(crate) type Script = Box<dyn FnMut(&Delivery) -> Result<Vec<OutgoingBody>, Refused> + Send>;

/// Conversations that answer from a script, and remember what they were given.
pub(crate) struct Scripted {
    script: Mutex<Script>,
    pub(crate) taken: Mutex<Vec<(String, Incoming)>>,
}

impl Scripted {
    pub(crate) fn new(
        script: impl FnMut(&Delivery) -> Result<Vec<OutgoingBody>, Refused> + Send + 'static,
    ) -> Arc<Self> {
        Arc::new(Self { script: Mutex::new(Box::new(script)), taken: Mutex::default() })
    }

    /// Repeats every turn's text, as the first reply.
    pub(crate) fn echo() -> Arc<Self> {
        Self::new(|delivery| Ok(echo_of(delivery).into_iter().collect()))
    }

    /// The latest delivery.
    pub(crate) fn last(&self) -> (String, Incoming) {
        self.taken.lock().unwrap().last().cloned().unwrap()
    }
}

impl Intake for Scripted {
    fn deliver(&self, delivery: Delivery) -> Result<(), Refused> {
        let bodies = self.script.lock().unwrap()(&delivery)?;
        self.taken.lock().unwrap().push((delivery.key.to_string(), delivery.incoming.clone()));
        for body in bodies {
            delivery.link.send(Outgoing { key: delivery.key.clone(), body });
        }
        Ok(())
    }
}

pub(crate) fn echo_of(delivery: &Delivery) -> Option<OutgoingBody> {
    let Incoming::Turn(turn) = &delivery.incoming else {
        return None;
    };
    let text = match &turn.input {
        Input::Text(text) => text.clone(),
        Input::Choice(choice) => format!("choice {choice}"),
        Input::Dtmf(keys) => format!("dtmf {keys}"),
        other @ (Input::Media(_) | Input::Location(_) | Input::Contact(_)) => format!("{other:?}"),
    };
    Some(reply(1, turn.turn.as_str(), &text))
}

pub(crate) fn reply(seq: u64, turn: &str, text: &str) -> OutgoingBody {
    OutgoingBody::Reply(reply_to(seq, turn, text))
}

pub(crate) fn reply_to(seq: u64, turn: &str, text: &str) -> Reply {
    Reply {
        seq,
        turn: Some(TurnId::new(turn).unwrap()),
        text: text.to_owned(),
        speech: text.to_owned(),
        language: None,
        awaiting: Awaiting::Nothing,
        choices: Vec::new(),
        expires_at: None,
    }
}

/// A server on a free port, and the way to stop it.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) cancel: CancellationToken,
    pub(crate) ended: JoinHandle<()>,
}

pub(crate) fn options() -> GatewayOptions {
    GatewayOptions {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        socket: None,
        tokens: Tokens::default(),
        limits: GatewayLimits::default(),
    }
}

pub(crate) async fn start(options: GatewayOptions, intake: Arc<dyn Intake>) -> Running {
    let server = GatewayServer::bind(options, intake).await.unwrap();
    let address = server.address();
    let cancel = CancellationToken::new();
    let ended = tokio::spawn(server.run(cancel.clone()));
    Running { address, cancel, ended }
}

/// A gateway's end.
pub(crate) struct Client<S> {
    stream: BufReader<S>,
}

pub(crate) async fn connect(address: SocketAddr) -> Client<TcpStream> {
    Client { stream: BufReader::new(TcpStream::connect(address).await.unwrap()) }
}

pub(crate) async fn connect_unix(path: &std::path::Path) -> Client<UnixStream> {
    Client { stream: BufReader::new(UnixStream::connect(path).await.unwrap()) }
}

pub(crate) const HELLO: &str = r#"{"type":"hello","protocol":1,"gateway":"demo","channel":"whatsapp"}"#;

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream: BufReader::new(stream) }
    }

    pub(crate) async fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes()).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// The next line without its newline; none where the connection has ended.
    pub(crate) async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let reading =
            tokio::time::timeout(std::time::Duration::from_secs(20), self.stream.read_line(&mut line));
        let count = reading.await.expect("no line comes").unwrap_or(0);
        (count > 0).then(|| line.trim_end().to_owned())
    }

    /// So many lines.
    pub(crate) async fn lines(&mut self, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..count {
            lines.extend(self.line().await);
        }
        lines
    }

    /// All that come before it is quiet for a while; for blessing only, since time decides.
    pub(crate) async fn lines_until_quiet(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Ok(Some(line)) =
            tokio::time::timeout(std::time::Duration::from_millis(500), self.line()).await
        {
            lines.push(line);
        }
        lines
    }

    pub(crate) async fn frame(&mut self) -> Value {
        serde_json::from_str(&self.line().await.expect("the connection has ended")).unwrap()
    }

    /// Sends a line and gives back the line that answers it.
    pub(crate) async fn ask(&mut self, line: &str) -> String {
        self.send(line).await;
        self.line().await.expect("the connection has ended")
    }

    pub(crate) async fn greet(&mut self) {
        let welcome = self.ask(HELLO).await;
        assert!(welcome.contains("welcome"), "{welcome}");
    }

    pub(crate) async fn shut_down(&mut self) {
        self.stream.shutdown().await.unwrap();
    }
}
