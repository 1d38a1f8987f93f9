//! `turno bench`: load on a running daemon over its socket, measured as its gateways would see it, and every booking
//! checked.

mod baseline;
mod bookings;
mod html;
mod link;
mod machine;
mod options;
mod record;
mod report;
mod script;
mod seats;
mod wire;

use std::{cell::RefCell, process::ExitCode};

use futures_util::future::join_all;
use tokio::time::Instant;
use turno_command::{Connection, Failure, Greeting, Pipe, println_line, token_of};

pub use options::BenchArgs;

use baseline::StoreRate;
use bookings::Bookings;
use machine::{Machine, ProcessUse};
use record::Recorder;
use report::{Load, Report, rounded};
use script::{Outcome, Script};
use seats::Shared;

/// How many ask their booking back at once.
const ASKING_AT_ONCE: u64 = 64;

/// Runs the command: exit code 1 where anything but the speed was wrong.
///
/// # Errors
/// [`Failure`] where no daemon answers, or a file cannot be written.
pub fn run(options: &BenchArgs) -> Result<ExitCode, Failure> {
    let store = |options: &BenchArgs| -> Result<Option<StoreRate>, Failure> {
        let tasks = options.baseline_tasks.unwrap_or(options.conversations as usize);
        let under = options.baseline.as_deref();
        under.map(|under| baseline::measure(under, tasks)).transpose()
    };
    let before = store(options)?;
    // One thread, so that the daemon has the others; what it measures needs no lock then.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let mut report = runtime.block_on(load_and_check(options))?;
    if let (Some(before), Some(after)) = (before, store(options)?) {
        report.compare(baseline::mean(&before, &after));
    }
    if let Some(path) = &options.html {
        let page = html::page(&report)?;
        std::fs::write(path, page).map_err(|cause| Failure::file(path, cause))?;
    }
    if options.json {
        let json = serde_json::to_string_pretty(&report);
        println_line(&json.map_err(|error| Failure::Told(error.to_string()))?);
    } else {
        println_line(report.text().trim_end());
    }
    Ok(match report.is_right() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

async fn load_and_check(options: &BenchArgs) -> Result<Report, Failure> {
    let now = jiff::Timestamp::now();
    let script = Script::booking(options, now);
    let usage_before = options.pid.and_then(ProcessUse::of);
    let recorder = Recorder::new(script.turns(), options.warm_up_ns(), options.end_ns());
    let recorder = drive(options, &script, recorder, options.conversations, options.period_ns()).await?;
    let usage = options.pid.and_then(ProcessUse::of);
    let outcomes = script.take_outcomes();
    let mut bookings = Bookings::of(script.begun(), recorder.unanswered, &outcomes);
    let asking = script.ask_back(to_ask_back(&outcomes, options.check));
    let asked = drive(options, &asking, Recorder::new(1, 0, None), ASKING_AT_ONCE, None).await?;
    bookings.compare(&outcomes, &asking.take_outcomes(), asked.unanswered);
    let replies = recorder.replies.max(1);
    let mut report = Report::new(Machine::here(now), load_of(options), recorder, bookings);
    for (code, count) in asked.errors {
        *report.errors.entry(code).or_default() += count;
    }
    report.daemon = usage;
    report.daemon_microseconds_per_turn = usage_before.zip(usage).map(|(before, after)| {
        rounded((after.processor_seconds - before.processor_seconds) * 1e6 / replies as f64)
    });
    Ok(report)
}

/// Holds so many conversations at once until there are no more.
async fn drive(
    options: &BenchArgs,
    script: &Script,
    recorder: Recorder,
    at_once: u64,
    period_ns: Option<u64>,
) -> Result<Recorder, Failure> {
    let recorder = RefCell::new(recorder);
    let shared = Shared {
        script,
        recorder: &recorder,
        period_ns,
        end_ns: if script.is_booking() { options.end_ns() } else { None },
        acks: !options.no_ack,
    };
    let connections = options.connections.min(at_once);
    let mut pipes: Vec<Box<dyn Pipe>> = Vec::new();
    for _ in 0..connections {
        let greeting = Greeting {
            gateway: "turno bench",
            address: options.connect.clone(),
            channel: options.channel,
            token: token_of(options.token_file.as_deref())?,
        };
        pipes.push(Connection::open(&greeting).await?.into_pipe());
    }
    let start = Instant::now();
    let links = (0..connections).zip(pipes);
    join_all(links.map(|(first, pipe)| link::run(pipe, &shared, (first, connections), at_once, start))).await;
    Ok(recorder.into_inner())
}

/// Those that were told something, all of them or so many from all over the run.
fn to_ask_back(outcomes: &[(u64, Outcome)], at_most: Option<usize>) -> Vec<u64> {
    let told: Vec<u64> = outcomes
        .iter()
        .filter_map(|(number, outcome)| match outcome {
            Outcome::Told(_) | Outcome::Refused => Some(*number),
            Outcome::Astray { .. } => None,
        })
        .collect();
    match at_most {
        None => told,
        Some(0) => Vec::new(),
        Some(at_most) => {
            let step = told.len().div_ceil(at_most).max(1);
            told.into_iter().step_by(step).collect()
        }
    }
}

fn load_of(options: &BenchArgs) -> Load {
    let period_ns = options.period_ns();
    Load {
        conversations_at_once: options.conversations,
        connections: options.connections.min(options.conversations),
        kind: if period_ns.is_some() { "open" } else { "closed" },
        period_seconds: period_ns.map(|period| period as f64 / 1e9),
        acknowledged: !options.no_ack,
    }
}
