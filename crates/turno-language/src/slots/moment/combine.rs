//! What several pieces are together: weekdays of a named week, and ranges.

use super::roles;
use super::words::{Kind, Unit};
use super::{Day, End, Line, Piece, Sureness, What};

impl Line<'_> {
    /// Joins pieces that belong together, and drops numbers that are nothing.
    pub(super) fn combine(&self, pieces: &mut Vec<Piece>) {
        self.weekday_and_week(pieces);
        for at in 1..pieces.len() {
            let (before, rest) = pieces.split_at_mut(at);
            if let ([.., first], [second, ..]) = (before, rest) {
                self.range(first, second);
            }
        }
        pieces.retain(|piece| !matches!(piece.what, What::Nothing | What::Hour(_, Sureness::Number)));
    }

    /// "el martes a las 8 de la próxima semana": the weekday is of that week.
    fn weekday_and_week(&self, pieces: &mut Vec<Piece>) {
        let mut weeks = pieces.iter().enumerate().filter_map(|(at, piece)| {
            if let What::Week(weeks) = piece.what { Some((at, weeks)) } else { None }
        });
        let Some((week_at, weeks)) = weeks.next() else {
            return;
        };
        let mut days = pieces.iter_mut().filter_map(|piece| {
            if let What::Day(Day::Weekday(weekday, _)) = piece.what { Some((piece, weekday)) } else { None }
        });
        let (Some((piece, weekday)), None) = (days.next(), days.next()) else {
            return;
        };
        if let Some(date) = self.weekday_of_week(weekday, weeks) {
            piece.what = What::Day(Day::On(date));
            pieces.remove(week_at);
        }
    }

    /// "entre 7 y 8", "de 5 a 7", "del 10 al 15", "9:30 - 11:00".
    fn range(&self, first: &mut Piece, second: &mut Piece) {
        if !self.is_range(first, second) {
            return;
        }
        match (&first.what, &second.what) {
            (What::Hour(..), What::Hour(clock, _)) => {
                let second_clock = *clock;
                if let What::Hour(clock, sureness) = &mut first.what {
                    clock.part = clock.part.or(second_clock.part.filter(|_| clock.hour <= second_clock.hour));
                    *sureness = Sureness::Plain;
                }
                second.what = What::Hour(second_clock, Sureness::Plain);
            }
            (What::Hour(clock, _), What::Day(day)) => {
                let date =
                    day.date().and_then(|date| date.with().day(i8::try_from(clock.hour).ok()?).build().ok());
                first.what = What::Day(date.map_or(Day::Impossible, Day::On));
            }
            (What::Day(Day::On(from)), What::Day(day)) => {
                // "Del 13 al 15 de julio": the first has the second's month.
                let is_short = !first
                    .said
                    .clone()
                    .any(|at| matches!(self.kind(at), Kind::Month(_)) || self.is_mark(at, &["/"]));
                let with_month =
                    day.date().filter(|_| is_short).and_then(|date| date.with().day(from.day()).build().ok());
                if let Some(date) = with_month {
                    first.what = What::Day(Day::On(date));
                }
            }
            (What::Day(_), What::Day(_)) => {}
            _ => return,
        }
        (first.end, second.end) = (End::First, End::Second);
    }

    fn is_range(&self, first: &Piece, second: &Piece) -> bool {
        let gap = second.said.start.saturating_sub(first.said.end);
        let is_kind = match (&first.what, &second.what) {
            (What::Hour(..), What::Hour(..)) | (What::Day(_), What::Day(_)) => true,
            (What::Hour(clock, sureness), What::Day(Day::On(_))) => {
                *sureness < Sureness::Plain && clock.minute == 0 && (1..=31).contains(&clock.hour)
            }
            _ => false,
        };
        if gap > 2 || !is_kind {
            return false;
        }
        let link = first.said.end;
        let opener = [first.said.start, first.said.start.wrapping_sub(1), first.said.start.wrapping_sub(2)]
            .into_iter()
            .find(|at| self.is(*at, roles::RANGE_OPENERS));
        // "Somos entre 7 y 8"
        if opener.is_some_and(|at| self.was(at, roles::RANGE_OF_PEOPLE)) {
            return false;
        }
        let is_opened = opener.is_some();
        let is_between = || opener.is_some_and(|at| self.is(at, roles::BETWEEN));
        let is_linked = self.is(link, roles::RANGE_TO)
            || self.is_mark(link, &["-", "–", "—"])
            || self.is(link, roles::AND) && is_between()
            || self.is(link, roles::RANGE_TO_WEAK)
                && (is_opened || self.is_digits(first.said.start) && matches!(second.what, What::Day(_)));
        is_linked && !self.counts_things(second, is_opened)
    }

    /// "entre 7 y 8 personas", "2-3 tacos".
    fn counts_things(&self, second: &Piece, is_opened: bool) -> bool {
        let What::Hour(_, sureness) = second.what else {
            return false;
        };
        let end = second.said.end;
        let is_free = self.tokens.ends_at(end)
            || matches!(self.kind(end), Kind::Near(_) | Kind::Weekday(_) | Kind::Manana)
            || self.is(end, roles::RANGE_FREE);
        sureness < Sureness::Plain && !(is_opened && is_free)
            || matches!(self.kind(end), Kind::Unit(Unit::Minute | Unit::Day | Unit::Week | Unit::Month))
            || self.is(end, roles::PEOPLE)
    }

    /// The part of the day within a piece that told the day by it: "esta noche", "last night".
    pub(super) fn part_of_day_within(&self, piece: &Piece) -> Option<Piece> {
        let What::Day(Day::Near(_)) = piece.what else {
            return None;
        };
        if piece.taken == piece.said {
            return None;
        }
        let at = piece.taken.end;
        let part = match self.kind(at) {
            Kind::Part(part) => part,
            Kind::Manana => super::Part::Morning,
            _ => return None,
        };
        Some(Piece::new(at..at + 1, What::Part(part)))
    }
}
