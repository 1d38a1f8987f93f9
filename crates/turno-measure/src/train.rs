//! `turno train`: learns again what is kept beside the languages.

use std::{collections::BTreeSet, path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use serde::Deserialize;
use turno_command::{Failure, println_line, read_text};
use turno_language::{AssentSaid, built_in_tags, rows::answers_of, train_assent};

/// `turno train`
#[derive(Debug, Args)]
pub struct TrainOptions {
    #[command(subcommand)]
    what: TrainCommand,
}

#[derive(Debug, Subcommand)]
enum TrainCommand {
    /// Whether answers say yes, no or neither: config/languages/assent.bin. The same rows give the same file.
    Assent(AssentOptions),
}

/// `turno train assent`
#[derive(Debug, Args)]
struct AssentOptions {
    /// Files of answers: one a line, "yes", "no" or "neither", a tab, the answer.
    #[arg(value_name = "FILE")]
    rows: Vec<PathBuf>,
    /// Published answers beside them, a JSON object with `utterance` and `label` a line. They count half.
    #[arg(long, value_name = "FILE")]
    public: Option<PathBuf>,
    /// Where to write what was learnt.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

/// A published answer.
#[derive(Deserialize)]
struct PublicRow {
    kind: String,
    utterance: String,
    label: String,
}

/// Published answers are many and all of one kind of talk.
const PUBLIC_WEIGHT: f32 = 0.5;

/// What looks like a yes and is none is what has to be learnt above all.
const NEITHER_WEIGHT: f32 = 2.0;

/// Runs the command.
///
/// # Errors
/// [`Failure`] where a file cannot be read, or a line of it is no answer.
pub fn run(options: &TrainOptions) -> Result<ExitCode, Failure> {
    let TrainCommand::Assent(options) = &options.what;
    let mut answers: Vec<(String, AssentSaid, f32)> = Vec::new();
    for file in &options.rows {
        let text = read_text(file)?;
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let said = line.split_once('\t').and_then(|(said, answer)| Some((said_by(said)?, answer)));
            let Some((said, answer)) = said else {
                let told = format!(
                    "{}:{}: an answer is \"yes\", \"no\" or \"neither\", a tab, and its words",
                    file.display(),
                    number + 1
                );
                return Err(Failure::Told(told));
            };
            let weight = if said == AssentSaid::Neither { NEITHER_WEIGHT } else { 1.0 };
            answers.push((answer.to_owned(), said, weight));
        }
    }
    for tag in built_in_tags() {
        answers.extend(answers_of(tag).map(|(answer, said)| (answer, said, 1.0)));
    }
    let own = answers.len();
    if let Some(file) = &options.public {
        answers.extend(published(&read_text(file)?)?);
    }
    // Of one answer that two files have, the first counts.
    let mut seen = BTreeSet::new();
    answers.retain(|(answer, ..)| seen.insert(answer.clone()));
    let learnt = train_assent(answers.iter().map(|(answer, said, weight)| (answer.as_str(), *said, *weight)));
    std::fs::write(&options.to, &learnt).map_err(|cause| Failure::file(&options.to, cause))?;
    println_line(&format!(
        "{} answers ({own} of our own): {} bytes in {}",
        answers.len(),
        learnt.len(),
        options.to.display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn said_by(name: &str) -> Option<AssentSaid> {
    match name {
        "yes" => Some(AssentSaid::Yes),
        "no" => Some(AssentSaid::No),
        "neither" => Some(AssentSaid::Neither),
        _ => None,
    }
}

/// What a yes with a question or with more values behind it says is for the rules to tell.
fn published(text: &str) -> Result<Vec<(String, AssentSaid, f32)>, Failure> {
    let mut answers = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let row: PublicRow = serde_json::from_str(line).map_err(|error| Failure::Told(error.to_string()))?;
        let said = match (row.kind.as_str(), row.label.as_str()) {
            ("other", _) | (_, "change") => AssentSaid::Neither,
            (_, "affirm") => AssentSaid::Yes,
            (_, label) if label.starts_with("deny") => AssentSaid::No,
            _ => continue,
        };
        answers.push((row.utterance, said, PUBLIC_WEIGHT));
    }
    Ok(answers)
}
