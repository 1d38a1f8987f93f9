//! Orders: what the tools do with them, as users see it.

use serde_json::{Value, json};

use super::support::{ANA, Desk, JUAN, at, bar, terraza};

/// Thursday at two in the afternoon, when the kitchen is open.
fn desk() -> Desk {
    let mut desk = Desk::new(terraza());
    desk.now = at("2026-01-15T20:00:00Z");
    desk
}

fn items() -> Value {
    json!([
        {"menu_item_id": "tacos-pastor", "quantity": 2, "modifications": "sin cebolla"},
        {"menu_item_id": "hamburguesa", "quantity": 1},
        {"menu_item_id": "hamburguesa", "quantity": 1},
    ])
}

fn order(delivery_type: &str) -> Value {
    json!({"items": items(), "delivery_type": delivery_type, "delivery_address": "Durango 30, Roma Norte",
        "customer_name": "Ana Gómez", "customer_phone": ANA})
}

#[test]
fn a_quote_adds_up() {
    let mut desk = desk();
    let quote = desk.call("quote_order", json!({"items": items(), "delivery_type": "delivery"}));
    insta::assert_snapshot!(quote["message"].as_str().unwrap(), @"2 órdenes de tacos al pastor (sin cebolla) y 2 hamburguesas de la casa: $688 en total, con $39 de envío, en unos 45 minutos.");
    insta::assert_snapshot!(quote["speech"].as_str().unwrap(), @"2 órdenes de tacos al pastor (sin cebolla) y 2 hamburguesas de la casa: 688 pesos en total, con 39 pesos de envío, en unos 45 minutos.");
    assert_eq!(quote["subtotal_cents"], 2 * 12_900 + 2 * 19_550);
    assert_eq!((&quote["total_cents"], &quote["total"]), (&json!(68_800), &json!(688)));
    assert_eq!((&quote["lines"][1]["quantity"], &quote["ready_at"]), (&json!(2), &json!("14:45")));
    let pickup = desk.call("quote_order", json!({"items": [{"menu_item_id": "hamburguesa", "quantity": 1}]}));
    assert_eq!((&pickup["total"], &pickup["estimated_time"]), (&json!(195.5), &json!(25)));
    assert!(desk.store.0.lock().unwrap().is_empty(), "a quote writes nothing");
}

#[test]
fn what_a_dish_has_is_told_to_who_cannot_have_it() {
    let mut desk = desk();
    let mut told = |ids: &[&str], note: &str| {
        let items: Vec<Value> = ids.iter().map(|id| json!({"menu_item_id": id, "quantity": 1})).collect();
        let quote = desk.call("quote_order", json!({"items": items, "special_instructions": note}));
        quote["allergy_told"].as_str().unwrap_or_default().to_owned()
    };
    insta::assert_snapshot!(told(&["mole-poblano", "arrachera"], "mi hijo es alérgico a la nuez"), @"Por la alergia le aviso: según nuestra carta, esto lo lleva: mole poblano con pollo. No tengo el dato de si esto lo lleva: arrachera a la parrilla; para confirmarlo, dígame «una persona» y le comunico con el equipo.");
    insta::assert_snapshot!(told(&["tacos-pescado"], "I'm allergic to shellfish"), @"Por la alergia le aviso: según nuestra carta, esto lo lleva: tacos de pescado.");
    assert_eq!(told(&["arrachera"], "soy celíaca"), "", "its file says that it is without gluten");
    assert_eq!(told(&["mole-poblano"], "sin cubiertos"), "", "nobody told of an allergy");
}

#[test]
fn an_order_is_placed_and_told() {
    let mut desk = desk();
    insta::assert_snapshot!(desk.message("create_order", order("pickup")), @"Pedido PED-1484 confirmado. Total: $649. Puede pasar por él en unos 25 minutos, en la sucursal Roma Norte.");
    let result = desk.call("create_order", order("delivery"));
    insta::assert_snapshot!(result["speech"].as_str().unwrap(), @"Pedido P E D, 6 3 1 7 confirmado. Total: 688 pesos. Llega en unos 45 minutos.");
    assert_eq!(result["delivery_address"], "Durango 30, Roma Norte");
    assert!(result["order_number"].as_str().unwrap().starts_with("PED-"));
}

