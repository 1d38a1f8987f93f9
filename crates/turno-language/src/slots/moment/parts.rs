//! Parts of the day: "en la noche", "p. m.", "this evening", "pasado el mediodía".

use super::super::clock::Part;
use super::roles;
use super::words::Kind;
use super::{Line, Piece, What};

impl Line<'_> {
    /// A part of the day without an hour of its own.
    pub(super) fn part(&self, at: usize) -> Option<Piece> {
        let (part, end) =
            self.part_at(at).or_else(|| self.standing_part(at)).or_else(|| self.side_of_day(at))?;
        if matches!(part, Part::Am | Part::Pm) && !self.is(at, roles::PART_IN) {
            return None;
        }
        Some(Piece::new(at..end, What::Part(part)))
    }

    pub(super) fn after_noon_part(&self, at: usize) -> Option<Piece> {
        let (part, end) = self.after_noon(at)?;
        Some(Piece::new(at..end, What::Part(part)))
    }

    /// "pasado el mediodía", "después de mediodía".
    fn after_noon(&self, at: usize) -> Option<(Part, usize)> {
        let start = self.after(at, roles::PART_AFTER_NOON)?;
        let end = self.after(self.skip(start, roles::DAY_THE), roles::NOON)?;
        Some((Part::Afternoon, end))
    }

    /// A part of the day that stands at an index, and the index after it: "de la noche", "p. m.", "in the morning".
    pub(super) fn part_at(&self, at: usize) -> Option<(Part, usize)> {
        if let Some(found) = self.meridiem_at(at) {
            return Some(found);
        }
        if let Some(end) = self.after(at, roles::NOON_OF_DAY) {
            return Some((Part::Noon, end));
        }
        let article = self.after(at, roles::PART_LEADS)?;
        let side = self.skip(article, roles::PART_ARTICLES);
        let start = self.skip(side, roles::PART_SIDES);
        match self.kind(start) {
            // Midnight, and one's own day, are no parts.
            Kind::Part(Part::Night) if self.was(start, roles::HALF) => None,
            Kind::Part(Part::Am | Part::Pm) => {
                self.is(at, roles::PART_IN).then(|| self.meridiem_at(start))?
            }
            Kind::Part(_) if self.is(start, roles::MIDNIGHT | roles::TONIGHT) => None,
            Kind::Part(Part::Night) if self.is(at, roles::NIGHT_NOT_AFTER) => None,
            Kind::Part(part) => Some((part, start + 1)),
            Kind::Manana if start > article => Some((Part::Morning, start + 1)),
            _ => [article, side, start].into_iter().find_map(|at| self.led_part(at)),
        }
    }

    /// "(a) primera hora", "(al) inicio del día", "(a) mitad del día".
    fn led_part(&self, at: usize) -> Option<(Part, usize)> {
        if let Some(end) = self.after(at, roles::FIRST_HOUR) {
            return Some(self.part_at(end).unwrap_or((Part::Morning, end)));
        }
        let noon = self.after(at, roles::MIDDAY).map(|end| (Part::Noon, end));
        noon.or_else(|| Some((Part::Morning, self.after(at, roles::DAY_BEGINNING)?)))
    }

    /// "later today", "más tarde hoy", "mid today", "early in the day".
    fn side_of_day(&self, at: usize) -> Option<(Part, usize)> {
        let told = [
            (roles::LATER_TODAY, Part::Afternoon),
            (roles::MID_TODAY, Part::Noon),
            (roles::EARLY_TODAY, Part::Morning),
        ];
        let (part, end) = told.into_iter().find_map(|(role, part)| Some((part, self.after(at, role)?)))?;
        (part == Part::Morning || self.kind(end) == Kind::Near(0)).then_some((part, end))
    }

    /// Parts that need no word before them: after a day, or before an hour.
    fn standing_part(&self, at: usize) -> Option<(Part, usize)> {
        let (part, end) = match self.kind(at) {
            Kind::Part(Part::Am | Part::Pm) => return None,
            Kind::Part(part) => (part, at + 1),
            Kind::Manana => (Part::Morning, at + 1),
            _ => return None,
        };
        let before = at.checked_sub(1).map_or(Kind::Other, |before| self.kind(before));
        let is_led =
            matches!(before, Kind::Near(_) | Kind::Weekday(_) | Kind::ShortWeekday(_) | Kind::Manana)
                || self.is(at, roles::TONIGHT)
                || self.is(at.wrapping_sub(1), roles::THIS | roles::PRECEDING)
                || self.was(at, roles::EARLY)
                || matches!(before, Kind::Digits { .. })
                    && at.checked_sub(2).is_some_and(|month| matches!(self.kind(month), Kind::Month(_)))
                || self.was(at, roles::PART_THE) && self.is(end, roles::OF) && self.is_day_at(end)
                || at == 0 && end >= self.kinds.len();
        let goes_on = self.skip_mark(end, &[","]);
        let leads = !self.has_articles_of_hours()
            && (self.is_digits(goes_on)
                || matches!(self.kind(goes_on), Kind::Number(_))
                || self.is_mark(goes_on, &["@"])
                || self.is(end, roles::OF));
        (is_led || leads).then_some((part, end))
    }

    /// Whether a day follows a "de" or "del" at an index: "la noche del 21".
    fn is_day_at(&self, of: usize) -> bool {
        matches!(self.kind(of + 1), Kind::Weekday(_) | Kind::Near(_) | Kind::Manana)
            || self.told_day(of, true).or_else(|| self.told_day(of + 1, true)).is_some()
    }

    /// "am", "p.m.", "p. m.", "7p".
    pub(super) fn meridiem_at(&self, at: usize) -> Option<(Part, usize)> {
        let part = match self.word(at) {
            "am" | "a" => Part::Am,
            "pm" | "p" => Part::Pm,
            _ => return None,
        };
        if self.word(at).len() == 2 {
            return Some((part, self.after_dot(at + 1)));
        }
        match (self.word(at + 1), self.word(at + 2)) {
            (".", "m") => Some((part, self.after_dot(at + 3))),
            ("m", _) => Some((part, at + 2)),
            // "7a", "3:18p"
            _ if self.tokens.is_glued(at)
                && self.is_digits(at.wrapping_sub(1))
                && !self.tokens.is_glued(at + 1)
                && !self.has_articles_of_hours() =>
            {
                Some((part, at + 1))
            }
            _ if self.tokens.is_glued(at)
                && self.is_digits(at.wrapping_sub(1))
                && !self.has_articles_of_hours()
                && self.tokens.ends_at(at + 1) =>
            {
                Some((part, at + 1))
            }
            _ => None,
        }
    }

    /// The dot of "p.m." belongs to it where a word follows in the same breath.
    fn after_dot(&self, at: usize) -> usize {
        if self.word(at) == "." && self.tokens.is_glued(at) && self.kind(at + 1) != Kind::Used {
            at + 1
        } else {
            at
        }
    }
}
