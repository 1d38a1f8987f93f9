//! A recording: its form on disk.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use turno_command::Failure;
use turno_core::{AssistantSettings, Channel, ConversationKey, Effect, Event, Timestamp};

/// The form that is written.
pub(crate) const RECORDING_FORMAT: u32 = 1;

/// The members that hold an instant: milliseconds in the product, RFC 3339 in the tenant's zone in a recording.
const INSTANTS: &[&str] = &["at", "sent_at", "expires_at"];

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    /// The form of the recording.
    pub(crate) recording: u32,
    /// What it shows.
    #[serde(default)]
    pub(crate) about: String,
    /// Whose assistant.
    pub(crate) tenant: String,
    /// Where the turns come from.
    pub(crate) channel: Channel,
    /// The conversation's id.
    pub(crate) conversation: String,
    /// The daemon's file that it is replayed with, relative to its own folder; none: the one that the command is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) config: Option<PathBuf>,
    /// The cassette that its models' answers come from, relative to its own folder: what is asked is compared with it too. None:
    /// they are events as any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cassette: Option<PathBuf>,
    /// With `--bless`: keep the outcomes of tools as recorded, for failures that a real tool does not have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) keep_outcomes: bool,
    /// With `--bless`: do not let questions expire by themselves, for a timer that is late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) late_timers: bool,
    /// Its events have the seeds that they had, or had none, and presses have whole ids. Otherwise seeds are made up, the same each
    /// time, and a press is written as the plain beginning of its button's id: `yes:1-1`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) own_seeds: bool,
    /// It tells why which sentences of a model's were left out: `left_out`. Recordings of earlier versions do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) tells_left_out: bool,
}

impl Header {
    /// Those of these effects that such a recording tells.
    pub(crate) fn told_of(&self, mut effects: Vec<Effect>) -> Vec<Effect> {
        if !self.tells_left_out {
            effects.retain(|effect| !matches!(effect, Effect::LeftOut(_)));
        }
        effects
    }
}

/// A recorded conversation.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    pub(crate) header: Header,
    pub(crate) entries: Vec<Entry>,
}

/// What stands after the header.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    /// An event of the conversation, with the effects that it is to have.
    Event {
        /// Its line in the file, from 1.
        line: usize,
        event: Box<Event>,
        effects: Vec<Effect>,
    },
    /// Something that another customer does meanwhile, when the recording is made.
    Elsewhere { at: Timestamp, tool: String, parameters: Map<String, Value> },
}

#[derive(Deserialize)]
struct ElsewhereLine {
    at: Timestamp,
    elsewhere: String,
    parameters: Map<String, Value>,
}

impl Recording {
    /// Reads a recording.
    ///
    /// # Errors
    /// With the line that is not what it should be.
    pub(crate) fn parse(name: &str, source: &str) -> Result<Self, Failure> {
        let fault = |line: usize, what: String| Failure::Told(format!("{name}:{line}: {what}"));
        let mut lines = source.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) =
            lines.next().ok_or_else(|| fault(1, "the file is empty: it needs a header".to_owned()))?;
        let header: Header =
            serde_json::from_str(first).map_err(|error| fault(1, format!("not a header: {error}")))?;
        if header.recording != RECORDING_FORMAT {
            return Err(fault(
                1,
                format!("form {} is not known: this version reads {RECORDING_FORMAT}", header.recording),
            ));
        }
        let mut entries: Vec<Entry> = Vec::new();
        for (index, text) in lines {
            let line = index + 1;
            let mut value: Value =
                serde_json::from_str(text).map_err(|error| fault(line, format!("not JSON: {error}")))?;
            instants_to_ms(&mut value).map_err(|what| fault(line, what))?;
            read_line(line, value, &mut entries).map_err(|what| fault(line, what))?;
        }
        Ok(Self { header, entries })
    }

    /// The conversation that it is of.
    pub(crate) fn key(&self) -> ConversationKey {
        ConversationKey {
            tenant: self.header.tenant.clone(),
            channel: self.header.channel,
            id: self.header.conversation.clone(),
        }
    }

    /// The recording as it stands on disk.
    pub(crate) fn write(&self, settings: &AssistantSettings) -> String {
        let mut text = line_of(&self.header, settings);
        for entry in &self.entries {
            match entry {
                Entry::Event { event, effects, .. } => {
                    text += &line_of(event, settings);
                    for effect in effects {
                        text += &line_of(effect, settings);
                    }
                }
                Entry::Elsewhere { at, tool, parameters } => {
                    let line = serde_json::json!({ "at": at, "elsewhere": tool, "parameters": parameters });
                    text += &line_of(&line, settings);
                }
            }
        }
        text
    }
}

