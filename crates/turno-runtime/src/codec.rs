//! Records as bytes: a format number, then MessagePack with names, so that a record can gain fields.
//!
//! Format 1 kept a row for each event, each frame and each turn's frames. Format 2 keeps one row, an [`Entry`], for all
//! that one commit adds to the journal; turns and the ledger point to it. Rows of both are read.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use turno_core::{
    CallId, Conversation, ConversationKey, Event, Rule, Timer, Timestamp, ToolFailure, ToolOutcome,
};

/// The format that is written.
const FORMAT: u16 = 2;

/// The earliest that is read.
const EARLIEST_FORMAT: u16 = 1;

/// How deep a record of the store may be nested, in levels of maps and lists. JSON that is read from outside is at most 128 deep, and a record adds a dozen; the
/// codec's own limit of 1,024 is more than a thread's stack holds.
pub const RECORD_DEPTH_MAX: usize = 256;

use crate::{LinkId, OutgoingBody};

/// Bytes that are not the record that they should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// A record of a later version.
    #[error(
        "a record of the store has format {found}, this version reads up to {FORMAT}: use the version that wrote it, or a later one"
    )]
    UnknownFormat {
        /// What it says.
        found: u16,
    },
    /// Anything else.
    #[error("a record of the store is damaged ({detail}): restore a backup")]
    Damaged {
        /// What was found.
        detail: String,
    },
}

/// What a checkpoint holds beside the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    /// The conversation.
    pub(crate) conversation: Conversation,
    /// The number of the next entry in the journal of the run.
    pub(crate) next_entry: u64,
    /// Every frame up to this one was acknowledged.
    pub(crate) acknowledged_seq: u64,
    /// Where the outbox begins: no entry before it has a frame that was not acknowledged. None: there is no such frame.
    #[serde(default)]
    pub(crate) outbox_from: Option<EntryId>,
    /// What the gateway's connection has been given.
    #[serde(default)]
    pub(crate) handed: Option<HandedOver>,
    /// The timers that are armed, and when they are due.
    pub(crate) armed: Vec<(Timer, Timestamp)>,
}

/// Every frame up to this one was given to that connection. A conversation that comes back into memory knows by it that
/// the connection is still the same, and sends nothing twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HandedOver {
    /// When the daemon started that the connection was to: numbers of connections begin anew with each.
    pub(crate) daemon: Timestamp,
    /// The connection.
    pub(crate) link: LinkId,
    /// The frame.
    pub(crate) seq: u64,
}

impl Checkpoint {
    /// The checkpoint of a conversation before its first event.
    pub(crate) fn new(key: ConversationKey) -> Self {
        Self {
            conversation: Conversation::new(key),
            next_entry: 0,
            acknowledged_seq: 0,
            outbox_from: None,
            handed: None,
            armed: Vec::new(),
        }
    }
}

/// An entry of a conversation's journal: the run, and the number within it, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct EntryId {
    pub(crate) run: u32,
    pub(crate) number: u64,
}

/// What one commit adds to the journal.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// What happened, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) events: Vec<Event>,
    /// The frames that came of it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) frames: Vec<OutgoingBody>,
    /// The idempotency keys of the calls whose outcomes are in it: their rows go when it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ledger: Vec<String>,
    /// The sentences of a model's answer in it that were not said. Entries of earlier versions tell none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<LeftOut>,
}

/// A sentence of a model's that was not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LeftOut {
    /// Why not.
    pub(crate) rule: Rule,
    /// Which of the answer it is, from 1; 0: what was left of them all.
    pub(crate) sentence: usize,
}

/// Where the frames that answered a turn are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TurnRecord {
    /// In the journal, among others.
    At(EntryId),
    /// Here: a record of format 1.
    Frames(Vec<OutgoingBody>),
}

/// Where the outcome of a confirmed call is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LedgerRecord {
    /// In the journal, under the call's number.
    At(EntryId, CallId),
    /// Here: a record of format 1.
    Outcome(ToolOutcome),
}

/// A ledger's row of format 2.
#[derive(Serialize, Deserialize)]
struct LedgerRow {
    #[serde(flatten)]
    entry: EntryId,
    call: CallId,
}

/// A turn's row of format 1.
#[derive(Serialize, Deserialize)]
struct TurnFrames {
    frames: Vec<OutgoingBody>,
}

impl Entry {
    /// The entry that the bytes hold. In format 1 an entry is one event.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        if format_of(bytes)? == 1 {
            return Ok(Self { events: vec![decode(bytes)?], ..Self::default() });
        }
        decode(bytes)
    }

    /// When the last of it happened.
    pub(crate) fn at(&self) -> Option<Timestamp> {
        self.events.iter().map(|event| event.at).max()
    }

    /// What came of a call of this entry.
    pub(crate) fn outcome_of(&self, call: &CallId) -> Option<&ToolOutcome> {
        let mut finished = self.events.iter().filter_map(|event| event.kind.as_tool_finished());
        finished.find(|(ended, _)| *ended == call).map(|(_, outcome)| outcome)
    }
}

impl TurnRecord {
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        if format_of(bytes)? == 1 {
            return Ok(Self::Frames(decode::<TurnFrames>(bytes)?.frames));
        }
        Ok(Self::At(decode(bytes)?))
    }
}

impl LedgerRecord {
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        if format_of(bytes)? == 1 {
            return Ok(Self::Outcome(decode(bytes)?));
        }
        let LedgerRow { entry, call } = decode(bytes)?;
        Ok(Self::At(entry, call))
    }

    /// The row of a call whose outcome is in that entry.
    pub(crate) fn row(entry: EntryId, call: CallId) -> Vec<u8> {
        encode(&LedgerRow { entry, call })
    }
}

/// What is known of a call that was carried out so long ago that its entry is gone.
pub(crate) fn forgotten_outcome() -> ToolOutcome {
    ToolOutcome::Failed(ToolFailure::new(
        "unknown",
        "it was carried out before, and what came of it is no longer kept",
    ))
}

/// An armed timer, as the index holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ArmedTimer {
    pub(crate) key: ConversationKey,
    pub(crate) timer: Timer,
    /// When it was armed, by the conversation's time.
    pub(crate) armed_at: Timestamp,
    /// When it is due.
    pub(crate) at: Timestamp,
}

/// A record's bytes.
pub(crate) fn encode(record: &impl Serialize) -> Vec<u8> {
    let mut bytes = FORMAT.to_be_bytes().to_vec();
    #[expect(clippy::expect_used, reason = "records are plain data with string keys, which always encode")]
    rmp_serde::encode::write_named(&mut bytes, record).expect("records encode");
    bytes
}

/// The record that the bytes hold, of a kind that is the same in every format.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    match format_of(bytes)? {
        EARLIEST_FORMAT..=FORMAT => {
            let mut reader = rmp_serde::Deserializer::from_read_ref(bytes.get(2..).unwrap_or_default());
            reader.set_max_depth(RECORD_DEPTH_MAX);
            T::deserialize(&mut reader).map_err(|error| damaged(error.to_string()))
        }
        found => Err(CodecError::UnknownFormat { found }),
    }
}

fn format_of(bytes: &[u8]) -> Result<u16, CodecError> {
    let (format, _) = bytes.split_first_chunk::<2>().ok_or_else(|| damaged("too short".to_owned()))?;
    Ok(u16::from_be_bytes(*format))
}

fn damaged(detail: String) -> CodecError {
    CodecError::Damaged { detail }
}

#[cfg(test)]
mod tests;
