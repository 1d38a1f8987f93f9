//! Another address than the one that is known: "no es Orizaba 182", "la dirección no es Orizaba 182, es Orizaba 128".

use crate::pack::Tagged;
use std::ops::Range;

use serde_json::Value;

use super::address::{STREET_WORDS, address_from, is_likely, is_of_known, street_at};
use super::common_words::is_common_word;
use super::found::Found;
use super::number::number_at;
use super::tokens::Tokens;
use crate::ProblemKind;

/// What goes before an address that is denied.
static DENIALS: Tagged = Tagged::new("address_other_denials");

/// What goes before the one that is meant.
static OTHERS: Tagged = Tagged::new("address_other_others");

/// What goes before an address that is told instead of the known one.
static TOLD: Tagged = Tagged::new("address_other_told");

/// What goes before the one that is denied, where the one that is meant comes first.
static BUT_NOT: Tagged = Tagged::new("address_other_but_not");

/// The known one is wrong, whatever the right one is.
static WRONG: Tagged = Tagged::new("address_other_wrong");

/// What is said of the known address: another one, or that it is wrong. Where nothing is asked for but a yes, the answer's
/// verdict tells the latter.
pub(super) fn other_address(tokens: &Tokens<'_>, known: Option<&str>, is_asked: bool) -> Option<Found> {
    let other = Other {
        tokens,
        known: known.unwrap_or_default(),
    };
    let all = 0..tokens.len();
    all.clone()
        .find_map(|at| other.denied_at(at).or_else(|| other.insisted_at(at)))
        .or_else(|| all.clone().find_map(|at| other.told_at(at)))
        .or_else(|| other.wrong().filter(|_| is_asked && known.is_some()))
}

struct Other<'a> {
    tokens: &'a Tokens<'a>,
    known: &'a str,
}

