//! Whose price a price is.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use turno_language::text::{fold, words_of};

use super::clauses;
use crate::values::{numbers_in, prices_in};

/// Words of a name that tell it from no other.
const SMALL_WORDS: &[&str] = &[
    "a", "al", "and", "con", "de", "del", "e", "el", "en", "la", "las", "los", "o", "of", "or", "por", "the",
    "un", "una", "with", "y",
];

/// What is sold, as results and the business's facts tell it, and what each of it costs.
#[derive(Default)]
pub(crate) struct PriceTags {
    items: Vec<Item>,
    /// Amounts that are nobody's own price (totals, fees), in hundredths of what is written.
    others: BTreeSet<i64>,
}

struct Item {
    /// The words of its name, folded.
    words: BTreeSet<String>,
    /// In hundredths of what is written.
    prices: BTreeSet<i64>,
}

impl PriceTags {
    /// Adds what a JSON text tells; of another text its numbers.
    pub(crate) fn add(&mut self, text: &str) {
        match serde_json::from_str::<Value>(text) {
            Ok(told) => self.add_value(&told),
            Err(_) => self.add_numbers(text),
        }
    }

    /// Adds what a value tells. What stands in its texts is told of its items, where it has any.
    pub(crate) fn add_value(&mut self, told: &Value) {
        let before = self.items.len();
        let mut texts = String::new();
        self.walk(told, &mut texts);
        if self.items.len() == before {
            self.add_numbers(&texts);
        }
    }

    fn add_numbers(&mut self, text: &str) {
        self.others
            .extend(numbers_in(text).map(|(hundredths, _)| hundredths));
    }

    fn walk(&mut self, told: &Value, texts: &mut String) {
        match told {
            Value::Object(members) => {
                let item = Item::of(members);
                let is_item = item.is_some();
                self.items.extend(item);
                // Its own numbers were its prices, or count something.
                let inner = members.values().filter(|value| !(is_item && value.is_number()));
                inner.for_each(|value| self.walk(value, texts));
            }
            Value::Array(values) => values.iter().for_each(|value| self.walk(value, texts)),
            Value::Number(number) => self.add_numbers(&number.to_string()),
            Value::String(text) => {
                texts.push(' ');
                texts.push_str(text);
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// A price that stands beside the name of something sold is not that of something else.
    pub(crate) fn hold(&self, sentence: &str) -> bool {
        if self.items.is_empty() || prices_in(sentence).is_empty() {
            return true;
        }
        let in_sentence = self.named_in(sentence);
        // "Los tacos y el mole cuestan $120 y $245."
        let first_price = sentence.find(|c: char| c == '$' || c.is_ascii_digit());
        let in_front = self.named_in(&sentence[..first_price.unwrap_or_default()]);
        let is_list = in_front.len() == in_sentence.len();
        clauses(sentence).into_iter().all(|clause| {
            let in_clause = self.named_in(clause);
            let named = if is_list || in_clause.is_empty() {
                &in_sentence
            } else {
                &in_clause
            };
            let is_of = |item: &Item, price: i64| has(&item.prices, price);
            named.is_empty()
                || prices_in(clause).into_iter().all(|price| {
                    named.iter().any(|item| is_of(item, price))
                        || has(&self.others, price)
                        || !self.items.iter().any(|item| is_of(item, price))
                })
        })
    }

    /// Whose names stand there whole, and for each word that is in none of those whoever has it in the name.
    fn named_in(&self, text: &str) -> Vec<&Item> {
        let folded = fold(text);
        let said: Vec<&str> = words_of(&folded)
            .filter(|word| !SMALL_WORDS.contains(word))
            .collect();
        let is_said = |word: &String| said.iter().any(|said| is_same_word(said, word));
        let (whole, parts): (Vec<&Item>, Vec<&Item>) =
            self.items.iter().partition(|item| item.words.iter().all(is_said));
        let has_word = |item: &Item, word: &str| item.words.iter().any(|own| is_same_word(own, word));
        let unexplained = said
            .iter()
            .filter(|word| !whole.iter().any(|item| has_word(item, word)));
        let partly: Vec<&Item> = unexplained
            .flat_map(|word| parts.iter().copied().filter(|item| has_word(item, word)))
            .collect();
        whole.into_iter().chain(partly).collect()
    }
}

impl Item {
    fn of(members: &Map<String, Value>) -> Option<Self> {
        const NAMES: &[&str] = &[
            "name", "title", "item", "dish", "product", "service", "nombre", "platillo", "producto",
            "servicio",
        ];
        const AMOUNTS: &[&str] = &["price", "precio", "cost", "total", "amount", "importe"];
        let name = NAMES.iter().find_map(|name| members.get(*name)?.as_str())?;
        let folded = fold(name);
        let words = words_of(&folded).filter(|word| !SMALL_WORDS.contains(word));
        let words: BTreeSet<String> = words.map(str::to_owned).collect();
        let amounts = members.iter().filter(|(key, _)| {
            let key = key.to_lowercase();
            AMOUNTS.iter().any(|amount| key.contains(amount))
        });
        let prices: BTreeSet<i64> = amounts
            .flat_map(|(_, value)| match value {
                Value::Number(number) => numbers_of(&number.to_string()),
                Value::String(text) => numbers_of(text),
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Vec::new(),
            })
            .collect();
        (!words.is_empty() && !prices.is_empty()).then_some(Self { words, prices })
    }
}

fn numbers_of(text: &str) -> Vec<i64> {
    numbers_in(text).map(|(hundredths, _)| hundredths).collect()
}

/// Amounts in results are often cents.
fn has(amounts: &BTreeSet<i64>, hundredths: i64) -> bool {
    amounts.contains(&hundredths) || amounts.contains(&hundredths.saturating_mul(100))
}

/// One or many of it.
fn is_same_word(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    long.strip_prefix(short)
        .is_some_and(|rest| matches!(rest, "" | "s" | "es"))
}
