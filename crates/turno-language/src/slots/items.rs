//! Lists of terms with quantities: what is ordered, added, taken away or changed.

use std::ops::Range;

use serde_json::{Map, Value};

use super::basket::{Basket, Change};
use super::found::Found;
use super::item_words::{
    CHANGE, MODIFIERS, OF_THEM, act_at, adds, again_at, all_at, goes_on_removing, only_asks,
};
use super::missing_items::missing_beside;
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

/// What an utterance makes of the list.
pub(super) struct Ordered {
    /// The whole new list, or why there is none; empty where nothing was said about it.
    pub(super) found: Vec<Found>,
    /// What was wanted beside it and is not in the vocabulary.
    pub(super) missing: Option<Found>,
}

/// Reads what is said about a list of items.
pub(super) fn items(
    tokens: &Tokens<'_>,
    vocabulary: &Vocabulary,
    known: Option<&Value>,
    is_awaited: bool,
) -> Ordered {
    let reader = ItemReader {
        tokens,
        vocabulary,
        is_awaited,
    };
    let mut basket = Basket::of(known);
    let nothing = |found: Option<Found>| Ordered {
        found: found.into_iter().collect(),
        missing: None,
    };
    if only_asks(tokens) {
        return nothing(None);
    }
    let had_items = !basket.is_empty();
    let taken = match reader.go_over(&mut basket) {
        Ok(taken) => taken,
        Err(problem) => return nothing(Some(problem)),
    };
    let is_ordered = !taken.is_empty() || had_items && adds(tokens);
    let missing = is_ordered
        .then(|| missing_beside(tokens, vocabulary, &taken))
        .flatten();
    let (Some(first), Some(last)) = (taken.first(), taken.last()) else {
        return nothing(missing.or_else(|| reader.missing(&basket)));
    };
    let said = first.start..last.end;
    let outcome = Ok(basket.value());
    let found = taken.iter().map(|range| Found {
        said: said.clone(),
        taken: range.clone(),
        outcome: outcome.clone(),
    });
    Ordered {
        found: found.collect(),
        missing,
    }
}

struct ItemReader<'a> {
    tokens: &'a Tokens<'a>,
    vocabulary: &'a Vocabulary,
    is_awaited: bool,
}

impl ItemReader<'_> {
    /// Applies every mention to the list; gives the places of all, or the first that cannot be applied.
    fn go_over(&self, basket: &mut Basket) -> Result<Vec<Range<usize>>, Found> {
        let mut taken: Vec<Range<usize>> = Vec::new();
        let mut problem: Option<Found> = None;
        let mut act = Act::Want;
        let mut at = 0;
        while at < self.tokens.len() {
            act = act_at(self.tokens, at, act);
            let mention = self
                .mention_at(at, act, basket)
                .or_else(|| self.another_at(at, basket));
            match mention {
                Some((Ok(mention), range)) => {
                    at = range.end;
                    taken.push(range);
                    basket.apply(mention);
                    if act == Act::Remove && !goes_on_removing(self.tokens, at) {
                        act = Act::Want;
                    }
                }
                Some((Err(kind), range)) => {
                    at = range.end;
                    problem.get_or_insert(Found::new(range, Err(kind)));
                }
                None => match self.applied_at(at, basket) {
                    Some(range) => {
                        at = range.end;
                        taken.push(range);
                    }
                    None => at += 1,
                },
            }
        }
        problem.map_or(Ok(taken), Err)
    }

    /// What names no term and yet changes the list: "mejor tres", "uno sin cebolla", "otro igual".
    fn applied_at(&self, at: usize, basket: &mut Basket) -> Option<Range<usize>> {
        if let Some((change, range)) = self.requantified(at)
            && basket.requantify(change)
        {
            return Some(range);
        }
        if let Some((quantity, end)) = again_at(self.tokens, at)
            && basket.again(quantity)
        {
            return Some(at..end);
        }
        if let Some(start) = all_at(self.tokens, at)
            && let (Some(modification), end) = self.modification(start)
            && basket.modify(&modification)
        {
            return Some(at..end);
        }
        let (quantity, modification, end) = self.part_at(at)?;
        let is_and = matches!(self.tokens.before(at), "y" | "and");
        basket.part(quantity, &modification, is_and).then_some(at..end)
    }

    /// "uno sin cebolla", "sin cebolla uno de ellos".
    fn part_at(&self, at: usize) -> Option<(u32, String, usize)> {
        if let Some((quantity, end)) = number_at(self.tokens, at) {
            let start = self.tokens.skip(end, OF_THEM);
            let (modification, end) = self.modification(start);
            return Some((quantity, modification?, end));
        }
        let (modification, end) = self.modification(at);
        let (quantity, end) = number_at(self.tokens, self.tokens.skip_comma(end))?;
        Some((quantity, modification?, self.tokens.phrases(end, OF_THEM)?))
    }

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
        let of_those = tokens.phrases(start, &["de los", "de las", "de los de", "de las de", "of the"]);
        let is_part = counted.is_some() && of_those.is_some();
        let start = of_those.unwrap_or(start);
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
        let mention = self.mention(&found, quantity, modification, act);
        Some((mention.map(|mention| Mention { is_part, ..mention }), at..end))
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

    /// "y una sin queso": one more of what was said last, done otherwise, unless it is one of those.
    fn another_at(&self, at: usize, basket: &Basket) -> Option<(Result<Mention, ProblemKind>, Range<usize>)> {
        if let Some((quantity, modification, _)) = self.part_at(at) {
            let is_and = matches!(self.tokens.before(at), "y" | "and");
            if basket.clone().part(quantity, &modification, is_and) {
                return None;
            }
        }
        let (quantity, start) = number_at(self.tokens, at)?;
        let id = basket.last_id()?.to_owned();
        let (modification, end) = self.modification(start);
        let mention = Mention {
            id,
            quantity: Some(quantity.clamp(1, QUANTITY_MAX)),
            modification: Some(modification?),
            act: Act::Add,
            is_part: false,
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
                is_part: false,
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
                is_part: false,
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
