//! What is said about one item: which, how many, how it is done, and what happens to it.

use std::ops::Range;

use serde_json::Value;

use super::basket::Basket;
use super::common_words::UNCOUNTING;
use super::item_words::{is_taken_away_after, other_at};
use super::items::{ItemReader, QUANTITY_MAX};
use super::number::{number_at, number_in};
use super::requests::asks_for_something;
use super::terms::{Match, ids, match_at, partly_at};
use crate::grammar::{A, AND, FOR, LESS, MORE, OF, THE};
use crate::pack::Tagged;
use crate::text::fold;
use crate::vocabulary::singular;
use crate::{Language, ProblemKind};

/// What is said about one term.
#[derive(Clone)]
pub(super) struct Mention {
    pub(super) id: String,
    /// As said; none where no number was.
    pub(super) quantity: Option<u32>,
    pub(super) modification: Option<String>,
    pub(super) act: Act,
    /// Some of those that are there: "uno de los de pastor sin cebolla".
    pub(super) is_part: bool,
}

/// What a mention does to the list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Want,
    Add,
    Remove,
}

/// A mention, or why there is none, and its place.
pub(super) type Read = (Result<Mention, Unapplied>, Range<usize>);

/// Why a mention cannot be applied.
pub(super) enum Unapplied {
    OutOfRange,
    /// It may be any of these.
    Several(Vec<Mention>),
}

impl Unapplied {
    pub(super) fn into_kind(self) -> ProblemKind {
        match self {
            Self::OutOfRange => ProblemKind::OutOfRange,
            Self::Several(mentions) => {
                ProblemKind::Ambiguous(mentions.into_iter().map(|mention| Value::from(mention.id)).collect())
            }
        }
    }
}

/// What stands between a number and what it counts.
static MEASURES: Tagged = Tagged::new("item_mentions_measures");

/// What a dish of several pieces is sold by.
pub(super) static ORDERS: Tagged = Tagged::new("item_mentions_orders");

/// Between a number and what some of are meant: "dos de los".
static OF_THOSE: Tagged = Tagged::new("item_mentions_of_those");

/// Before an article these ask for a thing, as the verbs of requests do.
static ASKED_FOR: Tagged = Tagged::new("item_mentions_asked_for");

