//! Numbers of people.

use serde_json::Value;

use super::common_words::UNCOUNTING;
use super::found::{Found, correction_start};
use super::number::number_at;
use super::party_words::{
    ADULTS, ALONE, CHILDREN, COUPLES, FAMILIES, FOR, FOR_A_CHILD, FRIENDS, LEADS, MANY, NOUNS, ONCE, ONE,
    PLUS,
};
use super::tokens::Tokens;
use crate::ProblemKind;
use crate::grammar::{A, AND, IN, NOT, OF, OR, WITH};
use crate::pack::Tagged;

/// No more than those who are named.
static ONLY: Tagged = Tagged::new("party_size_only");

/// Between what leads to a number and the number.
static BEHIND_LEADS: Tagged = Tagged::new("party_size_behind_leads");

/// Leads to a number that may be of people: "para 4", "son 5".
static WEAK_LEADS: Tagged = Tagged::new("party_size_weak_leads");

/// Before a person who is talked to or asked for, and is no party.
static BEFORE_SOMEBODY: Tagged = Tagged::new("party_size_before_somebody");

/// Behind people: what only some of a party are or have.
static OF_SOME: Tagged = Tagged::new("party_size_of_some");

/// The same, by how words begin: "veganas".
static DIETS: Tagged = Tagged::new("party_size_diets");

/// What may follow a number of people.
pub(super) static FOLLOWS: Tagged = Tagged::new("party_size_follows");

/// Two, by a number that counts people alone: "a couple".
static A_COUPLE: Tagged = Tagged::new("party_size_a_couple");

/// For so many people, or for that hour.
static FOR_AN_HOUR: Tagged = Tagged::new("party_size_for_an_hour");

/// Leads to a range of numbers: "de 6 a 8", and not "del 6 al 8", which are days.
static RANGE_LEADS: Tagged = Tagged::new("party_size_range_leads");

/// Between the numbers of a range.
static RANGE_LINKS: Tagged = Tagged::new("party_size_range_links");

/// Leads to two numbers with an "and" between them.
static BETWEEN: Tagged = Tagged::new("party_size_between");

/// Behind a number these say that those who speak are counted: "4 of us".
static OURSELVES: Tagged = Tagged::new("party_size_ourselves");

/// What may follow a number that was asked for.
static BEHIND_BARE: Tagged = Tagged::new("party_size_behind_bare");

/// Takes a number from another.
static MINUS: Tagged = Tagged::new("party_size_minus");

/// Before a number these make an hour of it: "las 4".
static BEFORE_AN_HOUR: Tagged = Tagged::new("party_size_before_an_hour");

/// What was said of the people was wrong: "ah, no", before their number.
static MISTAKEN: Tagged = Tagged::new("party_size_mistaken");

/// A range that is wider is offered by its ends.
const RANGE_MAX: u32 = 3;

/// More people than this are no party for a slot.
const PARTY_SIZE_MAX: u32 = 500;

/// The party sizes of an utterance, in order. A bare number is one only where a size is awaited; what is added or taken
/// away counts from the size that is known.
pub(super) fn sizes(tokens: &Tokens<'_>, known: Option<u32>, is_awaited: bool) -> Vec<Found> {
    let reader = SizeReader { tokens, known, is_awaited };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let one = Some(at).filter(|at| tokens.hints_from(*at).has_count).and_then(|at| reader.size_at(at));
        let Some(one) = one else {
            at += 1;
            continue;
        };
        let one = reader.with_changes(one);
        at = one.taken.end.max(at + 1);
        let again = correction_start(tokens, one.said.end)
            .or_else(|| tokens.phrases(tokens.skip_comma(one.said.end), &NOT));
        found.push(one);
        if let Some(corrected) = again.and_then(|start| reader.bare_at(start)) {
            at = corrected.taken.end;
            found.push(corrected);
        }
    }
    if found.is_empty() && is_awaited {
        let mut at = 0;
        while at < tokens.len() {
            let bare = reader.bare_at(at).map(|one| reader.with_changes(one));
            let bare = bare.or_else(|| reader.alone_at(at));
            at = bare.as_ref().map_or(at + 1, |bare| bare.taken.end);
            found.extend(bare);
        }
    }
    reader.without_parts(&mut found);
    found
}

/// Whether a word may lead to a range: "entre 6 y 8", "de 6 a 8".
pub(super) fn is_range_lead(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_one_of(at, &RANGE_LEADS)
}

