//! What is under way, what it was interrupted in, and what comes after it.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::{Phase, Timestamp};

/// What is under way, what it was interrupted in, and what comes after it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tasks {
    /// The node that began the task under way.
    pub current: Option<String>,
    /// What to come back to after a side question.
    pub aside: Option<Phase>,
    /// What else was asked for in one breath, and comes after the task under way.
    pub later: VecDeque<LaterRequest>,
    /// Which of two is meant was asked.
    pub between: Option<Between>,
    /// How often in a row nothing was understood while nothing was under way.
    pub missed: u8,
}

/// A request that may be one of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Between {
    /// The intents, in the order in which they were named.
    pub intents: [String; 2],
    /// Its words.
    pub text: String,
}

/// A request that waits for the one before it: "…, y otra para el domingo".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaterRequest {
    /// The intent that it follows.
    pub intent: String,
    /// Its words.
    pub text: String,
    /// The user was told that it comes after.
    pub is_told: bool,
    /// When it was said: its "mañana" counts from then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_at: Option<Timestamp>,
}
