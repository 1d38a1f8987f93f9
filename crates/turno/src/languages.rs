//! The languages' files of a configuration, over those that are built in.

use std::path::{Path, PathBuf};

use turno_command::{Failure, FaultList, entries_of};
use turno_graph::show_fault;
use turno_language::{Lack, PACK_FILES, PackFile, Packs, read_packs, rows::ROWS_FOLDER};

use crate::config::DaemonConfig;

/// Reads the configuration's languages, and goes on with them in this process. Nothing may have been read with others before. Gives
/// notes, as [`check`] does.
pub(crate) fn install(config: &DaemonConfig, faults: &mut FaultList) -> Vec<String> {
    let (Some(folder), Some((packs, files))) = (&config.languages, configured(config, faults)) else {
        return Vec::new();
    };
    let notes = lacks(&packs, &files);
    if let Err(error) = turno_language::install(packs) {
        faults.add(&format!("{}: {error}", folder.display()), 1);
    }
    notes
}

/// Tells what is wrong with a configuration's languages, and gives notes: what new ones lack.
pub(crate) fn check(config: &DaemonConfig, faults: &mut FaultList) -> Vec<String> {
    let read = configured(config, faults);
    read.map(|(packs, files)| lacks(&packs, &files)).unwrap_or_default()
}

fn configured(config: &DaemonConfig, faults: &mut FaultList) -> Option<(Packs, Vec<PackFile>)> {
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
    // What a new language is called stands beside its other files.
    let about = file.with_file_name("language.toml");
    let mut files = vec![file.to_owned()];
    if about != *file && about.is_file() {
        files.push(about);
    }
    let _packs = read(&files, faults);
}

/// The files of languages in a folder: of one, or of one in each of its folders. None where it is no such folder.
pub(crate) fn files_at(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let own: Vec<PathBuf> = entries_of(folder)?.into_iter().filter(|file| is_one(file)).collect();
    let files = if own.is_empty() { files_in(folder)? } else { own };
    Ok(if files.iter().any(|file| is_one(file)) { files } else { Vec::new() })
}

/// Beside the languages: how what is learnt of them is made.
const TRAIN_FOLDER: &str = "train";

/// What explains the languages, and what was learnt of them.
const BESIDE: &[&str] = &["md", "bin"];

/// All files of a folder of languages, a folder for each, in the order of their names. What explains them, and what was learnt of them,
/// may stand beside.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for language in entries_of(folder)? {
        if language.is_dir() && language.ends_with(TRAIN_FOLDER) {
            continue;
        }
        if language.is_dir() {
            let own = entries_of(&language)?.into_iter();
            files.extend(own.filter(|path| !is_of_rows(path)));
        } else if !BESIDE.iter().any(|beside| language.extension().is_some_and(|own| own == *beside)) {
            files.push(language);
        }
    }
    Ok(files)
}

/// The rows of a language stand beside its files: `turno eval pack` plays them.
fn is_of_rows(path: &Path) -> bool {
    path.is_dir() && path.ends_with(ROWS_FOLDER)
}

fn read(paths: &[PathBuf], faults: &mut FaultList) -> Option<(Packs, Vec<PackFile>)> {
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
        Ok(packs) => return Some((packs, files)),
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

/// What new languages lack beside the first one: what is not there is said in that one's words, and not understood.
fn lacks(packs: &Packs, files: &[PackFile]) -> Vec<String> {
    let own = files.iter().filter(|file| file.name == "language.toml");
    let is_new = |tag: &str| !turno_language::built_in_tags().any(|known| known.eq_ignore_ascii_case(tag));
    let mut notes = Vec::new();
    for tag in own.map(|file| file.tag.as_str()).filter(|tag| is_new(tag)) {
        let Some(Lack { messages, tags }) = packs.lack(tag) else {
            continue;
        };
        if !messages.is_empty() {
            notes.push(format!(
                "{tag}/messages.toml lacks {} sentences, which are said in another language: {}",
                messages.len(),
                named(&messages)
            ));
        }
        if !tags.is_empty() {
            notes.push(format!(
                "{tag}/lexicon.tsv has no phrase with {} of the tags of TAGS.md: {}",
                tags.len(),
                named(&tags)
            ));
        }
    }
    notes
}

/// The first of some names, and that there are more.
fn named(names: &[String]) -> String {
    const TOLD_MAX: usize = 20;
    let told = names.iter().take(TOLD_MAX).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > TOLD_MAX { format!("{told}, …") } else { told }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_beside_the_words_are_left_alone_by_their_check() {
        let folder = tempfile::tempdir().unwrap();
        let tests = folder.path().join("es").join(ROWS_FOLDER);
        std::fs::create_dir_all(&tests).unwrap();
        std::fs::write(folder.path().join("es/lexicon.tsv"), "").unwrap();
        std::fs::write(tests.join("contexts.toml"), "").unwrap();
        std::fs::write(tests.join("days.tsv"), "").unwrap();
        let words = files_at(folder.path()).unwrap();
        assert_eq!(words, [folder.path().join("es/lexicon.tsv")]);
    }
}
