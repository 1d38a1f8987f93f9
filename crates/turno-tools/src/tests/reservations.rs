//! Reservations: what the tools do with them, as users see it.

use serde_json::{Value, json};
use turno_runtime::port::{CommitError, Store};

use super::support::{ANA, Desk, at, bar, block_on, terraza};

fn table(date: &str, time: &str, people: u32) -> Value {
    json!({"date": date, "time": time, "party_size": people, "customer_name": "Ana Gómez", "customer_phone": ANA})
}

fn refusal(desk: &mut Desk, date: &str, time: &str, people: u32) -> String {
    desk.refusal("create_reservation", table(date, time, people))
}

#[test]
fn a_table_is_booked_and_told() {
    let mut desk = Desk::new(terraza());
    let result = desk.call("create_reservation", table("2026-01-16", "20:00", 4));
    insta::assert_snapshot!(result["message"].as_str().unwrap(), @"Reservación confirmada: mesa para 4 personas, el viernes 16 de enero a las 8 de la noche, a nombre de Ana Gómez, en la sucursal Roma Norte. Su código es RES-8135.");
    insta::assert_snapshot!(result["speech"].as_str().unwrap(), @"Reservación confirmada: mesa para 4 personas, el viernes 16 de enero a las 8 de la noche, a nombre de Ana Gómez, en la sucursal Roma Norte. Su código es R E S, 8 1 3 5.");
    assert_eq!(result["confirmation_code"], "RES-8135");
    assert_eq!(result["room"], "el salón");
    assert_eq!(result["tables"], json!(["s3"]));
    assert_eq!(result["duration_minutes"], 120);
}

#[test]
fn a_full_house_refuses_and_offers_what_is_really_free() {
    let mut desk = Desk::new(terraza());
    for _ in 0..7 {
        desk.message("create_reservation", table("2026-01-16", "20:00", 2));
    }
    let result = desk.call("create_reservation", table("2026-01-16", "20:00", 2));
    assert_eq!(result["reason"], "full");
    insta::assert_snapshot!(result["message"].as_str().unwrap(), @"El viernes 16 de enero a las 8 de la noche ya no hay mesa para 2 personas. Hay mesa a las 5 y 45 de la tarde, a las 6 y cuarto de la tarde, a las 9 y 45 de la noche o a las 10 y cuarto de la noche.");
    let offers = result["alternatives"].as_array().unwrap().clone();
    assert_eq!(result["alternative_slots"], result["alternatives"]);
    assert_eq!(
        offers[0],
        json!({"date": "2026-01-16", "time": "17:45"}),
        "in the order in which they are told"
    );
    for offer in offers {
        let mut parameters = offer.clone();
        parameters["party_size"] = json!(2);
        assert_eq!(desk.call("check_availability", parameters)["available"], true, "{offer}");
    }
    let check =
        desk.call("check_availability", json!({"date": "2026-01-16", "time": "20:00", "party_size": 2}));
    assert_eq!(
        (&check["success"], &check["available"], &check["reason"]),
        (&json!(true), &json!(false), &json!("full"))
    );
}

#[test]
fn the_smallest_table_that_fits_is_taken_and_two_are_joined_for_a_large_party() {
    let mut desk = Desk::new(terraza());
    let tables = |desk: &mut Desk, people| {
        desk.call("create_reservation", table("2026-01-16", "20:00", people))["tables"].clone()
    };
    assert_eq!(tables(&mut desk, 1), json!(["s1"]));
    assert_eq!(tables(&mut desk, 6), json!(["s5"]));
    assert_eq!(tables(&mut desk, 7), json!(["s6"]));
    assert_eq!(tables(&mut desk, 8), json!(["s3", "s4"]));
    assert_eq!(tables(&mut desk, 12), Value::Null, "nothing is left for so many");
}

