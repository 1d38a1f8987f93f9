//! The values that words name: what a deed is known by.

use std::collections::BTreeSet;

use turno_language::{Text, calendar};

use crate::values::{bare, codes_in, hours_in, numbers_in};

/// The values that words name, as far as a deed can be known by them.
#[derive(Debug, Default)]
pub struct Values {
    pub(crate) codes: BTreeSet<String>,
    hours: BTreeSet<u32>,
    days: BTreeSet<NamedDay>,
    numbers: BTreeSet<i64>,
}

/// A day of the week or a month, whatever language it was named in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NamedDay {
    /// From Monday.
    OfWeek(i8),
    /// From January, which is 1.
    Month(i8),
}

impl NamedDay {
    fn of(word: &str) -> Option<Self> {
        let of_week = calendar::weekday(word).map(|day| Self::OfWeek(day.to_monday_zero_offset()));
        of_week.or_else(|| calendar::month(word).map(Self::Month))
    }
}

impl Values {
    /// Of what a model says.
    pub fn of_words(text: &Text) -> Self {
        Self {
            codes: codes_in(text.said()).map(bare).collect(),
            hours: hours_in(text),
            days: text.words().filter_map(NamedDay::of).collect(),
            numbers: numbers_in(text.said())
                .map(|(hundredths, _)| hundredths)
                .filter(|hundredths| *hundredths >= 0)
                .collect(),
        }
    }

    /// Of JSON: what its texts name, and its dates as people say them.
    pub fn of_data(data: &str) -> Self {
        let mut values = Self::of_words(&Text::of(data));
        for written in data.split(|c: char| !(c.is_ascii_digit() || c == '-')) {
            let Ok(date) = written.parse::<jiff::civil::Date>() else {
                continue;
            };
            let weekday = date.weekday().to_monday_zero_offset();
            values.days.extend([NamedDay::OfWeek(weekday), NamedDay::Month(date.month())]);
            values.numbers.insert(i64::from(date.day()) * 100);
            values.numbers.insert(i64::from(date.year()) * 100);
        }
        values
    }

    /// Adds more of them.
    pub fn add(&mut self, mut more: Self) {
        self.codes.append(&mut more.codes);
        self.hours.append(&mut more.hours);
        self.days.append(&mut more.days);
        self.numbers.append(&mut more.numbers);
    }

    /// None is named.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.hours.is_empty() && self.days.is_empty() && self.numbers.is_empty()
    }

    /// All that is named are values of this. The hour of a clock is one on the dial.
    pub fn have(&self, named: &Self) -> bool {
        let is_number = |hundredths: &i64| {
            let hour = u32::try_from(hundredths / 100).unwrap_or(u32::MAX);
            let is_hour =
                hour <= 24 && self.hours.contains(&(hour % 12)) && named.hours.contains(&(hour % 12));
            self.numbers.contains(hundredths) || is_hour
        };
        named.codes.is_subset(&self.codes)
            && named.hours.is_subset(&self.hours)
            && named.days.is_subset(&self.days)
            && named.numbers.iter().all(is_number)
    }
}
