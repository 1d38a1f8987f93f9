//! Opening a folder: in use, damaged, of another format, or fine.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use turno_runtime::port::StoreError;

use super::io;

/// The page cache.
const CACHE_BYTES: u64 = 64 * 1_024 * 1_024;

/// How often a folder that is in use is tried, and how long between.
const LOCK_ATTEMPTS: u32 = 40;
const LOCK_PAUSE: Duration = Duration::from_millis(25);

/// Holds the format of the whole store; it sorts before every other key.
pub(super) const FORMAT_KEY: &[u8] = b"\0format";
const FORMAT: &[u8] = b"turno store 1";

/// Opens the database, and checks that this version reads it.
pub(super) fn open_database(folder: &Path) -> Result<sled::Db, StoreError> {
    let path = folder.display().to_string();
    std::fs::create_dir_all(folder).map_err(|cause| StoreError::Io {
        detail: format!("the folder {path} cannot be made: {cause}"),
    })?;
    let database = open_patiently(folder, &path)?;
    check_format(&database, folder, &path)?;
    Ok(database)
}

/// sled's own threads hold the files for a moment after a store was closed, and so does a daemon that is just ending.
fn open_patiently(folder: &Path, path: &str) -> Result<sled::Db, StoreError> {
    for _ in 1..LOCK_ATTEMPTS {
        match open_guarded(folder, path) {
            Err(StoreError::Locked { .. }) => std::thread::sleep(LOCK_PAUSE),
            other => return other,
        }
    }
    open_guarded(folder, path)
}

/// sled panics at some damage; here that is an error like any other.
fn open_guarded(folder: &Path, path: &str) -> Result<sled::Db, StoreError> {
    let config = sled::Config::new()
        .path(folder)
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(None);
    let opened = silently(|| config.open());
    match opened {
        Ok(Ok(database)) => Ok(database),
        Ok(Err(error)) if is_locked(&error) => Err(StoreError::Locked {
            path: path.to_owned(),
        }),
        Ok(Err(sled::Error::Io(cause))) if cause.kind() == std::io::ErrorKind::PermissionDenied => {
            Err(StoreError::Io {
                detail: format!("{path}: {cause}"),
            })
        }
        Ok(Err(error)) => Err(StoreError::Damaged {
            path: path.to_owned(),
            detail: error.to_string(),
        }),
        Err(detail) => Err(StoreError::Damaged {
            path: path.to_owned(),
            detail,
        }),
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

fn is_locked(error: &sled::Error) -> bool {
    let text = error.to_string();
    text.contains("could not acquire lock")
        || text.contains("WouldBlock")
        || text.contains("Resource temporarily")
}

/// The first line of what a panic says.
pub(super) fn told_by(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it cannot be read")
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// The marker beside the database tells a new folder from one whose database was emptied.
fn check_format(database: &sled::Db, folder: &Path, path: &str) -> Result<(), StoreError> {
    let marker = folder.join("turno-store");
    let damaged = |detail: String| StoreError::Damaged {
        path: path.to_owned(),
        detail,
    };
    match database.get(FORMAT_KEY).map_err(io)? {
        Some(format) if format == FORMAT => Ok(()),
        Some(format) => Err(damaged(format!(
            "its format is {:?}, this version reads \"turno store 1\"",
            String::from_utf8_lossy(&format)
        ))),
        None if marker.exists() => Err(damaged("its database is empty".to_owned())),
        None if database.is_empty() => {
            database.insert(FORMAT_KEY, FORMAT).map_err(io)?;
            database.flush().map_err(io)?;
            std::fs::write(marker, FORMAT).map_err(|cause| StoreError::Io {
                detail: cause.to_string(),
            })
        }
        None => Err(damaged("it is not a store of Turno".to_owned())),
    }
}
