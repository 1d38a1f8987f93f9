//! The hours that a clause about opening names, and what each of them is: when it opens, or when it closes.

use jiff::civil::Time;
use turno_language::Span;
use turno_language::Tagged;

use crate::values::number_of;

/// What stands before an hour.
static BEFORE: Tagged = Tagged::new("times_before");

#[rustfmt::skip]
pub(super) const WEEKDAYS: &[(&str, usize)] = &[
    ("lunes", 0), ("martes", 1), ("miercoles", 2), ("jueves", 3), ("viernes", 4), ("sabado", 5), ("sabados", 5), ("domingo", 6), ("domingos", 6),
    ("monday", 0), ("tuesday", 1), ("wednesday", 2), ("thursday", 3), ("friday", 4), ("saturday", 5), ("sunday", 6), ("mondays", 0),
    ("tuesdays", 1), ("wednesdays", 2), ("thursdays", 3), ("fridays", 4), ("saturdays", 5), ("sundays", 6),
];

/// An hour that is said: on the dial, or of the day where that is told.
#[derive(Clone, Copy)]
pub(super) struct Said24 {
    pub(super) hour: i8,
    /// It is one of the 24 of the day: "22:00", "10 de la noche".
    is_of_day: bool,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Opens,
    Closes,
    Either,
}

impl Said24 {
    /// It is a moment, and not where a stretch ends.
    pub(super) fn is_moment(self) -> bool {
        match self.role {
            Role::Opens | Role::Either => true,
            Role::Closes => false,
        }
    }

    pub(super) fn on_the_dial(self) -> u32 {
        u32::try_from(self.hour % 12).unwrap_or_default()
    }

    /// The hours of the day that it may be.
    pub(super) fn hours(self) -> Vec<i8> {
        match self.is_of_day {
            true => vec![self.hour % 24],
            false => vec![self.hour % 12, self.hour % 12 + 12],
        }
    }

    /// Whether it may be the same as one that was told.
    pub(super) fn agrees_with(self, told: Self) -> bool {
        let has_role = self.role == told.role || self.role == Role::Either || told.role == Role::Either;
        has_role && self.hours().iter().any(|hour| told.hours().contains(hour))
    }

    pub(super) fn is_of(self, span: &Span) -> bool {
        let fits = |time: Time| {
            let own = time.hour();
            if self.is_of_day {
                own == self.hour % 24
            } else {
                own % 12 == self.hour % 12
            }
        };
        match self.role {
            Role::Opens => fits(span.open),
            Role::Closes => fits(span.close),
            Role::Either => fits(span.open) || fits(span.close),
        }
    }
}

pub(crate) fn is_day(word: &str) -> bool {
    WEEKDAYS.iter().any(|(name, _)| *name == word)
}

#[rustfmt::skip]
pub(super) const MONTHS: &[[&str; 2]] = &[
    ["enero", "january"], ["febrero", "february"], ["marzo", "march"], ["abril", "april"], ["mayo", "may"], ["junio", "june"], ["julio", "july"],
    ["agosto", "august"], ["septiembre", "september"], ["octubre", "october"], ["noviembre", "november"], ["diciembre", "december"],
];

pub(super) fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|names| names.contains(&word))
}

/// The hours of what was told: also such as stand there as in a table, `"close":"22:00"`.
pub(super) fn times_told(words: &[&str]) -> Vec<Said24> {
    let written = words.windows(2).enumerate().filter_map(|(at, two)| {
        let is_pair = two
            .iter()
            .all(|word| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit()));
        let hour: i8 = two[0].parse().ok().filter(|hour| is_pair && *hour <= 24)?;
        let role = match at.checked_sub(1).and_then(|at| words.get(at)) {
            Some(&("open" | "opens")) => Role::Opens,
            Some(&("close" | "closes")) => Role::Closes,
            Some(_) | None => Role::Either,
        };
        Some(Said24 {
            hour,
            is_of_day: !(1..=12).contains(&hour),
            role,
        })
    });
    { written }.chain(times_in(words)).collect()
}

