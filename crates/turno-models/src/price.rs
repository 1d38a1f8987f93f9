//! What models cost: the prices that the configuration names, and the cost of an answer in whole millionths of a dollar.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};

use schemars::JsonSchema;
use serde::Deserialize;
use turno_core::Usage;

/// The dearest price that is taken for one and not for a slip: a million dollars for a million tokens.
const DOLLARS_MAX: f64 = 1e6;

/// What a model costs, in US dollars for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelPrice {
    /// Tokens of the question.
    pub input: f64,
    /// Those of them that the provider had kept from before. Left out: as the others.
    #[serde(default)]
    pub cached_input: Option<f64>,
    /// Tokens of the answer.
    pub output: f64,
}

/// Prices by model.
#[derive(Debug, Default)]
pub struct PriceList {
    prices: BTreeMap<String, Exact>,
    /// Models without a price that were told of.
    noted: Mutex<BTreeSet<String>>,
}

/// Millionths of a dollar for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Exact {
    input: u64,
    cached_input: u64,
    output: u64,
}

/// A price that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the price of {model}, {field}, is no price: write dollars for a million tokens, from 0, with at most six decimals (0.15)"
)]
pub struct PriceError {
    /// Whose.
    pub model: String,
    /// `input`, `cached_input` or `output`.
    pub field: &'static str,
}

impl PriceList {
    /// Prices by `provider/model`.
    ///
    /// # Errors
    /// [`PriceError`] names the first that is none.
    pub fn new(prices: &BTreeMap<String, ModelPrice>) -> Result<Self, PriceError> {
        let exact = |(model, price): (&String, &ModelPrice)| {
            let told =
                |field, dollars| micros(dollars).ok_or_else(|| PriceError { model: model.clone(), field });
            let exact = Exact {
                input: told("input", price.input)?,
                cached_input: told("cached_input", price.cached_input.unwrap_or(price.input))?,
                output: told("output", price.output)?,
            };
            Ok((model.clone(), exact))
        };
        Ok(Self {
            prices: prices.iter().map(exact).collect::<Result<_, PriceError>>()?,
            noted: Mutex::default(),
        })
    }

    /// What an answer of a model (`provider/model`) cost, in millionths of a US dollar, rounded to the nearest. None: its
    /// price is not known, which is noted once for each model.
    pub fn cost_micros(&self, model: &str, usage: &Usage) -> Option<u64> {
        let Some(price) = self.prices.get(model) else {
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            if noted.insert(model.to_owned()) {
                tracing::warn!(target: "turno::model", model, "its price is not configured: its answers count as costing nothing");
            }
            return None;
        };
        Some(price.cost_micros(usage))
    }
}

impl Exact {
    fn cost_micros(self, usage: &Usage) -> u64 {
        let cached = usage.cached_input_tokens.min(usage.input_tokens);
        let part = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
        // The three together are at most 2^127: each price is under 2^40.
        let millionths = part(usage.input_tokens - cached, self.input)
            + part(cached, self.cached_input)
            + part(usage.output_tokens, self.output);
        u64::try_from((millionths + 500_000) / 1_000_000).unwrap_or(u64::MAX)
    }
}

/// Dollars as whole millionths, where they are.
fn micros(dollars: f64) -> Option<u64> {
    let millionths = dollars * 1e6;
    let is_whole = (millionths - millionths.round()).abs() < 1e-3;
    ((0.0..=DOLLARS_MAX).contains(&dollars) && is_whole).then(|| millionths.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(input: f64, cached_input: Option<f64>, output: f64) -> Result<PriceList, PriceError> {
        let price = ModelPrice { input, cached_input, output };
        PriceList::new(&BTreeMap::from([("openai/small".to_owned(), price)]))
    }

    fn usage(input_tokens: u64, cached_input_tokens: u64, output_tokens: u64) -> Usage {
        Usage { input_tokens, cached_input_tokens, output_tokens }
    }

    #[test]
    fn a_cost_is_exact_to_the_millionth() {
        let prices = list(0.15, Some(0.075), 0.6).unwrap();
        for (usage, expected) in [
            (usage(0, 0, 0), 0),
            (usage(1_000_000, 0, 0), 150_000),
            (usage(1_000_000, 1_000_000, 0), 75_000),
            (usage(1_000, 400, 200), 90 + 30 + 120),
            // 0.15, 0.45 and 0.6 millionths.
            (usage(1, 0, 0), 0),
            (usage(3, 0, 0), 0),
            (usage(0, 0, 1), 1),
            // More were cached than asked: a provider's slip costs no more than all of them.
            (usage(1_000, 5_000, 0), 75),
            (usage(u64::MAX, 0, u64::MAX), 13_835_058_055_282_163_711),
        ] {
            assert_eq!(prices.cost_micros("openai/small", &usage), Some(expected), "{usage:?}");
        }
        assert_eq!(list(3.0, None, 15.0).unwrap().cost_micros("openai/small", &usage(10, 10, 0)), Some(30));
    }

    #[test]
    fn an_answer_of_a_model_without_a_price_has_no_cost() {
        let prices = list(1.0, None, 1.0).unwrap();
        assert_eq!(prices.cost_micros("openai/large", &usage(1_000, 0, 0)), None);
        assert_eq!(prices.cost_micros("small", &usage(1_000, 0, 0)), None);
        assert_eq!(prices.noted.lock().unwrap().len(), 2);
    }

    #[test]
    fn what_is_no_price_is_told_with_its_place() {
        for (input, cached_input, output, field) in [
            (-0.1, None, 1.0, "input"),
            (f64::NAN, None, 1.0, "input"),
            (1.0, Some(f64::INFINITY), 1.0, "cached_input"),
            (1.0, None, 1e7, "output"),
            (1.0, None, 0.000_000_5, "output"),
        ] {
            let error = list(input, cached_input, output).unwrap_err();
            assert_eq!((error.field, error.model.as_str()), (field, "openai/small"));
        }
    }
}
