//! Faults of a business file: where, what, and the cure.

use std::{fmt, ops::Range};

/// One fault, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// All of it with the line that it is about, as people are shown it.
    shown: String,
}

/// All faults of a file, in the order of their places; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Fault {
    /// A fault at a range of bytes of a source.
    pub(super) fn at(file: &str, source: &str, span: &Range<usize>, message: String, help: String) -> Self {
        let shown = turno_core::show_fault(file, source, span, &message, &help);
        let before = source.get(..span.start).unwrap_or(source);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
            help,
            shown,
        }
    }
}

impl Fault {
    /// A fault of a whole line of a table; the cure may stand in the message.
    pub(crate) fn of_line(file: &str, line: usize, message: String, hint: Option<String>) -> Self {
        let shown = match &hint {
            Some(hint) => format!("{file}:{line}:1: {message}; {hint}"),
            None => format!("{file}:{line}:1: {message}"),
        };
        Self { shown, file: file.to_owned(), line, column: 1, message, help: hint.unwrap_or_default() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// "did you mean `menu`?", where a known name is near enough.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    turno_core::nearest(name, known).map(|candidate| format!("did you mean `{candidate}`?"))
}
