//! Where in an utterance the numbers stand that are nobody's to keep.

use std::ops::Range;

use super::{
    SecretKind,
    figures::{Group, Run, runs},
    numbers::{CARD_DIGITS, is_clabe, is_month_and_year, is_of_a_network, may_be_card},
    words::{Kind, PHRASES},
};
use crate::slots::{phone, tokens::Tokens};

/// A longer run is no list of phones.
const PHONES_DIGITS_MAX: usize = 64;

/// What stands behind a card's number in one breath: until when it is good, and its code.
const BEHIND_CARD_DIGITS_MAX: usize = 8;
const BEHIND_CARD_GROUP_DIGITS_MAX: usize = 4;

/// A card is named so many words before its number, or behind it.
const NAMED_BEFORE_TOKENS_MAX: usize = 8;
const NAMED_BEHIND_TOKENS_MAX: usize = 4;

/// A code that is not to be told has so many digits, and stands so near to the words for it.
pub(super) const CODE_DIGITS: std::ops::RangeInclusive<usize> = 3..=8;
const CODE_TOKENS_MAX: usize = 4;

/// Where phones are read that have no country.
pub(super) const COUNTRY: &str = "MX";

/// Tokens that are not to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) at: Range<usize>,
    pub(super) kind: SecretKind,
}

/// All of it, in order; none overlaps another.
pub(super) fn secrets(tokens: &Tokens<'_>) -> Vec<Found> {
    let runs = runs(tokens);
    let mut found = Vec::new();
    for run in &runs {
        cards_in(tokens, run, &mut found);
    }
    let has_card = !found.is_empty();
    let mut at = 0;
    while at < tokens.len() {
        let Some((kind, end)) = PHRASES.at(tokens, at, &[Kind::Secret, Kind::Expiry]) else {
            at += 1;
            continue;
        };
        if (kind == Kind::Secret || has_card)
            && let Some(beside) = code_beside(tokens, &runs, at..end)
            && !found.iter().any(|one: &Found| one.at.start < beside.end && beside.start < one.at.end)
        {
            let kind = SecretKind::Code;
            found.push(Found { at: beside, kind });
        }
        at = end;
    }
    found.sort_by_key(|one| one.at.start);
    found
}

fn cards_in(tokens: &Tokens<'_>, run: &Run, found: &mut Vec<Found>) {
    if run.digits.len() < *CARD_DIGITS.start() || are_phones(run) && !is_card_with_its_expiry(run) {
        return;
    }
    let about = About::of(tokens, run);
    let count = run.groups.len();
    let (mut from, mut any) = (0, false);
    while let Some((groups, kind)) = next_card(run, from, &about) {
        let at = run.groups[groups.start].at.start..run.groups[groups.end - 1].at.end;
        (from, any) = (groups.end, true);
        found.push(Found { at, kind });
    }
    let rest = run.digits_of(&(from..count));
    let are_short = run.groups[from..].iter().all(|group| group.digits.len() <= BEHIND_CARD_GROUP_DIGITS_MAX);
    if any
        && are_short
        && (1..=BEHIND_CARD_DIGITS_MAX).contains(&rest.len())
        && let Some(last) = found.last_mut()
    {
        last.at.end = run.at().end;
    }
}

/// What the words round a run say of it.
struct About {
    is_card: bool,
    is_other: bool,
}

impl About {
    fn of(tokens: &Tokens<'_>, run: &Run) -> Self {
        let Range { start, end } = run.at();
        let before = start.saturating_sub(NAMED_BEFORE_TOKENS_MAX)..start;
        let behind = end..(end + NAMED_BEHIND_TOKENS_MAX).min(tokens.len());
        // A mark's own words name nothing.
        let is_of_mark = |at: usize| at > 0 && tokens.word(at - 1) == "[";
        let named = |at: usize| {
            let phrase = PHRASES.at(tokens, at, &[Kind::Card, Kind::Other]);
            phrase.filter(|_| !is_of_mark(at)).map(|(kind, _)| kind)
        };
        let latest = before.rev().find_map(named);
        let is_card =
            latest == Some(Kind::Card) || behind.into_iter().any(|at| named(at) == Some(Kind::Card));
        Self { is_card, is_other: latest == Some(Kind::Other) }
    }
}

/// The first card's or account's number in the groups from one on.
fn next_card(run: &Run, from: usize, about: &About) -> Option<(Range<usize>, SecretKind)> {
    let count = run.groups.len();
    (from..count).find_map(|start| {
        let ends =
            (start + 1..=count).take_while(|end| run.digits_of(&(start..*end)).len() <= *CARD_DIGITS.end());
        let candidates = ends.filter_map(|end| {
            let kind = kind_of(run, start..end, about)?;
            Some((start..end, kind))
        });
        // The longest that a network would give, then the longest.
        candidates.max_by_key(|(groups, _)| {
            let digits = run.digits_of(groups);
            (is_of_a_network(digits), digits.len())
        })
    })
}

