//! Conversation actors, the ports to the outside, effect dispatch, the tool registry and its limits, timers.
//!
//! Nothing here knows sled, HTTP or a socket: stores, tools and gateways meet the runtime at the traits of [`port`]
//! and at [`ConversationsHandle`].

pub mod port;

mod mail;

pub use mail::{Delivery, Incoming, Link, LinkId, Outgoing, OutgoingBody, Refused};
