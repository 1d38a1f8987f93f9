//! Between stores and backups: writing a store out, and filling one from a backup or from another store.

use std::{fs::File, io::BufReader, path::Path};

use tokio::sync::mpsc;
use turno_runtime::port::{Batch, CommitError, Export, ExportError, Store, StoreError, Write};

use super::{BackupEncoder, BackupError, BackupHeader, BackupReader, BackupSummary};

/// Parts that wait between the store and whoever writes them.
const PARTS: usize = 4;

/// A copy that could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The backup.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The store that was to be copied.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The store that was to be filled.
    #[error("{0}")]
    Commit(#[from] CommitError),
}

/// Writes a backup of a store through `write`, which is called with the bytes in order. Where the store cannot be copied
/// to the end, the backup says so itself.
///
/// # Errors
/// [`ExportError`]; [`ExportError::Abandoned`] where `write` failed.
pub async fn write_backup<W, F>(
    store: &dyn Export,
    header: &BackupHeader,
    mut write: W,
) -> Result<BackupSummary, ExportError>
where
    W: FnMut(Vec<u8>) -> F,
    F: Future<Output = std::io::Result<()>>,
{
    let (sender, parts) = mpsc::channel::<Vec<Write>>(PARTS);
    let mut written = async |bytes| write(bytes).await.map_err(|_| ExportError::Abandoned);
    let writing = async {
        // Gone with this block: an export whose parts nobody writes ends.
        let mut parts = parts;
        let (mut encoder, begun) = BackupEncoder::new(header);
        written(begun).await?;
        while let Some(part) = parts.recv().await {
            written(encoder.part(&part)).await?;
        }
        Ok::<_, ExportError>(encoder)
    };
    let (exported, encoder) = tokio::join!(store.export(sender), writing);
    let encoder = encoder?;
    match exported {
        Ok(()) => {
            let (end, summary) = encoder.end();
            written(end).await?;
            Ok(summary)
        }
        Err(error) => {
            let _gone = written(encoder.give_up(&error.to_string())).await;
            Err(error)
        }
    }
}

/// Reads all of a backup and checks every byte of it; nothing is kept.
///
/// # Errors
/// [`BackupError`], which says what to do.
pub fn check_backup(file: &Path) -> Result<(BackupHeader, BackupSummary), BackupError> {
    let mut reader = BackupReader::new(BufReader::new(File::open(file)?))?;
    while reader.part()?.is_some() {}
    Ok(told_of(&reader))
}

/// Fills an empty store from a backup. Reads the file in the caller's thread.
///
/// # Errors
/// [`RestoreError`]; the store then holds a part of the backup.
pub async fn restore_backup(
    file: &Path,
    store: &dyn Store,
) -> Result<(BackupHeader, BackupSummary), RestoreError> {
    let opened = File::open(file).map_err(BackupError::from)?;
    let mut reader = BackupReader::new(BufReader::new(opened))?;
    while let Some(writes) = reader.part()? {
        apply(store, writes).await?;
    }
    Ok(told_of(&reader))
}

/// Fills an empty store from another.
///
/// # Errors
/// [`RestoreError`]; the store then holds a part of the other.
pub async fn copy_store(from: &dyn Export, to: &dyn Store) -> Result<(), RestoreError> {
    let (sender, parts) = mpsc::channel(PARTS);
    let applying = async {
        let mut parts = parts;
        while let Some(writes) = parts.recv().await {
            apply(to, writes).await?;
        }
        Ok::<_, RestoreError>(())
    };
    let (exported, applied) = tokio::join!(from.export(sender), applying);
    applied?;
    Ok(exported?)
}

async fn apply(store: &dyn Store, writes: Vec<Write>) -> Result<(), CommitError> {
    let batch = Batch { writes, ..Batch::default() };
    store.commit(batch).await
}

fn told_of<R: std::io::Read>(reader: &BackupReader<R>) -> (BackupHeader, BackupSummary) {
    let nothing = BackupSummary { writes: 0, bytes: 0, blake3: String::new() };
    let summary = reader.summary().cloned().unwrap_or(nothing);
    (reader.header().clone(), summary)
}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Commit(error.into())
    }
}
