//! `turno record`: a recording of a conversation, from a running daemon or from a store at rest.

use std::{path::Path, process::ExitCode, time::Duration};

use turno_core::{Conversation, ConversationKey, Event, step};
use turno_gateway::frames::{GatewayFrame, JournalRequestFrame, ServerFrame};
use turno_runtime::{journal, runs};
use turno_store::SledStore;

use crate::{
    args::RecordOptions,
    assemble::{Assembly, assemble},
    chat::{
        connection::{Connection, Greeting},
        token_of,
    },
    config::DaemonConfig,
    failure::Failure,
    replay::{Entry, Header, RECORDING_FORMAT, Recording},
};

const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(options: &RecordOptions) -> Result<ExitCode, Failure> {
    let assembly = assemble(&DaemonConfig::load(&options.config.config)?)?;
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
        let run = options
            .run
            .map_or_else(String::new, |run| format!(" in run {run}"));
        return Err(Failure::Told(format!(
            "{key} has no events{run}, or its beginning is kept no longer: check its id, its tenant and its channel, and the retention \
             in the configuration"
        )));
    }
    let text = recording_of(&assembly, &key, run, events)?;
    match &options.output {
        Some(path) => std::fs::write(path, text).map_err(|cause| Failure::file(path, cause))?,
        None => crate::check::println_line(text.trim_end()),
    }
    Ok(ExitCode::SUCCESS)
}

/// `TENANT/CHANNEL/ID`, or an id beside `--tenant` and `--channel`.
fn key_of(options: &RecordOptions) -> Result<ConversationKey, Failure> {
    let parts: Vec<&str> = options.conversation.splitn(3, '/').collect();
    let key = match parts.as_slice() {
        [tenant, channel, id] if channel.parse::<turno_core::Channel>().is_ok() => channel
            .parse()
            .and_then(|channel| ConversationKey::new(tenant, channel, id)),
        _ => ConversationKey::new(&options.tenant, options.channel, &options.conversation),
    };
    key.map_err(|error| Failure::Told(error.to_string()))
}

async fn read(data: &Path, key: &ConversationKey, run: Option<u32>) -> Result<(u32, Vec<Event>), Failure> {
    if !data.is_dir() {
        return Err(Failure::Told(format!(
            "{}: there is no store here",
            data.display()
        )));
    }
    let store = SledStore::open(data)?;
    let told = |error: &dyn std::fmt::Display| Failure::Told(error.to_string());
    let latest = runs(&store, key)
        .await
        .map_err(|error| told(&error))?
        .last()
        .copied();
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
        Err(Failure::Told(
            "the daemon closed the connection: see its log".to_owned(),
        ))
    };
    let journal = tokio::time::timeout(ANSWER_TIMEOUT, answer)
        .await
        .map_err(|_| Failure::Told("the daemon did not answer in 10 s: see its log".to_owned()))??;
    let events = journal
        .events
        .into_iter()
        .map(serde_json::from_value)
        .collect::<Result<_, _>>();
    let events = events
        .map_err(|error| Failure::Told(format!("the daemon's events are of another version: {error}")))?;
    Ok((journal.run, events))
}

/// Effects are not kept: they are what the events give.
pub(crate) fn recording_of(
    assembly: &Assembly,
    key: &ConversationKey,
    run: u32,
    events: Vec<Event>,
) -> Result<String, Failure> {
    let Some(assistant) = assembly.assistants.get(&key.tenant) else {
        return Err(Failure::Told(format!(
            "the configuration has no tenant {:?}",
            key.tenant
        )));
    };
    let mut conversation = Conversation::new(key.clone());
    let entries = events.into_iter().map(|event| {
        let effects = step(assistant, &mut conversation, event.clone());
        Entry::Event {
            line: 0,
            event,
            effects,
        }
    });
    let recording = Recording {
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
        },
        entries: entries.collect(),
    };
    Ok(recording.write(assistant.settings()))
}
