//! One thing of the list in another's place, and another number of what is there, where what goes or what is counted is
//! not named: "cámbialo por unos churros", "no, mejor unas enchiladas", "eran tres", "quítele uno".

use std::ops::Range;

use super::basket::{Basket, Change};
use super::common_words::COURTESIES;
use super::item_mentions::{Act, Mention, ORDERS, Unapplied};
use super::item_words::{CHANGE, OF_THEM, REMOVE, SOME, SWAPPED_FOR};
use super::items::{INSTEAD_OF, ItemReader, QUANTITY_MAX};
use super::number::number_at;
use crate::grammar::{LESS, NOT};
use crate::pack::Tagged;

/// Puts something in the place of what was named: "cámbialo (por …)".
static SWAPS_IT: Tagged = Tagged::new("item_turns_swaps_it");
/// Before what is wanted in the place of something else.
static RATHER: Tagged = Tagged::new("item_turns_rather");
/// Between what was named and what it is to be: "la coca que sea …".
static BECOMES: Tagged = Tagged::new("item_turns_becomes");
/// Behind what is wanted in the place of something else.
static INSTEAD: Tagged = Tagged::new("item_turns_instead");
/// Before the number that is right: "eran …".
static WERE: Tagged = Tagged::new("item_turns_were");

/// The lists that words may make of one: what they turn is asked about where there are several.
pub(super) struct Turned {
    pub(super) lists: Vec<Basket>,
    pub(super) range: Range<usize>,
}

/// What goes, where nothing names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// What was named last, in this utterance.
    Named,
    /// That, or else one of all.
    One,
    /// That, or else one of all, or all.
    Any,
    /// What was named last and stood there before, or else any of what stood there.
    OfBefore,
}

