//! The command line.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use turno_command::ConfigOption;
use turno_measure::{bench::BenchArgs, eval::EvalOptions, simulate::SimulateOptions};

use crate::{
    chat::ChatArgs, import::transcript::TranscriptImport, models::ModelsCommand, record::RecordOptions,
    tools::ToolsCommand,
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
    /// Measure against a data file.
    Eval(EvalOptions),
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

/// `turno serve`
#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of the store; it is made where it does not exist.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The address to listen on; port 0 picks a free one and prints it.
    #[arg(long, value_name = "ADDR:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    /// A Unix-domain socket to listen on as well.
    #[arg(long, value_name = "PATH")]
    pub(crate) socket: Option<PathBuf>,
    /// Print what it loaded as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno check`
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Graph files, tenant files, files of custom tools, or folders of them. Default: everything that the configuration names.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Print the faults as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno graph`
#[derive(Debug, Args)]
pub(crate) struct GraphOptions {
    /// The graph file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Graphviz instead of Mermaid.
    #[arg(long)]
    pub(crate) dot: bool,
}

/// `turno replay`
#[derive(Debug, Args)]
pub(crate) struct ReplayOptions {
    /// Recordings (`.jsonl`), or folders of them; or talks of other assistants (`.transcript.json`, from `turno import transcript`).
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Rewrite the recordings with what happens now: the tools run on an empty store.
    #[arg(long)]
    pub(crate) bless: bool,
    /// Print the outcome as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno schema`
#[derive(Debug, Args)]
pub(crate) struct SchemaOptions {
    /// Which.
    #[arg(value_enum)]
    pub(crate) which: SchemaKind,
}

/// The schemas that there are.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum SchemaKind {
    /// The frames of the socket.
    Frames,
    /// Graph files.
    Graph,
    /// Tenant files.
    Tenant,
    /// Files of custom tools.
    Tools,
    /// The daemon's configuration.
    Config,
}

/// `turno backup`
#[derive(Debug, Args)]
pub(crate) struct BackupOptions {
    /// The file to write. It is there once it is whole, and not before.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of the store; default: the configuration's.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Put it in the place of a file of that name.
    #[arg(long)]
    pub(crate) replace: bool,
    /// Print what was written as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno restore`
#[derive(Debug, Args)]
pub(crate) struct RestoreOptions {
    /// The backup.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder to make; it must not be there, or be empty.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Print what was restored as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno verify`
#[derive(Debug, Args)]
pub(crate) struct VerifyOptions {
    /// A backup. Default: the store of the configuration.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of a store; no daemon may be running on it.
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    pub(crate) data: Option<PathBuf>,
    /// Print everything as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno compact`
#[derive(Debug, Args)]
pub(crate) struct CompactOptions {
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of the store; default: the configuration's. No daemon may be running on it.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Print the sizes as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno import`
#[derive(Debug, Args)]
pub(crate) struct ImportOptions {
    #[command(subcommand)]
    pub(crate) what: ImportCommand,
}

/// What to import.
#[derive(Debug, Subcommand)]
pub(crate) enum ImportCommand {
    /// Products into a business's catalogue, in the running daemon or a store at rest. Columns: `id` or `sku`, `name`, `price`, `stock`,
    /// `category`; and `description`, `image_url`, `aliases` (parted by `|`), `name_en`, `description_en`, `category_en`.
    Catalog(RowsImport),
    /// Orders that were taken elsewhere, so that their status can be asked for. Columns: `order_number`, `created_at`, `status`,
    /// `customer_name`, `customer_phone` or `customer_email`, `total`, `items` (`2 x Focos|Funda`); and `carrier`, `tracking_number`,
    /// `estimated_delivery`.
    Orders(RowsImport),
    /// Dishes into a restaurant's file, which is written anew; they hold from the daemon's next start. Columns: `id`, `name`, `section`,
    /// `price`; and `description`, `aliases`, `tags` (parted by `|`), `available`, `name_en`, `description_en`.
    Menu(TablesImport),
    /// People into a clinic's file, likewise. Columns: `id`, `name`, `monday` to `sunday` (`09:00-14:00|15:00-18:00`), a row for each
    /// branch; and `branch`, `specialty`, `aliases`, `name_en`, `specialty_en`.
    Staff(TablesImport),
    /// Talks of another assistant, as OpenAI's messages with tool calls, so that they can be replayed: the model's answers and what
    /// came of its calls are kept, and its tools become custom tools, of which those that write ask first.
    Transcript(TranscriptImport),
}

/// `turno import catalog`, `turno import orders`
#[derive(Debug, Args)]
pub(crate) struct RowsImport {
    /// The file: CSV, its first line naming the columns.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The business.
    #[arg(long, value_name = "ID")]
    pub(crate) tenant: String,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of the store; default: the configuration's.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Remove products that the file does not have. Orders are never removed.
    #[arg(long)]
    pub(crate) replace: bool,
    /// With --replace: do so though the file has no rows, so that nothing is left.
    #[arg(long, requires = "replace")]
    pub(crate) remove_all: bool,
    /// Change nothing; say what would be.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print what was done as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `turno import menu`, `turno import staff`
#[derive(Debug, Args)]
pub(crate) struct TablesImport {
    /// The file: CSV, its first line naming the columns.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The business.
    #[arg(long, value_name = "ID")]
    pub(crate) tenant: String,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Remove entries that the file does not have.
    #[arg(long)]
    pub(crate) replace: bool,
    /// With --replace: do so though the file has no rows, so that nothing is left.
    #[arg(long, requires = "replace")]
    pub(crate) remove_all: bool,
    /// Change nothing; say what would be.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print what was done as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}
