//! Where what a model states comes from: numbers, hours and codes that somebody gave; whose price it is; what
//! was found free; what there is.

mod names;
mod prices;
mod room;
mod stock;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use turno_graph::AgentNode;
use turno_language::text::{fold, words_of};

use crate::{
    Assistant, Conversation, EarlierKind,
    step::may_name_a_moment,
    talk::{Talk, TalkCall, TalkMessage},
    values::{bare, codes_in, hours_in, numbers_in, prices_in, spelled_codes_in},
};
use prices::PriceTags;
use room::Lookups;
use stock::Stock;

/// Numbers (in hundredths), hours and codes that somebody gave.
pub(crate) struct Grounds {
    numbers: BTreeSet<i64>,
    words: String,
    /// What hours may come from, read where one is named: texts, the users' words, and the opening hours.
    texts: String,
    users: String,
    opening: BTreeSet<u32>,
    tags: PriceTags,
    lookups: Lookups,
    stock: Stock,
}

impl Grounds {
    pub(crate) fn of(assistant: &Assistant, conversation: &Conversation, agent: &AgentNode) -> Self {
        let mut grounds = Self {
            numbers: BTreeSet::new(),
            words: String::new(),
            texts: String::new(),
            users: String::new(),
            opening: BTreeSet::new(),
            tags: PriceTags::default(),
            lookups: Lookups::of(calls_since_a_moment(&conversation.talk), is_looked_up_at(agent)),
            stock: Stock::default(),
        };
        for message in &conversation.talk.messages {
            match message {
                // A code or an hour that the user named may be said again; a price may not.
                TalkMessage::User(text) => grounds.add_user(text),
                TalkMessage::Assistant { calls, .. } => {
                    // What says that a call was wrong names values that are but examples: "give a code as RES-4821".
                    let results = calls.iter().filter_map(|call| call.result.as_ref());
                    for result in results.filter(|result| !result.is_error) {
                        grounds.add_told(&result.content);
                        grounds.stock.add_result(&result.content);
                    }
                }
            }
        }
        for line in &conversation.talk.earlier {
            match line.kind {
                EarlierKind::Said => grounds.add_user(&line.wanted),
                EarlierKind::Read | EarlierKind::Did => grounds.add_told(&line.result),
                EarlierKind::Failed => {}
            }
        }
        // What a model filled in and nobody agreed to is a model's word.
        let is_models = |value: &Value| {
            let mut unmade = conversation.talk.calls().filter(|call| call.made.is_none());
            unmade.any(|call| {
                call.parameters
                    .iter()
                    .flat_map(Map::values)
                    .any(|given| given == value)
            })
        };
        let slots = conversation.slots.values().filter(|value| !is_models(value));
        for value in slots.filter_map(Value::as_str) {
            grounds.add_words(value);
        }
        let facts = assistant.settings.facts.to_string();
        grounds.stock.add_fact(&facts);
        grounds.add_told(&facts);
        for span in assistant.settings.hours.week.iter().flatten() {
            for hour in [span.open.hour(), span.close.hour()] {
                grounds.opening.extend(u32::try_from(hour % 12));
            }
        }
        for (voice, chat) in agent.prompt.by_language.values() {
            for id in [voice, chat] {
                if let Some(source) = assistant.graph.templates().get(id) {
                    grounds.add_told(source);
                }
            }
        }
        grounds
    }

    /// Of a tool, or of the business.
    fn add_told(&mut self, text: &str) {
        self.tags.add(text);
        self.numbers
            .extend(numbers_in(text).map(|(hundredths, _)| hundredths));
        self.add_words(text);
    }

    fn add_words(&mut self, text: &str) {
        self.texts.push(' ');
        self.texts.push_str(text);
        self.words.push(' ');
        self.words.push_str(&bare(text));
    }

    fn add_user(&mut self, text: &str) {
        self.users.push(' ');
        self.users.push_str(text);
        self.add_words(text);
    }

    /// "Mañana, 9": whatever number a person says may be the hour that they mean.
    fn gave_hours(&self, hours: &BTreeSet<u32>) -> bool {
        if hours.is_empty() {
            return true;
        }
        let mut given = hours_in(&self.texts);
        given.extend(&self.opening);
        for word in words_of(&fold(&self.users)) {
            given.append(&mut hours_in(&format!("a las {word}")));
        }
        hours.is_subset(&given)
    }

    /// Amounts in results are often cents. A question states nothing.
    pub(crate) fn hold(&self, sentence: &str) -> bool {
        let is_known = |hundredths: &i64| {
            self.numbers.contains(hundredths) || self.numbers.contains(&hundredths.saturating_mul(100))
        };
        let asks = sentence.contains(['?', '¿']);
        prices_in(sentence).iter().all(is_known)
            && self.tags.hold(sentence)
            && self.lookups.hold(sentence)
            && self.stock.hold(sentence)
            && codes_in(sentence).all(|code| self.words.contains(&bare(code)))
            && spelled_codes_in(sentence)
                .iter()
                .all(|digits| self.words.contains(digits.as_str()))
            && (asks || self.gave_hours(&hours_in(sentence)))
    }
}

/// The calls since the user last named a day, an hour or a number: what was found before that was found for something else.
fn calls_since_a_moment(talk: &Talk) -> impl Iterator<Item = &TalkCall> {
    let names_one = |message: &TalkMessage| match message {
        TalkMessage::User(text) => may_name_a_moment(text),
        TalkMessage::Assistant { .. } => false,
    };
    let begun = talk.messages.iter().rposition(names_one).unwrap_or_default();
    talk.messages.iter().skip(begun).flat_map(TalkMessage::calls)
}

/// Whether a node can look up what is free at all: elsewhere nobody claims against it.
fn is_looked_up_at(agent: &AgentNode) -> bool {
    let looks = |tool: &String| tool.contains("availab") || tool.contains("disponib");
    agent.tools.iter().any(looks)
}

/// The parts of a sentence that each say something of their own.
fn clauses(sentence: &str) -> Vec<&str> {
    let mut parts = vec![sentence];
    for mark in [", ", "; ", ": ", " pero ", " but ", " y ", " and "] {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    parts
}
