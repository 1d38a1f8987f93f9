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
pub struct Booking {
    /// Follows from the call that made it.
    pub id: String,
    /// What people call it: `RES-482173648`.
    pub code: String,
    /// What was booked.
    pub kind: BookingKind,
    /// Whether it stands.
    pub status: BookingStatus,
    /// The branch's id.
    pub branch: String,
    /// The local day.
    pub date: Date,
    /// The local time.
    pub time: Time,
    /// Minutes since 1970 in UTC.
    pub start_minute: i64,
    /// How long it lasts.
    pub duration_minutes: i64,
    /// The tables, or the person.
    pub takes: Vec<String>,
    /// How many come; none for an appointment.
    pub party_size: Option<u32>,
    /// The service's id, of an appointment.
    pub service: Option<String>,
    /// The person's id, of an appointment.
    pub staff: Option<String>,
    /// The name that it was made under.
    pub name: String,
    /// A phone; empty where none was given.
    pub phone: String,
    /// Where no phone was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Special requests, or the reason for an appointment.
    pub notes: Option<String>,
    /// Whether a patient comes for the first time.
    pub is_first_visit: bool,
    /// Whether a patient cannot wait.
    pub is_emergency: bool,
    /// Where it was made.
    pub conversation: ConversationKey,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub changed_at: Timestamp,
}

/// What was booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BookingKind {
    /// A table of a restaurant.
    Reservation,
    /// A person's time at a clinic.
    Appointment,
    /// A call, a meeting or a demo with a sales team.
    SalesAppointment,
}

/// Whether a booking stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BookingStatus {
    /// It stands.
    Confirmed,
    /// It is off.
    Cancelled,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Follows from the call that made it.
    pub id: String,
    /// What people call it: `PED-482173648`.
    pub number: String,
    /// The branch's id.
    pub branch: String,
    /// How it gets to its eater.
    pub delivery_type: DeliveryType,
    /// Where to, where it is delivered.
    pub delivery_address: Option<String>,
    /// What was ordered.
    pub lines: Vec<OrderLine>,
    /// What the delivery costs.
    pub delivery_fee_cents: i64,
    /// What all of it costs.
    pub total_cents: i64,
    /// The name that it was made under.
    pub name: String,
    /// Empty where none is known.
    pub phone: String,
    /// A mail address, where one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// What else was said about it.
    pub instructions: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it is to be ready.
    pub ready_at: Timestamp,
    /// What the team says of it; none: it goes by the time.
    pub status: Option<OrderStatus>,
    /// How it travels, where the team said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shipping: Option<Shipping>,
    /// Where it was made.
    pub conversation: ConversationKey,
}

/// How an order that was sent travels.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shipping {
    /// Who carries it.
    pub carrier: Option<String>,
    /// What the carrier calls it.
    pub tracking_number: Option<String>,
    /// The day that it is to arrive.
    pub estimated_delivery: Option<Date>,
}

/// A prospect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    /// Follows from the call that made it.
    pub id: String,
    /// Their name.
    pub name: String,
    /// Their phone.
    pub phone: Option<String>,
    /// Their mail address.
    pub email: Option<String>,
    /// Whom they work for.
    pub company: Option<String>,
    /// What they want.
    pub interest: Option<String>,
    /// What else they said.
    pub notes: Option<String>,
    /// Where they came from.
    pub source: String,
    /// The branch that they called.
    pub branch: Option<String>,
    /// Where it was made.
    pub conversation: ConversationKey,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Something that the team must look into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportTicket {
    /// Follows from the call that made it.
    pub id: String,
    /// What people call it: `TIC-482173648`.
    pub number: String,
    /// What it is about, in a line.
    pub subject: String,
    /// What it is about.
    pub description: String,
    /// `low`, `medium` or `high`.
    pub priority: String,
    /// What kind of thing it is.
    pub category: Option<String>,
    /// Who has the trouble.
    pub customer_name: Option<String>,
    /// How to reach them.
    pub customer_contact: Option<String>,
    /// The branch that they called.
    pub branch: Option<String>,
    /// Where it was made.
    pub conversation: ConversationKey,
    /// When it was made.
    pub created_at: Timestamp,
}

/// One line of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// The dish's or the product's id.
    pub menu_item_id: String,
    /// Its name, as it was ordered.
    pub name: String,
    /// How many.
    pub quantity: i64,
    /// What one costs.
    pub unit_price_cents: i64,
    /// What is changed about it.
    pub modifications: Option<String>,
}

/// How an order gets to its eater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryType {
    /// It is collected.
    Pickup,
    /// It is brought.
    Delivery,
}

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    /// It was taken.
    Confirmed,
    /// It is being made.
    Preparing,
    /// It can be collected or sent.
    Ready,
    /// It was sent.
    OnTheWay,
    /// It was collected.
    PickedUp,
    /// It was brought.
    Delivered,
    /// It is off.
    Cancelled,
}

/// A hand-off to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Follows from the call that made it.
    pub id: String,
    /// Why a person is wanted.
    pub reason: String,
    /// How pressing it is.
    pub urgency: String,
    /// What was said so far, in short.
    pub summary: Option<String>,
    /// The latest lines: (the user said it, text).
    pub lines: Vec<(bool, String)>,
    /// The phone that called.
    pub caller_phone: Option<String>,
    /// The branch that was called.
    pub branch: Option<String>,
    /// Where it was asked for.
    pub conversation: ConversationKey,
    /// When it was asked for.
    pub created_at: Timestamp,
}

/// A part of a page of the business's site that was read, kept for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedPart {
    /// The address that was asked for.
    pub url: String,
    /// The address that it was found at.
    pub found_at: String,
    /// The page's title.
    pub title: Option<String>,
    /// The text of this part.
    pub content: String,
    /// Whether the page was longer than what is kept of it.
    pub is_cut: bool,
    /// When it was read.
    pub fetched_at: Timestamp,
    /// From then on it is as if it were not there.
    pub expires_at: Timestamp,
    /// Which part it is, counted from nought.
    pub part: usize,
    /// How many there are.
    pub parts: usize,
}

/// What was proved in a conversation by a code and a name counts for so long.
pub const PROVED_MS: u64 = 60 * 60 * 1_000;

/// A row's bytes.
pub fn encode<T: Serialize>(record: &T) -> Result<Vec<u8>, ToolError> {
    let mut bytes = vec![FORMAT];
    rmp_serde::encode::write_named(&mut bytes, record)
        .map_err(|error| ToolError::Failed(format!("a row could not be written: {error}")))?;
    Ok(bytes)
}

/// A row from its bytes.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ToolError> {
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
pub struct Kept<T> {
    /// The row's name.
    pub key: Vec<u8>,
    /// What was read.
    pub bytes: Vec<u8>,
    /// What it says.
    pub record: T,
}

/// Reads a row.
pub async fn read<T: DeserializeOwned>(
    store: &dyn Store,
    key: Vec<u8>,
) -> Result<Option<Kept<T>>, ToolError> {
    match store.get(&key).await? {
        Some(bytes) => Ok(Some(Kept { record: decode(&bytes)?, key, bytes })),
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
        assert_eq!(decode::<String>(&encode(&"RES-1234").unwrap()), Ok("RES-1234".to_owned()));
    }
}
