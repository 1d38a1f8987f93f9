//! When the business is open: its days and hours, and what says so.

use std::collections::BTreeSet;

use jiff::civil::Date;
use turno_language::{
    OpeningHours, Span,
    text::{fold, words_of},
};

use super::{
    clauses,
    times::{Said24, WEEKDAYS, is_month, times_in},
};

/// The days and hours of the business, and today.
pub(super) struct Opening<'a> {
    hours: &'a OpeningHours,
    today: Date,
}

/// A clause that says when it is open.
struct Said<'a> {
    words: Vec<&'a str>,
    times: Vec<Said24>,
}

impl<'a> Opening<'a> {
    pub(super) fn new(hours: &'a OpeningHours, today: Date) -> Self {
        Self { hours, today }
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
        let days_of_all = match self.days_in(&all) {
            days if days.is_empty() => self.days_in(&words_of(&fold(latest)).collect::<Vec<_>>()),
            days => days,
        };
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
        if let ([time], true, Some(wanted)) = (
            said.times.as_slice(),
            is_of_a_state(&said.words),
            is_open_at_all(&said.words),
        ) && time.is_moment()
        {
            let is_open = |hour: i8| spans.iter().any(|span| has_hour(span, hour));
            return time.hours().into_iter().any(|hour| is_open(hour) == wanted);
        }
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
                | "trabajamos"
                | "laboramos"
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

/// "Estamos abiertos", "aún no abrimos", "we're closed": how it is at an hour, and not when it changes.
fn is_of_a_state(words: &[&str]) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    has(&[
        "abierto", "abiertos", "abierta", "cerrado", "cerrados", "cerrada", "closed",
    ]) || has(&["are", "re", "is"]) && has(&["open"])
        || has(&["no"]) && has(&["abrimos", "abre", "abren"])
}

fn has_hour(span: &Span, hour: i8) -> bool {
    let (open, close) = (span.open.hour(), span.close.hour());
    if span.close > span.open {
        open <= hour && hour < close
    } else {
        open <= hour || hour < close
    }
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
        "abrimos",
        "abre",
        "abren",
        "abierto",
        "abiertos",
        "abierta",
        "open",
        "trabajamos",
        "laboramos",
    ]);
    match (is_open, is_closed, is_denied) {
        (_, true, denied) => Some(denied),
        (true, false, denied) => Some(!denied),
        (false, false, _) => None,
    }
}
