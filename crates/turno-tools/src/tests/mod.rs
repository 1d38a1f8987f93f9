//! Mod: what the tools do with them, as users see it.

mod appointments;
mod audit;
pub(crate) mod documents;
mod english;
mod information;
mod orders;
mod outgoing;
mod outgoing_bounds;
mod owners;
mod properties;
mod reservations;
pub(crate) mod server;
pub(crate) mod support;
