//! One connection: frames in, frames out.

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite},
    sync::mpsc,
    time::{Instant, sleep, timeout, timeout_at},
};
use tokio_util::{codec::FramedRead, sync::CancellationToken};
use turno_runtime::{Delivery, Incoming, Link};

use crate::{
    decode::decode,
    fault::{ErrorCode, Fault},
    frames::{GatewayFrame, HelloFrame, PROTOCOL, ServerFrame, WelcomeFrame, WelcomeLimits},
    incoming::{Greeted, Letter},
    line::{LineDecoder, LineFault},
    rate::TooMany,
    server::Shared,
    writer::{Writer, Written},
};

const OWN_FRAMES_MAX: usize = 16;
const LAST_READ_TIMEOUT: Duration = Duration::from_secs(1);

/// Who is at the other end.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    /// For the log.
    pub(crate) name: String,
    /// Whether it is on this machine.
    pub(crate) is_local: bool,
}

/// Serves a connection until it ends. `cancel`: what is queued is written, and that is all.
pub(crate) async fn serve<R, W>(
    shared: Arc<Shared>,
    reader: R,
    writer: W,
    peer: Peer,
    cancel: CancellationToken,
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let limits = &shared.options.limits;
    let (link, outgoing) = Link::new(limits.queue_frames.max(2));
    let (own_frames, own) = mpsc::channel(OWN_FRAMES_MAX);
    let finish = CancellationToken::new();
    let mut writer = Writer {
        stream: writer,
        own,
        outgoing,
        write_timeout: limits.write_timeout,
        finish: finish.clone(),
    };
    let mut lines = FramedRead::new(reader, LineDecoder::new(limits.frame_bytes));
    let reading = Reader {
        shared: &shared,
        peer: &peer,
        link,
        own_frames,
        greeted: None,
        line: 0,
    };
    tracing::debug!(peer = %peer.name, "a gateway connects");
    let end = {
        let writing = writer.run();
        tokio::pin!(writing);
        let end = tokio::select! {
            end = reading.run(&mut lines) => end,
            () = cancel.cancelled() => End::Drained,
            written = &mut writing => End::Written(written),
        };
        match end {
            End::Written(_) => end,
            End::Stopped => {
                // Turns that it sent may still be under way.
                tokio::select! {
                    written = &mut writing => End::Written(written),
                    () = cancel.cancelled() => flush(writing, &finish, limits.linger).await,
                    () = sleep(limits.linger) => flush(writing, &finish, limits.linger).await,
                }
            }
            End::TurnedAway | End::Drained => {
                flush(writing, &finish, limits.linger).await;
                end
            }
        }
    };
    writer.shut_down().await;
    if matches!(
        end,
        End::TurnedAway | End::Drained | End::Written(Written::TooSlow)
    ) {
        // Closing while bytes wait unread would throw away what was written last.
        let _whatever_it_sends = timeout(LAST_READ_TIMEOUT, discard(lines.get_mut())).await;
    }
    tracing::debug!(peer = %peer.name, ?end, "a gateway's connection ends");
}

/// Why a connection ends.
#[derive(Debug, Clone, Copy)]
enum End {
    /// It sends no more.
    Stopped,
    /// It was told why it is not served.
    TurnedAway,
    /// The daemon stops.
    Drained,
    /// No more can be written to it.
    Written(Written),
}

/// The reading half of a connection.
struct Reader<'a> {
    shared: &'a Shared,
    peer: &'a Peer,
    link: Link,
    own_frames: mpsc::Sender<ServerFrame>,
    greeted: Option<Greeted>,
    line: u64,
}

