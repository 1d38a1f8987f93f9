//! `turno chat`: a gateway for one person at a terminal, or for lines from a pipe.

mod input;
mod meaning;
mod screen;
mod wordless;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use clap::Args;
use jiff::Timestamp;
use tokio::{
    io::{BufReader, Stdin},
    time::{sleep, timeout},
};
use turno_command::{Connection, Failure, Greeting, token_of};
use turno_core::Channel;
use turno_gateway::frames::{
    AckFrame, ChoiceFrame, ErrorFrame, GatewayFrame, ReplyFrame, ResumeFrame, ServerFrame, TurnFrame,
};

use input::{Input, Line};
use meaning::Meaning;
use screen::Screen;
use wordless::Wordless;

/// How often a turn is sent again where the daemon asks for patience or goes away.
const TRIES_MAX: u32 = 6;
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// What belongs to a reply (a hand-off, the end) comes right after it.
const QUIET_AFTER_REPLY: Duration = Duration::from_millis(100);

/// `turno chat`
#[derive(Debug, Args)]
pub(crate) struct ChatArgs {
    /// Where the daemon listens: ADDR:PORT, or unix:PATH.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7707")]
    pub(crate) connect: String,
    /// The business to talk to.
    #[arg(long, value_name = "ID", default_value = "terraza")]
    pub(crate) tenant: String,
    /// Talk as if on this channel: voice, whatsapp, web or test.
    #[arg(long, value_name = "CHANNEL", default_value = "whatsapp")]
    pub(crate) channel: Channel,
    /// The conversation to go on with; default: a new one.
    #[arg(long, value_name = "ID")]
    pub(crate) conversation: Option<String>,
    /// The phone that you call or write from, such as +525512345678.
    #[arg(long, value_name = "PHONE")]
    pub(crate) caller: Option<String>,
    /// A file with the token for the daemon; default: the variable TURNO_TOKEN, where it is set.
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Print the frames that arrive, one JSON object a line, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Talks until the input ends.
///
/// # Errors
/// [`Failure`] where no daemon answers, the token is wrong, or the connection is lost for good.
pub(crate) fn run_command(arguments: ChatArgs) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|cause| Failure::Told(format!("the system gives no event loop: {cause}")))?;
    let outcome = runtime.block_on(run(arguments));
    // A read of the terminal cannot be called off; it must not hold up the end.
    runtime.shutdown_background();
    outcome.map(|()| ExitCode::SUCCESS)
}

async fn run(arguments: ChatArgs) -> Result<(), Failure> {
    let token = token_of(arguments.token_file.as_deref())?;
    let started = Timestamp::now().as_millisecond();
    let conversation =
        arguments.conversation.unwrap_or_else(|| format!("chat-{started:x}-{:x}", std::process::id()));
    let screen = Screen::new(arguments.json, io::stdin().is_terminal(), arguments.channel == Channel::Voice);
    let greeting =
        Greeting { gateway: "turno chat", address: arguments.connect, channel: arguments.channel, token };
    let connection = Connection::open(&greeting).await?;
    let chat = Chat {
        greeting,
        connection,
        screen,
        tenant: arguments.tenant,
        conversation,
        caller: arguments.caller,
        turn_prefix: format!("{started:x}"),
        turns: 0,
        lines: 0,
        seq: 0,
        choices: Vec::new(),
        awaiting: None,
        pending: None,
    };
    chat.run(Input::new(BufReader::new(tokio::io::stdin()))).await
}

/// One conversation at a terminal.
struct Chat {
    greeting: Greeting,
    connection: Connection,
    screen: Screen,
    tenant: String,
    conversation: String,
    caller: Option<String>,
    /// Makes the ids of turns differ from those of an earlier chat in the same conversation.
    turn_prefix: String,
    turns: u32,
    /// Lines of the input so far.
    lines: u64,
    /// The last sequence number that arrived.
    seq: u64,
    choices: Vec<ChoiceFrame>,
    awaiting: Option<String>,
    /// The turn that has no answer yet.
    pending: Option<String>,
}

/// What a turn is made of.
enum Said<'a> {
    /// A line that was typed.
    Line(&'a str),
    /// What a command sends in place of words.
    Wordless(Wordless),
}

