//! `turno-ask`: what it costs Turno itself to ask a model, and how soon words that have come are passed on.
//!
//! `turno-ask [RUNS [PIECES]]`. First the core: what it takes to write a question, to take an answer with a call or with words that are
//! measured by what is so, and to let such words be spoken while they come. Then each provider asks over a way that answers at once, so that nothing but Turno's own work is
//! measured: a talk of 40 messages with 12 tools is written, an answer of so many pieces (60) with one call is read. Then each asks a
//! server on loopback, which notes when it sends the first words; the time from there to the caller is told.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::StreamExt;
use http::header::{CONTENT_TYPE, HeaderValue};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use turno_core::{ModelCall, ModelMessage, ModelRequest, ModelTool, ResponseFormat};
use turno_models::anthropic::{Anthropic, AnthropicOptions};
use turno_models::gemini::{Gemini, GeminiOptions};
use turno_models::openai::{OpenAi, OpenAiOptions};
use turno_models::provider::Provider;
use turno_models::transport::{
    HttpRequest, HttpResponse, Network, NetworkOptions, Transport, TransportError,
};

type Failed = Box<dyn std::error::Error + Send + Sync>;

const PIECES: usize = 60;
const RUNS: usize = 2_000;

/// A provider: its name, the events of its answer, how it is made.
type Subject = (&'static str, Vec<String>, fn(&str, Arc<dyn Transport>) -> Result<Box<dyn Provider>, Failed>);

fn main() -> Result<(), Failed> {
    let runs = std::env::args().nth(1).map_or(Ok(RUNS), |runs| runs.parse::<usize>())?.max(100);
    let pieces = std::env::args().nth(2).map_or(Ok(PIECES), |pieces| pieces.parse())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:<40} {:>9} {:>9} {:>9}", "", "p50", "p99", "most")?;
    for piece in turno_benches::model_pieces()? {
        let name = format!("core: {}", piece.name.trim_start_matches("model/"));
        tell(&mut out, &name, core_work(piece, runs))?;
    }
    for (name, events, make) in subjects(pieces) {
        let at_once = Arc::new(AtOnce(events.iter().map(|event| Bytes::from(event.clone())).collect()));
        let provider = make("http://127.0.0.1:1", at_once)?;
        // A question is a task of the daemon's, among others of its threads.
        let asked = runtime.spawn(async move { own_work(&*provider, runs, pieces).await });
        let times = runtime.block_on(asked)??;
        tell(&mut out, &format!("{name}: Turno's own work, a call"), times)?;
    }
    for (name, events, make) in subjects(pieces) {
        let (server, sent) = serve(events)?;
        let network = Network::new(NetworkOptions::default())?;
        let provider = make(&server, Arc::new(network))?;
        let asked = runtime.spawn(async move { first_words(&*provider, sent, runs / 4).await });
        let times = runtime.block_on(asked)??;
        tell(&mut out, &format!("{name}: first words, from sent to said"), times)?;
    }
    Ok(())
}

