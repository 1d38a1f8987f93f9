//! The socket that gateways speak to: newline-delimited JSON over TCP and over a Unix-domain socket.
//!
//! [`frames`] holds what goes over it, [`GatewayServer`] carries frames between connections and an [`Intake`]. A frame
//! that cannot be taken in is answered with an `error` frame and the connection goes on; a connection that does not
//! read what it is sent is closed, and nobody else notices. `PROTOCOL.md` at the root of the repository tells
//! gateway authors the whole of it.

pub mod frames;

mod bind_error;
mod caller;
mod connection;
mod decode;
mod doors;
mod fault;
mod incoming;
mod input;
mod intake;
mod line;
mod options;
mod outgoing;
mod rate;
mod recent;
mod schema;
mod server;
mod shared;
mod socket_file;
#[cfg(feature = "testkit")]
pub mod testkit;
mod token;
mod writer;

pub use bind_error::BindError;
pub use fault::ErrorCode;
pub use options::{GatewayLimits, GatewayOptions};
pub use schema::json_schema;
pub use server::GatewayServer;
pub use shared::Intake;
pub use socket_file::SocketFile;
pub use token::{InvalidTokens, Tokens};
