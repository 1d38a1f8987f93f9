//! A service over HTTP: it takes in one request a connection, and says what a test has it say.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
};

/// What somebody asked.
pub struct Asked {
    /// `POST /search HTTP/1.1`
    pub line: String,
    pub body: Vec<u8>,
}

/// What is answered: the status, the content type and the body.
pub type Answer = (&'static str, &'static str, String);

/// Serves until the test ends, each connection on a thread of its own. Gives the address.
pub fn serve(answer: impl Fn(Asked) -> Answer + Clone + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let answer = answer.clone();
            std::thread::spawn(move || {
                let mut stream = stream.unwrap();
                let (status, kind, body) = answer(asked_on(&stream));
                let length = body.len();
                let head = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}");
                write!(stream, "{head}\r\nConnection: close\r\n\r\n{body}").unwrap();
            });
        }
    });
    address
}

fn asked_on(stream: &TcpStream) -> Asked {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    Asked { line: first.trim().to_owned(), body }
}
