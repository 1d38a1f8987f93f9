//! A sum that is then split: "cuatro tacos, dos de pastor y dos de cochinita" are the parts, and not eight.

use std::ops::Range;

use super::basket::Basket;
use super::item_mentions::{Act, Mention};
use super::item_notes::joint_end;
use super::item_words::other_at;
use super::items::{ItemReader, QUANTITY_MAX};
use super::number::{digits_at, number_at};
use super::terms::{match_at, partly_at};
use super::tokens::Tokens;
use crate::grammar::{LEAVING_OUT, WITH};
use crate::pack::Tagged;

/// What may stand between the sum and its first part.
static BEFORE_PARTS: Tagged = Tagged::new("item_sums_before_parts");
/// Between a number of orders and what they are of.
static ORDERS_OF: Tagged = Tagged::new("item_sums_orders_of");
/// All that is left of the sum.
static REST: Tagged = Tagged::new("item_sums_rest");
/// The others of the sum, before their number.
static THE_OTHERS: Tagged = Tagged::new("item_sums_the_others");
/// Half of what was counted.
static HALF_OF: Tagged = Tagged::new("item_sums_half_of");
/// What may stand between two parts.
static BETWEEN_PARTS: Tagged = Tagged::new("item_sums_between_parts");
/// What may stand between a part's number and its name.
static OF: Tagged = Tagged::new("item_sums_of");

/// A sum and its parts.
pub(super) struct Split {
    pub(super) parts: Vec<Mention>,
    /// Whether the parts are as many as the sum; so they are where no sum was told.
    pub(super) adds_up: bool,
    /// Where the sum is told, and where its parts are.
    pub(super) sum: Range<usize>,
    pub(super) range: Range<usize>,
}

