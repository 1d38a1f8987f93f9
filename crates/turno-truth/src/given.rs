//! Texts that somebody gave, each read once: what is looked for in one is worked out where it is first looked for, and kept.

use std::{collections::BTreeSet, sync::OnceLock};

use turno_language::Text;

use crate::{
    durations::{Duration, durations_in},
    money::amounts_told_in,
    sentences::sentences,
    values::{bare, hours_in, numbers_in},
};

/// A text that a tool, the business or the user gave.
#[derive(Debug)]
pub struct Given {
    text: String,
    is_of_user: bool,
    apart: OnceLock<Text>,
    bare: OnceLock<String>,
    digits: OnceLock<String>,
    hours: OnceLock<BTreeSet<u32>>,
    numbers: OnceLock<BTreeSet<i64>>,
    amounts: OnceLock<BTreeSet<i64>>,
    durations: OnceLock<BTreeSet<Duration>>,
    lines: OnceLock<Vec<Line>>,
}

/// A sentence of it.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) text: Text,
    /// In hundredths.
    pub(crate) numbers: BTreeSet<i64>,
    /// On the dial.
    pub(crate) hours: BTreeSet<u32>,
}

impl Line {
    fn of(text: &str) -> Self {
        let numbers = hundredths_in(text);
        let text = Text::of(text);
        Self { numbers, hours: hours_in(&text), text }
    }

    pub(crate) fn has_stem(&self, stem: &str) -> bool {
        self.text.words().any(|word| word.starts_with(stem))
    }
}

impl Given {
    /// Of a tool or of the business.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_of_user: false,
            apart: OnceLock::new(),
            bare: OnceLock::new(),
            digits: OnceLock::new(),
            hours: OnceLock::new(),
            numbers: OnceLock::new(),
            amounts: OnceLock::new(),
            durations: OnceLock::new(),
            lines: OnceLock::new(),
        }
    }

    /// The words of a user.
    pub fn of_user(text: String) -> Self {
        Self { is_of_user: true, ..Self::new(text) }
    }

    /// As it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_of_user(&self) -> bool {
        self.is_of_user
    }

    pub(crate) fn has_stem(&self, stem: &str) -> bool {
        self.apart().words().any(|word| word.starts_with(stem))
    }

    pub(crate) fn has_word(&self, folded: &str) -> bool {
        self.apart().words().any(|word| word == folded)
    }

    /// Letters and digits, small, as [`bare`] gives them.
    pub(crate) fn has_bare(&self, code: &str) -> bool {
        self.bare.get_or_init(|| bare(&self.text)).contains(code)
    }

    /// Whether these digits stand together, however they are parted.
    pub(crate) fn has_digits(&self, digits: &str) -> bool {
        let all = self.digits.get_or_init(|| digits_of(&self.text));
        all.contains(digits)
    }

    /// Its folded letters.
    pub(crate) fn folded(&self) -> &str {
        self.apart().folded()
    }

    /// On the dial.
    pub(crate) fn hours(&self) -> &BTreeSet<u32> {
        self.hours.get_or_init(|| hours_in(self.apart()))
    }

    /// Its numbers, in hundredths.
    pub fn numbers(&self) -> &BTreeSet<i64> {
        self.numbers.get_or_init(|| hundredths_in(&self.text))
    }

    /// The numbers that may be prices, in hundredths.
    pub(crate) fn amounts(&self) -> &BTreeSet<i64> {
        self.amounts.get_or_init(|| amounts_told_in(&self.text).collect())
    }

    pub(crate) fn durations(&self) -> &BTreeSet<Duration> {
        self.durations.get_or_init(|| durations_in(self.apart()))
    }

    /// Its sentences. Texts that stand side by side in JSON are apart.
    pub(crate) fn lines(&self) -> &[Line] {
        self.lines.get_or_init(|| {
            let texts = match self.text.starts_with(['{', '[']) {
                true => self.text.split(".\"").collect(),
                false => vec![self.text.as_str()],
            };
            let lines = texts.into_iter().flat_map(sentences);
            lines.map(|(line, _)| Line::of(line)).collect()
        })
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.apart().words()
    }

    fn apart(&self) -> &Text {
        self.apart.get_or_init(|| Text::of(&self.text))
    }
}

fn hundredths_in(text: &str) -> BTreeSet<i64> {
    numbers_in(text).map(|(hundredths, _)| hundredths).collect()
}

/// All digits of a text together, however they are parted in it.
pub(crate) fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
