//! What is to be done.

use serde::{Deserialize, Serialize};
use turno_language::Language;
use turno_truth::Cut;

use crate::{ConfirmationId, RequestId, Timestamp, ToolCall, TurnId};

/// One thing to do. The shell commits the conversation first, then carries these out in order, and must match
/// every kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// Call a tool; its outcome comes back as an event.
    CallTool(ToolCall),
    /// Ask a language model, once this is committed; its answer comes back as an event. What it is asked the conversation says:
    /// [`crate::Assistant::model_request`].
    AskModel {
        /// The question.
        request: RequestId,
    },
    /// Send a reply to the gateway, through the outbox.
    Reply(Reply),
    /// Have `Expired` happen at that time.
    ArmTimer {
        /// Which.
        timer: Timer,
        /// When.
        at: Timestamp,
    },
    /// The timer is no longer wanted.
    DisarmTimer {
        /// Which.
        timer: Timer,
    },
    /// Tell the gateway that a question has expired.
    Expired {
        /// The sequence number of the frame.
        seq: u64,
        /// The confirmation.
        confirmation: ConfirmationId,
    },
    /// Keep in the journal that a sentence of a model's was left out, and why.
    LeftOut(Cut),
    /// Tell the gateway that a person takes over.
    HandOff(HandOff),
    /// Tell the gateway that the conversation has ended.
    Close {
        /// The sequence number of the frame.
        seq: u64,
        /// Why: `ended`, or what the gateway said.
        reason: String,
    },
}

impl Effect {
    /// The call, where one is to be made.
    pub fn as_call(&self) -> Option<&ToolCall> {
        match self {
            Self::CallTool(call) => Some(call),
            Self::AskModel { .. }
            | Self::Reply(_)
            | Self::ArmTimer { .. }
            | Self::DisarmTimer { .. }
            | Self::Expired { .. }
            | Self::LeftOut(_)
            | Self::HandOff(_)
            | Self::Close { .. } => None,
        }
    }
}

/// A reply to a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Counts the frames of a conversation from 1, without a gap.
    pub seq: u64,
    /// The turn that it answers.
    pub turn: Option<TurnId>,
    /// The words to read.
    pub text: String,
    /// The words to speak.
    pub speech: String,
    /// The language of both, where it is not the tenant's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// What the conversation waits for.
    pub awaiting: Awaiting,
    /// Buttons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ReplyChoice>,
    /// When the question expires, where it is a confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyChoice {
    /// What comes back.
    pub id: String,
    /// What it says.
    pub title: String,
}

/// What a conversation waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaiting {
    /// Nothing in particular.
    Nothing,
    /// A yes or a no.
    Confirmation,
    /// A value for this slot.
    Slot(String),
    /// A person.
    Person,
}

/// A timer of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// The expiry of a pending confirmation.
    Expiry(ConfirmationId),
}

/// The passing of a conversation to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandOff {
    /// The sequence number of the frame.
    pub seq: u64,
    /// The phone or the name of whoever takes over, as the tool said; empty where the team answers in the chat.
    pub to: String,
    /// Why.
    pub reason: String,
    /// `low`, `medium` or `high`.
    pub urgency: String,
    /// What the person should know: the task, its values, the last lines.
    pub summary: String,
}
