//! Listening, and a task for each connection.

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream, UnixStream},
    time::sleep,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use turno_runtime::{Delivery, Refused};

use crate::{
    connection::{Peer, serve},
    doors::{Doors, Origin},
    options::GatewayOptions,
    rate::Rates,
    socket_file::SocketFile,
};

/// How long nobody is accepted after a failure, and after one failure upon the other.
const PAUSE_MIN: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// Takes in what gateways send; the conversations do.
pub trait Intake: Send + Sync {
    /// Takes it in without waiting for what comes of it: that comes back over the delivery's link.
    ///
    /// # Errors
    /// [`Refused`] where it is not taken in; the gateway is told so and may send it again.
    fn deliver(&self, delivery: Delivery) -> Result<(), Refused>;
}

/// Why the socket cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// An address that others can reach, and no token to tell who they are.
    #[error(
        "{address} can be reached from other machines, and there are no tokens: name a file of tokens with `tokens` in the configuration, or listen on 127.0.0.1"
    )]
    TokensNeeded {
        /// The address.
        address: SocketAddr,
    },
    /// The address cannot be had.
    #[error(
        "cannot listen on {address}: {cause}; is another daemon running there? `--listen 127.0.0.1:0` picks a free port"
    )]
    Tcp {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        cause: io::Error,
    },
    /// The socket's file cannot be had.
    #[error("cannot listen on {}: {cause}; check that its folder exists and that you may write to it", path.display())]
    Socket {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Another daemon answers there.
    #[error("another daemon listens on {}: stop it, or name another file", path.display())]
    SocketInUse {
        /// The file.
        path: PathBuf,
    },
    /// The system takes no longer one.
    #[error("{} is a path of {bytes} bytes, and a socket's may have 107: name a shorter one", path.display())]
    PathTooLong {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: usize,
    },
    /// There is something else in its place.
    #[error("{} is there and is not a socket: name another file", path.display())]
    NotASocket {
        /// The file.
        path: PathBuf,
    },
}

/// The socket, listening.
pub struct GatewayServer {
    shared: Arc<Shared>,
    tcp: TcpListener,
    address: SocketAddr,
    socket: Option<SocketFile>,
}

/// What all connections have in common.
pub(crate) struct Shared {
    pub(crate) options: GatewayOptions,
    pub(crate) intake: Arc<dyn Intake>,
    pub(crate) rates: Rates,
    pub(crate) doors: Arc<Doors>,
}

impl Shared {
    pub(crate) fn new(options: GatewayOptions, intake: Arc<dyn Intake>) -> Self {
        let limits = &options.limits;
        let rates = Rates::new(limits.turns_per_second_conversation, limits.turns_per_second_tenant);
        let doors = Arc::new(Doors::new(limits));
        Self { options, intake, rates, doors }
    }
}

impl GatewayServer {
    /// Listens; nobody is served before [`GatewayServer::run`].
    ///
    /// # Errors
    /// [`BindError`], which says what to do.
    pub async fn bind(options: GatewayOptions, intake: Arc<dyn Intake>) -> Result<Self, BindError> {
        let told = |cause| BindError::Tcp { address: options.listen, cause };
        if !options.listen.ip().is_loopback() && options.tokens.is_empty() {
            return Err(BindError::TokensNeeded { address: options.listen });
        }
        let tcp = TcpListener::bind(options.listen).await.map_err(told)?;
        let address = tcp.local_addr().map_err(told)?;
        let socket = match &options.socket {
            Some(path) => Some(SocketFile::bind(path).await?),
            None => None,
        };
        Ok(Self { shared: Arc::new(Shared::new(options, intake)), tcp, address, socket })
    }

    /// The TCP address, with the port that was picked.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The file of the Unix-domain socket.
    pub fn socket(&self) -> Option<&Path> {
        self.socket.as_ref().map(|socket| socket.path.as_path())
    }

    /// Serves until `cancel`; then nobody is accepted any more, what is queued is written, and the connections are
    /// closed. Resolves when the last has ended, a few seconds later at most. Let the conversations finish first:
    /// until then they refuse new turns themselves, and what they still say is written.
    pub async fn run(self, cancel: CancellationToken) {
        let connections = TaskTracker::new();
        tokio::select! {
            () = cancel.cancelled() => {}
            () = self.accept_tcp(&connections, &cancel) => {}
            () = self.accept_unix(&connections, &cancel) => {}
        }
        let Self { tcp, socket, .. } = self;
        drop((tcp, socket));
        connections.close();
        connections.wait().await;
    }

    async fn accept_tcp(&self, connections: &TaskTracker, cancel: &CancellationToken) {
        let mut breath = Breath::default();
        loop {
            match self.tcp.accept().await {
                Ok((stream, address)) => {
                    breath = Breath::default();
                    self.take_tcp(stream, address, connections, cancel);
                }
                Err(cause) => breath.take(&cause).await,
            }
        }
    }

    async fn accept_unix(&self, connections: &TaskTracker, cancel: &CancellationToken) {
        let Some(socket) = &self.socket else {
            return std::future::pending().await;
        };
        let mut breath = Breath::default();
        loop {
            match socket.listener.accept().await {
                Ok((stream, _)) => {
                    breath = Breath::default();
                    self.take_unix(stream, connections, cancel);
                }
                Err(cause) => breath.take(&cause).await,
            }
        }
    }

    fn take_tcp(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        connections: &TaskTracker,
        cancel: &CancellationToken,
    ) {
        // Replies are small and somebody waits for each.
        let _only_slower = stream.set_nodelay(true);
        let peer = Peer { name: address.to_string(), origin: Origin::of(address.ip()) };
        let (reader, writer) = stream.into_split();
        self.take(reader, writer, peer, connections, cancel);
    }

    fn take_unix(&self, stream: UnixStream, connections: &TaskTracker, cancel: &CancellationToken) {
        let peer = Peer { name: "unix".to_owned(), origin: Origin::Socket };
        let (reader, writer) = stream.into_split();
        self.take(reader, writer, peer, connections, cancel);
    }

    /// Serves a connection, or closes it at once: nothing is waited for here, since others wait to be accepted.
    fn take<R, W>(
        &self,
        reader: R,
        writer: W,
        peer: Peer,
        connections: &TaskTracker,
        cancel: &CancellationToken,
    ) where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        match self.shared.doors.knock(peer.origin) {
            Some(visit) => {
                let shared = Arc::clone(&self.shared);
                connections.spawn(serve(shared, reader, writer, peer, visit, cancel.clone()));
            }
            None => tracing::debug!(peer = %peer.name, "a connection is closed: too many have not greeted"),
        }
    }
}

/// After a failure to accept: out of file descriptors, or the peer has gone already. Worth another try after a breath, which grows
/// with each failure that follows.
#[derive(Debug, Default)]
struct Breath(Duration);

impl Breath {
    async fn take(&mut self, cause: &io::Error) {
        if self.0.is_zero() {
            tracing::warn!(%cause, "a connection could not be accepted");
        }
        self.0 = (self.0 * 2).clamp(PAUSE_MIN, PAUSE_MAX);
        sleep(self.0).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn failures_to_accept_do_not_spin() {
        let no_descriptors = io::Error::from_raw_os_error(24);
        let mut breath = Breath::default();
        let before = Instant::now();
        for _ in 0..100 {
            breath.take(&no_descriptors).await;
        }
        assert!(before.elapsed() > Duration::from_secs(90), "{:?}", before.elapsed());
    }
}
