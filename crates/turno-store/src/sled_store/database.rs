//! One database of sled's, and how what is written to it becomes durable.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::{OsStr, OsString},
    fmt,
    fs::File,
    io,
    ops::Deref,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use rustix::fs::Dir;
use turno_runtime::port::{StoreError, Write};

use super::{
    database_file,
    held::Held,
    io as store_io,
    layout::sync,
    mark::{ROUND_KEY, Standing},
    of_the_system,
    opening::open_again,
    pieces::LargeKeys,
    reading,
    rows::RowSum,
};

/// Writes by key; none removes. A later write of a round replaces an earlier one.
pub(super) type Overlay = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// Writes that a copy puts into one batch: while sled applies one, every reader of the process waits.
const COPIED_AT_ONCE: usize = 16;

/// A database, and what its writer keeps beside it.
pub(super) struct Database {
    database: Held<sled::Db>,
    folder: PathBuf,
    file: File,
    blobs: Blobs,
    large_keys: LargeKeys,
    written_bytes: usize,
    /// Of what is in it; none while it is only filled.
    rows: Option<RowSum>,
}

impl fmt::Debug for Database {
    /// Not what is in it: that is what people said.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Database");
        shown.field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Deref for Database {
    type Target = sled::Tree;

    fn deref(&self) -> &sled::Tree {
        &self.database
    }
}

impl Database {
    /// The store's, open in that folder, and where it stands. One that an earlier version left is read once, for the sum of
    /// its rows.
    pub(super) fn open(database: Held<sled::Db>, folder: &Path) -> Result<(Self, u64), StoreError> {
        let mut database = Self::new(database, folder)?;
        let path = folder.display().to_string();
        let standing = reading(&path, || Standing::of(&database))?;
        let rows = match standing.rows {
            Some(rows) => rows,
            None => reading(&path, || RowSum::of(&database))?,
        };
        database.rows = Some(rows);
        Ok((database, standing.round))
    }

    /// One that is filled with what another holds.
    pub(super) fn to_be_filled(database: Held<sled::Db>, folder: &Path) -> Result<Self, StoreError> {
        Self::new(database, folder)
    }

    fn new(database: Held<sled::Db>, folder: &Path) -> Result<Self, StoreError> {
        let path = folder.display().to_string();
        let failed = |cause| of_the_system(&path, &cause);
        Ok(Self {
            large_keys: reading(&path, || LargeKeys::of(&database))?,
            file: File::open(database_file(folder)).map_err(failed)?,
            blobs: Blobs::new(folder).map_err(failed)?,
            folder: folder.to_owned(),
            database,
            written_bytes: 0,
            rows: None,
        })
    }

    /// This one was filled with all that is in that one.
    pub(super) fn stands_for(&mut self, other: &Self) {
        self.rows = other.rows;
    }

    /// For its readers.
    pub(super) fn tree(&self) -> Held<sled::Tree> {
        Held::new(sled::Tree::clone(&self.database))
    }

    /// The length of sled's file.
    pub(super) fn file_bytes(&self) -> Result<u64, StoreError> {
        let metadata = self.file.metadata();
        Ok(metadata.map_err(|cause| self.failed(&cause))?.len())
    }

    /// Keys and values that were written since it was opened, in bytes: sled has to read them all at the next opening.
    pub(super) fn written_bytes(&self) -> usize {
        self.written_bytes
    }

    /// The same after an opening. Whoever has a clone of it is waited for, for a second.
    pub(super) fn opened_again(self) -> Result<Self, StoreError> {
        let Self { database, folder, rows, .. } = self;
        drop(database);
        let opened = Self::new(open_again(&folder)?, &folder)?;
        Ok(Self { rows, ..opened })
    }

    /// Writes a round, all of it or nothing, and makes it durable.
    pub(super) fn write(&mut self, round: u64, writes: Overlay) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        let mut rows = self.rows;
        for (key, value) in writes {
            self.written_bytes += key.len() + value.as_ref().map_or(0, Vec::len);
            if let Some(rows) = &mut rows {
                rows.note(&self.database, &key, value.as_deref()).map_err(store_io)?;
            }
            self.large_keys.put(&self.database, &mut batch, key, value).map_err(store_io)?;
        }
        batch.insert(ROUND_KEY, Standing { round, rows }.to_row());
        self.database.apply_batch(batch).map_err(store_io)?;
        self.rows = rows;
        self.database.flush().map_err(store_io)?;
        if cfg!(feature = "planted-faults") {
            return Ok(());
        }
        self.blobs.sync().and_then(|()| self.file.sync_data()).map_err(|cause| self.failed(&cause))
    }

