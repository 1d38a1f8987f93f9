//! Where what a model states comes from: numbers, hours and codes that somebody gave; whose price it is; what
//! was found free; what there is.

mod booking;
mod contact;
mod gifts;
mod names;
mod opening;
mod prices;
mod room;
mod stock;
#[cfg(test)]
mod tests;
mod times;

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use turno_graph::AgentNode;
use turno_language::{
    claim_of,
    text::{fold, words_of},
};

use crate::{
    Assistant, Conversation, EarlierKind,
    said::sentences,
    step::may_name_a_moment,
    talk::{Talk, TalkCall, TalkMessage},
    told::texts_of_business,
    values::{bare, codes_in, hours_in, numbers_in, prices_answered, prices_in, spelled_codes_in},
};
use booking::Bookings;
pub(crate) use contact::asks_for_a_card;
use opening::Opening;
use prices::PriceTags;
use room::Lookups;
use stock::Stock;
pub(crate) use times::is_day;

/// Numbers (in hundredths), hours and codes that somebody gave.
pub(crate) struct Grounds {
    numbers: BTreeSet<i64>,
    words: String,
    /// What hours may come from, read where one is named: texts, the users' words, and the opening hours.
    texts: String,
    users: String,
    opening: BTreeSet<u32>,
    open: Opening,
    /// What tools and the business told, each as it was told, and the letters and digits of it all.
    told: Vec<String>,
    told_bare: String,
    /// What the user said last.
    latest: String,
    tags: PriceTags,
    lookups: Lookups,
    stock: Stock,
    bookings: Bookings,
}