/// What a frame means for the turn that waits.
enum Answer {
    None,
    Done,
    /// Send it again after this.
    Again(Duration),
}

impl Chat {
    async fn run(mut self, mut input: Input<BufReader<Stdin>>) -> Result<(), Failure> {
        self.screen.begin(&self.tenant, self.greeting.channel, &self.conversation);
        while let Some(line) = self.next_line(&mut input).await? {
            match line.trim() {
                "" if self.screen.is_interactive() => {}
                "/quit" if self.screen.is_interactive() => break,
                "/help" if self.screen.is_interactive() => self.screen.help(),
                "/conversation" if self.screen.is_interactive() => {
                    self.screen.conversation(&self.tenant, self.greeting.channel, &self.conversation);
                }
                said => match Wordless::of(said) {
                    Some(Ok(sent)) => {
                        self.screen.said(said);
                        self.send(self.frame(Said::Wordless(sent))).await?;
                    }
                    Some(Err(cure)) => self.screen.notice(&cure),
                    None if said.starts_with('/') && self.screen.is_interactive() => {
                        self.screen.notice(&format!("there is no command {said}: /help lists them"));
                    }
                    None => {
                        self.screen.said(said);
                        self.send(self.frame(Said::Line(said))).await?;
                    }
                },
            }
        }
        self.screen.end();
        Ok(())
    }

    /// The next line of the input; what arrives meanwhile is shown.
    async fn next_line(&mut self, input: &mut Input<BufReader<Stdin>>) -> Result<Option<String>, Failure> {
        loop {
            self.screen.prompt();
            tokio::select! {
                biased;
                frame = self.connection.next() => match frame {
                    Some(frame) => {
                        self.take(&frame).await;
                    }
                    None => self.reconnect().await?,
                },
                line = input.next_line() => {
                    let line = line.map_err(|cause| Failure::Told(format!("the input cannot be read: {cause}")))?;
                    let Some(line) = line else { return Ok(None) };
                    self.screen.entered();
                    self.lines += 1;
                    match line {
                        Line::Text(text) => return Ok(Some(text)),
                        Line::NotText => self.screen.fault(&format!(
                            "line {} is no UTF-8, and was not sent: write it in UTF-8",
                            self.lines
                        )),
                    }
                }
            }
        }
    }

    /// Sends a turn, as often as it takes, and shows what answers it.
    async fn send(&mut self, frame: TurnFrame) -> Result<(), Failure> {
        self.turns += 1;
        self.pending = Some(frame.turn.clone());
        let mut pause = FIRST_PAUSE;
        for _ in 0..TRIES_MAX {
            self.connection.send(&GatewayFrame::Turn(Box::new(frame.clone()))).await;
            match self.await_answer().await {
                Some(Answer::Again(wait)) => {
                    sleep(wait.max(pause)).await;
                    pause *= 2;
                }
                Some(Answer::Done | Answer::None) => {
                    self.pending = None;
                    return self.show_rest().await;
                }
                None => self.reconnect().await?,
            }
        }
        self.pending = None;
        self.screen.notice("the daemon does not take this turn: try it again later");
        Ok(())
    }

    /// None: the connection is gone.
    async fn await_answer(&mut self) -> Option<Answer> {
        loop {
            let frame = self.connection.next().await?;
            match self.take(&frame).await {
                Answer::None => {}
                answer @ (Answer::Done | Answer::Again(_)) => return Some(answer),
            }
        }
    }

    /// The next line waits for all that belongs to a reply.
    async fn show_rest(&mut self) -> Result<(), Failure> {
        while let Ok(frame) = timeout(QUIET_AFTER_REPLY, self.connection.next()).await {
            match frame {
                Some(frame) => {
                    self.take(&frame).await;
                }
                None => return self.reconnect().await,
            }
        }
        Ok(())
    }

