//! The way out against real servers, and the tools against bad input.

mod bad_input;
mod outgoing;
mod outgoing_bounds;
mod outgoing_redirects;
mod outgoing_tls;
