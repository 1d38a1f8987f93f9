//! When the business is open: its days and hours, and what says so.

use jiff::civil::DateTime;
use turno_language::Tagged;
use turno_language::{OpeningHours, Span, Text};

use super::{
    clauses,
    days::Days,
    opening_words::{
        asks_when, has_hour, is_bare_stretch, is_of_a_part, is_of_a_state, is_of_now, is_of_opening,
        is_open_at_all, is_round_the_clock,
    },
    times::{Said24, WEEKDAYS, is_month, times_in},
};

/// Says that it is so now, and not all day.
static NOW: Tagged = Tagged::new("opening_now");

/// Whether a tool or the business told an hour of the days that are named; of none: that it spoke of them and of being open.
pub(super) type IsTold<'a> = &'a dyn Fn(Option<Said24>) -> bool;

/// The days and hours of the business, and what time it is.
pub(super) struct Opening<'a> {
    hours: &'a OpeningHours,
    now: DateTime,
}

/// A clause that says when it is open.
struct Said<'a> {
    words: Vec<&'a str>,
    times: Vec<Said24>,
    /// Nothing but a date of its own names the day.
    is_of_a_date: bool,
    /// "A esa hora": the hours are those that were asked about.
    is_of_the_hour_asked: bool,
}

impl<'a> Opening<'a> {
    pub(super) fn new(hours: &'a OpeningHours, now: DateTime) -> Self {
        Self { hours, now }
    }

    /// What is said of the hours and days is as the business has them, or as it was told in so many words.
    pub(super) fn hold(&self, sentence: &Text, latest: &Text, told: IsTold<'_>) -> bool {
        if sentence.said().contains(['?', '¿']) || self.hours.week.iter().all(Vec::is_empty) {
            return true;
        }
        let all: Vec<&str> = sentence.words().collect();
        let is_about = all.iter().any(|word| is_of_opening(word));
        if is_of_a_part(&all) || !(is_about || is_bare_stretch(&all) && asks_when(latest)) {
            return true;
        }
        let days_of_all = match self.days_in(&all) {
            days if days.is_empty() => self.days_in(&latest.words().collect::<Vec<_>>()),
            days => days,
        };
        let asked: Vec<&str> = latest.words().collect();
        clauses(sentence.folded()).iter().all(|clause| {
            let words: Vec<&str> = clause.words().collect();
            let own = self.days_in(&words);
            let days = if own.is_empty() { &days_of_all } else { &own };
            let is_of_the_hour_asked = names_the_hour_asked(&words);
            let times = times_in(if is_of_the_hour_asked { &asked } else { &words });
            let is_of_a_date = words.iter().chain(&all).any(|word| is_month(word));
            if times.is_empty() && !is_of_the_hour_asked && is_of_now(&words, days.len() > 1 || is_of_a_date)
            {
                return self.holds_now(&words);
            }
            let said = Said {
                words,
                times,
                is_of_a_date,
                is_of_the_hour_asked,
            };
            self.holds_of(&said, days, told)
        })
    }

    /// "Ahorita estamos abiertos", "ya cerramos por hoy".
    fn holds_now(&self, words: &[&str]) -> bool {
        let (date, time) = (self.now.date(), self.now.time());
        let is_open = self.hours.is_open(date, time);
        match is_open_at_all(words) {
            Some(true) => is_open,
            Some(false) => {
                let is_over = words.contains(&"ya") || words.contains(&"already");
                let is_yet_to_open = is_over && !words.contains(&"no") && self.hours.opens_later(date, time);
                !(is_open || is_yet_to_open)
            }
            None => true,
        }
    }

    fn holds_of(&self, said: &Said<'_>, days: &[Vec<Span>], told: IsTold<'_>) -> bool {
        if is_round_the_clock(&said.words) {
            let is_whole =
                |span: &Span| span.open == span.close || span.open.hour() == 0 && span.close.hour() == 0;
            return self.hours.week.iter().all(|spans| spans.iter().any(is_whole));
        }
        if said.times.is_empty() {
            return self.holds_all_day(said, days, told);
        }
        let week = self.hours.week.iter().chain(self.hours.exceptions.values());
        let spans: Vec<Span> = if days.is_empty() {
            week.flatten().copied().collect()
        } else {
            days.iter().flatten().copied().collect()
        };
        if let ([time], true, Some(wanted)) = (
            said.times.as_slice(),
            is_of_a_state(&said.words) || said.is_of_the_hour_asked,
            is_open_at_all(&said.words),
        ) && time.is_moment()
        {
            let is_open = |hour: i8| spans.iter().any(|span| has_hour(span, hour));
            return time.hours().into_iter().any(|hour| is_open(hour) == wanted);
        }
        said.times
            .iter()
            .all(|time| spans.iter().any(|span| time.is_of(span)) || told(Some(*time)))
    }

    /// "Los lunes abrimos", "el 25 de diciembre no abrimos".
    fn holds_all_day(&self, said: &Said<'_>, days: &[Vec<Span>], told: IsTold<'_>) -> bool {
        let is_so = match is_open_at_all(&said.words) {
            Some(false) => {
                let is_of_now = said.words.iter().any(|word| NOW.contains(word));
                is_of_now || said.is_of_the_hour_asked || days.iter().all(Vec::is_empty)
            }
            Some(true) => days.iter().all(|spans| !spans.is_empty()),
            None => true,
        };
        is_so || said.is_of_a_date && told(None)
    }