    /// Takes what is copied from another database; it may be torn by a crash.
    pub(super) fn fill(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        // One batch must not hold a key twice: its pieces are counted in the tree.
        let latest: Overlay = writes.into_iter().map(|write| (write.key, write.value)).collect();
        let mut latest = latest.into_iter().peekable();
        while latest.peek().is_some() {
            let mut batch = sled::Batch::default();
            for (key, value) in latest.by_ref().take(COPIED_AT_ONCE) {
                self.written_bytes += key.len() + value.as_ref().map_or(0, Vec::len);
                self.large_keys.put(&self.database, &mut batch, key, value).map_err(store_io)?;
            }
            self.database.apply_batch(batch).map_err(store_io)?;
        }
        Ok(())
    }

    /// Makes all of its files durable, and the folder that names them; sled flushes none of these.
    pub(super) fn sync_all(&self) -> Result<(), StoreError> {
        self.database.flush().map_err(store_io)?;
        sync_files(&self.folder).map_err(|cause| self.failed(&cause))
    }

    fn failed(&self, cause: &io::Error) -> StoreError {
        of_the_system(&self.folder.display().to_string(), cause)
    }
}

fn sync_files(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        // Beside the database may stand the control socket of a daemon, which cannot be opened.
        if !kind.is_file() && !kind.is_dir() {
            continue;
        }
        match sync(&entry.path()) {
            // sled removes snapshots as it goes.
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
    }
    sync(folder)
}

/// sled puts a page that grew over 128 KiB into a file of its own, which it never syncs. `pieces.rs` sees to it that none
/// grows so large; a store that has such files all the same gets them flushed. The folder is held open: where the process
/// may open no more files a commit needs none.
struct Blobs {
    path: PathBuf,
    folder: Dir,
    synced: BTreeSet<OsString>,
}

impl Blobs {
    fn new(database: &Path) -> io::Result<Self> {
        let path = database.join("blobs");
        Ok(Self { folder: Dir::new(File::open(&path)?)?, path, synced: BTreeSet::new() })
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut present = BTreeSet::new();
        self.folder.rewind();
        while let Some(entry) = self.folder.read() {
            let name = OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned();
            if name == "." || name == ".." {
                continue;
            }
            if !self.synced.contains(&name) {
                match File::open(self.path.join(&name)) {
                    Ok(file) => file.sync_all()?,
                    // sled removes those that it has written elsewhere.
                    Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
                    Err(cause) => return Err(cause),
                }
            }
            present.insert(name);
        }
        if present.iter().any(|name| !self.synced.contains(name)) {
            sync(&self.path)?;
        }
        self.synced = present;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use turno_runtime::port::{Batch, Store};

    use crate::SledStore;

    /// How far the newest of sled's snapshots reaches, in bytes of its log; its name says so.
    fn snapshot_reach(folder: &std::path::Path) -> u64 {
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let reaches = names.filter_map(|name| {
            let name = name.to_string_lossy().into_owned();
            u64::from_str_radix(name.strip_prefix("snap.")?, 16).ok()
        });
        reaches.max().unwrap_or(0)
    }

    async fn write(store: &SledStore, mebibytes: u8) {
        for number in 0..mebibytes {
            let mut batch = Batch::default();
            for part in 0..128_u8 {
                batch.put([number, part].to_vec(), vec![b'.'; 8 * 1_024]);
            }
            store.commit(batch).await.unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_was_written_is_not_read_again_at_the_next_opening() {
        let folder = tempfile::tempdir().unwrap();
        let store = SledStore::open(folder.path()).unwrap();
        write(&store, 20).await;
        store.close().await.unwrap();
        assert!(snapshot_reach(folder.path()) > 20 * 1_024 * 1_024);
        let store = SledStore::open(folder.path()).unwrap();
        assert_eq!(store.scan(&[19], None, 200).await.unwrap().len(), 128);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_store_that_was_read_is_closed_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = SledStore::open(folder.path()).unwrap();
        write(&store, 2).await;
        store.close().await.unwrap();
        assert_eq!(snapshot_reach(folder.path()), 0);
    }
}
