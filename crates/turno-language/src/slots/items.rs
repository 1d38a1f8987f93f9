//! Lists of terms with quantities: what is ordered, added, taken away or changed.

use std::ops::Range;

use serde_json::{Map, Value};

use super::basket::{Basket, Change};
use super::common_words::COURTESIES;
use super::found::Found;
use super::item_mentions::{Act, Mention, Unapplied};
use super::item_notes::Notes;
use super::item_words::{
    ALL_BUT, CHANGE, OF_THEM, act_at, adds, again_at, all_at, goes_on_removing, is_only_around, only_asks,
    only_at, orders, other_at, thinks_again, with_its_verb,
};
use super::missing_items::missing_beside;
use super::number::number_at;
use super::terms::{ids, match_at, mistyped, unknown};
use super::tokens::Tokens;
use crate::grammar::{AND, LEAVING_OUT, NOT};
use crate::pack::Tagged;
use crate::{ProblemKind, Vocabulary};

/// Between "sin" and what is left out.
static DENIED_ARTICLES: Tagged = Tagged::new("items_denied_articles");

/// Between a new number and the one that it replaces: "tres en vez de dos".
pub(super) static INSTEAD_OF: Tagged = Tagged::new("items_instead_of");

pub(super) const QUANTITY_MAX: u32 = 200;

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
        Self { found: found.into_iter().collect(), missing: None }
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
    let reader =
        ItemReader { tokens, vocabulary, is_awaited, notes: Notes { tokens, vocabulary, before: &before } };
    if only_asks(tokens) {
        return Ordered::default();
    }
    let mut baskets = vec![before.clone().without_second_thoughts(!thinks_again(tokens))];
    let (taken, unclear) = match reader.go_over(&mut baskets) {
        Ok(gone_over) => gone_over,
        Err(problem) => return Ordered::only(Some(problem)),
    };
    let is_ordered =
        !taken.is_empty() || unclear.is_some() || orders(tokens) || !before.is_empty() && adds(tokens);
    let used: Vec<Range<usize>> = taken.iter().chain(&unclear).cloned().collect();
    let missing = is_ordered.then(|| missing_beside(tokens, vocabulary, &used)).flatten();
    if let Some(said) = unclear {
        return unclear_order(&before, &baskets, said, taken);
    }
    let basket = baskets.swap_remove(0);
    if taken.is_empty() {
        return Ordered::only(missing.or_else(|| reader.missing(&basket)));
    }
    Ordered { found: placed(&basket, &taken), missing }
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
    Ordered { found: placed(&certain, &taken), missing: Some(problem) }
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

/// The places of what was applied, and of what may be several things.
type GoneOver = (Vec<Range<usize>>, Option<Range<usize>>);

/// A list for each of the things that a mention may be.
fn forked(basket: &Basket, mentions: &[Mention]) -> Vec<Basket> {
    let applied = mentions.iter().map(|mention| {
        let mut basket = basket.clone();
        basket.apply(mention.clone());
        basket
    });
    applied.collect()
}

