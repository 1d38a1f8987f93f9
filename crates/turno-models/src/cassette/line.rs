//! A line of a cassette, and how a file of them is read.

use std::{collections::BTreeMap, path::Path};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::CassetteError;
use crate::transport::TransportError;

/// The version that is written, and the only one that is read.
pub(super) const VERSION: u32 = 1;

/// One line. `ms` counts from the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(super) enum Line {
    /// What was asked.
    Req {
        v: u32,
        id: String,
        method: String,
        url: String,
        #[serde(flatten)]
        body: Body,
    },
    /// The answer began.
    Head { id: String, ms: u64, status: u16, headers: BTreeMap<String, String> },
    /// A piece of the answer.
    Chunk {
        id: String,
        ms: u64,
        #[serde(flatten)]
        data: Data,
    },
    /// The answer was whole.
    End { id: String, ms: u64 },
    /// No answer came, or no more of it.
    Fail { id: String, ms: u64, kind: FailKind, message: String },
    /// Whoever asked let go.
    Dropped { id: String, ms: u64 },
}

/// A request's body: as JSON where it is some.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Body {
    #[serde(rename = "body")]
    Json(Value),
    Data(String),
    Base64(String),
}

/// Bytes: as text where they are some.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Data {
    Data(String),
    Base64(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FailKind {
    Unreachable,
    TimedOut,
    BrokeOff,
}

impl Line {
    /// Which request it is of.
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Req { id, .. }
            | Self::Head { id, .. }
            | Self::Chunk { id, .. }
            | Self::End { id, .. }
            | Self::Fail { id, .. }
            | Self::Dropped { id, .. } => id,
        }
    }
}

impl Data {
    pub(super) fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Data(text.to_owned()),
            Err(_) => Self::Base64(STANDARD.encode(bytes)),
        }
    }

    fn bytes(&self) -> Result<Bytes, String> {
        match self {
            Self::Data(text) => Ok(Bytes::from(text.clone())),
            Self::Base64(text) => {
                STANDARD.decode(text).map(Bytes::from).map_err(|error| format!("this is no base64: {error}"))
            }
        }
    }
}

impl Body {
    pub(super) fn of(bytes: &[u8]) -> Self {
        if let Ok(json) = serde_json::from_slice(bytes) {
            return Self::Json(json);
        }
        match Data::of(bytes) {
            Data::Data(text) => Self::Data(text),
            Data::Base64(text) => Self::Base64(text),
        }
    }
}

impl FailKind {
    /// A failure as it is written; none where it is a recording's own.
    pub(super) fn of(error: &TransportError) -> Option<(Self, &str)> {
        match error {
            TransportError::Unreachable(message) => Some((Self::Unreachable, message)),
            TransportError::TimedOut => Some((Self::TimedOut, "")),
            TransportError::BrokeOff(message) => Some((Self::BrokeOff, message)),
            TransportError::NotRecorded(_) => None,
        }
    }

    pub(super) fn error(self, message: &str) -> TransportError {
        match self {
            Self::Unreachable => TransportError::Unreachable(message.to_owned()),
            Self::TimedOut => TransportError::TimedOut,
            Self::BrokeOff => TransportError::BrokeOff(message.to_owned()),
        }
    }
}

/// Something that came back, with when it did.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Timed<T> {
    pub(super) ms: u64,
    pub(super) what: T,
}

