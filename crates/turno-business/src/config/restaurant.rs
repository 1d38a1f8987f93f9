//! The parts of a restaurant's file.

use schemars::JsonSchema;
use serde::Deserialize;
use turno_language::format::CountedName;

use super::{file::Week, values};

/// A room of a branch.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// Its id.
    pub id: String,
    /// Its name: "el salón".
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
    /// The branch that it is in; the first branch where it is left out.
    #[serde(default)]
    pub branch: Option<String>,
}

/// A table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its id.
    pub id: String,
    /// The room that it is in.
    pub room: String,
    /// The fewest and the most people that it is given to: `[2, 4]`.
    pub seats: [u32; 2],
    /// It can be joined to another such table of its room.
    #[serde(default)]
    pub combinable: bool,
}

/// A section of the menu.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its id.
    pub id: String,
    /// Its name: "Entradas".
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
    /// Other ways to say it.
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// A dish.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dish {
    /// Its id.
    pub id: String,
    /// Its name: "Tacos al pastor".
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
    /// What one of it is called after a number, where that is not its name: "orden de tacos al pastor".
    #[serde(default)]
    #[schemars(schema_with = "super::wording::schema")]
    pub one: Option<String>,
    /// What several of it are called after a number, where that goes by no rule: "órdenes de tacos al pastor".
    #[serde(default)]
    #[schemars(schema_with = "super::wording::schema")]
    pub many: Option<String>,
    /// Other ways to say it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The section that it is in.
    pub section: String,
    /// What it costs, in cents; the file has whole units: `185` or `185.50`.
    #[serde(rename = "price", deserialize_with = "values::amount")]
    #[schemars(with = "f64")]
    pub price_cents: i64,
    /// What it is, in one sentence.
    #[serde(default)]
    #[schemars(schema_with = "super::wording::schema")]
    pub description: String,
    /// It can be ordered now.
    #[serde(default = "yes")]
    pub available: bool,
    /// Words to find it by: "vegetariano", "picante".
    #[serde(default)]
    pub tags: Vec<String>,
}

impl Dish {
    /// What one and several of it are called, where its file says so.
    pub fn counted_name(&self) -> Option<CountedName> {
        (self.one.is_some() || self.many.is_some())
            .then(|| CountedName { one: self.one.clone(), many: self.many.clone() })
    }
}

/// How orders are taken.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderRules {
    /// From the order to the counter, in minutes.
    pub pickup_minutes: u32,
    /// From the order to the door, in minutes; left out: no delivery.
    #[serde(default)]
    pub delivery_minutes: Option<u32>,
    /// What a delivery costs, in cents; the file has whole units.
    #[serde(rename = "delivery_fee", default, deserialize_with = "values::amount")]
    #[schemars(with = "f64")]
    pub delivery_fee_cents: i64,
    /// The least that a delivery's dishes must come to, in cents; the file has whole units.
    #[serde(rename = "minimum", default, deserialize_with = "values::amount")]
    #[schemars(with = "f64")]
    pub minimum_cents: i64,
    /// Where it delivers, as people are told.
    #[serde(default)]
    #[schemars(schema_with = "super::wording::schema")]
    pub zone: String,
    /// Neighbourhoods and the like of which an address must name one; left out: any address is taken.
    #[serde(default)]
    pub areas: Vec<String>,
    /// The most of one dish in an order.
    #[serde(default = "twenty")]
    pub max_quantity: u32,
    /// When orders are taken, where that is not all the time that it is open.
    #[serde(default)]
    pub hours: Option<Week>,
}

fn yes() -> bool {
    true
}

fn twenty() -> u32 {
    20
}
