//! `turno restore`: a folder from a backup, there once it is whole.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use turno_store::{
    FolderError, SledStore, Staged,
    backup::{BackupHeader, BackupSummary, RestoreError, check_backup, restore_backup},
};

use turno_command::{ConfigOption, Failure, println_line};
use turno_runtime::Assistants;

use crate::{assemble::assemble, backup::size, config::DaemonConfig, verify::Report};

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

/// Runs the command.
pub(crate) fn run(options: &RestoreOptions) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let assistants = Assistants::new(assemble(&DaemonConfig::load(&options.config.config)?)?.assistants);
    // Before anything is written: a file that is damaged further on makes no folder.
    check_backup(&options.file).map_err(|error| wrong(options, &RestoreError::from(error)))?;
    let staged = Staged::begin(&options.data).map_err(told)?;
    match runtime.block_on(fill(options, &staged, &assistants)) {
        Ok((header, summary, report)) => {
            // What is wrong in it was wrong when it was backed up: better there and told than not there.
            staged.finish().map_err(told)?;
            tell(options, &header, &summary, &report);
            Ok(report.code())
        }
        Err(failure) => {
            staged.abandon().map_err(told)?;
            Err(failure)
        }
    }
}

async fn fill(
    options: &RestoreOptions,
    staged: &Staged,
    assistants: &Assistants,
) -> Result<(BackupHeader, BackupSummary, Report), Failure> {
    let store = SledStore::open(staged.path())?;
    let (header, summary) =
        restore_backup(&options.file, &store).await.map_err(|error| wrong(options, &error))?;
    let report = Report::of(&store, assistants).await?;
    store.close().await?;
    Ok((header, summary, report))
}

fn wrong(options: &RestoreOptions, error: &RestoreError) -> Failure {
    Failure::Told(format!("{}: {error}", options.file.display()))
}

fn told(error: FolderError) -> Failure {
    Failure::Told(error.to_string())
}

fn tell(options: &RestoreOptions, header: &BackupHeader, summary: &BackupSummary, report: &Report) {
    if options.json {
        let line = serde_json::json!({
            "data": options.data, "writes": summary.writes, "bytes": summary.bytes,
            "taken_at": header.taken_at, "taken_by": header.turno, "verified": report.json(),
        });
        return println_line(&line.to_string());
    }
    println_line(&format!(
        "{}: {} rows ({}) as of {}, from {}",
        options.data.display(),
        summary.writes,
        size(summary.bytes),
        header.taken_at,
        options.file.display()
    ));
    report.tell(false);
}
