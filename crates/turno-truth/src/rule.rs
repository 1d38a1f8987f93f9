//! The rules by which something may not be said.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a sentence may not be said. Its name is kept in the journal: a name stays what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// It tells of a deed that was not done, or was done otherwise.
    DeedNotDone,
    /// It tells how something stands, and nothing that was done or found says so.
    StateNotFound,
    /// It says what somebody will do, and neither a tool nor the business does.
    PromiseOfNobody,
    /// It says that a person takes over, and nobody was put through.
    NobodyPutThrough,
    /// It denies what was done.
    DeedDenied,
    /// It expects somebody whose booking was cancelled.
    CancelledExpected,
    /// It is written for a machine.
    MachineText,
    /// It asks for the digits of a card.
    CardAsked,
    /// It names an amount that nobody gave.
    PriceNobodyGave,
    /// It names the price of something else.
    PriceOfSomethingElse,
    /// It names the price of something that nobody told of.
    PriceOfNothingKnown,
    /// It names for several the price of one.
    PriceOfOneForMany,
    /// It names money of another currency.
    OtherCurrency,
    /// It gives something for nothing, or for less, that was not told to be.
    GiftNobodyGave,
    /// It denies what was told.
    ToldDenied,
    /// It says that there is room, and that was not found.
    RoomNotFound,
    /// It says that there is no room, and that was not found.
    NoRoomNotFound,
    /// It says that there is some of what is sold, or none, otherwise than it was found.
    StockOtherwise,
    /// It says that a booking stands, and none was found.
    NoSuchBooking,
    /// It names other people of a booking than it is for.
    BookingOfOtherPeople,
    /// It names another branch than a booking is at.
    BookingElsewhere,
    /// It names somebody in whose name a booking is, and nobody gave that name.
    NameNobodyGave,
    /// It names a code that nobody gave, or vouches for one that no tool gave.
    CodeNobodyGave,
    /// It names a telephone or an address that nobody gave.
    ContactNobodyGave,
    /// It names how long something takes, and nobody told that.
    DurationNobodyGave,
    /// It names an hour that nobody gave.
    HourNobodyGave,
    /// It says that the business is open or closed otherwise than it is.
    OpenOtherwise,
    /// It leans on what was left out.
    LeansOnWhatWasCut,
    /// It would be heard as the yes that was left out.
    MereYes,
    /// A rule of another version of Turno.
    #[serde(other)]
    Other,
}

impl Rule {
    /// All of them, but for [`Rule::Other`].
    pub const ALL: &[Self] = &[
        Self::DeedNotDone,
        Self::StateNotFound,
        Self::PromiseOfNobody,
        Self::NobodyPutThrough,
        Self::DeedDenied,
        Self::CancelledExpected,
        Self::MachineText,
        Self::CardAsked,
        Self::PriceNobodyGave,
        Self::PriceOfSomethingElse,
        Self::PriceOfNothingKnown,
        Self::PriceOfOneForMany,
        Self::OtherCurrency,
        Self::GiftNobodyGave,
        Self::ToldDenied,
        Self::RoomNotFound,
        Self::NoRoomNotFound,
        Self::StockOtherwise,
        Self::NoSuchBooking,
        Self::BookingOfOtherPeople,
        Self::BookingElsewhere,
        Self::NameNobodyGave,
        Self::CodeNobodyGave,
        Self::ContactNobodyGave,
        Self::DurationNobodyGave,
        Self::HourNobodyGave,
        Self::OpenOtherwise,
        Self::LeansOnWhatWasCut,
        Self::MereYes,
    ];

    /// Its name: `price_nobody_gave`.
    pub fn name(self) -> &'static str {
        match self {
            Self::DeedNotDone => "deed_not_done",
            Self::StateNotFound => "state_not_found",
            Self::PromiseOfNobody => "promise_of_nobody",
            Self::NobodyPutThrough => "nobody_put_through",
            Self::DeedDenied => "deed_denied",
            Self::CancelledExpected => "cancelled_expected",
            Self::MachineText => "machine_text",
            Self::CardAsked => "card_asked",
            Self::PriceNobodyGave => "price_nobody_gave",
            Self::PriceOfSomethingElse => "price_of_something_else",
            Self::PriceOfNothingKnown => "price_of_nothing_known",
            Self::PriceOfOneForMany => "price_of_one_for_many",
            Self::OtherCurrency => "other_currency",
            Self::GiftNobodyGave => "gift_nobody_gave",
            Self::ToldDenied => "told_denied",
            Self::RoomNotFound => "room_not_found",
            Self::NoRoomNotFound => "no_room_not_found",
            Self::StockOtherwise => "stock_otherwise",
            Self::NoSuchBooking => "no_such_booking",
            Self::BookingOfOtherPeople => "booking_of_other_people",
            Self::BookingElsewhere => "booking_elsewhere",
            Self::NameNobodyGave => "name_nobody_gave",
            Self::CodeNobodyGave => "code_nobody_gave",
            Self::ContactNobodyGave => "contact_nobody_gave",
            Self::DurationNobodyGave => "duration_nobody_gave",
            Self::HourNobodyGave => "hour_nobody_gave",
            Self::OpenOtherwise => "open_otherwise",
            Self::LeansOnWhatWasCut => "leans_on_what_was_cut",
            Self::MereYes => "mere_yes",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_kept_under_its_name_and_an_unknown_one_is_read() {
        for rule in Rule::ALL {
            let kept = serde_json::to_value(rule).unwrap();
            assert_eq!(kept, rule.name());
            assert_eq!(serde_json::from_value::<Rule>(kept).unwrap(), *rule);
        }
        let later = serde_json::from_value::<Rule>("a_rule_of_later".into()).unwrap();
        assert_eq!(later, Rule::Other);
    }
}
