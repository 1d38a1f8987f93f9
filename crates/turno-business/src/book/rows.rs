//! What stands in the store of a booking: its row, its hold on things, and the rows that find it again.

use turno_core::Timestamp;
use turno_runtime::port::{Batch, ToolError};

use super::{Hold, Ledgers, touched_days};
use crate::{
    Business, Kind, keys,
    record::{self, Booking, BookingStatus},
};

/// The scope of a clinic's ledgers: one person works at several branches, but at one time.
const ALL_STAFF: &str = "*";

/// The ledgers that a wish is booked in.
pub fn ledgers_for(business: &Business, branch: &str) -> Ledgers {
    match business.kind {
        Kind::Restaurant => Ledgers::new(&business.id, branch),
        Kind::Clinic | Kind::Shop => Ledgers::new(&business.id, ALL_STAFF),
    }
}

/// Adds a booking's hold, its row and the rows that find it again.
pub fn write_booking(
    business: &Business,
    ledgers: &mut Ledgers,
    booking: &Booking,
    batch: &mut Batch,
) -> Result<(), ToolError> {
    let buffer = i64::from(business.booking.buffer_minutes);
    ledgers.hold(
        booking.date,
        Hold {
            code: booking.code.clone(),
            takes: booking.takes.clone(),
            from_minute: booking.start_minute,
            to_minute: booking.start_minute + booking.duration_minutes + buffer,
        },
    );
    batch.put(keys::booking(&business.id, &booking.code), record::encode(booking)?);
    for owner in owners(booking) {
        let key = keys::booking_of(&business.id, &owner, booking.date, booking.time, &booking.code);
        batch.put(key, record::encode(&booking.code)?);
    }
    Ok(())
}

/// Removes the rows that find a booking, which is cancelled or goes elsewhere.
pub fn forget_booking(business: &Business, booking: &Booking, batch: &mut Batch) {
    for owner in owners(booking).into_iter().chain(keys::phone_owners(&booking.phone)) {
        batch.remove(keys::booking_of(&business.id, &owner, booking.date, booking.time, &booking.code));
    }
}

/// Writes the days of a booking that is new.
pub fn write_days(
    business: &Business,
    ledgers: &Ledgers,
    booking: &Booking,
    batch: &mut Batch,
) -> Result<(), ToolError> {
    let minutes = booking.duration_minutes + i64::from(business.booking.buffer_minutes);
    ledgers.write(batch, touched_days(business, booking.date, booking.start_minute, minutes))
}

/// A booking that is cancelled, as it is kept.
pub fn cancelled(booking: &Booking, now: Timestamp) -> Booking {
    Booking { status: BookingStatus::Cancelled, changed_at: now, ..booking.clone() }
}

/// How long a party keeps its table.
pub fn seating_minutes(business: &Business, party_size: u32) -> i64 {
    let seating = &business.booking.seating;
    let fitting = seating.iter().find(|seating| party_size <= seating.up_to).or_else(|| seating.last());
    fitting.map_or(90, |seating| i64::from(seating.minutes))
}

fn owners(booking: &Booking) -> Vec<String> {
    let phone = Some(&booking.phone).filter(|phone| !phone.is_empty());
    let phone = phone.map(|phone| keys::phone_owner(phone));
    phone.into_iter().chain([keys::conversation_owner(&booking.conversation)]).collect()
}
