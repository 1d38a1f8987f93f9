//! What language models are told and have answered.

use serde::{Deserialize, Serialize};

use crate::{Talk, Wishes};

/// What language models are told and have answered.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// What was said to, and by, language models in this run. Empty where the graph has no agent.
    #[serde(default, skip_serializing_if = "Talk::is_empty")]
    pub talk: Talk,
    /// What the caller's words ask for beyond what was done. Told only where the graph has an agent.
    #[serde(default, skip_serializing_if = "Wishes::is_untold")]
    pub wishes: Wishes,
}
