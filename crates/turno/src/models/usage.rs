//! `turno models usage`: what was asked of models, from a store at rest.

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum};
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use turno_command::{ConfigOption, Failure, println_line};
use turno_runtime::{
    ModelUse, ReadError, RefusedRequest, UsageFilter, UsagePart, port::Store, refused_requests, usage_sums,
};

use crate::{at_rest::ReadAtRest, config::DaemonConfig};

/// `turno models usage`
#[derive(Debug, Args)]
pub(crate) struct UsageOptions {
    /// What to tell apart, in this order.
    #[arg(long, value_name = "PART", value_enum, value_delimiter = ',', default_value = "tenant,day,model")]
    by: Vec<Part>,
    /// Only this business.
    #[arg(long, value_name = "ID")]
    tenant: Option<String>,
    /// Not before this day, of the business's time zone: 2026-11-28.
    #[arg(long, value_name = "DAY", value_parser = day)]
    since: Option<Date>,
    /// Not after this day.
    #[arg(long, value_name = "DAY", value_parser = day)]
    until: Option<Date>,
    /// Only conversations with this id.
    #[arg(long, value_name = "ID")]
    conversation: Option<String>,
    /// Only this model, as `provider/model`.
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    #[command(flatten)]
    config: ConfigOption,
    /// The folder of the store; default: the configuration's. No daemon may be running on it.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print all of it as one JSON line.
    #[arg(long)]
    json: bool,
}

/// What usage is told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The business.
    Tenant,
    /// The day.
    Day,
    /// The conversation.
    Conversation,
    /// The model.
    Model,
}

/// Runs the command.
pub(crate) fn run(options: &UsageOptions) -> Result<ExitCode, Failure> {
    let data = match &options.data {
        Some(data) => data.clone(),
        None => DaemonConfig::load(&options.config.config)?.data,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let store = ReadAtRest::open(&data)?;
    let read = runtime.block_on(read(&*store, options));
    runtime.block_on(store.close())?;
    let (sums, refused) = read.map_err(|error| Failure::Told(error.to_string()))?;
    let mut total = ModelUse::default();
    sums.values().for_each(|sum| total.add(sum));
    if options.json {
        println_line(&as_json(options, &sums, &total, &refused).to_string());
    } else {
        show(options, &sums, &total);
        show_refused(&refused);
    }
    Ok(ExitCode::SUCCESS)
}

/// What is told of each sum. Tokens and costs are of failed requests too, where their provider told of them.
const COLUMNS: [&str; 7] = ["requests", "answers", "failures", "input", "cached", "output", "dollars"];

type Sums = BTreeMap<Vec<String>, ModelUse>;

async fn read(store: &dyn Store, options: &UsageOptions) -> Result<(Sums, Vec<RefusedRequest>), ReadError> {
    let filter = UsageFilter {
        tenant: options.tenant.clone(),
        since: options.since,
        until: options.until,
        conversation: options.conversation.clone(),
        model: options.model.clone(),
    };
    let parts: Vec<UsagePart> = options.by.iter().map(|part| part.part()).collect();
    let sums = usage_sums(store, &filter, &parts).await?;
    Ok((sums, refused_requests(store, &filter).await?))
}

impl Part {
    fn part(self) -> UsagePart {
        match self {
            Self::Tenant => UsagePart::Tenant,
            Self::Day => UsagePart::Day,
            Self::Conversation => UsagePart::Conversation,
            Self::Model => UsagePart::Model,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Tenant => "tenant",
            Self::Day => "day",
            Self::Conversation => "conversation",
            Self::Model => "model",
        }
    }
}

fn show(options: &UsageOptions, sums: &Sums, total: &ModelUse) {
    if sums.is_empty() {
        return println_line("no model was asked");
    }
    let mut table: Vec<Vec<String>> = Vec::new();
    let names = options.by.iter().map(|part| part.name().to_owned());
    let columns = COLUMNS.map(str::to_owned);
    table.push(names.chain(columns).collect());
    for (names, sum) in sums {
        table.push(names.iter().cloned().chain(cells(sum)).collect());
    }
    let mut last = vec![String::new(); options.by.len()];
    if let Some(first) = last.first_mut() {
        "all".clone_into(first);
    }
    table.push(last.into_iter().chain(cells(total)).collect());
    let widths: Vec<usize> = (0..options.by.len() + COLUMNS.len())
        .map(|column| {
            table.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max().unwrap_or(0)
        })
        .collect();
    for row in table {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            // Names to the left, numbers to the right.
            if column < options.by.len() { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        println_line(cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}

/// What providers refused as such, which is a fault of the configuration: the first of each model and day.
fn show_refused(refused: &[RefusedRequest]) {
    for RefusedRequest { tenant, day, model, message, .. } in refused {
        println_line(&format!("refused  {tenant}  {day}  {model}: {message}"));
    }
    if !refused.is_empty() {
        println_line(
            "a request that is refused is a fault of the configuration: `turno check` tells what it knows of",
        );
    }
}

fn cells(sum: &ModelUse) -> [String; COLUMNS.len()] {
    [
        sum.requests().to_string(),
        sum.answers.to_string(),
        sum.failures.to_string(),
        sum.input_tokens.to_string(),
        sum.cached_input_tokens.to_string(),
        sum.output_tokens.to_string(),
        format!("{}.{:06}", sum.cost_micros / 1_000_000, sum.cost_micros % 1_000_000),
    ]
}

fn as_json(options: &UsageOptions, sums: &Sums, total: &ModelUse, refused: &[RefusedRequest]) -> Value {
    let rows: Vec<Value> = sums
        .iter()
        .map(|(names, sum)| {
            let mut row: Map<String, Value> = options
                .by
                .iter()
                .zip(names)
                .map(|(part, name)| (part.name().to_owned(), Value::from(name.as_str())))
                .collect();
            row.extend(amounts(sum));
            Value::Object(row)
        })
        .collect();
    json!({"usage": rows, "total": amounts(total), "refused": refused})
}

fn amounts(sum: &ModelUse) -> Map<String, Value> {
    let mut amounts = match json!(sum) {
        Value::Object(amounts) => amounts,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    };
    amounts.insert("requests".to_owned(), sum.requests().into());
    amounts
}

fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| "a day is written 2026-11-28".to_owned())
}
