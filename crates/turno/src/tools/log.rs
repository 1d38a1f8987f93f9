//! `turno tools log`: the log of tool calls.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    process::ExitCode,
};

use clap::Args;
use jiff::tz::TimeZone;
use serde_json::Value;
use turno_command::Failure;
use turno_core::{Channel, Timestamp};
use turno_runtime::{
    ERROR_CODES,
    port::{Clock, SystemClock},
};

use super::{
    calls::{CallQuery, LoggedCall, Moment},
    source::{Source, SourceOptions, block_on, dollars, moment},
    unfound,
};

/// The latest calls are mostly found within the first of these: from how many hours back it is looked for them.
const WINDOWS_HOURS: [Option<u64>; 5] = [Some(1), Some(12), Some(24 * 4), Some(24 * 30), None];

/// A longer text is cut in a line; `--json` has all of it.
const SHOWN_CHARS: usize = 160;

/// `turno tools log`
#[derive(Debug, Args)]
pub(crate) struct LogOptions {
    /// Of this business; default: of all, each at its own time.
    #[arg(long, value_name = "ID")]
    tenant: Option<String>,
    /// Of this agent.
    #[arg(long, value_name = "ID")]
    agent: Option<String>,
    /// Of this conversation: its id, or TENANT/CHANNEL/ID.
    #[arg(long, value_name = "CONVERSATION")]
    conversation: Option<String>,
    /// Of this tool.
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// From this on: a date where the business is (2026-01-20), or a time (2026-01-20T20:00:00-06:00).
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    since: Option<Moment>,
    /// Before this time, or to the end of this date.
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    until: Option<Moment>,
    /// succeeded, failed, or how it failed: not_found, not_enabled, invalid_parameters, not_confirmed, rate_limited, timed_out, unknown.
    #[arg(long, value_name = "OUTCOME", value_parser = outcome)]
    outcome: Option<Outcome>,
    /// So many, the latest.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// All of them, by business and then by time.
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    #[command(flatten)]
    source: SourceOptions,
    /// Print a JSON line for each.
    #[arg(long)]
    json: bool,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Succeeded,
    Failed,
    Code(String),
}

/// Runs the command.
pub(crate) fn run(options: &LogOptions) -> Result<ExitCode, Failure> {
    let query = query(options)?;
    unfound::check_times(&query)?;
    let mut printer = Printer { out: io::stdout().lock(), as_json: options.json, count: 0 };
    let why = block_on(async {
        let source = Source::open(&options.source).await?;
        if options.all {
            let mut print = |calls: Vec<LoggedCall>| calls.iter().all(|call| printer.print(call));
            source.calls(&query, |page| print(page.calls)).await?;
        } else {
            let latest = latest(&source, query.clone(), options.limit as usize).await?;
            // A reader that has gone away wants no more.
            let _wanted = latest.iter().all(|call| printer.print(call));
        }
        let why = match printer.count {
            0 => why_none(&source, &query, options).await.map(Some),
            _ => Ok(None),
        };
        source.close().await?;
        why
    })?;
    if let Some(why) = why {
        // Of JSON lines there are none.
        let _gone =
            if options.json { writeln!(io::stderr(), "{why}") } else { writeln!(printer.out, "{why}") };
    }
    Ok(ExitCode::SUCCESS)
}

/// Why no call was found.
///
/// # Errors
/// Where what was asked for is not there at all.
async fn why_none(source: &Source, query: &CallQuery, options: &LogOptions) -> Result<String, Failure> {
    unfound::check_names(source, query, options.source.assembly().as_ref()).await?;
    let none = match &options.conversation {
        Some(asked) => unfound::no_such_conversation(source, query, asked).await?,
        None => None,
    };
    Ok(none.unwrap_or_else(|| "no tool call fits".to_owned()))
}

fn query(options: &LogOptions) -> Result<CallQuery, Failure> {
    let (mut tenant, mut channel) = (options.tenant.clone(), None);
    let mut conversation = options.conversation.clone();
    if let Some((named, of_channel, id)) = options.conversation.as_deref().and_then(full_key) {
        if tenant.as_deref().is_some_and(|tenant| tenant != named) {
            return Err(Failure::Told(format!("the conversation is of {named}: leave --tenant out")));
        }
        tenant = Some(named.to_owned());
        channel = Some(of_channel);
        conversation = Some(id.to_owned());
    }
    let (success, error_code) = match &options.outcome {
        None => (None, None),
        Some(Outcome::Succeeded) => (Some(true), None),
        Some(Outcome::Failed) => (Some(false), None),
        Some(Outcome::Code(code)) => (None, Some(code.clone())),
    };
    Ok(CallQuery {
        tenant,
        agent: options.agent.clone(),
        channel,
        conversation,
        tool: options.tool.clone(),
        since: options.since,
        until: options.until,
        not_before: None,
        success,
        error_code,
    })
}

