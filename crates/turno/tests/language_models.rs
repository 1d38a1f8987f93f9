//! A daemon whose restaurant is answered by language models, over the wire formats of two providers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    sync::{Arc, Mutex},
};

use common::{Daemon, Gateway, root};
use serde_json::{Value, json};

/// What a provider does when it is asked.
#[derive(Debug, Clone)]
enum Thought {
    Says(&'static str),
    Calls(&'static str, Value),
    IsDown,
}

/// Both providers on one port: one speaks chat completions, the other Anthropic's Messages.
#[derive(Clone)]
struct Providers {
    address: String,
    openai: Arc<Mutex<VecDeque<Thought>>>,
    anthropic: Arc<Mutex<VecDeque<Thought>>>,
    /// What was asked: whom, and the body.
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Providers {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let providers = Self {
            address: listener.local_addr().unwrap().to_string(),
            openai: Arc::default(),
            anthropic: Arc::default(),
            asked: Arc::default(),
        };
        let serving = providers.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let serving = serving.clone();
                std::thread::spawn(move || serving.answer(stream.unwrap()));
            }
        });
        providers
    }

    fn answer(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
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
        let is_anthropic = first.contains("/v1/messages");
        let whom = if is_anthropic { "anthropic" } else { "openai" };
        self.asked
            .lock()
            .unwrap()
            .push((whom.to_owned(), serde_json::from_slice(&body).unwrap()));
        let thoughts = if is_anthropic {
            &self.anthropic
        } else {
            &self.openai
        };
        let thought = thoughts.lock().unwrap().pop_front().unwrap_or(Thought::IsDown);
        let (status, kind, text) = match (&thought, is_anthropic) {
            (Thought::IsDown, _) => (
                "500 Down",
                "application/json",
                json!({"error": {"message": "down"}}).to_string(),
            ),
            (_, true) => ("200 OK", "text/event-stream", as_anthropic(&thought)),
            (_, false) => ("200 OK", "text/event-stream", as_openai(&thought)),
        };
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
            text.len()
        )
        .unwrap();
    }

    fn asked(&self) -> Vec<(String, Value)> {
        self.asked.lock().unwrap().clone()
    }
}

fn as_openai(thought: &Thought) -> String {
    let chunk = |delta: Value, finish: Value| {
        let chunk = json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
        format!("data: {chunk}\n\n")
    };
    let said = match thought {
        Thought::Says(text) => {
            chunk(json!({"content": text}), Value::Null) + &chunk(json!({}), json!("stop"))
        }
        Thought::Calls(tool, arguments) => {
            let call = json!({"tool_calls": [{"index": 0, "id": "call_1", "type": "function",
                "function": {"name": tool, "arguments": arguments.to_string()}}]});
            chunk(call, Value::Null) + &chunk(json!({}), json!("tool_calls"))
        }
        Thought::IsDown => String::new(),
    };
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 1_000, "completion_tokens": 100, "total_tokens": 1_100}});
    format!("{said}data: {usage}\n\ndata: [DONE]\n\n")
}

fn as_anthropic(thought: &Thought) -> String {
    let event = |value: Value| format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap());
    let (block, delta, stop) = match thought {
        Thought::Says(text) => (
            json!({"type": "text", "text": ""}),
            json!({"type": "text_delta", "text": text}),
            "end_turn",
        ),
        Thought::Calls(tool, arguments) => (
            json!({"type": "tool_use", "id": "toolu_1", "name": tool, "input": {}}),
            json!({"type": "input_json_delta", "partial_json": arguments.to_string()}),
            "tool_use",
        ),
        Thought::IsDown => return String::new(),
    };
    [
        json!({"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "model": "claude",
            "content": [], "stop_reason": null, "usage": {"input_tokens": 1_000, "output_tokens": 1}}}),
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
        json!({"type": "content_block_delta", "index": 0, "delta": delta}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": null}, "usage": {"output_tokens": 100}}),
        json!({"type": "message_stop"}),
    ]
    .map(event)
    .concat()
}

fn configured(providers: &Providers, more: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("secrets")).unwrap();
    std::fs::write(folder.path().join("secrets/MODEL_KEY"), "sk-secret-123456\n").unwrap();
    let config = format!(
        r#"
        tenants = [{{ file = "{root}/config/tenants/terraza.toml", graph = "{root}/graphs/concierge.toml" }}]
        [secrets]
        folder = "secrets"
        [models]
        default = ["claude/claude-test", "gpt/gpt-test"]
        [models.providers.claude]
        speaks   = "anthropic"
        base_url = "http://{address}"
        key      = "MODEL_KEY"
        [models.providers.gpt]
        speaks   = "openai"
        base_url = "http://{address}/v1"
        key      = "MODEL_KEY"
        [models.prices."claude/claude-test"]
        input  = 3.0
        output = 15.0
        {more}
        "#,
        root = root().display(),
        address = providers.address,
    );
    let path = folder.path().join("turno.toml");
    std::fs::write(&path, config).unwrap();
    (folder, path)
}

fn table() -> Value {
    let zone = jiff::tz::TimeZone::get("America/Mexico_City").unwrap();
    let today = jiff::Timestamp::now().to_zoned_datetime(zone).date();
    let date = today.checked_add(jiff::Span::new().days(3)).unwrap().to_string();
    json!({ "date": date, "time": "20:00", "party_size": 4, "customer_name": "Juan", "customer_phone": "+525512345678" })
}

