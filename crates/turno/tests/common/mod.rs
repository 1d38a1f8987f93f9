//! A daemon in a process of its own, and a gateway that talks to it.
#![allow(dead_code, reason = "each test file uses its part of this")]

pub mod books;
#[path = "../../../../tests/shared/dice.rs"]
pub mod dice;
pub mod load;
pub mod service;
pub mod talk;

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Output, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

pub fn turno(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turno")).args(arguments).current_dir(root()).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A daemon on the demo businesses; killed when it is dropped.
pub struct Daemon {
    pub child: Child,
    pub address: String,
    out: BufReader<ChildStdout>,
}

impl Daemon {
    pub fn start(data: &Path) -> Self {
        Self::start_with(&root().join("config/turno.toml"), data)
    }

    /// With another configuration.
    pub fn start_with(config: &Path, data: &Path) -> Self {
        Self::start_as("", config, data, "error", Stdio::inherit())
    }

    /// After a command of the shell that sets a limit.
    pub fn start_under(limit: &str, config: &Path, data: &Path) -> Self {
        Self::start_as(limit, config, data, "error", Stdio::inherit())
    }

    /// With a log that says so much, written there.
    pub fn start_as(limit: &str, config: &Path, data: &Path, log: &str, errors: Stdio) -> Self {
        // A write beyond a limit of files' sizes is an error, as a disk's are, and no signal.
        let script = format!("trap '' XFSZ; {limit}\nexec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_turno")])
            .args(["serve", "--json", "--listen", "127.0.0.1:0", "--config"])
            .arg(config)
            .arg("--data")
            .arg(data)
            .current_dir(root())
            .env("TURNO_LOG", log)
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let announced: Value = serde_json::from_str(&line).expect("the daemon says where it listens");
        let address = announced["listening"].as_str().unwrap().to_owned();
        Self { child, address, out }
    }

    pub fn connect(&self) -> Gateway {
        Gateway::connect(&self.address, "whatsapp")
    }

    /// As `kill -9`: no drain, no goodbye.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// From now on writes beyond so many bytes of a file fail, or none does.
    pub fn limit_files(&self, bytes: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let pid = Pid::from_child(&self.child);
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Some(pid), Resource::Fsize, limit).unwrap();
    }

    /// Waits until it ends by itself; gives the exit code.
    pub fn wait(&mut self, limit: Duration) -> Option<i32> {
        let began = std::time::Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(began.elapsed() < limit, "it still runs after {limit:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// As Ctrl-C; gives the exit code.
    pub fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// A gateway's end of the socket.
pub struct Gateway {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Gateway {
    pub fn connect(address: &str, channel: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        // A test that waits for what never comes fails instead of hanging.
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap());
        let mut gateway = Self { stream, lines };
        gateway.send(&json!({ "type": "hello", "protocol": 1, "gateway": "test", "channel": channel }));
        assert_eq!(gateway.next()["type"], "welcome");
        gateway
    }

    /// The same; none where it is turned away.
    pub fn try_connect(address: &str, channel: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let hello = json!({ "type": "hello", "protocol": 1, "gateway": "test", "channel": channel });
        (&stream).write_all(format!("{hello}\n").as_bytes()).ok()?;
        let mut lines = BufReader::new(stream.try_clone().ok()?);
        let mut line = String::new();
        lines.read_line(&mut line).ok()?;
        line.contains("\"welcome\"").then_some(Self { stream, lines })
    }

    pub fn send(&mut self, frame: &Value) {
        self.send_line(&frame.to_string());
    }

    pub fn send_line(&mut self, line: &str) {
        self.stream.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    pub fn next(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    pub fn turn(&mut self, conversation: &str, turn: &str, text: &str) {
        self.send(&json!({
            "type": "turn", "conversation": conversation, "turn": turn, "tenant": "terraza",
            "caller": "+525512345678", "text": text,
        }));
    }

    /// The same turn in the conversations of those numbers, in one piece.
    pub fn turns(&mut self, conversations: std::ops::Range<u32>, turn: &str, text: &str) {
        let frames = conversations.map(|number| {
            json!({
                "type": "turn", "conversation": format!("c-{number}"), "turn": turn, "tenant": "terraza",
                "caller": "+525512345678", "text": text,
            })
            .to_string()
        });
        let lines: Vec<String> = frames.collect();
        self.send_line(&lines.join("\n"));
    }

    /// Says something to another business and gives the reply.
    pub fn say_to(&mut self, tenant: &str, conversation: &str, turn: &str, text: &str) -> Value {
        self.send(&json!({
            "type": "turn", "conversation": conversation, "turn": turn, "tenant": tenant,
            "caller": "+525512345678", "text": text,
        }));
        let reply = self.next();
        assert_eq!((&reply["type"], &reply["turn"]), (&json!("reply"), &json!(turn)), "{reply}");
        reply
    }

    /// Says something to another business and gives the reply, whatever comes before it.
    pub fn say_through(&mut self, tenant: &str, conversation: &str, turn: &str, text: &str) -> Value {
        self.send(&json!({
            "type": "turn", "conversation": conversation, "turn": turn, "tenant": tenant,
            "caller": "+525512345678", "text": text,
        }));
        loop {
            let frame = self.next();
            if frame["type"] != "progress" {
                return frame;
            }
        }
    }

    /// Says something and gives the reply.
    pub fn say(&mut self, conversation: &str, turn: &str, text: &str) -> Value {
        self.turn(conversation, turn, text);
        let mut reply = self.next();
        while reply["type"] == "progress" {
            reply = self.next();
        }
        assert_eq!((&reply["type"], &reply["turn"]), (&json!("reply"), &json!(turn)), "{reply}");
        reply
    }

    /// Brings a conversation to the question for a table for 4, in three days, at 8.
    pub fn reach_the_question(&mut self, conversation: &str) -> Value {
        self.say(conversation, "q-1", "quiero reservar para dentro de 3 días a las 8 de la noche, somos 4");
        let reply = self.say(conversation, "q-2", "a nombre de Juan");
        assert_eq!(reply["awaiting"], "confirmation", "{reply}");
        assert!(reply["expires_at"].is_string(), "{reply}");
        reply
    }
}

/// The code that a reply names.
pub fn code_in(reply: &Value) -> Option<String> {
    let text = reply["text"].as_str()?;
    let at = text.find("RES-")?;
    Some(text[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect())
}
