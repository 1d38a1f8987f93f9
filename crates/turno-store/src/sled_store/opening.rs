//! Opening a folder: in use, damaged, of another format, or fine.

use std::{
    fs::{File, TryLockError},
    io::ErrorKind,
    os::unix::fs::DirBuilderExt,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use turno_runtime::port::StoreError;

use super::{
    database_file, doubt, guarded,
    held::Held,
    io,
    layout::{self, NotFound, Place},
    log::{Finding, look_through},
    mark::{Mark, Marked, Standing},
    of_the_system, reading,
    rows::RowSum,
};

/// The page cache.
const CACHE_BYTES: u64 = 32 * 1_024 * 1_024;

/// How often a folder that is in use is tried, and how long between.
const LOCK_ATTEMPTS: u32 = 40;
const LOCK_PAUSE: Duration = Duration::from_millis(25);

/// Holds the format of the whole store; it sorts before every other key.
pub(super) const FORMAT_KEY: &[u8] = b"\0format";
const FORMAT: &[u8] = b"turno store 1";

/// A store that is open.
pub(super) struct Opened {
    pub(super) database: Held<sled::Db>,
    pub(super) place: Place,
    /// Held as long as the store is open.
    pub(super) lock: File,
}

/// Opens the database, and checks that this version reads it.
pub(super) fn open_database(folder: &Path) -> Result<Opened, StoreError> {
    let path = folder.display().to_string();
    let failed = |cause: std::io::Error| of_the_system(&path, &cause);
    make_folder(folder)?;
    let lock = layout::lock(folder).map_err(failed)?;
    let lock = lock.ok_or_else(|| StoreError::Locked { path: path.clone() })?;
    let (database, place) = open_locked(folder)?;
    Ok(Opened { database, place, lock })
}

/// The same, for one that holds the store's lock already.
pub(super) fn open_locked(folder: &Path) -> Result<(Held<sled::Db>, Place), StoreError> {
    let path = folder.display().to_string();
    let failed = |cause: std::io::Error| of_the_system(&path, &cause);
    let place = Place::find(folder).map_err(|fault| match fault {
        NotFound::Damaged(detail) => StoreError::Damaged { path: path.clone(), detail },
        NotFound::Io(cause) => failed(cause),
    })?;
    let database = open_patiently(&place, &path)?;
    check_format(&database, folder, &path)?;
    let standing = reading(&path, || Standing::of(&database))?;
    check_mark(standing, folder, &path)?;
    check_rows(&database, standing, folder, &path)?;
    // Only now: the store is whole without them.
    place.remove_leftovers().map_err(failed)?;
    Ok((database, place))
}

/// Makes the empty database of a store that is open, in a folder of its own.
pub(super) fn make_database(folder: &Path) -> Result<Held<sled::Db>, StoreError> {
    make_folder(folder)?;
    guarded(|| {
        let database = Held::new(config(folder).open().map_err(io)?);
        database.insert(FORMAT_KEY, FORMAT).map_err(io)?;
        Ok(database)
    })
}

/// Opens a database that was just let go of and is as it was written. sled writes its snapshot at an opening only, and reads
/// whatever the snapshot does not have at the next: now it is still in the system's cache.
pub(super) fn open_again(folder: &Path) -> Result<Held<sled::Db>, StoreError> {
    let path = folder.display().to_string();
    for _ in 1..LOCK_ATTEMPTS {
        match open_as_it_is(folder, &path) {
            Err(StoreError::Locked { .. }) => std::thread::sleep(LOCK_PAUSE),
            other => return other,
        }
    }
    open_as_it_is(folder, &path)
}

/// It holds what people said, and their phones.
fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|cause| {
        let what = format!("the folder {} cannot be made", folder.display());
        of_the_system(&what, &cause)
    })
}

fn config(folder: &Path) -> sled::Config {
    sled::Config::new().path(folder).cache_capacity(CACHE_BYTES).flush_every_ms(None)
}

/// What sled does not do for itself. Under the lock that it takes, since another process may be writing.
fn prepare(place: &Place, path: &str) -> Result<(), StoreError> {
    let failed = |cause: std::io::Error| of_the_system(path, &cause);
    let folder = place.folder();
    let file = match File::open(database_file(&folder)) {
        Ok(file) => file,
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(failed(cause)),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(StoreError::Locked { path: path.to_owned() });
        }
        Err(TryLockError::Error(cause)) => return Err(failed(cause)),
    }
    remove_unfinished_snapshots(&folder).map_err(failed)?;
    check_log(place, path)
}