impl ItemReader<'_> {
    /// A term with its number before it and its modification after it.
    pub(super) fn mention_at(&self, at: usize, act: Act, basket: &Basket) -> Option<Read> {
        let tokens = self.tokens;
        let counted = number_at(tokens, at).or_else(|| self.counted_in_another_tongue(at));
        let (quantity, start) = match counted {
            Some((quantity, end)) => (Some(quantity), end),
            None => (None, tokens.skip(at, &UNCOUNTING)),
        };
        let is_more = counted.is_some() && tokens.is_one_of(start, &MORE);
        // "One fewer soda", "un refresco menos": so many less, where there are any.
        let fewer = tokens.phrases(start, &LESS).filter(|_| counted.is_some());
        let start = fewer.map_or(start, |end| tokens.skip(end, &OF));
        let of_those = tokens.phrases(start, &OF_THOSE);
        let is_part = counted.is_some() && of_those.is_some();
        let start = of_those.unwrap_or(start);
        let start = tokens.skip(start, &MEASURES);
        let start = counted.and_then(|_| self.pieces_end(start)).unwrap_or(start);
        let found = match_at(tokens, start, self.vocabulary).or_else(|| {
            let is_wanted =
                counted.is_some() || self.is_awaited || act == Act::Remove || self.is_asked_for(at);
            partly_at(tokens, start, self.vocabulary).filter(|_| is_wanted)
        })?;
        let found = {
            let is_new = AND.contains(&tokens.before(at));
            self.narrowed(found, basket, act, counted.is_some() && !is_new)
        };
        let (quantity, found) = self.counted_behind(quantity, found);
        let (modification, end) = self.notes.at(found.range.end);
        let act = if is_taken_away_after(tokens, end) && basket.has_any(&ids(&found.terms, self.vocabulary)) {
            Act::Remove
        } else {
            act
        };
        let is_there = basket.has_any(&ids(&found.terms, self.vocabulary));
        let (act, end) = match self.fewer_after(end).filter(|_| counted.is_some()) {
            Some(behind) if is_there => (Act::Remove, behind),
            Some(_) | None if fewer.is_some() && is_there => (Act::Remove, end),
            Some(_) | None => (act, end),
        };
        let is_more = is_more || tokens.is_one_of(found.range.end, &MORE);
        let act = if is_more && act == Act::Want { Act::Add } else { act };
        let mention = Mention { id: String::new(), quantity, modification, act, is_part };
        Some((self.mention(&found, &mention), at..end))
    }

    /// A number in the words of another language, before a whole name: "two orders of tacos al pastor y una coca".
    fn counted_in_another_tongue(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let mut others = Language::understood().filter(|language| *language != tokens.language);
        let (quantity, end) = others.find_map(|language| number_in(tokens, at, language))?;
        let is_named = match_at(tokens, tokens.skip(end, &MEASURES), self.vocabulary).is_some();
        is_named.then_some((quantity, end))
    }

    /// "Una orden de 4 tacos": behind its number, how many pieces make an order of what is sold by orders, and no sum of
    /// what is wanted. The index after that.
    fn pieces_end(&self, start: usize) -> Option<usize> {
        let tokens = self.tokens;
        let order_at = start.checked_sub(2)?;
        let is_order = (order_at..start).any(|at| ORDERS.contains(&tokens.word(at)));
        let (_, end) = number_at(tokens, start).filter(|_| is_order)?;
        let named = tokens.skip(end, &MEASURES);
        let found =
            match_at(tokens, named, self.vocabulary).or_else(|| partly_at(tokens, named, self.vocabulary))?;
        let is_by_orders = |term: &usize| {
            let name = self.vocabulary.terms().get(*term).map(|term| fold(&term.name));
            let first = name.as_deref().and_then(|name| name.split_whitespace().next());
            first.is_some_and(|first| singular(first) != first)
        };
        let is_split = self.split_at(start, Act::Want).is_some();
        (!is_split && found.terms.iter().all(is_by_orders)).then_some(end)
    }

    /// "Tacos x 3", "guacamole (2)", "guacamole, 2": a number that counts nothing behind it.
    fn counted_behind(&self, quantity: Option<u32>, found: Match) -> (Option<u32>, Match) {
        let tokens = self.tokens;
        let behind = found.range.end;
        let is_by = tokens.word(behind) == "x";
        let is_bracket = tokens.word(behind) == "(";
        let start = behind + usize::from(is_by || is_bracket || tokens.word(behind) == ",");
        let counted = number_at(tokens, start).filter(|(counted, end)| {
            let closes = tokens.ends_at(*end) || matches!(tokens.word(*end), "," | ")");
            let goes_on = [&AND, &FOR].iter().any(|words| tokens.is_one_of(*end, words));
            let is_closed = closes || goes_on && !tokens.is_glued(*end);
            quantity.is_none() && (is_by || is_closed && (1..=QUANTITY_MAX).contains(counted))
        });
        match counted {
            Some((quantity, end)) => {
                let end = end + usize::from(is_bracket && tokens.word(end) == ")");
                (Some(quantity), Match { terms: found.terms, range: found.range.start..end })
            }
            None => (quantity, found),
        }
    }

    /// "Can I get the fish", "quiero los tacos": which of them is asked.
    fn is_asked_for(&self, at: usize) -> bool {
        let tokens = self.tokens;
        if !THE.contains(&tokens.before(at)) || !self.notes.before.is_empty() {
            return false;
        }
        let is_request = |word: &str| asks_for_something(word) || ASKED_FOR.contains(&word);
        let is_counted = |at: usize| {
            let start = number_at(tokens, at).map(|(_, end)| end);
            start.is_some_and(|start| match_at(tokens, start, self.vocabulary).is_some())
        };
        match at.checked_sub(2) {
            Some(verb) => is_request(tokens.word(verb)),
            // "The fish and two margaritas."
            None => (at..tokens.len()).any(is_counted),
        }
    }

    /// "… menos", "… de menos", but not "… menos el flan".
    fn fewer_after(&self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        let end = tokens.phrases(tokens.skip(at, &OF), &LESS)?;
        let goes_on = tokens.is_one_of(end, &THE) || tokens.is_one_of(end, &A);
        (!goes_on).then_some(end)
    }

    /// What is taken away is there, and so is what gets another number: "pero que sean tres tacos".
    fn narrowed(&self, found: Match, basket: &Basket, act: Act, is_counted: bool) -> Match {
        // Only what stood there before can get another number; what is named just now stands beside it.
        let is_there = |term: &usize| {
            let term = self.vocabulary.terms().get(*term);
            term.is_some_and(|term| {
                basket.has(&term.id) && (act == Act::Remove || self.notes.before.has(&term.id))
            })
        };
        let there: Vec<usize> = found.terms.iter().copied().filter(is_there).collect();
        let is_renumbered = act == Act::Want && is_counted;
        let terms =
            if (act == Act::Remove || is_renumbered) && !there.is_empty() { there } else { found.terms };
        Match { terms, range: found.range }
    }

    /// "y una sin queso": one more of what was said last, done otherwise, unless it is one of those.
    pub(super) fn another_at(&self, at: usize, basket: &Basket) -> Option<Read> {
        if let Some((quantity, modification, _)) = self.part_at(at) {
            let is_and = AND.contains(&self.tokens.before(at));
            if basket.clone().part(quantity, &modification, is_and) {
                return None;
            }
        }
        let (quantity, start) =
            number_at(self.tokens, at).or_else(|| Some((1, other_at(self.tokens, at)?)))?;
        let id = basket.last_id()?.to_owned();
        let (modification, end) = self.notes.at(start);
        let mention = Mention {
            id,
            quantity: Some(quantity.clamp(1, QUANTITY_MAX)),
            modification: Some(modification?),
            act: Act::Add,
            is_part: false,
        };
        Some((Ok(mention), at..end))
    }

    fn mention(&self, found: &Match, like: &Mention) -> Result<Mention, Unapplied> {
        if like.quantity.is_some_and(|quantity| quantity == 0 || quantity > QUANTITY_MAX) {
            return Err(Unapplied::OutOfRange);
        }
        let named = ids(&found.terms, self.vocabulary);
        let mut mentions: Vec<Mention> = named
            .iter()
            .filter_map(Value::as_str)
            .map(|id| Mention { id: id.to_owned(), ..like.clone() })
            .collect();
        match mentions.pop() {
            Some(only) if mentions.is_empty() => Ok(only),
            last => {
                mentions.extend(last);
                Err(Unapplied::Several(mentions))
            }
        }
    }
}
