//! When the business is open: its days and hours, and what says so.

use std::collections::BTreeSet;

use jiff::civil::{Date, Time};
use turno_language::{
    Language, OpeningHours, Span, read_number,
    text::{fold, words_of},
};

use super::clauses;

/// The days and hours of the business, and today.
pub(super) struct Opening {
    hours: OpeningHours,
    today: Date,
}

/// A clause that says when it is open.
struct Said<'a> {
    words: Vec<&'a str>,
    times: Vec<Said24>,
}

/// An hour that is said: on the dial, or of the day where that is told.
#[derive(Clone, Copy)]
struct Said24 {
    hour: i8,
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

#[rustfmt::skip]
const WEEKDAYS: &[(&str, usize)] = &[
    ("lunes", 0), ("martes", 1), ("miercoles", 2), ("jueves", 3), ("viernes", 4), ("sabado", 5), ("sabados", 5), ("domingo", 6), ("domingos", 6),
    ("monday", 0), ("tuesday", 1), ("wednesday", 2), ("thursday", 3), ("friday", 4), ("saturday", 5), ("sunday", 6), ("mondays", 0),
    ("tuesdays", 1), ("wednesdays", 2), ("thursdays", 3), ("fridays", 4), ("saturdays", 5), ("sundays", 6),
];

impl Opening {
    pub(super) fn new(hours: &OpeningHours, today: Date) -> Self {
        Self {
            hours: hours.clone(),
            today,
        }
    }

    /// What is said of the hours and days is as the business has them, or as it was told in so many words.
    pub(super) fn hold(
        &self,
        sentence: &str,
        latest: &str,
        told: &dyn Fn(&BTreeSet<u32>, bool) -> bool,
    ) -> bool {
        if sentence.contains(['?', '¿']) || self.hours.week.iter().all(Vec::is_empty) {
            return true;
        }
        let folded = fold(sentence);
        let all: Vec<&str> = words_of(&folded).collect();
        let is_about = all.iter().any(|word| is_of_opening(word));
        if is_of_a_part(&all) || !(is_about || is_bare_stretch(&all) && asks_when(latest)) {
            return true;
        }
        let days_of_all = self.days_in(&all);
        clauses(&folded).into_iter().all(|clause| {
            let words: Vec<&str> = words_of(clause).collect();
            let own = self.days_in(&words);
            let days = if own.is_empty() { &days_of_all } else { &own };
            let times = times_in(&words);
            self.holds_of(&Said { words, times }, days, told)
        })
    }

    fn holds_of(
        &self,
        said: &Said<'_>,
        days: &[Vec<Span>],
        told: &dyn Fn(&BTreeSet<u32>, bool) -> bool,
    ) -> bool {
        let has = |known: &[&str]| said.words.iter().any(|word| known.contains(word));
        if is_round_the_clock(&said.words) {
            let is_whole =
                |span: &Span| span.open == span.close || span.open.hour() == 0 && span.close.hour() == 0;
            return self.hours.week.iter().all(|spans| spans.iter().any(is_whole));
        }
        if said.times.is_empty() {
            let is_of_now = has(&[
                "ya",
                "ahora",
                "momento",
                "currently",
                "now",
                "already",
                "todavia",
                "aun",
                "yet",
                "still",
                "manana",
            ]);
            return match is_open_at_all(&said.words) {
                Some(false) => is_of_now || days.iter().all(Vec::is_empty),
                Some(true) => days.iter().all(|spans| !spans.is_empty()),
                None => true,
            };
        }
        let week = self.hours.week.iter().chain(self.hours.exceptions.values());
        let spans: Vec<Span> = if days.is_empty() {
            week.flatten().copied().collect()
        } else {
            days.iter().flatten().copied().collect()
        };
        said.times.iter().all(|time| {
            let dial = BTreeSet::from([u32::try_from(time.hour % 12).unwrap_or_default()]);
            spans.iter().any(|span| time.is_of(span)) || told(&dial, days.is_empty())
        })
    }

