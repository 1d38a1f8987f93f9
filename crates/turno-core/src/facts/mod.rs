//! What a model's words are measured by: facts, out of the results of tools, the business's file and the talk.

mod business;
mod deeds;
mod found;
mod results;
mod room;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, sync::Arc};

pub(crate) use business::BusinessFacts;
use serde_json::{Map, Value};
use turno_graph::AgentNode;
use turno_language::Text;
use turno_truth::{Fact, Given, Here, Judge, Known, Teller};

use crate::{
    Assistant, Conversation, EarlierKind, FactKind, StatedFact,
    moment::may_name_a_moment,
    talk::{CallResult, Talk, TalkCall, TalkMessage, latest_of_user},
};

impl Assistant {
    /// What the words of a model are measured by at that node.
    pub(crate) fn judge<'a>(&'a self, conversation: &Conversation, agent: &'a AgentNode) -> Judge<'a> {
        let talk = &conversation.exchange.talk;
        let zone = self.settings.time_zone.clone();
        let here = Here {
            tools: &agent.tools,
            currency: &self.settings.currency,
            hours: &self.settings.hours,
            now: conversation.latest_at.to_jiff().to_zoned_datetime(zone).datetime(),
            latest: Arc::new(Text::of(latest_of_user(talk))),
            is_grounded: agent.grounded,
            can_look_for_room: { agent.tools.iter() }.any(|tool| self.is_asked_for(tool, FactKind::Room)),
            is_stock_unasked: self.is_stock_unasked(talk, agent),
        };
        let mut known = self.business_facts().known_at(agent);
        deeds::add(self, conversation, &mut known);
        if agent.grounded {
            self.add_values(conversation, &mut known);
        }
        Judge::new(here, known)
    }

    /// What results of a tool state.
    fn stated_by(&self, tool: &str) -> Cow<'_, [StatedFact]> {
        match self.tool(tool) {
            Some(spec) if !spec.states.is_empty() => Cow::Borrowed(&spec.states),
            Some(_) | None => Cow::Owned(StatedFact::usual(tool)),
        }
    }

    /// Whether a tool is the one to ask before anybody says such a thing.
    fn is_asked_for(&self, tool: &str, kind: FactKind) -> bool {
        let stated = self.stated_by(tool);
        stated.iter().any(|fact| fact.fact == kind && fact.only_when_asked)
    }

    /// Whether a node's tools tell what there is of what is sold, and none of them was asked.
    fn is_stock_unasked(&self, talk: &Talk, agent: &AgentNode) -> bool {
        let tells = |tool: &String| self.is_asked_for(tool, FactKind::Stock);
        let is_asked = |call: &TalkCall| call.result.is_some() && tells(&call.call.tool);
        agent.tools.iter().any(tells) && !talk.calls().any(is_asked)
    }

    /// What values come from: results, what is kept of earlier ones, and what the user gave.
    fn add_values(&self, conversation: &Conversation, known: &mut Known) {
        let talk = &conversation.exchange.talk;
        for result in results_of(talk) {
            let stated = self.stated_by(&result.call.call.tool);
            let told = result.told.as_ref();
            // What says that a call was wrong names values that are but examples: "give a code as RES-4821".
            if !result.result.is_error {
                add_told(&stated, &result.result.content, told, known);
                results::add_stock(&stated, told, known);
                results::add_bookings(&stated, told, known);
            }
            if let Some(are_none) = results::are_none(&stated, &result) {
                known.add(Fact::Bookings { are_none });
            }
            if result.is_since_a_moment {
                room::add(&stated, &result, known);
            }
        }
        let earlier = talk.earlier.iter().filter(|line| line.kind.is_told());
        for line in earlier {
            let told: Option<Value> = serde_json::from_str(&line.result).ok();
            let stated = self.stated_by(line.tool());
            add_told(&stated, &line.result, told.as_ref(), known);
        }
        for given in given_in(conversation) {
            known.add(Fact::Given(Arc::new(given)));
        }
    }
}

/// What a tool told; `told` is the text as JSON, where it is some.
fn add_told(stated: &[StatedFact], text: &str, told: Option<&Value>, known: &mut Known) {
    let read = Arc::new(Given::new(text));
    match told {
        Some(told) => results::add_prices(stated, told, known),
        None => known.add(Fact::Amounts(read.numbers().clone())),
    }
    known.add(Fact::Told { by: Teller::Tool, text: read });
}

/// What the user gave: words, the number that they call from, and values that stand in the conversation.
fn given_in(conversation: &Conversation) -> Vec<Given> {
    let talk = &conversation.exchange.talk;
    // A code or an hour that the user named may be said again; a price may not.
    let said = talk.messages.iter().filter_map(|message| match message {
        TalkMessage::User(text) => Some(text.as_str()),
        TalkMessage::Assistant { .. } => None,
    });
    let earlier = talk.earlier.iter().filter(|line| line.kind == EarlierKind::Said);
    let said: Vec<&str> = earlier.map(|line| line.wanted.as_str()).chain(said).collect();
    let mut given = vec![Given::of_user(said.join(" "))];
    given.extend(conversation.caller.phone.as_deref().map(Given::new));
    // What a model filled in and nobody agreed to is a model's word.
    let is_models = |value: &Value| {
        let mut unmade = talk.calls().filter(|call| call.made.is_none());
        unmade.any(|call| {
            let mut values = call.parameters.iter().flat_map(Map::values);
            values.any(|given| given == value)
        })
    };
    let slots = conversation.collected.slots.values().filter(|value| !is_models(value));
    given.extend(slots.filter_map(Value::as_str).map(Given::new));
    given
}

/// A call's result, read once.
struct Told<'a> {
    call: &'a TalkCall,
    result: &'a CallResult,
    /// As JSON, where it is some.
    told: Option<Value>,
    /// The user named no day, hour or number since: what was found before that was found for something else.
    is_since_a_moment: bool,
}

fn results_of(talk: &Talk) -> impl Iterator<Item = Told<'_>> {
    let names_one = |message: &TalkMessage| match message {
        TalkMessage::User(text) => may_name_a_moment(text),
        TalkMessage::Assistant { .. } => false,
    };
    let begun = talk.messages.iter().rposition(names_one).unwrap_or_default();
    let calls = talk.messages.iter().enumerate().flat_map(move |(at, message)| {
        let is_since_a_moment = at >= begun;
        message.calls().iter().map(move |call| (call, is_since_a_moment))
    });
    calls.filter_map(|(call, is_since_a_moment)| Told::of(call, is_since_a_moment))
}

impl<'a> Told<'a> {
    fn of(call: &'a TalkCall, is_since_a_moment: bool) -> Option<Self> {
        let result = call.result.as_ref()?;
        Some(Self { call, result, told: serde_json::from_str(&result.content).ok(), is_since_a_moment })
    }
}

/// The texts within a value.
fn collect<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(values) => values.iter().for_each(|value| collect(value, texts)),
        Value::Object(members) => members.values().for_each(|value| collect(value, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