    /// The stretches of each day that is named; none: no day is.
    fn days_in(&self, words: &[&str]) -> Vec<Vec<Span>> {
        let today = self.now.date();
        let week = |day: usize| self.hours.week.get(day).cloned().unwrap_or_default();
        let has_two = |one: &str, other: &str| words.windows(2).any(|two| two == [one, other]);
        if has_two("every", "day") || has_two("los", "dias") || words.contains(&"daily") {
            return (0..7).map(week).collect();
        }
        if has_two("entre", "semana") || words.contains(&"weekdays") {
            return (0..5).map(week).collect();
        }
        if has_two("de", "semana") && words.iter().any(|word| matches!(*word, "fin" | "fines"))
            || words.iter().any(|word| matches!(*word, "weekend" | "weekends"))
        {
            return (5..7).map(week).collect();
        }
        // "El martes 24 de diciembre", "el viernes 25": a date of its own.
        let dates = Days::in_words(words, today);
        if let Some(date) = dates.date_from(today) {
            return vec![self.hours.spans_on(date).to_vec()];
        }
        if words.iter().any(|word| is_month(word)) {
            return Vec::new();
        }
        let mut days = self.weekdays_in(words);
        if words
            .iter()
            .any(|word| matches!(*word, "hoy" | "today" | "tonight"))
        {
            days.push(self.hours.spans_on(today).to_vec());
        }
        let is_tomorrow = words.contains(&"tomorrow")
            || (0..words.len()).any(|at| words[at] == "manana" && !(at > 0 && words[at - 1] == "la"));
        if let (true, Ok(tomorrow)) = (is_tomorrow, today.tomorrow()) {
            days.push(self.hours.spans_on(tomorrow).to_vec());
        }
        days
    }

    /// "Lunes", "de martes a jueves".
    fn weekdays_in(&self, words: &[&str]) -> Vec<Vec<Span>> {
        let week = |day: usize| self.hours.week.get(day).cloned().unwrap_or_default();
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
        days
    }
}

fn names_the_hour_asked(words: &[&str]) -> bool {
    words.windows(2).any(|two| {
        matches!(
            two,
            ["esa", "hora"] | ["esas", "horas"] | ["that", "time" | "hour"]
        )
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};

    use super::*;

    /// Mondays from 13 to 22, Sundays from 12 to 22, other days from 13 to 24, and closed on Christmas.
    fn hours() -> OpeningHours {
        let span = |open, close| {
            vec![Span {
                open: time(open, 0, 0, 0),
                close: time(close, 0, 0, 0),
            }]
        };
        let mut hours = OpeningHours {
            week: std::array::from_fn(|_| span(13, 0)),
            ..OpeningHours::default()
        };
        hours.week[0] = span(13, 22);
        hours.week[6] = span(12, 22);
        hours.exceptions.insert(date(2026, 12, 25), Vec::new());
        hours.exceptions.insert(date(2026, 12, 24), span(13, 18));
        hours
    }

    fn holds(hour: i8, asked: &str, said: &str) -> bool {
        let hours = hours();
        // A Sunday.
        let now = date(2026, 11, 29).at(hour, 0, 0, 0);
        Opening::new(&hours, now).hold(&Text::of(said), &Text::of(asked), &|_| false)
    }

    #[test]
    fn a_day_has_the_hours_of_its_date() {
        for (said, is_so) in [
            ("El lunes abrimos a las 10 de la mañana.", false),
            ("El lunes abrimos a la 1 de la tarde.", true),
            ("Entre semana abrimos al mediodía.", false),
            ("Entre semana abrimos a la 1.", true),
            ("El domingo abrimos al mediodía.", true),
            ("El 25 de diciembre abrimos normal.", false),
            ("El 25 de diciembre no abrimos.", true),
            ("El viernes 25 no abrimos.", true),
            ("El viernes 4 no abrimos.", false),
            ("El 24 de diciembre cerramos todo el día.", false),
            ("El 24 de diciembre cerramos a las 6 de la tarde.", true),
            ("We're closed on December 25th.", true),
            ("We're closed on December 26.", false),
        ] {
            assert_eq!(holds(9, "¿a qué hora abren?", said), is_so, "{said}");
        }
    }

    #[test]
    fn whether_it_is_open_now_is_as_the_clock_has_it() {
        for (hour, said, is_so) in [
            (9, "Ahorita estamos abiertos.", false),
            (15, "Ahorita estamos abiertos.", true),
            (15, "Ya cerramos por hoy.", false),
            (9, "Ya cerramos por hoy.", false),
            (23, "Ya cerramos por hoy.", true),
            (9, "Todavía no abrimos.", true),
            (15, "We're closed now.", false),
            (23, "We're closed now.", true),
            (15, "Ya casi cerramos.", true),
        ] {
            assert_eq!(holds(hour, "¿están abiertos?", said), is_so, "{said} {hour}");
        }
    }

    #[test]
    fn that_hour_is_the_one_that_was_asked_about() {
        for (asked, is_so) in [
            ("mesa para hoy a las 2 de la mañana", true),
            ("mesa para hoy a las 3 de la tarde", false),
        ] {
            assert_eq!(holds(9, asked, "A esa hora está cerrado."), is_so, "{asked}");
        }
    }
}
