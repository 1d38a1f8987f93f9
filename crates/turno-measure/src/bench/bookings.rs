//! Whether what the callers were told is what is booked.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use serde::Serialize;

use super::script::Outcome;

/// What came of the conversations.
#[derive(Debug, Default, Clone, Serialize)]
pub(super) struct Bookings {
    pub(super) begun: u64,
    /// Were told a code.
    pub(super) told: u64,
    /// Were told that there is no table.
    pub(super) refused: u64,
    /// Got a reply that the script does not know.
    pub(super) astray: u64,
    /// Some of those replies, with the turn.
    pub(super) astray_examples: Vec<String>,
    pub(super) unanswered: u64,
    /// Codes that two conversations were told.
    pub(super) codes_told_twice: u64,
    /// Asked back through a second conversation of the same caller.
    pub(super) asked_back: u64,
    /// Of those: the answer was another code, or none.
    pub(super) asked_back_wrong: u64,
}

const EXAMPLES: usize = 5;

impl Bookings {
    /// Counts what the conversations came to.
    pub(super) fn of(begun: u64, unanswered: u64, outcomes: &[(u64, Outcome)]) -> Self {
        let mut bookings = Self { begun, unanswered, ..Self::default() };
        let mut codes = BTreeSet::new();
        for (_, outcome) in outcomes {
            match outcome {
                Outcome::Told(code) => {
                    bookings.told += 1;
                    bookings.codes_told_twice += u64::from(!codes.insert(*code));
                }
                Outcome::Refused => bookings.refused += 1,
                Outcome::Astray { turn, text } => {
                    bookings.astray += 1;
                    if bookings.astray_examples.len() < EXAMPLES {
                        bookings.astray_examples.push(format!("turn {}: {text}", turn + 1));
                    }
                }
            }
        }
        bookings
    }

    /// Compares what they were told with what they are told when they ask.
    pub(super) fn compare(&mut self, told: &[(u64, Outcome)], asked: &[(u64, Outcome)], unanswered: u64) {
        let told: BTreeMap<u64, &Outcome> = told.iter().map(|(number, outcome)| (*number, outcome)).collect();
        for (number, answer) in asked {
            self.asked_back += 1;
            self.asked_back_wrong += u64::from(told.get(number) != Some(&answer));
        }
        self.asked_back_wrong += unanswered;
    }

    /// Every conversation came to an end, each code is one caller's, and the store says the same.
    pub(super) fn are_right(&self) -> bool {
        self.begun == self.told + self.refused
            && self.unanswered == 0
            && self.codes_told_twice == 0
            && self.asked_back_wrong == 0
    }

    /// In a few lines.
    pub(super) fn told(&self) -> String {
        let mut text = format!(
            "{} conversations: {} told a code, {} told that it is full, {} astray, {} unanswered\n\
             codes told twice: {}; asked back: {}, of which wrong: {}\n",
            self.begun,
            self.told,
            self.refused,
            self.astray,
            self.unanswered,
            self.codes_told_twice,
            self.asked_back,
            self.asked_back_wrong
        );
        for example in &self.astray_examples {
            let _ = writeln!(text, "  astray at {example}");
        }
        text
    }
}