/// "Para 4" and nothing behind it; where the people are known, what may lead to an hour is none: "for 4".
pub(super) fn led(tokens: &Tokens<'_>, is_known: bool) -> Option<Found> {
    (0..tokens.len()).find_map(|at| {
        let start = tokens.phrases(at, &FOR)?;
        if is_known && tokens.is_one_of(at, &FOR_AN_HOUR) {
            return None;
        }
        let (size, end) = number_at(tokens, start)?;
        let is_clock = tokens.is_mark_of(end, &[":", "/", "."]) && !tokens.ends_at(end + 1);
        let is_article = tokens.is_one_of(start, &A);
        (tokens.ends_at(end) && !is_clock && !is_article).then(|| found(at, end, &[size]))
    })
}

/// "Ah, no, 5", where the people are known: the whole answer puts them right.
pub(super) fn put_right(tokens: &Tokens<'_>, known: Option<u32>, said: &str) -> Option<Found> {
    let is_mistaken = MISTAKEN.iter().any(|mistaken| said.starts_with(*mistaken));
    SizeReader { tokens, known, is_awaited: false }.put_right().filter(|_| is_mistaken)
}

/// Reads sizes at places of an utterance.
pub(super) struct SizeReader<'a> {
    pub(super) tokens: &'a Tokens<'a>,
    /// The size so far.
    pub(super) known: Option<u32>,
    pub(super) is_awaited: bool,
}

/// Some people counted.
pub(super) struct Count {
    /// What may be meant; none where it cannot be told.
    pub(super) sizes: Vec<u32>,
    pub(super) end: usize,
    /// A noun says that they are people.
    is_named: bool,
    /// All of them are children.
    are_children: bool,
}

