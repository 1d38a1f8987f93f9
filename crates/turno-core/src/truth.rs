//! What a model's words are measured by: what was done, what was found, and what anybody gave.

use std::collections::BTreeSet;

use serde_json::Value;
use turno_graph::AgentNode;
use turno_language::{
    Act, Claim, StatesTold, act_told_of, claim_of, denies_a_deed,
    text::{fold, words_of},
};

use crate::{
    Assistant, Conversation, Earlier, EarlierKind,
    grounds::Grounds,
    talk::TalkCall,
    values::{bare, codes_in, hours_in, numbers_in},
};

/// What a model's words are measured by.
pub(crate) struct Truth<'a> {
    /// The latest one last.
    deeds: Vec<Deed<'a>>,
    /// What reads gave.
    found: Vec<&'a str>,
    /// Everything that a value may come from; none: nobody asks.
    grounds: Option<Grounds>,
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
    values: Values,
}

impl<'a> Truth<'a> {
    pub(crate) fn of(assistant: &Assistant, conversation: &'a Conversation, agent: &AgentNode) -> Self {
        let talk = &conversation.talk;
        let new = conversation.turn.as_ref().and_then(|turn| turn.deed.as_ref());
        let is_of_turn = |call: &TalkCall| match call.is_asked {
            true => call.result.as_ref().map(|result| &result.content) == new,
            false => talk.calls_of_turn().any(|other| std::ptr::eq(other, call)),
        };
        let of_call = |call| Deed::of_call(assistant, call, is_of_turn(call));
        let earlier = talk.earlier.iter();
        let deeds = earlier
            .filter_map(|line| Deed::of_line(assistant, line))
            .chain(talk.calls().filter_map(of_call));
        let results = talk
            .calls()
            .filter_map(|call| Some((call, call.result.as_ref()?)));
        let reads = results.filter(|(_, result)| !result.is_error && !result.has_acted);
        Self {
            deeds: deeds.collect(),
            found: reads.map(|(_, result)| result.content.as_str()).collect(),
            grounds: agent
                .grounded
                .then(|| Grounds::of(assistant, conversation, agent)),
        }
    }

    pub(crate) fn allows(&self, sentence: &str) -> bool {
        let is_so = match claim_of(sentence) {
            Some(Claim::Deed) => self.tells_of_a_deed(sentence),
            Some(Claim::State) => self.tells_of_a_deed(sentence) || self.was_found(sentence),
            // What was done just now was done, and a model that says otherwise has its own words against it.
            None => self.deed_denied(sentence).is_none(),
        };
        is_so && self.grounds.as_ref().is_none_or(|grounds| grounds.hold(sentence))
    }

    /// What a sentence that may not be said claims to be so, and is so otherwise: a deed of the same kind.
    pub(crate) fn deed_meant(&self, sentence: &str) -> Option<&'a str> {
        if claim_of(sentence).is_none() {
            return self.deed_denied(sentence).map(|deed| deed.result);
        }
        let act = act_told_of(sentence)?;
        let mut deeds = self.deeds.iter().rev();
        let meant = deeds.find(|deed| deed.is_kind(Some(act)))?;
        Some(meant.result)
    }

    /// What was done just now and a sentence says was not. What asked nobody is not what "no pude reservar" is about.
    fn deed_denied(&self, sentence: &str) -> Option<&Deed<'a>> {
        let is_meant = |deed: &&Deed<'_>| deed.is_new && (deed.is_asked || act_told_of(sentence).is_none());
        self.deeds
            .iter()
            .rev()
            .find(is_meant)
            .filter(|_| denies_a_deed(sentence))
    }

    /// A deed of that kind, with the values that it had. What is told of an earlier turn must say which it is: a second one that
    /// was never made sounds the same.
    fn tells_of_a_deed(&self, sentence: &str) -> bool {
        let act = act_told_of(sentence);
        let named = Values::of_words(sentence);
        self.deeds
            .iter()
            .any(|deed| deed.is_kind(act) && deed.values.have(&named) && (deed.is_new || !named.is_empty()))
    }

    /// Something that was read says so, as far as can be told from its words.
    fn was_found(&self, sentence: &str) -> bool {
        let stems: &[&str] = match act_told_of(sentence) {
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
        let mut found = self.found.iter().map(|found| fold(found));
        found.any(|found| stems.iter().any(|stem| found.contains(stem)) && states.are_in(&found))
    }
}

