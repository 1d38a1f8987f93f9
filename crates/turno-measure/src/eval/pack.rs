//! `turno eval pack`: what people say, as it stands beside the words of each language, and whether it is read so.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde::Serialize;
use turno_command::{Failure, println_line, read_text};
use turno_language::{
    Language, built_in_tags,
    rows::{CONTEXTS_FILE, ContextFault, Played, ROWS_FOLDER, Rows, language_of, row_files},
};

use super::{
    options::PackOptions,
    own_rows::{OwnRows, rows_in},
};

/// All files.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// Rows.
    n: usize,
    /// Rows that mean what they say.
    right: usize,
    files: Vec<FileReport>,
}

/// One file.
#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    n: usize,
    right: usize,
    /// The rows that are read otherwise.
    errors: Vec<Miss>,
}

/// A row that is read otherwise.
#[derive(Debug, Serialize)]
struct Miss {
    line: usize,
    said: String,
    meaning: String,
    read_as: String,
}

/// Runs the command; what reads a configuration is asked for its folder of languages.
pub(super) fn run(
    options: &PackOptions,
    own_languages: impl FnOnce(Option<&Path>) -> Result<Option<PathBuf>, Failure>,
) -> Result<ExitCode, Failure> {
    let folder = own_languages(options.config.as_deref())?;
    let own = folder.map(|folder| rows_in(&folder)).transpose()?;
    let own = own.unwrap_or_default();
    let mut report = Report::default();
    for language in languages_of(&options.tags)? {
        let own: Vec<&OwnRows> = own.iter().filter(|rows| rows.language == language).collect();
        report.play_built_in(language, &own)?;
        for rows in own {
            report.play_own(rows)?;
        }
    }
    if options.json {
        println_line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    } else {
        report.print();
    }
    Ok(if report.right == report.n { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn languages_of(tags: &[String]) -> Result<Vec<Language>, Failure> {
    if tags.is_empty() {
        return Ok(built_in_tags().filter_map(language_of).collect());
    }
    let known: Vec<&str> = built_in_tags().collect();
    let languages = tags.iter().map(|tag| {
        language_of(tag).ok_or_else(|| {
            Failure::Told(format!("Turno does not speak `{tag}`: the languages are {}", known.join(", ")))
        })
    });
    languages.collect()
}

/// What plays the rows of a language, with contexts of one's own or without.
fn player(language: Language, contexts: Option<&Path>) -> Result<Rows, Failure> {
    let told = |file: &str, fault: ContextFault| Failure::Told(format!("{file}: {fault}"));
    let built_in = format!("{}/{ROWS_FOLDER}/{CONTEXTS_FILE}", language.tag());
    let rows = Rows::built_in(language).map_err(|fault| told(&built_in, fault))?;
    match contexts {
        Some(file) => {
            let text = read_text(file)?;
            rows.with_contexts(&text).map_err(|fault| told(&file.display().to_string(), fault))
        }
        None => Ok(rows),
    }
}

impl Report {
    /// But for the files that one has of one's own.
    fn play_built_in(&mut self, language: Language, own: &[&OwnRows]) -> Result<(), Failure> {
        let rows = player(language, None)?;
        let is_own = |name: &str| own.iter().flat_map(|own| &own.files).any(|file| file.ends_with(name));
        for (name, text) in row_files(language.tag()) {
            if name != CONTEXTS_FILE && !is_own(name) {
                let file = format!("{}/{ROWS_FOLDER}/{name}", language.tag());
                self.add(file, rows.play(text));
            }
        }
        Ok(())
    }

    fn play_own(&mut self, own: &OwnRows) -> Result<(), Failure> {
        let rows = player(own.language, own.contexts.as_deref())?;
        for file in &own.files {
            self.add(file.display().to_string(), rows.play(&read_text(file)?));
        }
        Ok(())
    }

    fn add(&mut self, file: String, played: Played) {
        let right = played.rows - played.wrong.len();
        self.n += played.rows;
        self.right += right;
        let wrong = played.wrong.into_iter();
        let errors =
            wrong.map(|row| Miss { line: row.line, said: row.said, meaning: row.meaning, read_as: row.got });
        self.files.push(FileReport { file, n: played.rows, right, errors: errors.collect() });
    }

    fn print(&self) {
        for file in &self.files {
            for miss in &file.errors {
                println_line(&format!(
                    "{}:{}: {:?} is {}, read as {}",
                    file.file, miss.line, miss.said, miss.meaning, miss.read_as
                ));
            }
        }
        for file in &self.files {
            println_line(&format!("{}: {} of {} right", file.file, file.right, file.n));
        }
        println_line(&format!("all: {} of {} right", self.right, self.n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTEXTS: &str = r#"
[asked.appointment]
now = "2026-01-19T10:00[America/Mexico_City]"
slots = ["date: date"]
"#;

    #[test]
    fn rows_of_ones_own_are_played_in_their_contexts() {
        let folder = tempfile::tempdir().unwrap();
        let tests = folder.path().join("es").join(ROWS_FOLDER);
        std::fs::create_dir_all(&tests).unwrap();
        std::fs::write(tests.join(CONTEXTS_FILE), CONTEXTS).unwrap();
        let rows = "# days\nappointment\tmañana\tdate: 2026-01-20\nappointment\thoy\tdate: 2026-01-20\n";
        std::fs::write(tests.join("days.tsv"), rows).unwrap();
        let own = rows_in(folder.path()).unwrap();
        let mut report = Report::default();
        report.play_own(&own[0]).unwrap();
        assert_eq!((report.n, report.right), (2, 1));
        let miss = &report.files[0].errors[0];
        assert_eq!((miss.line, miss.read_as.as_str()), (3, "date: 2026-01-19"));
        // A file of one's own is played in the place of the one of its name.
        std::fs::write(tests.join("moments.tsv"), "").unwrap();
        let own = rows_in(folder.path()).unwrap();
        let mut report = Report::default();
        report.play_built_in(Language::en(), &[&own[0]]).unwrap();
        assert!(report.n > 100 && report.right == report.n);
        assert!(!report.files.iter().any(|file| file.file.ends_with("/moments.tsv")));
        std::fs::create_dir_all(folder.path().join("fr").join(ROWS_FOLDER)).unwrap();
        assert!(rows_in(folder.path()).is_err());
    }
}
