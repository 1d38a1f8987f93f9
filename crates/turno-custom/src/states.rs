//! What a custom tool's results state, as its file says it.

use schemars::JsonSchema;
use serde::Deserialize;
use turno_core::{FactKind, StatedFact};

/// A fact that results state. What a language model says of it is measured by it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileFact {
    /// What is stated.
    pub(crate) fact: FileFactKind,
    /// Where it stands, from the result down: `items[]`, `order.lines[]`, `booking.party_size`. Left out: wherever it is found.
    #[serde(default)]
    pub(crate) at: Option<String>,
    /// The key of the name of what it is stated of. Left out: the usual ones (`name`, `title`, `nombre`).
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// The key of what is stated: the price, whether there is some, whether it is free. Left out: the usual ones (`price`,
    /// `in_stock`, `available`).
    #[serde(default)]
    pub(crate) value: Option<String>,
    /// The key of how many there are. Left out: the usual ones (`stock`, `inventory`).
    #[serde(default)]
    pub(crate) count: Option<String>,
    /// Nobody says it before such a tool was asked, where there is one.
    #[serde(default)]
    pub(crate) only_when_asked: bool,
}

/// What results may state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FileFactKind {
    /// What things cost: at an object with a name and a price.
    Price,
    /// What there is of things: at an object with a name, and whether there is some or how many.
    Stock,
    /// Whether what was asked for is free: at an object.
    Room,
    /// Whether there are bookings: at a list of them.
    Bookings,
    /// Whether what was looked for was found: at a list of it.
    Found,
    /// For how many people a booking is: at a number.
    People,
    /// At which branch a booking is: at its name.
    Branch,
    /// How an order stands: at a text.
    Status,
    /// That the user is put through to a person: at `true`.
    HandOff,
}

impl From<&FileFact> for StatedFact {
    fn from(fact: &FileFact) -> Self {
        Self {
            fact: fact.fact.into(),
            at: fact.at.clone(),
            name: fact.name.clone(),
            value: fact.value.clone(),
            count: fact.count.clone(),
            only_when_asked: fact.only_when_asked,
        }
    }
}

impl From<FileFactKind> for FactKind {
    fn from(kind: FileFactKind) -> Self {
        match kind {
            FileFactKind::Price => Self::Price,
            FileFactKind::Stock => Self::Stock,
            FileFactKind::Room => Self::Room,
            FileFactKind::Bookings => Self::Bookings,
            FileFactKind::Found => Self::Found,
            FileFactKind::People => Self::People,
            FileFactKind::Branch => Self::Branch,
            FileFactKind::Status => Self::Status,
            FileFactKind::HandOff => Self::HandOff,
        }
    }
}