impl Grounds {
    pub(crate) fn of(assistant: &Assistant, conversation: &Conversation, agent: &AgentNode) -> Self {
        let mut grounds = Self {
            numbers: BTreeSet::new(),
            words: String::new(),
            texts: String::new(),
            users: String::new(),
            opening: BTreeSet::new(),
            open: Opening::new(&assistant.settings.hours, today_of(assistant, conversation)),
            told: Vec::new(),
            told_bare: String::new(),
            latest: String::new(),
            tags: PriceTags::default(),
            lookups: Lookups::of(calls_since_a_moment(&conversation.talk), is_looked_up_at(agent)),
            stock: Stock::unasked(is_stock_unasked(&conversation.talk, agent)),
            bookings: Bookings::at(assistant.settings.vocabularies.get("branches")),
        };
        if let Some(phone) = &conversation.caller.phone {
            grounds.add_words(phone);
        }
        for message in &conversation.talk.messages {
            match message {
                // A code or an hour that the user named may be said again; a price may not.
                TalkMessage::User(text) => {
                    grounds.add_user(text);
                    grounds.latest.clone_from(text);
                }
                TalkMessage::Assistant { calls, .. } => {
                    // What says that a call was wrong names values that are but examples: "give a code as RES-4821".
                    let results = calls.iter().filter_map(|call| call.result.as_ref());
                    for result in results.filter(|result| !result.is_error) {
                        let told: Option<Value> = serde_json::from_str(&result.content).ok();
                        grounds.add_told(&result.content, told.as_ref());
                        grounds.stock.add_result(told.as_ref().unwrap_or(&Value::Null));
                        if let Some(told) = &told {
                            grounds.bookings.add(told);
                        }
                    }
                }
            }
        }
        for line in &conversation.talk.earlier {
            match line.kind {
                EarlierKind::Said => grounds.add_user(&line.wanted),
                EarlierKind::Read | EarlierKind::Did => grounds.add_text_told(&line.result),
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
        grounds.add_business(assistant, agent);
        grounds
    }

    /// What the business says of itself: its facts, its hours, and what the node's prompt says.
    fn add_business(&mut self, assistant: &Assistant, agent: &AgentNode) {
        let facts = &assistant.settings.facts;
        self.stock.add_fact(facts);
        self.add_told(&facts.to_string(), Some(facts));
        // In its other languages the business says the same of itself.
        let business = texts_of_business(assistant, agent);
        self.told.extend(business.into_iter().map(str::to_owned));
        for span in assistant.settings.hours.week.iter().flatten() {
            for hour in [span.open.hour(), span.close.hour()] {
                self.opening.extend(u32::try_from(hour % 12));
            }
        }
        for (voice, chat) in agent.prompt.by_language.values() {
            for id in [voice, chat] {
                if let Some(source) = assistant.graph.templates().get(id) {
                    self.add_text_told(source);
                }
            }
        }
    }

    /// Of a tool, or of the business; `told` is the text as JSON, where it is some.
    fn add_told(&mut self, text: &str, told: Option<&Value>) {
        match told {
            Some(told) => self.tags.add_value(told),
            None => self.tags.add_numbers(text),
        }
        self.told.push(text.to_owned());
        self.numbers
            .extend(numbers_in(text).map(|(hundredths, _)| hundredths));
        let bare = bare(text);
        self.told_bare.push(' ');
        self.told_bare.push_str(&bare);
        self.add_bare_words(text, &bare);
    }

    /// The same, of a text that nobody has read yet.
    fn add_text_told(&mut self, text: &str) {
        let told: Option<Value> = serde_json::from_str(text).ok();
        self.add_told(text, told.as_ref());
    }

    fn add_words(&mut self, text: &str) {
        self.add_bare_words(text, &bare(text));
    }

    fn add_bare_words(&mut self, text: &str, bare: &str) {
        self.texts.push(' ');
        self.texts.push_str(text);
        self.words.push(' ');
        self.words.push_str(bare);
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
            self.numbers.contains(hundredths)
                || self.numbers.contains(&hundredths.saturating_mul(100))
                || self.tags.is_sum(*hundredths, sentence, &self.latest)
        };
        let asks = sentence.contains(['?', '¿']);
        prices_in(sentence).iter().all(is_known)
            && (asks || !asks_a_price(&self.latest) || prices_answered(sentence).iter().all(is_known))
            && self.tags.hold(sentence)
            && (asks || self.tags.is_of_something_known(sentence, &|word, price| self.is_told_with(word, price)))
            && self.tags.is_of_so_many(sentence)
            // What is told of a deed is measured by the deed.
            && (gifts::hold(sentence, &self.latest, self.told.iter().map(String::as_str)) || claim_of(sentence).is_some())
            && self.lookups.hold(sentence, &self.latest)
            && self.stock.hold(sentence, &self.latest, &|word| self.is_told(word))
            && self.bookings.hold(sentence, &self.texts, &self.latest)
            && self.codes_hold(sentence)
            && contact::phones_in(sentence)
                .iter()
                .all(|phone| contact::has_digits(&self.texts, phone))
            && (asks || self.gave_hours(&hours_in(sentence)))
            && self
                .open
                .hold(sentence, &self.latest, &|hour, is_of_any_day| self.told_hour(hour, is_of_any_day, sentence))
    }

    /// A word, by its beginning, that a tool or the business used.
    fn is_told(&self, word: &str) -> bool {
        const LETTERS_OF_STEM: usize = 5;
        let stem: String = word.chars().take(LETTERS_OF_STEM).collect();
        self.told.iter().any(|told| {
            let told = fold(told);
            words_of(&told).any(|word| word.starts_with(&stem))
        })
    }

    /// A word, by its beginning, in one sentence with an amount.
    fn is_told_with(&self, word: &str, price: i64) -> bool {
        const LETTERS_OF_STEM: usize = 5;
        let stem: String = word.chars().take(LETTERS_OF_STEM).collect();
        self.told.iter().any(|told| {
            sentences(told).any(|(line, _)| {
                let has_price = numbers_in(line).any(|(hundredths, _)| hundredths == price);
                has_price && words_of(&fold(line)).any(|word| word.starts_with(&stem))
            })
        })
    }

    /// An hour that a tool or the business told of; of a day that is named, in one sentence with it.
    fn told_hour(&self, hour: &BTreeSet<u32>, is_of_any_day: bool, sentence: &str) -> bool {
        if is_of_any_day {
            return self.told.iter().any(|told| hour.is_subset(&hours_in(told)));
        }
        let folded = fold(sentence);
        let days: Vec<&str> = words_of(&folded).filter(|word| is_day(word)).collect();
        self.told.iter().any(|told| {
            sentences(told).any(|(line, _)| {
                let line = fold(line);
                let has_day = words_of(&line).any(|word| days.contains(&word));
                has_day && hour.is_subset(&hours_in(&line))
            })
        })
    }

    /// A code is one that somebody gave; and that it is good for something, a tool's own.
    fn codes_hold(&self, sentence: &str) -> bool {
        let folded = fold(sentence);
        let is_vouched_for = !sentence.contains(['?', '¿']) && vouches(&folded);
        let is_given = |code: &str| {
            let code = bare(code);
            self.words.contains(&code) && (!is_vouched_for || self.told_bare.contains(&code))
        };
        codes_in(sentence).all(is_given)
            && codes_told_of(sentence)
                .iter()
                .all(|code| self.words.contains(&bare(code)))
            && spelled_codes_in(sentence)
                .iter()
                .all(|digits| self.words.contains(digits.as_str()))
    }
}

/// "Está activa", "is for tomorrow": says that what a code is of is there.
fn vouches(folded: &str) -> bool {
    const REFUSED: &[&str] = &["no", "not", "t", "ningun", "ninguna", "tampoco", "nunca", "never"];
    const PHRASES: &[&str] = &[
        "es para",
        "esta a nombre",
        "esta para",
        "en pie",
        "is for",
        "is under",
        "esta en",
        "sigue",
        "is still",
    ];
    let is_good = |word: &str| {
        ["activ", "vigent", "confirm", "valid", "active", "registr"]
            .iter()
            .any(|stem| word.starts_with(stem))
    };
    !words_of(folded).any(|word| REFUSED.contains(&word))
        && (words_of(folded).any(is_good) || PHRASES.iter().any(|phrase| folded.contains(phrase)))
}

/// "Su clave es LOBO7": capitals behind what names a code.
fn codes_told_of(sentence: &str) -> Vec<&str> {
    const ABOUT: &[&str] = &[
        "codigo",
        "clave",
        "folio",
        "code",
        "reference",
        "referencia",
        "localizador",
    ];
    const LETTERS_MIN: usize = 4;
    let mut words = words_of(sentence);
    let is_about = |word: &str| ABOUT.contains(&fold(word).as_str());
    if !words.any(is_about) {
        return Vec::new();
    }
    let is_code = |word: &&str| {
        word.len() >= LETTERS_MIN
            && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            && word.chars().filter(char::is_ascii_uppercase).count() >= 2
    };
    words.filter(is_code).collect()
}

fn asks_a_price(latest: &str) -> bool {
    let folded = fold(latest);
    folded.contains("how much")
        || words_of(&folded).any(|word| {
            ["cuest", "cuanto", "precio", "price", "cost"]
                .iter()
                .any(|stem| word.starts_with(stem))
                && !matches!(word, "cuantos" | "cuantas")
        })
}

fn today_of(assistant: &Assistant, conversation: &Conversation) -> jiff::civil::Date {
    let zone = assistant.settings.time_zone.clone();
    conversation.latest_at.to_jiff().to_zoned_datetime(zone).date()
}

/// Whether a node's tools tell what there is of what is sold, and none of them was asked.
fn is_stock_unasked(talk: &Talk, agent: &AgentNode) -> bool {
    const TELLS: &[&str] = &["product", "stock", "catalog", "inventor", "existencia"];
    let tells = |tool: &String| TELLS.iter().any(|part| tool.contains(part));
    let is_asked = |call: &TalkCall| tells(&call.call.tool) && call.result.is_some();
    agent.tools.iter().any(tells) && !talk.calls().any(is_asked)
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
