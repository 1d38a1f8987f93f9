//! What a sentence says: each of its statements, read once.

use std::collections::BTreeSet;

use turno_language::{Claim, Text};

use crate::{
    durations::{Duration, durations_in},
    here::Here,
    machine_text::is_machine_text,
    topics::{
        booking::BookingSaid,
        codes::CodesSaid,
        contact::{ContactSaid, asks_for_a_card},
        deeds::DeedSaid,
        denials::DenialSaid,
        gifts::GiftSaid,
        opening::OpeningSaid,
        prices::PriceSaid,
        room::RoomSaid,
        stock::StockSaid,
    },
    values::hours_in,
};

/// One thing that a sentence states.
#[derive(Debug)]
pub(crate) enum Statement {
    /// A deed was done, something stands, somebody will do something; or what was done was not.
    Deed(DeedSaid),
    /// It is for a machine.
    MachineText,
    /// The digits of a card are wanted.
    CardAsked,
    /// Something costs that.
    Price(PriceSaid),
    /// Something costs nothing, or less.
    Gift(GiftSaid),
    /// Something is not so.
    Denial(DenialSaid),
    /// There is room for a moment, or none.
    Room(RoomSaid),
    /// There is some of what is sold, or none.
    Stock(StockSaid),
    /// The user's booking is like that.
    Booking(BookingSaid),
    /// A code.
    Codes(CodesSaid),
    /// How somebody is reached.
    Contact(ContactSaid),
    /// Something takes that long.
    Durations(BTreeSet<Duration>),
    /// Hours of the dial.
    Hours(BTreeSet<u32>),
    /// When the business is open.
    Opening(OpeningSaid),
}

/// A sentence of a model's, and all that it states.
#[derive(Debug)]
pub struct Sentence<'t> {
    pub(crate) text: &'t Text,
    pub(crate) statements: Vec<Statement>,
}

impl<'t> Sentence<'t> {
    /// Reads a sentence. What it leaves unsaid is taken from what the user said last; a question states little.
    pub(crate) fn read(text: &'t Text, here: &Here<'_>) -> Self {
        let asks = text.said().contains(['?', '¿']);
        let mut statements = Vec::new();
        let deed = DeedSaid::read(text);
        let claim = deed.as_ref().and_then(|deed| deed.claim);
        statements.extend(deed.map(Statement::Deed));
        if is_machine_text(text.said(), here.tools) {
            statements.push(Statement::MachineText);
        }
        if asks_for_a_card(text) {
            statements.push(Statement::CardAsked);
        }
        if here.is_grounded {
            read_values(text, asks, claim, here, &mut statements);
        }
        Self { text, statements }
    }

    /// What it says of deeds.
    pub(crate) fn deed(&self) -> Option<&DeedSaid> {
        self.statements.iter().find_map(Statement::as_deed)
    }

    /// It claims that something was done, stands or will be done.
    pub fn claims(&self) -> bool {
        self.deed().is_some_and(|deed| deed.claim.is_some())
    }
}

impl Statement {
    fn as_deed(&self) -> Option<&DeedSaid> {
        match self {
            Self::Deed(deed) => Some(deed),
            Self::MachineText
            | Self::CardAsked
            | Self::Price(_)
            | Self::Gift(_)
            | Self::Denial(_)
            | Self::Room(_)
            | Self::Stock(_)
            | Self::Booking(_)
            | Self::Codes(_)
            | Self::Contact(_)
            | Self::Durations(_)
            | Self::Hours(_)
            | Self::Opening(_) => None,
        }
    }
}

/// The values that a sentence names. What is told of a deed is measured by the deed.
fn read_values(
    text: &Text,
    asks: bool,
    claim: Option<Claim>,
    here: &Here<'_>,
    statements: &mut Vec<Statement>,
) {
    let latest = &*here.latest;
    let today = here.now.date();
    let is_of_a_deed = claim.is_some_and(Claim::says_it_is_so);
    statements.extend(PriceSaid::read(text, asks, latest, here.currency).map(Statement::Price));
    if claim.is_none() {
        statements.extend(GiftSaid::read(text, asks, latest).map(Statement::Gift));
    }
    if claim.is_none() && !asks {
        statements.extend(DenialSaid::read(text).into_iter().map(Statement::Denial));
    }
    if !is_of_a_deed && !asks {
        let room = RoomSaid::read(text, latest, today);
        statements.extend(room.into_iter().map(Statement::Room));
        statements.extend(StockSaid::read(text).into_iter().map(Statement::Stock));
    }
    if !asks {
        statements.extend(BookingSaid::read(text).map(Statement::Booking));
    }
    statements.extend(CodesSaid::read(text, asks).map(Statement::Codes));
    statements.extend(ContactSaid::read(text).map(Statement::Contact));
    if !asks && !is_of_a_deed {
        let mut durations = durations_in(text);
        durations.retain(|duration| !duration.is_a_moment());
        if !durations.is_empty() {
            statements.push(Statement::Durations(durations));
        }
    }
    if asks {
        return;
    }
    let hours = hours_in(text);
    if !hours.is_empty() {
        statements.push(Statement::Hours(hours));
    }
    let opening = OpeningSaid::read(text, latest, today);
    statements.extend(opening.into_iter().map(Statement::Opening));
}
