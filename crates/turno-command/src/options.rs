//! The options that many commands have.

use std::path::PathBuf;

use clap::Args;

/// The configuration where none is named.
pub const USUAL_CONFIG: &str = "config/turno.toml";

/// Which configuration to use.
#[derive(Debug, Clone, Args)]
pub struct ConfigOption {
    /// The daemon's configuration.
    #[arg(long, value_name = "FILE", default_value = USUAL_CONFIG)]
    pub config: PathBuf,
}
