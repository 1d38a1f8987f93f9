//! Dates.

use std::ops::Range;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use serde_json::Value;

use super::calendar::{Day, day_at, month_day_of, weekday_at};
use super::found::Found;
use super::number::number_at;
use super::tokens::Tokens;
use crate::{Language, ProblemKind, ReadContext};

/// Words for days near today, with their distance.
const NEAR_ES: &[(&str, i64)] = &[
    ("pasado manana", 2),
    ("hoy mismo", 0),
    ("hoy", 0),
    ("manana mismo", 1),
    ("de hoy en ocho", 7),
    ("hoy en ocho", 7),
    ("de hoy en 8", 7),
    ("hoy en 8", 7),
    ("de aqui en ocho", 7),
    ("de hoy en quince", 14),
    ("de hoy en 15", 14),
    ("dentro de una semana", 7),
    ("en una semana", 7),
];
const NEAR_EN: &[(&str, i64)] = &[
    ("the day after tomorrow", 2),
    ("day after tomorrow", 2),
    ("today", 0),
    ("tomorrow", 1),
    ("in a week", 7),
    ("a week from today", 7),
    ("a week from now", 7),
];

/// Words that name a part of today: the day is read from the first word, the part is left for the time.
const THIS_DAY: &[&str] = &[
    "esta noche",
    "esta tarde",
    "esta manana",
    "esta madrugada",
    "this morning",
    "this afternoon",
    "this evening",
];

const VAGUE: &[&str] = &[
    "un dia de estos",
    "un dia de esta semana",
    "cualquier dia",
    "el fin de semana",
    "este fin de semana",
    "fin de semana",
    "este fin",
    "la proxima semana",
    "la semana que viene",
    "la otra semana",
    "el proximo mes",
    "el mes que viene",
    "uno de estos dias",
    "one of these days",
    "some day",
    "someday",
    "next week",
    "next month",
    "the weekend",
    "this weekend",
    "weekend",
    "any day",
];

/// After a weekday: the one of the week that begins on the next Monday.
const OF_NEXT_WEEK: &[&str] = &[
    "de la proxima semana",
    "de la semana que viene",
    "de la otra semana",
    "de la siguiente semana",
    "of next week",
    "next week",
];

const PAST: &[&str] = &[
    "antes de ayer",
    "antier",
    "anteayer",
    "ayer",
    "la semana pasada",
    "el mes pasado",
    "yesterday",
    "last week",
    "last month",
];

/// The dates of an utterance, in order. A bare number is one only where a date is awaited.
pub(super) fn dates(tokens: &Tokens<'_>, context: &ReadContext<'_>, is_awaited: bool) -> Vec<Found> {
    let reader = DateReader {
        tokens,
        is_awaited,
        today: context.now.date(),
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens.hints_from(at).has_moment {
            at += 1;
            continue;
        }
        match reader.date_at(at) {
            Some(one) => {
                at = one.taken.end.max(at + 1);
                found.push(one);
            }
            None => at += 1,
        }
    }
    if found.is_empty() && is_awaited {
        found.extend(reader.bare());
    }
    found
}

struct DateReader<'a> {
    tokens: &'a Tokens<'a>,
    is_awaited: bool,
    today: Date,
}

