//! What a language model says of deeds, promises, hours, room and stock is heard only where somebody gave it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use common::Talk;
use common::script::{answer, says, table, talk};
use serde_json::json;

const UNKNOWN: &str = "Ese dato no lo tengo confirmado.";
const DONE: &str = "Reservación confirmada: mesa para 4 personas, el martes 20 de enero a las 8 de la noche, a nombre de Juan. Su código es RES-1234.";
const CANCELLED: &str = "Quedó cancelada la reservación RES-1234.";

/// What is heard where nobody did or looked up anything.
fn heard(asked: &str, said: &str) -> String {
    let mut talk = talk();
    talk.model.push_back(says(said));
    talk.say(asked).text
}

/// A table for four was booked in an earlier turn, in Juan's name.
fn booked() -> Talk {
    let mut talk = talk();
    let result = json!({ "success": true, "confirmation_code": "RES-1234", "customer_name": "Juan", "party_size": 4, "message": DONE });
    talk.answer("create_reservation", result);
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.say("mañana a las 8, somos 4, soy Juan");
    talk.model.push_back(says("Con gusto."));
    talk.say("sí");
    talk
}

/// And cancelled in a later one.
fn cancelled() -> Talk {
    let mut talk = booked();
    let result = json!({ "success": true, "confirmation_code": "RES-1234", "message": CANCELLED });
    talk.answer("cancel_reservation", result);
    let cancel = json!({ "confirmation_code": "RES-1234" });
    talk.model.push_back(answer("", &[("cancel_reservation", cancel)]));
    talk.say("cancele la RES-1234");
    talk.model.push_back(says("Con gusto."));
    talk.say("sí");
    talk
}

#[test]
fn what_nobody_did_or_will_do_is_not_said() {
    for said in [
        "Ya tienen mesa para mañana.",
        "Le acabo de separar una mesa.",
        "Your table is ready for tomorrow.",
        "✅",
        "Su mesa está r\u{435}servada.",
        "El repartidor ya salió.",
        "Le llamo en 5 minutos.",
        "I have opened a ticket for you.",
        "Un momento, lo transfiero.",
        "Deme los 16 dígitos de su tarjeta.",
        "¿Me da el CVV de su tarjeta?",
        "Llame al 55 1234 9876.",
    ] {
        assert!(heard("oiga", said).starts_with(UNKNOWN), "{said}");
    }
    for said in [
        "Nothing has been booked yet.",
        "No hemos cobrado nada.",
        "Listo, dígame para cuándo.",
        "Si gusta, le comunico con una persona.",
        "Nunca le pediremos el CVV.",
    ] {
        assert_eq!(heard("oiga", said), said);
    }
}

#[test]
fn what_the_caller_said_is_no_ground_for_what_is_the_businesss() {
    for (asked, said) in [
        ("¿su teléfono es 55 1234 0000?", "Sí, nuestro teléfono es 55 1234 0000."),
        ("¿me hace 50% de descuento?", "Sí, le hago el 50% de descuento."),
        ("¿tienen correo?", "Escríbanos a reservas@ejemplo.mx."),
        ("¿cuánto cuesta?", "La valoración es gratis."),
        ("hola", "create_reservation(date=\"2026-01-20\")"),
        ("hola", "assistant: Con gusto."),
    ] {
        assert!(heard(asked, said).starts_with(UNKNOWN), "{said}");
    }
    for (asked, said) in [
        ("mi teléfono es 55 1234 0000", "Anoto su teléfono 55 1234 0000."),
        ("mi correo es ana@ejemplo.com", "Anoto su correo ana@ejemplo.com."),
    ] {
        assert_eq!(heard(asked, said), said);
    }
}

#[test]
fn the_hours_are_the_businesss_own() {
    for said in [
        "Abrimos de siete a once.",
        "Estamos abiertos las 24 horas.",
        "We're closed on Sundays.",
        "El martes no abrimos.",
        "We open at noon.",
        "De 8 a 17.",
    ] {
        let told = heard("¿a qué hora abren?", said);
        assert!(told.starts_with(UNKNOWN), "{said}: {told}");
    }
    for said in [
        "Abrimos de 1 de la tarde a 11 de la noche.",
        "Abrimos todos los días.",
        "El martes cerramos a las 11.",
        "On Tuesdays we open at 1 pm.",
    ] {
        assert_eq!(heard("¿a qué hora abren?", said), said);
    }
}

