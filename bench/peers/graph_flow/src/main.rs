//! The four-turn booking on graph-flow, in memory: it keeps nothing, has no socket, and its question never expires.
//! `cargo run --release -- CONVERSATIONS AT_ONCE` prints one JSON line.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use async_trait::async_trait;
use graph_flow::{
    Context, FlowRunner, GraphBuilder, InMemorySessionStorage, NextAction, Result, Session, SessionStorage, Task, TaskResult,
};
use regex::Regex;

const LINES: [&str; 4] = ["quiero reservar", "mañana a las 8 para 4", "Juan Perez 5512345678", "sí"];

static HOUR: LazyLock<Regex> = LazyLock::new(|| pattern(r"a las (\d+)"));
static PEOPLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"para (\d+)"));
static PERSON: LazyLock<Regex> = LazyLock::new(|| pattern(r"([A-Z]\w+ [A-Z]\w+) (\d{10})"));
static BOOKED: AtomicUsize = AtomicUsize::new(0);

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

fn ask(text: impl Into<String>, next: NextAction) -> Result<TaskResult> {
    Ok(TaskResult::new(Some(text.into()), next))
}

fn on() -> Result<TaskResult> {
    Ok(TaskResult::new(None, NextAction::ContinueAndExecute))
}

/// Takes what the line tells, and asks for the day and the hour.
struct Read;

#[async_trait]
impl Task for Read {
    fn id(&self) -> &str {
        "read"
    }

    async fn run(&self, context: Context) -> Result<TaskResult> {
        let line: String = context.get("line").unwrap_or_default();
        if let Some(hour) = HOUR.captures(&line) {
            context.set("time", format!("{}:00", 12 + hour[1].parse::<u32>().unwrap_or(0)))?;
            context.set("date", "2026-01-20".to_owned())?;
        }
        if let Some(people) = PEOPLE.captures(&line) {
            context.set("people", people[1].parse::<u32>().unwrap_or(0))?;
        }
        if let Some(person) = PERSON.captures(&line) {
            context.set("name", person[1].to_owned())?;
            context.set("phone", person[2].to_owned())?;
        }
        match context.get::<String>("time") {
            None => ask("¿Para qué día y hora?", NextAction::WaitForInput),
            Some(_) => on(),
        }
    }
}

/// There is always a table.
struct Look;

#[async_trait]
impl Task for Look {
    fn id(&self) -> &str {
        "look"
    }

    async fn run(&self, context: Context) -> Result<TaskResult> {
        context.set("free", true)?;
        match context.get::<String>("name") {
            None => ask("Sí hay lugar. ¿A nombre de quién?", NextAction::GoTo("read".to_owned())),
            Some(_) => on(),
        }
    }
}

/// The question, and its answer.
struct Confirm;

#[async_trait]
impl Task for Confirm {
    fn id(&self) -> &str {
        "confirm"
    }

    async fn run(&self, context: Context) -> Result<TaskResult> {
        if context.get::<bool>("asked").is_some() {
            let line: String = context.get("line").unwrap_or_default();
            return match line.starts_with('s') {
                true => on(),
                false => Ok(TaskResult::new(None, NextAction::End)),
            };
        }
        context.set("asked", true)?;
        let (people, name): (u32, String) =
            (context.get("people").unwrap_or_default(), context.get("name").unwrap_or_default());
        ask(
            format!("Confirmo: mesa para {people}, a nombre de {name}. ¿Es correcto?"),
            NextAction::WaitForInput,
        )
    }
}

struct Book;

#[async_trait]
impl Task for Book {
    fn id(&self) -> &str {
        "book"
    }

    async fn run(&self, _context: Context) -> Result<TaskResult> {
        let number = BOOKED.fetch_add(1, Ordering::Relaxed) + 1;
        ask(format!("Listo. Su código es RES-{number}."), NextAction::End)
    }
}

#[tokio::main]
async fn main() {
    let argument = |nth: usize, default: usize| {
        std::env::args().nth(nth).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (conversations, at_once) = (argument(1, 20_000), argument(2, 64));
    let graph = GraphBuilder::new("booking")
        .add_task(Arc::new(Read))
        .add_task(Arc::new(Look))
        .add_task(Arc::new(Confirm))
        .add_task(Arc::new(Book))
        .add_edge("read", "look")
        .add_edge("look", "confirm")
        .add_edge("confirm", "book")
        .build()
        .expect("a graph");
    let storage = Arc::new(InMemorySessionStorage::new());
    let runner = Arc::new(FlowRunner::new(Arc::new(graph), Arc::clone(&storage) as Arc<dyn SessionStorage>));
    let start = Instant::now();
    let seats: Vec<_> = (0..at_once)
        .map(|seat| {
            let (runner, storage) = (Arc::clone(&runner), Arc::clone(&storage));
            tokio::spawn(async move {
                let mut nanoseconds = Vec::new();
                for number in (seat..conversations).step_by(at_once) {
                    talk(&runner, storage.as_ref(), number, &mut nanoseconds).await.expect("a conversation");
                }
                nanoseconds
            })
        })
        .collect();
    let mut nanoseconds = Vec::new();
    for seat in seats {
        nanoseconds.extend(seat.await.expect("a seat"));
    }
    let seconds = start.elapsed().as_secs_f64();
    nanoseconds.sort_unstable();
    let at = |share: f64| nanoseconds[(share * nanoseconds.len() as f64) as usize] as f64 / 1e6;
    assert_eq!(BOOKED.load(Ordering::Relaxed), conversations, "each conversation books once");
    println!(
        r#"{{"setup":"memory","conversations":{conversations},"at_once":{at_once},"turns_per_second":{:.0},"p50_ms":{:.4},"p99_ms":{:.4}}}"#,
        nanoseconds.len() as f64 / seconds,
        at(0.5),
        at(0.99),
    );
}

async fn talk(
    runner: &FlowRunner,
    storage: &dyn SessionStorage,
    number: usize,
    nanoseconds: &mut Vec<u64>,
) -> Result<()> {
    let id = format!("c-{number}");
    storage.save(Session::new_from_task(id.clone(), "read")).await?;
    for line in LINES {
        let begin = Instant::now();
        if let Some(session) = storage.get(&id).await? {
            session.context.set("line", line.to_owned())?;
            storage.save(session).await?;
        }
        runner.run(&id).await?;
        nanoseconds.push(begin.elapsed().as_nanos() as u64);
    }
    Ok(())
}