fn read_line(line: usize, value: Value, entries: &mut Vec<Entry>) -> Result<(), String> {
    if value.get("event").is_some() {
        let mut event: Event =
            serde_json::from_value(value).map_err(|error| format!("not an event: {error}"))?;
        // As a daemon takes it in.
        event.kind = event.kind.without_whole_secrets();
        entries.push(Entry::Event { line, event: Box::new(event), effects: Vec::new() });
        return Ok(());
    }
    if value.get("elsewhere").is_some() {
        let ElsewhereLine { at, elsewhere, parameters } =
            serde_json::from_value(value).map_err(|error| format!("not a call elsewhere: {error}"))?;
        entries.push(Entry::Elsewhere { at, tool: elsewhere, parameters });
        return Ok(());
    }
    let effect: Effect = serde_json::from_value(value)
        .map_err(|error| format!("neither an event, nor an effect, nor a call elsewhere: {error}"))?;
    match entries.iter_mut().rev().find_map(|entry| match entry {
        Entry::Event { effects, .. } => Some(effects),
        Entry::Elsewhere { .. } => None,
    }) {
        Some(effects) => {
            effects.push(effect);
            Ok(())
        }
        None => Err("an effect needs an event before it".to_owned()),
    }
}

/// One line, with its instants as people read them.
pub(crate) fn line_of(item: &impl Serialize, settings: &AssistantSettings) -> String {
    let mut value = serde_json::to_value(item).unwrap_or_default();
    instants_to_text(&mut value, settings);
    format!("{value}\n")
}

fn instants_to_text(value: &mut Value, settings: &AssistantSettings) {
    each_instant(value, &mut |instant| {
        if let Some(ms) = instant.as_i64() {
            let zoned = Timestamp(ms).to_jiff().to_zoned_datetime(settings.time_zone.clone());
            *instant = Value::from(zoned.timestamp().display_with_offset(zoned.offset()).to_string());
        }
        Ok(())
    })
    .unwrap_or_default();
}

fn instants_to_ms(value: &mut Value) -> Result<(), String> {
    each_instant(value, &mut |instant| {
        if let Some(text) = instant.as_str() {
            let at: jiff::Timestamp =
                text.parse().map_err(|error| format!("{text:?} is not a time (RFC 3339): {error}"))?;
            *instant = Value::from(at.as_millisecond());
        }
        Ok(())
    })
}

/// Only the members of the product's own objects: what tools take and give is theirs.
fn each_instant(
    value: &mut Value,
    change: &mut impl FnMut(&mut Value) -> Result<(), String>,
) -> Result<(), String> {
    let Some(members) = value.as_object_mut() else {
        return Ok(());
    };
    for name in INSTANTS {
        if let Some(instant) = members.get_mut(*name) {
            change(instant)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_wrong_is_told_with_its_number() {
        let header = r#"{"recording":1,"tenant":"terraza","channel":"test","conversation":"c-1"}"#;
        for (rest, told) in [
            ("{", "r.jsonl:2: not JSON"),
            (r#"{"effect":"reply"}"#, "r.jsonl:2: neither an event"),
            (r#"{"at":"ayer","event":"closed","reason":"x"}"#, "r.jsonl:2: \"ayer\" is not a time"),
            (r#"{"at":"2026-01-19T10:00:00-06:00","event":"danced"}"#, "r.jsonl:2: not an event"),
        ] {
            let fault = Recording::parse("r.jsonl", &format!("{header}\n{rest}\n")).unwrap_err().to_string();
            assert!(fault.starts_with(told), "{fault}");
        }
        assert!(Recording::parse("r.jsonl", "").unwrap_err().to_string().contains("needs a header"));
    }
}
