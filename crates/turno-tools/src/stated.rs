//! What results of the tools state, as a model's words are measured by it.

use turno_core::{FactKind, StatedFact};

/// Of a booking that was made, changed or cancelled, and of what it was before.
pub(crate) fn of_a_booking() -> Vec<StatedFact> {
    let kinds = [FactKind::Bookings, FactKind::Found, FactKind::People, FactKind::Branch, FactKind::Status];
    kinds.into_iter().map(StatedFact::anywhere).collect()
}

/// Of an appointment: what its service costs, too.
pub(crate) fn of_an_appointment() -> Vec<StatedFact> {
    let mut facts = of_a_booking();
    facts.push(StatedFact::at(FactKind::Price, ""));
    facts
}

/// Of bookings that were looked for.
pub(crate) fn of_bookings_found() -> Vec<StatedFact> {
    vec![
        StatedFact::at(FactKind::Bookings, "bookings"),
        StatedFact::at(FactKind::People, "bookings[].party_size"),
        StatedFact::at(FactKind::Branch, "bookings[].branch"),
        StatedFact::at(FactKind::Branch, "bookings[].branch_id"),
    ]
}

/// Of what is free, and of whether a dish or a product is there.
pub(crate) fn of_availability() -> Vec<StatedFact> {
    vec![
        StatedFact::at(FactKind::Room, "").only_when_asked(),
        StatedFact::at(FactKind::Stock, "details"),
        StatedFact::at(FactKind::Price, "details"),
        StatedFact::at(FactKind::People, "party_size"),
        StatedFact::at(FactKind::Branch, "branch"),
        StatedFact::at(FactKind::Branch, "branch_id"),
    ]
}

/// Of a menu.
pub(crate) fn of_a_menu() -> Vec<StatedFact> {
    vec![StatedFact::at(FactKind::Price, "items[]"), StatedFact::at(FactKind::Stock, "items[]")]
}

/// Of products: nobody says what there is before it was looked up.
pub(crate) fn of_products() -> Vec<StatedFact> {
    vec![
        StatedFact::at(FactKind::Price, "products[]"),
        StatedFact::at(FactKind::Stock, "products[]").only_when_asked(),
    ]
}

/// Of services.
pub(crate) fn of_services() -> Vec<StatedFact> {
    vec![StatedFact::at(FactKind::Price, "services[]")]
}

/// Of an order's lines.
pub(crate) fn of_an_order() -> Vec<StatedFact> {
    vec![
        StatedFact::at(FactKind::Price, "lines[]"),
        StatedFact::at(FactKind::Branch, "branch"),
        StatedFact::at(FactKind::Branch, "branch_id"),
        StatedFact::at(FactKind::Status, "status"),
    ]
}

/// Of how orders stand.
pub(crate) fn of_order_status() -> Vec<StatedFact> {
    vec![StatedFact::anywhere(FactKind::Found), StatedFact::anywhere(FactKind::Status)]
}

/// Of a transfer to a person.
pub(crate) fn of_a_transfer() -> Vec<StatedFact> {
    vec![StatedFact::at(FactKind::HandOff, "should_transfer")]
}
