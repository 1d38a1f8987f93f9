//! What was asked before something is said: `contexts.toml`.

use std::collections::BTreeMap;

use jiff::ZonedDateTime;
use serde::Deserialize;
use serde_json::Value;

use super::items::value_of;
use crate::{Act, Language, OpeningHours, ReadContext, SlotSpec, Span, Term, Vocabulary};

/// What is wrong with a text of contexts.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ContextFault(String);

/// All contexts of a language, by name.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    asked: BTreeMap<String, Context>,
    vocabularies: BTreeMap<String, Vocabulary>,
}

/// A file of contexts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    #[serde(default)]
    asked: BTreeMap<String, Context>,
    /// Lists of what can be named: the id of each, its name, and other ways to say it.
    #[serde(default)]
    words: BTreeMap<String, Vec<Vec<String>>>,
}

/// What was asked, and what is known then.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Context {
    /// What is as in another one, unless it is said here.
    like: Option<String>,
    /// These, each in its turn: a row of this is one of each of them.
    each: Vec<String>,
    /// What is read.
    pub(super) reads: Option<Reads>,
    /// The ISO 3166 country of phone numbers without a prefix; Mexico where nothing is said.
    country: Option<String>,
    /// When it is said.
    now: Option<String>,
    /// When the business is open, each day: `13:00-23:00`.
    open: Option<String>,
    /// What is wanted: `date: date`, `staff: term clinic`, where `clinic` is a list of `words`.
    slots: Vec<String>,
    /// The values so far, or those that a confirmation names.
    known: BTreeMap<String, String>,
    /// The slot that was asked for.
    question: Option<String>,
    /// What a yes does.
    pub(super) act: Option<Act>,
    /// The sums in pesos that a confirmation names.
    pub(super) sums: Vec<i64>,
}

/// The readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reads {
    /// Values for slots.
    Values,
    /// A value that comes in pieces, with ` | ` between them.
    Pieces,
    /// An answer to a confirmation.
    Answer,
    /// A number by itself.
    Number,
    /// A day and an hour, of a booking or not.
    Moment,
    /// Two requests in one.
    Requests,
    /// What is moved, and when to.
    Moves,
    /// What stands on the sides of an "and".
    Clauses,
    /// Whether it is for another person.
    SomebodyElse,
    /// Who speaks.
    Introduction,
    /// What language it is in, or asks for.
    Tongue,
    /// What language the people of a phone number speak.
    Phone,
    /// What a sentence of ours claims to have done.
    Claim,
    /// What is left of a text without cards and codes.
    Masked,
    /// A text in which something was masked.
    Mark,
    /// The digits of a text that may be a piece of a card.
    CardPiece,
    /// How many of the last texts, with ` | ` between them, are a card.
    CardPieces,
}

/// What a row says was asked.
pub(super) struct AskedRow {
    pub(super) contexts: Vec<Context>,
    as_heard: bool,
}

impl AskedRow {
    /// As it is written; and as it is heard, in small letters without marks.
    pub(super) fn ways_to_say(&self, said: &str) -> Vec<String> {
        let mut ways = vec![said.to_owned()];
        if self.as_heard {
            ways.push(said.replace([',', '¿', '?', '¡', '!', '.'], "").to_lowercase());
        }
        ways
    }
}

impl Contexts {
    pub(super) fn read(text: &str) -> Result<Self, ContextFault> {
        let stored: Stored = toml::from_str(text).map_err(|error| ContextFault(error.to_string()))?;
        let vocabularies = stored.words.into_iter().map(|(name, terms)| {
            let terms = terms.into_iter().map(|names| {
                let mut names = names.into_iter();
                let id = names.next().unwrap_or_default();
                Term { name: names.next().unwrap_or_else(|| id.clone()), aliases: names.collect(), id }
            });
            (name, Vocabulary::new(terms.collect()))
        });
        Ok(Self { vocabularies: vocabularies.collect(), asked: stored.asked })
    }

    pub(super) fn add(&mut self, own: Self) {
        self.asked.extend(own.asked);
        self.vocabularies.extend(own.vocabularies);
    }

    /// The contexts of a row: `table; question: party; time: 20:00; as heard`.
    pub(super) fn asked(&self, text: &str) -> Result<AskedRow, String> {
        let mut parts = text.split(';').map(str::trim);
        let mut contexts = self.named(parts.next().unwrap_or_default(), 0)?;
        let mut as_heard = false;
        for part in parts {
            let (name, what) = part.split_once(':').unwrap_or((part, ""));
            let what = what.trim();
            as_heard |= name == "as heard";
            for context in &mut contexts {
                match name {
                    "as heard" => {}
                    "question" => context.question = Some(what.to_owned()),
                    "now" => context.now = Some(what.to_owned()),
                    "sums" => context.sums = what.split(' ').filter_map(|sum| sum.parse().ok()).collect(),
                    _ => {
                        context.known.insert(name.to_owned(), what.to_owned());
                    }
                }
            }
        }
        Ok(AskedRow { contexts, as_heard })
    }

