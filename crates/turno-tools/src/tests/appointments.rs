//! Appointments: what the tools do with them, as users see it.

use serde_json::{Value, json};
use turno_runtime::port::{CommitError, Store};

use super::support::{ANA, Desk, at, block_on, sonrisa};

fn visit(date: &str, time: &str, service: &str) -> Value {
    json!({"date": date, "time": time, "service_id": service, "patient_name": "Ana Gómez", "patient_phone": ANA})
}

fn with(mut parameters: Value, name: &str, value: impl Into<Value>) -> Value {
    parameters[name] = value.into();
    parameters
}

#[test]
fn an_appointment_is_made_and_told() {
    let mut desk = Desk::new(sonrisa());
    let result = desk.call("create_appointment", visit("2026-01-16", "10:00", "limpieza"));
    insta::assert_snapshot!(result["message"].as_str().unwrap(), @"Cita confirmada para Ana Gómez: limpieza dental con la Dra. Elena Ruiz, el viernes 16 de enero a las 10 de la mañana, en la sucursal Del Valle. Su código es CIT-2846.");
    insta::assert_snapshot!(result["speech"].as_str().unwrap(), @"Cita confirmada para Ana Gómez: limpieza dental con la Dra. Elena Ruiz, el viernes 16 de enero a las 10 de la mañana, en la sucursal Del Valle. Su código es C I T, 2 8 4 6.");
    assert_eq!(result["staff_id"], "ruiz");
    assert_eq!((&result["price_cents"], &result["price"]), (&json!(75_000), &json!(750)));
    assert!(result["confirmation_code"].as_str().unwrap().starts_with("CIT-"));
    let found = desk.call("find_bookings", json!({}));
    insta::assert_snapshot!(found["message"].as_str().unwrap(), @"Su cita: CIT-2846, limpieza dental con la Dra. Elena Ruiz, el viernes 16 de enero a las 10 de la mañana, en la sucursal Del Valle.");
}

#[test]
fn without_a_service_it_is_an_assessment() {
    let mut desk = Desk::new(sonrisa());
    let mut parameters = visit("2026-01-16", "10:00", "");
    parameters.as_object_mut().unwrap().remove("service_id");
    let result = desk.call("create_appointment", parameters);
    assert_eq!((&result["service_id"], &result["duration_minutes"]), (&json!("valoracion"), &json!(30)));
}

#[test]
fn whoever_does_the_service_and_is_free_gets_it() {
    let mut desk = Desk::new(sonrisa());
    let staff = |desk: &mut Desk| {
        let result = desk.call("create_appointment", visit("2026-01-16", "12:00", "limpieza"));
        result["staff_id"].as_str().or(result["reason"].as_str()).unwrap().to_owned()
    };
    assert_eq!(staff(&mut desk), "ruiz");
    assert_eq!(staff(&mut desk), "mendoza");
    assert_eq!(staff(&mut desk), "slot_taken");
}

#[test]
fn each_refusal_says_why() {
    let mut desk = Desk::new(sonrisa());
    desk.message("create_appointment", with(visit("2026-01-16", "12:00", "limpieza"), "staff_id", "ruiz"));
    let mut refusal = |parameters: Value| desk.refusal("create_appointment", parameters);
    insta::assert_snapshot!(refusal(with(visit("2026-01-16", "12:30", "limpieza"), "staff_id", "ruiz")), @"slot_taken: El viernes 16 de enero a las 12 y media de la tarde la Dra. Elena Ruiz ya tiene otra cita. Hay lugar a las 11 y cuarto de la mañana, a las 12 y 45 de la tarde, a la 1 y cuarto de la tarde o a la 1 y 45 de la tarde.");
    insta::assert_snapshot!(refusal(with(visit("2026-01-16", "16:00", "limpieza"), "staff_id", "ruiz")), @"staff_not_in: El viernes 16 de enero a las 4 de la tarde la Dra. Elena Ruiz no atiende. Hay lugar a las 12 y 45 de la tarde, a la 1 y cuarto de la tarde, a la 1 y 45 de la tarde o a las 2 y cuarto de la tarde.");
    insta::assert_snapshot!(refusal(with(visit("2026-01-16", "16:00", "endodoncia"), "staff_id", "ruiz")), @"staff_does_not_do_it: La Dra. Elena Ruiz no hace endodoncia; ese servicio lo hace el Dr. Carlos Mendoza.");
    insta::assert_snapshot!(refusal(visit("2026-01-16", "09:30", "endodoncia")), @"staff_not_in: El viernes 16 de enero a las 9 y media de la mañana no está quien hace endodoncia. Hay lugar a las 11 de la mañana, a las 11 y media de la mañana, al mediodía o a las 12 y media de la tarde.");
    insta::assert_snapshot!(refusal(visit("2026-01-16", "18:30", "limpieza")), @"outside_hours: El viernes 16 de enero atendemos de 9 de la mañana a 7 de la noche, y ese servicio (Limpieza dental) toma 45 minutos. Hay lugar a las 4 y 45 de la tarde, a las 5 y cuarto de la tarde, a las 5 y 45 de la tarde o a las 6 y cuarto de la tarde.");
    insta::assert_snapshot!(refusal(visit("2026-01-18", "11:00", "limpieza")), @"closed: El domingo 18 de enero no abrimos. Hay lugar el lunes 19 de enero a las 11 de la mañana, el martes 20 de enero a las 11 de la mañana, el miércoles 21 de enero a las 11 de la mañana o el jueves 22 de enero a las 11 de la mañana.");
    insta::assert_snapshot!(refusal(visit("2026-01-16", "11:00", "implantes")), @"no_such_service: No tenemos ese servicio. Ofrecemos valoración general, limpieza dental, resina dental, extracción simple, endodoncia, blanqueamiento dental, valoración de ortodoncia y ajuste de brackets.");
    insta::assert_snapshot!(refusal(with(visit("2026-01-16", "11:00", "limpieza"), "staff_id", "lopez")), @"no_such_staff: No conozco a esa persona. Atienden la Dra. Elena Ruiz, el Dr. Carlos Mendoza y la Dra. Sofía Ibarra.");
}

