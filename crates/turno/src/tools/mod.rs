//! `turno tools`: the tools, for who operates them.

mod list;
mod trial;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;
use list::ListOptions;
use trial::TestOptions;

/// What to do with tools.
#[derive(Debug, Subcommand)]
pub(crate) enum ToolsCommand {
    /// The tools that there are, where each comes from, and why others are not there.
    List(ListOptions),
    /// Run a tool by hand: shows the request (secrets masked), the answer, and what the conversation would be given.
    Test(TestOptions),
}

/// Runs the command.
pub(crate) fn run(command: &ToolsCommand) -> Result<ExitCode, Failure> {
    match command {
        ToolsCommand::List(options) => list::run(options),
        ToolsCommand::Test(options) => trial::run(options),
    }
}
