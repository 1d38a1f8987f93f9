//! The names of the rows.

use jiff::civil::{Date, Time};
use turno_core::{ConversationKey, Timestamp};
use turno_language::{one_spelling, spellings};
use turno_runtime::keys::business;

/// The bookings of one day that take the same things: a restaurant's branch, or all of a clinic's people.
pub fn day(tenant: &str, scope: &str, date: Date) -> Vec<u8> {
    business(tenant, &["day", scope, &date.to_string()])
}

/// A booking, by its code.
pub fn booking(tenant: &str, code: &str) -> Vec<u8> {
    business(tenant, &["booking", code])
}

/// All bookings of an owner, in the order of their start.
pub fn bookings_of(tenant: &str, owner: &str) -> Vec<u8> {
    business(tenant, &["bookings-of", owner, ""])
}

/// One booking of an owner.
pub fn booking_of(tenant: &str, owner: &str, date: Date, time: Time, code: &str) -> Vec<u8> {
    business(tenant, &["bookings-of", owner, &format!("{date} {}", time.strftime("%H:%M")), code])
}

/// An order, by its number.
pub fn order(tenant: &str, number: &str) -> Vec<u8> {
    business(tenant, &["order", number])
}

/// All orders of an owner, the latest first.
pub fn orders_of(tenant: &str, owner: &str) -> Vec<u8> {
    business(tenant, &["orders-of", owner, ""])
}

/// One order of an owner.
pub fn order_of(tenant: &str, owner: &str, created_at: Timestamp, number: &str) -> Vec<u8> {
    let latest_first = format!("{:019}", i64::MAX - created_at.0.max(0));
    business(tenant, &["orders-of", owner, &latest_first, number])
}

/// A hand-off's ticket.
pub fn ticket(tenant: &str, id: &str) -> Vec<u8> {
    business(tenant, &["ticket", id])
}

/// The owner that a phone is, however it is written.
pub fn phone_owner(phone: &str) -> String {
    format!("phone {}", one_spelling(phone))
}

/// The owners that a phone may be in rows that are there: earlier versions took some spellings for somebody else's. The one that it is
/// now comes first.
pub fn phone_owners(phone: &str) -> Vec<String> {
    // Mexico's two ways were one from the first version on.
    let written = spellings(phone).into_iter();
    let written = written.filter(|spelling| !spelling.starts_with("+521"));
    written.map(|spelling| format!("phone {spelling}")).collect()
}

/// The owner that a conversation is.
pub fn conversation_owner(conversation: &ConversationKey) -> String {
    format!("conversation {} {}", conversation.channel.name(), conversation.id)
}

/// What stands for a tenant's whole catalogue.
pub fn catalog(tenant: &str) -> Vec<u8> {
    business(tenant, &["catalog"])
}

/// A product, by its id.
pub fn product(tenant: &str, id: &str) -> Vec<u8> {
    business(tenant, &["product", id])
}

/// All products, by their ids.
pub fn products(tenant: &str) -> Vec<u8> {
    business(tenant, &["product", ""])
}

/// How often somebody was wrong lately about what proves something theirs.
pub fn tries(tenant: &str, of: &str, who: &str) -> Vec<u8> {
    business(tenant, &["tries", of, who])
}

/// When a booking was proved in a conversation to be its caller's.
pub fn proved(tenant: &str, conversation: &str, code: &str) -> Vec<u8> {
    business(tenant, &["proved", conversation, code])
}

/// A prospect.
pub fn lead(tenant: &str, id: &str) -> Vec<u8> {
    business(tenant, &["lead", id])
}

/// A support ticket, by its number.
pub fn support_ticket(tenant: &str, number: &str) -> Vec<u8> {
    business(tenant, &["support", number])
}

/// Which support ticket a call made.
pub fn support_ticket_of_call(tenant: &str, id: &str) -> Vec<u8> {
    business(tenant, &["support-of", id])
}

/// The owner that an e-mail address is.
pub fn email_owner(email: &str) -> String {
    format!("email {}", email.to_lowercase())
}
