//! What a model's words are measured by: what was done, what was found, and what anybody gave.

use std::sync::Arc;
use turno_language::Tagged;

use serde_json::Value;
use turno_graph::AgentNode;
use turno_language::{Act, Claim, StatesTold, Text, act_told_of, claim_of, denies_a_deed, text::fold};

use crate::{
    Assistant, Conversation, Earlier, EarlierKind,
    follows::expects_on_a_day,
    found::{finds_nothing, statuses_allow},
    grounds::{Grounds, asks_for_a_card},
    machine_text::is_machine_text,
    named::Values,
    talk::{TalkCall, latest_of_user},
    told::{collect, is_told, texts_of_business, words_that_count},
    values::{bare, codes_in},
};

/// What a model's words are measured by.
pub(crate) struct Truth<'a> {
    assistant: &'a Assistant,
    agent: &'a AgentNode,
    /// The latest one last.
    deeds: Vec<Deed<'a>>,
    /// What reads gave, and each one's place among the calls.
    found: Vec<(usize, &'a str)>,
    /// A call put the user through to a person.
    is_put_through: bool,
    /// What the user said last.
    latest: Arc<Text>,
    /// Everything that a value may come from; none: nobody asks.
    grounds: Option<Grounds<'a>>,
}

/// Something that a call of the model's changed.
struct Deed<'a> {
    /// Its result, or what is kept of it.
    result: &'a str,
    act: Act,
    /// In this turn.
    is_new: bool,
    /// The user agreed to it, and waits to hear of it.
    is_asked: bool,
    /// Its place among the calls; nothing is in front of what was before them all.
    at: usize,
    values: Values,
}

impl<'a> Truth<'a> {
    pub(crate) fn of(assistant: &'a Assistant, conversation: &'a Conversation, agent: &'a AgentNode) -> Self {
        let talk = &conversation.talk;
        let new = conversation.turn.as_ref().and_then(|turn| turn.deed.as_ref());
        let is_of_turn = |call: &TalkCall| match call.is_asked {
            true => call.result.as_ref().map(|result| &result.content) == new,
            false => talk.calls_of_turn().any(|other| std::ptr::eq(other, call)),
        };
        let of_call = |(at, call)| Deed::of_call(assistant, call, at, is_of_turn(call));
        let earlier = talk.earlier.iter();
        let deeds = earlier
            .filter_map(|line| Deed::of_line(assistant, line))
            .chain(talk.calls().enumerate().filter_map(of_call));
        let results = talk
            .calls()
            .enumerate()
            .filter_map(|(at, call)| Some((at, call.result.as_ref()?)));
        let latest = Arc::new(Text::of(latest_of_user(talk)));
        let reads = results.filter(|(_, result)| !result.is_error && !result.has_acted);
        Self {
            assistant,
            agent,
            deeds: deeds.collect(),
            found: reads.map(|(at, result)| (at, result.content.as_str())).collect(),
            is_put_through: talk.calls_of_turn().any(|call| puts_through(assistant, call)),
            grounds: agent
                .grounded
                .then(|| Grounds::of(assistant, conversation, agent, Arc::clone(&latest))),
            latest,
        }
    }

    pub(crate) fn allows(&self, sentence: &Text) -> bool {
        let claim = claim_of(sentence);
        let is_so = match claim {
            Some(Claim::Deed) => self.tells_of_a_deed(sentence) || self.tells_of_what_stands(sentence),
            Some(Claim::State) => {
                self.tells_of_a_deed(sentence)
                    || self.tells_of_what_stands(sentence)
                    || self.was_found(sentence)
            }
            Some(Claim::Undertaking) => self.is_undertaken(sentence),
            Some(Claim::Transfer) => self.is_put_through,
            // What was done just now was done, and a model that says otherwise has its own words against it.
            None => self.deed_denied(sentence).is_none() && !self.expects_who_cancelled(sentence),
        };
        is_so
            && !is_machine_text(sentence.said(), &self.agent.tools)
            && !asks_for_a_card(sentence)
            && self
                .grounds
                .as_ref()
                .is_none_or(|grounds| grounds.hold(sentence, claim))
    }

    /// Something was done in this turn.
    pub(crate) fn has_new_deed(&self) -> bool {
        self.deeds.iter().any(|deed| deed.is_new)
    }

