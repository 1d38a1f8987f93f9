//! Lists of terms with quantities: what is ordered, added, taken away or changed.

use std::ops::Range;

use serde_json::{Map, Value};

use super::basket::{Basket, Change};
use super::found::Found;
use super::item_notes::Notes;
use super::item_words::{
    CHANGE, OF_THEM, act_at, adds, again_at, all_at, goes_on_removing, is_only_around, is_taken_away_after,
    only_asks, only_at, orders, other_at,
};
use super::missing_items::missing_beside;
use super::number::number_at;
use super::terms::{Match, ids, match_at, mistyped, partly_at, unknown};
use super::tokens::Tokens;
use crate::{ProblemKind, Vocabulary};

pub(super) const QUANTITY_MAX: u32 = 200;

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

/// What an utterance makes of the list.
#[derive(Default)]
pub(super) struct Ordered {
    /// The whole new list, or why there is none; empty where nothing was said about it.
    pub(super) found: Vec<Found>,
    /// What was wanted beside it and is not in the vocabulary, or is in it more than once.
    pub(super) missing: Option<Found>,
}

impl Ordered {
    fn only(found: Option<Found>) -> Self {
        Self {
            found: found.into_iter().collect(),
            missing: None,
        }
    }
}

/// Reads what is said about a list of items.
pub(super) fn items(
    tokens: &Tokens<'_>,
    vocabulary: &Vocabulary,
    known: Option<&Value>,
    is_awaited: bool,
) -> Ordered {
    let before = Basket::of(known);
    let reader = ItemReader {
        tokens,
        vocabulary,
        is_awaited,
        notes: Notes {
            tokens,
            vocabulary,
            before: &before,
        },
    };
    if only_asks(tokens) {
        return Ordered::default();
    }
    let mut baskets = vec![before.clone()];
    let (taken, unclear) = match reader.go_over(&mut baskets) {
        Ok(gone_over) => gone_over,
        Err(problem) => return Ordered::only(Some(problem)),
    };
    let is_ordered =
        !taken.is_empty() || unclear.is_some() || orders(tokens) || !before.is_empty() && adds(tokens);
    let used: Vec<Range<usize>> = taken.iter().chain(&unclear).cloned().collect();
    let missing = is_ordered
        .then(|| missing_beside(tokens, vocabulary, &used))
        .flatten();
    if let Some(said) = unclear {
        return unclear_order(&before, &baskets, said, taken);
    }
    let basket = baskets.swap_remove(0);
    if taken.is_empty() {
        return Ordered::only(missing.or_else(|| reader.missing(&basket)));
    }
    Ordered {
        found: placed(&basket, &taken),
        missing,
    }
}

/// What was said clearly is taken, and beside it stand the whole lists that the rest may make of it.
fn unclear_order(
    before: &Basket,
    baskets: &[Basket],
    said: Range<usize>,
    taken: Vec<Range<usize>>,
) -> Ordered {
    let candidates: Vec<Value> = baskets.iter().map(Basket::value).collect();
    let mut problem = Found::new(said, Err(ProblemKind::Ambiguous(candidates)));
    let certain = Basket::common_to(baskets, before);
    if taken.is_empty() {
        return Ordered::only(Some(problem));
    }
    problem.taken = problem.said.clone();
    Ordered {
        found: placed(&certain, &taken),
        missing: Some(problem),
    }
}

/// The list, at each of the places that made it.
fn placed(basket: &Basket, taken: &[Range<usize>]) -> Vec<Found> {
    let (Some(first), Some(last)) = (taken.first(), taken.last()) else {
        return Vec::new();
    };
    let said = first.start..last.end;
    let found = taken.iter().map(|range| Found {
        said: said.clone(),
        taken: range.clone(),
        outcome: Ok(basket.value()),
    });
    found.collect()
}

/// A mention, or why there is none, and its place.
type Read = (Result<Mention, Unapplied>, Range<usize>);

/// The places of what was applied, and of what may be several things.
type GoneOver = (Vec<Range<usize>>, Option<Range<usize>>);

/// Why a mention cannot be applied.
enum Unapplied {
    OutOfRange,
    /// It may be any of these.
    Several(Vec<Mention>),
}

