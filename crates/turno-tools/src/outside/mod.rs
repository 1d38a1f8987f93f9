//! Tools that reach beyond Turno's own store: sums, files, the web, other machines. Each is there where it is configured.
//!
//! Whatever comes back from outside is data: it is bounded, it goes into the result, and nothing reads it as an instruction.

mod calculator;
mod path;
mod read_file;
mod shared;
mod ssh_command;
mod text;

#[cfg(test)]
mod tests;

pub use calculator::CalculatorOptions;
pub use read_file::ReadFileOptions;
pub use ssh_command::{SshCommandLine, SshCommandOptions, SshHost};

/// The documents that ask for these tools.
const DOCUMENT_3: &str = "3-search-and-provider-tools";
const DOCUMENT_4: &str = "4-bot-tools";