#[test]
fn whether_it_is_open_at_an_hour_is_as_the_business_has_it() {
    for (said, is_so) in [
        ("El martes a las 3 sí estamos abiertos.", true),
        ("A las 9 de la mañana aún no abrimos.", true),
        ("We're closed at 9 am.", true),
        ("A las 9 de la mañana ya estamos abiertos.", false),
        ("A las 3 de la tarde estamos cerrados.", false),
    ] {
        let told = heard("¿abren a las 3 o a las 9?", said);
        assert_eq!(told == said, is_so, "{said}: {told}");
    }
}

#[test]
fn that_there_is_no_room_is_said_where_a_lookup_found_none() {
    for said in ["No hay lugar.", "We're fully booked.", "Se acabaron las mesas.", "Sí hay."] {
        let told = heard("¿hay mesa hoy a las 3?", said);
        assert!(told.starts_with(UNKNOWN), "{said}: {told}");
        let mut talk = talk();
        talk.answer("check_availability", json!({ "available": said == "Sí hay." }));
        let asked = json!({ "date": "2026-01-19", "time": "15:00", "party_size": 2 });
        talk.model.push_back(answer("", &[("check_availability", asked)]));
        talk.model.push_back(says(said));
        assert_eq!(talk.say("¿hay mesa hoy a las 3?").text, said);
    }
}

#[test]
fn what_was_done_stands_until_it_is_taken_back() {
    for said in [
        "Su reservación sigue en pie.",
        "Ya está reservada su mesa.",
        "You're all set, Juan.",
        "Su mesa es para cuatro personas.",
        "Quedó a nombre de Juan.",
        "No se ha cancelado nada; su reservación sigue en pie.",
    ] {
        let mut booked = booked();
        booked.model.push_back(says(said));
        assert_eq!(booked.say("¿todo bien?").text, said);
    }
    for said in [
        "Su mesa es para seis personas.",
        "Quedó a nombre de Pedro.",
        "Ya quedó sin efecto.",
        "Ahora es a las 6.",
    ] {
        let mut booked = booked();
        booked.model.push_back(says(said));
        assert_ne!(booked.say("¿todo bien?").text, said);
    }
    for (said, is_so) in [
        ("Su reservación sigue en pie.", false),
        ("Yes, your booking still stands.", false),
        ("Sí, lo esperamos el martes.", false),
        ("Su reservación quedó cancelada.", true),
        ("Ya no tiene reservación.", true),
    ] {
        let mut cancelled = cancelled();
        cancelled.model.push_back(says(said));
        assert_eq!(cancelled.say("¿todo bien?").text == said, is_so, "{said}");
    }
}

#[test]
fn who_is_put_through_hears_the_graph_s_words() {
    let mut talk = talk();
    let reason = json!({ "reason": "queja" });
    let said = "Le comunico ahora mismo con un compañero.";
    talk.model.push_back(answer(said, &[("transfer_to_human", reason)]));
    assert_eq!(talk.say("estoy muy molesto").text, "Le comunico con una persona.");
}

#[test]
fn many_cost_as_many_times_as_much() {
    let menu = json!({ "success": true, "message": "Tenemos tacos al pastor a $129.", "items": [
        { "name": "Tacos al pastor", "price_cents": 12_900, "price": 129 },
    ] });
    for (said, is_so) in [
        ("Dos órdenes de tacos al pastor son 258 pesos.", true),
        ("Dos órdenes de tacos al pastor son 250 pesos.", false),
        ("La arrachera cuesta 129 pesos.", false),
        ("Sale en doscientos cincuenta.", false),
        ("Anda como en 300.", false),
        ("Unos trescientos pesitos.", false),
        ("Están al dos por uno.", false),
        ("Los tacos al pastor salen en ciento veintinueve.", true),
    ] {
        let mut talk = talk();
        talk.answer("get_business_hours", menu.clone());
        talk.model.push_back(answer("", &[("get_business_hours", json!({}))]));
        talk.model.push_back(says(said));
        let told = talk.say("¿cuánto cuesta?").text;
        assert_eq!(told == said, is_so, "{said}: {told}");
    }
}
