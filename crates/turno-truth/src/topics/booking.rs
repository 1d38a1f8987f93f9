//! The data of a booking that there is: for how many, in whose name, and where.

use std::{collections::BTreeSet, sync::Arc};

use turno_language::{Tagged, Text, text::fold};

use crate::{
    ASKS_WHAT, DEPENDS_ON,
    names::{has_words, is_named_in},
    phrases::{begins_as, stands_at, stands_in},
    rule::Rule,
    values::count_of,
};

/// What a caller has: a table, an appointment.
static THEIRS: Tagged = Tagged::new("booking_theirs");

/// Says that something is the caller's.
pub(crate) static YOURS: Tagged = Tagged::new("booking_yours");

/// A booking, by how words begin.
pub(crate) static BOOKING_STEMS: Tagged = Tagged::new("booking_stems");

/// What is said of the user's booking.
#[derive(Debug)]
pub(crate) struct BookingSaid {
    /// That there is one.
    stands: bool,
    /// It is called theirs: a branch that is named is where it is.
    is_theirs: bool,
    /// For so many people.
    people: Vec<u64>,
    /// In the name of: each of its words, folded.
    name: Vec<String>,
}

impl BookingSaid {
    pub(crate) fn read(sentence: &Text) -> Option<Self> {
        let words: Vec<&str> = sentence.words().collect();
        let is_theirs = is_theirs(&words);
        let said = Self {
            stands: says_that_it_stands(&words, sentence),
            is_theirs,
            people: match is_theirs || is_of_what_is(&words) {
                true => people_in(&words),
                false => Vec::new(),
            },
            name: name_in(sentence),
        };
        let says_something = said.stands || is_theirs || !said.people.is_empty() || !said.name.is_empty();
        says_something.then_some(said)
    }
}

/// What calls and their results tell of bookings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bookings {
    people: BTreeSet<u64>,
    /// A lookup found no booking, and none was made since.
    are_none: bool,
    /// Where, folded.
    places: Vec<String>,
    /// The branches' own words, folded: each one's id and names.
    pub(crate) branches: Arc<Vec<Vec<String>>>,
}

impl Bookings {
    pub(crate) fn add_people(&mut self, people: u64) {
        self.people.insert(people);
    }

    pub(crate) fn add_place(&mut self, place: &str) {
        self.places.push(fold(place));
    }

    pub(crate) fn add_branch(&mut self, names: &[String]) {
        let names = names.iter().map(|name| fold(name)).collect();
        Arc::make_mut(&mut self.branches).push(names);
    }

    /// What a call on bookings came to, later than all before it.
    pub(crate) fn were_found(&mut self, are_none: bool) {
        self.are_none = are_none;
    }

    /// What is said of the user's booking is as it was told: by tools, or by the user just now.
    pub(crate) fn rule_against(
        &self,
        said: &BookingSaid,
        sentence: &Text,
        latest: &Text,
        is_given: impl Fn(&str) -> bool,
    ) -> Option<Rule> {
        if self.are_none && said.stands {
            Some(Rule::NoSuchBooking)
        } else if !self.people_hold(said, latest) {
            Some(Rule::BookingOfOtherPeople)
        } else if !self.place_holds(said, sentence) {
            Some(Rule::BookingElsewhere)
        } else if !said.name.iter().all(|word| is_given(word)) {
            Some(Rule::NameNobodyGave)
        } else {
            None
        }
    }

    fn people_hold(&self, said: &BookingSaid, latest: &Text) -> bool {
        if self.people.is_empty() {
            return true;
        }
        let given = |people: &u64| latest.words().filter_map(count_of).any(|given| given == *people);
        let mut said = said.people.iter();
        said.all(|people| self.people.contains(people) || given(people))
    }

    fn place_holds(&self, said: &BookingSaid, sentence: &Text) -> bool {
        if self.places.is_empty() || !said.is_theirs {
            return true;
        }
        let is_named = |names: &&Vec<String>| is_named_in(names, sentence);
        let mut named = self.branches.iter().filter(is_named).peekable();
        named.peek().is_none()
            || named.any(|names| {
                self.places.iter().any(|place| names.iter().any(|name| has_words(&Text::of(place), name)))
            })
    }
}

/// "Para cuatro personas", "of six guests".
fn people_in(words: &[&str]) -> Vec<u64> {
    static BEFORE: Tagged = Tagged::new("booking_before_people");
    static PEOPLE: Tagged = Tagged::new("booking_people");
    let counts = (0..words.len()).filter_map(|at| {
        let is_count =
            BEFORE.contains(&words[at]) && words.get(at + 2).is_some_and(|word| PEOPLE.contains(word));
        is_count.then(|| count_of(words[at + 1])).flatten()
    });
    counts.collect()
}

/// "Su mesa", "your booking".
fn is_theirs(words: &[&str]) -> bool {
    words
        .windows(2)
        .any(|two| YOURS.contains(&two[0]) && (begins_as(two[1], &BOOKING_STEMS) || THEIRS.contains(&two[1])))
}

/// "Su mesa es para cuatro", "aquí está su reservación", "la suya sigue en pie", "ya la vi, todo bien": that there is one.
fn says_that_it_stands(words: &[&str], sentence: &Text) -> bool {
    static STANDS: Tagged = Tagged::new("booking_stands");
    static OPEN: Tagged = Tagged::new("booking_open");
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    if has(&OPEN)
        || sentence.written().any(|word| DEPENDS_ON.contains(&&*word) || ASKS_WHAT.contains(&&*word))
    {
        return false;
    }
    static THEIR_OWN: Tagged = Tagged::new("booking_their_own");
    static SEEN: Tagged = Tagged::new("booking_seen");
    static WELL: Tagged = Tagged::new("booking_well");
    let is_their_own = stands_in(words, &THEIR_OWN);
    let is_seen = stands_in(words, &SEEN);
    let is_well = stands_in(words, &WELL);
    is_seen || (is_theirs(words) || is_their_own) && (has(&STANDS) || is_well)
}

/// "Es para seis personas", "it's for six people".
fn is_of_what_is(words: &[&str]) -> bool {
    static YES: Tagged = Tagged::new("booking_yes");
    static IS_FOR: Tagged = Tagged::new("booking_is_for");
    let from = usize::from(words.first().is_some_and(|word| YES.contains(word)));
    stands_at(words, from, &IS_FOR)
}

/// Whoever it is in the name of.
fn name_in(sentence: &Text) -> Vec<String> {
    let lower = sentence.said().to_lowercase();
    static LEADS: Tagged = Tagged::new("booking_name_leads");
    // The longest lead that stands there.
    let ends = LEADS.iter().filter_map(|lead| {
        let lead = format!("{lead} ");
        Some(lower.find(&lead)? + lead.len())
    });
    let behind = ends.max();
    let Some(name) = behind.and_then(|at| sentence.said().get(at..)) else {
        return Vec::new();
    };
    let is_name = |word: &&str| word.starts_with(char::is_uppercase);
    let parts: Vec<&str> = name.split_whitespace().take_while(is_name).collect();
    Text::of(&parts.join(" ")).words().map(str::to_owned).collect()
}
