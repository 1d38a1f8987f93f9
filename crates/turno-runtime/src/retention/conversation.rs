//! One conversation swept.

use turno_core::{ConversationKey, Phase, Timestamp};

use super::{Retention, Swept};
use crate::{
    OutgoingBody,
    batch::turns_of,
    codec::{Checkpoint, Entry, EntryId, decode, encode},
    keys,
    port::{Batch, CommitError, Store},
    work::WorkError,
};

/// How often a conversation is tried that moves on meanwhile.
const ATTEMPTS: usize = 3;

/// Rows that are read, and removed, at a time.
const ROWS: usize = 128;

/// A pass, at one moment, under the rules of one tenant.
pub(super) struct Sweeping<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) rules: &'a Retention,
    pub(super) now: Timestamp,
}

/// A conversation as it was read, and what is to be removed of it.
struct Found {
    row: Vec<u8>,
    bytes: Vec<u8>,
    key: ConversationKey,
    checkpoint: Checkpoint,
}

impl Sweeping<'_> {
    /// What is kept no longer of the conversation with that checkpoint goes.
    pub(super) async fn conversation(&self, row: Vec<u8>, bytes: Vec<u8>) -> Swept {
        let mut swept = Swept { conversations: 1, ..Swept::default() };
        let mut read = Some(bytes);
        for _ in 0..ATTEMPTS {
            let bytes = match read.take() {
                Some(bytes) => bytes,
                None => match self.store.get(&row).await {
                    Ok(Some(bytes)) => bytes,
                    Ok(None) => return swept,
                    Err(_) => break,
                },
            };
            match self.try_conversation(&row, bytes, &mut swept).await {
                Ok(()) => return swept,
                Err(WorkError::Conflict) => {}
                Err(error) => {
                    let conversation = String::from_utf8_lossy(&row);
                    tracing::warn!(target: "turno::retention", %conversation, %error, "a conversation is left as it is");
                    break;
                }
            }
        }
        swept.left += 1;
        swept
    }

    async fn try_conversation(&self, row: &[u8], bytes: Vec<u8>, swept: &mut Swept) -> Result<(), WorkError> {
        let checkpoint: Checkpoint = decode(&bytes)?;
        if has_something_pending(&checkpoint) {
            return Ok(());
        }
        let mut found =
            Found { row: row.to_vec(), bytes, key: checkpoint.conversation.key.clone(), checkpoint };
        let last = found.checkpoint.conversation.latest_at;
        let owes = found.checkpoint.outbox_from.is_some();
        if self.is_over(last, self.rules.conversation_ms)
            && (!owes || self.is_over(last, self.rules.outbox_ms))
        {
            self.remove(&found).await?;
            swept.removed += 1;
            return Ok(());
        }
        swept.frames += self.shorten_outbox(&mut found).await?;
        swept.entries += self.shorten_journal(&found).await?;
        Ok(())
    }

    fn is_over(&self, at: Timestamp, kept_ms: u64) -> bool {
        self.now.since_ms(at) > kept_ms
    }

    /// All rows of it, the checkpoint last: where this breaks off, the next pass goes on.
    async fn remove(&self, found: &Found) -> Result<(), WorkError> {
        while self.remove_entries(found, |_, _| true).await?.1 {}
        for prefix in [keys::turns(&found.key), keys::outbox(&found.key)] {
            loop {
                let page = self.store.scan(&prefix, None, ROWS).await?;
                if page.is_empty() {
                    break;
                }
                let mut batch = found.fenced();
                page.into_iter().for_each(|(row, _)| batch.remove(row));
                self.commit(batch).await?;
            }
        }
        let mut batch = found.fenced();
        batch.remove(found.row.clone());
        batch.remove(keys::run_use(&found.key));
        self.commit(batch).await
    }

    /// Entries from the oldest on, up to the first that is still wanted; gives how many.
    async fn shorten_journal(&self, found: &Found) -> Result<u64, WorkError> {
        let owed_from = found.checkpoint.outbox_from;
        let mut removed = 0;
        loop {
            let goes = |id: EntryId, entry: &Entry| {
                let is_old = entry.at().is_none_or(|at| self.is_over(at, self.rules.journal_ms));
                is_old && owed_from.is_none_or(|owed| id < owed)
            };
            let (entries, is_full) = self.remove_entries(found, &goes).await?;
            removed += entries;
            if !is_full {
                return Ok(removed);
            }
        }
    }

    /// The oldest entries that `goes` names, with the rows that point to them; how many, and whether there may be more.
    async fn remove_entries(
        &self,
        found: &Found,
        goes: impl Fn(EntryId, &Entry) -> bool,
    ) -> Result<(u64, bool), WorkError> {
        let page = self.store.scan(&keys::journal(&found.key), None, ROWS).await?;
        let mut batch = found.fenced();
        let mut removed = 0;
        for (row, bytes) in &page {
            let Some(id) = keys::entry_of(row, &found.key) else {
                break;
            };
            let entry = Entry::decode(bytes)?;
            if !goes(id, &entry) {
                break;
            }
            for (turn, _) in turns_of(&entry.frames, &entry.events) {
                batch.remove(keys::turn(&found.key, &turn));
            }
            for idempotency_key in &entry.ledger {
                batch.remove(keys::ledger(idempotency_key));
            }
            batch.remove(row.clone());
            removed += 1;
        }
        if removed > 0 {
            self.commit(batch).await?;
        }
        Ok((removed, removed as usize == ROWS))
    }

    /// Frames that nobody acknowledged for too long, or that are too many, are owed no longer; gives how many.
    async fn shorten_outbox(&self, found: &mut Found) -> Result<u64, WorkError> {
        let Some(mut from) = found.checkpoint.outbox_from else {
            return Ok(0);
        };
        let last_seq = found.checkpoint.conversation.dialogue.next_seq.saturating_sub(1);
        let before = found.checkpoint.acknowledged_seq;
        let mut given_up = before;
        let mut after = keys::before_journal_entry(&found.key, from);
        let prefix = keys::journal(&found.key);
        let next = 'pages: loop {
            let page = self.store.scan(&prefix, Some(&after), ROWS).await?;
            for (row, bytes) in &page {
                let Some(id) = keys::entry_of(row, &found.key) else {
                    continue;
                };
                let entry = Entry::decode(bytes)?;
                let seq = entry.frames.iter().filter_map(OutgoingBody::seq).max();
                let is_old = entry.at().is_none_or(|at| self.is_over(at, self.rules.outbox_ms));
                let seq = seq.unwrap_or(given_up);
                if !is_old && last_seq.saturating_sub(seq) < self.rules.outbox_frames {
                    break 'pages Some(id);
                }
                given_up = given_up.max(seq);
                from = id;
                after.clone_from(row);
            }
            if page.len() < ROWS {
                break None;
            }
        };
        if given_up == before {
            return Ok(0);
        }
        tracing::warn!(
            target: "turno::retention", conversation = %found.key, frames = given_up - before, until = ?from,
            "frames that no gateway acknowledged are kept no longer"
        );
        found.checkpoint.acknowledged_seq = given_up;
        found.checkpoint.outbox_from = next.filter(|_| given_up < last_seq);
        let mut batch = found.fenced();
        found.bytes = encode(&found.checkpoint);
        batch.put(found.row.clone(), found.bytes.clone());
        self.commit(batch).await?;
        Ok(given_up - before)
    }

    async fn commit(&self, batch: Batch) -> Result<(), WorkError> {
        self.store.commit(batch).await.map_err(|error| match error {
            CommitError::Conflict => WorkError::Conflict,
            CommitError::Store(error) => error.into(),
        })
    }
}

impl Found {
    /// A batch that writes nothing where the conversation moved on.
    fn fenced(&self) -> Batch {
        let mut batch = Batch::default();
        batch.expect(self.row.clone(), Some(self.bytes.clone()));
        batch
    }
}

/// A question that waits for its answer or its expiry, or a turn that is being worked on.
fn has_something_pending(checkpoint: &Checkpoint) -> bool {
    let conversation = &checkpoint.conversation;
    let is_calling = match conversation.phase {
        Phase::Calling { .. } | Phase::Generating { .. } | Phase::Working { .. } => true,
        Phase::Idle
        | Phase::Talking { .. }
        | Phase::Collecting { .. }
        | Phase::Confirming { .. }
        | Phase::WithPerson { .. }
        | Phase::Ended => false,
    };
    is_calling
        || conversation.confirmations.pending.is_some()
        || conversation.confirmations.granted.is_some()
        || conversation.turns.current.is_some()
        || !conversation.turns.queued.is_empty()
        || !checkpoint.armed.is_empty()
}
