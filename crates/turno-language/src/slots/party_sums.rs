//! What becomes of a number of people in the same breath: "5 pero uno no viene", "6 menos uno", "4, tal vez 5".

use super::found::{Found, correction_start};
use super::number::number_at;
use super::party_size::{SizeReader, found};
use super::party_words::{OF_US, PLUS};
use crate::grammar::{A, MORE};
use crate::pack::Tagged;

/// What stands between a number and what becomes of it.
static LINKS: Tagged = Tagged::new("party_sums_links");

/// It may be so, or not.
static MAYBE: Tagged = Tagged::new("party_sums_maybe");

/// The one who speaks comes beside those that were told.
static NOT_COUNTING_ME: Tagged = Tagged::new("party_sums_not_counting_me");

/// So many come beside them.
static JOINING: Tagged = Tagged::new("party_sums_joining");

/// So many come, of them or beside them.
static ARRIVING: Tagged = Tagged::new("party_sums_arriving");

/// Behind those: they are more, or come later.
static COMING_LATER: Tagged = Tagged::new("party_sums_coming_later");

/// What is counted and is time.
static STRETCHES: Tagged = Tagged::new("party_sums_stretches");

/// After somebody: whether they come is not known.
static MAY_STAY_AWAY: Tagged = Tagged::new("party_sums_may_stay_away");

impl SizeReader<'_> {
    /// A size with what is said of it right behind it.
    pub(super) fn with_changes(&self, one: Found) -> Found {
        let size = one.outcome.as_ref().ok().and_then(serde_json::Value::as_u64);
        let Some(size) = size.and_then(|size| u32::try_from(size).ok()) else {
            return one;
        };
        match self.change_of(size, one.said.end) {
            Some((sizes, end)) => found(one.said.start, end, &sizes),
            None => one,
        }
    }

    /// Whether what follows a number says what becomes of it.
    pub(super) fn is_changed(&self, end: usize) -> bool {
        self.change_of(100, end).is_some()
    }

    /// "Íbamos a ser 5 pero uno no viene": nothing where it is not said what became of it.
    pub(super) fn changed_from_once(&self, at: usize, start: usize) -> Option<Found> {
        let (size, end) = number_at(self.tokens, start)?;
        let (sizes, end) = self.change_of(size, self.noun_end(end))?;
        Some(found(at, end, &sizes))
    }

    /// What may be meant then, and the index after it.
    fn change_of(&self, size: u32, end: usize) -> Option<(Vec<u32>, usize)> {
        let tokens = self.tokens;
        let reader = SizeReader { known: Some(size), ..*self };
        let comma = tokens.skip_comma(end);
        if tokens.ends_at(comma) && tokens.word(comma) != "+" {
            return None;
        }
        let start = tokens.skip(comma, &LINKS);
        if let Some(other) = tokens.phrases(start, &MAYBE).or_else(|| tokens.phrases(comma, &MAYBE)) {
            let (other, end) = number_at(tokens, other)?;
            return tokens.ends_at(self.noun_end(end)).then_some((vec![size, other], end));
        }
        if let Some((away, end)) = self.may_stay_away(start) {
            return Some((vec![size.saturating_sub(away), size], end));
        }
        // "Sin contarme"
        if let Some(end) = tokens.phrases(comma, &NOT_COUNTING_ME) {
            return Some((vec![size.saturating_add(1)], end));
        }
        if correction_start(tokens, end).is_some() {
            return None;
        }
        if let Some((fewer, end)) = reader.removed_at(start) {
            return Some((vec![size.saturating_sub(fewer)], end));
        }
        let sum = match tokens.word(start) {
            "+" => Some(start + 1),
            _ => tokens.phrases(start, &PLUS).or_else(|| tokens.phrases(start, &JOINING)),
        };
        let come = sum.or_else(|| tokens.phrases(start, &ARRIVING))?;
        let (more, more_end) = number_at(tokens, come)?;
        let noun_end = tokens.skip(self.noun_end(more_end), &COMING_LATER);
        let is_article = noun_end == more_end && tokens.is_one_of(more_end - 1, &A);
        let is_time = tokens.is_one_of(more_end, &STRETCHES);
        // "Llegan 4 primero" are of them.
        let is_added = sum.is_some() || MORE.contains(&tokens.before(noun_end));
        (is_added && !is_article && !is_time).then(|| (vec![size.saturating_add(more)], noun_end))
    }

    fn may_stay_away(&self, at: usize) -> Option<(u32, usize)> {
        let (count, end) = self.relative_at(at).or_else(|| {
            let (count, end) = number_at(self.tokens, at)?;
            Some((count, self.tokens.skip(self.noun_end(end), &OF_US)))
        })?;
        Some((count, self.tokens.phrases(end, &MAY_STAY_AWAY)?))
    }
}