impl Other<'_> {
    /// "No es Orizaba 182, es Orizaba 128", "no es Orizaba 182".
    fn denied_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let start = tokens.phrases(at, &DENIALS)?;
        let whole = address_from(tokens, start)?.said;
        let cut = (start + 1..whole.end).find(|cut| {
            let denied = start..*cut;
            let is_denied = self.is_known(&denied) || self.is_place(&denied);
            let other = tokens.phrases(*cut, &OTHERS);
            is_denied && other.is_some_and(|other| self.is_place(&(other..whole.end)))
        });
        if let Some(cut) = cut {
            let other = tokens.phrases(cut, &OTHERS)?;
            return self.instead(&(start..cut), &(other..whole.end), at..whole.end);
        }
        let is_told = !is_bare_no(tokens, at, start);
        let is_last = tokens.ends_at(whole.end);
        let is_of_address = matches!(tokens.before(at), "direccion" | "address") && self.is_place(&whole);
        (is_told && is_last && (self.is_known(&whole) || is_of_address)).then(|| Found {
            said: whole.clone(),
            taken: at..whole.end,
            outcome: Err(ProblemKind::Vague),
        })
    }

    /// "Es Orizaba 128, no Orizaba 182", "128, no 182".
    fn insisted_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let is_begin = at == 0 || tokens.is_mark(at - 1);
        let start = tokens.skip(
            at,
            &[
                "es",
                "es en",
                "es a",
                "it ' s",
                "it ’ s",
                "it is",
                "la direccion es",
                "a",
                "en",
            ],
        );
        if !is_begin {
            return None;
        }
        let whole = address_from(tokens, start)?.said;
        (start + 1..whole.end).find_map(|cut| {
            let denied = tokens.phrases(cut, &BUT_NOT)?..whole.end;
            let told = start..cut;
            let is_other = self.is_known(&denied) && self.is_place(&told) && !self.is_known(&told);
            is_other.then(|| self.instead(&denied, &told, at..whole.end))?
        })
    }

    /// "No, es Orizaba 128", whose comma recognised speech loses.
    fn told_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let start = tokens.phrases(at, &TOLD)?;
        let is_article = tokens.is_one_of(start, &["la", "el"]) && tokens.is_one_of(start + 1, &STREET_WORDS);
        let start = start + usize::from(is_article);
        let is_begin = at == 0 || tokens.is_mark(at - 1);
        let found = street_at(tokens, start).filter(|_| is_begin && !self.known.is_empty())?;
        let said = found.said;
        if self.is_known(&said) {
            return None;
        }
        self.instead(&said, &said, at..said.end)
    }

    fn wrong(&self) -> Option<Found> {
        let tokens = self.tokens;
        let said = (0..tokens.len()).find_map(|at| Some(at..tokens.phrases(at, &WRONG)?))?;
        Some(Found::new(said, Err(ProblemKind::Vague)))
    }

    /// The address that is meant. Where a number stands for another, the rest of the known one holds: "no es 182, es 128".
    fn instead(&self, denied: &Range<usize>, told: &Range<usize>, taken: Range<usize>) -> Option<Found> {
        let said = self.tokens.said(told).to_owned();
        let denied = self
            .only_number(denied)
            .filter(|number| has_number(self.known, number));
        let number = denied.or_else(|| the_number(self.known));
        let other = match (number, self.only_number(told)) {
            (Some(number), Some(told)) if self.differ_in_number(&said) => {
                with_number(self.known, &number, &told).unwrap_or(said)
            }
            _ => said,
        };
        Some(Found {
            said: told.clone(),
            taken,
            outcome: Ok(Value::String(other)),
        })
    }

    /// Whether all but its number is of the known address.
    fn differ_in_number(&self, said: &str) -> bool {
        let letters: String = said.chars().filter(|c| !c.is_ascii_digit()).collect();
        let found = Found::new(0..0, Ok(Value::String(letters)));
        is_of_known(&found, self.known)
    }

    /// The one number in digits that some words have.
    fn only_number(&self, range: &Range<usize>) -> Option<String> {
        let mut numbers = range
            .clone()
            .map(|at| self.tokens.original(at))
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = numbers.next()?;
        numbers.next().is_none().then(|| number.to_owned())
    }

    /// Words of the known address that are no words of talk alone.
    fn is_known(&self, range: &Range<usize>) -> bool {
        let said = self.tokens.said(range).to_owned();
        let telling = range.clone().filter(|at| {
            let is_number = number_at(self.tokens, *at).is_some();
            is_number || self.tokens.is_word(*at) && !is_common_word(self.tokens.word(*at))
        });
        let has_number = range.clone().any(|at| number_at(self.tokens, at).is_some());
        let is_telling = has_number || telling.count() > 1;
        is_telling && is_of_known(&Found::new(range.clone(), Ok(Value::String(said))), self.known)
    }

    fn is_place(&self, range: &Range<usize>) -> bool {
        let said = self.tokens.said(range).to_owned();
        !range.is_empty() && is_likely(self.tokens, &Found::new(range.clone(), Ok(Value::String(said))))
    }
}

/// "No, Orizaba 182" says again what was told: only "no es" denies it, where nothing else follows.
fn is_bare_no(tokens: &Tokens<'_>, at: usize, start: usize) -> bool {
    start == at + 1 && tokens.word(at) == "no"
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()))
}

fn has_number(known: &str, number: &str) -> bool {
    numbers(known).any(|known| known == number)
}

/// The one number of an address.
fn the_number(known: &str) -> Option<String> {
    let mut numbers = numbers(known);
    let number = numbers.next()?;
    numbers.next().is_none().then(|| number.to_owned())
}

fn with_number(known: &str, denied: &str, told: &str) -> Option<String> {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let at = known.match_indices(denied).find_map(|(at, _)| {
        let before = known.get(..at)?.chars().next_back();
        let behind = known.get(at + denied.len()..)?.chars().next();
        (is_edge(before) && is_edge(behind)).then_some(at)
    })?;
    Some(format!(
        "{}{told}{}",
        known.get(..at)?,
        known.get(at + denied.len()..)?
    ))
}
