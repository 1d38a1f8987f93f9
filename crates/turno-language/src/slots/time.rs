//! Times of day: what the hours that an utterance tells are for a booking.

use crate::pack::Tagged;
use jiff::ToSpan;
use serde_json::Value;
use std::ops::Range;

use super::clock::{Moment, Part, time_of, time_value};
use super::date::is_refused;
use super::found::{Found, correction_start};
use super::moment::{End, Piece, Sureness, What};
use super::tokens::Tokens;
use crate::{ByMix, ProblemKind, grammar::OR, word_table::WordTable};

/// To be on the way, before a time.
static WAY_BEFORE: Tagged = Tagged::new("time_way_before");

/// To be on the way, behind a time.
static WAY_BEHIND: Tagged = Tagged::new("time_way_behind");

/// Words that say nothing of when.
static VAGUE: Tagged = Tagged::new("time_vague");

/// "Move it to (three)": a booking is moved to another hour, and never to other people.
static MOVING: Tagged = Tagged::new("time_moving");

/// Another hour than the known one, behind it.
static INSTEAD: Tagged = Tagged::new("time_instead");

static BREAKFAST: Tagged = Tagged::new("meals_breakfast");
static LUNCH: Tagged = Tagged::new("meals_lunch");
static DINNER: Tagged = Tagged::new("meals_dinner");

/// What each meal is called.
static MEALS: ByMix<WordTable<Meal>> = ByMix::new(|| {
    let meals = [(&BREAKFAST, Meal::Breakfast), (&LUNCH, Meal::Lunch), (&DINNER, Meal::Dinner)];
    let words = meals.into_iter().flat_map(|(words, meal)| words.iter().map(move |word| (*word, meal)));
    WordTable::new(words)
});

/// What a number without the words of an hour may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asking {
    /// The hour that was asked for.
    Time,
    /// Another hour than the known one.
    Change,
    /// Another hour, or other people.
    ChangeBesidePeople,
    /// Something else is asked for, or the hour is not known yet.
    Else,
}

/// The times of an utterance, in order. A bare number is one only where a time is awaited, or changed.
pub(super) fn times(
    tokens: &Tokens<'_>,
    pieces: &[Piece],
    moment: &Moment<'_>,
    asking: Asking,
) -> Vec<Found> {
    let is_awaited = asking == Asking::Time;
    let free: Vec<&Piece> =
        pieces.iter().filter(|piece| !is_taken(tokens, piece) && !is_refused(tokens, piece)).collect();
    let reader = TimeReader {
        tokens,
        moment,
        asking,
        part: free.iter().find_map(|piece| match piece.what {
            What::Part(part) => Some(part),
            What::Hour(clock, _) => clock.part.filter(|part| *part != Part::Noon),
            What::Day(_)
            | What::DayShift(_)
            | What::FromNow(_)
            | What::HourShift(_)
            | What::Week(_)
            | What::Stretch(_)
            | What::EndOfDay(_)
            | What::Now
            | What::Nothing => None,
        }),
        meal: meal_of(tokens),
    };
    let mut found = reader.clear(&free);
    if found.is_empty() && is_awaited {
        found = free.iter().filter_map(|piece| reader.hour(piece, Sureness::Bare)).collect();
    }
    if found.is_empty() {
        found = reader.vague(&free, is_awaited);
    }
    without_rests(tokens, found)
}

/// "A las 8 30 15", "8 37 5": digits are left beside an hour that nobody counts anything by, and so it is asked.
fn without_rests(tokens: &Tokens<'_>, mut found: Vec<Found>) -> Vec<Found> {
    let is_digits =
        |at: usize| !tokens.word(at).is_empty() && tokens.word(at).bytes().all(|byte| byte.is_ascii_digit());
    let next: Vec<usize> = found.iter().skip(1).map(|one| one.said.start).collect();
    for one in &mut found {
        let end = one.said.end;
        let is_rest =
            is_digits(end) && is_digits(end - 1) && (tokens.ends_at(end + 1) || next.contains(&end));
        let start = one.said.start;
        let is_behind = start > 0 && is_digits(start) && is_digits(start - 1);
        if (is_rest || is_behind) && one.outcome.is_ok() {
            let said = start - usize::from(is_behind)..end + usize::from(is_rest);
            *one = Found::new(said, Err(ProblemKind::Vague));
        }
    }
    let is_within = |one: &Found, others: &[Range<usize>]| {
        one.outcome.is_ok() && others.iter().any(|other| other.contains(&one.said.start))
    };
    let vague: Vec<Range<usize>> = found
        .iter()
        .filter(|one| one.outcome == Err(ProblemKind::Vague))
        .map(|one| one.said.clone())
        .collect();
    found.retain(|one| !is_within(one, &vague));
    found
}

