//! Reads transcripts from JSON or JSON lines.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{RecordedAnswer, RecordedCall, RecordedResult, RecordedTurn, Transcript, read_tools};

/// What simulated users write when they are done; people do not.
const STOP_MARKS: [&str; 3] = ["###STOP###", "###TRANSFER###", "###OUT-OF-SCOPE###"];

/// A file that holds no transcripts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// It is no JSON.
    #[error("line {line}: this is no JSON ({fault}): give a JSON file, or one object a line")]
    NoJson {
        /// From 1.
        line: usize,
        /// What the reader said.
        fault: String,
    },
    /// It has no messages where some should be.
    #[error(
        "{place}: there are no messages: give {{\"messages\": [{{\"role\": \"user\", \"content\": \"…\"}}, …]}}"
    )]
    NoMessages {
        /// Which transcript.
        place: String,
    },
    /// A message that is none, or stands in the wrong place.
    #[error("{place}, message {number}: {fault}")]
    Message {
        /// Which transcript.
        place: String,
        /// From 0.
        number: usize,
        /// What is wrong.
        fault: String,
    },
    /// A tool that is none.
    #[error("{place}: {fault}")]
    Tool {
        /// Which transcript, or file of tools.
        place: String,
        /// What is wrong.
        fault: String,
    },
}

/// Reads the transcripts of a file: an object with `messages` (and `tools`), a list of such objects, a bare list of messages,
/// or an object a line. `name` is what one is called that has no `id`.
///
/// # Errors
/// [`TranscriptError`] says where what is wrong.
pub fn read_transcripts(name: &str, text: &str) -> Result<Vec<Transcript>, TranscriptError> {
    let values = match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(values)) if values.iter().any(|value| value.get("role").is_some()) => {
            vec![Value::Array(values)]
        }
        Ok(Value::Array(values)) => values,
        Ok(value) => vec![value],
        Err(_) => lines(text)?,
    };
    let is_one = values.len() == 1;
    let mut taken = BTreeSet::new();
    let mut transcripts = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let mut id = match value.get("id") {
            Some(Value::String(id)) if !id.is_empty() => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            _ if is_one => name.to_owned(),
            _ => format!("{name}-{}", index + 1),
        };
        while !taken.insert(id.clone()) {
            id.push('+');
        }
        transcripts.push(read_one(id, value)?);
    }
    if transcripts.is_empty() {
        return Err(TranscriptError::NoMessages { place: name.to_owned() });
    }
    Ok(transcripts)
}

fn lines(text: &str) -> Result<Vec<Value>, TranscriptError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_str(line)
                .map_err(|error| TranscriptError::NoJson { line: index + 1, fault: error.to_string() })
        })
        .collect()
}

fn read_one(id: String, value: &Value) -> Result<Transcript, TranscriptError> {
    let messages = value.get("messages").unwrap_or(value).as_array();
    let messages = messages.filter(|messages| !messages.is_empty());
    let messages = messages.ok_or_else(|| TranscriptError::NoMessages { place: id.clone() })?;
    let tools = match value.get("tools").or_else(|| value.get("functions")) {
        None | Some(Value::Null) => Vec::new(),
        Some(tools) => {
            read_tools(tools).map_err(|fault| TranscriptError::Tool { place: id.clone(), fault })?
        }
    };
    let mut reading = Reading {
        transcript: Transcript { id, tools, ..Transcript::default() },
        made_up: 0,
        ids: BTreeSet::new(),
    };
    for (number, message) in messages.iter().enumerate() {
        reading.message(message).map_err(|fault| TranscriptError::Message {
            place: reading.transcript.id.clone(),
            number,
            fault,
        })?;
    }
    Ok(reading.transcript)
}

struct Reading {
    transcript: Transcript,
    /// Ids that were made up.
    made_up: u32,
    ids: BTreeSet<String>,
}

