//! The way out: what looks and acts outside of Turno's own store.
//!
//! - [`outgoing`] is the only way by which anything here asks over HTTP: what it may reach is checked, and what comes back is bounded;
//! - [`outside`] has the tools that look and act outside, where they are configured;
//! - [`sinks`] carries notices to the team;
//! - [`secret`] knows the secrets that others are asked with, and [`signature`] signs what they are told.

pub mod outgoing;
pub mod outside;
pub mod secret;
pub mod signature;
pub mod sinks;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;

#[cfg(test)]
mod tests;
