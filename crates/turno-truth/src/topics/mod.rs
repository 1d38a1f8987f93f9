//! What is said and known of each topic, and whether the one agrees with the other: one file a topic.

pub(crate) mod booking;
pub(crate) mod codes;
pub(crate) mod contact;
pub(crate) mod deeds;
pub(crate) mod denials;
pub(crate) mod gifts;
pub(crate) mod opening;
mod opening_words;
pub(crate) mod prices;
pub(crate) mod room;
mod room_words;
pub(crate) mod stock;
pub(crate) mod told_hours;