impl SizeReader<'_> {
    fn size_at(&self, at: usize) -> Option<Found> {
        if let Some((size, end)) = self.changed_at(at) {
            return Some(found(at, end, &[size]));
        }
        let start = self.tokens.skip(at, &ONLY);
        if let Some((size, end)) = self.with_me(start).or_else(|| self.company_at(start)) {
            return Some(found(at, end, &[size]));
        }
        if let Some((sizes, end)) = self.family_at(start) {
            return Some(found(at, end, &sizes));
        }
        if let Some(start) = self.tokens.phrases(at, &ONCE) {
            return self.changed_from_once(at, start);
        }
        if let Some(end) = self.tokens.phrases(at, &ONE) {
            return Some(found(at, end, &[1]));
        }
        if let Some(start) = self.tokens.phrases(at, &LEADS) {
            // "Somos un chingo, como diez": many are no number.
            let start = self.tokens.phrases(start, &MANY).map_or(start, |end| self.tokens.skip_comma(end));
            let start = self.tokens.skip(start, &BEHIND_LEADS);
            if let Some((size, end)) = self.with_me(start) {
                return Some(found(at, end, &[size]));
            }
            if let Some((sizes, end)) = self.family_at(start) {
                return Some(found(at, end, &sizes));
            }
            let count = self.count_at(start)?;
            let changed = self.more_or_fewer(at, &count);
            return changed.or_else(|| Some(found(at, count.end, &count.sizes)));
        }
        self.weakly_led_at(at).or_else(|| self.named_at(at))
    }

    /// "para 4", "son 5", "for two".
    fn weakly_led_at(&self, at: usize) -> Option<Found> {
        let start = self.tokens.phrases(at, &WEAK_LEADS)?;
        if let Some((size, end)) = self.with_me(start) {
            return Some(found(at, end, &[size]));
        }
        let count = self.count_at(start)?;
        if count.are_children {
            return self.children(at, &count);
        }
        let is_article = self.tokens.is_one_of(count.end - 1, &A);
        let is_led = !is_article && self.is_free(count.end);
        (count.is_named || is_led).then(|| found(at, count.end, &count.sizes))
    }

    /// "5 personas", and nothing that leads to it.
    fn named_at(&self, at: usize) -> Option<Found> {
        let count = self.count_at(at).filter(|count| count.is_named)?;
        // "hablar con una persona"
        let before = self.tokens.before(at);
        let is_someone = BEFORE_SOMEBODY.contains(&before);
        let are_friends = WITH.contains(&before) && self.tokens.is_one_of(count.end - 1, &FRIENDS);
        // "One of us is vegetarian", "dos personas son veganas": some of a party, whatever its size.
        let behind = self.tokens.word(count.end);
        let are_some = OF_SOME.contains(&behind) || DIETS.iter().any(|stem| behind.starts_with(stem));
        if are_some {
            return None;
        }
        if is_someone && count.sizes == [1] && !count.are_children || are_friends {
            return None;
        }
        if let Some(changed) = self.more_or_fewer(at, &count) {
            return Some(changed);
        }
        if count.are_children {
            return self.children(at, &count);
        }
        Some(found(at, count.end, &count.sizes))
    }

    /// "We have two kids", "llevamos un bebé": whether they are of those that are known or beside them is anyone's guess,
    /// and they alone are no party.
    fn children(&self, at: usize, count: &Count) -> Option<Found> {
        let is_for_one = (at.saturating_sub(2)..=at).any(|at| {
            let word = self.tokens.before(at + 1);
            FOR_A_CHILD.contains(&word) || OF.contains(&word)
        });
        let [children] = count.sizes[..] else {
            return None;
        };
        if is_for_one {
            return None;
        }
        match self.known {
            Some(known) => {
                let least = if children < known { known } else { children };
                Some(found(at, count.end, &[least, known.saturating_add(children)]))
            }
            None => self.is_awaited.then(|| found(at, count.end, &[children])),
        }
    }

    /// Nothing after the number is counted by it.
    fn is_free(&self, end: usize) -> bool {
        let is_unit = self.tokens.is_mark_of(end, &[":", "%", "/", "-"]);
        let is_left = self.tokens.ends_at(end) || FOLLOWS.contains(&self.tokens.word(end));
        !is_unit && (is_left || self.is_taken_back(end) || self.is_changed(end))
    }

    /// "(Para 4) digo 5", "(4) no 5".
    fn is_taken_back(&self, end: usize) -> bool {
        self.tokens.is_one_of(end, &NOT) || correction_start(self.tokens, end).is_some()
    }

    /// People counted, with those that are counted beside them: "4 adultos, 2 niños y un bebé".
    pub(super) fn count_at(&self, at: usize) -> Option<Count> {
        let tokens = self.tokens;
        let (mut sizes, mut end) = self.sizes_at(at)?;
        let is_pair = tokens.is_one_of(end, &COUPLES);
        if is_pair {
            for size in &mut sizes {
                *size = size.saturating_mul(2);
            }
            end += 1;
        }
        let noun_end = self.noun_end(end);
        let is_noun = noun_end > end;
        let are_children = is_noun && tokens.is_one_of(end, &CHILDREN);
        let are_adults =
            is_pair || A_COUPLE.contains(&tokens.before(end)) || is_noun && tokens.is_one_of(end, &ADULTS);
        let mut count = Count { sizes, end: noun_end, is_named: is_pair || is_noun, are_children };
        let is_family = at >= 2 && tokens.is_one_of(at - 2, &FAMILIES);
        while self.take_included(&mut count, is_family) || self.take_more(&mut count, are_adults) {}
        Some(count)
    }

    /// One number, alternatives ("4 o 5"), or a range ("entre 6 y 8", "6-8", "de 6 a 8"): all of it where it is short.
    fn sizes_at(&self, at: usize) -> Option<(Vec<u32>, usize)> {
        let tokens = self.tokens;
        // "a baby"
        if tokens.is_one_of(at, &UNCOUNTING) && CHILDREN.contains(&tokens.word(at + 1)) {
            return Some((vec![1], at + 1));
        }
        let lead = at + usize::from(is_range_lead(tokens, at));
        let (first, end) = number_at(tokens, lead)?;
        let greater_at = |start: usize| number_at(tokens, start).filter(|(second, _)| *second > first);
        let second = |links: &Tagged| greater_at(tokens.phrases(end, links)?);
        let is_between = tokens.is_one_of(at, &BETWEEN);
        let range = if is_between {
            second(&AND)
        } else {
            let second = second(&RANGE_LINKS)
                .or_else(|| tokens.is_mark_of(end, &["-", "–"]).then(|| greater_at(end + 1)).flatten());
            second.filter(|(_, end)| lead > at || self.noun_end(*end) > *end)
        };
        if let Some((second, end)) = range {
            let is_short = second - first <= RANGE_MAX;
            let sizes = if is_short { (first..=second).collect() } else { vec![first, second] };
            return Some((sizes, end));
        }
        if lead > at || is_between {
            return None;
        }
        match second(&OR) {
            Some((second, end)) => Some((vec![first, second], end)),
            None => Some((vec![first], end)),
        }
    }

    /// The index after a noun of people, or the index itself.
    pub(super) fn noun_end(&self, at: usize) -> usize {
        if let Some(end) = self.tokens.phrases(at, &OURSELVES) {
            return end;
        }
        let word = self.tokens.word(at);
        at + usize::from(NOUNS.contains(&word) || CHILDREN.contains(&word))
    }

    fn bare_at(&self, at: usize) -> Option<Found> {
        let count = self.count_at(at)?;
        let is_alone = self.tokens.ends_at(count.end) || self.tokens.is_one_of(count.end, &BEHIND_BARE);
        let is_alone = is_alone || self.is_taken_back(count.end) || self.is_changed(count.end);
        let before = self.tokens.before(at);
        let adds = || before == "+" || [&PLUS, &MINUS, &AND].iter().any(|words| words.contains(&before));
        let is_summand = at >= 2 && number_at(self.tokens, at - 2).is_some() && adds();
        let is_other = is_summand || matches!(before, "$" | ":") || BEFORE_AN_HOUR.contains(&before);
        let is_clock = self.tokens.is_mark_of(count.end, &[":", "/", "%", "-"]);
        (is_alone && !is_other && !is_clock).then(|| found(at, count.end, &count.sizes))
    }

    fn put_right(&self) -> Option<Found> {
        self.known?;
        // What is sighed before the "no" is no token.
        let start = self.tokens.phrases(0, &MISTAKEN).or_else(|| self.tokens.phrases(0, &NOT))?;
        let count_at = self.tokens.skip_comma(start);
        let count = self.count_at(count_at).filter(|_| count_at > start)?;
        let is_all = self.tokens.ends_at(count.end) && count.end + 1 >= self.tokens.len();
        is_all.then(|| found(0, count.end, &count.sizes))
    }

    /// "Para 6 el sábado a las 8, llegamos 4 personas primero": who is told of behind a larger number, with nothing that
    /// leads to a number of its own and something that is said of them, is a part of it.
    fn without_parts(&self, found: &mut Vec<Found>) {
        let mut whole = 0;
        found.retain(|one| {
            let size = one.outcome.as_ref().ok().and_then(Value::as_u64).unwrap_or(0);
            let start = one.said.start;
            let is_led = number_at(self.tokens, start).is_none();
            let is_corrected =
                (0..=start).any(|at| correction_start(self.tokens, at).is_some_and(|end| end == start));
            let end = one.said.end;
            // "6, dos en silla de ruedas"
            let is_somewhere = self.is_awaited && self.tokens.is_one_of(end, &IN);
            let is_told_of = is_somewhere || self.tells_of_some(end);
            let is_part = size > 0 && size < whole && !is_led && !is_corrected && is_told_of;
            if !is_part {
                whole = size;
            }
            !is_part
        });
    }

    /// "yo", "solo": the whole answer.
    fn alone_at(&self, at: usize) -> Option<Found> {
        let end = self.tokens.phrases(at, &ALONE)?;
        let is_all = self.tokens.ends_at(end) && (at == 0 || self.tokens.is_mark(at - 1));
        is_all.then(|| found(at, end, &[1]))
    }
}

impl Count {
    /// More of them, each of what may be meant.
    pub(super) fn add(&mut self, more: u32) {
        for size in &mut self.sizes {
            *size = size.saturating_add(more);
        }
    }

    /// What was named beside a number: they are people.
    pub(super) fn go_on(&mut self, end: usize, are_children: bool) {
        self.end = end;
        self.is_named = true;
        self.are_children &= are_children;
    }
}

/// A size, or what is wrong with it.
pub(super) fn found(at: usize, end: usize, sizes: &[u32]) -> Found {
    let is_possible = |size: &u32| (1..=PARTY_SIZE_MAX).contains(size);
    let outcome = match sizes {
        [] => Err(ProblemKind::Vague),
        [size] if is_possible(size) => Ok(Value::from(*size)),
        sizes if sizes.iter().all(is_possible) => {
            Err(ProblemKind::Ambiguous(sizes.iter().map(|size| Value::from(*size)).collect()))
        }
        _ => Err(ProblemKind::OutOfRange),
    };
    Found::new(at..end, outcome)
}
