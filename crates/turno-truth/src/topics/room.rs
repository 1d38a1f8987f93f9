//! That there is room, or none: said as it was found, and when, for how many and where.

use std::{collections::BTreeSet, sync::Arc};

use jiff::civil::Date;
use turno_language::Text;

use super::room_words::{
    answers_that_there_is, people_in, says_that_all_is_taken, says_there_is_none, says_there_is_room,
};
use crate::{
    clauses::clauses,
    days::Days,
    fact::{FreeSlot, RoomFound},
    names::{has_words, is_named_in},
    rule::Rule,
    values::hours_in,
};

/// That there is room for a moment, or none.
#[derive(Debug)]
pub(crate) struct RoomSaid {
    is_there: bool,
    /// All places are taken: no word for being closed.
    is_taken: bool,
    hours: BTreeSet<u32>,
    days: Days,
    people: Option<u64>,
    /// The clause that says it: a branch may stand in it.
    clause: Text,
}

impl RoomSaid {
    /// What the clauses of a sentence say of room. What a clause does not name stands in the sentence; and the day, in what was asked.
    pub(crate) fn read(sentence: &Text, latest: &Text, today: Date) -> Vec<Self> {
        let clauses = clauses(sentence.said());
        let has_others = clauses.len() > 1;
        let days_of = |text: &Text| Days::in_words(&text.words().collect::<Vec<_>>(), today);
        let people_of = |text: &Text| people_in(&text.words().collect::<Vec<_>>());
        let read = |clause: Text| {
            let is_there = says_there_is_room(&clause, has_others) || answers_that_there_is(&clause, latest);
            if !is_there && !says_there_is_none(&clause, latest) {
                return None;
            }
            let days = [&clause, sentence, latest].into_iter().map(days_of).find(|days| !days.is_empty());
            Some(Self {
                is_there,
                is_taken: !is_there && says_that_all_is_taken(&clause),
                hours: hours_in(&clause),
                days: days.unwrap_or_default(),
                people: people_of(&clause).or_else(|| people_of(sentence)),
                clause,
            })
        };
        clauses.into_iter().filter_map(read).collect()
    }
}

/// What was looked up of what is free, since something else was asked about.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rooms {
    /// The latest one last.
    all: Vec<Arc<RoomFound>>,
    /// A lookup went wrong: that there is nothing may be why.
    has_failed: bool,
}

/// What a clause says, and the branches that it names.
struct Wanted<'a> {
    said: &'a RoomSaid,
    branches: Vec<&'a Vec<String>>,
}

impl Rooms {
    pub(crate) fn add(&mut self, found: Arc<RoomFound>) {
        self.all.push(found);
    }

    pub(crate) fn failed(&mut self) {
        self.has_failed = true;
    }

    /// That there is room, or none, is said only as it was found, of the day, the hours, the people and the branch of a lookup.
    /// Where nobody can look, nobody claims against it.
    pub(crate) fn rule_against(
        &self,
        said: &RoomSaid,
        sentence: &Text,
        branches: &[Vec<String>],
        can_be_looked_up: bool,
    ) -> Option<Rule> {
        if !can_be_looked_up && self.all.is_empty() {
            return None;
        }
        let named_in = |text: &Text| -> Vec<&Vec<String>> {
            branches.iter().filter(|names| is_named_in(names, text)).collect()
        };
        let mut named = named_in(&said.clause);
        if named.is_empty() {
            named = named_in(sentence);
        }
        let wanted = Wanted { said, branches: named };
        match said.is_there {
            true => (!self.found(&wanted)).then_some(Rule::RoomNotFound),
            false => (!self.found_none(&wanted)).then_some(Rule::NoRoomNotFound),
        }
    }

    /// A lookup of that day and hour, or the latest of any, found nothing.
    fn found_none(&self, wanted: &Wanted<'_>) -> bool {
        let RoomSaid { hours, days, is_taken, .. } = wanted.said;
        let lookups = || {
            let all = self.all.iter().rev();
            all.filter(|lookup| wanted.is_of(lookup) && !(*is_taken && lookup.is_closed))
        };
        let is_any_taken =
            || self.has_failed || lookups().any(|lookup| !lookup.is_free && lookup.is_asked_on(days));
        if hours.is_empty() {
            return is_any_taken();
        }
        let telling = lookups().find_map(|lookup| {
            let free = lookup.free_on(days);
            let is_of_it =
                !hours.is_disjoint(&free) || !hours.is_disjoint(&lookup.asked) && lookup.is_asked_on(days);
            is_of_it.then_some(free)
        });
        match telling {
            Some(free) => hours.is_disjoint(&free),
            None => is_any_taken(),
        }
    }

    fn found(&self, wanted: &Wanted<'_>) -> bool {
        let RoomSaid { hours, days, .. } = wanted.said;
        let mut latest = self.all.iter().rev().filter(|lookup| wanted.is_of(lookup));
        if hours.is_empty() {
            let telling = latest.find(|lookup| lookup.tells_of(days));
            return telling.is_some_and(|lookup| lookup.is_free || !lookup.is_asked_on(days));
        }
        let telling = latest.find_map(|lookup| {
            let free = lookup.free_on(days);
            let is_asked = !hours.is_disjoint(&lookup.asked) && lookup.is_asked_on(days);
            (hours.is_subset(&free) || is_asked).then_some(free)
        });
        telling.is_some_and(|free| hours.is_subset(&free))
    }
}

impl Wanted<'_> {
    /// As many people, and the same branch, where they are named.
    fn is_of(&self, lookup: &RoomFound) -> bool {
        let has = |names: &&Vec<String>| {
            let mut places = lookup.places.iter();
            places.any(|place| names.iter().any(|name| has_words(&Text::of(place), name)))
        };
        let people = self.said.people;
        people.is_none_or(|people| lookup.people.is_none_or(|own| own == people))
            && (self.branches.is_empty() || lookup.places.is_empty() || self.branches.iter().any(has))
    }
}

impl RoomFound {
    /// Whether the day that was asked for is one of these; it is where none is named.
    fn is_asked_on(&self, days: &Days) -> bool {
        !days.is_another && self.day.is_none_or(|day| days.fit(day))
    }

    fn has_on(&self, slot: &FreeSlot, days: &Days) -> bool {
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
