//! `turno record`: a recording of a conversation from a store.

use std::process::ExitCode;

use turno_core::{AssistantSettings, Conversation, ConversationKey, Event, step};
use turno_runtime::{conversations_named, journal, port::Store, runs};
use turno_store::SledStore;

use crate::{
    args::RecordOptions,
    assemble::{Assembly, assemble},
    config::DaemonConfig,
    failure::Failure,
    replay::{Entry, Header, RECORDING_FORMAT, Recording},
};

/// Runs the command.
pub(crate) fn run(options: &RecordOptions) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let assembly = assemble(&config)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let store = SledStore::open(options.data.as_ref().unwrap_or(&config.data))?;
    let (key, run, events) = runtime.block_on(read(&store, options))?;
    let text = recording_of(&assembly, &key, run, events)?;
    match &options.output {
        Some(path) => std::fs::write(path, text).map_err(|cause| Failure::file(path, cause))?,
        None => crate::check::println_line(text.trim_end()),
    }
    Ok(ExitCode::SUCCESS)
}

async fn read(store: &dyn Store, options: &RecordOptions) -> Result<(ConversationKey, u32, Vec<Event>), Failure> {
    let told = |error: &dyn std::fmt::Display| Failure::Told(error.to_string());
    let key = named(store, &options.conversation).await?;
    let known = runs(store, &key).await.map_err(|error| told(&error))?;
    let Some(run) = options.run.or_else(|| known.last().copied()) else {
        return Err(Failure::Told(format!("{key} has no events in this store")));
    };
    let events = journal(store, &key, run).await.map_err(|error| told(&error))?;
    if events.is_empty() {
        return Err(Failure::Told(format!("{key} has no run {run}: it has {known:?}")));
    }
    Ok((key, run, events))
}

/// `TENANT/CHANNEL/ID`, or an id that only one conversation has.
async fn named(store: &dyn Store, name: &str) -> Result<ConversationKey, Failure> {
    let parts: Vec<&str> = name.splitn(3, '/').collect();
    if let [tenant, channel, id] = parts.as_slice()
        && let Ok(channel) = channel.parse()
    {
        return ConversationKey::new(tenant, channel, id).map_err(|error| Failure::Told(error.to_string()));
    }
    let keys = conversations_named(store, name).await.map_err(|error| Failure::Told(error.to_string()))?;
    match keys.as_slice() {
        [key] => Ok(key.clone()),
        [] => Err(Failure::Told(format!("there is no conversation {name:?} in this store"))),
        several => {
            let names: Vec<String> = several.iter().map(ToString::to_string).collect();
            Err(Failure::Told(format!("{name:?} names several conversations: {}", names.join(", "))))
        }
    }
}

/// Effects are not kept: they are what the events give.
pub(crate) fn recording_of(
    assembly: &Assembly,
    key: &ConversationKey,
    run: u32,
    events: Vec<Event>,
) -> Result<String, Failure> {
    let Some(assistant) = assembly.assistants.get(&key.tenant) else {
        return Err(Failure::Told(format!("the configuration has no tenant {:?}", key.tenant)));
    };
    let mut conversation = Conversation::new(key.clone());
    let entries = events.into_iter().map(|event| {
        let effects = step(assistant, &mut conversation, event.clone());
        Entry::Event { line: 0, event, effects }
    });
    let recording = Recording {
        header: Header {
            recording: RECORDING_FORMAT,
            about: format!("run {run} of {key}"),
            tenant: key.tenant.clone(),
            channel: key.channel,
            conversation: key.id.clone(),
            keep_outcomes: true,
            late_timers: true,
        },
        entries: entries.collect(),
    };
    let settings: &AssistantSettings = assistant.settings();
    Ok(recording.write(settings))
}
