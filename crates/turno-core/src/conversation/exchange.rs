//! What language models are told and have answered.

use crate::{Talk, Wishes};

/// What language models are told and have answered.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Exchange {
    /// What was said to, and by, language models in this run. Empty where the graph has no agent.
    pub talk: Talk,
    /// What the caller's words ask for beyond what was done. Told only where the graph has an agent.
    pub wishes: Wishes,
}
