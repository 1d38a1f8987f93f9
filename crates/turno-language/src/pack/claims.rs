//! `claims.tsv` of a language: what a sentence claims, as patterns in the [notation](crate::notation) of phrases.
//!
//! A line is a pattern, what a sentence claims in which it stands, and a note for whoever reads the file, with tabs between
//! (here: `→`):
//!
//! ```text
//! ya quedo|quedaron $ → deed → "ya quedó"
//! {his} {thing} sigue en pie → state
//! ```
//!
//! The claim `none` takes a pattern from a pack that is built in.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::nearest;
use crate::notation::{Choice, Element, elements};

/// The patterns of a language, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims(Vec<Row>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    pattern: String,
    claim: String,
}

/// The claim of a pattern that is taken away.
const NONE: &str = "none";

/// The classes of words that are known by their endings, beside those that are tags of the lexicon.
const BY_FORM: [&str; 3] = ["done", "infinitive", "utmost"];

/// What a tag of the lexicon begins with that is a class.
pub(crate) const CLASS_TAG: &str = "claims_";

/// What is wrong with a line of claims.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimFault {
    /// It has no tab, or nothing on one side of it.
    #[error(
        "a pattern, a tab and what it claims belong here: `ya quedo` is written `ya quedo→deed`, where `→` is a tab"
    )]
    NoClaim,
    /// There is no such claim.
    #[error("nothing claims `{claim}`: what may be claimed is {known}")]
    UnknownClaim {
        /// What stands there.
        claim: String,
        /// What may stand there.
        known: String,
    },
    /// There is no such class of words.
    #[error("no words are of the class `{{{class}}}`: did you mean `{{{near}}}`?")]
    UnknownClass {
        /// What stands in braces.
        class: String,
        /// The nearest that there is.
        near: String,
    },
    /// It is no word in small letters.
    #[error("`{word}` would match nothing: words are written in small letters, without marks")]
    NotAWord {
        /// What stands there.
        word: String,
    },
    /// None of its words must be said, or any word will do.
    #[error("`{pattern}` would match everywhere: it needs a word that must be said, without a `?`")]
    NothingSaid {
        /// The pattern.
        pattern: String,
    },
    /// It stands in the file already.
    #[error("`{pattern}` stands in line {line} already: a pattern claims one thing")]
    Twice {
        /// The pattern.
        pattern: String,
        /// Where it stands, counted from 1.
        line: usize,
    },
    /// Nothing is built in that could be taken away.
    #[error("`{pattern}` is not built in, so that it cannot be taken away: did you mean `{near}`?")]
    NotThere {
        /// The pattern.
        pattern: String,
        /// The nearest that there is.
        near: String,
    },
}

/// A fault, and its place in the file, in bytes.
type Placed = (Range<usize>, ClaimFault);

impl Claims {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults, each with its place in the file, in bytes.
    pub fn read(file: &str) -> Result<Self, Vec<Placed>> {
        let tags = super::known_tags().filter_map(|tag| tag.strip_prefix(CLASS_TAG));
        Self::read_with(file, Some(tags.chain(BY_FORM).collect()))
    }

    /// Reads a file that is built in, with whatever classes; tests read each of them.
    pub(super) fn built_in(file: &str) -> Self {
        Self::read_with(file, None).unwrap_or_default()
    }

    fn read_with(file: &str, classes: Option<BTreeSet<&str>>) -> Result<Self, Vec<Placed>> {
        let mut rows: Vec<Row> = Vec::new();
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        let mut faults = Vec::new();
        let mut end = 0;
        for (number, whole) in (1..).zip(file.split_inclusive('\n')) {
            let start = end;
            end += whole.len();
            let line = whole.trim_end_matches(['\n', '\r']);
            if line.trim().is_empty() || line.trim() == "#" || line.starts_with("# ") {
                continue;
            }
            let read = read_line(line, classes.as_ref()).and_then(|row| {
                let Some(line) = lines.insert(row.pattern.clone(), number) else {
                    return Ok(row);
                };
                let pattern = row.pattern;
                Err((0..pattern.len(), ClaimFault::Twice { pattern, line }))
            });
            match read {
                Ok(row) => rows.push(row),
                Err((place, fault)) => faults.push((start + place.start..start + place.end, fault)),
            }
        }
        if faults.is_empty() { Ok(Self(rows)) } else { Err(faults) }
    }

    /// A file of one's own over what is built in: its patterns go first, and take the place of the same ones there.
    ///
    /// # Errors
    /// As [`Claims::read`]; also where a pattern is taken away that is not there.
    pub(super) fn read_over(file: &str, built_in: &Self) -> Result<Self, Vec<Placed>> {
        let own = Self::read(file)?;
        let is_there = |pattern: &str| built_in.0.iter().any(|row| row.pattern == pattern);
        let missing = own.0.iter().filter(|row| row.claim == NONE && !is_there(&row.pattern));
        let faults: Vec<Placed> = missing
            .map(|row| {
                let known = built_in.0.iter().map(|row| row.pattern.as_str());
                let fault = ClaimFault::NotThere {
                    pattern: row.pattern.clone(),
                    near: nearest(&row.pattern, known).to_owned(),
                };
                (place_of(file, &row.pattern), fault)
            })
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let is_own = |row: &&Row| !own.0.iter().any(|mine| mine.pattern == row.pattern);
        let left: Vec<Row> = built_in.0.iter().filter(is_own).cloned().collect();
        let mut rows = own.0;
        rows.retain(|row| row.claim != NONE);
        rows.extend(left);
        Ok(Self(rows))
    }

