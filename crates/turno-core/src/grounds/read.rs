//! Texts that somebody gave, each read once: what is looked for in one is worked out where it is first looked for, and kept.

use std::{collections::BTreeSet, sync::OnceLock};

use turno_language::Text;

use super::{
    contact,
    durations::{Duration, durations_in},
};
use crate::{
    money::amounts_told_in,
    said::sentences,
    values::{bare, hours_in, numbers_in},
};

/// A text that a tool, the business or the user gave.
#[derive(Debug)]
pub(crate) struct Read {
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
pub(super) struct Line {
    pub(super) text: Text,
    /// In hundredths.
    pub(super) numbers: BTreeSet<i64>,
    /// On the dial.
    pub(super) hours: BTreeSet<u32>,
}

impl Line {
    fn of(text: &str) -> Self {
        let numbers = hundredths_in(text);
        let text = Text::of(text);
        Self {
            numbers,
            hours: hours_in(&text),
            text,
        }
    }

    pub(super) fn has_stem(&self, stem: &str) -> bool {
        self.text.words().any(|word| word.starts_with(stem))
    }
}

impl Read {
    pub(crate) fn new(text: impl Into<String>) -> Self {
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
    pub(super) fn of_user(text: String) -> Self {
        Self {
            is_of_user: true,
            ..Self::new(text)
        }
    }

    pub(super) fn is_of_user(&self) -> bool {
        self.is_of_user
    }

    pub(super) fn has_stem(&self, stem: &str) -> bool {
        self.apart().words().any(|word| word.starts_with(stem))
    }

    pub(super) fn has_word(&self, folded: &str) -> bool {
        self.apart().words().any(|word| word == folded)
    }

    /// Letters and digits, small, as [`bare`] gives them.
    pub(super) fn has_bare(&self, code: &str) -> bool {
        self.bare.get_or_init(|| bare(&self.text)).contains(code)
    }

    /// Whether these digits stand together, however they are parted.
    pub(super) fn has_digits(&self, digits: &str) -> bool {
        let all = self.digits.get_or_init(|| contact::digits_of(&self.text));
        all.contains(digits)
    }

    /// On the dial.
    pub(super) fn hours(&self) -> &BTreeSet<u32> {
        self.hours.get_or_init(|| hours_in(self.apart()))
    }

    /// In hundredths.
    pub(super) fn numbers(&self) -> &BTreeSet<i64> {
        self.numbers.get_or_init(|| hundredths_in(&self.text))
    }

    /// The numbers that may be prices, in hundredths.
    pub(super) fn amounts(&self) -> &BTreeSet<i64> {
        self.amounts.get_or_init(|| amounts_told_in(&self.text).collect())
    }

    /// Its sentences. Texts that stand side by side in JSON are apart.
    pub(super) fn durations(&self) -> &BTreeSet<Duration> {
        self.durations.get_or_init(|| durations_in(self.apart()))
    }

    pub(super) fn lines(&self) -> &[Line] {
        self.lines.get_or_init(|| {
            let texts = match self.text.starts_with(['{', '[']) {
                true => self.text.split(".\"").collect(),
                false => vec![self.text.as_str()],
            };
            let lines = texts.into_iter().flat_map(sentences);
            lines.map(|(line, _)| Line::of(line)).collect()
        })
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.apart().words()
    }

    fn apart(&self) -> &Text {
        self.apart.get_or_init(|| Text::of(&self.text))
    }
}

fn hundredths_in(text: &str) -> BTreeSet<i64> {
    numbers_in(text).map(|(hundredths, _)| hundredths).collect()
}
