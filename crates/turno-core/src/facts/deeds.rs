//! What calls did and read, and whether one put the user through.

use std::sync::Arc;

use serde_json::Value;
use turno_language::Act;
use turno_truth::{Deed, Fact, Given, Known, Reading, Values};

use super::{collect, found, results::of_kind};
use crate::{
    Assistant, Conversation, Earlier, EarlierKind, FactKind,
    talk::{CallResult, TalkCall},
};

/// Adds the deeds of a talk and of what it has outgrown, and what was read, in their order.
pub(super) fn add(assistant: &Assistant, conversation: &Conversation, known: &mut Known) {
    let talk = &conversation.exchange.talk;
    let new = conversation.turns.current.as_ref().and_then(|turn| turn.deed.as_ref());
    let is_of_turn = |call: &TalkCall| match call.is_asked {
        true => call.result.as_ref().map(|result| &result.content) == new,
        false => talk.calls_of_turn().any(|other| std::ptr::eq(other, call)),
    };
    for line in talk.earlier.iter().filter(|line| line.kind == EarlierKind::Did) {
        known.add(Fact::Deed(Arc::new(of_line(assistant, line))));
    }
    for (at, call) in talk.calls().enumerate() {
        match call.result.as_ref() {
            Some(result) if result.has_acted => {
                let deed = of_call(assistant, call, result, at, is_of_turn(call));
                known.add(Fact::Deed(Arc::new(deed)));
            }
            Some(result) if !result.is_error => {
                let read = read_by(assistant, call, result, at);
                known.add(Fact::Read(Arc::new(read)));
            }
            Some(_) | None => {}
        }
    }
    if talk.calls_of_turn().any(|call| puts_through(assistant, call)) {
        known.add(Fact::PutThrough);
    }
}

fn of_call(assistant: &Assistant, call: &TalkCall, result: &CallResult, at: usize, is_new: bool) -> Deed {
    let mut values = Values::of_data(&result.content);
    if let Some(parameters) = &call.parameters {
        let mut parameters = parameters.clone();
        if !call.is_asked {
            parameters.retain(|_, value| !is_prose(value));
        }
        values.add(Values::of_data(&Value::Object(parameters).to_string()));
    }
    Deed {
        result: Arc::new(Given::new(result.content.as_str())),
        texts: texts_of(&result.content),
        act: act_of(assistant, &call.call.tool),
        is_new,
        is_asked: call.is_asked,
        at: at + 1,
        values,
    }
}

/// Of a turn that the talk has outgrown.
fn of_line(assistant: &Assistant, line: &Earlier) -> Deed {
    let mut values = Values::of_data(&line.result);
    values.add(Values::of_data(&line.wanted));
    let spec = assistant.tool(line.tool());
    Deed {
        result: Arc::new(Given::new(line.result.as_str())),
        texts: texts_of(&line.result),
        act: act_of(assistant, line.tool()),
        is_new: false,
        is_asked: spec.is_some_and(|tool| tool.requires_confirmation),
        at: 0,
        values,
    }
}

fn read_by(assistant: &Assistant, call: &TalkCall, result: &CallResult, at: usize) -> Reading {
    let told: Option<Value> = serde_json::from_str(&result.content).ok();
    let stated = assistant.stated_by(&call.call.tool);
    let mut finds = of_kind(&stated, FactKind::Found).chain(of_kind(&stated, FactKind::Bookings));
    Reading {
        texts: texts_of(&result.content),
        at,
        finds_nothing: told.as_ref().is_some_and(|told| finds.any(|fact| found::finds_nothing(fact, told))),
        statuses: told.as_ref().map(|told| found::statuses(&stated, told)).unwrap_or_default(),
        result: Arc::new(Given::new(result.content.as_str())),
    }
}

/// The texts within a result; one that is no JSON is one.
fn texts_of(result: &str) -> Vec<String> {
    let Ok(value) = serde_json::from_str::<Value>(result) else {
        return vec![result.to_owned()];
    };
    let mut texts = Vec::new();
    collect(&value, &mut texts);
    texts.into_iter().map(str::to_owned).collect()
}

/// What a model wrote as it liked and nobody read before it was sent.
fn is_prose(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(char::is_whitespace),
        Value::Array(_) | Value::Object(_) => true,
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a call put the user through to a person.
fn puts_through(assistant: &Assistant, call: &TalkCall) -> bool {
    let result = call.result.as_ref().filter(|result| !result.is_error);
    result.is_some_and(|result| {
        assistant.is_hand_off(&call.call.tool) || {
            let stated = assistant.stated_by(&call.call.tool);
            let mut of_hand_off = of_kind(&stated, FactKind::HandOff).peekable();
            of_hand_off.peek().is_some()
                && serde_json::from_str::<Value>(&result.content)
                    .is_ok_and(|told| of_hand_off.any(|fact| found::hands_off(fact, &told)))
        }
    })
}

fn act_of(assistant: &Assistant, tool: &str) -> Act {
    assistant.tool(tool).map_or(Act::Other, |tool| tool.act)
}
