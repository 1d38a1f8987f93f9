//! Listening, and a task for each connection.

use std::{io, net::SocketAddr, path::Path, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream, UnixStream},
    time::sleep,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    bind_error::BindError,
    connection::{Peer, serve},
    doors::Origin,
    options::GatewayOptions,
    shared::{Intake, Shared},
    socket_file::SocketFile,
};

/// How long nobody is accepted after a failure, and after one failure upon the other.
const PAUSE_MIN: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// The socket, listening.
pub struct GatewayServer {
    shared: Arc<Shared>,
    tcp: TcpListener,
    address: SocketAddr,
    socket: Option<SocketFile>,
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