impl Unapplied {
    fn into_kind(self) -> ProblemKind {
        match self {
            Self::OutOfRange => ProblemKind::OutOfRange,
            Self::Several(mentions) => ProblemKind::Ambiguous(
                mentions
                    .into_iter()
                    .map(|mention| Value::from(mention.id))
                    .collect(),
            ),
        }
    }
}

/// A list for each of the things that a mention may be.
fn forked(basket: &Basket, mentions: &[Mention]) -> Vec<Basket> {
    let applied = mentions.iter().map(|mention| {
        let mut basket = basket.clone();
        basket.apply(mention.clone());
        basket
    });
    applied.collect()
}

/// Does it to every list, if it can be done to all.
fn every(baskets: &mut [Basket], change: impl Fn(&mut Basket) -> bool) -> bool {
    let mut changed = baskets.to_vec();
    if !changed.iter_mut().all(change) {
        return false;
    }
    baskets.clone_from_slice(&changed);
    true
}

struct ItemReader<'a> {
    tokens: &'a Tokens<'a>,
    vocabulary: &'a Vocabulary,
    is_awaited: bool,
    notes: Notes<'a>,
}

impl ItemReader<'_> {
    /// Applies every mention to the list; gives the places of all, or the first that cannot be applied. Where one may be
    /// several things, there is a list for each of them afterwards, and its place comes beside the others.
    fn go_over(&self, baskets: &mut Vec<Basket>) -> Result<GoneOver, Found> {
        let mut taken: Vec<Range<usize>> = Vec::new();
        let mut unclear: Option<Range<usize>> = None;
        let mut problem: Option<Found> = None;
        let mut act = Act::Want;
        let mut at = 0;
        while at < self.tokens.len() {
            act = self.act_at(at, act, &baskets[0]);
            let is_first = taken.is_empty() && unclear.is_none();
            if is_first && let Some(start) = self.kept_alone(at, act, &baskets[0]) {
                baskets.iter_mut().for_each(Basket::keep_only_named);
                (at, act) = (start, Act::Want);
            }
            let mention = self
                .mention_at(at, act, &baskets[0])
                .or_else(|| self.another_at(at, &baskets[0]));
            match mention {
                Some((Ok(mention), range)) => {
                    at = range.end;
                    if mention.act == Act::Remove && !baskets.iter().any(|basket| basket.has(&mention.id)) {
                        continue;
                    }
                    taken.push(range);
                    for basket in &mut *baskets {
                        basket.apply(mention.clone());
                    }
                    if act == Act::Remove && !goes_on_removing(self.tokens, at) {
                        act = Act::Want;
                    }
                }
                Some((Err(Unapplied::Several(mentions)), range)) if unclear.is_none() => {
                    at = range.end;
                    unclear = Some(range);
                    *baskets = forked(&baskets[0], &mentions);
                }
                Some((Err(unapplied), range)) => {
                    at = range.end;
                    problem.get_or_insert(Found::new(range, Err(unapplied.into_kind())));
                }
                None => match self.applied_at(at, baskets) {
                    Some(range) => {
                        at = range.end;
                        taken.push(range);
                    }
                    None => at += 1,
                },
            }
        }
        problem.map_or(Ok((taken, unclear)), Err)
    }

    /// What is done to what is named from an index on: "sin flan" and "no flan" take away one that is there.
    fn act_at(&self, at: usize, act: Act, basket: &Basket) -> Act {
        let is_denial = self.tokens.is_one_of(at, &["sin", "without", "no"]);
        let named = || {
            let start = self
                .tokens
                .skip(at + 1, &["el", "la", "los", "las", "the", "any"]);
            let found = match_at(self.tokens, start, self.vocabulary)?;
            ids(&found.terms, self.vocabulary)
                .iter()
                .any(|id| {
                    id.as_str()
                        .is_some_and(|id| self.notes.before.has(id) && basket.has(id))
                })
                .then_some(())
        };
        if is_denial && named().is_some() {
            return Act::Remove;
        }
        act_at(self.tokens, at, act)
    }

    /// "Nada más el mole", "el mole nada más": the index of what alone is kept.
    fn kept_alone(&self, at: usize, act: Act, basket: &Basket) -> Option<usize> {
        let named = match_at(self.tokens, at, self.vocabulary);
        if let Some(start) = only_at(self.tokens, at, act) {
            let (mention, _) = self.mention_at(start, Act::Want, basket)?;
            let is_wanted = mention.is_ok_and(|mention| mention.act == Act::Want);
            return (named.is_none() && is_wanted).then_some(start);
        }
        let is_alone = act == Act::Want && !basket.is_empty();
        named
            .filter(|found| is_alone && is_only_around(self.tokens, &found.range))
            .map(|_| at)
    }

    /// What names no term and yet changes the list: "mejor tres", "uno sin cebolla", "otro igual".
    fn applied_at(&self, at: usize, baskets: &mut [Basket]) -> Option<Range<usize>> {
        if let Some((change, range)) = self.requantified(at)
            && every(baskets, |basket| basket.requantify(change))
        {
            return Some(range);
        }
        if let Some((quantity, end)) = again_at(self.tokens, at)
            && every(baskets, |basket| basket.again(quantity))
        {
            return Some(at..end);
        }
        if let Some(start) = all_at(self.tokens, at)
            && let (Some(note), end) = self.notes.at(start)
            && every(baskets, |basket| basket.modify(&note))
        {
            return Some(at..end);
        }
        if let Some((note, end)) = self.notes.alone_at(at)
            && number_at(self.tokens, self.tokens.skip_comma(end)).is_none()
            && every(baskets, |basket| basket.modify(&note))
        {
            return Some(at..end);
        }
        let (quantity, note, end) = self.part_at(at)?;
        let is_and = matches!(self.tokens.before(at), "y" | "and");
        every(baskets, |basket| basket.part(quantity, &note, is_and)).then_some(at..end)
    }

    /// "uno sin cebolla", "sin cebolla uno de ellos".
    fn part_at(&self, at: usize) -> Option<(u32, String, usize)> {
        if let Some((quantity, end)) = number_at(self.tokens, at) {
            let start = self.tokens.skip(end, OF_THEM);
            let (modification, end) = self.notes.at(start);
            return Some((quantity, modification?, end));
        }
        if let Some(start) = other_at(self.tokens, at) {
            let (modification, end) = self.notes.at(start);
            return Some((1, modification?, end));
        }
        let (modification, end) = self.notes.at(at);
        let (quantity, end) = number_at(self.tokens, self.tokens.skip_comma(end))?;
        Some((quantity, modification?, self.tokens.phrases(end, OF_THEM)?))
    }

    /// A term with its number before it and its modification after it.
    fn mention_at(&self, at: usize, act: Act, basket: &Basket) -> Option<Read> {
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
        let (modification, end) = self.notes.at(found.range.end);
        let act = if is_taken_away_after(tokens, end) && basket.has_any(&ids(&found.terms, self.vocabulary)) {
            Act::Remove
        } else {
            act
        };
        let is_more = is_more || tokens.is_one_of(found.range.end, &["mas", "more"]);
        let act = if is_more && act == Act::Want {
            Act::Add
        } else {
            act
        };
        let mention = Mention {
            id: String::new(),
            quantity,
            modification,
            act,
            is_part,
        };
        Some((self.mention(&found, &mention), at..end))
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
    fn another_at(&self, at: usize, basket: &Basket) -> Option<Read> {
        if let Some((quantity, modification, _)) = self.part_at(at) {
            let is_and = matches!(self.tokens.before(at), "y" | "and");
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
        if like
            .quantity
            .is_some_and(|quantity| quantity == 0 || quantity > QUANTITY_MAX)
        {
            return Err(Unapplied::OutOfRange);
        }
        let named = ids(&found.terms, self.vocabulary);
        let mut mentions: Vec<Mention> = named
            .iter()
            .filter_map(Value::as_str)
            .map(|id| Mention {
                id: id.to_owned(),
                ..like.clone()
            })
            .collect();
        match mentions.pop() {
            Some(only) if mentions.is_empty() => Ok(only),
            last => {
                mentions.extend(last);
                Err(Unapplied::Several(mentions))
            }
        }
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
