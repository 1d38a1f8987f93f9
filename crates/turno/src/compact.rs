//! `turno compact`: a store at rest rewritten into a new folder, which takes the place of the old one in one step.

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use turno_command::{ConfigOption, Failure, println_line};
use turno_store::{FolderError, SledStore, Staged, backup::copy_store};

use crate::{at_rest::open_at_rest, backup::size, config::DaemonConfig};

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

/// Runs the command.
pub(crate) fn run(options: &CompactOptions) -> Result<ExitCode, Failure> {
    let data = match &options.data {
        Some(data) => data.clone(),
        None => DaemonConfig::load(&options.config.config)?.data,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let told = |error: FolderError| Failure::Told(error.to_string());
    let store = open_at_rest(&data)?;
    let before = folder_bytes(&data).map_err(|cause| Failure::file(&data, cause))?;
    let staged = Staged::beside(&data).map_err(told)?;
    let copied = runtime.block_on(copy(&store, staged.path()));
    runtime.block_on(store.close())?;
    drop(store);
    if let Err(failure) = copied {
        staged.abandon().map_err(told)?;
        return Err(failure);
    }
    staged.replace().map_err(told)?;
    let after = folder_bytes(&data).map_err(|cause| Failure::file(&data, cause))?;
    if options.json {
        let line = serde_json::json!({ "data": data, "bytes_before": before, "bytes_after": after });
        println_line(&line.to_string());
    } else {
        println_line(&format!("{}: {} before, {} now", data.display(), size(before), size(after)));
    }
    Ok(ExitCode::SUCCESS)
}

async fn copy(store: &SledStore, folder: &Path) -> Result<(), Failure> {
    let target = SledStore::open(folder)?;
    copy_store(store, &target).await.map_err(|error| Failure::Told(error.to_string()))?;
    target.close().await?;
    Ok(())
}

/// What the files of a folder take.
fn folder_bytes(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += if metadata.is_dir() { folder_bytes(&entry.path())? } else { metadata.len() };
    }
    Ok(bytes)
}
