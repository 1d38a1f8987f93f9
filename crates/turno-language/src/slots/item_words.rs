//! What words do to a list of items.

use std::ops::Range;

use super::common_words::COURTESIES;
use super::item_mentions::Act;
use super::item_notes::NEITHER;
use super::number::number_at;
use super::tokens::Tokens;
use crate::grammar::{AND, NOT, OR, THE};
use crate::pack::Tagged;

static ADD: Tagged = Tagged::new("item_lists_add");
pub(super) static REMOVE: Tagged = Tagged::new("item_lists_remove");
pub(super) static CHANGE: Tagged = Tagged::new("item_lists_change");
/// What keeps the items named after it and no others: "nada más el mole".
static ONLY: Tagged = Tagged::new("item_lists_only");
/// The same, said of the rest: "quita todo menos el mole".
pub(super) static ALL_BUT: Tagged = Tagged::new("item_lists_all_but");
/// What may stand between that and the first item.
static ONLY_LEADS: Tagged = Tagged::new("item_lists_only_leads");
/// The same, after the item: "el mole nada más".
static ONLY_AFTER: Tagged = Tagged::new("item_lists_only_after");
/// What says that something is put to the rest after all.
static AS_WELL: Tagged = Tagged::new("item_lists_as_well");
/// What wants an order after all, and so ends "quita".
static WANT: Tagged = Tagged::new("item_lists_want");
pub(super) static OF_THEM: Tagged = Tagged::new("item_lists_of_them");
static TAKE_IT_OFF: Tagged = Tagged::new("item_lists_take_it_off");
/// One more, or the one that is left: its note stands right after it.
static OTHER: Tagged = Tagged::new("item_lists_other");
/// Several more, before their number.
static OTHERS: Tagged = Tagged::new("item_lists_others");
/// One more of the same: "otro igual".
static SAME_AGAIN: Tagged = Tagged::new("item_lists_same_again");
/// After a number: so many more of the same.
static ALIKE: Tagged = Tagged::new("item_lists_alike");
/// After a verb: one more of what was named.
static ONE_MORE: Tagged = Tagged::new("item_lists_one_more");
/// What thinks again while an order is told.
static SECOND_THOUGHTS: Tagged = Tagged::new("item_lists_second_thoughts");
/// All that was ordered.
static ALL: Tagged = Tagged::new("item_lists_all");
/// After an item: it is not wanted.
static DENIED_AFTER: Tagged = Tagged::new("item_lists_denied_after");
/// Words that add, but where nothing is named none is meant by them.
static ADDS_NOTHING: Tagged = Tagged::new("item_lists_adds_nothing");
/// To order.
static ORDERING: Tagged = Tagged::new("item_lists_ordering");
/// Some of a thing, without a number.
pub(super) static SOME: Tagged = Tagged::new("item_lists_some");
/// Asks about a thing, and orders none.
static ASKS: Tagged = Tagged::new("item_lists_asks");
/// Puts one thing in another's place.
static SWAPS: Tagged = Tagged::new("item_lists_swaps");
/// Between what goes and what comes for it.
pub(super) static SWAPPED_FOR: Tagged = Tagged::new("item_lists_swapped_for");

/// What wants more of what was named.
static MORE_OF_IT: Tagged = Tagged::new("item_more_of_it");

/// "otra bien cocida", "the other one well done": one, where its note stands right after it.
pub(super) fn other_at(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    tokens.phrases(at, &OTHER)
}

/// "otro igual", "otros dos iguales", "two more of the same": how many, and the index after it.
pub(super) fn again_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    if let Some(end) = tokens.phrases(at, &SAME_AGAIN) {
        return Some((1, end));
    }
    if let Some(end) = one_more_at(tokens, at) {
        return Some((1, end));
    }
    let start = tokens.skip(at, &OTHERS);
    let (quantity, end) = number_at(tokens, start)?;
    let end = tokens.phrases(end, &ALIKE)?;
    Some((quantity, end))
}

/// "agrégale otro", "ponme uno más", "add another": with nothing behind it.
fn one_more_at(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    let verb = tokens.phrases(at, &MORE_OF_IT)?;
    let end = tokens.phrases(verb, &ONE_MORE)?;
    let is_end = tokens.ends_at(end) || tokens.is_one_of(end, &COURTESIES);
    is_end.then_some(end)
}

/// Whether something is corrected on the way: what is named a second time is then no second one.
pub(super) fn thinks_again(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len()).any(|at| SECOND_THOUGHTS.contains(&tokens.word(at)))
}

