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