impl Reader<'_> {
    async fn run<R: AsyncRead + Unpin>(mut self, lines: &mut FramedRead<R, LineDecoder>) -> End {
        let hello_by = Instant::now() + self.shared.options.limits.hello_timeout;
        loop {
            let next = match &self.greeted {
                Some(_) => lines.next().await,
                None => match timeout_at(hello_by, lines.next()).await {
                    Ok(next) => next,
                    Err(_) => return self.time_out().await,
                },
            };
            let Some(Ok(line)) = next else { return End::Stopped };
            self.line += 1;
            match self.take_line(line).await {
                Ok(()) => {}
                Err(fault) => {
                    let code = fault.code;
                    tracing::debug!(peer = %self.peer.name, line = self.line, code = code.name(), "a frame is refused");
                    self.tell(fault.into_frame(Some(self.line))).await;
                    if code.closes() {
                        return End::TurnedAway;
                    }
                }
            }
        }
    }

    async fn time_out(&self) -> End {
        let fault = Fault::new(
            ErrorCode::HelloTimeout,
            "no hello came: send it right after connecting",
        );
        self.tell(fault.into_frame(None)).await;
        End::TurnedAway
    }

    async fn take_line(&mut self, line: Result<String, LineFault>) -> Result<(), Fault> {
        let line = line.map_err(|fault| self.line_fault(fault))?;
        if line.trim().is_empty() {
            return Ok(());
        }
        let (frame, subject) = decode(&line)?;
        self.take_frame(frame).await.map_err(|fault| fault.about(subject))
    }

    async fn take_frame(&mut self, frame: GatewayFrame) -> Result<(), Fault> {
        let limits = &self.shared.options.limits;
        if let GatewayFrame::Hello(hello) = frame {
            let welcome = self.greet(&hello)?;
            self.tell(welcome).await;
            return Ok(());
        }
        let Some(greeted) = &mut self.greeted else {
            let message = "nobody has said hello on this connection: send a hello frame first";
            return Err(Fault::new(ErrorCode::HelloRequired, message));
        };
        let letter = match frame {
            GatewayFrame::Hello(_) => None,
            GatewayFrame::Turn(turn) => greeted.turn(turn, limits)?,
            GatewayFrame::Interrupt(interrupt) => Some(greeted.interrupt(&interrupt, limits)?),
            GatewayFrame::Ack(ack) => Some(greeted.ack(&ack)?),
            GatewayFrame::Close(close) => Some(greeted.close(&close)?),
            GatewayFrame::Journal(journal) => Some(greeted.journal(&journal)?),
            GatewayFrame::Resume(resume) => {
                let letters = greeted.resume(&resume)?;
                self.deliver_each(letters).await;
                None
            }
        };
        letter.map_or(Ok(()), |letter| self.deliver(letter))
    }

    fn greet(&mut self, hello: &HelloFrame) -> Result<ServerFrame, Fault> {
        if self.greeted.is_some() {
            let message = "this connection has said hello already: open another one for another channel";
            return Err(Fault::new(ErrorCode::HelloRepeated, message));
        }
        if hello.protocol != PROTOCOL {
            let message = format!(
                "protocol {} is not spoken here: send a hello with protocol {PROTOCOL}",
                hello.protocol
            );
            return Err(Fault::new(ErrorCode::UnsupportedProtocol, message));
        }
        if !(1..=128).contains(&hello.gateway.len()) || hello.gateway.chars().any(char::is_control) {
            let message = "gateway is not valid: it must have 1 to 128 bytes and no control characters";
            return Err(Fault::new(ErrorCode::InvalidId, message));
        }
        let Some(access) = self
            .shared
            .options
            .tokens
            .admit(hello.token.as_ref(), self.peer.is_local)
        else {
            tracing::warn!(peer = %self.peer.name, "a gateway without a valid token is turned away");
            let message = "the token is missing or wrong: send one of the daemon's tokens in `token`";
            return Err(Fault::new(ErrorCode::Unauthorized, message));
        };
        tracing::info!(peer = %self.peer.name, gateway = %hello.gateway, channel = hello.channel.name(), "a gateway is connected");
        self.greeted = Some(Greeted::new(hello.channel, access));
        let limits = &self.shared.options.limits;
        Ok(ServerFrame::Welcome(WelcomeFrame {
            protocol: PROTOCOL,
            server: concat!("turno ", env!("CARGO_PKG_VERSION")).to_owned(),
            limits: WelcomeLimits {
                frame_bytes: limits.frame_bytes,
                text_characters: limits.text_characters,
                turns_per_second: limits.turns_per_second_conversation,
            },
        }))
    }

    async fn deliver_each(&mut self, letters: Vec<Letter>) {
        for letter in letters {
            if let Err(fault) = self.deliver(letter) {
                self.tell(fault.into_frame(Some(self.line))).await;
            }
        }
    }

    fn deliver(&mut self, letter: Letter) -> Result<(), Fault> {
        let subject = letter.subject();
        if matches!(letter.incoming, Incoming::Turn(_)) {
            let taken = self.shared.rates.take(&letter.key, Instant::now());
            taken.map_err(|too_many| rate_fault(too_many).about(subject.clone()))?;
        }
        let Letter { key, incoming } = letter;
        let delivery = Delivery {
            key: key.clone(),
            incoming,
            link: self.link.clone(),
        };
        self.shared
            .intake
            .deliver(delivery)
            .map_err(|refused| Fault::refused(&refused).about(subject))?;
        if let Some(greeted) = &mut self.greeted {
            greeted.remember(&key);
        }
        Ok(())
    }

    fn line_fault(&self, fault: LineFault) -> Fault {
        match fault {
            LineFault::TooLong => Fault::new(
                ErrorCode::FrameTooLarge,
                format!(
                    "the line is longer than {} bytes: it was skipped",
                    self.shared.options.limits.frame_bytes
                ),
            ),
            LineFault::NotUtf8 => Fault::new(ErrorCode::NotUtf8, "the line is not UTF-8: it was skipped"),
        }
    }

    /// Waits while the peer reads nothing: it then gets to send nothing either.
    async fn tell(&self, frame: ServerFrame) {
        let _gone_already = self.own_frames.send(frame).await;
    }
}

fn rate_fault(too_many: TooMany) -> Fault {
    let (whose, wait) = match too_many {
        TooMany::Conversation(wait) => ("this conversation", wait),
        TooMany::Tenant(wait) => ("this tenant", wait),
    };
    let wait_ms = u64::try_from(wait.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX);
    let message = format!("too many turns a second in {whose}: send it again in {wait_ms} ms");
    Fault::new(ErrorCode::RateLimited, message).retry_after_ms(wait_ms)
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
