//! Numbers and years within dates and times.

use super::words::Kind;
use super::{Line, roles};

impl Line<'_> {
    /// A whole number below 1000 in words or digits, and the index after it.
    pub(super) fn number(&self, at: usize) -> Option<(u32, usize)> {
        match self.kind(at) {
            Kind::Digits { value, length } if length <= 9 => Some((value, at + 1)),
            Kind::Number(first) => Some(self.with_unit(u32::from(first), at)),
            Kind::Hundred(count) if count > 0 => match self.kind(at + 1) {
                Kind::Number(first) => {
                    let (rest, end) = self.with_unit(u32::from(first), at + 1);
                    Some((u32::from(count) * 100 + rest, end))
                }
                _ => Some((u32::from(count) * 100, at + 1)),
            },
            _ => None,
        }
    }

    /// "treinta y cinco", "twenty-three".
    fn with_unit(&self, first: u32, at: usize) -> (u32, usize) {
        let takes_unit = first.is_multiple_of(10) && first >= self.grammar.tens_from;
        if !takes_unit {
            return (first, at + 1);
        }
        let unit_at = if self.joins_with_dashes() {
            self.skip_mark(at + 1, &["-"])
        } else {
            match self.after(at + 1, roles::TENS_AND) {
                Some(unit_at) => unit_at,
                None => return (first, at + 1),
            }
        };
        match self.kind(unit_at) {
            Kind::Number(unit) if (1..10).contains(&unit) => (first + u32::from(unit), unit_at + 1),
            _ => (first, at + 1),
        }
    }

    /// "twenty-three", where others say "treinta y cinco".
    pub(super) fn joins_with_dashes(&self) -> bool {
        !self.owns(roles::TENS_AND)
    }

    /// Digits of just so many places.
    pub(super) fn digits(&self, at: usize, places: std::ops::RangeInclusive<u8>) -> Option<u32> {
        match self.kind(at) {
            Kind::Digits { value, length } if places.contains(&length) => Some(value),
            _ => None,
        }
    }

    pub(super) fn is_digits(&self, at: usize) -> bool {
        matches!(self.kind(at), Kind::Digits { .. })
    }

    /// "first", "1st", "3.º", "twenty-first": from 1 on.
    pub(super) fn ordinal(&self, at: usize) -> Option<(u32, usize)> {
        match self.kind(at) {
            Kind::Ordinal(value) => Some((u32::try_from(value).ok()?, at + 1)),
            Kind::Digits { value, length: 1..=2 } => {
                let mark = self.skip_mark(at + 1, &["."]);
                let is_suffix = self.is(mark, roles::ORDINAL_SUFFIX) || self.is_mark(mark, &["º", "°", "ª"]);
                let has_suffix = is_suffix && self.tokens.is_glued(mark);
                has_suffix.then_some((value, mark + 1))
            }
            Kind::Number(tens @ (20 | 30)) if self.joins_with_dashes() => {
                let unit_at = self.skip_mark(at + 1, &["-"]);
                match self.kind(unit_at) {
                    Kind::Ordinal(unit @ 1..=9) => {
                        Some((u32::from(tens) + u32::from(unit.unsigned_abs()), unit_at + 1))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A year of four digits or in words, and the index after it: "2027", "dos mil veintisiete", "twenty twenty-six".
    pub(super) fn year(&self, at: usize) -> Option<(u32, usize)> {
        if let Some(year) = self.digits(at, 4..=4) {
            return (1900..2200).contains(&year).then_some((year, at + 1));
        }
        let (thousands, after) = match (self.kind(at), self.kind(at + 1)) {
            (Kind::Thousand, _) => (1000, at + 1),
            (Kind::Number(2), Kind::Thousand) => (2000, at + 2),
            (Kind::Number(century @ (19 | 20)), _) if self.joins_with_dashes() => {
                let (rest, end) = self.number(at + 1).filter(|_| !self.is_digits(at + 1))?;
                return (10..100).contains(&rest).then_some((u32::from(century) * 100 + rest, end));
            }
            _ => return None,
        };
        let after = self.skip(after, roles::AND);
        let (rest, end) = match self.number(after).filter(|_| !self.is_digits(after)) {
            Some(found) => found,
            None => (0, after),
        };
        let year = thousands + rest;
        ((1900..2200).contains(&year)).then_some((year, end))
    }
}

/// The year that two digits stand for: those of the coming decades, else those of the last century.
pub(super) fn full_year(year: u32, this_year: i16) -> u32 {
    if year >= 100 {
        return year;
    }
    let horizon = u32::try_from(this_year).unwrap_or(2000) % 100 + 30;
    if year <= horizon { 2000 + year } else { 1900 + year }
}
