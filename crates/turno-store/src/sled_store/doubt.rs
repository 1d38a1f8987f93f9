//! A file in the store's folder as long as it is not known whether rows are missing.
//!
//! sled's opening settles for what it finds and forgets the rest: the next one would find nothing amiss. So the doubt is written down
//! before sled opens, and removed only once all rows were found.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::Path,
};

use super::layout::sync;

pub(super) const DOUBT: &str = "unproven";

/// Writes down that rows may be missing, durably.
pub(super) fn raise(root: &Path) -> io::Result<()> {
    if !is_raised(root) {
        File::create(root.join(DOUBT))?.sync_all()?;
        sync(root)?;
    }
    Ok(())
}

pub(super) fn is_raised(root: &Path) -> bool {
    root.join(DOUBT).exists()
}

/// All rows were found.
pub(super) fn settle(root: &Path) -> io::Result<()> {
    match fs::remove_file(root.join(DOUBT)) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
