//! Information: what the tools do with them, as users see it.

use serde_json::json;
use turno_business::{
    Taker, TeamReach,
    record::{Ticket, decode},
};
use turno_language::Language;
use turno_runtime::Priority;

use super::support::{Desk, at, sonrisa, terraza};

#[test]
fn the_hours_are_told_by_the_week_and_by_the_day() {
    let mut desk = Desk::new(terraza());
    insta::assert_snapshot!(desk.message("get_business_hours", json!({})), @"Abrimos los lunes de 1 de la tarde a 10 de la noche; de martes a jueves de 1 de la tarde a 11 de la noche; viernes y sábado de 1 de la tarde a medianoche; los domingos de mediodía a 10 de la noche.");
    insta::assert_snapshot!(desk.message("get_business_hours", json!({"day": "2026-01-18"})), @"El domingo 18 de enero abrimos de mediodía a 10 de la noche.");
    insta::assert_snapshot!(desk.message("get_business_hours", json!({"day": "sábado"})), @"El sábado 17 de enero abrimos de 1 de la tarde a medianoche.");
    insta::assert_snapshot!(desk.message("get_business_hours", json!({"day": "2026-12-25"})), @"El viernes 25 de diciembre no abrimos, por ser Navidad.");
    insta::assert_snapshot!(desk.message("get_business_hours", json!({"day": "2026-12-24"})), @"El jueves 24 de diciembre abrimos de 1 de la tarde a 6 de la tarde, por ser Nochebuena.");
    desk.now = at("2026-12-20T20:00:00Z");
    let result = desk.call("get_business_hours", json!({}));
    insta::assert_snapshot!(result["message"].as_str().unwrap(), @"Abrimos los lunes de 1 de la tarde a 10 de la noche; de martes a jueves de 1 de la tarde a 11 de la noche; viernes y sábado de 1 de la tarde a medianoche; los domingos de mediodía a 10 de la noche. El jueves 24 de diciembre, por ser Nochebuena, abrimos de 1 de la tarde a 6 de la tarde. El viernes 25 de diciembre no abrimos, por ser Navidad. El jueves 31 de diciembre, por ser Fin de Año, abrimos de 1 de la tarde a 6 de la tarde. El viernes primero de enero de 2027 no abrimos, por ser Año Nuevo.");
    assert_eq!(
        (&result["open_now"], &result["hours"][6]["spans"][0]["open"]),
        (&json!(true), &json!("12:00"))
    );
    insta::assert_snapshot!(Desk::new(sonrisa()).message("get_business_hours", json!({})), @"Abrimos de lunes a viernes de 9 de la mañana a 7 de la noche; los sábados de 9 de la mañana a 2 de la tarde. Cerramos los domingos.");
}

#[test]
fn the_business_is_told_by_topic() {
    let mut desk = Desk::new(terraza());
    insta::assert_snapshot!(desk.message("get_business_info", json!({})), @"Tenemos 2 sucursales: Roma Norte, en Orizaba 128, colonia Roma Norte; Coyoacán, en Francisco Sosa 45, colonia Villa Coyoacán. Nuestro teléfono es 55 5555 0100.");
    insta::assert_snapshot!(desk.message("get_business_info", json!({"branch_id": "coyoacan"})), @"La sucursal Coyoacán está en Francisco Sosa 45, colonia Villa Coyoacán. Nuestro teléfono es 55 5555 0102.");
    insta::assert_snapshot!(desk.message("get_business_info", json!({"topic": "phone"})), @"Nuestro teléfono es 55 5555 0100.");
    insta::assert_snapshot!(desk.message("get_business_info", json!({"topic": "parking"})), @"Tenemos valet parking por 80 pesos, y hay un estacionamiento público a media cuadra, en Orizaba 140.");
    insta::assert_snapshot!(desk.refusal("get_business_info", json!({"topic": "helipuerto"})), @"unknown_topic: De eso no tengo información.");
}

#[test]
fn the_menu_is_told_five_dishes_at_a_time() {
    let mut desk = Desk::new(terraza());
    insta::assert_snapshot!(desk.message("get_menu", json!({})), @"Tenemos 25 platillos y bebidas: entradas, tacos, platos fuertes, postres y bebidas.");
    insta::assert_snapshot!(desk.message("get_menu", json!({"category": "fuertes"})), @"Tenemos mole poblano con pollo a $239, arrachera a la parrilla a $329, enchiladas verdes a $185, chiles rellenos de queso a $198 y pescado a la veracruzana a $289, y uno más.");
    insta::assert_snapshot!(desk.message("get_menu", json!({"category": "postres", "include_prices": false})), @"Tenemos flan napolitano, churros con chocolate, pastel de tres leches y nieve de limón.");
    insta::assert_snapshot!(desk.message("get_menu", json!({"search_term": "algo vegano"})), @"Tenemos guacamole con totopos a $125 y nieve de limón (hoy no hay).");
    insta::assert_snapshot!(desk.message("get_menu", json!({"menu_item_id": "nieve-limon"})), @"Nieve de limón: por el momento no hay. Dos bolas.");
    insta::assert_snapshot!(desk.refusal("get_menu", json!({"search_term": "sushi"})), @"not_found: No encuentro eso en el menú.");
    insta::assert_snapshot!(desk.refusal("get_menu", json!({"category": "sushi"})), @"no_such_section: No tenemos la sección «sushi». Las secciones son entradas, tacos, platos fuertes, postres y bebidas.");
    let flan = desk.call("get_menu", json!({"menu_item_id": "flan"}));
    insta::assert_snapshot!(flan["formatted_speech"].as_str().unwrap(), @"Flan napolitano: 85 pesos. Con cajeta y nuez.");
    assert_eq!((&flan["items"][0]["price_cents"], &flan["total_items"]), (&json!(8_500), &json!(1)));
}

