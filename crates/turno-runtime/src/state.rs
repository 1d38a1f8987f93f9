//! A conversation's state as it stands on disk, with what is known beyond it.

use turno_core::{ConversationKey, Event, EventKind, Timestamp};

use crate::{
    Link, OutgoingBody,
    codec::{Checkpoint, Entry, EntryId, HandedOver, decode, encode},
    keys,
    port::{Batch, Store},
    work::WorkError,
};

/// Rows of the outbox of format 1 that are read at a time.
const PAGE: usize = 500;

/// What is in memory of a conversation, and the bytes that it has on disk.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) checkpoint: Checkpoint,
    stored: Option<Vec<u8>>,
    /// What was acknowledged, by now.
    acknowledged_seq: u64,
    /// That a question went out, for the next commit.
    noted: Option<Event>,
    /// What brings the rows of an earlier format up to date, for the next commit.
    upgrade: Batch,
    /// Frames up to this number stand in entries up to that one.
    read_to: Option<(u64, EntryId)>,
}

/// What outlives a commit that failed, and may be kept all the same: its frames were not sent, whatever the checkpoint
/// says, and what was acknowledged before stays so.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    handed: Option<HandedOver>,
    acknowledged_seq: u64,
    noted: Option<Event>,
}

impl State {
    pub(crate) async fn load(store: &dyn Store, key: &ConversationKey) -> Result<Self, WorkError> {
        let stored = store.get(&keys::checkpoint(key)).await?;
        let checkpoint = match &stored {
            Some(bytes) => decode(bytes)?,
            None => Checkpoint::new(key.clone()),
        };
        let acknowledged_seq = checkpoint.acknowledged_seq;
        let mut state = Self {
            checkpoint,
            stored,
            acknowledged_seq,
            noted: None,
            upgrade: Batch::default(),
            read_to: None,
        };
        if state.outbox_from().is_none() && acknowledged_seq < state.last_seq() {
            state.upgrade_outbox(store).await?;
        }
        Ok(state)
    }

    /// In format 1 each frame of the outbox had a row of its own. They become one entry.
    async fn upgrade_outbox(&mut self, store: &dyn Store) -> Result<(), WorkError> {
        let key = self.checkpoint.conversation.key.clone();
        let (prefix, mut after) = (keys::outbox(&key), None::<Vec<u8>>);
        let mut frames: Vec<OutgoingBody> = Vec::new();
        loop {
            let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
            for (row, bytes) in &page {
                frames.push(decode(bytes)?);
                self.upgrade.remove(row.clone());
            }
            after = page.last().map(|(row, _)| row.clone());
            if page.len() < PAGE {
                break;
            }
        }
        if frames.is_empty() {
            return Ok(());
        }
        let entry = self.take_entry();
        self.checkpoint.outbox_from = Some(entry);
        self.upgrade.put(keys::journal_entry(&key, entry), encode(&Entry { frames, ..Entry::default() }));
        Ok(())
    }

    fn take_entry(&mut self) -> EntryId {
        let number = self.checkpoint.next_entry;
        self.checkpoint.next_entry += 1;
        EntryId { run: self.checkpoint.conversation.run, number }
    }

    /// What brings rows of an earlier format up to date. They are not there for whoever reads before the next commit.
    pub(crate) fn has_upgrade(&self) -> bool {
        !self.upgrade.writes.is_empty()
    }

    /// Nothing was ever committed of it.
    pub(crate) fn is_new(&self) -> bool {
        self.stored.is_none()
    }

    /// The number of the latest frame; 0 where there is none.
    pub(crate) fn last_seq(&self) -> u64 {
        self.checkpoint.conversation.dialogue.next_seq.saturating_sub(1)
    }

    /// The entry at which the outbox begins.
    pub(crate) fn outbox_from(&self) -> Option<EntryId> {
        self.checkpoint.outbox_from
    }

    /// The entry up to which all frames have numbers up to `seq`; none where that is not known.
    pub(crate) fn read_to(&self, seq: u64) -> Option<EntryId> {
        let (read, entry) = self.read_to?;
        (read <= seq).then_some(entry)
    }