#[test]
fn each_refusal_says_why() {
    let mut desk = desk();
    let quote = |items: Value| json!({"items": items, "delivery_type": "delivery"});
    let one = |id: &str, quantity: u32| json!([{"menu_item_id": id, "quantity": quantity}]);
    insta::assert_snapshot!(desk.refusal("quote_order", quote(json!([]))), @"empty_order: El pedido todavía está vacío.");
    insta::assert_snapshot!(desk.refusal("quote_order", quote(one("sushi", 1))), @"unknown_item: Hay algo en el pedido que no está en el menú.");
    insta::assert_snapshot!(desk.refusal("quote_order", quote(one("nieve-limon", 1))), @"unavailable_item: Por el momento no hay nieve de limón.");
    insta::assert_snapshot!(desk.refusal("quote_order", quote(one("flan", 1))), @"below_minimum: El pedido mínimo a domicilio es de $150 y el suyo va en $85.");
    insta::assert_snapshot!(desk.refusal("quote_order", quote(one("flan", 500))), @"too_many: Por aquí tomamos hasta 20 de cada platillo; un pedido más grande lo atiende nuestro equipo.");
    desk.now = at("2026-01-15T15:00:00Z");
    insta::assert_snapshot!(desk.refusal("quote_order", quote(one("flan", 5))), @"closed: En este momento no tomamos pedidos; volvemos a tomarlos hoy a la 1 de la tarde.");
    desk.now = at("2026-12-25T20:00:00Z");
    let closed = desk.call("quote_order", quote(one("flan", 5)));
    insta::assert_snapshot!(closed["message"].as_str().unwrap(), @"En este momento no tomamos pedidos; volvemos a tomarlos el sábado 26 de diciembre a la 1 de la tarde.");
    assert_eq!(closed["opens"], json!({"date": "2026-12-26", "time": "13:00"}));
    let mut bar = Desk::new(bar("00:00-24:00"));
    insta::assert_snapshot!(bar.refusal("quote_order", quote(one("flan", 1))), @"no_orders: Por ahora no tomamos pedidos.");
}

#[test]
fn a_delivery_needs_an_address() {
    let mut desk = desk();
    let mut parameters = order("delivery");
    parameters["delivery_address"] = json!("  ");
    insta::assert_snapshot!(desk.refusal("create_order", parameters.clone()), @"needs_address: Para enviarlo necesito la dirección.");
    parameters.as_object_mut().unwrap().remove("delivery_address");
    assert!(desk.prepare("create_order", parameters.clone()).is_err(), "by the schema too");
    parameters["delivery_type"] = json!("pickup");
    desk.message("create_order", parameters);
}

