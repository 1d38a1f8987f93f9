//! Bookings: when a business can take one, what of it is free, and what else could be offered.

mod ledger;
mod moment;
mod resource;
mod search;

pub(crate) use ledger::{Hold, Ledgers};
pub(crate) use moment::{Moment, local, moment, touched_days};
pub(crate) use resource::{Place, Wish, place};
pub(crate) use search::{Slot, free_slots, last_date, nearby_slots, try_slot};

/// Why a booking cannot be taken then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    Full,
    SlotTaken,
    OutsideHours,
    Closed,
    Past,
    TooSoon,
    TooFar,
    ImpossibleTime,
    StaffNotIn,
}

impl Refusal {
    /// Its name in results.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::SlotTaken => "slot_taken",
            Self::OutsideHours => "outside_hours",
            Self::Closed => "closed",
            Self::Past => "past",
            Self::TooSoon => "too_soon",
            Self::TooFar => "too_far",
            Self::ImpossibleTime => "impossible_time",
            Self::StaffNotIn => "staff_not_in",
        }
    }
}
