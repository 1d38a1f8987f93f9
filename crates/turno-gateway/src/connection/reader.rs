//! The reading half of a connection: the greeting, then frames, each to where it belongs.

use std::time::Duration;

use futures_util::StreamExt;
use tokio::{
    io::AsyncRead,
    sync::mpsc,
    time::{Instant, sleep, timeout_at},
};
use tokio_util::codec::FramedRead;
use turno_runtime::{Delivery, Incoming, Link};

use super::{End, Peer};
use crate::{
    decode::{decode, is_hello},
    doors::{Full, Visit},
    fault::{ErrorCode, Fault},
    frames::{GatewayFrame, HelloFrame, PROTOCOL, ServerFrame, WelcomeFrame, WelcomeLimits},
    incoming::{Greeted, subject_of},
    line::{LineDecoder, LineFault},
    rate::{Rate, Taken, TooMany},
    shared::Shared,
};

/// Lines before the greeting, wrong greetings and empty lines among them.
const LINES_TO_GREET_MAX: u64 = 8;

/// How long the conversations of one `resume` are waited for in all, and how long each time.
const RESUME_PATIENCE: Duration = Duration::from_secs(10);
const RESUME_PAUSE: Duration = Duration::from_millis(5);

/// The reading half of a connection.
pub(super) struct Reader<'a> {
    shared: &'a Shared,
    peer: &'a Peer,
    visit: &'a mut Visit,
    link: Link,
    own_frames: mpsc::Sender<ServerFrame>,
    greeted: Option<Greeted>,
    line: u64,
    /// Of all lines, right or wrong; and when those so far would have been through at that rate.
    rate: Rate,
    through: Option<Instant>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        shared: &'a Shared,
        peer: &'a Peer,
        visit: &'a mut Visit,
        link: Link,
        own_frames: mpsc::Sender<ServerFrame>,
    ) -> Self {
        let limits = &shared.options.limits;
        // A connection that carries one tenant's turns, their acknowledgements and what is said in parts is not held up.
        let per_second =
            limits.frames_per_second_connection.max(limits.turns_per_second_tenant.saturating_mul(4));
        Self {
            shared,
            peer,
            visit,
            link,
            own_frames,
            greeted: None,
            line: 0,
            rate: Rate::per_second(per_second),
            through: None,
        }
    }

    pub(super) async fn run<R: AsyncRead + Unpin>(mut self, lines: &mut FramedRead<R, LineDecoder>) -> End {
        let limits = &self.shared.options.limits;
        let hello_by = Instant::now() + limits.hello_timeout;
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
            self.keep_pace().await;
            let taken = match &self.greeted {
                Some(_) => self.take_line(line).await,
                None => self.take_greeting(line).await,
            };
            match taken {
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
            if self.greeted.is_some() {
                lines.decoder_mut().allow(limits.frame_bytes);
            }
        }
    }

    /// Reads no faster than one connection may send: nothing is refused for it, and the peer's writes wait.
    async fn keep_pace(&mut self) {
        let now = Instant::now();
        self.through = Some(match self.rate.next(self.through, 1, now) {
            Ok(through) => through,
            Err(wait) => {
                sleep(wait).await;
                self.rate.next(self.through, 1, now + wait).unwrap_or(now + wait)
            }
        });
    }

    /// Until the greeting a line is a greeting, or the last: whatever else connects here, a browser that was led to, would have its
    /// first lines refused and the next ones obeyed. A greeting that is wrong is told, and may be put right.
    async fn take_greeting(&mut self, line: Result<String, LineFault>) -> Result<(), Fault> {
        let message = "nobody has said hello on this connection: send a hello frame first";
        let required = || Fault::new(ErrorCode::HelloRequired, message);
        let line = line.map_err(|_| required())?;
        if self.line > LINES_TO_GREET_MAX {
            return Err(required());
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        match decode(&line) {
            Ok((GatewayFrame::Hello(hello), _)) => {
                let welcome = self.greet(&hello)?;
                self.tell(welcome).await;
                Ok(())
            }
            Ok((_, subject)) => Err(required().about(subject)),
            Err(fault) if is_hello(&line) => Err(fault),
            Err(_) => Err(required()),
        }
    }

    async fn time_out(&self) -> End {
        let fault = Fault::new(ErrorCode::HelloTimeout, "no hello came: send it right after connecting");
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
        let Some(greeted) = &mut self.greeted else {
            return Ok(());
        };
        let delivery = match frame {
            GatewayFrame::Hello(_) => {
                let message = "this connection has said hello already: open another one for another channel";
                return Err(Fault::new(ErrorCode::HelloRepeated, message));
            }
            GatewayFrame::Turn(turn) => greeted.turn(*turn, limits)?,
            GatewayFrame::Interrupt(interrupt) => Some(greeted.interrupt(&interrupt, limits)?),
            GatewayFrame::Ack(ack) => Some(greeted.ack(&ack)?),
            GatewayFrame::Close(close) => Some(greeted.close(&close)?),
            GatewayFrame::Journal(journal) => Some(greeted.journal(&journal)?),
            GatewayFrame::Resume(resume) => {
                let deliveries = greeted.resume(&resume)?;
                self.deliver_each(deliveries).await;
                None
            }
        };
        delivery.map_or(Ok(()), |delivery| self.deliver(delivery))
    }

    fn greet(&mut self, hello: &HelloFrame) -> Result<ServerFrame, Fault> {
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
        let Some(access) =
            self.shared.options.tokens.admit(hello.token.as_ref(), self.peer.origin.is_local())
        else {
            tracing::warn!(peer = %self.peer.name, "a gateway without a valid token is turned away");
            let message = "the token is missing or wrong: send one of the daemon's tokens in `token`";
            return Err(Fault::new(ErrorCode::Unauthorized, message));
        };
        self.visit.come_in().map_err(full_fault)?;
        tracing::info!(peer = %self.peer.name, gateway = %hello.gateway, channel = hello.channel.name(), "a gateway is connected");
        self.greeted = Some(Greeted::new(self.link.clone(), hello.channel, access));
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

    /// A gateway that comes back resumes many conversations at once: what is too much is taken a moment later, and what it sends next
    /// waits meanwhile.
    async fn deliver_each(&mut self, deliveries: Vec<Delivery>) {
        let until = Instant::now() + RESUME_PATIENCE;
        for delivery in deliveries {
            while let Err(fault) = self.deliver(delivery.clone()) {
                if fault.is_for_now() && Instant::now() < until {
                    sleep(RESUME_PAUSE).await;
                    continue;
                }
                self.tell(fault.into_frame(Some(self.line))).await;
                break;
            }
        }
    }

    fn deliver(&mut self, delivery: Delivery) -> Result<(), Fault> {
        let subject = subject_of(&delivery);
        let counted = match delivery.incoming {
            Incoming::Turn(_) => Taken::Turn,
            Incoming::Journal { .. } => Taken::Journal,
            Incoming::Ack { .. }
            | Incoming::Resume { .. }
            | Incoming::Interrupt { .. }
            | Incoming::Close { .. } => Taken::Other,
        };
        let key = delivery.key.clone();
        let taken = self.shared.rates.take(&key, counted, Instant::now());
        taken.map_err(|too_many| rate_fault(counted, too_many).about(subject.clone()))?;
        self.shared.intake.deliver(delivery).map_err(|refused| Fault::refused(&refused).about(subject))?;
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

fn full_fault(full: Full) -> Fault {
    let message = match full {
        Full::Connections => {
            "too many connections are open: use one for many conversations, or come back in a moment"
        }
        Full::Address => {
            "too many connections are open from this address: use one for many conversations, or come back in a moment"
        }
    };
    Fault::new(ErrorCode::TooManyConnections, message)
}

fn rate_fault(counted: Taken, too_many: TooMany) -> Fault {
    let (whose, wait) = match too_many {
        TooMany::Conversation(wait) => ("this conversation", wait),
        TooMany::Tenant(wait) => ("this tenant", wait),
    };
    let what = match counted {
        Taken::Turn => "turns",
        Taken::Other => "frames",
        Taken::Journal => "journals",
    };
    let wait_ms = u64::try_from(wait.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX);
    let message = format!("too many {what} a second in {whose}: send it again in {wait_ms} ms");
    Fault::new(ErrorCode::RateLimited, message).retry_after_ms(wait_ms)
}
