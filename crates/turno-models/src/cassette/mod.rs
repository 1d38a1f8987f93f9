//! Recordings of what models were asked and what they answered, so that tests and replays need no key and no network.
//!
//! A cassette is a file of JSON lines: for each request one line `req`, one `head`, a `chunk` for each piece of the body as it
//! came with the milliseconds since the request, and one `end` (or `fail`, or `dropped` where whoever asked let go). Lines are
//! written whole, so that what a killed process leaves can be read.
//!
//! Secrets never reach the file: no request header is kept, of the answer's only a few that say something of the answer,
//! query parameters that hold keys are blanked, and so is every value that is known to be a secret wherever it stands.
//!
//! A request is found again by its method, its path and its body. The order of keys in the body, ids and timestamps do not
//! count; all else does: a changed prompt or schema is a miss, told with the difference. Requests that are the same are
//! answered in the order in which they were recorded.

mod canonical;
mod line;
mod player;
mod recorder;
mod redact;
mod rewriter;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub use player::{Player, Timing};
pub use recorder::Recorder;
pub use rewriter::Rewriter;

/// A cassette that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    /// The file cannot be read or written.
    #[error("{path}: {cause}; check that it exists and that you may open it")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A line that is none.
    #[error("{path}, line {number}: {fault}; record it anew, or remove the line")]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        number: usize,
        /// What is wrong.
        fault: String,
    },
}

impl CassetteError {
    fn file(path: impl Into<PathBuf>, cause: std::io::Error) -> Self {
        Self::File { path: path.into(), cause }
    }
}
