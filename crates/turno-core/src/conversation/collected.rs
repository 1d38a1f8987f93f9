//! What collect nodes gather.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Timestamp;

/// What collect nodes gather: values, when they were said, and how the asking goes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Collected {
    /// Values by slot.
    pub slots: BTreeMap<String, Value>,
    /// When each value was said: one that was said before is no correction of it.
    pub said_at: BTreeMap<String, Timestamp>,
    /// When the latest was said of all that was read in this run.
    pub latest_said_at: Timestamp,
    /// The value that is asked for.
    pub open: Option<OpenSlot>,
    /// When keys last dictated a value.
    pub dictated_at: Option<Timestamp>,
    /// So many turns in a row came without words, and were of no use.
    pub wordless: u8,
    /// Codes that were given in the task under way and led nowhere.
    pub codes_missed: u8,
}

/// A value that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSlot {
    /// The slot.
    pub slot: String,
    /// When it was asked for first: what was said before is no answer.
    pub since: Timestamp,
    /// What was said of it so far, where it comes in pieces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heard: String,
}

impl Collected {
    /// What was heard so far of the value that is asked for.
    pub(crate) fn heard(&self, slot: &str) -> String {
        let open = self.open.as_ref().filter(|open| open.slot == slot);
        open.map(|open| open.heard.clone()).unwrap_or_default()
    }

    pub(crate) fn forget_heard(&mut self) {
        if let Some(open) = &mut self.open {
            open.heard.clear();
        }
    }

    /// The slot is asked for; a question that is asked once more is as old as it was.
    pub(crate) fn note_open(&mut self, now: Timestamp, slot: &str, is_again: bool) {
        let is_it = |open: &OpenSlot| is_again && open.slot == slot;
        if !self.open.as_ref().is_some_and(is_it) {
            self.open = Some(OpenSlot { slot: slot.to_owned(), since: now, heard: String::new() });
        }
    }
}
