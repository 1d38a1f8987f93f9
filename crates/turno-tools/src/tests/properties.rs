//! Whatever is booked, moved and cancelled in whatever order, nothing is given twice.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Value, json};
use turno_business::{
    Business,
    record::{Booking, BookingStatus, decode},
};
use turno_runtime::port::{CommitError, Store};

use super::support::{ANA, Desk, block_on, sonrisa, terraza};

/// The hours that bookings crowd into, so that they meet: the tables' around midnight.
const BUSY_TABLES: i8 = 21;
const BUSY_CLINIC: i8 = 11;

#[derive(Debug, Clone)]
enum Act {
    Create(Wanted),
    /// Two prepare before either commits.
    Race(Wanted, Wanted),
    Modify(usize, Wanted),
    Cancel(usize),
}

/// Night, quarter of an hour since the busy time began, and a number for the size or the service.
#[derive(Debug, Clone, Copy)]
struct Wanted(u8, u8, u8);

fn wanted() -> impl Strategy<Value = Wanted> {
    (0..2_u8, 0..20_u8, 0..12_u8).prop_map(|(night, quarter, size)| Wanted(night, quarter, size))
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => wanted().prop_map(Act::Create),
        1 => (wanted(), wanted()).prop_map(|(first, second)| Act::Race(first, second)),
        2 => (any::<usize>(), wanted()).prop_map(|(which, wanted)| Act::Modify(which, wanted)),
        1 => any::<usize>().prop_map(Act::Cancel),
    ];
    proptest::collection::vec(act, 1..40)
}

fn slot(business: &Business, Wanted(night, quarter, _): Wanted) -> Value {
    let begins = if business.services.is_empty() { BUSY_TABLES } else { BUSY_CLINIC };
    let begins = jiff::civil::date(2026, 1, 16).at(begins, 0, 0, 0);
    let minutes = i64::from(night) * 24 * 60 + i64::from(quarter) * 15;
    let at = begins.saturating_add(jiff::SignedDuration::from_mins(minutes));
    json!({"date": at.date(), "time": at.strftime("%H:%M").to_string()})
}

/// The parameters of the business's create tool.
fn creation(business: &Business, wanted: Wanted) -> Value {
    let mut parameters = slot(business, wanted);
    if business.services.is_empty() {
        parameters["party_size"] = json!(u32::from(wanted.2) + 1);
        parameters["customer_name"] = json!("Ana");
        parameters["customer_phone"] = json!(ANA);
    } else {
        let service = &business.services[usize::from(wanted.2) % business.services.len()];
        parameters["service_id"] = json!(service.id);
        parameters["patient_name"] = json!("Ana");
        parameters["patient_phone"] = json!(ANA);
    }
    parameters
}

struct Names {
    create: &'static str,
    modify: &'static str,
    cancel: &'static str,
}

fn names(business: &Business) -> Names {
    if business.services.is_empty() {
        Names { create: "create_reservation", modify: "modify_reservation", cancel: "cancel_reservation" }
    } else {
        Names { create: "create_appointment", modify: "modify_appointment", cancel: "cancel_appointment" }
    }
}

fn run(business: Business, acts: Vec<Act>) {
    let tools = names(&business);
    let mut desk = Desk::new(business);
    let mut codes: Vec<String> = Vec::new();
    for act in acts {
        match act {
            Act::Create(wanted) => {
                let result = desk.call(tools.create, creation(&desk.business, wanted));
                match result["confirmation_code"].as_str() {
                    Some(code) => codes.push(code.to_owned()),
                    None => check_offers(&mut desk, wanted, &result),
                }
            }
            Act::Race(first, second) => race(&mut desk, &tools, &mut codes, first, second),
            Act::Modify(which, wanted) if !codes.is_empty() => {
                let mut parameters = slot(&desk.business, wanted);
                parameters["confirmation_code"] = json!(codes[which % codes.len()]);
                desk.call(tools.modify, parameters);
            }
            Act::Cancel(which) if !codes.is_empty() => {
                let code = codes.swap_remove(which % codes.len());
                let cancelled = desk.call(tools.cancel, json!({"confirmation_code": code}));
                assert_eq!(cancelled["success"], true);
                check_reusable(&mut desk, &cancelled);
            }
            Act::Modify(..) | Act::Cancel(_) => {}
        }
        check_nothing_is_given_twice(&desk, &codes);
    }
}

