//! What stands in a store of bookings and orders, for whoever checks one.

use jiff::civil::{Date, Time};
use turno_core::ConversationKey;
use turno_runtime::port::ToolError;

use crate::record::{self, Booking, BookingStatus, Order};

/// A row that a tool wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// A booking, made or cancelled.
    Booking(BookingRow),
    /// An order.
    Order(OrderRow),
}

/// A booking as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingRow {
    /// The business.
    pub tenant: String,
    /// What people call it: `RES-482173648`.
    pub code: String,
    /// False once it was cancelled.
    pub is_confirmed: bool,
    /// The local day.
    pub date: Date,
    /// The local time.
    pub time: Time,
    /// Minutes since 1970 in UTC, from and up to but not including.
    pub minutes: std::ops::Range<i64>,
    /// The tables, or the person.
    pub takes: Vec<String>,
    /// How many come; none for an appointment.
    pub party_size: Option<u32>,
    /// The name that it was made under.
    pub name: String,
    /// Where it was made.
    pub conversation: ConversationKey,
}

/// An order as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderRow {
    /// The business.
    pub tenant: String,
    /// What people call it: `PED-1234`.
    pub number: String,
    /// What it costs, in hundredths.
    pub total_cents: i64,
    /// Where it was made.
    pub conversation: ConversationKey,
}

/// Reads one entry of a store; none where it is neither a booking nor an order.
///
/// # Errors
/// Where it should be one and cannot be read.
pub fn read_row(key: &[u8], value: &[u8]) -> Result<Option<Row>, ToolError> {
    let mut parts = key.split(|byte| *byte == 0);
    let (Some(b"b"), Some(tenant), Some(kind)) = (parts.next(), parts.next(), parts.next()) else {
        return Ok(None);
    };
    let tenant = String::from_utf8_lossy(tenant).into_owned();
    match kind {
        b"booking" => booking(tenant, value).map(Some),
        b"order" => order(tenant, value).map(Some),
        _ => Ok(None),
    }
}

fn booking(tenant: String, value: &[u8]) -> Result<Row, ToolError> {
    let booking: Booking = record::decode(value)?;
    Ok(Row::Booking(BookingRow {
        tenant,
        code: booking.code,
        is_confirmed: booking.status == BookingStatus::Confirmed,
        date: booking.date,
        time: booking.time,
        minutes: booking.start_minute..booking.start_minute + booking.duration_minutes,
        takes: booking.takes,
        party_size: booking.party_size,
        name: booking.name,
        conversation: booking.conversation,
    }))
}

fn order(tenant: String, value: &[u8]) -> Result<Row, ToolError> {
    let order: Order = record::decode(value)?;
    Ok(Row::Order(OrderRow {
        tenant,
        number: order.number,
        total_cents: order.total_cents,
        conversation: order.conversation,
    }))
}
