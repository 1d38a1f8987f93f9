//! Every row of the businesses read and checked: bookings, what they hold, orders, hand-offs.

use std::collections::{BTreeMap, BTreeSet};

use turno_core::Timestamp;
use turno_runtime::{
    CarriedOut,
    port::{Store, StoreError},
};

use crate::{
    Product,
    book::Hold,
    catalog::CatalogRow,
    record::{self, Booking, BookingStatus, Lead, Order, SupportTicket, Ticket},
    tries::TriesRecord,
};

/// Rows that are read at a time.
const PAGE: usize = 500;

/// Every business's rows.
const PREFIX: &[u8] = b"b\0";

/// What businesses have in a store, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// What is wrong, each with its place.
    pub findings: Vec<String>,
    /// Bookings that stand.
    pub bookings: u64,
    /// Bookings that were cancelled.
    pub cancelled: u64,
    /// Orders.
    pub orders: u64,
    /// Hand-offs to a person.
    pub hand_offs: u64,
    /// Products in catalogues.
    pub products: u64,
    /// Prospects.
    pub leads: u64,
    /// Support tickets.
    pub support_tickets: u64,
    counted: BTreeMap<String, u64>,
    catalogs: BTreeMap<String, u64>,
    ticket_numbers: BTreeSet<(String, String)>,
    books: BTreeMap<(String, String), Booking>,
    order_numbers: BTreeSet<(String, String)>,
    holds: Vec<(Place, Hold)>,
    /// What leads from an owner to a booking or an order: where, tenant, code.
    pointers: Vec<(String, Pointer)>,
}

/// One day of a branch, or of a clinic's people.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    tenant: String,
    scope: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Pointer {
    Booking(String, String),
    Order(String, String),
    SupportTicket(String, String),
}

/// Reads all rows of all businesses and checks them: each decodes; nothing is held twice at a time; each booking holds what
/// it says, and each hold has its booking; what leads to a booking or an order leads somewhere; and what a confirmed call
/// told the user is there.
///
/// # Errors
/// Where the store cannot be read.
pub async fn audit(store: &dyn Store, carried_out: &[CarriedOut]) -> Result<Audit, StoreError> {
    let mut audit = Audit::default();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(PREFIX, after.as_deref(), PAGE).await?;
        for (row, value) in &page {
            if let Err(what) = audit.take(row, value) {
                audit.findings.push(format!("row {}: {what}", shown(row)));
            }
        }
        if page.len() < PAGE {
            break;
        }
        after = page.last().map(|(row, _)| row.clone());
    }
    audit.check_holds();
    audit.check_bookings();
    audit.check_pointers();
    audit.check_catalogs();
    audit.check_carried_out(carried_out);
    Ok(audit)
}

impl Audit {
    fn take(&mut self, row: &[u8], value: &[u8]) -> Result<(), String> {
        let parts: Vec<&str> =
            row.split(|byte| *byte == 0).map(|part| std::str::from_utf8(part).unwrap_or_default()).collect();
        let told = |error: turno_runtime::port::ToolError| error.to_string();
        match parts.as_slice() {
            [_, tenant, "booking", code] => {
                let booking: Booking = record::decode(value).map_err(told)?;
                match booking.status {
                    BookingStatus::Confirmed => self.bookings += 1,
                    BookingStatus::Cancelled => self.cancelled += 1,
                }
                self.books.insert(((*tenant).to_owned(), (*code).to_owned()), booking);
            }
            [_, tenant, "day", scope, _] => {
                let holds: Vec<Hold> = record::decode(value).map_err(told)?;
                let place = Place { tenant: (*tenant).to_owned(), scope: (*scope).to_owned() };
                self.holds.extend(holds.into_iter().map(|hold| (place.clone(), hold)));
            }
            [_, tenant, "bookings-of", ..] => {
                let code: String = record::decode(value).map_err(told)?;
                self.pointers.push((shown(row), Pointer::Booking((*tenant).to_owned(), code)));
            }
            [_, tenant, "order", number] => {
                let _order: Order = record::decode(value).map_err(told)?;
                self.orders += 1;
                self.order_numbers.insert(((*tenant).to_owned(), (*number).to_owned()));
            }
            [_, tenant, "orders-of", ..] => {
                let number: String = record::decode(value).map_err(told)?;
                self.pointers.push((shown(row), Pointer::Order((*tenant).to_owned(), number)));
            }
            [_, _, "ticket", _] => {
                let _ticket: Ticket = record::decode(value).map_err(told)?;
                self.hand_offs += 1;
            }
            parts => return self.take_shop(row, parts, value),
        }
        Ok(())
    }