/// Does all of it to every list.
fn apply_all(baskets: &mut [Basket], mentions: &[Mention]) {
    for basket in baskets {
        mentions.iter().for_each(|mention| basket.apply(mention.clone()));
    }
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

pub(super) struct ItemReader<'a> {
    pub(super) tokens: &'a Tokens<'a>,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) is_awaited: bool,
    pub(super) notes: Notes<'a>,
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
                let is_all_but = self.tokens.phrases(at, &ALL_BUT).is_some();
                if is_all_but || !self.only_renumbers(start, &baskets[0]) {
                    baskets.iter_mut().for_each(Basket::keep_only_named);
                }
                (at, act) = (start, Act::Want);
            }
            if let Some(end) = self.several_at(at, act, baskets, (&mut taken, &mut unclear)) {
                at = end;
                act = if act == Act::Remove { Act::Want } else { act };
                continue;
            }
            let mention = self.mention_at(at, act, &baskets[0]).or_else(|| self.another_at(at, &baskets[0]));
            match mention {
                Some((Ok(mention), range)) => {
                    at = range.end;
                    if mention.act == Act::Remove && !baskets.iter().any(|basket| basket.has(&mention.id)) {
                        continue;
                    }
                    let is_removed = mention.act == Act::Remove;
                    taken.push(if is_removed { with_its_verb(self.tokens, range) } else { range });
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

    /// Applies a sum with its parts, or halves of something told before, where one stands there; gives its end.
    fn several_at(
        &self,
        at: usize,
        act: Act,
        baskets: &mut Vec<Basket>,
        (taken, unclear): (&mut Vec<Range<usize>>, &mut Option<Range<usize>>),
    ) -> Option<usize> {
        if let Some(turned) = self.turned_at(at, act, &baskets[0]).filter(|_| unclear.is_none()) {
            let end = turned.range.end;
            match turned.lists.len() {
                1 => taken.push(turned.range),
                _ => *unclear = Some(turned.range),
            }
            *baskets = turned.lists;
            return Some(end);
        }
        if let Some(split) = self.split_at(at, act).filter(|_| unclear.is_none()) {
            let end = split.range.end;
            apply_all(baskets, &split.parts);
            if split.adds_up {
                taken.push(split.sum.start..end);
            } else {
                // They stand as they were told, and whether that is all is asked.
                *unclear = Some(split.sum);
                taken.push(split.range);
            }
            return Some(end);
        }
        let parts = self.each_at(at, act, &baskets[0]).or_else(|| self.halves_of(at, act, &baskets[0]));
        if let Some((parts, range)) = parts {
            let end = range.end;
            apply_all(baskets, &parts);
            taken.push(range);
            return Some(end);
        }
        let (halves, range) = self.half_at(at, act, &baskets[0]).filter(|_| unclear.is_none())?;
        let end = range.end;
        *unclear = Some(range);
        *baskets = forked(&baskets[0], &halves);
        Some(end)
    }

    /// What is done to what is named from an index on: "sin flan" and "no flan" take away one that is there.
    fn act_at(&self, at: usize, act: Act, basket: &Basket) -> Act {
        let is_denial = self.tokens.is_one_of(at, &LEAVING_OUT) || self.tokens.is_one_of(at, &NOT);
        let named = || {
            let start = self.tokens.skip(at + 1, &DENIED_ARTICLES);
            let found = match_at(self.tokens, start, self.vocabulary)?;
            ids(&found.terms, self.vocabulary)
                .iter()
                .any(|id| id.as_str().is_some_and(|id| self.notes.before.has(id) && basket.has(id)))
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
        named.filter(|found| is_alone && is_only_around(self.tokens, &found.range)).map(|_| at)
    }

    /// "Sí pero nada más dos refrescos": what stood there in another number gets that number, and nothing else goes.
    fn only_renumbers(&self, start: usize, basket: &Basket) -> bool {
        let mut at = start;
        let mut is_renumbered = false;
        while at < self.tokens.len() {
            let Some((mention, range)) = self.mention_at(at, Act::Want, basket) else {
                at += 1;
                continue;
            };
            let before =
                mention.ok().and_then(|mention| Some((self.notes.before.count_of(&mention.id)?, mention)));
            let Some((count, mention)) = before else {
                return false;
            };
            is_renumbered |= mention.quantity.is_some_and(|quantity| quantity != count);
            at = range.end;
        }
        is_renumbered
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
        let is_and = AND.contains(&self.tokens.before(at));
        every(baskets, |basket| basket.part(quantity, &note, is_and)).then_some(at..end)
    }

    /// "uno sin cebolla", "sin cebolla uno de ellos".
    pub(super) fn part_at(&self, at: usize) -> Option<(u32, String, usize)> {
        if let Some((quantity, end)) = number_at(self.tokens, at) {
            let start = self.tokens.skip(end, &OF_THEM);
            let (modification, end) = self.notes.at(start);
            return Some((quantity, modification?, end));
        }
        if let Some(start) = other_at(self.tokens, at) {
            let (modification, end) = self.notes.at(start);
            return Some((1, modification?, end));
        }
        let (modification, end) = self.notes.at(at);
        let (quantity, end) = number_at(self.tokens, self.tokens.skip_comma(end))?;
        Some((quantity, modification?, self.tokens.phrases(end, &OF_THEM)?))
    }

    /// "mejor tres": a new number for what was said before.
    fn requantified(&self, at: usize) -> Option<(Change, Range<usize>)> {
        let start = self.tokens.phrases(at, &CHANGE)?;
        let (quantity, end) = number_at(self.tokens, start)?;
        let instead = self.tokens.phrases(end, &INSTEAD_OF);
        let instead = instead.and_then(|start| number_at(self.tokens, start));
        let end = instead.map_or(end, |(_, end)| end);
        let change = Change { quantity, instead_of: instead.map(|(quantity, _)| quantity) };
        let is_alone = self.tokens.ends_at(end) || self.tokens.is_one_of(end, &COURTESIES);
        ((1..=QUANTITY_MAX).contains(&quantity) && is_alone).then_some((change, at..end))
    }

    /// Nothing of the vocabulary, where something was asked for.
    fn missing(&self, basket: &Basket) -> Option<Found> {
        if !self.is_awaited {
            return None;
        }
        if let Some(near) = mistyped(self.tokens, self.vocabulary) {
            let id = near.outcome.ok()?.as_str()?.to_owned();
            let number = (0..near.said.start).rev().find_map(|at| number_at(self.tokens, at));
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