#[test]
fn the_room_that_was_asked_for_is_given_while_it_has_a_table() {
    let mut desk = Desk::new(terraza());
    let mut parameters = table("2026-01-16", "20:00", 4);
    parameters["special_requests"] = json!("En la Terraza, por favor");
    insta::assert_snapshot!(desk.message("create_reservation", parameters.clone()), @"Reservación confirmada: mesa para 4 personas, el viernes 16 de enero a las 8 de la noche, a nombre de Ana Gómez, en la sucursal Roma Norte, en la terraza. Su código es RES-8135.");
    desk.message("create_reservation", parameters.clone());
    desk.message("create_reservation", parameters.clone());
    insta::assert_snapshot!(desk.message("create_reservation", parameters), @"Reservación confirmada: mesa para 4 personas, el viernes 16 de enero a las 8 de la noche, a nombre de Ana Gómez, en la sucursal Roma Norte. En la terraza ya no había mesa; es en el salón. Su código es RES-7029.");
}

#[test]
fn each_refusal_says_why() {
    let mut desk = Desk::new(terraza());
    insta::assert_snapshot!(refusal(&mut desk, "2026-01-18", "21:30", 4), @"outside_hours: El domingo 18 de enero atendemos de mediodía a 10 de la noche; la última mesa se da 1 hora antes de cerrar. Hay mesa a las 7 y media de la noche, a las 8 de la noche, a las 8 y media de la noche o a las 9 de la noche.");
    insta::assert_snapshot!(refusal(&mut desk, "2026-01-16", "09:00", 4), @"outside_hours: El viernes 16 de enero atendemos de 1 de la tarde a medianoche. Hay mesa a la 1 de la tarde, a la 1 y media de la tarde, a las 2 de la tarde o a las 2 y media de la tarde.");
    insta::assert_snapshot!(refusal(&mut desk, "2026-01-14", "20:00", 4), @"past: El miércoles 14 de enero a las 8 de la noche ya pasó. Hay mesa el jueves 15 de enero a las 7 de la noche, a las 7 y media de la noche, a las 8 de la noche o a las 8 y media de la noche.");
    insta::assert_snapshot!(refusal(&mut desk, "2026-07-16", "20:00", 4), @"too_far: El jueves 16 de julio queda muy lejos: por ahora tomamos reservaciones hasta el lunes 16 de marzo.");
    insta::assert_snapshot!(refusal(&mut desk, "2026-01-16", "20:00", 500), @"party_too_large: Por aquí tomamos reservaciones de 1 a 12 personas; los grupos más grandes los atiende nuestro equipo en el 55 5555 0109.");
    desk.now = at("2026-01-16T01:45:00Z");
    insta::assert_snapshot!(refusal(&mut desk, "2026-01-15", "20:00", 4), @"too_soon: Necesitamos al menos 30 minutos de anticipación. Hay mesa a las 8 y cuarto de la noche, a las 8 y 45 de la noche, a las 9 y cuarto de la noche o a las 9 y 45 de la noche.");
    desk.now = at("2026-12-10T18:00:00Z");
    let mut christmas = desk.call("create_reservation", table("2026-12-25", "20:00", 4));
    insta::assert_snapshot!(christmas["message"].take().as_str().unwrap(), @"El viernes 25 de diciembre no abrimos, por ser Navidad. Hay mesa el sábado 26 de diciembre a las 8 de la noche, el domingo 27 de diciembre a las 8 de la noche, el lunes 28 de diciembre a las 8 de la noche o el martes 29 de diciembre a las 8 de la noche.");
    assert_eq!(christmas["closed_for"], "Navidad");
    let mut elsewhere = table("2026-12-26", "20:00", 4);
    elsewhere["branch_id"] = json!("polanco");
    insta::assert_snapshot!(desk.refusal("create_reservation", elsewhere), @"no_such_branch: No conozco esa sucursal. Tenemos Roma Norte y Coyoacán.");
}

#[test]
fn nobody_and_a_time_that_is_none_are_refused_by_the_schema() {
    let mut desk = Desk::new(terraza());
    assert!(desk.prepare("create_reservation", table("2026-01-16", "20:00", 0)).is_err());
    assert!(desk.prepare("create_reservation", table("2026-01-16", "25:00", 2)).is_err());
    assert!(desk.prepare("create_reservation", table("2026-13-16", "20:00", 2)).is_err());
    assert!(desk.prepare("create_reservation", table("2026-02-31", "20:00", 2)).is_err());
    assert!(desk.prepare("check_availability", json!({"time": "20:00"})).is_err());
}

