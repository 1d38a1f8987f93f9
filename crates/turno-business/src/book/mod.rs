//! Bookings: when a business can take one, what of it is free, and what else could be offered.

mod ledger;
mod moment;
mod resource;
mod rows;
mod search;

pub use ledger::{Hold, Ledgers};
pub(crate) use moment::moment;
pub(crate) use moment::touched_days;
pub use moment::{Moment, local};
pub(crate) use resource::place;
pub use resource::{Place, Wish};
pub use rows::{cancelled, forget_booking, ledgers_for, seating_minutes, write_booking, write_days};
pub use search::{Slot, free_slots, last_date, nearby_slots, try_slot};

/// Why a booking cannot be taken then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// No table is free.
    Full,
    /// The person is taken.
    SlotTaken,
    /// It is not open then.
    OutsideHours,
    /// It is closed on that day.
    Closed,
    /// That is over.
    Past,
    /// It must be said earlier.
    TooSoon,
    /// It is further ahead than bookings are taken.
    TooFar,
    /// The clocks skip that time.
    ImpossibleTime,
    /// The person is not in then.
    StaffNotIn,
}

impl Refusal {
    /// Its name in results.
    pub fn reason(&self) -> &'static str {
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
