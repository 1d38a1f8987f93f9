//! A shop: what is found, whose order it is, prospects, tickets, and calls with the sales team, as users see it.

use serde_json::json;
use turno_business::seed_shop;

use super::support::{Desk, JUAN, at, block_on, sonrisa, tienda};

/// A shop with its catalogue in the store, on Monday, January 19, 2026, at ten in the morning.
pub(super) fn shop() -> Desk {
    let mut desk = Desk::new(tienda());
    desk.now = at("2026-01-19T16:00:00Z");
    block_on(seed_shop(&desk.store, &desk.business)).unwrap().unwrap();
    desk
}

pub(super) fn found(desk: &mut Desk, query: &str) -> Vec<String> {
    let result = desk.call("search_products", json!({"query": query}));
    let products = result["products"].as_array().unwrap();
    products.iter().map(|product| product["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn products_are_found_without_accents_with_slips_and_in_both_languages() {
    let mut desk = shop();
    for (query, first) in [
        ("audifonos sony negros", "aud-ch520-negro"),
        ("¿Tienen audífonos Sony en azul?", "aud-ch520-azul"),
        ("bosina jbl", "boc-go4"),
        ("liquadora", "lic-oster"),
        ("busco una compu lenovo", "lap-ideapad"),
        ("una tele de 55", "tv-55"),
        ("TELEVISIONES de 43 pulgadas", "tv-43"),
        ("do you have an air fryer?", "air-5l"),
        ("a coffee machine in white", "caf-nes"),
        ("COM-302", "mou-m185"),
        ("funda para iphone", "fun-iphone"),
        ("cafetera de capsulas", "caf-nes"),
        ("aire acondicionado", "min-1t"),
        ("¿cuánto vale el iPhone?", "cel-iphone"),
        ("¿me puede decir el precio de la freidora?", "air-5l"),
        ("what's the cheapest laptop?", "lap-hp14"),
        ("algo para hacer café", "caf-12"),
    ] {
        assert_eq!(found(&mut desk, query).first().map(String::as_str), Some(first), "{query}");
    }
}

#[test]
fn filters_hold_and_prices_that_are_said_are_limits() {
    let mut desk = shop();
    let ids = |result: &serde_json::Value| -> Vec<String> {
        let products = result["products"].as_array().unwrap().iter();
        products.map(|product| product["id"].as_str().unwrap().to_owned()).collect()
    };
    let cheap = desk
        .call("search_products", json!({"query": "audífonos de menos de mil pesos", "in_stock_only": true}));
    assert_eq!(ids(&cheap), ["aud-buds"]);
    let spoken = desk.call("search_products", json!({"query": "laptop", "max_price": 12_000}));
    assert_eq!((spoken["total_count"].clone(), spoken["max_price"].clone()), (json!(2), json!(12_000)));
    let category = desk.call("search_products", json!({"query": "negro", "category": "phones", "limit": 1}));
    assert_eq!((ids(&category).len(), category["total_count"].clone()), (1, json!(2)));
    assert!(
        desk.refusal("search_products", json!({"query": "algo", "category": "zapatos"}))
            .starts_with("no_such_category")
    );
    let over = desk.call("search_products", json!({"query": "pantalla", "min_price": 99_999}));
    assert_eq!(
        (over["reason"].clone(), over["products"].clone(), over["total_count"].clone()),
        (json!("not_found"), json!([]), json!(0))
    );
}

#[test]
fn a_call_hears_four_products_and_each_has_its_price_in_words() {
    let mut desk = shop();
    let result = desk.call("search_products", json!({"query": "celular"}));
    insta::assert_snapshot!(result["speech"].as_str().unwrap(), @"Tenemos Celular Samsung Galaxy A16 negro a 3,999 pesos, Celular Motorola Moto G85 azul a 5,499 pesos e iPhone 15 de 128 GB negro a 15,499 pesos.");
    insta::assert_snapshot!(result["message"].as_str().unwrap(), @"Tenemos Celular Samsung Galaxy A16 negro a $3,999, Celular Motorola Moto G85 azul a $5,499 e iPhone 15 de 128 GB negro a $15,499.");
    let result = desk.call("search_products", json!({"query": "audífonos"}));
    insta::assert_snapshot!(result["speech"].as_str().unwrap(), @"Tenemos Audífonos de botón Redmi Buds 6 negros a 649 pesos, Audífonos inalámbricos Sony WH-CH520 azules a 1,299 pesos, Audífonos inalámbricos Sony WH-CH520 negros a 1,299 pesos y Audífonos inalámbricos JBL Tune 520 blancos a 899 pesos (sin existencia).");
    let one = desk.call("search_products", json!({"query": "licuadora"}));
    insta::assert_snapshot!(one["speech"].as_str().unwrap(), @"Tenemos Licuadora Oster de 10 velocidades roja a 1,149 pesos; hay 10 en existencia.");
    insta::assert_snapshot!(one["message"].as_str().unwrap(), @"Tenemos Licuadora Oster de 10 velocidades roja a $1,149; hay 10 en existencia. Vaso de vidrio de 1.5 litros, 700 watts.");
    let near = desk.call("search_products", json!({"query": "licuadora verde"}));
    insta::assert_snapshot!(near["message"].as_str().unwrap(), @"No encuentro exactamente eso; lo más parecido: Licuadora Oster de 10 velocidades roja a $1,149. Vaso de vidrio de 1.5 litros, 700 watts.");
    let all = desk.call("search_products", json!({"query": "¿qué venden?"}));
    insta::assert_snapshot!(all["message"].as_str().unwrap(), @"Tenemos 32 productos: hogar, audio, cómputo, celulares y 2 más.");
    insta::assert_snapshot!(desk.refusal("search_products", json!({"query": "zapatos de futbol"})), @"not_found: No encuentro eso en el catálogo. Tenemos hogar, audio, cómputo, celulares y 2 más.");
}

#[test]
fn a_product_that_is_named_is_in_stock_or_it_is_not() {
    let mut desk = shop();
    let there = desk.call("check_availability", json!({"type": "product", "product_id": "lic-oster"}));
    assert_eq!(
        (there["available"].clone(), there["details"]["stock_available"].clone()),
        (json!(true), json!(10))
    );
    let by_number = desk.call("check_availability", json!({"product_id": "hog-101"}));
    assert_eq!(by_number["details"]["id"], "lic-oster");
    let gone = desk.call("check_availability", json!({"product_id": "tv-65"}));
    assert_eq!(
        (gone["available"].clone(), gone["reason"].clone()),
        (json!(false), json!("unavailable_item"))
    );
    let unknown = desk.call("check_availability", json!({"product_id": "nada"}));
    assert_eq!(
        (unknown["success"].clone(), unknown["reason"].clone()),
        (json!(true), json!("no_such_product"))
    );
    assert!(desk.prepare("check_availability", json!({"type": "product"})).is_err());
}

#[test]
fn the_status_of_an_order_tells_how_it_travels_and_only_to_its_customer() {
    let mut desk = shop();
    let own = desk.call("check_order_status", json!({}));
    assert_eq!(own["order"]["shipping"]["carrier"], "Estafeta");
    assert_eq!(own["order"]["items"][1]["name"], "Mouse inalámbrico Logitech M185 negro");
    insta::assert_snapshot!(own["message"].as_str().unwrap(), @"Su pedido PED-10234 va en camino. Lo lleva Estafeta con la guía 805512345; la entrega se espera el martes 20 de enero.");
    insta::assert_snapshot!(own["speech"].as_str().unwrap(), @"Su pedido P E D, 1 0 2 3 4 va en camino. Lo lleva Estafeta con la guía 8 0 5 5 1 2 3 4 5; la entrega se espera el martes 20 de enero.");
    insta::assert_snapshot!(desk.message("check_order_status", json!({"order_number": "ped 10198"})), @"El pedido PED-10198 ya fue entregado.");
    insta::assert_snapshot!(desk.message("check_order_status", json!({"order_number": "10235"})), @"El pedido PED-10235 se está preparando. La entrega se espera el jueves 22 de enero.");
    insta::assert_snapshot!(desk.message("check_order_status", json!({"order_number": "PED-10240"})), @"El pedido PED-10240 está listo para recoger.");
    desk.caller = Some("+525500000000".to_owned());
    // A proved phone is not overruled by an address that was only said.
    assert!(
        desk.refusal("check_order_status", json!({"customer_email": "luis@ejemplo.com"}))
            .starts_with("not_found")
    );
    desk.caller = None;
    let by_email =
        desk.call("check_order_status", json!({"customer_email": "Luis arroba ejemplo punto com"}));
    insta::assert_snapshot!(by_email["message"].as_str().unwrap(), @"El pedido más reciente con esos datos se está preparando. La entrega se espera el jueves 22 de enero.");
    assert_eq!(by_email["order"]["shipping"], json!({"estimated_delivery": "2026-01-22"}));
    let with_number = json!({"order_number": "10235", "customer_email": "luis@ejemplo.com"});
    let with_number = desk.call("check_order_status", with_number);
    assert_eq!(with_number["order"]["shipping"]["carrier"], "DHL");
    assert!(
        desk.refusal("check_order_status", json!({"customer_email": "luis"})).starts_with("invalid_email")
    );
    assert!(desk.refusal("check_order_status", json!({})).starts_with("needs_number"));
}

#[test]
fn a_lead_is_kept_once_for_a_call_and_says_what_is_missing() {
    let mut desk = shop();
    let parameters =
        json!({"name": "Ana Torres", "email": "ana arroba ejemplo punto com", "interest": "una laptop"});
    let prepared = desk.prepare("create_lead", parameters.clone()).unwrap();
    assert_eq!(prepared.result["has_contact"], true);
    assert_eq!(prepared.result["source"], "ai_agent");
    block_on(turno_runtime::port::Store::commit(&desk.store, prepared.batch)).unwrap();
    desk.again();
    let again = desk.prepare("create_lead", parameters).unwrap();
    assert_eq!(
        (again.result["lead_id"].clone(), again.batch.writes.len()),
        (prepared.result["lead_id"].clone(), 0)
    );
    desk.caller = None;
    let without = desk.call("create_lead", json!({"name": "Eva"}));
    assert_eq!(without["has_contact"], false);
    insta::assert_snapshot!(without["message"].as_str().unwrap(), @"Gracias, Eva. Anoté sus datos, pero falta un teléfono o un correo para comunicarnos con usted.");
    assert!(
        desk.refusal("create_lead", json!({"name": "Eva", "email": "eva@"})).starts_with("invalid_email")
    );
    assert!(desk.prepare("create_lead", json!({"phone": JUAN})).is_err());
}

#[test]
fn a_ticket_is_opened_once_for_a_call_and_its_number_can_be_said() {
    let mut desk = shop();
    let parameters = json!({"subject": "Pantalla rota", "description": "La pantalla llegó con una raya.", "priority": "high"});
    let first = desk.call("create_support_ticket", parameters.clone());
    desk.again();
    let again = desk.prepare("create_support_ticket", parameters.clone()).unwrap();
    assert_eq!(
        (again.result["ticket_number"].clone(), again.batch.writes.len()),
        (first["ticket_number"].clone(), 0)
    );
    let other = desk.call("create_support_ticket", parameters);
    assert_ne!(other["ticket_number"], first["ticket_number"]);
    assert!(first["speech"].as_str().unwrap().contains("T I C,"), "{first:#}");
    assert!(first["message"].as_str().unwrap().contains("prioridad alta"));
    assert!(desk.prepare("create_support_ticket", json!({"subject": "x"})).is_err());
    let wrong = json!({"subject": "x", "description": "y", "priority": "urgent"});
    assert!(desk.prepare("create_support_ticket", wrong).is_err());
}

#[test]
fn a_call_with_the_sales_team_is_held_and_the_third_at_a_time_is_not() {
    let mut desk = shop();
    let wanted = json!({"customer_name": "Ana Torres", "appointment_type": "call", "preferred_date": "2026-01-20",
        "preferred_time": "11:00"});
    let first = desk.call("schedule_appointment", wanted.clone());
    assert_eq!(first["confirmed_datetime"], "2026-01-20T11:00:00-06:00");
    insta::assert_snapshot!(first["message"].as_str().unwrap().replace(first["confirmation_code"].as_str().unwrap(), "VTA"), @"Quedó agendada una llamada con nuestro equipo de ventas para Ana Torres, el martes 20 de enero a las 11 de la mañana. Su código es VTA.");
    let second = desk.call("schedule_appointment", wanted.clone());
    assert_eq!(second["success"], true);
    let third = desk.call("schedule_appointment", wanted);
    assert_eq!((third["success"].clone(), third["reason"].clone()), (json!(false), json!("slot_taken")));
    assert_eq!(third["proposals"].as_array().unwrap().len(), third["alternatives"].as_array().unwrap().len());
    insta::assert_snapshot!(third["message"].as_str().unwrap(), @"El martes 20 de enero a las 11 de la mañana ya no hay lugar para una llamada. Hay lugar a las 10 de la mañana, a las 10 y media de la mañana, a las 11 y media de la mañana o al mediodía.");
    assert_eq!(desk.holds().len(), 2);
    let cancelled =
        desk.message("cancel_appointment", json!({"confirmation_code": first["confirmation_code"]}));
    assert!(cancelled.starts_with("Quedó cancelada la cita"), "{cancelled}");
    assert_eq!(desk.holds().len(), 1);
}

#[test]
fn without_a_date_times_are_proposed_and_outside_hours_is_told() {
    let mut desk = shop();
    let any = json!({"customer_name": "Ana", "appointment_type": "demo"});
    insta::assert_snapshot!(desk.refusal("schedule_appointment", any), @"needs_time: El lunes 19 de enero hay lugar a las 11 de la mañana, a las 11 y media de la mañana, al mediodía o a las 12 y media de la tarde.");
    let on_day =
        json!({"customer_name": "Ana", "appointment_type": "meeting", "preferred_date": "2026-01-24"});
    insta::assert_snapshot!(desk.refusal("schedule_appointment", on_day), @"needs_time: El sábado 24 de enero hay lugar a las 11 de la mañana, a las 11 y media de la mañana, al mediodía o a las 12 y media de la tarde.");
    let at_lunch = json!({"customer_name": "Ana", "appointment_type": "call", "preferred_date": "2026-01-20", "preferred_time": "15:00"});
    insta::assert_snapshot!(desk.refusal("schedule_appointment", at_lunch), @"staff_not_in: El martes 20 de enero a las 3 de la tarde no atiende nuestro equipo de ventas; ese día está de 10 de la mañana a 2 de la tarde y de 4 de la tarde a 7 de la noche. Hay lugar a la 1 de la tarde, a la 1 y media de la tarde, a las 4 de la tarde o a las 4 y media de la tarde.");
    let sunday = json!({"customer_name": "Ana", "appointment_type": "call", "preferred_date": "2026-01-25", "preferred_time": "12:00"});
    insta::assert_snapshot!(desk.refusal("schedule_appointment", sunday), @"staff_not_in: El domingo 25 de enero no atiende nuestro equipo de ventas. Hay lugar el lunes 26 de enero al mediodía, el martes 27 de enero al mediodía, el miércoles 28 de enero al mediodía o el jueves 29 de enero al mediodía.");
    let free = desk.call("check_availability", json!({"service_id": "demo", "date": "2026-01-20"}));
    assert_eq!(free["proposals"][0]["preferred_date"], "2026-01-20");
    desk.caller = None;
    let nobody = json!({"customer_name": "Ana", "appointment_type": "call", "preferred_date": "2026-01-20", "preferred_time": "11:00"});
    assert!(desk.refusal("schedule_appointment", nobody).starts_with("needs_contact"));
}

#[test]
fn what_a_shop_keeps_is_swept_in_its_time_and_its_catalogue_never() {
    let mut desk = shop();
    desk.call("create_lead", json!({"name": "Ana"}));
    desk.call("create_support_ticket", json!({"subject": "x", "description": "y"}));
    let audit = block_on(turno_business::audit(&desk.store, &[])).unwrap();
    assert_eq!(
        (audit.findings.clone(), audit.leads, audit.support_tickets, audit.orders),
        (Vec::new(), 1, 1, 5)
    );
    let later = at("2028-01-19T16:00:00Z");
    let swept =
        block_on(turno_business::sweep_business(&desk.store, &desk.business, later, 31_536_000_000)).unwrap();
    assert_eq!(swept, 7);
    let audit = block_on(turno_business::audit(&desk.store, &[])).unwrap();
    assert_eq!((audit.findings, audit.leads, audit.orders, audit.products), (Vec::new(), 0, 0, 32));
}

#[test]
fn an_english_customer_is_told_in_english() {
    let mut desk = shop();
    desk.language = Some(turno_language::Language::en());
    insta::assert_snapshot!(desk.message("search_products", json!({"query": "headphones under 1000 pesos"})), @"We have JBL Tune 520 wireless headphones in white at $899 (out of stock) and Redmi Buds 6 earbuds in black at $649.");
    insta::assert_snapshot!(desk.message("check_order_status", json!({})), @"Your order PED-10234 is on its way. Estafeta has it, tracking number 805512345; delivery is expected on Tuesday, January 20.");
    let call = json!({"customer_name": "Ann", "appointment_type": "call", "preferred_date": "2026-01-20", "preferred_time": "11:00"});
    let booked = desk.message("schedule_appointment", call);
    assert!(
        booked.starts_with("Ann, a call with our sales team is scheduled for Tuesday, January 20 at 11"),
        "{booked}"
    );
}

#[test]
fn where_there_is_no_catalogue_nothing_is_found_and_no_row_is_made() {
    let mut desk = Desk::new(sonrisa());
    assert!(desk.refusal("search_products", json!({"query": "cepillo"})).starts_with("not_found"));
    assert!(block_on(seed_shop(&desk.store, &desk.business)).unwrap().is_none());
    assert!(desk.store.0.lock().unwrap().is_empty());
}
