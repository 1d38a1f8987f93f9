//! `turno models`: language models, for who operates them.

mod tools;
mod usage;

use std::process::ExitCode;

use clap::Subcommand;
use turno_command::Failure;

use tools::ToolsOptions;
use usage::UsageOptions;

/// What to do with models.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// What was asked of models and what it cost, from a store at rest: answers, tokens, dollars.
    Usage(UsageOptions),
    /// The tools of a configuration as each provider is sent them: within what it takes.
    Tools(ToolsOptions),
}

/// Runs the command.
pub(crate) fn run(command: &ModelsCommand) -> Result<ExitCode, Failure> {
    match command {
        ModelsCommand::Usage(options) => usage::run(options),
        ModelsCommand::Tools(options) => tools::run(options),
    }
}
