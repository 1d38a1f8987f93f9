//! A store at rest: opened in its folder, or, where nothing may be written there, as a copy for the time of the command.

use std::{
    ops::Deref,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use turno_command::Failure;
use turno_runtime::port::StoreError;
use turno_store::{SledStore, copy_unwritten, may_write};

/// Opens a store that is there, to be written; makes none.
///
/// # Errors
/// Where there is none, a daemon has it, or it cannot be opened.
pub(crate) fn open_at_rest(data: &Path) -> Result<SledStore, Failure> {
    check_is_there(data)?;
    SledStore::open(data).map_err(told)
}

/// A store that is only read.
pub(crate) struct ReadAtRest {
    store: SledStore,
    /// Where its copy stands, if it is one.
    _copy: Option<Scratch>,
}

impl ReadAtRest {
    /// Opens a store that is there. To open one, some is written; where that may not be, a copy of it is opened.
    ///
    /// # Errors
    /// As [`open_at_rest`], and where there is no room for the copy.
    pub(crate) fn open(data: &Path) -> Result<Self, Failure> {
        check_is_there(data)?;
        if may_write(data) {
            return Ok(Self { store: open_at_rest(data)?, _copy: None });
        }
        let impossible = |why: &dyn std::fmt::Display| {
            Failure::Told(format!(
                "nothing may be written in {}, so a copy of it is read, and there can be none: {why}; name a folder that has \
                 room for it in the variable TMPDIR",
                data.display()
            ))
        };
        let copy = Scratch::make("store").map_err(|failure| impossible(&failure))?;
        copy_unwritten(data, &copy.0).map_err(|error| match error {
            StoreError::Io { detail } | StoreError::Full { detail } => impossible(&detail),
            error @ (StoreError::Locked { .. }
            | StoreError::Damaged { .. }
            | StoreError::Reopening { .. }
            | StoreError::TooLarge { .. }
            | StoreError::Closed) => told(error),
        })?;
        Ok(Self { store: SledStore::open(&copy.0).map_err(told)?, _copy: Some(copy) })
    }
}

impl Deref for ReadAtRest {
    type Target = SledStore;

    fn deref(&self) -> &SledStore {
        &self.store
    }
}

fn check_is_there(data: &Path) -> Result<(), Failure> {
    if data.join("turno-store").exists() {
        return Ok(());
    }
    Err(Failure::Told(format!("there is no store in {}: name its folder with --data", data.display())))
}

fn told(error: StoreError) -> Failure {
    match error {
        StoreError::Locked { path } => Failure::Told(format!(
            "the store in {path} is in use, and no daemon answers on its control socket (its path may have 107 bytes): stop \
             the daemon first"
        )),
        error @ (StoreError::Damaged { .. }
        | StoreError::Io { .. }
        | StoreError::Full { .. }
        | StoreError::Reopening { .. }
        | StoreError::TooLarge { .. }
        | StoreError::Closed) => error.into(),
    }
}

/// A folder for the time of the command. What is in it is nobody else's.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    /// One that is empty, among the system's temporary folders.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub(crate) fn make(purpose: &str) -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("turno-{purpose}-{}", std::process::id()));
        std::fs::DirBuilder::new().mode(0o700).create(&path).map_err(|cause| Failure::file(&path, cause))?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _left_behind = std::fs::remove_dir_all(&self.0);
    }
}