/// Whether a date has taken the words.
fn is_taken(tokens: &Tokens<'_>, piece: &Piece) -> bool {
    matches!(piece.what, What::Hour(..) | What::Part(_)) && piece.said.clone().any(|at| tokens.is_used(at))
}

struct TimeReader<'a> {
    tokens: &'a Tokens<'a>,
    moment: &'a Moment<'a>,
    asking: Asking,
    /// A part of the day that stands anywhere: "mañana en la noche, a las 8".
    part: Option<Part>,
    /// The meal that is had: "cenar a las 9".
    meal: Option<Meal>,
}

/// A meal, which is had in its own half of the day.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meal {
    Breakfast,
    Lunch,
    Dinner,
}

impl Meal {
    /// The half of the day that an hour lies in, where people have that meal at it.
    fn part_of(self, hour: u32) -> Option<Part> {
        match (self, hour) {
            (Self::Breakfast, 5..=11) | (Self::Lunch, 11) => Some(Part::Am),
            (Self::Breakfast | Self::Lunch, 12) | (Self::Lunch, 1..=5) | (Self::Dinner, 5..=11) => {
                Some(Part::Pm)
            }
            _ => None,
        }
    }
}

/// The only meal that is named.
fn meal_of(tokens: &Tokens<'_>) -> Option<Meal> {
    let mut meals = (0..tokens.len()).filter_map(|at| MEALS.get(tokens.word(at)));
    let first = meals.next()?;
    meals.all(|meal| meal == first).then_some(first)
}