    /// Shows a frame once and acknowledges it.
    async fn take(&mut self, frame: &ServerFrame) -> Answer {
        match frame {
            ServerFrame::Welcome(_) | ServerFrame::Journal(_) => Answer::None,
            ServerFrame::Error(error) => self.take_error(frame, error),
            ServerFrame::Reply(reply) => {
                let is_answer = reply.turn.is_some() && reply.turn == self.pending;
                if self.is_new(reply.seq) || is_answer {
                    self.take_reply(reply);
                    self.screen.frame(frame);
                    self.acknowledge(reply.seq).await;
                }
                if is_answer { Answer::Done } else { Answer::None }
            }
            ServerFrame::Expired(expired) => {
                self.choices.clear();
                self.awaiting = None;
                self.take_numbered(frame, expired.seq).await
            }
            ServerFrame::HandOff(hand_off) => self.take_numbered(frame, hand_off.seq).await,
            ServerFrame::Closed(closed) => self.take_numbered(frame, closed.seq).await,
            ServerFrame::Progress(_) | ServerFrame::ReplyDelta(_) => {
                self.screen.frame(frame);
                Answer::None
            }
        }
    }

    async fn take_numbered(&mut self, frame: &ServerFrame, seq: u64) -> Answer {
        if self.is_new(seq) {
            self.screen.frame(frame);
            self.acknowledge(seq).await;
        }
        Answer::None
    }

    fn take_reply(&mut self, reply: &ReplyFrame) {
        self.choices.clone_from(&reply.choices);
        self.awaiting.clone_from(&reply.awaiting);
    }

    fn take_error(&mut self, frame: &ServerFrame, error: &ErrorFrame) -> Answer {
        let is_ours = self.pending.is_some() && (error.turn.is_none() || error.turn == self.pending);
        let wants_patience = matches!(
            error.code.as_str(),
            "rate_limited" | "mailbox_full" | "too_many_conversations" | "overloaded" | "stopping"
        );
        if is_ours && wants_patience {
            return Answer::Again(Duration::from_millis(error.retry_after_ms.unwrap_or(0)));
        }
        self.screen.frame(frame);
        if is_ours { Answer::Done } else { Answer::None }
    }

    fn is_new(&self, seq: u64) -> bool {
        seq > self.seq
    }

    async fn acknowledge(&mut self, seq: u64) {
        self.seq = self.seq.max(seq);
        let ack = AckFrame {
            conversation: self.conversation.clone(),
            tenant: Some(self.tenant.clone()),
            seq: self.seq,
        };
        self.connection.send(&GatewayFrame::Ack(ack)).await;
    }

    async fn reconnect(&mut self) -> Result<(), Failure> {
        self.screen.notice("the connection is lost: connecting again");
        let mut pause = FIRST_PAUSE;
        for _ in 0..TRIES_MAX {
            sleep(pause).await;
            pause *= 2;
            let Ok(connection) = Connection::open(&self.greeting).await else {
                continue;
            };
            self.connection = connection;
            if self.turns > 0 {
                let resume = ResumeFrame {
                    tenant: Some(self.tenant.clone()),
                    conversations: [(self.conversation.clone(), self.seq)].into(),
                };
                self.connection.send(&GatewayFrame::Resume(resume)).await;
            }
            return Ok(());
        }
        Err(Failure::Told(format!(
            "the daemon on {} is gone: start it again and go on with `turno chat --conversation {}`",
            self.greeting.address, self.conversation
        )))
    }

    /// The next turn.
    fn frame(&self, said: Said<'_>) -> TurnFrame {
        let mut frame = TurnFrame {
            conversation: self.conversation.clone(),
            turn: format!("{}-{}", self.turn_prefix, self.turns + 1),
            tenant: self.tenant.clone(),
            branch: None,
            caller: self.caller.clone(),
            text: None,
            choice: None,
            dtmf: None,
            media: None,
            location: None,
            contact: None,
            sent_at: None,
            is_final: true,
        };
        match said {
            Said::Line(line) => {
                let (channel, awaiting) = (self.greeting.channel, self.awaiting.as_deref());
                match Meaning::of(line, channel, awaiting, &self.choices) {
                    Meaning::Text => frame.text = Some(line.to_owned()),
                    Meaning::Choice(id) => frame.choice = Some(id),
                    Meaning::Key => frame.dtmf = Some(line.to_owned()),
                }
            }
            Said::Wordless(Wordless::Media(media)) => frame.media = Some(media),
            Said::Wordless(Wordless::Place(place)) => frame.location = Some(place),
            Said::Wordless(Wordless::Card(card)) => frame.contact = Some(card),
        }
        frame
    }
}
