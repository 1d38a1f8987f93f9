//! Changes of a party whose size is known: "más un bebé", "agrega dos personas", "uno menos", "mi suegra no viene".

use super::found::Found;
use super::number::number_at;
use super::party_size::{Count, SizeReader, found};
use super::party_words::{CHILDREN, NOUNS, OF_US, OTHERS, PLACES, TO_SOMEBODY};
use crate::grammar::{self, A, AND, BUT};
use crate::pack::Tagged;

/// Who follows comes beside those that are known.
static ADDING: Tagged = Tagged::new("party_change_adding");

/// Who follows stays away.
static REMOVING: Tagged = Tagged::new("party_change_removing");

/// After somebody: they stay away.
static STAYING_AWAY: Tagged = Tagged::new("party_change_staying_away");

/// After somebody: they come too.
static COMING_TOO: Tagged = Tagged::new("party_change_coming_too");

/// Before somebody: they come too.
static COMES_TOO: Tagged = Tagged::new("party_change_comes_too");

static MORE: Tagged = Tagged::new("party_change_more");

static FEWER: Tagged = Tagged::new("party_change_fewer");

/// Before "menos" these make it a bound and take nobody away: "por lo menos", "al menos".
static AT_LEAST: Tagged = Tagged::new("party_change_at_least");

/// Between somebody and what says that they stay away.
static AFTER_ALL: Tagged = Tagged::new("party_change_after_all");

/// Between a verb and those who come or stay away.
static BEFORE_THEM: Tagged = Tagged::new("party_change_before_them");

/// One person, by an article that is no number.
static ONE: Tagged = Tagged::new("party_change_one");

/// Behind these a number with "a" is the whole of it, by how they begin: "aumenta a 6".
static RAISING: Tagged = Tagged::new("party_change_raising");

/// One more.
static ANOTHER: Tagged = Tagged::new("party_change_another");

/// The same, which alone says that they come along.
static JOINING: Tagged = Tagged::new("party_change_joining");

/// Before "another person" these ask for somebody to talk to.
static ASKED_FOR: Tagged = Tagged::new("party_change_asked_for");

/// Anybody.
static PERSON: Tagged = Tagged::new("party_change_person");

/// What one more person needs.
static PLACE: Tagged = Tagged::new("party_change_place");

/// Behind "más" these make it no more people: "más tarde", "más o menos".
static OF_TIME: Tagged = Tagged::new("party_change_of_time");

/// What may follow people, so that the number counts nothing else.
static FOLLOWS: Tagged = Tagged::new("party_change_follows");

