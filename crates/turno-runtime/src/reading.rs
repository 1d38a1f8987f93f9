//! Reading conversations back: for recordings, and for whoever looks into a store.

use serde::de::DeserializeOwned;
use turno_core::{Conversation, ConversationKey, Event};

use crate::{
    OutgoingBody,
    codec::{Checkpoint, CodecError, Entry, decode},
    keys,
    port::{Store, StoreError},
};

/// Entries that are read at a time.
const PAGE: usize = 500;

/// Why a conversation could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] CodecError),
}

/// A conversation's latest state; none where there is no such conversation.
///
/// # Errors
/// [`ReadError`] where the store or the record cannot be read.
pub async fn load_conversation(
    store: &dyn Store,
    key: &ConversationKey,
) -> Result<Option<Conversation>, ReadError> {
    let bytes = store.get(&keys::checkpoint(key)).await?;
    Ok(bytes.map(|bytes| decode::<Checkpoint>(&bytes)).transpose()?.map(|checkpoint| checkpoint.conversation))
}

/// The events of one run, in order; none where its beginning is kept no longer, since the rest tells another story. What an
/// earlier version kept of cards and codes is not handed out.
///
/// # Errors
/// [`ReadError`] where the store or an event cannot be read.
pub async fn journal(store: &dyn Store, key: &ConversationKey, run: u32) -> Result<Vec<Event>, ReadError> {
    let prefix = keys::journal_of_run(key, run);
    let mut events = Vec::new();
    let entries = scan_all(store, &prefix).await?;
    let first = entries.first().and_then(|(row, _)| keys::entry_of(row, key));
    if first.is_some_and(|first| first.number > 0) {
        return Ok(events);
    }
    for (_, bytes) in entries {
        events.extend(Entry::decode(&bytes)?.events);
    }
    let events =
        events.into_iter().map(|event: Event| Event { kind: event.kind.without_whole_secrets(), ..event });
    Ok(events.collect())
}

/// The frames of a conversation that no gateway has acknowledged, as far as that is on disk, in order.
///
/// # Errors
/// [`ReadError`] where the store or a record cannot be read.
pub async fn outbox(store: &dyn Store, key: &ConversationKey) -> Result<Vec<OutgoingBody>, ReadError> {
    let Some(bytes) = store.get(&keys::checkpoint(key)).await? else {
        return Ok(Vec::new());
    };
    let checkpoint: Checkpoint = decode(&bytes)?;
    let mut frames: Vec<OutgoingBody> = Vec::new();
    for (_, bytes) in scan_all(store, &keys::outbox(key)).await? {
        frames.push(decode(&bytes)?);
    }
    if let Some(from) = checkpoint.outbox_from {
        for (row, bytes) in scan_all(store, &keys::journal(key)).await? {
            if row >= keys::journal_entry(key, from) {
                frames.extend(Entry::decode(&bytes)?.frames);
            }
        }
    }
    frames.retain(|frame| frame.seq().is_some_and(|seq| seq > checkpoint.acknowledged_seq));
    Ok(frames)
}

/// The runs that a conversation has events of, in order.
///
/// # Errors
/// [`ReadError`] where the store cannot be read.
pub async fn runs(store: &dyn Store, key: &ConversationKey) -> Result<Vec<u32>, ReadError> {
    let mut runs: Vec<u32> = Vec::new();
    for (entry, _) in scan_all(store, &keys::journal(key)).await? {
        if let Some(entry) = keys::entry_of(&entry, key)
            && runs.last() != Some(&entry.run)
        {
            runs.push(entry.run);
        }
    }
    Ok(runs)
}

/// The conversations with that id, of any tenant and channel.
///
/// # Errors
/// [`ReadError`] where the store or a checkpoint cannot be read.
pub async fn conversations_named(store: &dyn Store, id: &str) -> Result<Vec<ConversationKey>, ReadError> {
    let suffix = [&[0], id.as_bytes(), &[0]].concat();
    let mut named = Vec::new();
    for (key, bytes) in scan_all(store, &keys::checkpoints(None)).await? {
        if key.ends_with(&suffix) {
            named.push(decode::<Checkpoint>(&bytes)?.conversation.key);
        }
    }
    Ok(named)
}

/// What the rows under a prefix hold. A row that cannot be read is told, and left where it is.
pub(crate) async fn readable_rows<T: DeserializeOwned>(
    store: &dyn Store,
    prefix: &[u8],
) -> Result<Vec<T>, StoreError> {
    let rows = scan_all(store, prefix).await?;
    let read = |(row, bytes): (Vec<u8>, Vec<u8>)| {
        decode(&bytes)
            .map_err(|error| {
                tracing::error!(target: "turno::store", row = %row.escape_ascii(), %error, "a row cannot be read");
            })
            .ok()
    };
    Ok(rows.into_iter().filter_map(read).collect())
}

async fn scan_all(store: &dyn Store, prefix: &[u8]) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
    let mut all = Vec::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(prefix, after.as_deref(), PAGE).await?;
        let is_last = page.len() < PAGE;
        after = page.last().map(|(key, _)| key.clone()).or(after);
        all.extend(page);
        if is_last {
            return Ok(all);
        }
    }
}
