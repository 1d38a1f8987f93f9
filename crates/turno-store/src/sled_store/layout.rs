//! Where in the store's folder the database stands, and the step from one database to the next.
//!
//! A new store's database stands in the store's folder itself. A compaction (`compaction.rs`) writes the next one into a
//! folder of its own, `database-N`, and then names it in the file `current`, by one rename: before it the old database is
//! the store, after it the new one is. What a crash leaves of the other is removed at the next opening, under the lock.
//! The mark, the store's marker and the control socket stay where they are.

use std::{
    fs::{self, File, TryLockError},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use super::database_file;

/// Names the database, what its files took when it was made, and what was in them.
const CURRENT: &str = "current";
const CURRENT_NEW: &str = "current.new";
const FOLDER: &str = "database-";
/// Locked as long as a process has the store, whichever database is its own.
pub(super) const LOCK: &str = "lock";

/// How often a store that is in use is tried, and how long between: one that was just closed is let go of in a moment.
const LOCK_ATTEMPTS: u32 = 40;
const LOCK_PAUSE: Duration = Duration::from_millis(25);

/// A database of a store.
#[derive(Debug, Clone)]
pub(super) struct Place {
    root: PathBuf,
    /// 0 stands in the store's folder itself.
    number: u64,
    /// What its files took when a compaction had made it; 0 where none has.
    pub(super) bytes_at_first: u64,
    /// The bytes of the keys and values in it then.
    pub(super) live_bytes: u64,
}

/// Why there is no telling where the database is.
#[derive(Debug)]
pub(super) enum NotFound {
    Damaged(String),
    Io(io::Error),
}

/// A step that was not made, or of which nobody knows whether it outlasts a crash.
#[derive(Debug)]
pub(super) enum StepError {
    NotMade(io::Error),
    Unknown(io::Error),
}

impl Place {
    /// The present one. What a compaction that did not end has left is still there.
    pub(super) fn find(root: &Path) -> Result<Self, NotFound> {
        let at = |number, bytes_at_first, live_bytes| Self {
            root: root.to_owned(),
            number,
            bytes_at_first,
            live_bytes,
        };
        let text = match fs::read(root.join(CURRENT)) {
            Ok(text) => text,
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                // Nothing is ever removed, or begun anew, on the word of a file that is not there.
                let is_orphaned =
                    !database_file(root).exists() && !numbers_in(root).map_err(NotFound::Io)?.is_empty();
                return if is_orphaned {
                    Err(NotFound::Damaged(format!("its file `{CURRENT}` is gone")))
                } else {
                    Ok(at(0, 0, 0))
                };
            }
            Err(cause) => return Err(NotFound::Io(cause)),
        };
        let (number, bytes_at_first, live_bytes) =
            parse(&text).ok_or_else(|| NotFound::Damaged(format!("its file `{CURRENT}` cannot be read")))?;
        let place = at(number, bytes_at_first, live_bytes);
        if database_file(&place.folder()).exists() {
            Ok(place)
        } else {
            Err(NotFound::Damaged(format!("its folder {FOLDER}{number} is gone")))
        }
    }

    /// Where the next one is made.
    pub(super) fn next(&self) -> Self {
        Self { root: self.root.clone(), number: self.number + 1, bytes_at_first: 0, live_bytes: 0 }
    }

    /// sled's folder.
    pub(super) fn folder(&self) -> PathBuf {
        match self.number {
            0 => self.root.clone(),
            number => self.root.join(format!("{FOLDER}{number}")),
        }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// What its files take, in bytes.
    pub(super) fn bytes(&self) -> io::Result<u64> {
        let mut bytes = 0;
        for entry in fs::read_dir(self.folder())? {
            let entry = entry?;
            if is_of_sled(&entry.file_name().to_string_lossy()) {
                bytes += bytes_of(&entry.path())?;
            }
        }
        Ok(bytes)
    }

    /// Makes this one, whose files are durable, the store's, durably.
    pub(super) fn make_current(&self) -> Result<(), StepError> {
        let (new, current) = (self.root.join(CURRENT_NEW), self.root.join(CURRENT));
        let written = File::create(&new).and_then(|mut file| {
            let Self { number, bytes_at_first, live_bytes, .. } = self;
            writeln!(file, "{FOLDER}{number} {bytes_at_first} {live_bytes}")?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(&new, &current)).map_err(StepError::NotMade)?;
        sync(&self.root).map_err(StepError::Unknown)
    }

    /// Removes the database, and nothing else.
    pub(super) fn remove(&self) -> io::Result<()> {
        if self.number > 0 {
            return removed(fs::remove_dir_all(self.folder()));
        }
        for entry in fs::read_dir(&self.root)? {
            let entry = entry?;
            if is_of_sled(&entry.file_name().to_string_lossy()) {
                let is_folder = entry.file_type()?.is_dir();
                removed(if is_folder {
                    fs::remove_dir_all(entry.path())
                } else {
                    fs::remove_file(entry.path())
                })?;
            }
        }
        Ok(())
    }

    /// Removes what compactions that did not end have left. This one must be the store's.
    pub(super) fn remove_leftovers(&self) -> io::Result<()> {
        removed(fs::remove_file(self.root.join(CURRENT_NEW)))?;
        let mut others = numbers_in(&self.root)?;
        if self.number > 0 {
            // A process that ended in the step may have left a name that would not outlast a power cut.
            sync(&self.root)?;
            others.push(0);
        }
        for number in others.into_iter().filter(|number| *number != self.number) {
            let other = Self { number, ..self.clone() };
            other.remove()?;
        }
        Ok(())
    }
}

/// The lock of the store in that folder, held as long as the file is; none where another process has it for longer than a
/// moment.
pub(crate) fn lock(root: &Path) -> io::Result<Option<File>> {
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(root.join(LOCK))?;
    lock_patiently(file, LOCK_ATTEMPTS)
}

/// The lock that sled takes of a database in the store's folder itself, as versions before `lock` did; none as above.
pub(crate) fn lock_database(root: &Path) -> io::Result<Option<File>> {
    let found = Place::find(root).map_err(|fault| match fault {
        NotFound::Damaged(detail) => io::Error::other(detail),
        NotFound::Io(cause) => cause,
    })?;
    lock_patiently(File::open(database_file(&found.folder()))?, LOCK_ATTEMPTS)
}

fn lock_patiently(file: File, attempts: u32) -> io::Result<Option<File>> {
    for attempt in 1..=attempts {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if attempt < attempts => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(cause)) => return Err(cause),
        }
    }
    Ok(None)
}

