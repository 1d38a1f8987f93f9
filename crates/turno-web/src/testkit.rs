//! An HTTP server on loopback that answers as it is told, and badly where it is told so.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test says what is wrong by failing"
)]

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as it came in.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// How it asked.
    pub method: String,
    /// Path and query, as sent.
    pub target: String,
    /// Names in small letters, and values.
    pub headers: Vec<(String, String)>,
    /// What it brought.
    pub body: Vec<u8>,
}

impl Seen {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(seen, _)| seen == name).map(|(_, value)| value.as_str())
    }

    /// The body as a text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// What is done with a connection whose request was read; after the last step it is closed.
pub enum Step {
    /// These bytes are sent.
    Send(Vec<u8>),
    /// These bytes are sent again and again, until the other side has had enough.
    Flood(Vec<u8>),
    /// Nothing more is sent, and the connection stays open until the other side closes it.
    Hang,
}

/// A server that runs until it is dropped with its runtime.
pub struct TestServer {
    /// Where it listens.
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl TestServer {
    /// Listens on a free port and answers every request by the function.
    pub async fn start(answer: impl Fn(&Seen) -> Vec<Step> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (answer, kept) = (Arc::new(answer), Arc::clone(&seen));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, kept) = (Arc::clone(&answer), Arc::clone(&kept));
                tokio::spawn(async move { serve(stream, answer.as_ref(), &kept).await });
            }
        });
        Self { address, seen }
    }

    /// Answers every request alike.
    pub async fn always(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let answer = reply(status, headers, body.as_bytes());
        Self::start(move |_| vec![Step::Send(answer.clone())]).await
    }

    /// The URL of a path of it.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Everything that it was asked so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

/// An answer with its length.
pub fn reply(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n", body.len()).into_bytes();
    for (name, value) in headers {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    bytes
}

async fn serve(
    mut stream: TcpStream,
    answer: &(impl Fn(&Seen) -> Vec<Step> + ?Sized),
    kept: &Mutex<Vec<Seen>>,
) {
    let Some(request) = read_request(&mut stream).await else {
        return;
    };
    let steps = answer(&request);
    kept.lock().unwrap().push(request);
    for step in steps {
        match step {
            Step::Send(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Step::Flood(bytes) => while stream.write_all(&bytes).await.is_ok() {},
            Step::Hang => while stream.read(&mut [0; 64]).await.is_ok_and(|count| count > 0) {},
        }
    }
    let _ = stream.shutdown().await;
}

async fn read_request(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let mut seen =
        Seen { method: first.next()?.to_owned(), target: first.next()?.to_owned(), ..Seen::default() };
    seen.headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = seen.header("content-length").map_or(0, |length| length.parse().unwrap());
    while bytes.len() < head_end + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    seen.body = bytes[head_end..].to_vec();
    Some(seen)
}
