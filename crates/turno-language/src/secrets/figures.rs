//! The numbers of an utterance, in figures and in words: groups of digits, and runs of groups that nothing but what stands
//! between the groups of one number parts. Dates, hours and amounts are none.

use std::ops::Range;

use super::words::{Kind, PHRASES};
use crate::slots::{digits, tokens::Tokens};

/// So many marks and words may stand between two groups of one number.
const GAP_TOKENS_MAX: usize = 4;

/// What ends a number though it is a mark.
const ENDS: &[&str] = &["$", "%", "+", "?", "!", "¿", "¡"];

/// Digits that stand together, or are said as one number.
pub(super) struct Group {
    /// Its tokens.
    pub(super) at: Range<usize>,
    /// Its digits, as a range of those of the run.
    pub(super) digits: Range<usize>,
    /// In words, or partly.
    pub(super) is_spoken: bool,
    /// Letters stand right before or behind it: a part of a code.
    pub(super) is_in_word: bool,
}

/// Groups that may be one number.
#[derive(Default)]
pub(super) struct Run {
    pub(super) groups: Vec<Group>,
    pub(super) digits: String,
    pub(super) has_plus: bool,
}

impl Run {
    /// The tokens from its first group to its last.
    pub(super) fn at(&self) -> Range<usize> {
        let first = self.groups.first().map_or(0, |group| group.at.start);
        first..self.groups.last().map_or(first, |group| group.at.end)
    }

    /// The digits of some of its groups.
    pub(super) fn digits_of(&self, groups: &Range<usize>) -> &str {
        let of = self.groups.get(groups.clone()).unwrap_or_default();
        let (Some(first), Some(last)) = (of.first(), of.last()) else {
            return "";
        };
        self.digits.get(first.digits.start..last.digits.end).unwrap_or("")
    }

    fn push(&mut self, at: Range<usize>, digits: &str, is_spoken: bool, is_in_word: bool) {
        let start = self.digits.len();
        self.digits.push_str(digits);
        self.groups.push(Group { at, digits: start..self.digits.len(), is_spoken, is_in_word });
    }
}

/// All runs of an utterance, in order.
pub(super) fn runs(tokens: &Tokens<'_>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut at = 0;
    // The index after the latest group, where one more may go on with it.
    let mut open: Option<usize> = None;
    while at < tokens.len() {
        if let Some(end) = explained(tokens, at) {
            (at, open) = (end, None);
            continue;
        }
        let Some((digits, end)) = group_at(tokens, at) else {
            at += 1;
            continue;
        };
        let is_spoken = !is_figures(tokens.word(at)) || end - at > 1;
        let is_in_word = !is_spoken && is_in_word(tokens, at);
        let goes_on = open.is_some_and(|before| is_gap(tokens, before, at)) && !is_in_word;
        if !goes_on {
            runs.push(Run { has_plus: at > 0 && tokens.word(at - 1) == "+", ..Run::default() });
        }
        if let Some(run) = runs.last_mut() {
            run.push(at..end, &digits, is_spoken, is_in_word);
        }
        open = (!is_in_word).then_some(end);
        at = end;
    }
    runs
}

/// The group that begins at an index, read in the language in which more of it is one.
fn group_at(tokens: &Tokens<'_>, at: usize) -> Option<(String, usize)> {
    let (digits, end) = digits::longest_group_at(tokens, at)?;
    // "Tres mil cero doce": the zero is a digit of what follows, and adds nothing to what it was read with.
    let is_zero_last = digits.bytes().any(|digit| digit != b'0')
        && end - at > 1
        && digits::group_at(tokens, end - 1).is_some_and(|(last, last_end)| last == "0" && last_end == end);
    Some((digits, if is_zero_last { end - 1 } else { end }))
}

