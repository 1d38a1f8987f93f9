//! The kitchen's own system, over HTTP: what it is asked waits until the test answers it, or never does.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    sync::mpsc::{Receiver, Sender, channel},
    time::Duration,
};

use serde_json::Value;

/// A test that waits for what never comes fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(30);

/// A system that does not listen yet, though its address is taken.
pub struct Closed {
    socket: tokio::net::TcpSocket,
    pub address: String,
}

impl Closed {
    pub fn new() -> Self {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = socket.local_addr().unwrap().to_string();
        Self { socket, address }
    }

    pub fn open(self) -> Kitchen {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        let listener = runtime.block_on(async { self.socket.listen(64).unwrap().into_std().unwrap() });
        listener.set_nonblocking(false).unwrap();
        let (orders, asked) = channel();
        let (notices, told) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                take(stream.unwrap(), &orders, &notices);
            }
        });
        Kitchen { address: self.address, asked, told }
    }
}

pub struct Kitchen {
    pub address: String,
    asked: Receiver<Order>,
    told: Receiver<Value>,
}

impl Kitchen {
    pub fn new() -> Self {
        Closed::new().open()
    }

    /// The next order.
    pub fn next(&self) -> Order {
        self.asked.recv_timeout(PATIENCE).expect("nothing was ordered")
    }

    /// Orders that came and were not looked at.
    pub fn rest(&self) -> Vec<Order> {
        self.asked.try_iter().collect()
    }

    /// The next notice to the team.
    pub fn notice(&self) -> Value {
        self.told.recv_timeout(PATIENCE).expect("the team was not told")
    }
}

/// An order that waits for its answer. Dropped it has none.
pub struct Order {
    stream: TcpStream,
    pub key: String,
    pub body: Value,
}

impl Order {
    /// True where the answer went out whole.
    pub fn answer(mut self, status: &str, body: &str) -> bool {
        let length = body.len();
        let head = format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}");
        write!(self.stream, "{head}\r\nConnection: close\r\n\r\n{body}").is_ok()
    }
}

fn take(mut stream: TcpStream, orders: &Sender<Order>, notices: &Sender<Value>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        match reader.read_line(&mut line) {
            // Who asks was killed.
            Ok(0) | Err(_) => return,
            Ok(_) if line.trim().is_empty() => break,
            Ok(_) => lines.push(line.trim().to_owned()),
        }
    }
    let header = |name: &str| {
        let found = lines.iter().filter_map(|line| line.split_once(':'));
        let mut found = found.filter(|(known, _)| known.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.trim().to_owned())
    };
    let length = header("content-length").map_or(0, |text| text.parse().unwrap());
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let body = serde_json::from_slice(&body).unwrap();
    if lines[0].starts_with("POST /notices ") {
        let answered = write!(stream, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        let _gone = answered.and_then(|()| notices.send(body).map_err(std::io::Error::other));
        return;
    }
    let key = header("idempotency-key").expect("an order has its key");
    let _gone = orders.send(Order { stream, key, body });
}
