//! A store in a folder where nothing may be written, or on a disk that may only be read: sled writes as it opens, so what is
//! read is a copy.

use std::{fs, io, path::Path};

use rustix::fs::{Access, access};
use turno_runtime::port::StoreError;

use crate::sled_store::{CopiedFiles, free_bytes, of_the_system};

/// Room that the copy needs beside its files, in bytes: sled writes as it opens.
const SLACK_BYTES: u64 = 16 * 1_024 * 1_024;

/// Whether this process may write a store in that folder.
pub fn may_write(folder: &Path) -> bool {
    CopiedFiles::of(folder).is_ok_and(|files| {
        let folders = files.folders().chain([folder]);
        folders.chain(files.paths()).all(|path| access(path, Access::WRITE_OK).is_ok())
    })
}

/// Copies the store of a folder, in which nothing is written, into an empty one. It must be at rest.
///
/// # Errors
/// [`StoreError::Locked`] where a process has it open; [`StoreError::Full`] where there is no room for the copy, of which then
/// nothing is made; [`StoreError`] where it cannot be read.
pub fn copy_unwritten(from: &Path, to: &Path) -> Result<(), StoreError> {
    let files = CopiedFiles::of(from)?;
    let _locks = files.lock()?;
    let failed = |path: &Path| {
        let what = path.display().to_string();
        move |cause: io::Error| of_the_system(&what, &cause)
    };
    let mut bytes = SLACK_BYTES;
    for path in files.paths() {
        bytes += fs::metadata(path).map_err(failed(path))?.len();
    }
    let free_bytes = free_bytes(to).map_err(failed(to))?;
    if free_bytes < bytes {
        return Err(StoreError::Full {
            detail: format!("{}: {bytes} bytes are needed, {free_bytes} are free", to.display()),
        });
    }
    for folder in files.folders() {
        let target = to.join(files.within(folder));
        fs::create_dir_all(&target).map_err(failed(&target))?;
    }
    for path in files.paths() {
        let target = to.join(files.within(path));
        // Not its rights: it is to be written.
        let copied = fs::File::open(path)
            .and_then(|mut source| io::copy(&mut source, &mut fs::File::create(&target)?));
        copied.map_err(failed(&target))?;
    }
    Ok(())
}
