//! What there is of what is sold, and what says that there is some, or none.

use serde_json::{Map, Value};
use turno_language::Tagged;
use turno_language::Text;

use super::{
    clauses,
    names::{Name, Named, named_in},
    room::names_room,
};
use crate::{told::stem_of, values::number_of};

/// What results and the business's facts tell of what there is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stock {
    /// The latest of each name.
    items: Vec<Item>,
    /// Whether there was some of what the latest result was about, and how many.
    latest: Vec<(bool, Option<u64>)>,
    /// A tool here tells what there is, and none was asked.
    is_unasked: bool,
}

#[derive(Debug, Clone)]
struct Item {
    name: Name,
    is_there: bool,
    /// How many, where that is told.
    pieces: Option<u64>,
}

impl Named for Item {
    fn name(&self) -> &Name {
        &self.name
    }
}

impl Stock {
    /// The same in a talk: whether a tool there could tell what there is, and none was asked.
    pub(crate) fn in_talk(&self, is_unasked: bool) -> Self {
        Self {
            is_unasked,
            ..self.clone()
        }
    }

    /// Adds what the business says of itself.
    pub(crate) fn add_fact(&mut self, facts: &Value) {
        let mut told = Vec::new();
        collect(facts, &mut told);
        for item in told {
            // What was looked up is newer.
            if !self.items.iter().any(|known| known.name == item.name) {
                self.items.push(item);
            }
        }
    }

    /// Adds what a tool told, later than all before it.
    pub(crate) fn add_result(&mut self, result: &Value) {
        let mut told = Vec::new();
        collect(result, &mut told);
        self.latest = told.iter().map(|item| (item.is_there, item.pieces)).collect();
        for item in told {
            self.items.retain(|known| known.name != item.name);
            self.items.push(item);
        }
    }

    /// That there is some of a thing, or none, is said only as it was told. What nobody was told of is not looked at: it may be
    /// no goods at all ("tenemos terraza"), unless it is what the user asks about and nobody looked.
    pub(crate) fn hold(&self, sentence: &Text, latest: &Text, business: &dyn Fn(&str) -> bool) -> bool {
        if self.items.is_empty() && !self.is_unasked || sentence.said().contains(['?', '¿']) {
            return true;
        }
        let in_sentence = named_in(&self.items, sentence);
        let is_so = |clause: &Text| {
            let Some(said) = Said::of(clause) else {
                return true;
            };
            let in_clause = named_in(&self.items, clause);
            let named = if in_clause.is_empty() {
                &in_sentence
            } else {
                &in_clause
            };
            match named.is_empty() {
                false => named.iter().any(|item| said.is_of(item.is_there, item.pieces)),
                true if self.is_unasked => !is_of_the_wish(clause, latest, business),
                true => {
                    let mut latest = self.latest.iter();
                    !is_of_what_was_asked(clause)
                        || self.latest.is_empty()
                        || latest.any(|(is_there, pieces)| said.is_of(*is_there, *pieces))
                }
            }
        };
        clauses(sentence.said()).iter().all(is_so)
    }
}

static OF_THE_THING: Tagged = Tagged::new("stock_of_the_thing");

