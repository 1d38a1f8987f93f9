//! A server on loopback that says what it is told to, piece by piece, and misbehaves where it is told to.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};

/// What a server does about one request.
#[derive(Clone)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub steps: Vec<Step>,
}

#[derive(Clone)]
pub enum Step {
    /// Sends a piece of the body, and sees to it that it goes out alone.
    Send(Vec<u8>),
    /// Sends the same piece until nobody listens.
    SendForEver(Vec<u8>),
    /// Waits until the test says so.
    Wait(Arc<Notify>),
    /// Says nothing more until the other side goes away, and tells when it has.
    Hang,
    /// Closes in the middle of the body.
    Break,
    /// Closes as if the body were whole, which a client cannot tell.
    End,
    /// Ends the body, and waits for the next request on the same connection.
    Keep,
}

impl Reply {
    /// A streamed answer, whole.
    pub fn stream(body: &str) -> Self {
        Self::steps(vec![Step::Send(body.as_bytes().to_vec()), Step::End])
    }

    pub fn steps(steps: Vec<Step>) -> Self {
        Self {
            status: 200,
            headers: vec![("content-type", "text/event-stream; charset=utf-8".to_owned())],
            steps,
        }
    }

    pub fn refusal(status: u16, body: &str) -> Self {
        Self {
            status,
            headers: vec![("content-type", "application/json".to_owned())],
            steps: vec![Step::Send(body.as_bytes().to_vec()), Step::End],
        }
    }

    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Never a byte.
    pub fn silence() -> Self {
        Self { status: 0, headers: Vec::new(), steps: vec![Step::Hang] }
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    pub line: String,
    pub head: String,
    pub body: Value,
}

impl Request {
    /// A header's value; none where it was not sent.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

pub struct Server {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    gone: Arc<Semaphore>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    /// Answers requests with these replies, in their order; the last one for ever.
    pub async fn start(replies: Vec<Reply>) -> Self {
        Self::start_at("127.0.0.1:0", replies).await
    }

    /// The same, at an address that others know.
    pub async fn start_at(address: &str, replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let gone = Arc::new(Semaphore::new(0));
        let replies = Arc::new(Mutex::new(VecDeque::from(replies)));
        let server = Self {
            url,
            requests: Arc::clone(&requests),
            gone: Arc::clone(&gone),
            connections: Arc::default(),
        };
        let connections = Arc::clone(&server.connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream, Arc::clone(&replies), Arc::clone(&requests), Arc::clone(&gone)));
            }
        });
        server
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    pub fn last(&self) -> Request {
        self.requests().pop().unwrap()
    }

    /// How many connections were made.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Waits until the client of a reply that hangs has gone away.
    pub async fn client_gone(&self) {
        self.gone.acquire().await.unwrap().forget();
    }
}

async fn serve(
    mut stream: TcpStream,
    replies: Arc<Mutex<VecDeque<Reply>>>,
    requests: Arc<Mutex<Vec<Request>>>,
    gone: Arc<Semaphore>,
) {
    stream.set_nodelay(true).unwrap();
    while let Some(request) = read_request(&mut stream).await {
        if !serve_one(&mut stream, request, &replies, &requests, &gone).await {
            return;
        }
    }
}

/// Answers one request; whether the connection goes on.
async fn serve_one(
    stream: &mut TcpStream,
    request: Request,
    replies: &Mutex<VecDeque<Reply>>,
    requests: &Mutex<Vec<Request>>,
    gone: &Semaphore,
) -> bool {
    let reply = {
        requests.lock().unwrap().push(request);
        let mut replies = replies.lock().unwrap();
        if replies.len() > 1 { replies.pop_front().unwrap() } else { replies[0].clone() }
    };
    // A body of chunks tells a client that it was cut; one that ends with the connection does not.
    let is_chunked = reply.steps.iter().any(|step| matches!(step, Step::Break | Step::Keep));
    let keeps = reply.steps.iter().any(|step| matches!(step, Step::Keep));
    if reply.status > 0 {
        let mut head = format!("HTTP/1.1 {} Said\r\n", reply.status);
        if !keeps {
            head.push_str("connection: close\r\n");
        }
        for (name, value) in &reply.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(if is_chunked { "transfer-encoding: chunked\r\n\r\n" } else { "\r\n" });
        if stream.write_all(head.as_bytes()).await.is_err() {
            return false;
        }
    }
    for step in reply.steps {
        let is_over = match step {
            Step::Send(piece) => send(stream, &piece, is_chunked).await.is_err(),
            Step::SendForEver(piece) => {
                while send(stream, &piece, is_chunked).await.is_ok() {}
                gone.add_permits(1);
                true
            }
            Step::Wait(until) => {
                until.notified().await;
                false
            }
            Step::Hang => {
                let mut rest = [0; 64];
                while matches!(stream.read(&mut rest).await, Ok(read) if read > 0) {}
                gone.add_permits(1);
                true
            }
            Step::Keep => return stream.write_all(b"0\r\n\r\n").await.is_ok(),
            Step::Break | Step::End => true,
        };
        if is_over {
            break;
        }
    }
    false
}

async fn send(stream: &mut TcpStream, piece: &[u8], is_chunked: bool) -> std::io::Result<()> {
    if is_chunked {
        let framed = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
        stream.write_all(&framed).await?;
    } else {
        stream.write_all(piece).await?;
    }
    stream.flush().await?;
    // The reader's turn, so that pieces are met one by one.
    tokio::task::yield_now().await;
    Ok(())
}

async fn read_request(stream: &mut TcpStream) -> Option<Request> {
    let mut read = Vec::new();
    let head_bytes = loop {
        if let Some(at) = read.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(read[..head_bytes].to_vec()).unwrap();
    let mut request =
        Request { line: head.lines().next().unwrap_or_default().to_owned(), head, body: Value::Null };
    let bytes: usize = request.header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    while read.len() < head_bytes + bytes {
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    }
    request.body = serde_json::from_slice(&read[head_bytes..]).unwrap_or(Value::Null);
    Some(request)
}