/// sled takes a snapshot that it was killed over for a damaged one, and opens no more.
fn remove_unfinished_snapshots(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("snap.") && name.ends_with(".generating") {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Damage that sled would pass over in silence. A doubt is written down: after sled's opening nothing would tell of it.
fn check_log(place: &Place, path: &str) -> Result<(), StoreError> {
    let failed = |cause: std::io::Error| of_the_system(path, &cause);
    let file_bytes = Mark::read(place.root()).and_then(|marked| marked.file_bytes);
    match look_through(&place.folder(), file_bytes).map_err(failed)? {
        Finding::Whole => Ok(()),
        Finding::Doubtful => doubt::raise(place.root()).map_err(failed),
        Finding::Damaged(offset) => Err(StoreError::Damaged {
            path: path.to_owned(),
            detail: format!("acknowledged writes at byte {offset} of its file cannot be read"),
        }),
    }
}

/// A database that is behind its mark has lost its end.
fn check_mark(standing: Standing, folder: &Path, path: &str) -> Result<(), StoreError> {
    let Some(Marked { round: acknowledged, .. }) = Mark::read(folder) else {
        return Ok(());
    };
    match acknowledged.checked_sub(standing.round) {
        None | Some(0) => Ok(()),
        Some(lost) => Err(StoreError::Damaged {
            path: path.to_owned(),
            detail: format!("the last {lost} of its {acknowledged} acknowledged rounds of commits are gone"),
        }),
    }
}

/// Where rows may be missing all are read, and are to give the sum that was kept with the last round. A store of an earlier
/// version has none yet.
fn check_rows(database: &sled::Db, standing: Standing, folder: &Path, path: &str) -> Result<(), StoreError> {
    if !doubt::is_raised(folder) {
        return Ok(());
    }
    if let Some(acknowledged) = standing.rows {
        let kept = reading(path, || RowSum::of(database))?;
        if kept != acknowledged {
            return Err(StoreError::Damaged {
                path: path.to_owned(),
                detail: format!(
                    "of its {} acknowledged rows {} are there, and not all as they were written",
                    acknowledged.rows, kept.rows
                ),
            });
        }
    }
    doubt::settle(folder).map_err(|cause| of_the_system(path, &cause))
}

/// sled's own threads hold the files for a moment after a store was closed, and so does a daemon that is just ending.
fn open_patiently(place: &Place, path: &str) -> Result<Held<sled::Db>, StoreError> {
    for _ in 1..LOCK_ATTEMPTS {
        match open_guarded(place, path) {
            Err(StoreError::Locked { .. }) => std::thread::sleep(LOCK_PAUSE),
            other => return other,
        }
    }
    open_guarded(place, path)
}

fn open_guarded(place: &Place, path: &str) -> Result<Held<sled::Db>, StoreError> {
    prepare(place, path)?;
    open_as_it_is(&place.folder(), path)
}

/// sled panics at some damage; here that is an error like any other.
fn open_as_it_is(folder: &Path, path: &str) -> Result<Held<sled::Db>, StoreError> {
    let config = config(folder);
    let opened = silently(|| config.open());
    match opened {
        Ok(Ok(database)) => Ok(Held::new(database)),
        Ok(Err(error)) if is_locked(&error) => Err(StoreError::Locked { path: path.to_owned() }),
        Ok(Err(sled::Error::Io(cause))) if is_of_the_system(&cause) => Err(of_the_system(path, &cause)),
        Ok(Err(error)) => Err(StoreError::Damaged { path: path.to_owned(), detail: error.to_string() }),
        Err(detail) => Err(StoreError::Damaged { path: path.to_owned(), detail }),
    }
}

/// Runs it without a panic's report on standard error: the error that comes of it says the same, with the cure.
fn silently<T>(open: impl FnOnce() -> T) -> Result<T, String> {
    // The hook is the whole process's: two stores that are opened at once must not restore each other's.
    static HOOK: Mutex<()> = Mutex::new(());
    let _one_at_a_time = HOOK.lock().unwrap_or_else(PoisonError::into_inner);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = catch_unwind(AssertUnwindSafe(open));
    std::panic::set_hook(hook);
    outcome.map_err(|panic| told_by(&*panic))
}

/// What the system refused is no damage: a backup would not help.
fn is_of_the_system(cause: &std::io::Error) -> bool {
    let kinds = [
        ErrorKind::PermissionDenied,
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::StorageFull,
        ErrorKind::QuotaExceeded,
        ErrorKind::FileTooLarge,
    ];
    cause.raw_os_error().is_some() || kinds.contains(&cause.kind())
}

fn is_locked(error: &sled::Error) -> bool {
    let text = error.to_string();
    text.contains("could not acquire lock")
        || text.contains("WouldBlock")
        || text.contains("Resource temporarily")
}

/// The first line of what a panic says.
pub(super) fn told_by(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it cannot be read").lines().next().unwrap_or_default().to_owned()
}

/// The marker beside the database tells a new folder from one whose database was emptied.
fn check_format(database: &sled::Db, folder: &Path, path: &str) -> Result<(), StoreError> {
    let marker = folder.join("turno-store");
    let damaged = |detail: String| StoreError::Damaged { path: path.to_owned(), detail };
    match reading(path, || database.get(FORMAT_KEY))? {
        Some(format) if format == FORMAT => Ok(()),
        Some(format) => Err(damaged(format!(
            "its format is {:?}, this version reads \"turno store 1\"",
            String::from_utf8_lossy(&format)
        ))),
        None if marker.exists() => Err(damaged("its database is empty".to_owned())),
        None if reading(path, || Ok(database.is_empty()))? => {
            guarded(|| {
                database.insert(FORMAT_KEY, FORMAT).map_err(io)?;
                database.flush().map_err(io)
            })?;
            let written = std::fs::write(marker, FORMAT).and_then(|()| make_new_files_durable(folder));
            written.map_err(|cause| of_the_system(path, &cause))
        }
        None => Err(damaged("it is not a store of Turno".to_owned())),
    }
}

/// The files of a new store, and the folders that name them: sled flushes none of these.
fn make_new_files_durable(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        File::open(entry?.path())?.sync_all()?;
    }
    let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
    for folder in [folder, above.unwrap_or(Path::new("."))] {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