    fn named(&self, name: &str, depth: usize) -> Result<Vec<Context>, String> {
        let Some(context) = self.asked.get(name).filter(|_| depth < 8) else {
            let known: Vec<&str> = self.asked.keys().map(String::as_str).collect();
            return Err(format!("no context is called `{name}`: contexts.toml has {}", known.join(", ")));
        };
        let mut all = Vec::new();
        for name in &context.each {
            all.append(&mut self.named(name, depth + 1)?);
        }
        if let Some(like) = &context.like {
            for other in self.named(like, depth + 1)? {
                all.push(context.over(other));
            }
        }
        if all.is_empty() {
            all.push(context.clone());
        }
        Ok(all)
    }
}

impl Context {
    fn over(&self, other: Self) -> Self {
        let own = self.clone();
        let mut known = other.known;
        known.extend(own.known);
        Self {
            like: None,
            each: Vec::new(),
            reads: own.reads.or(other.reads),
            country: own.country.or(other.country),
            now: own.now.or(other.now),
            open: own.open.or(other.open),
            slots: if own.slots.is_empty() { other.slots } else { own.slots },
            known,
            question: own.question.or(other.question),
            act: own.act.or(other.act),
            sums: if own.sums.is_empty() { other.sums } else { own.sums },
        }
    }

    /// Reads something with all of this.
    pub(super) fn reading<T>(
        &self,
        contexts: &Contexts,
        language: Language,
        read: impl FnOnce(&ReadContext<'_>) -> T,
    ) -> Result<T, String> {
        let slots = self.slots.iter().map(|slot| contexts.slot(slot));
        let slots = slots.collect::<Result<Vec<_>, _>>()?;
        let known = self.known.iter().map(|(name, text)| value_in(&slots, name, text));
        let known = known.collect::<Result<BTreeMap<_, _>, _>>()?;
        let hours = self.open.as_deref().map(hours_of).transpose()?;
        let now = self.now()?;
        Ok(read(&ReadContext {
            language,
            now: &now,
            slots: &slots,
            awaiting: self.question.as_deref(),
            known: &known,
            hours: hours.as_ref(),
            country: self.country.as_deref().unwrap_or("MX"),
        }))
    }

    /// When it is said.
    pub(super) fn now(&self) -> Result<ZonedDateTime, String> {
        let now = self.now.as_deref().unwrap_or_default();
        now.parse()
            .map_err(|_| format!("`now` is `{now}`: write it as 2026-01-19T10:00[America/Mexico_City]"))
    }
}

fn value_in(slots: &[SlotSpec<'_>], name: &str, text: &str) -> Result<(String, Value), String> {
    let slot = slots.iter().find(|slot| slot.name == name).ok_or_else(|| {
        let names: Vec<&str> = slots.iter().map(|slot| slot.name).collect();
        format!("`{name}` is no value of this context: it has {}", names.join(", "))
    })?;
    let value = value_of(slot.kind, text).ok_or_else(|| format!("`{text}` is no value of `{name}`"))?;
    Ok((name.to_owned(), value))
}

impl Contexts {
    fn slot<'a>(&'a self, text: &'a str) -> Result<SlotSpec<'a>, String> {
        let (name, kind) = text.split_once(": ").unwrap_or((text, "text"));
        let (kind, vocabulary) = kind.split_once(' ').unwrap_or((kind, ""));
        Ok(SlotSpec {
            name,
            kind: serde_json::from_value(Value::from(kind)).map_err(|_| {
                format!("`{kind}` is no kind of slot: date, time, party_size, person_name, ...")
            })?,
            vocabulary: self.vocabularies.get(vocabulary),
        })
    }
}

fn hours_of(text: &str) -> Result<OpeningHours, String> {
    let times = text.split_once('-').and_then(|(open, close)| {
        Some(Span { open: open.trim().parse().ok()?, close: close.trim().parse().ok()? })
    });
    let span = times.ok_or_else(|| format!("`open` is `{text}`: write it as 13:00-23:00"))?;
    Ok(OpeningHours { week: std::array::from_fn(|_| vec![span]), exceptions: BTreeMap::new() })
}