impl ItemReader<'_> {
    /// A number of what may be several things, and behind it the numbers of those things.
    pub(super) fn split_at(&self, at: usize, act: Act) -> Option<Split> {
        if act == Act::Remove {
            return None;
        }
        let tokens = self.tokens;
        let (sum, start) = number_at(tokens, at).map_or((None, at), |(sum, end)| (Some(sum), end));
        let start = tokens.skip(start, &ORDERS_OF);
        let group = partly_at(tokens, start, self.vocabulary).filter(|found| found.terms.len() > 1)?;
        // What a whole name stands for is that: "un pescado y dos margaritas".
        let named = match_at(tokens, start, self.vocabulary);
        if named.is_some_and(|named| named.terms.len() == 1) {
            return None;
        }
        let mut parts: Vec<Mention> = Vec::new();
        let mut end = group.range.end;
        let mut next = tokens.skip(end, &BEFORE_PARTS);
        let first = next;
        let told = |parts: &[Mention]| parts.iter().filter_map(|part| part.quantity).sum::<u32>();
        while let Some((part, behind)) = self.sum_part_at(next, &group.terms, act, sum, told(&parts)) {
            parts.push(part);
            end = behind;
            next = tokens.skip(end, &BETWEEN_PARTS);
        }
        // "Cuatro tacos, dos de pastor" leaves the others open.
        let is_split = parts.len() > 1 || sum.is_some() && !parts.is_empty();
        let adds_up = sum.is_none_or(|sum| sum == told(&parts));
        is_split.then_some(Split { parts, adds_up, sum: at..first, range: first..end })
    }

    /// "Media orden", "una orden y media": only whole ones can be had, so the nearest are asked about.
    pub(super) fn half_at(
        &self,
        at: usize,
        act: Act,
        basket: &Basket,
    ) -> Option<(Vec<Mention>, Range<usize>)> {
        static HALF: Tagged = Tagged::new("item_sums_half");
        static AND_A_HALF: Tagged = Tagged::new("item_sums_and_a_half");
        let tokens = self.tokens;
        let (whole, start) = match tokens.phrases(at, &HALF) {
            Some(start) => (0, start),
            None => {
                let (whole, end) = number_at(tokens, at)?;
                (whole, tokens.phrases(end, &AND_A_HALF).or_else(|| fraction_end(tokens, end))?)
            }
        };
        let (mention, range) = self.mention_at(start, act, basket)?;
        let mention = mention.ok().filter(|mention| mention.act != Act::Remove)?;
        let counts = (whole.max(1)..=whole + 1).filter(|count| *count <= QUANTITY_MAX);
        let mentions = counts.map(|count| Mention { quantity: Some(count), ..mention.clone() });
        Some((mentions.collect(), at..range.end))
    }

    /// "Dos de cada uno: pastor y suadero", "pastor y suadero, dos de cada uno": so many of each that has no number.
    pub(super) fn each_at(
        &self,
        at: usize,
        act: Act,
        basket: &Basket,
    ) -> Option<(Vec<Mention>, Range<usize>)> {
        static EACH: Tagged = Tagged::new("item_sums_each");
        let tokens = self.tokens;
        let (quantity, end) = number_at(tokens, at)?;
        let group = partly_at(tokens, tokens.skip(end, &ORDERS_OF), self.vocabulary);
        let group_end = group.map_or(end, |group| group.range.end);
        let mut end = tokens.phrases(end, &EACH).or_else(|| tokens.phrases(group_end, &EACH))?;
        if !(1..=QUANTITY_MAX).contains(&quantity) || act == Act::Remove {
            return None;
        }
        let mut mentions: Vec<Mention> = Vec::new();
        let mut next = tokens.skip(end, &BEFORE_PARTS);
        while let Some((Ok(mention), range)) = self.mention_at(next, act, basket) {
            if mention.quantity.is_some() {
                break;
            }
            mentions.push(Mention { quantity: Some(quantity), ..mention });
            end = range.end;
            next = tokens.skip(end, &BETWEEN_PARTS);
        }
        if mentions.is_empty() {
            let like = |id: &String| Mention {
                id: id.clone(),
                quantity: Some(quantity),
                modification: None,
                act: Act::Want,
                is_part: false,
            };
            mentions = basket.uncounted().iter().map(like).collect();
        }
        (!mentions.is_empty()).then_some((mentions, at..end))
    }

    /// "Dos órdenes, mitad con piña, mitad sin", "four tacos, half without onion": how each half is wanted.
    pub(super) fn halves_of(
        &self,
        at: usize,
        act: Act,
        basket: &Basket,
    ) -> Option<(Vec<Mention>, Range<usize>)> {
        static OTHER_HALF: Tagged = Tagged::new("item_sums_other_half");
        let tokens = self.tokens;
        let (mention, range) = self.mention_at(at, act, basket)?;
        let mention = mention.ok().filter(|mention| mention.act != Act::Remove)?;
        let quantity = mention.quantity.filter(|quantity| quantity % 2 == 0)?;
        let start = tokens.phrases(tokens.skip_comma(range.end), &HALF_OF)?;
        let (first, end) = self.notes.at(start);
        let first = first.filter(|_| mention.modification.is_none())?;
        let next = joint_end(tokens, end);
        let other = tokens.phrases(next, &OTHER_HALF);
        let (second, end) = other.map_or((None, end), |start| match self.notes.at(start) {
            (None, _) => {
                opposite(&first, tokens.word(start)).map_or((None, end), |note| (Some(note), start + 1))
            }
            told => told,
        });
        let half = |modification: Option<String>| Mention {
            quantity: Some(quantity / 2),
            modification,
            ..mention.clone()
        };
        // What has no note stands first: behind one with a note it would be read as that.
        let halves = match second {
            Some(second) => vec![half(Some(first)), half(Some(second))],
            None => vec![half(None), half(Some(first))],
        };
        Some((halves, at..end))
    }

    /// "dos de pastor", "otra de horchata", "el resto de hongos", "one hibiscus": one of the things that the sum may be.
    fn sum_part_at(
        &self,
        at: usize,
        among: &[usize],
        act: Act,
        sum: Option<u32>,
        told: u32,
    ) -> Option<(Mention, usize)> {
        let tokens = self.tokens;
        let (quantity, start) = if let Some(end) = tokens.phrases(at, &REST) {
            (sum?.checked_sub(told).filter(|left| *left > 0)?, end)
        } else if let Some(end) = tokens.phrases(at, &HALF_OF) {
            (sum.filter(|sum| sum % 2 == 0)? / 2, end)
        } else {
            let start = tokens.skip(at, &THE_OTHERS);
            number_at(tokens, start).or_else(|| Some((1, other_at(tokens, at)?)))?
        };
        let start = tokens.skip(start, &OF);
        let within = |terms: Vec<usize>| {
            let mut terms = terms.into_iter().filter(|term| among.contains(term));
            let only = terms.next()?;
            terms.next().is_none().then_some(only)
        };
        let (term, end) = [match_at, partly_at].into_iter().find_map(|read| {
            let found = read(tokens, start, self.vocabulary)?;
            Some((within(found.terms)?, found.range.end))
        })?;
        let id = self.vocabulary.terms().get(term)?.id.clone();
        let (modification, end) = self.notes.at(end);
        let mention = Mention {
            id,
            quantity: Some(quantity).filter(|quantity| (1..=QUANTITY_MAX).contains(quantity)),
            modification,
            act,
            is_part: false,
        };
        mention.quantity?;
        Some((mention, end))
    }
}

/// "1.5": the index after the fraction.
fn fraction_end(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    let is_point = matches!(tokens.word(at), "." | ",") && tokens.is_glued(at) && tokens.is_glued(at + 1);
    digits_at(tokens, at + 1).filter(|_| is_point && at > 0).map(|_| at + 2)
}

/// "(Con piña, mitad) sin": the same thing, left out or put in.
fn opposite(note: &str, word: &str) -> Option<String> {
    let is_opposite = LEAVING_OUT.contains(&word) || WITH.contains(&word);
    let (_, thing) = note.split_once(' ')?;
    is_opposite.then(|| format!("{word} {thing}"))
}
