//! What was found free, and when, for how many and where.

use std::{collections::BTreeSet, sync::Arc};

use jiff::civil::Date;
use serde_json::{Map, Value};
use turno_language::{Text, text::fold};

use super::{
    Told,
    booking::{OF_PEOPLE, has_words, is_named_in},
    clauses,
    days::Days,
    room::{
        answers_that_there_is, people_in, says_that_all_is_taken, says_there_is_none, says_there_is_room,
    },
};
use crate::values::hours_in;

/// What was looked up of what is free, since something else was asked about.
pub(crate) struct Lookups {
    /// The latest one last.
    all: Vec<Lookup>,
    /// Whether anything here can be looked up at all.
    can_be: bool,
    /// A lookup went wrong: that there is nothing may be why.
    has_failed: bool,
    today: Date,
    /// The branches' own words, folded.
    branches: Arc<[Vec<String>]>,
}

struct Lookup {
    is_free: bool,
    /// Nobody is there then: what is free is not taken.
    is_closed: bool,
    day: Option<Date>,
    people: Option<u64>,
    /// Folded.
    places: Vec<String>,
    asked: BTreeSet<u32>,
    /// What is free by it.
    slots: Vec<Slot>,
}

struct Slot {
    /// None: the day that was asked for.
    day: Option<Date>,
    hours: BTreeSet<u32>,
}

/// What a clause says of there being room.
struct Wanted<'a> {
    hours: BTreeSet<u32>,
    days: Days,
    people: Option<u64>,
    branches: Vec<&'a Vec<String>>,
}

impl Lookups {
    pub(super) fn of<'a>(
        results: impl Iterator<Item = &'a Told<'a>>,
        can_be: bool,
        today: Date,
        branches: Arc<[Vec<String>]>,
    ) -> Self {
        let mut has_failed = false;
        let all: Vec<Lookup> = results
            .inspect(|told| has_failed |= told.result.is_error)
            .filter_map(Lookup::of)
            .collect();
        Self {
            can_be: can_be || !all.is_empty(),
            all,
            has_failed,
            today,
            branches,
        }
    }

    /// That there is room, or none, is said only as it was found, of the day, the hours, the people and the branch of a lookup.
    pub(crate) fn hold(&self, sentence: &Text, latest: &Text) -> bool {
        if !self.can_be || sentence.said().contains(['?', '¿']) {
            return true;
        }
        let clauses = clauses(sentence.said());
        let is_so = |clause: &Text| {
            if says_there_is_room(clause, clauses.len() > 1) || answers_that_there_is(clause, latest) {
                return self.found(&self.wanted(clause, sentence, latest));
            }
            !says_there_is_none(clause, latest)
                || self.found_none(
                    &self.wanted(clause, sentence, latest),
                    says_that_all_is_taken(clause),
                )
        };
        clauses.iter().all(is_so)
    }

    /// What a clause does not name stands in the sentence; and the day, in what was asked.
    fn wanted(&self, clause: &Text, sentence: &Text, latest: &Text) -> Wanted<'_> {
        let days_of = |text: &Text| Days::in_words(&text.words().collect::<Vec<_>>(), self.today);
        let branches_of = |text: &Text| {
            self.branches
                .iter()
                .filter(|names| is_named_in(names, text))
                .collect()
        };
        let people_of = |text: &Text| people_in(&text.words().collect::<Vec<_>>());
        let days = [clause, sentence, latest]
            .into_iter()
            .map(days_of)
            .find(|days| !days.is_empty());
        let mut branches: Vec<&Vec<String>> = branches_of(clause);
        if branches.is_empty() {
            branches = branches_of(sentence);
        }
        Wanted {
            hours: hours_in(clause),
            days: days.unwrap_or_default(),
            people: people_of(clause).or_else(|| people_of(sentence)),
            branches,
        }
    }

    /// A lookup of that day and hour, or the latest of any, found nothing.
    fn found_none(&self, wanted: &Wanted<'_>, is_taken: bool) -> bool {
        let lookups = || {
            let all = self.all.iter().rev();
            all.filter(|lookup| lookup.is_of(wanted) && !(is_taken && lookup.is_closed))
        };
        let is_any_taken =
            || self.has_failed || lookups().any(|lookup| !lookup.is_free && lookup.is_asked_on(&wanted.days));
        if wanted.hours.is_empty() {
            return is_any_taken();
        }
        let telling = lookups().find_map(|lookup| {
            let free = lookup.free_on(&wanted.days);
            let is_of_it = !wanted.hours.is_disjoint(&free)
                || !wanted.hours.is_disjoint(&lookup.asked) && lookup.is_asked_on(&wanted.days);
            is_of_it.then_some(free)
        });
        match telling {
            Some(free) => wanted.hours.is_disjoint(&free),
            None => is_any_taken(),
        }
    }

    fn found(&self, wanted: &Wanted<'_>) -> bool {
        let hours = &wanted.hours;
        let mut latest = self.all.iter().rev().filter(|lookup| lookup.is_of(wanted));
        if hours.is_empty() {
            let telling = latest.find(|lookup| lookup.tells_of(&wanted.days));
            return telling.is_some_and(|lookup| lookup.is_free || !lookup.is_asked_on(&wanted.days));
        }
        let telling = latest.find_map(|lookup| {
            let free = lookup.free_on(&wanted.days);
            let is_asked = !hours.is_disjoint(&lookup.asked) && lookup.is_asked_on(&wanted.days);
            (hours.is_subset(&free) || is_asked).then_some(free)
        });
        telling.is_some_and(|free| hours.is_subset(&free))
    }
}