impl TimeReader<'_> {
    /// Hours that their words make ones, and numbers that correct one or stand beside it.
    fn clear(&self, pieces: &[&Piece]) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let is_next = found.last().is_some_and(|last| self.goes_on(last, piece))
                || pieces.get(at + 1).is_some_and(|next| self.is_or(piece, next))
                || self.is_hour_and_minute(piece, at.checked_sub(1).and_then(|before| pieces.get(before)))
                || self.is_change(piece);
            let least = if is_next { Sureness::Bare } else { Sureness::Plain };
            let Some(one) = self.hour(piece, least).or_else(|| self.distance(piece)) else {
                continue;
            };
            match found.last_mut().filter(|_| piece.end == End::Second) {
                Some(first) => *first = both_of(first, &one),
                None => found.push(one),
            }
        }
        found
    }

    /// "Tomorrow (eleven fifteen)", and "(nine thirty)" where the hour is known: two numbers that are one time.
    fn is_hour_and_minute(&self, piece: &Piece, before: Option<&&Piece>) -> bool {
        let What::Hour(clock, Sureness::Bare) = piece.what else {
            return false;
        };
        let is_beside_day = before.is_some_and(|day| {
            matches!(day.what, What::Day(_)) && self.tokens.skip_comma(day.said.end) == piece.said.start
        });
        let is_changed = matches!(self.asking, Asking::Change | Asking::ChangeBesidePeople);
        (1..=24).contains(&clock.hour) && clock.minute > 0 && (is_beside_day || is_changed)
    }

    /// "Make it nine", "I said nine", where nothing but an hour can be meant.
    fn is_change(&self, piece: &Piece) -> bool {
        static LEADS: Tagged = Tagged::new("time_leads");
        let start = piece.said.start;
        let is_led = |leads: &Tagged| {
            (start.saturating_sub(5)..start).any(|at| self.tokens.phrases(at, leads) == Some(start))
        };
        let is_tailed = INSTEAD.contains(&self.tokens.word(piece.said.end));
        match self.asking {
            Asking::Change => is_led(&LEADS) || is_tailed || is_led(&MOVING),
            Asking::ChangeBesidePeople => is_led(&MOVING),
            Asking::Time | Asking::Else => false,
        }
    }

    /// "2 o 3 de la tarde"
    fn is_or(&self, piece: &Piece, next: &Piece) -> bool {
        let end = piece.said.end;
        OR.contains(&self.tokens.word(end))
            && next.said.start == end + 1
            && matches!(next.what, What::Hour(_, Sureness::Plain))
    }

    /// "a las 8 o 9", "a las 8, perdón, 9".
    fn goes_on(&self, last: &Found, piece: &Piece) -> bool {
        let end = last.said.end;
        let start = Some(piece.said.start);
        self.tokens.phrases(end, &OR) == start || correction_start(self.tokens, end) == start
    }

    fn hour(&self, piece: &Piece, least: Sureness) -> Option<Found> {
        let What::Hour(mut clock, sureness) = piece.what else {
            return None;
        };
        if sureness < least {
            return None;
        }
        clock.part = clock.part.or(self.part).or_else(|| self.meal?.part_of(clock.hour));
        let outcome = match piece.end {
            End::Single | End::First | End::Second => self.moment.resolve(clock),
            End::Open => Err(ProblemKind::Vague),
        };
        Some(Found::new(piece.said.clone(), outcome))
    }

    /// Told by the distance from now, or from the time that is known.
    fn distance(&self, piece: &Piece) -> Option<Found> {
        let outcome = match piece.what {
            What::HourShift(minutes) => {
                self.moment.not_past(self.moment.known?.wrapping_add(minutes.minutes()))
            }
            What::FromNow(seconds) if seconds >= 0 && !self.is_way(piece) => {
                let then = self.moment.now_there.checked_add(seconds.seconds()).ok()?;
                let (hour, minute) = (then.hour().unsigned_abs(), then.minute().unsigned_abs());
                Ok(time_value(time_of(hour.into(), minute.into())?))
            }
            What::EndOfDay(_) => Err(ProblemKind::Vague),
            What::Day(_)
            | What::DayShift(_)
            | What::FromNow(_)
            | What::Hour(..)
            | What::Part(_)
            | What::Week(_)
            | What::Stretch(_)
            | What::Now
            | What::Nothing => return None,
        };
        Some(Found::new(piece.said.clone(), outcome))
    }

    /// How long the way takes is no wish: "llego en 10 minutos".
    fn is_way(&self, piece: &Piece) -> bool {
        is_way(self.tokens, piece)
    }

    /// "al rato", "en la noche": no hour at all. A part of the day that the known time lies in says nothing new.
    fn vague(&self, pieces: &[&Piece], is_awaited: bool) -> Vec<Found> {
        let vague_words = (0..self.tokens.len()).filter_map(|at| {
            let end = self.tokens.phrases(at, &VAGUE)?;
            let is_all = (0..at)
                .chain(end..self.tokens.len())
                .all(|at| self.tokens.is_mark(at) || self.tokens.is_used(at));
            (is_awaited || is_all).then(|| Found::new(at..end, Err(ProblemKind::Vague)))
        });
        let parts = pieces.iter().filter_map(|piece| {
            let What::Part(part) = piece.what else { return None };
            let is_restated = self.moment.known.is_some_and(|known| part.holds(known));
            // "I am in", "in am": who asks for no hour hears none in it.
            let is_talk = !is_awaited && matches!(part, Part::Am | Part::Pm);
            (!is_restated && !is_talk).then(|| Found::new(piece.said.clone(), Err(ProblemKind::Vague)))
        });
        let mut found: Vec<Found> = vague_words.chain(parts).collect();
        found.sort_by_key(|one| one.said.start);
        found
    }
}

/// Whether a distance is how long someone is under way.
pub(super) fn is_way(tokens: &Tokens<'_>, piece: &Piece) -> bool {
    WAY_BEFORE.contains(&tokens.before(piece.said.start)) || WAY_BEHIND.contains(&tokens.word(piece.said.end))
}

/// "Entre 7 y 8": one of both, and which is asked.
fn both_of(first: &Found, second: &Found) -> Found {
    let mut values: Vec<Value> = Vec::new();
    for found in [first, second] {
        match &found.outcome {
            Ok(value) => values.push(value.clone()),
            Err(ProblemKind::Ambiguous(offered)) => values.extend(offered.clone()),
            Err(_) => {}
        }
    }
    let outcome =
        if values.is_empty() { Err(ProblemKind::Vague) } else { Err(ProblemKind::Ambiguous(values)) };
    Found::new(first.said.start..second.said.end, outcome)
}
