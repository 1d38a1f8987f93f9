//! `turno eval numbers`: which numbers of the files are read as what they are.

use std::{collections::BTreeMap, fs, path::Path, process::ExitCode};

use serde::{Deserialize, Serialize};
use turno_command::{Failure, println_line};
use turno_language::{Language, read_number};

use super::options::RowsOptions;

/// One line of a file; what else stands there is not looked at.
#[derive(Debug, Deserialize)]
pub(super) struct Row {
    text: String,
    value: f64,
    /// "es", "es-MX", "es-ES", "en".
    lang: String,
}

/// What came out.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Report {
    /// Rows in scope.
    n: usize,
    /// Rows read as what they are.
    right: usize,
    /// Rows out of scope, by reason.
    skipped: BTreeMap<&'static str, usize>,
    /// The rows in scope that were read otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<Miss>>,
}

/// A row that was read otherwise.
#[derive(Debug, PartialEq, Serialize)]
struct Miss {
    text: String,
    expected: f64,
    read: Option<f64>,
}

/// Runs the command.
pub(super) fn run(options: &RowsOptions) -> Result<ExitCode, Failure> {
    let mut report = Report { errors: options.errors.then(Vec::new), ..Report::default() };
    for file in &options.files {
        for row in rows(file)? {
            report.count(&row);
        }
    }
    if options.json {
        println_line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        report.print();
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn rows(file: &Path) -> Result<Vec<Row>, Failure> {
    let shown = file.display();
    let text = fs::read_to_string(file).map_err(|fault| Failure::Told(format!("{shown}: {fault}")))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|fault| {
                Failure::Told(format!("{shown}:{}: not a row with text, value and lang: {fault}", index + 1))
            })
        })
        .collect()
}

/// Why a row is out of scope.
fn reason_to_skip(row: &Row) -> Option<&'static str> {
    match row.lang.as_str() {
        "es-ES" if row.text.contains([',', '.']) => Some("written as in Spain"),
        lang if lang.starts_with("es") || lang.starts_with("en") => None,
        _ => Some("another language"),
    }
}

impl Report {
    fn count(&mut self, row: &Row) {
        if let Some(reason) = reason_to_skip(row) {
            *self.skipped.entry(reason).or_default() += 1;
            return;
        }
        let language = if row.lang.starts_with("en") { Language::en() } else { Language::es() };
        let read = read_number(&row.text, language);
        self.n += 1;
        if read.is_some_and(|read| (read - row.value).abs() < 1e-6) {
            self.right += 1;
        } else if let Some(errors) = &mut self.errors {
            errors.push(Miss { text: row.text.clone(), expected: row.value, read });
        }
    }

    fn print(&self) {
        println_line(&format!("right {} of {}", self.right, self.n));
        for (reason, count) in &self.skipped {
            println_line(&format!("skipped {count}: {reason}"));
        }
        for miss in self.errors.iter().flatten() {
            println_line(&format!("{}: read {:?}, is {}", miss.text, miss.read, miss.expected));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_right_wrong_or_skipped_with_a_reason() {
        let mut report = Report { errors: Some(Vec::new()), ..Report::default() };
        for (text, value, lang) in [
            ("dos mil", 2_000.0, "es"),
            ("1,5", 1.5, "es-ES"),
            ("veinte", 21.0, "es-MX"),
            ("zwei", 2.0, "de"),
        ] {
            report.count(&Row { text: text.to_owned(), value, lang: lang.to_owned() });
        }
        assert_eq!((report.n, report.right), (2, 1));
        assert_eq!(report.skipped, BTreeMap::from([("another language", 1), ("written as in Spain", 1)]));
        let miss = Miss { text: "veinte".to_owned(), expected: 21.0, read: Some(20.0) };
        assert_eq!(report.errors, Some(vec![miss]));
    }
}
