//! A fault of a file as its author is shown it: where, what, the line itself, and the cure.

use std::ops::Range;

/// How much of a line is shown: a line may be as long as the file.
const SHOWN_CHARACTERS: usize = 100;

/// `file:line:column: message`, the line with what is wrong underlined, and `help: cure`. `place` are the bytes of the
/// source that it is about; what lies beyond its end is shown at its end.
pub fn show_fault(file: &str, source: &str, place: &Range<usize>, message: &str, help: &str) -> String {
    let (line, column) = position(source, &line_starts(source), place.start);
    let shown = show_line(source, place, line, column);
    format!("{file}:{line}:{column}: {message}\n{shown}\nhelp: {help}")
}

/// The line, and under it what is wrong in it.
pub(crate) fn show_line(source: &str, place: &Range<usize>, line: usize, column: usize) -> String {
    let byte = place.start.min(source.len());
    let start = source.as_bytes()[..byte].iter().rposition(|&b| b == b'\n').map_or(0, |index| index + 1);
    let text = source.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let number = line.to_string();
    let skipped = (column - 1).saturating_sub(SHOWN_CHARACTERS * 3 / 4);
    let shown: String =
        text.chars().skip(skipped).take(SHOWN_CHARACTERS).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let before = column - 1 - skipped;
    let marked = source
        .get(place.clone())
        .and_then(|part| part.lines().next())
        .map_or(1, |first| first.chars().count());
    let carets = marked.min(shown.chars().count().saturating_sub(before)).max(1);
    format!("{number} | {shown}\n{} | {}{}", " ".repeat(number.len()), " ".repeat(before), "^".repeat(carets),)
}

/// The byte where each line begins: found once, since a file may have many faults.
pub(crate) fn line_starts(source: &str) -> Vec<usize> {
    std::iter::once(0).chain(source.match_indices('\n').map(|(index, _)| index + 1)).collect()
}

/// The 1-based line and column, in characters, of a byte of the source.
pub(crate) fn position(source: &str, line_starts: &[usize], byte: usize) -> (usize, usize) {
    let byte = (0..=byte.min(source.len())).rev().find(|&index| source.is_char_boundary(index)).unwrap_or(0);
    let line = line_starts.partition_point(|&start| start <= byte);
    let line_start = line_starts.get(line - 1).copied().unwrap_or(0);
    (line, source[line_start..byte].chars().count() + 1)
}
