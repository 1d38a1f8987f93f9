//! What a command could not do, and how it says so.

use std::{path::PathBuf, process::ExitCode};

/// A command that failed. Each kind says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Files with faults in them, each already told with its place.
    #[error("{report}\n{}", counted(*.count))]
    Faults {
        /// All of them, ready to print.
        report: String,
        /// How many.
        count: usize,
    },
    /// A file that cannot be read or written.
    #[error("{path}: {cause}; check that it exists and that you may open it")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// Anything with a message that says it all.
    #[error("{0}")]
    Told(String),
    /// The store.
    #[error(transparent)]
    Store(#[from] turno_runtime::port::StoreError),
}

impl Failure {
    /// A failure to open or to write a file.
    pub fn file(path: impl Into<PathBuf>, cause: std::io::Error) -> Self {
        Self::File { path: path.into(), cause }
    }

    /// Prints it to standard error. The exit code is 1.
    pub fn report(&self) -> ExitCode {
        eprintln!("turno: {self}");
        ExitCode::FAILURE
    }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") }
}
