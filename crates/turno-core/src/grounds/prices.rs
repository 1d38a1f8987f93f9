//! Whose price a price is.

use std::{collections::BTreeSet, sync::Arc};
use turno_language::Tagged;

use serde_json::{Map, Value};
use turno_language::Text;

use super::{
    clauses,
    names::{Name, Named, named_in},
};
use crate::values::{number_of, numbers_in, prices_in};

/// What is counted before a price.
static SO_MANY: Tagged = Tagged::new("prices_so_many");

/// What is sold, as results and the business's facts tell it, and what each of it costs.
#[derive(Debug, Clone, Default)]
pub(crate) struct PriceTags {
    items: Vec<Arc<Item>>,
    /// Amounts that are nobody's own price (totals, fees), in hundredths of what is written.
    others: BTreeSet<i64>,
}

#[derive(Debug)]
struct Item {
    name: Name,
    /// In hundredths of what is written.
    prices: BTreeSet<i64>,
}

impl PriceTags {
    /// Adds what a value tells. What stands in its texts is told of its items, where it has any.
    pub(crate) fn add_value(&mut self, told: &Value) {
        let before = self.items.len();
        let mut texts = String::new();
        self.walk(told, &mut texts);
        if self.items.len() == before {
            self.add_numbers(&texts);
        }
    }

    /// Adds amounts that are of nothing named, in hundredths.
    pub(crate) fn add_amounts(&mut self, amounts: &BTreeSet<i64>) {
        self.others.extend(amounts);
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
                self.items.extend(item.map(Arc::new));
                // Its own numbers were its prices, or count something.
                let is_of_others = |key: &str| {
                    ["lowest", "highest", "min_", "max_"]
                        .iter()
                        .any(|begins| key.starts_with(begins))
                };
                let inner = members
                    .iter()
                    .filter(|(key, value)| !((is_item || is_of_others(key)) && value.is_number()));
                inner.for_each(|(_, value)| self.walk(value, texts));
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
    pub(crate) fn hold(&self, sentence: &Text) -> bool {
        if self.items.is_empty() || prices_in(sentence).is_empty() {
            return true;
        }
        let in_sentence = named_in(&self.items, sentence);
        // "Los tacos y el mole cuestan $120 y $245."
        let first_price = sentence.said().find(|c: char| c == '$' || c.is_ascii_digit());
        let in_front = named_in(
            &self.items,
            &Text::of(&sentence.said()[..first_price.unwrap_or_default()]),
        );
        let is_list = in_front.len() == in_sentence.len();
        clauses(sentence.said()).iter().all(|clause| {
            let in_clause = named_in(&self.items, clause);
            let named = if is_list || in_clause.is_empty() {
                &in_sentence
            } else {
                &in_clause
            };
            let is_of = |item: &Arc<Item>, price: i64| has(&item.prices, price);
            named.is_empty()
                || prices_in(clause).into_iter().all(|price| {
                    named.iter().any(|item| is_of(item, price))
                        || has(&self.others, price)
                        || !self.items.iter().any(|item| is_of(item, price))
                })
        })
    }
}

impl PriceTags {
    /// So many of what is sold, or of some of it together: "dos órdenes de pastor son 258".
    pub(super) fn is_sum(&self, price: i64, sentence: &Text, latest: &Text) -> bool {
        let mut counts = counts_in(sentence);
        counts.extend(counts_in(latest));
        // The amount itself counts nothing.
        counts.retain(|count| count.saturating_mul(100) != price);
        let is_of_one = |item: &Arc<Item>| {
            let mut sums = counts
                .iter()
                .flat_map(|count| item.prices.iter().map(move |price| price.saturating_mul(*count)));
            sums.any(|sum| is_amount(sum, price))
        };
        let named = match named_in(&self.items, sentence) {
            named if named.is_empty() => named_in(&self.items, latest),
            named => named,
        };
        let is_one = match named.is_empty() {
            true => self.items.iter().any(is_of_one),
            false => named.iter().any(|item| is_of_one(item)),
        };
        if is_one {
            return true;
        }
        counts.insert(1);
        (2..=SUMMANDS_MAX).contains(&named.len())
            && sums_of(&named, &counts)
                .into_iter()
                .any(|sum| is_amount(sum, price))
    }

    /// "Dos órdenes son 129" where one is: that many cost as many times as much.
    pub(super) fn is_of_so_many(&self, sentence: &Text) -> bool {
        let words: Vec<&str> = sentence.words().collect();
        let count = words.first().and_then(|word| count_of(word));
        let is_many = count.is_some() && words.get(1).is_some_and(|word| SO_MANY.contains(word));
        if !is_many {
            return true;
        }
        prices_in(sentence).into_iter().all(|price| {
            let is_single = self.items.iter().any(|item| has(&item.prices, price));
            !is_single || self.is_sum(price, sentence, &Text::default())
        })
    }

    /// What a price is told of, where it is nothing that is sold here by name, was named by a tool or by the business.
    pub(super) fn is_of_something_known(&self, sentence: &Text, known: &dyn Fn(&str, i64) -> bool) -> bool {
        const LETTERS_MIN: usize = 4;
        static VERBS: Tagged = Tagged::new("prices_verbs");
        if self.items.is_empty() {
            return true;
        }
        // A price of something that was told of, and of nothing else.
        let is_own = |price: &i64| self.items.iter().any(|item| has(&item.prices, *price));
        let Some(price) = prices_in(sentence).into_iter().find(is_own) else {
            return true;
        };
        if !named_in(&self.items, sentence).is_empty() {
            return true;
        }
        let words: Vec<&str> = sentence.words().collect();
        let Some(verb) = words.iter().position(|word| VERBS.contains(word)) else {
            return true;
        };
        let mut told_of = words[..verb]
            .iter()
            .filter(|word| word.len() >= LETTERS_MIN && !is_of_any_price(word))
            .peekable();
        told_of.peek().is_none() || told_of.any(|word| known(word, price))
    }
}

/// So many kinds of things are summed up.
const SUMMANDS_MAX: usize = 3;

/// All sums of so many of each.
fn sums_of(named: &[&Arc<Item>], counts: &BTreeSet<i64>) -> Vec<i64> {
    named.iter().fold(vec![0], |sums, item| {
        let of_item = || {
            let prices = item.prices.iter();
            prices.flat_map(|price| counts.iter().map(|count| price.saturating_mul(*count)))
        };
        sums.into_iter()
            .flat_map(|sum: i64| of_item().map(move |more| sum.saturating_add(more)))
            .collect()
    })
}

/// Amounts in results are often cents.
fn is_amount(sum: i64, price: i64) -> bool {
    sum == price || sum == price.saturating_mul(100)
}

/// "Dos órdenes", "3 tacos": how many of something, at most so many as one orders.
fn counts_in(text: &Text) -> BTreeSet<i64> {
    text.words().filter_map(count_of).collect()
}

fn count_of(word: &str) -> Option<i64> {
    const MOST: f64 = 50.0;
    let number = number_of(word)?;
    #[expect(clippy::cast_possible_truncation, reason = "at most fifty")]
    (number.fract() == 0.0 && (2.0..=MOST).contains(&number)).then_some(number as i64)
}

/// Words that stand beside prices of all kinds, and name nothing that is sold.
fn is_of_any_price(word: &str) -> bool {
    static GENERAL: Tagged = Tagged::new("prices_general");
    GENERAL.contains(&word)
}

impl Named for Arc<Item> {
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
