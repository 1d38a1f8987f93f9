//! The values that words name: what a deed is known by.

use std::collections::BTreeSet;

use turno_language::Text;

use crate::values::{bare, codes_in, hours_in, numbers_in};

/// The values that words name, as far as a deed can be known by them.
#[derive(Default)]
pub(crate) struct Values {
    pub(crate) codes: BTreeSet<String>,
    hours: BTreeSet<u32>,
    /// Days of the week and months, folded, in one language.
    days: BTreeSet<&'static str>,
    numbers: BTreeSet<i64>,
}

#[rustfmt::skip]
const DAYS: &[(&str, &str)] = &[
    ("lunes", "monday"), ("martes", "tuesday"), ("miercoles", "wednesday"), ("jueves", "thursday"),
    ("viernes", "friday"), ("sabado", "saturday"), ("domingo", "sunday"), ("enero", "january"),
    ("febrero", "february"), ("marzo", "march"), ("abril", "april"), ("mayo", "may"), ("junio", "june"),
    ("julio", "july"), ("agosto", "august"), ("septiembre", "september"), ("octubre", "october"),
    ("noviembre", "november"), ("diciembre", "december"),
];

impl Values {
    /// Of what a model says.
    pub(crate) fn of_words(text: &Text) -> Self {
        let known = |word: &str| {
            let day = DAYS.iter().find(|(es, en)| *es == word || *en == word);
            day.map(|(es, _)| *es)
        };
        Self {
            codes: codes_in(text.said()).map(bare).collect(),
            hours: hours_in(text),
            days: text.words().filter_map(known).collect(),
            numbers: numbers_in(text.said())
                .map(|(hundredths, _)| hundredths)
                .filter(|hundredths| *hundredths >= 0)
                .collect(),
        }
    }

    /// Of JSON: what its texts name, and its dates as people say them.
    pub(crate) fn of_data(data: &str) -> Self {
        let mut values = Self::of_words(&Text::of(data));
        for written in data.split(|c: char| !(c.is_ascii_digit() || c == '-')) {
            let Ok(date) = written.parse::<jiff::civil::Date>() else {
                continue;
            };
            let weekday = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or_default();
            let month = usize::try_from(date.month()).unwrap_or_default();
            for at in [weekday, 6 + month] {
                values.days.extend(DAYS.get(at).map(|(es, _)| *es));
            }
            values.numbers.insert(i64::from(date.day()) * 100);
            values.numbers.insert(i64::from(date.year()) * 100);
        }
        values
    }

    pub(crate) fn add(&mut self, mut more: Self) {
        self.codes.append(&mut more.codes);
        self.hours.append(&mut more.hours);
        self.days.append(&mut more.days);
        self.numbers.append(&mut more.numbers);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.hours.is_empty() && self.days.is_empty() && self.numbers.is_empty()
    }

    /// All that is named are values of this. The hour of a clock is one on the dial.
    pub(crate) fn have(&self, named: &Self) -> bool {
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
