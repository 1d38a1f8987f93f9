//! A CSV file as people's programs write it: with or without a byte order mark, parted by commas, semicolons or tabs,
//! its columns in any order and named in English or Spanish.

use std::{borrow::Cow, collections::BTreeMap};

use turno_language::text::fold;

use super::quotes::unclosed;
use crate::config::{Fault, did_you_mean};

/// The largest file that is read.
const BYTES_MAX: usize = 32 * 1_024 * 1_024;

/// The most rows.
const ROWS_MAX: usize = 100_000;

/// So many quotes that are not closed are told of a file.
const UNCLOSED_MAX: usize = 50;

/// A column that a file may have.
pub(crate) struct Column {
    /// Its name.
    pub(crate) name: &'static str,
    /// Other names that it goes by, folded.
    pub(crate) also: &'static [&'static str],
}

impl Column {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().copied())
    }
}

/// A file that was read: its rows, and what was wrong so far.
pub(crate) struct Sheet<'a> {
    file: &'a str,
    /// Which column of the file each known one is.
    places: BTreeMap<&'static str, usize>,
    pub(crate) rows: Vec<Row>,
    pub(crate) faults: Vec<Fault>,
    /// Columns that nothing is known of.
    pub(crate) ignored: Vec<String>,
}

/// One row.
pub(crate) struct Row {
    /// Its line in the file, from 1.
    pub(crate) line: usize,
    cells: Vec<String>,
}

impl<'a> Sheet<'a> {
    /// Reads a file. `file` is its name for messages.
    pub(crate) fn read(file: &'a str, bytes: &[u8], columns: &[Column]) -> Self {
        let mut sheet =
            Self { file, places: BTreeMap::new(), rows: Vec::new(), faults: Vec::new(), ignored: Vec::new() };
        match text_of(bytes) {
            Ok(text) => sheet.read_text(text, columns),
            Err((line, message)) => sheet.fault(line, message, None),
        }
        sheet
    }

    /// Whether the file has a column.
    pub(crate) fn has(&self, column: &str) -> bool {
        self.places.contains_key(column)
    }

    /// A cell without the blanks around it; none where it is empty, or the column is not there.
    pub(crate) fn cell<'r>(&self, row: &'r Row, column: &str) -> Option<&'r str> {
        let text = row.cells.get(*self.places.get(column)?)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Notes a fault in a line.
    pub(crate) fn fault(&mut self, line: usize, message: String, hint: Option<String>) {
        self.faults.push(Fault::of_line(self.file, line, message, hint));
    }

    /// Notes which of these columns are missing.
    pub(crate) fn require(&mut self, columns: &[&str]) {
        let missing: Vec<&str> = columns.iter().copied().filter(|name| !self.has(name)).collect();
        for name in missing {
            let message = format!("the column `{name}` is missing");
            self.fault(1, message, Some("the first line names the columns".to_owned()));
        }
    }

    fn read_text(&mut self, text: &str, columns: &[Column]) {
        let (text, skipped_lines, named) = without_separator_line(text);
        let delimiter = named.unwrap_or_else(|| delimiter_of(text));
        let Some(closed) = self.without_unclosed(text, delimiter, skipped_lines) else {
            return;
        };
        let text = closed.as_ref();
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut lines = Lines::new(text, skipped_lines);
        let mut width = 0;
        let mut record = csv::StringRecord::new();
        loop {
            match reader.read_record(&mut record) {
                Ok(false) => break,
                Ok(true) => {}
                Err(error) => {
                    self.fault(1, format!("the file cannot be read as CSV: {error}"), None);
                    break;
                }
            }
            let line = lines.at(record.position().map_or(0, |at| at.byte()));
            if width == 0 {
                width = record.len();
                self.read_header(line, &record, columns);
                continue;
            }
            if record.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            if record.len() != width {
                let message = format!("{} cells, and the first line names {width} columns", record.len());
                let hint = "put a cell that holds the separator or a quote into double quotes";
                self.fault(line, message, Some(hint.to_owned()));
                continue;
            }
            if self.rows.len() == ROWS_MAX {
                self.fault(line, format!("more than {ROWS_MAX} rows: import the file in parts"), None);
                break;
            }
            self.rows.push(Row { line, cells: record.iter().map(str::to_owned).collect() });
        }
        if width == 0 {
            self.fault(1, "the file is empty: its first line names the columns".to_owned(), None);
        }
    }

    /// The text without the lines in which a quote is opened and never closed, each of which is told; none where that is the
    /// first.
    fn without_unclosed<'t>(
        &mut self,
        text: &'t str,
        delimiter: u8,
        lines_before: usize,
    ) -> Option<Cow<'t, str>> {
        let mut text = Cow::Borrowed(text);
        for _ in 0..UNCLOSED_MAX {
            let Some(at) = unclosed(text.as_bytes(), delimiter) else {
                break;
            };
            let before = &text[..at];
            let line = before.matches('\n').count() + 1;
            let hint = "write a quote at the end of its cell too, or none; one within a quoted cell is written twice: \"\"";
            let message = "a quote is opened here and not closed".to_owned();
            self.fault(line + lines_before, message, Some(hint.to_owned()));
            let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
            if line == 1 {
                return None;
            }
            let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
            text = Cow::Owned(format!("{}{}", &text[..begin], &text[end..]));
        }
        Some(text)
    }

    fn read_header(&mut self, line: usize, header: &csv::StringRecord, columns: &[Column]) {
        for (at, given) in header.iter().enumerate() {
            let name = fold(given.trim()).replace([' ', '-'], "_");
            if name.is_empty() {
                continue;
            }
            let known =
                columns.iter().find(|column| column.name == name || column.also.contains(&name.as_str()));
            match known {
                Some(column) if self.places.contains_key(column.name) => {
                    let message = format!("the column `{}` is there twice", column.name);
                    self.fault(line, message, Some("keep one of them".to_owned()));
                }
                Some(column) => drop(self.places.insert(column.name, at)),
                None => {
                    // A slip of the pen is told; what an export has beside is left alone.
                    match did_you_mean(&name, columns.iter().flat_map(Column::names))
                        .filter(|_| name.len() > 2)
                    {
                        Some(hint) => {
                            self.fault(line, format!("unknown column `{}`", given.trim()), Some(hint));
                        }
                        None => self.ignored.push(given.trim().to_owned()),
                    }
                }
            }
        }
    }
}