fn say(gateway: &mut Gateway, turn: &str, text: &str) -> Value {
    gateway.turn("c-1", turn, text);
    std::iter::repeat_with(|| gateway.next())
        .find(|frame| frame["type"] == "reply" && frame["turn"] == turn)
        .unwrap()
}

#[test]
fn a_talk_that_begins_with_one_provider_and_ends_with_another_books_once() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    let thoughts = [
        Thought::Says("Con gusto. ¿A nombre de quién?"),
        Thought::Calls("create_reservation", table()),
    ];
    providers.anthropic.lock().unwrap().extend(thoughts);
    assert_eq!(
        say(&mut gateway, "t-1", "quiero una mesa para 4 en tres días a las 8")["text"],
        "Con gusto. ¿A nombre de quién?"
    );
    let question = say(&mut gateway, "t-2", "Juan");
    assert_eq!(question["awaiting"], "confirmation", "{question}");
    assert!(
        question["text"]
            .as_str()
            .unwrap()
            .starts_with("Confirmo: mesa para 4 personas"),
        "{question}"
    );
    // From here on the first is down. The daemon is killed and comes back as well.
    daemon.kill();
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    providers
        .openai
        .lock()
        .unwrap()
        .push_back(Thought::Says("Listo, su mesa quedó reservada."));
    assert_eq!(
        say(&mut gateway, "t-3", "sí")["text"],
        "Listo, su mesa quedó reservada."
    );
    let (whom, body) = providers.asked().last().unwrap().clone();
    assert_eq!(whom, "openai");
    let results: Vec<&Value> = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|message| message["role"] == "tool")
        .collect();
    assert_eq!(results.len(), 1, "{body}");
    let result = results[0]["content"].as_str().unwrap();
    assert!(result.contains("RES-"), "{result}");
    // The model that says it again does not do it again.
    let again = [
        Thought::Calls("create_reservation", table()),
        Thought::Says("Ya la tiene."),
    ];
    providers.openai.lock().unwrap().extend(again);
    assert_eq!(say(&mut gateway, "t-4", "resérvela")["text"], "Ya la tiene.");
    daemon.kill();
    let data = folder.path().join("data");
    let log = common::turno(&[
        "tools",
        "log",
        "--tenant",
        "terraza",
        "--json",
        "--config",
        config.to_str().unwrap(),
        "--data",
        data.to_str().unwrap(),
    ]);
    let log = common::stdout(&log);
    assert_eq!(log.matches("\"create_reservation\"").count(), 1, "{log}");
}

#[test]
fn without_any_provider_the_rules_answer_and_a_yes_is_told_all_the_same() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    let reply = say(&mut gateway, "t-1", "buenas tardes");
    assert!(
        reply["text"]
            .as_str()
            .unwrap()
            .starts_with("En este momento no puedo"),
        "{reply}"
    );
    providers
        .anthropic
        .lock()
        .unwrap()
        .push_back(Thought::Calls("create_reservation", table()));
    assert_eq!(
        say(&mut gateway, "t-2", "una mesa, por favor")["awaiting"],
        "confirmation"
    );
    let done = say(&mut gateway, "t-3", "sí");
    assert!(done["text"].as_str().unwrap().contains("RES-"), "{done}");
}

#[test]
fn past_its_budget_a_conversation_is_answered_by_the_rules() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "[models.budget]\nconversation_dollars = 0.004");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    providers
        .anthropic
        .lock()
        .unwrap()
        .push_back(Thought::Says("Buenas tardes."));
    providers.openai.lock().unwrap().push_back(Thought::Says("¿Sí?"));
    assert_eq!(say(&mut gateway, "t-1", "hola")["text"], "Buenas tardes.");
    // 1,000 tokens at 3 dollars a million, and 100 at 15: 4,500 millionths.
    let reply = say(&mut gateway, "t-2", "una duda");
    assert!(
        reply["text"]
            .as_str()
            .unwrap()
            .starts_with("En este momento no puedo"),
        "{reply}"
    );
    assert_eq!(providers.asked().len(), 1);
}

#[test]
fn what_was_recorded_answers_without_a_provider() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let recording = std::fs::read_to_string(&config).unwrap();
    let cassette = folder.path().join("talk.cassette.jsonl");
    let with = |line: &str| recording.replacen("[models]\n", &format!("[models]\n{line}\n"), 1);
    std::fs::write(&config, with("record = \"talk.cassette.jsonl\"")).unwrap();
    providers
        .anthropic
        .lock()
        .unwrap()
        .push_back(Thought::Says("Buenas tardes."));
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    assert_eq!(
        say(&mut daemon.connect(), "t-1", "hola")["text"],
        "Buenas tardes."
    );
    daemon.interrupt();
    let kept = std::fs::read_to_string(&cassette).unwrap();
    assert!(!kept.contains("sk-secret"), "no key is in it");
    std::fs::write(&config, with("play = \"talk.cassette.jsonl\"")).unwrap();
    let daemon = Daemon::start_with(&config, &folder.path().join("data2"));
    let reply = say(&mut daemon.connect(), "t-1", "otra cosa");
    assert!(
        reply["text"]
            .as_str()
            .unwrap()
            .starts_with("En este momento no puedo"),
        "a changed prompt is a miss: {reply}"
    );
    assert_eq!(providers.asked().len(), 1);
}