    /// What a sentence that may not be said claims to be so, and is so otherwise: a deed of the same kind.
    pub(crate) fn deed_meant(&self, sentence: &Text) -> Option<&'a str> {
        if claim_of(sentence).is_none() {
            return self.deed_denied(sentence).map(|deed| deed.result);
        }
        let act = act_told_of(sentence)?;
        let mut deeds = self.deeds.iter().rev();
        let meant = deeds.find(|deed| deed.is_kind(Some(act)))?;
        Some(meant.result)
    }

    /// What was done just now and a sentence says was not. What asked nobody is not what "no pude reservar" is about.
    fn deed_denied(&self, sentence: &Text) -> Option<&Deed<'a>> {
        let is_meant = |deed: &&Deed<'_>| deed.is_new && (deed.is_asked || act_told_of(sentence).is_none());
        self.deeds
            .iter()
            .rev()
            .find(is_meant)
            .filter(|_| denies_a_deed(sentence))
    }

    /// "Lo esperamos el jueves" to somebody whose booking was cancelled last.
    fn expects_who_cancelled(&self, sentence: &Text) -> bool {
        let mut deeds = self.deeds.iter().rev().filter(|deed| deed.act != Act::Other);
        deeds.next().is_some_and(|deed| deed.act == Act::Cancel) && expects_on_a_day(sentence)
    }

    /// A deed of that kind, with the values that it had. What is told of an earlier turn must say which it is: a second one that
    /// was never made sounds the same.
    fn tells_of_a_deed(&self, sentence: &Text) -> bool {
        let act = act_told_of(sentence);
        let named = Values::of_words(sentence);
        self.deeds.iter().any(|deed| {
            let is_known = deed.is_new || !named.is_empty() || deed.names_whom(sentence);
            is_known && deed.is_kind(act) && deed.values.have(&named) && !self.is_undone(deed, act)
        })
    }

    /// What an earlier turn did and nothing took back, where the user wants nothing new that could be meant instead.
    fn tells_of_what_stands(&self, sentence: &Text) -> bool {
        let act = match act_told_of(sentence) {
            Some(act) => Some(act),
            None if claim_of(sentence) == Some(Claim::State) => Some(Act::Book),
            None => return false,
        };
        if wants_something(&self.latest) || names_another(sentence) {
            return false;
        }
        let named = Values::of_words(sentence);
        let mut latest = self.deeds.iter().rev().filter(|deed| deed.is_kind(act));
        latest
            .find(|deed| named.is_empty() || deed.values.have(&named))
            .is_some_and(|deed| !self.is_undone(deed, act))
    }

    /// Something later took it back: a cancellation of the same code, or of whatever there was.
    fn is_undone(&self, deed: &Deed<'_>, act: Option<Act>) -> bool {
        let is_of_it = |other: &Deed<'_>| {
            other.act == Act::Cancel
                && other.at > deed.at
                && (deed.values.codes.is_empty()
                    || other.values.codes.is_empty()
                    || !deed.values.codes.is_disjoint(&other.values.codes))
        };
        act != Some(Act::Cancel) && deed.act != Act::Cancel && self.deeds.iter().any(is_of_it)
    }

    /// What somebody is said to do: a tool that acts did something of its kind in this turn, or the business or a tool says so.
    fn is_undertaken(&self, sentence: &Text) -> bool {
        let act = act_told_of(sentence);
        let is_of_deed = |deed: &Deed<'_>| {
            deed.is_new
                && (deed.act == Act::Other || act.is_some() && deed.is_kind(act))
                && deed.values.have(&Values::of_words(sentence))
        };
        if self.deeds.iter().any(is_of_deed) {
            return true;
        }
        let wanted = words_that_count(sentence);
        let results = self.deeds.iter().map(|deed| deed.result);
        let results = results.chain(self.found.iter().map(|(_, found)| *found));
        let is_in_result = |result: &str| {
            let Ok(value) = serde_json::from_str::<Value>(result) else {
                return is_told(&wanted, result);
            };
            let mut texts = Vec::new();
            collect(&value, &mut texts);
            texts.into_iter().any(|text| is_told(&wanted, text))
        };
        { results }.any(is_in_result)
            || texts_of_business(self.assistant, self.agent)
                .into_iter()
                .any(|text| is_told(&wanted, text))
    }

    /// Something that was read says so, as far as can be told from its words.
    fn was_found(&self, sentence: &Text) -> bool {
        let act = act_told_of(sentence);
        let stems: &[&str] = match act {
            Some(Act::Cancel) => &["cancel"],
            Some(Act::Order) => &["order", "pedido", "orden"],
            Some(Act::Book) => &[
                "reserv",
                "booking",
                "appointment",
                "cita",
                "confirm",
                "mesa",
                "table",
            ],
            Some(Act::Modify | Act::Other) | None => &[""],
        };
        let states = StatesTold::of(sentence);
        let codes: Vec<String> = codes_in(sentence.said()).map(bare).collect();
        let cancelled = self.deeds.iter().filter(|deed| deed.act == Act::Cancel);
        let cancelled = cancelled.map(|deed| deed.at).max();
        let is_old =
            |at: usize| act != Some(Act::Cancel) && cancelled.is_some_and(|cancelled| at < cancelled);
        let mut found = self.found.iter().filter(|(at, _)| !is_old(*at));
        found.any(|(_, found)| {
            let value: Option<Value> = serde_json::from_str(found).ok();
            if value.as_ref().is_some_and(finds_nothing) {
                return false;
            }
            let is_told = value.is_none_or(|value| statuses_allow(&value, &states));
            let has_codes = codes.is_empty() || {
                let found = bare(found);
                codes.iter().all(|code| found.contains(code))
            };
            let found = fold(found);
            is_told && has_codes && stems.iter().any(|stem| found.contains(stem)) && states.are_in(&found)
        })
    }
}