    /// The patterns, each with what it claims, in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|row| (row.pattern.as_str(), row.claim.as_str()))
    }
}

/// Where a pattern stands in its file.
fn place_of(file: &str, pattern: &str) -> Range<usize> {
    let mut start = 0;
    for line in file.split_inclusive('\n') {
        if line.split('\t').next().map(str::trim) == Some(pattern) {
            return start..start + pattern.len();
        }
        start += line.len();
    }
    0..0
}

/// A line, or what is wrong at which place of it.
fn read_line(line: &str, classes: Option<&BTreeSet<&str>>) -> Result<Row, Placed> {
    let (cell, rest) = line.split_once('\t').unwrap_or((line, ""));
    let pattern = cell.trim();
    let claim_cell = rest.split('\t').next().unwrap_or_default();
    let claim = claim_cell.trim();
    if pattern.is_empty() || claim.is_empty() {
        return Err((0..line.len(), ClaimFault::NoClaim));
    }
    let mut is_said = false;
    for part in elements(pattern) {
        let Element::Word { choices, is_optional } = part else {
            continue;
        };
        for choice in &choices {
            check(*choice, classes).map_err(|fault| (0..cell.len(), fault))?;
        }
        is_said |= !is_optional && !choices.contains(&Choice::AnyButNo);
    }
    if !is_said {
        let pattern = pattern.to_owned();
        return Err((0..cell.len(), ClaimFault::NothingSaid { pattern }));
    }
    if claim != NONE && !crate::claims::is_claim(claim) {
        let at = cell.len() + 1;
        let fault =
            ClaimFault::UnknownClaim { claim: claim.to_owned(), known: crate::claims::known_claims() };
        return Err((at..at + claim_cell.len(), fault));
    }
    Ok(Row { pattern: pattern.to_owned(), claim: claim.to_owned() })
}

/// Whether a word is one, and a class is known.
fn check(choice: Choice<'_>, classes: Option<&BTreeSet<&str>>) -> Result<(), ClaimFault> {
    match choice {
        Choice::AnyButNo => Ok(()),
        Choice::Word(word) | Choice::Stem(word) => {
            let is_word = !word.is_empty()
                && word.chars().all(char::is_alphanumeric)
                && !word.chars().any(char::is_uppercase);
            if is_word {
                return Ok(());
            }
            let word = word.to_owned();
            Err(ClaimFault::NotAWord { word })
        }
        Choice::Class(class) => match classes {
            Some(known) if !known.contains(class) => Err(ClaimFault::UnknownClass {
                class: class.to_owned(),
                near: nearest(class, known.iter().copied()).to_owned(),
            }),
            Some(_) | None => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(faults: &[Placed], file: &str) -> Vec<String> {
        let faults = faults.iter();
        faults.map(|(place, fault)| format!("{} {fault}", &file[place.clone()])).collect()
    }

    #[test]
    fn each_slip_is_told_with_its_place() {
        let slips = "ya quedo\nya quedo\tdone\n{thng} lista\tstate\nYa está\tdeed\nya? #\tdeed\n\
                     # A note\nreservé\tdeed\nreservé\tstate\n";
        assert_eq!(
            told(&Claims::read(slips).unwrap_err(), slips),
            [
                "ya quedo a pattern, a tab and what it claims belong here: `ya quedo` is written `ya quedo→deed`, \
                 where `→` is a tab",
                "done nothing claims `done`: what may be claimed is deed, deed book, deed cancel, deed modify, \
                 deed order, denial, state, transfer, undertaking",
                "{thng} lista no words are of the class `{thng}`: did you mean `{thing}`?",
                "Ya está `Ya` would match nothing: words are written in small letters, without marks",
                "ya? # `ya? #` would match everywhere: it needs a word that must be said, without a `?`",
                "reservé `reservé` stands in line 7 already: a pattern claims one thing",
            ]
        );
    }

    #[test]
    fn a_file_over_another_adds_and_takes_away() {
        let built_in = Claims::read("ya quedo\tdeed\nsigue en pie\tstate\ntrato hecho\tdeed\n").unwrap();
        let own = "arreglado\tdeed\nsigue en pie\tnone\ntrato hecho\tstate\n";
        let whole = "arreglado\tdeed\ntrato hecho\tstate\nya quedo\tdeed\n";
        assert_eq!(Claims::read_over(own, &built_in), Ok(Claims::read(whole).unwrap()));
        let own = "sigue de pie\tnone\n";
        assert_eq!(
            told(&Claims::read_over(own, &built_in).unwrap_err(), own),
            ["sigue de pie `sigue de pie` is not built in, so that it cannot be taken away: did you mean \
                 `sigue en pie`?"]
        );
    }
}
