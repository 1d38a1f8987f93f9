//! Weekdays, with the words that say which one: "el viernes que viene", "last Tuesday", "el martes de la otra semana".

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::super::clock::Part;
use super::roles;
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
            let no = usize::from(self.was(at, roles::NOT));
            return Some(Piece { taken: at - no..end, ..Piece::day(at..end, Day::On(date)) });
        }
        let comma = self.skip(self.skip_mark(end, &[","]), roles::OF | roles::FROM | roles::IN);
        let this_week = self.stretch_ahead(comma, Unit::Week).filter(|_| which == Which::Nearest);
        if let Some((weeks, end)) = this_week {
            let date = self.weekday_of_week(weekday, weeks)?;
            return Some(Piece::day(at..end, Day::On(date)));
        }
        let date = self.which_weekday(weekday, which)?;
        if let Some((mut told, end)) = self.date_after(end, which, date) {
            if told.month.is_some()
                && told.year.is_none()
                && name_at > at
                && self.is(name_at - 1, roles::THIS)
            {
                told.year = u32::try_from(self.now.year()).ok();
            }
            let nearest = if which == Which::Past || which == Which::Last {
                self.which_weekday(weekday, Which::Nearest)?
            } else {
                date
            };
            return Some(Piece::day(at..end, told.on_weekday(self.today(), weekday, nearest)));
        }
        if which == Which::Other {
            let later = date.checked_add(7.days()).ok()?;
            return Some(Piece::day(at..end, Day::Disagreeing(date, later, None)));
        }
        let day = if which == Which::Nearest { Day::Weekday(weekday, date) } else { Day::On(date) };
        Some(Piece::day(at..end, day))
    }

    /// "Viernes (15 jun)", "Friday the 15th", "sábado 16".
    fn date_after(&self, end: usize, which: Which, nearest: Date) -> Option<(super::days::Told, usize)> {
        if which == Which::Past || which == Which::Last {
            return None;
        }
        if self.is_hour_of_weekday(self.skip_mark(end, &[","]), nearest) {
            return None;
        }
        let start = self.skip(
            self.skip_mark(end, &[",", "(", "-"]),
            roles::DAY_THE | roles::ON_A_DAY | roles::DAY_NUMBER,
        );
        let start = self.skip(start, roles::DAY_NUMBER);
        let (told, end) = self.told_day(start, true).or_else(|| self.plain_day(start))?;
        Some((told, self.skip_mark(end, &[")"])))
    }

    /// "Lunes (7 pm)", "martes (8 de la noche)", "Monday (nine thirty)": not the day of a month. A number that is the day
    /// of that very weekday remains one where it may: "viernes 4 en la noche".
    fn is_hour_of_weekday(&self, at: usize, nearest: Date) -> bool {
        let Some(read) = self.clock(at, true) else {
            return false;
        };
        let clock = read.clock;
        let has_minute = clock.minute > 0 && !self.is_mark(at + 1, &[".", "-"]);
        if clock.hour > 24 || !(read.is_plain || has_minute) || self.is(read.end, roles::PEOPLE) {
            return false;
        }
        let fits = u32::try_from(nearest.day()).is_ok_and(|day| day == clock.hour);
        // "Viernes 4 10 pm" is a day and an hour, "friday four thirty pm" is none.
        let joints = roles::MINUTES_AND | roles::MINUTES_WITH | roles::MINUTES_LESS;
        let is_pair = has_minute && !self.is_mark(at + 1, &[":", "h"]) && !self.is(at + 1, joints);
        let hour_max = if self.is_digits(at) { 24 } else { 12 };
        if is_pair && (self.word(read.end) == ":" || fits && clock.minute <= hour_max) {
            return false;
        }
        let is_loose = (at + 1..read.end).any(|at| {
            !self.is(at, roles::OF) && self.meridiem_at(at).is_none() && self.part_at(at).is_some()
        });
        let is_late = clock.hour > 12 || clock.part == Some(Part::Noon) && (4..12).contains(&clock.hour);
        has_minute || !is_loose || !fits && !is_late
    }

    /// The words before the name, and which day they say.
    pub(super) fn weekday_lead(&self, at: usize) -> (usize, Which) {
        let mut which = Which::Nearest;
        let mut start = at;
        for _ in 0..3 {
            if let Some(told) = self.which_of_lead(start) {
                which = told;
            } else if !self.is(start, roles::WEEKDAY_LEADS) {
                break;
            }
            start += 1;
        }
        (start, which)
    }

    /// Which day a word before its name says.
    fn which_of_lead(&self, at: usize) -> Option<Which> {
        let told = [
            (roles::THIS | roles::THAT_DAY, Which::Nearest),
            (roles::FOLLOWING | roles::COMING, Which::Next),
            (roles::OTHER_WEEKDAY, Which::Other),
            (roles::PRECEDING, Which::Last),
            (roles::PAST, Which::Past),
        ];
        let is_told = |(roles, _): &(roles::Roles, Which)| self.is(at, *roles);
        told.into_iter().find(is_told).map(|(_, which)| which)
    }

    pub(super) fn weekday_name(&self, at: usize) -> Option<(Weekday, usize)> {
        match self.kind(at) {
            Kind::Weekday(weekday) => Some((weekday, at + 1)),
            // "sun" and "ma" are words of their own, too.
            Kind::ShortWeekday(weekday) => {
                let end = self.skip_mark(at + 1, &["."]);
                let follows = self.kind(end);
                let before = at.wrapping_sub(1);
                let is_led = self.is(before, roles::SHORT_LEADS) || self.is_mark(before, &[","]);
                let is_alone = at == 0 && end >= self.kinds.len();
                let is_named = end > at + 1
                    || is_led
                    || is_alone
                    || matches!(
                        follows,
                        Kind::Digits { .. } | Kind::Month(_) | Kind::Ordinal(_) | Kind::Part(_)
                    )
                    || self.is(end, roles::SHORT_FOLLOWS)
                    || self.is_mark(end, &["@", ","]) && !self.has_articles_of_hours();
                is_named.then_some((weekday, end))
            }
            _ => None,
        }
    }

    /// The words after the name, and which day all of them say.
    pub(super) fn weekday_tail(&self, end: usize, lead: Which) -> (Which, usize) {
        if let Some(end) = self.after(end, roles::NEXT_BEHIND) {
            return (Which::Next, end);
        }
        if let Some(tail) = self.past_behind(end) {
            let is_this = end >= 2 && self.is(end - 2, roles::THIS);
            return (if is_this { Which::Past } else { Which::Last }, tail);
        }
        if let Some(end) = self.after(end, roles::PRECEDING_BEHIND) {
            return (Which::Last, end);
        }
        if let Some(number_at) = self.after(end, roles::WEEKDAY_IN)
            && let Some(days) = self.week_or_two(number_at)
        {
            // "(En ocho) días", or nothing that is counted.
            let end = self.skip_unit(number_at + 1, Unit::Day);
            if !matches!(self.kind(end), Kind::Unit(_)) || end > number_at + 1 {
                let which = if days > 7 { Which::InFifteen } else { Which::InEight };
                return (which, end);
            }
        }
        if let Some(end) = self.after(end, roles::WEEKDAY_WEEK).filter(|_| lead == Which::Nearest) {
            return (Which::InEight, end);
        }
        match self.after(end, roles::AFTER_NEXT) {
            Some(end) => (Which::AfterNext, end),
            None => (lead, end),
        }
    }

    /// "(El viernes) pasado", and not "pasado mañana": the index after it.
    pub(super) fn past_behind(&self, at: usize) -> Option<usize> {
        let end = self.after(at, roles::PAST_BEHIND)?;
        (self.kind(end) != Kind::Manana).then_some(end)
    }

    pub(super) fn which_weekday(&self, weekday: Weekday, which: Which) -> Option<Date> {
        let today = self.today();
        let nearest = if today.weekday() == weekday { today } else { today.nth_weekday(1, weekday).ok()? };
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
        today.checked_add((weeks.checked_mul(7)? + from_today).days()).ok()
    }

    /// "next week Wednesday", "la semana anterior - lunes", "last week's Sunday".
    pub(super) fn week_then_weekday(&self, at: usize) -> Option<Piece> {
        let (weeks, end) = self.stretch_ahead(at, Unit::Week)?;
        let article = roles::DAY_THE | roles::ON_A_DAY;
        let mark = self.skip_mark(end, &["-", ",", "'", "’"]);
        let link = if mark > end { mark } else { self.skip(end, article | roles::OF) };
        let name_at = self.skip(self.skip(link, roles::POSSESSIVE), article);
        let (weekday, name_end) = self.weekday_name(name_at)?;
        Some(Piece::day(at..name_end, Day::On(self.weekday_of_week(weekday, weeks)?)))
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
        self.weekend(at).or_else(|| self.part_of_stretch(at)).or_else(|| self.month_alone(at))
    }

    /// "a fin de mes", "a principios de febrero", "the end of the year", "early March".
    fn part_of_stretch(&self, at: usize) -> Option<Piece> {
        let start = self.skip(self.skip(at, roles::END_LEADS), roles::DAY_THE);
        let part = self.after(start, roles::STRETCH_PARTS)?;
        let of = self.skip(self.skip(part, roles::OF), roles::THE | roles::THIS);
        match self.kind(of) {
            Kind::Month(_) | Kind::Unit(Unit::Month | Unit::Year | Unit::Week) => {
                Some(Piece::new(at..of + 1, What::Stretch(1)))
            }
            _ => None,
        }
    }

    /// "en febrero", "for March": which day is open.
    fn month_alone(&self, at: usize) -> Option<Piece> {
        let is_led = self.is(at, roles::MONTH_LEADS);
        let is_month = matches!(self.kind(at + 1), Kind::Month(_));
        (is_led && is_month && self.told_day(at + 1, true).is_none())
            .then(|| Piece::new(at..at + 2, What::Stretch(1)))
    }

    fn weekend(&self, at: usize) -> Option<Piece> {
        let over = roles::PRECEDING | roles::PAST;
        let first = roles::DAY_THE | roles::THIS | roles::FOLLOWING | roles::COMING | over;
        let start = self.skip(self.skip(at, first), roles::COMING | roles::PAST);
        let short = || self.after(start, roles::WEEKEND_SHORT).filter(|_| self.is(at, roles::THIS));
        let end = match self.kind(start) {
            Kind::Unit(Unit::Weekend) => start + 1,
            _ => self.after(start, roles::WEEKEND).or_else(short)?,
        };
        let past = self.after(end, roles::PAST_BEHIND);
        let is_over = past.is_some() || start > at && self.is(start - 1, over);
        let end = self.skip(past.unwrap_or_else(|| self.skip(end, roles::NEXT_BEHIND)), roles::NEXT_BEHIND);
        Some(Piece::new(at..end, What::Stretch(if is_over { -1 } else { 1 })))
    }

    /// How many of a unit ahead some words say, and the index after them: "la semana que viene" is 1, "last week" -1.
    pub(super) fn stretch_ahead(&self, at: usize, unit: Unit) -> Option<(i64, usize)> {
        let mut start = at;
        let mut ahead: Option<i64> = None;
        let mut has_article = false;
        for _ in 0..3 {
            if self.is(start, roles::STRETCH_ARTICLES) {
                has_article = true;
            } else if let Some(told) = self.ahead_of_lead(start) {
                ahead = Some(told);
            } else {
                break;
            }
            start += 1;
        }
        if self.kind(start) != Kind::Unit(unit) {
            return None;
        }
        let end = start + 1;
        let behind = self.after(end, roles::NEXT_BEHIND).map(|end| (1, end)).or_else(|| {
            Some((-1, self.past_behind(end).or_else(|| self.after(end, roles::PRECEDING_BEHIND))?))
        });
        if let Some((ahead, end)) = behind {
            return Some((ahead, end));
        }
        let article = roles::DAY_THE | roles::OF_THE;
        let is_month_itself = unit == Unit::Month && has_article && self.is(at, article);
        let ahead = ahead.or(is_month_itself.then_some(0))?;
        Some((ahead, end))
    }

    /// How many of a unit ahead a word before it says.
    fn ahead_of_lead(&self, at: usize) -> Option<i64> {
        let next = roles::FOLLOWING | roles::COMING | roles::OTHER_WEEK;
        let told = [(roles::THIS | roles::ITSELF, 0), (next, 1), (roles::PRECEDING | roles::PAST, -1)];
        let is_told = |(roles, _): &(roles::Roles, i64)| self.is(at, *roles);
        told.into_iter().find(is_told).map(|(_, ahead)| ahead)
    }
}
