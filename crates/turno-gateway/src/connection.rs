//! One connection: frames in, frames out.

mod reader;

use std::{sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    sync::mpsc,
    time::{sleep, timeout},
};
use tokio_util::{codec::FramedRead, sync::CancellationToken};
use turno_runtime::Link;

use crate::{
    doors::{Origin, Visit},
    fault::{ErrorCode, Fault},
    line::LineDecoder,
    shared::Shared,
    writer::{Writer, Written, append},
};
use reader::Reader;

const OWN_FRAMES_MAX: usize = 16;
const LAST_READ_TIMEOUT: Duration = Duration::from_secs(1);
const LAST_WORD_TIMEOUT: Duration = Duration::from_millis(100);

/// The longest line until the greeting has come: a greeting is short.
const GREETING_BYTES_MAX: usize = 4_096;

/// Who is at the other end.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    /// For the log.
    pub(crate) name: String,
    /// Where it connects from.
    pub(crate) origin: Origin,
}

/// Serves a connection until it ends. `cancel`: what is queued is written, and that is all.
pub(crate) async fn serve<R, W>(
    shared: Arc<Shared>,
    reader: R,
    writer: W,
    peer: Peer,
    mut visit: Visit,
    cancel: CancellationToken,
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let limits = &shared.options.limits;
    let (link, outgoing) = Link::new(limits.queue_frames.max(2));
    let (own_frames, own) = mpsc::channel(OWN_FRAMES_MAX);
    let finish = CancellationToken::new();
    let leave = visit.leave();
    let mut writer =
        Writer { stream: writer, own, outgoing, write_timeout: limits.write_timeout, finish: finish.clone() };
    let mut lines = FramedRead::new(reader, LineDecoder::new(limits.frame_bytes.min(GREETING_BYTES_MAX)));
    let reading = Reader::new(&shared, &peer, &mut visit, link, own_frames);
    tracing::debug!(peer = %peer.name, "a gateway connects");
    let end = {
        let writing = writer.run();
        tokio::pin!(writing);
        let end = tokio::select! {
            end = reading.run(&mut lines) => end,
            () = cancel.cancelled() => End::Drained,
            () = leave.cancelled() => End::MadeRoom,
            written = &mut writing => End::Written(written),
        };
        match end {
            End::Written(_) | End::MadeRoom => end,
            End::Stopped => {
                // Turns that it sent may still be under way.
                tokio::select! {
                    written = &mut writing => End::Written(written),
                    () = cancel.cancelled() => flush(writing, &finish, limits.linger).await,
                    () = sleep(limits.linger) => flush(writing, &finish, limits.linger).await,
                    () = leave.cancelled() => End::MadeRoom,
                }
            }
            End::TurnedAway | End::Drained => {
                tokio::select! {
                    _end = flush(writing, &finish, limits.linger) => end,
                    () = leave.cancelled() => End::MadeRoom,
                }
            }
        }
    };
    take_leave(&mut writer, lines.get_mut(), end, &leave).await;
    tracing::debug!(peer = %peer.name, ?end, "a gateway's connection ends");
}

/// The last that is written and read, once nothing more is worked on.
async fn take_leave<R, W>(writer: &mut Writer<W>, reader: &mut R, end: End, leave: &CancellationToken)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    match end {
        End::MadeRoom => {
            let message =
                "others wait to greet, and this connection has not: connect again, and say hello at once";
            let fault = Fault::new(ErrorCode::TooManyConnections, message);
            let mut line = Vec::new();
            append(&mut line, &fault.into_frame(None));
            let last_word = async {
                writer.stream.write_all(&line).await?;
                writer.stream.shutdown().await
            };
            let _best_effort = timeout(LAST_WORD_TIMEOUT, last_word).await;
        }
        End::TurnedAway | End::Drained | End::Written(Written::TooSlow) => {
            writer.shut_down().await;
            // Closing while bytes wait unread would throw away what was written last.
            tokio::select! {
                _whatever_it_sends = timeout(LAST_READ_TIMEOUT, discard(reader)) => {}
                () = leave.cancelled() => {}
            }
        }
        End::Stopped | End::Written(Written::All | Written::Gone) => writer.shut_down().await,
    }
}

/// Why a connection ends.
#[derive(Debug, Clone, Copy)]
enum End {
    /// It sends no more.
    Stopped,
    /// It was told why it is not served.
    TurnedAway,
    /// It had not greeted, and another has its place.
    MadeRoom,
    /// The daemon stops.
    Drained,
    /// No more can be written to it.
    Written(Written),
}

async fn flush(writing: impl Future<Output = Written>, finish: &CancellationToken, limit: Duration) -> End {
    finish.cancel();
    End::Written(timeout(limit, writing).await.unwrap_or(Written::TooSlow))
}

async fn discard<R: AsyncRead + Unpin>(reader: &mut R) {
    let mut bytes = [0; 4_096];
    while matches!(reader.read(&mut bytes).await, Ok(count) if count > 0) {}
}

#[cfg(test)]
mod tests;