    /// The stretches of each day that is named; none: no day is.
    fn days_in(&self, words: &[&str]) -> Vec<Vec<Span>> {
        let week = |day: usize| self.hours.week.get(day).cloned().unwrap_or_default();
        if words
            .windows(2)
            .any(|two| matches!(two, ["every", "day"] | ["los", "dias"]))
            || words.contains(&"daily")
        {
            return (0..7).map(week).collect();
        }
        let day_of = |word: &str| {
            WEEKDAYS
                .iter()
                .find(|(name, _)| *name == word)
                .map(|(_, day)| *day)
        };
        let mut days = Vec::new();
        let named: Vec<(usize, usize)> = words
            .iter()
            .enumerate()
            .filter_map(|(at, word)| Some((at, day_of(word)?)))
            .collect();
        for (place, (at, day)) in named.iter().enumerate() {
            let next = named.get(place + 1).filter(|(next, _)| {
                let between = words.get(at + 1..*next).unwrap_or_default();
                matches!(
                    between,
                    ["a"] | ["al"] | ["to"] | ["through"] | ["hasta"] | ["hasta", "el"]
                )
            });
            let last = next.map_or(*day, |(_, last)| if last < day { last + 7 } else { *last });
            days.extend((*day..=last).map(|day| week(day % 7)));
        }
        // "El martes 24 de diciembre" is a date of its own.
        let is_date = words.iter().any(|word| is_month(word));
        if is_date {
            return Vec::new();
        }
        if words
            .iter()
            .any(|word| matches!(*word, "hoy" | "today" | "tonight"))
        {
            days.push(self.hours.spans_on(self.today).to_vec());
        }
        let is_tomorrow = words.contains(&"tomorrow")
            || (0..words.len()).any(|at| words[at] == "manana" && !(at > 0 && words[at - 1] == "la"));
        if let (true, Ok(tomorrow)) = (is_tomorrow, self.today.tomorrow()) {
            days.push(self.hours.spans_on(tomorrow).to_vec());
        }
        days
    }
}

impl Said24 {
    fn is_of(self, span: &Span) -> bool {
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

pub(super) fn is_day(word: &str) -> bool {
    WEEKDAYS.iter().any(|(name, _)| *name == word)
}

fn is_of_opening(word: &str) -> bool {
    word.starts_with("abri") && !word.starts_with("abrig") && !word.starts_with("abril")
        || word.starts_with("abier")
        || word.starts_with("cerra") && !word.starts_with("cerradur")
        || word.starts_with("cierr")
        || matches!(
            word,
            "abre"
                | "abren"
                | "horario"
                | "horarios"
                | "open"
                | "opens"
                | "opening"
                | "close"
                | "closes"
                | "closed"
                | "closing"
                | "descansamos"
        )
}

/// The kitchen, the terrace: parts with hours of their own.
fn is_of_a_part(words: &[&str]) -> bool {
    words.iter().any(|word| {
        matches!(
            *word,
            "cocina"
                | "bar"
                | "alberca"
                | "estacionamiento"
                | "valet"
                | "caja"
                | "patio"
                | "kitchen"
                | "parking"
                | "pool"
                | "doctor"
                | "doctora"
                | "dra"
                | "dr"
                | "doctors"
                | "domicilio"
                | "delivery"
                | "ticket"
                | "cuenta"
                | "account"
                | "terraza"
                | "terrace"
        )
    })
}

fn asks_when(latest: &str) -> bool {
    let folded = fold(latest);
    words_of(&folded).any(|word| is_of_opening(word) || word == "hours")
}

/// "De 8 a 17.", "nine to five": all that is said.
fn is_bare_stretch(words: &[&str]) -> bool {
    words.len() <= 8 && times_in(words).len() == 2
}

fn is_round_the_clock(words: &[&str]) -> bool {
    words.windows(2).any(|two| {
        matches!(
            two,
            ["24", "horas" | "hours" | "7"]
                | ["veinticuatro", "horas"]
                | ["twenty", "four"]
                | ["all", "night"]
                | ["around" | "round", "the"]
        )
    })
}

/// Whether it is said to be open on a day, or closed.
fn is_open_at_all(words: &[&str]) -> Option<bool> {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_denied = has(&["no", "nunca", "not", "t", "never", "tampoco"]);
    let is_closed = has(&[
        "cerramos",
        "cerrado",
        "cerrados",
        "cerrada",
        "cierra",
        "cierran",
        "closed",
        "close",
        "descansamos",
    ]);
    let is_open = has(&[
        "abrimos", "abre", "abren", "abierto", "abiertos", "abierta", "open",
    ]);
    match (is_open, is_closed, is_denied) {
        (_, true, denied) => Some(denied),
        (true, false, denied) => Some(!denied),
        (false, false, _) => None,
    }
}

fn is_month(word: &str) -> bool {
    matches!(
        word,
        "enero"
            | "febrero"
            | "marzo"
            | "abril"
            | "mayo"
            | "junio"
            | "julio"
            | "agosto"
            | "septiembre"
            | "octubre"
            | "noviembre"
            | "diciembre"
            | "january"
            | "february"
            | "march"
            | "april"
            | "may"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
    )
}

/// The hours of a clause: what stands behind "a las", "de", "hasta", "at", and counts nothing.
fn times_in(words: &[&str]) -> Vec<Said24> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let closes = words
        .iter()
        .any(|word| word.starts_with("cierr") || word.starts_with("cerra") || word.starts_with("clos"));
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
        let is_led = is_named
            || matches!(
                before,
                "la" | "las"
                    | "a"
                    | "al"
                    | "de"
                    | "desde"
                    | "from"
                    | "at"
                    | "to"
                    | "until"
                    | "till"
                    | "hasta"
                    | "entre"
                    | "between"
            );
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
    let languages = [Language::Es, Language::En];
    let number = languages
        .into_iter()
        .find_map(|language| read_number(word, language))?;
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