/// Whether what stands from one index to another may part two groups of one number.
fn is_gap(tokens: &Tokens<'_>, start: usize, end: usize) -> bool {
    if end - start > GAP_TOKENS_MAX {
        return false;
    }
    let mut at = start;
    while at < end {
        let word = tokens.word(at);
        // What is drawn over the character before it, as a frame round a digit, has no letters.
        let is_mark = tokens.is_mark(at) && !ENDS.contains(&word) || word.is_empty();
        at = match PHRASES.at(tokens, at, &[Kind::Between]) {
            _ if is_mark => at + 1,
            Some((_, after)) => after,
            None => return false,
        };
    }
    at == end
}

pub(super) fn is_figures(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_in_word(tokens: &Tokens<'_>, at: usize) -> bool {
    let has_letters = |at: usize| !tokens.is_mark(at) && !tokens.word(at).is_empty();
    let follows_word = tokens.is_glued(at) && has_letters(at - 1);
    follows_word || tokens.is_glued(at + 1) && has_letters(at + 1)
}

/// The index after an amount, an hour or a date that begins at an index.
fn explained(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    if tokens.word(at) == "$" {
        return amount(tokens, at);
    }
    // Not from the middle of "41-11-11-11".
    let is_continued = at > 1
        && tokens.is_glued(at)
        && tokens.is_mark(at - 1)
        && tokens.is_glued(at - 1)
        && is_figures(tokens.word(at - 2));
    (is_figures(tokens.word(at)) && !is_continued).then(|| hour(tokens, at).or_else(|| date(tokens, at)))?
}

/// "$1,234.50".
fn amount(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    // More digits than an amount has.
    const DIGITS_MAX: usize = 9;
    let mut end = at + 1;
    let mut digits = tokens.word(end).len();
    is_figures(tokens.word(end)).then_some(())?;
    end += 1;
    while let Some(next) = glued_part(tokens, end, &[",", "."]) {
        digits += tokens.word(next).len();
        end = next + 1;
    }
    (digits <= DIGITS_MAX).then_some(end)
}

/// "8:30", "20:00:00".
fn hour(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    let parts = parts(tokens, at, ":");
    let (hours, minutes) = (parts.first()?, parts.get(1)?);
    let is_hour = parts.len() <= 3
        && hours.len() <= 2
        && number(hours)? <= 24
        && parts[1..].iter().all(|part| part.len() == 2 && number(part).is_some_and(|part| part < 60))
        && !minutes.is_empty();
    is_hour.then_some(at + 2 * parts.len() - 1)
}

/// "20/01/2026", "2026-01-20", "20.1.26".
fn date(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    let parts =
        ["/", "-", "."].into_iter().map(|mark| parts(tokens, at, mark)).find(|parts| parts.len() == 3)?;
    let [first, middle, last] = parts.as_slice() else {
        return None;
    };
    let is_day = |part: &str| part.len() <= 2 && number(part).is_some_and(|day| (1..=31).contains(&day));
    let is_year =
        |part: &str| part.len() == 4 && number(part).is_some_and(|year| (1900..2200).contains(&year));
    let is_date = is_day(middle)
        && (is_year(first) && is_day(last) || is_day(first) && (is_year(last) || last.len() == 2));
    is_date.then_some(at + 5)
}

/// The runs of digits from an index on with just that mark between them, and nothing else.
fn parts<'a>(tokens: &'a Tokens<'_>, at: usize, mark: &str) -> Vec<&'a str> {
    let mut parts = vec![tokens.word(at)];
    let mut end = at + 1;
    while let Some(next) = glued_part(tokens, end, &[mark]) {
        parts.push(tokens.word(next));
        end = next + 1;
    }
    parts
}

/// The index of the digits that stand right behind one of the marks, which stands at an index, right behind what is before it.
fn glued_part(tokens: &Tokens<'_>, at: usize, marks: &[&str]) -> Option<usize> {
    let is_next = tokens.is_glued(at)
        && tokens.is_mark_of(at, marks)
        && tokens.is_glued(at + 1)
        && is_figures(tokens.word(at + 1));
    is_next.then_some(at + 1)
}

fn number(part: &str) -> Option<u32> {
    part.parse().ok()
}
