//! The commands that measure: [`eval`] how well people are understood, [`mod@bench`] how fast a running daemon is, and
//! [`simulate`] whether it keeps its promises whatever goes wrong. [`train`] learns again what is kept beside the languages.
//!
//! What a configuration holds they are given by the binary, which reads it for its other commands, too.

pub mod bench;
pub mod eval;
pub mod simulate;
pub mod train;
