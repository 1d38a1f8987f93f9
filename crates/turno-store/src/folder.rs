//! A store's folder, made beside its place and moved there when it is whole.

use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::sled_store;

/// Marks a folder as the work of one that did not finish, so that nothing else is ever removed.
const UNFINISHED: &str = "turno-unfinished";

/// What stands in the way of a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Something is in its place.
    #[error("{} is there and is not empty, and nothing of it is touched: name a folder that does not exist, or move it away", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
    },
    /// A daemon is on it.
    #[error("the store in {} is in use by another process: stop that one first", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// The file system cannot put one folder in the place of another.
    #[error("{}: the new store is whole in {} and cannot be put in its place in one step ({cause}): move the old one away and rename the new one", path.display(), made.display())]
    NoExchange {
        /// The folder.
        path: PathBuf,
        /// The new store.
        made: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A file or a folder.
    #[error("{}: {cause}; check the disk's space and rights", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

/// A folder that is being made: `FOLDER.partial`, until [`Staged::finish`] moves it to its place in one step.
#[derive(Debug)]
pub struct Staged {
    place: PathBuf,
    path: PathBuf,
}

impl Staged {
    /// Makes the folder beside its place. What an earlier try left there is removed; in the place itself there may be an
    /// empty folder at most.
    ///
    /// # Errors
    /// [`FolderError`], which says what to do.
    pub fn begin(place: &Path) -> Result<Self, FolderError> {
        if !is_free(place)? {
            return Err(FolderError::Occupied { path: place.to_owned() });
        }
        Self::beside(place)
    }

    /// As [`Staged::begin`], for a place that holds the store that is to be replaced.
    ///
    /// # Errors
    /// [`FolderError`], which says what to do.
    pub fn beside(place: &Path) -> Result<Self, FolderError> {
        let path = with_ending(place, ".partial");
        if path.join(UNFINISHED).exists() {
            fs::remove_dir_all(&path).map_err(|cause| failed(&path, cause))?;
        }
        if !is_free(&path)? {
            return Err(FolderError::Occupied { path });
        }
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&path);
        made.map_err(|cause| failed(&path, cause))?;
        let mark = path.join(UNFINISHED);
        File::create(&mark).map_err(|cause| failed(&mark, cause))?;
        Ok(Self { place: place.to_owned(), path })
    }

    /// Where it is made.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves it to its place: after this it is there, whole, whatever happens to the machine.
    ///
    /// # Errors
    /// [`FolderError::Io`]; the place is then as it was before.
    pub fn finish(self) -> Result<(), FolderError> {
        self.seal()?;
        fs::rename(&self.path, &self.place).map_err(|cause| failed(&self.place, cause))?;
        sync_parent(&self.place)
    }

    /// Puts it in the place of the store that is there, in one step, and removes that one. The old store must be closed:
    /// it is locked until it is gone, so that no daemon starts on it meanwhile.
    ///
    /// # Errors
    /// [`FolderError`]; the place then holds the old store as it was.
    pub fn replace(self) -> Result<(), FolderError> {
        let _locked = lock(&self.place)?;
        self.seal()?;
        let (place, made) = (self.place.as_path(), self.path.as_path());
        renameat_with(CWD, made, CWD, place, RenameFlags::EXCHANGE).map_err(|cause| {
            FolderError::NoExchange { path: self.place.clone(), made: self.path.clone(), cause: cause.into() }
        })?;
        sync_parent(&self.place)?;
        // What is beside it is the old store now, and of no more use: a later try may remove it.
        let mark = self.path.join(UNFINISHED);
        File::create(&mark).map_err(|cause| failed(&mark, cause))?;
        fs::remove_dir_all(&self.path).map_err(|cause| failed(&self.path, cause))
    }

    /// It is whole: no later try removes it.
    fn seal(&self) -> Result<(), FolderError> {
        sync_files(&self.path).map_err(|cause| failed(&self.path, cause))?;
        let mark = self.path.join(UNFINISHED);
        fs::remove_file(&mark).map_err(|cause| failed(&mark, cause))?;
        sync_folder(&self.path)
    }

    /// Throws it away.
    ///
    /// # Errors
    /// [`FolderError::Io`]
    pub fn abandon(self) -> Result<(), FolderError> {
        fs::remove_dir_all(&self.path).map_err(|cause| failed(&self.path, cause))
    }
}

