//! Talks of other assistants, in no provider's words: turns of the user, what the model answered and called, and what came of
//! each call. They are read from messages as OpenAI writes them, with their tools.

mod read;
mod results;
#[cfg(test)]
mod tests;
mod tools;

use serde::{Deserialize, Serialize};

pub use read::{TranscriptError, read_transcripts};
pub use results::RecordedResults;
pub use tools::{DeclaredTool, read_tools};

/// One talk.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Transcript {
    /// What it is called, unique within its file.
    pub id: String,
    /// What the model was told to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// What the model said before the user said anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<RecordedAnswer>,
    /// What the user said, each time with what the model answered.
    pub turns: Vec<RecordedTurn>,
    /// The tools that it had; empty where the file does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<DeclaredTool>,
}

/// Something that the user said, and all that followed until the user spoke again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedTurn {
    /// The user's words.
    pub user: String,
    /// The model's answers: each but the last called something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<RecordedAnswer>,
}

/// One answer of the model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedAnswer {
    /// Its words; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What it called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<RecordedCall>,
}

/// A call that the model made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedCall {
    /// Its id, unique within the transcript.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// The arguments, as the model wrote them.
    pub arguments: String,
    /// What came of it; none: the transcript does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RecordedResult>,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedResult {
    /// The result as the model was told of it: JSON, or words.
    pub content: String,
    /// Whether it says that something went wrong.
    #[serde(default)]
    pub is_error: bool,
}

impl Transcript {
    /// All answers of the model, in their order.
    pub fn answers(&self) -> impl Iterator<Item = &RecordedAnswer> {
        let of_turns = self.turns.iter().flat_map(|turn| &turn.answers);
        self.opening.iter().chain(of_turns)
    }

    /// All calls of the model, in their order.
    pub fn calls(&self) -> impl Iterator<Item = &RecordedCall> {
        self.answers().flat_map(|answer| &answer.calls)
    }

    fn answers_mut(&mut self) -> impl Iterator<Item = &mut RecordedAnswer> {
        let of_turns = self.turns.iter_mut().flat_map(|turn| &mut turn.answers);
        self.opening.iter_mut().chain(of_turns)
    }

    /// Gives tools other names, in the calls too.
    pub fn rename_tools(&mut self, rename: impl Fn(&str) -> String) {
        for tool in &mut self.tools {
            tool.tool.name = rename(&tool.tool.name);
        }
        for call in self.answers_mut().flat_map(|answer| &mut answer.calls) {
            call.tool = rename(&call.tool);
        }
    }
}
