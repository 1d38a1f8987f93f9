//! A conversation's state as it stands on disk, with what is known beyond it.

use turno_core::{ConversationKey, Timestamp};

use crate::{
    Link,
    codec::{Checkpoint, HandedOver, decode, encode},
    keys,
    port::{Batch, Store},
    work::WorkError,
};

/// What is in memory of a conversation, and the bytes that it has on disk.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) checkpoint: Checkpoint,
    stored: Option<Vec<u8>>,
    /// What was acknowledged, by now.
    acknowledged_seq: u64,
}

impl State {
    pub(crate) async fn load(store: &dyn Store, key: &ConversationKey) -> Result<Self, WorkError> {
        let stored = store.get(&keys::checkpoint(key)).await?;
        let checkpoint = match &stored {
            Some(bytes) => decode(bytes)?,
            None => Checkpoint::new(key.clone()),
        };
        let acknowledged_seq = checkpoint.acknowledged_seq;
        Ok(Self {
            checkpoint,
            stored,
            acknowledged_seq,
        })
    }

    /// Nothing was ever committed of it.
    pub(crate) fn is_new(&self) -> bool {
        self.stored.is_none()
    }

    /// The number of the latest frame; 0 where there is none.
    pub(crate) fn last_seq(&self) -> u64 {
        self.checkpoint.conversation.next_seq.saturating_sub(1)
    }

    /// A number that was never sent acknowledges nothing beyond what was.
    pub(crate) fn acknowledge(&mut self, seq: u64) {
        self.acknowledged_seq = self.acknowledged_seq.max(seq.min(self.last_seq()));
    }

    /// The frame up to which a connection has everything: what it was given, or what any acknowledged.
    pub(crate) fn handed_to(&self, daemon: Timestamp, link: &Link) -> u64 {
        self.given_to(daemon, link)
            .unwrap_or_default()
            .max(self.acknowledged_seq)
    }

    /// A connection was given some of the frames and lacks others.
    pub(crate) fn is_behind(&self, daemon: Timestamp, link: &Link) -> bool {
        self.given_to(daemon, link).is_some() && self.handed_to(daemon, link) < self.last_seq()
    }

    fn given_to(&self, daemon: Timestamp, link: &Link) -> Option<u64> {
        let handed = self.checkpoint.handed?;
        (handed.link == link.id() && handed.daemon == daemon).then_some(handed.seq)
    }

    /// The connection was given everything up to that frame.
    pub(crate) fn note_handed(&mut self, daemon: Timestamp, link: &Link, seq: u64) {
        self.checkpoint.handed = Some(HandedOver {
            daemon,
            link: link.id(),
            seq,
        });
    }

    /// After a commit that failed and may be kept all the same: its frames were not sent, whatever the checkpoint says,
    /// and what was acknowledged before stays so.
    pub(crate) fn keep_what_is_known_of_connections(&mut self, before: &Self) {
        self.checkpoint.handed = before.checkpoint.handed;
        self.acknowledge(before.acknowledged_seq);
    }

    /// Acknowledgements that are not on disk yet.
    pub(crate) fn has_unsaved_acknowledgements(&self) -> bool {
        self.acknowledged_seq != self.checkpoint.acknowledged_seq
    }

    /// A batch for acknowledgements alone.
    pub(crate) fn saved_acknowledgements(&self) -> (Batch, Self) {
        let mut batch = Batch::default();
        let handed = self.checkpoint.handed;
        let state = self.advance(self.checkpoint.clone(), handed, &mut batch);
        (batch, state)
    }

    /// Adds the checkpoint and the emptied part of the outbox. The expectation fences off another daemon that holds the
    /// same conversation. `handed` is what will be true once the frames of the batch were sent.
    pub(crate) fn advance(
        &self,
        mut checkpoint: Checkpoint,
        handed: Option<HandedOver>,
        batch: &mut Batch,
    ) -> Self {
        let key = checkpoint.conversation.key.clone();
        for seq in checkpoint.acknowledged_seq + 1..=self.acknowledged_seq {
            batch.remove(keys::outbox_frame(&key, seq));
        }
        checkpoint.acknowledged_seq = self.acknowledged_seq;
        let so_far = std::mem::replace(&mut checkpoint.handed, handed);
        let bytes = encode(&checkpoint);
        checkpoint.handed = so_far;
        batch.expect(keys::checkpoint(&key), self.stored.clone());
        batch.put(keys::checkpoint(&key), bytes.clone());
        Self {
            checkpoint,
            stored: Some(bytes),
            acknowledged_seq: self.acknowledged_seq,
        }
    }
}
