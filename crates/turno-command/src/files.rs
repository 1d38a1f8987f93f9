//! Files that people write: which there are, their text, and what is told of one that is none.

use std::path::{Path, PathBuf};

use turno_core::show_fault;

use crate::Failure;

/// Reads a file that people write.
///
/// # Errors
/// Where it cannot be opened; where it is not UTF-8, with the line of what is not, and the cure.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|cause| Failure::file(path, cause))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let shown = String::from_utf8_lossy(error.as_bytes());
        let is_wide = [&b"\xff\xfe"[..], b"\xfe\xff"].iter().any(|mark| error.as_bytes().starts_with(mark));
        let message = if is_wide {
            "the file is UTF-16 and not UTF-8"
        } else {
            "the file is not UTF-8 from here on: its accents were saved in another code, as Latin-1"
        };
        // What is none is shown as one character of three bytes.
        let place = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
        let file = path.display().to_string();
        Failure::Faults {
            report: show_fault(
                &file,
                &shown,
                &place,
                message,
                "save it as UTF-8 (in an editor: Save with encoding)",
            ),
            count: 1,
        }
    })
}

/// The files with that extension among the paths and right inside the folders among them, in the order of their names.
///
/// # Errors
/// Where a folder cannot be read, or has no such file in it.
pub fn files_with_extension(paths: &[PathBuf], extension: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).map_err(|cause| Failure::file(path, cause))? {
            let entry = entry.map_err(|cause| Failure::file(path, cause))?.path();
            if entry.extension().is_some_and(|found| found == extension) {
                inside.push(entry);
            }
        }
        if inside.is_empty() {
            return Err(Failure::Told(format!("{}: there is no .{extension} file in it", path.display())));
        }
        inside.sort();
        files.append(&mut inside);
    }
    Ok(files)
}

/// What is in a folder, in the order of the names; what is hidden is an editor's.
///
/// # Errors
/// Where the folder cannot be read.
pub fn entries_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |cause| Failure::file(folder, cause);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with('.') && !name.ends_with('~') {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
