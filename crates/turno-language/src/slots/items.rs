//! Lists of terms with quantities: what is ordered, added, taken away or changed.

use std::ops::Range;

use serde_json::{Map, Value};

use super::basket::{Basket, Change};
use super::found::Found;
use super::item_words::{CHANGE, MODIFIERS, act_at, only_asks};
use super::number::number_at;
use super::terms::{Match, ids, match_at, mistyped, partly_at, unknown};
use super::tokens::Tokens;
use crate::{ProblemKind, Vocabulary};

pub(super) const QUANTITY_MAX: u32 = 200;
const MODIFICATION_WORDS_MAX: usize = 6;

/// What is said about one term.
pub(super) struct Mention {
    pub(super) id: String,
    /// As said; none where no number was.
    pub(super) quantity: Option<u32>,
    pub(super) modification: Option<String>,
    pub(super) act: Act,
}

/// What a mention does to the list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Want,
    Add,
    Remove,
}

/// The whole new list, or why there is none.
pub(super) fn items(
    tokens: &Tokens<'_>,
    vocabulary: &Vocabulary,
    known: Option<&Value>,
    is_awaited: bool,
) -> Vec<Found> {
    let reader = ItemReader {
        tokens,
        vocabulary,
        is_awaited,
    };
    if only_asks(tokens) {
        return Vec::new();
    }
    let mut basket = Basket::of(known);
    let mut taken: Vec<Range<usize>> = Vec::new();
    let mut problem: Option<Found> = None;
    let mut act = Act::Want;
    let mut at = 0;
    while at < tokens.len() {
        act = act_at(tokens, at, act);
        match reader
            .mention_at(at, act, &basket)
            .or_else(|| reader.another_at(at, &basket))
        {
            Some((Ok(mention), range)) => {
                at = range.end;
                taken.push(range);
                basket.apply(mention);
                if act == Act::Remove {
                    act = Act::Want;
                }
            }
            Some((Err(kind), range)) => {
                at = range.end;
                problem.get_or_insert(Found::new(range, Err(kind)));
            }
            None => match reader
                .requantified(at)
                .filter(|(change, _)| basket.requantify(*change))
            {
                Some((_, range)) => {
                    at = range.end;
                    taken.push(range);
                }
                None => at += 1,
            },
        }
    }
    if let Some(problem) = problem {
        return vec![problem];
    }
    let (Some(first), Some(last)) = (taken.first(), taken.last()) else {
        return reader.missing(&basket).into_iter().collect();
    };
    let said = first.start..last.end;
    let outcome = Ok(basket.value());
    taken
        .iter()
        .map(|range| Found {
            said: said.clone(),
            taken: range.clone(),
            outcome: outcome.clone(),
        })
        .collect()
}

struct ItemReader<'a> {
    tokens: &'a Tokens<'a>,
    vocabulary: &'a Vocabulary,
    is_awaited: bool,
}