/// What some groups of a run are: a card's number, an account's, or neither.
fn kind_of(run: &Run, groups: Range<usize>, about: &About) -> Option<SecretKind> {
    let digits = run.digits_of(&groups);
    if digits.len() < *CARD_DIGITS.start() {
        return None;
    }
    let (is_card, is_clabe) = (may_be_card(digits), is_clabe(digits));
    if !is_card && !is_clabe {
        return None;
    }
    let kind = if is_card { SecretKind::Card } else { SecretKind::Account };
    let is_whole = groups.len() == run.groups.len();
    let is_alone = groups.len() == 1;
    let is_known = is_card && is_of_a_network(digits);
    let said = run.groups.get(groups.clone()).unwrap_or_default();
    if said.iter().any(|group| group.is_in_word) {
        return (is_alone && is_known).then_some(kind);
    }
    if about.is_card {
        return Some(kind);
    }
    let is_shaped = is_regular(said) || said.iter().any(|group| group.is_spoken);
    let is_it = if is_known {
        // Within a longer run of single digits or pairs every number may be found.
        let begins = groups.start == 0 || said.first().is_some_and(|group| group.digits.len() > 2);
        is_alone || is_shaped && begins || is_whole && !begins_as_phone(said)
    } else {
        !about.is_other && (is_alone || is_whole && (is_shaped || is_clabe))
    };
    is_it.then_some(kind)
}

/// Groups as cards have them, or as somebody reads out what is long: of one size, but for the last.
fn is_regular(groups: &[Group]) -> bool {
    let sizes: Vec<usize> = groups.iter().map(|group| group.digits.len()).collect();
    let Some((last, front)) = sizes.split_last() else {
        return false;
    };
    let size = front.first().unwrap_or(last);
    matches!(sizes.as_slice(), [4, 6, 4 | 5]) || front.iter().all(|other| other == size) && last <= size
}

fn begins_as_phone(groups: &[Group]) -> bool {
    let sizes: Vec<usize> = groups.iter().map(|group| group.digits.len()).collect();
    matches!(sizes.as_slice(), [10, ..] | [2, 8, ..] | [3, 7, ..] | [2, 4, 4, ..] | [3, 3, 4, ..])
}

/// Whether a run is one phone after another, and nothing else.
fn are_phones(run: &Run) -> bool {
    let count = run.groups.len();
    if run.digits.len() > PHONES_DIGITS_MAX {
        return false;
    }
    // At which groups a phone may begin.
    let mut begins = vec![false; count + 1];
    begins[0] = true;
    for start in 0..count {
        if !begins[start] {
            continue;
        }
        for (end, begin) in begins.iter_mut().enumerate().skip(start + 1) {
            let digits = run.digits_of(&(start..end));
            if digits.len() > 15 {
                break;
            }
            *begin |=
                digits.len() >= 10 && phone::parse(digits, run.has_plus && start == 0, COUNTRY).is_some();
        }
    }
    begins[count]
}

/// Twenty digits that are two phones may be a card's number with the month and the year behind it as well.
fn is_card_with_its_expiry(run: &Run) -> bool {
    let are_groups_of_phone = begins_as_phone(&run.groups);
    (1..run.groups.len()).any(|end| {
        let rest = run.digits_of(&(end..run.groups.len()));
        let card = run.digits_of(&(0..end));
        !are_groups_of_phone && is_month_and_year(rest) && may_be_card(card) && is_of_a_network(card)
    })
}

/// The number that a phrase is about: the next one, or the one before it.
fn code_beside(tokens: &Tokens<'_>, runs: &[Run], phrase: Range<usize>) -> Option<Range<usize>> {
    let parts = |at: usize| tokens.is_mark(at) && !tokens.is_mark_of(at, &[":", "=", "-", "\"", "'", "#"]);
    let is_near = |gap: Range<usize>| {
        let is_lone_mark = gap.len() == 1;
        gap.len() <= CODE_TOKENS_MAX && (is_lone_mark || !gap.into_iter().any(parts))
    };
    let is_of_code = |group: &Group| {
        let is_behind_letters = group.at.start > 1
            && tokens.word(group.at.start - 1) == "-"
            && tokens.is_glued(group.at.start)
            && tokens.is_glued(group.at.start - 1);
        group.is_in_word || is_behind_letters
    };
    let code_of = |run: &Run| -> Option<Range<usize>> {
        let first = run.groups.first().filter(|group| !is_of_code(group))?;
        if CODE_DIGITS.contains(&run.digits.len()) {
            return Some(run.at());
        }
        let is_code = !first.is_spoken && CODE_DIGITS.contains(&first.digits.len());
        is_code.then(|| first.at.clone())
    };
    let next = runs.iter().find(|run| run.at().start >= phrase.end);
    let next = next.filter(|run| is_near(phrase.end..run.at().start));
    if let Some(code) = next.and_then(code_of) {
        return Some(code);
    }
    let before = runs.iter().rev().find(|run| run.at().end <= phrase.start)?;
    let is_before = is_near(before.at().end..phrase.start) && CODE_DIGITS.contains(&before.digits.len());
    is_before.then(|| code_of(before))?
}
