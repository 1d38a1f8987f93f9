//! From bytes to lines.

use std::io;

use tokio_util::{bytes::BytesMut, codec::Decoder};

/// Splits a stream at newlines. A line that is too long or not UTF-8 is an item like any other, so that the stream
/// goes on after it; of a line that is too long no more than the limit is ever held.
#[derive(Debug)]
pub(crate) struct LineDecoder {
    line_bytes_max: usize,
    searched: usize,
    is_skipping: bool,
}

/// Why a line is not one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineFault {
    TooLong,
    NotUtf8,
}

impl LineDecoder {
    pub(crate) fn new(line_bytes_max: usize) -> Self {
        Self { line_bytes_max, searched: 0, is_skipping: false }
    }

    /// From here on lines may be that long.
    pub(crate) fn allow(&mut self, line_bytes_max: usize) {
        self.line_bytes_max = line_bytes_max;
    }

    fn take(&mut self, buffer: &mut BytesMut, end: usize, with_newline: bool) -> Result<String, LineFault> {
        self.searched = 0;
        let line = buffer.split_to(end + usize::from(with_newline));
        let line = line.get(..end).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > self.line_bytes_max {
            return Err(LineFault::TooLong);
        }
        std::str::from_utf8(line).map(str::to_owned).map_err(|_| LineFault::NotUtf8)
    }
}

impl Decoder for LineDecoder {
    type Item = Result<String, LineFault>;
    type Error = io::Error;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<Self::Item>, io::Error> {
        loop {
            let unsearched = buffer.get(self.searched..).unwrap_or_default();
            let newline = unsearched.iter().position(|&byte| byte == b'\n').map(|at| at + self.searched);
            match (newline, self.is_skipping) {
                (Some(end), true) => {
                    let _skipped = buffer.split_to(end + 1);
                    self.is_skipping = false;
                    self.searched = 0;
                }
                (Some(end), false) => return Ok(Some(self.take(buffer, end, true))),
                (None, true) => {
                    buffer.clear();
                    return Ok(None);
                }
                // One more than the limit, for a carriage return.
                (None, false) if buffer.len() > self.line_bytes_max + 1 => {
                    buffer.clear();
                    self.is_skipping = true;
                    self.searched = 0;
                    return Ok(Some(Err(LineFault::TooLong)));
                }
                (None, false) => {
                    self.searched = buffer.len();
                    return Ok(None);
                }
            }
        }
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<Self::Item>, io::Error> {
        match self.decode(buffer)? {
            Some(item) => Ok(Some(item)),
            None if buffer.is_empty() => Ok(None),
            None => Ok(Some(self.take(buffer, buffer.len(), false))),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_over_the_limit_is_told_once_and_the_next_line_arrives() {
        let lines = decode_in_pieces(4, &[b"12345678", b"9\nok\n", b"1234\r\n12345\n", b"\xff\nlast"]);
        assert_eq!(
            lines,
            [
                Err(LineFault::TooLong),
                Ok("ok".to_owned()),
                Ok("1234".to_owned()),
                Err(LineFault::TooLong),
                Err(LineFault::NotUtf8),
                Ok("last".to_owned()),
            ]
        );
    }

    proptest! {
        #[test]
        fn lines_are_the_same_however_the_bytes_are_cut(
            bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b'a'), any::<u8>()], 0..200),
            piece in 1_usize..20,
        ) {
            let pieces: Vec<&[u8]> = bytes.chunks(piece).collect();
            let cut = decode_in_pieces(8, &pieces);
            prop_assert_eq!(&cut, &decode_in_pieces(8, &[&bytes]));
            let expected: Vec<_> = split(&bytes).into_iter().map(|line| plain(line, 8)).collect();
            prop_assert_eq!(cut, expected);
        }
    }

    fn plain(line: &[u8], limit: usize) -> Result<String, LineFault> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > limit {
            return Err(LineFault::TooLong);
        }
        String::from_utf8(line.to_vec()).map_err(|_| LineFault::NotUtf8)
    }

    fn split(bytes: &[u8]) -> Vec<&[u8]> {
        let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        if lines.last().is_some_and(|last| last.is_empty()) {
            lines.pop();
        }
        lines
    }

    fn decode_in_pieces(limit: usize, pieces: &[&[u8]]) -> Vec<Result<String, LineFault>> {
        let mut decoder = LineDecoder::new(limit);
        let mut buffer = BytesMut::new();
        let mut lines = Vec::new();
        for piece in pieces {
            buffer.extend_from_slice(piece);
            while let Some(line) = decoder.decode(&mut buffer).unwrap() {
                lines.push(line);
            }
        }
        while let Some(line) = decoder.decode_eof(&mut buffer).unwrap() {
            lines.push(line);
        }
        lines
    }
}
