//! Records as bytes: MessagePack with names, so that a record can gain fields.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use turno_core::{CHECKPOINT_FORMAT, Conversation, ConversationKey, Timer, Timestamp};

use crate::Outgoing;

/// Bytes that are not the record that they should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// A checkpoint of a later version.
    #[error("the checkpoint has format {found}, this version reads up to {CHECKPOINT_FORMAT}: use the version that wrote it, or a later one")]
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
    /// The number of the next event of the run.
    pub(crate) next_entry: u64,
    /// Every frame up to this one was acknowledged.
    pub(crate) acknowledged_seq: u64,
    /// The timers that are armed, and when they are due.
    pub(crate) armed: Vec<(Timer, Timestamp)>,
}

impl Checkpoint {
    /// The checkpoint of a conversation before its first event.
    pub(crate) fn new(key: ConversationKey) -> Self {
        Self { conversation: Conversation::new(key), next_entry: 0, acknowledged_seq: 0, armed: Vec::new() }
    }

    /// Its bytes: the format, then the record.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = CHECKPOINT_FORMAT.to_be_bytes().to_vec();
        bytes.extend(encode(self));
        bytes
    }

    /// The checkpoint that the bytes hold.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let (format, record) =
            bytes.split_first_chunk::<2>().ok_or_else(|| CodecError::Damaged { detail: "too short".to_owned() })?;
        match u16::from_be_bytes(*format) {
            CHECKPOINT_FORMAT => decode(record),
            found => Err(CodecError::UnknownFormat { found }),
        }
    }
}

/// The frames that answered a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// In the order in which they were sent.
    pub frames: Vec<Outgoing>,
}

/// An armed timer, as the index holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ArmedTimer {
    pub(crate) key: ConversationKey,
    pub(crate) timer: Timer,
    pub(crate) at: Timestamp,
}


pub(crate) fn encode(record: &impl Serialize) -> Vec<u8> {
    #[expect(clippy::expect_used, reason = "records are plain data with string keys, which always encode")]
    rmp_serde::to_vec_named(record).expect("records encode")
}

pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    rmp_serde::from_slice(bytes).map_err(|error| CodecError::Damaged { detail: error.to_string() })
}
