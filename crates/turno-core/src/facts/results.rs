//! Prices, stock and the data of bookings, out of a result.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Map, Value};
use turno_truth::{Fact, InStock, Known, Name, Price, numbers_in};

use super::{Told, found};
use crate::{
    FactKind, StatedFact,
    stated::{Place, walk},
};

/// What is sold, as most services call it.
const NAMES: &[&str] =
    &["name", "title", "item", "dish", "product", "service", "nombre", "platillo", "producto", "servicio"];

/// Under which most services count the people of a booking.
pub(super) const OF_PEOPLE: &[&str] = &["party_size", "people", "guests", "personas", "number_of_people"];

/// The facts of one kind that a tool states.
pub(super) fn of_kind(stated: &[StatedFact], kind: FactKind) -> impl Iterator<Item = &StatedFact> {
    stated.iter().filter(move |fact| fact.fact == kind)
}

fn name_of(stated: &StatedFact, members: &Map<String, Value>) -> Option<Name> {
    let name = StatedFact::first(stated.name.as_ref(), NAMES, members, Value::as_str)?;
    Name::new(name)
}

/// Adds what a value tells of prices. What stands in its texts is told of its items, where it has any.
pub(super) fn add_prices(stated: &[StatedFact], told: &Value, known: &mut Known) {
    let mut found = Prices { stated, items: Vec::new(), others: BTreeSet::new(), texts: String::new() };
    found.walk(told, None);
    if found.items.is_empty() {
        found.others.extend(numbers_of(&found.texts));
    }
    for item in found.items {
        known.add(Fact::Price(Arc::new(item)));
    }
    known.add(Fact::Amounts(found.others));
}

struct Prices<'a> {
    stated: &'a [StatedFact],
    items: Vec<Price>,
    /// Amounts that are nobody's own price, in hundredths.
    others: BTreeSet<i64>,
    texts: String,
}

impl Prices<'_> {
    fn walk(&mut self, told: &Value, place: Option<&Place<'_>>) {
        match told {
            Value::Object(members) => {
                let mut stated = of_kind(self.stated, FactKind::Price).filter(|fact| fact.is_at(place));
                let item = stated.find_map(|fact| price_of(fact, members));
                let is_item = item.is_some();
                self.items.extend(item);
                // Its own numbers were its prices, or count something.
                let is_of_others = |key: &str| {
                    ["lowest", "highest", "min_", "max_"].iter().any(|begins| key.starts_with(begins))
                };
                let inner = members
                    .iter()
                    .filter(|(key, value)| !((is_item || is_of_others(key)) && value.is_number()));
                inner.for_each(|(key, value)| self.walk(value, Some(&Place::member(place, key))));
            }
            Value::Array(values) => {
                let place = Place::element(place);
                values.iter().for_each(|value| self.walk(value, Some(&place)));
            }
            Value::Number(number) => self.others.extend(numbers_of(&number.to_string())),
            Value::String(text) => {
                self.texts.push(' ');
                self.texts.push_str(text);
            }
            Value::Null | Value::Bool(_) => {}
        }
    }
}

fn price_of(stated: &StatedFact, members: &Map<String, Value>) -> Option<Price> {
    const AMOUNTS: &[&str] = &["price", "precio", "cost", "total", "amount", "importe"];
    let name = name_of(stated, members)?;
    let amounts = members.iter().filter(|(key, _)| match &stated.value {
        Some(own) => *key == own,
        None => {
            let key = key.to_lowercase();
            AMOUNTS.iter().any(|amount| key.contains(amount))
        }
    });
    let amounts: BTreeSet<i64> = amounts
        .flat_map(|(_, value)| match value {
            Value::Number(number) => numbers_of(&number.to_string()),
            Value::String(text) => numbers_of(text),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Vec::new(),
        })
        .collect();
    (!amounts.is_empty()).then_some(Price { name, amounts })
}

fn numbers_of(text: &str) -> Vec<i64> {
    numbers_in(text).map(|(hundredths, _)| hundredths).collect()
}