/// The locks that whoever opens the store takes, this version or one before; held as long as the files are.
fn lock(folder: &Path) -> Result<[File; 2], FolderError> {
    let taken = |lock: io::Result<Option<File>>| {
        lock.map_err(|cause| failed(folder, cause))?
            .ok_or_else(|| FolderError::Locked { path: folder.to_owned() })
    };
    Ok([taken(sled_store::lock(folder))?, taken(sled_store::lock_database(folder))?])
}

/// `path` with something behind its last part.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    // A slash at its end would put it inside.
    let mut name: OsString = path.components().as_path().as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Makes a rename in the folder that holds `path` durable.
///
/// # Errors
/// [`FolderError::Io`]
pub fn sync_parent(path: &Path) -> Result<(), FolderError> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    sync_folder(parent.unwrap_or(Path::new(".")))
}

/// Whether there is nothing, or an empty folder.
fn is_free(path: &Path) -> Result<bool, FolderError> {
    match fs::read_dir(path) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(cause) if cause.kind() == io::ErrorKind::NotADirectory => Ok(false),
        Err(cause) => Err(failed(path, cause)),
    }
}

fn sync_folder(path: &Path) -> Result<(), FolderError> {
    File::open(path).and_then(|folder| folder.sync_all()).map_err(|cause| failed(path, cause))
}

fn sync_files(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_files(&entry.path())?;
        } else {
            File::open(entry.path())?.sync_all()?;
        }
    }
    File::open(folder)?.sync_all()
}

fn failed(path: &Path, cause: io::Error) -> FolderError {
    FolderError::Io { path: path.to_owned(), cause }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_comes_to_its_place_whole_or_not_at_all() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("data");
        let staged = Staged::begin(&place).unwrap();
        fs::write(staged.path().join("db"), "half").unwrap();
        // Its process ends here; the next try begins anew.
        drop(staged);
        assert!(!place.exists());
        let staged = Staged::begin(&place).unwrap();
        assert!(!staged.path().join("db").exists());
        fs::write(staged.path().join("db"), "whole").unwrap();
        staged.finish().unwrap();
        let names: Vec<_> = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["db"]);
    }

    #[tokio::test]
    async fn a_store_takes_the_place_of_another_in_one_step_and_never_under_a_daemon() {
        use turno_runtime::port::{Batch, Store};
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("data");
        let old = crate::SledStore::open(&place).unwrap();
        let staged = Staged::beside(&place).unwrap();
        let new = crate::SledStore::open(staged.path()).unwrap();
        let mut batch = Batch::default();
        batch.put(*b"new", *b"1");
        new.commit(batch).await.unwrap();
        new.close().await.unwrap();
        let error = staged.replace().unwrap_err();
        assert!(matches!(error, FolderError::Locked { .. }), "{error}");
        old.close().await.unwrap();
        let staged = Staged { path: with_ending(&place, ".partial"), place: place.clone() };
        staged.replace().unwrap();
        let store = crate::SledStore::open(&place).unwrap();
        assert_eq!(store.get(b"new").await.unwrap(), Some(b"1".to_vec()));
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1, "the old one is gone");
    }

    #[test]
    fn nothing_that_is_there_is_touched() {
        let parent = tempfile::tempdir().unwrap();
        let place = parent.path().join("data/");
        for occupied in ["data", "data.partial"] {
            let folder = parent.path().join(occupied);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("mine"), "").unwrap();
            let error = Staged::begin(&place).unwrap_err().to_string();
            assert!(error.contains(occupied) && error.contains("is not empty"), "{error}");
            assert!(folder.join("mine").exists());
            fs::remove_dir_all(folder).unwrap();
        }
        fs::create_dir(&place).unwrap();
        Staged::begin(&place).unwrap().finish().unwrap();
    }
}