#[test]
fn the_status_follows_the_time() {
    let mut desk = desk();
    let number = desk.call("create_order", order("delivery"))["order_number"].clone();
    let mut told = Vec::new();
    for minutes in [0, 6, 31, 46] {
        desk.now = at("2026-01-15T20:00:00Z").plus_ms(minutes * 60_000);
        let status = desk.call("get_order_status", json!({"order_number": number}));
        told.push(format!("{} {}", status["status"].as_str().unwrap(), status["message"].as_str().unwrap()));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
confirmed Su pedido PED-1484 está confirmado; faltan unos 45 minutos.
preparing Su pedido PED-1484 se está preparando; faltan unos 39 minutos.
on_the_way Su pedido PED-1484 va en camino; faltan unos 14 minutos.
delivered Su pedido PED-1484 ya debe haber llegado.
"#);
    desk.now = at("2026-01-15T20:00:00Z");
    desk.call("create_order", order("pickup"));
    let mut told = Vec::new();
    for minutes in [6, 26, 90] {
        desk.now = at("2026-01-15T20:00:00Z").plus_ms(minutes * 60_000);
        told.push(desk.message("check_order_status", json!({})));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
Su pedido PED-1484 se está preparando; faltan unos 39 minutos.
Su pedido PED-1484 se está preparando; faltan unos 19 minutos.
Su pedido PED-1484 ya debe haber llegado.
"#);
}

#[test]
fn the_latest_order_of_the_caller_is_found() {
    let mut desk = desk();
    desk.call("create_order", order("pickup"));
    desk.now = desk.now.plus_ms(60_000);
    let latest = desk.call("create_order", order("pickup"))["order_number"].clone();
    desk.conversation = "c-2".to_owned();
    assert_eq!(desk.call("get_order_status", json!({}))["order_number"], latest);
    desk.caller = None;
    insta::assert_snapshot!(desk.refusal("get_order_status", json!({})), @"needs_number: Para buscarlo necesito el número de su pedido.");
    let said = json!({"customer_phone": ANA});
    insta::assert_snapshot!(desk.message("get_order_status", said), @"El pedido más reciente con esos datos está confirmado; faltan unos 25 minutos.");
    desk.caller = Some(JUAN.to_owned());
    insta::assert_snapshot!(desk.refusal("get_order_status", json!({"customer_phone": ANA})), @"not_found: No encuentro un pedido con esos datos.");
    insta::assert_snapshot!(desk.refusal("get_order_status", json!({"order_number": "PED-1"})), @"not_found: No encuentro un pedido con esos datos.");
}

/// What a call of get_order_status lays open of an order, beside how it stands.
fn opened(status: &Value) -> Vec<&'static str> {
    let text = status.to_string();
    let secrets = [
        ("name", "Ana"),
        ("phone", "5512345678"),
        ("address", "Durango"),
        ("dish", "pastor"),
        ("total", "688"),
        ("number", "PED-"),
        ("number by ear", "P E D"),
    ];
    secrets.into_iter().filter(|(_, secret)| text.contains(secret)).map(|(what, _)| what).collect()
}

#[test]
fn of_somebody_elses_order_only_its_status_is_told() {
    let mut desk = desk();
    let number = desk.call("create_order", order("delivery"))["order_number"].clone();
    desk.conversation = "c-2".to_owned();
    let own = desk.call("get_order_status", json!({"order_number": number}));
    assert_eq!((&own["is_own"], &own["order"]["total"]), (&json!(true), &json!(688)));
    // Another phone, whatever it says beside the number.
    desk.caller = Some(JUAN.to_owned());
    for asked in [json!({"order_number": number}), json!({"order_number": number, "customer_phone": ANA})] {
        let others = desk.call("get_order_status", asked);
        insta::allow_duplicates! {
            insta::assert_snapshot!(others["message"].as_str().unwrap(), @"El pedido PED-1484 está confirmado; faltan unos 45 minutos.");
        }
        assert_eq!((&others["is_own"], &others["found"]), (&json!(false), &json!(true)));
        assert_eq!(opened(&others), ["number", "number by ear"]);
    }
    // No phone is proved: a number, or a phone that was said, tells the status; both together are the customer.
    desk.caller = None;
    let by_number = desk.call("get_order_status", json!({"order_number": number}));
    assert_eq!(opened(&by_number), ["number", "number by ear"]);
    let by_phone = desk.call("get_order_status", json!({"customer_phone": ANA}));
    assert_eq!(opened(&by_phone), [""; 0], "its number would open the rest: {by_phone}");
    let wrong = json!({"order_number": number, "customer_phone": JUAN});
    assert_eq!(opened(&desk.call("get_order_status", wrong)), ["number", "number by ear"]);
    let both = json!({"order_number": number, "customer_phone": ANA});
    assert_eq!(desk.call("get_order_status", both)["order"]["total"], 688);
}
