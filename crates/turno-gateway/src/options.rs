//! How the socket is set up.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use crate::Tokens;

/// Where to listen, who may connect, and the limits.
#[derive(Debug, Clone)]
pub struct GatewayOptions {
    /// The TCP address; port 0 picks a free one. One that is not loopback needs tokens.
    pub listen: SocketAddr,
    /// A Unix-domain socket to listen on as well; only the daemon's own user may connect to it.
    pub socket: Option<PathBuf>,
    /// The tokens.
    pub tokens: Tokens,
    /// The limits.
    pub limits: GatewayLimits,
}

/// The limits of the socket.
#[derive(Debug, Clone)]
pub struct GatewayLimits {
    /// The longest frame from a gateway, in bytes, without its newline.
    pub frame_bytes: usize,
    /// The longest `text` and `heard`, in characters.
    pub text_characters: usize,
    /// Connections that have greeted, at once.
    pub connections: usize,
    /// Of them, from one address that is not this machine's.
    pub connections_per_address: usize,
    /// Connections that have not greeted, at once: beyond it the one that came first is closed. A few more may be on their way out.
    pub ungreeted: usize,
    /// Of them, from one address.
    pub ungreeted_per_address: usize,
    /// Frames that may wait for one connection before it is closed.
    pub queue_frames: usize,
    /// Turns a second in one conversation, on average; twice as many at once. Of other frames twice as many.
    pub turns_per_second_conversation: u32,
    /// Turns a second of one tenant, on average; twice as many at once. Of other frames twice as many.
    pub turns_per_second_tenant: u32,
    /// Frames a second on one connection, on average; twice as many at once. What is more is read later, not refused.
    pub frames_per_second_connection: u32,
    /// How long a connection may take to say hello.
    pub hello_timeout: Duration,
    /// How long a write may take before the connection is closed.
    pub write_timeout: Duration,
    /// How long replies are still written to a gateway that has stopped sending, and at the daemon's end.
    pub linger: Duration,
}

impl Default for GatewayLimits {
    fn default() -> Self {
        Self {
            frame_bytes: 65_536,
            text_characters: 4_000,
            connections: 1_024,
            connections_per_address: 256,
            ungreeted: 128,
            ungreeted_per_address: 64,
            queue_frames: 1_024,
            turns_per_second_conversation: 10,
            turns_per_second_tenant: 2_000,
            frames_per_second_connection: 20_000,
            hello_timeout: Duration::from_secs(5),
            write_timeout: Duration::from_secs(30),
            linger: Duration::from_secs(5),
        }
    }
}
