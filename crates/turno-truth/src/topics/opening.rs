//! When the business is open: its days and hours, and what says so.

use jiff::civil::{Date, DateTime};
use turno_language::{OpeningHours, Span, Tagged, Text, calendar, grammar::NOT};

use super::opening_words::{
    asks_when, has_hour, is_bare_stretch, is_of_a_part, is_of_a_state, is_of_now, is_of_opening,
    is_open_at_all, is_round_the_clock,
};
use crate::{
    clauses::clauses,
    days::{Days, TODAY, is_tomorrow},
    phrases::stands_in,
    times::{Said24, is_month, times_in},
};

/// Says that it is so now, and not all day.
static NOW: Tagged = Tagged::new("opening_now");

static ALREADY: Tagged = Tagged::new("opening_already");

/// Whether a tool or the business told an hour of the days that are named; of none: that it spoke of them and of being open.
pub(crate) type IsTold<'a> = &'a dyn Fn(Option<Said24>) -> bool;

/// A clause that says when the business is open.
#[derive(Debug)]
pub(crate) struct OpeningSaid {
    /// It is said to be open, or closed.
    is_open: Option<bool>,
    of: Of,
}

/// What it is said of.
#[derive(Debug)]
enum Of {
    /// Of this moment.
    Now {
        /// "Ya cerramos": it may open again today, or not.
        is_over: bool,
    },
    /// Of all days and hours.
    Always,
    /// Of days that are named.
    Days(OfDays),
}

#[derive(Debug)]
struct OfDays {
    days: Vec<OpeningDay>,
    times: Vec<Said24>,
    /// It says how it is at an hour, and not when it changes.
    is_of_a_state: bool,
    /// It is so now, and not all day.
    is_so_now: bool,
    /// Nothing but a date of its own names the day.
    is_of_a_date: bool,
    /// "A esa hora": the hours are those that were asked about.
    is_of_the_hour_asked: bool,
}

/// A day of every week, from Monday, or one of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum OpeningDay {
    OfWeek(usize),
    On(Date),
}

impl OpeningSaid {
    /// What the clauses of a sentence say of it.
    pub(crate) fn read(sentence: &Text, latest: &Text, today: Date) -> Vec<Self> {
        let all: Vec<&str> = sentence.words().collect();
        let is_about = all.iter().any(|word| is_of_opening(word));
        if is_of_a_part(&all) || !(is_about || is_bare_stretch(&all) && asks_when(latest)) {
            return Vec::new();
        }
        let asked: Vec<&str> = latest.words().collect();
        let days_of_all = match days_in(&all, today) {
            days if days.is_empty() => days_in(&asked, today),
            days => days,
        };
        let clauses = clauses(sentence.folded());
        let read = |clause: &Text| {
            let words: Vec<&str> = clause.words().collect();
            let own = days_in(&words, today);
            let days = if own.is_empty() { days_of_all.clone() } else { own };
            let is_of_the_hour_asked = names_the_hour_asked(&words);
            let times = times_in(if is_of_the_hour_asked { &asked } else { &words });
            let is_of_a_date = words.iter().chain(&all).any(|word| is_month(word));
            let is_of_now = times.is_empty()
                && !is_of_the_hour_asked
                && is_of_now(&words, days.len() > 1 || is_of_a_date);
            let of = if is_of_now {
                let has = |known: &Tagged| words.iter().any(|word| known.contains(word));
                Of::Now { is_over: has(&ALREADY) && !has(&NOT) }
            } else if is_round_the_clock(&words) {
                Of::Always
            } else {
                Of::Days(OfDays {
                    days,
                    times,
                    is_of_a_state: is_of_a_state(&words),
                    is_so_now: words.iter().any(|word| NOW.contains(word)),
                    is_of_a_date,
                    is_of_the_hour_asked,
                })
            };
            Self { is_open: is_open_at_all(&words), of }
        };
        clauses.iter().map(read).collect()
    }

    /// It is as the business has its hours, or as it was told in so many words.
    pub(crate) fn holds(&self, hours: &OpeningHours, now: DateTime, told: IsTold<'_>) -> bool {
        if hours.week.iter().all(Vec::is_empty) {
            return true;
        }
        match &self.of {
            Of::Now { is_over } => self.holds_now(*is_over, hours, now),
            Of::Always => {
                let is_whole =
                    |span: &Span| span.open == span.close || span.open.hour() == 0 && span.close.hour() == 0;
                hours.week.iter().all(|spans| spans.iter().any(is_whole))
            }
            Of::Days(said) => self.holds_of(said, hours, told),
        }
    }

    /// "Ahorita estamos abiertos", "ya cerramos por hoy".
    fn holds_now(&self, is_over: bool, hours: &OpeningHours, now: DateTime) -> bool {
        let (date, time) = (now.date(), now.time());
        let is_open = hours.is_open(date, time);
        match self.is_open {
            Some(true) => is_open,
            Some(false) => !(is_open || is_over && hours.opens_later(date, time)),
            None => true,
        }
    }

