//! What a connection writes.

use std::{io, time::Duration};

use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    sync::mpsc,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use turno_runtime::Outgoing;

use crate::{
    fault::{ErrorCode, Fault},
    frames::ServerFrame,
    outgoing::frame_of,
};

const BATCH_FRAMES_MAX: usize = 64;
const LAST_WORD_TIMEOUT: Duration = Duration::from_secs(1);

/// The writing half of a connection.
pub(crate) struct Writer<W> {
    pub(crate) stream: W,
    /// Welcomes and errors, from the reading half.
    pub(crate) own: mpsc::Receiver<ServerFrame>,
    /// What conversations say.
    pub(crate) outgoing: mpsc::Receiver<Outgoing>,
    pub(crate) write_timeout: Duration,
    /// Once cancelled, what is queued is written and no more.
    pub(crate) finish: CancellationToken,
}

/// Why no more is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// All that there was.
    All,
    /// The peer does not read what it is sent.
    TooSlow,
    /// The connection is gone.
    Gone,
}

impl<W: AsyncWrite + Unpin> Writer<W> {
    /// Writes until told to finish, or until it cannot.
    pub(crate) async fn run(&mut self) -> Written {
        let mut batch = Vec::with_capacity(BATCH_FRAMES_MAX);
        let batch_max = BATCH_FRAMES_MAX.min(self.outgoing.max_capacity());
        loop {
            let mut lines = Vec::new();
            let mut is_overrun = false;
            tokio::select! {
                biased;
                Some(frame) = self.own.recv() => append(&mut lines, &frame),
                count = self.outgoing.recv_many(&mut batch, batch_max) => {
                    if count == 0 {
                        return Written::All;
                    }
                    // Where the queue was full, a frame may have been turned away, and one that came after it may
                    // be queued by now. Only what was taken just now is sure to be without a gap.
                    is_overrun = count + self.outgoing.len() >= self.outgoing.max_capacity();
                    batch.drain(..).for_each(|outgoing| append(&mut lines, &frame_of(outgoing)));
                }
                () = self.finish.cancelled() => return Written::All,
            }
            match timeout(self.write_timeout, self.write(&lines)).await {
                Ok(Ok(())) if is_overrun => return self.give_up().await,
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Written::Gone,
                Err(_) => return Written::TooSlow,
            }
        }
    }

    /// Tells the peer that nothing more comes.
    pub(crate) async fn shut_down(&mut self) {
        let _gone_already = timeout(LAST_WORD_TIMEOUT, self.stream.shutdown()).await;
    }

    async fn give_up(&mut self) -> Written {
        let message = "frames came faster than they were read: connect again and resume, they are kept";
        let mut line = Vec::new();
        append(&mut line, &Fault::new(ErrorCode::SlowReader, message).into_frame(None));
        let _best_effort = timeout(LAST_WORD_TIMEOUT, self.write(&line)).await;
        Written::TooSlow
    }

    async fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        self.stream.write_all(lines).await?;
        self.stream.flush().await
    }
}

/// Appends a frame and its newline.
pub(crate) fn append(lines: &mut Vec<u8>, frame: &ServerFrame) {
    let start = lines.len();
    match serde_json::to_writer(&mut *lines, frame) {
        Ok(()) => lines.push(b'\n'),
        // Frames are strings and numbers, which JSON always has; half a line must not go out all the same.
        Err(_) => lines.truncate(start),
    }
}
