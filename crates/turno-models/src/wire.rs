//! What a history looks like to a provider other than the one that it was made with: ids and names that all take.

use std::collections::{BTreeMap, BTreeSet};

use turno_core::{
    ModelFailure, ModelFailureKind, ModelMessage, ModelRequest, Opaque, ResponseFormat, check_messages,
};

/// The longest id of a call that all providers take.
const ID_CHARACTERS_MAX: usize = 40;

/// The longest name of a tool that all providers take.
const NAME_CHARACTERS_MAX: usize = 64;

/// The ids of a history's calls as they are sent: their own where every provider takes it and it is new, else one that
/// is made up, the same each time. One list for each message, in the calls' order; a result's list has its one id.
pub(crate) fn ids(messages: &[ModelMessage]) -> Vec<Vec<String>> {
    let mut given: BTreeSet<String> = BTreeSet::new();
    let mut waiting = std::collections::VecDeque::new();
    let mut made = 0_usize;
    let mut fresh = |own: &str| {
        if is_plain(own, ID_CHARACTERS_MAX) && given.insert(own.to_owned()) {
            return own.to_owned();
        }
        loop {
            made += 1;
            let id = format!("made_{made}");
            if given.insert(id.clone()) {
                return id;
            }
        }
    };
    messages
        .iter()
        .map(|message| match message {
            ModelMessage::Assistant { calls, .. } => {
                let ids: Vec<String> = calls.iter().map(|call| fresh(&call.id)).collect();
                waiting.extend(ids.clone());
                ids
            }
            ModelMessage::ToolResult { .. } => waiting.pop_front().into_iter().collect(),
            ModelMessage::System { .. } | ModelMessage::User { .. } => Vec::new(),
        })
        .collect()
}

/// A tool's name as every provider takes it: a model may have called what is no name.
pub(crate) fn tool_name(name: &str) -> String {
    if is_plain(name, NAME_CHARACTERS_MAX) {
        return name.to_owned();
    }
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }
    };
    let name: String = name.chars().map(plain).take(NAME_CHARACTERS_MAX).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// Ids for the calls of a new answer, for those that have none: none of the history's, and the same each time.
pub(crate) fn new_ids(request: &ModelRequest) -> impl FnMut() -> String {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for message in &request.messages {
        if let ModelMessage::Assistant { calls, .. } = message {
            taken.extend(calls.iter().map(|call| call.id.clone()));
        }
    }
    let mut nth = taken.len();
    move || loop {
        let id = format!("call_{nth}");
        nth += 1;
        if taken.insert(id.clone()) {
            return id;
        }
    }
}

/// What is given back unread, where it is this model's of this provider.
pub(crate) fn own<'a>(opaque: Option<&'a Opaque>, of: &str) -> Option<&'a serde_json::Value> {
    opaque.filter(|opaque| opaque.of == of).map(|opaque| &opaque.value)
}

/// What asks for JSON in words, where a provider cannot be asked otherwise; none for text.
pub(crate) fn json_in_words(format: &ResponseFormat) -> Option<String> {
    match format {
        ResponseFormat::Text => None,
        ResponseFormat::Json => Some(
            "Answer with one JSON object and nothing else: no words around it, no code fence.".to_owned(),
        ),
        ResponseFormat::JsonSchema { schema, .. } => Some(format!(
            "Answer with one JSON value and nothing else: no words around it, no code fence. It must satisfy this JSON Schema: {schema}"
        )),
    }
}

/// The system's words of a request, with more behind them.
pub(crate) fn system_text(messages: &[ModelMessage], more: Option<&str>) -> Option<String> {
    let own = match messages.first() {
        Some(ModelMessage::System { text }) if !text.trim().is_empty() => Some(text.as_str()),
        Some(
            ModelMessage::System { .. }
            | ModelMessage::User { .. }
            | ModelMessage::Assistant { .. }
            | ModelMessage::ToolResult { .. },
        )
        | None => None,
    };
    let parts: Vec<&str> = own.into_iter().chain(more).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// A history that can be sent at all.
pub(crate) fn checked(request: &ModelRequest) -> Result<(), ModelFailure> {
    check_messages(&request.messages).map_err(|fault| {
        ModelFailure::new(ModelFailureKind::Refused, format!("the talk cannot be sent: {fault}"))
    })
}

/// Adds the operator's own fields to a body; theirs win.
pub(crate) fn with_extra(body: &mut serde_json::Value, extra: &BTreeMap<String, serde_json::Value>) {
    if let Some(fields) = body.as_object_mut() {
        fields.extend(extra.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
}

fn is_plain(text: &str, characters_max: usize) -> bool {
    !text.is_empty()
        && text.len() <= characters_max
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

#[cfg(test)]
mod tests {
    use turno_core::ModelCall;

    use super::*;

    fn calls(ids: &[&str]) -> ModelMessage {
        let call = |id: &&str| ModelCall {
            id: (*id).to_owned(),
            tool: "t".to_owned(),
            arguments: String::new(),
            opaque: None,
        };
        ModelMessage::Assistant { text: String::new(), calls: ids.iter().map(call).collect(), opaque: None }
    }

    fn result() -> ModelMessage {
        ModelMessage::ToolResult {
            call: String::new(),
            tool: "t".to_owned(),
            content: String::new(),
            is_error: false,
        }
    }

    #[test]
    fn ids_are_legal_and_unique_whoever_gave_them() {
        let history = [calls(&["a", "functions.book:0"]), result(), result(), calls(&["a"]), result()];
        let expected: [&[&str]; 5] = [&["a", "made_1"], &["a"], &["made_1"], &["made_2"], &["made_2"]];
        assert_eq!(ids(&history), expected);
    }

    #[test]
    fn names_are_legal_whatever_a_model_called() {
        for (called, sent) in [
            ("create_reservation", "create_reservation"),
            ("functions.book", "functions_book"),
            ("reservación", "reservaci_n"),
            ("", "unnamed"),
        ] {
            assert_eq!(tool_name(called), sent);
        }
        assert_eq!(tool_name(&"x".repeat(100)).len(), 64);
    }
}
