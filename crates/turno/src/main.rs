//! The Turno daemon and its commands.

mod args;
mod assemble;
mod at_rest;
mod backup;
mod chat;
mod check;
mod compact;
mod config;
mod control;
mod custom_tools;
mod draw;
mod import;
mod languages;
mod means;
mod measured;
mod model_addresses;
mod model_notes;
mod model_set;
mod model_slips;
mod models;
mod needs;
mod notices;
mod open_files;
mod provider_slips;
mod record;
mod replay;
mod restore;
mod retention;
mod schema;
mod serve;
mod telemetry;
mod tool_set;
mod tools;
mod untold;
mod verify;
mod why;

#[cfg(test)]
mod fuzz_tests;

use std::process::ExitCode;

use clap::Parser;
use turno_command::Failure;

use args::{Arguments, Command};

/// A turn allocates much and frees it on another thread, where the system's allocator spends a quarter of all time and
/// keeps what it frees.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    match arguments.command {
        Command::Serve(options) => serve::run(options),
        Command::Chat(options) => chat::run_command(options),
        Command::Check(options) => check::run(&options),
        Command::Graph(options) => draw::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Record(options) => record::run(&options),
        Command::Why(options) => why::run(&options),
        Command::Eval(options) => measured::eval(&options),
        Command::Train(options) => turno_measure::train::run(&options),
        Command::Bench(options) => turno_measure::bench::run(&options),
        Command::Simulate(options) => measured::simulate(&options),
        Command::Tools(command) => tools::run(&command),
        Command::Models(command) => models::run(&command),
        Command::Schema(options) => schema::run(&options),
        Command::Backup(options) => backup::run(&options),
        Command::Restore(options) => restore::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::Compact(options) => compact::run(&options),
        Command::Import(options) => import::run(&options),
    }
}
