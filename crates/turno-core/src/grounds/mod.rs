//! Where what a model states comes from: numbers, hours and codes that somebody gave; whose price it is; what
//! was found free; what there is.

mod booking;
mod business;
mod codes;
mod contact;
mod days;
mod denials;
mod durations;
mod gifts;
mod lookups;
mod names;
mod opening;
mod opening_words;
mod prices;
mod read;
mod room;
mod stock;
#[cfg(test)]
mod tests;
mod times;

use std::{cell::OnceCell, collections::BTreeSet, sync::Arc};

use serde_json::{Map, Value};
use turno_graph::AgentNode;
use turno_language::{Claim, Text};

use crate::{
    Assistant, Conversation, EarlierKind,
    money::other_currencies_in,
    step::may_name_a_moment,
    talk::{CallResult, Talk, TalkCall, TalkMessage},
    told::stem_of,
    values::{bare, codes_in, hour_of_word, hours_in, prices_answered, prices_in, spelled_codes_in},
};
use booking::Bookings;
pub(crate) use business::BusinessGrounds;
use codes::{codes_told_of, vouches};
pub(crate) use contact::asks_for_a_card;
use durations::{Duration, durations_in};
use lookups::Lookups;
use opening::Opening;
use opening_words::is_of_opening;
use prices::PriceTags;
use read::{Line, Read};

use stock::Stock;
pub(crate) use times::is_day;
use times::{Said24, is_month, times_told};

/// Numbers, hours and codes that somebody gave, and what was found.
pub(crate) struct Grounds<'a> {
    business: &'a BusinessGrounds,
    /// What tools and the business told, each as it was told.
    told: Vec<Arc<Read>>,
    /// What else hours and codes may come from: the users' words, and values that they agreed to.
    given: Vec<Read>,
    /// The hours of all of these, worked out where one is first named.
    hours: OnceCell<BTreeSet<u32>>,
    open: Opening<'a>,
    /// What the user said last.
    latest: Arc<Text>,
    /// As ISO names it.
    currency: &'a str,
    tags: PriceTags,
    lookups: Lookups,
    stock: Stock,
    bookings: Bookings,
}

impl<'a> Grounds<'a> {
    pub(crate) fn of(
        assistant: &'a Assistant,
        conversation: &'a Conversation,
        agent: &AgentNode,
        latest: Arc<Text>,
    ) -> Self {
        let talk = &conversation.talk;
        let business = assistant.grounds();
        let results = results_of(talk);
        let now = now_of(assistant, conversation);
        let mut grounds = Self {
            business,
            told: business.told_at(agent),
            given: given_in(conversation),
            hours: OnceCell::new(),
            open: Opening::new(&assistant.settings.hours, now),
            latest,
            currency: &assistant.settings.currency,
            tags: business.tags.clone(),
            lookups: Lookups::of(
                results.iter().filter(|result| result.is_since_a_moment),
                is_looked_up_at(agent),
                now.date(),
                business.bookings.branches.clone(),
            ),
            stock: business.stock.in_talk(is_stock_unasked(talk, agent)),
            bookings: business.bookings.clone(),
        };
        for prompt in business.prompts_at(agent) {
            grounds.tags.add_amounts(prompt.numbers());
        }
        // What says that a call was wrong names values that are but examples: "give a code as RES-4821".
        for result in results.iter().filter(|result| !result.result.is_error) {
            grounds.add_told(&result.result.content, result.told.as_ref());
            grounds
                .stock
                .add_result(result.told.as_ref().unwrap_or(&Value::Null));
            if let Some(told) = &result.told {
                grounds.bookings.add(told);
            }
        }
        for result in &results {
            let told = result.told.as_ref().unwrap_or(&Value::Null);
            grounds
                .bookings
                .add_call(&result.call.call.tool, told, result.result.has_acted);
        }
        let told = talk.earlier.iter().filter(|line| line.kind.is_told());
        for line in told {
            let told: Option<Value> = serde_json::from_str(&line.result).ok();
            grounds.add_told(&line.result, told.as_ref());
        }
        grounds
    }

    /// Of a tool; `told` is the text as JSON, where it is some.
    fn add_told(&mut self, text: &str, told: Option<&Value>) {
        let read = Read::new(text);
        match told {
            Some(told) => self.tags.add_value(told),
            None => self.tags.add_amounts(read.numbers()),
        }
        self.told.push(Arc::new(read));
    }

    fn given(&self) -> impl Iterator<Item = &Read> {
        self.told.iter().map(Arc::as_ref).chain(&self.given)
    }

    fn gave_hours(&self, hours: &BTreeSet<u32>) -> bool {
        let of_all = || {
            let opening = self.business.opening.iter();
            let hours = self.given().flat_map(Read::hours).chain(opening).copied();
            // "Mañana, 9": whatever number a person says may be the hour that they mean.
            let said = self.given.iter().filter(|given| given.is_of_user());
            let said = said.flat_map(Read::words).filter_map(hour_of_word);
            hours.chain(said).collect()
        };
        hours.is_empty() || hours.is_subset(self.hours.get_or_init(of_all))
    }

