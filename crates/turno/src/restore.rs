//! `turno restore`: a folder from a backup, there once it is whole.

use std::process::ExitCode;

use turno_store::{
    FolderError, SledStore, Staged,
    backup::{BackupHeader, BackupSummary, RestoreError, check_backup, restore_backup},
};

use crate::{args::RestoreOptions, backup::size, check::println_line, failure::Failure};

/// Runs the command.
pub(crate) fn run(options: &RestoreOptions) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    // Before anything is written: a file that is damaged further on makes no folder.
    check_backup(&options.file).map_err(|error| wrong(options, &RestoreError::from(error)))?;
    let staged = Staged::begin(&options.data).map_err(told)?;
    match runtime.block_on(fill(options, &staged)) {
        Ok((header, summary)) => {
            staged.finish().map_err(told)?;
            tell(options, &header, &summary);
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) => {
            staged.abandon().map_err(told)?;
            Err(failure)
        }
    }
}

async fn fill(options: &RestoreOptions, staged: &Staged) -> Result<(BackupHeader, BackupSummary), Failure> {
    let store = SledStore::open(staged.path())?;
    let restored = restore_backup(&options.file, &store)
        .await
        .map_err(|error| wrong(options, &error))?;
    store.close().await?;
    Ok(restored)
}

fn wrong(options: &RestoreOptions, error: &RestoreError) -> Failure {
    Failure::Told(format!("{}: {error}", options.file.display()))
}

fn told(error: FolderError) -> Failure {
    Failure::Told(error.to_string())
}

fn tell(options: &RestoreOptions, header: &BackupHeader, summary: &BackupSummary) {
    if options.json {
        let line = serde_json::json!({
            "data": options.data, "writes": summary.writes, "bytes": summary.bytes,
            "taken_at": header.taken_at, "taken_by": header.turno,
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
}
