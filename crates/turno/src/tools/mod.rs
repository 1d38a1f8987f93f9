//! `turno tools`: the tools, for who operates them.

pub(crate) mod calls;
mod docs;
mod list;
mod log;
mod own;
mod params;
mod source;
mod trial;
mod unfound;
mod usage;

use std::process::ExitCode;

use clap::Subcommand;
use turno_command::Failure;

use docs::DocsOptions;
use list::ListOptions;
use log::LogOptions;
use trial::TestOptions;
use usage::UsageOptions;

/// What to do with tools.
#[derive(Debug, Subcommand)]
pub(crate) enum ToolsCommand {
    /// The tools that there are, where each comes from, and why others are not there.
    List(ListOptions),
    /// A page for each tool: what it does, its parameters, results and limits, with an example.
    Docs(DocsOptions),
    /// Run a tool by hand: shows the request (secrets masked), the answer, and what the conversation would be given.
    Test(TestOptions),
    /// The calls of tools: when, by whom, with what, and what came of them; phones, names and the like are masked.
    Log(LogOptions),
    /// What tools were used for: calls, failures, times and cost, by business, tool and agent.
    Usage(UsageOptions),
}

/// Runs the command.
pub(crate) fn run(command: &ToolsCommand) -> Result<ExitCode, Failure> {
    match command {
        ToolsCommand::List(options) => list::run(options),
        ToolsCommand::Docs(options) => docs::run(options),
        ToolsCommand::Test(options) => trial::run(options),
        ToolsCommand::Log(options) => log::run(options),
        ToolsCommand::Usage(options) => usage::run(options),
    }
}