    fn holds_of(&self, said: &OfDays, hours: &OpeningHours, told: IsTold<'_>) -> bool {
        let days: Vec<&[Span]> = said.days.iter().map(|day| day.spans(hours)).collect();
        if said.times.is_empty() {
            return self.holds_all_day(said, &days, told);
        }
        let week = hours.week.iter().chain(hours.exceptions.values());
        let spans: Vec<Span> = if days.is_empty() {
            week.flatten().copied().collect()
        } else {
            days.iter().copied().flatten().copied().collect()
        };
        if let ([time], true, Some(wanted)) =
            (said.times.as_slice(), said.is_of_a_state || said.is_of_the_hour_asked, self.is_open)
            && time.is_moment()
        {
            let is_open = |hour: i8| spans.iter().any(|span| has_hour(span, hour));
            return time.hours().into_iter().any(|hour| is_open(hour) == wanted);
        }
        said.times.iter().all(|time| spans.iter().any(|span| time.is_of(span)) || told(Some(*time)))
    }

    /// "Los lunes abrimos", "el 25 de diciembre no abrimos".
    fn holds_all_day(&self, said: &OfDays, days: &[&[Span]], told: IsTold<'_>) -> bool {
        let is_so = match self.is_open {
            Some(false) => {
                said.is_so_now || said.is_of_the_hour_asked || days.iter().all(|spans| spans.is_empty())
            }
            Some(true) => days.iter().all(|spans| !spans.is_empty()),
            None => true,
        };
        is_so || said.is_of_a_date && told(None)
    }
}

impl OpeningDay {
    fn spans(self, hours: &OpeningHours) -> &[Span] {
        match self {
            Self::OfWeek(day) => hours.week.get(day).map(Vec::as_slice).unwrap_or_default(),
            Self::On(date) => hours.spans_on(date),
        }
    }
}

/// The days that are named; none: no day is.
fn days_in(words: &[&str], today: Date) -> Vec<OpeningDay> {
    let week = |days: std::ops::Range<usize>| days.map(OpeningDay::OfWeek).collect();
    static EVERY_DAY: Tagged = Tagged::new("opening_every_day");
    static WEEKDAYS: Tagged = Tagged::new("opening_weekdays");
    static WEEKEND: Tagged = Tagged::new("opening_weekend");
    if stands_in(words, &EVERY_DAY) {
        return week(0..7);
    }
    if stands_in(words, &WEEKDAYS) {
        return week(0..5);
    }
    if stands_in(words, &WEEKEND) {
        return week(5..7);
    }
    // "El martes 24 de diciembre", "el viernes 25": a date of its own.
    let dates = Days::in_words(words, today);
    if let Some(date) = dates.date_from(today) {
        return vec![OpeningDay::On(date)];
    }
    if words.iter().any(|word| is_month(word)) {
        return Vec::new();
    }
    let mut days = weekdays_in(words);
    if words.iter().any(|word| TODAY.contains(word)) {
        days.push(OpeningDay::On(today));
    }
    let before = |at: usize| at.checked_sub(1).and_then(|at| words.get(at)).copied();
    let is_tomorrow = |(at, word): (usize, &&str)| is_tomorrow(word, before(at).unwrap_or_default());
    if let (true, Ok(tomorrow)) = (words.iter().enumerate().any(is_tomorrow), today.tomorrow()) {
        days.push(OpeningDay::On(tomorrow));
    }
    days
}

/// "Lunes", "de martes a jueves".
fn weekdays_in(words: &[&str]) -> Vec<OpeningDay> {
    static THROUGH: Tagged = Tagged::new("opening_through");
    let day_of = |word: &str| {
        let weekday = calendar::weekday(word)?;
        usize::try_from(weekday.to_monday_zero_offset()).ok()
    };
    let mut days = Vec::new();
    let named: Vec<(usize, usize)> =
        words.iter().enumerate().filter_map(|(at, word)| Some((at, day_of(word)?))).collect();
    for (place, (at, day)) in named.iter().enumerate() {
        let next = named.get(place + 1).filter(|(next, _)| {
            let between = words.get(at + 1..*next).unwrap_or_default();
            THROUGH.contains(&between.join(" ").as_str())
        });
        let last = next.map_or(*day, |(_, last)| if last < day { last + 7 } else { *last });
        days.extend((*day..=last).map(|day| OpeningDay::OfWeek(day % 7)));
    }
    days
}

fn names_the_hour_asked(words: &[&str]) -> bool {
    static THAT_HOUR: Tagged = Tagged::new("opening_that_hour");
    stands_in(words, &THAT_HOUR)
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};

    use super::*;

    /// Mondays from 13 to 22, Sundays from 12 to 22, other days from 13 to 24, and closed on Christmas.
    fn hours() -> OpeningHours {
        let span = |open, close| vec![Span { open: time(open, 0, 0, 0), close: time(close, 0, 0, 0) }];
        let mut hours =
            OpeningHours { week: std::array::from_fn(|_| span(13, 0)), ..OpeningHours::default() };
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
        let said = OpeningSaid::read(&Text::of(said), &Text::of(asked), now.date());
        said.iter().all(|said| said.holds(&hours, now, &|_| false))
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
        for (asked, is_so) in
            [("mesa para hoy a las 2 de la mañana", true), ("mesa para hoy a las 3 de la tarde", false)]
        {
            assert_eq!(holds(9, asked, "A esa hora está cerrado."), is_so, "{asked}");
        }
    }
}