/// The parts of TENANT/CHANNEL/ID.
fn full_key(conversation: &str) -> Option<(&str, Channel, &str)> {
    let mut parts = conversation.splitn(3, '/');
    let (tenant, channel, id) = (parts.next()?, parts.next()?, parts.next()?);
    Some((tenant, channel.parse().ok()?, id))
}

fn outcome(text: &str) -> Result<Outcome, String> {
    match text {
        "succeeded" => Ok(Outcome::Succeeded),
        "failed" => Ok(Outcome::Failed),
        code if ERROR_CODES.contains(&code) => Ok(Outcome::Code(code.to_owned())),
        _ => Err(format!("use succeeded, or one of {}", ERROR_CODES.join(", "))),
    }
}

/// The latest calls in the order of time. The log is read from ever further back until there are enough.
async fn latest(source: &Source, mut query: CallQuery, limit: usize) -> Result<Vec<LoggedCall>, Failure> {
    let end = query.until.and_then(|until| until.ends(&TimeZone::UTC));
    let end = end.unwrap_or_else(|| SystemClock.now());
    let mut found = BTreeMap::new();
    for hours in WINDOWS_HOURS {
        query.not_before =
            hours.map(|hours| Timestamp(end.0.saturating_sub((hours * 3_600_000).cast_signed())));
        found.clear();
        let mut count = 0_u64;
        source
            .calls(&query, |page| {
                for call in page.calls {
                    count += 1;
                    found.insert((at_of(&call), count), call);
                    if found.len() > limit {
                        found.pop_first();
                    }
                }
                true
            })
            .await?;
        if found.len() == limit {
            break;
        }
    }
    Ok(found.into_values().collect())
}

fn at_of(call: &LoggedCall) -> jiff::Timestamp {
    call.started_at.parse().unwrap_or(jiff::Timestamp::MIN)
}

struct Printer<W> {
    out: W,
    as_json: bool,
    count: usize,
}

impl<W: Write> Printer<W> {
    /// False where the reader has gone away.
    fn print(&mut self, call: &LoggedCall) -> bool {
        self.count += 1;
        let line = if self.as_json { serde_json::to_string(call).unwrap_or_default() } else { line(call) };
        writeln!(self.out, "{line}").is_ok()
    }
}

/// When, what, how it ended, how long it took, what it cost, where, with what, and what was said.
fn line(call: &LoggedCall) -> String {
    let LoggedCall { tool, tenant, conversation, .. } = call;
    let (day, time) = call.started_at.split_once('T').unwrap_or((&call.started_at, ""));
    let (time, offset) = (time.get(..8).unwrap_or(time), time.get(12..).unwrap_or_default());
    let cost = match call.cost_micros {
        0 => String::new(),
        micros => dollars(micros),
    };
    let by = call.agent.as_ref().map_or(String::new(), |agent| format!(" {agent}"));
    let said = said(call);
    let end = format!(
        "{tenant}/{}/{conversation}{by} {} -> {}",
        call.channel.name(),
        cut(&call.input.to_string()),
        cut(&said)
    );
    let ended = ended(call);
    let line =
        format!("{day} {time}{offset} {tool:24} {ended:18} {:>6} ms {cost:>9} {end}", call.duration_ms);
    visible(&line)
}

/// `ok`, the reason of a refusal by the business, or the code of a failure.
fn ended(call: &LoggedCall) -> String {
    let told = |name: &str| call.output.as_ref().and_then(|output| output.get(name));
    match (&call.error_code, told("success").and_then(Value::as_bool)) {
        (Some(code), _) => format!("failed: {code}"),
        (None, Some(false)) => {
            let reason = told("reason").and_then(Value::as_str);
            reason.map_or("no".to_owned(), |reason| format!("no: {reason}"))
        }
        (None, Some(true) | None) => "ok".to_owned(),
    }
}

fn said(call: &LoggedCall) -> String {
    let message = |output: &Value| output.get("message").and_then(Value::as_str).map(str::to_owned);
    match (&call.error_message, &call.output) {
        (Some(message), _) => message.clone(),
        (None, Some(output)) => message(output).unwrap_or_else(|| output.to_string()),
        (None, None) => String::new(),
    }
}

fn cut(text: &str) -> String {
    let mut chars = text.chars();
    let mut kept: String = chars.by_ref().take(SHOWN_CHARS).collect();
    if chars.next().is_some() {
        kept.push('…');
    }
    kept
}

/// What strangers wrote must not steer a terminal, nor turn a line around.
fn visible(line: &str) -> String {
    let is_steering = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    line.replace(is_steering, " ")
}
