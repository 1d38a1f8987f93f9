//! What is typed or piped in, line by line.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Its text, without its end.
    Text(String),
    /// It is no UTF-8, and so nobody can say what it says.
    NotText,
}

/// Lines of a stream. One that is no text ends nothing.
#[derive(Debug)]
pub(super) struct Input<R> {
    reader: R,
    /// What has come of the next line: a wait for the rest may be given up and begun again.
    bytes: Vec<u8>,
}

impl<R: AsyncBufRead + Unpin> Input<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, bytes: Vec::new() }
    }

    /// The next line; none at the end. Nothing is lost where the wait is given up.
    pub(super) async fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.reader.read_until(b'\n', &mut self.bytes).await?;
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let mut bytes = std::mem::take(&mut self.bytes);
        while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            bytes.pop();
        }
        Ok(Some(String::from_utf8(bytes).map_or(Line::NotText, Line::Text)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, Line};

    #[tokio::test]
    async fn a_line_that_is_no_text_is_told_and_the_next_one_is_read() {
        let mut input = Input::new(&b"hola\r\nma\xf1ana\n\nadi\xc3\xb3s"[..]);
        let mut lines = Vec::new();
        while let Some(line) = input.next_line().await.unwrap() {
            lines.push(line);
        }
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines, [text("hola"), Line::NotText, text(""), text("adiós")]);
    }
}