#[test]
fn a_day_without_a_time_gives_its_free_times() {
    let mut desk = Desk::new(terraza());
    let result = desk.call("check_availability", json!({"date": "2026-01-16", "party_size": 4}));
    insta::assert_snapshot!(result["message"].as_str().unwrap(), @"El viernes 16 de enero hay mesa a la 1 de la tarde, a las 3 y media de la tarde, a las 6 de la tarde o a las 8 y media de la noche.");
    assert_eq!(result["slots"].as_array().unwrap().len(), 41);
    let days = desk.call("check_availability", json!({"date_from": "2026-01-16", "date_to": "2026-01-18"}));
    assert_eq!(days["slots"].as_array().unwrap().len(), 12);
    desk.now = at("2026-01-16T04:50:00Z");
    let late = desk.call("check_availability", json!({"date": "2026-01-15"}));
    insta::assert_snapshot!(late["message"].as_str().unwrap(), @"El jueves 15 de enero ya no hay mesa para 2 personas. Hay mesa el viernes 16 de enero a las 2 de la tarde, el sábado 17 de enero a las 2 de la tarde, el domingo 18 de enero a las 2 de la tarde o el lunes 19 de enero a las 2 de la tarde.");
}

#[test]
fn a_cancelled_table_is_free_again() {
    let mut desk = Desk::new(bar("18:00-23:00"));
    let code = desk.call("create_reservation", table("2026-01-16", "20:00", 2))["confirmation_code"].clone();
    assert!(refusal(&mut desk, "2026-01-16", "20:00", 2).starts_with("full"));
    let cancelled = desk.call("cancel_reservation", json!({"confirmation_code": code}));
    insta::assert_snapshot!(cancelled["message"].as_str().unwrap(), @"Quedó cancelada la reservación RES-8135, el viernes 16 de enero a las 8 de la noche.");
    desk.message("create_reservation", table("2026-01-16", "20:00", 2));
    insta::assert_snapshot!(desk.refusal("cancel_reservation", json!({"confirmation_code": code})), @"already_cancelled: Esa reservación ya estaba cancelada.");
}

#[test]
fn a_reservation_is_moved_in_one_write() {
    let mut desk = Desk::new(bar("18:00-23:00"));
    desk.message("create_reservation", table("2026-01-16", "20:00", 2));
    let moved = desk.call("modify_reservation", json!({"confirmation_code": "res 8135", "time": "20:30"}));
    insta::assert_snapshot!(moved["message"].as_str().unwrap(), @"Reservación actualizada: mesa para 2 personas, el viernes 16 de enero a las 8 y media de la noche. Su código sigue siendo RES-8135.");
    assert_eq!(moved["changed"], json!(["time"]));
    assert_eq!(moved["previous"], json!({"date": "2026-01-16", "time": "20:00", "party_size": 2}));
    let away = desk.call("modify_reservation", json!({"confirmation_code": "8135", "date": "2026-01-17"}));
    assert_eq!(away["changed"], json!(["date"]));
    desk.message("create_reservation", table("2026-01-16", "20:00", 2));
    let back = json!({"confirmation_code": "RES-8135", "date": "2026-01-16", "time": "20:00"});
    assert!(desk.refusal("modify_reservation", back).starts_with("full"));
    let same = desk.refusal("modify_reservation", json!({"confirmation_code": "RES-8135", "time": "20:30"}));
    insta::assert_snapshot!(same, @"nothing_to_change: La reservación ya está así; no hay nada que cambiar.");
    let found = desk.call("find_bookings", json!({}));
    assert_eq!(found["count"], 2);
    assert_eq!(found["bookings"][1]["date"], "2026-01-17");
}

#[test]
fn the_slot_of_the_booking_that_is_moved_counts_as_free() {
    let mut desk = Desk::new(bar("18:00-23:00"));
    desk.message("create_reservation", table("2026-01-16", "20:00", 2));
    let near = json!({"date": "2026-01-16", "time": "20:30", "party_size": 2});
    assert_eq!(desk.call("check_availability", near.clone())["available"], false);
    let mut moving = near;
    moving["confirmation_code"] = json!("RES-8135");
    assert_eq!(desk.call("check_availability", moving)["available"], true);
}

#[test]
fn a_reservation_moves_to_another_branch() {
    let mut desk = Desk::new(terraza());
    desk.message("create_reservation", table("2026-01-16", "20:00", 2));
    let moved =
        desk.call("modify_reservation", json!({"confirmation_code": "RES-8135", "branch_id": "coyoacan"}));
    assert_eq!(moved["branch"], "Coyoacán");
    assert_eq!(moved["tables"], json!(["p1"]));
    assert_eq!(desk.holds(), ["RES-8135 p1"]);
}

