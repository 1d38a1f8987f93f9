//! One suite that every provider passes, against a server that speaks its wire format and misbehaves.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub,
    reason = "a test fails by panicking"
)]

mod calls;
#[path = "../common/mod.rs"]
mod common;
mod history;
mod refusals;
mod streams;
mod waits;
