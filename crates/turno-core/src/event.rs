//! What happens to a conversation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{CallId, ConfirmationId, ModelOutcome, RequestId, Seed, Timestamp, ToolOutcome, TurnId};

/// One thing that happened, at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When the shell took it in.
    pub at: Timestamp,
    /// What its ids and codes are made from, so that nobody can guess them. None: an earlier version took it in, or somebody wrote it by
    /// hand; then ids are plain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// What it was.
    #[serde(flatten)]
    pub kind: EventKind,
}

impl Event {
    /// Something that happened at a time, without a seed.
    pub fn new(at: Timestamp, kind: EventKind) -> Self {
        Self { at, seed: None, kind }
    }
}

/// The kinds of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// The user said something.
    TurnArrived(Turn),
    /// A tool call has its outcome.
    ToolFinished {
        /// The call.
        call: CallId,
        /// What came of it.
        outcome: ToolOutcome,
    },
    /// A question to a language model has its answer.
    ModelAnswered {
        /// The question.
        request: RequestId,
        /// What came of it.
        outcome: Box<ModelOutcome>,
    },
    /// The question of a pending confirmation has stood for its whole time, whatever the clock says.
    Expired {
        /// The confirmation.
        confirmation: ConfirmationId,
    },
    /// The caller spoke while a reply was being spoken.
    Interrupted {
        /// All of the reply that had been heard by then.
        heard: String,
    },
    /// A connection of the gateway's was given everything up to this sequence number, in which the question that stands went out.
    Delivered {
        /// The sequence number.
        seq: u64,
    },
    /// The caller hung up, or the chat ended.
    Closed {
        /// Why, as the gateway says it.
        reason: String,
    },
}

impl EventKind {
    /// The turn, where one arrived.
    pub fn as_turn(&self) -> Option<&Turn> {
        match self {
            Self::TurnArrived(turn) => Some(turn),
            Self::ToolFinished { .. }
            | Self::ModelAnswered { .. }
            | Self::Expired { .. }
            | Self::Interrupted { .. }
            | Self::Delivered { .. }
            | Self::Closed { .. } => None,
        }
    }

    /// What came of a question to a model, where that is known now.
    pub fn as_model_outcome(&self) -> Option<&ModelOutcome> {
        match self {
            Self::ModelAnswered { outcome, .. } => Some(outcome),
            Self::TurnArrived(_)
            | Self::ToolFinished { .. }
            | Self::Expired { .. }
            | Self::Interrupted { .. }
            | Self::Delivered { .. }
            | Self::Closed { .. } => None,
        }
    }

    /// The call and what came of it, where one finished.
    pub fn as_tool_finished(&self) -> Option<(&CallId, &ToolOutcome)> {
        match self {
            Self::ToolFinished { call, outcome } => Some((call, outcome)),
            Self::TurnArrived(_)
            | Self::ModelAnswered { .. }
            | Self::Expired { .. }
            | Self::Interrupted { .. }
            | Self::Delivered { .. }
            | Self::Closed { .. } => None,
        }
    }
}

/// One thing the user said, final.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The gateway's id.
    pub turn: TurnId,
    /// What was said, pressed or sent.
    #[serde(flatten)]
    pub input: Input,
    /// When the sender says that it was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_at: Option<Timestamp>,
    /// What the gateway gives as the caller's phone, whatever that is; whether it is somebody's is for [`CallerPhone`](crate::CallerPhone).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<String>,
    /// The tenant's branch that was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// What a model or a recording understood of it; none: rules alone read the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understanding: Option<Understanding>,
    /// It had come before the question that stands now went out: it is no answer to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_early: bool,
    /// Its words were taken out afterwards, as a piece of a number that is nobody's to keep. What stands in their place may be read
    /// otherwise than they were.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_blanked: bool,
}

/// The ways to say something, and what comes without words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// Words.
    Text(String),
    /// A button, by its id.
    Choice(String),
    /// Telephone keys.
    Dtmf(String),
    /// A recording, a picture or a file.
    Media(Media),
    /// A place on the map.
    Location(Place),
    /// Somebody's card of an address book.
    Contact(ContactCard),
}

impl Input {
    /// The words of it, without the blanks around them: what was said, what stands under a picture, or the keys. Empty where
    /// there are none.
    pub fn words(&self) -> &str {
        match self {
            Self::Text(text) | Self::Dtmf(text) => text.trim(),
            Self::Media(media) => media.caption.as_deref().unwrap_or_default().trim(),
            Self::Choice(_) | Self::Location(_) | Self::Contact(_) => "",
        }
    }
}

/// A recording, a picture or a file, of which only the kind is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// What it is.
    pub kind: MediaKind,
    /// The words that were sent under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}

/// What was sent in place of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaKind {
    /// A voice note, or another recording.
    Audio,
    /// A picture.
    Image,
    /// A film.
    Video,
    /// A sticker, or a reaction to a message.
    Sticker,
    /// A file.
    Document,
}

/// A place on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// In degrees, -90 to 90.
    pub latitude: f64,
    /// In degrees, -180 to 180.
    pub longitude: f64,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its postal address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// Somebody's card of an address book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactCard {
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Their telephones, as the card has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phones: Vec<String>,
}

/// What was understood of a turn by something other than the rules. It is data: it fills slots and chooses among
/// intents, and never counts as a yes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Understanding {
    /// The intent, by its name in the graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<String>,
    /// Values by slot.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, Value>,
}
