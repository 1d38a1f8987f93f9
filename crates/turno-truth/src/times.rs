//! The hours that a clause about opening names, and what each of them is: when it opens, or when it closes.

use jiff::civil::Time;
use turno_language::{Span, Tagged, calendar};

use crate::{
    phrases::{begins_as, stands_at},
    values::number_of,
};

/// What stands before an hour.
static BEFORE: Tagged = Tagged::new("times_before");

/// An hour that is said: on the dial, or of the day where that is told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Said24 {
    pub(crate) hour: i8,
    /// It is one of the 24 of the day: "22:00", "10 de la noche".
    is_of_day: bool,
    role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Opens,
    Closes,
    Either,
}

impl Said24 {
    /// It is a moment, and not where a stretch ends.
    pub(crate) fn is_moment(self) -> bool {
        match self.role {
            Role::Opens | Role::Either => true,
            Role::Closes => false,
        }
    }

    pub(crate) fn on_the_dial(self) -> u32 {
        u32::try_from(self.hour % 12).unwrap_or_default()
    }

    /// The hours of the day that it may be.
    pub(crate) fn hours(self) -> Vec<i8> {
        match self.is_of_day {
            true => vec![self.hour % 24],
            false => vec![self.hour % 12, self.hour % 12 + 12],
        }
    }

    /// Whether it may be the same as one that was told.
    pub(crate) fn agrees_with(self, told: Self) -> bool {
        let has_role = self.role == told.role || self.role == Role::Either || told.role == Role::Either;
        has_role && self.hours().iter().any(|hour| told.hours().contains(hour))
    }

    pub(crate) fn is_of(self, span: &Span) -> bool {
        let fits = |time: Time| {
            let own = time.hour();
            if self.is_of_day { own == self.hour % 24 } else { own % 12 == self.hour % 12 }
        };
        match self.role {
            Role::Opens => fits(span.open),
            Role::Closes => fits(span.close),
            Role::Either => fits(span.open) || fits(span.close),
        }
    }
}

pub(crate) fn is_day(word: &str) -> bool {
    calendar::weekday(word).is_some()
}

pub(crate) fn is_month(word: &str) -> bool {
    calendar::month(word).is_some()
}

/// The hours of what was told: also such as stand there as in a table, `"close":"22:00"`.
pub(crate) fn times_told(words: &[&str]) -> Vec<Said24> {
    let written = words.windows(2).enumerate().filter_map(|(at, two)| {
        let is_pair =
            two.iter().all(|word| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit()));
        let hour: i8 = two[0].parse().ok().filter(|hour| is_pair && *hour <= 24)?;
        let role = match at.checked_sub(1).and_then(|at| words.get(at)) {
            Some(&("open" | "opens")) => Role::Opens,
            Some(&("close" | "closes")) => Role::Closes,
            Some(_) | None => Role::Either,
        };
        Some(Said24 { hour, is_of_day: !(1..=12).contains(&hour), role })
    });
    { written }.chain(times_in(words)).collect()
}

static NOON: Tagged = Tagged::new("times_noon");
static MIDNIGHT: Tagged = Tagged::new("times_midnight");
/// One, where it is an hour.
static ONE: Tagged = Tagged::new("times_one");

/// Whether a word names noon or midnight.
pub(crate) fn is_named_hour(word: &str) -> bool {
    NOON.contains(&word) || MIDNIGHT.contains(&word)
}

fn opens(words: &[&str]) -> bool {
    static OPENS: Tagged = Tagged::new("times_opens");
    static STEMS: Tagged = Tagged::new("times_opens_stems");
    words.iter().any(|word| OPENS.contains(word) || begins_as(word, &STEMS))
}

fn closes(words: &[&str]) -> bool {
    static CLOSES: Tagged = Tagged::new("times_closes");
    static STEMS: Tagged = Tagged::new("times_closes_stems");
    words.iter().any(|word| CLOSES.contains(word) || begins_as(word, &STEMS))
}

