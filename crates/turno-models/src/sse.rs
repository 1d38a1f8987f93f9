//! Bodies as providers send them: server-sent events, torn anywhere, and small bodies read whole.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use eventsource_stream::{Event, EventStreamError, Eventsource};
use futures_util::stream::{BoxStream, Stream};
use futures_util::{StreamExt, TryStreamExt};

use crate::transport::TransportError;

/// A body, as it comes.
pub(crate) type Body = BoxStream<'static, Result<Bytes, TransportError>>;

/// The longest line of an answer: one event.
const LINE_BYTES_MAX: usize = 512 * 1024;

/// The longest answer, with all that stands around its words.
const BODY_BYTES_MAX: usize = 32 * 1024 * 1024;

/// So much of a refusal is read.
pub(crate) const REFUSAL_BYTES_MAX: usize = 16 * 1024;

/// An answer that is not streamed is at most so long.
pub(crate) const WHOLE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// So soon what is left of a whole answer has to come.
const END_WITHIN: Duration = Duration::from_millis(500);

/// The mark that some servers begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The events of an answer. What breaks off without a blank line is an event all the same: whoever reads its data sees
/// whether it is whole.
pub(crate) fn events(body: Body) -> impl Stream<Item = Result<Event, TransportError>> + Send + Unpin {
    Box::pin(tame(body).eventsource().map_err(|error| match error {
        EventStreamError::Transport(error) => error,
        EventStreamError::Utf8(_) => not_text(),
        EventStreamError::Parser(error) => TransportError::BrokeOff(error.code.description().to_owned()),
    }))
}

/// A body that a reader of events can take: whole characters only, no mark in front, bounded, and closed by a blank line.
pub(crate) fn tame(body: Body) -> Body {
    let state =
        Tame { body, kept: BytesMut::new(), line_bytes: 0, body_bytes: 0, at: At::Start, fault: None };
    futures_util::stream::unfold(state, |mut state| async move {
        let piece = state.next().await?;
        if piece.is_err() {
            state.at = At::End;
        }
        Some((piece, state))
    })
    .boxed()
}

/// Reads what is left of a body whose answer was whole, beside all else: a connection that is at its end can be used for the
/// next question, and spares it the time to connect. What does not end soon is let go.
pub(crate) fn let_end<T>(mut rest: impl Stream<Item = T> + Send + Unpin + 'static) {
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(tokio::time::timeout(END_WITHIN, async move { while rest.next().await.is_some() {} }));
    }
}

/// The first bytes of a body, as text; what cannot be read of it is left out, and so is what comes later.
pub(crate) async fn beginning(mut body: Body, bytes_max: usize) -> String {
    let mut read = BytesMut::new();
    while read.len() < bytes_max
        && let Some(Ok(piece)) = body.next().await
    {
        read.extend_from_slice(&piece[..piece.len().min(bytes_max - read.len())]);
    }
    String::from_utf8_lossy(&read).into_owned()
}

/// A body, whole.
pub(crate) async fn whole(mut body: Body, bytes_max: usize) -> Result<Bytes, TransportError> {
    let mut read = BytesMut::new();
    while let Some(piece) = body.next().await {
        let piece = piece?;
        if piece.len() > bytes_max - read.len() {
            return Err(TransportError::BrokeOff(format!("it is longer than {bytes_max} bytes")));
        }
        read.extend_from_slice(&piece);
    }
    Ok(read.freeze())
}

struct Tame {
    body: Body,
    /// What may be half of a character, or of the mark.
    kept: BytesMut,
    line_bytes: usize,
    body_bytes: usize,
    at: At,
    /// What is wrong behind all that was given.
    fault: Option<TransportError>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Start,
    Middle,
    End,
}

impl Tame {
    async fn next(&mut self) -> Option<Result<Bytes, TransportError>> {
        loop {
            if self.at == At::End {
                return None;
            }
            if let Some(fault) = self.fault.take() {
                return Some(Err(fault));
            }
            match self.body.next().await {
                Some(Ok(piece)) => match self.taken(&piece) {
                    Ok(whole) if whole.is_empty() => {}
                    taken => return Some(taken),
                },
                Some(Err(error)) => return Some(Err(error)),
                None if self.kept.is_empty() => {
                    self.at = At::End;
                    return Some(Ok(Bytes::from_static(b"\n\n")));
                }
                None => return Some(Err(not_text())),
            }
        }
    }