/// Whether nobody in this process, sled's own threads included, has that database any more.
pub(super) fn is_let_go_of(place: &Place) -> bool {
    match File::open(database_file(&place.folder())) {
        Ok(file) => file.try_lock().is_ok(),
        Err(_) => true,
    }
}

/// What the disk of a folder has left for this user, in bytes.
pub(crate) fn free_bytes(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Makes a file's content, or a folder's names, durable.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// The number, what the files took, and what was in them, which earlier versions did not write.
fn parse(text: &[u8]) -> Option<(u64, u64, u64)> {
    let line = std::str::from_utf8(text).ok()?.strip_suffix('\n')?;
    let (name, bytes) = line.split_once(' ')?;
    let (at_first, live) = bytes.split_once(' ').unwrap_or((bytes, "0"));
    Some((number_of(name)?, at_first.parse().ok()?, live.parse().ok()?))
}

/// The number of a database's folder.
fn number_of(name: &str) -> Option<u64> {
    let digits = name.strip_prefix(FOLDER)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    is_number.then(|| digits.parse().ok())?
}

pub(super) fn numbers_in(root: &Path) -> io::Result<Vec<u64>> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(root)? {
        numbers.extend(number_of(&entry?.file_name().to_string_lossy()));
    }
    Ok(numbers)
}

pub(super) fn is_of_sled(name: &str) -> bool {
    matches!(name, "db" | "conf" | "blobs") || name.starts_with("snap.")
}

fn bytes_of(path: &Path) -> io::Result<u64> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        // sled removes snapshots and blobs as it goes.
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(0),
        Err(cause) => return Err(cause),
    };
    if !metadata.is_dir() {
        return Ok(metadata.len());
    }
    let mut bytes = 0;
    for entry in fs::read_dir(path)? {
        bytes += bytes_of(&entry?.path())?;
    }
    Ok(bytes)
}

/// What is gone already is removed.
fn removed(outcome: io::Result<()>) -> io::Result<()> {
    match outcome {
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
