//! Why the socket cannot be opened, and what to do.

use std::{io, net::SocketAddr, path::PathBuf};

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