impl<'a> Deed<'a> {
    fn of_call(assistant: &Assistant, call: &'a TalkCall, at: usize, is_new: bool) -> Option<Self> {
        let result = call.result.as_ref().filter(|result| result.has_acted)?;
        let mut values = Values::of_data(&result.content);
        if let Some(parameters) = &call.parameters {
            let mut parameters = parameters.clone();
            if !call.is_asked {
                parameters.retain(|_, value| !is_prose(value));
            }
            values.add(Values::of_data(&Value::Object(parameters).to_string()));
        }
        Some(Self {
            result: &result.content,
            act: act_of(assistant, &call.call.tool),
            is_new,
            is_asked: call.is_asked,
            at: at + 1,
            values,
        })
    }

    /// Of a turn that the talk has outgrown.
    fn of_line(assistant: &Assistant, line: &'a Earlier) -> Option<Self> {
        let tool = line.wanted.split(' ').next().unwrap_or_default();
        let mut values = Values::of_data(&line.result);
        values.add(Values::of_data(&line.wanted));
        (line.kind == EarlierKind::Did).then(|| Self {
            result: &line.result,
            act: act_of(assistant, tool),
            is_new: false,
            is_asked: assistant
                .tool(tool)
                .is_some_and(|tool| tool.requires_confirmation),
            at: 0,
            values,
        })
    }

    /// A name that the sentence says within it is one of its own: "you're all set, Ana".
    fn names_whom(&self, sentence: &Text) -> bool {
        let mut words = sentence.words_as_said().skip(1);
        let is_name = |word: &&str| word.len() >= 3 && word.starts_with(char::is_uppercase);
        let Some(first) = words.find(is_name) else {
            return false;
        };
        let result = Text::of(self.result);
        std::iter::once(first)
            .chain(words.filter(is_name))
            .any(|name| result.words().any(|word| word == fold(name)))
    }

    /// A deed whose kind nobody declared is of any, but of none that takes something back; and of none at all where nobody was
    /// asked for it.
    fn is_kind(&self, act: Option<Act>) -> bool {
        match (act, self.act) {
            (None, _) => true,
            (Some(Act::Cancel), own) => own == Act::Cancel,
            (Some(_), Act::Cancel) => false,
            (Some(_), Act::Other) => self.is_asked,
            (Some(Act::Book), Act::Modify) => true,
            (Some(act), own) => act == own,
        }
    }
}

/// What a model wrote as it liked and nobody read before it was sent.
fn is_prose(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(char::is_whitespace),
        Value::Array(_) | Value::Object(_) => true,
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A day that may be another, a change, or one more: what stands is told without.
fn names_another(sentence: &Text) -> bool {
    static ANOTHER: Tagged = Tagged::new("truth_another");
    let folded = sentence.folded();
    folded.contains("las dos") || sentence.words().any(|word| ANOTHER.contains(&word))
}

/// Whether words ask for a deed: one more of what there is, or any that is named without asking about it.
fn wants_something(said: &Text) -> bool {
    static MORE: Tagged = Tagged::new("truth_more");
    let is_more = said.words().any(|word| MORE.contains(&word));
    is_more || !said.said().contains('?') && act_told_of(said).is_some()
}

/// Whether a call put the user through to a person.
fn puts_through(assistant: &Assistant, call: &TalkCall) -> bool {
    let result = call.result.as_ref().filter(|result| !result.is_error);
    result.is_some_and(|result| {
        assistant.is_hand_off(&call.call.tool)
            || result.content.contains("should_transfer")
                && serde_json::from_str::<Value>(&result.content)
                    .is_ok_and(|told| told.get("should_transfer") == Some(&Value::Bool(true)))
    })
}

fn act_of(assistant: &Assistant, tool: &str) -> Act {
    assistant.tool(tool).map_or(Act::Other, |tool| tool.act)
}