/// Adds what is told of things in a result, wherever it stands in it.
fn collect(told: &Value, items: &mut Vec<Item>) {
    match told {
        Value::Object(members) => {
            items.extend(Item::of(members, members));
            for (key, inner) in members {
                // `available` of an answer about one thing stands beside the thing. Beside a service it is of an hour.
                if let Value::Object(inner) = inner
                    && OF_THE_THING.contains(&key.as_str())
                    && how_many(inner).is_none()
                {
                    items.extend(Item::of(inner, members));
                }
                collect(inner, items);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, items)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

impl Item {
    fn of(named: &Map<String, Value>, counted: &Map<String, Value>) -> Option<Self> {
        let name = Name::of(named)?;
        let (is_there, pieces) = how_many(counted)?;
        Some(Self {
            name,
            is_there,
            pieces,
        })
    }
}

/// Whether there is some, and how many where that is told.
fn how_many(members: &Map<String, Value>) -> Option<(bool, Option<u64>)> {
    const FLAGS: &[&str] = &["available", "in_stock", "is_available", "disponible"];
    const COUNTS: &[&str] = &[
        "stock_available",
        "stock",
        "in_stock",
        "quantity_available",
        "inventory",
        "existencia",
        "existencias",
    ];
    let pieces = COUNTS.iter().find_map(|count| members.get(*count)?.as_u64());
    let is_there = FLAGS.iter().find_map(|flag| members.get(*flag)?.as_bool());
    match (is_there, pieces) {
        (Some(is_there), pieces) => Some((is_there, pieces)),
        (None, Some(pieces)) => Some((pieces > 0, Some(pieces))),
        (None, None) => None,
    }
}

/// What a clause says of there being something.
struct Said {
    is_there: bool,
    pieces: Option<u64>,
}

static NOT: Tagged = Tagged::new("stock_not");

impl Said {
    fn is_of(&self, is_there: bool, pieces: Option<u64>) -> bool {
        let is_enough = pieces.zip(self.pieces).is_none_or(|(has, said)| said <= has);
        self.is_there == is_there && is_enough
    }

    fn of(clause: &Text) -> Option<Self> {
        static THERE_IS: Tagged = Tagged::new("stock_there_is");
        static GONE: Tagged = Tagged::new("stock_gone");
        static GONE_IN_WORDS: Tagged = Tagged::new("stock_gone_in_words");
        static THERE_IN_WORDS: Tagged = Tagged::new("stock_there_in_words");
        // Another day, another wish, or nothing that is known yet.
        static OPEN: Tagged = Tagged::new("stock_open");
        let folded = clause.folded();
        let words: Vec<&str> = clause.words().collect();
        let depends = clause
            .written()
            .enumerate()
            .any(|(at, word)| word == "si" && (at > 0 || words.len() > 3));
        let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
        let has = |known: &[&str]| known.iter().any(|phrase| folded.contains(phrase));
        if depends || is_any(&OPEN) || names_room(&words) {
            return None;
        }
        let denies = is_any(&NOT);
        if is_any(&GONE) || has(&GONE_IN_WORDS) {
            return Some(Self {
                is_there: denies,
                pieces: None,
            });
        }
        (is_any(&THERE_IS) || has(&THERE_IN_WORDS)).then(|| Self {
            is_there: !denies,
            pieces: pieces_of(&words),
        })
    }
}

/// "Quedan 3 piezas", "tres en existencia", "5 left": no number of a name, a price or a size.
fn pieces_of(words: &[&str]) -> Option<u64> {
    static PIECES: Tagged = Tagged::new("stock_pieces");
    static OTHER_COUNTS: Tagged = Tagged::new("stock_other_counts");
    let is_left = |at: usize| {
        let before = at.checked_sub(2).and_then(|at| words.get(at));
        before.is_some_and(|word| matches!(*word, "quedan" | "queda" | "hay" | "only"))
    };
    let stands_behind = |at: usize| match words.get(at..) {
        Some([word, ..]) if PIECES.contains(word) || *word == "left" => true,
        Some(["en", "existencia", ..] | ["in", "stock", ..]) => true,
        // "Quedan 30", "quedan 3 azules": and no "quedan 2 horas".
        Some([next, ..]) => is_left(at) && !OTHER_COUNTS.contains(next),
        Some([]) => is_left(at),
        None => false,
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let number = number_of(word).filter(|number| *number >= 0.0 && number.fract() == 0.0)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, and not below 0"
        )]
        stands_behind(at + 1).then_some(number as u64)
    })
}

/// Of what the user asked about, and nothing that the business itself tells of: "sí tenemos", "nos quedan pocas bocinas".
fn is_of_the_wish(clause: &Text, latest: &Text, business: &dyn Fn(&str) -> bool) -> bool {
    const LETTERS_MIN: usize = 4;
    let stems = |text: &Text| -> Vec<String> {
        let told = text.words().filter(|word| {
            word.len() >= LETTERS_MIN && !NOTHING_ELSE.contains(word) && !ABOUT_STOCK.contains(word)
        });
        told.map(stem_of).collect()
    };
    let (own, asked) = (stems(clause), stems(latest));
    let is_told = |words: &[String]| words.iter().any(|word| business(word));
    let is_wish = own.iter().all(|word| asked.contains(word));
    is_wish && !is_told(if own.is_empty() { &asked } else { &own })
}

static ABOUT_STOCK: Tagged = Tagged::new("stock_about_stock");

static NOTHING_ELSE: Tagged = Tagged::new("stock_nothing_else");

/// "Sí, está disponible", "lo tenemos en existencia", "it's sold out": of nothing but what was asked about.
fn is_of_what_was_asked(clause: &Text) -> bool {
    clause
        .words()
        .all(|word| NOTHING_ELSE.contains(&word) || NOT.contains(&word) || number_of(word).is_some())
}
