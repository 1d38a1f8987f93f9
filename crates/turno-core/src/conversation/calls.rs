//! What was called in a run, and what it gave.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value;

/// What was called in a run, and what it gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Calls {
    /// The latest result of each tool in this run.
    pub results: BTreeMap<String, Arc<Value>>,
    /// The tool whose result came last.
    pub last_tool: Option<String>,
    /// The number of the next tool call in this run.
    pub next_call: u32,
}

impl Default for Calls {
    fn default() -> Self {
        Self { results: BTreeMap::new(), last_tool: None, next_call: 1 }
    }
}