    /// Frames up to `seq` stand in entries up to that one.
    pub(crate) fn note_read(&mut self, seq: u64, entry: EntryId) {
        self.read_to = Some((seq, entry));
    }

    /// A number that was never sent acknowledges nothing beyond what was.
    pub(crate) fn acknowledge(&mut self, seq: u64) {
        self.acknowledged_seq = self.acknowledged_seq.max(seq.min(self.last_seq()));
    }

    /// A connection was given that frame. Where the question that stands went out with it for the first time, that is an event of
    /// the next commit. It is lost where the daemon dies before; then the question counts as gone out when it was asked, or when
    /// it is given to a connection again.
    pub(crate) fn note_gone_out(&mut self, seq: u64, at: Timestamp) {
        if self.question_not_known_to_be_out().is_some_and(|asked| asked <= seq) {
            let kind = EventKind::Delivered { seq };
            self.noted = Some(Event::new(at, kind));
        }
    }

    /// The question that stands was never given to any connection: nobody can have answered it.
    pub(crate) fn is_question_unseen(&self) -> bool {
        let given = self.checkpoint.handed.map_or(0, |handed| handed.seq);
        let seen = given.max(self.acknowledged_seq);
        self.question_not_known_to_be_out().is_some_and(|asked| seen < asked)
    }

    /// The number of the frame with the question that stands, where nothing says yet that it went out.
    fn question_not_known_to_be_out(&self) -> Option<u64> {
        let pending = self.checkpoint.conversation.confirmations.pending.as_ref()?;
        (pending.delivered_at.is_none() && self.noted.is_none()).then_some(pending.asked_seq)
    }

    /// An event that waits for the next commit.
    pub(crate) fn has_noted(&self) -> bool {
        self.noted.is_some()
    }

    pub(crate) fn take_noted(&mut self) -> Option<Event> {
        self.noted.take()
    }

    /// The frame up to which a connection has everything: what it was given, or what any acknowledged.
    pub(crate) fn handed_to(&self, daemon: Timestamp, link: &Link) -> u64 {
        self.given_to(daemon, link).unwrap_or_default().max(self.acknowledged_seq)
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
        self.checkpoint.handed = Some(HandedOver { daemon, link: link.id(), seq });
    }

    /// What is known beyond the disk.
    pub(crate) fn known(&self) -> Known {
        Known {
            handed: self.checkpoint.handed,
            acknowledged_seq: self.acknowledged_seq,
            noted: self.noted.clone(),
        }
    }

    /// What was known before a commit failed is known still.
    pub(crate) fn keep_known(&mut self, known: Known) {
        // A conversation that was removed meanwhile counts its frames anew.
        let last = self.last_seq();
        self.checkpoint.handed = known.handed.filter(|handed| handed.seq <= last);
        self.acknowledge(known.acknowledged_seq);
        self.noted = known.noted;
    }

    /// Something of what was acknowledged is not on disk yet.
    pub(crate) fn has_unsaved_acknowledgement(&self) -> bool {
        self.acknowledged_seq != self.checkpoint.acknowledged_seq
    }

    /// That, or when a question went out: the next commit takes it along.
    pub(crate) fn is_ahead_of_disk(&self) -> bool {
        self.noted.is_some() || self.has_unsaved_acknowledgement()
    }

    /// Adds the checkpoint, and what an earlier format left, to a batch. The expectation fences off another daemon that
    /// holds the same conversation. `handed` is what will be true once the frames of the batch were sent.
    pub(crate) fn advance(&mut self, handed: Option<HandedOver>, batch: &mut Batch) {
        batch.append(std::mem::take(&mut self.upgrade));
        let checkpoint = &mut self.checkpoint;
        checkpoint.acknowledged_seq = self.acknowledged_seq;
        if self.acknowledged_seq + 1 == checkpoint.conversation.dialogue.next_seq {
            checkpoint.outbox_from = None;
        }
        let so_far = std::mem::replace(&mut checkpoint.handed, handed);
        let bytes = encode(checkpoint);
        checkpoint.handed = so_far;
        let key = keys::checkpoint(&checkpoint.conversation.key);
        batch.expect(key.clone(), self.stored.replace(bytes.clone()));
        batch.put(key, bytes);
    }
}