    /// Amounts in results are often cents. A question states nothing.
    pub(crate) fn hold(&self, sentence: &Text, claim: Option<Claim>) -> bool {
        let is_told = |hundredths: i64| self.told.iter().any(|told| told.amounts().contains(&hundredths));
        let is_known = |hundredths: &i64| {
            is_told(*hundredths)
                || is_told(hundredths.saturating_mul(100))
                || self.tags.is_sum(*hundredths, sentence, &self.latest)
        };
        let asks = sentence.said().contains(['?', '¿']);
        // What is told of a deed is measured by the deed.
        let is_of_a_deed = claim.is_some_and(Claim::says_it_is_so);
        prices_in(sentence).iter().all(is_known)
            && (asks || !asks_a_price(&self.latest) || prices_answered(sentence).iter().all(is_known))
            && self.tags.hold(sentence)
            && (asks
                || self
                    .tags
                    .is_of_something_known(sentence, &|word, price| self.is_told_with(word, price)))
            && self.tags.is_of_so_many(sentence)
            && (claim.is_some() || gifts::hold(sentence, &self.latest, self.lines()))
            && (asks || claim.is_some() || denials::hold(sentence, &|| Box::new(self.lines())))
            && (is_of_a_deed || self.lookups.hold(sentence, &self.latest))
            && (is_of_a_deed
                || self
                    .stock
                    .hold(sentence, &self.latest, &|word| self.is_told(word)))
            && self
                .bookings
                .hold(sentence, &self.latest, &|word| self.is_given(word))
            && self.codes_hold(sentence)
            && self.contacts_hold(sentence)
            && self.currency_holds(sentence)
            && (asks || is_of_a_deed || self.durations_hold(sentence))
            && (asks || self.gave_hours(&hours_in(sentence)))
            && self
                .open
                .hold(sentence, &self.latest, &|time| self.told_hour(time, sentence))
    }

    fn durations_hold(&self, sentence: &Text) -> bool {
        let is_given = |duration: &Duration| self.given().any(|given| given.durations().contains(duration));
        let said = durations_in(sentence);
        { said.iter() }.all(|duration| duration.is_a_moment() || is_given(duration))
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.told.iter().flat_map(|told| told.lines())
    }

    /// A word, by its beginning, that a tool or the business used.
    fn is_told(&self, word: &str) -> bool {
        let stem = stem_of(word);
        self.told.iter().any(|told| told.has_stem(&stem))
    }

    /// A word, folded, that anybody used.
    fn is_given(&self, word: &str) -> bool {
        self.given().any(|given| given.has_word(word))
    }

    /// A word, by its beginning, in one sentence with an amount.
    fn is_told_with(&self, word: &str, price: i64) -> bool {
        let stem = stem_of(word);
        self.lines()
            .any(|line| line.numbers.contains(&price) && line.has_stem(&stem))
    }

    /// An hour that a tool or the business told of; of a day that is named, in one sentence with it.
    fn told_hour(&self, time: Option<Said24>, sentence: &Text) -> bool {
        let is_of_days = |word: &str| is_day(word) || is_month(word);
        let days: Vec<&str> = sentence.words().filter(|word| is_of_days(word)).collect();
        let dial = time.map(Said24::on_the_dial);
        self.lines().any(|line| {
            if dial.is_some_and(|dial| !line.hours.contains(&dial)) {
                return false;
            }
            let words: Vec<&str> = line.text.words().collect();
            let has_day = days.is_empty() || words.iter().any(|word| days.contains(word));
            has_day
                && match time {
                    Some(time) => times_told(&words).into_iter().any(|told| time.agrees_with(told)),
                    None => words.iter().any(|word| is_of_opening(word)),
                }
        })
    }

    /// Numbers and addresses that somebody gave; the business's own, that the business or a tool gave.
    fn contacts_hold(&self, sentence: &Text) -> bool {
        let phones = contact::phones_in(sentence);
        let addresses = contact::addresses_in(sentence);
        if phones.is_empty() && addresses.is_empty() {
            return true;
        }
        let is_own = contact::is_of_the_business(sentence);
        let given = || {
            let others = self.given.iter().filter(|_| !is_own);
            self.told.iter().map(Arc::as_ref).chain(others)
        };
        phones
            .iter()
            .all(|phone| given().any(|given| given.has_digits(phone)))
            && addresses
                .iter()
                .all(|address| given().any(|given| given.has_bare(&bare(address))))
    }

    /// An amount is of the business's money, or of such as it or a tool speaks of.
    fn currency_holds(&self, sentence: &Text) -> bool {
        let mut others = other_currencies_in(sentence, self.currency).peekable();
        others.peek().is_none() || prices_in(sentence).is_empty() || others.all(|word| self.is_told(word))
    }

