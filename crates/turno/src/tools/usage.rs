//! `turno tools usage`: what tools were used for, and what that cost.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use turno_command::{Failure, println_line};
use turno_runtime::{ToolUsage, UsageKey};

use super::{
    calls::{CallQuery, Moment},
    source::{Source, SourceOptions, block_on, dollars, moment},
    unfound,
};

/// `turno tools usage`
#[derive(Debug, Args)]
pub(crate) struct UsageOptions {
    /// Of this business; default: of all.
    #[arg(long, value_name = "ID")]
    tenant: Option<String>,
    /// Of this agent.
    #[arg(long, value_name = "ID")]
    agent: Option<String>,
    /// Of this tool.
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// From this on: a date where the business is (2026-01-20), or a time (2026-01-20T20:00:00-06:00).
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    since: Option<Moment>,
    /// Before this time, or to the end of this date.
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    until: Option<Moment>,
    #[command(flatten)]
    source: SourceOptions,
    /// Print all of it as one JSON line.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(options: &UsageOptions) -> Result<ExitCode, Failure> {
    let query = CallQuery {
        tenant: options.tenant.clone(),
        agent: options.agent.clone(),
        tool: options.tool.clone(),
        since: options.since,
        until: options.until,
        ..CallQuery::default()
    };
    unfound::check_times(&query)?;
    let rows = block_on(async {
        let source = Source::open(&options.source).await?;
        let rows = source.usage(&query).await?;
        let found = if rows.is_empty() {
            unfound::check_names(&source, &query, options.source.assembly().as_ref()).await
        } else {
            Ok(())
        };
        source.close().await?;
        found.map(|()| rows)
    })?;
    if options.json {
        println_line(&as_json(&rows).to_string());
    } else {
        table(&rows).iter().for_each(|line| println_line(line));
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(rows: &[(UsageKey, ToolUsage)]) -> Value {
    let shown = rows.iter().map(|(key, usage)| {
        json!({
            "tenant": key.tenant, "tool": key.tool, "agent": key.agent, "calls": usage.calls, "failed": usage.failed(),
            "failures": usage.failures, "p50_ms": usage.percentile_ms(50), "p95_ms": usage.percentile_ms(95),
            "cost_micros": usage.cost_micros, "cost_usd": usd(usage.cost_micros),
        })
    });
    let (calls, failed, cost_micros) = totals(rows);
    json!({
        "usage": shown.collect::<Vec<_>>(),
        "total": {"calls": calls, "failed": failed, "cost_micros": cost_micros, "cost_usd": usd(cost_micros)},
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "amounts are far below 2^52 millionths; the exact one stands beside it"
)]
fn usd(micros: u64) -> f64 {
    micros as f64 / 1_000_000.0
}

fn totals(rows: &[(UsageKey, ToolUsage)]) -> (u64, u64, u64) {
    rows.iter().fold((0, 0, 0), |(calls, failed, cost), (_, usage)| {
        (calls + usage.calls, failed + usage.failed(), cost + usage.cost_micros)
    })
}

const HEAD: [&str; 9] =
    ["tenant", "tool", "agent", "calls", "failed", "p50 ms", "p95 ms", "cost", "failures"];

/// Columns from here on are numbers, and the last is none.
const NUMBERS: std::ops::Range<usize> = 3..8;

fn table(rows: &[(UsageKey, ToolUsage)]) -> Vec<String> {
    if rows.is_empty() {
        return vec!["no tool call fits".to_owned()];
    }
    let ms = |time: Option<u64>| time.map_or("-".to_owned(), |time| time.to_string());
    let mut cells: Vec<[String; 9]> = vec![HEAD.map(str::to_owned)];
    cells.extend(rows.iter().map(|(key, usage)| {
        let failures = usage.failures.iter();
        let failures: Vec<String> = failures.map(|(code, count)| format!("{code} {count}")).collect();
        [
            key.tenant.clone(),
            key.tool.clone(),
            key.agent.clone().unwrap_or("-".to_owned()),
            usage.calls.to_string(),
            usage.failed().to_string(),
            ms(usage.percentile_ms(50)),
            ms(usage.percentile_ms(95)),
            dollars(usage.cost_micros),
            failures.join(", "),
        ]
    }));
    let (calls, failed, cost) = totals(rows);
    let mut total = [const { String::new() }; 9];
    total[0] = "all".to_owned();
    total[3] = calls.to_string();
    total[4] = failed.to_string();
    total[7] = dollars(cost);
    cells.push(total);
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..HEAD.len()).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &[String; 9]| {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if NUMBERS.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:width$}") }
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    cells.iter().map(line).collect()
}
