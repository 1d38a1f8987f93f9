//! Checkpoints and their journals.

use turno_core::{Conversation, ConversationKey, step};

use super::Verified;
use crate::{
    Assistants, OutgoingBody,
    codec::{Checkpoint, CodecError, Entry, EntryId, decode},
    keys,
    port::{Store, StoreError},
};

/// Rows that are read at a time.
const PAGE: usize = 200;

/// All conversations, one after the other.
pub(super) async fn check_all(
    store: &dyn Store,
    assistants: &Assistants,
    verified: &mut Verified,
) -> Result<(), StoreError> {
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&keys::checkpoints(None), after.as_deref(), PAGE).await?;
        for (row, bytes) in &page {
            verified.conversations += 1;
            let place = super::shown(row);
            match decode::<Checkpoint>(bytes) {
                Ok(checkpoint) if keys::checkpoint(&checkpoint.conversation.key) != *row => {
                    verified.find(&place, &"its key is not that of the conversation in it");
                }
                Ok(checkpoint) => check(store, assistants, &checkpoint, verified).await?,
                Err(error) => verified.find(&place, &error),
            }
        }
        if page.len() < PAGE {
            return Ok(());
        }
        after = page.last().map(|(row, _)| row.clone());
    }
}

async fn check(
    store: &dyn Store,
    assistants: &Assistants,
    checkpoint: &Checkpoint,
    verified: &mut Verified,
) -> Result<(), StoreError> {
    let key = &checkpoint.conversation.key;
    for (timer, at) in &checkpoint.armed {
        verified.timers_armed.insert(keys::timer(*at, key, timer));
    }
    let entries = match read_journal(store, key).await? {
        Ok(entries) => entries,
        Err(error) => {
            verified.find(&format!("the journal of {key}"), &error);
            return Ok(());
        }
    };
    for (id, entry) in &entries {
        verified.events += entry.events.len() as u64;
        verified.frames += entry.frames.len() as u64;
        note_ledger(key, *id, entry, verified);
    }
    check_numbers(checkpoint, &entries, verified);
    check_frames(checkpoint, &entries, verified);
    check_fold(assistants, checkpoint, &entries, verified);
    Ok(())
}

type Entries = Vec<(EntryId, Entry)>;

async fn read_journal(
    store: &dyn Store,
    key: &ConversationKey,
) -> Result<Result<Entries, CodecError>, StoreError> {
    let mut entries = Vec::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&keys::journal(key), after.as_deref(), PAGE).await?;
        for (row, bytes) in &page {
            let Some(id) = keys::entry_of(row, key) else {
                continue;
            };
            match Entry::decode(bytes) {
                Ok(entry) => entries.push((id, entry)),
                Err(error) => return Ok(Err(error)),
            }
        }
        if page.len() < PAGE {
            return Ok(Ok(entries));
        }
        after = page.last().map(|(row, _)| row.clone());
    }
}

fn note_ledger(key: &ConversationKey, id: EntryId, entry: &Entry, verified: &mut Verified) {
    for idempotency_key in &entry.ledger {
        verified.ledger_named.insert(keys::ledger(idempotency_key));
    }
    if entry.ledger.is_empty() {
        return;
    }
    for (call, outcome) in entry.events.iter().filter_map(|event| event.kind.as_tool_finished()) {
        let told = format!("{key}, {}, call {}", super::told(id), call.0);
        verified.note_outcome(&key.tenant, told, outcome);
    }
}

/// Entries are numbered from 0 in each run; only the earliest may be gone.
fn check_numbers(checkpoint: &Checkpoint, entries: &Entries, verified: &mut Verified) {
    let key = &checkpoint.conversation.key;
    let mut last: Option<EntryId> = None;
    for (id, _) in entries {
        let follows = last.is_none_or(|last| {
            (id.run == last.run && id.number == last.number + 1) || (id.run > last.run && id.number == 0)
        });
        if !follows {
            let what = format!("entries are missing before {}", super::told(*id));
            return verified.find(&format!("the journal of {key}"), &what);
        }
        last = Some(*id);
    }
    let run = checkpoint.conversation.run;
    let next = match last {
        Some(last) if last.run == run => last.number + 1,
        Some(last) if last.run > run => u64::MAX,
        Some(_) => 0,
        // All of it is kept no longer.
        None => checkpoint.next_entry,
    };
    if next != checkpoint.next_entry {
        let what = format!(
            "its checkpoint goes on at entry {} of run {run}, its last entry is {}",
            checkpoint.next_entry,
            last.map_or_else(|| "none".to_owned(), super::told)
        );
        verified.find(&format!("the journal of {key}"), &what);
    }
}

fn check_frames(checkpoint: &Checkpoint, entries: &Entries, verified: &mut Verified) {
    let conversation = &checkpoint.conversation;
    let place = format!("the frames of {}", conversation.key);
    let mut last: Option<u64> = None;
    for seq in entries.iter().flat_map(|(_, entry)| &entry.frames).filter_map(OutgoingBody::seq) {
        // An outbox of an earlier format became an entry of its own, after the events that it came of.
        if last.is_some_and(|last| seq != last + 1) {
            let what = format!("{seq} follows {}", last.unwrap_or_default());
            return verified.find(&place, &what);
        }
        last = Some(seq);
    }
    if let Some(last) = last
        && last + 1 != conversation.dialogue.next_seq
    {
        let what =
            format!("the last is {last}, the checkpoint goes on at {}", conversation.dialogue.next_seq);
        verified.find(&place, &what);
    }
    if checkpoint.acknowledged_seq >= conversation.dialogue.next_seq {
        let what = format!("{} was acknowledged and never sent", checkpoint.acknowledged_seq);
        verified.find(&place, &what);
    }
}

/// The events, taken again from the first, give the checkpoint.
fn check_fold(assistants: &Assistants, checkpoint: &Checkpoint, entries: &Entries, verified: &mut Verified) {
    let stored = &checkpoint.conversation;
    let is_whole = entries.first().is_some_and(|(id, _)| (id.run, id.number) == (1, 0));
    if !is_whole {
        verified.shortened += 1;
        return;
    }
    let assistant = assistants
        .get(&stored.key.tenant)
        .filter(|assistant| assistant.graph().version() == stored.graph_version);
    let Some(assistant) = assistant else {
        verified.of_another_graph += 1;
        return;
    };
    let mut events = entries.iter().flat_map(|(_, entry)| &entry.events);
    if events.any(|event| event.kind.as_turn().is_some_and(|turn| turn.is_blanked)) {
        verified.blanked += 1;
        return;
    }
    let mut folded = Conversation::new(stored.key.clone());
    for (id, entry) in entries {
        if id.run != folded.run && folded.run != 0 && folded.graph_version != stored.graph_version {
            verified.of_another_graph += 1;
            return;
        }
        for event in &entry.events {
            let _done_already = step(&assistant, &mut folded, event.clone());
        }
    }
    if folded == *stored {
        verified.replayed += 1;
    } else {
        verified.find(
            &stored.key.to_string(),
            &"its events do not give its checkpoint: the tenant's file, or Turno itself, was changed since they happened, or a \
              record is damaged",
        );
    }
}