/// The hours of a clause: what stands behind "a las", "de", "hasta", "at", and counts nothing.
pub(crate) fn times_in(words: &[&str]) -> Vec<Said24> {
    static BEFORE_ONE: Tagged = Tagged::new("times_before_one");
    static ARTICLE: Tagged = Tagged::new("times_article");
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let mut times = Vec::new();
    for at in 0..words.len() {
        let before = at.checked_sub(1).map_or("", word);
        let Some(hour) = hour_of(word(at)) else { continue };
        let is_named = is_named_hour(word(at));
        // "De la 1", "hasta las 10".
        let lead = match at >= 2 && ARTICLE.contains(&before) {
            true => word(at - 2),
            false => before,
        };
        let is_led = is_named || BEFORE.contains(&before);
        let is_article = ONE.contains(&word(at)) && !BEFORE_ONE.contains(&before);
        if !is_led || counts_something(words, at + 1) || is_article {
            continue;
        }
        let has_minutes = word(at + 1).len() == 2 && word(at + 1).bytes().all(|byte| byte.is_ascii_digit());
        let rest = words.get(at + 1 + usize::from(has_minutes)..).unwrap_or_default();
        let (hour, is_of_day) = of_day(hour, is_named, rest);
        times.push(Said24 { hour, is_of_day, role: role_of(words, lead, !times.is_empty()) });
    }
    times
}

/// What an hour is by the word that leads to it, and by what the clause says of opening and closing.
fn role_of(words: &[&str], lead: &str, is_second: bool) -> Role {
    static UNTIL: Tagged = Tagged::new("times_until");
    static THEN_UNTIL: Tagged = Tagged::new("times_then_until");
    static FROM: Tagged = Tagged::new("times_from");
    let closes = closes(words);
    if UNTIL.contains(&lead) || THEN_UNTIL.contains(&lead) && is_second && !closes {
        Role::Closes
    } else if FROM.contains(&lead) {
        Role::Opens
    } else if closes {
        Role::Closes
    } else if opens(words) {
        Role::Opens
    } else {
        Role::Either
    }
}

/// The hour with its part of the day: "10 de la noche", "10 pm".
fn of_day(hour: i8, is_named: bool, rest: &[&str]) -> (i8, bool) {
    static MORNING: Tagged = Tagged::new("times_in_the_morning");
    static AFTER_NOON: Tagged = Tagged::new("times_after_noon");
    static NIGHT: Tagged = Tagged::new("times_at_night");
    if is_named || hour > 12 {
        return (hour, true);
    }
    let is = |phrases: &Tagged| stands_at(rest, 0, phrases);
    if is(&MORNING) {
        (hour % 12, true)
    } else if is(&NIGHT) {
        // "12 de la noche" is midnight.
        (if hour == 12 { 0 } else { hour % 12 + 12 }, true)
    } else if is(&AFTER_NOON) {
        (hour % 12 + 12, true)
    } else {
        (hour, false)
    }
}

fn hour_of(word: &str) -> Option<i8> {
    static UNITS: Tagged = Tagged::new("times_units");
    if NOON.contains(&word) {
        return Some(12);
    }
    if MIDNIGHT.contains(&word) {
        return Some(0);
    }
    if ONE.contains(&word) {
        return Some(1);
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let hour = digits.parse::<i8>().ok()?;
        let unit = &word[digits.len()..];
        return ((1..=24).contains(&hour) && (unit.is_empty() || UNITS.contains(&unit))).then_some(hour);
    }
    let number = number_of(word)?;
    #[expect(clippy::cast_possible_truncation, reason = "an hour of the dial")]
    (number.fract() == 0.0 && (2.0..=12.0).contains(&number)).then_some(number as i8)
}

/// Whether what stands behind an hour makes it a count of something.
fn counts_something(words: &[&str], behind: usize) -> bool {
    static GOES_ON: Tagged = Tagged::new("times_goes_on");
    static OF_THE_DAY: Tagged = Tagged::new("times_of_the_day");
    let Some(next) = words.get(behind) else {
        return false;
    };
    let is_minutes = next.len() == 2 && next.bytes().all(|byte| byte.is_ascii_digit());
    !(GOES_ON.contains(next) || is_day(next) || is_minutes || stands_at(words, behind, &OF_THE_DAY))
}