    /// A code is one that somebody gave; and that it is good for something, a tool's own.
    fn codes_hold(&self, sentence: &Text) -> bool {
        let is_vouched_for = !sentence.said().contains(['?', '¿']) && vouches(sentence);
        let is_given = |code: &str| {
            let code = bare(code);
            let is_told = || self.told.iter().any(|told| told.has_bare(&code));
            is_told() || !is_vouched_for && self.given.iter().any(|given| given.has_bare(&code))
        };
        let is_anybodys = |code: &str| self.given().any(|given| given.has_bare(code));
        codes_in(sentence.said()).all(is_given)
            && codes_told_of(sentence)
                .iter()
                .all(|code| is_anybodys(&bare(code)))
            && spelled_codes_in(sentence)
                .iter()
                .all(|digits| is_anybodys(digits))
    }
}

/// What the user gave: words, the number that they call from, and values that stand in the conversation.
fn given_in(conversation: &Conversation) -> Vec<Read> {
    let talk = &conversation.talk;
    // A code or an hour that the user named may be said again; a price may not.
    let said = talk.messages.iter().filter_map(|message| match message {
        TalkMessage::User(text) => Some(text.as_str()),
        TalkMessage::Assistant { .. } => None,
    });
    let earlier = talk.earlier.iter().filter(|line| line.kind == EarlierKind::Said);
    let said: Vec<&str> = earlier.map(|line| line.wanted.as_str()).chain(said).collect();
    let mut given = vec![Read::of_user(said.join(" "))];
    given.extend(conversation.caller.phone.as_deref().map(Read::new));
    // What a model filled in and nobody agreed to is a model's word.
    let is_models = |value: &Value| {
        let mut unmade = talk.calls().filter(|call| call.made.is_none());
        unmade.any(|call| {
            let mut values = call.parameters.iter().flat_map(Map::values);
            values.any(|given| given == value)
        })
    };
    let slots = conversation.slots.values().filter(|value| !is_models(value));
    given.extend(slots.filter_map(Value::as_str).map(Read::new));
    given
}

fn asks_a_price(latest: &Text) -> bool {
    latest.folded().contains("how much")
        || latest.words().any(|word| {
            ["cuest", "cuanto", "precio", "price", "cost"]
                .iter()
                .any(|stem| word.starts_with(stem))
                && !matches!(word, "cuantos" | "cuantas")
        })
}

fn now_of(assistant: &Assistant, conversation: &Conversation) -> jiff::civil::DateTime {
    let zone = assistant.settings.time_zone.clone();
    conversation
        .latest_at
        .to_jiff()
        .to_zoned_datetime(zone)
        .datetime()
}

/// Whether a node's tools tell what there is of what is sold, and none of them was asked.
fn is_stock_unasked(talk: &Talk, agent: &AgentNode) -> bool {
    const TELLS: &[&str] = &["product", "stock", "catalog", "inventor", "existencia"];
    let tells = |tool: &String| TELLS.iter().any(|part| tool.contains(part));
    let is_asked = |call: &TalkCall| tells(&call.call.tool) && call.result.is_some();
    agent.tools.iter().any(tells) && !talk.calls().any(is_asked)
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

fn results_of(talk: &Talk) -> Vec<Told<'_>> {
    let names_one = |message: &TalkMessage| match message {
        TalkMessage::User(text) => may_name_a_moment(text),
        TalkMessage::Assistant { .. } => false,
    };
    let begun = talk.messages.iter().rposition(names_one).unwrap_or_default();
    let calls = talk.messages.iter().enumerate().flat_map(|(at, message)| {
        let is_since_a_moment = at >= begun;
        message.calls().iter().map(move |call| (call, is_since_a_moment))
    });
    calls
        .filter_map(|(call, is_since_a_moment)| Told::of(call, is_since_a_moment))
        .collect()
}

impl<'a> Told<'a> {
    fn of(call: &'a TalkCall, is_since_a_moment: bool) -> Option<Self> {
        let result = call.result.as_ref()?;
        Some(Self {
            call,
            result,
            told: serde_json::from_str(&result.content).ok(),
            is_since_a_moment,
        })
    }
}

/// Whether a node can look up what is free at all: elsewhere nobody claims against it.
fn is_looked_up_at(agent: &AgentNode) -> bool {
    let looks = |tool: &String| tool.contains("availab") || tool.contains("disponib");
    agent.tools.iter().any(looks)
}

/// The parts of a sentence that each say something of their own.
fn clauses(sentence: &str) -> Vec<Text> {
    let mut parts = vec![sentence];
    for mark in [", ", "; ", ": ", " pero ", " but ", " y ", " and "] {
        parts = parts.into_iter().flat_map(|part| part.split(mark)).collect();
    }
    parts.into_iter().map(Text::of).collect()
}