impl ItemReader<'_> {
    /// A term with its number before it and its modification after it.
    fn mention_at(
        &self,
        at: usize,
        act: Act,
        basket: &Basket,
    ) -> Option<(Result<Mention, ProblemKind>, Range<usize>)> {
        let tokens = self.tokens;
        let counted = number_at(tokens, at);
        let (quantity, start) = match counted {
            Some((quantity, end)) => (Some(quantity), end),
            None => (None, tokens.skip(at, &["a", "an"])),
        };
        let is_more = counted.is_some() && tokens.is_one_of(start, &["mas", "more"]);
        let measures = [
            "orden de",
            "ordenes de",
            "porcion de",
            "porciones de",
            "pieza de",
            "piezas de",
            "vasos de",
            "vaso de",
            "orders of",
            "order of",
            "de",
            "of",
            "mas",
            "mas de",
            "more",
            "x",
        ];
        let start = tokens.skip(start, &measures);
        let found = match_at(tokens, start, self.vocabulary).or_else(|| {
            let is_wanted = counted.is_some() || self.is_awaited || act == Act::Remove;
            partly_at(tokens, start, self.vocabulary).filter(|_| is_wanted)
        })?;
        let found = self.narrowed(found, basket, act);
        let (quantity, found) = match tokens.word(found.range.end) {
            // "tacos x 3"
            "x" if quantity.is_none() => match number_at(tokens, found.range.end + 1) {
                Some((quantity, end)) => (
                    Some(quantity),
                    Match {
                        terms: found.terms,
                        range: found.range.start..end,
                    },
                ),
                None => (quantity, found),
            },
            _ => (quantity, found),
        };
        let (modification, end) = self.modification(found.range.end);
        let is_more = is_more || tokens.is_one_of(found.range.end, &["mas", "more"]);
        let act = if is_more && act == Act::Want {
            Act::Add
        } else {
            act
        };
        Some((self.mention(&found, quantity, modification, act), at..end))
    }

    /// What is taken away is there.
    fn narrowed(&self, found: Match, basket: &Basket, act: Act) -> Match {
        let is_there = |term: &usize| {
            self.vocabulary
                .terms()
                .get(*term)
                .is_some_and(|term| basket.has(&term.id))
        };
        let there: Vec<usize> = found.terms.iter().copied().filter(is_there).collect();
        let terms = if act == Act::Remove && !there.is_empty() {
            there
        } else {
            found.terms
        };
        Match {
            terms,
            range: found.range,
        }
    }

    /// "y una sin queso": one more of what was said last, done otherwise.
    fn another_at(&self, at: usize, basket: &Basket) -> Option<(Result<Mention, ProblemKind>, Range<usize>)> {
        let (quantity, start) = number_at(self.tokens, at)?;
        let id = basket.last_id()?.to_owned();
        let (modification, end) = self.modification(start);
        let mention = Mention {
            id,
            quantity: Some(quantity.clamp(1, QUANTITY_MAX)),
            modification: Some(modification?),
            act: Act::Add,
        };
        Some((Ok(mention), at..end))
    }

    fn mention(
        &self,
        found: &Match,
        quantity: Option<u32>,
        modification: Option<String>,
        act: Act,
    ) -> Result<Mention, ProblemKind> {
        let mut ids = ids(&found.terms, self.vocabulary);
        if quantity.is_some_and(|quantity| quantity == 0 || quantity > QUANTITY_MAX) {
            return Err(ProblemKind::OutOfRange);
        }
        match (ids.len(), ids.first().and_then(Value::as_str)) {
            (1, Some(id)) => Ok(Mention {
                id: id.to_owned(),
                quantity,
                modification,
                act,
            }),
            _ => Err(ProblemKind::Ambiguous(std::mem::take(&mut ids))),
        }
    }

    /// "sin cebolla y con extra queso", as said.
    fn modification(&self, at: usize) -> (Option<String>, usize) {
        let tokens = self.tokens;
        let start = tokens.skip_comma(at);
        if tokens.phrases(start, MODIFIERS).is_none()
            || (tokens.word(start) == "no" && tokens.is_mark(start + 1))
        {
            return (None, at);
        }
        let mut end = start + 1;
        while tokens.is_word(end) && end - start < MODIFICATION_WORDS_MAX {
            let after = tokens.skip(end, &["y", "and", "ni"]);
            let is_list =
                after > end && (tokens.phrases(after, MODIFIERS).is_some() || tokens.word(end) == "ni");
            let is_other = number_at(tokens, end).is_some()
                || match_at(tokens, end, self.vocabulary).is_some()
                || tokens.is_one_of(end, &["para", "por", "please", "a", "at", "for"])
                || (after > end && !is_list);
            if is_other {
                break;
            }
            end += 1;
        }
        let is_empty = end == start + 1 && !matches!(tokens.word(start), "con");
        if is_empty {
            return (None, at);
        }
        (Some(tokens.said(&(start..end)).to_owned()), end)
    }

    /// "mejor tres": a new number for what was said before.
    fn requantified(&self, at: usize) -> Option<(Change, Range<usize>)> {
        let start = self.tokens.phrases(at, CHANGE)?;
        let (quantity, end) = number_at(self.tokens, start)?;
        let instead = self
            .tokens
            .phrases(end, &["en vez de", "en lugar de", "instead of"]);
        let instead = instead.and_then(|start| number_at(self.tokens, start));
        let end = instead.map_or(end, |(_, end)| end);
        let change = Change {
            quantity,
            instead_of: instead.map(|(quantity, _)| quantity),
        };
        let is_alone = self.tokens.ends_at(end) || self.tokens.is_one_of(end, &["por", "please"]);
        ((1..=QUANTITY_MAX).contains(&quantity) && is_alone).then_some((change, at..end))
    }

    /// Nothing of the vocabulary, where something was asked for.
    fn missing(&self, basket: &Basket) -> Option<Found> {
        if !self.is_awaited {
            return None;
        }
        if let Some(near) = mistyped(self.tokens, self.vocabulary) {
            let id = near.outcome.ok()?.as_str()?.to_owned();
            let number = (0..near.said.start)
                .rev()
                .find_map(|at| number_at(self.tokens, at));
            let mut basket = basket.clone();
            basket.apply(Mention {
                id,
                quantity: number.map(|(quantity, _)| quantity.clamp(1, QUANTITY_MAX)),
                modification: None,
                act: Act::Want,
            });
            return Some(Found::new(near.said, Ok(basket.value())));
        }
        unknown(self.tokens, self.vocabulary)
    }
}

/// One entry of the list, as tools take it.
pub(super) fn entry(id: &str, quantity: u32, modification: Option<&str>) -> Value {
    let mut entry = Map::new();
    entry.insert("menu_item_id".to_owned(), Value::from(id));
    entry.insert("quantity".to_owned(), Value::from(quantity));
    if let Some(modification) = modification {
        entry.insert("modifications".to_owned(), Value::from(modification));
    }
    Value::Object(entry)
}
