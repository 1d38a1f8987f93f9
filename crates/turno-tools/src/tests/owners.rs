//! Owners: what the tools do with them, as users see it.

use serde_json::{Value, json};

use super::support::{ANA, Desk, JUAN, at, terraza};

/// Ana has booked; someone else is on the line, in another conversation.
fn someone_else() -> Desk {
    let mut desk = Desk::new(terraza());
    desk.message("create_reservation", ana("2026-01-16"));
    desk.caller = Some(JUAN.to_owned());
    desk.conversation = "c-2".to_owned();
    desk
}

fn ana(date: &str) -> Value {
    json!({"date": date, "time": "20:00", "party_size": 2, "customer_name": "Ana Gómez", "customer_phone": ANA})
}

#[test]
fn who_calls_from_the_phone_of_the_booking_needs_no_name() {
    let mut desk = someone_else();
    desk.caller = Some("+5215512345678".to_owned());
    let found = desk.call("find_bookings", json!({}));
    assert_eq!(found["count"], 1, "WhatsApp's old form of the same number");
    insta::assert_snapshot!(found["message"].as_str().unwrap(), @"Su reservación: RES-8135, mesa para 2 personas, el viernes 16 de enero a las 8 de la noche, en la sucursal Roma Norte.");
    desk.message("cancel_reservation", json!({"confirmation_code": "RES-8135"}));
    let none = desk.call("find_bookings", json!({}));
    insta::assert_snapshot!(none["message"].as_str().unwrap(), @"No encuentro reservaciones próximas a su número.");
    assert_eq!((&none["success"], &none["count"]), (&json!(true), &json!(0)));
}

#[test]
fn who_calls_from_elsewhere_must_know_the_name() {
    let mut desk = someone_else();
    for tool in ["find_bookings", "cancel_reservation", "modify_reservation"] {
        let mut parameters = json!({"confirmation_code": "RES-8135"});
        if tool == "modify_reservation" {
            parameters["time"] = json!("21:00");
        }
        insta::allow_duplicates! {
            insta::assert_snapshot!(desk.refusal(tool, parameters.clone()), @"needs_name: Para su seguridad necesito el nombre con el que se hizo la reservación.");
        }
        parameters["customer_name"] = json!("Pedro");
        insta::allow_duplicates! {
            insta::assert_snapshot!(desk.refusal(tool, parameters.clone()), @"not_found: No encuentro una reservación con esos datos.");
        }
        if tool != "cancel_reservation" {
            parameters["customer_name"] = json!("ana");
            assert_eq!(desk.call(tool, parameters)["success"], true);
        }
    }
}

#[test]
fn a_conversation_knows_its_own_bookings_without_a_phone() {
    let mut desk = Desk::new(terraza());
    desk.caller = None;
    insta::assert_snapshot!(desk.refusal("find_bookings", json!({})), @"needs_code: Para encontrar su reservación necesito el código.");
    desk.message("create_reservation", ana("2026-01-17"));
    desk.message("create_reservation", ana("2026-01-16"));
    let found = desk.call("find_bookings", json!({}));
    insta::assert_snapshot!(found["message"].as_str().unwrap(), @"Tiene 2 reservaciones: RES-8482, mesa para 2 personas, el viernes 16 de enero a las 8 de la noche, en la sucursal Roma Norte; RES-4113, mesa para 2 personas, el sábado 17 de enero a las 8 de la noche, en la sucursal Roma Norte.");
    assert_eq!(found["booking"], found["bookings"][0]);
}

#[test]
fn what_is_over_is_neither_found_nor_changed() {
    let mut desk = Desk::new(terraza());
    desk.message("create_reservation", ana("2026-01-16"));
    desk.now = at("2026-01-17T02:00:00Z");
    assert_eq!(desk.call("find_bookings", json!({}))["count"], 0);
    let code = json!({"confirmation_code": "RES-8135"});
    insta::assert_snapshot!(desk.refusal("cancel_reservation", code), @"already_past: Esa reservación ya pasó.");
}

#[test]
fn a_code_that_nobody_has_is_not_found() {
    let mut desk = Desk::new(terraza());
    for code in ["RES-0000", "hola", "CIT-8135", "💥", "RES-\u{0}"] {
        desk.caller = None;
        desk.conversation = format!("c-{}", code.len());
        let refusal = desk.refusal("cancel_reservation", json!({"confirmation_code": code}));
        assert!(refusal.starts_with("needs_name"), "{code}: {refusal}");
        let with_name = json!({"confirmation_code": code, "customer_name": "Ana"});
        let refusal = desk.refusal("cancel_reservation", with_name);
        assert!(refusal.starts_with("not_found"), "{code}: {refusal}");
    }
}

#[test]
fn one_person_is_one_in_each_spelling_of_the_number_also_in_rows_of_before() {
    for (booked_as, calls_as) in [
        ("+541123456789", "+5491123456789"),
        ("+5491123456789", "+541123456789"),
        ("+553187654321", "+5531987654321"),
        ("+5531987654321", "+553187654321"),
    ] {
        let mut desk = Desk::new(terraza());
        let mut booking = ana("2026-01-16");
        booking["customer_phone"] = json!(booked_as);
        let code = desk.call("create_reservation", booking)["confirmation_code"].clone();
        // Earlier versions kept each spelling as a person of its own.
        let (one, as_written) = (turno_business::keys::phone_owner(booked_as), format!("phone {booked_as}"));
        let rows = desk.store.0.lock().unwrap().clone();
        for (key, value) in rows {
            let text = String::from_utf8_lossy(&key).into_owned();
            if text.contains(&format!("\0{one}\0")) {
                let mut store = desk.store.0.lock().unwrap();
                store.remove(&key);
                store.insert(text.replace(&one, &as_written).into_bytes(), value);
            }
        }
        desk.caller = Some(calls_as.to_owned());
        desk.conversation = "c-2".to_owned();
        assert_eq!(desk.call("find_bookings", json!({}))["count"], 1, "{booked_as} as {calls_as}");
        assert_eq!(desk.call("cancel_reservation", json!({"confirmation_code": code}))["success"], true);
        let left: Vec<_> = desk.store.0.lock().unwrap().keys().cloned().collect();
        let left = left.iter().filter(|key| String::from_utf8_lossy(key).contains("bookings-of")).count();
        assert_eq!(left, 0, "nothing of it is left behind");
    }
}

#[test]
fn each_phone_of_a_business_s_file_is_its_own() {
    let settings = terraza().settings();
    for own in ["+525555550100", "+525555550109", "+525555550101", "+525555550102", "+5215555550102"] {
        assert!(settings.is_own_phone(own) && turno_core::CallerPhone::of(own, &settings).is_none(), "{own}");
    }
    assert!(turno_core::CallerPhone::of(ANA, &settings).is_some());
}
