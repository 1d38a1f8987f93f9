//! The commands that measure: [`eval`] how well people are understood, [`mod@bench`] how fast a running daemon is, and
//! [`simulate`] whether it keeps its promises whatever goes wrong.
//!
//! What a configuration holds they are given by the binary, which reads it for its other commands, too.

pub mod bench;
pub mod eval;
pub mod simulate;
