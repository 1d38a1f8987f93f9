//! Whose price a price is.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    clauses,
    names::{Name, Named, named_in},
};
use crate::values::{numbers_in, prices_in};

/// What is sold, as results and the business's facts tell it, and what each of it costs.
#[derive(Default)]
pub(crate) struct PriceTags {
    items: Vec<Item>,
    /// Amounts that are nobody's own price (totals, fees), in hundredths of what is written.
    others: BTreeSet<i64>,
}

struct Item {
    name: Name,
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
        let in_sentence = named_in(&self.items, sentence);
        // "Los tacos y el mole cuestan $120 y $245."
        let first_price = sentence.find(|c: char| c == '$' || c.is_ascii_digit());
        let in_front = named_in(&self.items, &sentence[..first_price.unwrap_or_default()]);
        let is_list = in_front.len() == in_sentence.len();
        clauses(sentence).into_iter().all(|clause| {
            let in_clause = named_in(&self.items, clause);
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
}

impl Named for Item {
    fn name(&self) -> &Name {
        &self.name
    }
}

impl Item {
    fn of(members: &Map<String, Value>) -> Option<Self> {
        const AMOUNTS: &[&str] = &["price", "precio", "cost", "total", "amount", "importe"];
        let name = Name::of(members)?;
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
        (!prices.is_empty()).then_some(Self { name, prices })
    }
}

fn numbers_of(text: &str) -> Vec<i64> {
    numbers_in(text).map(|(hundredths, _)| hundredths).collect()
}

/// Amounts in results are often cents.
fn has(amounts: &BTreeSet<i64>, hundredths: i64) -> bool {
    amounts.contains(&hundredths) || amounts.contains(&hundredths.saturating_mul(100))
}
