//! What is kept of the turns that a talk with a language model has outgrown: what was wanted, what was called and what came of it,
//! in a line each.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{TalkCall, TalkMessage};

/// All lines together, in bytes: what was done goes last.
const BYTES_MAX: usize = 2_048;

/// What a line has of the user's words, of a call's parameters, and of its result.
const WORDS_CHARS_MAX: usize = 100;
const PARAMETERS_CHARS_MAX: usize = 160;
const RESULT_CHARS_MAX: usize = 120;

/// A line of what was before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    /// What it is of.
    pub kind: EarlierKind,
    /// What was wanted.
    pub wanted: String,
    /// What came of it; empty for words.
    pub result: String,
}

impl Earlier {
    /// The line, for the model.
    pub(crate) fn line(&self) -> String {
        format!("{}{}", self.wanted, self.result)
    }

    /// The tool that was called, where one was.
    pub(crate) fn tool(&self) -> &str {
        self.wanted.split(' ').next().unwrap_or_default()
    }

    fn bytes(&self) -> usize {
        self.wanted.len() + self.result.len() + 1
    }
}

/// What a line is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlierKind {
    /// Words of the user's.
    Said,
    /// A call that came to nothing.
    Failed,
    /// A call that read something, and what it gave.
    Read,
    /// A call that changed something.
    Did,
}

impl EarlierKind {
    /// A tool told it.
    pub(crate) fn is_told(self) -> bool {
        match self {
            Self::Read | Self::Did => true,
            Self::Said | Self::Failed => false,
        }
    }
}

/// Adds what these messages come to. What the assistant said is not among it: it says nothing that a tool did not.
pub(crate) fn add(earlier: &mut VecDeque<Earlier>, messages: impl Iterator<Item = TalkMessage>) {
    for message in messages {
        match message {
            TalkMessage::User(text) => earlier.push_back(Earlier {
                kind: EarlierKind::Said,
                wanted: format!("person: {}", beginning(&text, WORDS_CHARS_MAX)),
                result: String::new(),
            }),
            TalkMessage::Assistant { calls, .. } => earlier.extend(calls.iter().map(of_call)),
        }
    }
    while earlier.iter().map(Earlier::bytes).sum::<usize>() > BYTES_MAX {
        let first = |may_go: fn(EarlierKind) -> bool| earlier.iter().position(|line| may_go(line.kind));
        let least = first(|kind| kind == EarlierKind::Failed)
            .or_else(|| first(|kind| kind != EarlierKind::Did))
            .unwrap_or_default();
        earlier.remove(least);
    }
}

fn of_call(talked: &TalkCall) -> Earlier {
    let parameters = talked.parameters.clone().map(Value::Object);
    let parameters = parameters.map_or_else(String::new, |parameters| parameters.to_string());
    let (kind, outcome, result) = match &talked.result {
        Some(result) if result.has_acted => (EarlierKind::Did, "done", result.content.as_str()),
        Some(result) if result.is_error => (EarlierKind::Failed, "not done", result.content.as_str()),
        Some(result) => (EarlierKind::Read, "result", result.content.as_str()),
        None => (EarlierKind::Failed, "no result", ""),
    };
    Earlier {
        kind,
        wanted: format!("{} {} {outcome}: ", talked.call.tool, beginning(&parameters, PARAMETERS_CHARS_MAX),),
        result: beginning(&in_brief(result), RESULT_CHARS_MAX),
    }
}

/// A result's codes and its words, where it has words; else all of it.
fn in_brief(result: &str) -> String {
    let Ok(Value::Object(members)) = serde_json::from_str(result) else {
        return result.to_owned();
    };
    let said = |name: &str| members.get(name).and_then(Value::as_str);
    let Some(message) = said("message").or_else(|| said("speech")) else {
        return result.to_owned();
    };
    let codes = members.iter().filter(|(name, _)| {
        name.ends_with("_code") || name.ends_with("_number") || name.ends_with("_id") || *name == "code"
    });
    let mut brief = String::new();
    for code in codes.filter_map(|(_, value)| value.as_str()) {
        brief.push_str(code);
        brief.push(' ');
    }
    brief + message
}

/// On one line.
fn beginning(text: &str, chars: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{ModelCall, talk::CallResult};

    fn call(tool: &str, result: Option<CallResult>) -> TalkMessage {
        let call = ModelCall {
            id: "call_1".to_owned(),
            tool: tool.to_owned(),
            arguments: String::new(),
            opaque: None,
        };
        let parameters = json!({ "date": "2026-01-20", "party_size": 4 });
        let calls = vec![TalkCall {
            call,
            parameters: parameters.as_object().cloned(),
            is_asked: false,
            is_up: false,
            confirmation: None,
            made: None,
            result,
        }];
        TalkMessage::Assistant { text: "Un momento.".to_owned(), calls, opaque: None }
    }

    fn result(content: &str, is_error: bool, has_acted: bool) -> Option<CallResult> {
        Some(CallResult { content: content.to_owned(), is_error, has_acted })
    }

    #[test]
    fn a_line_says_what_was_wanted_or_what_came_of_a_call() {
        let booked = json!({ "success": true, "confirmation_code": "RES-1234", "message": "Quedó su mesa." });
        let mut earlier = VecDeque::new();
        let messages = [
            TalkMessage::User("quiero\n  una mesa".to_owned()),
            call("create_reservation", result(&booked.to_string(), false, true)),
            call("check_availability", result(r#"{"available":true}"#, false, false)),
            call("cancel_reservation", result("the user said no", true, false)),
            call("find_bookings", None),
        ];
        add(&mut earlier, messages.into_iter());
        let lines: Vec<String> = earlier.iter().map(Earlier::line).collect();
        assert_eq!(
            lines,
            [
                "person: quiero una mesa",
                r#"create_reservation {"date":"2026-01-20","party_size":4} done: RES-1234 Quedó su mesa."#,
                r#"check_availability {"date":"2026-01-20","party_size":4} result: {"available":true}"#,
                r#"cancel_reservation {"date":"2026-01-20","party_size":4} not done: the user said no"#,
                r#"find_bookings {"date":"2026-01-20","party_size":4} no result: "#,
            ]
        );
    }

    #[test]
    fn it_stays_small_and_what_was_done_stays_longest() {
        let mut earlier = VecDeque::new();
        let did = call("create_reservation", result("{}", false, true));
        add(&mut earlier, std::iter::once(did));
        for _ in 0..200 {
            let words = TalkMessage::User("é".repeat(500));
            let look = call("get_menu", result(&"x".repeat(500), false, false));
            add(&mut earlier, [words, look].into_iter());
        }
        let bytes: usize = earlier.iter().map(Earlier::bytes).sum();
        assert!(bytes <= BYTES_MAX, "{bytes}");
        assert_eq!(earlier[0].kind, EarlierKind::Did);
    }
}
