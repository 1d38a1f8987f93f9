//! Why an answer was read as it was.

use std::fmt;

use super::finding::{FindingKind, Findings};
use super::table::Row;
use crate::Text;

/// Why an answer was read as it was: the row of the table of what outweighs what that decided, and what it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictReason {
    /// The row's name.
    pub row: &'static str,
    /// What was found of what the row asks for, each with its words as they were said: no words where it stands in none.
    pub stands_on: Vec<(FindingKind, String)>,
}

impl VerdictReason {
    pub(super) fn of(row: &Row, found: &Findings, text: &Text) -> Self {
        let words = text.spoken().words();
        let said = |at: &std::ops::Range<usize>| {
            let (first, last) = (words.get(at.start)?, words.get(at.clone().last()?)?);
            text.said().get(first.letters.start..last.letters.end)
        };
        let asked_for = found.of(row.asked_for());
        let stands_on = asked_for
            .map(|finding| (finding.kind, said(&finding.words).unwrap_or_default().to_owned()))
            .collect();
        Self { row: row.name, stands_on }
    }
}

/// `approved: Yes "sí", Good "está bien"`.
impl fmt::Display for VerdictReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.row)?;
        for (index, (kind, said)) in self.stands_on.iter().enumerate() {
            let mark = if index == 0 { ": " } else { ", " };
            write!(formatter, "{mark}{kind:?}")?;
            if !said.is_empty() {
                write!(formatter, " {said:?}")?;
            }
        }
        Ok(())
    }
}
