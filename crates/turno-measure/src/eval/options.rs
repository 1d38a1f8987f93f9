//! The command line of `turno eval`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `turno eval`
#[derive(Debug, Args)]
pub struct EvalOptions {
    #[command(subcommand)]
    pub(super) what: EvalCommand,
}

/// What to measure.
#[derive(Debug, Subcommand)]
pub(super) enum EvalCommand {
    /// Play recorded dialogues: which bookings would run, and never without a yes.
    #[command(after_help = super::samples::BOOKINGS)]
    Bookings(BookingsOptions),
    /// Read numbers in words and digits, and count those that are right.
    #[command(after_help = super::samples::NUMBERS)]
    Numbers(RowsOptions),
    /// Read answers to a confirmation: how many verdicts are right, and how many are a yes that was none.
    #[command(after_help = super::samples::VERDICTS)]
    Verdicts(RowsOptions),
    /// Read the days and hours of published collections.
    #[command(after_help = super::samples::DATES)]
    Dates(RowsOptions),
    /// Play the rows of what people say that stand beside the words of each language, built in and of one's own: exit code 1
    /// where one means another thing than it says.
    #[command(after_help = super::samples::PACK)]
    Pack(PackOptions),
}

/// `turno eval pack`
#[derive(Debug, Args)]
pub(super) struct PackOptions {
    /// The languages: es-MX, en. Default: all.
    #[arg(value_name = "TAG")]
    pub(super) tags: Vec<String>,
    /// The daemon's configuration: its folder of languages is read with what is built in. Default: config/turno.toml, where it is.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

/// `turno eval bookings`
#[derive(Debug, Args)]
pub(super) struct BookingsOptions {
    /// The dialogues, a JSON object a line.
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// List what went wrong, and where.
    #[arg(long)]
    pub(super) errors: bool,
    /// Print JSON; it is what is printed anyway.
    #[arg(long)]
    pub(super) json: bool,
}

/// `turno eval numbers`, `turno eval verdicts`, `turno eval dates`
#[derive(Debug, Args)]
pub(super) struct RowsOptions {
    /// The rows that are measured, each with what is right: JSON objects, one a line, or a table.
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// List the rows that were read otherwise.
    #[arg(long)]
    pub(super) errors: bool,
    /// Measure how long a verdict takes, too: the median over the rows, in microseconds.
    #[arg(long)]
    pub(super) time: bool,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}
