//! What was found free, and when, for how many and where, out of a call and its result.

use std::{collections::BTreeSet, sync::Arc};

use jiff::civil::Date;
use serde_json::{Map, Value};
use turno_language::{Text, text::fold};
use turno_truth::{Fact, FreeSlot, Known, RoomFound, hours_in};

use super::{
    Told,
    results::{OF_PEOPLE, is_of_branch, of_kind},
};
use crate::{FactKind, StatedFact};

/// Adds what a call tells of room. One that went wrong may be why there is nothing.
pub(super) fn add(stated: &[StatedFact], told: &Told<'_>, known: &mut Known) {
    if told.result.is_error {
        known.add(Fact::CallFailed);
    }
    let mut of_room = of_kind(stated, FactKind::Room);
    if let Some(found) = of_room.find_map(|fact| found_by(fact, told)) {
        known.add(Fact::Room(Arc::new(found)));
    }
}

/// Of a call whose result says whether what was asked for is free.
fn found_by(stated: &StatedFact, found: &Told<'_>) -> Option<RoomFound> {
    let result = found.told.as_ref().filter(|_| !found.result.is_error && !found.result.has_acted)?;
    let told = match stated.at {
        Some(_) => stated.values(result).into_iter().find_map(Value::as_object)?,
        None => result.as_object()?,
    };
    let is_free = StatedFact::first(stated.value.as_ref(), &["available"], told, Value::as_bool)?;
    let none = Map::new();
    let parameters = found.call.parameters.as_ref().unwrap_or(&none);
    let asked = hours_in(&Text::of(&Value::Object(parameters.clone()).to_string()));
    let mut places = Vec::new();
    collect_places(parameters, &mut places);
    collect_places(told, &mut places);
    let mut slots = Vec::new();
    for (key, value) in told.iter().filter(|(key, _)| is_free || is_of_offers(key)) {
        if key != "requested_slot" {
            collect_slots(value, &mut slots);
        }
    }
    if is_free {
        let hours = &hours_in(&Text::of(&found.result.content)) | &asked;
        slots.push(FreeSlot { day: None, hours });
    }
    Some(RoomFound {
        is_free,
        is_closed: told.get("reason").and_then(Value::as_str) == Some("closed"),
        day: day_asked(parameters).or_else(|| day_asked(told.get("requested_slot")?.as_object()?)),
        people: OF_PEOPLE.iter().find_map(|key| parameters.get(*key)?.as_u64()),
        places,
        asked,
        slots,
    })
}

/// What is offered instead.
fn is_of_offers(key: &str) -> bool {
    key.contains("alternative") || key == "slots"
}

/// The hours that are offered, each with its day.
fn collect_slots(value: &Value, slots: &mut Vec<FreeSlot>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_slots(value, slots)),
        Value::Object(members) => match day_asked(members) {
            Some(day) => {
                slots.push(FreeSlot { day: Some(day), hours: hours_in(&Text::of(&value.to_string())) })
            }
            None => members.values().for_each(|value| collect_slots(value, slots)),
        },
        Value::String(text) => slots.push(FreeSlot {
            day: text.get(..10).and_then(|day| day.parse().ok()),
            hours: hours_in(&Text::of(text)),
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The day that stands among values, where it is one.
fn day_asked(members: &Map<String, Value>) -> Option<Date> {
    let texts = members.values().filter_map(Value::as_str);
    let days: BTreeSet<Date> = texts.filter_map(|text| text.get(..10)?.parse().ok()).collect();
    days.first().copied().filter(|_| days.len() == 1)
}

fn collect_places(members: &Map<String, Value>, places: &mut Vec<String>) {
    let of_branches = members.iter().filter(|(key, _)| is_of_branch(key));
    places.extend(of_branches.filter_map(|(_, value)| value.as_str()).map(fold));
}
