//! `turno eval dates`: the days and hours in published collections are read, and what is counted is how many are right.
//!
//! In scope are single days, hours and both together, and parts of one day; every other row is skipped for what it is,
//! with its reason. A day that may lie behind or ahead is the one ahead, as a booking wants it. A part of a day
//! ("mañana en la mañana") is right where its day is and where the part that was read overlaps with the true stretch.

mod judge;
mod rows;
mod scope;

use std::{collections::BTreeMap, path::Path, process::ExitCode};
use turno_language::Text;

use serde::Serialize;
use turno_command::{Failure, println_line};
use turno_language::read_moment;

use super::options::RowsOptions;
use rows::{Row, Truth};

/// What came out.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// Rows in scope.
    n: usize,
    /// Rows that were read as what they say.
    right: usize,
    /// Rows out of scope, by reason.
    skipped: BTreeMap<&'static str, usize>,
    /// The same for each file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<Miss>>,
}

/// A row that was read as something else.
#[derive(Debug, Serialize)]
struct Miss {
    /// The file and the line, from 1.
    at: String,
    text: String,
    truth: String,
    read: String,
}

/// Runs the command.
pub(super) fn run(options: &RowsOptions) -> Result<ExitCode, Failure> {
    let mut report = Report { errors: options.errors.then(Vec::new), ..Report::default() };
    for path in &options.files {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::Told(format!("{}: {error}", path.display())))?;
        measure(path, &text, &mut report)
            .map_err(|fault| Failure::Told(format!("{}:{fault}", path.display())))?;
    }
    if options.json {
        println_line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        print(&report);
    }
    Ok(ExitCode::SUCCESS)
}

/// How many rows a text has.
#[cfg(test)]
pub(super) fn count_rows(text: &str) -> Result<usize, String> {
    rows::read(text).map(|rows| rows.len())
}

fn measure(path: &Path, text: &str, whole: &mut Report) -> Result<(), String> {
    let mut report = Report::default();
    for (line, row) in rows::read(text)? {
        match scope::why_skipped(&row) {
            Some(reason) => *report.skipped.entry(reason).or_default() += 1,
            None => report.count(&format!("{}:{line}", path.display()), &row, whole.errors.as_mut()),
        }
    }
    whole.n += report.n;
    whole.right += report.right;
    for (reason, count) in &report.skipped {
        *whole.skipped.entry(reason).or_default() += count;
    }
    whole.files.insert(path.display().to_string(), report);
    Ok(())
}

impl Report {
    fn count(&mut self, at: &str, row: &Row, errors: Option<&mut Vec<Miss>>) {
        let reading = read_moment(&Text::of(&row.text), row.language, &row.now);
        self.n += 1;
        if judge::is_right(reading, row) {
            self.right += 1;
        } else if let Some(errors) = errors {
            errors.push(Miss {
                at: at.to_owned(),
                text: row.text.clone(),
                truth: row.truths.iter().map(Truth::to_string).collect::<Vec<_>>().join(" or "),
                read: reading.map_or_else(|| "nothing".to_owned(), judge::told),
            });
        }
    }
}

fn print(report: &Report) {
    for (file, report) in &report.files {
        println_line(&format!("{file}: {}", summary(report)));
    }
    println_line(&summary(report));
    for (reason, count) in &report.skipped {
        println_line(&format!("skipped, {reason}: {count}"));
    }
    for miss in report.errors.iter().flatten() {
        println_line(&format!("{}: {:?} is {}, read as {}", miss.at, miss.text, miss.truth, miss.read));
    }
}

fn summary(report: &Report) -> String {
    let skipped: usize = report.skipped.values().sum();
    let share = 100.0 * report.right as f64 / report.n.max(1) as f64;
    format!("{} of {} right ({share:.1} %), {skipped} skipped", report.right, report.n)
}

#[cfg(test)]
mod tests;
