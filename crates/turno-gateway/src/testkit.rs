//! For tests of what comes over the socket, without a socket.

use tokio_util::{bytes::BytesMut, codec::Decoder};

use crate::{decode::decode, line::LineDecoder};

/// Reads bytes as a connection does: gives for each line, where there is one, the frame as the gateway meant it, or the
/// code and the message of the error that it is answered with. `cut` says where the bytes are torn, as a network tears them.
pub fn read_frames(bytes: &[u8], cut: usize, line_bytes_max: usize) -> Vec<Result<String, String>> {
    let mut decoder = LineDecoder::new(line_bytes_max);
    let mut read = Vec::new();
    let (first, second) = bytes.split_at(cut.min(bytes.len()));
    let mut buffer = BytesMut::new();
    let mut take = |line: Result<String, crate::line::LineFault>| {
        read.push(match line {
            Ok(line) => {
                decode(&line).map(|(frame, _)| format!("{frame:?}")).map_err(|fault| format!("{fault:?}"))
            }
            Err(fault) => Err(format!("{fault:?}")),
        });
    };
    for part in [first, second] {
        buffer.extend_from_slice(part);
        while let Ok(Some(line)) = decoder.decode(&mut buffer) {
            take(line);
        }
    }
    while let Ok(Some(line)) = decoder.decode_eof(&mut buffer) {
        take(line);
    }
    read
}