/// "todos", of what was ordered.
pub(super) fn all_at(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    tokens.phrases(at, &ALL)
}

/// The index of the first item that alone is kept, where that is said at an index: "nada más el mole", "just the mole".
pub(super) fn only_at(tokens: &Tokens<'_>, at: usize, act: Act) -> Option<usize> {
    let is_more = (0..tokens.len()).any(|at| tokens.phrases(at, &AS_WELL).is_some());
    let all_but = tokens.phrases(at, &ALL_BUT);
    let only = || tokens.phrases(at, &ONLY).filter(|_| act == Act::Want && !is_more);
    let mut start = all_but.or_else(only)?;
    while let Some(end) = tokens.phrases(start, &ONLY_LEADS) {
        start = end;
    }
    Some(start)
}

/// Whether what stands before the range and after it keeps that item alone: "el mole nada más".
pub(super) fn is_only_around(tokens: &Tokens<'_>, named: &Range<usize>) -> bool {
    let end = tokens.phrases(named.end, &ONLY_AFTER);
    let is_end = |end: usize| tokens.ends_at(end) || tokens.is_one_of(end, &COURTESIES);
    end.is_some_and(is_end) && THE.contains(&tokens.before(named.start))
}

/// Whether the item before an index is taken away by what follows it: "el flan no", "la coca quítamela".
pub(super) fn is_taken_away_after(tokens: &Tokens<'_>, at: usize) -> bool {
    let start = tokens.skip_comma(at);
    let denied = tokens.phrases(start, &DENIED_AFTER);
    let is_end = |end: usize| {
        let next = tokens.skip_comma(end);
        tokens.ends_at(end) && number_at(tokens, next).is_none() || tokens.is_one_of(end, &COURTESIES)
    };
    denied.is_some_and(is_end) || tokens.phrases(start, &TAKE_IT_OFF).is_some()
}

/// "instead of the flan": the range of what is taken away, with what takes it away before it.
pub(super) fn with_its_verb(tokens: &Tokens<'_>, range: Range<usize>) -> Range<usize> {
    let reaches = |at: &usize| {
        let end = tokens.phrases(*at, &REMOVE);
        end.is_some_and(|end| end < range.end && tokens.skip(end, &THE) >= range.start)
    };
    let start = (range.start.saturating_sub(4)..range.start).find(reaches);
    start.unwrap_or(range.start)..range.end
}

/// "quita el flan y la coca": the article says that it is there too.
pub(super) fn goes_on_removing(tokens: &Tokens<'_>, at: usize) -> bool {
    let comma = tokens.skip_comma(at);
    let joints: [&Tagged; 3] = [&AND, &OR, &NEITHER];
    let is_joint = joints.iter().any(|words| tokens.is_one_of(comma, words));
    let start = comma + usize::from(is_joint);
    start > at && tokens.is_one_of(start, &THE)
}

/// Whether something is to be put on the list.
pub(super) fn adds(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len()).any(|at| tokens.phrases(at, &ADD).is_some() && !ADDS_NOTHING.contains(&tokens.word(at)))
}

/// Whether something is ordered, by the word for it: "quiero pedir una pizza".
pub(super) fn orders(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len()).any(|at| {
        tokens.is_one_of(at, &ORDERING)
            && (number_at(tokens, at + 1).is_some() || tokens.is_one_of(at + 1, &SOME))
    })
}

/// "¿cuánto cuesta la pizza?" orders none.
pub(super) fn only_asks(tokens: &Tokens<'_>) -> bool {
    let has = |phrases: &Tagged| (0..tokens.len()).any(|at| tokens.phrases(at, phrases).is_some());
    has(&ASKS) && !has(&WANT) && !has(&ADD) && (0..tokens.len()).all(|at| number_at(tokens, at).is_none())
}

/// What is done to the items named from an index on, where `act` was done before it.
pub(super) fn act_at(tokens: &Tokens<'_>, at: usize, act: Act) -> Act {
    let is_swap =
        SWAPS.contains(&tokens.word(at)) && (at..tokens.len()).any(|at| tokens.is_one_of(at, &SWAPPED_FOR));
    if is_swap || tokens.phrases(at, &REMOVE).is_some() {
        Act::Remove
    } else if tokens.phrases(at, &ADD).is_some() {
        Act::Add
    } else if tokens.phrases(at, &WANT).is_some() && !NOT.contains(&tokens.before(at)) {
        Act::Want
    } else {
        act
    }
}