impl ItemReader<'_> {
    /// What is put in another's place, or counted anew, at an index.
    pub(super) fn turned_at(&self, at: usize, act: Act, basket: &Basket) -> Option<Turned> {
        if basket.is_empty() {
            return None;
        }
        self.swapped_at(at, act, basket)
            .or_else(|| self.recounted_at(at, basket))
            .or_else(|| self.noted_at(at, basket))
    }

    /// "Con la tortilla bien dorada", of one of several dishes: which.
    fn noted_at(&self, at: usize, basket: &Basket) -> Option<Turned> {
        if basket.len() < 2 || basket.last_place().is_some() {
            return None;
        }
        let (note, end) = self.notes.alone_at(at)?;
        let is_alone = self.tokens.ends_at(end) || self.tokens.is_one_of(end, &COURTESIES);
        let lists = (0..basket.len()).map(|place| basket.noted(place, &note)).collect();
        is_alone.then_some(Turned { lists, range: at..end })
    }

    fn swapped_at(&self, at: usize, act: Act, basket: &Basket) -> Option<Turned> {
        let tokens = self.tokens;
        // What was taken away in the same breath is what the new thing stands for.
        if act == Act::Add || basket.lacks_any_of(self.notes.before) {
            return None;
        }
        let (gone, start) = self.swap_from(at)?;
        let (mention, range) = self
            .mention_at(start, Act::Want, basket)
            .or_else(|| self.mention_at(tokens.skip(start, &SOME), Act::Want, basket))?;
        let mentions = match mention {
            Ok(mention) => vec![mention],
            Err(Unapplied::Several(mentions)) => mentions,
            Err(Unapplied::OutOfRange) => return None,
        };
        let is_new = |mention: &Mention| mention.act == Act::Want && !basket.has(&mention.id);
        let instead = self.instead_end(range.end);
        let says_what_goes =
            tokens.phrases(range.end, &INSTEAD_OF).or(tokens.phrases(range.end, &REMOVE)).is_some();
        if !mentions.iter().all(is_new) || instead.is_none() && (says_what_goes || gone == Gone::OfBefore) {
            return None;
        }
        let mut lists: Vec<Basket> = Vec::new();
        for mention in &mentions {
            lists.extend(self.places(gone, basket)?.iter().map(|places| basket.replaced(places, mention)));
        }
        Some(Turned { lists, range: at..instead.unwrap_or(range.end) })
    }

    /// What goes, and where what comes is named.
    fn swap_from(&self, at: usize) -> Option<(Gone, usize)> {
        let tokens = self.tokens;
        let swaps = tokens.phrases(at, &SWAPS_IT).filter(|end| tokens.is_one_of(*end, &SWAPPED_FOR));
        if let Some(end) = swaps {
            return Some((Gone::One, end + 1));
        }
        if let Some(end) = tokens.phrases(at, &RATHER) {
            return Some((Gone::Any, end));
        }
        if let Some(end) = tokens.phrases(at, &BECOMES) {
            return Some((Gone::Named, end));
        }
        Some((Gone::OfBefore, at))
    }

    /// "… instead", but not "… instead of the flan".
    fn instead_end(&self, at: usize) -> Option<usize> {
        let start = self.tokens.skip_comma(at);
        let of = self.tokens.phrases(start, &INSTEAD_OF).unwrap_or(start);
        self.tokens.phrases(start, &INSTEAD).filter(|end| *end > of)
    }

    /// The lines that may go, together or each for itself.
    fn places(&self, gone: Gone, basket: &Basket) -> Option<Vec<Vec<usize>>> {
        let all: Vec<usize> = match gone {
            Gone::Named | Gone::One | Gone::Any => (0..basket.len()).collect(),
            Gone::OfBefore => basket.places_in(self.notes.before),
        };
        let last = basket.last_place().filter(|last| all.contains(last));
        if let Some(last) = last {
            return Some(vec![vec![last]]);
        }
        if gone == Gone::Named || all.is_empty() {
            return None;
        }
        let mut places: Vec<Vec<usize>> = all.iter().map(|at| vec![*at]).collect();
        if gone != Gone::One && all.len() > 1 {
            places.push(all);
        }
        Some(places)
    }

    /// "eran tres", "quítele uno", "una menos", "no, tres": of what was named last, or of the only thing that it can be.
    fn recounted_at(&self, at: usize, basket: &Basket) -> Option<Turned> {
        let (count, end) = self.count_at(at)?;
        let places = match basket.last_place() {
            Some(last) => vec![last],
            None => basket.countable(count),
        };
        let lists: Vec<Basket> = places.iter().map(|place| basket.recounted(*place, count)).collect();
        (!lists.is_empty()).then_some(Turned { lists, range: at..end })
    }

    fn count_at(&self, at: usize) -> Option<(Count, usize)> {
        let tokens = self.tokens;
        let is_alone = |end: usize| tokens.ends_at(end) || tokens.is_one_of(end, &COURTESIES);
        let number = |start: usize| {
            let (quantity, end) = number_at(tokens, start)?;
            (1..=QUANTITY_MAX).contains(&quantity).then_some((quantity, end))
        };
        if let Some((quantity, end)) = tokens.phrases(at, &REMOVE).and_then(number) {
            let end = tokens.skip(end, &OF_THEM);
            return is_alone(end).then_some((Count::Fewer(quantity), end));
        }
        if let Some((quantity, end)) = number(at) {
            if let Some(end) = tokens.phrases(end, &LESS) {
                return is_alone(end).then_some((Count::Fewer(quantity), end));
            }
            // "2 órdenes", in a message of its own.
            let whole = at == 0 && tokens.is_one_of(end, &ORDERS);
            let instead = Count::Instead(Change { quantity, instead_of: None });
            return (whole && is_alone(end + 1)).then_some((instead, end + 1));
        }
        let denied = (at == 0 && tokens.is_one_of(at, &NOT)).then_some(at + 1);
        let start = tokens.phrases(at, &WERE).or(tokens.phrases(at, &CHANGE)).or(denied)?;
        let (quantity, end) = number(tokens.skip_comma(start))?;
        // "Tres en vez de dos" says which.
        is_alone(end)
            .then_some((Count::Instead(Change { quantity, instead_of: None }), end))
            .filter(|_| tokens.phrases(end, &INSTEAD_OF).is_none())
    }
}

/// Another number of something.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Fewer(u32),
    Instead(Change),
}
