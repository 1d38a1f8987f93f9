//! A command's end of the socket.

use std::{io, path::Path, time::Duration};

use futures_util::{SinkExt, StreamExt};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, UnixStream},
    time::timeout,
};
use tokio_util::codec::{Framed, LinesCodec};
use turno_core::Channel;
use turno_gateway::frames::{GatewayFrame, HelloFrame, PROTOCOL, Secret, ServerFrame};

use crate::Failure;

const WELCOME_TIMEOUT: Duration = Duration::from_secs(10);
const LINE_BYTES_MAX: usize = 16 * 1_024 * 1_024;

/// Where to connect, and what to say first.
pub struct Greeting {
    /// Who we are, for the daemon's log.
    pub gateway: &'static str,
    /// Where the daemon listens: `ADDR:PORT`, or `unix:PATH`.
    pub address: String,
    /// The channel that we are a gateway of.
    pub channel: Channel,
    /// The token, where the daemon wants one.
    pub token: Option<Secret>,
}

/// A connection that has been welcomed.
pub struct Connection {
    frames: Framed<Box<dyn Pipe>, LinesCodec>,
}

/// A TCP or a Unix-domain stream.
pub trait Pipe: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Pipe for S {}

impl Connection {
    /// Connects and says hello.
    ///
    /// # Errors
    /// [`Failure::Told`] where nobody listens there, or does not welcome us.
    pub async fn open(greeting: &Greeting) -> Result<Self, Failure> {
        let pipe = pipe_to(&greeting.address).await.map_err(|cause| not_there(&greeting.address, &cause))?;
        let mut connection =
            Self { frames: Framed::new(pipe, LinesCodec::new_with_max_length(LINE_BYTES_MAX)) };
        connection
            .send(&GatewayFrame::Hello(HelloFrame {
                protocol: PROTOCOL,
                gateway: greeting.gateway.to_owned(),
                channel: greeting.channel,
                token: greeting.token.clone(),
            }))
            .await;
        match timeout(WELCOME_TIMEOUT, connection.next()).await {
            Ok(Some(ServerFrame::Welcome(_))) => Ok(connection),
            Ok(Some(ServerFrame::Error(error))) => Err(Failure::Told(error.message)),
            Ok(_) | Err(_) => Err(Failure::Told(format!(
                "whatever listens on {} is not a Turno daemon: it does not answer a hello",
                greeting.address
            ))),
        }
    }

    /// The bare stream, for whoever reads frames in another way. Nothing may have been sent on it yet, else what has
    /// already been read is lost.
    pub fn into_pipe(self) -> Box<dyn Pipe> {
        self.frames.into_inner()
    }

    /// Sends a frame. That the connection is gone shows at the next [`Connection::next`].
    pub async fn send(&mut self, frame: &GatewayFrame) {
        if let Ok(line) = serde_json::to_string(frame) {
            let _shows_at_the_next_read = self.frames.send(line).await;
        }
    }

    /// The next frame; frames of unknown types are passed over. None: the connection is gone.
    pub async fn next(&mut self) -> Option<ServerFrame> {
        loop {
            let line = self.frames.next().await?.ok()?;
            if let Ok(frame) = serde_json::from_str(&line) {
                return Some(frame);
            }
        }
    }
}

async fn pipe_to(address: &str) -> io::Result<Box<dyn Pipe>> {
    match address.strip_prefix("unix:") {
        Some(path) => Ok(Box::new(UnixStream::connect(path).await?)),
        None => {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            Ok(Box::new(stream))
        }
    }
}

fn not_there(address: &str, cause: &io::Error) -> Failure {
    let is_absent = matches!(cause.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound);
    if is_absent {
        return Failure::Told(format!("no daemon listens on {address}; start one with `turno serve`"));
    }
    Failure::Told(format!("cannot connect to {address}: {cause}; --connect takes ADDR:PORT or unix:PATH"))
}

/// The token to say hello with: from the file, else from the variable `TURNO_TOKEN`, where it is set.
///
/// # Errors
/// [`Failure`] where the file cannot be read or has no token.
pub fn token_of(file: Option<&Path>) -> Result<Option<Secret>, Failure> {
    let Some(path) = file else {
        return Ok(std::env::var("TURNO_TOKEN").ok().map(Secret::new));
    };
    let text = std::fs::read_to_string(path).map_err(|cause| Failure::file(path, cause))?;
    // The daemon's own file of tokens does as well: `TOKEN TENANT`, and comments.
    let token = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .find_map(|line| line.split_whitespace().next());
    match token {
        Some(token) => Ok(Some(Secret::new(token))),
        None => Err(Failure::Told(format!("{}: there is no token in it", path.display()))),
    }
}
