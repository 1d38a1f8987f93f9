//! `turno eval`: measures against data files.

mod bookings;
mod dates;
mod dialogue;
mod numbers;
mod pack;
pub(crate) mod samples;
mod stage;
mod verdicts;
mod verdicts_question;
mod verdicts_row;

use std::process::ExitCode;

use turno_command::Failure;

use crate::args::{EvalCommand, EvalOptions};

/// Runs the command.
pub(crate) fn run(options: &EvalOptions) -> Result<ExitCode, Failure> {
    match &options.what {
        EvalCommand::Bookings(options) => bookings::run(options),
        EvalCommand::Numbers(options) => numbers::run(options),
        EvalCommand::Verdicts(options) => verdicts::run(options),
        EvalCommand::Dates(options) => dates::run(options),
        EvalCommand::Pack(options) => pack::run(options),
    }
}