impl SizeReader<'_> {
    /// What becomes of the known size at an index, all that follows in one breath counted, and the index after the words that
    /// change it.
    pub(super) fn changed_at(&self, at: usize) -> Option<(u32, usize)> {
        let mut size = self.known?;
        let mut end = at;
        loop {
            let start = match end == at {
                true => at,
                false => {
                    let comma = self.tokens.skip_comma(end);
                    let start = self.tokens.skip(comma, &AND);
                    self.tokens.skip(start, &BUT)
                }
            };
            if let Some((more, after)) = self.added_at(start) {
                (size, end) = (size.saturating_add(more), after);
            } else if let Some((fewer, after)) = self.removed_at(start) {
                (size, end) = (size.saturating_sub(fewer), after);
            } else {
                return (end > at).then_some((size, end));
            }
        }
    }

    /// "somos dos más", "dos personas menos", where a number is known already.
    pub(super) fn more_or_fewer(&self, at: usize, count: &Count) -> Option<Found> {
        let known = self.known?;
        let size = *count.sizes.first()?;
        let end = count.end + 1;
        // "6 menos 1" is a sum of its own.
        if number_at(self.tokens, end).is_some() {
            return None;
        }
        if self.tokens.is_one_of(count.end, &MORE) && !self.is_later(end) {
            return Some(found(at, end, &[known.saturating_add(size)]));
        }
        self.tokens.is_one_of(count.end, &FEWER).then(|| found(at, end, &[known.saturating_sub(size)]))
    }

    fn added_at(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        if let Some(start) = tokens.phrases(at, &ADDING) {
            return self.told_after(start, &MORE);
        }
        if let Some(start) = tokens.phrases(at, &COMES_TOO) {
            return self.relative_at(start);
        }
        if let Some((count, end)) = self.relative_at(at) {
            return Some((count, tokens.phrases(end, &COMING_TOO)?));
        }
        self.told_with(at, &MORE).or_else(|| self.another_at(at))
    }

    pub(super) fn removed_at(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        if let Some(start) = tokens.phrases(at, &REMOVING)
            && !AT_LEAST.contains(&tokens.before(at))
        {
            return self.told_after(start, &FEWER);
        }
        let stays_away = |end: usize| tokens.phrases(tokens.skip(end, &AFTER_ALL), &STAYING_AWAY);
        if let Some((count, end)) = self.relative_at(at) {
            return Some((count, stays_away(end)?));
        }
        // "Ya no viene uno", "no va a venir mi suegra".
        if let Some(start) = stays_away(at) {
            let counted = || {
                let (count, end) = number_at(tokens, start)?;
                let noun_end = self.thing_end(end);
                let is_article = tokens.is_one_of(start, &A) && noun_end == end;
                (!is_article && (noun_end > end || self.is_over(end))).then_some((count, noun_end))
            };
            return self.relatives_from(start).or_else(counted);
        }
        if let Some(told) = self.told_with(at, &FEWER) {
            return Some(told);
        }
        // "Una no puede" may be said of an hour.
        let (count, end) = number_at(tokens, at)?;
        let end = tokens.skip(self.noun_end(end), &OF_US);
        let is_article = end == at + 1 && tokens.is_one_of(at, &A);
        (!is_article).then_some(())?;
        Some((count, stays_away(end)?))
    }

    /// After a verb: "(agrega) otras dos personas más", "(add) two", "(incluye) a mi suegra", "(add) a baby".
    fn told_after(&self, at: usize, rest: &Tagged) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let start = tokens.skip(at, &BEFORE_THEM);
        if let Some(told) = self.relatives_from(start) {
            return Some(told);
        }
        // "dos adultos y un niño"
        if let Some(count) = self.count_at(start).filter(|count| !tokens.is_one_of(count.end, &grammar::MORE))
            && let [sum] = count.sizes[..]
            && self.thing_end(count.end - 1) == count.end
        {
            return Some((sum, count.end));
        }
        let is_to = TO_SOMEBODY.contains(&tokens.before(start));
        let is_other = tokens.is_one_of(start, &ANOTHER) && self.thing_end(start + 1) > start + 1;
        let (count, end) = if is_other || tokens.is_one_of(start, &ONE) {
            (1, start + 1)
        } else if is_to && self.thing_end(start) > start {
            (1, start)
        } else {
            number_at(tokens, start)?
        };
        let end = tokens.skip(end, rest);
        let noun_end = self.thing_end(end);
        let is_article = noun_end == end && tokens.is_one_of(end - 1, &A);
        // "Aumenta a 6" tells the whole.
        let raises = || RAISING.iter().any(|stem| tokens.before(at).starts_with(stem));
        let is_whole = is_to && noun_end == end && raises();
        let is_people = !is_article && !is_whole && (noun_end > end || self.is_over(end));
        is_people.then(|| (count, tokens.skip(noun_end, rest)))
    }

    /// "mi suegra y a mi cuñado".
    fn relatives_from(&self, at: usize) -> Option<(u32, usize)> {
        let (mut count, mut end) = self.relative_at(at)?;
        loop {
            let comma = self.tokens.skip_comma(end);
            let joined = self.tokens.skip(comma, &AND);
            let start = match joined > comma {
                true => self.tokens.skip(joined, &TO_SOMEBODY),
                false => comma,
            };
            match self.relative_at(start).filter(|_| start > end) {
                Some((more, after)) => (count, end) = (count.saturating_add(more), after),
                None => return Some((count, end)),
            }
        }
    }

    /// "dos más", "one more person", "two people fewer".
    fn told_with(&self, at: usize, rest: &Tagged) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let (count, number_end) = match tokens.phrases(at, &ONE) {
            Some(start) => (1, start),
            None => number_at(tokens, tokens.skip(at, &OTHERS))?,
        };
        let end = self.thing_end(number_end);
        if !tokens.is_one_of(end, rest) || self.is_later(end + 1) {
            return None;
        }
        let after = self.thing_end(end + 1);
        let is_people = end > number_end || after > end + 1;
        (is_people || self.is_over(end + 1)).then_some((count, after))
    }

    /// "otros dos", "another person", "otro niño más": somebody else.
    fn another_at(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let start = tokens.phrases(at, &ANOTHER).or_else(|| tokens.phrases(at, &OTHERS))?;
        if ASKED_FOR.contains(&tokens.before(at)) {
            return None;
        }
        if let Some((count, end)) = number_at(tokens, start) {
            let noun_end = self.thing_end(end);
            return (noun_end > end || self.is_over(end)).then(|| (count, tokens.skip(noun_end, &MORE)));
        }
        let noun_end = self.noun_end(start);
        let end = tokens.skip(noun_end, &MORE);
        // "Otra persona" alone is rather somebody to talk to.
        let is_somebody = noun_end > start && (end > noun_end || !tokens.is_one_of(start, &PERSON));
        let is_joining = tokens.is_one_of(at, &JOINING) && noun_end > start;
        if tokens.is_one_of(start, &PLACE) {
            return Some((1, tokens.skip(start + 1, &MORE)));
        }
        (is_somebody || is_joining).then_some((1, end))
    }

    /// The index after people or their places, or the index itself.
    fn thing_end(&self, at: usize) -> usize {
        let word = self.tokens.word(at);
        let is_one = NOUNS.contains(&word) || CHILDREN.contains(&word) || PLACES.contains(&word);
        at + usize::from(is_one)
    }

    /// "más tarde", "más o menos".
    fn is_later(&self, at: usize) -> bool {
        self.tokens.is_one_of(at, &OF_TIME)
    }

    /// Nothing that is counted follows.
    fn is_over(&self, at: usize) -> bool {
        self.tokens.ends_at(at) || self.tokens.is_one_of(at, &FOLLOWS)
    }
}
