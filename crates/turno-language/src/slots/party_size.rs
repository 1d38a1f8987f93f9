//! Numbers of people.

use serde_json::Value;

use super::found::{Found, correction_start};
use super::number::number_at;
use super::party_words::{ALONE, CHILDREN, COUPLES, FOR_A_CHILD, FRIENDS, LEADS, MANY, NOUNS, ONCE, ONE};
use super::tokens::Tokens;
use crate::ProblemKind;

/// A range that is wider is offered by its ends.
const RANGE_MAX: u32 = 3;

/// More people than this are no party for a slot.
const PARTY_SIZE_MAX: u32 = 500;

/// The party sizes of an utterance, in order. A bare number is one only where a size is awaited; what is added or taken
/// away counts from the size that is known.
pub(super) fn sizes(tokens: &Tokens<'_>, known: Option<u32>, is_awaited: bool) -> Vec<Found> {
    let reader = SizeReader {
        tokens,
        known,
        is_awaited,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let one = Some(at)
            .filter(|at| tokens.hints_from(*at).has_count)
            .and_then(|at| reader.size_at(at));
        let Some(one) = one else {
            at += 1;
            continue;
        };
        let one = reader.with_changes(one);
        at = one.taken.end.max(at + 1);
        let again = correction_start(tokens, one.said.end)
            .or_else(|| tokens.phrases(tokens.skip_comma(one.said.end), &["no", "not"]));
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
    found
}

/// "Para 4" and nothing behind it.
pub(super) fn led(tokens: &Tokens<'_>) -> Option<Found> {
    (0..tokens.len()).find_map(|at| {
        let start = tokens.phrases(at, &["para", "pa", "for"])?;
        let (size, end) = number_at(tokens, start)?;
        let is_clock = tokens.is_one_of(end, &[":", "/", "."]) && !tokens.ends_at(end + 1);
        let is_article = tokens.is_one_of(start, &["un", "una"]);
        (tokens.ends_at(end) && !is_clock && !is_article).then(|| found(at, end, &[size]))
    })
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
        let start = self
            .tokens
            .skip(at, &["solo", "nada mas", "nomas", "just", "only", "it ' s just"]);
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
            let start = self
                .tokens
                .phrases(start, &MANY)
                .map_or(start, |end| self.tokens.skip_comma(end));
            let start = self
                .tokens
                .skip(start, &["como", "unos", "unas", "nosotros", "about"]);
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
        let leads = [
            "para unas",
            "para unos",
            "para",
            "pa",
            "x",
            "son",
            "serian",
            "seran",
            "que sean",
            "ponganos para",
            "ponganos",
            "for about",
            "for",
        ];
        let start = self.tokens.phrases(at, &leads)?;
        if let Some((size, end)) = self.with_me(start) {
            return Some(found(at, end, &[size]));
        }
        let count = self.count_at(start)?;
        if count.are_children {
            return self.children(at, &count);
        }
        let is_article = self.tokens.is_one_of(count.end - 1, &["un", "una"]);
        let is_led = !is_article && self.is_free(count.end);
        (count.is_named || is_led).then(|| found(at, count.end, &count.sizes))
    }

    /// "5 personas", and nothing that leads to it.
    fn named_at(&self, at: usize) -> Option<Found> {
        let count = self.count_at(at).filter(|count| count.is_named)?;
        // "hablar con una persona"
        let before = self.tokens.before(at);
        let is_someone = matches!(before, "con" | "with" | "alguna" | "a" | "to");
        let are_friends = matches!(before, "con" | "with") && self.tokens.is_one_of(count.end - 1, &FRIENDS);
        // "One of us is vegetarian", "dos personas son veganas": some of a party, whatever its size.
        let are_some = self.tokens.is_one_of(
            count.end,
            &[
                "is",
                "are",
                "has",
                "have",
                "needs",
                "need",
                "es",
                "son",
                "tiene",
                "tienen",
                "necesita",
                "necesitan",
                "come",
                "comen",
            ],
        ) || ["vegan", "vegetarian", "alergic", "allergic", "celiac"]
            .iter()
            .any(|stem| self.tokens.word(count.end).starts_with(stem));
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
            FOR_A_CHILD.contains(&word) || matches!(word, "de" | "of")
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
        let follows = [
            "a", "al", "el", "para", "en", "este", "por", "y", "con", "on", "at", "this", "next", "tomorrow",
            "please", "tonight", "under", "and", "in", "today", "hoy", "la", "las",
        ];
        let is_unit = self.tokens.is_one_of(end, &[":", "%", "/", "-"]);
        let is_left = self.tokens.ends_at(end) || self.tokens.is_one_of(end, &follows);
        !is_unit && (is_left || self.is_taken_back(end) || self.is_changed(end))
    }

    /// "(Para 4) digo 5", "(4) no 5".
    fn is_taken_back(&self, end: usize) -> bool {
        self.tokens.is_one_of(end, &["no", "not"]) || correction_start(self.tokens, end).is_some()
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
        let are_adults = is_pair
            || tokens.before(end) == "couple"
            || is_noun && tokens.is_one_of(end, &["adultos", "adulto", "adults", "adult"]);
        let mut count = Count {
            sizes,
            end: noun_end,
            is_named: is_pair || is_noun,
            are_children,
        };
        let is_family = at >= 2 && tokens.is_one_of(at - 2, &["familia", "family"]);
        while self.take_included(&mut count, is_family) || self.take_more(&mut count, are_adults) {}
        Some(count)
    }

    /// One number, alternatives ("4 o 5"), or a range ("entre 6 y 8", "6-8", "de 6 a 8"): all of it where it is short.
    fn sizes_at(&self, at: usize) -> Option<(Vec<u32>, usize)> {
        let tokens = self.tokens;
        // "a baby"
        if tokens.word(at) == "a" && CHILDREN.contains(&tokens.word(at + 1)) {
            return Some((vec![1], at + 1));
        }
        let lead = tokens.skip(at, &["entre", "between", "de", "from"]);
        let (first, end) = number_at(tokens, lead)?;
        let second = |links: &[&str]| {
            let start = tokens.phrases(end, links)?;
            number_at(tokens, start).filter(|(second, _)| *second > first)
        };
        let is_between = tokens.is_one_of(at, &["entre", "between"]);
        let range = match tokens.word(at) {
            "entre" | "between" => second(&["y", "and"]),
            _ => second(&["a", "to", "-", "–"]).filter(|(_, end)| lead > at || self.noun_end(*end) > *end),
        };
        if let Some((second, end)) = range {
            let is_short = second - first <= RANGE_MAX;
            let sizes = if is_short {
                (first..=second).collect()
            } else {
                vec![first, second]
            };
            return Some((sizes, end));
        }
        if lead > at || is_between {
            return None;
        }
        match second(&["o", "or", "u"]) {
            Some((second, end)) => Some((vec![first, second], end)),
            None => Some((vec![first], end)),
        }
    }

    /// The index after a noun of people, or the index itself.
    pub(super) fn noun_end(&self, at: usize) -> usize {
        if self.tokens.phrase(at, "of us").is_some() {
            return at + 2;
        }
        let word = self.tokens.word(at);
        at + usize::from(NOUNS.contains(&word) || CHILDREN.contains(&word))
    }

    fn bare_at(&self, at: usize) -> Option<Found> {
        let count = self.count_at(at)?;
        let is_alone = self.tokens.ends_at(count.end)
            || self
                .tokens
                .is_one_of(count.end, &["por", "please", "porfa", "en"]);
        let is_alone = is_alone || self.is_taken_back(count.end) || self.is_changed(count.end);
        let is_summand = at >= 2
            && number_at(self.tokens, at - 2).is_some()
            && matches!(
                self.tokens.before(at),
                "mas" | "menos" | "plus" | "minus" | "+" | "y" | "and"
            );
        let is_other = is_summand || matches!(self.tokens.before(at), "las" | "$" | ":");
        let is_clock = self.tokens.is_one_of(count.end, &[":", "/", "%", "-"]);
        (is_alone && !is_other && !is_clock).then(|| found(at, count.end, &count.sizes))
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
        sizes if sizes.iter().all(is_possible) => Err(ProblemKind::Ambiguous(
            sizes.iter().map(|size| Value::from(*size)).collect(),
        )),
        _ => Err(ProblemKind::OutOfRange),
    };
    Found::new(at..end, outcome)
}
