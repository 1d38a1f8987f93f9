//! The room that is left: what the store needs to come back is not written full, and a few open files are kept for it.

use std::{
    fs::File,
    path::PathBuf,
    time::{Duration, Instant},
};

use turno_runtime::port::StoreError;

use super::layout::free_bytes;

/// Files that are held open only to be closed where the store has to open some and the process may open no more.
const FILES: usize = 16;

/// What a round takes of the disk at most, in bytes for each of its own: rows and the pages that they stand in.
const GROWTH: u64 = 4;

/// Looks at the disk before each round. A database that meets a full disk in the middle of a write has to be opened anew,
/// which takes some room itself; one that stops before is read as ever, and goes on the moment that there is room.
#[derive(Debug)]
pub(super) struct DiskRoom {
    folder: PathBuf,
    /// Bytes that are left free; 0: nobody looks.
    kept_bytes: u64,
    was_low: bool,
    /// After a disk that was full and did not tell, as under a quota: nothing is written before.
    not_before: Option<(Instant, String)>,
}

impl DiskRoom {
    pub(super) fn new(folder: PathBuf, kept_bytes: u64) -> Self {
        Self { folder, kept_bytes, was_low: false, not_before: None }
    }

    /// Why so many bytes of rows are not written now.
    pub(super) fn refusal(&mut self, bytes: usize) -> Option<StoreError> {
        if let Some((until, detail)) = &self.not_before {
            if Instant::now() < *until {
                return Some(StoreError::Full { detail: detail.clone() });
            }
            self.not_before = None;
        }
        if self.kept_bytes == 0 {
            return None;
        }
        // What cannot be told is tried.
        let free_bytes = free_bytes(&self.folder).ok()?;
        let needed_bytes = self.kept_bytes.saturating_add(GROWTH.saturating_mul(bytes as u64));
        let is_low = free_bytes < needed_bytes;
        if is_low != self.was_low {
            self.was_low = is_low;
            if is_low {
                tracing::error!(target: "turno::store", free_bytes, needed_bytes, "the disk is full: nothing new is taken until there is room");
            } else {
                tracing::info!(target: "turno::store", free_bytes, "there is room again");
            }
        }
        is_low.then(|| StoreError::Full {
            detail: format!("{free_bytes} bytes are free, {needed_bytes} are needed"),
        })
    }

    /// Has nothing written for a while.
    pub(super) fn wait(&mut self, pause: Duration, detail: String) {
        self.not_before = Instant::now().checked_add(pause).map(|until| (until, detail));
    }
}

/// Files that are open for nothing, so that some can be opened where the process may open no more.
#[derive(Debug, Default)]
pub(super) struct ReservedFiles(Vec<File>);

impl ReservedFiles {
    /// Takes as many as there can be.
    pub(super) fn take(&mut self) {
        while self.0.len() < FILES {
            match File::open("/dev/null") {
                Ok(file) => self.0.push(file),
                Err(_) => return,
            }
        }
    }

    /// Gives them back, to be opened as others.
    pub(super) fn release(&mut self) {
        self.0.clear();
    }
}
