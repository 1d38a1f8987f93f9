//! What an audit of a business's rows finds.

use serde_json::{Value, json};
use turno_business::{Audit, audit, book::Hold, record, sweep_business};
use turno_runtime::{CarriedOut, port::Store};

use super::support::{ANA, Desk, at, block_on, terraza};

/// A restaurant with a booking that stands, one that was cancelled, and an order.
fn open() -> (Desk, Vec<CarriedOut>) {
    let mut desk = Desk::new(terraza());
    desk.now = at("2026-01-15T20:00:00Z");
    let table = |time: &str| json!({"date": "2026-01-16", "time": time, "party_size": 4, "customer_name": "Ana Gómez", "customer_phone": ANA});
    let first = desk.call("create_reservation", table("20:00"));
    let second = desk.call("create_reservation", table("15:00"));
    desk.call("cancel_reservation", json!({"confirmation_code": second["confirmation_code"]}));
    let order = json!({
        "items": [{"menu_item_id": "hamburguesa", "quantity": 2}], "delivery_type": "pickup",
        "customer_name": "Ana Gómez", "customer_phone": ANA,
    });
    let order = desk.call("create_order", order);
    let told = |result: Value| CarriedOut {
        tenant: "terraza".to_owned(),
        place: "terraza/test/c-1".to_owned(),
        result,
    };
    (desk, vec![told(first), told(second), told(order)])
}

fn audited(desk: &Desk, told: &[CarriedOut]) -> Audit {
    block_on(audit(&desk.store, told)).unwrap()
}

#[test]
fn a_business_in_order_is_counted() {
    let (desk, told) = open();
    let audit = audited(&desk, &told);
    assert_eq!(audit.findings, Vec::<String>::new());
    assert_eq!((audit.bookings, audit.cancelled, audit.orders), (1, 1, 1));
}

#[test]
fn a_row_that_is_missing_is_found_by_what_points_to_it() {
    for (kind, says) in [
        ("booking", "no booking that stands says so"),
        ("booking", "the user was told RES-"),
        ("day", "holds nothing"),
        ("order", "the user was told PED-"),
        ("order", "what it leads to is not there"),
    ] {
        let (desk, told) = open();
        let prefix = format!("b\0terraza\0{kind}\0");
        desk.store.0.lock().unwrap().retain(|row, _| !row.starts_with(prefix.as_bytes()));
        let found = audited(&desk, &told).findings;
        assert!(found.iter().any(|finding| finding.contains(says)), "{kind}: {found:#?}");
    }
}

#[test]
fn a_table_that_is_booked_twice_is_found() {
    let (desk, told) = open();
    let (row, value) = block_on(desk.store.scan(b"b\0terraza\0day\0", None, 1)).unwrap().remove(0);
    let mut holds: Vec<Hold> = record::decode(&value).unwrap();
    let mut other = holds[0].clone();
    other.code = "RES-0000".to_owned();
    other.from_minute += 30;
    holds.push(other);
    desk.store.0.lock().unwrap().insert(row, record::encode(&holds).unwrap());
    let found = audited(&desk, &told).findings;
    assert!(
        found
            .iter()
            .any(|finding| finding.contains("booked twice at a time") && finding.contains("RES-0000")),
        "{found:#?}"
    );
}

#[test]
fn damage_and_unknown_rows_are_found() {
    let (desk, told) = open();
    let mut rows = desk.store.0.lock().unwrap();
    rows.insert(b"b\0terraza\0booking\0RES-0".to_vec(), vec![9]);
    rows.insert(b"b\0terraza\0dance\0x".to_vec(), vec![1]);
    drop(rows);
    let found = audited(&desk, &told).findings;
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("RES-0") && found[0].contains("format 9"), "{found:#?}");
    assert!(found[1].contains("unknown kind"), "{found:#?}");
}

#[test]
fn what_lies_a_year_back_goes_with_all_that_leads_to_it_and_what_is_to_come_stays() {
    const DAY_MS: u64 = 24 * 3_600_000;
    let (mut desk, _) = open();
    let sweep = |desk: &Desk, kept_days: u64| {
        block_on(sweep_business(&desk.store, &desk.business, desk.now, kept_days * DAY_MS)).unwrap()
    };
    assert_eq!(sweep(&desk, 365), 0);
    desk.now = desk.now.plus_ms(30 * DAY_MS);
    let table = json!({"date": "2026-02-20", "time": "20:00", "party_size": 4, "customer_name": "Ana", "customer_phone": ANA});
    desk.message("create_reservation", table);
    assert_eq!(sweep(&desk, 20), 3, "two bookings and an order");
    let audit = audited(&desk, &[]);
    assert_eq!(audit.findings, Vec::<String>::new());
    assert_eq!((audit.bookings, audit.cancelled, audit.orders), (1, 0, 0));
    desk.now = desk.now.plus_ms(60 * DAY_MS);
    assert_eq!(sweep(&desk, 20), 1);
    assert_eq!(desk.store.0.lock().unwrap().len(), 0, "no row is left");
}
