//! As much of the daemon's frames as a load generator has to read.

use std::borrow::Cow;

use serde::Deserialize;

/// A frame from the daemon. What is not here is passed over without a copy.
#[derive(Debug, Deserialize)]
pub(super) struct Heard<'a> {
    #[serde(rename = "type", borrow)]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) conversation: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) turn: Option<Text<'a>>,
    #[serde(default)]
    pub(super) seq: Option<u64>,
    #[serde(borrow, default)]
    pub(super) text: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub(super) awaiting: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub(super) code: Option<Text<'a>>,
    #[serde(default)]
    pub(super) retry_after_ms: Option<u64>,
}

/// A string that is borrowed from the frame wherever nothing in it is escaped; serde copies a bare optional `Cow`.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Heard<'_> {
    /// The number that ends the conversation's id.
    pub(super) fn conversation_number(&self) -> Option<u64> {
        self.conversation.rsplit('-').next()?.parse().ok()
    }

    pub(super) fn turn_number(&self) -> Option<usize> {
        self.turn.as_deref()?.parse().ok()
    }
}

/// The digits of the first booking's code in a text.
pub(super) fn code_in(text: &str) -> Option<u64> {
    let (_, after) = text.split_once("RES-")?;
    let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    after[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_out_of_a_sentence() {
        assert_eq!(code_in("¡Listo! Su código es RES-4821: mesa para 4"), Some(4_821));
        assert_eq!(code_in("No reservé nada."), None);
        assert_eq!(code_in("RES-"), None);
    }

    #[test]
    fn a_reply_is_read_without_what_it_does_not_need() {
        let line = r#"{"type":"reply","conversation":"b17-42","tenant":"meson","turn":"3","seq":4,"text":"a \"b\"","speech":"x","awaiting":null,"choices":[{"id":"i","title":"t"}],"expires_at":null}"#;
        let heard: Heard<'_> = serde_json::from_str(line).unwrap();
        assert_eq!(heard.conversation_number(), Some(42));
        assert_eq!(heard.turn_number(), Some(3));
        assert_eq!(heard.text.as_deref(), Some("a \"b\""));
    }
}
