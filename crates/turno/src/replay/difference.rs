//! What differs, readable.

use serde_json::Value;
use similar::{ChangeTag, TextDiff};
use turno_core::{AssistantSettings, Effect, Event};

use super::recording::line_of;

/// Tells where a recording and what happens now part: the event, and the effects line by line, `-` as recorded and `+`
/// as they are now.
pub(super) fn tell(
    name: &str,
    line: usize,
    event: &Event,
    recorded: &[Effect],
    actual: &[Effect],
    settings: &AssistantSettings,
) -> String {
    let recorded = effects(recorded, settings);
    let actual = effects(actual, settings);
    format!(
        "{name}:{line}: the effects of this event differ\n  {}{}",
        line_of(event, settings),
        of_texts(&recorded, &actual)
    )
}

/// Two texts line by line, `-` as recorded and `+` as they are now.
pub(super) fn of_texts(recorded: &str, actual: &str) -> String {
    let mut told = String::new();
    for change in TextDiff::from_lines(recorded, actual).iter_all_changes() {
        let sign = match change.tag() {
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
            ChangeTag::Equal => ' ',
        };
        told += &format!("{sign} {}", change.value());
    }
    told
}

/// Something as JSON that people can read.
pub(super) fn pretty(item: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(item).unwrap_or_default();
    format!("{value:#}\n")
}

fn effects(effects: &[Effect], settings: &AssistantSettings) -> String {
    effects
        .iter()
        .map(|effect| {
            let value: Value = serde_json::from_str(&line_of(effect, settings)).unwrap_or_default();
            format!("{value:#}\n")
        })
        .collect()
}