fn subjects(pieces: usize) -> Vec<Subject> {
    let data = |value: Value| format!("data: {value}\n\n");
    let named =
        |value: Value| format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap_or_default());
    let chat = |delta: Value, finish: Value| {
        data(
            json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}),
        )
    };
    let mut openai: Vec<String> =
        (0..pieces).map(|_| chat(json!({"content": " palabra"}), Value::Null)).collect();
    openai.push(chat(json!({"tool_calls": [{"index": 0, "id": "a", "type": "function", "function": {"name": "tool_1", "arguments": "{\"day\":\"lunes\"}"}}]}), Value::Null));
    openai.push(chat(json!({}), json!("tool_calls")));
    openai.push("data: [DONE]\n\n".to_owned());
    let block = |index: u8, block: Value| {
        named(json!({"type": "content_block_start", "index": index, "content_block": block}))
    };
    let delta = |index: u8, delta: Value| {
        named(json!({"type": "content_block_delta", "index": index, "delta": delta}))
    };
    let mut anthropic = vec![block(0, json!({"type": "text", "text": ""}))];
    anthropic.extend((0..pieces).map(|_| delta(0, json!({"type": "text_delta", "text": " palabra"}))));
    anthropic.push(block(1, json!({"type": "tool_use", "id": "a", "name": "tool_1", "input": {}})));
    anthropic.push(delta(1, json!({"type": "input_json_delta", "partial_json": "{\"day\":\"lunes\"}"})));
    anthropic.push(named(json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 70}})));
    anthropic.push(named(json!({"type": "message_stop"})));
    let said = |part: Value| {
        data(
            json!({"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}], "usageMetadata": {"promptTokenCount": 20}}),
        )
    };
    let mut gemini: Vec<String> = (0..pieces).map(|_| said(json!({"text": " palabra"}))).collect();
    gemini.push(said(json!({"functionCall": {"name": "tool_1", "args": {"day": "lunes"}}})));
    gemini.push(data(json!({"candidates": [{"finishReason": "STOP"}]})));
    vec![
        ("openai", openai, |url, transport| {
            Ok(Box::new(OpenAi::new(OpenAiOptions::new("openai", url), transport)?))
        }),
        ("anthropic", anthropic, |url, transport| {
            Ok(Box::new(Anthropic::new(AnthropicOptions::new("anthropic", url), transport)?))
        }),
        ("gemini", gemini, |url, transport| {
            Ok(Box::new(Gemini::new(GeminiOptions::new("gemini", url), transport)?))
        }),
    ]
}

fn core_work(mut named: turno_benches::Named, runs: usize) -> Vec<Duration> {
    let mut times = Vec::with_capacity(runs);
    for run in 0..runs + runs / 10 {
        named.piece.prepare(1);
        let begun = Instant::now();
        named.piece.run();
        if run >= runs / 10 {
            times.push(begun.elapsed());
        }
    }
    times
}

async fn own_work(provider: &dyn Provider, runs: usize, pieces: usize) -> Result<Vec<Duration>, Failed> {
    let request = request();
    let mut times = Vec::with_capacity(runs);
    for run in 0..runs + runs / 10 {
        let begin = Instant::now();
        let answer = provider.ask("model-1", &request, &mut |_| {}).await;
        let time = begin.elapsed();
        let answer = answer.map_err(|failure| failure.message)?;
        if answer.calls.len() != 1 || answer.text.len() != pieces * " palabra".len() {
            return Err("the answer is not what was said".into());
        }
        // The first are not counted: caches are cold.
        if run >= runs / 10 {
            times.push(time);
        }
    }
    Ok(times)
}

async fn first_words(
    provider: &dyn Provider,
    sent: Receiver<Instant>,
    runs: usize,
) -> Result<Vec<Duration>, Failed> {
    let request = request();
    let mut times = Vec::with_capacity(runs);
    for _ in 0..runs {
        let mut said = None;
        let answer = provider
            .ask("model-1", &request, &mut |told| {
                if told.words().is_some() {
                    said.get_or_insert_with(Instant::now);
                }
            })
            .await;
        answer.map_err(|failure| failure.message)?;
        let said = said.ok_or("nothing was said")?;
        times.push(said.saturating_duration_since(sent.recv()?));
    }
    Ok(times)
}

fn tell(out: &mut impl Write, what: &str, mut times: Vec<Duration>) -> std::io::Result<()> {
    times.sort_unstable();
    let at =
        |of_hundred: usize| times.get((times.len() * of_hundred / 100).min(times.len().saturating_sub(1)));
    let shown = |time: Option<&Duration>| format!("{} µs", time.map_or(0, Duration::as_micros));
    writeln!(out, "{what:<40} {:>9} {:>9} {:>9}", shown(at(50)), shown(at(99)), shown(times.last()))
}

/// A way that answers at once, event by event.
struct AtOnce(Vec<Bytes>);

#[async_trait]
impl Transport for AtOnce {
    async fn send(&self, _request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let mut headers = http::HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        Ok(HttpResponse {
            status: http::StatusCode::OK,
            headers,
            body: futures_util::stream::iter(self.0.clone()).map(Ok).boxed(),
        })
    }
}

/// A server on a thread of its own; it tells when it sends the first words of each answer.
fn serve(events: Vec<String>) -> Result<(String, Receiver<Instant>), Failed> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}", listener.local_addr()?);
    let (tells, sent) = std::sync::mpsc::channel();
    std::thread::spawn(move || -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let events: Arc<[String]> = events.into();
            loop {
                let (stream, _) = listener.accept().await?;
                let (events, tells) = (Arc::clone(&events), tells.clone());
                // A connection that ends is no fault.
                tokio::spawn(async move { answer(stream, &events, &tells).await });
            }
        })
    });
    Ok((url, sent))
}