#[test]
fn the_services_and_the_people_are_told() {
    let mut desk = Desk::new(sonrisa());
    insta::assert_snapshot!(desk.message("get_services", json!({"category": "ortodoncia"})), @"Ofrecemos valoración de ortodoncia a $600 y ajuste de brackets a $800.");
    insta::assert_snapshot!(desk.message("get_services", json!({"service_id": "limpieza"})), @"Limpieza dental: dura 45 minutos y cuesta $750. Se hace con la Dra. Elena Ruiz o el Dr. Carlos Mendoza.");
    insta::assert_snapshot!(desk.refusal("get_services", json!({"category": "implantes"})), @"not_found: No encuentro servicios de ese tipo.");
    insta::assert_snapshot!(desk.message("get_staff_info", json!({})), @"Atienden la Dra. Elena Ruiz (odontología general y estética), el Dr. Carlos Mendoza (endodoncia y cirugía) y la Dra. Sofía Ibarra (ortodoncia).");
    insta::assert_snapshot!(desk.message("get_staff_info", json!({"staff_id": "ibarra"})), @"La Dra. Sofía Ibarra, ortodoncia. Atiende martes, miércoles y viernes de mediodía a 7 de la noche, sábado de 10 de la mañana a 2 de la tarde, en la sucursal Del Valle; lunes y jueves de 10 de la mañana a 5 de la tarde, en la sucursal Satélite.");
    insta::assert_snapshot!(desk.message("get_staff_info", json!({"service_id": "endodoncia"})), @"El Dr. Carlos Mendoza, endodoncia y cirugía. Atiende lunes, martes, jueves y viernes de 11 de la mañana a 2 de la tarde y de 3 de la tarde a 7 de la noche, sábado de 9 de la mañana a 2 de la tarde, en la sucursal Del Valle; miércoles de 10 de la mañana a 2 de la tarde y de 3 de la tarde a 6 de la tarde, en la sucursal Satélite.");
}

#[test]
fn a_dish_is_available_or_not() {
    let mut desk = Desk::new(terraza());
    insta::assert_snapshot!(desk.message("check_availability", json!({"type": "product", "product_id": "flan"})), @"Sí tenemos flan napolitano: cuesta $85.");
    let gone = desk.call("check_availability", json!({"product_id": "nieve-limon"}));
    assert_eq!((&gone["available"], &gone["reason"]), (&json!(false), &json!("unavailable_item")));
}

#[test]
fn a_person_gets_a_ticket_with_the_latest_lines() {
    let mut desk = Desk::new(terraza());
    let result =
        desk.call("transfer_to_human", json!({"reason": "quiere hablar con el gerente", "urgency": "high"}));
    assert_eq!(
        (&result["should_transfer"], &result["transfer_number"]),
        (&json!(true), &json!("+525555550109"))
    );
    insta::assert_snapshot!(result["message"].as_str().unwrap(), @"Con gusto le comunico con alguien de nuestro equipo.");
    let rows = desk.store.0.lock().unwrap();
    let ticket: Ticket = decode(rows.values().next().unwrap()).unwrap();
    assert_eq!((ticket.urgency.as_str(), ticket.lines.len()), ("high", 1));
}

#[test]
fn the_team_is_said_to_be_told_where_some_sink_takes_it() {
    let sales = Taker { teams: vec!["sales".to_owned()], from_priority: Priority::High };
    let reached = terraza().with_reach(&TeamReach::of([sales]));
    let mut desk = Desk::new(reached);
    let mut tell = |team: &str, priority: &str, language: Language| {
        desk.language = Some(language);
        let result = desk
            .call("notify_team", json!({"team": team, "priority": priority, "message": "Se cayó el horno"}));
        (result["is_told"].clone(), result["message"].as_str().unwrap().to_owned())
    };
    let noted = "Lo dejé anotado, pero desde aquí no puedo avisarle al equipo.";
    for (team, priority, is_told, message) in [
        ("sales", "urgent", true, "Ya avisé al equipo."),
        ("sales", "normal", false, noted),
        ("support", "urgent", false, noted),
    ] {
        let told = tell(team, priority, Language::es());
        assert_eq!(told, (json!(is_told), message.to_owned()), "{team} {priority}");
    }
    let told = tell("support", "urgent", Language::en());
    assert_eq!(told.1, "I've made a note of it, but I can't reach the team from here.");
}
