//! The dialogue files: one JSON object a line, in the form of the Schema-Guided Dialogue data with its bookings listed.

use std::{collections::BTreeMap, path::Path};

use serde::Deserialize;
use turno_command::Failure;

/// One recorded dialogue.
#[derive(Debug, Deserialize)]
pub(super) struct Dialogue {
    /// Its id in its data set.
    pub(super) id: String,
    /// The calls that the recorded system made, and the words that led to them.
    pub(super) bookings: Vec<Booking>,
    /// Who said what.
    pub(super) turns: Vec<DialogueTurn>,
}

/// A call that the recorded system made.
#[derive(Debug, Deserialize)]
pub(super) struct Booking {
    /// The method that was called.
    pub(super) method: String,
    /// With which values.
    pub(super) parameters: BTreeMap<String, String>,
    /// The turn of the system that answers it, from 0.
    pub(super) call_turn: usize,
    /// Whether the recorded service took it.
    pub(super) success: bool,
}

/// One turn.
#[derive(Debug, Deserialize)]
pub(super) struct DialogueTurn {
    /// Who spoke.
    pub(super) speaker: Speaker,
    /// The words.
    pub(super) text: String,
    /// What they did.
    pub(super) acts: Vec<DialogueAct>,
    /// What the user wants by then.
    #[serde(default)]
    pub(super) intent: Option<String>,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Speaker {
    /// The user.
    User,
    /// The recorded system.
    System,
}

/// What words did: `CONFIRM date`, `INFORM time`, `AFFIRM`, …
#[derive(Debug, Deserialize)]
pub(super) struct DialogueAct {
    /// Its name.
    pub(super) act: String,
    /// The slot that it is about.
    #[serde(default)]
    pub(super) slot: String,
    /// The values as said.
    #[serde(default)]
    pub(super) values: Vec<String>,
    /// The values in their normal form, where that differs.
    #[serde(default)]
    pub(super) canonical: Vec<String>,
}

impl DialogueAct {
    /// The value in its normal form.
    pub(super) fn value(&self) -> Option<&str> {
        self.canonical.first().or_else(|| self.values.first()).map(String::as_str)
    }
}

impl DialogueTurn {
    /// Whether the words did that.
    pub(super) fn does(&self, act: &str) -> bool {
        self.acts.iter().any(|done| done.act == act)
    }

    /// The values that the words gave with that act, by slot.
    pub(super) fn values_of(&self, act: &str) -> BTreeMap<String, String> {
        let acts = self.acts.iter().filter(|done| done.act == act && !done.slot.is_empty());
        acts.filter_map(|done| Some((done.slot.clone(), done.value()?.to_owned()))).collect()
    }
}

/// Reads a file of dialogues.
///
/// # Errors
/// Where it cannot be read, or with the line that is not a dialogue.
pub(super) fn read(path: &Path) -> Result<Vec<Dialogue>, Failure> {
    let source = std::fs::read_to_string(path).map_err(|cause| Failure::file(path, cause))?;
    let lines = source.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| {
                Failure::Told(format!(
                    "{}:{}: this line is not a dialogue: {error}",
                    path.display(),
                    index + 1
                ))
            })
        })
        .collect()
}