/// Adds what a result tells of what there is. One that tells of nothing is the latest word all the same.
pub(super) fn add_stock(stated: &[StatedFact], told: Option<&Value>, known: &mut Known) {
    let mut items = Vec::new();
    if let Some(told) = told {
        collect_stock(stated, told, None, &mut items);
    }
    known.add(Fact::StockFound(items));
}

/// What is told of things in a value, wherever it stands in it.
pub(super) fn collect_stock(
    stated: &[StatedFact],
    told: &Value,
    place: Option<&Place<'_>>,
    items: &mut Vec<InStock>,
) {
    /// `available` of an answer about one thing stands beside the thing. Beside a service it is of an hour.
    const OF_THE_THING: &[&str] = &["item", "details", "product", "dish", "producto", "platillo", "articulo"];
    let here = |place: Option<&Place<'_>>| of_kind(stated, FactKind::Stock).find(|fact| fact.is_at(place));
    match told {
        Value::Object(members) => {
            items.extend(here(place).and_then(|fact| stock_of(fact, members, members)));
            for (key, inner) in members {
                let within = Place::member(place, key);
                if let Value::Object(inner) = inner
                    && OF_THE_THING.contains(&key.as_str())
                    && let Some(fact) = here(Some(&within))
                    && how_many(fact, inner).is_none()
                {
                    items.extend(stock_of(fact, inner, members));
                }
                collect_stock(stated, inner, Some(&within), items);
            }
        }
        Value::Array(values) => {
            let place = Place::element(place);
            for value in values {
                collect_stock(stated, value, Some(&place), items);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn stock_of(
    stated: &StatedFact,
    named: &Map<String, Value>,
    counted: &Map<String, Value>,
) -> Option<InStock> {
    let name = name_of(stated, named)?;
    let (is_there, pieces) = how_many(stated, counted)?;
    Some(InStock { name, is_there, pieces })
}

/// Whether there is some, and how many where that is told.
fn how_many(stated: &StatedFact, members: &Map<String, Value>) -> Option<(bool, Option<u64>)> {
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
    let pieces = StatedFact::first(stated.count.as_ref(), COUNTS, members, Value::as_u64);
    let is_there = StatedFact::first(stated.value.as_ref(), FLAGS, members, Value::as_bool);
    match (is_there, pieces) {
        (Some(is_there), pieces) => Some((is_there, pieces)),
        (None, Some(pieces)) => Some((pieces > 0, Some(pieces))),
        (None, None) => None,
    }
}

/// Adds for how many a booking is, and where.
pub(super) fn add_bookings(stated: &[StatedFact], told: Option<&Value>, known: &mut Known) {
    let Some(told) = told else { return };
    let of_people: Vec<&StatedFact> = of_kind(stated, FactKind::People).collect();
    let of_branch: Vec<&StatedFact> = of_kind(stated, FactKind::Branch).collect();
    if of_people.is_empty() && of_branch.is_empty() {
        return;
    }
    walk(told, None, &mut |value, place| {
        let is_at = |facts: &[&StatedFact], is_usual: &dyn Fn(&str) -> bool| {
            facts.iter().any(|fact| match fact.at {
                Some(_) => fact.is_at(place),
                None => place.and_then(Place::key).is_some_and(is_usual),
            })
        };
        if let Some(people) = value.as_u64().filter(|_| is_at(&of_people, &is_of_people)) {
            known.add(Fact::People(people));
        }
        if let Some(branch) = value.as_str().filter(|_| is_at(&of_branch, &is_of_branch)) {
            known.add(Fact::Place(branch.to_owned()));
        }
    });
}

fn is_of_people(key: &str) -> bool {
    OF_PEOPLE.contains(&key)
}

/// Whether most services keep a branch under that key.
pub(super) fn is_of_branch(key: &str) -> bool {
    key.contains("branch") || key.contains("sucursal")
}

/// Whether a call on bookings found none; none: it is no call on bookings.
pub(super) fn are_none(stated: &[StatedFact], told: &Told<'_>) -> Option<bool> {
    let mut of_bookings = of_kind(stated, FactKind::Bookings).peekable();
    of_bookings.peek()?;
    let nothing = Value::Null;
    let result = told.told.as_ref().unwrap_or(&nothing);
    Some(!told.result.has_acted && of_bookings.any(|fact| found::finds_nothing(fact, result)))
}
