//! What a tool's results state, and where in them it stands: what a model says is measured by facts, and facts are taken from
//! results by what their tool declares.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A fact that results of a tool state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedFact {
    /// What is stated.
    pub fact: FactKind,
    /// Where it stands, from the result down: `items[]`, `order.lines[]`, `booking.party_size`. None: wherever it is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The key of the name of what it is stated of. None: the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The key of what is stated: the price, whether there is some, whether it is free. None: the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The key of how many there are. None: the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Nobody says it before such a tool was asked, where there is one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_when_asked: bool,
}

/// What may be stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// What things cost: at an object with a name and a price.
    Price,
    /// What there is of things: at an object with a name, and whether there is some or how many.
    Stock,
    /// Whether what was asked for is free, and what is free instead: at an object.
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
    /// That the user is put through to a person: at a truth.
    HandOff,
}

impl StatedFact {
    /// A fact that stands wherever it is found in a result, under the usual keys.
    pub fn anywhere(fact: FactKind) -> Self {
        Self { fact, at: None, name: None, value: None, count: None, only_when_asked: false }
    }

    /// A fact that stands at that place.
    pub fn at(fact: FactKind, place: &str) -> Self {
        Self { at: Some(place.to_owned()), ..Self::anywhere(fact) }
    }

    /// The same, and nobody says it before such a tool was asked.
    #[must_use]
    pub fn only_when_asked(self) -> Self {
        Self { only_when_asked: true, ..self }
    }

    /// What is read in results of a tool that declares nothing: whatever stands under the keys that services use most. What the
    /// tool is for its name says.
    pub(crate) fn usual(tool: &str) -> Vec<Self> {
        const OF_ROOM: &[&str] = &["availab", "disponib"];
        const OF_STOCK: &[&str] = &["product", "stock", "catalog", "inventor", "existencia"];
        const OF_BOOKINGS: &[&str] = &["booking", "reserv", "appointment", "cita"];
        let is_of = |parts: &[&str]| parts.iter().any(|part| tool.contains(part));
        let looks =
            |fact: FactKind, is_asked: bool| Self { only_when_asked: is_asked, ..Self::anywhere(fact) };
        let mut facts = vec![
            Self::anywhere(FactKind::Price),
            looks(FactKind::Stock, is_of(OF_STOCK)),
            looks(FactKind::Room, is_of(OF_ROOM)),
            Self::anywhere(FactKind::Found),
            Self::anywhere(FactKind::People),
            Self::anywhere(FactKind::Branch),
            Self::anywhere(FactKind::Status),
            Self::anywhere(FactKind::HandOff),
        ];
        if is_of(OF_BOOKINGS) {
            facts.push(Self::anywhere(FactKind::Bookings));
        }
        facts
    }

    /// Whether it stands there.
    pub(crate) fn is_at(&self, place: Option<&Place<'_>>) -> bool {
        self.at.as_deref().is_none_or(|pattern| Place::is(place, pattern))
    }

    /// The values that stand at its place; none where it has no place.
    pub(crate) fn values<'v>(&self, result: &'v Value) -> Vec<&'v Value> {
        let Some(pattern) = &self.at else {
            return Vec::new();
        };
        let mut found = Vec::new();
        walk(result, None, &mut |value, place| {
            if Place::is(place, pattern) {
                found.push(value);
            }
        });
        found
    }

    /// The first of its own key, or of the usual ones, of which something can be made.
    pub(crate) fn first<'v, T>(
        own: Option<&String>,
        usual: &[&str],
        members: &'v Map<String, Value>,
        read: impl Fn(&'v Value) -> Option<T>,
    ) -> Option<T> {
        match own {
            Some(key) => members.get(key).and_then(read),
            None => usual.iter().find_map(|key| read(members.get(*key)?)),
        }
    }
}

/// Where a value stands in a result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'p> {
    within: Option<&'p Place<'p>>,
    /// A key; or nothing, for what a list holds.
    key: Option<&'p str>,
}

impl<'p> Place<'p> {
    /// The member of that name.
    pub(crate) fn member(within: Option<&'p Place<'p>>, key: &'p str) -> Self {
        Self { within, key: Some(key) }
    }

    /// What a list holds.
    pub(crate) fn element(within: Option<&'p Place<'p>>) -> Self {
        Self { within, key: None }
    }

    /// The key that it stands under.
    pub(crate) fn key(&self) -> Option<&'p str> {
        self.key
    }

    /// Whether a place is the one that a pattern names: `items[].price`.
    fn is(place: Option<&Self>, pattern: &str) -> bool {
        let Some(place) = place else {
            return pattern.is_empty();
        };
        match place.key {
            None => pattern.strip_suffix("[]").is_some_and(|rest| Self::is(place.within, rest)),
            Some(key) => pattern.strip_suffix(key).is_some_and(|rest| match rest {
                "" => place.within.is_none(),
                _ => rest.strip_suffix('.').is_some_and(|rest| Self::is(place.within, rest)),
            }),
        }
    }
}

/// Goes over a value and all within it, each with its place.
pub(crate) fn walk<'v>(
    value: &'v Value,
    place: Option<&Place<'_>>,
    visit: &mut impl FnMut(&'v Value, Option<&Place<'_>>),
) {
    visit(value, place);
    match value {
        Value::Array(values) => {
            let place = Place::element(place);
            for value in values {
                walk(value, Some(&place), visit);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                walk(value, Some(&Place::member(place, key)), visit);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_fact_stands_where_it_is_declared() {
        let result = json!({"items": [{"n": 1, "more": {"n": 3}}, {"n": 2}], "n": 4, "lists": [[5], [6]]});
        for (place, expected) in [
            ("n", vec![4]),
            ("items[].n", vec![1, 2]),
            ("items[].more.n", vec![3]),
            ("lists[][]", vec![5, 6]),
            ("items", vec![]),
            ("other", vec![]),
        ] {
            let stated = StatedFact::at(FactKind::People, place);
            let found = stated.values(&result).into_iter().filter_map(Value::as_i64);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{place}");
        }
    }

    #[test]
    fn a_declaration_is_read_from_a_file_as_it_is_written() {
        let written = json!({"fact": "hand_off", "at": "should_transfer"});
        let stated: StatedFact = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(stated, StatedFact::at(FactKind::HandOff, "should_transfer"));
        assert_eq!(serde_json::to_value(stated).unwrap(), written);
    }
}
