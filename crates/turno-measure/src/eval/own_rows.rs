//! The rows of what people say that stand in a configuration's folder of languages.

use std::path::{Path, PathBuf};

use turno_command::{Failure, entries_of};
use turno_language::{
    Language,
    rows::{CONTEXTS_FILE, ROWS_FOLDER, language_of},
};

/// Files of rows of one's own.
pub(super) struct OwnRows {
    /// The language that they are of.
    pub(super) language: Language,
    /// `contexts.toml`, where there is one.
    pub(super) contexts: Option<PathBuf>,
    /// All others.
    pub(super) files: Vec<PathBuf>,
}

/// The rows in a folder of languages.
///
/// # Errors
/// Where it cannot be read, or has rows of a language that Turno does not speak.
pub(super) fn rows_in(folder: &Path) -> Result<Vec<OwnRows>, Failure> {
    let mut rows = Vec::new();
    for folder in entries_of(folder)? {
        let tests = folder.join(ROWS_FOLDER);
        if !tests.is_dir() {
            continue;
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let language = language_of(&name).ok_or_else(|| {
            let told = "Turno does not speak this language, and so cannot play its rows";
            Failure::Told(format!("{}: {told}", tests.display()))
        })?;
        let (contexts, files): (Vec<_>, Vec<_>) =
            entries_of(&tests)?.into_iter().partition(|path| path.ends_with(CONTEXTS_FILE));
        let is_table = |path: &PathBuf| path.extension().is_some_and(|found| found == "tsv");
        rows.push(OwnRows {
            language,
            contexts: contexts.into_iter().next(),
            files: files.into_iter().filter(is_table).collect(),
        });
    }
    Ok(rows)
}
