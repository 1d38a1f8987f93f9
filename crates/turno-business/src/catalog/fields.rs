//! Cells that products and orders have alike.

use super::sheet::{Row, Sheet};

impl Sheet<'_> {
    /// A cell that must not be empty; a fault where it is.
    pub(super) fn required(&mut self, row: &Row, column: &str) -> Option<String> {
        let cell = self.cell(row, column).map(str::to_owned);
        if cell.is_none() && self.has(column) {
            self.fault(row.line, format!("`{column}` is empty"), None);
        }
        cell
    }

    /// A text of so many characters at most; a fault where it is longer.
    pub(super) fn short(&mut self, row: &Row, column: &str, characters_max: usize) -> Option<String> {
        let cell = self.cell(row, column).map(str::to_owned)?;
        let characters = cell.chars().count();
        if characters > characters_max {
            let message = format!("`{column}` has {characters} characters: the most is {characters_max}");
            self.fault(row.line, message, None);
            return None;
        }
        if cell.chars().any(|c| c.is_control() && c != '\n') {
            self.fault(row.line, format!("`{column}` has a control character: take it out"), None);
            return None;
        }
        Some(cell)
    }

    /// An id as a business's file has it.
    pub(super) fn file_id(&mut self, row: &Row) -> Option<String> {
        let id = self.required(row, "id")?;
        let is_one =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
        if (1..=64).contains(&id.len()) && id.bytes().all(is_one) {
            return Some(id);
        }
        let message = format!("in `id`: `{id}` is no id: use lower case letters a to z, digits, `-` and `_`");
        self.fault(row.line, message, None);
        None
    }

    /// A cell's texts, parted by `|`.
    pub(super) fn list(&self, row: &Row, column: &str) -> Option<Vec<String>> {
        let cell = self.cell(row, column)?;
        let parts = cell.split('|').map(str::trim).filter(|part| !part.is_empty());
        Some(parts.map(str::to_owned).collect())
    }
}

/// Letters, digits, `-`, `_` and `.`: what an id may hold.
pub(super) fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}
