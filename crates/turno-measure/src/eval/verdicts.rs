//! `turno eval verdicts`: answers to a confirmation, and which verdict each is read as.

use std::{collections::BTreeMap, path::Path, process::ExitCode, time::Instant};

use serde::Serialize;
use turno_command::{Failure, println_line};
use turno_language::Verdict;

use super::options::RowsOptions;
use super::verdicts_row::{self, Row};

/// Runs of a row where the time is measured.
const RUNS: usize = 20;

/// What came out of some rows.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Tally {
    /// Rows.
    n: usize,
    /// The share that was read as labelled, 0 to 1; 1 of no rows.
    accuracy: f64,
    /// Read as yes where it is none: the costly error.
    false_yes: usize,
    /// Read as no where it is none.
    false_no: usize,
    /// How often each verdict was read, by the true one.
    confusion: BTreeMap<Verdict, BTreeMap<Verdict, usize>>,
}

/// All files.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Report {
    #[serde(flatten)]
    total: Tally,
    /// How long a verdict takes, in microseconds: the median over the rows of each row's best run.
    #[serde(skip_serializing_if = "Option::is_none")]
    median_us: Option<f64>,
    files: Vec<FileReport>,
    /// The rows that were read otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<Miss>>,
}

/// One file.
#[derive(Debug, PartialEq, Serialize)]
struct FileReport {
    file: String,
    #[serde(flatten)]
    tally: Tally,
}

/// A row that was read otherwise.
#[derive(Debug, PartialEq, Serialize)]
struct Miss {
    file: String,
    line: usize,
    utterance: String,
    truth: Verdict,
    read_as: Verdict,
    /// What decided, and the words that it stands on.
    why: String,
}

/// Runs the command.
pub(super) fn run(options: &RowsOptions) -> Result<ExitCode, Failure> {
    let mut report = Report { errors: options.errors.then(Vec::new), ..Report::default() };
    let mut times_ns = Vec::new();
    for file in &options.files {
        let rows = verdicts_row::read(file)?;
        report.read(file, &rows);
        if options.time {
            times_ns.extend(rows.iter().map(time_ns));
        }
    }
    times_ns.sort_unstable();
    report.median_us = times_ns.get(times_ns.len() / 2).map(|ns| *ns as f64 / 1_000.0);
    let printed =
        if options.json { serde_json::to_string_pretty(&report).unwrap_or_default() } else { report.text() };
    println_line(&printed);
    Ok(ExitCode::SUCCESS)
}

/// The best of some runs: the others were disturbed.
fn time_ns(row: &Row) -> u128 {
    let run = || {
        let start = Instant::now();
        std::hint::black_box(row.question.read(std::hint::black_box(&row.utterance)));
        start.elapsed().as_nanos()
    };
    (0..RUNS).map(|_| run()).min().unwrap_or_default()
}

impl Tally {
    fn count(&mut self, truth: Verdict, read_as: Verdict) {
        self.n += 1;
        self.false_yes += usize::from(read_as == Verdict::Yes && truth != Verdict::Yes);
        self.false_no += usize::from(read_as == Verdict::No && truth != Verdict::No);
        *self.confusion.entry(truth).or_default().entry(read_as).or_default() += 1;
        self.accuracy = self.right() as f64 / self.n as f64;
    }

    fn right(&self) -> usize {
        self.confusion.iter().filter_map(|(truth, read_as)| read_as.get(truth)).sum()
    }
}

impl Report {
    fn read(&mut self, path: &Path, rows: &[Row]) {
        let file = path.display().to_string();
        let mut tally = Tally::default();
        for row in rows {
            let read_as = row.question.read(&row.utterance);
            tally.count(row.truth, read_as);
            self.total.count(row.truth, read_as);
            if let Some(errors) = self.errors.as_mut().filter(|_| read_as != row.truth) {
                errors.push(Miss {
                    file: file.clone(),
                    line: row.line,
                    utterance: row.utterance.clone(),
                    truth: row.truth,
                    read_as,
                    why: row.question.reason(&row.utterance).to_string(),
                });
            }
        }
        self.files.push(FileReport { file, tally });
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for miss in self.errors.iter().flatten() {
            let (truth, read_as) = (name(miss.truth), name(miss.read_as));
            lines.push(format!(
                "{}:{}: {:?} is {truth}, read as {read_as} ({})",
                miss.file, miss.line, miss.utterance, miss.why
            ));
        }
        for file in &self.files {
            lines.push(summary(&file.file, &file.tally));
        }
        if self.files.len() > 1 {
            lines.push(summary("all", &self.total));
        }
        lines.extend(
            self.median_us.map(|median_us| format!("a verdict takes {median_us:.1} µs at the median")),
        );
        lines.push(String::new());
        lines.extend(confusion(&self.total));
        lines.join("\n")
    }
}

fn summary(what: &str, tally: &Tally) -> String {
    format!(
        "{what}: {} of {} right ({:.2} %), {} false yes ({:.2} %), {} false no",
        tally.right(),
        tally.n,
        100.0 * if tally.n == 0 { 1.0 } else { tally.accuracy },
        tally.false_yes,
        100.0 * tally.false_yes as f64 / tally.n.max(1) as f64,
        tally.false_no,
    )
}

/// A line for each true verdict: how often it was read as which.
fn confusion(tally: &Tally) -> Vec<String> {
    tally
        .confusion
        .iter()
        .map(|(truth, read_as)| {
            let counts: Vec<String> =
                read_as.iter().map(|(verdict, count)| format!("{} {count}", name(*verdict))).collect();
            format!("{:>8} read as: {}", name(*truth), counts.join(", "))
        })
        .collect()
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Yes => "yes",
        Verdict::No => "no",
        Verdict::Change => "change",
        Verdict::Wait => "wait",
        Verdict::Unclear => "unclear",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_that_is_none_is_counted_apart() {
        let mut tally = Tally::default();
        for (truth, read_as) in [
            (Verdict::Yes, Verdict::Yes),
            (Verdict::Change, Verdict::Yes),
            (Verdict::Wait, Verdict::No),
            (Verdict::No, Verdict::No),
        ] {
            tally.count(truth, read_as);
        }
        assert_eq!((tally.n, tally.accuracy), (4, 0.5));
        assert_eq!((tally.false_yes, tally.false_no), (1, 1));
        assert_eq!(
            serde_json::to_value(&tally.confusion).unwrap(),
            serde_json::json!({"yes": {"yes": 1}, "no": {"no": 1}, "change": {"yes": 1}, "wait": {"no": 1}})
        );
    }
}
