//! The command line.

use clap::{Parser, Subcommand};
use turno_measure::{bench::BenchArgs, eval::EvalOptions, simulate::SimulateOptions, train::TrainOptions};

use crate::{
    backup::BackupOptions, chat::ChatArgs, check::CheckOptions, compact::CompactOptions, draw::GraphOptions,
    import::ImportOptions, models::ModelsCommand, record::RecordOptions, replay::ReplayOptions,
    restore::RestoreOptions, schema::SchemaOptions, serve::ServeOptions, tools::ToolsCommand,
    verify::VerifyOptions, why::WhyOptions,
};

/// Turno turns what people say on the phone and on WhatsApp into bookings, orders and hand-offs to a person.
#[derive(Debug, Parser)]
#[command(name = "turno", version, about, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the daemon.
    Serve(ServeOptions),
    /// Talk to a running daemon in the terminal.
    Chat(ChatArgs),
    /// Check graph files, tenant files, custom tools and the daemon's configuration: every fault with its line and its cure.
    Check(CheckOptions),
    /// Draw a graph file as Mermaid or Graphviz.
    Graph(GraphOptions),
    /// Run recorded conversations through the graphs and show where an effect differs.
    Replay(ReplayOptions),
    /// Write a recording of a conversation from a daemon's store, and with --cassette what its language models were asked and answered.
    #[command(after_help = crate::record::WITH_CASSETTE)]
    Record(RecordOptions),
    /// Tell what a sentence is taken to ask for, and by what.
    Why(WhyOptions),
    /// Measure against a data file.
    Eval(EvalOptions),
    /// Learn again, from rows, what is kept beside the languages.
    Train(TrainOptions),
    /// Put load on a running daemon: turns a second, latencies, and whether every booking is right.
    Bench(Box<BenchArgs>),
    /// Run the whole daemon on a simulated disk, clock, gateways and users, with everything that can go wrong.
    Simulate(SimulateOptions),
    /// Tools: which there are, a page for each, one run by hand, the log of their calls and what they were used for.
    #[command(subcommand)]
    Tools(ToolsCommand),
    /// Language models: what they were used for.
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Print a JSON Schema.
    Schema(SchemaOptions),
    /// Write a backup of a store: of a running daemon's, or of one at rest.
    Backup(BackupOptions),
    /// Make a store from a backup.
    Restore(RestoreOptions),
    /// Read a backup or a store at rest and check all of it: exit code 1, and what to do, where something is wrong.
    Verify(VerifyOptions),
    /// Rewrite a store at rest, so that its folder is no larger than what is in it.
    Compact(CompactOptions),
    /// Take products, orders, a menu or staff from a CSV file, or talks of another assistant: every fault with its line and its
    /// cure.
    Import(ImportOptions),
}