async fn answer(
    mut stream: tokio::net::TcpStream,
    events: &[String],
    tells: &Sender<Instant>,
) -> std::io::Result<()> {
    const HEAD: &str =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.set_nodelay(true)?;
    let mut read = Vec::new();
    loop {
        read.clear();
        while !is_whole(&read) {
            if stream.read_buf(&mut read).await? == 0 {
                return Ok(());
            }
        }
        stream.write_all(HEAD.as_bytes()).await?;
        // The other side is to be waiting, as it is for a model that thinks.
        tokio::time::sleep(Duration::from_millis(1)).await;
        for (nth, event) in events.iter().enumerate() {
            let chunk = format!("{:x}\r\n{event}\r\n", event.len());
            let now = Instant::now();
            stream.write_all(chunk.as_bytes()).await?;
            let is_first_word =
                event.contains("palabra") && events.iter().take(nth).all(|event| !event.contains("palabra"));
            if is_first_word {
                let _nobody_listens = tells.send(now);
            }
        }
        stream.write_all(b"0\r\n\r\n").await?;
    }
}

/// Whether a request is there with its body.
fn is_whole(read: &[u8]) -> bool {
    let Some(head) = read.windows(4).position(|window| window == b"\r\n\r\n") else {
        return false;
    };
    let text = String::from_utf8_lossy(&read[..head]).to_lowercase();
    let bytes =
        text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    read.len() >= head + 4 + bytes.unwrap_or_default()
}

/// A talk of 40 messages, half of them calls and results, with 12 tools.
fn request() -> ModelRequest {
    let mut messages = vec![ModelMessage::System { text: "Atiendes La Terraza. Hoy es lunes. ".repeat(60) }];
    for turn in 0..10 {
        let id = format!("call_{turn}");
        messages.extend([
            ModelMessage::User { text: "quiero una mesa para cuatro mañana a las ocho".to_owned() },
            ModelMessage::Assistant {
                text: String::new(),
                calls: vec![ModelCall {
                    id: id.clone(),
                    tool: "tool_1".to_owned(),
                    arguments: "{\"day\":\"lunes\",\"size\":4}".to_owned(),
                    opaque: None,
                }],
                opaque: None,
            },
            ModelMessage::ToolResult {
                call: id,
                tool: "tool_1".to_owned(),
                content:
                    "{\"success\":true,\"message\":\"Hay mesa a las ocho.\",\"slots\":[\"20:00\",\"20:30\"]}"
                        .to_owned(),
                is_error: false,
            },
            ModelMessage::Assistant {
                text: "Hay mesa a las ocho. ¿A nombre de quién?".to_owned(),
                calls: Vec::new(),
                opaque: None,
            },
        ]);
    }
    let tool = |nth: u8| {
        ModelTool {
        name: format!("tool_{nth}"),
        description: "Says whether there is a table, for how many, and when.".to_owned(),
        parameters: json!({"type": "object", "required": ["day"], "properties": {
            "day": {"type": "string", "description": "The day."}, "size": {"type": "integer", "minimum": 1, "maximum": 20},
        }}).into(),
    }
    };
    ModelRequest {
        models: Vec::new(),
        messages,
        tools: (0..12).map(tool).collect(),
        may_call: true,
        response_format: ResponseFormat::Text,
        temperature: Some(0.2),
        max_tokens: 300,
        budget_ms: 20_000,
        is_spoken: true,
        language: None,
    }
}