/// A request with all that is known of its answer.
#[derive(Debug, Clone)]
pub(super) struct Recorded {
    pub(super) id: String,
    pub(super) method: String,
    pub(super) url: String,
    pub(super) body: Body,
    /// Status and headers; none: it had no answer.
    pub(super) head: Option<Timed<(u16, BTreeMap<String, String>)>>,
    pub(super) chunks: Vec<Timed<Bytes>>,
    pub(super) ending: Option<Timed<Ending>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ending {
    Whole,
    Failed(FailKind, String),
    Dropped,
}

/// A cassette that is played is to be whole: what is missing of it would pass for an answer that nobody needs.
pub(super) fn read_whole(path: &Path) -> Result<Vec<Recorded>, CassetteError> {
    let bytes = std::fs::read(path).map_err(|cause| CassetteError::file(path, cause))?;
    let (lines, last) = bytes.split_at(whole_bytes(&bytes));
    let is_torn = !last.trim_ascii().is_empty() && serde_json::from_slice::<Line>(last).is_err();
    if is_torn {
        return Err(CassetteError::Line {
            path: path.to_owned(),
            number: lines.split(|byte| *byte == b'\n').count(),
            fault: "the last line is cut short".to_owned(),
        });
    }
    requests(path, &bytes)
}

/// A cassette's requests in their order. A last line that was cut short is left out: it is recorded onto.
pub(super) fn read(path: &Path) -> Result<Vec<Recorded>, CassetteError> {
    let bytes = std::fs::read(path).map_err(|cause| CassetteError::file(path, cause))?;
    requests(path, &bytes[..whole_bytes(&bytes)])
}

/// How many bytes are of lines that end.
fn whole_bytes(bytes: &[u8]) -> usize {
    let last = bytes.iter().rposition(|byte| *byte == b'\n');
    last.map_or(0, |at| at + 1)
}

fn requests(path: &Path, bytes: &[u8]) -> Result<Vec<Recorded>, CassetteError> {
    let mut recorded: Vec<Recorded> = Vec::new();
    let mut places = BTreeMap::new();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let told = |fault: String| CassetteError::Line { path: path.to_owned(), number: index + 1, fault };
        let line: Line = serde_json::from_slice(line).map_err(|error| told(error.to_string()))?;
        let line = match begin(line).map_err(told)? {
            Ok(new) => {
                places.insert(new.id.clone(), recorded.len());
                recorded.push(new);
                continue;
            }
            Err(line) => line,
        };
        let place = places.get(line.id()).and_then(|place| recorded.get_mut(*place));
        let request = place.ok_or_else(|| told(format!("its request `{}` is not there", line.id())))?;
        request.add(line).map_err(told)?;
    }
    Ok(recorded)
}

/// Requests with their answers as they stand in a file, numbered anew.
pub(super) fn written<'a>(recorded: impl IntoIterator<Item = &'a Recorded>) -> String {
    let mut text = String::new();
    for (index, request) in recorded.into_iter().enumerate() {
        for line in request.lines(&format!("r{}", index + 1)) {
            // A line has nothing in it that JSON cannot say.
            text += &serde_json::to_string(&line).unwrap_or_default();
            text.push('\n');
        }
    }
    text
}

/// A request that begins; or the line, where it is of one that began.
fn begin(line: Line) -> Result<Result<Recorded, Line>, String> {
    match line {
        Line::Req { v, .. } if v != VERSION => Err(format!("it is of version {v}, and {VERSION} is read")),
        Line::Req { id, method, url, body, .. } => {
            Ok(Ok(Recorded { id, method, url, body, head: None, chunks: Vec::new(), ending: None }))
        }
        line @ (Line::Head { .. }
        | Line::Chunk { .. }
        | Line::End { .. }
        | Line::Fail { .. }
        | Line::Dropped { .. }) => Ok(Err(line)),
    }
}

impl Recorded {
    fn lines(&self, id: &str) -> Vec<Line> {
        let id = || id.to_owned();
        let mut lines = vec![Line::Req {
            v: VERSION,
            id: id(),
            method: self.method.clone(),
            url: self.url.clone(),
            body: self.body.clone(),
        }];
        lines.extend(self.head.as_ref().map(|head| Line::Head {
            id: id(),
            ms: head.ms,
            status: head.what.0,
            headers: head.what.1.clone(),
        }));
        lines.extend(self.chunks.iter().map(|chunk| Line::Chunk {
            id: id(),
            ms: chunk.ms,
            data: Data::of(&chunk.what),
        }));
        lines.extend(self.ending.clone().map(|Timed { ms, what }| match what {
            Ending::Whole => Line::End { id: id(), ms },
            Ending::Failed(kind, message) => Line::Fail { id: id(), ms, kind, message },
            Ending::Dropped => Line::Dropped { id: id(), ms },
        }));
        lines
    }

    fn add(&mut self, line: Line) -> Result<(), String> {
        let ending = |ms, what| Some(Timed { ms, what });
        match line {
            Line::Req { .. } => {}
            Line::Head { ms, status, headers, .. } => {
                self.head = Some(Timed { ms, what: (status, headers) });
            }
            Line::Chunk { ms, data, .. } => self.chunks.push(Timed { ms, what: data.bytes()? }),
            Line::End { ms, .. } => self.ending = ending(ms, Ending::Whole),
            Line::Fail { ms, kind, message, .. } => self.ending = ending(ms, Ending::Failed(kind, message)),
            Line::Dropped { ms, .. } => self.ending = ending(ms, Ending::Dropped),
        }
        Ok(())
    }
}