impl DateReader<'_> {
    fn date_at(&self, at: usize) -> Option<Found> {
        self.near(at)
            .or_else(|| self.this_day(at))
            .or_else(|| self.in_days(at))
            .or_else(|| self.weekday(at))
            .or_else(|| self.day(at))
            .or_else(|| self.past(at))
            .or_else(|| self.worded(at, VAGUE, ProblemKind::Vague))
    }

    /// A past day in a story ("hubo un error ayer") is no wish.
    fn past(&self, at: usize) -> Option<Found> {
        let is_wish = self.is_awaited
            || at == 0
            || matches!(self.tokens.before(at), "para" | "for" | "fue" | "de" | "hasta");
        self.worded(at, PAST, ProblemKind::Past).filter(|_| is_wish)
    }

    fn worded(&self, at: usize, phrases: &[&str], kind: ProblemKind) -> Option<Found> {
        let end = self.tokens.phrases(at, phrases)?;
        Some(Found::new(at..end, Err(kind)))
    }

    fn near(&self, at: usize) -> Option<Found> {
        let near = match self.tokens.language {
            Language::Es => NEAR_ES,
            Language::En => NEAR_EN,
        };
        let phrase = near
            .iter()
            .filter_map(|(phrase, days)| Some((self.tokens.phrase(at, phrase)?, *days)));
        if let Some((end, days)) = phrase.max_by_key(|(end, _)| *end) {
            return self.days_ahead(at..end, days);
        }
        self.is_tomorrow(at).then(|| self.days_ahead(at..at + 1, 1))?
    }

    /// "mañana" as the day, not the morning.
    fn is_tomorrow(&self, at: usize) -> bool {
        let is_morning = matches!(self.tokens.before(at), "la" | "esta" | "media" | "cada" | "hasta");
        self.tokens.language == Language::Es && self.tokens.word(at) == "manana" && !is_morning
    }

    fn days_ahead(&self, range: Range<usize>, days: i64) -> Option<Found> {
        let date = self.today.checked_add(days.days()).ok()?;
        Some(Found::new(range, Ok(date_value(date))))
    }

    fn this_day(&self, at: usize) -> Option<Found> {
        let (said, taken) = match self.tokens.phrases(at, THIS_DAY) {
            Some(end) => (at..end, at..at + 1),
            None => (at..self.tokens.phrase(at, "tonight")?, at..at),
        };
        Some(Found {
            said,
            taken,
            outcome: Ok(date_value(self.today)),
        })
    }

    /// "en 3 días", "dentro de dos semanas", "in 3 days".
    fn in_days(&self, at: usize) -> Option<Found> {
        let led = self.tokens.phrases(at, &["en", "dentro de", "de aqui en", "in"]);
        let (count, end) = number_at(self.tokens, led.unwrap_or(at))?;
        let days_each = match self.tokens.word(end) {
            "dia" | "dias" | "day" | "days" => 1,
            "semana" | "semanas" | "week" | "weeks" => 7,
            _ => return None,
        };
        let end = match led {
            Some(_) => end + 1,
            None => self.tokens.phrases(end + 1, &["from now", "from today"])?,
        };
        let count = i64::from(count.min(10_000));
        self.days_ahead(at..end, count * days_each)
    }

    /// A weekday, alone or with the day that it should fall on.
    fn weekday(&self, at: usize) -> Option<Found> {
        let leads = [
            "el",
            "este",
            "el proximo",
            "proximo",
            "el siguiente",
            "este proximo",
            "next",
            "this",
            "this coming",
        ];
        let start = self.tokens.skip(at, &leads);
        let (weekday, name_end) = weekday_at(self.tokens, start)?;
        let is_last = self.tokens.before(start) == "last"
            || self
                .tokens
                .phrases(name_end, &["pasado"])
                .is_some_and(|end| self.tokens.word(end) != "manana");
        if is_last {
            return Some(Found::new(at..name_end, Err(ProblemKind::Past)));
        }
        if let Some(found) = self.of_next_week(at, weekday, name_end) {
            return Some(found);
        }
        let later = self.tokens.phrases(
            name_end,
            &[
                "que viene",
                "que entra",
                "proximo",
                "siguiente",
                "en ocho",
                "en 8",
            ],
        );
        let lead = start
            .checked_sub(1)
            .filter(|lead| *lead >= at)
            .map_or("", |lead| self.tokens.word(lead));
        let is_next = later.is_some() || matches!(lead, "proximo" | "siguiente" | "next");
        let end = later.unwrap_or(name_end);
        let nearest = self.next_weekday(weekday, is_next)?;
        let day_start = self.tokens.skip(self.tokens.skip_comma(end), &["el dia", "dia"]);
        let with_day = day_at(self.tokens, day_start, true).or_else(|| self.plain_day(day_start));
        let Some((day, day_end)) = with_day else {
            let is_week_after = self.tokens.phrases(name_end, &["en ocho", "en 8"]).is_some();
            let extra = i64::from(is_week_after) * 7;
            let first = if is_week_after {
                self.next_weekday(weekday, false)?
            } else {
                nearest
            };
            return Some(Found::new(
                at..end,
                Ok(date_value(first.checked_add(extra.days()).ok()?)),
            ));
        };
        let outcome = match day.resolve(self.today) {
            Ok(date) if date.weekday() == weekday => Ok(date_value(date)),
            Ok(date) => match day.on_weekday(self.today, weekday) {
                Some(date) => Ok(date_value(date)),
                None => Err(ProblemKind::Ambiguous(vec![
                    date_value(date),
                    date_value(nearest),
                ])),
            },
            Err(kind) => Err(kind),
        };
        Some(Found::new(at..day_end, outcome))
    }

    fn of_next_week(&self, at: usize, weekday: Weekday, name_end: usize) -> Option<Found> {
        let end = self.tokens.phrases(name_end, OF_NEXT_WEEK)?;
        let monday = self.next_weekday(Weekday::Monday, true)?;
        let date = monday
            .checked_add(i64::from(weekday.to_monday_zero_offset()).days())
            .ok()?;
        Some(Found::new(at..end, Ok(date_value(date))))
    }

    /// After a weekday, "15" is enough.
    fn plain_day(&self, at: usize) -> Option<(Day, usize)> {
        let (day, end) = number_at(self.tokens, at)?;
        let is_clock = self.tokens.word(end) == ":" || self.tokens.is_glued(end) && self.tokens.is_word(end);
        let is_other = self.tokens.is_word(end)
            && !self.tokens.is_one_of(
                end,
                &[
                    "a", "en", "por", "y", "para", "at", "in", "for", "como", "de", "o",
                ],
            );
        ((1..=31).contains(&day) && !is_clock && !is_other).then_some((Day::of_month(day), end))
    }

    fn next_weekday(&self, weekday: Weekday, is_after_today: bool) -> Option<Date> {
        if self.today.weekday() == weekday && !is_after_today {
            return Some(self.today);
        }
        self.today.nth_weekday(1, weekday).ok()
    }

    /// A day with or without its month.
    fn day(&self, at: usize) -> Option<Found> {
        let (day, end) = day_at(self.tokens, at, false)?;
        let end = self
            .tokens
            .skip(end, &["de este mes", "del mes", "of this month"]);
        Some(Found::new(at..end, day.resolve(self.today).map(date_value)))
    }

    /// The only number of an answer.
    fn bare(&self) -> Option<Found> {
        (0..self.tokens.len()).find_map(|at| {
            let (day, end) = number_at(self.tokens, at)?;
            let is_alone =
                self.tokens.ends_at(end) || self.tokens.is_one_of(end, &["por", "please", "porfa"]);
            let is_first = !self
                .tokens
                .is_one_of(at.wrapping_sub(1), &["las", "la", "at", "somos", ":", "."]);
            if !is_alone || !is_first || self.tokens.word(end) == ":" {
                return None;
            }
            let outcome = month_day_of(self.today, day);
            Some(Found::new(at..end, outcome.map(date_value)))
        })
    }
}

fn date_value(date: Date) -> Value {
    Value::String(date.to_string())
}
