//! Rows of what people say and what it means, as whoever speaks a language writes them: `config/languages/TAG/tests/*.tsv`.
//!
//! A row has what was asked (a context of `contexts.toml` beside), what is said, what it means, and a note if it needs one. A
//! [`Rows`] plays the rows of a file through the readers and tells those that are read otherwise.

mod agreement;
mod context;
mod items;
mod readers;

#[cfg(test)]
mod tests;

use crate::{AssentSaid, Language, pack, reading_in};
pub use context::ContextFault;
use context::Contexts;

/// The folder of a language's rows, beside its words.
pub const ROWS_FOLDER: &str = "tests";

/// How the names of the files of answers begin.
const ANSWER_FILES: &str = "answers";

/// The file of that folder that says what was asked.
pub const CONTEXTS_FILE: &str = "contexts.toml";

/// What rows of a language are played with.
#[derive(Debug)]
pub struct Rows {
    language: Language,
    contexts: Contexts,
}

/// What became of a file's rows.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Played {
    /// How many rows there are.
    pub rows: usize,
    /// Those that are read otherwise than they say, or cannot be played.
    pub wrong: Vec<WrongRow>,
}

/// A row that is read otherwise than it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongRow {
    /// Its line, from 1.
    pub line: usize,
    /// What is said.
    pub said: String,
    /// What it should mean.
    pub meaning: String,
    /// What it is read as; or what is wrong with the row itself, and what to do about it.
    pub got: String,
}

/// One row.
struct Row<'a> {
    line: usize,
    asked: &'a str,
    said: String,
    meaning: String,
}

impl Rows {
    /// With the contexts that are built in.
    ///
    /// # Errors
    /// Where they are wrong, which a test of each language tells first.
    pub fn built_in(language: Language) -> Result<Self, ContextFault> {
        let contexts = match row_files(language.tag()).find(|(name, _)| *name == CONTEXTS_FILE) {
            Some((_, text)) => Contexts::read(text)?,
            None => Contexts::default(),
        };
        Ok(Self { language, contexts })
    }

    /// With contexts of one's own, which take the place of those of their name.
    ///
    /// # Errors
    /// What is wrong in the text.
    pub fn with_contexts(mut self, text: &str) -> Result<Self, ContextFault> {
        self.contexts.add(Contexts::read(text)?);
        Ok(self)
    }

    /// Plays the rows of a file.
    pub fn play(&self, text: &str) -> Played {
        let mut played = Played::default();
        for row in rows_of(text) {
            played.rows += 1;
            let wrong = match row {
                Ok(row) => reading_in(&[self.language], || self.play_row(&row)),
                Err(fault) => Some(fault),
            };
            played.wrong.extend(wrong);
        }
        played
    }

    fn play_row(&self, row: &Row<'_>) -> Option<WrongRow> {
        let wrong = |said: &str, got: String| WrongRow {
            line: row.line,
            said: said.to_owned(),
            meaning: row.meaning.clone(),
            got,
        };
        let asked = match self.contexts.asked(row.asked) {
            Ok(asked) => asked,
            Err(fault) => return Some(wrong(&row.said, fault)),
        };
        for context in &asked.contexts {
            for said in asked.ways_to_say(&row.said) {
                match readers::read(&self.contexts, context, self.language, &said) {
                    Ok(got) if got.is(&row.meaning) => {}
                    Ok(got) => return Some(wrong(&said, got.to_string())),
                    Err(fault) => return Some(wrong(&said, fault)),
                }
            }
        }
        None
    }
}

/// The language that a folder is of, by its name: `es-MX`, or `es`.
pub fn language_of(folder: &str) -> Option<Language> {
    Language::named(folder)
}

/// The files of the rows that are built in for a language: their names and their texts.
pub fn row_files(tag: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    pack::built_in_folder(tag, ROWS_FOLDER)
}

/// The answers to confirmations among the rows that are built in for a language, with what each says; those that only repeat what was
/// asked say nothing without it, and are left out.
pub fn answers_of(tag: &str) -> impl Iterator<Item = (String, AssentSaid)> {
    let files = row_files(tag).filter(|(name, _)| {
        name.starts_with(ANSWER_FILES) && !name.contains("repeated") && !name.contains("questions")
    });
    files.flat_map(|(_, text)| rows_of(text)).flatten().map(|row| {
        let said = match row.meaning.split(';').next().unwrap_or_default().trim() {
            "yes" => AssentSaid::Yes,
            "no" => AssentSaid::No,
            _ => AssentSaid::Neither,
        };
        (row.said, said)
    })
}

/// The rows of a text; in the place of a line that is none, what is wrong with it.
fn rows_of(text: &str) -> impl Iterator<Item = Result<Row<'_>, WrongRow>> {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(index, line)| (index + 1, line.trim_start_matches('\u{feff}')));
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(line, text)| {
        let mut cells = text.split('\t').map(str::trim);
        let asked = cells.next().unwrap_or_default();
        let (Some(said), Some(meaning), _note, None) = (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            return Err(WrongRow {
                line,
                said: text.to_owned(),
                meaning: String::new(),
                got: "no row: it has what was asked, what is said, what it means and a note, with tabs between them"
                    .to_owned(),
            });
        };
        Ok(Row {
            line,
            asked,
            said: with_signs(said),
            meaning: with_signs(meaning),
        })
    })
}

/// A text with the signs that nobody sees, which rows write as their numbers: `\u{200b}`.
fn with_signs(text: &str) -> String {
    let mut pieces = text.split("\\u{");
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let sign = piece.split_once('}').and_then(|(number, rest)| {
            let sign = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
            Some((sign, rest))
        });
        if let Some((sign, rest)) = sign {
            whole.push(sign);
            whole.push_str(rest);
        } else {
            whole.push_str("\\u{");
            whole.push_str(piece);
        }
    }
    whole
}

impl std::fmt::Display for WrongRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is {}, read as {}", self.said, self.meaning, self.got)
    }
}
