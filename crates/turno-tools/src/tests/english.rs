//! English: what the tools do with them, as users see it.

use serde_json::json;
use turno_business::Business;

use super::support::{ANA, Desk, at, sonrisa, terraza};

fn in_english(business: Business) -> Desk {
    let business = business.in_language(turno_language::Language::en()).clone();
    let mut desk = Desk::new(business);
    desk.now = at("2026-01-15T20:00:00Z");
    desk
}

#[test]
fn a_business_that_speaks_english_is_understood_too() {
    let mut desk = in_english(terraza());
    let table = json!({"date": "2026-01-18", "time": "20:00", "party_size": 4, "customer_name": "Ana", "customer_phone": ANA});
    let mut late = table.clone();
    late["time"] = json!("23:30");
    let mut told = vec![
        desk.message("create_reservation", table),
        desk.refusal("create_reservation", late),
        desk.message("get_business_hours", json!({})),
        desk.message("get_business_hours", json!({"day": "sunday"})),
        desk.message("get_menu", json!({"category": "postres"})),
        desk.message("quote_order", json!({"items": [{"menu_item_id": "flan", "quantity": 2}]})),
        desk.refusal(
            "quote_order",
            json!({"items": [{"menu_item_id": "flan", "quantity": 1}], "delivery_type": "delivery"}),
        ),
        desk.message("find_bookings", json!({})),
        desk.message("cancel_reservation", json!({"confirmation_code": "RES-8135"})),
    ];
    let mut clinic = in_english(sonrisa());
    let mut visit = json!({"date": "2026-01-16", "time": "12:00", "service_id": "limpieza", "patient_name": "Ana", "patient_phone": ANA});
    told.push(clinic.message("create_appointment", visit.clone()));
    visit["staff_id"] = json!("ruiz");
    told.push(clinic.refusal("create_appointment", visit));
    told.push(clinic.message("get_staff_info", json!({"staff_id": "ruiz"})));
    insta::assert_snapshot!(told.join("\n"), @r#"
Reservation confirmed: a table for 4 people, on Sunday, January 18 at 8 p.m., under Ana, at our Roma Norte branch. Your code is RES-8135.
outside_hours: On Sunday, January 18 we are open from noon to 10 p.m. There are tables at 7:30 p.m., at 8 p.m., at 8:30 p.m. or at 9 p.m.
We are open on Mondays 1 p.m. to 10 p.m.; from Tuesday to Thursday 1 p.m. to 11 p.m.; on Friday and Saturday 1 p.m. to midnight; on Sundays noon to 10 p.m.
On Sunday, January 18 we are open from noon to 10 p.m.
We have caramel flan at $85, churros with chocolate at $95, tres leches cake at $99 and lime sorbet (not today).
2 caramel flans: $170 in all, in about 25 minutes.
below_minimum: The minimum for delivery is $150 and yours comes to $85.
Your reservation: RES-8135, a table for 4 people, on Sunday, January 18 at 8 p.m., at our Roma Norte branch.
Your reservation RES-8135, on Sunday, January 18 at 8 p.m., is cancelled.
Appointment confirmed for Ana: dental cleaning with Dr. Elena Ruiz, on Friday, January 16 at noon, at our Del Valle branch. Your code is CIT-2846.
slot_taken: On Friday, January 16 at noon Dr. Elena Ruiz is already booked. There are openings at 10:45 a.m., at 11:15 a.m., at 12:45 p.m. or at 1:15 p.m.
Dr. Elena Ruiz, general and cosmetic dentistry. Works Monday, Tuesday, Wednesday, Thursday and Friday 9 a.m. to 3 p.m., at our Del Valle branch; Saturday 9 a.m. to 2 p.m., at our Satélite branch.
"#);
}
