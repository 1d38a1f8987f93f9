//! Prices of what is sold, what there is of it, and what was found free.

use jiff::civil::date;
use serde_json::{Value, json};
use turno_language::Text;

use super::{Told, booking::Bookings, lookups::Lookups, prices::PriceTags, stock::Stock};
use crate::{
    ModelCall,
    talk::{CallResult, TalkCall},
};

fn menu() -> PriceTags {
    let mut tags = PriceTags::default();
    let menu = json!({
        "items": [
            {"name": "Mole poblano", "price_cents": 24_500, "price": 245, "available": true},
            {"name": "Tacos al pastor", "price_cents": 12_000},
            {"name": "Agua de horchata", "price_cents": 3_500},
            {"name": "Agua de jamaica", "price_cents": 4_000},
            {"name": "Arroz y frijoles", "price": "$60.00"},
        ],
        "total_items": 5,
        "message": "Tenemos mole a $245, tacos a $120 y aguas desde $35.",
    });
    tags.add_value(&menu);
    tags.add_value(&json!({"items": [{"name": "Mole poblano", "quantity": 2, "total": 490}], "delivery_fee": 30, "total": 520}));
    tags
}

#[test]
fn a_price_is_told_of_what_it_is_the_price_of() {
    let tags = menu();
    for (said, holds) in [
        ("El mole poblano cuesta $245.", true),
        ("El mole cuesta doscientos cuarenta y cinco pesos.", true),
        ("El mole cuesta $120.", false),
        ("Los tacos de pastor están a $245.", false),
        ("El taco al pastor cuesta 120 pesos.", true),
        ("El mole cuesta $245 y los tacos $120.", true),
        ("El mole cuesta $120 y los tacos $245.", false),
        ("Los tacos al pastor cuestan $120 y la horchata $35.", true),
        ("Los tacos y el mole cuestan $120 y $245.", true),
        ("La jamaica cuesta $35.", false),
        ("El agua cuesta $35.", true),
        ("El arroz y frijoles cuesta $60.", true),
        ("The mole is $120.", false),
        // Nothing of the menu is named; or the amount is nobody's own price.
        ("Cuesta $120.", true),
        ("Son $520 en total con sus dos moles.", true),
        ("El envío del mole cuesta $30.", true),
        ("Dos moles son $490.", true),
    ] {
        assert_eq!(tags.hold(&Text::of(said)), holds, "{said}");
    }
    assert!(PriceTags::default().hold(&Text::of("El mole cuesta $120.")));
}

fn lookup(time: &str, result: &Value) -> TalkCall {
    let parameters = json!({"date": "2026-01-20", "time": time, "party_size": 4});
    TalkCall {
        call: ModelCall {
            id: "a".to_owned(),
            tool: "check_availability".to_owned(),
            arguments: parameters.to_string(),
            opaque: None,
        },
        parameters: parameters.as_object().cloned(),
        is_asked: false,
        is_up: false,
        confirmation: None,
        made: None,
        result: Some(CallResult {
            content: result.to_string(),
            is_error: false,
            has_acted: false,
        }),
    }
}

fn full() -> TalkCall {
    let result = json!({"success": true, "available": false, "requested_slot": {"time": "20:00"},
        "message": "No hay mesa a las 8.", "alternative_slots": [{"time": "21:30"}, {"time": "18:00"}]});
    lookup("20:00", &result)
}

fn free() -> TalkCall {
    lookup(
        "20:00",
        &json!({"available": true, "message": "Sí hay mesa a las 8 de la noche."}),
    )
}

