//! Weekdays, with the words that say which one: "el viernes que viene", "last Tuesday", "el martes de la otra semana".

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::super::clock::Part;
use super::words::{Kind, Unit};
use super::{Day, Line, Piece, What};

/// Which of the days of that name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The next one, today included.
    Nearest,
    /// The next one after today.
    Next,
    /// The one before today.
    Past,
    /// The one of the last week.
    Last,
    /// The one after the next one.
    AfterNext,
    /// A week after the nearest one: "en ocho", "Friday week".
    InEight,
    /// Two weeks after it: "en quince".
    InFifteen,
    /// The next one, or the one after it: "el otro viernes".
    Other,
}

impl Line<'_> {
    /// A weekday, alone or with the date that it should fall on.
    pub(super) fn weekday(&self, at: usize) -> Option<Piece> {
        let (name_at, lead) = self.weekday_lead(at);
        let (weekday, name_end) = self.weekday_name(name_at)?;
        let (which, end) = self.weekday_tail(name_end, lead);
        if matches!(which, Which::Nearest | Which::Next | Which::Other)
            && let Some((date, end)) = self.not_this_one(name_at, name_end, end, weekday)
        {
            let no = usize::from(matches!(self.tokens.before(at), "no" | "not"));
            return Some(Piece {
                taken: at - no..end,
                ..Piece::day(at..end, Day::On(date))
            });
        }
        let comma = self.skip(self.skip(end, &[","]), &["de", "of", "from", "in", "en"]);
        let this_week = self
            .stretch_ahead(comma, Unit::Week)
            .filter(|_| which == Which::Nearest);
        if let Some((weeks, end)) = this_week {
            let date = self.weekday_of_week(weekday, weeks)?;
            return Some(Piece::day(at..end, Day::On(date)));
        }
        let date = self.which_weekday(weekday, which)?;
        if let Some((mut told, end)) = self.date_after(end, which, date) {
            if told.month.is_some()
                && told.year.is_none()
                && name_at > at
                && self.is(name_at - 1, &["este", "this"])
            {
                told.year = u32::try_from(self.now.year()).ok();
            }
            let nearest = if which == Which::Past || which == Which::Last {
                self.which_weekday(weekday, Which::Nearest)?
            } else {
                date
            };
            return Some(Piece::day(
                at..end,
                told.on_weekday(self.today(), weekday, nearest),
            ));
        }
        if which == Which::Other {
            let later = date.checked_add(7.days()).ok()?;
            return Some(Piece::day(at..end, Day::Disagreeing(date, later, None)));
        }
        let day = if which == Which::Nearest {
            Day::Weekday(weekday, date)
        } else {
            Day::On(date)
        };
        Some(Piece::day(at..end, day))
    }

    /// "Viernes (15 jun)", "Friday the 15th", "sábado 16".
    fn date_after(&self, end: usize, which: Which, nearest: Date) -> Option<(super::days::Told, usize)> {
        if which == Which::Past || which == Which::Last {
            return None;
        }
        if self.is_hour_of_weekday(self.skip(end, &[","]), nearest) {
            return None;
        }
        let start = self.skip(self.skip(end, &[",", "(", "-"]), &["el", "the", "on", "dia"]);
        let start = self.skip(start, &["dia"]);
        let (told, end) = self.told_day(start, true).or_else(|| self.plain_day(start))?;
        Some((told, self.skip(end, &[")"])))
    }

    /// "Lunes (7 pm)", "martes (8 de la noche)", "Monday (nine thirty)": not the day of a month. A number that is the day
    /// of that very weekday remains one where it may: "viernes 4 en la noche".
    fn is_hour_of_weekday(&self, at: usize, nearest: Date) -> bool {
        let Some(read) = self.clock(at, true) else {
            return false;
        };
        let clock = read.clock;
        let has_minute = clock.minute > 0 && !self.is(at + 1, &[".", "-"]);
        if clock.hour > 24 || !(read.is_plain || has_minute) || self.is(read.end, &super::hours::PEOPLE) {
            return false;
        }
        let fits = u32::try_from(nearest.day()).is_ok_and(|day| day == clock.hour);
        // "Viernes 4 10 pm" is a day and an hour, "friday four thirty pm" is none.
        let is_pair = has_minute && !self.is(at + 1, &[":", "h", "y", "con", "menos"]);
        let hour_max = if self.is_digits(at) { 24 } else { 12 };
        if is_pair && (self.word(read.end) == ":" || fits && clock.minute <= hour_max) {
            return false;
        }
        let is_loose = (at + 1..read.end).any(|at| {
            !self.is(at, &["de", "del"]) && self.meridiem_at(at).is_none() && self.part_at(at).is_some()
        });
        let is_late = clock.hour > 12 || clock.part == Some(Part::Noon) && (4..12).contains(&clock.hour);
        has_minute || !is_loose || !fits && !is_late
    }

    /// The words before the name, and which day they say.
    pub(super) fn weekday_lead(&self, at: usize) -> (usize, Which) {
        let mut which = Which::Nearest;
        let mut start = at;
        for _ in 0..3 {
            which = match self.word(start) {
                "el" | "the" | "on" | "los" | "for" | "of" | "around" => which,
                "este" | "this" | "ese" => Which::Nearest,
                "proximo" if start > at && self.word(start - 1) == "este" => Which::Next,
                "proximo" | "siguiente" | "next" | "following" | "coming" | "upcoming" => Which::Next,
                "otro" => Which::Other,
                "last" | "previous" => Which::Last,
                "pasado" | "past" => Which::Past,
                _ => break,
            };
            start += 1;
        }
        (start, which)
    }

    pub(super) fn weekday_name(&self, at: usize) -> Option<(Weekday, usize)> {
        match self.kind(at) {
            Kind::Weekday(weekday) => Some((weekday, at + 1)),
            // "sun" and "ma" are words of their own, too.
            Kind::ShortWeekday(weekday) => {
                let end = self.skip(at + 1, &["."]);
                let follows = self.kind(end);
                let is_led = self.is(
                    at.wrapping_sub(1),
                    &[
                        "el", "on", "this", "next", "last", "este", "proximo", "semana", "week", ",",
                    ],
                );
                let is_alone = at == 0 && end >= self.kinds.len();
                let is_named = end > at + 1
                    || is_led
                    || is_alone
                    || matches!(
                        follows,
                        Kind::Digits { .. } | Kind::Month(_) | Kind::Ordinal(_) | Kind::Part(_)
                    )
                    || self.is(end, &["at", "@", ",", "from", "the"]) && !self.is_spanish()
                    || self.word(end) == "a" && self.is_spanish();
                is_named.then_some((weekday, end))
            }
            _ => None,
        }
    }

    /// "(En ocho) días", or nothing that is counted.
    fn is_of_days(&self, at: usize) -> bool {
        self.word(at) == "dias" || !matches!(self.kind(at), Kind::Unit(_))
    }

    /// The words after the name, and which day all of them say.
    pub(super) fn weekday_tail(&self, end: usize, lead: Which) -> (Which, usize) {
        match (self.word(end), self.word(end + 1)) {
            ("que", "viene" | "entra" | "sigue") => (Which::Next, end + 2),
            ("proximo" | "siguiente" | "entrante", _) => (Which::Next, end + 1),
            ("pasado", next) if next != "manana" => {
                let is_this = end >= 2 && self.word(end - 2) == "este";
                (if is_this { Which::Past } else { Which::Last }, end + 1)
            }
            ("anterior", _) => (Which::Last, end + 1),
            ("en", "ocho" | "8") if self.is_of_days(end + 2) => {
                (Which::InEight, self.skip(end + 2, &["dias"]))
            }
            ("en", "quince" | "15") if self.is_of_days(end + 2) => {
                (Which::InFifteen, self.skip(end + 2, &["dias"]))
            }
            ("week", _) if lead == Which::Nearest && !self.is_spanish() => (Which::InEight, end + 1),
            ("after", "next") => (Which::AfterNext, end + 2),
            _ => (lead, end),
        }
    }

    pub(super) fn which_weekday(&self, weekday: Weekday, which: Which) -> Option<Date> {
        let today = self.today();
        let nearest = if today.weekday() == weekday {
            today
        } else {
            today.nth_weekday(1, weekday).ok()?
        };
        let after = today.nth_weekday(1, weekday).ok()?;
        match which {
            Which::Nearest => Some(nearest),
            Which::Next | Which::Other => Some(after),
            Which::Past => today.nth_weekday(-1, weekday).ok(),
            Which::Last => self.weekday_of_week(weekday, -1),
            Which::AfterNext => after.checked_add(7.days()).ok(),
            Which::InEight => nearest.checked_add(7.days()).ok(),
            Which::InFifteen => nearest.checked_add(14.days()).ok(),
        }
    }

    /// The weekday of the week so many weeks ahead; weeks begin on Monday.
    pub(super) fn weekday_of_week(&self, weekday: Weekday, weeks: i64) -> Option<Date> {
        let today = self.today();
        let from_today =
            i64::from(weekday.to_monday_zero_offset()) - i64::from(today.weekday().to_monday_zero_offset());
        today
            .checked_add((weeks.checked_mul(7)? + from_today).days())
            .ok()
    }

    /// "next week Wednesday", "la semana anterior - lunes", "last week's Sunday".
    pub(super) fn week_then_weekday(&self, at: usize) -> Option<Piece> {
        let (weeks, end) = self.stretch_ahead(at, Unit::Week)?;
        let mut name_at = self.skip(end, &["-", ",", "'", "’", "el", "on", "del"]);
        name_at = self.skip(self.skip(name_at, &["s"]), &["el", "on"]);
        let (weekday, name_end) = self.weekday_name(name_at)?;
        Some(Piece::day(
            at..name_end,
            Day::On(self.weekday_of_week(weekday, weeks)?),
        ))
    }

    /// "la próxima semana", "este fin", "next month": a stretch in which the day remains open.
    pub(super) fn stretch(&self, at: usize) -> Option<Piece> {
        if let Some((weeks, end)) = self.stretch_ahead(at, Unit::Week) {
            return Some(Piece::new(at..end, What::Week(weeks)));
        }
        for unit in [Unit::Month, Unit::Year] {
            if let Some((ahead, end)) = self.stretch_ahead(at, unit) {
                return Some(Piece::new(at..end, What::Stretch(ahead)));
            }
        }
        self.weekend(at)
            .or_else(|| self.part_of_stretch(at))
            .or_else(|| self.month_alone(at))
    }

    /// "a fin de mes", "a principios de febrero", "the end of the year", "early March".
    fn part_of_stretch(&self, at: usize) -> Option<Piece> {
        let start = self.skip(at, &["a", "al", "at", "para", "by"]);
        let start = self.skip(start, &["the"]);
        let is_part = self.is(
            start,
            &[
                "fin",
                "final",
                "finales",
                "fines",
                "principio",
                "principios",
                "inicio",
                "inicios",
                "mediados",
                "comienzo",
                "comienzos",
                "end",
                "beginning",
                "middle",
                "early",
                "late",
                "mid",
            ],
        );
        if !is_part {
            return None;
        }
        let of = self.skip(
            self.skip(start + 1, &["de", "del", "of"]),
            &["la", "este", "esta", "the", "this"],
        );
        match self.kind(of) {
            Kind::Month(_) | Kind::Unit(Unit::Month | Unit::Year | Unit::Week) => {
                Some(Piece::new(at..of + 1, What::Stretch(1)))
            }
            _ => None,
        }
    }

    /// "en febrero", "for March": which day is open.
    fn month_alone(&self, at: usize) -> Option<Piece> {
        let is_led = self.is(at, &["en", "para", "in", "for", "durante", "during"]);
        let is_month = matches!(self.kind(at + 1), Kind::Month(_));
        (is_led && is_month && self.told_day(at + 1, true).is_none())
            .then(|| Piece::new(at..at + 2, What::Stretch(1)))
    }

    fn weekend(&self, at: usize) -> Option<Piece> {
        let start = self.skip(
            at,
            &["el", "este", "the", "this", "next", "proximo", "last", "pasado"],
        );
        let start = self.skip(start, &["proximo", "past", "coming"]);
        let end = match (self.word(start), self.word(start + 1), self.word(start + 2)) {
            ("fin", "de", "semana") => start + 3,
            ("fin", ..) if self.word(at) == "este" => start + 1,
            ("week", "end", _) => start + 2,
            ("week", "-", "end") => start + 3,
            _ if self.kind(start) == Kind::Unit(Unit::Weekend) => start + 1,
            _ => return None,
        };
        let is_over = self.is(end, &["pasado"])
            || self.is(start.wrapping_sub(1), &["last", "past", "pasado"]) && start > at;
        let end = if self.is(end, &["pasado", "proximo"]) {
            end + 1
        } else {
            end
        };
        let end = if self.word(end) == "que" && self.word(end + 1) == "viene" {
            end + 2
        } else {
            end
        };
        Some(Piece::new(at..end, What::Stretch(if is_over { -1 } else { 1 })))
    }

    /// How many of a unit ahead some words say, and the index after them: "la semana que viene" is 1, "last week" -1.
    pub(super) fn stretch_ahead(&self, at: usize, unit: Unit) -> Option<(i64, usize)> {
        let mut start = at;
        let mut ahead: Option<i64> = None;
        let mut has_article = false;
        for _ in 0..3 {
            match self.word(start) {
                "la" | "el" | "the" | "del" => has_article = true,
                "esta" | "este" | "this" | "current" | "mismo" => ahead = Some(0),
                "proxima" | "proximo" | "proximas" | "siguiente" | "otra" | "next" | "following"
                | "coming" | "upcoming" => {
                    ahead = Some(1);
                }
                "pasada" | "pasado" | "ultima" | "last" | "past" | "previous" | "anterior" => {
                    ahead = Some(-1)
                }
                _ => break,
            }
            start += 1;
        }
        if self.kind(start) != Kind::Unit(unit) {
            return None;
        }
        let end = start + 1;
        let (tail, end) = match (self.word(end), self.word(end + 1)) {
            ("que", "viene" | "entra" | "sigue") => (Some(1), end + 2),
            ("proxima" | "proximo" | "siguiente" | "entrante", _) => (Some(1), end + 1),
            ("pasada" | "pasado" | "anterior", next) if next != "manana" => (Some(-1), end + 1),
            _ => (None, end),
        };
        let is_month_itself =
            unit == Unit::Month && has_article && matches!(self.word(at), "the" | "del" | "el");
        let ahead = tail.or(ahead).or(is_month_itself.then_some(0))?;
        Some((ahead, end))
    }
}