#[test]
fn offers_with_a_person_are_of_that_person() {
    let mut desk = Desk::new(sonrisa());
    let parameters = with(visit("2026-01-17", "17:00", "ortodoncia"), "staff_id", "ibarra");
    let result = desk.call("create_appointment", parameters);
    for offer in result["alternatives"].as_array().unwrap() {
        assert_eq!(offer["staff_id"], "ibarra");
        let again = with(offer.clone(), "service_id", "ortodoncia");
        assert_eq!(desk.call("check_availability", again)["available"], true);
    }
}

#[test]
fn a_person_works_at_one_branch_at_a_time() {
    let mut desk = Desk::new(sonrisa());
    let monday = with(visit("2026-01-19", "11:00", "ortodoncia"), "staff_id", "ibarra");
    let result = desk.call("create_appointment", monday.clone());
    assert_eq!(result["branch"], "Satélite", "without a branch it is where she works that day");
    let elsewhere = with(monday, "branch_id", "del-valle");
    assert!(desk.refusal("create_appointment", elsewhere).starts_with("staff_not_in"));
}

#[test]
fn on_vacation_nobody_is_booked() {
    let mut desk = Desk::new(sonrisa());
    desk.now = at("2026-12-10T18:00:00Z");
    let away = with(visit("2026-12-22", "10:00", "limpieza"), "staff_id", "ruiz");
    let result = desk.call("create_appointment", away);
    assert_eq!(result["reason"], "staff_not_in");
    assert_eq!(result["alternatives"][0]["date"], "2027-01-05", "the first day back");
}

#[test]
fn an_emergency_needs_no_notice() {
    let mut desk = Desk::new(sonrisa());
    let soon = visit("2026-01-15", "12:30", "valoracion");
    insta::assert_snapshot!(desk.refusal("create_appointment", soon.clone()), @"too_soon: Necesitamos al menos 1 hora de anticipación. Hay lugar a la 1 de la tarde, a la 1 y media de la tarde, a las 2 de la tarde o a las 2 y media de la tarde.");
    desk.message("create_appointment", with(soon, "is_emergency", true));
}

#[test]
fn an_appointment_is_moved_with_the_same_person_where_it_can_be() {
    let mut desk = Desk::new(sonrisa());
    let code = desk.call("create_appointment", visit("2026-01-16", "12:00", "limpieza"))["confirmation_code"]
        .clone();
    let moved = desk.call("modify_appointment", json!({"confirmation_code": code, "time": "13:00"}));
    insta::assert_snapshot!(moved["message"].as_str().unwrap(), @"Cita actualizada para Ana Gómez: limpieza dental con la Dra. Elena Ruiz, el viernes 16 de enero a la 1 de la tarde, en la sucursal Del Valle. Su código es CIT-2846.");
    assert_eq!((&moved["staff_id"], &moved["changed"]), (&json!("ruiz"), &json!(["time"])));
    let late = desk.call("modify_appointment", json!({"confirmation_code": code, "time": "17:00"}));
    assert_eq!(late["changed"], json!(["time", "staff_id"]), "the doctor has gone home, another is in");
    let service =
        desk.call("modify_appointment", json!({"confirmation_code": code, "service_id": "endodoncia"}));
    assert_eq!((&service["duration_minutes"], &service["service"]), (&json!(90), &json!("Endodoncia")));
    assert_eq!(desk.holds().len(), 1);
    let impossible = json!({"confirmation_code": code, "staff_id": "ruiz"});
    insta::assert_snapshot!(desk.refusal("modify_appointment", impossible), @"staff_does_not_do_it: La Dra. Elena Ruiz no hace endodoncia; ese servicio lo hace el Dr. Carlos Mendoza.");
    let cancelled = desk.call("cancel_appointment", json!({"confirmation_code": code}));
    insta::assert_snapshot!(cancelled["message"].as_str().unwrap(), @"Quedó cancelada la cita CIT-2846, el viernes 16 de enero a las 5 de la tarde.");
    assert!(desk.holds().is_empty());
}

#[test]
fn two_patients_for_the_last_hour_never_both_get_it() {
    let mut desk = Desk::new(sonrisa());
    let first = desk.prepare("create_appointment", visit("2026-01-16", "10:00", "blanqueamiento")).unwrap();
    let second = desk.prepare("create_appointment", visit("2026-01-16", "10:30", "limpieza")).unwrap();
    block_on(desk.store.commit(first.batch)).unwrap();
    assert_eq!(block_on(desk.store.commit(second.batch)), Err(CommitError::Conflict));
}
