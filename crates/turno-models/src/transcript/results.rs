//! What came of the calls of a transcript, for tools that give it again.

use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::{RecordedResult, Transcript};

/// Results by what was called with what, each given once and in its order.
pub struct RecordedResults {
    /// The tool, the arguments, the result; none: it was given.
    calls: Mutex<Vec<Option<(String, Value, RecordedResult)>>>,
}

impl RecordedResults {
    /// Those of a transcript's calls that have some.
    pub fn of(transcript: &Transcript) -> Self {
        let calls = transcript.calls().filter_map(|call| {
            let result = call.result.clone()?;
            Some(Some((call.tool.clone(), arguments(&call.arguments), result)))
        });
        Self { calls: Mutex::new(calls.collect()) }
    }

    /// The next result of a tool that was called with these arguments (the order of their names does not count); none: there
    /// is none, or no more.
    pub fn take(&self, tool: &str, given: &Value) -> Option<RecordedResult> {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let found = calls
            .iter_mut()
            .find(|call| call.as_ref().is_some_and(|(name, with, _)| name == tool && with == given));
        found?.take().map(|(_, _, result)| result)
    }

    /// What was called in the transcript and not here: tools with their arguments.
    pub fn left(&self) -> Vec<(String, Value)> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let left = calls.iter().flatten();
        left.map(|(tool, arguments, _)| (tool.clone(), arguments.clone())).collect()
    }
}

/// None at all are an empty object; what is no JSON is itself, as text.
fn arguments(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(serde_json::Map::new());
    }
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}
