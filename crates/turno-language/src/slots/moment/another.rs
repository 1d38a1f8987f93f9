//! The weekday that is meant where the next one is denied: "el lunes que no sea este", "no este domingo, el siguiente".

use crate::pack::Tagged;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::weekdays::Which;
use super::{Line, roles};

/// After a weekday: not the one to come.
static NOT_THIS: Tagged = Tagged::new("another_not_this");

/// The one after it.
static THE_NEXT: Tagged = Tagged::new("another_the_next");

impl Line<'_> {
    /// The day where the words around a weekday deny the next one, and the index after them.
    pub(super) fn not_this_one(
        &self,
        name_at: usize,
        name_end: usize,
        end: usize,
        weekday: Weekday,
    ) -> Option<(Date, usize)> {
        let tokens = self.tokens;
        if tokens.ends_at(tokens.skip_comma(end)) {
            return None;
        }
        let later = || self.which_weekday(weekday, Which::Nearest)?.checked_add(7.days()).ok();
        let start = tokens.skip_comma(end);
        if let Some(denied) = tokens.phrases(start, &NOT_THIS) {
            let denied = self.weekday_name(denied).map_or(denied, |(_, end)| end);
            return Some((later()?, self.the_next(denied, weekday).unwrap_or(denied)));
        }
        let lead = name_at.wrapping_sub(1);
        let is_this = self.is(lead, roles::THIS | roles::DAY_THE);
        let is_denied = is_this && self.was(lead, roles::NOT);
        let is_denied_behind = self.is(name_end, roles::NOT);
        let next_at = if is_denied_behind { name_end + 1 } else { end };
        let next = (is_denied || is_denied_behind).then(|| self.the_next(next_at, weekday))??;
        Some((later()?, next))
    }

    /// "sino el siguiente", "el próximo viernes": the index after it.
    fn the_next(&self, at: usize, weekday: Weekday) -> Option<usize> {
        let tokens = self.tokens;
        let start = self.skip(tokens.skip_comma(at), roles::ANOTHER_BUT);
        let start = self.skip(start, roles::FOR | roles::ON_A_DAY);
        if let Some(end) = tokens.phrases(start, &THE_NEXT) {
            let name = self.weekday_name(end).filter(|(next, _)| *next == weekday);
            return Some(name.map_or(end, |(_, end)| end));
        }
        let (name_at, lead) = self.weekday_lead(start);
        let (next, name_end) = self.weekday_name(name_at)?;
        let (which, end) = self.weekday_tail(name_end, lead);
        (next == weekday && matches!(which, Which::Next | Which::Other)).then_some(end)
    }
}
