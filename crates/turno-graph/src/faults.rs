//! All faults of a file at once, each shown at its line.

use std::fmt;
use std::ops::Range;

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

/// Everything that is wrong with a graph file, in the order of the file. Never empty.
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
                Fault {
                    kind,
                    place,
                    line,
                    column,
                }
            })
            .collect();
        faults.sort_by_key(|fault| (fault.place.start, fault.kind.code()));
        faults.dedup();
        Self {
            file_name: file_name.to_owned(),
            source: source.to_owned(),
            faults,
        }
    }

    /// How many there are: at least 1.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
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
            let Fault {
                kind,
                place,
                line,
                column,
            } = fault;
            writeln!(formatter, "{}:{line}:{column}: {kind}", self.file_name)?;
            self.show_line(formatter, place, *line, *column)?;
            write!(formatter, "help: {}", kind.cure())?;
        }
        Ok(())
    }
}

/// How much of a line is shown: a line may be as long as the file.
const SHOWN_CHARACTERS: usize = 100;

impl Faults {
    fn show_line(
        &self,
        formatter: &mut fmt::Formatter<'_>,
        place: &Range<usize>,
        line: usize,
        column: usize,
    ) -> fmt::Result {
        let byte = place.start.min(self.source.len());
        let start = self.source.as_bytes()[..byte]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |index| index + 1);
        let Some(text) = self
            .source
            .get(start..)
            .map(|rest| rest.lines().next().unwrap_or_default())
        else {
            return Ok(());
        };
        let number = line.to_string();
        let skipped = (column - 1).saturating_sub(SHOWN_CHARACTERS * 3 / 4);
        let shown: String = text
            .chars()
            .skip(skipped)
            .take(SHOWN_CHARACTERS)
            .map(|c| if c == '\t' { ' ' } else { c })
            .collect();
        let before = column - 1 - skipped;
        let marked = self.source.get(place.clone()).map_or(1, |part| {
            part.lines().next().map_or(1, |first| first.chars().count())
        });
        let carets = marked.min(shown.chars().count().saturating_sub(before)).max(1);
        writeln!(formatter, "{number} | {shown}")?;
        writeln!(
            formatter,
            "{} | {}{}",
            " ".repeat(number.len()),
            " ".repeat(before),
            "^".repeat(carets)
        )
    }
}

/// The byte where each line begins: found once, since a file may have many faults.
pub(crate) fn line_starts(source: &str) -> Vec<usize> {
    std::iter::once(0)
        .chain(source.match_indices('\n').map(|(index, _)| index + 1))
        .collect()
}

/// The 1-based line and column, in characters, of a byte of the source.
pub(crate) fn position(source: &str, line_starts: &[usize], byte: usize) -> (usize, usize) {
    let byte = (0..=byte.min(source.len()))
        .rev()
        .find(|&index| source.is_char_boundary(index))
        .unwrap_or(0);
    let line = line_starts.partition_point(|&start| start <= byte);
    let line_start = line_starts.get(line - 1).copied().unwrap_or(0);
    (line, source[line_start..byte].chars().count() + 1)
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