#[test]
fn the_branch_that_was_called_is_the_one() {
    let mut desk = Desk::new(terraza());
    desk.branch = Some("coyoacan".to_owned());
    assert_eq!(desk.call("create_reservation", table("2026-01-16", "20:00", 2))["branch_id"], "coyoacan");
    desk.branch = Some("no-longer".to_owned());
    assert_eq!(desk.call("create_reservation", table("2026-01-16", "20:00", 2))["branch_id"], "roma");
}

#[test]
fn two_callers_for_the_last_table_never_both_get_it() {
    let mut desk = Desk::new(bar("18:00-23:00"));
    let first = desk.prepare("create_reservation", table("2026-01-16", "20:00", 2)).unwrap();
    let second = desk.prepare("create_reservation", table("2026-01-16", "20:30", 2)).unwrap();
    assert_eq!((&first.result["success"], &second.result["success"]), (&json!(true), &json!(true)));
    block_on(desk.store.commit(first.batch)).unwrap();
    assert_eq!(block_on(desk.store.commit(second.batch)), Err(CommitError::Conflict));
    let again = desk.prepare("create_reservation", table("2026-01-16", "20:30", 2)).unwrap();
    assert_eq!(again.result["reason"], "full");
    assert_eq!(again.result["alternatives"][0], json!({"date": "2026-01-16", "time": "18:00"}));
    assert_eq!(again.batch, turno_runtime::port::Batch::default());
}

#[test]
fn a_seating_runs_past_midnight() {
    let mut desk = Desk::new(bar("18:00-03:00"));
    desk.message("create_reservation", table("2026-01-16", "23:30", 2));
    assert!(refusal(&mut desk, "2026-01-17", "00:30", 2).starts_with("full"));
    desk.message("create_reservation", table("2026-01-17", "01:00", 2));
}

#[test]
fn two_callers_on_either_side_of_midnight_never_both_get_the_table() {
    for is_late_first in [true, false] {
        let mut desk = Desk::new(bar("18:00-03:00"));
        let mut prepare =
            |date, time| desk.prepare("create_reservation", table(date, time, 2)).unwrap().batch;
        let (late, early) = (prepare("2026-01-18", "00:00"), prepare("2026-01-17", "23:00"));
        let (first, second) = if is_late_first { (late, early) } else { (early, late) };
        block_on(desk.store.commit(first)).unwrap();
        assert_eq!(block_on(desk.store.commit(second)), Err(CommitError::Conflict));
    }
}

#[test]
fn the_clocks_go_forward_and_back() {
    let mut business = bar("00:00-24:00");
    business.time_zone = jiff::tz::TimeZone::get("America/New_York").unwrap();
    let mut desk = Desk::new(business);
    desk.now = at("2026-03-01T18:00:00Z");
    assert!(refusal(&mut desk, "2026-03-08", "02:30", 2).starts_with(
        "impossible_time: El domingo 8 de marzo se adelanta el reloj y esa hora no existe. Hay mesa"
    ));
    desk.now = at("2026-10-25T18:00:00Z");
    desk.message("create_reservation", table("2026-11-01", "01:30", 2));
    // 01:30 the first time is 05:30 in UTC; the table is free again an hour and a half later, at 02:00 local time.
    desk.message("create_reservation", table("2026-11-01", "02:00", 2));
}

#[test]
fn a_code_grows_where_the_short_ones_are_taken() {
    let mut desk = Desk::new(terraza());
    let first = desk.call("create_reservation", table("2026-01-16", "20:00", 2))["confirmation_code"].clone();
    assert_eq!(first.as_str().unwrap().len(), "RES-1234".len());
    for number in 1000..=9999 {
        let key = turno_business::keys::booking("terraza", &format!("RES-{number}"));
        desk.store.0.lock().unwrap().insert(key, vec![1]);
    }
    let second =
        desk.call("create_reservation", table("2026-01-16", "20:00", 2))["confirmation_code"].clone();
    assert_eq!(second.as_str().unwrap().len(), "RES-12345".len());
}
