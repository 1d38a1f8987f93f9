//! The languages' files of a configuration, over those that are built in.

use std::path::{Path, PathBuf};

use turno_graph::show_fault;
use turno_language::{PACK_FILES, PackFile, Packs, read_packs};

use crate::{assemble::FaultList, config::DaemonConfig, failure::Failure};

/// Reads the configuration's languages, and goes on with them in this process. Nothing may have been read with others before.
pub(crate) fn install(config: &DaemonConfig, faults: &mut FaultList) {
    if let (Some(folder), Some(packs)) = (&config.languages, configured(config, faults))
        && let Err(error) = turno_language::install(packs)
    {
        faults.add(&format!("{}: {error}", folder.display()), 1);
    }
}

/// Tells what is wrong with a configuration's languages.
pub(crate) fn check(config: &DaemonConfig, faults: &mut FaultList) {
    let _packs = configured(config, faults);
}

fn configured(config: &DaemonConfig, faults: &mut FaultList) -> Option<Packs> {
    let files = files_in(config.languages.as_ref()?);
    let files = files.map_err(|failure| faults.add(&failure, 1)).ok()?;
    read(&files, faults)
}

/// Whether a file belongs to a language, by its name.
pub(crate) fn is_one(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| PACK_FILES.contains(&name))
}

/// Tells what is wrong with a file of a language, as one that stands over what is built in.
pub(crate) fn check_file(file: &Path, faults: &mut FaultList) {
    let _packs = read(&[file.to_owned()], faults);
}

/// The files of languages in a folder: of one, or of one in each of its folders. None where it is no such folder.
pub(crate) fn files_at(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let own: Vec<PathBuf> = entries(folder)?.into_iter().filter(|file| is_one(file)).collect();
    let files = if own.is_empty() { files_in(folder)? } else { own };
    Ok(if files.iter().any(|file| is_one(file)) {
        files
    } else {
        Vec::new()
    })
}

/// All files of a folder of languages, a folder for each, in the order of their names. What explains them may stand beside.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for language in entries(folder)? {
        if language.is_dir() {
            files.append(&mut entries(&language)?);
        } else if language.extension().is_none_or(|extension| extension != "md") {
            files.push(language);
        }
    }
    Ok(files)
}

/// What is hidden is an editor's.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
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

fn read(paths: &[PathBuf], faults: &mut FaultList) -> Option<Packs> {
    let name_of = |path: Option<&Path>| {
        let name = path.and_then(Path::file_name).unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let mut files = Vec::new();
    for path in paths {
        let in_its_folder = path.parent().and_then(Path::parent);
        if !path.is_file() || in_its_folder.is_none() {
            let told = "a file of a language belongs here, as es-MX/lexicon.tsv; take it away";
            faults.add(&format!("{}: {told}", path.display()), 1);
            return None;
        }
        files.push(PackFile {
            tag: name_of(path.parent()),
            name: name_of(Some(path)),
            text: faults.read(path)?,
        });
    }
    let found = match read_packs(&files) {
        Ok(packs) => return Some(packs),
        Err(found) => found,
    };
    for fault in found {
        let (Some(path), Some(file)) = (paths.get(fault.file), files.get(fault.file)) else {
            continue;
        };
        let path = path.display().to_string();
        let report = match &fault.place {
            Some(place) => show_fault(&path, &file.text, place, &fault.message, &fault.cure),
            None => format!("{path}: {}; {}", fault.message, fault.cure),
        };
        faults.add(&report, 1);
    }
    None
}