    /// What a shop has: its catalogue, prospects and support tickets.
    fn take_shop(&mut self, row: &[u8], parts: &[&str], value: &[u8]) -> Result<(), String> {
        let told = |error: turno_runtime::port::ToolError| error.to_string();
        match parts {
            [_, tenant, "catalog"] => {
                let catalog: CatalogRow = record::decode(value).map_err(told)?;
                self.catalogs.insert((*tenant).to_owned(), catalog.count);
            }
            [_, tenant, "product", _] => {
                let _product: Product = record::decode(value).map_err(told)?;
                self.products += 1;
                *self.counted.entry((*tenant).to_owned()).or_default() += 1;
            }
            [_, _, "lead", _] => {
                let _lead: Lead = record::decode(value).map_err(told)?;
                self.leads += 1;
            }
            [_, tenant, "support", number] => {
                let _ticket: SupportTicket = record::decode(value).map_err(told)?;
                self.support_tickets += 1;
                self.ticket_numbers.insert(((*tenant).to_owned(), (*number).to_owned()));
            }
            [_, tenant, "support-of", _] => {
                let number: String = record::decode(value).map_err(told)?;
                self.pointers.push((shown(row), Pointer::SupportTicket((*tenant).to_owned(), number)));
            }
            [_, _, "tries", ..] => drop(record::decode::<TriesRecord>(value).map_err(told)?),
            [_, _, "proved", ..] => drop(record::decode::<Timestamp>(value).map_err(told)?),
            _ => {
                return Err(
                    "a row of an unknown kind: a later version wrote it, or something else did".to_owned()
                );
            }
        }
        Ok(())
    }

    /// A catalogue has as many products as it says.
    fn check_catalogs(&mut self) {
        let tenants: BTreeSet<&String> = self.catalogs.keys().chain(self.counted.keys()).collect();
        let mut found = Vec::new();
        for tenant in tenants {
            let said = self.catalogs.get(tenant).copied().unwrap_or_default();
            let counted = self.counted.get(tenant).copied().unwrap_or_default();
            if said != counted {
                found.push(format!(
                    "{tenant}: the catalogue says that it has {said} products, and {counted} are there: import it again"
                ));
            }
        }
        self.findings.append(&mut found);
    }

    /// Nothing is held by two at a time, and each hold is a booking's that stands.
    fn check_holds(&mut self) {
        let mut stretches: Vec<(&str, &str, &str, i64, i64, &str)> = Vec::new();
        let mut found = Vec::new();
        for (place, hold) in &self.holds {
            let booking = self.books.get(&(place.tenant.clone(), hold.code.clone()));
            let stands = booking.is_some_and(|booking| {
                booking.status == BookingStatus::Confirmed
                    && booking.takes == hold.takes
                    && booking.start_minute == hold.from_minute
            });
            if !stands {
                found.push(format!(
                    "{} {}: {} is held for {}, and no booking that stands says so",
                    place.tenant,
                    place.scope,
                    hold.takes.join(", "),
                    hold.code
                ));
            }
            stretches.extend(hold.takes.iter().map(|thing| {
                (
                    place.tenant.as_str(),
                    place.scope.as_str(),
                    thing.as_str(),
                    hold.from_minute,
                    hold.to_minute,
                    hold.code.as_str(),
                )
            }));
        }
        stretches.sort_unstable();
        for pair in stretches.windows(2) {
            if let [(tenant, scope, thing, _, to, first), (tenant2, scope2, thing2, from, _, second)] = pair
                && (tenant, scope, thing) == (tenant2, scope2, thing2)
                && from < to
            {
                found.push(format!(
                    "{tenant} {scope}: {thing} is booked twice at a time, by {first} and by {second}: call one of them"
                ));
            }
        }
        self.findings.append(&mut found);
    }

    fn check_bookings(&mut self) {
        let held: BTreeSet<(&str, &str)> =
            self.holds.iter().map(|(place, hold)| (place.tenant.as_str(), hold.code.as_str())).collect();
        let loose = self.books.iter().filter(|((tenant, code), booking)| {
            booking.status == BookingStatus::Confirmed && !held.contains(&(tenant.as_str(), code.as_str()))
        });
        let found: Vec<String> = loose
            .map(|((tenant, code), booking)| {
                format!("{tenant}: the booking {code} of {} holds nothing: its table or person can be booked again", booking.date)
            })
            .collect();
        self.findings.extend(found);
    }

    fn check_pointers(&mut self) {
        for (place, pointer) in std::mem::take(&mut self.pointers) {
            let leads_somewhere = match pointer {
                Pointer::Booking(tenant, code) => self.books.contains_key(&(tenant, code)),
                Pointer::Order(tenant, number) => self.order_numbers.contains(&(tenant, number)),
                Pointer::SupportTicket(tenant, number) => self.ticket_numbers.contains(&(tenant, number)),
            };
            if !leads_somewhere {
                self.findings.push(format!("row {place}: what it leads to is not there"));
            }
        }
    }

    fn check_carried_out(&mut self, carried_out: &[CarriedOut]) {
        for call in carried_out {
            let text = |name: &str| call.result.get(name).and_then(|value| value.as_str());
            let key = |code: &str| (call.tenant.clone(), code.to_owned());
            let is_there = text("confirmation_code").is_none_or(|code| self.books.contains_key(&key(code)))
                && text("order_number").is_none_or(|number| self.order_numbers.contains(&key(number)))
                && text("ticket_number").is_none_or(|number| self.ticket_numbers.contains(&key(number)));
            if !is_there {
                self.findings.push(format!(
                    "{}: the user was told {}, and it is not there",
                    call.place,
                    text("confirmation_code")
                        .or(text("order_number"))
                        .or(text("ticket_number"))
                        .unwrap_or_default()
                ));
            }
        }
    }
}

fn shown(row: &[u8]) -> String {
    String::from_utf8_lossy(row).replace('\0', "/")
}
