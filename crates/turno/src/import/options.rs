//! The command line of `turno import`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use turno_command::ConfigOption;

use super::transcript::TranscriptImport;

/// `turno import`
#[derive(Debug, Args)]
pub(crate) struct ImportOptions {
    #[command(subcommand)]
    pub(super) what: ImportCommand,
}

/// What to import.
#[derive(Debug, Subcommand)]
pub(super) enum ImportCommand {
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
pub(super) struct RowsImport {
    /// The file: CSV, its first line naming the columns.
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The business.
    #[arg(long, value_name = "ID")]
    pub(super) tenant: String,
    #[command(flatten)]
    pub(super) config: ConfigOption,
    /// The folder of the store; default: the configuration's.
    #[arg(long, value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
    /// Remove products that the file does not have. Orders are never removed.
    #[arg(long)]
    pub(super) replace: bool,
    #[command(flatten)]
    pub(super) how: HowOptions,
}

/// `turno import menu`, `turno import staff`
#[derive(Debug, Args)]
pub(super) struct TablesImport {
    /// The file: CSV, its first line naming the columns.
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The business.
    #[arg(long, value_name = "ID")]
    pub(super) tenant: String,
    #[command(flatten)]
    pub(super) config: ConfigOption,
    /// Remove entries that the file does not have.
    #[arg(long)]
    pub(super) replace: bool,
    #[command(flatten)]
    pub(super) how: HowOptions,
}

/// How rows are taken in, wherever they go.
#[derive(Debug, Args)]
pub(super) struct HowOptions {
    /// With --replace: do so though the file has no rows, so that nothing is left.
    #[arg(long, requires = "replace")]
    pub(super) remove_all: bool,
    /// Change nothing; say what would be.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Print what was done as one JSON line.
    #[arg(long)]
    pub(super) json: bool,
}