    /// At least the longest line with this piece; the longest, where one may be too long.
    fn longest_line_with(&mut self, piece: &[u8]) -> usize {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let longest = self.line_bytes + piece.len();
        if longest <= LINE_BYTES_MAX {
            self.line_bytes = match piece.iter().rposition(is_end) {
                Some(last) => piece.len() - last - 1,
                None => longest,
            };
            return longest;
        }
        let mut lines = piece.split(is_end);
        self.line_bytes += lines.next().map_or(0, <[u8]>::len);
        let mut longest = self.line_bytes;
        for line in lines {
            self.line_bytes = line.len();
            longest = longest.max(self.line_bytes);
        }
        longest
    }

    /// The whole characters that there are with this piece.
    fn taken(&mut self, piece: &[u8]) -> Result<Bytes, TransportError> {
        self.body_bytes += piece.len();
        if self.body_bytes > BODY_BYTES_MAX || self.longest_line_with(piece) > LINE_BYTES_MAX {
            return Err(TransportError::BrokeOff("it is longer than any answer".to_owned()));
        }
        self.kept.extend_from_slice(piece);
        if self.at == At::Start {
            if self.kept.len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(&self.kept) {
                return Ok(Bytes::new());
            }
            if self.kept.starts_with(BYTE_ORDER_MARK) {
                let _mark = self.kept.split_to(BYTE_ORDER_MARK.len());
            }
            self.at = At::Middle;
        }
        let whole = match std::str::from_utf8(&self.kept) {
            Ok(_) => self.kept.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            // What came before is as good as if it had come alone.
            Err(error) => {
                self.fault = Some(not_text());
                error.valid_up_to()
            }
        };
        Ok(self.kept.split_to(whole).freeze())
    }
}

fn not_text() -> TransportError {
    TransportError::BrokeOff("it is no UTF-8, or ends within a character".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn body(pieces: Vec<Vec<u8>>) -> Body {
        futures_util::stream::iter(pieces.into_iter().map(|piece| Ok(Bytes::from(piece)))).boxed()
    }

    fn data_of(pieces: Vec<Vec<u8>>) -> Vec<Result<String, TransportError>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(events(body(pieces)).map(|event| event.map(|event| event.data)).collect())
    }

    const STREAM: &str = "\u{feff}: a comment\r\ndata: {\"a\":\"ñandú 🍕\"}\r\n\r\nevent: ping\ndata:two\n\n\
                          data: three\rdata: lines\r\r\n:\n\ndata: last";

    proptest! {
        #[test]
        fn torn_anywhere_the_events_are_the_same(cuts in prop::collection::vec(0..STREAM.len(), 0..20)) {
            let mut cuts = cuts;
            cuts.extend([0, STREAM.len()]);
            cuts.sort_unstable();
            let pieces = cuts.windows(2).map(|cut| STREAM.as_bytes()[cut[0]..cut[1]].to_vec()).collect();
            let expected = ["{\"a\":\"ñandú 🍕\"}", "two", "three\nlines", "last"];
            prop_assert_eq!(data_of(pieces), expected.map(|data| Ok(data.to_owned())).to_vec());
        }
    }

    #[test]
    fn each_byte_alone_is_as_good() {
        let pieces = STREAM.bytes().map(|byte| vec![byte]).collect();
        assert_eq!(data_of(pieces).len(), 4);
    }

    #[test]
    fn what_is_no_text_and_what_has_no_end_is_a_fault() {
        let broken = b"data: one\n\ndata: \xC3\x28\n\n";
        for pieces in [vec![broken.to_vec()], broken.iter().map(|byte| vec![*byte]).collect()] {
            assert_eq!(data_of(pieces), [Ok("one".to_owned()), Err(not_text())]);
        }
        let mut long = vec![b'x'; LINE_BYTES_MAX + 1];
        long.push(b'\n');
        for pieces in [
            vec![long],
            vec![b"data: \xC3\x28\n\n".to_vec()],
            vec![b"data: \xF0\x9F".to_vec()],
            vec![vec![b'x'; LINE_BYTES_MAX], vec![b'x'; 2]],
        ] {
            let read = data_of(pieces);
            assert!(matches!(read.as_slice(), [Err(TransportError::BrokeOff(_))]), "{read:?}");
        }
        let lines = vec![vec![b'\n'; LINE_BYTES_MAX]; BODY_BYTES_MAX / LINE_BYTES_MAX + 1];
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let read: Vec<_> = runtime.block_on(tame(body(lines)).collect());
        assert!(matches!(read.last(), Some(Err(TransportError::BrokeOff(_)))));
    }
}
