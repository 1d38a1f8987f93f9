//! All faults of a file at once, each shown at its line.

use std::fmt;
use std::ops::Range;

use crate::excerpt::{line_starts, position, show_line};
use crate::fault::FaultKind;

/// One fault and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The bytes of the source that it is about.
    pub place: Range<usize>,
    /// The 1-based line.
    pub line: usize,
    /// The 1-based column, in characters.
    pub column: usize,
}

/// Everything that is wrong with a graph file, in the order of the file.
#[derive(Debug, Clone)]
pub struct Faults {
    file_name: String,
    source: String,
    faults: Vec<Fault>,
}

impl Faults {
    /// Puts them in the order of the file, each once.
    pub(crate) fn new(file_name: &str, source: &str, found: Vec<(FaultKind, Range<usize>)>) -> Self {
        let line_starts = line_starts(source);
        let mut faults: Vec<Fault> = found
            .into_iter()
            .map(|(kind, place)| {
                let (line, column) = position(source, &line_starts, place.start);
                Fault { kind, place, line, column }
            })
            .collect();
        faults.sort_by_key(|fault| (fault.place.start, fault.kind.code()));
        faults.dedup();
        Self { file_name: file_name.to_owned(), source: source.to_owned(), faults }
    }

    /// Whether there are none: all that is wrong is told of the file of a tool.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.faults.len()
    }

    /// Each of them, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter()
    }

    /// For programs: a list of `{file, line, column, code, message, help}`.
    pub fn to_json(&self) -> serde_json::Value {
        self.faults
            .iter()
            .map(|fault| {
                serde_json::json!({
                    "file": self.file_name,
                    "line": fault.line,
                    "column": fault.column,
                    "code": fault.kind.code(),
                    "message": fault.kind.to_string(),
                    "help": fault.kind.cure(),
                })
            })
            .collect()
    }
}

impl std::error::Error for Faults {}

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n\n")?;
            }
            let Fault { kind, place, line, column } = fault;
            let shown = show_line(&self.source, place, *line, *column);
            let (file, help) = (&self.file_name, kind.cure());
            write!(formatter, "{file}:{line}:{column}: {kind}\n{shown}\nhelp: {help}")?;
        }
        Ok(())
    }
}

impl miette::Diagnostic for Faults {
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        Some(Box::new(self.faults.iter().map(|fault| {
            miette::LabeledSpan::new_with_span(Some(fault.kind.to_string()), fault.place.clone())
        })))
    }
}