/// The hours of a clause: what stands behind "a las", "de", "hasta", "at", and counts nothing.
pub(super) fn times_in(words: &[&str]) -> Vec<Said24> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let closes = words.iter().any(|word| {
        word.starts_with("cierr")
            || word.starts_with("cerram")
            || matches!(*word, "cerrar" | "close" | "closes" | "closing")
    });
    let mut times = Vec::new();
    for at in 0..words.len() {
        let before = at.checked_sub(1).map_or("", word);
        let Some(hour) = hour_of(word(at)) else { continue };
        let is_named = matches!(word(at), "mediodia" | "medianoche" | "noon" | "midnight");
        // "De la 1", "hasta las 10".
        let lead = match before {
            "la" | "las" | "el" if at >= 2 => word(at - 2),
            _ => before,
        };
        let is_led = is_named || BEFORE.contains(&before);
        if !is_led || counts_something(word(at + 1), word(at + 2)) || word(at) == "una" && before != "la" {
            continue;
        }
        let has_minutes = word(at + 1).len() == 2 && word(at + 1).bytes().all(|byte| byte.is_ascii_digit());
        let rest = words.get(at + 1 + usize::from(has_minutes)..).unwrap_or_default();
        let (hour, is_of_day) = of_day(hour, is_named, rest);
        let role = match lead {
            "hasta" | "until" | "till" | "to" => Role::Closes,
            "a" if !times.is_empty() && !closes => Role::Closes,
            "desde" | "from" | "de" | "entre" | "between" => Role::Opens,
            _ if closes => Role::Closes,
            _ if words
                .iter()
                .any(|word| word.starts_with("abr") || matches!(*word, "open" | "opens" | "opening")) =>
            {
                Role::Opens
            }
            _ => Role::Either,
        };
        times.push(Said24 {
            hour,
            is_of_day,
            role,
        });
    }
    times
}

/// The hour with its part of the day: "10 de la noche", "10 pm".
fn of_day(hour: i8, is_named: bool, rest: &[&str]) -> (i8, bool) {
    if is_named || hour > 12 {
        return (hour, true);
    }
    match rest {
        ["am", ..] | ["a", "m", ..] | ["de", "la", "manana", ..] | ["in", "the", "morning", ..] => {
            (hour % 12, true)
        }
        ["pm", ..]
        | ["p", "m", ..]
        | ["de", "la", "tarde" | "noche", ..]
        | ["in", "the", "afternoon" | "evening", ..]
        | ["at", "night", ..] => {
            // "12 de la noche" is midnight.
            let is_midnight = hour == 12 && matches!(rest, ["de", "la", "noche", ..] | ["at", "night", ..]);
            (if is_midnight { 0 } else { hour % 12 + 12 }, true)
        }
        _ => (hour, false),
    }
}

fn hour_of(word: &str) -> Option<i8> {
    match word {
        "mediodia" | "noon" => return Some(12),
        "medianoche" | "midnight" => return Some(0),
        "una" => return Some(1),
        _ => {}
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let hour = digits.parse::<i8>().ok()?;
        return ((1..=24).contains(&hour) && matches!(&word[digits.len()..], "" | "am" | "pm" | "h" | "hrs"))
            .then_some(hour);
    }
    let number = number_of(word)?;
    #[expect(clippy::cast_possible_truncation, reason = "an hour of the dial")]
    (number.fract() == 0.0 && (2.0..=12.0).contains(&number)).then_some(number as i8)
}

fn counts_something(next: &str, behind: &str) -> bool {
    let goes_on = matches!(
        next,
        "" | "am"
            | "pm"
            | "a"
            | "p"
            | "h"
            | "hrs"
            | "horas"
            | "y"
            | "en"
            | "todos"
            | "el"
            | "los"
            | "la"
            | "to"
            | "and"
            | "on"
            | "o"
            | "until"
            | "hasta"
            | "every"
            | "daily"
            | "today"
            | "hoy"
            | "oclock"
            | "punto"
            | "pero"
            | "cada"
            | "tomorrow"
            | "manana"
            | "for"
            | "para"
            | "at"
            | "del"
            | "in"
            | "sharp"
            | "o'clock"
            | "or"
            | "but"
            | "entre"
            | "siempre"
            | "s"
    ) || WEEKDAYS.iter().any(|(name, _)| *name == next)
        || next.len() == 2 && next.bytes().all(|byte| byte.is_ascii_digit());
    !(goes_on || next == "de" && behind == "la")
}