impl<'a> Deed<'a> {
    fn of_call(assistant: &Assistant, call: &'a TalkCall, is_new: bool) -> Option<Self> {
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
            values,
        })
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

fn act_of(assistant: &Assistant, tool: &str) -> Act {
    assistant.tool(tool).map_or(Act::Other, |tool| tool.act)
}

/// The values that words name, as far as a deed can be known by them.
#[derive(Default)]
struct Values {
    codes: BTreeSet<String>,
    hours: BTreeSet<u32>,
    /// Days of the week and months, folded, in one language.
    days: BTreeSet<&'static str>,
    numbers: BTreeSet<i64>,
}

#[rustfmt::skip]
const DAYS: &[(&str, &str)] = &[
    ("lunes", "monday"), ("martes", "tuesday"), ("miercoles", "wednesday"), ("jueves", "thursday"),
    ("viernes", "friday"), ("sabado", "saturday"), ("domingo", "sunday"), ("enero", "january"),
    ("febrero", "february"), ("marzo", "march"), ("abril", "april"), ("mayo", "may"), ("junio", "june"),
    ("julio", "july"), ("agosto", "august"), ("septiembre", "september"), ("octubre", "october"),
    ("noviembre", "november"), ("diciembre", "december"),
];

impl Values {
    /// Of what a model says.
    fn of_words(text: &str) -> Self {
        let folded = fold(text);
        let known = |word: &str| {
            let day = DAYS.iter().find(|(es, en)| *es == word || *en == word);
            day.map(|(es, _)| *es)
        };
        Self {
            codes: codes_in(text).map(bare).collect(),
            hours: hours_in(text),
            days: words_of(&folded).filter_map(known).collect(),
            numbers: numbers_in(text)
                .map(|(hundredths, _)| hundredths)
                .filter(|hundredths| *hundredths >= 0)
                .collect(),
        }
    }

    /// Of JSON: what its texts name, and its dates as people say them.
    fn of_data(data: &str) -> Self {
        let mut values = Self::of_words(data);
        for written in data.split(|c: char| !(c.is_ascii_digit() || c == '-')) {
            let Ok(date) = written.parse::<jiff::civil::Date>() else {
                continue;
            };
            let weekday = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or_default();
            let month = usize::try_from(date.month()).unwrap_or_default();
            for at in [weekday, 6 + month] {
                values.days.extend(DAYS.get(at).map(|(es, _)| *es));
            }
            values.numbers.insert(i64::from(date.day()) * 100);
            values.numbers.insert(i64::from(date.year()) * 100);
        }
        values
    }

    fn add(&mut self, mut more: Self) {
        self.codes.append(&mut more.codes);
        self.hours.append(&mut more.hours);
        self.days.append(&mut more.days);
        self.numbers.append(&mut more.numbers);
    }

    fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.hours.is_empty() && self.days.is_empty() && self.numbers.is_empty()
    }

    /// All that is named are values of this. The hour of a clock is one on the dial.
    fn have(&self, named: &Self) -> bool {
        let is_number = |hundredths: &i64| {
            let hour = u32::try_from(hundredths / 100).unwrap_or(u32::MAX);
            let is_hour =
                hour <= 24 && self.hours.contains(&(hour % 12)) && named.hours.contains(&(hour % 12));
            self.numbers.contains(hundredths) || is_hour
        };
        named.codes.is_subset(&self.codes)
            && named.hours.is_subset(&self.hours)
            && named.days.is_subset(&self.days)
            && named.numbers.iter().all(is_number)
    }
}