impl Reading {
    fn message(&mut self, message: &Value) -> Result<(), String> {
        let role = message.get("role").and_then(Value::as_str);
        match role.ok_or("it has no `role`")? {
            "system" | "developer" => {
                let text = text(message)?;
                match &mut self.transcript.system {
                    Some(system) => *system = format!("{system}\n\n{text}"),
                    None => self.transcript.system = Some(text),
                }
            }
            "user" => {
                let mut user = text(message)?;
                for mark in STOP_MARKS {
                    user = user.replace(mark, "");
                }
                let user = user.trim().to_owned();
                if !user.is_empty() {
                    self.transcript.turns.push(RecordedTurn { user, answers: Vec::new() });
                }
            }
            "assistant" => {
                let answer = RecordedAnswer { text: text(message)?, calls: self.calls(message)? };
                match self.transcript.turns.last_mut() {
                    Some(turn) => turn.answers.push(answer),
                    None => self.transcript.opening.push(answer),
                }
            }
            "tool" | "function" => self.result(message)?,
            role => return Err(format!("there is no role `{role}`")),
        }
        Ok(())
    }

    fn calls(&mut self, message: &Value) -> Result<Vec<RecordedCall>, String> {
        let listed = match message.get("tool_calls") {
            None | Some(Value::Null) => &Vec::new(),
            Some(Value::Array(calls)) => calls,
            Some(_) => return Err("`tool_calls` is a list".to_owned()),
        };
        let old = message.get("function_call").filter(|call| !call.is_null());
        let mut calls = Vec::new();
        for call in listed.iter().chain(old) {
            let function = call.get("function").unwrap_or(call);
            let tool = function.get("name").and_then(Value::as_str);
            let tool = tool.ok_or("a call names no function")?.to_owned();
            let arguments = match function.get("arguments") {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(arguments)) => arguments.clone(),
                Some(arguments) => arguments.to_string(),
            };
            calls.push(RecordedCall {
                id: self.id(call.get("id").and_then(Value::as_str)),
                tool,
                arguments,
                result: None,
            });
        }
        Ok(calls)
    }

    /// The call's own id where it has one that no other has.
    fn id(&mut self, own: Option<&str>) -> String {
        let mut id = own.unwrap_or_default().to_owned();
        while id.is_empty() || !self.ids.insert(id.clone()) {
            self.made_up += 1;
            id = format!("call_{}", self.made_up);
        }
        id
    }

    /// A result goes to its call; one that names none, to the earliest that has none yet.
    fn result(&mut self, message: &Value) -> Result<(), String> {
        let content = text(message)?;
        let id = message.get("tool_call_id").and_then(Value::as_str).filter(|id| !id.is_empty());
        let name = message.get("name").and_then(Value::as_str);
        let calls = self.transcript.answers_mut().flat_map(|answer| &mut answer.calls);
        let mut waiting: Vec<&mut RecordedCall> = calls.filter(|call| call.result.is_none()).collect();
        let found = match id {
            Some(id) => waiting.iter_mut().find(|call| call.id == id),
            None => waiting.iter_mut().find(|call| name.is_none_or(|name| call.tool == name)),
        };
        let call = found.ok_or_else(|| match id {
            Some(id) => format!("it is the result of `{id}`, which was not called, or has a result already"),
            None => "it is the result of no call".to_owned(),
        })?;
        call.result = Some(RecordedResult { is_error: tells_of_an_error(&content), content });
        Ok(())
    }
}

/// The words of a message: a text, or a list of parts of which some are texts.
fn text(message: &Value) -> Result<String, String> {
    match message.get("content") {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().filter_map(|part| part.get("text").unwrap_or(part).as_str());
            Ok(texts.collect::<Vec<&str>>().join("\n"))
        }
        Some(Value::Bool(_) | Value::Number(_) | Value::Object(_)) => {
            Err("`content` is a text or a list of parts".to_owned())
        }
    }
}

/// The format has no mark for it.
fn tells_of_an_error(content: &str) -> bool {
    let begins = content.trim_start().get(..5);
    begins.is_some_and(|begins| begins.eq_ignore_ascii_case("error"))
        || serde_json::from_str::<Value>(content)
            .is_ok_and(|value| value.get("error").is_some_and(|error| !error.is_null()))
}
