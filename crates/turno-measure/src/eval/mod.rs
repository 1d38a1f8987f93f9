//! `turno eval`: measures against data files.

mod bookings;
mod dates;
mod dialogue;
mod numbers;
mod options;
mod own_rows;
mod pack;
mod samples;
mod stage;
mod verdicts;
mod verdicts_question;
mod verdicts_row;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use turno_command::Failure;

use options::EvalCommand;
pub use options::EvalOptions;

/// Runs the command. `own_languages` takes the configuration that was named, goes on in this process with the languages of that one,
/// or of the usual one where it is, and gives their folder.
///
/// # Errors
/// [`Failure`] where a file cannot be read, or is none of the kind that is measured against.
pub fn run(
    options: &EvalOptions,
    own_languages: impl FnOnce(Option<&Path>) -> Result<Option<PathBuf>, Failure>,
) -> Result<ExitCode, Failure> {
    match &options.what {
        EvalCommand::Bookings(options) => bookings::run(options),
        EvalCommand::Numbers(options) => numbers::run(options),
        EvalCommand::Verdicts(options) => verdicts::run(options),
        EvalCommand::Dates(options) => dates::run(options),
        EvalCommand::Pack(options) => pack::run(options, own_languages),
    }
}
