//! The files that are a store, for whoever copies it while it is at rest.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use turno_runtime::port::StoreError;

use super::{
    database_file,
    doubt::DOUBT,
    layout::{LOCK, NotFound, Place, is_of_sled},
    of_the_system,
};

/// What stands beside the database: what it is, which it is, how far it was acknowledged, and whether rows may be missing.
const BESIDE: [&str; 4] = ["turno-store", "current", "acknowledged", DOUBT];

/// Files of a store, and the folders that they stand in.
pub(crate) struct CopiedFiles {
    root: PathBuf,
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    database: PathBuf,
}

impl CopiedFiles {
    /// Those of the store in that folder: its present database, and what stands beside it.
    pub(crate) fn of(root: &Path) -> Result<Self, StoreError> {
        let path = root.display().to_string();
        let failed = |cause: io::Error| of_the_system(&path, &cause);
        let place = Place::find(root).map_err(|fault| match fault {
            NotFound::Damaged(detail) => StoreError::Damaged { path: path.clone(), detail },
            NotFound::Io(cause) => failed(cause),
        })?;
        let mut found = Self {
            root: root.to_owned(),
            folders: vec![place.folder()],
            files: BESIDE.map(|name| root.join(name)).into(),
            database: database_file(&place.folder()),
        };
        found.files.retain(|file| file.exists());
        for entry in fs::read_dir(place.folder()).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if is_of_sled(&entry.file_name().to_string_lossy()) {
                found.add(&entry.path()).map_err(failed)?;
            }
        }
        Ok(found)
    }

    fn add(&mut self, path: &Path) -> io::Result<()> {
        if !path.is_dir() {
            self.files.push(path.to_owned());
            return Ok(());
        }
        self.folders.push(path.to_owned());
        for entry in fs::read_dir(path)? {
            self.add(&entry?.path())?;
        }
        Ok(())
    }

    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(PathBuf::as_path)
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// The same path from the store's folder on.
    pub(crate) fn within<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }

    /// Keeps daemons from beginning meanwhile; nothing is written for it.
    pub(crate) fn lock(&self) -> Result<Vec<File>, StoreError> {
        let mut locks = Vec::new();
        for path in [self.root.join(LOCK), self.database.clone()] {
            let failed = |cause: io::Error| of_the_system(&path.display().to_string(), &cause);
            let file = match File::open(&path) {
                Ok(file) => file,
                Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
                Err(cause) => return Err(failed(cause)),
            };
            match file.try_lock_shared() {
                Ok(()) => locks.push(file),
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Locked { path: self.root.display().to_string() });
                }
                Err(TryLockError::Error(cause)) => return Err(failed(cause)),
            }
        }
        Ok(locks)
    }
}
