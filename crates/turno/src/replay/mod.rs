//! `turno replay`: recorded conversations run through the graphs on the recording's own clock.
//!
//! A recording is a JSON object a line: a header, then each event, followed by the effects that it is to have. Replaying
//! compares every effect: its kind, its name, its arguments, and the order. Tools do not run: their recorded outcomes
//! are events. With `--bless` they do run, on an empty store, and the recording is written anew.

mod bless;
mod difference;
mod recording;
mod transcript;

use std::{
    collections::{BTreeMap, btree_map},
    path::{Path, PathBuf},
    process::ExitCode,
};

use turno_core::{Assistant, Conversation, step};

use crate::{
    args::ReplayOptions,
    assemble::{Assembly, assemble},
    check::{files_with_extension, println_line},
    config::DaemonConfig,
    failure::Failure,
};

pub(crate) use recording::{Entry, Header, RECORDING_FORMAT, Recording};

/// Runs the command: exit code 1 where a recording differs.
pub(crate) fn run(options: &ReplayOptions) -> Result<ExitCode, Failure> {
    let (talks, paths): (Vec<PathBuf>, Vec<PathBuf>) = options
        .paths
        .iter()
        .cloned()
        .partition(|path| path.to_string_lossy().ends_with(".transcript.json"));
    if !talks.is_empty() {
        return replay_talks(&talks, !paths.is_empty());
    }
    let mut assemblies = Assemblies {
        usual: options.config.config.clone(),
        made: BTreeMap::new(),
    };
    let files = files_with_extension(&options.paths, "jsonl")?;
    let mut differences = Vec::new();
    let mut failed = Vec::new();
    for file in &files {
        match replay_file(&mut assemblies, file, options.bless)? {
            None => {}
            Some(difference) => {
                failed.push(file.display().to_string());
                differences.push(difference);
            }
        }
    }
    if options.json {
        let report = serde_json::json!({
            "recordings": files.len(),
            "equal": files.len() - failed.len(),
            "different": failed,
            "blessed": options.bless,
        });
        println_line(&report.to_string());
    } else {
        for difference in &differences {
            println_line(difference);
        }
        let verb = if options.bless { "written" } else { "equal" };
        println_line(&format!(
            "{} recordings: {} {verb}, {} different",
            files.len(),
            files.len() - failed.len(),
            failed.len()
        ));
    }
    Ok(if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Talks of other assistants: exit code 1 where one did without a yes, or not at all, what it should have done once.
fn replay_talks(talks: &[PathBuf], has_others: bool) -> Result<ExitCode, Failure> {
    if has_others {
        let message = "talks (.transcript.json) and recordings (.jsonl) are replayed apart: name one kind";
        return Err(Failure::Told(message.to_owned()));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(format!("the talks cannot be played: {error}")))?;
    let mut broken = 0;
    for talk in talks {
        let outcome = runtime.block_on(transcript::play(talk))?;
        println_line(&outcome.told(&talk.display().to_string()));
        broken += usize::from(!outcome.is_kept());
    }
    println_line(&format!(
        "{} talks: {} kept, {broken} broken",
        talks.len(),
        talks.len() - broken
    ));
    Ok(if broken == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What recordings are replayed with, by the daemon's file; each is made once.
struct Assemblies {
    usual: PathBuf,
    made: BTreeMap<PathBuf, Assembly>,
}

impl Assemblies {
    /// That of a recording.
    fn of(&mut self, file: &Path, header: &Header) -> Result<&Assembly, Failure> {
        let folder = file.parent().unwrap_or(Path::new("."));
        let config = header
            .config
            .as_ref()
            .map_or_else(|| self.usual.clone(), |own| folder.join(own));
        Ok(match self.made.entry(config) {
            btree_map::Entry::Occupied(known) => known.into_mut(),
            btree_map::Entry::Vacant(free) => {
                let assembly = assemble(&DaemonConfig::load(free.key())?)?;
                free.insert(assembly)
            }
        })
    }
}

/// Replays one file. Gives the difference, where there is one.
fn replay_file(assemblies: &mut Assemblies, file: &Path, bless: bool) -> Result<Option<String>, Failure> {
    let source = std::fs::read_to_string(file).map_err(|cause| Failure::file(file, cause))?;
    let name = file.display().to_string();
    let recording = Recording::parse(&name, &source)?;
    let assembly = assemblies.of(file, &recording.header)?;
    let Some(assistant) = assembly.assistants.get(&recording.header.tenant) else {
        let known: Vec<&str> = assembly.assistants.keys().map(String::as_str).collect();
        return Err(Failure::Told(format!(
            "{name}:1: there is no tenant {:?}: use one of {}",
            recording.header.tenant,
            known.join(", ")
        )));
    };
    if bless {
        let blessed = bless::bless(assembly, assistant, &recording)
            .map_err(|fault| Failure::Told(format!("{name}: {fault}")))?;
        let written = blessed.write(assistant.settings());
        if written != source {
            std::fs::write(file, written).map_err(|cause| Failure::file(file, cause))?;
        }
        return Ok(None);
    }
    Ok(differs(assistant, &name, &recording))
}

/// Steps through the events and compares.
fn differs(assistant: &Assistant, name: &str, recording: &Recording) -> Option<String> {
    let mut conversation = Conversation::new(recording.key());
    for entry in &recording.entries {
        let Entry::Event { line, event, effects } = entry else {
            continue;
        };
        let actual = step(assistant, &mut conversation, event.clone());
        if actual != *effects {
            return Some(difference::tell(
                name,
                *line,
                event,
                effects,
                &actual,
                assistant.settings(),
            ));
        }
    }
    None
}
