//! `turno record`: a recording of a conversation, from a running daemon or from a store at rest.

mod cassette;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::Args;
use turno_command::{ConfigOption, Connection, Failure, Greeting, USUAL_CONFIG, token_of};
use turno_core::{Assistant, Channel, Conversation, ConversationKey, Event, step};
use turno_gateway::frames::{GatewayFrame, JournalRequestFrame, ServerFrame};
use turno_runtime::{journal, runs};
use turno_store::SledStore;

use crate::{
    assemble::{Assembly, assemble},
    config::DaemonConfig,
    model_set::ModelsConfig,
    replay::{Entry, Header, RECORDING_FORMAT, Recording},
};

/// What `turno record --help` says last.
pub(crate) const WITH_CASSETTE: &str = "\
With language models:
  1. Write `record = \"traffic.jsonl\"` under [models] of the configuration and start the daemon. From then on it keeps what the
     models of all conversations are asked and answer, without keys. The file holds what people said.
  2. Talk to it, with `turno chat` or over a gateway.
  3. turno record terraza/whatsapp/c-1 --output talk.jsonl --cassette talk.cassette.jsonl
     takes that conversation's part out. Keep both files; what --config names is named in the recording.
  4. turno replay talk.jsonl
     needs no key and no network: the models' answers come from the cassette, each for exactly what was asked then. A changed
     prompt, tool or schema is told with what differs; where it was changed on purpose, --bless writes both files anew.

Without --cassette the models' answers stand in the recording as events, and what they were asked is not compared.";

/// `turno record`
#[derive(Debug, Args)]
pub(crate) struct RecordOptions {
    /// The conversation: its id, or TENANT/CHANNEL/ID.
    #[arg(value_name = "CONVERSATION")]
    pub(crate) conversation: String,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Where the daemon listens: ADDR:PORT, or unix:PATH.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7707")]
    pub(crate) connect: String,
    /// The business, where the id alone is given.
    #[arg(long, value_name = "ID", default_value = "terraza")]
    pub(crate) tenant: String,
    /// The channel, where the id alone is given: voice, whatsapp, web or test.
    #[arg(long, value_name = "CHANNEL", default_value = "whatsapp")]
    pub(crate) channel: Channel,
    /// A file with the token for the daemon; default: the variable TURNO_TOKEN, where it is set.
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Read this store instead of asking a daemon; none may be running on it.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["connect", "token_file"])]
    pub(crate) data: Option<PathBuf>,
    /// Which run of the conversation; default: the latest.
    #[arg(long)]
    pub(crate) run: Option<u32>,
    /// Where to write; default: standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the conversation's traffic with language models here: JSON lines, without keys, each piece with the time at which it came.
    /// The recording names it, and `turno replay` then compares what the models are asked.
    #[arg(long, value_name = "FILE")]
    pub(crate) cassette: Option<PathBuf>,
    /// Where that traffic is taken from; default: the file that the daemon records to, `models.record`.
    #[arg(long, value_name = "FILE", requires = "cassette")]
    pub(crate) traffic: Option<PathBuf>,
}

const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(options: &RecordOptions) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let assembly = assemble(&config)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let key = key_of(options)?;
    let (run, events) = match &options.data {
        Some(data) => runtime.block_on(read(data, &key, options.run))?,
        None => runtime.block_on(ask(options, &key))?,
    };
    if events.is_empty() {
        let run = options.run.map_or_else(String::new, |run| format!(" in run {run}"));
        return Err(Failure::Told(format!(
            "{key} has no events{run}, or its beginning is kept no longer: check its id, its tenant and its channel, and the retention \
             in the configuration"
        )));
    }
    let mut recording = recorded(&assembly, &key, run, events)?;
    if let Some(cassette) = &options.cassette {
        let traffic = traffic_of(options, &config.models)?;
        let text = runtime.block_on(cassette::take_out(&assembly, &config.models, &recording, traffic))?;
        cassette::write(cassette, &text)?;
        let folder = options.output.as_deref().and_then(Path::parent);
        recording.header.cassette = Some(cassette::seen_from(folder, cassette)?);
    }
    // What stands in a file of its own tells what it is replayed with; where a piped one will stand nobody knows.
    if let Some(output) = &options.output
        && options.config.config != Path::new(USUAL_CONFIG)
    {
        let config = cassette::seen_from(output.parent(), &options.config.config)?;
        recording.header.config = Some(config);
    }
    let text = written(&assembly, &recording)?;
    match &options.output {
        Some(path) => std::fs::write(path, text).map_err(|cause| Failure::file(path, cause))?,
        None => turno_command::println_line(text.trim_end()),
    }
    Ok(ExitCode::SUCCESS)
}

