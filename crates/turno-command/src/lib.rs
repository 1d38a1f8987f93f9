//! What the commands share, whichever crate they are in.
//!
//! - [`Failure`] is what a command could not do, [`FaultList`] what is wrong in the files that it read;
//! - [`ConfigOption`] is the option by which the configuration is named;
//! - [`read_text`], [`files_with_extension`] and [`entries_of`] read files that people write;
//! - [`Connection`] is a command's own end of a running daemon's socket.

mod connection;
mod failure;
mod faults;
mod files;
mod line;
mod options;

pub use connection::{Connection, Greeting, Pipe, token_of};
pub use failure::Failure;
pub use faults::FaultList;
pub use files::{entries_of, files_with_extension, read_text};
pub use line::println_line;
pub use options::{ConfigOption, USUAL_CONFIG};
