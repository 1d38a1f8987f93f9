//! The data of a booking that there is: for how many, in whose name, and where.

use std::{collections::BTreeSet, sync::Arc};
use turno_language::Tagged;

use serde_json::{Map, Value};
use turno_language::{Text, Vocabulary, text::fold};

use crate::{found::finds_nothing, values::number_of};

/// What a caller has: a table, an appointment.
static THEIRS: Tagged = Tagged::new("booking_theirs");

/// Keys under which calls and results count the people of a booking.
pub(super) const OF_PEOPLE: &[&str] = &["party_size", "people", "guests", "personas", "number_of_people"];

/// What calls and their results tell of bookings.
#[derive(Debug, Clone, Default)]
pub(super) struct Bookings {
    people: BTreeSet<u64>,
    /// A lookup found no booking, and none was made since.
    is_none: bool,
    /// Where, folded.
    places: Vec<String>,
    /// The branches' own words, folded: each one's id and names.
    pub(super) branches: Arc<[Vec<String>]>,
}

impl Bookings {
    pub(super) fn at(branches: Option<&Vocabulary>) -> Self {
        let terms = branches.map(Vocabulary::terms).unwrap_or_default();
        let names = terms.iter().map(|term| {
            let names = std::iter::once(&term.name).chain(&term.aliases);
            std::iter::once(fold(&term.id))
                .chain(names.map(|name| fold(name)))
                .collect()
        });
        Self {
            branches: names.collect(),
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, told: &Value) {
        match told {
            Value::Object(members) => self.add_members(members),
            Value::Array(values) => values.iter().for_each(|value| self.add(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// What a call on bookings came to, later than all before it.
    pub(super) fn add_call(&mut self, tool: &str, told: &Value, has_acted: bool) {
        let is_of_bookings = ["booking", "reserv", "appointment", "cita"]
            .iter()
            .any(|of| tool.contains(of));
        if is_of_bookings {
            self.is_none = !has_acted && finds_nothing(told);
        }
    }

    fn add_members(&mut self, members: &Map<String, Value>) {
        for (key, value) in members {
            if OF_PEOPLE.contains(&key.as_str()) {
                self.people.extend(value.as_u64());
            }
            if let (true, Value::String(place)) = (key.contains("branch") || key.contains("sucursal"), value)
            {
                self.places.push(fold(place));
            }
            self.add(value);
        }
    }

    /// What is said of the user's booking is as it was told: by tools, or by the user just now.
    pub(super) fn hold(&self, sentence: &Text, latest: &Text, is_given: &dyn Fn(&str) -> bool) -> bool {
        if sentence.said().contains(['?', '¿']) {
            return true;
        }
        let words: Vec<&str> = sentence.words().collect();
        !(self.is_none && says_that_it_stands(&words, sentence))
            && self.people_hold(&words, latest)
            && self.place_holds(&words, sentence)
            && name_holds(sentence, is_given)
    }

    fn people_hold(&self, words: &[&str], latest: &Text) -> bool {
        if self.people.is_empty() || !(is_theirs(words) || is_of_what_is(words)) {
            return true;
        }
        let said = (0..words.len()).filter_map(|at| {
            let is_count = matches!(words[at], "para" | "for" | "of" | "son" | "are")
                && matches!(
                    words.get(at + 2).copied(),
                    Some("personas" | "people" | "guests" | "comensales" | "invitados")
                );
            is_count.then(|| count_of(words[at + 1])).flatten()
        });
        let given: BTreeSet<u64> = latest.words().filter_map(count_of).collect();
        { said }.all(|people| self.people.contains(&people) || given.contains(&people))
    }

    fn place_holds(&self, words: &[&str], sentence: &Text) -> bool {
        if self.places.is_empty() || !is_theirs(words) {
            return true;
        }
        let is_named = |names: &&Vec<String>| is_named_in(names, sentence);
        let mut named = self.branches.iter().filter(is_named).peekable();
        named.peek().is_none()
            || named.any(|names| {
                self.places
                    .iter()
                    .any(|place| names.iter().any(|name| has_words(&Text::of(place), name)))
            })
    }
}

pub(super) fn count_of(word: &str) -> Option<u64> {
    let number = number_of(word)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of people is small, and not below 0"
    )]
    (0.0..1000.0).contains(&number).then_some(number as u64)
}

/// "Su mesa", "your booking".
fn is_theirs(words: &[&str]) -> bool {
    words.windows(2).any(|two| {
        matches!(two[0], "su" | "tu" | "your") && (two[1].starts_with("reserv") || THEIRS.contains(&two[1]))
    })
}

/// "Su mesa es para cuatro", "aquí está su reservación", "la suya sigue en pie", "ya la vi, todo bien": that there is one.
fn says_that_it_stands(words: &[&str], sentence: &Text) -> bool {
    static STANDS: Tagged = Tagged::new("booking_stands");
    static OPEN: Tagged = Tagged::new("booking_open");
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    if has(&OPEN) || sentence.written().any(|word| matches!(&*word, "si" | "qué")) {
        return false;
    }
    let is_their_own = words
        .windows(2)
        .any(|two| matches!(two, ["la" | "el" | "lo", "suya" | "suyo"]))
        || has(&["yours"]);
    let is_seen = words.windows(2).any(|two| {
        matches!(
            two,
            ["la" | "lo", "vi" | "veo" | "encontre" | "tengo" | "localice"] | ["found" | "see", "it"]
        )
    });
    let is_well = words.windows(2).any(|two| matches!(two, ["todo", "bien"])) || has(&["orden"]);
    is_seen || (is_theirs(words) || is_their_own) && (has(&STANDS) || is_well)
}

/// "Es para seis personas", "it's for six people".
fn is_of_what_is(words: &[&str]) -> bool {
    let from = usize::from(
        words
            .first()
            .is_some_and(|word| matches!(*word, "si" | "yes" | "claro")),
    );
    match words.get(from..) {
        Some(["es" | "esta" | "quedo" | "son", "para", ..] | ["it", "s" | "is", "for", ..]) => true,
        Some([..]) | None => false,
    }
}

/// Whether a folded text names it by one of its names.
pub(super) fn is_named_in(names: &[String], text: &Text) -> bool {
    names.iter().any(|name| has_words(text, name))
}

pub(super) fn has_words(text: &Text, name: &str) -> bool {
    let name = Text::of(name);
    let wanted: Vec<&str> = name.words().collect();
    let words: Vec<&str> = text.words().collect();
    !wanted.is_empty() && words.windows(wanted.len()).any(|some| some == wanted)
}

/// Whoever it is in the name of was named before.
fn name_holds(sentence: &Text, is_given: &dyn Fn(&str) -> bool) -> bool {
    let lower = sentence.said().to_lowercase();
    let behind = [
        "a nombre de ",
        "under the name of ",
        "under the name ",
        "in the name of ",
    ]
    .iter()
    .find_map(|lead| Some(lower.find(lead)? + lead.len()));
    let Some(name) = behind.and_then(|at| sentence.said().get(at..)) else {
        return true;
    };
    let is_name = |word: &&str| word.starts_with(char::is_uppercase);
    let parts: Vec<&str> = name.split_whitespace().take_while(is_name).collect();
    Text::of(&parts.join(" ")).words().all(is_given)
}
