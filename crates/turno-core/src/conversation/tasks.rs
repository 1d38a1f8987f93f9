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
