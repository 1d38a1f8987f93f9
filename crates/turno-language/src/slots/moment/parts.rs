//! Parts of the day: "en la noche", "p. m.", "this evening", "pasado el mediodía".

use super::super::clock::Part;
use super::words::{Kind, Unit};
use super::{Line, Piece, What};

impl Line<'_> {
    /// A part of the day without an hour of its own.
    pub(super) fn part(&self, at: usize) -> Option<Piece> {
        let (part, end) = self
            .part_at(at)
            .or_else(|| self.standing_part(at))
            .or_else(|| self.side_of_day(at))?;
        if matches!(part, Part::Am | Part::Pm) && !self.is(at, &["in"]) {
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
        let start = match (self.word(at), self.word(at + 1)) {
            ("este" | "del", "pasado") => at + 2,
            ("pasado", _) => at + 1,
            ("despues", "de" | "del") => at + 2,
            _ => return None,
        };
        let noon = self.skip(start, &["el"]);
        (self.word(noon) == "mediodia").then_some((Part::Afternoon, noon + 1))
    }

    /// A part of the day that stands at an index, and the index after it: "de la noche", "p. m.", "in the morning".
    pub(super) fn part_at(&self, at: usize) -> Option<(Part, usize)> {
        if let Some(found) = self.meridiem_at(at) {
            return Some(found);
        }
        if !self.is(
            at,
            &[
                "de", "en", "por", "del", "in", "at", "a", "al", "para", "of", "durante", "during", "hacia",
            ],
        ) {
            return None;
        }
        let start = self.skip(
            at + 1,
            &[
                "la", "el", "the", "a", "plena", "early", "late", "media", "primera",
            ],
        );
        let start = self.skip(start, &["early", "late", "primera", "mitad"]);
        match (self.kind(start), self.word(start)) {
            // Midnight, and one's own day, are no parts.
            (_, "noche") if self.tokens.before(start) == "media" => None,
            (Kind::Part(Part::Am | Part::Pm), _) => self.is(at, &["in"]).then(|| self.meridiem_at(start))?,
            (Kind::Part(_), "medianoche" | "midnight" | "tonight") => None,
            (Kind::Part(_), "night") if self.word(at) == "of" => None,
            (Kind::Part(part), _) => Some((part, start + 1)),
            (Kind::Manana, _) if start > at + 1 => Some((Part::Morning, start + 1)),
            (Kind::Unit(Unit::Day), "dia") if self.word(at) == "del" && start == at + 1 => {
                Some((Part::Noon, start + 1))
            }
            (_, "hora") if self.tokens.before(start) == "primera" => {
                Some(self.part_at(start + 1).unwrap_or((Part::Morning, start + 1)))
            }
            (_, "medio") if self.word(start + 1) == "dia" && self.word(at) == "del" => {
                Some((Part::Noon, start + 2))
            }
            (_, "medio") | (_, "del")
                if self.word(start + 1) == "del" || self.tokens.before(start) == "mitad" =>
            {
                let day = self.skip(start, &["medio"]) + 1;
                (self.word(day) == "dia").then_some((Part::Noon, day + 1))
            }
            (_, "inicio" | "comienzo" | "principio")
                if self.word(start + 1) == "del" && self.word(start + 2) == "dia" =>
            {
                Some((Part::Morning, start + 3))
            }
            _ => None,
        }
    }

    /// "later today", "más tarde hoy", "mid today", "early in the day".
    fn side_of_day(&self, at: usize) -> Option<(Part, usize)> {
        let start = self.skip(at, &["al", "a", "mas"]);
        let (part, end) = match (self.word(start), self.word(start + 1)) {
            ("later", "in") | ("tarde", "en") => (Part::Afternoon, start + 2),
            ("later", _) => (Part::Afternoon, start + 1),
            ("tarde", _) if self.word(at) == "mas" => (Part::Afternoon, start + 1),
            ("mediados", "de") => (Part::Noon, start + 2),
            ("mid", _) => (Part::Noon, start + 1),
            ("early", "in") if self.word(start + 2) == "the" && self.word(start + 3) == "day" => {
                return Some((Part::Morning, start + 4));
            }
            ("temprano", "al" | "en") if self.word(start + 2) == "dia" => {
                return Some((Part::Morning, start + 3));
            }
            _ => return None,
        };
        matches!(self.kind(end), Kind::Near(0)).then_some((part, end))
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
        let is_led = matches!(
            before,
            Kind::Near(_) | Kind::Weekday(_) | Kind::ShortWeekday(_) | Kind::Manana
        ) || self.is(at, &["tonight", "tonite"])
            || self.is(at.wrapping_sub(1), &["esta", "este", "this", "last"])
            || matches!(self.tokens.before(at), "early" | "temprano")
            || matches!(before, Kind::Digits { .. })
                && at
                    .checked_sub(2)
                    .is_some_and(|month| matches!(self.kind(month), Kind::Month(_)))
            || self.tokens.before(at) == "la"
                && matches!(self.word(end), "de" | "del")
                && self.is_day_at(end)
            || at == 0 && end >= self.kinds.len();
        let goes_on = self.skip(end, &[","]);
        let leads = !self.is_spanish()
            && (self.is_digits(goes_on)
                || matches!(self.kind(goes_on), Kind::Number(_))
                || self.is(goes_on, &["@"])
                || self.word(end) == "of");
        (is_led || leads).then_some((part, end))
    }

    /// Whether a day follows a "de" or "del" at an index: "la noche del 21".
    fn is_day_at(&self, of: usize) -> bool {
        matches!(self.kind(of + 1), Kind::Weekday(_) | Kind::Near(_) | Kind::Manana)
            || self
                .told_day(of, true)
                .or_else(|| self.told_day(of + 1, true))
                .is_some()
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
                && !self.is_spanish() =>
            {
                Some((part, at + 1))
            }
            _ if self.tokens.is_glued(at)
                && self.is_digits(at.wrapping_sub(1))
                && !self.is_spanish()
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