impl Lookup {
    /// Of a call whose result says whether what was asked for is free.
    fn of(found: &Told<'_>) -> Option<Self> {
        let told = found
            .told
            .as_ref()
            .filter(|_| !found.result.is_error && !found.result.has_acted)?
            .as_object()?;
        let is_free = told.get("available")?.as_bool()?;
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
            slots.push(Slot { day: None, hours });
        }
        Some(Self {
            is_free,
            is_closed: told.get("reason").and_then(Value::as_str) == Some("closed"),
            day: day_asked(parameters).or_else(|| day_asked(told.get("requested_slot")?.as_object()?)),
            people: OF_PEOPLE.iter().find_map(|key| parameters.get(*key)?.as_u64()),
            places,
            asked,
            slots,
        })
    }

    /// As many people, and the same branch, where they are named.
    fn is_of(&self, wanted: &Wanted<'_>) -> bool {
        let has = |names: &&Vec<String>| {
            let mut places = self.places.iter();
            places.any(|place| names.iter().any(|name| has_words(&Text::of(place), name)))
        };
        wanted
            .people
            .is_none_or(|people| self.people.is_none_or(|own| own == people))
            && (wanted.branches.is_empty() || self.places.is_empty() || wanted.branches.iter().any(has))
    }

    /// Whether the day that was asked for is one of these; it is where none is named.
    fn is_asked_on(&self, days: &Days) -> bool {
        !days.is_another && self.day.is_none_or(|day| days.fit(day))
    }

    fn has_on(&self, slot: &Slot, days: &Days) -> bool {
        match slot.day.filter(|day| Some(*day) != self.day) {
            Some(day) => !days.is_empty() && days.fit(day),
            None => self.is_asked_on(days),
        }
    }

    fn tells_of(&self, days: &Days) -> bool {
        self.is_asked_on(days) || self.slots.iter().any(|slot| self.has_on(slot, days))
    }

    fn free_on(&self, days: &Days) -> BTreeSet<u32> {
        let slots = self.slots.iter().filter(|slot| self.has_on(slot, days));
        slots.flat_map(|slot| slot.hours.iter().copied()).collect()
    }
}

/// What is offered instead.
fn is_of_offers(key: &str) -> bool {
    key.contains("alternative") || key == "slots"
}

/// The hours that are offered, each with its day.
fn collect_slots(value: &Value, slots: &mut Vec<Slot>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_slots(value, slots)),
        Value::Object(members) => match day_asked(members) {
            Some(day) => slots.push(Slot {
                day: Some(day),
                hours: hours_in(&Text::of(&value.to_string())),
            }),
            None => members.values().for_each(|value| collect_slots(value, slots)),
        },
        Value::String(text) => slots.push(Slot {
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
    let of_branches = members
        .iter()
        .filter(|(key, _)| key.contains("branch") || key.contains("sucursal"));
    places.extend(of_branches.filter_map(|(_, value)| value.as_str()).map(fold));
}
