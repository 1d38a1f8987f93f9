//! All that is known where a model speaks.

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use turno_language::OpeningHours;

use crate::{
    fact::{Fact, Teller},
    given::{Given, Line},
    told::{is_told, stem_of},
    topics::{booking::Bookings, deeds::Deeds, prices::PriceTags, room::Rooms, stock::Stock},
    values::hour_of_word,
};

/// Facts, each with those of its topic. What a business says of itself is gathered once, and each talk adds to a copy.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// What tools and the business told, each as it was told.
    told: Vec<(Teller, Arc<Given>)>,
    /// What else hours and codes may come from: the users' words, and values that they agreed to.
    given: Vec<Arc<Given>>,
    /// The hours of all of these, worked out where one is first named.
    hours: OnceLock<BTreeSet<u32>>,
    pub(crate) tags: PriceTags,
    pub(crate) rooms: Rooms,
    pub(crate) stock: Stock,
    pub(crate) bookings: Bookings,
    pub(crate) deeds: Deeds,
}

impl Known {
    /// Adds a fact, later than all before it.
    pub fn add(&mut self, fact: Fact) {
        self.hours = OnceLock::new();
        match fact {
            Fact::Told { by, text } => self.told.push((by, text)),
            Fact::Given(text) => self.given.push(text),
            Fact::Price(price) => self.tags.add(price),
            Fact::Amounts(amounts) => self.tags.add_amounts(&amounts),
            Fact::StockOfBusiness(item) => self.stock.add_of_business(item),
            Fact::StockFound(items) => self.stock.add_found(items),
            Fact::People(people) => self.bookings.add_people(people),
            Fact::Place(place) => self.bookings.add_place(&place),
            Fact::Branch(names) => self.bookings.add_branch(&names),
            Fact::Bookings { are_none } => self.bookings.were_found(are_none),
            Fact::Room(found) => self.rooms.add(found),
            Fact::CallFailed => self.rooms.failed(),
            Fact::Deed(deed) => self.deeds.add_done(deed),
            Fact::Read(found) => self.deeds.add_found(found),
            Fact::PutThrough => self.deeds.put_through(),
        }
    }

    /// What tools and the business told.
    pub(crate) fn told(&self) -> impl Iterator<Item = &Given> {
        self.told.iter().map(|(_, text)| &**text)
    }

    /// What the user gave.
    pub(crate) fn of_user(&self) -> impl Iterator<Item = &Given> {
        self.given.iter().map(Arc::as_ref)
    }

    /// What anybody gave.
    pub(crate) fn given(&self) -> impl Iterator<Item = &Given> {
        self.told().chain(self.of_user())
    }

    /// The sentences of what tools and the business told.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.told().flat_map(Given::lines)
    }

    /// A word, by its beginning, that a tool or the business used.
    pub(crate) fn is_word_told(&self, word: &str) -> bool {
        let stem = stem_of(word);
        self.told().any(|told| told.has_stem(&stem))
    }

    /// A word, by its beginning, in one sentence with an amount.
    pub(crate) fn is_told_with(&self, word: &str, price: i64) -> bool {
        let stem = stem_of(word);
        self.lines().any(|line| line.numbers.contains(&price) && line.has_stem(&stem))
    }

    /// A word, folded, that anybody used.
    pub(crate) fn is_word_given(&self, word: &str) -> bool {
        self.given().any(|given| given.has_word(word))
    }

    /// The business says so in its words.
    pub(crate) fn says_business(&self, words: &[String]) -> bool {
        let of_business = self.told.iter().filter(|(by, _)| *by == Teller::Business);
        of_business.into_iter().any(|(_, text)| is_told(words, text.text()))
    }

    /// Somebody gave these hours, or the business opens or closes at them.
    pub(crate) fn has_hours(&self, hours: &BTreeSet<u32>, opening: &OpeningHours) -> bool {
        let of_all = || {
            let spans = opening.week.iter().flatten();
            let of_business = spans.flat_map(|span| [span.open.hour(), span.close.hour()]);
            let of_business = of_business.filter_map(|hour| u32::try_from(hour % 12).ok());
            let given = self.given().flat_map(Given::hours).copied();
            // "Mañana, 9": whatever number a person says may be the hour that they mean.
            let said = self.of_user().filter(|given| given.is_of_user());
            let said = said.flat_map(Given::words).filter_map(hour_of_word);
            given.chain(of_business).chain(said).collect()
        };
        hours.is_subset(self.hours.get_or_init(of_all))
    }
}
