//! `turno replay`: recorded conversations run through the graphs on the recording's own clock.
//!
//! A recording is a JSON object a line: a header, then each event, followed by the effects that it is to have. Replaying
//! compares every effect: its kind, its name, its arguments, and the order. Tools do not run: their recorded outcomes
//! are events. So are the answers of models, unless the recording names a cassette: then what they are asked is compared with
//! what they were asked, and their answers are read from it. With `--bless` tools do run, on an empty store, and the recording is
//! written anew, with its cassette.

mod bless;
mod by_hand;
mod difference;
mod recording;
mod taped;
mod transcript;

use std::{
    collections::{BTreeMap, btree_map},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use clap::Args;
use turno_command::{ConfigOption, Failure, files_with_extension, println_line};
use turno_core::{Assistant, Conversation, EventKind, ModelOutcome, RequestId, step};
use turno_models::cassette::Player;

use crate::{
    assemble::{Assembly, assemble},
    config::DaemonConfig,
    model_set::ModelsConfig,
};

use by_hand::ByHand;
pub(crate) use recording::{Entry, Header, RECORDING_FORMAT, Recording};
pub(crate) use taped::{Compared, Taped, was_sent};

/// `turno replay`
#[derive(Debug, Args)]
pub(crate) struct ReplayOptions {
    /// Recordings (`.jsonl`), or folders of them; or talks of other assistants (`.transcript.json`, from `turno import transcript`).
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Rewrite the recordings with what happens now: the tools run on an empty store.
    #[arg(long)]
    pub(crate) bless: bool,
    /// Print the outcome as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs the command: exit code 1 where a recording differs.
pub(crate) fn run(options: &ReplayOptions) -> Result<ExitCode, Failure> {
    let (talks, paths): (Vec<PathBuf>, Vec<PathBuf>) =
        options.paths.iter().cloned().partition(|path| path.to_string_lossy().ends_with(".transcript.json"));
    if !talks.is_empty() {
        return replay_talks(&talks, !paths.is_empty());
    }
    let mut assemblies = Assemblies { usual: options.config.config.clone(), made: BTreeMap::new() };
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
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
    println_line(&format!("{} talks: {} kept, {broken} broken", talks.len(), talks.len() - broken));
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What recordings are replayed with, by the daemon's file; each is made once.
struct Assemblies {
    usual: PathBuf,
    made: BTreeMap<PathBuf, Served>,
}

/// What a daemon's file gives.
struct Served {
    assembly: Assembly,
    models: ModelsConfig,
}

impl Assemblies {
    /// That of a recording.
    fn of(&mut self, file: &Path, header: &Header) -> Result<&Served, Failure> {
        let folder = file.parent().unwrap_or(Path::new("."));
        let config = header.config.as_ref().map_or_else(|| self.usual.clone(), |own| folder.join(own));
        Ok(match self.made.entry(config) {
            btree_map::Entry::Occupied(known) => known.into_mut(),
            btree_map::Entry::Vacant(free) => {
                let config = DaemonConfig::load(free.key())?;
                free.insert(Served { assembly: assemble(&config)?, models: config.models })
            }
        })
    }
}

/// Replays one file. Gives the difference, where there is one.
fn replay_file(assemblies: &mut Assemblies, file: &Path, bless: bool) -> Result<Option<String>, Failure> {
    let source = std::fs::read_to_string(file).map_err(|cause| Failure::file(file, cause))?;
    let name = file.display().to_string();
    let recording = Recording::parse(&name, &source)?;
    let Served { assembly, models } = assemblies.of(file, &recording.header)?;
    let Some(assistant) = assembly.assistants.get(&recording.header.tenant) else {
        let known: Vec<&str> = assembly.assistants.keys().map(String::as_str).collect();
        return Err(Failure::Told(format!(
            "{name}:1: there is no tenant {:?}: use one of {}",
            recording.header.tenant,
            known.join(", ")
        )));
    };
    let cassette = taped::cassette_of(file, &recording.header);
    if bless {
        let rewriting =
            cassette.map(|path| Taped::rewriting(&path, models, assembly.registry())).transpose()?;
        let taped = rewriting.as_ref().map(|(taped, _)| taped);
        let blessed = bless::bless(assembly, assistant, &recording, taped)
            .map_err(|fault| Failure::Told(format!("{name}: {fault}")))?;
        let written = blessed.write(assistant.settings());
        if written != source {
            std::fs::write(file, written).map_err(|cause| Failure::file(file, cause))?;
        }
        if let Some((_, rewriter)) = rewriting {
            rewriter.save().map_err(|error| Failure::Told(error.to_string()))?;
        }
        return Ok(None);
    }
    let playing = cassette.map(|path| Taped::playing(&path, models, assembly.registry())).transpose()?;
    let registry = assembly.registry();
    let replayed = Replayed { assistant, registry: &registry, name: &name, playing: playing.as_ref() };
    replayed.differs(&recording)
}

/// What a recording is replayed with.
struct Replayed<'a> {
    assistant: &'a Assistant,
    registry: &'a turno_runtime::ToolRegistry,
    name: &'a str,
    playing: Option<&'a (Taped, Arc<Player>)>,
}

impl Replayed<'_> {
    /// Steps through the events and compares.
    fn differs(&self, recording: &Recording) -> Result<Option<String>, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| Failure::Told(error.to_string()))?;
        let (assistant, name) = (self.assistant, self.name);
        let mut conversation = Conversation::new(recording.key());
        let mut by_hand = ByHand::of(recording);
        let mut asked: Option<Conversation> = None;
        for entry in &recording.entries {
            let Entry::Event { line, event, effects } = entry else {
                continue;
            };
            if let (EventKind::ModelAnswered { request, outcome }, Some(asked)) = (&event.kind, &asked)
                && let Some(told) = runtime.block_on(self.answer_differs(request, outcome, asked))
            {
                return Ok(Some(format!("{name}:{line}: {told}")));
            }
            let actual = step(assistant, &mut conversation, by_hand.whole(event));
            let actual = recording.header.told_of(actual);
            by_hand.note(&actual);
            if actual != *effects {
                let told = difference::tell(name, *line, event, effects, &actual, assistant.settings());
                return Ok(Some(told));
            }
            if actual.iter().any(|effect| matches!(effect, turno_core::Effect::AskModel { .. })) {
                asked = Some(conversation.clone());
            }
        }
        let left = self.playing.map_or_else(Vec::new, |(_, player)| player.left());
        Ok((!left.is_empty())
            .then(|| format!("{name}: its cassette has what is not asked any more: {}", left.join(", "))))
    }

    /// What is not as it was of a question to a model and its answer.
    async fn answer_differs(
        &self,
        request: &RequestId,
        recorded: &ModelOutcome,
        asked: &Conversation,
    ) -> Option<String> {
        if asked.phase.generating().is_none_or(|(_, open)| open != request) {
            return None;
        }
        let answered = match (self.playing, recorded) {
            (Some((taped, player)), _) if was_sent(recorded) => {
                let compared = taped.compare(player, self.assistant, asked, recorded).await;
                match compared {
                    Ok(Compared::Same) => return None,
                    Ok(Compared::Missed(miss)) => {
                        return Some(format!("the model is asked something else\n{miss}"));
                    }
                    Ok(Compared::Otherwise(answered)) => *answered,
                    Err(fault) => return Some(fault),
                }
            }
            (_, ModelOutcome::Answered { answer, .. }) => {
                self.registry.read_answer(self.assistant, asked, answer.clone())
            }
            (_, ModelOutcome::Failed(_)) => return None,
        };
        (*recorded != answered).then(|| {
            let (recorded, answered) = (difference::pretty(recorded), difference::pretty(&answered));
            format!("the model's answer is read otherwise\n{}", difference::of_texts(&recorded, &answered))
        })
    }
}