/// On a Sunday, where there are two branches.
fn lookups(told: &[Told<'_>], can_be: bool) -> Lookups {
    let branches = ["roma norte", "coyoacan"].map(|name| vec![name.to_owned()]);
    Lookups::of(told.iter(), can_be, date(2026, 1, 18), branches.into())
}

#[test]
fn there_is_room_where_it_was_found() {
    let cases: [(&[TalkCall], &str, bool); 22] = [
        (&[free()], "Sí hay lugar.", true),
        (&[free()], "Sí, tenemos mesa para 4 a las 8.", true),
        (&[free()], "We have a table at 8 pm.", true),
        (&[free()], "Sí hay lugar a las 9.", false),
        (&[full()], "Sí hay lugar.", false),
        (&[full()], "Claro que sí hay lugar para ustedes.", false),
        (&[full()], "Tenemos mesa disponible a las ocho.", false),
        (&[full()], "We have a table at 8.", false),
        (&[full()], "There is availability at eight.", false),
        (
            &[full()],
            "No hay lugar a las 8, pero sí hay mesa a las 9 y media.",
            true,
        ),
        (&[full()], "A las 8 no hay, pero tenemos lugar a las 7.", false),
        (&[full()], "No hay lugar.", true),
        (&[full()], "We don't have a table at 8.", true),
        (&[full()], "Si hay lugar más tarde, le aviso.", true),
        (&[full()], "Déjeme ver si hay mesa.", true),
        (&[full()], "Tenemos espacio para niños y mesa de billar.", true),
        (&[full()], "¿Sí hay lugar a las 8?", true),
        (&[full(), free()], "Sí hay lugar.", true),
        (&[free(), full()], "Sí hay lugar a las 8.", false),
        (&[], "Sí hay lugar a las 8.", false),
        (&[], "Ya tenemos su mesa para las 8.", true),
        (&[], "Tenemos terraza.", true),
    ];
    for (calls, said, holds) in cases {
        let told: Vec<Told<'_>> = calls.iter().filter_map(|call| Told::of(call, true)).collect();
        let lookups = lookups(&told, true);
        assert_eq!(lookups.hold(&Text::of(said), &Text::of("")), holds, "{said}");
    }
    let nobody_looks = lookups(&[], false);
    assert!(nobody_looks.hold(&Text::of("Sí hay lugar."), &Text::of("")));
}

#[test]
fn what_was_found_is_of_its_day_its_people_and_its_branch() {
    let closed = json!({"available": false, "reason": "closed", "branch": "Roma Norte",
        "alternatives": [{"date": "2026-01-21", "time": "20:00"}, {"date": "2026-01-22", "time": "20:00"}]});
    let closed = || lookup("20:00", &closed);
    let found = json!({"available": true, "branch": "Roma Norte", "requested_slot": {"date": "2026-01-20"}});
    let found = || lookup("20:00", &found);
    let asked = "¿hay mesa a las 8?";
    for (call, latest, said, holds) in [
        (closed(), asked, "Sí hay lugar el martes a las 8.", false),
        (closed(), asked, "Sí hay mesa el 20 de enero a las 8.", false),
        (closed(), asked, "Sí hay lugar a las 8.", false),
        (closed(), asked, "Sí hay cita el martes a las 8.", false),
        (closed(), asked, "La Dra. Ruiz la ve el martes.", false),
        (closed(), asked, "A las 8 le puedo recibir sin problema.", false),
        (closed(), asked, "Hay mesa el miércoles a las 8.", true),
        (closed(), asked, "Hay lugar el jueves 22.", true),
        (closed(), asked, "La Dra. Ruiz la ve el miércoles a las 8.", true),
        (closed(), asked, "Al día siguiente hay mesa a las 8.", true),
        (closed(), asked, "A las 8 del martes no hay lugar.", true),
        (closed(), asked, "El martes estamos llenos.", false),
        (closed(), asked, "El miércoles no hay lugar.", false),
        (closed(), asked, "La Dra. Ruiz la atiende los lunes.", true),
        (found(), asked, "Sí hay lugar el martes a las 8.", true),
        (
            found(),
            asked,
            "Sí hay mesa para 4 el martes 20 de enero a las 8.",
            true,
        ),
        (found(), asked, "Pasado mañana hay mesa a las 8.", true),
        (found(), asked, "Hay lugar el miércoles a las 8.", false),
        (found(), asked, "Mañana hay lugar a las 8.", false),
        (found(), asked, "Sí hay mesa para 6 el martes a las 8.", false),
        (found(), asked, "We have a table for six on Tuesday.", false),
        (found(), asked, "We have a table for four on Tuesday.", true),
        (found(), asked, "Hay mesa el martes a las 8 en Coyoacán.", false),
        (found(), asked, "Hay mesa el martes a las 8 en Roma Norte.", true),
        (found(), "¿hay mesa el viernes?", "Sí hay lugar.", false),
        (
            found(),
            "¿hay mesa el martes en la mañana?",
            "Sí hay lugar.",
            true,
        ),
    ] {
        let told: Vec<Told<'_>> = Told::of(&call, true).into_iter().collect();
        assert_eq!(
            lookups(&told, true).hold(&Text::of(said), &Text::of(latest)),
            holds,
            "{said}"
        );
    }
    assert!(lookups(&[], true).hold(
        &Text::of("No hay código de vestimenta."),
        &Text::of("tengo dudas del lugar")
    ));
    for said in [
        "Nos quedan dos mesas en la terraza.",
        "El viernes está completo.",
        "A esa hora ya no tengo nada disponible.",
    ] {
        assert!(
            !lookups(&[], true).hold(&Text::of(said), &Text::of(asked)),
            "{said}"
        );
    }
}

#[test]
fn where_no_booking_was_found_none_stands() {
    let mut bookings = Bookings::default();
    bookings.add_call("find_bookings", &json!({"bookings": [], "count": 0}), false);
    for (said, holds) in [
        ("Sí, aquí está su reservación.", false),
        ("La suya sigue en pie.", false),
        ("Su mesa la tiene segura.", false),
        ("Todo en orden con su reserva.", false),
        ("Su mesa es para cuatro personas.", false),
        ("Ya la vi, todo bien.", false),
        ("I found it.", false),
        ("Your booking is fine.", false),
        ("No encuentro su reservación.", true),
        ("Si su reservación está a otro nombre, dígamelo.", true),
        ("Quizá su reservación está a otro nombre.", true),
        ("¿Su reservación es de hoy?", true),
        ("Para buscar su reservación necesito su código.", true),
    ] {
        assert_eq!(
            bookings.hold(&Text::of(said), &Text::of(""), &|_| true),
            holds,
            "{said}"
        );
    }
    bookings.add_call("create_reservation", &json!({"success": true}), true);
    assert!(
        bookings.hold(&Text::of("Aquí está su reservación."), &Text::of(""), &|_| {
            true
        })
    );
}

fn shop() -> Stock {
    let mut stock = Stock::default();
    stock.add_fact(&json!({"menu": [{"name": "Mole poblano", "available": true}, {"name": "Pozole", "available": false}]}));
    let found = json!({"products": [
        {"name": "Audífonos Sony", "price": 1299, "stock_available": 3},
        {"name": "Bocina JBL", "price": 2499, "stock_available": 0},
    ]});
    stock.add_result(&found);
    stock
}

#[test]
fn there_is_of_a_thing_what_was_told() {
    let stock = shop();
    for (said, holds) in [
        ("Sí tenemos los audífonos Sony.", true),
        ("Los audífonos Sony están disponibles.", true),
        ("Hay 3 audífonos Sony en existencia.", true),
        ("Quedan 3 piezas de los audífonos Sony.", true),
        ("Quedan cinco piezas de los audífonos Sony.", false),
        ("Los audífonos Sony están agotados.", false),
        ("No tenemos los audífonos Sony.", false),
        ("We have the Sony audífonos in stock.", true),
        ("The Sony audífonos are sold out.", false),
        ("Sí tenemos la bocina JBL.", false),
        ("La bocina JBL está disponible.", false),
        ("La bocina JBL está agotada.", true),
        ("No tenemos la bocina JBL.", true),
        ("The JBL bocina is in stock.", false),
        ("The JBL bocina isn't available right now.", true),
        ("The JBL bocina is out of stock.", true),
        ("La bocina JBL no está agotada.", false),
        ("No tenemos la bocina, pero sí tenemos los audífonos.", true),
        ("Tenemos la bocina y los audífonos no están disponibles.", false),
        ("Bocina JBL, sí hay.", false),
        ("El pozole está disponible.", false),
        ("Tenemos mole poblano.", true),
        // Of another day, of what is not known yet, or of no goods at all.
        ("Mañana tenemos la bocina JBL.", true),
        ("Déjeme ver si tenemos la bocina JBL.", true),
        ("Si hay bocina JBL, le aviso.", true),
        ("¿Quiere la bocina JBL?", true),
        ("Tenemos estacionamiento y terraza.", true),
        ("El envío a domicilio está disponible.", true),
        ("La bocina JBL cuesta $2,499.", true),
    ] {
        assert_eq!(
            stock.hold(&Text::of(said), &Text::of(""), &|_| false),
            holds,
            "{said}"
        );
    }
    assert!(Stock::default().hold(
        &Text::of("La bocina JBL está disponible."),
        &Text::of(""),
        &|_| false
    ));
}

#[test]
fn what_names_nothing_is_of_what_was_asked_last() {
    let mut stock = shop();
    let gone = json!({"success": true, "available": false, "details": {"name": "Bocina JBL", "price": 2499}});
    stock.add_result(&gone);
    for (said, holds) in [
        ("Sí, está disponible.", false),
        ("Yes, it's in stock.", false),
        ("Lo siento, está agotada.", true),
        ("Sorry, it's out of stock.", true),
        ("El envío está disponible en este momento.", true),
    ] {
        assert_eq!(
            stock.hold(&Text::of(said), &Text::of(""), &|_| false),
            holds,
            "{said}"
        );
    }
    // The latest word on a thing counts.
    stock.add_result(&json!({"products": [{"name": "Bocina JBL", "in_stock": true}]}));
    assert!(stock.hold(
        &Text::of("La bocina JBL ya está disponible."),
        &Text::of(""),
        &|_| false
    ));
    assert!(stock.hold(&Text::of("Sí, está disponible."), &Text::of(""), &|_| false));
    // A service whose hour is taken is offered all the same.
    stock.add_result(&json!({"available": false, "service": {"name": "Limpieza dental"}}));
    assert!(stock.hold(&Text::of("Tenemos limpieza dental."), &Text::of(""), &|_| false));
}

#[test]
fn nobody_who_did_not_look_knows_what_there_is() {
    let stock = Stock::default().in_talk(true);
    let business = |word: &str| "estacionamiento".starts_with(word);
    let asked = "¿tienen la bocina JBL Go 4?";
    for (said, holds) in [
        ("Sí tenemos.", false),
        ("Está agotada.", false),
        ("Nos quedan 3 piezas.", false),
        ("Sold out.", false),
        ("Sí tenemos la bocina JBL.", false),
        ("Déjeme ver si la tenemos.", true),
        ("Tenemos envío a todo el país.", true),
        ("¿Qué color busca?", true),
    ] {
        assert_eq!(
            stock.hold(&Text::of(said), &Text::of(asked), &business),
            holds,
            "{said}"
        );
    }
    assert!(stock.hold(
        &Text::of("Sí tenemos."),
        &Text::of("¿hay estacionamiento?"),
        &business
    ));
    // With a lookup: no more of it than there is.
    let stock = shop();
    assert!(!stock.hold(
        &Text::of("Quedan 30 audífonos Sony."),
        &Text::of(asked),
        &business
    ));
    assert!(stock.hold(&Text::of("Quedan 3 audífonos Sony."), &Text::of(asked), &business));
}
