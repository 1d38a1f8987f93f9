//! The pending confirmation: a destructive call that waits for the user's word.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{ConfirmationId, Timestamp};

/// A destructive call that waits for the user's yes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PendingConfirmation {
    /// Its id; the buttons and the idempotency key carry it.
    pub id: ConfirmationId,
    /// What nobody can guess of its buttons' ids; none: an earlier version asked it, and they are plain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button_token: Option<String>,
    /// The confirm node that asked.
    pub node: String,
    /// The tool.
    pub tool: String,
    /// The parameters that the question named: what runs after a yes, and nothing else.
    pub parameters: Map<String, Value>,
    /// The question as read.
    pub text: String,
    /// The question as spoken.
    pub speech: String,
    /// When it was asked.
    pub created_at: Timestamp,
    /// From this instant on, a yes is too late.
    pub expires_at: Timestamp,
    /// The sequence number of the reply that asked it last.
    pub asked_seq: u64,
    /// When it went out: a connection of the gateway's was given it, after the commit. None: that is not known (yet).
    pub delivered_at: Option<Timestamp>,
    /// How many words of the spoken reply must be heard: through the last date, hour, size or total that it names.
    pub must_hear_words: usize,
    /// The same, counted from the beginning of the question alone.
    pub question_words: usize,
    /// False where the caller was known to have interrupted before that.
    pub heard: bool,
    /// Answers that were not understood so far.
    pub unclear_count: u8,
    /// What was said last while it was open.
    #[serde(default, skip_serializing_if = "SaidLast::is_question")]
    pub said_last: SaidLast,
}

/// What the caller answers to, while a question is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SaidLast {
    /// The question.
    #[default]
    Question,
    /// What was done, or an answer to a question of the caller's, and then the question: "ah, ok" may be to the first.
    Answer,
    /// That we wait: "listo" tells that the caller is back.
    Wait,
}

impl SaidLast {
    fn is_question(&self) -> bool {
        *self == Self::Question
    }
}

/// The user's yes to one question. It is spent by the one call that it allows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grant {
    /// The confirmation that was answered.
    pub confirmation: ConfirmationId,
    /// The idempotency key: one confirmation, one tool and one set of arguments give one key.
    pub key: String,
}

/// What became of a confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmationOutcome {
    /// The user said yes, and the call was made.
    Accepted,
    /// The user said no.
    Refused,
    /// Its time ran out.
    Expired,
    /// Another question took its place, or the user went on to something else.
    Replaced,
}