/// `TENANT/CHANNEL/ID`, or an id beside `--tenant` and `--channel`.
fn key_of(options: &RecordOptions) -> Result<ConversationKey, Failure> {
    let parts: Vec<&str> = options.conversation.splitn(3, '/').collect();
    let key = match parts.as_slice() {
        [tenant, channel, id] if channel.parse::<Channel>().is_ok() => {
            channel.parse().and_then(|channel| ConversationKey::new(tenant, channel, id))
        }
        _ => ConversationKey::new(&options.tenant, options.channel, &options.conversation),
    };
    key.map_err(|error| Failure::Told(error.to_string()))
}

async fn read(data: &Path, key: &ConversationKey, run: Option<u32>) -> Result<(u32, Vec<Event>), Failure> {
    if !data.is_dir() {
        return Err(Failure::Told(format!("{}: there is no store here", data.display())));
    }
    let store = SledStore::open(data)?;
    let told = |error: &dyn std::fmt::Display| Failure::Told(error.to_string());
    let latest = runs(&store, key).await.map_err(|error| told(&error))?.last().copied();
    let run = run.or(latest).unwrap_or_default();
    let events = journal(&store, key, run).await.map_err(|error| told(&error))?;
    Ok((run, events))
}

async fn ask(options: &RecordOptions, key: &ConversationKey) -> Result<(u32, Vec<Event>), Failure> {
    let greeting = Greeting {
        gateway: "turno record",
        address: options.connect.clone(),
        channel: key.channel,
        token: token_of(options.token_file.as_deref())?,
    };
    let mut connection = Connection::open(&greeting).await?;
    let request = JournalRequestFrame {
        conversation: key.id.clone(),
        tenant: Some(key.tenant.clone()),
        run: options.run,
    };
    connection.send(&GatewayFrame::Journal(request)).await;
    let answer = async {
        while let Some(frame) = connection.next().await {
            match frame {
                ServerFrame::Journal(journal) => return Ok(journal),
                ServerFrame::Error(error) => return Err(Failure::Told(error.message)),
                ServerFrame::Welcome(_)
                | ServerFrame::Reply(_)
                | ServerFrame::Expired(_)
                | ServerFrame::HandOff(_)
                | ServerFrame::Closed(_)
                | ServerFrame::ReplyDelta(_)
                | ServerFrame::Progress(_) => {}
            }
        }
        Err(Failure::Told("the daemon closed the connection: see its log".to_owned()))
    };
    let journal = tokio::time::timeout(ANSWER_TIMEOUT, answer)
        .await
        .map_err(|_| Failure::Told("the daemon did not answer in 10 s: see its log".to_owned()))??;
    let events = journal.events.into_iter().map(serde_json::from_value).collect::<Result<_, _>>();
    let events = events
        .map_err(|error| Failure::Told(format!("the daemon's events are of another version: {error}")))?;
    Ok((journal.run, events))
}

/// The file with the traffic of all conversations.
fn traffic_of<'a>(options: &'a RecordOptions, models: &'a ModelsConfig) -> Result<&'a Path, Failure> {
    let recorded = models.record.as_deref().or(models.play.as_deref());
    options.traffic.as_deref().or(recorded).ok_or_else(|| {
        let message = "the daemon keeps no traffic with models: write `record = \"traffic.jsonl\"` under [models], start it again and \
             talk to it; or name a file that was kept with --traffic";
        Failure::Told(message.to_owned())
    })
}

/// The text of a recording of these events.
pub(crate) fn recording_of(
    assembly: &Assembly,
    key: &ConversationKey,
    run: u32,
    events: Vec<Event>,
) -> Result<String, Failure> {
    written(assembly, &recorded(assembly, key, run, events)?)
}

fn written(assembly: &Assembly, recording: &Recording) -> Result<String, Failure> {
    Ok(recording.write(assistant_of(assembly, &recording.header.tenant)?.settings()))
}

fn assistant_of<'a>(assembly: &'a Assembly, tenant: &str) -> Result<&'a Assistant, Failure> {
    let assistant = assembly.assistants.get(tenant);
    assistant
        .map(AsRef::as_ref)
        .ok_or_else(|| Failure::Told(format!("the configuration has no tenant {tenant:?}")))
}

/// Effects are not kept: they are what the events give.
fn recorded(
    assembly: &Assembly,
    key: &ConversationKey,
    run: u32,
    events: Vec<Event>,
) -> Result<Recording, Failure> {
    let assistant = assistant_of(assembly, &key.tenant)?;
    let mut conversation = Conversation::new(key.clone());
    let entries = events.into_iter().map(|event| {
        let effects = step(assistant, &mut conversation, event.clone());
        Entry::Event { line: 0, event: Box::new(event), effects }
    });
    Ok(Recording {
        header: Header {
            recording: RECORDING_FORMAT,
            about: format!("run {run} of {key}"),
            tenant: key.tenant.clone(),
            channel: key.channel,
            conversation: key.id.clone(),
            config: None,
            cassette: None,
            keep_outcomes: true,
            late_timers: true,
            own_seeds: true,
            tells_left_out: true,
        },
        entries: entries.collect(),
    })
}