/// The text of a file; a fault with its line where it is none.
fn text_of(bytes: &[u8]) -> Result<&str, (usize, String)> {
    if bytes.len() > BYTES_MAX {
        return Err((1, format!("the file has more than {} MiB", BYTES_MAX / 1_048_576)));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err((1, "the file is UTF-16: save it as \"CSV UTF-8\"".to_owned()));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        (
            line,
            "the file is not UTF-8 (accents were saved in another code): save it as \"CSV UTF-8\"".to_owned(),
        )
    })
}

/// Spreadsheets may begin a file with `sep=;`.
fn without_separator_line(text: &str) -> (&str, usize, Option<u8>) {
    let Some((first, rest)) = text.split_once('\n') else {
        return (text, 0, None);
    };
    let named = first.trim_end().strip_prefix("sep=").map(str::as_bytes);
    match named {
        Some(&[delimiter]) => (rest, 1, Some(delimiter)),
        Some(_) | None => (text, 0, None),
    }
}

/// What the first line is parted by: whichever of the three it has most of outside quotes.
fn delimiter_of(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in text.trim_start().bytes().take_while(|byte| *byte != b'\n') {
        if byte == b'"' {
            is_quoted = !is_quoted;
        }
        if let Some((_, count)) = counts.iter_mut().find(|(delimiter, _)| *delimiter == byte && !is_quoted) {
            *count += 1;
        }
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(b',', |(delimiter, _)| *delimiter)
}

/// Which line a byte is in, asked in the order of the bytes. A record's own position is that of the blank lines before it.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str, lines_before: usize) -> Self {
        Self { text: text.as_bytes(), at: 0, line: lines_before + 1 }
    }

    fn at(&mut self, byte: u64) -> usize {
        let mut to = usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len());
        while self.text.get(to).is_some_and(|byte| matches!(byte, b'\r' | b'\n')) {
            to += 1;
        }
        let between = self.text.get(self.at..to).unwrap_or_default();
        self.line += between.iter().filter(|byte| **byte == b'\n').count();
        self.at = to.max(self.at);
        self.line
    }
}
