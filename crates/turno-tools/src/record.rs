//! What is kept of bookings, orders and hand-offs.

use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use turno_core::{ConversationKey, Timestamp};
use turno_runtime::{
    RECORD_DEPTH_MAX,
    port::{Store, ToolError},
};

/// The first byte of every row; a row of another format is refused by name.
const FORMAT: u8 = 1;

/// A booking, made or cancelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Booking {
    pub(crate) id: String,
    pub(crate) code: String,
    pub(crate) kind: BookingKind,
    pub(crate) status: BookingStatus,
    pub(crate) branch: String,
    pub(crate) date: Date,
    pub(crate) time: Time,
    /// Minutes since 1970 in UTC.
    pub(crate) start_minute: i64,
    pub(crate) duration_minutes: i64,
    /// The tables, or the person.
    pub(crate) takes: Vec<String>,
    pub(crate) party_size: Option<u32>,
    pub(crate) service: Option<String>,
    pub(crate) staff: Option<String>,
    pub(crate) name: String,
    pub(crate) phone: String,
    /// Where no phone was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    /// Special requests, or the reason for an appointment.
    pub(crate) notes: Option<String>,
    pub(crate) is_first_visit: bool,
    pub(crate) is_emergency: bool,
    /// Where it was made.
    pub(crate) conversation: ConversationKey,
    pub(crate) created_at: Timestamp,
    pub(crate) changed_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BookingKind {
    Reservation,
    Appointment,
    /// A call, a meeting or a demo with a sales team.
    SalesAppointment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BookingStatus {
    Confirmed,
    Cancelled,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) id: String,
    pub(crate) number: String,
    pub(crate) branch: String,
    pub(crate) delivery_type: DeliveryType,
    pub(crate) delivery_address: Option<String>,
    pub(crate) lines: Vec<OrderLine>,
    pub(crate) delivery_fee_cents: i64,
    pub(crate) total_cents: i64,
    pub(crate) name: String,
    /// Empty where none is known.
    pub(crate) phone: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    pub(crate) instructions: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) ready_at: Timestamp,
    /// What the team says of it; none: it goes by the time.
    pub(crate) status: Option<OrderStatus>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shipping: Option<Shipping>,
    pub(crate) conversation: ConversationKey,
}

/// How an order that was sent travels.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shipping {
    pub(crate) carrier: Option<String>,
    pub(crate) tracking_number: Option<String>,
    pub(crate) estimated_delivery: Option<Date>,
}

/// A prospect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lead {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) phone: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) company: Option<String>,
    pub(crate) interest: Option<String>,
    pub(crate) notes: Option<String>,
    pub(crate) source: String,
    pub(crate) branch: Option<String>,
    pub(crate) conversation: ConversationKey,
    pub(crate) created_at: Timestamp,
}

/// Something that the team must look into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SupportTicket {
    pub(crate) id: String,
    /// What people call it: `TIC-482173648`.
    pub(crate) number: String,
    pub(crate) subject: String,
    pub(crate) description: String,
    /// `low`, `medium` or `high`.
    pub(crate) priority: String,
    pub(crate) category: Option<String>,
    pub(crate) customer_name: Option<String>,
    pub(crate) customer_contact: Option<String>,
    pub(crate) branch: Option<String>,
    pub(crate) conversation: ConversationKey,
    pub(crate) created_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OrderLine {
    pub(crate) menu_item_id: String,
    pub(crate) name: String,
    pub(crate) quantity: i64,
    pub(crate) unit_price_cents: i64,
    pub(crate) modifications: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeliveryType {
    Pickup,
    Delivery,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OrderStatus {
    Confirmed,
    Preparing,
    Ready,
    OnTheWay,
    PickedUp,
    Delivered,
    Cancelled,
}

/// A hand-off to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ticket {
    pub(crate) id: String,
    pub(crate) reason: String,
    pub(crate) urgency: String,
    pub(crate) summary: Option<String>,
    /// The latest lines: (the user said it, text).
    pub(crate) lines: Vec<(bool, String)>,
    pub(crate) caller_phone: Option<String>,
    pub(crate) branch: Option<String>,
    pub(crate) conversation: ConversationKey,
    pub(crate) created_at: Timestamp,
}

/// A row's bytes.
pub(crate) fn encode<T: Serialize>(record: &T) -> Result<Vec<u8>, ToolError> {
    let mut bytes = vec![FORMAT];
    rmp_serde::encode::write_named(&mut bytes, record)
        .map_err(|error| ToolError::Failed(format!("a row could not be written: {error}")))?;
    Ok(bytes)
}

/// A row from its bytes.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ToolError> {
    match bytes.split_first() {
        Some((&FORMAT, rest)) => {
            let mut reader = rmp_serde::Deserializer::from_read_ref(rest);
            reader.set_max_depth(RECORD_DEPTH_MAX);
            T::deserialize(&mut reader)
                .map_err(|error| ToolError::Failed(format!("a row is damaged ({error}): restore a backup")))
        }
        Some((format, _)) => Err(ToolError::Failed(format!(
            "a row has format {format}, this version reads {FORMAT}: run a newer one"
        ))),
        None => Err(ToolError::Failed("a row is empty: restore a backup".to_owned())),
    }
}

/// A row of the store with the bytes that it was read from, for expectations.
#[derive(Debug, Clone)]
pub(crate) struct Kept<T> {
    pub(crate) key: Vec<u8>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) record: T,
}

/// Reads a row.
pub(crate) async fn read<T: DeserializeOwned>(
    store: &dyn Store,
    key: Vec<u8>,
) -> Result<Option<Kept<T>>, ToolError> {
    match store.get(&key).await? {
        Some(bytes) => Ok(Some(Kept {
            record: decode(&bytes)?,
            key,
            bytes,
        })),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_cannot_be_read_says_what_to_do() {
        let fails = |bytes: &[u8]| decode::<String>(bytes).unwrap_err().to_string();
        insta::assert_snapshot!(fails(&[]), @"a row is empty: restore a backup");
        insta::assert_snapshot!(fails(&[9, 1, 2]), @"a row has format 9, this version reads 1: run a newer one");
        assert!(fails(&[1, 0xc1]).contains("restore a backup"));
        assert_eq!(
            decode::<String>(&encode(&"RES-1234").unwrap()),
            Ok("RES-1234".to_owned())
        );
    }
}
