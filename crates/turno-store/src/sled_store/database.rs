//! One database of sled's, and how what is written to it becomes durable.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs::File,
    io,
    ops::Deref,
    path::{Path, PathBuf},
};

use turno_runtime::port::{StoreError, Write};

use super::{database_file, io as store_io, layout::sync, mark::ROUND_KEY, pieces::LargeKeys};

/// Writes by key; none removes. A later write of a round replaces an earlier one.
pub(super) type Overlay = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// Writes that a copy puts into one batch: while sled applies one, every reader of the process waits.
const COPIED_AT_ONCE: usize = 16;

/// A database, and what its writer keeps beside it.
pub(super) struct Database {
    database: sled::Db,
    folder: PathBuf,
    file: File,
    blobs: Blobs,
    large_keys: LargeKeys,
}

impl Deref for Database {
    type Target = sled::Tree;

    fn deref(&self) -> &sled::Tree {
        &self.database
    }
}

impl Database {
    /// The one that is open in that folder.
    pub(super) fn new(database: sled::Db, folder: &Path) -> io::Result<Self> {
        let large_keys = LargeKeys::of(&database).map_err(io::Error::other)?;
        Ok(Self {
            database,
            folder: folder.to_owned(),
            file: File::open(database_file(folder))?,
            blobs: Blobs::new(folder),
            large_keys,
        })
    }

    /// Writes a round, all of it or nothing, and makes it durable.
    pub(super) fn write(&mut self, round: u64, writes: Overlay) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        for (key, value) in writes {
            self.large_keys
                .put(&self.database, &mut batch, key, value)
                .map_err(store_io)?;
        }
        batch.insert(ROUND_KEY, &round.to_be_bytes());
        self.database.apply_batch(batch).map_err(store_io)?;
        self.database.flush().map_err(store_io)?;
        if cfg!(feature = "planted-faults") {
            return Ok(());
        }
        self.blobs
            .sync()
            .and_then(|()| self.file.sync_data())
            .map_err(failed)
    }

    /// Takes what is copied from another database; it may be torn by a crash.
    pub(super) fn fill(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        // One batch must not hold a key twice: its pieces are counted in the tree.
        let latest: Overlay = writes.into_iter().map(|write| (write.key, write.value)).collect();
        let mut latest = latest.into_iter().peekable();
        while latest.peek().is_some() {
            let mut batch = sled::Batch::default();
            for (key, value) in latest.by_ref().take(COPIED_AT_ONCE) {
                self.large_keys
                    .put(&self.database, &mut batch, key, value)
                    .map_err(store_io)?;
            }
            self.database.apply_batch(batch).map_err(store_io)?;
        }
        Ok(())
    }

    /// Makes all of its files durable, and the folder that names them; sled flushes none of these.
    pub(super) fn sync_all(&self) -> Result<(), StoreError> {
        self.database.flush().map_err(store_io)?;
        sync_files(&self.folder).map_err(failed)
    }
}

fn sync_files(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match sync(&path) {
            // sled removes snapshots as it goes.
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
    }
    sync(folder)
}

fn failed(cause: io::Error) -> StoreError {
    StoreError::Io {
        detail: cause.to_string(),
    }
}

/// sled puts a page that grew over 128 KiB into a file of its own, which it never syncs. `pieces.rs` sees to it that none
/// grows so large; a store that has such files all the same gets them flushed.
struct Blobs {
    folder: PathBuf,
    synced: BTreeSet<OsString>,
}

impl Blobs {
    fn new(folder: &Path) -> Self {
        Self {
            folder: folder.join("blobs"),
            synced: BTreeSet::new(),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut present = BTreeSet::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            if !self.synced.contains(&name) {
                match File::open(self.folder.join(&name)) {
                    Ok(file) => file.sync_all()?,
                    // sled removes those that it has written elsewhere.
                    Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
                    Err(cause) => return Err(cause),
                }
            }
            present.insert(name);
        }
        if present.iter().any(|name| !self.synced.contains(name)) {
            File::open(&self.folder)?.sync_all()?;
        }
        self.synced = present;
        Ok(())
    }
}