fn race(desk: &mut Desk, tools: &Names, codes: &mut Vec<String>, first: Wanted, second: Wanted) {
    let prepared = [first, second].map(|wanted| {
        let parameters = creation(&desk.business, wanted);
        desk.prepare(tools.create, parameters).unwrap()
    });
    for call in prepared {
        match block_on(desk.store.commit(call.batch)) {
            Ok(()) => codes.extend(call.result["confirmation_code"].as_str().map(str::to_owned)),
            Err(CommitError::Conflict) => {}
            Err(CommitError::Store(error)) => panic!("{error}"),
        }
    }
}

/// What is offered in place of what was wanted can be had.
fn check_offers(desk: &mut Desk, wanted: Wanted, refused: &Value) {
    for offer in refused["alternatives"].as_array().into_iter().flatten() {
        let mut parameters = creation(&desk.business, wanted);
        for (name, value) in offer.as_object().unwrap() {
            parameters[name] = value.clone();
        }
        let prepared = desk.prepare(names(&desk.business).create, parameters).unwrap();
        assert_eq!(prepared.result["success"], true, "{offer} was offered: {refused:#}");
    }
}

fn check_reusable(desk: &mut Desk, cancelled: &Value) {
    let mut parameters = json!({});
    for name in ["date", "time", "party_size", "service_id", "staff_id"] {
        if let Some(value) = cancelled.get(name).filter(|value| !value.is_null()) {
            parameters[name] = value.clone();
        }
    }
    assert_eq!(desk.call("check_availability", parameters)["available"], true, "{cancelled:#}");
}

fn check_nothing_is_given_twice(desk: &Desk, codes: &[String]) {
    let holds = desk.all_holds();
    for (nth, hold) in holds.iter().enumerate() {
        for other in &holds[nth + 1..] {
            let is_apart = hold.to_minute <= other.from_minute || other.to_minute <= hold.from_minute;
            let shares = hold.takes.iter().any(|thing| other.takes.contains(thing));
            assert!(is_apart || !shares, "{hold:?} and {other:?}");
        }
    }
    let mut held: Vec<&String> = holds.iter().map(|hold| &hold.code).collect();
    let mut booked: Vec<&String> = codes.iter().collect();
    held.sort();
    booked.sort();
    assert_eq!(held, booked, "each booking has one hold, and nothing else has");
    check_records(desk, codes);
}

fn check_records(desk: &Desk, codes: &[String]) {
    let holds: BTreeMap<String, _> =
        desk.all_holds().into_iter().map(|hold| (hold.code.clone(), hold)).collect();
    for code in codes {
        let row =
            desk.store.0.lock().unwrap()[&turno_business::keys::booking(&desk.business.id, code)].clone();
        let booking: Booking = decode(&row).unwrap();
        let hold = &holds[code];
        assert_eq!(booking.status, BookingStatus::Confirmed);
        assert_eq!((&booking.takes, booking.start_minute), (&hold.takes, hold.from_minute));
        if let Some(party_size) = booking.party_size {
            let tables = desk.business.tables.iter().filter(|table| booking.takes.contains(&table.id));
            let (seats, rooms): (Vec<u32>, BTreeSet<&str>) =
                tables.map(|table| (table.seats[1], table.room.as_str())).unzip();
            assert!(seats.iter().sum::<u32>() >= party_size, "{booking:?}");
            assert_eq!(rooms.len(), 1, "tables that are joined stand in one room: {booking:?}");
        }
        if let (Some(service), Some(staff)) = (&booking.service, &booking.staff) {
            assert!(desk.business.service(service).unwrap().staff.contains(staff), "{booking:?}");
        }
    }
}

/// The restaurant with few tables.
fn small_terraza() -> Business {
    let mut business = terraza();
    business.tables.retain(|table| ["s3", "s4", "t2"].contains(&table.id.as_str()));
    business
}

/// The same on long nights, so that seatings run past midnight.
fn late_terraza() -> Business {
    let mut business = small_terraza();
    let night = |open: i8, close: i8| turno_language::Span {
        open: jiff::civil::time(open, 0, 0, 0),
        close: jiff::civil::time(close, 0, 0, 0),
    };
    for hours in business.branch_hours.values_mut() {
        hours.week = std::array::from_fn(|_| vec![night(18, 4)]);
    }
    business
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_table_is_given_twice(acts in acts()) {
        run(small_terraza(), acts);
    }

    #[test]
    fn no_table_is_given_twice_over_midnight(acts in acts()) {
        run(late_terraza(), acts);
    }

    #[test]
    fn nobody_is_booked_twice(acts in acts()) {
        run(sonrisa(), acts);
    }
}
